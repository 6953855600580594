"""This module has the pages of a review, for whoever gives them a frame: `redactor review`, and the console."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from redactor.assemble.home import known_values_path
from redactor.run.state.known_store import KnownStore
from redactor.run.state.review_marks import MarkStore
from redactor.service.review.findings import ReadByPerson, field_findings, figures, gold_lines, proposed_terms
from redactor.service.review.judging import change_of, plain_rows
from redactor.service.review.listing import Listing, listing
from redactor.service.review.opened import Facts, Match, Review
from redactor.service.review.pages import record_view, result_view
from redactor.settings import Settings
from schemas.engine.records import Outcome

_LEFT = (Outcome.RELEASED.value, Outcome.DELETED.value, Outcome.DUPLICATE.value)
SILENT = "silent"
"""A script sends this field with a mark: it needs no page as the answer."""


class Frame(Protocol):
    """A frame is what the pages stand in, for one person who asks."""

    @property
    def base(self) -> str:
        """The address of the list, without the slash at its end."""

    def page(self, template: str, **values: object) -> Response:
        """Return a page from a template of the review."""

    def note(self, how: str, record_ids: Sequence[str]) -> None:
        """Note that the person opens originals. Raises OSError or RunError, after which none may be shown."""


class ReviewPages:
    """These pages show a review to one person at a time, in the one thread that may use the run's databases.

    They raise HTTPException for what is not there. marks: None shows no originals, and takes no marks. remedies: what a
    person can do about the reason of a record. known: gives the identifiers of the run's records.
    """

    def __init__(
        self,
        review: Review,
        marks: MarkStore | None,
        remedies: Mapping[str, str],
        known: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._review, self._marks, self._remedies, self._known = review, marks, remedies, known

    def close(self) -> None:
        """Close what holds marks."""
        if self._marks is not None:
            self._marks.close()

    def _page(self, frame: Frame, template: str, **values: object) -> Response:
        has_originals = self._marks is not None
        return frame.page(f"review/{template}", review=self._review, has_originals=has_originals, **values)

    def _read_ids(self) -> frozenset[str]:
        found = self._marks.all() if self._marks is not None else {}
        return frozenset(record_id for record_id, marks in found.items() if marks.is_read)

    def _facts(self) -> list[Facts]:
        facts = self._review.facts.values()
        # Without originals, nothing tells of records that did not leave.
        return [f for f in facts if self._marks is not None or f.drawn.outcome == Outcome.RELEASED.value]

    def _listing(self, query: Mapping[str, str], read_ids: Collection[str]) -> Listing:
        return listing(self._facts(), query, read_ids)

    def list(self, frame: Frame, query: Mapping[str, str]) -> Response:
        """Return the list of the sample. query: filters, and the number of the page."""
        read_ids = self._read_ids()
        return self._page(frame, "list.html", listing=self._listing(query, read_ids), read_ids=read_ids)

    def _of(self, key: str) -> Facts:
        facts = self._review.facts.get(key)
        if facts is None or (self._marks is None and facts.drawn.outcome != Outcome.RELEASED.value):
            raise HTTPException(404)
        return facts

    def record(self, frame: Frame, key: str, query: Mapping[str, str]) -> Response:
        """Return a record. query: that of the list, and the part of long texts."""
        facts, found = self._of(key), self._listing(query, self._read_ids())
        order = [f.drawn.key for f in found.matching]
        at = order.index(key) if key in order else 0
        if self._marks is None:
            view = result_view(self._review.result(key))
        else:
            kept = self._marks.get(facts.drawn.record_id)
            frame.note("review", [facts.drawn.record_id])
            told = query.get("part", "")
            part = int(told) if told.isdecimal() and len(told) < 6 else 0
            view = record_view(self._review, self._review.result(key), kept, self._remedies, part)
        return self._page(
            frame,
            "record.html",
            view=view,
            at=at,
            total=len(order),
            previous=order[at - 1] if at > 0 else "",
            following=order[at + 1] if at + 1 < len(order) else "",
            query=found.query,
        )

    def mark(self, frame: Frame, key: str, query: Mapping[str, str], form: Mapping[str, str]) -> Response:
        """Take a mark of a record. query: that of the record's page."""
        if self._marks is None:
            raise HTTPException(404)
        facts = self._of(key)
        opened = self._review.result(facts.drawn.key)
        try:
            change = change_of(form, opened)
        except (KeyError, ValueError):
            raise HTTPException(400) from None
        subjects = opened.read.subjects if opened.read is not None else ()
        is_told = facts.drawn.outcome in _LEFT and opened.facts.match is Match.SAME  # as in the run: of no patient
        if not subjects and not is_told:
            raise HTTPException(409)  # forgetting its patient, whom nothing tells, could not find its marks
        self._marks.change(facts.drawn.record_id, subjects, change)
        if SILENT in form:
            return Response(status_code=204)
        return RedirectResponse(f"{frame.base}/records/{facts.drawn.key}?{urlencode(query)}", 303)

    def findings(self, frame: Frame) -> Response:
        """Return the figures, terms and fields of what a person has marked."""
        marked = self._judged()
        terms = proposed_terms(marked, self._known)
        frame.note("review-findings", [r.record_id for r in marked])  # terms stand in originals
        read = [r for r in marked if r.marks.is_read]
        fields = field_findings((r.read.done.resource_type or r.read.done.schema, r.marks) for r in marked)
        return self._page(frame, "findings.html", read=len(read), figures=figures(read), terms=terms, fields=fields)

    def _judged(self) -> Sequence[ReadByPerson]:
        """Return the records that a person has marked."""
        if self._marks is None:
            raise HTTPException(404)
        kept = self._marks.all()
        keys = [f.drawn.key for f in self._facts() if f.drawn.record_id in kept]
        found = []
        for opened in self._review.read_all(keys):
            record_id = opened.facts.drawn.record_id
            if opened.read is not None:
                found.append(ReadByPerson(record_id, opened.read, kept[record_id], plain_rows(opened)))
        return found

    def gold(self, frame: Frame) -> Response:
        """Return the texts that were looked at in full, as gold."""
        read = [r for r in self._judged() if r.marks.is_read]
        frame.note("review-gold", [r.record_id for r in read])
        lines = "".join(gold_lines(read)).encode("utf-8", "replace")
        return PlainTextResponse(lines, media_type="application/jsonl")


def open_pages(review: Review, settings: Settings, remedies: Mapping[str, str], *, has_originals: bool) -> ReviewPages:
    """Return the pages of a review, in the thread that may use them; call `close` at the end. Raises RunError."""

    def known() -> Sequence[str]:
        with KnownStore.open(known_values_path(settings), review.run.keyring, read_only=True) as store:
            return tuple(store.all_texts())

    marks = MarkStore(review.run.state, review.run.keyring) if has_originals else None
    return ReviewPages(review, marks, remedies, known)
