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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_accents_and_capitals() {
        assert_eq!(folded("Puntuación:"), "puntuacion");
        assert_eq!(folded("AVALIAÇÃO"), "avaliacao");
        assert_eq!(folded("áàâãä éèêë íìî óòôõö úùûü ç ñ"), "aaaaaeeeeiiiooooouuuucn");
        assert_eq!(folded("best_move 2"), "bestmove");
    }

    #[test]
    fn names_in_three_languages_mean_the_same() {
        for (field_meant, words) in [
            (Field::Move, &["move", "Acción", "ação", "jugada", "coluna", "square"][..]),
            (Field::Depth, &["depth", "ply", "Nivel", "profundidade", "d"]),
            (Field::Value, &["value", "Valor", "MiniMax", "score", "avaliação", "result", "v"]),
            (Field::Alpha, &["alpha", "alfa", "α"]),
            (Field::Beta, &["beta", "β"]),
            (Field::Best, &["best", "bestMove", "mejor", "melhorJogada"]),
            (Field::Children, &["children", "hijos", "filhos", "árbol", "trace"]),
        ] {
            for word in words {
                assert_eq!(field(word), Some(field_meant), "{word}");
            }
        }
        for word in ["", "time", "7", "nodevalue"] {
            assert_eq!(field(word), None, "{word}");
        }
    }

    #[test]
    fn numbers_are_read_as_programs_print_them() {
        for (text, value) in [
            ("5", 5.0),
            (" -2.5, ", -2.5),
            ("3;", 3.0),
            ("1e3", 1000.0),
            ("−7", -7.0),
            ("−.5", -0.5),
            ("+12", 12.0),
            ("12,5", 12.5),
            ("-12,5", -12.5),
            ("−0,25", -0.25),
            ("+1,5", 1.5),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("+∞", f64::INFINITY),
            ("−∞", f64::NEG_INFINITY),
            ("-oo", f64::NEG_INFINITY),
            ("infinito", f64::INFINITY),
            ("-INFINITE", f64::NEG_INFINITY),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", "-", "NaN", "-nan", "x", ",5", "1,x", "x,5", "1,2,3", "--5", "−-5"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
