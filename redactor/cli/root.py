"""The root of the command line. A command's module is imported when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import redactor

# Each command is `app` in redactor.cli.<name>. Its help stands here as well, so that `redactor --help` imports none.
COMMANDS = {
    "sample": "Write a synthetic EHR sink to OUT/records and every identifier planted in it to OUT/gold.",
    "run": "De-identify a file, a folder or stdin. Killed and started again, it goes on where it stopped.",
    "text": "A quick look: one text, de-identified, with what was found.",
    "detect": "Spans for a file of notes, in characters of each text; the notes themselves are not written.",
    "evaluate": "Recall, precision, whole documents and false alarms, with 95 % intervals over documents.",
    "keys": "Make, rotate and look at a keyring.",
    "schema": "Look at schemas and profiles; propose, check and approve one of your own.",
    "quarantine": "Records that did not leave: look, release, purge.",
    "index": "Stand-ins that were given: count them, write them out, encrypt them again, forget a patient.",
    "distill": "Make a student of your own: choose notes, label, train, export.",
}


class LazyGroup(TyperGroup):
    """Lists the commands without importing them, and imports the one that is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The called command, its module imported. Raises UsageError for a name that is none."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            command = load(name)
        return name, command, rest


def load(name: str) -> Any:
    """A command or group of COMMANDS."""
    return typer.main.get_command(import_module(f"redactor.cli.{name}").app)


app = typer.Typer(
    cls=LazyGroup,
    help="De-identify clinical records. First run: redactor keys init keys.json, redactor sample ehr --patients 20 "
    "--seed 1, REDACTOR_KEYRING=keys.json redactor run ehr/records out",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(value: bool) -> None:
    if value:
        typer.echo(redactor.__version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""


def main() -> None:
    """The console script."""
    app()
