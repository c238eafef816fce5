"""Golden playthroughs: a race in words and drawings, stored beside the game, that changes only when the rules do.

`python -m paddock.testing golden` compares those of all games, or of the games named; `--write` writes them.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path

from paddock.engine import CHANCE, WORDS, Game, Match, SeededDice, number_of, seed_random
from paddock.games import all_games, load_game

from .cases import Case, cases

PLIES = 60  # plies told in full; the end of the race follows in brief
DRAWN_EVERY = 20  # plies between two drawings


def golden_cases(game: Game) -> list[Case]:
    """The plainest table, and the one with everything switched on."""
    every = cases(game)
    return [every[0], every[-1]]


def playthrough(game: Game, case: Case) -> str:
    """A race of quick drivers in words."""
    match = Match(game, case.seats, case.options, SeededDice(11))
    head = [f"{game.name}, {case.name}: {case.seats} seats"]
    head += [f"  {name} = {value}" for name, value in case.options.items() if "\n" not in str(value)]
    told = [line for number in range(PLIES) for line in _tell_ply(match, number)]
    while not match.is_over:
        _play_on(match)
    return "\n".join([*head, "", *told, "", f"After {len(match.plies)} plies", match.position(), *_result(match), ""])


def _tell_ply(match: Match, number: int) -> Iterator[str]:
    if match.is_over:
        return
    if number % DRAWN_EVERY == 0:
        yield f"\n{match.position()}\n"
    question = match.decision
    choices = " | ".join(choice.words for choice in match.choices()[:8])
    yield f"{number}. [{question.clause}] {question.question} ({choices})"
    _play_on(match)
    yield f"   > {match.plies[-1].words}"
    for happening in match.plies[-1].happenings:
        sentence = happening.sentence(match.table, match.game.words.NAMERS, match.plies[-1].actor)
        yield f"   [{happening.clause}] {sentence}"


def _play_on(match: Match) -> None:
    """One ply: the dice, or the game's quick choice."""
    if match.actor == CHANCE:
        outcome = match.draw()
        assert outcome is not None
        match.apply(outcome)
        return
    random = [0] * WORDS
    seed_random(random, 11, len(match.plies))
    match.apply(match.now.suggest(match.now.legal(), random))


def _result(match: Match) -> list[str]:
    place, score = match.standings()
    order = sorted(range(len(place)), key=lambda seat: place[seat])
    return [f"{place[seat]}. {match.names[seat]}, {number_of(score[seat], 'point')}" for seat in order]


def golden_file(game: Game, case: Case) -> Path:
    """Where a playthrough is kept."""
    name = "".join(letter if letter.isalnum() else "_" for letter in case.name)
    return game.folder / "tests" / "golden" / f"{name}.txt"


def check_golden(game: Game, case: Case) -> list[str]:
    """The diff between the stored playthrough and the race now."""
    file = golden_file(game, case)
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    now = playthrough(game, case)
    return list(difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1))


def write_golden(game: Game) -> list[Path]:
    """Write the playthroughs of a game, and say where."""
    files: list[Path] = []
    for case in golden_cases(game):
        files.append(golden_file(game, case))
        files[-1].parent.mkdir(parents=True, exist_ok=True)
        files[-1].write_text(playthrough(game, case), encoding="utf-8")
    return files


def main(arguments: list[str]) -> int:
    """Compare or write the playthroughs of all games, or of those that are named."""
    different, named = 0, [name for name in arguments if name != "--write"]
    for game in map(load_game, named) if named else all_games():
        if "--write" in arguments:
            write_golden(game)
        for case in golden_cases(game):
            difference = check_golden(game, case)
            print(f"{game.id}, {case.name}: {'as kept' if not difference else 'different'}")
            different += bool(difference)
    return 1 if different else 0
