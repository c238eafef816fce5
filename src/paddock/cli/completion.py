"""`paddock completion`: the script that makes a shell complete commands, games and options."""

import os
from pathlib import Path

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PADDOCK_COMPLETE"


@add_completion_class
class BashWithEquals(BashComplete):
    """Joins `name=value`, which bash splits into three words, and completes only the value."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor and the one that is being typed."""
        words, typed = super().get_completion_args()
        parts = [*words, typed] if typed != "=" else [*words, typed, ""]
        self._cut = 0
        if len(parts) > 2 and parts[-2] == "=":
            self._cut = len(parts[-3]) + 1
            return parts[:-3], "".join(parts[-3:])
        return words, typed

    def format_completion(self, item: CompletionItem) -> str:
        """A completion in the format of bash's script."""
        return f"{item.type},{item.value[self._cut :]}"


@click.command(short_help="Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
def completion(shell: str | None) -> None:
    """Print the completion script of a SHELL: bash, zsh or fish (by default, yours).

    \b
    eval "$(paddock completion bash)"    in ~/.bashrc
    eval "$(paddock completion zsh)"     in ~/.zshrc, after compinit
    paddock completion fish | source     in ~/.config/fish/config.fish
    """
    name = shell or Path(os.environ.get("SHELL", "")).name
    found = get_completion_class(name) if name in SHELLS else None
    if found is None:
        raise click.ClickException(f"name a shell: {', '.join(SHELLS)}")
    click.echo(found(click.get_current_context().find_root().command, {}, "paddock", VARIABLE).source())
