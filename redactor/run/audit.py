"""The audit: a line of JSON for each record, with everything that decided about it and nothing of what it holds."""

from __future__ import annotations

from typing import Literal

import msgspec

from redactor.run.contracts import Facts, Processed, RawRecord


class Auditor:
    """Makes entries. known: whether known values came from "all" of the input, or from what was "seen" of a pipe."""

    def __init__(self, facts: Facts, known: Literal["all", "seen"]) -> None:
        self._always = {
            "detectors": dict(sorted(facts.detectors.items())),
            "key": facts.key_id,
            "known": known,
            "profile": facts.profile_digest,
        }

    def entry(self, raw: RawRecord, done: Processed, supersedes: str | None) -> bytes:
        """One line. at: file number and place in it, as in the quarantine; no file's name."""
        return (
            msgspec.json.encode(
                {
                    "record": done.record_id,
                    "supersedes": supersedes,
                    "outcome": done.outcome.value,
                    "reason": done.reason.value if done.reason else None,
                    "where": done.where,
                    "at": raw.position,
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
            + b"\n"
        )
