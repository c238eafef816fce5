"""A race at one screen: asks the people, lets the bots move, rolls or asks for the dice, and tells what happened."""

from dataclasses import replace
from threading import Thread

from paddock.bots import LEVELS, Bot, Search, Seen, make_bot, think
from paddock.engine import (
    CHANCE,
    PERSON,
    SPECTATOR,
    Coaching,
    Decks,
    FairDice,
    HistoryLine,
    Match,
    Rulebook,
    TriedMove,
    capitalised,
    figures,
    gaps,
)

from . import news
from .commands import COMMANDS, CommandError, LeavingError
from .draws import DrawsError, Shown, as_numbers, like, like_draws
from .menu import Menu
from .saving import Saver, SavingError
from .screen import Screen
from .seating import DEFAULT_BOT

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
        self.coaching: Coaching | None = None  # who advises at new kinds of decisions
        self.latest: list[HistoryLine] = []  # told since a person last decided
        self._told: dict[int, int] = {}  # by seat: plies told
        self._asked = -1  # length of the script when the pending question was shown
        self._decks = Decks()
        self._shown: Shown | None = None  # the menu of draws that stands on the screen
        self._is_alone = False  # the others were asked to look away from the screen
        self._drawn = -1  # plies played when the position was last drawn
        self._saved = -1  # length of the script when it was last saved
        self._compiling: Thread | None = None  # of the rules, for hints

    @property
    def drivers(self) -> list[str]:
        """Who drives each seat, as a race record says it."""
        return [bot.name if bot else PERSON for bot in self.bots]

    def run(self) -> int:
        """Play to the end or until a person quits; returns the exit status."""
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
                self._ask("rolled or drawn> ", self._bring_drawer())
            else:
                match.apply(outcome)
            return
        bot = self.bots[actor]
        if bot is None:
            self._ask("> ", self._bring_decider(actor))
        else:
            match.apply(bot.choose(match, actor))

    def _ask(self, prompt: str, typed: str = "") -> None:
        """Show the pending question, unless it is on the screen, and read an answer, unless one was typed before."""
        self.keep()
        if self._asked != len(self.match.script):
            self._show_question()
        self.answer(typed or self.screen.ask(prompt))

    def _bring_decider(self, seat: int) -> str:
        """Call the person who decides to the screen; returns a command typed meanwhile, but never a move."""
        if seat == self.viewer:
            return ""
        typed = self._hand_over(seat, "It is the turn of {}", is_secret=self._has_secrets())
        if typed and typed.split()[0].lower() not in COMMANDS:
            self.screen.say(f"“{_shown(typed)}” is not taken: this is what there is to decide.")
            return ""
        return typed

    def _bring_drawer(self) -> str:
        """Call a person who may see a secret draw to the screen to enter it; returns what was typed meanwhile."""
        knowing = self.match.audience()
        people = [seat for seat in self.people if seat in knowing]
        if not people or len(people) == len(self.people) or (self.viewer in people and self._is_alone):
            return ""
        drawer = self.viewer if self.viewer in people else people[0]
        return self._hand_over(drawer, "{} draws in secret", is_secret=True)

    def answer(self, text: str) -> None:
        """Handle a typed line: a move, an outcome or a command; anything else is refused and changes nothing."""
        menu = self.menu()
        choice = menu.exactly(text)
        if choice is None and (self._command(text) or self._several(text)):
            return
        meant = [choice] if choice else menu.meant(text)
        if len(meant) == 1 and self.match.can_apply(meant[0].move):
            self._enter([meant[0].move])
        elif text.strip():
            self._refuse(text, menu, [choice.words for choice in meant])
        else:
            self.show_moves()

    def _enter(self, moves: list[int]) -> None:
        """Play what was typed; draws are confirmed to the viewer who may know them, unless the events name them."""
        self.latest = []
        drawn: list[str] = []
        for move in moves:
            ply = self.match.apply(move)
            told = " ".join(line.text for line in self.match.history(self.viewer, len(self.match.plies) - 1))
            if ply.actor == CHANCE and self.viewer in ply.seen_by and ply.words.lower() not in told.lower():
                drawn.append(ply.words)
        if drawn:
            self.screen.say(f"Entered: {'; '.join(drawn)}.", indent="  ")

    def _several(self, text: str) -> bool:
        """Handle several numbers for similar draws, in order: all of them are taken, or none."""
        numbers = as_numbers(text)
        if not numbers or self.match.actor != CHANCE:
            return False
        try:
            moves = like_draws(self.match, numbers, self._menu_of)
        except DrawsError as error:
            self.screen.say(f"Nothing is taken: {error}.")
            return True
        self._enter(moves)
        return True

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
        elif len(meant) == 1:
            clause = self.match.decision.clause
            self.screen.say(
                f"{said} is drawn already ({clause}). Type another, or undo, which corrects an earlier one."
            )
        elif meant:
            self.screen.say(
                f"{said} could be: {'; '.join(meant[:4])}{' and others' if len(meant) > 4 else ''}. Type more of it."
            )
        else:
            clause = self.match.decision.clause
            self.screen.say(f"{said} is not possible now ({clause}): {menu.names()}. Type help for commands.")

    def think(self, seen: Seen) -> list[TriedMove]:
        """Search for about a second; interpreted until the rules are compiled, which the first hint starts."""
        game = self.match.game
        if game.is_native_ready():
            search = Search(seen, self.match.known_ply(seen.seat), depth=ADVISER.reach(seen.game.horizon))
            return think(search, ADVISER.walks, ADVISER.seconds)
        if self._compiling is None:
            self._compiling = game.compile_in_background()
        return think(Search(seen, self.match.known_ply(seen.seat), backend="python"), INTERPRETED_WALKS)

    # What is shown

    @property
    def is_refereed(self) -> bool:
        """Whether people enter what happens at a real table; they may correct anything they entered."""
        return self.match.dice.kind == "manual"

    def menu(self) -> Menu:
        """The pending choices, and which of them cannot be taken back."""
        if self.match.is_over:
            return Menu(())
        menu = self._menu_of(self.match)
        if self.match.actor == CHANCE or self.is_refereed:
            return menu
        final = (choice.move for choice in menu.choices if not self._can_take_back(choice.move))
        return replace(menu, final=frozenset(final))

    def _menu_of(self, match: Match) -> Menu:
        """The pending choices with their numbers; where hands are hidden, draws list all that the deck ever offered."""
        listed = self._decks.listed(match) if match.actor == CHANCE else tuple(match.choices())
        return Menu(listed, called={choice.move: match.component_number(choice.move) for choice in listed})

    def _can_take_back(self, move: int) -> bool:
        """Whether a choice can be taken back: bots move at once, so one that is final when a bot moves cannot."""
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
        shown = Shown(like(match), self.menu().moves(), question) if match.actor == CHANCE else None
        is_new = shown is None or self._shown is None or not self._shown.holds_for(shown)
        if is_new or (shown and self._shown and shown.question != self._shown.question):
            self.screen.say(question, bold=True)
            self._coach()
        if is_new:
            self.show_moves()
        self._asked, self._shown = len(match.script), shown

    def _coach(self) -> None:
        """What the coach says about a decision between several moves, if its kind is still new."""
        match, coaching = self.match, self.coaching
        if coaching is None or match.actor < 0 or len(match.now.legal()) < 2 or not coaching.speaks(match.state):
            return
        line = coaching.coach.advise(match, make_bot(DEFAULT_BOT).choose(match, match.actor))
        self.screen.say(f"Coach: {line}", indent="  ")

    def _others_moved(self) -> bool:
        """Whether another player moved since the position was last drawn."""
        since = self.match.plies[max(0, self._drawn) :]
        return self._drawn < 0 or any(ply.actor not in (CHANCE, self.match.actor) for ply in since)

    def show_position(self) -> None:
        """Draw the position as the viewer may see it."""
        self.screen.say()
        self.screen.draw(self.match.position(self.viewer))
        self.screen.say()
        self._drawn = len(self.match.plies)

    def show_moves(self) -> None:
        """List the pending choices."""
        for line in self.menu().lines(self.screen.width):
            self.screen.draw(line)

    def tell(self) -> None:
        """Tell the viewer what is new; a choice is told together with the chance event that answers it."""
        match = self.match
        start, stop = self._told.get(self.viewer, 0), len(match.plies)
        if match.actor == CHANCE and stop > start and news.is_waiting(match, stop - 1):
            stop -= 1
        if stop <= start:
            return
        for sentence in news.sentences(match, self.viewer, start, stop, self.people):
            self.screen.say(sentence, indent="  ")
        self.latest += [line for line in match.history(self.viewer, start) if line.ply < stop]
        for seat in {self.viewer} if self._has_secrets() else {self.viewer, *self.people}:
            self._told[seat] = stop

    def _hand_over(self, seat: int, why: str, *, is_secret: bool) -> str:
        """Change the viewer; for secrets the others are asked to look away. Returns what was typed meanwhile."""
        self.viewer, self._is_alone, typed = seat, is_secret, ""
        if is_secret:
            self.screen.clear()
            self.screen.say(f"{why.format(self.match.full_name(seat))}; the others look away.")
            typed = self.screen.ask("Press Enter when you are ready. ").strip()
            self._drawn, self._shown = -1, None
        self.tell()
        return typed

    def _has_secrets(self) -> bool:
        """Whether the position hides something from one of several people."""
        if len(self.people) < 2:
            return False
        return any(self.match.seen_by(seat) != self.match.state for seat in self.people)

    # Resuming, taking back, saving, ending

    def went_on(self) -> None:
        """After resuming a race: only what happened since a person last decided is told."""
        self._decks.learn(self.match)
        decided = [number for number, ply in enumerate(self.match.plies) if ply.actor in self.people]
        if decided:
            self._told = dict.fromkeys([SPECTATOR, *self.people], decided[-1])
            self.screen.say(f"{decided[-1]} plies are behind you; history tells them.")

    def went_back(self) -> None:
        """After taking back: forget that later plies were told or shown."""
        plies = len(self.match.plies)
        self._told = {seat: min(told, plies) for seat, told in self._told.items()}
        self.latest = []
        self._asked = self._drawn = -1
        self._shown = None

    def keep(self) -> None:
        """Save the race if it has a file and has changed."""
        if self._saved != len(self.match.script):
            self.save()

    def save(self) -> None:
        """Save the race if it has a file."""
        if self.saver:
            self.saver.save(self.match, self.drivers)
            self._saved = len(self.match.script)

    def _leave(self) -> None:
        self.keep()
        if self.saver:
            self.screen.say(f"The race is saved; go on with: paddock terminal --resume {self.saver.path}")
        elif not self.match.is_over:
            self.screen.say("The race ends here and is not saved.")

    def _is_finished(self) -> bool:
        """Tell the result; False if a person then took the end back."""
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
    places, _ = match.standings()
    behind, scored = gaps(match), figures(match)
    return [
        f"{_place(match, places[seat])} {', '.join(filter(None, (_called(match, seat), behind[seat], scored[seat])))}"
        for seat in sorted(range(len(places)), key=lambda seat: places[seat])
    ]


def _place(match: Match, place: int) -> str:
    """A place; of a lone seat among the cars of the field."""
    field = match.game.field if len(match.names) == 1 else 0
    return f"Place {place} of {field}:" if field else f"{place}."


def _called(match: Match, seat: int) -> str:
    called = match.game.words.seat_name(match.table, seat)
    return capitalised(called) if match.names[seat] == called else f"{capitalised(called)} ({match.names[seat]})"


def _shown(text: str) -> str:
    """Typed text made safe to print: no control characters, at most 40 letters."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return clean if len(clean) <= 40 else f"{clean[:40]}..."
