"""Boards as students write them: lists of lists, nothing shared with the grader."""


class Boom:
    """Desconecta-4 Boom. Row 0 is the bottom. 0 empty, 1 green, 2 blue."""

    COLS, ROWS = 7, 7

    def __init__(self):
        self.grid = [[0] * 7 for _ in range(7)]
        self.turn = 1
        self.jugada = 1
        self.bomb = {1: None, 2: None}
        self.history = []

    def moves(self):
        found = [c for c in range(7) if self.grid[6][c] == 0]
        if self.bomb[self.turn] is not None:
            found.append(7)
        return found

    def playable(self, mv):
        if mv == 7:
            return self.bomb[self.turn] is not None
        return self.grid[6][mv] == 0

    def save(self):
        return ([row[:] for row in self.grid], self.turn, self.jugada, dict(self.bomb))

    def play(self, mv):
        self.history.append(self.save())
        me = self.turn
        if mv == 7:
            self.explode(me)
        else:
            row = 0
            while self.grid[row][mv] != 0:
                row += 1
            self.grid[row][mv] = me
            if self.jugada % 5 == 0 and self.bomb[me] is None:
                self.bomb[me] = (row, mv)
        if me == 2:
            self.jugada += 1
        self.turn = 3 - me

    def explode(self, me):
        row = self.bomb[me][0]
        self.bomb[me] = None
        for c in range(7):
            if self.grid[row][c] == me:
                self.grid[row][c] = 0
                # GRAVITY
                for r in range(row, 6):
                    self.grid[r][c] = self.grid[r + 1][c]
                self.grid[6][c] = 0
                for p in (1, 2):
                    if self.bomb[p] is not None and self.bomb[p][1] == c and self.bomb[p][0] > row:
                        self.bomb[p] = (self.bomb[p][0] - 1, c)

    def undo(self):
        self.grid, self.turn, self.jugada, self.bomb = self.history.pop()

    def line(self):
        """The colour of the first line of four, or 0."""
        for r in range(7):
            for c in range(7):
                p = self.grid[r][c]
                if p == 0:
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    if all(
                        0 <= r + k * dr < 7 and 0 <= c + k * dc < 7 and self.grid[r + k * dr][c + k * dc] == p
                        for k in range(4)
                    ):
                        return p
        return 0

    def full(self):
        return all(self.grid[6][c] != 0 for c in range(7))

    def over(self):
        return self.line() != 0 or self.full()

    def value(self, me, level):
        loser = self.line()
        if loser != 0:
            return -99999999 if loser == me else 99999999
        if self.full():
            return 0
        total = 0
        for r in range(7):
            for c in range(7):
                if self.grid[r][c] == me and self.bomb[me] != (r, c):
                    total += min(c, 6 - c)
        return total

    def name(self, mv):
        return "BOOM" if mv == 7 else "PUT %d" % (mv + 1)


class Four:
    """Connect Four with the evaluation of Ligue 4; columns from the centre out."""

    COLS, ROWS = 7, 6

    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.turn = 1
        self.history = []
        self.lines = []
        for c in range(7):
            for r in range(6):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(c + k * dc, r + k * dr) for k in range(4)]
                    if all(0 <= x < 7 and 0 <= y < 6 for x, y in cells):
                        self.lines.append(cells)

    def moves(self):
        return [c for c in [3, 4, 2, 5, 1, 6, 0] if len(self.columns[c]) < 6]

    def playable(self, mv):
        return len(self.columns[mv]) < 6

    def play(self, mv):
        self.history.append((mv, self.turn))
        self.columns[mv].append(self.turn)
        self.turn = 3 - self.turn

    def undo(self):
        mv, turn = self.history.pop()
        self.columns[mv].pop()
        self.turn = turn

    def at(self, c, r):
        return self.columns[c][r] if r < len(self.columns[c]) else 0

    def line(self):
        for cells in self.lines:
            first = self.at(*cells[0])
            if first != 0 and all(self.at(*cell) == first for cell in cells):
                return first
        return 0

    def full(self):
        return all(len(column) == 6 for column in self.columns)

    def over(self):
        return self.line() != 0 or self.full()

    def value(self, me, level):
        total, four = 0, 0
        for cells in self.lines:
            owners = [self.at(*cell) for cell in cells]
            mine, yours = owners.count(me), owners.count(3 - me)
            if mine and not yours:
                if mine == 4:
                    four = 20000
                else:
                    total += (0, 5, 50, 500)[mine]
            if yours and not mine:
                if yours == 4:
                    four = -20000
                else:
                    total -= (0, 5, 50, 500)[yours]
        if four == 0 and self.full():
            return 0
        stones = sum(len(column) for column in self.columns)
        return (total + four) * max(0, 100 - stones) / 100

    def name(self, mv):
        return str(mv + 1)


class Toe:
    """Tic-tac-toe with the points of the Gomoku report (dezenas)."""

    COLS, ROWS = 3, 3

    def __init__(self):
        self.cells = [[0] * 3 for _ in range(3)]
        self.turn = 1
        self.history = []

    def moves(self):
        return [(r, c) for r in range(3) for c in range(3) if self.cells[r][c] == 0]

    def playable(self, mv):
        return self.cells[mv[0]][mv[1]] == 0

    def play(self, mv):
        self.history.append((mv, self.turn))
        self.cells[mv[0]][mv[1]] = self.turn
        self.turn = 3 - self.turn

    def undo(self):
        (r, c), turn = self.history.pop()
        self.cells[r][c] = 0
        self.turn = turn

    def at(self, r, c):
        return self.cells[r][c] if 0 <= r < 3 and 0 <= c < 3 else -1

    def runs(self):
        """Owner, length and open ends of every run."""
        for r in range(3):
            for c in range(3):
                p = self.cells[r][c]
                if p == 0:
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self.at(r - dr, c - dc) == p:
                        continue
                    n = 1
                    while self.at(r + n * dr, c + n * dc) == p:
                        n += 1
                    open_ends = (self.at(r - dr, c - dc) == 0) + (self.at(r + n * dr, c + n * dc) == 0)
                    yield p, n, open_ends

    def line(self):
        for p, n, _ in self.runs():
            if n >= 3:
                return p
        return 0

    def full(self):
        return all(cell != 0 for row in self.cells for cell in row)

    def over(self):
        return self.line() != 0 or self.full()

    def value(self, me, level):
        points = (0, 1, 10, 100)
        heuristic, board = 0.0, 0.0
        for p, n, open_ends in self.runs():
            sign = 1 if p == me else -1
            heuristic += sign * points[n] * (1, 1.3, 1.69)[open_ends]
            board += sign * points[n] * (1 + (0.2 * open_ends if n >= 2 else 0))
        winner = self.line()
        if winner != 0:
            return (1 if winner == me else -1) * 0.95**level + board + heuristic
        return 0 if self.full() else heuristic

    def name(self, mv):
        return "abc"[mv[1]] + str(3 - mv[0])
