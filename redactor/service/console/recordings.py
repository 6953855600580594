"""This module has the pages of recordings: the states, the recordings of one, and what left of a recording."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from starlette.responses import FileResponse, Response

from redactor.errors import RunError
from redactor.run.contracts import OutputFile
from redactor.run.state.recording_journal import RecordingJournal, RecordingRow
from redactor.run.state.run_facts import RunFacts, list_runs
from redactor.service.console import heard
from redactor.service.console.heard import Files, Mute, Transcript, Word, bars, clock
from redactor.service.console.pages import Asked, ConflictError, NotFoundError, Page, shown
from redactor.service.console.states import key_of
from schemas.engine.records import Outcome

_PAGE = 50
_STATES = "/console/recordings"
_LIST = _STATES + "/{state}"
_ONE = _LIST + "/{number}"
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_WAVEFORM = "waveform.svg"


def _states(asked: Asked) -> Response:
    runs = [run for run in reversed(_runs(asked)) if run.kind == "recordings"]
    return shown(asked, "recording_states.html", rows=[(key_of(asked.console, run.state), run) for run in runs])


def _runs(asked: Asked) -> Sequence[RunFacts]:
    return list_runs(asked.console.settings.home, asked.console.keyring)


def _run_of(asked: Asked) -> RunFacts:
    for run in _runs(asked):
        if run.kind == "recordings" and key_of(asked.console, run.state) == asked.params["state"]:
            return run
    raise NotFoundError


@contextmanager
def _opened(asked: Asked, run: RunFacts) -> Iterator[RecordingJournal]:
    with closing(RecordingJournal(run.state, asked.console.keyring)) as journal:
        yield journal


@dataclass(frozen=True)
class _Row:
    """A recording in the list. transcript: None unless it left and OUT still holds it."""

    row: RecordingRow
    transcript: Transcript | None


def _list(asked: Asked) -> Response:
    run = _run_of(asked)
    told, outcome = asked.one("page"), asked.one("outcome")
    number = int(told) if _NUMBER.fullmatch(told) else 1
    with _opened(asked, run) as journal:
        outcomes = journal.counts("outcome")
        matching = (row for row in journal.recordings() if not outcome or row.outcome == outcome)
        found = list(islice(matching, (number - 1) * _PAGE, number * _PAGE + 1))
        rows = [_Row(row, _transcript(run, journal.outputs_of(row.number))) for row in found[:_PAGE]]
    return shown(
        asked, "recordings.html", run=run, rows=rows, outcomes=outcomes, outcome=outcome, number=number,
        has_more=len(found) > _PAGE, clock=clock,
    )  # fmt: skip


def _transcript(run: RunFacts, outputs: Sequence[OutputFile]) -> Transcript | None:
    if not outputs or not run.out:
        return None
    try:
        return Files(Path(run.out), outputs).transcript
    except ConflictError:
        return None


def _recording(asked: Asked) -> tuple[RunFacts, RecordingRow, Files]:
    run, told = _run_of(asked), asked.params["number"]
    if not _NUMBER.fullmatch(told):
        raise NotFoundError
    with _opened(asked, run) as journal:
        try:
            row = journal.recording(int(told))
        except RunError:
            raise NotFoundError from None
        return run, row, Files(Path(run.out), journal.outputs_of(row.number))


@dataclass(frozen=True)
class _Part:
    """A part of the transcript. number, of: from 1. mutes: those in its time."""

    words: Sequence[Word]
    mutes: Sequence[Mute]
    number: int
    of: int


def _part(words: Sequence[Word], mutes: Sequence[Mute], told: str, *, is_same_time: bool) -> _Part:
    """Return a part of the words, with its mutes. is_same_time: whether words and mutes have the same time."""
    of = max(1, -(-len(words) // heard.WORDS))
    number = min(int(told), of) if _NUMBER.fullmatch(told) else 1
    begin, end = (number - 1) * heard.WORDS, number * heard.WORDS
    if of == 1 or not is_same_time:
        return _Part(words[begin:end], mutes[: heard.WORDS], number, of)
    first = words[begin].start if begin else 0.0
    last = words[end].start if end < len(words) else float("inf")
    return _Part(words[begin:end], [m for m in mutes if first <= m.start < last][: heard.WORDS], number, of)


def _one(asked: Asked) -> Response:
    run, row, files = _recording(asked)
    at = _ONE.format(state=asked.params["state"], number=row.number)
    if row.outcome != Outcome.RELEASED.value or not run.out:
        return shown(asked, "recording.html", run=run, row=row, at=at, transcript=None)
    transcript, has_sound = files.transcript, files.sound is not None
    for output in files.outputs:
        files.path(output)  # say now, not in the player or by a missing drawing, that it is another one
    part = _part(files.words(), transcript.mutes, asked.one("part"), is_same_time=not files.is_spoken)
    return shown(
        asked, "recording.html", run=run, row=row, at=at, transcript=transcript, part=part, bars=bars(transcript),
        has_sound=has_sound, is_spoken=files.is_spoken, has_waveform=files.named(_WAVEFORM) is not None, clock=clock,
        place=heard, reasons=heard.REASONS,
    )  # fmt: skip


def _sound(asked: Asked) -> Response:
    _, _, files = _recording(asked)
    if files.sound is None:
        raise NotFoundError
    return FileResponse(files.path(files.sound), media_type=heard.media_type(files.sound))


def _waveform(asked: Asked) -> Response:
    _, _, files = _recording(asked)
    if files.named(_WAVEFORM) is None:
        raise NotFoundError
    return Response(files.content(_WAVEFORM), media_type="image/svg+xml")


PAGES = (
    Page(_STATES, _states, title="Recordings"),
    Page(_LIST, _list),
    Page(_ONE, _one),
    Page(_ONE + "/sound", _sound),
    Page(_ONE + "/waveform.svg", _waveform),
)
