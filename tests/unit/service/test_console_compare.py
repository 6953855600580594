"""The pages of `redactor review` in the console over real HTTP: runs, sample, marks, gold, and who is noted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, computed, form_token, words
from tests.unit.service.review_kit import NOTE, PLANTED, write_input
from tests.unit.service.serve_kit import Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Path:
    """A run of its own: marks and further runs would be in the way of the tests of `redactor review`."""
    folder = tmp_path_factory.mktemp("compared")
    write_input(folder / "in")
    done = called("run", folder / "in", folder / "out", env=environment(folder, keyring_path))
    assert done.returncode == 1, done.stderr
    return folder


@pytest.fixture(scope="module")
def service(reviewed: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = environment(reviewed, keyring_path)
    tokens = add_tokens(called, env, "review", "approve", "other=review")
    with served(reviewed, env, tokens, "--console") as found:
        yield found


@pytest.fixture(scope="module")
def person(service: Service) -> Steward:
    return Steward(service, "review")


@pytest.fixture(scope="module")
def base(person: Steward) -> str:
    """The address of the list of a sample."""
    page = person.get("/console/compare").body.decode()
    (found,) = re.findall(r'href="(/console/compare/[0-9a-z]+/500/)"', page)
    answer = computed(person, found)
    assert answer.status == 200, words(answer)
    return str(found)


def key_of(person: Steward, base: str, filters: str) -> str:
    page = computed(person, f"{base}?{filters}").body.decode()
    found = re.findall(rf'href="{base}records/([0-9a-f]+)', page)
    assert found, filters
    return str(found[0])


def test_runs_are_listed_without_names_of_folders_or_content(person: Steward, reviewed: Path, base: str) -> None:
    told = words(person.get("/console/compare"))
    assert "hipaa-safe-harbor" in told and str(reviewed) not in told
    listed = computed(person, base)
    assert not [name for name in PLANTED if name in listed.body.decode()]
    assert "records drawn from" in words(listed) and b'class="phi"' not in listed.body


def test_an_original_stands_beside_its_result_and_is_noted_under_the_holders_name(
    service: Service, base: str, reviewed: Path
) -> None:
    other = Steward(service, "other")
    key = key_of(other, base, "type=Observation&outcome=released")
    before = len(access_lines(reviewed))
    page = computed(other, f"{base}records/{key}")
    text = page.body.decode()
    assert "Zebedeea" in text and "found by" in text and 'class="phi"' in text
    assert "<script>alert" not in text and "&lt;script&gt;alert" in text and "style=" not in text
    (line,) = [json.loads(told) for told in access_lines(reviewed)[before:]]
    assert (line["command"], line["holder"], line["role"]) == ("console-review", "the-other", "review")
    assert line["record"] in words(page) and not [name for name in PLANTED if name in json.dumps(line)]


def test_marks_become_gold_with_the_form_token_alone(person: Steward, base: str, reviewed: Path) -> None:
    key = key_of(person, base, "type=Observation&outcome=released")
    at, marks = f"{base}records/{key}", f"{base}records/{key}/marks"
    token = form_token(computed(person, at))
    assert person.post(marks, {"verdict": "right"}, form_token="x").status == 403
    assert person.post(marks, {"verdict": "right"}, form_token=token, Origin=None).status == 403
    assert person.post(marks, {"verdict": "nonsense"}, form_token=token).status == 400
    answer = person.post(f"{marks}?outcome=released", {"verdict": "right"}, form_token=token)
    assert (answer.status, answer.headers["location"]) == (303, f"{at}?outcome=released")
    assert person.post(marks, {"verdict": "right", "silent": "1"}, form_token=token).status == 204
    findings = person.get(f"{base}findings")
    assert b"1 of" in findings.body and "nan" not in words(findings) and "none: too few records" in words(findings)
    gold = person.get(f"{base}gold.jsonl")
    assert json.loads(gold.body.splitlines()[0])["text"] == NOTE
    how = [json.loads(line)["command"] for line in access_lines(reviewed)]
    assert how[-2:] == ["console-review-findings", "console-review-gold"]


def test_what_left_nothing_to_find_its_patient_by_takes_no_mark(person: Steward, base: str) -> None:
    key = key_of(person, base, "reason=malformed-json")
    token = form_token(computed(person, f"{base}records/{key}"))
    answer = person.post(f"{base}records/{key}/marks", {"verdict": "right"}, form_token=token)
    assert answer.status == 409 and "No mark is kept" in words(answer)


def test_addresses_that_name_nothing_are_not_found(person: Steward, base: str) -> None:
    for path in (
        base.replace("/500/", "/501/"), base.replace("/500/", "/x/"), "/console/compare/0123456789abcdef/50/",
        f"{base}records/0", f"{base}records/Vexholm", f"{base}static/review.js",
    ):  # fmt: skip
        answer = person.get(path)
        assert answer.status == 404 and b"Vexholm" not in answer.body, path


def test_two_people_may_look_at_two_samples_and_the_first_is_drawn_again(service: Service, base: str) -> None:
    other = Steward(service, "other")
    for size in ("20", "50", "20", "500"):
        assert computed(other, base.replace("/500/", f"/{size}/")).status == 200, size


def test_of_a_run_over_one_file_the_file_is_found_and_a_changed_one_is_told(
    person: Steward, reviewed: Path, keyring_path: Path, called: Command
) -> None:
    folder = reviewed / "one"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.ndjson").write_text(json.dumps({"dataType": "odd", "name": name}) + "\n")
    before = set(re.findall(r'href="([^"]+/20/)"', person.get("/console/compare").body.decode()))
    done = called("run", folder / "b.ndjson", reviewed / "one-out", env=environment(reviewed, keyring_path))
    assert done.returncode == 1, done.stderr
    (new,) = set(re.findall(r'href="([^"]+/20/)"', person.get("/console/compare").body.decode())) - before
    assert "1 records drawn from 1 of the run" in words(computed(person, new))
    (folder / "b.ndjson").write_text("{}\n{}\n")
    answer = computed(person, new.replace("/20/", "/50/"))
    assert answer.status == 409 and "IN is not what the run read" in words(answer)
    assert "1 records drawn" in words(computed(person, new))  # what was drawn stays
