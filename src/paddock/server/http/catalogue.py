"""The games as a lobby shows them, and their rules."""

from typing import Any

from paddock import __version__
from paddock.bots import LEVELS
from paddock.engine import (
    LEARNER,
    Clause,
    Game,
    Howto,
    HowtoError,
    HowtoPart,
    LessonError,
    Match,
    Option,
    Rulebook,
    SeriesRules,
    read_howto,
    read_presets,
    usual_seats,
)

from ..line.refusals import RefusedError
from ..line.wire import (
    ClauseInfo,
    GameCard,
    GameInfo,
    Games,
    HowtoInfo,
    HowtoPartInfo,
    HowtoPicture,
    HowtoSeat,
    Lobby,
    OptionInfo,
    Pictures,
    PresetInfo,
    RulesInfo,
    SeriesOffer,
    TrackPicture,
)
from ..table.founding import usual_options
from ..table.house import House
from ..table.lessons import lesson_of
from ..table.sight import Sight
from .logs import log_error
from .pages import board_of


def lobby_info(house: House) -> Lobby:
    """What the lobby shows of each game."""
    return Lobby([_card(game) for game in simplest_first(house)])


def simplest_first(house: House) -> list[Game]:
    """The games in the order in which people meet them: light ones first, then those that are over sooner."""
    return sorted(house.games.values(), key=lambda game: (game.weight, sum(game.minutes), game.name))


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
        lesson=lesson_of(game) is not None,
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
    return Games([_game_info(house, game) for game in simplest_first(house)], levels, styles, __version__)


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
        presets=[PresetInfo(one.name, one.say, one.seats, dict(one.options)) for one in read_presets(game)],
        scene=game.scene(match.table),
        workshop=game.workshop.option if game.workshop else "",
        series=_series_offer(game, game.series) if game.series else None,
        untimed={option.name: option.default for option in game.options if option.name in usual_options(game)},
        board=_board(game),
    )


def pictures_info(game: Game) -> Pictures:
    """What the form of a new table draws: each preset, and each track of the box."""
    presets = [game.scene(game.new_table(one.seats, one.options)) for one in read_presets(game)]
    tracks = [
        TrackPicture(one.id, one.name, game.scene(game.new_table(usual_seats(game), {option: one.id})))
        for option, examples in ([(game.workshop.option, game.workshop.examples())] if game.workshop else [])
        for one in examples
    ]
    return Pictures(presets, tracks)


def _series_offer(game: Game, rules: SeriesRules) -> SeriesOffer:
    options = [_option_info(game, option) for option in rules.options]
    return SeriesOffer(rules.sentence, rules.clause, options, rules.venue, rules.calendar)


def _option_info(game: Game, option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        title=option.titled(),
        text=option.text,
        default=usual_options(game).get(option.name, option.default),
        values=list(option.values),
        titles=[option.value_titled(value) for value in option.values],
        says=list(option.values.values()),
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
    return RulesInfo(
        game.id, clauses, rulings, list(book.not_yet), lesson_of(game) is not None, howto_of(game) is not None
    )


def _clause_info(clause: Clause) -> ClauseInfo:
    return ClauseInfo(clause.id, clause.title, clause.text)


# How to play


def howto_of(game: Game) -> Howto | None:
    """The page of a game; one that cannot be shown is logged and left out."""
    try:
        return read_howto(game)
    except (HowtoError, LessonError):
        log_error("a page How to play cannot be shown", game=game.id)
        return None


def howto_info(game: Game) -> HowtoInfo:
    """A game's page, with its pictures."""
    howto = howto_of(game)
    if howto is None:
        raise RefusedError(f"{game.name} has no page How to play", status=404)
    start = howto.lesson.match() if howto.lesson else None
    parts = [_part_info(howto, part) for part in howto.parts]
    return HowtoInfo(game.id, game.name, _seats(start), game.scene(start.table) if start else None, parts)


def _seats(match: Match | None) -> list[HowtoSeat]:
    if match is None:
        return []
    called = [match.game.words.seat_name(match.table, seat) for seat in range(len(match.names))]
    return [HowtoSeat(name, colour) for name, colour in zip(match.names, called, strict=True)]


def _part_info(howto: Howto, part: HowtoPart) -> HowtoPartInfo:
    picture = _picture(howto.picture(part), part.caption) if part.step else None
    return HowtoPartInfo(part.title, part.text, list(part.clauses), picture)


def _picture(match: Match, caption: str) -> HowtoPicture:
    """The position as the reader would see it in a race, with what could be done."""
    sight = Sight(match, {})
    return HowtoPicture(caption, match.view(LEARNER), match.actor, sight.choices(LEARNER))
