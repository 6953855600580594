"""The pages of schemas in the console over real HTTP: a draft beside what is approved, values, changes, two people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, computed, words
from tests.unit.service.serve_kit import Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")

EVIL = '"><script>alert(1)</script>'
ROWS = [
    {
        "mrn": f"771209{i:02}",
        "patient_name": "Tarquilla Vexholm",
        "status": ("final", "draft")[i % 2],
        "note": f"Vexholm day {i}",
    }
    for i in range(30)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("schemas")


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path, called: Command) -> dict[str, str]:
    """A home whose profile asks for two people who approve."""
    strict = folder / "strict.json"
    strict.write_text(json.dumps({"profile": "strict", "version": "1", "default": "tag", "approvers": 2}))
    found = environment(folder, keyring_path) | {"REDACTOR_PROFILE": str(strict)}
    for by in ("Ada", "Ben"):
        done = called("schema", "approve", strict, "--profile", "--by", by, "--reason", "read", env=found)
        assert done.returncode == 0, done.stderr
    (folder / "Vexholm.ndjson").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    for name in ("records/visit", "records/other"):
        done = called("schema", "infer", folder / "Vexholm.ndjson", "--name", name, "--draft", env=found)
        assert done.returncode == 0, done.stderr
    return found


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str], called: Command) -> Iterator[Service]:
    tokens = add_tokens(called, env, "review", "approve", "admin", "sam=approve")
    with served(folder, env, tokens, "--console") as found:
        yield found


@pytest.fixture
def approver(service: Service) -> Steward:
    return Steward(service, "approve")


def digest(page: Answer) -> str:
    found = re.findall(r'name="digest" value="([0-9a-f]{64})"', page.body.decode())
    assert found and len(set(found)) == 1
    return str(found[0])


def place(name: str = "visit") -> str:
    return f"/console/schemas/drafts/records/{name}"


def changed(person: Steward, at: str, **form: str) -> Answer:
    told = {
        "draft": at.partition("/drafts/")[2],
        "digest": form["digest"] if "digest" in form else digest(person.get(at)),
        "entity": "",
        "id_class": "",
        "pattern": "",
    }
    return person.post("/console/schemas/change", told | form)


def test_a_draft_is_shown_field_by_field_with_findings_and_without_values(service: Service) -> None:
    person = Steward(service, "review")
    assert "records/visit" in words(person.get("/console/schemas"))
    page = computed(person, place())
    text = page.body.decode()
    assert page.status == 200 and "hash; entity" in text and "no approved schema of this name or type" in text
    assert "passThrough; one of draft, final" in text and "autoDeID" in text
    assert "Vexholm" not in text and "77120" not in text and 'class="phi"' not in text
    assert '<form class="stack"' not in text and "roles approve and admin" in text
    assert person.get(f"{place()}?values=1").status == 403


def test_values_are_shown_to_those_who_decide_and_noted_before(service: Service, folder: Path) -> None:
    for name, role in (("approve", "approve"), ("admin", "admin")):
        person = Steward(service, name)
        before = len(access_lines(folder))
        page = computed(person, f"{place()}?values=1")
        text = page.body.decode()
        assert "Tarquilla Vexholm" in text and "77120900" in text and 'class="phi"' in text
        assert text.count("<code>771209") == 5  # a few are enough
        line = json.loads(access_lines(folder)[before])
        assert (line["command"], line["holder"], line["role"]) == ("console-schema-values", f"the-{name}", role)
        assert "Vexholm" not in json.dumps(line)


def test_an_action_is_changed_and_an_old_page_changes_nothing(approver: Steward, folder: Path) -> None:
    at = place("other")
    old = digest(approver.get(at))
    answer = changed(approver, at, field="/properties/status", rule="mask", entity="HOSPITAL")
    assert (answer.status, answer.headers["location"]) == (303, at)
    page = computed(approver, at)
    assert "Set by the-approve; the proposal was passThrough" in words(page) and "mask; entity HOSPITAL" in words(page)
    assert changed(approver, at, field="/properties/status", rule="passThrough", pattern="[a-c]").status == 303
    told = words(computed(approver, at))  # findings are of the changed draft
    assert "values do not match the enum" in told and "pattern [a-c]" in told and "the proposal was passThrough" in told
    assert changed(approver, at, field="/properties/status", rule="mask", entity="HOSPITAL").status == 303
    assert changed(approver, at, field="/properties/status", rule="drop", digest=old).status == 409
    assert changed(approver, at, field="/properties/status", rule="mask").status == 409
    for wrong in ({"rule": "nonsense"}, {"rule": "mask", "entity": "<b>"}):
        assert changed(approver, at, field="/properties/status", **wrong).status == 400
    assert changed(approver, at, field="/properties/" + EVIL, rule="drop").status == 409
    assert changed(approver, at, field="/properties/status", rule="passThrough", pattern="([").status == 409
    assert changed(approver, "/drafts/../../approvals", field="", rule="drop", digest=old).status == 404
    document = json.loads((folder / "home" / "drafts" / "records" / "other.json").read_text())
    assert document["properties"]["status"]["rule"] == "mask"


def test_two_people_approve_and_the_first_alone_changes_nothing(
    service: Service, approver: Steward, folder: Path, env: dict[str, str], called: Command
) -> None:
    at, send = place(), "/console/schemas/approve"
    told = {"draft": "records/visit", "digest": digest(approver.get(at)), "reason": "read every rule"}
    assert approver.post(send, told | {"reason": "  "}).status == 409
    assert approver.post(send, told | {"digest": "0" * 64}).status == 409
    assert approver.post(send, told, form_token="x").status == 403
    assert approver.post(send, told, Origin="http://evil.example").status == 403
    assert Steward(service, "review").post(send, told).status == 403
    assert Steward(service, "review").post("/console/schemas/change", told).status == 403
    assert "records/visit" not in (folder / "home" / "approvals.jsonl").read_text()
    assert approver.post(send, told).headers["location"] == at
    assert "approved by the-approve, waits for another person" in words(approver.get(at))
    again = approver.post(send, told)
    assert again.status == 409 and "another person has to approve it too" in words(again)
    by_name = called("schema", "approve", "records/visit", "--draft", "--by", "The-Approve", "--reason", "x", env=env)
    assert by_name.returncode == 2 and "another person" in by_name.stderr
    assert Steward(service, "sam").post(send, told | {"reason": f"compared {EVIL}"}).headers["location"] == (
        "/console/schemas"
    )
    page = approver.get("/console/schemas")
    assert "records/visit@0.1.0 approved the-approve" in words(page) and "the-sam" in words(page)
    assert b"<script>alert" not in page.body and b"&lt;script&gt;alert" in page.body
    assert approver.get(at).status == 404
    listed = json.loads(called("schema", "list", "--json", env=env).stdout)
    (one,) = [row for row in listed if row["name"] == "records/visit"]
    assert one["approval"].startswith("the-sam, 20")


def test_the_approved_schema_stands_beside_the_next_draft(
    approver: Steward, folder: Path, env: dict[str, str], called: Command
) -> None:
    used = folder / "home" / "schemas" / "records" / "visit.json"
    document = json.loads(used.read_text())
    document["properties"]["status"] = {"type": "string", "rule": "drop"}
    document["properties"][EVIL] = {"type": "string", "rule": "mask", "entity": "PERSON", "description": EVIL}
    del document["properties"]["note"]
    (folder / "home" / "drafts" / "records" / "visit.json").write_text(json.dumps(document | {"version": EVIL}))
    page = approver.get(place())
    text = page.body.decode()
    assert "It is not known from which records it was proposed" in words(page)
    row = text.partition('<th scope="row" class="wide">status')[2].partition("</tr>")[0]
    assert "differs" in row and "passThrough; one of draft, final" in row and ">drop<" in row
    assert "In the approved schema alone" in text and "note: autoDeID" in words(page)
    assert "<script>alert" not in text and "&lt;script&gt;alert" in text
    assert b"<script>alert" not in approver.get("/console/schemas").body
    assert approver.get(f"{place()}?values=1").status == 409


def test_a_broken_draft_and_samples_that_are_gone_are_told(approver: Steward, folder: Path) -> None:
    drafts = folder / "home" / "drafts"
    (drafts / "broken.json").write_text("{")
    page = approver.get("/console/schemas/drafts/broken")
    assert page.status == 200 and "no schema" in words(page) and b'action="/console/schemas/approve"' not in page.body
    assert approver.get("/console/schemas").status == 200
    (drafts / "records" / "other.samples").write_text(str(folder / "nowhere.ndjson"))
    (drafts / "records" / "other.json").write_text(
        (drafts / "records" / "other.json").read_text().replace("HOSPITAL", "ID")
    )
    assert "SAMPLES is not a file or folder" in words(computed(approver, place("other")))
    for name in ("../approvals", "..%2fapprovals", "records/../broken", "nowhere", "records", EVIL.replace('"', "%22")):
        assert approver.get(f"/console/schemas/drafts/{name}").status == 404, name
    (drafts / "link.json").symlink_to(folder / "Vexholm.ndjson")
    answer = approver.get("/console/schemas")
    assert answer.status == 409 and "link" in words(answer)
    (drafts / "link.json").unlink()


def test_a_schema_in_use_that_nobody_approved_is_approved_there(
    approver: Steward, service: Service, folder: Path, env: dict[str, str], called: Command
) -> None:
    done = called("schema", "infer", folder / "Vexholm.ndjson", "--name", "records/direct", env=env)
    assert done.returncode == 0, done.stderr
    page = approver.get("/console/schemas").body.decode()
    (found,) = re.findall(r'value="records/direct@0.1.0"><input type="hidden" name="digest" value="([0-9a-f]+)"', page)
    told = {"name": "records/direct@0.1.0", "digest": found, "reason": "read"}
    at = "/console/schemas/of/records/direct%400.1.0"
    assert f'href="{at}"' in page
    assert approver.post("/console/schemas/approve", told | {"digest": "0" * 64}).status == 409
    answer = approver.post("/console/schemas/approve", told)
    assert answer.status == 303
    for person in (approver, Steward(service, "review")):  # the second one reads what the first one has read
        rules = person.get(answer.headers["location"])
        assert "approved by the-approve, waits for another person" in words(rules) and found[:16] in words(rules)
        assert "patient_name" in words(rules) and "passThrough; one of draft, final" in words(rules)
        assert (b'action="/console/schemas/approve"' in rules.body) is (person is approver)
        assert b"Vexholm" not in rules.body
    assert digest(approver.get(at)) == found
    for name in ("nowhere", EVIL.replace('"', "%22"), "..%2f..%2fetc/passwd"):
        assert approver.get(f"/console/schemas/of/{name}").status == 404, name
    assert "records/direct@0.1.0 waiting" in words(approver.get("/console/schemas"))
    assert Steward(service, "sam").post("/console/schemas/approve", told).status == 303
    assert "records/direct@0.1.0 approved" in words(approver.get("/console/schemas"))


def test_an_approval_is_withdrawn_by_one_person_with_a_reason(
    approver: Steward, service: Service, folder: Path, env: dict[str, str], called: Command
) -> None:
    at = "/console/schemas/withdraw"
    assert "Withdraw records/direct@0.1.0" in words(approver.get("/console/schemas"))
    page = approver.get(f"{at}?name=records/direct%400.1.0")
    assert b'value="records/direct@0.1.0"' in page.body and b'<option value="records/direct">' in page.body
    told = {"name": "records/direct@0.1.0", "reason": f"the note holds names {EVIL}"}
    before = len(access_lines(folder))
    assert approver.post(at, told | {"reason": " "}).status == 409
    assert approver.post(at, told | {"reason": "x" * 2001}).status == 409
    assert approver.post(at, told | {"name": "Tarquilla Vexholm"}).status == 409
    assert approver.post(at, told, form_token="x").status == 403
    assert approver.post(at, told, Origin="http://evil.example").status == 403
    for method in (Steward(service, "review").get(at), Steward(service, "review").post(at, told)):
        assert method.status == 403
    assert "records/direct@0.1.0 approved" in words(approver.get("/console/schemas"))
    assert approver.post(at, told).headers["location"] == at
    assert "records/direct@0.1.0 withdrawn" in words(approver.get("/console/schemas"))
    page = approver.get(at)
    assert "records/direct the-approve" in words(page) and b"<script>alert" not in page.body
    assert b'<option value="records/direct">' not in page.body
    (*_, line) = [json.loads(one) for one in access_lines(folder)[before:]]
    assert (line["command"], line["holder"], line["schema"]) == (
        "console-schema-withdraw", "the-approve", "records/direct",
    )  # fmt: skip
    assert "Vexholm" not in "".join(access_lines(folder)[before:])
    assert approver.post(at, {"name": "fhir/r4/Patient", "reason": "being revised"}).status == 303
    rows = json.loads(called("schema", "list", "--json", env=env).stdout)
    told_by = {row["name"]: row["approval"] for row in rows}
    assert told_by["records/direct"] == told_by["fhir/r4/Patient"] == "withdrawn"


def test_a_shipped_schema_that_was_withdrawn_is_approved_again(
    approver: Steward, service: Service, env: dict[str, str], called: Command
) -> None:
    """Runs after the withdrawal of the test above."""
    at, sam = "/console/schemas/of/fhir/r4/Patient", Steward(service, "sam")
    assert f'href="{at}"'.encode() in approver.get("/console/schemas/withdraw").body
    page = approver.get(at)
    assert "Status withdrawn" in words(page) and "birthDate" in words(page)
    told = {"name": "fhir/r4/Patient", "digest": digest(page), "reason": "read again"}
    assert approver.post("/console/schemas/approve", told).headers["location"] == at
    listed = sam.get("/console/schemas")
    assert "fhir/r4/Patient waiting" in words(listed) and f'href="{at}"'.encode() in listed.body
    assert sam.post("/console/schemas/approve", told).status == 303
    assert "Status approved" in words(sam.get(at)) and b"<textarea" not in sam.get(at).body
    rows = json.loads(called("schema", "list", "--json", env=env).stdout)
    assert {row["name"]: row["approval"] for row in rows}["fhir/r4/Patient"].startswith("the-sam, 20")


def test_a_profile_that_waits_for_another_person_says_how(folder: Path, env: dict[str, str], called: Command) -> None:
    strict = folder / "two.json"
    strict.write_text(json.dumps({"profile": "two", "version": "1", "default": "tag", "approvers": 2}))
    own = env | {"REDACTOR_PROFILE": str(strict), "REDACTOR_HOME": str(folder / "other")}
    for by in ("Ada", "Ben"):
        done = called("run", folder, folder / "out", env=own)
        (hint,) = re.findall(r"redactor (schema approve .+ --profile --by NAME --reason TEXT)", done.stderr)
        given = called(*hint.replace("NAME", by).split(), env=own)
        assert done.returncode == 2 and given.returncode == 0, given.stderr
