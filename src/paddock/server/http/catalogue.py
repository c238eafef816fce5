"""The games as a lobby shows them, and their rules."""

from typing import Any

from paddock import __version__
from paddock.bots import LEVELS
from paddock.engine import Clause, Game, Match, Option, Rulebook, SeriesRules

from ..line.wire import ClauseInfo, GameCard, GameInfo, Games, Lobby, OptionInfo, RulesInfo, SeriesOffer
from ..table.founding import usual_options, usual_seats
from ..table.house import House
from .pages import board_of


def lobby_info(house: House) -> Lobby:
    """What the lobby shows of each game."""
    return Lobby([_card(game) for game in house.games.values()])


def _card(game: Game) -> GameCard:
    scene = game.scene(Match(game, usual_seats(game)).table)
    return GameCard(
        id=game.id,
        name=game.name,
        designer=game.designer,
        publisher=game.publisher,
        year=game.year,
        sentence=game.sentence,
        minutes=game.minutes,
        weight=game.weight,
        seats=game.seats,
        scene=parts_of(scene, game.picture) if game.picture else scene,
        workshop=game.workshop.option if game.workshop else "",
        series=game.series is not None,
        board=_board(game),
    )


def _board(game: Game) -> str:
    return f"boards/{game.id}.js" if board_of(game).is_file() else ""


def parts_of(scene: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The named parts of a scene; `spaces.x` is the field `x` of each of the `spaces`."""
    found: dict[str, Any] = {}
    for name in names:
        part, _, field = name.partition(".")
        if not field:
            found[part] = scene[part]
            continue
        for whole, kept in zip(scene[part], found.setdefault(part, [{} for _ in scene[part]]), strict=True):
            if field in whole:
                kept[field] = whole[field]
    return found


def games_info(house: House) -> Games:
    """Everything for the form of a new table."""
    standard = house.settings.standard_bot
    levels = [standard, *(name for name in LEVELS if name != standard)]
    styles = {level.name: level.style for level in LEVELS.values()}
    return Games([_game_info(house, game) for game in house.games.values()], levels, styles, __version__)


def _game_info(house: House, game: Game) -> GameInfo:
    match = Match(game, usual_seats(game))
    return GameInfo(
        id=game.id,
        name=game.name,
        designer=game.designer,
        publisher=game.publisher,
        year=game.year,
        sentence=game.sentence,
        minutes=game.minutes,
        weight=game.weight,
        seats=game.seats,
        usual_seats=usual_seats(game),
        seat_names=house.seat_names[game.id],
        options=[_option_info(game, option) for option in game.options],
        scene=game.scene(match.table),
        workshop=game.workshop.option if game.workshop else "",
        series=_series_offer(game, game.series) if game.series else None,
        board=_board(game),
    )


def _series_offer(game: Game, rules: SeriesRules) -> SeriesOffer:
    options = [_option_info(game, option) for option in rules.options]
    return SeriesOffer(rules.sentence, rules.clause, options, rules.venue, rules.calendar)


def _option_info(game: Game, option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        text=option.text,
        default=usual_options(game).get(option.name, option.default),
        values=list(option.values),
        least=option.least,
        most=option.most,
        clause=option.clause,
        file=option.file,
        needs={name: list(values) for name, values in option.needs.items()},
        seats=list(option.seats),
        alone=usual_options(game).get(option.name, option.default_for(1)),
    )


def rules_info(game: Game) -> RulesInfo:
    """A game's clauses and rulings."""
    book = Rulebook.of(game)
    clauses = [_clause_info(clause) for clause in book.clauses.values()]
    rulings = [_clause_info(clause) for clause in book.rulings.values()]
    return RulesInfo(game.id, clauses, rulings, list(book.not_yet))


def _clause_info(clause: Clause) -> ClauseInfo:
    return ClauseInfo(clause.id, clause.title, clause.text)
