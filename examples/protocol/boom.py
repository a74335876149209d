#!/usr/bin/env python3
"""A Boom contestant: lining up four loses, so it keeps its own lines short."""
import sys


def longest(rows, who):
    """The longest line of `who`; bombs are capital letters and count as stones."""
    best = 0
    stones = {(y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c.lower() == who}
    for y, x in stones:
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            while (y + length * dy, x + length * dx) in stones:
                length += 1
            best = max(best, length)
    return best


def choose(rows, who, legal):
    def danger(move):
        if move == "B":  # what an explosion does is not looked at: the last resort
            return 3.5
        after = [list(row) for row in rows]
        next(row for row in reversed(after) if row[int(move) - 1] == ".")[int(move) - 1] = who
        return longest(after, who)
    return min(legal, key=danger)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "alinea":
        print("ready careful", flush=True)
    elif word == "board":
        rows, who = rest.split()[0].split("/"), rest.split()[1]
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("bestmove", choose(rows, who, legal), flush=True)
