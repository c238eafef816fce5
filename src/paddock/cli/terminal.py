"""`paddock terminal`: the game in plain text."""

from pathlib import Path

import click

from paddock.bots import BOTS, UnknownBotError
from paddock.engine import Game
from paddock.games import all_games

from .errors import wrong_input
from .params import FILE, GAME, MOST_SEED, Whole, chosen_options, complete_bots, options_option
from .progress import compile_with_progress

DICE = ("fair", "seeded", "manual")


@click.command(short_help="Play in plain text, or referee a real table.")
@click.argument("game", type=GAME, required=False)
@click.option(
    "--seats", default="", metavar="N|NAMES", help="A number, or names: Ana,Ben,quick.  [default: you and two bots]"
)
@click.option(
    "--bots",
    default="",
    metavar="BOTS",
    shell_complete=complete_bots,
    help=f"Of {', '.join(BOTS)}: one for all, one for each (club,pro), a number, or none.  [default: quick]",
)
@options_option
@click.option(
    "--dice", type=click.Choice(DICE), help="manual: a real table rolls.  [default: fair; seeded with --seed]"
)
@click.option("--seed", type=Whole(0, MOST_SEED), help="Same dice and bots as before.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep the race in a new file, saved after each choice.")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on with a saved race.")
@click.option("--mix", is_flag=True, help="Type words of your own into fair dice, after their commitment is shown.")
@click.option("--coach", is_flag=True, help="Advice at each new kind of decision, for first races.")
@click.option("--auto", is_flag=True, help="Watch: bots play all seats.")
@click.pass_context
def terminal(
    context: click.Context,
    game: Game | None,
    seats: str,
    bots: str,
    options: tuple[str, ...],
    dice: str | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    mix: bool,
    coach: bool,
    auto: bool,
) -> None:
    """Play GAME in plain text, alone with bots, with others at one screen, or as referee of a real table."""
    from paddock.terminal import RaceWish, SavingError, Screen, SeatingError, choose_game, start
    from paddock.terminal import resume as go_on

    screen = Screen.standard()
    with wrong_input(SavingError, SeatingError, UnknownBotError):
        if resume is not None:
            if game or seats or bots or options or dice or mix:
                raise click.ClickException("a resumed race keeps its game, seats, bots, options and dice")
            session = go_on(resume, screen, save, seed, auto=auto)
        else:
            chosen = game or choose_game(all_games(), screen)
            if chosen is None:
                return
            kind = dice or ("fair" if seed is None else "seeded")
            plan = RaceWish(chosen, seats, bots, chosen_options(chosen, options), kind, seed, save, auto, mix)
            session = start(plan, screen)
        if coach:
            session.answer("coach")
        if any(bot and bot.level.walks for bot in session.bots):
            compile_with_progress(session.match.game)
        context.exit(session.run())
