"""This module defines what a chunk adds to the journal of a run, and what the journal tells of earlier chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from redactor.run.state.progress import FileProgress

Status = Literal["new", "read", "done"]


class PendingDeletion(NamedTuple):
    """A pending deletion of a stream waits for its copies to come in every partition.

    record_id: the id of the deletion. came: the partitions in which it came; empty when all have come.
    """

    resource_key: str
    record_id: str
    has_left: bool
    came: frozenset[int]


@dataclass(slots=True)
class Commit:
    """A commit holds what one chunk adds to the journal.

    gone: the places, as `place_of` numbers them, at which each record id leaves or is a duplicate. marks: values of the
    journal that change with it. settled_entries: quarantine entries that it settles. pending_deletions: those that it
    changes, by resource key and record id. latest_versions, latest_places: as in PriorReleases. changed: where a run's
    resources got another version than they had.
    """

    file: int
    progress: FileProgress
    audit_at: int
    status: Status = "new"
    gone: dict[str, set[int]] = field(default_factory=dict)
    latest_versions: dict[str, str] = field(default_factory=dict)
    latest_places: dict[str, tuple[int, int]] = field(default_factory=dict)
    changed: dict[str, tuple[int, int]] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    marks: dict[str, str] = field(default_factory=dict)
    settled_entries: dict[str, None] = field(default_factory=dict)
    pending_deletions: dict[tuple[str, str], PendingDeletion] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PriorReleases:
    """A `PriorReleases` tells what was released before a chunk.

    record_ids: those that left. occurrences: record ids with places, as Commit.gone has them. latest_versions: the
    record id of the last released version, by resource key. latest_places: where the latest version came, whether it
    left there or was a duplicate: its input file and `turn_of` its position, or in a stream its source partition and
    its turn there, as the quarantine counts them.
    """

    record_ids: frozenset[str]
    occurrences: frozenset[tuple[str, int]]
    latest_versions: Mapping[str, str]
    latest_places: Mapping[str, tuple[int, int]]
