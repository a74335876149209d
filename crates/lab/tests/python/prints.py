"""The ways in which students print a trace."""

import json


def text_of(number):
    if number == float("inf"):
        return "inf"
    if number == float("-inf"):
        return "-inf"
    return repr(number)


def named(board, node):
    return None if node["move"] is None else board.name(node["move"])


def json_lines(board, nodes):
    """One object a line, infinities as Python writes them."""
    return "".join(json.dumps(dict(node, move=named(board, node))) + "\n" for node in nodes)


def json_array(board, nodes):
    return json.dumps([dict(node, move=named(board, node)) for node in nodes], indent=1) + "\n"


def numbers(board, nodes):
    """Moves as numbers from 0, the root left out."""
    return "".join(json.dumps(node) + "\n" for node in nodes if node["move"] is not None)


def values_only(board, nodes):
    keep = lambda node: {"mov": named(board, node), "prof": node["depth"], "valor": node["value"]}
    return "".join(json.dumps(keep(node)) + "\r\n" for node in nodes)


def spanish(board, nodes):
    lines = []
    for node in nodes:
        line = "profundidad: %d acción: %s" % (node["depth"], named(board, node) or "raiz")
        if "alpha" in node:
            line += " alfa: %s beta: %s" % (text_of(node["alpha"]), text_of(node["beta"]))
        lines.append(line + " valor: %s\n" % text_of(node["value"]))
    return "".join(lines)


def two_digits(board, nodes):
    """Numbers rounded when they are printed."""
    line = "prof: %d jogada: %s alfa: %.2f beta: %.2f valor: %.2f\n"
    row = lambda node: (node["depth"], named(board, node) or "-", node["alpha"], node["beta"], node["value"])
    return "".join(line % row(node) for node in nodes)


def dictionaries(board, nodes):
    """What print() makes of a dictionary; squares as tuples."""
    return "".join("%s\n" % node for node in nodes)


def table(board, nodes):
    lines = ["nivel;jogada;alfa;beta;valor\n"]
    for node in nodes:
        row = (node["depth"], named(board, node) or "-", text_of(node["alpha"]), text_of(node["beta"]))
        lines.append("%d;%s;%s;%s;" % row + text_of(node["value"]) + "\n")
    return "".join(lines)


def late_windows(board, nodes):
    """The best window a node had: not used by the programs here, which print the first."""
    return json_lines(board, nodes)


PRINTS = {
    "json_lines": json_lines,
    "json_array": json_array,
    "numbers": numbers,
    "values_only": values_only,
    "spanish": spanish,
    "table": table,
    "two_digits": two_digits,
    "dictionaries": dictionaries,
}
