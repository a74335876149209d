#!/usr/bin/env python3
"""Checks a certificate by playing every reply, as docs/certificates.md says: check.py FILE

A second opinion beside alinea-check, which it shares nothing with. Prints VERIFIED and counts
(exit 0), or REFUSED, the line, the reason and the position (exit 1); exit 2: no file to read.
"""

import sys

MAX_BYTES = 4 << 20
# A short file can ask for a game tree without end: no more is remembered, no more is played.
MAX_POSITIONS = 14_000_000
MAX_REPLIES = 300_000_000


class Refused(Exception):
    """A line of the file, what is wrong with it, and a drawn position, if one was played."""

    def __init__(self, line, reason, board=""):
        super().__init__(reason)
        self.line, self.reason, self.board = line, reason, board


def number(text):
    """A decimal number without leading zeros, or None."""
    plain = text.isdigit() and len(text) < 10 and (text == "0" or text[0] != "0")
    return int(text) if plain else None


class Text:
    """The lines of a file, and the number of the one that was read last."""

    def __init__(self, data):
        self.lines = data.split(b"\n")
        self.line = 0

    def need(self, holds, reason):
        if not holds:
            raise Refused(max(self.line, 1), reason)

    def words(self):
        self.line += 1
        # What follows the last line feed is no line.
        self.need(self.line < len(self.lines), "the file ends here")
        line = self.lines[self.line - 1]
        self.need(len(line) <= 120, "the line is longer than 120 characters")
        words = line.split(b" ")
        right = all(word and all(33 <= byte <= 126 for byte in word) for word in words)
        self.need(right, "not words of ASCII with one space between them")
        return [word.decode("ascii") for word in words]

    def next(self):
        """The first character of the next line."""
        return self.lines[self.line][:1].decode("latin-1") if self.line < len(self.lines) else ""


def check(data):
    text = Text(data)
    text.need(len(data) <= MAX_BYTES, "the file is larger than 4 MiB")
    text.need(text.words() == ["alinea", "certificate", "1"], "expected `alinea certificate 1`")
    game = text.words()
    text.need(len(game) == 3 and game[0] == "game", "expected `game NAME SIZE`")
    sides = [number(side) for side in game[2].split("x")]
    counts = (check_strategies if game[1] == "connect4" else check_attack)(text, game[1], sides)
    end = text.words() == ["end"] and text.lines[text.line :] == [b""]
    text.need(end, "expected `end`, and nothing after it")
    return f"{game[1]} {game[2]} {counts}"


# Connect Four. A set of squares is a number with the bit 8 * column + row; row 0 is the lowest.

BOTTOM = sum(1 << 8 * col for col in range(7))
ODD_ROWS = BOTTOM * 0b01010101
COLUMNS = [0xFF << 8 * col for col in range(7)]
# By the word of the column: the answer on an even and an odd row, other squares on both.
RANKS = {
    "!": (0, 0, 0, 0),
    "+": (1, 1, 2, 5),
    "=": (1, 1, 3, 6),
    "o": (7, 1, 7, 4),
    "e": (1, 7, 3, 7),
    "-": (8, 8, 8, 8),
}


class Strategy:
    def __init__(self, cols, rows, hero, goal):
        self.cols, self.rows, self.hero, self.goal = cols, rows, hero, goal
        self.all = sum(((1 << rows) - 1) << 8 * col for col in range(cols))
        self.lines = {}  # position, mirrored or not -> (number, position, column, plan)
        self.used, self.forced, self.replies, self.under_plans = set(), set(), set(), set()
        self.fours_known = {}
        # The order in which equals are preferred.
        self.centre = sorted(range(cols), key=lambda col: (abs(2 * col + 1 - cols), col))

    def fours(self, stones):
        """The squares, taken or not, on which one more stone would complete four."""
        found = self.fours_known.get(stones)
        if found is None:
            found = 0
            for step in (1, 7, 8, 9):
                # The new stone is the first, second, third or last of the four.
                a, b, c = stones >> step, stones >> 2 * step, stones >> 3 * step
                z, y, x = stones << step, stones << 2 * step, stones << 3 * step
                found |= (a & b & c) | (z & a & b) | (y & z & a) | (x & y & z)
            found &= self.all
            if len(self.fours_known) > 1_000_000:
                self.fours_known.clear()
            self.fours_known[stones] = found
        return found

    def playable(self, hero, other):
        return ((hero | other) + BOTTOM) & self.all

    def mirror(self, stones):
        return int.from_bytes(stones.to_bytes(self.cols, "little"), "big")

    def merged(self, hero, other):
        """One name for a position and its mirror image."""
        return min((hero, other), (self.mirror(hero), self.mirror(other)))

    def read(self, text):
        last = (0, "")
        while text.next() and text.next() in "-./0123456789":
            words = text.words()
            text.need(len(words) in (2, 3), "expected `MOVES COLUMN` or `MOVES COLUMN PLAN`")
            moves, sides = "" if words[0] == "-" else words[0], [0, 0]
            for i, digit in enumerate(moves):
                col = "1234567".find(digit)
                stone = self.playable(*sides) & COLUMNS[col] if col >= 0 else 0
                legal = stone & ~self.fours(sides[i % 2])
                text.need(legal, "MOVES are not legal, or the game is over")
                sides[i % 2] |= stone
            text.need(last <= (len(moves), moves), "the lines are not sorted")
            last = (len(moves), moves)
            board = (sides[self.hero], sides[1 - self.hero])
            col = (number(words[1]) or 0) - 1
            full = not 0 <= col < 7 or not self.playable(*board) & COLUMNS[col]
            text.need(not full, "COLUMN is full or none of the board")
            plan = words[2] if len(words) == 3 else None
            right = plan is None or len(plan) == self.cols and all(w in RANKS for w in plan)
            text.need(right, "PLAN is not one word a column")
            place = self.merged(*board)
            text.need(place not in self.lines, "a second line for the position or its mirror image")
            self.lines[place] = (text.line, board, col, plan)

    def planned(self, hero, other, last, plan, playable):
        """The square that a plan plays when nobody can complete four at once."""
        safe = playable & ~(self.fours(other) >> 1)
        if not safe:
            return 0
        stones = [safe & COLUMNS[col] for col in range(self.cols)]
        for stone in filter(None, stones):
            wins = self.fours(hero | stone)
            now = wins & self.playable(hero | stone, other)
            if now & (now - 1) or now & wins >> 1:
                return stone
        left = safe & ~(self.fours(hero) >> 1) or safe
        best = (9, 0)
        for col in self.centre:
            stone = left & COLUMNS[col]
            if stone:
                place = (0 if col == last else 2) + (1 if stone & ODD_ROWS else 0)
                rank = RANKS[plan[col]][place]
                if rank < best[0]:
                    best = (rank, stone)
        return best[1]

    def turn(self, hero, other, last, line, plan):
        """Plays the hero's move, then every reply; `last` is the column of the opponent's move."""
        playable = self.playable(hero, other)
        if playable & self.fours(hero) or not playable and self.goal == "draw":
            return
        threats = playable & self.fours(other)
        found = self.lines.get(self.merged(hero, other)) if plan is None else None
        if found:
            line, board, col, plan = found
            self.used.add(line)
            hero, other = board
            stone = self.playable(hero, other) & COLUMNS[col]
        elif plan is not None and not threats:
            stone = self.planned(hero, other, last, plan, playable)
            self.need(stone, hero, other, line, "the plan has no safe square")
        else:
            one = threats and not threats & (threats - 1)
            self.need(one, hero, other, line, "no line, and not one threat to block")
            if plan is None:
                self.forced.add(self.merged(hero, other))
            stone = threats
        hero |= stone
        lost = self.playable(hero, other) & self.fours(other)
        self.need(not lost, hero, other, line, "the opponent can complete four")
        full = not self.playable(hero, other)
        reason = "the board is full, and the hero has not won"
        self.need(not full or self.goal == "draw", hero, other, line, reason)
        few = len(self.replies) + len(self.under_plans) < MAX_POSITIONS
        self.need(few, hero, other, line, "too many positions")
        met = self.replies if plan is None else self.under_plans
        name = self.merged(hero, other) if plan is None else (hero, other, plan)
        if name not in met:
            met.add(name)
            self.opponent(hero, other, line, plan)

    def opponent(self, hero, other, line, plan):
        playable = self.playable(hero, other)
        for col in range(self.cols):
            stone = playable & COLUMNS[col]
            if stone:
                self.turn(hero, other | stone, col, line, plan)

    def need(self, holds, hero, other, line, reason):
        if not holds:
            x, o = (hero, other) if self.hero == 0 else (other, hero)
            board = ""
            for row in reversed(range(self.rows)):
                bits = [1 << 8 * col + row for col in range(self.cols)]
                board += "\n" + "".join("x" if x & b else "o" if o & b else "." for b in bits)
            raise Refused(line, reason, board)


def check_strategies(text, _, sides):
    """Reads a strategy, plays it and compares its counts; then the second, if there is one."""
    right = len(sides) == 2 and all(side in (4, 5, 6, 7) for side in sides)
    text.need(right, "expected `connect4 COLSxROWS`, each from 4 to 7")
    words = text.words()
    known = len(words) == 3 and words[0] == "strategy"
    known = known and words[1] in ("first", "second") and words[2] in ("win", "draw")
    text.need(known, "no strategy")
    game, start = Strategy(*sides, int(words[1] == "second"), words[2]), text.line
    counts = [" ".join(text.words()) for _ in range(4)]
    game.read(text)
    if game.hero == 0:
        game.turn(0, 0, 0, start, None)
    else:
        game.opponent(0, 0, start, None)
    for line in range(start + 5, text.line + 1):
        if line not in game.used:
            raise Refused(line, "no sequence of replies leads to this line")
    leaves = sum(plan is not None for _, _, _, plan in game.lines.values())
    found = [len(game.lines) - leaves, leaves, len(game.forced), len(game.replies)]
    for i, word in enumerate(("stored", "leaves", "forced", "replies")):
        if counts[i] != f"{word} {found[i]}":
            raise Refused(start + 1 + i, f"expected `{word} {found[i]}`")
    plans = len(game.under_plans)
    name, counts = " ".join(words[1:]), " ".join(counts)
    counted = f"{name}: {counts} nodes {sum(found)}, {plans} positions under plans"
    if name == "first draw" and text.lines[text.line] == b"strategy second draw":
        counted += "; " + check_strategies(text, _, sides)
    return counted


# Games on squares. A square is (column, row), from 0 at the left and at the bottom.

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Attack:
    def __init__(self, game, length, rows, hero, start):
        self.game, self.length, self.hero, self.at = game, length, hero, start
        self.other = "o" if hero == "x" else "x"
        self.cols, self.rows = len(rows[0]), len(rows)
        self.cells = {
            (col, len(rows) - 1 - i): cell
            for i, row in enumerate(rows)
            for col, cell in enumerate(row)
        }
        self.next = {}  # (line, reply) -> (line, square); the reply None is `*`
        self.used, self.positions = set(), 0

    def square(self, name):
        col, row = ord(name[0]) - ord("a"), (number(name[1:]) or 0) - 1
        return (col, row) if (col, row) in self.cells else None

    def end(self, side, square, dc, dr):
        """How many stones of a side follow in a row, and what stands behind them."""
        (col, row), count = square, 0
        while True:
            col, row = col + dc, row + dr
            cell = self.cells.get((col, row), "#")
            if cell != side:
                return count, cell
            count += 1

    def wins(self, side, square):
        """Whether a stone of the side on this square completes a row that wins."""
        for dc, dr in STEPS:
            after, one_end = self.end(side, square, dc, dr)
            before, other_end = self.end(side, square, -dc, -dr)
            row = after + before + 1
            if self.game == "standard" or self.game == "renju" and side == "x":
                won = row == 5
            elif self.game == "caro":
                won = row == 5 and not (one_end in "xo" and other_end in "xo")
            else:
                won = row >= self.length
            if won:
                return True
        return False

    def winning(self, side):
        for square, cell in self.cells.items():
            if cell == "." and self.wins(side, square):
                return square
        return None

    def forbidden(self, side, square):
        """Whether the rules keep the side from playing on this empty square: first, in renju."""
        self.positions += 1
        free = self.game != "renju" or side == "o" or self.positions > MAX_REPLIES
        if free or self.wins(side, square):
            return False
        self.cells[square] = "x"
        long, fours, threes = False, 0, 0
        for dc, dr in STEPS:
            places = [(square[0] + i * dc, square[1] + i * dr) for i in range(-5, 6)]
            line = "".join(self.cells.get(place, "#") for place in places)
            long = long or "xxxxxx" in line
            fours += len(four_sets(line))
            threes += any(
                not self.wins("x", places[gap]) and not self.forbidden("x", places[gap])
                for gap in open_fours(line)
            )
        self.cells[square] = "."
        return long or fours > 1 or threes > 1

    def play(self, line, reply):
        """Plays the line for this reply to a line, and then every reply to it."""
        found = self.next.get((line, reply)) or self.next.get((line, None))
        self.need(found, "no line for the last move here")
        line, square = found
        self.at = line
        self.used.add(line)
        free = self.cells.get(square) == "." and not self.forbidden(self.hero, square)
        self.need(free, "the square is taken or forbidden")
        self.cells[square] = self.hero
        self.need(not self.winning(self.other), "the opponent can complete a row")
        legal, threat = False, square
        # From the top, as the position is drawn.
        empty = [place for place, cell in self.cells.items() if cell == "."]
        for reply in empty:
            if self.forbidden(self.other, reply):
                continue
            self.need(self.positions <= MAX_REPLIES, "too many positions")
            self.at, self.cells[reply], legal = line, self.other, True
            if self.cells[threat] != "." or not self.wins(self.hero, threat):
                won = self.winning(self.hero)
                if won:
                    threat = won
                else:
                    self.play(line, reply)
            self.cells[reply] = "."
        self.need(legal, "the opponent has no legal reply: a draw")
        self.cells[square] = "."

    def need(self, holds, reason):
        if not holds:
            rows = reversed(range(self.rows))
            drawn = ("".join(self.cells[col, row] for col in range(self.cols)) for row in rows)
            raise Refused(self.at, reason, "".join("\n" + row for row in drawn))


def four_sets(line):
    """The sets of four stones, the middle one of 11 among them, that lack one to exactly five."""
    sets = set()
    for start in range(1, 6):
        five = line[start : start + 5]
        exact = line[start - 1] != "x" and line[start + 5] != "x"
        if exact and five.count("x") == 4 and "." in five:
            sets.add(tuple(start + i for i in range(5) if five[i] == "x"))
    return sets


def open_fours(line):
    """The empty squares on which one more stone makes an open four with the middle one of 11."""
    for start in range(2, 6):
        four = line[start : start + 4]
        ends = line[start - 1] == "." and line[start + 4] == "."
        fives = line[start - 2] != "x" and line[start + 5] != "x"
        if ends and fives and four.count("x") == 3 and "." in four:
            yield start + four.index(".")


def check_attack(text, game, sides):
    """Reads an attack from a drawn position, and plays it against every reply."""
    if game in ("gomoku", "standard", "renju", "caro") and len(sides) == 1:
        sides = [sides[0], sides[0], 5]
    elif game != "mnk":
        sides = []
    right = len(sides) == 3 and None not in sides
    right = right and 1 <= min(sides[:2]) and max(sides) <= 22 and sides[2] >= 3
    text.need(right, "no game that is known, or not with this size")
    cols, rows, length = sides
    drawn = []
    for _ in range(rows):
        words = text.words()
        right = len(words) == 2 and words[0] == "row" and len(words[1]) == cols
        text.need(right and set(words[1]) <= set(".xo"), "expected a `row`")
        drawn.append(words[1])
    strategy = text.words()
    known = strategy in (["strategy", "first", "win"], ["strategy", "second", "win"])
    text.need(known, "no strategy to win")
    count, start = " ".join(text.words()), text.line
    attack = Attack(game, length, drawn, "x" if strategy[1] == "first" else "o", start)
    above = []  # The lines to which the next one can belong, by their depth.
    while text.next() and text.next() in "0123456789":
        words = text.words()
        text.need(len(words) == 3, "expected `DEPTH REPLY SQUARE`")
        depth = number(words[0])
        right = depth is not None and depth <= len(above)
        text.need(right, "DEPTH is no number, or more than one deeper than before")
        del above[depth:]
        root = (not above) == (words[1] == "-") == (not attack.next)
        text.need(root, "the first line, and no other, begins with `0 -`")
        reply, square = attack.square(words[1]), attack.square(words[2])
        text.need(reply or words[1] in ("-", "*"), "REPLY is neither a square nor `*`")
        text.need(square or words[2] in ("-", "*"), "SQUARE is not on the board")
        place = (above[-1] if above else 0, reply)
        text.need(place not in attack.next, "a second line for the same reply")
        attack.next[place] = (text.line, square)
        above.append(text.line)
    end, found = text.line, f"lines {len(attack.next)}"
    if count != found:
        raise Refused(start, f"expected `{found}`")
    for square, cell in attack.cells.items():
        if cell != "." and attack.wins(cell, square):
            raise Refused(start, "somebody has a winning row already")
    if not attack.winning(attack.hero):
        attack.play(0, None)
    for line in range(start + 1, end + 1):
        if line not in attack.used:
            raise Refused(line, "no sequence of replies leads to this line")
    return f"{strategy[1]} win: {found}, {attack.positions} positions"


def main():
    # The longest game has 22 x 22 moves, and forbidden squares can hang on as many others.
    sys.setrecursionlimit(10_000)
    if len(sys.argv) != 2:
        sys.exit(usage("expected one file"))
    try:
        with open(sys.argv[1], "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        sys.exit(usage(error))
    try:
        print("VERIFIED", check(data))
    except Refused as refused:
        print(f"REFUSED line {refused.line}: {refused.reason}{refused.board}")
        sys.exit(1)


def usage(error):
    print(f"usage: check.py FILE\n{error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
