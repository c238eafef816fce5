"""Information-set Monte Carlo tree search, written once as rules and bound to a game's rules.

It is given what a seat may see. Every walk fills in the rest anew, follows the tree by the moves that the seat would
see, plays on with quick drivers and counts the game's estimate for each seat: nobody's secret and no coming die can
reach it. All numbers are whole, so every backend makes the same choice.

The tree is one buffer: its head, then nodes, then edges. Node 0 is the root; edge 0 is none.
"""

from typing import Any

from .contract import actor, apply, estimate, legal, sees_move, suggest
from .loops import advance, chance_outcome, policy_move
from .marking import CHANCE, OVER, rule

NODES, EDGES, NODE_ROOM, EDGE_ROOM, HEAD = 0, 1, 2, 3, 4  # of the head: used, used, room, room; its length
FIRST, VISITS, LIKELY, NODE = 0, 1, 2, 3  # of a node: its first edge, walks through it, the quick choice; its length
MOVE, NEXT, CHILD, COUNT, SUM, EDGE = 0, 1, 2, 3, 4, 5  # of an edge; SUM is what its mover has got; its length
HIDDEN = -1  # the move of an edge that the searching seat would not see
PATH = 256  # edges of a walk inside the tree, at most
SCALE = 1000  # an estimate is in thousandths, a mean in millionths
EXPLORE = 1_500_000  # how much a rarely tried move is worth trying
TRUST = 3  # the quick choice counts as that many moves


@rule
def node_at(node: int):
    """Where a node begins."""
    return HEAD + NODE * node


@rule
def edge_at(tree: list[int], edge: int):
    """Where an edge begins."""
    return HEAD + NODE * tree[NODE_ROOM] + EDGE * edge


@rule
def find_edge(tree: list[int], node: int, move: int):
    """The edge of a move, 0 if it was never taken."""
    edge = tree[node_at(node) + FIRST]
    while edge != 0 and tree[edge_at(tree, edge) + MOVE] != move:
        edge = tree[edge_at(tree, edge) + NEXT]
    return edge


@rule
def make_edge(tree: list[int], node: int, move: int):
    """A new edge with a new node behind it; 0 if the tree is full."""
    if tree[NODES] == tree[NODE_ROOM] or tree[EDGES] == tree[EDGE_ROOM]:
        return 0
    edge = tree[EDGES]
    at = edge_at(tree, edge)
    tree[at + MOVE] = move
    tree[at + NEXT] = tree[node_at(node) + FIRST]
    tree[at + CHILD] = tree[NODES]
    tree[at + COUNT] = 0
    tree[at + SUM] = 0
    tree[node_at(node) + FIRST] = edge
    clear_node(tree, tree[NODES])
    tree[NODES] += 1
    tree[EDGES] += 1
    return edge


@rule
def clear_node(tree: list[int], node: int):
    """A node that nobody has been to."""
    tree[node_at(node) + FIRST] = 0
    tree[node_at(node) + VISITS] = 0
    tree[node_at(node) + LIKELY] = HIDDEN


@rule
def square_root(n: int):
    """The whole part of a square root."""
    root = 1
    while root * root < n:
        root *= 2
    while root * root > n:
        root = (root + n // root) // 2
    return root


@rule
def tried_move(t: Any, s: Any, tree: list[int], node: int, out: list[int], edges: list[int], random: list[int]):
    """The legal move to try next: a good mean so far, or not often tried, or the quick choice."""
    n = legal(t, s, out)
    at = node_at(node)
    if n == 1:
        return out[0]
    if tree[at + VISITS] == 0:
        tree[at + LIKELY] = suggest(t, s, out, n, random)
    tried = 0
    total = 0
    for i in range(n):
        edges[i] = find_edge(tree, node, out[i])
        if edges[i] != 0:
            tried += tree[edge_at(tree, edges[i]) + COUNT]
            total += tree[edge_at(tree, edges[i]) + SUM]
    usual = SCALE * total // tried if tried > 0 else 0
    effort = EXPLORE // 16 * square_root(256 * (tried + 1)) // (n + TRUST - 1)
    best = 0
    best_score = -1
    for i in range(n):
        score = worth(tree, edges[i], usual, effort * TRUST if out[i] == tree[at + LIKELY] else effort)
        if score > best_score:
            best = i
            best_score = score
    return out[best]


@rule
def worth(tree: list[int], edge: int, usual: int, effort: int):
    """The mean of a move, or the usual one, and more for one that was rarely tried."""
    if edge == 0:
        return usual + effort
    at = edge_at(tree, edge)
    return SCALE * tree[at + SUM] // tree[at + COUNT] + effort // (1 + tree[at + COUNT])


@rule
def descend(
    t: Any,
    s: Any,
    seat: int,
    tree: list[int],
    path: list[int],
    policy: list[int],
    out: list[int],
    weight: list[int],
    log: list[int],
    random: list[int],
):
    """Follow the tree until a move that was never tried; returns how many edges were taken."""
    node = 0
    steps = 0
    while steps < PATH:
        who = actor(t, s)
        if who == OVER:
            break
        seen = who == seat or sees_move(t, s, seat)
        if who == CHANCE:
            move = chance_outcome(t, s, out, weight, random)
        elif seen:
            move = tried_move(t, s, tree, node, out, weight, random)
        else:
            move = policy_move(t, s, policy[who], out, random)
        label = move if seen else HIDDEN
        edge = find_edge(tree, node, label)
        is_new = edge == 0
        if is_new:
            edge = make_edge(tree, node, label)
            if edge == 0:
                break
        tree[node_at(node) + VISITS] += 1
        path[2 * steps] = edge
        path[2 * steps + 1] = who
        steps += 1
        node = tree[edge_at(tree, edge) + CHILD]
        apply(t, s, move, log)
        if is_new and seen and who >= 0:
            break
    return steps


@rule
def walk(
    t: Any,
    s: Any,
    seat: int,
    depth: int,
    tree: list[int],
    path: list[int],
    policy: list[int],
    out: list[int],
    weight: list[int],
    log: list[int],
    random: list[int],
):
    """One walk down the tree and a little further, and what came of it for each mover; returns plies played."""
    steps = descend(t, s, seat, tree, path, policy, out, weight, log, random)
    further, _ = advance(t, s, policy, depth, out, weight, log, random)
    estimate(t, s, out)
    for i in range(steps):
        at = edge_at(tree, path[2 * i])
        tree[at + COUNT] += 1
        if path[2 * i + 1] >= 0:
            tree[at + SUM] += out[path[2 * i + 1]]
    return steps + further
