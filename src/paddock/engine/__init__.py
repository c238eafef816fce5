"""The rules engine: records, rules, matches, dice, playouts. It knows no game."""

from .component_file import ComponentFileError, read_component
from .dice import DiceError, FairDice, ManualDice, SeededDice
from .events import SPECTATOR, Event, Happening, number_of
from .game import Decision, Game
from .log import note
from .marking import CHANCE, OVER, rule
from .match import Choice, IllegalMoveError, Match, MatchError
from .options import Option, OptionError, Options, Value
from .phases import BOARD, DICE, DOCK, HAND, HOMES, Home, Phase, Phases
from .position import Permission, Position, foresee, random_words
from .race_record import RaceRecord, RecordError, read_record
from .rng import EQUAL, next_word, seed_random, uniform, weighted
from .runner import BACKENDS, Backend, Runner
from .schema import Record, SchemaError, i8, i16, i32, i64
from .simulate import Batch, Simulation, simulate
from .verification import Verification, verify_record
from .workshop import Checked, Example, Remark, Workshop

__all__ = [
    "BACKENDS",
    "BOARD",
    "CHANCE",
    "DICE",
    "DOCK",
    "EQUAL",
    "HAND",
    "HOMES",
    "OVER",
    "SPECTATOR",
    "Backend",
    "Batch",
    "Checked",
    "Choice",
    "ComponentFileError",
    "Decision",
    "DiceError",
    "Event",
    "Example",
    "FairDice",
    "Game",
    "Happening",
    "Home",
    "IllegalMoveError",
    "ManualDice",
    "Match",
    "MatchError",
    "Option",
    "OptionError",
    "Options",
    "Permission",
    "Phase",
    "Phases",
    "Position",
    "RaceRecord",
    "Record",
    "RecordError",
    "Remark",
    "Runner",
    "SchemaError",
    "SeededDice",
    "Simulation",
    "Value",
    "Verification",
    "Workshop",
    "foresee",
    "i8",
    "i16",
    "i32",
    "i64",
    "next_word",
    "note",
    "number_of",
    "random_words",
    "read_component",
    "read_record",
    "rule",
    "seed_random",
    "simulate",
    "uniform",
    "verify_record",
    "weighted",
]
