"""The command line. Each command is a module here; wrong input gives one sentence and exit status 2."""

import click

from paddock import __version__

from . import (
    admin,
    analyse,
    bench,
    completion,
    envs,
    games,
    lab,
    ladder,
    learn,
    new_game,
    print_sheets,
    records,
    rules,
    series,
    serve,
    simulate,
    store,
    terminal,
)
from .errors import Commands


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="paddock", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Tabletop racing games on one rules engine: play, referee, simulate.

    A game is named by its id or any part of it that no other game has; `paddock games` lists them.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


cli.add_command(games.games)
cli.add_command(serve.serve)
cli.add_command(admin.admin)
cli.add_command(terminal.terminal)
cli.add_command(learn.learn)
cli.add_command(rules.rules)
cli.add_command(simulate.simulate)
cli.add_command(series.series)
cli.add_command(ladder.ladder)
cli.add_command(lab.lab)
cli.add_command(envs.envs)
cli.add_command(print_sheets.print_sheets)
cli.add_command(records.replay)
cli.add_command(records.verify)
cli.add_command(analyse.analyse)
cli.add_command(bench.bench)
cli.add_command(store.store)
cli.add_command(new_game.new_game)
cli.add_command(completion.completion)


def main() -> None:
    """The entry point."""
    cli.main(prog_name="paddock")
