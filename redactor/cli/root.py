"""The command line's root: every group and command by its name."""

from __future__ import annotations

from typing import Annotated

import typer

import redactor
from redactor.cli import distill, evaluate, index, keys, quarantine, run, sample, schema, text

app = typer.Typer(
    help="De-identify clinical records. First run: redactor keys init keys.json, redactor sample ehr --patients 20 "
    "--seed 1, REDACTOR_KEYRING=keys.json redactor run ehr/records out",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("sample", epilog=sample.EPILOG)(sample.sample)
app.command("run", epilog=run.EPILOG)(run.run)
app.command("text", epilog=text.TEXT_EPILOG)(text.text)
app.command("detect", epilog=text.DETECT_EPILOG)(text.detect)
app.command("evaluate", epilog=evaluate.EPILOG)(evaluate.evaluate)
app.add_typer(keys.keys_app, name="keys")
app.add_typer(schema.schema_app, name="schema")
app.add_typer(quarantine.quarantine_app, name="quarantine")
app.add_typer(index.index_app, name="index")
app.add_typer(distill.distill_app, name="distill")


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
