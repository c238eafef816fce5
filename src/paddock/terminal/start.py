"""Start a session from command line options: a new race or a resumed one."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from paddock.bots import Bot, make_bot
from paddock.engine import (
    Dice,
    FairDice,
    Game,
    ManualDice,
    Match,
    OptionError,
    Options,
    RecordError,
    SeededDice,
    Value,
    capitalised,
    is_file,
    shown_value,
)
from paddock.games import load_game

from .menu import normal
from .saving import Saver, SavingError, open_record
from .screen import Screen
from .seating import DEFAULT_BOT, Seat, SeatingError, read_seats, seats_of_record
from .session import Session

MOST_WORDS = 200  # letters that a race record takes


@dataclass(frozen=True)
class RaceWish:
    """The options of a new race."""

    game: Game
    seats: str = ""
    bots: str = ""
    options: Options = field(default_factory=dict[str, Value])
    dice: str = "fair"
    seed: int | None = None
    save: Path | None = None
    auto: bool = False
    mix: bool = False  # people add their own words to fair dice


def start(plan: RaceWish, screen: Screen) -> Session:
    """Start and announce a new race."""
    seats = read_seats(plan.game, plan.seats, plan.bots)
    if plan.auto:
        seats = [Seat(seat.name, seat.bot or DEFAULT_BOT) for seat in seats]
    seed = secrets.randbits(32) if plan.seed is None else plan.seed
    names = [seat.recorded_name for seat in seats]
    try:
        match = Match(plan.game, names, plan.options, new_dice(plan.dice, seed))
    except ValueError as error:
        raise SeatingError(str(error)) from None
    saver = Saver(plan.save) if plan.save else None
    session = Session(match, _bots(seats, seed), screen, saver)
    session.keep()
    _announce(session)
    if plan.mix:
        _mix(session)
        session.save()  # with the words, even if nobody moves before the race is left
    return session


def resume(path: Path, screen: Screen, save: Path | None, seed: int | None, *, auto: bool) -> Session:
    """Resume a recorded race, in the same file unless another is named."""
    record = open_record(path)
    try:
        match = Match.replay(load_game(record.game), record)
    except LookupError as error:
        raise SavingError(f"{path}: {error}") from None
    except (RecordError, OptionError, ValueError) as error:
        raise SavingError(f"{path}, {error}") from None
    seats = seats_of_record(record, auto=auto)
    saver = Saver(save) if save else Saver(path, is_new=False)
    session = Session(match, _bots(seats, secrets.randbits(32) if seed is None else seed), screen, saver)
    session.keep()
    _announce(session)
    if record.rules != match.game.rules_digest:
        screen.say(f"Recorded under rules {record.rules}; it continues under {match.game.rules_digest}.")
    session.went_on()
    return session


def choose_game(games: Sequence[Game], screen: Screen) -> Game | None:
    """Ask which game; None at the end of the input."""
    screen.say("Which game?", bold=True)
    for number, game in enumerate(games, 1):
        fewest, most = game.seats
        screen.say(f"{number} {game.name}, {fewest} to {most} players. {game.sentence}", indent="  ")
    while True:
        try:
            text = normal(screen.ask())
        except EOFError:
            return None
        named = [game for game in games if text and (text in game.id or text in game.name.lower())]
        if text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(games):
            return games[int(text) - 1]
        if len(games) == 1 and not text:
            return games[0]
        if len(named) == 1:
            return named[0]
        screen.say(f"Type a number from 1 to {len(games)}, or the name.")


def new_dice(kind: str, seed: int) -> Dice:
    """The dice of a new race."""
    return {"seeded": lambda: SeededDice(seed), "fair": FairDice, "manual": ManualDice}[kind]()


def _mix(session: Session) -> None:
    """Ask people for words to mix into the dice, after the commitment is shown and before the first roll."""
    dice = session.match.dice
    if not isinstance(dice, FairDice):
        raise SeatingError("words can be mixed into fair dice only")
    for seat in session.people:
        with suppress(EOFError):
            text = session.screen.ask(f"{session.match.full_name(seat)}, any words to mix into the dice: ").strip()
            if text:
                dice.add_entropy(seat, text[:MOST_WORDS])


def _bots(seats: list[Seat], seed: int) -> list[Bot | None]:
    return [make_bot(seat.bot, seed) if seat.bot else None for seat in seats]


def _announce(session: Session) -> None:
    match, screen = session.match, session.screen
    screen.say(f"{match.game.name}. {match.game.sentence}", bold=True)
    screen.say(" ".join(_who(session, seat) for seat in range(len(match.names))))
    chosen = [
        f"{option.name} {'of your own' if is_file(value) else shown_value(value)}"
        for option in match.game.options
        for value in (match.options[option.name],)
        if match.options[option.name] != option.default
    ]
    if chosen:
        screen.say(f"Options: {', '.join(chosen)}.")
    screen.say(_about_dice(match))
    if session.people:
        screen.say("Type the number of a move or its words; help lists the commands.")
    screen.say()


def _who(session: Session, seat: int) -> str:
    match = session.match
    called = capitalised(match.game.words.seat_name(match.table, seat))
    if match.names[seat].lower() != called.lower():
        return f"{called}: {match.names[seat]}."
    return f"{called}: {'you' if len(session.people) == 1 else 'a person'}."


def _about_dice(match: Match) -> str:
    dice = match.dice
    if isinstance(dice, FairDice):
        return f"Fair dice. Their commitment is {dice.commitment}; the secret behind it is shown after the race."
    if isinstance(dice, SeededDice):
        return f"Dice of seed {dice.seed}: the same seed gives the same dice."
    asked = "Dice and cards of a real table: you are asked what was rolled or drawn; undo corrects it."
    return f"{asked} Several of a kind can be typed in one line: 3 5 1."
