"""Defines the record in process."""

from __future__ import annotations

from redactor.engine import Redacted
from schemas.engine.records import Outcome, Reason, RecordOut
from schemas.engine.walk_state import WalkState


class Job:
    """A record in process.

    `state` is None once its outcome is decided. `is_named_late` says that the first pass, which knows no identifiers
    yet, stored the record's values for nobody. `note_indices` and `value_indices` are the places of its texts and
    values among those of the batch, and `texts` and `values` hold their results.
    """

    __slots__ = ("is_named_late", "note_indices", "out", "state", "texts", "value_indices", "values")

    def __init__(self, out: RecordOut) -> None:
        self.out = out
        self.state: WalkState | None = None
        self.is_named_late = False
        self.note_indices: list[int] = []
        self.value_indices: list[int] = []
        self.texts: list[Redacted] = []
        self.values: list[str] = []


def refuse(job: Job, reason: Reason, where: str = "") -> None:
    """Give up a record: nothing of it leaves. `where` is the place in its schema."""
    withheld = reason in (Reason.OPTED_OUT, Reason.RESTRICTED)
    out = job.out
    out.outcome = Outcome.WITHHELD if withheld else Outcome.QUARANTINED
    out.reason, out.where, out.data = reason, where, None
    job.state = None
