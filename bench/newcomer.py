"""How well a newcomer races who follows only what the screen says.

    python -m bench.newcomer                       # every game: wins against Rookie bots, beside random moves
    python -m bench.newcomer --races 400 GAME

A newcomer sees at a decision what every person sees: the coach's line while its kind of decision is new, and one move
marked as usual. Three of them race, each against two Rookie bots:

- `coached` does what the coach's line names; when the coach is silent, the marked move.
- `left alone` does what the coach's line names; when the coach is silent, the move that the coach named last for that
  kind of decision, if it is possible again, else any move: the marks are not looked at.
- `random` plays any move.

Dice, bots and seats are the same for all three; the seat changes from race to race. A game that is raced by a
running clock is raced in the way that it has for people without one.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from paddock.bots import make_bot
from paddock.engine import Coaching, Game, Match, SeededDice, read_coach, wilson
from paddock.games import all_games, load_game

SEATS = 3  # of the race after a lesson: the learner and two bots
RIVAL, MARKED = "rookie", "quick"  # the bots, and the level whose choice the screen marks as usual
RACES = 200
Chooses = Callable[[Match], int]


@dataclass
class Newcomer:
    """Somebody in a first race, with a coach who falls silent."""

    coaching: Coaching
    luck: random.Random
    looks: bool  # at the move that the screen marks as usual
    named: dict[str, str] = field(default_factory=dict[str, str])  # by kind of decision: what the coach named last

    def choose(self, match: Match) -> int:
        """The move that the coach's line names, or what is left without it."""
        choices = {choice.words: choice.move for choice in match.choices()}
        if len(choices) == 1:
            return next(iter(choices.values()))
        marked = make_bot(MARKED).choose(match, match.actor)
        kind = self.coaching.coach.kind(match.state)
        if self.coaching.speaks(match.state):
            heard = heard_in(self.coaching.coach.advise(match, marked), choices)
            self.named[kind] = heard or self.named.get(kind, "")
            if heard:
                return choices[heard]
        if self.looks:
            return marked
        remembered = self.named.get(kind, "")
        return choices[remembered] if remembered in choices else self.luck.choice(list(choices.values()))


def heard_in(line: str, choices: dict[str, int]) -> str:
    """The move that a line names, in words; "" if it names none. Of words inside other words the longer ones count."""
    found = [words for words in choices if words.lower() in line.lower()]
    return max(found, key=len, default="")


def drivers(game: Game, luck: random.Random) -> dict[str, Chooses]:
    """Who races, by name; everybody is new to the game in every race."""
    coach = read_coach(game)
    assert coach is not None, f"{game.id} has no coach"
    return {
        "coached": Newcomer(Coaching(coach), luck, looks=True).choose,
        "left alone": Newcomer(Coaching(coach), luck, looks=False).choose,
        "random": lambda match: luck.choice([choice.move for choice in match.choices()]),
    }


def wins(game: Game, driver: str, number: int) -> bool:
    """Whether a driver wins race `number`."""
    seats = max(game.seats[0], min(SEATS, game.seats[1]))
    match = Match(game, seats, {}, SeededDice(number))
    own, choose = number % seats, drivers(game, random.Random(number))[driver]
    rival = make_bot(RIVAL, number + 1)
    while not match.is_over:
        match.settle()
        if not match.is_over:
            match.apply(choose(match) if match.actor == own else rival.choose(match, match.actor))
    return match.standings()[0][own] == 1


def row(game: Game, driver: str, races: int) -> str:
    """A line of the table: the share of races won, with its 95 % interval."""
    won = sum(wins(game, driver, number) for number in range(races))
    low, high = wilson(won, races)
    return f"{game.name:28} {driver:11} {won / races:6.1%}  {low:5.1%} to {high:5.1%}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--races", type=int, default=RACES)
    wish = parser.parse_args()
    games = [load_game(name) for name in wish.games] or all_games()
    print(f"Races won against {RIVAL} bots, {SEATS} cars, {wish.races} races; equal drivers win {1 / SEATS:.1%}")
    for game in games:
        for driver in drivers(game, random.Random(0)):
            print(row(game, driver, wish.races), flush=True)


if __name__ == "__main__":
    main()
