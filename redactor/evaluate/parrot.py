"""Measure the parrot attack: names that detection missed are told from stand-ins by the structured records beside them.

A missed name repeats the original ("parrots" it); Carrell et al. (JAMIA 2019) attack stand-ins by such repetitions. If
structured records are released, too, the attack needs no repetition: an attacker takes a name in a note for an original
if none of its words is a stand-in in the structured records of the patient's household or of the site. Misses are
simulated: a share of the mentions, drawn by a seed, keeps the original. The attack runs on a generated sink whose gold
gives the attacker the places of the names; an attacker who has to find them does worse.
"""

from __future__ import annotations

import base64
import binascii
import csv
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from redactor.assemble.facade import Redactor
from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.records import record_keys
from redactor.assemble.replacers import StoredKnownValues, build_replacer
from redactor.engine import Engine, Replacer
from redactor.entities import NAMES, Entity
from redactor.evaluate.relex import coherence, consistency
from redactor.evaluate.relex_pairs import EMPTY_RATE, Rate, Rewritten, pairs_of_notes, rates_by_name
from redactor.evaluate.relex_rules import name_tokens
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.state.known_store import KnownStore
from redactor.sample.people import TODAY
from redactor.sample.sink import write_sink
from redactor.settings import RelexSettings, Settings
from redactor.text import KnownValue, Mention, Note, Reading, Span
from relex.identity.name_tokens import TokenKind

_NAME_KINDS = frozenset({TokenKind.GIVEN, TokenKind.FAMILY})


class Attacker(StrEnum):
    """An attacker judges all names or only some.

    Relatives and staff who are in no record are often named by a given name alone, so that an attacker who leaves such
    names out is wrong less often, and misses more.
    """

    EVERY = "every name"
    SURNAMES = "names with a surname"
    FULL = "names of two words"


@dataclass(frozen=True, slots=True)
class NoteName:
    """A name in a released note.

    household: the group that intervals resample. structured: the words of names that the structured records of its
    household and site show. missed: whether the original stayed in the note.
    """

    household: str
    original: str
    standin: str
    structured: frozenset[str]
    missed: bool = False

    @property
    def released(self) -> str:
        """Return the name as it stands in the released note."""
        return self.original if self.missed else self.standin


@dataclass(frozen=True, slots=True)
class Attack:
    """The result of an attack: how well it finds the missed names. found: the names that it takes for originals,
    right or wrong.
    """

    precision: Rate
    recall: Rate
    found: int


def name_words(name: str) -> frozenset[str]:
    """Return the given and family names in a written name, in canonical form, without initials and titles."""
    return frozenset(token.key for token in name_tokens(name) if token.kind in _NAME_KINDS)


def with_misses(names: Sequence[NoteName], share: float, seed: int) -> list[NoteName]:
    """Mark a share of the names as missed. The same seed draws the same mentions."""
    rng = random.Random(f"parrot:{seed}")  # noqa: S311 - a simulation
    return [replace(name, missed=rng.random() < share) for name in names]


def attack(names: Iterable[NoteName], attacker: Attacker = Attacker.EVERY) -> Attack:
    """Take the names without a structured stand-in for originals, and return how often that is right."""
    rows = []
    found = 0
    for name in names:
        words = _judged_words(name.released, attacker)
        taken = bool(words) and words.isdisjoint(name.structured)
        found += taken
        if taken:
            rows.append((name.household, "precision", float(name.missed), 1))
        if name.missed:
            rows.append((name.household, "recall", float(taken), 1))
    found_rates = rates_by_name(rows)
    return Attack(found_rates.get("precision", EMPTY_RATE), found_rates.get("recall", EMPTY_RATE), found)


def _judged_words(name: str, attacker: Attacker) -> frozenset[str]:
    """Return the words of the name; none if the attacker leaves the name out."""
    kinds = [token.kind for token in name_tokens(name) if token.kind in _NAME_KINDS]
    judged = {
        Attacker.EVERY: True,
        Attacker.SURNAMES: TokenKind.FAMILY in kinds,
        Attacker.FULL: len(kinds) > 1,
    }
    return name_words(name) if judged[attacker] else frozenset()


_PATIENT_PREFIX = "Patient/"


@dataclass(frozen=True, slots=True)
class AttackSetup:
    """The setup of an attack: a profile with stand-ins, and the share of decoys."""

    profile: str
    decoys: float = 0.0


@dataclass(frozen=True, slots=True)
class SetupResult:
    """The result of one setup.

    attacks: by share of misses and by attacker. consistency: the share of pairs of mentions of one name in notes that
    show the same name. coherence: that of the names in notes.
    """

    setup: AttackSetup
    names: int
    attacks: dict[float, dict[Attacker, Attack]]
    consistency: Rate
    coherence: Rate


def measure_setups(
    patients: int, setups: Sequence[AttackSetup], missed: Sequence[float], seed: int, keyring: Keyring | None = None
) -> Iterator[SetupResult]:
    """Yield the result of each setup over the same generated notes.

    missed: shares of the names in notes that keep the original. keyring: a new one by default; stand-ins differ with
    each keyring.
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
        resources = list(_sink_resources(folder / "sink"))
        facade = Redactor(keyring=settings.keyring, home=settings.home, profile="hips", detectors=settings.detectors)
        facade.learn(resources)
        keys = Keyring.load(settings.keyring)
        with KnownStore.open(known_values_path(settings), keys, read_only=True) as store:
            site = store.get(site_scope(settings))
            known = StoredKnownValues(keys, lambda: store, lambda: site)
            notes = [
                (Note(f"note {i}", text, record_keys(settings, keys).subject(who)), spans)
                for i, (text, spans, who) in enumerate(_notes_with_names(folder / "sink", resources))
            ]
            for at, setup in enumerate(setups):
                fresh = settings.model_copy(
                    update={"home": folder / f"{at}", "relex": RelexSettings(decoys=setup.decoys)}
                )
                replacer = build_replacer(fresh, keys, load_profile(setup.profile), TODAY, known)
                yield _attack_setup(setup, notes, replacer, store, site, missed, seed)


def _attack_setup(
    setup: AttackSetup,
    notes: Sequence[tuple[Note, tuple[Span, ...]]],
    replacer: Replacer,
    store: KnownStore,
    site: tuple[KnownValue, ...],
    missed: Sequence[float],
    seed: int,
) -> SetupResult:
    engine = Engine([_GoldDetector({note.id: spans for note, spans in notes})], replacer)
    redacted, _ = engine.process([note for note, _ in notes], [])
    site_words = _structured_words(replacer, site, None)
    household_words: dict[str, frozenset[str]] = {}
    names, rewritten = [], []
    for (note, _), out in zip(notes, redacted, strict=True):
        subject = note.subject or ""
        if subject not in household_words:
            household_words[subject] = site_words | _structured_words(replacer, store.get(subject), subject)
        rewritten.append(Rewritten(note.id, note.text, out.spans, out.replacements, subject))
        for span, standin in zip(out.spans, out.replacements, strict=True):
            names.append(NoteName(subject, note.text[span.start : span.end], standin, household_words[subject]))
    pairs = pairs_of_notes(rewritten)
    runs = {share: with_misses(names, share, seed) for share in missed}
    return SetupResult(
        setup,
        len(names),
        {share: {who: attack(run, who) for who in Attacker} for share, run in runs.items()},
        consistency(pairs).same,
        coherence(pairs).overall,
    )


def _structured_words(replacer: Replacer, values: Sequence[KnownValue], subject: str | None) -> frozenset[str]:
    """Return the words of the names that the structured records with these values show."""
    mentions = [
        Mention(v.value, v.entity, subject, v.role, "known", None, v.parts) for v in values if v.entity in NAMES
    ]
    return frozenset().union(*map(name_words, replacer.replace(mentions)))


class _GoldDetector:
    """This detector finds the names of the gold."""

    name, version = "gold", "1"

    def __init__(self, spans: dict[str, tuple[Span, ...]]) -> None:
        self._spans = spans

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        # Notes without spans are decoded parts of other notes.
        return [Reading(self._spans.get(note.id, ())) for note in notes]


# -- the sink


def _sink_resources(sink: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((sink / "records").glob("[A-Z]*.ndjson")):
        yield from (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    for path in sorted((sink / "records" / "bundles").glob("*.json")):
        yield from (entry["resource"] for entry in msgspec.json.decode(path.read_bytes())["entry"])


def _notes_with_names(sink: Path, resources: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[Span, ...], str]]:
    """Yield notes of one patient as text, with the names in them and the patient's id."""
    gold: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in (sink / "gold" / "gold.ndjson").read_bytes().splitlines():
        row = msgspec.json.decode(line)
        if row["start"] is not None and row["entity"] in NAMES:
            gold[row["record"], row["path"]].append(row)
    for record, path, text in _note_texts(sink, resources):
        rows = gold[record, path]
        subjects = Counter(r["subject"] for r in rows if r["entity"] == Entity.PATIENT)
        patients = [
            s.removeprefix(_PATIENT_PREFIX) for s, _ in subjects.most_common(1) if s.startswith(_PATIENT_PREFIX)
        ]
        # Notes in markup are left out: their gold counts characters of the source, in which names have escapes.
        if patients and all(text[r["start"] : r["end"]] == r["value"] for r in rows):
            yield text, tuple(Span(r["start"], r["end"], Entity(r["entity"])) for r in rows), patients[0]


def _note_texts(sink: Path, resources: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield (record, path, text) of the notes in FHIR attachments and in tables, as the gold names them."""
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
