"""Provide what several commands share: their settings and state, the extras that they need, and the report of
phases.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.assemble.home import unwritable_heads
from redactor.cli.messages import counted, fail, remark, warn
from redactor.files.own_files import check_own_folder
from redactor.run.disk_space import DiskWatch, FullDisk
from redactor.run.logs import Level, LogFormat
from redactor.run.signals import stop_on_signal
from redactor.settings import DETECTORS, MOST_PRICE, AllowSettings, Settings, StreamsSettings, load_settings
from redactor.settings_file import settings_file

if TYPE_CHECKING:
    from streams.processes import ProcessFile


LogLines = Annotated[
    LogFormat | None,
    typer.Option("--log-format", help="Form of log lines (setting log_format).", show_default=False),
]


def price_option(help_: str) -> Any:
    """Return the option for a price, which is a number from 0 to MOST_PRICE."""
    return typer.Option(metavar="PRICE", parser=_read_price, help=help_)


def _read_price(given: str) -> float:
    try:
        price = float(given)
    except ValueError:
        price = -1
    if not 0 <= price <= MOST_PRICE:  # nor is it NaN
        raise typer.BadParameter(f"a price is a number from 0 to {MOST_PRICE:,}")
    return price


def announced_settings(**overrides: object) -> Settings:
    """Load the settings, print on stderr which file they come from, and warn if they let less be found."""
    settings = load_settings(**overrides)
    file = printable_settings_file()
    remark(f"settings: {file}" if file is not None else "settings: no settings file", event="settings")
    for warning in _settings_warnings(settings):
        warn(warning, "settings")
    return settings


def printable_settings_file() -> str | None:
    """Return the path of the settings file in a form for the terminal; None if there is no file."""
    file = settings_file()
    return None if file is None else printable(str(file.absolute()))


def _settings_warnings(settings: Settings) -> list[str]:
    found = []
    if left_out := [name for name in DETECTORS if name not in settings.detectors]:
        found.append(
            f"the setting detectors leaves out: {', '.join(left_out)}; what only they find is released. "
            "Manifest and audit say so"
        )
    if rules := sorted(set(settings.disabled_rules)):
        found.append(f"disabled_rules switches off: {', '.join(rules)}; manifest and audit say so")
    if settings.site.allow:
        found.append(_allowed_warning(settings.site.allow))
    if settings.keyring is not None:
        found += _head_warnings(settings)
    return found


def _allowed_warning(terms: Sequence[str | AllowSettings]) -> str:
    bounded = sum(not isinstance(term, str) and term.context is not None for term in terms)
    its, stands = ("its", "it is released") if len(terms) == 1 else ("their", "they are released")
    if not bounded:
        told = f"{stands} wherever {'it' if len(terms) == 1 else 'they'} may stand"
    elif bounded == len(terms):
        told = f"{stands} within {its} context"
    else:
        told = f"{bounded:,} of them within its context, the others wherever they may stand"
    return (
        f"site.allow names {counted(len(terms), 'term')} that no detector marks: {told}; manifest and audit count them"
    )


def _head_warnings(settings: Settings) -> list[str]:
    found = []
    if missing := unwritable_heads(settings):
        found.append(
            "nothing apart from home can remember its approvals or known values: whether they were removed, or put "
            f"back as they were earlier, cannot be known; name files in the settings {' and '.join(missing)}"
        )
    if settings.known_head is not None and not settings.known_head.exists():
        found.append(
            f"{printable(settings.known_head.name)}, which known_head names, is not there: unless this is the first "
            "start of home with it, somebody removed it, and known values of earlier runs may be missing"
        )
    return found


def find_state(settings: Settings, given: Path | None, holding: str) -> Path:
    """Return the given state folder, or the only one under home that holds a file of this name.

    given: the option --state. holding: the file's name. Raises RunError if others own the folder or may write to it.
    """
    if given is not None:
        check_state(given)
        return given
    found = sorted((settings.home / "runs").glob(f"*/{holding}"), key=lambda p: p.stat().st_mtime_ns)
    if len(found) != 1:
        which = f"{len(found)} runs" if found else "no run"
        latest = f"; the latest is --state {as_argument(found[-1].parent)}" if found else ""
        fail(f"{which} under home; `redactor runs` lists runs with their states: name one with --state DIR{latest}")
    return found[0].parent


def check_state(given: Path) -> None:
    """Raise RunError if others own a state folder or may write to it, and exit if it is no state."""
    check_own_folder(given, "the state")
    if not any((given / name).is_file() for name in ("quarantine.db", "journal.db")):
        fail("this --state is no state of a run; redactor runs lists them")


def as_argument(path: Path) -> str:
    """Return a path for a command that a person copies."""
    return shlex.quote(printable(str(path)))


def printable(path: str) -> str:
    """Return a path for the terminal, without control characters and with bytes that are not UTF-8 escaped."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


@contextmanager
def _require_packages(packages: Collection[str], told: str) -> Iterator[None]:
    """Exit with a message if an import inside the context fails for lack of one of the packages."""
    try:
        yield
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] not in packages:
            raise
        fail(told)


def require_audio_extra() -> AbstractContextManager[None]:
    """Return a context that says how to install the extra for audio if an import inside fails for lack of it."""
    told = 'the audio extra is not installed; install it with: pip install "clinical-redactor[audio]"'
    return _require_packages(("av", "faster_whisper", "silero_vad", "watchdog"), told)


def require_kafka_client() -> AbstractContextManager[None]:
    """Return a context that says how to install Kafka's client if an import inside fails for lack of it."""
    told = "Kafka's client is not installed: pip install 'clinical-redactor[streams]'"
    return _require_packages(("aiokafka", "faust", "zstandard"), told)


def require_review_extra() -> AbstractContextManager[None]:
    """Return a context that says how to install the extra for reviews if an import inside fails for lack of it."""
    told = "the page needs more packages; install them with: pip install 'clinical-redactor[review]'"
    return _require_packages(("starlette", "uvicorn", "jinja2"), told)


def require_mcp_extra() -> AbstractContextManager[None]:
    """Return a context that says how to install the extra for `redactor mcp` if an import inside fails for lack of
    it.
    """
    told = "the protocol's SDK is not installed; install it with: pip install 'clinical-redactor[mcp]'"
    return _require_packages(("anyio", "mcp", "mcp_types"), told)


def require_service_extra() -> AbstractContextManager[None]:
    """Return a context that says how to install the extra for the service if an import inside fails for lack of it."""
    told = "the service needs more packages; install them with: pip install 'clinical-redactor[service]'"
    packages = (
        "argon2", "fastapi", "h11", "httpx", "jinja2", "jwt", "prometheus_client", "python_multipart", "starlette",
        "uvicorn",
    )  # fmt: skip
    return _require_packages(packages, told)


def require_evaluate_extra() -> AbstractContextManager[None]:
    """Return a context that says how to install the extra for reports if an import inside fails for lack of it."""
    told = "this needs more packages; install them with: pip install 'clinical-redactor[evaluate]'"
    return _require_packages(("cassis", "jinja2", "matplotlib", "onnx", "scipy", "sklearn", "threadpoolctl"), told)


def wait_until_kafka_answers(streams: StreamsSettings) -> bool:
    """Wait a minute at most for Kafka, after which the command exits with the reason. Returns False if a signal
    ended the wait.
    """
    from streams.connection import WAIT, wait_for_kafka

    def is_away() -> None:
        text = f"Kafka does not answer; waiting for it, {WAIT:.0f} seconds at most"
        remark(text, Level.WARNING, "kafka-away")

    with stop_on_signal() as stop:
        return asyncio.run(wait_for_kafka(streams, stop, is_away, WAIT))


def disk_watch(folders: Mapping[str, Path], file: ProcessFile | None = None) -> DiskWatch:
    """Return a context that warns when a file system of the folders becomes nearly full; `status` sees it by `file`."""

    def report(full: Sequence[FullDisk], new: Sequence[FullDisk]) -> None:
        if file is not None:
            file.note_disks({disk.folders: disk.percent for disk in full})
        for disk in new:
            warn(
                f"the file system of {disk.folders} is {disk.percent} % full, with {disk.free / 1e9:,.1f} GB free; "
                "make room before it is full (docs/guide/sizing.md says what grows and what may go)",
                "disk-nearly-full",
                asdict(disk),
            )

    return DiskWatch(folders, report)


_TROUBLES = frozenset({"kafka-away", "service-away", "beginning-again"})


class PhaseReporter:
    """A reporter tells each change of phase once and updates the file of the process. It shows nothing of the input.

    words: the text that is printed for each phase. file: the file that says what the process does. phase: the first
    phase, which is not printed.
    """

    def __init__(self, words: Mapping[str, str], file: ProcessFile, phase: str = "") -> None:
        self._words, self._file, self._phase = words, file, phase

    def show(self, phase: str, more: str = "", **counts: int) -> None:
        """Report a phase. more: text that is printed after the words. counts: numbers for the file and the log."""
        self._file.tell(phase, **counts)
        if phase != self._phase:
            self._phase = phase
            level = Level.WARNING if phase in _TROUBLES else Level.INFO
            remark(self._words[phase] + more, level, phase, counts)
