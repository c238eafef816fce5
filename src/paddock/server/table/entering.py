"""A table with real dice: people enter what was rolled or drawn, and correct what they entered."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paddock.engine import CHANCE, SPECTATOR, Decks, Game, Match, Permission, capitalised

from ..line.refusals import RefusedError
from ..line.wire import Mistaken, NewSeries, NewTable, OutcomeInfo, RollInfo
from ..store.store import TableRow

if TYPE_CHECKING:
    from .room import Room

NO_BOTS = "at a table with real dice people drive every car: nobody is there to roll and draw for a bot"
NO_CLOCK = "a table with real dice has no clock: rolling and entering takes its time"
NO_REAL_TIME = "a race in real time needs the dice of the server: choose another {}, or the server's dice"
NOT_IN_THE_DECK = "cannot have been drawn: check the card, or an earlier entry; the others are told"
NO_OPEN_SEATS = f"a seat is open, and {NO_BOTS}; sit there too, or send the link to a person"


def check_real_dice(game: Game, wish: NewTable | NewSeries) -> None:
    """Refuse a table, or a series of tables, with real dice that could not be raced."""
    if wish.dice != "manual":
        return
    if any(seat.kind == "bot" for seat in wish.seats):
        raise RefusedError(NO_BOTS, status=400)
    if wish.clock.kind != "none":
        raise RefusedError(NO_CLOCK, status=400)
    option = game.live_option(wish.options)
    if option:
        raise RefusedError(NO_REAL_TIME.format(option), status=400)


@dataclass(frozen=True)
class Entered:
    """An outcome that a person entered."""

    seat: int
    words: str
    before: int  # plies before it
    after: int  # plies after it and what followed without a choice


class Entering:
    """The outcomes that people of one table enter; callers hold the room's lock."""

    def __init__(self, room: "Room"):
        self._room = room
        self._decks = Decks()
        self._learned = False  # what the decks have offered before the room was loaded
        self._mistakes = [0] * len(room.row.seats)  # by seat: entries that cannot have been drawn
        self._entered: list[Entered] = []  # by people, oldest first; nothing was taken back from under them

    def _is_awaited_by(self, seat: int) -> bool:
        """Whether people have to enter an outcome now, as a seat may know it."""
        match = self._room.match
        return self._room.racing and match.actor == CHANCE and not match.is_outside([seat])

    def asked(self, seat: int) -> RollInfo | None:
        """What is to be rolled or drawn, as a seat may know it; None if nothing is."""
        match = self._room.match
        if not self._is_awaited_by(seat):
            return None
        by, is_secret = enterers(match, self._room.row)
        return RollInfo(by, is_secret, self._listed(match) if seat in by else [])

    def _listed(self, match: Match) -> list[OutcomeInfo]:
        if not self._learned:
            self._decks.learn(match)
            self._learned = True
        return [OutcomeInfo(c.move, c.words, match.component_number(c.move)) for c in self._decks.listed(match)]

    def must_ask(self, match: Match) -> bool:
        """Whether people are asked even if only one outcome is left: others would learn that from the silence."""
        if not is_real(self._room.row) or not enterers(match, self._room.row)[1]:
            return False
        return len(self._listed(match)) > 1

    def check(self, seat: int, outcome: int) -> None:
        """Refuse an outcome that this seat may not enter, or that is not possible."""
        match = self._room.match
        if not self._is_awaited_by(seat):
            raise RefusedError("nothing is to be rolled or drawn now", ply=self._room.ply)
        by, _ = enterers(match, self._room.row)
        if seat not in by:
            names = " or ".join(match.names[one] for one in by)
            raise RefusedError(f"this is entered by {names}: others may not see it", ply=self._room.ply)
        if not match.can_apply(outcome):
            raise self._impossible(match, seat, outcome)

    def _impossible(self, match: Match, seat: int, outcome: int) -> RefusedError:
        """The refusal of an outcome, in the same words wherever the card lies."""
        clause, question = match.decision.clause, match.decision.question
        known = {one.move: one.words for one in self._listed(match)}
        if outcome not in known:
            reason = f"that cannot be rolled or drawn here: {question}"
        else:
            reason = f"“{known[outcome]}” {NOT_IN_THE_DECK}"
            self._announce(match, seat)
        return RefusedError(reason, clause=clause, ply=self._room.ply)

    def _announce(self, match: Match, seat: int) -> None:
        """Tell all who entered a card that is not in the deck, and how often: the refusal tells where it is not."""
        self._mistakes[seat] += 1
        times = self._mistakes[seat]
        often = "" if times == 1 else f", {times} times so far"
        self._room.telling.tell(
            Mistaken(seat, f"{capitalised(match.names[seat])} entered a card that is not in the deck{often}.")
        )

    def keep(self, seat: int, before: int) -> None:
        """Remember who entered the outcome that was just stored."""
        plies = self._room.match.plies
        self._entered.append(Entered(seat, plies[before].words, before, len(plies)))

    def forget(self, plies: int) -> None:
        """The race goes back to this number of plies."""
        self._entered = [one for one in self._entered if one.after <= plies]

    def last_of(self, seat: int) -> Entered | None:
        """The entry of this seat that it may take back at once: nothing has followed."""
        last = self._entered[-1] if self._entered else None
        return last if last and last.seat == seat and last.after == len(self._room.match.plies) else None

    def permission(self, seat: int) -> Permission:
        """Whether a seat may take back its last entry, or else its last move."""
        last = self.last_of(seat) if seat != SPECTATOR else None
        return Permission(True, f"take back “{last.words}”") if last else self._room.match.can_undo(seat)


def is_real(row: TableRow) -> bool:
    """Whether the dice of a table are real ones."""
    return row.dice == "manual"


def enterers(match: Match, row: TableRow) -> tuple[list[int], bool]:
    """The seats that may enter the pending outcome, and whether it is a secret.

    Everybody may enter what everybody may see. A secret is entered by those who may see it; one that nobody may see,
    e.g. a card dealt face down, by the host.
    """
    seats = range(len(match.names))
    if match.hidden_driver >= 0:
        return [match.hidden_driver], True
    audience = match.audience()
    if SPECTATOR in audience:
        return list(seats), False
    knowing = [seat for seat in seats if seat in audience]
    return knowing or [seat for seat in seats if row.seats[seat].host][:1] or [0], True
