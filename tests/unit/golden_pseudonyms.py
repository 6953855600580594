"""What a fixed keyring derives, for the golden vectors: python -m tests.unit.golden_pseudonyms prints them.

A vector that changes breaks every release that a site has made: write an ADR and a new format of pseudonym keys first.
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redactor.assemble.replacers import StoredKnownValues
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.policy.date_shift import DateShift
from redactor.policy.profiles import load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.identity.context import KnownValues, NoKnownValues
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.references import References

FILE = Path(__file__).parent / "golden_pseudonyms.json"
RECIPIENT, SOURCE, SUBJECT = "enclave", "north", "a-subject-token"
# b"golden" for the purpose "quarantine" and the context b"context", encrypted under the fixed keyring.
BLOB = base64.b64decode("ZS0wMDAwMDAwMAAGpdBCagZQfRJwdfIHUEUvPm7+p7Pz53kMola8XQ/j80/8")
_REFERENCES = (
    "Patient/42",
    "Encounter/42",
    "https://ehr.example/fhir/Patient/42/_history/2#part",
    "urn:uuid:0F0E0D0C-0B0A-4988-8766-554433221100",
    "urn:oid:1.2.3",
    "42",
    "Doe, John",
    "Patient?identifier=http://ehr.example/mrn|42&_id=42&family=Doe",
    "Patient?identifier=42",
)


def keyring(pseudonym_format: int, epoch: int = 1) -> Keyring:
    """The fixed keyring. Format 1 is written as by the versions that knew no other."""
    first, second = (base64.b64encode(bytes(range(n, n + 32))).decode() for n in (0, 32))
    form = {"format": pseudonym_format} if pseudonym_format > 1 else {}
    keys = [{"id": f"p{n}-00000000", "epoch": n, "secret": first} | form for n in range(1, epoch + 1)]
    name = "redactor-keyring/1" if pseudonym_format == 1 else "redactor-keyring/2"
    encryption = [{"id": "e-00000000", "secret": second}]
    return Keyring.load(json.dumps({"format": name, "pseudonym": keys, "encryption": encryption}))


def vectors(pseudonym_format: int) -> dict[str, Any]:
    """Every kind of value that a release or a home derives from the keyring, by name."""
    ring = keyring(pseudonym_format)
    keys = RecordPseudonyms(ring, RECIPIENT, SOURCE)
    links = References(keys, lambda uri: False)
    derived = ring.pseudonym("purpose", RECIPIENT)
    return {
        "digest": derived.digest("a", "b").hex(),
        "uuid": derived.uuid("a", "b"),
        "number": derived.number(1_000_000, "a", "b"),
        "internal": ring.internal("approval").token("a", "b"),
        "next epoch": keyring(pseudonym_format, epoch=2).pseudonym("purpose", RECIPIENT).token("a"),
        "other recipient": ring.pseudonym("purpose", "elsewhere").token("a"),
        "id": keys.id("Patient", "42"),
        "id of a class with separators": keys.id("visit_detail", "42"),
        "uri": keys.uri("http://ehr.example/a"),
        "system": keys.system("http://ehr.example/mrn"),
        "identifier": keys.identifier("http://ehr.example/mrn", "42", ""),
        "identifier without a system": keys.identifier(None, "42", "Patient"),
        "code": keys.code("http://ehr.example/codes", "42"),
        "subject": keys.subject("42"),
        "record id": keys.record_id("Patient", "42", "0a1b"),
        "resource key": keys.resource_key("Patient", "42"),
        "references": {value: links.reference(value) for value in _REFERENCES},
        "contained": links.contained("#42", "Patient/42"),
        "bare id": links.bare_id("42", "Patient"),
        "canonical": links.canonical("Questionnaire/42|doe#part"),
        "shifts": {s: DateShift(ring.pseudonym("shift", RECIPIENT), 52).days(s) for s in ("1", "2", "3", "4")},
        "hashed value": _hashed(ring),
        "stand-ins": _stand_ins(ring, StoredKnownValues(ring, lambda: None, lambda: ())),
        "stand-ins of recorded people": _stand_ins(ring, _RecordedPeople()),
    }


def _hashed(ring: Keyring) -> str:
    profile = parse_profile({"profile": "p", "version": "1", "default": "tag", "actions": {"ID": "hash"}})
    return TagReplacer(profile, ring, RECIPIENT).replace([Mention("A-42", Entity.ID, SUBJECT)])[0]


class _RecordedPeople(NoKnownValues):
    """A patient, and a clinician of the site."""

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return (_recorded("Margaret", "Ellison", Entity.PATIENT, Role.PATIENT),)

    def site(self) -> tuple[KnownValue, ...]:
        return (_recorded("Amara", "Okafor", Entity.DOCTOR, Role.CLINICIAN),)


def _recorded(given: str, family: str, entity: Entity, role: Role) -> KnownValue:
    return KnownValue(f"{given} {family}", entity, role, (("given", given), ("family", family)))


def _stand_ins(ring: Keyring, known_values: KnownValues) -> dict[str, str]:
    values = {
        "Margaret Ellison": Entity.PERSON,
        "Dr. A. Okafor": Entity.DOCTOR,
        "(614) 555-0142": Entity.TELEPHONE_NUMBER,
        "A-4711-88": Entity.MEDICAL_RECORD_NUMBER,
    }
    mentions = [Mention(value, entity, SUBJECT) for value, entity in values.items()]
    with tempfile.TemporaryDirectory() as folder, EmbeddedIndex(Path(folder) / "index.db", ring) as index:
        tags = TagReplacer(load_profile("hips"), ring, RECIPIENT)
        made = Relexicalizer(tags, RuleStrategy(), index, ring, RECIPIENT, SOURCE, known_values).replace(mentions)
    return dict(zip(values, made, strict=True))


def main(write: Callable[[str], Any] = print) -> None:
    write(json.dumps({str(n): vectors(n) for n in (1, 2)}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
