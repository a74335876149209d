#!/usr/bin/env python3
"""Checks a certificate of Connect Four: python3 check.py FILE. See docs/certificates.md.

A second checker, in another language and with another board, so that a mistake in one is not
repeated in the other. It uses only Python's standard library and believes no theory: every plan
is played out against every reply.
"""

import sys

MAX_BYTES = 4 << 20
MAX_LINE = 120
MAX_POSITIONS = 20_000_000
COUNTS = ("stored", "leaves", "forced", "replies")


class Refused(Exception):
    """The line of the file (0 for none) and what is wrong."""


class Board:
    """Rows of bits: square (row, col) is bit row * width + col, one empty column at the side."""

    def __init__(self, cols, rows):
        self.cols, self.rows, self.width = cols, rows, cols + 1
        self.squares = [[1 << (r * self.width + c) for c in range(cols)] for r in range(rows)]
        self.full = sum(sum(row) for row in self.squares)
        self.bottom = sum(self.squares[0])
        self.column = [sum(row[c] for row in self.squares) for c in range(cols)]
        self.odd = sum(sum(row) for row in self.squares[::2])

    def winning(self, s):
        """The squares, empty or not, that complete four with the stones s."""
        w = self.width
        up, up2 = s << w, s << 2 * w
        found = up & up2 & (s << 3 * w)
        for d in (1, w - 1, w + 1):
            a, x = s << d, s >> d
            b, y = s << 2 * d, s >> 2 * d
            found |= a & b & ((s << 3 * d) | x) | x & y & ((s >> 3 * d) | a)
        return found & self.full

    def playable(self, taken):
        """The empty squares with nothing empty below."""
        return ~taken & ((taken << self.width) | self.bottom) & self.full

    def mirror(self, s):
        mask = (1 << self.cols) - 1
        turned = 0
        for r in range(self.rows):
            row = s >> r * self.width & mask
            turned |= int(format(row, f"0{self.cols}b")[::-1], 2) << r * self.width
        return turned

    def least(self, hero, other):
        return min((hero, other), (self.mirror(hero), self.mirror(other)))

    def draw(self, hero, other, letters):
        def letter(bit):
            return letters[0] if hero & bit else letters[1] if other & bit else "."
        return "\n".join("".join(letter(bit) for bit in row) for row in reversed(self.squares))


def rank_of(word, answer, odd):
    if word == "!":
        return 0
    if word == "-":
        return 8
    if word in "+=":
        return 1 if answer else {"+": (2, 5), "=": (3, 6)}[word][odd]
    claimed = odd if word == "o" else not odd
    return (1 if answer else 4 if odd else 3) if claimed else 7


class Strategy:
    def __init__(self, board, side, goal):
        self.board, self.first, self.win = board, side == "first", goal == "win"
        self.lines = {}
        self.used = set()
        self.seen = set()
        self.forced = 0
        self.replies = set()
        self.positions = 0

    def fail(self, hero, other, number, reason):
        letters = "xo" if self.first else "ox"
        raise Refused(number, reason + "\n" + self.board.draw(hero, other, letters))

    def read_line(self, text, number):
        words = text.split(" ")
        if len(words) not in (2, 3):
            raise Refused(number, "expected MOVES COLUMN or MOVES COLUMN PLAN")
        moves, column = words[0], words[1]
        board = self.board
        digits = "1234567"[: board.cols]
        stones, turn = [0, 0], 0
        for digit in "" if moves == "-" else moves:
            square = 0
            if digit in digits:
                square = board.playable(stones[0] | stones[1]) & board.column[int(digit) - 1]
            if not square or board.winning(stones[turn]) & square:
                raise Refused(number, f"'{moves}' is not a game that goes on")
            stones[turn] |= square
            turn = 1 - turn
        if turn != (0 if self.first else 1) or len(column) != 1 or column not in digits:
            raise Refused(number, f"'{column}' is not a move of this side after '{moves}'")
        square = board.playable(stones[0] | stones[1]) & board.column[int(column) - 1]
        if not square:
            raise Refused(number, f"column {column} is full")
        plan = words[2] if len(words) == 3 else ""
        if len(words) == 3 and (len(plan) != board.cols or plan.strip("!+=oe-")):
            raise Refused(number, "a plan has one of ! + = o e - for each column")
        hero, other = stones if self.first else stones[::-1]
        key = board.least(hero, other)
        if key in self.lines:
            raise Refused(number, "a second line for this position")
        self.lines[key] = (number, hero | square, other, plan)

    def walk(self):
        """Follows every reply outside plans."""
        board = self.board
        stack = []
        if self.first:
            stack.append((0, 0))
        else:
            self.add_replies(0, 0, stack)
        while stack:
            key = board.least(*stack.pop())
            hero, other = key
            playable = board.playable(hero | other)
            if key in self.seen or board.winning(hero) & playable:
                continue
            self.seen.add(key)
            threat = board.winning(other) & playable
            if key in self.lines:
                self.used.add(key)
                _, hero, other, plan = self.lines[key]
                if plan:
                    continue
            elif threat and not threat & (threat - 1):
                self.forced += 1
                hero |= threat
            elif not playable and not self.win:
                continue
            else:
                self.fail(hero, other, 0, "no line says what to play here")
            self.replies.add(board.least(hero, other))
            self.add_replies(hero, other, stack)

    def add_replies(self, hero, other, stack):
        board = self.board
        playable = board.playable(hero | other)
        if board.winning(other) & playable:
            self.fail(hero, other, 0, "the opponent completes four")
        if not playable and self.win:
            self.fail(hero, other, 0, "the board is full")
        for column in board.column:
            if playable & column:
                stack.append((hero, other | playable & column))

    def play_out(self, plan, leaves):
        """Plays a plan out from several positions with the opponent to move."""
        board, win = self.board, self.win
        winning, width, full = board.winning, board.width, board.full
        bottom = board.bottom
        order = sorted(range(board.cols), key=lambda c: (abs(2 * c + 1 - board.cols), c))
        # By the opponent's last column: for each row parity and column in order, rank and place.
        tables = []
        for last in range(board.cols):
            entries = []
            for place, c in enumerate(order):
                for odd in (False, True):
                    bits = board.column[c] & (board.odd if odd else full & ~board.odd)
                    entries.append((rank_of(plan[c], c == last, odd), place, bits))
            entries.sort()
            tables.append([bits for _, _, bits in entries])
        columns = list(enumerate(board.column))
        done = set()
        stack = []
        for number, hero, other in leaves:
            stack.append((hero, other))
            while stack:
                pos = stack.pop()
                if pos in done:
                    continue
                done.add(pos)
                hero, other = pos
                taken = hero | other
                playable = ~taken & ((taken << width) | bottom) & full
                if winning(other) & playable:
                    self.fail(hero, other, number, "the opponent completes four")
                if not playable and win:
                    self.fail(hero, other, number, "the board is full")
                mine = winning(hero) & ~taken
                for last, column in columns:
                    reply = playable & column
                    if not reply:
                        continue
                    above = reply << width & full
                    here = playable ^ reply | above
                    if mine & here or not here and not win:
                        continue
                    replied = other | reply
                    left = ~taken & ~reply
                    theirs = winning(replied) & left
                    threat = theirs & here
                    if threat:
                        if threat & (threat - 1):
                            self.fail(hero, replied, number, "two threats at once")
                        stack.append((hero | threat, replied))
                        continue
                    safe = here & ~(theirs >> width)
                    if not safe:
                        self.fail(hero, replied, number, "the plan has no safe move")
                    if self.two_threats(hero, safe, here, left):
                        square = self.two_threats(hero, safe, here, left)
                    else:
                        kept = safe & ~((mine & left) >> width) or safe
                        square = next(kept & bits for bits in tables[last] if kept & bits)
                    stack.append((hero | square, replied))
            self.positions += len(done)
            if self.positions > MAX_POSITIONS:
                raise Refused(number, f"more than {MAX_POSITIONS} positions")
            self.positions -= len(done)
        self.positions += len(done)

    def two_threats(self, hero, safe, here, left):
        board = self.board
        for column in board.column:
            square = safe & column
            if square:
                wins = board.winning(hero | square) & left & ~square
                if wins:
                    now = wins & (here & ~square | square << board.width)
                    if now & (now - 1) or wins & now << board.width:
                        return square
        return 0


def count(lines, at, name):
    words = lines[at].split(" ") if at < len(lines) else []
    if len(words) != 2 or words[0] != name or not words[1].isdigit() or str(int(words[1])) != words[1]:
        raise Refused(at + 1, f"expected '{name}' and a count")
    return int(words[1])


def check_strategy(lines, at, board, kind):
    strategy = Strategy(board, *kind.split(" "))
    written = [count(lines, at + i, name) for i, name in enumerate(COUNTS)]
    start, at, last = at, at + 4, (-1, "")
    while at < len(lines) and lines[at] != "end" and not lines[at].startswith("strategy "):
        moves = lines[at].split(" ")[0]
        order = (0 if moves == "-" else len(moves), moves)
        if order <= last:
            raise Refused(at + 1, "lines are not sorted")
        last = order
        strategy.read_line(lines[at], at + 1)
        at += 1
    strategy.walk()
    for key, line in strategy.lines.items():
        if key not in strategy.used:
            raise Refused(line[0], "this position cannot arise")
    leaves = [line for line in strategy.lines.values() if line[3]]
    found = [len(strategy.lines) - len(leaves), len(leaves), strategy.forced, len(strategy.replies)]
    for i in range(4):
        if found[i] != written[i]:
            raise Refused(start + i + 1, f"{COUNTS[i]} {written[i]} written, {found[i]} found")
    by_plan = {}
    for number, hero, other, plan in leaves:
        by_plan.setdefault(plan, []).append((number, hero, other))
    for plan, group in sorted(by_plan.items()):
        strategy.play_out(plan, group)
    told = " ".join(f"{name} {n}" for name, n in zip(COUNTS, found))
    return at, f" {kind}: {told} nodes {sum(found)}, {strategy.positions} positions under plans"


def check(text):
    if not text.endswith("\n"):
        raise Refused(text.count("\n") + 1, "the last line does not end: the file is cut off")
    lines = text[:-1].split("\n")
    for at, line in enumerate(lines):
        plain = all(" " <= letter <= "~" for letter in line) and "  " not in line
        if not line or len(line) > MAX_LINE or not plain or line != line.strip(" "):
            raise Refused(at + 1, "a blank, too long or badly spaced line")
    if lines[0] != "alinea certificate 1":
        raise Refused(1, "not a certificate of version 1")
    game = lines[1].split(" ") if len(lines) > 1 else []
    sides = game[2].split("x") if len(game) == 3 and game[:2] == ["game", "connect4"] else []
    if len(sides) != 2 or any(side not in ("4", "5", "6", "7") for side in sides):
        raise Refused(2, "not a game this program knows (connect4, from 4x4 to 7x7)")
    board = Board(int(sides[0]), int(sides[1]))
    told, at, kinds = f"connect4 {game[2]}", 2, []
    while not kinds or kinds == ["first draw"]:
        known = ["second draw"] if kinds else ["first win", "second win", "first draw"]
        kind = lines[at].removeprefix("strategy ") if at < len(lines) else ""
        if kind not in known or not lines[at].startswith("strategy "):
            raise Refused(at + 1, "expected a strategy: " + " or ".join(known))
        kinds.append(kind)
        at, part = check_strategy(lines, at + 1, board, kind)
        told += part
    if lines[at:] != ["end"]:
        raise Refused(at + 1, "expected 'end' and nothing after it")
    return told


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print("usage: check.py FILE", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    try:
        if len(data) > MAX_BYTES:
            raise Refused(0, f"longer than {MAX_BYTES} bytes")
        print("VERIFIED " + check(data.decode("latin-1")))
        return 0
    except Refused as refused:
        print(f"REFUSED line {refused.args[0]}: {refused.args[1]}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
