"""This module has the pages that compare originals with results: those of `redactor review`, for a run under home."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from redactor.errors import OtherInputError
from redactor.files.paths import version_of
from redactor.keys.keyring_file import keyring_path
from redactor.llm.endpoints import remote_host
from redactor.run.state.review_marks import ForgottenMeanwhileError
from redactor.run.state.run_facts import RunFacts, list_runs
from redactor.service.console.pages import Asked, ConflictError, NotFoundError, Page, audited, shown
from redactor.service.console.states import key_of
from redactor.service.refusals import RefusedError
from redactor.service.review.opened import Review, open_review, with_profile_of_run
from redactor.service.review.routes import ReviewPages, open_pages
from redactor.settings import Settings
from redactor.steward.retractions import NAME as RETRACTIONS

SIZES = (20, 50, 200, 500)
"""A sample has one of these numbers of records."""
_RUNS = "/console/compare"
_AT = _RUNS + "/{state}/{size}"
_MOST_FILES = 200  # of a folder, of which a run may have read one
_WITH_ORIGINALS = ("review/record.html", "review/findings.html")
_NO_PATIENT = (
    "Nothing tells the patient of this record, whom you may have to forget: it did not leave, or what told its patient "
    "was erased. No mark is kept."
)


@dataclass(frozen=True, slots=True)
class _Key:
    """This names a sample. stamp: what home was when it was drawn."""

    state: str
    size: int
    stamp: tuple[object, ...]


@dataclass(frozen=True)
class _Frame:
    """This frame is the console, for the person who asks."""

    asked: Asked
    base: str

    def page(self, template: str, **values: Any) -> Response:
        return shown(
            self.asked, template, is_phi=template in _WITH_ORIGINALS, base=self.base, form_token=self.asked.form_token,
            outer="compare_base.html", static="/console/static", **values,
        )  # fmt: skip

    def note(self, how: str, record_ids: Sequence[str]) -> None:
        audited(self.asked, f"console-{how}", *({"record": record_id} for record_id in record_ids))


def _runs(asked: Asked) -> Response:
    console = asked.console
    found = [run for run in reversed(list_runs(console.settings.home, console.keyring)) if run.kind == "records"]
    rows = [(key_of(console, run.state), run, _is_readable(run)) for run in found]
    llm = console.settings.llm
    host = "" if llm is None else remote_host(llm) or "this machine"
    return shown(asked, "compare_runs.html", rows=rows, sizes=SIZES, host=host)


def _is_readable(run: RunFacts) -> bool:
    return run.source not in ("", "-") and bool(run.out) and Path(run.source).exists() and Path(run.out).is_dir()


def _run_of(asked: Asked) -> tuple[RunFacts, int]:
    """Return the run and the size of the sample that an address names. Raises NotFoundError."""
    console, told = asked.console, asked.params["size"]
    size = next((size for size in SIZES if str(size) == told), None)
    for run in list_runs(console.settings.home, console.keyring) if size is not None else ():
        if key_of(console, run.state) == asked.params["state"] and run.kind == "records":
            assert size is not None
            return run, size
    raise NotFoundError


def _draw(settings: Settings, run: RunFacts, size: int, remedies: Mapping[str, str]) -> ReviewPages:
    """Draw the sample of a run, de-identify it again, and return its pages."""
    settings = with_profile_of_run(settings, Path(run.out), None)
    found = _opened(settings, run, size)
    deque(found.read_all(), maxlen=0)
    return open_pages(found, settings, remedies, has_originals=True)


def _opened(settings: Settings, run: RunFacts, size: int) -> Review:
    source = Path(run.source)
    try:
        return open_review(settings, source, Path(run.out), run.state, size)
    except OtherInputError:  # of a run over one file the folder is kept, since the name can be that of a patient
        files = sorted(path for path in source.iterdir() if path.is_file()) if source.is_dir() else []
        for file in files[:_MOST_FILES]:
            try:
                return open_review(settings, file, Path(run.out), run.state, size)
            except OtherInputError:
                continue
        raise


def _answer(asked: Asked, page: Callable[[ReviewPages, _Frame], Response], status: int = 200) -> Response:
    """Return a page of a review, or one that waits for it. status: of the latter."""
    reviews, settings, stamp = asked.console.reviews, asked.console.settings, _stamp(asked)
    reviews.keep(lambda key: isinstance(key, _Key) and key.stamp == stamp)  # no original outlives a forget
    run, size = _run_of(asked)
    state = asked.params["state"]
    pages = reviews.value(_Key(state, size, stamp), partial(_draw, settings, run, size, asked.console.remedies))
    base = _AT.format(state=state, size=size)
    try:
        answer = reviews.run(partial(page, pages, _Frame(asked, base))) if pages is not None else None
    except ForgottenMeanwhileError:
        reviews.keep(lambda key: False)
        return shown(asked, "compare_again.html", status=409, base=base)
    except HTTPException as e:
        raise _refused(e.status_code) from None
    return answer or shown(asked, "compare_wait.html", status=status, run=run, size=size)


def _stamp(asked: Asked) -> tuple[object, ...]:
    """Return what changes when any process forgets a patient of home, or changes the keyring."""
    settings = asked.console.settings
    paths = settings.home / RETRACTIONS, keyring_path(settings.keyring)
    return tuple(version_of(path) for path in paths if path is not None)


def _refused(status: int) -> Exception:
    if status == 404:
        return NotFoundError()
    return ConflictError(_NO_PATIENT) if status == 409 else RefusedError(status, "bad-request")


def _last(values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {name: found[-1] for name, found in values.items() if found}


def _list(asked: Asked) -> Response:
    return _answer(asked, lambda pages, frame: pages.list(frame, _last(asked.query)))


def _record(asked: Asked) -> Response:
    return _answer(asked, lambda pages, frame: pages.record(frame, asked.params["key"], _last(asked.query)))


def _mark(asked: Asked) -> Response:
    form, query = _last(asked.form), _last(asked.query)
    return _answer(asked, lambda pages, frame: pages.mark(frame, asked.params["key"], query, form), 503)


def _findings(asked: Asked) -> Response:
    return _answer(asked, lambda pages, frame: pages.findings(frame))


def _gold(asked: Asked) -> Response:
    return _answer(asked, lambda pages, frame: pages.gold(frame), 503)


PAGES = (
    Page(_RUNS, _runs, title="Compare"),
    Page(_AT + "/", _list),
    Page(_AT + "/records/{key}", _record),
    Page(_AT + "/records/{key}/marks", _mark, "POST"),
    Page(_AT + "/findings", _findings),
    Page(_AT + "/gold.jsonl", _gold),
)
