"""Component files of people's own: checked while they are made, and tidied before a table keeps them."""

from paddock.engine import Game, Options, Remark, Value, Workshop
from paddock.engine.options import LARGEST_FILE, is_file

from .refusals import RefusedError
from .wire import CheckedInfo, ExampleInfo, RemarkInfo, WorkshopInfo

MOST_REMARKS = 40
LARGEST_SEED = 999_999


def workshop_info(game: Game) -> WorkshopInfo:
    """What an editor begins with."""
    workshop = _workshop(game)
    examples = [ExampleInfo(example.id, example.name, example.text) for example in workshop.examples()]
    sizes = list(workshop.sizes)
    return WorkshopInfo(game.id, workshop.option, examples, sizes, workshop.palette, LARGEST_FILE)


def check_file(game: Game, text: str) -> CheckedInfo:
    """Everything to say about a file, whatever is in it."""
    workshop = _workshop(game)
    if len(text) > LARGEST_FILE:
        words = f"a file has at most {LARGEST_FILE} characters, this has {len(text)}"
        return CheckedInfo([RemarkInfo("error", words, "", [])], "", "", None)
    checked = workshop.check(text)
    remarks = [_remark_info(remark) for remark in checked.remarks[:MOST_REMARKS]]
    return CheckedInfo(remarks, checked.name, checked.text, checked.drawing)


def make_file(game: Game, size: int, seed: int) -> CheckedInfo:
    """A component of that size made by chance."""
    workshop = _workshop(game)
    if size not in workshop.sizes:
        listed = ", ".join(str(one) for one in workshop.sizes) or "none"
        raise RefusedError(f"chance makes these sizes: {listed}", status=400)
    if not 0 <= seed <= LARGEST_SEED:
        raise RefusedError(f"a seed is a whole number from 0 to {LARGEST_SEED}", status=400)
    try:
        return check_file(game, workshop.make(size, seed))
    except ValueError as error:
        raise RefusedError(str(error), status=400) from None


def tidy_files(game: Game, options: Options) -> dict[str, Value]:
    """The options, a good file as the game itself would write it: without what only its maker needs."""
    tidied = dict(options)
    option = game.workshop.option if game.workshop else ""
    if game.workshop and option in tidied and is_file(tidied[option]):
        tidied[option] = game.workshop.check(str(tidied[option])).text or tidied[option]
    return tidied


def _workshop(game: Game) -> Workshop:
    if game.workshop is None:
        raise RefusedError(f"{game.name} takes no files", status=404)
    return game.workshop


def _remark_info(remark: Remark) -> RemarkInfo:
    return RemarkInfo(remark.level, remark.words, remark.clause, [list(place) for place in remark.places])
