"""Read a stored race: record, replay, verification of the dice, forks. It runs outside the event loop."""

from collections.abc import Iterator

from paddock.engine import (
    CHANCE,
    EVERYBODY,
    NOT_OVER,
    OVER,
    RECORD_ACTORS,
    SPECTATOR,
    Game,
    Happening,
    Position,
    RaceRecord,
    RecordError,
    TakeBack,
    figures,
    gaps,
    verify_record,
    write_record,
)

from ..line.refusals import RefusedError
from ..line.wire import Happened, Replay, ReplayPly, TableInfo, Verified
from ..settings import Sources
from ..table.clocks import late_notices
from ..table.sight import happened
from .loading import TableRace, new_match
from .snapshots import row_to_script
from .store import LATE, MOVE, EntryRow, TableRow

HIDDEN = "this race has secrets; it can be read when it is over"


class Archive:
    """One stored race."""

    def __init__(self, game: Game, row: TableRow, race: TableRace, sources: Sources):
        self.game = game
        self.row = row
        self.race = race
        self.match = race.match
        self.sources = sources

    # What may be shown

    def check_open(self) -> None:
        """Refuse to show a race that is not over and hides something from a seat or from spectators."""
        if self.row.status != "over" and self._has_secrets():
            raise RefusedError(HIDDEN)

    def _has_secrets(self) -> bool:
        if any(event.seen_by != EVERYBODY for event in self.game.events):
            return True
        readers = range(SPECTATOR, len(self.match.names))
        if any(not ply.seen_by.issuperset(readers) for ply in self.match.plies):
            return True
        return not self.game.hides_nothing and any(map(self._conceals, self._positions()))

    def _conceals(self, position: Position) -> bool:
        seats = range(SPECTATOR, len(self.match.names))
        return any(position.seen_by(seat).state != position.state for seat in seats)

    def _positions(self) -> Iterator[Position]:
        """The position before each ply, and the last one; always the same object, changed in place."""
        position = Position.start(self.game, self.match.table)
        yield position
        for ply in self.match.plies:
            yield position.play_unheard((ply.move,))

    # Replay

    def replay(self, info: TableInfo) -> Replay:
        """The data of a replay, with nothing hidden."""
        self.check_open()
        positions = self._positions()
        table = self.match.table
        start = self.game.view(table, next(positions).state)
        notices = late_notices(self.row.clock, self.match, self.race.late)
        plies = [self._replay_ply(number, one, notices.get(number, "")) for number, one in enumerate(positions)]
        moments: list[str] = [event.moment for event in self.game.events]
        return Replay(info, self.game.scene(table), start, plies, moments, gaps(self.match), figures(self.match))

    def _replay_ply(self, number: int, position: Position, notice: str) -> ReplayPly:
        ply = self.match.plies[number]
        return ReplayPly(
            ply=number,
            actor=ply.actor,
            words=ply.words,
            move=ply.move,
            clause=ply.clause,
            happenings=[one for one in map(self._happened, ply.happenings) if one],
            view=self.game.view(self.match.table, position.state),
            places=position.standings()[0],
            chances=position.estimate(),
            notice=notice,
        )

    def _happened(self, happening: Happening) -> Happened | None:
        """An event in the words for a seat that may know it."""
        event = happening.event
        knows = SPECTATOR if event.seen_by == EVERYBODY else getattr(happening, event.seen_by)
        return happened(self.match, happening, knows)

    # Playing on

    def fork_entries(self, ply: int) -> list[EntryRow]:
        """The plies that a fork takes over."""
        self.check_open()
        if self.game.live_option(self.row.options):
            raise RefusedError("a race by a running clock cannot be played on from the middle", status=400)
        if not 0 <= ply <= len(self.match.plies):
            raise RefusedError(f"there is no ply {ply}; {len(self.match.plies)} have been played", status=400)
        if self.match.at(ply).actor == OVER:
            raise RefusedError("the race is over at that ply", status=400)
        late = set(self.race.late)
        return [
            EntryRow(LATE if number in late else MOVE, one.actor, one.move)
            for number, one in enumerate(self.match.plies[:ply])
        ]

    # Record and dice

    def record(self) -> str:
        """The race record as text."""
        self.check_open()
        if self.race.note:
            return self._plain_record()
        return write_record(self._record(), self.match)

    def _record(self) -> RaceRecord:
        record = RaceRecord.of(self.match)
        record.rules = self.row.rules
        if self.row.forked_from:  # its first plies do not come from this table's dice
            record.dice_kind, record.commitment, record.entropy, record.secret = "manual", "", [], ""
        return record

    def _plain_record(self) -> str:
        """A record without words, for a race that these rules cannot replay."""
        head = write_record(
            RaceRecord(self.row.game, self.row.rules, self.row.options, self.match.names, "manual"), self.match
        )
        lines = [line for line in head.split("\n") if not line.startswith("end ")]
        entries = [*self.match.script, *(row_to_script(row) for row in self.race.lost)]
        return "\n".join([*(line for line in lines if line), *_plain_lines(entries, self.row.status == "over"), ""])

    def verify(self) -> Verified:
        """Replay the race and recompute every die."""
        if self.race.note:
            return Verified("not true", len(self.match.plies), 0, [], [], self.race.note)
        if self.row.forked_from:
            return self._verify_fork()
        try:
            found = verify_record(self.game, self._record())
        except RecordError as error:
            return Verified("not true", len(self.match.plies), 0, [], [], str(error))
        verdict = "true" if found.is_verified else "not verified"
        return Verified(verdict, len(found.match.plies), found.drawn, list(found.doubts), list(found.notes), "")

    def _verify_fork(self) -> Verified:
        """Verify a fork: its first plies are another table's; the dice after them are checked when it is over."""
        doubts = [f"the first {self.row.forked_ply} plies come from another race"]
        if self.row.status != "over":
            return Verified("not verified", len(self.match.plies), 0, [*doubts, NOT_OVER], [], "")
        again, drawn = new_match(self.game, self.row, self.sources), 0
        for number, entry in enumerate(self.match.script):
            if number >= self.row.forked_ply and not isinstance(entry, TakeBack) and entry[0] == CHANCE:
                drawn += 1
                if again.draw() != entry[1]:
                    return Verified("not true", number, drawn, [], [], f"another outcome is due at entry {number}")
            again.repeat(entry)
        return Verified("not verified", len(again.plies), drawn, doubts, [], "")


def _plain_lines(entries: list[tuple[int, int] | TakeBack], over: bool) -> Iterator[str]:
    ply = 0
    for entry in entries:
        if isinstance(entry, TakeBack):
            ply = entry.to_ply
            yield f"undo {entry.to_ply} {'all' if entry.by < 0 else entry.by}"
        else:
            yield f"{ply} {RECORD_ACTORS.get(entry[0], entry[0])} {entry[1]}"
            ply += 1
    yield f"end {ply} {'over' if over else 'open'}"
