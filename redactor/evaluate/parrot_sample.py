"""The parrot attack on a generated sink: its notes with stand-ins, the names in them by gold, and what structured
records show.
"""

from __future__ import annotations

import base64
import binascii
import csv
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from redactor.assemble.facade import Redactor
from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.records import record_keys
from redactor.assemble.replacers import StoredKnownValues, build_replacer
from redactor.engine import Engine, Replacer
from redactor.entities import NAMES, Entity
from redactor.evaluate.parrot import Attack, Attacker, NoteName, attack, name_words, with_misses
from redactor.evaluate.relex import coherence, consistency
from redactor.evaluate.relex_pairs import Rate, Rewritten, pairs_of
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.state.known_store import KnownStore
from redactor.sample.people import TODAY
from redactor.sample.sink import write_sink
from redactor.settings import RelexSettings, Settings
from redactor.text import KnownValue, Mention, Note, Reading, Span

_PATIENT = "Patient/"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is attacked: a profile with stand-ins, and the share of decoys."""

    profile: str
    decoys: float = 0.0


@dataclass(frozen=True, slots=True)
class Attacked:
    """One setup. attacks: by share of misses and attacker.

    consistency: pairs of mentions of one name, in notes, that show the same name. coherence: of the names in notes.
    """

    setup: Setup
    names: int
    attacks: dict[float, dict[Attacker, Attack]]
    consistency: Rate
    coherence: Rate


def measure(
    patients: int, setups: Sequence[Setup], missed: Sequence[float], seed: int, keyring: Keyring | None = None
) -> Iterator[Attacked]:
    """Each setup over the same generated notes. missed: shares of the names in notes that are left original.

    keyring: a new one by default; stand-ins differ with each.
    """
    with tempfile.TemporaryDirectory(prefix="redactor-parrot-") as name:
        folder = Path(name)
        write_sink(folder / "sink", patients, seed)
        (keyring or Keyring.generate()).save(folder / "keys.json")
        settings = Settings(
            keyring=str(folder / "keys.json"),
            home=folder / "home",
            profile="hips",
            detectors=("patterns",),
            as_of=TODAY,
        )
        resources = list(_resources(folder / "sink"))
        facade = Redactor(keyring=settings.keyring, home=settings.home, profile="hips", detectors=settings.detectors)
        facade.learn(resources)
        keys = Keyring.load(settings.keyring)
        with KnownStore.open(known_values_path(settings), keys, read_only=True) as store:
            site = store.get(site_scope(settings))
            known = StoredKnownValues(keys, lambda: store, lambda: site)
            notes = [
                (Note(f"note {i}", text, record_keys(settings, keys).subject(who)), spans)
                for i, (text, spans, who) in enumerate(_named_notes(folder / "sink", resources))
            ]
            for at, setup in enumerate(setups):
                fresh = settings.model_copy(
                    update={"home": folder / f"{at}", "relex": RelexSettings(decoys=setup.decoys)}
                )
                replacer = build_replacer(fresh, keys, load_profile(setup.profile), TODAY, known)
                yield _attacked(setup, notes, replacer, store, site, missed, seed)


def _attacked(
    setup: Setup,
    notes: Sequence[tuple[Note, tuple[Span, ...]]],
    replacer: Replacer,
    store: KnownStore,
    site: tuple[KnownValue, ...],
    missed: Sequence[float],
    seed: int,
) -> Attacked:
    engine = Engine([_Gold({note.id: spans for note, spans in notes})], replacer)
    redacted, _ = engine.process([note for note, _ in notes], [])
    of_site = _shown(replacer, site, None)
    shown: dict[str, frozenset[str]] = {}
    names, rewritten = [], []
    for (note, _), out in zip(notes, redacted, strict=True):
        subject = note.subject or ""
        if subject not in shown:
            shown[subject] = of_site | _shown(replacer, store.get(subject), subject)
        rewritten.append(Rewritten(note.id, note.text, out.spans, out.replacements, subject))
        for span, standin in zip(out.spans, out.replacements, strict=True):
            names.append(NoteName(subject, note.text[span.start : span.end], standin, shown[subject]))
    pairs = pairs_of(rewritten)
    runs = {share: with_misses(names, share, seed) for share in missed}
    return Attacked(
        setup,
        len(names),
        {share: {who: attack(run, who) for who in Attacker} for share, run in runs.items()},
        consistency(pairs).same,
        coherence(pairs).overall,
    )


def _shown(replacer: Replacer, values: Sequence[KnownValue], subject: str | None) -> frozenset[str]:
    """The words of the names that the structured records with these values show."""
    mentions = [
        Mention(v.value, v.entity, subject, v.role, "known", None, v.parts) for v in values if v.entity in NAMES
    ]
    return frozenset().union(*map(name_words, replacer.replace(mentions)))


class _Gold:
    """A detector that finds the names of the gold."""

    name, version = "gold", "1"

    def __init__(self, spans: dict[str, tuple[Span, ...]]) -> None:
        self._spans = spans

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(self._spans.get(note.id, ())) for note in notes]  # others are parts that were decoded


# -- the sink


def _resources(sink: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((sink / "records").glob("[A-Z]*.ndjson")):
        yield from (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    for path in sorted((sink / "records" / "bundles").glob("*.json")):
        yield from (entry["resource"] for entry in msgspec.json.decode(path.read_bytes())["entry"])


def _named_notes(sink: Path, resources: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[Span, ...], str]]:
    """Notes of one patient as text, with the names in them and the patient's id."""
    gold: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in (sink / "gold" / "gold.ndjson").read_bytes().splitlines():
        row = msgspec.json.decode(line)
        if row["start"] is not None and row["entity"] in NAMES:
            gold[row["record"], row["path"]].append(row)
    for record, path, text in _texts(sink, resources):
        rows = gold[record, path]
        subjects = Counter(r["subject"] for r in rows if r["entity"] == Entity.PATIENT)
        patients = [s.removeprefix(_PATIENT) for s, _ in subjects.most_common(1) if s.startswith(_PATIENT)]
        # In markup the gold counts characters of the source, where names are written with escapes.
        if patients and all(text[r["start"] : r["end"]] == r["value"] for r in rows):
            yield text, tuple(Span(r["start"], r["end"], Entity(r["entity"])) for r in rows), patients[0]


def _texts(sink: Path, resources: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """(record, path, text) of the notes in FHIR attachments and in tables, as the gold names them."""
    for resource in resources:
        if resource["resourceType"] == "DocumentReference":
            for i, content in enumerate(resource["content"]):
                try:
                    text = base64.b64decode(content["attachment"].get("data", "")).decode("utf-8")
                except (binascii.Error, UnicodeDecodeError):
                    continue
                yield f"DocumentReference/{resource['id']}", f"content[{i}].attachment.data", text
    with (sink / "records" / "notes.csv").open(encoding="utf-8", newline="") as table:
        yield from ((row["note_id"], "note_text", row["note_text"]) for row in csv.DictReader(table))
    flat = sink / "records" / "clinical_records.ndjson"
    for n, line in enumerate(flat.read_bytes().splitlines() if flat.is_file() else (), start=1):
        yield str(n), "note", msgspec.json.decode(line)["note"]
