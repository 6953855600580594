"""The whole sample sink through the command line: nothing planted survives, and references and intervals hold."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.output import manifest
from redactor.run.output.verification import verify
from tests.leak import ages, links, proof, search, times, validity
from tests.leak.conftest import PROFILES, Run
from tests.leak.reading import Gold, Release, read_gold

TOKEN = re.compile(r"(?<![a-z0-9])[a-z2-7]{32}(?![a-z0-9])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


# -- (a) nothing planted survives


@pytest.mark.parametrize("profile", PROFILES)
def test_no_planted_field_survives_anywhere(
    profile: str, releases: dict[str, Release], gold: list[Gold], patients: int
) -> None:
    planted = search.planted(gold, profile, structured=True)
    assert len(planted) > 75 * patients
    found = search.leaks(releases[profile], gold, profile, planted)
    assert not found, search.summarize(found)


@pytest.mark.parametrize("profile", PROFILES)
def test_no_full_name_in_text_survives(
    profile: str, releases: dict[str, Release], gold: list[Gold], patients: int
) -> None:
    """Names of two or more words as the notes write them, including initials, orders, titles and nicknames."""
    names = {"PATIENT", "DOCTOR", "PERSON"}
    in_text = search.planted(gold, profile, structured=False)
    planted = {v: e for v, e in in_text.items() if e in names and len(re.findall(r"\w{2,}", v)) > 1}
    assert len(planted) > 1.5 * patients
    found = search.leaks(releases[profile], gold, profile, planted)
    assert not found, search.summarize(found)


def test_no_birth_date_survives_in_a_patients_own_records_under_hips(
    releases: dict[str, Release], gold: list[Gold], patients: int
) -> None:
    """Other people's shifted dates may fall on the same day by chance; a patient's own dates are decades away.

    A wife's birth date in her husband's records belongs to her and can move onto his: three couples of this sink are
    born whole weeks apart and within a shift. The tests of all other dates show that it moved.
    """
    release = releases["hips"]
    born = {g.subject: g.value for g in gold if g.path == "birthDate" and g.record.startswith("Patient/")}
    text: dict[str, list[str]] = {}
    for p, owner in zip(release.pairs, links.patients(release.pairs), strict=True):
        if p.result is not None and owner is not None:
            own = {k: v for k, v in p.result.items() if (p.kind, k) != ("RelatedPerson", "birthDate")}
            text.setdefault(owner, []).extend(proof.strings(own))
    assert len(born) == patients
    for owner, value in born.items():
        found = proof.survivors("\n".join(text[owner]), [(value, "BIRTH_DATE_TIME")])
        assert not found, f"the birth date of {owner} stands in its records"


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_no_age_over_89_is_released(
    profile: str, releases: dict[str, Release], gold: list[Gold], patients: int
) -> None:
    release = releases[profile]
    wrong, seen = ages.surviving_ages(release.pairs, gold, release.as_of)
    assert not wrong, wrong
    assert seen["AGE"] > 0.1 * patients and seen["BIRTH_DATE_TIME"] > 0.2 * patients


def test_limited_dataset_keeps_only_places_and_dates(small_sink: Path, run_redactor: Run) -> None:
    release, gold = run_redactor(small_sink / "records", "limited-dataset"), read_gold(small_sink)
    found = search.leaks(release, gold, "limited-dataset", search.planted(gold, "limited-dataset", structured=True))
    assert not found, search.summarize(found)
    kept = "\n".join(s for r in release.resources for s in proof.strings(r))
    by_kind: dict[str, list[bool]] = {}
    for g in gold:
        if (
            g.start is None
            and g.entity in ("CITY", "ZIP", "BIRTH_DATE_TIME")
            and g.path.startswith(("address", "birth"))
        ):
            by_kind.setdefault(g.entity, []).append(g.value in kept)
    assert set(by_kind) == {"CITY", "ZIP", "BIRTH_DATE_TIME"}
    assert all(all(there) for there in by_kind.values()), {k: Counter(v) for k, v in by_kind.items()}


# -- (b) intervals


def test_the_dates_of_a_patient_move_together(releases: dict[str, Release], patients: int) -> None:
    shifts, wrong, seen = times.structured_moves(releases["hips"].pairs)
    assert not wrong, Counter(wrong).most_common(20)
    assert len(shifts) == patients
    firsts = {times.weeks(moved, min(moved)) for moved in shifts.values()}
    assert len(firsts) > patients / 4, "the shifts of patients hardly differ"
    assert seen["administrative"] > 60 * patients
    assert seen["instant"] > 75 * patients and seen["day"] > 1.5 * patients and seen["month"] > patients
    # 86 in the special cases, which every sink has
    assert seen["absent"] < 90 + 0.1 * patients, "too many dates were left out to speak of the rest"


def test_dates_in_notes_move_as_the_fields_do(releases: dict[str, Release], gold: list[Gold]) -> None:
    release = releases["hips"]
    shifts, _, _ = times.structured_moves(release.pairs)
    wrong, seen = times.text_shifts(release.pairs, gold, shifts)
    assert not wrong, Counter(wrong).most_common(20)
    # A date masked whole does not distort an interval, but most dates must have moved for this test to mean anything.
    assert seen["moved"] > 3 * seen["masked"] > 0, seen


# -- (c) references


@pytest.mark.parametrize("profile", PROFILES)
def test_references_keep_their_targets(profile: str, releases: dict[str, Release], patients: int) -> None:
    wrong, seen = links.broken_references(releases[profile].pairs)
    assert not wrong, Counter(re.sub(r"\.\d+", "", w) for w in wrong).most_common(20)
    assert seen["relative"] > 100 * patients
    for form in ("urn", "absolute", "conditional", "contained"):
        assert seen[form] > 2 * patients, f"the sink has too few {form} references to prove anything"
    assert seen["ifNoneExist"] > patients / 20 and 0 < seen["to what did not leave"] < patients / 2


# -- (d) valid FHIR


@pytest.mark.parametrize("profile", PROFILES)
def test_every_released_resource_is_valid_and_labelled(
    profile: str, releases: dict[str, Release], patients: int
) -> None:
    release = releases[profile]
    assert len(release.resources) > 55 * patients
    heads = [p.result for p in release.pairs if p.kind == "Bundle" and p.result]
    wrong = validity.invalid([*release.resources, *heads])
    assert not wrong, wrong.most_common(20)


# -- (e) counts


@pytest.mark.parametrize("profile", PROFILES)
def test_counts_add_up_and_out_matches_the_manifest(
    profile: str, releases: dict[str, Release], sink: Path, keyring_path: Path
) -> None:
    release = releases[profile]
    manifest, pairs = release.manifest, release.pairs
    outcomes = Counter(p.outcome for p in pairs)
    assert manifest["outcomes"] == {name: n for name, n in outcomes.items() if name != "withheld"}
    assert manifest["records"] + outcomes["withheld"] == sum(outcomes.values()) == len(pairs) == len(release.audit)
    assert sum(manifest["reasons"].values()) == outcomes["quarantined"]
    assert {p.name for p in release.out.iterdir()} == {f["name"] for f in manifest["files"]} | {"manifest.json"}
    for file in manifest["files"]:
        content = (release.out / file["name"]).read_bytes()
        assert (hashlib.sha256(content).hexdigest(), len(content)) == (file["sha256"], file["bytes"])
        if file["name"].endswith(".ndjson"):
            assert content.count(b"\n") == file["records"]
    deleted = [f["records"] for f in manifest["files"] if f["name"].startswith("deleted-")]
    in_bundles = sum(p.outcome == "deleted" and p.result_entry is not None for p in pairs)
    assert sum(deleted) == outcomes["deleted"] - in_bundles
    facts = [json.loads(line) for line in (sink / "gold" / "facts.ndjson").read_text("utf-8").splitlines()]
    wanted = {kind: {f["record"] for f in facts if f["fact"] == kind} for kind in ("restricted", "entered-in-error")}
    assert {p.name for p in pairs if p.outcome == "withheld"} == wanted["restricted"]
    assert {p.name for p in pairs if p.outcome == "deleted"} == wanted["entered-in-error"] - wanted["restricted"]
    assert outcomes["quarantined"] == 0


def test_the_manifest_is_signed(releases: dict[str, Release], keyring_path: Path, tmp_path: Path) -> None:
    keyring = Keyring.load(keyring_path)
    for release in map(releases.__getitem__, PROFILES):
        assert not verify(release.out, keyring, None).faults
    told = json.loads((releases["hips"].out / "manifest.json").read_text("utf-8"))
    for more in (0, 1):
        told["outcomes"]["released"] += more
        (tmp_path / "manifest.json").write_text(json.dumps(told), "utf-8")
        data, mac, _ = manifest.read(tmp_path)
        assert manifest.has_mac(data, mac, keyring) is (more == 0)
    assert verify(releases["hips"].out, Keyring.generate(), None).faults


# -- (f) (g) (h) several runs


def everything(out: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in out.iterdir()}


@pytest.fixture(scope="module")
def one(small_sink: Path, run_redactor: Run) -> Release:
    return run_redactor(small_sink / "records", "hips")


@pytest.mark.slow  # three processes load the student; runs with two workers stand in test_households.py
def test_three_workers_write_the_same_bytes_as_one(one: Release, small_sink: Path, run_redactor: Run) -> None:
    three = run_redactor(small_sink / "records", "hips", workers=3, batch_records="40")
    assert everything(three.out) == everything(one.out) and len(everything(one.out)) > 10


def test_another_home_and_day_give_the_same_bytes(one: Release, small_sink: Path, run_redactor: Run) -> None:
    assert everything(run_redactor(small_sink / "records", "hips").out) == everything(one.out)


def test_two_recipients_share_no_pseudonym(one: Release, small_sink: Path, run_redactor: Run) -> None:
    other = run_redactor(small_sink / "records", "hips", recipient="another-enclave")
    mine, theirs = (set(TOKEN.findall(proof.release_text(r.out))) for r in (one, other))
    assert len(mine) > 600 and len(mine) == len(theirs)
    assert not mine & theirs
    moved, differently = (times.structured_moves(r.pairs)[0] for r in (one, other))
    same = sum(moved[p] == differently[p] for p in moved)
    assert same <= 2, "the shifts of one recipient tell those of another"
