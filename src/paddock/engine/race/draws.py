"""Draws at a real table: what people may enter for a pending outcome."""

from ..rules.marking import CHANCE
from .match import Choice, Match


class Decks:
    """Every outcome that a deck has ever offered: a menu of what is left would reveal the hands of others."""

    def __init__(self) -> None:
        self._lists: list[dict[int, str]] = []  # words by outcome

    def listed(self, match: Match) -> tuple[Choice, ...]:
        """What is offered to a person who enters the pending outcome; where hands are hidden, all of the deck."""
        choices = match.choices()
        return tuple(choices) if match.game.hides_nothing else self.whole(choices)

    def whole(self, choices: list[Choice]) -> tuple[Choice, ...]:
        """All outcomes of the deck that these belong to."""
        now = {choice.move: choice.words for choice in choices}
        for known in self._lists:
            common = now.keys() & known.keys()
            if common and all(now[move] == known[move] for move in common):
                known.update(now)
                return tuple(Choice(move, words) for move, words in sorted(known.items()))
        self._lists.append(now)
        return tuple(choices)

    def learn(self, match: Match) -> None:
        """Collect the outcomes of every draw of a resumed race."""
        again = match.at(0)
        for ply in match.plies:
            if ply.actor == CHANCE:
                self.whole(again.choices())
            again.repeat((ply.actor, ply.move))
