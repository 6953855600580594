"""The audit: a line of JSON for each record, with everything that decided about it and nothing of what it holds."""

from __future__ import annotations

from typing import Literal

import msgspec

from redactor.run.contracts import FileReason, Processed, RawRecord, RunMetadata
from schemas.engine.records import Outcome, Reason

_CACHE = 4096
_Counts = tuple[tuple[str, int], ...]
Kind = tuple[Outcome, Reason | FileReason | None, str, str, str, str, _Counts, _Counts, _Counts]


def kind_of(done: Processed) -> Kind:
    """All that is counted of a record. Records come out alike by the thousand, so that it is worked out once."""
    return (
        done.outcome, done.reason, done.resource_type, done.schema, done.schema_version, done.schema_digest,
        tuple(done.rules.items()), tuple(done.entities.items()), tuple(done.omitted.items()),
    )  # fmt: skip


class Auditor:
    """Makes entries. known: whether known values came from "all" of the input, or from what was "seen" of a pipe."""

    def __init__(self, facts: RunMetadata, known: Literal["all", "seen"]) -> None:
        self._always = {
            "detectors": dict(sorted(facts.detectors.items())),
            "key": facts.key_id,
            "known": known,
            "profile": facts.profile_digest,
        }
        self._tails: dict[Kind, bytes] = {}

    def entry(self, raw: RawRecord, done: Processed, supersedes: str | None, kind: Kind) -> bytes:
        """One line. at: file number and place in it, as in the quarantine; no file's name. kind: of `done`."""
        tail = self._tails.get(kind)
        if tail is None:
            if len(self._tails) >= _CACHE:
                self._tails.clear()
            tail = self._tails[kind] = self._tail(done)
        head = msgspec.json.encode(
            {
                "record": done.record_id,
                "supersedes": supersedes,
                "outcome": done.outcome.value,
                "reason": done.reason.value if done.reason else None,
                "where": done.where,
                "at": raw.position,
            }
        )
        return head[:-1] + tail

    def _tail(self, done: Processed) -> bytes:
        tail = msgspec.json.encode(
            {
                "type": done.resource_type,
                "schema": done.schema,
                "version": done.schema_version,
                "digest": done.schema_digest,
                "rules": dict(sorted(done.rules.items())),
                "entities": dict(sorted(done.entities.items())),
                "omitted": dict(sorted(done.omitted.items())),
                **self._always,
            }
        )
        return b"," + tail[1:] + b"\n"
