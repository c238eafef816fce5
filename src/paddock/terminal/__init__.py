"""The terminal game: any game in plain text, against people and bots, with the program's dice or real ones."""

from .learning import LessonSession
from .saving import SavingError, load_record
from .screen import Screen
from .seating import Seat, SeatingError, read_seats
from .session import Session, standings
from .start import RaceWish, choose_game, resume, start

__all__ = [
    "LessonSession",
    "RaceWish",
    "SavingError",
    "Screen",
    "Seat",
    "SeatingError",
    "Session",
    "choose_game",
    "load_record",
    "read_seats",
    "resume",
    "standings",
    "start",
]
