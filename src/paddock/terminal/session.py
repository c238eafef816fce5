"""A race at one screen: asks the people, lets the bots move, rolls or asks for the dice, and tells what happened."""

from threading import Thread

from paddock.bots import LEVELS, Bot, Search, Seen, think
from paddock.bots import Line as Thought
from paddock.engine import CHANCE, SPECTATOR, FairDice, Match
from paddock.engine.events import capitalised
from paddock.engine.match import Line
from paddock.engine.rulebook import Rulebook

from . import news
from .commands import COMMANDS, CommandError, LeavingError
from .menu import Menu
from .saving import Saver, SavingError
from .screen import Screen

INTERRUPTED = 130
ADVISER = LEVELS["champion"]
INTERPRETED_WALKS = 120  # of a hint before the rules are compiled


class Session:
    """The match, who plays it, and what has been told to whom."""

    def __init__(self, match: Match, bots: list[Bot | None], screen: Screen, saver: Saver | None = None):
        self.match = match
        self.bots = bots
        self.screen = screen
        self.saver = saver
        self.rulebook = Rulebook.of(match.game)
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.latest: list[Line] = []  # told since somebody last decided
        self._told: dict[int, int] = {}  # by seat: plies told
        self._asked = -1  # length of the script when the pending question was shown
        self._drawn = -1  # plies played when the position was last drawn
        self._saved = -1  # length of the script when it was last saved
        self._compiling: Thread | None = None  # of the rules, for hints

    def run(self) -> int:
        """Play to the end or until somebody leaves; returns the exit status."""
        try:
            while True:
                while not self.match.is_over:
                    self._step()
                if self._is_finished():
                    return 0
        except (EOFError, LeavingError):
            self._leave()
        except KeyboardInterrupt:
            self.screen.say()
            self._leave()
            return INTERRUPTED
        return 0

    # One step of the race

    def _step(self) -> None:
        match, actor = self.match, self.match.actor
        self.tell()
        if actor == CHANCE:
            outcome = match.draw()
            if outcome is None:
                self._ask("rolled or drawn> ")
            else:
                match.apply(outcome)
            return
        bot = self.bots[actor]
        if bot is None:
            self._hand_over(actor)
            self._ask("> ")
        else:
            match.apply(bot.choose(match, actor))

    def _ask(self, prompt: str) -> None:
        self.keep()
        if self._asked != len(self.match.script):
            self._show_question()
        self.answer(self.screen.ask(prompt))

    def answer(self, text: str) -> None:
        """What somebody typed: a move or outcome, or a command; anything else is refused and changes nothing."""
        menu = self.menu()
        choice = menu.exactly(text)
        if choice is None and self._command(text):
            return
        meant = [choice] if choice else menu.meant(text)
        if len(meant) == 1:
            self.latest = []
            self.match.apply(meant[0].move)
        elif text.strip():
            self._refuse(text, menu, [choice.words for choice in meant])
        else:
            self.show_moves()

    def _command(self, text: str) -> bool:
        word, _, argument = text.strip().partition(" ")
        command = COMMANDS.get(word.lower())
        if command is None:
            return False
        try:
            command.act(self, argument.strip())
        except (CommandError, SavingError) as error:
            self.screen.say(f"{capitalised(str(error))}.")
        return True

    def _refuse(self, text: str, menu: Menu, meant: list[str]) -> None:
        said = f"“{_shown(text)}”"
        if self.match.is_over:
            self.screen.say(f"The race is over; {said} is no command. Type help for those that still work.")
        elif meant:
            self.screen.say(
                f"{said} could be: {'; '.join(meant[:4])}{' and others' if len(meant) > 4 else ''}. Type more of it."
            )
        else:
            clause = self.match.decision.clause
            self.screen.say(f"{said} is not possible now ({clause}): {menu.names()}. Type help for commands.")

    def think(self, seen: Seen) -> list[Thought]:
        """A search of about a second; an interpreted one until the rules are compiled, which begins with the first."""
        game = self.match.game
        if game.is_native_ready():
            search = Search(seen, len(self.match.plies), depth=ADVISER.reach(seen.game.horizon))
            return think(search, ADVISER.walks, ADVISER.seconds)
        if self._compiling is None:
            self._compiling = game.compile_in_background()
        return think(Search(seen, len(self.match.plies), backend="python"), INTERPRETED_WALKS)

    # What is shown

    @property
    def is_refereed(self) -> bool:
        """Whether people tell what happens at a real table; they may correct whatever they told."""
        return self.match.dice.kind == "manual"

    def menu(self) -> Menu:
        """The pending choices, and which of them cannot be taken back."""
        if self.match.is_over:
            return Menu(())
        choices = tuple(self.match.choices())
        if self.match.actor == CHANCE or self.is_refereed:
            return Menu(choices)
        return Menu(choices, frozenset(choice.move for choice in choices if not self._can_take_back(choice.move)))

    def _can_take_back(self, move: int) -> bool:
        """Bots move at once, so a choice that lasts until a bot moves is final."""
        if not self.match.will_be_undoable(move).allowed:
            return False
        fork = self.match.fork()
        fork.apply(move)
        return fork.actor < 0 or self.bots[fork.actor] is None

    def _show_question(self) -> None:
        match = self.match
        if match.actor != CHANCE and self._others_moved():
            self.show_position()
        question = f"{capitalised(match.decision.question)} ({match.decision.clause})"
        seat_name = "" if match.actor == CHANCE else match.game.words.seat_name(match.table, match.actor)
        if len(self.people) > 1 and seat_name and seat_name.lower() not in question.lower():
            question = f"{match.full_name(match.actor)}: {question}"
        self.screen.say(question, bold=True)
        self.show_moves()
        self._asked = len(match.script)

    def _others_moved(self) -> bool:
        """Whether the one who is asked has seen the position last before somebody else moved."""
        since = self.match.plies[max(0, self._drawn) :]
        return self._drawn < 0 or any(ply.actor not in (CHANCE, self.match.actor) for ply in since)

    def show_position(self) -> None:
        """The position as the one at the screen may see it."""
        self.screen.say()
        self.screen.draw(self.match.position(self.viewer))
        self.screen.say()
        self._drawn = len(self.match.plies)

    def show_moves(self) -> None:
        """The pending choices."""
        for line in self.menu().lines(self.screen.width):
            self.screen.draw(line)

    def tell(self) -> None:
        """What happened since the one at the screen last heard; a choice that chance must answer waits for it."""
        match = self.match
        start, stop = self._told.get(self.viewer, 0), len(match.plies)
        if match.actor == CHANCE and stop > start and news.is_waiting(match, stop - 1):
            stop -= 1
        if stop <= start:
            return
        for sentence in news.sentences(match, self.viewer, start, stop):
            self.screen.say(sentence, indent="  ")
        self.latest += [line for line in match.history(self.viewer, start) if line.ply < stop]
        for seat in {self.viewer} if self._has_secrets() else {self.viewer, *self.people}:
            self._told[seat] = stop

    def _hand_over(self, seat: int) -> None:
        """Another person comes to the screen; where somebody holds a secret the others look away first."""
        if seat == self.viewer:
            return
        self.viewer = seat
        if self._has_secrets():
            self.screen.clear()
            self.screen.say(f"It is the turn of {self.match.full_name(seat)}; the others look away.")
            self.screen.ask("Press Enter when you are ready. ")
            self._drawn = -1
        self.tell()

    def _has_secrets(self) -> bool:
        """Whether the position hides something from one of several people."""
        if len(self.people) < 2:
            return False
        return any(self.match.seen_by(seat) != self.match.state for seat in self.people)

    # Going on, going back, saving, ending

    def went_on(self) -> None:
        """A race goes on: only what happened since somebody last decided is news."""
        decided = [number for number, ply in enumerate(self.match.plies) if ply.actor in self.people]
        if decided:
            self._told = dict.fromkeys([SPECTATOR, *self.people], decided[-1])
            self.screen.say(f"{decided[-1]} plies are behind you; history tells them.")

    def went_back(self) -> None:
        """The match has been taken back: nothing beyond its end has been told or shown."""
        plies = len(self.match.plies)
        self._told = {seat: min(told, plies) for seat, told in self._told.items()}
        self.latest = []
        self._asked = self._drawn = -1

    def keep(self) -> None:
        """Save what is new, if the race is to be saved."""
        if self.saver is None or self._saved == len(self.match.script):
            return
        self.saver.save(self.match)
        self._saved = len(self.match.script)

    def _leave(self) -> None:
        self.keep()
        if self.saver:
            self.screen.say(f"The race is saved; go on with: paddock terminal --resume {self.saver.path}")
        elif not self.match.is_over:
            self.screen.say("The race ends here and is not saved.")

    def _is_finished(self) -> bool:
        """Tell the result; False if somebody then took the end back."""
        self.tell()
        self.keep()
        self.screen.say()
        for line in standings(self.match):
            self.screen.say(line)
        self._say_how_to_verify()
        if not self.people:
            return True
        self.screen.say("Enter ends; history, why, undo agreed and save FILE still work.")
        while self.match.is_over:
            text = self._last_word()
            if not text:
                return True
            self.answer(text)
        return False

    def _last_word(self) -> str:
        try:
            return self.screen.ask().strip()
        except EOFError:
            return ""

    def _say_how_to_verify(self) -> None:
        dice, saver = self.match.dice, self.saver
        if isinstance(dice, FairDice):
            self.screen.say(f"The secret of the dice was {dice.reveal()}.")
            self.screen.say(f"Its SHA-256 is the commitment shown before the race, {dice.commitment}.")
        if saver and self.is_refereed:
            self.screen.say(
                f"The race is saved; check its moves (dice of a table cannot be): paddock verify {saver.path}"
            )
        elif saver:
            self.screen.say(f"The race is saved; check every die with: paddock verify {saver.path}")
        elif isinstance(dice, FairDice):
            self.screen.say("To check every die: save FILE here (or --save FILE beforehand), then paddock verify FILE.")


def standings(match: Match) -> list[str]:
    """The result, best place first."""
    places, points = match.standings()
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    return [f"{places[seat]}. {_called(match, seat)}, {_points(points[seat])}" for seat in order]


def _called(match: Match, seat: int) -> str:
    called = match.game.words.seat_name(match.table, seat)
    return capitalised(called) if match.names[seat] == called else f"{capitalised(called)} ({match.names[seat]})"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _shown(text: str) -> str:
    """What somebody typed, fit to be written back."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return clean if len(clean) <= 40 else f"{clean[:40]}..."
