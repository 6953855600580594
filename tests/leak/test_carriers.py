"""Values planted in every carrier of documents as hospitals hold them: none leaves, no fact and no document is lost.

The documents were built before the readers of their formats. A format that is not read is quarantined as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.each_row import each_row
from tests.leak.carriers.build import documents
from tests.leak.carriers.plants import PEOPLE, Document
from tests.leak.carriers.reveal import all_text, is_in, released_files, revealed

# The formats that must leave as text. Add a format as soon as it is read.
RELEASED: frozenset[str] = frozenset({"cda", "csv", "docx", "eml", "hl7", "html", "json", "md", "pdf", "rtf", "txt"})
# Plants that leave today, by id: faults to mend. None may be added.
SURVIVORS: frozenset[str] = frozenset()
# What is found without known values does not depend on the profile, and tags hide no coincidence.
VARIANTS = [("hipaa-safe-harbor", True), ("hips", True), ("hipaa-safe-harbor", False)]
Built = list[tuple[Document, bytes]]


@dataclass
class Release:
    """What left of all documents, what was said of them, and the reasons of those that stayed, by file."""

    files: dict[str, str]
    said: str
    reasons: dict[str, set[str]] = field(default_factory=dict)

    def texts_of(self, document: Document) -> list[str]:
        """The texts of OUT that hold most facts of the document."""
        most = max(1, len(document.facts) // 2)
        return [t for t in self.files.values() if sum(f.stands_in(revealed(t)[0]) for f in document.facts) >= most]


@pytest.fixture(scope="module")
def built() -> Built:
    return documents()


@pytest.fixture(scope="module")
def released(
    built: Built, called: Command, keyring_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, bool], Release]:
    """The release of the folder under a profile, with or without the FHIR records of its patients."""
    made: dict[tuple[str, bool], Release] = {}

    def release(profile: str, known: bool) -> Release:
        if (profile, known) not in made:
            place = tmp_path_factory.mktemp("carriers")
            (place / "in").mkdir()
            for document, data in built:
                (place / "in" / document.file).write_bytes(data)
            if known:
                lines = "".join(json.dumps(person.fhir()) + "\n" for person in PEOPLE.values())
                (place / "in" / "Patient.ndjson").write_text(lines, "utf-8")
            pattern = "(?P<note>(?P<patient>p[0-9])_[A-Za-z_]+)[.][a-z]+"
            env = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(place / "home")}
            env["REDACTOR_NOTES__NAME_PATTERN"] = pattern
            state = ("--state", place / "state")
            done = called("run", place / "in", place / "out", "--profile", profile, *state, "--json", env=env)
            assert done.returncode in {0, 1}, done.stderr
            told = called("quarantine", "list", *state, "--json", env=env)
            listed = called("quarantine", "list", "--files", *state, "--json", env=env)
            said = done.stdout + done.stderr + told.stdout + told.stderr
            result = made[profile, known] = Release(released_files(place / "out"), said)
            for entry in json.loads(listed.stdout):
                file = entry["source"].partition("/")[0]  # a sheet is listed below its workbook
                result.reasons.setdefault(file, set()).add(entry["reason"])
        return made[profile, known]

    return release


def test_the_search_finds_each_plant_in_its_document_and_each_fact(built: Built) -> None:
    lost = []
    for document, data in built:
        text = revealed(document.file, all_text(document, data))
        lost += [(p.id, p.carrier, p.value) for p in document.plants if not is_in(p, text)]
        lost += [(document.file, "fact", str(fact)) for fact in document.facts if not fact.stands_in(text[0])]
    assert not lost
    assert sum(len(document.plants) for document, _ in built) > 500


@each_row("profile, known", VARIANTS)
def test_no_planted_value_survives(
    profile: str, known: bool, built: Built, released: Callable[[str, bool], Release]
) -> None:
    release = released(profile, known)
    everywhere = revealed(*release.files, *release.files.values(), release.said)
    survivors = []
    for document, _ in built:
        # A shifted date may be another patient's true one.
        own = revealed(*release.texts_of(document)) if profile == "hips" else everywhere
        for plant in document.plants:
            if plant.id not in SURVIVORS and is_in(plant, own if plant.entity == "DATE" else everywhere):
                places = [name for name, text in release.files.items() if is_in(plant, revealed(text))]
                survivors.append(f"{plant.id} {plant.carrier}: {plant.entity} {plant.value} in {places}")
    assert not survivors, "\n".join(survivors)


@each_row("profile, known", VARIANTS)
def test_each_document_leaves_with_its_facts_or_stays_with_a_reason(
    profile: str, known: bool, built: Built, released: Callable[[str, bool], Release]
) -> None:
    release = released(profile, known)
    left, lost, silent = set(), [], []
    for document, _ in built:
        texts = release.texts_of(document)
        if texts:
            left.add(document.format)
            whole, _ = revealed(*texts)
            lost += [(document.file, str(fact)) for fact in document.facts if not fact.stands_in(whole)]
        elif not release.reasons.get(document.file):
            silent.append(document.file)
    print(f"{profile}, known values {known}: {sorted(left)} left; quarantined: {release.reasons}")
    assert not silent, "neither released nor quarantined"
    assert not lost, "facts that did not leave with their document"
    assert left >= RELEASED
