"""The rules engine: records, rules, matches, dice, playouts. It knows no game."""

from .component_file import ComponentFileError, read_component
from .decks import (
    deck_outcomes,
    demand_draws,
    draw_any,
    draw_to_hand,
    fill_hand,
    pool_hand,
    pool_other_hands,
    reshuffle,
    take_from_hand,
    throw,
    throw_hand,
)
from .dice import DiceError, FairDice, ManualDice, SeededDice
from .events import SPECTATOR, Event, Happening, number_of
from .game import Decision, Game
from .log import note
from .marking import CHANCE, OVER, rule
from .match import Choice, IllegalMoveError, Match, MatchError
from .options import Option, OptionError, Options, Value
from .phases import BOARD, DICE, DOCK, HAND, Phase, Phases
from .position import Permission, Position, foresee, random_words
from .race_record import RaceRecord, RecordError, read_record
from .rng import EQUAL, next_word, seed_random, uniform, weighted
from .runner import BACKENDS, Backend, Runner
from .schema import Record, SchemaError, i8, i16, i32, i64
from .sets import (
    is_in,
    is_several,
    list_set,
    lowest_of,
    minus,
    moved_down,
    moved_up,
    set_below,
    set_of,
    size_of,
    with_one,
    without,
    without_lowest,
)
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
    "deck_outcomes",
    "demand_draws",
    "draw_any",
    "draw_to_hand",
    "fill_hand",
    "foresee",
    "i8",
    "i16",
    "i32",
    "i64",
    "is_in",
    "is_several",
    "list_set",
    "lowest_of",
    "minus",
    "moved_down",
    "moved_up",
    "next_word",
    "note",
    "number_of",
    "pool_hand",
    "pool_other_hands",
    "random_words",
    "read_component",
    "read_record",
    "reshuffle",
    "rule",
    "seed_random",
    "set_below",
    "set_of",
    "simulate",
    "size_of",
    "take_from_hand",
    "throw",
    "throw_hand",
    "uniform",
    "verify_record",
    "weighted",
    "with_one",
    "without",
    "without_lowest",
]
