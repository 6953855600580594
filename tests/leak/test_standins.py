"""hips over the whole sample sink: one person has one stand-in in fields and notes, and families share surnames."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.leak import links, search
from tests.leak.conftest import Run
from tests.leak.reading import Gold, Json, Pair, Release

Name = tuple[tuple[str, ...], str]


@pytest.fixture(scope="module")
def release(releases: dict[str, Release]) -> Release:
    return releases["hips"]


def official(resource: Json) -> Name | None:
    """Given names and family name of a Patient, a RelatedPerson or a Practitioner."""
    for name in resource.get("name", []):
        if "family" in name and "given" in name:
            return tuple(name["given"]), name["family"]
    return None


def contacts(resource: Json) -> list[Name]:
    names = [c.get("name", {}) for c in resource.get("contact", [])]
    return [(tuple(n["given"]), n["family"]) for n in names if "given" in n and "family" in n]


def named(release: Release) -> dict[str, list[tuple[Name, Name]]]:
    """Originals and stand-ins of the people named in each patient's own records, in order."""
    found: dict[str, list[tuple[Name, Name]]] = defaultdict(list)
    for pair, owner in zip(release.pairs, links.patients(release.pairs), strict=True):
        if pair.result is None or pair.kind not in ("Patient", "RelatedPerson") or owner is None:
            continue
        before, after = official(pair.source), official(pair.result)
        if before and after:
            found[owner].append((before, after))
        found[owner].extend(zip(contacts(pair.source), contacts(pair.result), strict=True))
    return found


def test_families_share_surnames_and_full_names_are_unique(release: Release, patients: int) -> None:
    households = named(release)
    assert len(households) > 0.9 * patients
    shared = 0
    for people in households.values():
        surnames: dict[str, set[str]] = defaultdict(set)
        whole: dict[Name, set[Name]] = defaultdict(set)
        for (given, family), (new_given, new_family) in people:
            surnames[family].add(new_family)
            whole[given, family].add((new_given, new_family))
            assert family.casefold() != new_family.casefold() and len(given) == len(new_given)
        assert all(len(s) == 1 for s in surnames.values()), "one surname became two"
        assert len({next(iter(s)) for s in surnames.values()}) == len(surnames), "two surnames became one"
        assert all(len(s) == 1 for s in whole.values()), "one person became two"
        assert len({next(iter(s)) for s in whole.values()}) == len(whole), "two people became one"
        shared += len(whole) > len(surnames)
    assert shared > 0.3 * patients


def test_every_mention_of_a_patient_in_a_note_is_the_stand_in_of_the_fields(
    release: Release, gold: list[Gold], patients: int
) -> None:
    """The stand-in occurs at least as often as the surname did, or more often, since others share the name."""
    surname = {
        p.name: (official(p.source), official(p.result)) for p in release.pairs if p.kind == "Patient" and p.result
    }
    seen, wrong = 0, []
    for pair, owner in zip(release.pairs, links.patients(release.pairs), strict=True):
        before, after = surname.get(owner or "", (None, None))
        if pair.result is None or before is None or after is None or pair.kind == "Patient":
            continue
        there = dict(search.places(pair.result))
        for path, text in search.places(pair.source):
            if path.endswith("#") or path not in there or not search.is_text(path):
                continue
            was, now = count_words(text, before[1]), count_words(there[path], after[1])
            seen += was
            if now < was:
                wrong.append((pair.kind, path, was, now))
    assert seen > 5 * patients
    assert not wrong, wrong[:20]


def count_words(text: str, name: str) -> int:
    """Occurrences of the name in the text outside e-mail addresses."""
    text = re.sub(r"\S+@\S+", " ", text)
    return len(re.findall(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text, re.IGNORECASE))


def test_a_clinician_has_one_stand_in_in_all_records(release: Release) -> None:
    before: dict[str, str] = {}
    pairs = [p for p in release.pairs if p.kind == "Practitioner" and p.result]
    for p in pairs:
        old, new = official(p.source), official(p.result)  # type: ignore[arg-type]
        if old and new:
            before[f"Practitioner/{p.source['id']}"] = new[1]
    seen = 0
    for p in release.pairs:
        for reference, display in displays(p, "Practitioner/"):
            if reference in before:
                seen += 1
                assert count_words(display, before[reference]), "a clinician's display names somebody else"
    assert len(before) > 10 and seen > 50


def displays(pair: Pair, kind: str) -> list[tuple[str, str]]:
    """References of a kind in a record, as they were, with their released displays."""
    found: list[tuple[str, str]] = []

    def walk(old: Any, new: Any) -> None:
        if isinstance(old, dict) and isinstance(new, dict):
            reference = old.get("reference")
            if isinstance(reference, str) and reference.startswith(kind) and "display" in old and "display" in new:
                found.append((reference, new["display"]))
            for key in old.keys() & new.keys():
                walk(old[key], new[key])
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for a, b in zip(old, new, strict=True):
                walk(a, b)

    walk(pair.source, pair.result)
    return found


def test_another_run_over_the_same_home_gives_the_same_stand_ins(
    small_sink: Path, run_redactor: Run, tmp_path: Path
) -> None:
    """The second run reads only the notes, which the first read last: the order of records does not matter."""
    home = tmp_path / "home"
    whole = run_redactor(small_sink / "records", "hips", home=home, detectors='["patterns","known"]')
    again = tmp_path / "again"
    again.mkdir()
    (again / "notes.csv").write_bytes((small_sink / "records" / "notes.csv").read_bytes())
    alone = run_redactor(again, "hips", home=home, detectors='["patterns","known"]', as_of=whole.as_of)
    texts = {p.source["note_id"]: p.result for p in alone.pairs if p.result}
    assert texts == {p.source["note_id"]: p.result for p in whole.pairs if p.result and p.file.endswith("notes.csv")}
