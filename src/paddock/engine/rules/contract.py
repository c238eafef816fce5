"""The contract: the rules that every game defines, and the only ones that engine, bots, server, lab and adapters call.

A game defines functions of these names and parameters. The functions here are placeholders in the engine's loops.
`out`, `weight`, `place`, `score` and `value` are written by the rule; `log` takes events (see `note`).
"""

from typing import Any, NoReturn

from .marking import slot

CONTRACT = (
    "setup",
    "actor",
    "legal",
    "chance",
    "apply",
    "standings",
    "conceal",
    "resample",
    "sees_move",
    "estimate",
    "suggest",
)


def _unbound() -> NoReturn:
    raise AssertionError("a loop runs only after it has been bound to a game's rules")


@slot
def setup(t: Any, s: Any) -> None:
    """Make the position before the first move or chance event; every field of the state is 0."""
    _unbound()


@slot
def actor(t: Any, s: Any) -> int:
    """Who acts: a seat, `CHANCE` or `OVER`."""
    _unbound()


@slot
def legal(t: Any, s: Any, out: list[int]) -> int:
    """Write the legal moves of the acting seat, once each, in a stable order; return how many."""
    _unbound()


@slot
def chance(t: Any, s: Any, out: list[int], weight: list[int]) -> int:
    """Write the outcomes of the pending chance event and their integer weights; return how many.

    `weight[0] = EQUAL` says that all are equally likely and saves writing the others: a plain die.
    """
    _unbound()


@slot
def apply(t: Any, s: Any, move: int, log: list[int]) -> None:
    """Play one legal move or chance outcome; write what happened to `log`."""
    _unbound()


@slot
def ply(t: Any, s: Any, policy: list[int], out: list[int], weight: list[int], log: list[int], random: list[int]) -> int:
    """Play one ply: chance or, by its policy, a seat; return who acted. Made from the phases, never by a game."""
    _unbound()


@slot
def standings(t: Any, s: Any, place: list[int], score: list[int]) -> None:
    """Write each seat's place (1 is first) and points, at any time.

    A lone seat of a game with a `field` has its place among all cars of the field.
    """
    _unbound()


@slot
def conceal(t: Any, s: Any, seat: int) -> None:
    """Blank in place what that seat (a spectator: -1) may not know."""
    _unbound()


@slot
def resample(t: Any, s: Any, seat: int, random: list[int]) -> None:
    """Fill what was concealed from that seat (a spectator: -1) with a random world consistent with what it knows."""
    _unbound()


@slot
def sees_move(t: Any, s: Any, seat: int) -> int:
    """Whether that seat (a spectator: -1) may see the move or outcome about to be played: 1 or 0."""
    _unbound()


@slot
def estimate(t: Any, s: Any, value: list[int]) -> None:
    """Write a cheap guess of each seat's chance to win, in thousandths that add up to 1000.

    What a lone seat of a game with a `field` lacks to 1000 is the chance of the field. `value` has as many entries as
    the game needs for any answer (`Game.room`); those behind the seats' are free for notes.
    """
    _unbound()


@slot
def suggest(t: Any, s: Any, out: list[int], n: int, random: list[int]) -> int:
    """A quick sensible choice among the n legal moves in `out`; the position stays as it is."""
    _unbound()
