"""Check that a game's presets can be raced, and that every option says what it changes."""

from paddock.engine import Game, Match, Option, PresetError, Value, read_presets, shown_value

from .cases import Case
from .clauses import clause_ids

FEWEST_WORDS = 3
MOST_LETTERS = 130  # of a sentence about a value


def presets_are_legal(game: Game, case: Case) -> None:
    """Each preset is a legal set of options in a few words, and its race starts; options and values have sentences."""
    try:
        presets = read_presets(game)
    except PresetError as error:
        raise AssertionError(str(error)) from None
    for preset in presets:
        match = Match(game, preset.seats, preset.options)
        assert game.scene(match.table) is not None
        usual = game.complete_options(preset.seats, {})
        idle = [name for name, value in preset.options.items() if usual[name] == value]
        assert not idle, f"{game.id}: preset {preset.name!r} sets {', '.join(idle)} to the default; leave it out"
    options = (*game.options, *(game.series.options if game.series else ()))
    wrong = [sentence for option in options for sentence in _wrong_words(game, option)]
    assert not wrong, f"{game.id}: " + "; ".join(wrong)


def _wrong_words(game: Game, option: Option) -> list[str]:
    """What is missing in the words of an option."""
    wrong: list[str] = []
    if len(option.text.split()) < FEWEST_WORDS or not option.text.endswith("."):
        wrong.append(f"option {option.name} needs a sentence that says what it changes, not {option.text!r}")
    wrong += [_wrong_value(option, value) for value in option.values if not _says_something(option.values[value])]
    if len(set(option.values.values())) < len(option.values):
        wrong.append(f"two values of option {option.name} have the same sentence")
    if option.clause and option.clause not in clause_ids(game):
        wrong.append(f"option {option.name} names {option.clause}, which RULES.md does not have")
    return wrong


def _says_something(sentence: str) -> bool:
    return len(sentence.split()) >= FEWEST_WORDS and len(sentence) <= MOST_LETTERS and sentence.endswith(".")


def _wrong_value(option: Option, value: Value) -> str:
    needed = f"needs a sentence of at most {MOST_LETTERS} letters that says what it changes"
    return f"{option.name}={shown_value(value)} {needed}, not {option.values[value]!r}"
