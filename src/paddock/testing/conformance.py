"""The checks of the conformance kit. Each takes a game and a case and raises an AssertionError that says why."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from paddock.engine import (
    BACKENDS,
    CHANCE,
    HERE,
    HOMES,
    OVER,
    SPECTATOR,
    Game,
    IllegalMoveError,
    Match,
    MatchError,
    Observed,
    Position,
    RaceRecord,
    Runner,
    SchemaError,
    figures,
    gaps,
    new_log,
    read_record,
    simulate,
    verify_record,
    write_record,
)

from .cases import Case, cases
from .clauses import clause_ids
from .declaration import declaration_is_sound
from .labels import labels_are_true
from .lessons import lesson_is_taught
from .newcomers import coach_speaks_briefly, how_to_play_is_shown
from .presets import presets_are_legal
from .sample import new_match, sample_race, sampled
from .silence import heard_tells_nothing_hidden

Check = Callable[[Game, Case], None]
RACES = 100  # random races of each policy that must end
WINDOW = 40  # plies of a race in which every question is asked
LONGEST_FIGURE = 40  # characters of a gap or a score


# Races


def races_end(game: Game, case: Case) -> None:
    """Every race ends within the game's bound, with any mix of drivers, and has a winner."""
    table = game.new_table(case.seats, case.options)
    for bots in (("random",), ("quick",), ("quick", "random")):
        result = simulate(game, table, RACES, bots=bots, on=HERE)
        assert result.unfinished == 0, f"{result.unfinished} races of {bots} not over in {game.longest(table)} plies"
        if _is_alone_in_a_field(game, case):
            assert (result.place > 1).any(), "alone every race is won"
        else:
            assert (result.place == 1).any(axis=1).all(), "a race without a winner"
        assert result.place.min() >= 1, "a place below 1"
        assert result.place.max() <= _last_place(game, case), "a place beyond the last one"


def _is_alone_in_a_field(game: Game, case: Case) -> bool:
    """Whether a lone seat races against cars without drivers, and may lose."""
    return case.seats == 1 and game.field > 1


def _last_place(game: Game, case: Case) -> int:
    return game.field if _is_alone_in_a_field(game, case) else case.seats


def setup_starts_afresh(game: Game, case: Case) -> None:
    """`setup` does not depend on earlier values of the record: compiled races reuse one record."""
    table = game.new_table(case.seats, case.options)
    fresh = Position.start(game, table).state
    for backend in BACKENDS:
        runner = Runner(game, table, backend)
        runner.state = _of_ones(game)
        runner.setup()
        assert runner.state == fresh, f"{backend}: left from the race before: {fresh.differences(runner.state)}"


def _of_ones(game: Game) -> Any:
    """A state in which every number is 1."""
    array = game.state().to_array()
    for name in game.state.fields:
        array[name] = 1
    return game.state.from_array(array)


def backends_agree(game: Game, case: Case) -> None:
    """Interpreted and compiled rules give the same answers, move by move, at the start and later in a race."""
    table = game.new_table(case.seats, case.options)
    plain, native = Runner(game, table), Runner(game, table, "native")
    for seed, skip in ((1, 0), (2, 400)):
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


class FromStart(list[Any]):
    """A list that refuses negative indexes: compiled rules would access memory outside the list."""

    def __getitem__(self, index: Any, read: Callable[..., Any] = list[Any].__getitem__) -> Any:
        assert type(index) is slice or index >= 0, f"a rule reads entry {index}: entries are counted from 0"
        return read(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert index >= 0, f"a rule writes entry {index}: entries are counted from 0"
        super().__setitem__(index, value)


def rules_count_from_the_start(game: Game, case: Case) -> None:
    """No rule uses a negative index."""
    table = _from_start(game.new_table(case.seats, case.options))
    state, choose = _from_start(game.state()), random.Random(8)
    size = game.room
    out, weight, log, words = (FromStart(numbers) for numbers in ([0] * size, [0] * size, new_log(), [1, 2, 3, 4]))
    rules = game.contract
    rules["setup"](table, state)
    for ply in range(WINDOW * 5):
        seat, log[1] = rules["actor"](table, state), 0
        if seat == OVER:
            return
        n = rules["chance"](table, state, out, weight) if seat == CHANCE else rules["legal"](table, state, out)
        move = out[choose.randrange(n)]
        if seat != CHANCE:
            rules["suggest"](table, state, out, n, words)
        if ply % 7 == 0:
            _look_at(rules, table, state, case, FromStart([0] * size), weight, words)
        rules["apply"](table, state, move, log)


def _look_at(rules: Any, table: Any, state: Any, case: Case, out: Any, weight: Any, words: Any) -> None:
    rules["estimate"](table, state, out)
    rules["standings"](table, state, out, weight)
    for seat in range(SPECTATOR, case.seats):
        rules["sees_move"](table, state, seat)
        world = _from_start(state.copy())
        rules["conceal"](table, world, seat)
        rules["resample"](table, world, seat, words)


def _from_start(record: Any) -> Any:
    """The record itself, with its lists replaced by lists that refuse negative indexes."""
    for name in record.fields:
        value: Any = getattr(record, name)
        if isinstance(value, list):
            rows = cast(list[Any], value)
            nested = len(record.fields[name].lengths) == 2
            setattr(record, name, FromStart(FromStart(row) for row in rows) if nested else FromStart(rows))
    return record


def _random_move(runner: Runner, choose: random.Random) -> int:
    if runner.actor() == CHANCE:
        outcomes, weights = runner.chance()
        return choose.choices(outcomes, weights)[0]
    return choose.choice(runner.legal())


def _compare(plain: Runner, native: Runner, case: Case, ply: int) -> None:
    """Compare all answers of the contract on one position."""
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
    for runner in (plain, native):
        runner.resample(seat, ply + 7)
    assert plain.state.to_bytes() == native.state.to_bytes(), f"ply {ply}: resample for seat {seat}"
    for runner in (plain, native):
        runner.state = state


# Positions


def looking_changes_nothing(game: Game, case: Case) -> None:
    """Rules that only read leave the position unchanged."""
    size, rules = game.room, game.contract
    for match in sampled(game, case):
        state, out, weight, words = match.state.copy(), [0] * size, [0] * size, [1, 2, 3, 4]
        if match.actor == CHANCE:
            rules["chance"](match.table, state, out, weight)
        elif match.actor != OVER:
            n = rules["legal"](match.table, state, out)
            rules["suggest"](match.table, state, out, n, words)
        _look_at(rules, match.table, state, case, out, weight, words)
        assert state == match.state, f"looking at ply {len(match.plies)} changed the position"


def moves_are_sound(game: Game, case: Case) -> None:
    """There is always a move; moves are in range, listed once each, and lead to valid positions."""
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


def suggestions_are_legal(game: Game, case: Case) -> None:
    """The game's quick choice is one of the legal moves."""
    for match in sampled(game, case):
        if match.is_over or match.actor == CHANCE:
            continue
        legal, runner = [choice.move for choice in match.choices()], Runner(game, match.table)
        runner.state = match.state
        for seed in range(1, 6):
            move = runner.suggest(seed)
            assert move in legal, f"`suggest` answers {move} at “{match.decision.question}”; legal are {legal}"


def values_fit(game: Game, case: Case) -> None:
    """Every value of every position of a race fits its field: compiled rules would overflow."""
    race = sample_race(game, case).over
    race.table.to_bytes()
    position = Position.start(game, race.table)
    for number, ply in enumerate(race.plies):
        position.play_unheard((ply.move,))
        try:
            position.state.to_bytes()
        except SchemaError as error:
            raise AssertionError(f"{game.id}, after ply {number}: {error}") from None


def pieces_are_conserved(game: Game, case: Case) -> None:
    """The game's invariants hold in every position of a race, up to its end or a number of plies."""
    runner, choose = Runner(game, game.new_table(case.seats, case.options)), random.Random(2)
    runner.setup()
    for _ in range(10 * WINDOW):
        if runner.actor() == OVER:
            return
        runner.apply(_random_move(runner, choose))
        assert game.faults(runner.table, runner.state) == []


def standings_are_sound(game: Game, case: Case) -> None:
    """There is always a first place, and the chances to win add up."""
    for match in sampled(game, case):
        place, _ = match.standings()
        alone = _is_alone_in_a_field(game, case)
        assert alone or min(place) == 1, f"nobody is first: {place}"
        assert all(1 <= number <= _last_place(game, case) for number in place), f"places {place}"
        value = match.now.estimate()
        total = sum(value)
        assert total <= 1000 if alone else total == 1000, f"chances {value} do not add up to 1000"
        assert min(value) >= 0, f"a negative chance: {value}"


def words_are_sound(game: Game, case: Case) -> None:
    """Every move has words and a home, every decision and event a clause of the rules, every position a drawing."""
    known = clause_ids(game)
    for match in sampled(game, case):
        decision = match.decision
        assert decision.clause in known, f"no clause {decision.clause}"
        assert decision.question.strip(), "a decision without a question"
        words = [choice.words for choice in match.choices()]
        assert all(text.strip() == text and text for text in words), f"empty words: {words}"
        assert len(set(words)) == len(words), f"two moves with the same words: {words}"
        assert all(match.words_to_move(choice.words) == choice.move for choice in match.choices())
        homes = {game.home(match.table, match.state, choice.move) for choice in match.choices()}
        assert homes <= set(HOMES), f"{match.decision.question}: a move with no home on the screen: {homes}"
        for seat in range(SPECTATOR, case.seats):
            assert match.position(seat).strip(), "an empty drawing"
    for match in sampled(game, case)[-2:]:  # the history of an earlier position is the beginning of these
        for line in match.history(SPECTATOR if match.is_over else case.seats - 1):
            assert line.clause in known, f"no clause {line.clause}"
            assert "{" not in line.text, f"an unfilled sentence: {line.text}"
        if match.is_over:
            _check_result(match)


def _check_result(match: Match) -> None:
    """What is told after the flag fits into a line of the result."""
    told = [*gaps(match), *figures(match)]
    assert all(text.strip() == text and len(text) <= LONGEST_FIGURE for text in told), f"not fit to be shown: {told}"


def illegal_moves_are_refused(game: Game, case: Case) -> None:
    """An illegal move is refused with a clause and the alternatives, and changes nothing."""
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
            world = known
            for world in _worlds(game, match, known, seat):
                world = Position(game, match.table, world).seen_by(seat).state
                assert world == known, f"seat {seat} could tell: {known.differences(world)}"
            assert json.dumps(game.view(match.table, world)) == view  # of equal records once is enough
            assert game.words.position(match.table, world) == drawing


def worlds_are_consistent(game: Game, case: Case) -> None:
    """A resampled world is a possible position in which that seat has the same choices; so is a spectator's."""
    for match in sampled(game, case):
        for seat in range(SPECTATOR, case.seats):
            for world in _worlds(game, match, match.seen_by(seat), seat):
                assert game.faults(match.table, world) == []
                position = Position(game, match.table, world)
                assert position.actor == match.actor
                if match.actor == seat != SPECTATOR:
                    assert position.legal() == [choice.move for choice in match.choices()]


def _worlds(game: Game, match: Match, known: Any, seat: int) -> Iterator[Any]:
    """A few worlds that a seat, or a spectator, cannot tell from the real one."""
    runner = Runner(game, match.table)
    for seed in range(3):
        runner.state = known
        runner.resample(seat, seed + 1)
        yield runner.state


def observations_are_sound(game: Game, case: Case) -> None:
    """What an agent observes is in its ranges, and says the same when every seat has another number."""
    observed = game.observed
    for number, match in enumerate(sampled(game, case)):
        for seat in range(case.seats):
            vector = observed.vector(match.table, match.seen_by(seat), seat)
            wrong = (vector < observed.low) | (vector > observed.high)
            assert not wrong.any(), f"out of range: {_named(observed, vector, wrong)}"
        _check_turned(match, 1 + number % case.seats)


def _named(observed: Observed, vector: Any, wrong: Any) -> list[str]:
    return [
        f"{entry.name} is {number}, not {entry.least} to {entry.most}"
        for entry, number, is_wrong in zip(observed.entries, vector, wrong, strict=True)
        if is_wrong
    ]


def _check_turned(match: Match, by: int) -> None:
    """Give every seat another number, by the game's declaration: the rules ask the same seat the same question."""
    now, observed = match.now, match.game.observed
    turned = Position(now.game, now.table, observed.turned_state(now.table, now.state, by))
    actor = now.actor if now.actor in (CHANCE, OVER) else (now.actor + by) % now.seats
    assert turned.actor == actor, f"seats turned by {by}: seat {turned.actor} acts, not {actor}"
    assert now.game.faults(turned.table, turned.state) == []
    if actor not in (CHANCE, OVER):
        moves = sorted(observed.turned_move(now.table, move, by) for move in now.legal())
        assert sorted(turned.legal()) == moves, f"seats turned by {by}: {now.decision.question}"


# Matches


def records_replay(game: Game, case: Case) -> None:
    """A saved race reads back, replays to equal bytes and verifies; so does one that is not over."""
    race = sample_race(game, case)
    early = race.positions[len(race.positions) // 3]
    for match in (early, race.over):
        text = write_record(RaceRecord.of(match), match)
        found = verify_record(game, read_record(text))  # replays every move
        _check_replay(match, found.match, text)
        chances = sum(ply.actor == CHANCE for ply in match.plies)
        assert found.drawn == (chances - found.timed if match.is_over else 0)
        if match is early:
            _check_replay(match, Match.replay(game, read_record(text)), text)


def _check_replay(match: Match, again: Match, text: str) -> None:
    assert again.state.to_bytes() == match.state.to_bytes(), "the replay differs"
    assert write_record(RaceRecord.of(match), again) == text, "the record differs when written again"


def undo_is_honest(game: Game, case: Case) -> None:
    """The prediction whether a move can be taken back is right, and taking back restores the position exactly."""
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
    declaration_is_sound,
    races_end,
    setup_starts_afresh,
    backends_agree,
    rules_count_from_the_start,
    looking_changes_nothing,
    moves_are_sound,
    suggestions_are_legal,
    values_fit,
    pieces_are_conserved,
    standings_are_sound,
    words_are_sound,
    labels_are_true,
    illegal_moves_are_refused,
    views_do_not_leak,
    worlds_are_consistent,
    observations_are_sound,
    heard_tells_nothing_hidden,
    records_replay,
    undo_is_honest,
    coach_speaks_briefly,
)
ONCE: tuple[Check, ...] = (lesson_is_taught, how_to_play_is_shown, presets_are_legal)  # whatever the seats and options


def conformance(game: Game) -> list[Any]:
    """Every check with every case, for `pytest.mark.parametrize(("check", "case"), ...)`."""
    first, *others = cases(game)
    checked = [(check, first) for check in (*CHECKS, *ONCE)] + [(check, case) for case in others for check in CHECKS]
    return [pytest.param(check, case, id=f"{check.__name__}: {case.name}") for check, case in checked]
