"""Lesson tables: one learner, the dice and the other drivers of a game's lesson.

They are rooms like all others, but live in memory only: nothing is stored, listed or counted, and a room that has been
empty for a while is gone. A browser remembers the step and founds another table there.
"""

from weakref import proxy

from paddock.engine import LEARNER, Game, Lesson, LessonError, Match, read_lesson

from ..http.logs import log_error
from ..line.refusals import RefusedError
from ..line.wire import CreatedLesson, Learn, LessonActionInfo, LessonStepInfo, Seated
from ..store.loading import TableRace
from ..store.store import SeatRow, TableRow
from .driving import BotDriver
from .hall import Hall
from .house import House
from .playing import Playing
from .room import Room
from .storing import Storing


def _counts_nowhere(row: TableRow) -> None:
    """A lesson belongs to no series."""


class LessonStoring(Storing):
    """Stores nothing."""

    async def row(self) -> TableRow:
        """The table in memory."""
        return self._room.row

    async def race(self) -> TableRace:
        """The race in memory."""
        return self._room.race

    async def append(self, match: Match, used: float, is_late: bool) -> None:
        """Entries are kept by the match alone."""

    async def save_row(self) -> None:
        """The row is kept by the room alone."""

    async def keep_snapshot(self) -> None:
        """A lesson is founded again at any step."""


class LessonPlaying(Playing):
    """Takes the moves of the lesson, and no others."""

    def __init__(self, room: "LessonRoom"):
        super().__init__(room, _counts_nowhere)
        self._lesson_room = room

    async def play(self, seat: int, move: int, *, is_late: bool = False) -> None:
        """Play a move if it is what the lesson asks for or plays itself."""
        room = self._lesson_room
        wanted = room.lesson.move_at(len(room.match.plies))
        if wanted is None:
            raise RefusedError("the lesson is over", ply=room.ply)
        if seat == room.match.actor and move != wanted:
            raise RefusedError("the lesson asks for something else now: do what is lit", ply=room.ply)
        await super().play(seat, move, is_late=is_late)

    async def _finish(self) -> None:
        """The flag ends the lesson, which has its own last page; a result is counted nowhere."""


class LessonDriver(BotDriver):
    """Plays the moves of the other drivers, at once: one browser shows them at its own pace."""

    def __init__(self, room: "LessonRoom"):
        super().__init__(room)
        self._lesson_room = room

    def schedule(self) -> None:
        """Set the timer for the lesson's next move; at the end the race stands still."""
        room = self._lesson_room
        self.stop()
        if len(room.match.plies) < len(room.lesson.script) and not room.match.is_over:
            super().schedule()

    def _bot_delay(self) -> float:
        return 0.0

    def _patience(self, seat: int) -> float | None:
        """A learner is never hurried, and nobody takes over."""
        return None

    async def _bot_choice(self, seat: int) -> int:
        room = self._lesson_room
        move = room.lesson.move_at(len(room.match.plies))
        assert move is not None, "nothing is scheduled after the end"
        return move


class LessonRoom(Room):
    """A table that teaches."""

    is_stored = False

    def __init__(self, house: House, row: TableRow, lesson: Lesson, step: int):
        self.lesson = lesson
        race = TableRace(lesson.match(row.seats[LEARNER].name, step), [0.0] * len(row.seats))
        super().__init__(house, row, race, _counts_nowhere)
        me: LessonRoom = proxy(self)
        self.storing = LessonStoring(me)
        self.driver = LessonDriver(me)
        self.playing = LessonPlaying(me)

    def is_driven(self, seat: int) -> bool:
        """The learner drives where the lesson asks for it; everything else is played by the lesson."""
        return seat != LEARNER or self.lesson.action_at(len(self.match.plies)) is None


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; one that cannot be taught is logged and left out."""
    try:
        return read_lesson(game)
    except LessonError:
        log_error("a lesson cannot be taught", game=game.id)
        return None


def found_lesson(hall: Hall, wish: Learn, maker: str) -> CreatedLesson:
    """A lesson table at a step, which waits for its learner."""
    house = hall.house
    game = house.game(wish.game)
    lesson = lesson_of(game)
    if lesson is None:
        raise RefusedError(f"{game.name} has no lesson", status=404)
    if not 0 <= wish.step < len(lesson.steps):
        raise RefusedError(f"this lesson has steps 0 to {len(lesson.steps) - 1}", status=400)
    _check_room(hall, maker)
    row = house.founder.table_in_memory(game, lesson.options, _seats(house, wish, lesson))
    row.maker = maker
    key = house.founder.new_key(row.seats[LEARNER])
    hall.rooms[row.id] = LessonRoom(house, row, lesson, wish.step)
    return CreatedLesson(row.id, [Seated(LEARNER, key)], lesson.title, lesson.end, _end(lesson), _steps(lesson))


def _check_room(hall: Hall, maker: str) -> None:
    """Refuse a lesson if there are too many, in total or from one network, or if the server is not open."""
    limits = hall.house.settings.limits
    if hall.closing or hall.house.rules.read_only:
        raise RefusedError(hall.house.rules.read_only or "the server is closing", status=503)
    lessons = [room for room in hall.rooms.values() if isinstance(room, LessonRoom)]
    if len(lessons) >= limits.lessons:
        raise RefusedError("too many lessons are going on; try again in a minute", status=503)
    if maker and sum(room.row.maker == maker for room in lessons) >= limits.lessons_an_address:
        raise RefusedError("too many lessons from your address; try again in a minute", status=429)


def _seats(house: House, wish: Learn, lesson: Lesson) -> list[SeatRow]:
    level = house.settings.standard_bot
    learner = SeatRow(house.founder.driver_name(wish.name), "person", level, host=True)
    return [learner, *(SeatRow(name, "bot", level) for name in lesson.others)]


def _steps(lesson: Lesson) -> list[LessonStepInfo]:
    return [
        LessonStepInfo(
            step.say,
            list(step.clauses),
            step.light,
            [LessonActionInfo(action.number, action.move, action.words) for action in step.actions],
        )
        for step in lesson.steps
    ]


def _end(lesson: Lesson) -> int:
    """The number of the position at the end."""
    return lesson.match(step=len(lesson.steps)).known_ply(LEARNER)
