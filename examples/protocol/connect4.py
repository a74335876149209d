#!/usr/bin/env python3
"""A Connect Four contestant: wins if it can, blocks if it must, else plays near the centre."""
import sys


def four(rows, who):
    """Whether `who` has four in a line; rows come from the top."""
    stones = {(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == who}
    lines = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(all((y + i * dy, x + i * dx) in stones for i in range(4))
               for y, x in stones for dy, dx in lines)


def drop(rows, column, who):
    rows = [list(row) for row in rows]
    next(row for row in reversed(rows) if row[column] == ".")[column] = who
    return rows


def choose(rows, who, legal):
    columns = sorted((int(move) - 1 for move in legal), key=lambda c: abs(2 * c - len(rows[0]) + 1))
    for side in (who, "o" if who == "x" else "x"):
        for column in columns:
            if four(drop(rows, column, side), side):
                return column + 1
    return columns[0] + 1


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "alinea":
        print("ready centre player", flush=True)
    elif word == "board":
        rows, who = rest.split()[0].split("/"), rest.split()[1]
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("bestmove", choose(rows, who, legal), flush=True)
