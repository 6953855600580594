"""Samples and marks at the console when a patient is forgotten: no sample outlives it, and no mark escapes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.state.review_marks import MarkStore, forget_marks
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, add_tokens, computed, finished, form_token, words
from tests.unit.service.serve_kit import Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
PATIENT, OTHER = "q-vexholm", "q-other"
MARKED = re.compile(r"<tr><td>records with marks of reviews</td><td>(\d+)</td></tr>")


def records() -> list[dict[str, object]]:
    mrn = [{"system": "http://h.example/mrn", "value": "7712"}]
    patient = {"resourceType": "Patient", "id": PATIENT, "identifier": mrn, "name": [{"family": "Vexholm"}]}
    code = {"status": "final", "code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}}
    observation = {"resourceType": "Observation", **code}
    by_id = {"reference": f"Patient/{PATIENT}"}
    return [
        patient,
        {"resourceType": "Patient", "id": OTHER, "name": [{"family": "Quillstrand"}]},
        {**observation, "id": "o1", "subject": by_id, "note": [{"text": "Mrs. Vexholm is well."}]},
        {**observation, "id": "o2", "subject": by_id},
        {**observation, "id": "o3", "subject": {"identifier": mrn[0]}},
        {**observation, "id": "o4", "subject": {"identifier": mrn[0]}, "note": [{"text": "Vexholm was seen."}]},
        {"resourceType": "Organization", "id": "g1", "name": "Vexholm Clinic"},
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("console_forgotten")


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path, called: Command) -> dict[str, str]:
    found = environment(folder, keyring_path)
    (folder / "in").mkdir()
    (folder / "in" / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records()), "utf-8")
    assert called("run", folder / "in", folder / "out", env=found).returncode == 0
    return found


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str], called: Command) -> Iterator[Service]:
    with served(folder, env, add_tokens(called, env), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def person(service: Service) -> Steward:
    return Steward(service, "review")


@pytest.fixture(scope="module")
def admin(service: Service) -> Steward:
    return Steward(service, "admin")


def base_of(person: Steward) -> str:
    (found,) = re.findall(r'href="(/console/compare/[0-9a-z]+/20/)"', person.get("/console/compare").body.decode())
    return str(found)


def looked(admin: Steward) -> Answer:
    return finished(admin, admin.post("/console/forget/look", {"patient": PATIENT}))


def forgotten(admin: Steward) -> Answer:
    page = looked(admin)
    hidden = dict(re.findall(r'<input type="hidden" name="(of|source)" value="([^"]*)">', page.body.decode()))
    return finished(admin, admin.post("/console/forget/erase", {"patient": PATIENT, **hidden}))


def mark_all(person: Steward) -> list[int]:
    """Mark every record of the sample as read; the status of each answer."""
    base = base_of(person)
    keys = re.findall(rf'href="{base}records/([0-9a-f]+)', computed(person, base).body.decode())
    found = []
    for key in sorted(set(keys)):
        token = form_token(computed(person, f"{base}records/{key}"))
        found.append(person.post(f"{base}records/{key}/marks", {"verdict": "right"}, form_token=token).status)
    return found


def marks_of(folder: Path, keyring_path: Path) -> int:
    """How many records have marks that are not those of the other patient and of the clinic."""
    (state,) = (folder / "home" / "runs").iterdir()
    store = MarkStore(state, Keyring.load(keyring_path))
    try:
        return len(store.all()) - 2
    finally:
        store.close()


def test_forgetting_again_erases_the_marks_of_a_review_in_between(
    person: Steward, admin: Steward, folder: Path, keyring_path: Path
) -> None:
    assert mark_all(person) == [303] * 7
    assert MARKED.findall(looked(admin).body.decode()) == ["5"]
    forgotten(admin)
    assert marks_of(folder, keyring_path) == 0
    statuses = mark_all(person)
    assert set(statuses) <= {303, 409} and statuses.count(303) >= 2  # of whose patient nothing tells, none is kept
    theirs = marks_of(folder, keyring_path)
    assert theirs == statuses.count(303) - 2
    assert MARKED.findall(looked(admin).body.decode()) == [str(theirs)]
    assert ("othing was stored" in words(forgotten(admin))) is (theirs == 0)
    assert marks_of(folder, keyring_path) == 0


def test_no_sample_outlives_a_forget_of_any_process(
    person: Steward, folder: Path, env: dict[str, str], called: Command
) -> None:
    base, source = base_of(person), folder / "in" / "a.ndjson"
    (key, *_) = re.findall(rf'href="{base}records/([0-9a-f]+)', computed(person, f"{base}?type=Patient").body.decode())
    token = form_token(computed(person, f"{base}records/{key}"))
    aside = source.rename(folder / "aside")
    try:
        source.write_bytes(b"")  # what was drawn stays
        assert person.get(f"{base}records/{key}").status == 200
        assert called("index", "forget", "--subject", OTHER, "--by", "x", "--yes", env=env).returncode == 0
        for path in ("", f"records/{key}", "findings", "gold.jsonl"):
            answer = computed(person, f"{base}{path}")
            assert answer.status == 409 and "IN is not what the run read" in words(answer), path
        answer = person.post(f"{base}records/{key}/marks", {"verdict": "right"}, form_token=token)
        assert answer.status in (409, 503)
        computed(person, base)
    finally:
        aside.replace(source)


def test_marks_that_were_erased_meanwhile_offer_to_draw_again(
    person: Steward, folder: Path, keyring_path: Path
) -> None:
    base = base_of(person)
    (key, *_) = re.findall(rf'href="{base}records/([0-9a-f]+)', computed(person, f"{base}?type=Patient").body.decode())
    token = form_token(computed(person, f"{base}records/{key}"))
    (state,) = (folder / "home" / "runs").iterdir()
    forget_marks(state, Keyring.load(keyring_path), ["nobody"])
    answer = person.post(f"{base}records/{key}/marks", {"verdict": "right"}, form_token=token)
    assert answer.status == 409 and f'<a href="{base}">Draw again</a>' in answer.body.decode()
    assert "redactor review" not in words(answer) and b"data-again" in person.get(base).body
    token = form_token(computed(person, f"{base}records/{key}"))
    assert person.post(f"{base}records/{key}/marks", {"verdict": "right"}, form_token=token).status == 303


def test_a_job_opens_for_the_roles_that_could_start_it(person: Steward, admin: Steward, service: Service) -> None:
    answer = admin.post("/console/forget/look", {"patient": "nobody"})
    path = answer.headers["location"]
    for other in (person, Steward(service, "approve")):
        refused = other.get(path)
        assert refused.status == 403 and "forgetting" not in words(refused)
    assert finished(admin, answer).status == 200
    assert person.get(path).status == 403
