"""Quality of stand-ins: the metrics of RedactOR A.7 and AIMI's stability, over the notes of a generated sample.

    python -m benchmarks.relex [--patients 120] [--versions 50] [--seed 7] [--student] [--json]

Notes are read once by patterns and known values (and the student, if requested). They get stand-ins under the profile
`hips`: once for the first four metrics, and the first 150 of them again under a new pseudonym key for each version. The
results are read again without known values: by patterns alone, or with the student. Diagnoses are the ICD-10 chapters
(first letters) of the conditions for which patients were seen, in notes that name them.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.common import argument, sample_lines, workplace
from redactor.assemble.detectors import build_detectors
from redactor.assemble.facade import Redactor
from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.records import record_keys
from redactor.assemble.replacers import StoredKnownValues, build_replacer
from redactor.detect.known import SiteKnown
from redactor.engine import Engine, read_all
from redactor.entities import Entity
from redactor.evaluate.relex import coherence, consistency, preservation, stability
from redactor.evaluate.relex_clinical import Case, model_consistency
from redactor.evaluate.relex_pairs import Rewritten, pairs_of_notes
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.state.known_store import KnownStore
from redactor.sample.people import TODAY
from redactor.settings import Settings
from redactor.text import Action, Note, Reading
from relex.text_forms import folded
from schemas.engine import attachments

_AGAIN = 150  # notes of which versions are made
_FEWEST = 5  # minimum of notes per diagnosis, so that most folds have some
_BANDS = ((18, "under 18"), (45, "18 to 44"), (65, "45 to 64"), (200, "65 and over"))
Resource = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Held:
    """A note of the sample with its reading, its diagnosis ("" if it names none), and the groups of its patient."""

    note: Note
    reading: Reading
    diagnosis: str
    groups: dict[str, str]


class _Replay:
    """A detector that replays earlier readings, since keys do not change what is found."""

    name, version = "replay", "1"

    def __init__(self, held: Sequence[Held]) -> None:
        self._readings = {h.note.id: h.reading for h in held}

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._readings.get(n.id, Reading()) for n in notes]


def _id(reference: str) -> str:
    return reference.rpartition("/")[2]


def _notes(settings: Settings, keyring: Keyring, resources: list[Resource], store: KnownStore) -> list[Held]:
    """The texts of the sample's DocumentReferences, read."""
    patients = {r["id"]: r for r in resources if r["resourceType"] == "Patient"}
    codes = {
        _id(r["encounter"]["reference"]): (r["code"]["text"].casefold(), c["code"][0])
        for r in resources
        if r["resourceType"] == "Condition" and "encounter" in r
        for c in r["code"].get("coding", ())
        if "icd-10" in c.get("system", "")
    }
    keys, notes, facts = record_keys(settings, keyring), [], []
    for i, r in enumerate(r for r in resources if r["resourceType"] == "DocumentReference"):
        who = _id(r["subject"]["reference"])
        day = dt.date.fromisoformat(r["date"][:10])
        seen = [_id(e["reference"]) for e in r.get("context", {}).get("encounter", ())]
        read = [attachments.read(c["attachment"].get("contentType"), c["attachment"]["data"]) for c in r["content"]]
        for text in (t.text for t in read if t is not None):
            subject = keys.subject(who)
            notes.append(Note(f"note {i}", text, subject, date=day, known=store.get(subject)))
            spoken, chapter = next((codes[s] for s in seen if s in codes), ("", ""))
            facts.append((chapter if spoken in text.casefold() else "", _groups(patients[who], day)))
    site = SiteKnown(store.get(site_scope(settings)))
    readings = read_all(build_detectors(settings, site), notes)
    return [Held(n, r, code, groups) for n, r, (code, groups) in zip(notes, readings, facts, strict=True)]


def _groups(patient: Resource, day: dt.date) -> dict[str, str]:
    found = {"sex": patient.get("gender", "unknown"), "race": "unknown"}
    for extension in patient.get("extension", ()):
        if extension["url"].endswith("us-core-race"):
            found["race"] = next((e["valueString"] for e in extension["extension"] if "valueString" in e), "unknown")
    born = dt.date.fromisoformat(f"{patient['birthDate']}-01-01"[:10]) if "birthDate" in patient else None
    if born is not None:
        years = (day - born).days // 365.2425
        found["age"] = next(name for limit, name in _BANDS if years < limit)
    return found


def _version(
    settings: Settings, keyring: Keyring, home: Path, held: Sequence[Held], facts: StoredKnownValues
) -> list[Rewritten]:
    """The notes with stand-ins under a keyring, from a new index."""
    profile = load_profile(settings.profile)
    unjudged = frozenset(e for e in Entity if profile.action(e) not in (Action.SURROGATE, Action.SHIFT))
    fresh = settings.model_copy(update={"home": home})
    engine = Engine([_Replay(held)], build_replacer(fresh, keyring, profile, settings.as_of, facts))
    redacted, _ = engine.process([h.note for h in held], [])
    return [
        Rewritten(h.note.id, h.note.text, out.spans, out.replacements, h.note.subject, unjudged)
        for h, out in zip(held, redacted, strict=True)
    ]


def _untouched(note: Rewritten) -> Rewritten:
    """The original note, read without known values: the baseline for stand-ins."""
    return replace(note, standins=tuple(note.original[s.start : s.end] for s in note.spans))


def _versions(
    count: int, settings: Settings, keyring: Keyring, folder: Path, held: Sequence[Held], facts: StoredKnownValues
) -> Iterator[list[Rewritten]]:
    for i in range(count):
        keyring = keyring.next_epoch()
        yield _version(settings, keyring, folder / f"version {i}", held, facts)
        print(f"version {i + 1} of {count}", end="\r", file=sys.stderr, flush=True)


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, float):
        return None if value != value else round(value, 4)
    return value


def _rows(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Rows of a table: a name, and the figure with its interval."""
    if not isinstance(value, dict):
        yield name, f"{value}"
    elif "low" in value:
        middle = value.get("value", value.get("mean"))
        if middle is not None:
            more = f", sd {value['sd']}" if "sd" in value else f", of {value.get('counted', value.get('cases')):,}"
            yield name, f"{middle:.4f} [{value['low']}, {value['high']}]{more}"
    else:
        for key, held in value.items():
            yield from _rows(f"{name}: {key}", held)


def measure(folder: Path, settings: Settings, patients: int, versions: int, seed: int) -> dict[str, object]:
    """All five metrics by name."""
    resources = [json.loads(line) for line in sample_lines(folder, patients, seed)]
    keyring = Keyring.load(settings.keyring)
    Redactor(settings.profile, keyring=settings.keyring, home=settings.home, detectors=settings.detectors).learn(
        resources
    )
    with KnownStore.open(known_values_path(settings), keyring, read_only=True) as store:
        site = store.get(site_scope(settings))
        facts = StoredKnownValues(keyring, lambda: store, lambda: site)
        held = _notes(settings, keyring, resources, store)
        again = tuple(d for d in settings.detectors if d != "known")
        detectors = build_detectors(settings.model_copy(update={"detectors": again}))

        def read(notes: Sequence[Note]) -> list[Reading]:
            return read_all(detectors, notes)

        notes = _version(settings, keyring, folder / "first", held, facts)
        pairs = pairs_of_notes(notes)
        usual = {d for d, n in Counter(h.diagnosis for h in held).items() if d and n >= _FEWEST}
        cases = [
            Case(h.note.subject or "", h.note.text, n.text, h.diagnosis, h.groups)
            for h, n in zip(held, notes, strict=True)
            if h.diagnosis in usual
        ]
        told: dict[str, object] = {
            "notes": len(notes),
            "stand-ins": len(pairs),
            "left as they were": sum(folded(p.original) == folded(p.standin) for p in pairs),
            "entity preservation": preservation(notes, read),
            "contextual coherence": coherence(pairs),
            "replacement consistency": consistency(pairs),
            "clinical model": model_consistency(cases),
        }
        if versions:
            told["the same on originals"] = stability([[_untouched(n) for n in notes[:_AGAIN]]], read)
            told["stability"] = stability(_versions(versions, settings, keyring, folder, held[:_AGAIN], facts), read)
        return {name: _plain(value) for name, value in told.items()}


def main() -> None:
    begun = time.perf_counter()
    detectors = ("patterns", "known", *(("student",) if "--student" in sys.argv else ()))
    with workplace(profile="hips", detectors=detectors, as_of=TODAY) as (folder, settings):
        told = measure(folder, settings, argument("patients", 120), argument("versions", 50), argument("seed", 7))
    if "--json" in sys.argv:
        print(json.dumps(told, indent=1))
        return
    for name, value in told.items():
        for row, figure in _rows(name, value):
            print(f"{row:<58} {figure}")
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
