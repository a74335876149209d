"""Prints traces of searches with planted mistakes, one JSON object a line, for tests/planted.rs.

    python3 plant.py correct | first | last | rounded | shapes

A case edits the text of a board or of a program, runs it and prints the trace as some student
would. `expected` is what the edit amounts to, in the names of `alinea lab grade --json`.
"""

import json
import sys

import boards
import programs
from cases import CORRECT, FIRST, LAST, ROUNDED, SHAPES
from prints import PRINTS

GAMES = {
    "boom": ("Boom", "textbook:heuristic=valoracion-test,depth=%d"),
    "connect4": ("Four", "textbook:heuristic=ligue4,order=center,depth=%d"),
    "mnk:3x3x3": ("Toe", "textbook:heuristic=dezenas,depth=%d"),
}


def edited(text, edits):
    for old, new, *times in edits:
        count = times[0] if times else -1
        if old not in text:
            sys.exit("the text %r is not in the program" % old)
        text = text.replace(old, new, count)
    return text


def position(kind, moves):
    board = kind()
    for mv in moves:
        board.play(mv)
    board.history.clear()
    return board


def text_of_moves(game, moves):
    if not moves:
        return "-"
    if game == "mnk:3x3x3":
        return "".join("abc"[c] + str(3 - r) for r, c in moves)
    return "".join("B" if mv == 7 else str(mv + 1) for mv in moves)


def log(kind, search, moves, limit, plies):
    """A game against itself, as the course prints it."""
    board = position(kind, moves)
    lines = []
    for _ in range(plies):
        if board.over():
            break
        who = ("Verde", "Azul")[board.turn - 1]
        legal = " ".join(board.name(mv) for mv in board.moves())
        probe = position(kind, [])
        probe.__dict__.update({k: v for k, v in copy_of(board).items()})
        value, mv = search(probe, limit, board.turn, [])
        if mv is None:
            break
        lines.append(" Acciones aplicables %s:  %s\n" % (who, legal))
        lines.append("Valor MiniMax: %s  Acción: %s\n" % (value, board.name(mv)))
        board.play(mv)
    return "".join(lines)


def copy_of(board):
    import copy

    return copy.deepcopy(board.__dict__)


def run(case):
    name, expected, game, moves, limit, program, printed = case[:7]
    edits, board_edits = (list(case[7:]) + [[], []])[:2]
    kind_name, engine = GAMES[game]
    space = {"INF": float("inf")}
    with open(boards.__file__) as source:
        exec(edited(source.read(), board_edits), space)
    exec(edited(getattr(programs, program), edits), space)
    kind = space[kind_name]
    if program == "PLAIN":
        engine += ",algorithm=minimax"
    if printed.startswith("log"):
        trace = log(kind, space["search"], moves, limit, int(printed[3:]))
    else:
        board = position(kind, moves)
        nodes = []
        space["search"](board, limit, board.turn, nodes)
        trace = PRINTS[printed](position(kind, []), nodes)
    return {
        "name": name,
        "expected": expected,
        "game": game,
        "position": text_of_moves(game, moves),
        "engine": engine % limit,
        "trace": trace,
    }


def main():
    all_of = {"correct": CORRECT, "first": FIRST, "last": LAST, "rounded": ROUNDED, "shapes": SHAPES}
    for case in all_of[sys.argv[1]]:
        print(json.dumps(run(case)))


main()
