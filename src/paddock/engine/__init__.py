"""The rules engine: records, rules, matches, dice, playouts. It knows no game."""

from .component_file import ComponentFileError, read_component
from .game import Decision, Game
from .race.dice import DiceError, FairDice, ManualDice, SeededDice
from .race.events import SPECTATOR, Event, Happening, number_of
from .race.match import Choice, IllegalMoveError, Match, MatchError
from .race.options import Option, OptionError, Options, Value
from .race.position import Permission, Position, foresee, random_words
from .race.race_record import RaceRecord, RecordError, read_record
from .race.verification import Verification, verify_record
from .rules.log import note
from .rules.marking import CHANCE, OVER, rule
from .rules.phases import BOARD, DICE, DOCK, HAND, Phase, Phases
from .rules.rng import EQUAL, next_word, seed_random, uniform, weighted
from .rules.runner import BACKENDS, Backend, Runner
from .rules.schema import Record, SchemaError, i8, i16, i32, i64
from .simulate import Batch, Simulation, simulate
from .workshop import Checked, Example, Remark, Workshop

__all__ = [
    "BACKENDS",
    "BOARD",
    "CHANCE",
    "DICE",
    "DOCK",
    "EQUAL",
    "HAND",
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
