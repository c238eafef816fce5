"""A data card of a game: branching, length, chance, hidden information, tree counts, from races of random drivers."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, quantiles
from typing import Any

from paddock.engine import CHANCE, OVER, Game, Options, Position, random_words, uniform, weighted

LOOKS = 7  # plies between two looks at what is hidden: concealing costs more than a move
TREE = 5  # plies of a tree count


@dataclass(frozen=True)
class Card:
    """What a game is like at one table. Means over all races; (low, high) hold the middle 90 % of races."""

    game: str
    seats: int
    actions: int  # numbers that moves may have
    observed: int  # integers of an observation
    plies: float  # moves and chance outcomes of a race
    plies_span: tuple[int, int]
    decisions: float  # moves of seats
    decisions_span: tuple[int, int]
    branching: float  # legal moves of a decision
    most_moves: int  # most of them that were seen
    chance: float  # share of plies that are chance
    outcomes: float  # outcomes of a chance event
    hidden: float  # share of positions in which something is hidden from the seat to act
    tree: tuple[int, ...]  # lines of 1, 2, ... plies from the first decision, chance included
    longest: int  # no race has more plies


def data_card(game: Game, seats: int, options: Options, races: int, seed: int) -> Card:
    """Play races with random drivers and count."""
    table: Any = game.new_table(seats, options)
    found = [_raced(game, table, random_words(seed, number)) for number in range(races)]
    legal = [n for race in found for n in race.legal]
    outcomes = [n for race in found for n in race.outcomes]
    hidden = [one for race in found for one in race.hidden]
    plies, decisions = [len(race.legal) + len(race.outcomes) for race in found], [len(race.legal) for race in found]
    return Card(
        game=game.id,
        seats=seats,
        actions=game.moves,
        observed=len(game.observed),
        plies=fmean(plies),
        plies_span=_middle(plies),
        decisions=fmean(decisions),
        decisions_span=_middle(decisions),
        branching=fmean(legal),
        most_moves=max(legal),
        chance=sum(map(len, (race.outcomes for race in found))) / sum(plies),
        outcomes=fmean(outcomes) if outcomes else 0.0,
        hidden=fmean(hidden),
        tree=tuple(_lines(_first_decision(game, table), depth) for depth in range(1, TREE + 1)),
        longest=game.longest(table),
    )


@dataclass
class _Counts:
    legal: list[int]  # by decision: legal moves
    outcomes: list[int]  # by chance event: outcomes
    hidden: list[bool]  # by look: whether something is hidden from the seat to act


def _raced(game: Game, table: Any, random: list[int]) -> _Counts:
    position, counts = Position.start(game, table), _Counts([], [], [])
    while (seat := position.actor) != OVER:
        if seat == CHANCE:
            outcomes, weights = position.outcomes()
            counts.outcomes.append(len(outcomes))
            move = outcomes[weighted(random, weights, len(weights))]
        else:
            moves = position.legal()
            if len(counts.legal) % LOOKS == 0:
                counts.hidden.append(position.seen_by(seat).state != position.state)
            counts.legal.append(len(moves))
            move = moves[uniform(random, len(moves))]
        position.play_unheard((move,))
    return counts


def _first_decision(game: Game, table: Any) -> Position:
    """The position after the first outcome of every chance event before the first decision."""
    position = Position.start(game, table)
    while position.actor == CHANCE:
        position.play_unheard(position.possible()[:1])
    return position


def _lines(position: Position, depth: int) -> int:
    """How many lines of play of that many plies begin here."""
    if depth == 0 or not (possible := position.possible()):
        return 1
    return sum(_lines(position.after(move), depth - 1) for move in possible)


def _middle(numbers: list[int]) -> tuple[int, int]:
    """The 5th and the 95th percentile."""
    if len(numbers) < 2:
        return numbers[0], numbers[0]
    cuts = quantiles(numbers, n=20, method="inclusive")
    return round(cuts[0]), round(cuts[-1])


def card_rows(cards: list[Card]) -> Iterator[tuple[str, ...]]:
    """The cards as rows of a table: what is counted, then a column for each game."""
    yield ("", *(card.game for card in cards))
    yield ("seats", *(str(card.seats) for card in cards))
    yield ("plies of a race", *(f"{card.plies:,.0f}" for card in cards))
    yield ("plies, middle 90 %", *(_span(card.plies_span) for card in cards))
    yield ("decisions of a race", *(f"{card.decisions:,.0f}" for card in cards))
    yield ("decisions, middle 90 %", *(_span(card.decisions_span) for card in cards))
    yield ("bound on plies", *(f"{card.longest:,}" for card in cards))
    yield ("legal moves of a decision", *(f"{card.branching:.1f}" for card in cards))
    yield ("most seen", *(str(card.most_moves) for card in cards))
    yield ("plies that are chance", *(f"{100 * card.chance:.0f} %" for card in cards))
    yield ("outcomes of a chance event", *(f"{card.outcomes:.1f}" for card in cards))
    yield ("decisions with hidden information", *(f"{100 * card.hidden:.0f} %" for card in cards))
    for depth in range(TREE):
        yield (f"lines of {depth + 1} {'plies' if depth else 'ply'}", *(f"{card.tree[depth]:,}" for card in cards))
    yield ("numbers of moves", *(str(card.actions) for card in cards))
    yield ("integers observed", *(str(card.observed) for card in cards))


def _span(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]:,} to {numbers[1]:,}"
