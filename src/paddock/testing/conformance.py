"""The checks of the conformance kit. Each takes a game and a case and raises an AssertionError that says why."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from paddock.engine import (
    CHANCE,
    OVER,
    SPECTATOR,
    FairDice,
    Game,
    IllegalMoveError,
    Match,
    MatchError,
    Runner,
    SeededDice,
    read_record,
    simulate,
    verify_record,
)
from paddock.engine.race_record import RaceRecord, write_record

from .cases import Case, cases
from .clauses import clause_ids

Check = Callable[[Game, Case], None]
RACES = 200  # random races of each policy that must end
WINDOW = 80  # plies of a race in which every question is asked
POSITIONS = 24  # positions of a race that are looked at closely


def new_match(game: Game, case: Case, seed: int = 1) -> Match:
    """A match of a case, at its first decision."""
    match = Match(game, case.seats, case.options, SeededDice(seed))
    match.settle()
    return match


def random_race(game: Game, case: Case, seed: int = 1) -> Iterator[Match]:
    """A random race, yielded at every decision; the same match each time."""
    match, choose = new_match(game, case, seed), random.Random(seed)
    while not match.is_over:
        yield match
        match.play(choose.choice(match.choices()).move)
    yield match


def sampled(game: Game, case: Case, seed: int = 1) -> Iterator[Match]:
    """Positions spread over a random race, its last one included."""
    every = max(1, sum(1 for _ in random_race(game, case, seed)) // POSITIONS)
    for number, match in enumerate(random_race(game, case, seed)):
        if number % every == 0 or match.is_over:
            yield match


# Races


def races_end(game: Game, case: Case) -> None:
    """Every race ends within the game's bound, whoever drives, and somebody wins it."""
    table = game.new_table(case.seats, case.options)
    for bots in (("random",), ("quick",), ("quick", "random")):
        result = simulate(game, table, RACES, bots=bots, threads=1)
        assert result.unfinished == 0, f"{result.unfinished} races of {bots} not over in {game.longest(table)} plies"
        assert (result.place == 1).any(axis=1).all(), "a race without a winner"
        assert result.place.min() >= 1, "a place below 1"
        assert result.place.max() <= case.seats, "a place beyond the number of seats"


def backends_agree(game: Game, case: Case) -> None:
    """Interpreted and compiled rules give the same answers, move by move, at the start and later in a race."""
    table = game.new_table(case.seats, case.options)
    plain, native = Runner(game, table), Runner(game, table, "native")
    for seed, skip in ((1, 0), (2, 150), (3, 400)):
        choose = random.Random(seed)
        plain.setup()
        native.setup()
        for ply in range(skip + WINDOW):
            if plain.actor() == OVER:
                break
            move = _random_move(plain, choose)
            if ply >= skip:
                _compare(plain, native, case, ply)
            assert plain.apply(move) == native.apply(move), f"events differ after ply {ply}"
        _compare(plain, native, case, -1)


def _random_move(runner: Runner, choose: random.Random) -> int:
    if runner.actor() == CHANCE:
        outcomes, weights = runner.chance()
        return choose.choices(outcomes, weights)[0]
    return choose.choice(runner.legal())


def _compare(plain: Runner, native: Runner, case: Case, ply: int) -> None:
    """All questions of the contract on one position."""
    state = plain.state
    assert state.to_bytes() == native.state.to_bytes(), f"ply {ply}: {state.differences(native.state)}"
    assert plain.actor() == native.actor(), f"ply {ply}: actor"
    if plain.actor() == CHANCE:
        assert plain.chance() == native.chance(), f"ply {ply}: chance"
    elif plain.actor() != OVER:
        assert plain.legal() == native.legal(), f"ply {ply}: legal moves"
        assert plain.suggest(ply + 1) == native.suggest(ply + 1), f"ply {ply}: suggestion"
    assert plain.standings() == native.standings(), f"ply {ply}: standings"
    assert plain.estimate() == native.estimate(), f"ply {ply}: estimate"
    for seat in range(SPECTATOR, case.seats):
        _compare_worlds(plain, native, seat, ply)
    plain.state = state
    native.state = state


def _compare_worlds(plain: Runner, native: Runner, seat: int, ply: int) -> None:
    state = plain.state
    assert plain.sees_move(seat) == native.sees_move(seat), f"ply {ply}: sees_move of seat {seat}"
    for runner in (plain, native):
        runner.conceal(seat)
    assert plain.state.to_bytes() == native.state.to_bytes(), f"ply {ply}: conceal for seat {seat}"
    if seat != SPECTATOR:
        for runner in (plain, native):
            runner.resample(seat, ply + 7)
        assert plain.state.to_bytes() == native.state.to_bytes(), f"ply {ply}: resample for seat {seat}"
    for runner in (plain, native):
        runner.state = state


# Positions


def moves_are_sound(game: Game, case: Case) -> None:
    """Somebody can always move; moves are in range, once each, and each can be played on."""
    for match in sampled(game, case):
        if match.is_over:
            continue
        moves = [choice.move for choice in match.choices()]
        assert moves, f"nobody can move: {match.decision}"
        assert len(set(moves)) == len(moves), f"a move is offered twice: {moves}"
        assert all(0 <= move < game.moves for move in moves), f"a move out of range: {moves}"
        for move in moves:
            fork = match.fork()
            fork.apply(move)
            assert game.faults(fork.table, fork.state) == []


def pieces_are_conserved(game: Game, case: Case) -> None:
    """The game's own invariants hold in every position of a race."""
    for match in random_race(game, case, 2):
        assert game.faults(match.table, match.state) == []


def standings_are_sound(game: Game, case: Case) -> None:
    """There is always a first place, and the chances to win add up."""
    for match in sampled(game, case):
        place, _ = match.standings()
        assert min(place) == 1, f"nobody is first: {place}"
        assert all(1 <= number <= case.seats for number in place), f"places {place}"
        value = [0] * game.seats[1]
        game.contract["estimate"](match.table, match.state, value)
        assert sum(value[: case.seats]) == 1000, f"chances {value} do not add up to 1000"
        assert min(value) >= 0, f"a negative chance: {value}"


def words_are_sound(game: Game, case: Case) -> None:
    """Every move has words of its own, every decision and event a clause of the rules, every position a drawing."""
    known = clause_ids(game)
    for match in sampled(game, case):
        decision = match.decision
        assert decision.clause in known, f"no clause {decision.clause}"
        assert decision.question.strip(), "a decision without a question"
        words = [choice.words for choice in match.choices()]
        assert all(text.strip() == text and text for text in words), f"empty words: {words}"
        assert len(set(words)) == len(words), f"two moves with the same words: {words}"
        assert all(match.words_to_move(choice.words) == choice.move for choice in match.choices())
        for seat in range(SPECTATOR, case.seats):
            assert match.position(seat).strip(), "an empty drawing"
        for line in match.history(SPECTATOR if match.is_over else case.seats - 1):
            assert line.clause in known, f"no clause {line.clause}"
            assert "{" not in line.text, f"an unfilled sentence: {line.text}"


def illegal_moves_are_refused(game: Game, case: Case) -> None:
    """Whatever is not legal is refused with a clause and the alternatives, and changes nothing."""
    choose = random.Random(6)
    for match in sampled(game, case):
        legal = {choice.move for choice in match.choices()}
        before = match.state.to_bytes()
        illegal = [move for move in range(game.moves) if move not in legal]
        for move in (-1, game.moves, *choose.sample(illegal, min(10, len(illegal)))):
            with pytest.raises(IllegalMoveError) as refusal:
                match.play(move)
            assert refusal.value.clause in clause_ids(game)
            assert bool(refusal.value.alternatives) == bool(legal)
        assert match.state.to_bytes() == before, "a refused move changed the position"


# What a seat may see


def views_do_not_leak(game: Game, case: Case) -> None:
    """Exchanging everything a seat cannot know leaves its view the same to the byte."""
    for match in sampled(game, case):
        for seat in range(SPECTATOR, case.seats):
            known = match.seen_by(seat)
            view = json.dumps(game.view(match.table, known))
            drawing = game.words.position(match.table, known)
            for world in _worlds(game, match, known, seat):
                game.contract["conceal"](match.table, world, seat)
                assert world == known, f"seat {seat} could tell: {known.differences(world)}"
                assert json.dumps(game.view(match.table, world)) == view
                assert game.words.position(match.table, world) == drawing


def worlds_are_consistent(game: Game, case: Case) -> None:
    """A resampled world is a possible position in which that seat has the same choices."""
    for match in sampled(game, case, 3):
        for seat in range(case.seats):
            for world in _worlds(game, match, match.seen_by(seat), seat):
                assert game.faults(match.table, world) == []
                assert game.contract["actor"](match.table, world) == match.actor
                if match.actor == seat:
                    assert _legal(game, match.table, world) == [choice.move for choice in match.choices()]


def _worlds(game: Game, match: Match, known: Any, seat: int) -> Iterator[Any]:
    """A few worlds that a seat cannot tell from the real one; for a spectator those of the seats in turn."""
    runner = Runner(game, match.table)
    for seed in range(3):
        runner.state = known if seat != SPECTATOR else match.seen_by(seed % len(match.names))
        runner.resample(max(seat, seed % len(match.names) if seat == SPECTATOR else seat), seed + 1)
        yield runner.state


def _legal(game: Game, table: Any, state: Any) -> list[int]:
    out = [0] * game.choices
    return out[: game.contract["legal"](table, state, out)]


# Matches


def records_replay(game: Game, case: Case) -> None:
    """A saved race reads back, replays to equal bytes and verifies; so does one that is not over."""
    match = Match(game, case.seats, case.options, FairDice(bytes(range(32)), ((0, "a word"),)))
    match.settle()
    choose = random.Random(4)
    _check_record(game, match)
    while not match.is_over:
        match.play(choose.choice(match.choices()).move)
    _check_record(game, match)


def _check_record(game: Game, match: Match) -> None:
    text = write_record(RaceRecord.of(match), match)
    record = read_record(text)
    again = Match.replay(game, record)
    assert again.state.to_bytes() == match.state.to_bytes(), "the replay differs"
    assert write_record(RaceRecord.of(match), again) == text, "the record differs when written again"
    assert verify_record(game, record).drawn == sum(1 for ply in match.plies if ply.actor == CHANCE and match.is_over)


def undo_is_honest(game: Game, case: Case) -> None:
    """What may be taken back is told beforehand, and taking back restores the position exactly."""
    choose = random.Random(5)
    match = new_match(game, case, 5)
    for _ in range(WINDOW):
        if match.is_over:
            return
        seat, before = match.actor, match.state.copy()
        move = choose.choice(match.choices()).move
        promised = match.will_be_undoable(move)
        match.play(move)
        permitted = match.can_undo(seat)
        assert permitted.allowed == promised.allowed, f"promised {promised}, permitted {permitted}"
        if permitted.allowed and choose.random() < 0.5:
            match.undo(seat)
            assert match.state == before, "taking back did not restore the position"
        elif not permitted.allowed:
            with pytest.raises(MatchError, match="cannot be taken back"):
                match.undo(seat)


CHECKS: tuple[Check, ...] = (
    races_end,
    backends_agree,
    moves_are_sound,
    pieces_are_conserved,
    standings_are_sound,
    words_are_sound,
    illegal_moves_are_refused,
    views_do_not_leak,
    worlds_are_consistent,
    records_replay,
    undo_is_honest,
)


def conformance(game: Game) -> list[Any]:
    """Every check with every case, for `pytest.mark.parametrize(("check", "case"), ...)`."""
    return [pytest.param(check, case, id=f"{check.__name__}: {case.name}") for case in cases(game) for check in CHECKS]
