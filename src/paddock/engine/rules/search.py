"""Information-set Monte Carlo tree search, written once as rules and bound to a game's rules.

It is given what a seat may see. Every walk resamples the hidden rest, follows the tree by the moves that the seat would
see, plays on with quick drivers and adds up the game's estimate for each seat: no hidden card and no coming die can
reach it. All numbers are integers, so every backend makes the same choice.

The tree is one buffer: its head, then branches. A branch is a move together with the node (`point`) it leads to; branch
0 is the root, and as NEXT or FIRST it means none. Means are stored, so that a walk makes few divisions.
"""

from typing import Any

from .contract import actor, apply, estimate, legal, sees_move, suggest
from .loops import advance, chance_outcome, policy_move
from .marking import CHANCE, OVER, rule

USED, ROOM, HEAD = 0, 1, 2  # of the head: branches used, branches there is room for; its length
MOVE, NEXT, FIRST, LIKELY, COUNT, SUM, MEAN, BRANCH = 0, 1, 2, 3, 4, 5, 6, 7  # of a branch; its length
# MOVE: seen by the searching seat; NEXT: sibling, a branch of the same point; FIRST: child, a branch of the point it
# leads to; LIKELY: the quick choice there; COUNT: walks through it; SUM: total estimate of its mover; MEAN: SUM / COUNT
HIDDEN = -1  # the move of a branch that the searching seat would not see
UNKNOWN = -1  # a quick choice that is not computed yet
PATH = 256  # branches of a walk inside the tree, at most
SCALE = 1000  # an estimate is in thousandths, a mean in millionths
EXPLORE = 1_500_000  # exploration constant: the bonus of a rarely tried move
TRUST = 3  # prior: the quick choice weighs as much as that many moves
EVEN = 500_000  # the mean to which EXPLORE is tuned: even chances of two seats
LEAST = 10_000  # the exploration bonus shrinks no further below this mean


@rule
def branch_at(branch: int):
    """The index in the tree at which a branch begins."""
    return HEAD + BRANCH * branch


@rule
def find_branch(tree: list[int], point: int, move: int):
    """The branch of a move, 0 if it was never taken."""
    branch = tree[branch_at(point) + FIRST]
    while branch != 0 and tree[branch_at(branch) + MOVE] != move:
        branch = tree[branch_at(branch) + NEXT]
    return branch


@rule
def make_branch(tree: list[int], point: int, move: int):
    """A new branch; 0 if the tree is full."""
    if tree[USED] == tree[ROOM]:
        return 0
    branch = tree[USED]
    at = branch_at(branch)
    tree[at + MOVE] = move
    tree[at + NEXT] = tree[branch_at(point) + FIRST]
    tree[at + FIRST] = 0
    tree[at + LIKELY] = UNKNOWN
    tree[at + COUNT] = 0
    tree[at + SUM] = 0
    tree[branch_at(point) + FIRST] = branch
    tree[USED] += 1
    return branch


@rule
def nearly_root(n: int):
    """Integer square root by linear interpolation between powers of four: up to 6 % too low."""
    twos = 0
    while n >> (2 * twos) >= 4:
        twos += 1
    return ((n >> twos) + (2 << twos)) // 3


@rule
def tried_choice(t: Any, s: Any, tree: list[int], point: int, out: list[int], branches: list[int], random: list[int]):
    """The index of the legal move to try next (PUCT): high mean, few visits, or the quick choice as prior.

    A lone seat against a field may have small chances only: it explores in proportion, or exploration would hide them.
    """
    n = legal(t, s, out)
    at = branch_at(point)
    if n > 1 and tree[at + LIKELY] == UNKNOWN:
        tree[at + LIKELY] = suggest(t, s, out, n, random)
    tried = 0
    total = 0
    for i in range(n):
        branches[i] = find_branch(tree, point, out[i])
        if branches[i] != 0:
            tried += tree[branch_at(branches[i]) + COUNT]
            total += tree[branch_at(branches[i]) + SUM]
    if n == 1:
        return 0
    usual = SCALE * total // max(1, tried)
    effort = EXPLORE // 16 * nearly_root(256 * (tried + 1)) // (n + TRUST - 1)
    if t.seats == 1:
        effort = effort * min(EVEN, max(LEAST, usual)) // EVEN
    best = 0
    best_score = -1
    for i in range(n):
        score = worth(tree, branches[i], usual, effort * TRUST if out[i] == tree[at + LIKELY] else effort)
        if score > best_score:
            best = i
            best_score = score
    return best


@rule
def worth(tree: list[int], branch: int, usual: int, effort: int):
    """The score of a move: its mean (`usual` if never tried) plus an exploration bonus that shrinks with visits."""
    if branch == 0:
        return usual + effort
    at = branch_at(branch)
    return tree[at + MEAN] + effort // (1 + tree[at + COUNT])


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
    """Selection and expansion: follow the tree to a move that was never tried; returns how many branches were taken."""
    point = 0
    steps = 0
    while steps < PATH:
        who = actor(t, s)
        if who == OVER:
            break
        seen = who == seat or sees_move(t, s, seat)
        if who >= 0 and seen:
            choice = tried_choice(t, s, tree, point, out, weight, random)
            move = out[choice]
            branch = weight[choice]
        else:
            move = unsearched_move(t, s, who, policy, out, weight, random)
            branch = find_branch(tree, point, move if seen else HIDDEN)
        is_new = branch == 0
        if is_new:
            branch = make_branch(tree, point, move if seen else HIDDEN)
            if branch == 0:
                break
        path[2 * steps] = branch
        path[2 * steps + 1] = who
        steps += 1
        point = branch
        apply(t, s, move, log)
        if is_new and seen and who >= 0:
            break
    return steps


@rule
def unsearched_move(t: Any, s: Any, who: int, policy: list[int], out: list[int], weight: list[int], random: list[int]):
    """A move outside the search: an outcome of chance, or the policy's move for a seat whose moves are hidden."""
    if who == CHANCE:
        return chance_outcome(t, s, out, weight, random)
    return policy_move(t, s, policy[who], out, random)


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
    """One walk: descend, play out `depth` plies, estimate and back up each mover's result; returns plies played."""
    steps = descend(t, s, seat, tree, path, policy, out, weight, log, random)
    further, _ = advance(t, s, policy, depth, out, weight, log, random)
    estimate(t, s, out)
    for i in range(steps):
        at = branch_at(path[2 * i])
        tree[at + COUNT] += 1
        if path[2 * i + 1] >= 0:
            tree[at + SUM] += out[path[2 * i + 1]]
            tree[at + MEAN] = SCALE * tree[at + SUM] // tree[at + COUNT]
    return steps + further
