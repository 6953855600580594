"""Define the root of the command line, which imports a command's module when the command is called."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import redactor
from redactor.settings_file import NAMED_BY

# Each command is `app` in redactor.cli.<name>. Its help is repeated here, so that `redactor --help` imports no command.
COMMANDS = {
    "sample": "Write a synthetic EHR sink to OUT/records and every identifier planted in it to OUT/gold.",
    "run": "De-identify a file, a folder or stdin. After an interruption, the same command resumes.",
    "review": "Show a sample of a run on a local page: original beside result, who found what, and why.",
    "audio": "De-identify recordings: transcripts, and sound where the profile lets voices leave.",
    "verify": "Check that OUT is as its run left it, and no older than a release seen before. Exit code 1 if not.",
    "text": "De-identify one text and show what was found.",
    "detect": "Find spans in a file of notes. Offsets are characters; the notes themselves are not written.",
    "evaluate": "Report recall, precision, documents without a miss and false alarms, with 95 % intervals.",
    "config": "Show every setting, its value, and where it comes from. Secrets and terms of the site are hidden.",
    "entities": "List the entities: HIPAA's letter, what each is, and the action of the profile.",
    "keys": "Create, rotate and show a keyring.",
    "schema": "Show schemas and profiles; propose, check and approve one of your own.",
    "quarantine": "List, show, release and purge quarantined records.",
    "runs": "List the runs under home: where their state is, for whom, when, and what became of their records.",
    "lookup": "Tell which original a released record was, or what was released of an original. The answer is PHI.",
    "index": "Count, export and re-encrypt stand-ins; erase a patient.",
    "streams": "De-identify records that come through Kafka: create the topics, publish what lies in folders or comes "
    "from integration engines, process it, deliver what leaves, see what waits.",
    "serve": "De-identify texts and records for other programs, over HTTP.",
    "llm": "Try the LLM of the settings, or ask it in batches.",
    "mcp": "Serve de-identification as tools over the Model Context Protocol, on stdin and stdout.",
    "distill": "Train your own student: choose notes, label, train, export.",
}


# Text that may be part of a keyring: JSON, or a secret in base64.
_MAY_BE_SECRET = re.compile(r"[{}]|[A-Za-z0-9+/=]{40}")
_CONFIG = "--config"
_GC_THRESHOLD = 50_000  # objects; lists that are read and spans form no cycles
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def _with_config_in_front(args: list[str]) -> list[str]:
    """Return the arguments with `--config FILE` in front. Arguments after "--" are no options."""
    end = args.index("--") if "--" in args else len(args)
    config: list[str] = []
    rest: list[str] = []
    remaining = iter(args[:end])
    for arg in remaining:
        if arg == _CONFIG:
            config += [arg, *islice(remaining, 1)]
        elif arg.startswith(f"{_CONFIG}="):
            config.append(arg)
        else:
            rest.append(arg)
    return [*config, *rest, *args[end:]]


@contextmanager
def _secrets_not_shown() -> Iterator[None]:
    """Remove an argument that may be a secret from errors of usage."""
    try:
        yield
    except _UsageError as e:
        if _MAY_BE_SECRET.search(str(vars(e).get("message", ""))):
            vars(e)["message"] = "an argument has no place here; it is not shown, since it may be a secret"
        raise


class LazyGroup(TyperGroup):
    """This group lists commands without importing them, and imports the command that is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as the base class does; `--config FILE` may also stand after the command."""
        return super().parse_args(ctx, _with_config_in_front(args))

    def make_context(self, *args: Any, **attributes: Any) -> Any:
        """Make the context as the base class does."""
        with _secrets_not_shown():
            return super().make_context(*args, **attributes)

    def invoke(self, ctx: Any) -> Any:
        """Invoke the command as the base class does."""
        with _secrets_not_shown():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the called command, imported. Raises UsageError for an unknown name."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except _UsageError as e:
            if found := [f"redactor {group} {args[0]}" for group in COMMANDS if _has_command(group, args[0])]:
                vars(e)["message"] += f" There is: {', '.join(found)}."
            raise
        if name is not None and command is not None:
            command = load_command(name)
        return name, command, rest


def _has_command(group: str, name: str) -> bool:
    return name in getattr(load_command(group), "commands", ())


def load_command(name: str) -> Any:
    """Import a command or a group of COMMANDS.

    The garbage collector, which `main` switched off, never looks at the imported modules: each look would take 50 ms.
    """
    found = typer.main.get_command(import_module(f"redactor.cli.{name}").app)
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(_GC_THRESHOLD, 10, 10)
        gc.enable()
    return found


app = typer.Typer(
    cls=LazyGroup,
    help="De-identify clinical records. First run: redactor keys init keys.json, redactor sample ehr --patients 20 "
    "--seed 1, REDACTOR_KEYRING=keys.json redactor run ehr/records out",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(redactor.__version__)
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            _CONFIG, metavar="FILE", help="The settings file, in place of REDACTOR_CONFIG and of redactor.toml here."
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""
    if config is not None:
        before = os.environ.get(NAMED_BY)
        os.environ[NAMED_BY] = str(config)  # worker processes inherit it
        ctx.call_on_close(lambda: _restore_variable(before))


def _restore_variable(before: str | None) -> None:
    if before is None:
        os.environ.pop(NAMED_BY, None)
    else:
        os.environ[NAMED_BY] = before


def main() -> None:
    """Run the command line."""
    app()
