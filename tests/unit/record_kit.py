"""A record engine with a detector of given words, shared by the tests of records."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from redactor.engine import Engine
from redactor.entities import Entity
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Mention, Note, Reading, Span
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, RecordIn, RecordOut
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)  # fixed: test ids that hold a token must be the same in every test process
KEYS = RecordPseudonyms(RING, "enclave")
REGISTRY = Registry(allow_unapproved=True)
SYNTHEA = Path(__file__).parents[3] / "shared" / "data" / "fhir" / "synthea_bulk_10"


class Words:
    """A detector that finds the words it was given."""

    name, version = "words", "1"

    def __init__(self, *words: str) -> None:
        self.pattern = re.compile("|".join(map(re.escape, words)) or "(?!)")
        self.seen: list[Note] = []

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        self.seen.extend(notes)
        return [
            Reading(
                tuple(Span(m.start(), m.end(), Entity.PERSON) for m in self.pattern.finditer(n.text)),
                complete="UNREADABLE" not in n.text,
            )
            for n in notes
        ]


class Spy(TagReplacer):
    """The tag replacer, which records the mentions it was asked to replace."""

    asked: list[Mention]

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        self.asked = list(mentions)
        return super().replace(mentions)


class One:
    def __init__(self, schema: CompiledSchema) -> None:
        self.schema = schema

    def select(self, record: Mapping[str, Any], explicit: str | None = None, **more: Any) -> CompiledSchema:
        return self.schema


DOE = Words("Doe", "John", "Jane")


def make(profile: str = "hips", detector: Words = DOE, registry: Any = REGISTRY, **options: Any) -> tuple[Applier, Spy]:
    spy = Spy(load_profile(profile), RING, "enclave")
    return Applier(registry, Engine([detector], spy), KEYS, ApplyOptions(**options)), spy


def run(data: dict[str, Any], profile: str = "hips", **options: Any) -> RecordOut:
    return make(profile, **options)[0].apply([RecordIn(data, "1:1")])[0]


def released(data: dict[str, Any], profile: str = "hips", **options: Any) -> dict[str, Any]:
    out = run(data, profile, **options)
    assert out.outcome is Outcome.RELEASED, (out.reason, out.where)
    assert out.data is not None
    return json.loads(json_codec.encode(out.data))


def patient(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": "doe", **fields}


def observation(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Observation", "status": "final", "code": {"text": "x"}, **fields}
