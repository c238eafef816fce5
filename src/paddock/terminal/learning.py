"""A lesson at the screen: a race in which one thing is done at each step, and the lesson plays the rest."""

from paddock.bots import make_bot
from paddock.engine import CHANCE, LEARNER, SPECTATOR, Lesson

from .commands import LeavingError
from .screen import Screen
from .seating import DEFAULT_BOT
from .session import INTERRUPTED, Session

LEAVE = ("skip", "q")


class LessonSession(Session):
    """A race whose dice and other drivers follow a lesson; only what the lesson asks for is taken."""

    def __init__(self, lesson: Lesson, screen: Screen, step: int = 0):
        match = lesson.match(step=step)
        others = [make_bot(DEFAULT_BOT, 1) for _ in lesson.others]
        super().__init__(match, [None, *others], screen)
        self.lesson = lesson
        self._said = -1  # the step whose sentence stands on the screen
        self._told = dict.fromkeys([SPECTATOR, LEARNER], len(match.plies))

    def run(self) -> int:
        """Teach to the end or until the learner leaves; returns the exit status."""
        lesson = self.lesson
        self.screen.say(f"{lesson.game.name}: {lesson.title}. Type skip to leave.", bold=True)
        try:
            while len(self.match.plies) < len(lesson.script):
                self._step()
        except (EOFError, LeavingError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            self.screen.say()
            self._leave()
            return INTERRUPTED
        self._end()
        return 0

    @property
    def step(self) -> int:
        """The step that is being taught."""
        return self.lesson.step_at(len(self.match.plies))

    # One step of the race

    def _step(self) -> None:
        ply = len(self.match.plies)
        self.tell()
        if self.lesson.action_at(ply):
            self._ask("> ")
            return
        move = self.match.draw() if self.match.actor == CHANCE else self.lesson.move_at(ply)
        assert move is not None
        self.match.apply(move)

    def answer(self, text: str) -> None:
        """Handle a typed line as in any race; a lesson can be left with a word, and is not saved."""
        word = text.strip().lower().partition(" ")[0]
        if word in LEAVE:
            raise LeavingError
        if word == "save":
            self.screen.say("A lesson is not saved; skip leaves it and says how to go on.")
            return
        super().answer(text)

    def _enter(self, moves: list[int]) -> None:
        """Play what was typed if the lesson asks for it; else say what it asks for."""
        action = self.lesson.action_at(len(self.match.plies))
        if action and moves != [action.move]:
            self.screen.say(f"Later! For now, type: {action.words}")
            return
        super()._enter(moves)

    # What is shown

    def _show_question(self) -> None:
        step, action = self.step, self.lesson.action_at(len(self.match.plies))
        if self._others_moved():
            self.show_position()
        if step != self._said:
            told = self.lesson.steps[step]
            self.screen.say(f"{step + 1}/{len(self.lesson.steps)} {told.say} ({', '.join(told.clauses)})", bold=True)
        elif action:
            self.screen.say(f"And now: {action.words}.", bold=True)
        self.show_moves()
        self._said, self._asked = step, len(self.match.script)

    # Leaving and ending

    def _leave(self) -> None:
        self.screen.say(f"Go on when you like: paddock learn {self.lesson.game.id} --from {self.step + 1}")

    def _end(self) -> None:
        game = self.lesson.game.id
        self.tell()
        self.show_position()
        self.screen.say(self.lesson.end, bold=True)
        self.screen.say(f"A race: paddock terminal {game} --coach. Again: paddock learn {game}.")
