//! The words that programs use for the same things, in three languages.

/// What a field of a node or a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Move,
    Depth,
    Value,
    Alpha,
    Beta,
    Best,
    Children,
}

/// A word without accents, capitals and everything that is not a letter.
pub(super) fn folded(word: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'α' => 'a',
        'β' => 'b',
        other => other,
    };
    word.chars().flat_map(char::to_lowercase).map(plain).filter(char::is_ascii_alphabetic).collect()
}

/// What a word names.
pub(super) fn field(word: &str) -> Option<Field> {
    Some(match folded(word).as_str() {
        "move" | "mv" | "mov" | "accion" | "acao" | "action" | "movimiento" | "movimento"
        | "jugada" | "jogada" | "lance" | "col" | "column" | "columna" | "coluna" | "casilla"
        | "casa" | "cell" | "square" | "act" | "put" | "play" | "m" => Field::Move,
        "depth" | "ply" | "level" | "nivel" | "profundidad" | "profundidade" | "prof" | "dep"
        | "d" => Field::Depth,
        "value" | "valor" | "minimax" | "valorminimax" | "score" | "val" | "v" | "utilidad"
        | "utilidade" | "puntuacion" | "pontuacao" | "eval" | "evaluation" | "evaluacion"
        | "avaliacao" | "resultado" | "result" | "negamax" | "alphabeta" | "heuristica" => {
            Field::Value
        }
        "alpha" | "alfa" | "a" => Field::Alpha,
        "beta" | "b" => Field::Beta,
        "best" | "bestmove" | "mejor" | "melhor" | "mejoraccion" | "melhoracao"
        | "mejormovimiento" | "melhorjogada" | "mejorjugada" | "bestaction" => Field::Best,
        "children" | "hijos" | "filhos" | "childs" | "nodes" | "nodos" | "nos" | "tree"
        | "arbol" | "arvore" | "trace" | "traza" => Field::Children,
        _ => return None,
    })
}

/// A number as programs print it, infinities included.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches([',', ';']).trim();
    if let Ok(value) = text.parse::<f64>() {
        return (!value.is_nan()).then_some(value);
    }
    let (sign, rest) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    // The sign may be the one that typesetters use.
    if rest.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && let Ok(value) = rest.parse::<f64>()
    {
        return Some(sign * value);
    }
    let infinite = match rest {
        "∞" | "oo" => true,
        word => matches!(folded(word).as_str(), "inf" | "infinity" | "infinito" | "infinite"),
    };
    if infinite {
        return Some(sign * f64::INFINITY);
    }
    // 12,5 as it is written in Portuguese and Spanish.
    let (whole, part) = rest.split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits(whole) && digits(part) {
        format!("{whole}.{part}").parse::<f64>().ok().map(|value| sign * value)
    } else {
        None
    }
}
