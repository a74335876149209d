# A Gomocup engine that takes the first free square, row by row.
import sys

taken, size, board = set(), 15, False


def move():
    square = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    taken.add(square)
    print("%d,%d" % square, flush=True)


for line in sys.stdin:
    words = line.replace(",", " ").split()
    if board:
        if words[0] == "DONE":
            board = False
            move()
        else:
            taken.add((int(words[0]), int(words[1])))
    elif words[0] in ("START", "RESTART"):
        size = int(words[1]) if len(words) > 1 else size
        taken = set()
        print("OK", flush=True)
    elif words[0] == "BEGIN":
        move()
    elif words[0] == "TURN":
        taken.add((int(words[1]), int(words[2])))
        move()
    elif words[0] == "BOARD":
        board, taken = True, set()
    elif words[0] == "END":
        break
