"""Searches as students hand them in, as texts: mistakes are planted by editing them.

Each defines search(board, limit, root, out), which appends to `out` what the program prints for
every node, and returns value and move.
"""

# Fail-hard, MAX and MIN by the parity of the depth, nodes recorded before their children.
HARD = '''
def search(board, limit, root, out):
    def node(mv, depth, alpha, beta):
        record = {"move": mv, "depth": depth, "alpha": alpha, "beta": beta}
        out.append(record)
        if depth == limit or board.over():
            record["value"] = board.value(root, depth)
            return record["value"], None
        best = None
        if depth % 2 == 0:
            for child in board.moves():
                if not board.playable(child):
                    continue
                board.play(child)
                value, _ = node(child, depth + 1, alpha, beta)
                board.undo()
                if value > alpha:
                    alpha = value
                    best = child
                if alpha >= beta:
                    break
            record["value"] = alpha
            return alpha, best
        else:
            for child in board.moves():
                if not board.playable(child):
                    continue
                board.play(child)
                value, _ = node(child, depth + 1, alpha, beta)
                board.undo()
                if value < beta:
                    beta = value
                    best = child
                if alpha >= beta:
                    break
            record["value"] = beta
            return beta, best
    return node(None, 0, -INF, INF)
'''

# Fail-soft with two functions, the depth counts down, nodes are printed when they are left.
SOFT = '''
def search(board, limit, root, out):
    def max_value(move, left, alpha, beta):
        entered = (alpha, beta)
        if left == 0 or board.over():
            value = board.value(root, limit - left)
            out.append({"move": move, "depth": left, "alpha": entered[0], "beta": entered[1], "value": value})
            return value, None
        best, chosen = -INF, None
        for child in board.moves():
            if not board.playable(child):
                continue
            board.play(child)
            value = min_value(child, left - 1, alpha, beta)[0]
            board.undo()
            if value > best:
                best, chosen = value, child
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        out.append({"move": move, "depth": left, "alpha": entered[0], "beta": entered[1], "value": best})
        return best, chosen

    def min_value(move, left, alpha, beta):
        entered = (alpha, beta)
        if left == 0 or board.over():
            value = board.value(root, limit - left)
            out.append({"move": move, "depth": left, "alpha": entered[0], "beta": entered[1], "value": value})
            return value, None
        best, chosen = INF, None
        for child in board.moves():
            if not board.playable(child):
                continue
            board.play(child)
            value = max_value(child, left - 1, alpha, beta)[0]
            board.undo()
            if value < best:
                best, chosen = value, child
            beta = min(beta, best)
            if beta <= alpha:
                break
        out.append({"move": move, "depth": left, "alpha": entered[0], "beta": entered[1], "value": best})
        return best, chosen

    return max_value(None, limit, -INF, INF)
'''

# Negamax, fail-soft; values are those of the player to move.
NEGA = '''
def search(board, limit, root, out):
    def negamax(move, depth, alpha, beta, sign):
        node = {"move": move, "depth": depth, "alpha": alpha, "beta": beta}
        out.append(node)
        if depth >= limit or board.over():
            node["value"] = sign * board.value(root, depth)
            return node["value"], None
        best, chosen = -INF, None
        for child in board.moves():
            if not board.playable(child):
                continue
            board.play(child)
            value = -negamax(child, depth + 1, -beta, -alpha, -sign)[0]
            board.undo()
            if value > best:
                best, chosen = value, child
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        node["value"] = best
        return best, chosen
    return negamax(None, 0, -INF, INF, 1)
'''

# Plain minimax.
PLAIN = '''
def search(board, limit, root, out):
    def minimax(move, depth):
        node = {"move": move, "depth": depth}
        out.append(node)
        if depth == limit or board.over():
            node["value"] = board.value(root, depth)
            return node["value"], None
        best, chosen = None, None
        maximising = depth % 2 == 0
        for child in board.moves():
            if not board.playable(child):
                continue
            board.play(child)
            value, _ = minimax(child, depth + 1)
            board.undo()
            better = best is None or (value > best if maximising else value < best)
            if better:
                best, chosen = value, child
        node["value"] = best
        return best, chosen
    return minimax(None, 0)
'''

# Fail-hard where a cut returns the bound itself, as the chess programming wiki has it.
CLAMPED = '''
def search(board, limit, root, out):
    def node(mv, depth, alpha, beta):
        record = {"move": mv, "depth": depth, "alpha": alpha, "beta": beta}
        out.append(record)
        if depth == limit or board.over():
            record["value"] = board.value(root, depth)
            return record["value"], None
        best = None
        for child in board.moves():
            board.play(child)
            score, _ = node(child, depth + 1, alpha, beta)
            board.undo()
            if depth % 2 == 0:
                if score >= beta:
                    record["value"] = beta
                    return beta, child
                if score > alpha:
                    alpha, best = score, child
            else:
                if score <= alpha:
                    record["value"] = alpha
                    return alpha, child
                if score < beta:
                    beta, best = score, child
        record["value"] = alpha if depth % 2 == 0 else beta
        return record["value"], best
    return node(None, 0, -INF, INF)
'''

# The same as negamax.
CLAMPED_NEGA = '''
def search(board, limit, root, out):
    def node(mv, depth, alpha, beta, sign):
        record = {"move": mv, "depth": depth, "alpha": alpha, "beta": beta}
        out.append(record)
        if depth == limit or board.over():
            record["value"] = sign * board.value(root, depth)
            return record["value"], None
        best = None
        for child in board.moves():
            board.play(child)
            score = -node(child, depth + 1, -beta, -alpha, -sign)[0]
            board.undo()
            if score >= beta:
                record["value"] = beta
                return beta, child
            if score > alpha:
                alpha, best = score, child
        record["value"] = alpha
        return alpha, best
    return node(None, 0, -INF, INF, 1)
'''

# Russell and Norvig's two functions: a node is cut by its value before the bound is moved. Nodes
# are printed when they are left, with the window as it is then.
BY_VALUE = '''
def search(board, limit, root, out):
    def said(mv, depth, alpha, beta, value):
        out.append({"move": mv, "depth": depth, "alpha": alpha, "beta": beta, "value": value})
        return value

    def max_value(mv, depth, alpha, beta):
        if depth == limit or board.over():
            return said(mv, depth, alpha, beta, board.value(root, depth)), None
        v, best = -INF, None
        for child in board.moves():
            board.play(child)
            other = min_value(child, depth + 1, alpha, beta)[0]
            board.undo()
            if other > v:
                v, best = other, child
            if v >= beta:
                return said(mv, depth, alpha, beta, v), best
            alpha = max(alpha, v)
        return said(mv, depth, alpha, beta, v), best

    def min_value(mv, depth, alpha, beta):
        if depth == limit or board.over():
            return said(mv, depth, alpha, beta, board.value(root, depth)), None
        v, best = INF, None
        for child in board.moves():
            board.play(child)
            other = max_value(child, depth + 1, alpha, beta)[0]
            board.undo()
            if other < v:
                v, best = other, child
            if v <= alpha:
                return said(mv, depth, alpha, beta, v), best
            beta = min(beta, v)
        return said(mv, depth, alpha, beta, v), best

    return max_value(None, 0, -INF, INF)
'''
