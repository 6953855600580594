"""Print the output of all commands: results on stdout, remarks on stderr, errors with an exit code.

Exit codes: 0 done, 1 done with something to review (quarantined records, findings), 2 could not run, 3 the disk is
full.
"""

from __future__ import annotations

import functools
import json
import os
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import typer

from redactor.errors import NO_SPACE, DiskFullError, RedactorError
from redactor.files.paths import NOT_SHOWN, is_path, is_utf8
from redactor.files.sqlite import is_full
from redactor.run import logs
from redactor.run.logs import Level, LogFormat

if TYPE_CHECKING:
    from rich.console import Console

DISK_FULL = 3
_PIPE_WIDTH = 160  # columns; a pipe has no width of its own
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


@functools.cache
def console() -> Console:
    """Return the console on stderr for remarks. Markup is off, since tags such as [PERSON] look like rich's markup."""
    from rich.console import Console  # takes 45 ms and is not needed for --json or `redactor text`

    return Console(stderr=True, markup=False, highlight=False, width=None if sys.stderr.isatty() else _PIPE_WIDTH)


def remark(text: str, level: Level = Level.INFO, event: str = "remark", fields: Mapping[str, Any] = {}) -> None:
    """Say something on stderr: a line of the log if the command writes one, else text for people.

    event, fields: as in `logs.write`.
    """
    if logs.are_lines():
        logs.write(level, event, text, fields)
    else:
        console().print(text, soft_wrap=True)


def warn(text: str, event: str, fields: Mapping[str, Any] = {}) -> None:
    """Warn on stderr, as `remark` says something."""
    remark(text if logs.are_lines() else f"warning: {text}", Level.WARNING, event, fields)


def logged(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a guarded command that runs for long, and has a parameter `log_format`.

    What it says on stderr are then lines of a log, except for text on a terminal.
    """

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        form = _log_format(kwargs.get("log_format"))
        with ExitStack() as stack:
            if form is LogFormat.JSON or not sys.stderr.isatty():
                stack.enter_context(logs.log_lines(form))
            stack.enter_context(logs.by_type_and_place(_remark_on_library))
            return command(*args, **kwargs)

    return run


def _log_format(given: object) -> LogFormat:
    if isinstance(given, LogFormat):
        return given
    from redactor.settings import load_settings

    try:
        return LogFormat(load_settings().log_format)
    except RedactorError:  # the command will say so
        return LogFormat.TEXT


def _remark_on_library(place: str) -> None:
    remark(f"{place}; its message is not shown, since it may quote what was read", Level.ERROR, "library")


def announce_stdin(what: str) -> None:
    """Say on stderr that stdin is read, where it is a terminal and nothing else would show."""
    if sys.stdin.isatty():
        console().print(f"reading {what}, from this terminal; end with Ctrl-D on a line of its own")


def counted(n: int, what: str) -> str:
    """Return a number with its noun, such as "1 record" or "2,000 records"."""
    return f"{n:,} {what}{'s' * (n != 1)}"


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error that says what to do, and exit with the code."""
    if logs.are_lines():
        logs.write(Level.ERROR, "error", message, {"exit_code": code})
    else:
        typer.echo(f"error: {message}", err=True)
    raise typer.Exit(code)


def _fail_because_disk_is_full() -> NoReturn:
    fail(
        "the disk is full, or a quota or a limit on the size of files is reached; free space for OUT, the state and"
        " home, then repeat the command (a run goes on where it stopped)",
        DISK_FULL,
    )


def _fail_because_nobody_reads() -> NoReturn:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the end of the process would write to the pipe once more
    fail("the program that reads stdout has ended before this command; repeat the command with all of its readers")


def guarded(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a command so that its exceptions become messages with exit code 2, or 3 if the disk is full.

    The message of a RedactorError is shown, because it says what to do and holds no data. Of other exceptions only type
    and place are shown, since their messages may quote the input.
    """

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        for value in (*args, *kwargs.values()):
            _check_argument(value)
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as e:
            if (isinstance(e, OSError) and e.errno in NO_SPACE) or (
                isinstance(e, sqlite3.OperationalError) and is_full(e)
            ):
                _fail_because_disk_is_full()
            if isinstance(e, BrokenPipeError):
                _fail_because_nobody_reads()
            fail(words_for(e), DISK_FULL if isinstance(e, DiskFullError) else 2)

    return run


def tell_failure(error: Exception) -> None:
    """Say on stderr why one call of many failed, in the words with which a command would end."""
    remark(words_for(error), Level.ERROR, "error")


def words_for(error: BaseException) -> str:
    """Return what is shown of an exception: nothing that may quote the input."""
    if isinstance(error, RedactorError):
        return str(error)
    if isinstance(error, OSError):
        told = error.strerror or type(error).__name__
        return f"a file cannot be read or written: {told}; check paths and file permissions"
    if isinstance(error, sqlite3.OperationalError):
        return (
            f"a database of home or state cannot be read or written ({error.sqlite_errorname}); check disk space "
            "and file permissions, then repeat the command"
        )
    return f"unexpected {type(error).__name__} at {_innermost_frame(error)}; no input is shown; please report this"


def _check_argument(value: object) -> None:
    """Exit 2 for a path that may be a secret, and for text that cannot be encoded."""
    for one in value if isinstance(value, list | tuple) else (value,):
        if isinstance(one, Path) and not is_path(one):
            fail(f"an argument that must be a path is {NOT_SHOWN}")
        if isinstance(one, str) and not is_utf8(one):
            fail("an argument is not UTF-8 text; it is not shown")


def _innermost_frame(error: BaseException) -> str:
    """Return module and line of the innermost frame, without folders."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"


def print_json(value: Any, *, err: bool = False) -> None:
    """Print a result for machines: one JSON document on stdout, or as the last line of stderr where stdout carries
    records.
    """
    if err:
        typer.echo(json.dumps(value, ensure_ascii=False), err=True)
        return
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a result for people on stdout: numbers are right-aligned, and no cell is cut off in a pipe."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    cells = [list(row) for row in rows]
    for i, name in enumerate(columns):
        numeric = bool(cells) and all(isinstance(row[i], int | float) for row in cells)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*(f"{c:,}" if isinstance(c, int) else str(c) for c in row))
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    Console(markup=False, highlight=False, width=width).print(table)
