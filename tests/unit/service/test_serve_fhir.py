"""The FHIR interface of `redactor serve` over real HTTP: operations, Bundles, errors, and hostile input."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemas.engine.records import Reason
from tests.conftest import Command
from tests.unit.service.fhir_kit import (
    BROKEN,
    CONDITION,
    DARTS_POLICY,
    FHIR,
    PATIENT,
    POLICY,
    bundle,
    outcome,
    parameters,
    post,
    valid,
)
from tests.unit.service.serve_kit import PLANTED, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("fhir.resources")

from redactor.service.refusals import MESSAGES, RefusedError

ROLES = ("submit", "review", "approve", "admin")
ISSUE_TYPES = frozenset({  # http://hl7.org/fhir/issue-type
    "invalid", "structure", "required", "value", "security", "login", "forbidden", "suppressed", "processing",
    "not-supported", "not-found", "too-long", "conflict", "deleted", "transient", "exception", "timeout", "throttled",
})  # fmt: skip
OPERATIONS = ("$de-identify", "$pseudonymize", "$psuedonymize", "$anonymize")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("fhir")
    env = environment(folder, keyring_path)
    tokens = {}
    for role in ROLES:
        done = called("serve", "tokens", "add", f"the-{role}", "--role", role, env=env)
        tokens[role] = done.stdout.strip()
    with served(folder, env, tokens) as found:
        yield found


def test_a_bundle_comes_back_as_a_bundle_and_its_references_agree(service: Service) -> None:
    answer = post(service, parameters(bundle(PATIENT, CONDITION, id="Vexholm")))
    (out,) = valid(answer.json())["parameter"]
    assert answer.status == 200 and answer.headers["content-type"] == FHIR and out["name"] == "de-identifiedData"
    found = valid(out["resource"])
    assert found["type"] == "collection" and found["id"] != "Vexholm"
    patient, condition = (entry["resource"] for entry in found["entry"])
    assert patient["name"] == [{"family": "[PERSON]", "given": ["[PERSON]"]}] and patient["gender"] == "female"
    assert condition["subject"]["reference"] == f"Patient/{patient['id']}" != "Patient/q1"
    # The names of the Patient are known while the Bundle's own notes are read.
    assert condition["note"][0]["text"] == "[PERSON] wheezes; [PERSON] was told so by Dr. [PERSON]."
    assert not any(value.encode() in answer.body for value in PLANTED)


def test_a_bare_body_is_answered_by_the_resource_itself(service: Service) -> None:
    whole = post(service, bundle(PATIENT), f"$de-identify?policy={DARTS_POLICY}")
    single = post(service, PATIENT, f"$de-identify?policy={POLICY}", Content_Type="application/json; charset=utf-8")
    assert (whole.status, single.status) == (200, 200)
    assert whole.json()["entry"] == [{"resource": valid(single.json())}]
    wrapped = post(service, parameters(PATIENT, DARTS_POLICY)).json()["parameter"][0]["resource"]
    assert wrapped == single.json()


def test_a_bundle_leaves_as_a_run_lets_it_leave(
    service: Service, tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    sent = {
        "resourceType": "Bundle", "id": "b1", "type": "transaction",
        "entry": [
            {"fullUrl": "urn:uuid:1b4e28ba-2fa1-11d2-883f-0016d3cca427", "resource": {**PATIENT, "id": "q2"},
             "request": {"method": "PUT", "url": "Patient/q2"}},
            {"resource": {**CONDITION, "subject": {"reference": "urn:uuid:1b4e28ba-2fa1-11d2-883f-0016d3cca427"}},
             "request": {"method": "POST", "url": "Condition"}},
            {"request": {"method": "DELETE", "url": "Observation/Vexholm"}},
        ],
    }  # fmt: skip
    (tmp_path / "in.ndjson").write_text(json.dumps(sent))
    done = called("run", tmp_path / "in.ndjson", tmp_path / "out", env=environment(tmp_path, keyring_path))
    assert done.returncode == 0, done.stderr
    (line,) = (tmp_path / "out" / "records-00001.ndjson").read_text("utf-8").splitlines()
    assert post(service, sent, f"$de-identify?policy={POLICY}").json() == valid(json.loads(line))


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("collection", {}),
        ("batch", {"request": {"method": "POST", "url": "Patient"}}),
        ("transaction", {"request": {"method": "POST", "url": "Patient"}}),
        ("searchset", {"search": {"mode": "match"}}),
        ("batch-response", {"response": {"status": "200"}}),
        ("transaction-response", {"response": {"status": "200"}}),
        ("history", {"request": {"method": "POST", "url": "Patient"}, "response": {"status": "201"}}),
    ],
)
def test_a_quarantined_entry_is_replaced_in_place_by_its_reason(service: Service, kind: str, entry: Any) -> None:
    sent = bundle(kind=kind)
    sent["entry"] = [{"resource": r, **entry} for r in (PATIENT, BROKEN, {**PATIENT, "id": "q3"})]
    answer = post(service, sent, f"$de-identify?policy={POLICY}")
    found = valid(answer.json())
    assert answer.status == 200 and found["type"] == kind and len(found["entry"]) == 3
    first, replaced, last = found["entry"]
    assert first["resource"]["id"] != last["resource"]["id"] and first.keys() == last.keys()
    told = replaced["resource"] if "resource" in replaced else replaced["response"]["outcome"]
    assert valid(told)["issue"][0]["details"]["coding"][0]["code"] == "wrong-type"
    assert told["issue"][0]["expression"] == ["Patient.name"]
    assert ("request" in replaced) == (kind in ("batch", "transaction", "history"))  # bdl-3
    assert ("response" in replaced) == (kind in ("batch-response", "transaction-response", "history"))  # bdl-4
    assert (replaced.get("search") == {"mode": "outcome"}) == (kind == "searchset")
    assert not any(value.encode() in answer.body for value in PLANTED)


def test_a_single_resource_that_must_not_leave_is_an_error_with_its_reason(service: Service) -> None:
    answer = post(service, parameters(BROKEN))
    assert (answer.status, outcome(answer)) == (422, "wrong-type")
    assert answer.json()["issue"][0]["expression"] == ["Patient.name"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (parameters(PATIENT, None), 400, "no-policy"),
        (parameters(PATIENT, "hips"), 422, "other-policy"),
        (parameters(PATIENT, "Vexholm"), 422, "other-policy"),
        (parameters(PATIENT, "HHS_EXPERT_DETERMINATION_METHOD"), 422, "other-policy"),
        (parameters(PATIENT, 7), 400, "wrong-type"),
        (parameters(PATIENT, None, {"name": "policy", "valueCode": POLICY}), 400, "wrong-type"),
        (parameters(PATIENT, None, {"name": "policy", "valueString": POLICY, "valueCode": POLICY}), 400, "wrong-type"),
        (parameters(PATIENT, None, {"name": "policy"}), 400, "wrong-type"),
        (parameters(PATIENT, POLICY, {"name": "policy", "valueString": POLICY}), 400, "repeated-parameter"),
        (parameters(None), 400, "no-resource"),
        (parameters({}), 400, "no-resource"),
        (parameters({"resourceType": ["Vexholm"]}), 400, "no-resource"),
        (parameters(["Vexholm"]), 400, "wrong-type"),
        (parameters(PATIENT, POLICY, {"name": "identifiableData", "resource": PATIENT}), 400, "repeated-parameter"),
        (parameters(PATIENT, POLICY, {"name": "Vexholm", "valueString": "Vexholm"}), 400, "unknown-parameter"),
        (parameters(PATIENT, POLICY, {"name": ["Vexholm"]}), 400, "wrong-type"),
        (parameters(PATIENT, POLICY, {"valueString": "Vexholm"}), 400, "wrong-type"),
        (parameters(PATIENT, POLICY, "Vexholm"), 400, "wrong-type"),
        ({"resourceType": "Parameters", "parameter": "Vexholm"}, 400, "wrong-type"),
        ({"resourceType": "Parameters"}, 400, "no-resource"),
        (parameters(None, POLICY, {"name": "identifiableData", "valueString": "Vexholm"}), 400, "wrong-type"),
        (parameters(None, POLICY, {"name": "identifiableDataFileUrls", "resource": {}}), 422, "no-urls"),
        (parameters({"resourceType": "Vexholm"}), 422, "no-schema"),
        (parameters({"resourceType": "Bundle"}), 422, "wrong-type"),
        ({"id": "Vexholm"}, 400, "no-resource"),
        ({"resourceType": 7}, 400, "no-resource"),
        ([PATIENT], 400, "not-an-object"),
        (b"Vexholm", 400, "malformed-json"),
        (b"", 400, "malformed-json"),
        (b'{"resourceType":"Patient","id":"a","id":"Vexholm"}', 400, "duplicate-keys"),
        (b'{"resourceType":"Patient","id":"\xff Vexholm"}', 400, "bad-encoding"),
        (b'{"resourceType":"Patient","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "too-deep"),
        ({"resourceType": "Bundle", "type": "Vexholm", "entry": [{"resource": PATIENT}]}, 422, "wrong-type"),
        ({"resourceType": "Bundle", "type": "collection", "entry": {"Vexholm": 1}}, 422, "wrong-type"),
        ({"resourceType": "Bundle", "type": {"Vexholm": 1}}, 422, "wrong-type"),
        ({"resourceType": "Bundle", "type": 1.5}, 422, "wrong-type"),
        (b'{"resourceType":"Bundle","type":"collection","entry":[' + b"{}," * 10_000 + b"{}]}", 413, "too-large"),
        (b'{"resourceType":"Patient","id":"' + b"x" * (9 << 20) + b'"}', 413, "too-large"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_answered_is_an_outcome_that_quotes_nothing(
    service: Service, body: Any, status: int, code: str
) -> None:
    is_parameters = isinstance(body, dict) and body.get("resourceType") == "Parameters"
    answer = post(service, body, "$de-identify" if is_parameters else f"$de-identify?policy={POLICY}")
    assert (answer.status, outcome(answer)) == (status, code)


def test_hostile_entries_are_outcomes_in_their_places(service: Service) -> None:
    deep: Any = "Vexholm"
    for _ in range(150):
        deep = {"extension": [deep]}
    sent = bundle(
        PATIENT, PATIENT, bundle(PATIENT), parameters(PATIENT), {"resourceType": "Vexholm"}, deep,
        {**PATIENT, "contained": [{"resourceType": "Patient", "id": "Vexholm", "name": "Vexholm"}]},
        {**PATIENT, "id": "q4", "contained": [{**PATIENT, "id": "own"}], "managingOrganization": {"reference": "#own"}},
    )  # fmt: skip
    sent["entry"] += [{"resource": "Vexholm"}, "Vexholm", {}, {"fullUrl": "urn:uuid:Vexholm"}, None]
    answer = post(service, sent, f"$de-identify?policy={POLICY}")
    entries = valid(answer.json())["entry"]
    assert answer.status == 200 and len(entries) == len(sent["entry"])
    kinds = [entry.get("resource", {}).get("resourceType", "") for entry in entries]
    wrong = "OperationOutcome"
    assert kinds == [*["Patient"] * 2, wrong, "Parameters", *[wrong] * 3, "Patient", wrong, wrong, "", "", wrong]
    assert entries[0] == entries[1]  # the same id twice
    contained = entries[7]["resource"]
    assert contained["managingOrganization"]["reference"] == "#" + contained["contained"][0]["id"]
    assert not any(value.encode() in answer.body for value in PLANTED)


def test_numbers_stay_as_they_were_written(service: Service) -> None:
    observed = (
        b'{"resourceType":"Observation","id":"o1","status":"final","code":{"text":"weight"},"subject":{"reference":'
        b'"Patient/q1"},"valueQuantity":{"value":1.00,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"}}'
    )
    whole = b'{"resourceType":"Bundle","type":"collection","entry":[{"resource":' + observed + b"}]}"
    wrapped = b'{"resourceType":"Parameters","parameter":[{"name":"policy","valueString":"hipaa-safe-harbor"},'
    wrapped += b'{"name":"identifiableData","resource":' + whole + b"}]}"
    for body, operation in ((whole, f"$de-identify?policy={POLICY}"), (wrapped, "$de-identify")):
        assert b'"value":1.00,' in post(service, body, operation).body


def test_a_client_that_goes_away_does_not_keep_the_engine(service: Service) -> None:
    def released() -> float:
        lines = service.ask("GET", "/metrics").body.decode().splitlines()
        return float(
            next((line for line in lines if 'outcomes_total{outcome="released"' in line), " 0").rpartition(" ")[2]
        )

    before = released()
    body = json.dumps(bundle(*({**CONDITION, "id": f"c{n}"} for n in range(3000)))).encode()
    connection = service.connect()
    headers = {"Authorization": f"Bearer {service.tokens['submit']}", "Content-Type": FHIR}
    connection.request("POST", f"/fhir/$de-identify?policy={POLICY}", body, headers)
    connection.close()
    assert post(service, PATIENT, f"$de-identify?policy={POLICY}").status == 200
    while "redactor_active_requests 0.0" not in service.ask("GET", "/metrics").body.decode():
        time.sleep(0.05)
    assert released() == before + 1


@pytest.mark.parametrize("code", sorted({*MESSAGES, *Reason}))
def test_every_code_has_an_outcome_that_fhir_allows(code: str) -> None:
    answer = RefusedError(429, code, {"Retry-After": "1"}).response("/fhir/metadata")
    (issue,) = valid(json.loads(bytes(answer.body)))["issue"]
    assert issue["details"]["coding"] == [{"system": "urn:redactor:reason", "code": code}]
    assert issue["code"] in ISSUE_TYPES and answer.headers["content-type"] == FHIR
    assert b"resourceType" not in bytes(RefusedError(429, "busy").response("/fhirx").body)


@pytest.mark.parametrize("wrong", [["Vexholm"], {"Vexholm": 1}, 1.5, None])
def test_codes_of_other_types_are_left_out(service: Service, wrong: Any) -> None:
    request, search = {"method": wrong, "url": "Patient/q1"}, {"mode": wrong}
    sent = {
        "resourceType": "Bundle",
        "type": "batch",
        "entry": [{"resource": PATIENT, "request": request, "search": search}],
    }
    (entry,) = post(service, sent, f"$de-identify?policy={POLICY}").json()["entry"]
    assert entry["resource"]["resourceType"] == "Patient" and "search" not in entry
    assert "method" not in entry["request"] and "_method" in entry["request"]


def test_a_bundle_without_entries_is_a_bundle(service: Service) -> None:
    for entries in (dict[str, Any](), {"entry": []}):
        sent = {"resourceType": "Bundle", "type": "searchset", "total": 0, **entries}
        assert post(service, sent, f"$de-identify?policy={POLICY}").json() == {
            "resourceType": "Bundle",
            "type": "searchset",
        }


@pytest.mark.parametrize("role", [*ROLES, None, "rdt_00000000_" + "A" * 43])
def test_a_role_opens_its_routes_and_no_other(service: Service, role: str | None) -> None:
    refused = {None: 401, "rdt_00000000_" + "A" * 43: 401}.get(role)
    submits = refused or (None if role in ("submit", "admin") else 403)
    answers = [post(service, parameters(PATIENT), operation, token=role) for operation in OPERATIONS]
    assert [a.status for a in answers] == [submits or s for s in (200, 404, 404, 404)]
    shown = [
        service.ask("GET", f"/fhir/{path}", token=role) for path in ("metadata", "OperationDefinition/de-identify")
    ]
    assert [a.status for a in shown] == [refused or 200] * 2
    jobs = [service.ask(method, "/fhir/jobs/" + "x" * 32, token=role) for method in ("GET", "DELETE")]
    assert [a.status for a in jobs] == [submits or 404] * 2
    for answer in (*answers, *shown, *jobs):
        if answer.status in (401, 403):
            assert outcome(answer) == {401: "unauthorized", 403: "forbidden"}[answer.status]


def test_only_what_the_profile_claims_is_offered(service: Service) -> None:
    for operation in ("$anonymize", "$pseudonymize", "$psuedonymize"):
        answer = post(service, parameters(PATIENT, None), operation)
        assert (answer.status, outcome(answer)) == (404, "not-offered")


def test_other_paths_methods_and_types_are_outcomes(service: Service) -> None:
    def told(method: str, path: str, body: Any = None, **headers: Any) -> tuple[int, str]:
        answer = service.ask(method, path, body, **headers)
        return answer.status, outcome(answer)

    good = parameters(PATIENT)
    assert told("GET", "/fhir/Patient/Vexholm/$everything") == (404, "no-such-route")
    assert told("GET", "/fhir/Patient?name=Vexholm") == (404, "no-such-route")
    assert told("POST", "/fhir/Patient", PATIENT, Content_Type=FHIR) == (404, "no-such-route")
    assert told("POST", "/fhir", bundle(PATIENT), Content_Type=FHIR) == (404, "no-such-route")
    assert told("GET", "/fhir/") == (404, "no-such-route")
    assert told("GET", "/fhir/$de-identify") == (405, "method-not-allowed")
    assert told("DELETE", "/fhir/metadata") == (405, "method-not-allowed")
    assert told("GET", "/fhir/OperationDefinition/Vexholm") == (404, "no-such-route")
    assert told("GET", "/fhir/metadata", Accept="application/fhir+xml") == (406, "not-acceptable")
    assert told("GET", "/fhir/metadata?_format=xml") == (406, "not-acceptable")
    assert told("GET", "/fhir/metadata?_format=Vexholm") == (406, "not-acceptable")
    xml = "application/fhir+xml"
    assert told("POST", "/fhir/$de-identify", b"<Patient/>", Content_Type=xml) == (415, "content-type")
    assert told("POST", "/fhir/$de-identify", good, Content_Type=FHIR, Accept=xml) == (406, "not-acceptable")
    assert told("POST", "/fhir/$de-identify", good, Content_Encoding="gzip") == (415, "content-encoding")
    assert told("GET", "/fhir/metadata", Host="evil.example") == (421, "other-host")
    assert told("POST", "/fhir/$de-identify?Vexholm=1", good) == (400, "query")
    assert told("POST", "/fhir/$de-identify?policy=hips", good) == (400, "repeated-parameter")
    for accepted in (FHIR, "application/json", "*/*", f"{xml};q=0.5, {FHIR};q=1.0", "application/*"):
        assert service.ask("GET", "/fhir/metadata", Accept=accepted).status == 200
    for named in ("json", "application/json", "application/fhir%2Bjson"):
        assert service.ask("GET", f"/fhir/metadata?_format={named}", Accept=xml).status == 200


def test_the_capability_statement_and_the_operations_say_what_is_offered(service: Service) -> None:
    told = valid(service.ask("GET", "/fhir/metadata").json())
    assert told["fhirVersion"] == "4.0.1" and told["kind"] == "instance" and "instantiates" not in told
    (rest,) = told["rest"]
    (operation,) = rest["operation"]
    base = f"http://127.0.0.1:{service.port}/fhir"
    assert operation == {"name": "de-identify", "definition": f"{base}/OperationDefinition/de-identify"}
    found = valid(service.ask("GET", "/fhir/OperationDefinition/de-identify").json())
    assert found["url"] == operation["definition"] and found["code"] == "de-identify" and found["system"] is True
    used = {(p["use"], p["name"], p["min"], p["max"], p["type"]) for p in found["parameter"]}
    assert used == {
        ("in", "identifiableData", 1, "1", "Resource"), ("in", "policy", 1, "1", "string"),
        ("out", "de-identifiedData", 1, "1", "Resource"),
    }  # fmt: skip
    listed = valid(service.ask("GET", "/fhir/OperationDefinition").json())
    assert listed["type"] == "searchset" and listed["total"] == 1 and listed["entry"][0]["resource"] == found
    assert service.ask("GET", "/fhir/OperationDefinition?name=Deidentify").json()["total"] == 1
    assert service.ask("GET", "/fhir/OperationDefinition?name=Anonymize").json()["total"] == 0


def test_openapi_describes_the_fhir_routes(service: Service) -> None:
    told = service.ask("GET", "/openapi.json").json()["paths"]
    paths = {path for path in told if path.startswith("/fhir")}
    assert paths == {
        "/fhir/$de-identify", "/fhir/$pseudonymize", "/fhir/$psuedonymize", "/fhir/$anonymize", "/fhir/metadata",
        "/fhir/OperationDefinition", "/fhir/OperationDefinition/{name}", "/fhir/jobs/{job}", "/fhir/jobs/{job}/{file}",
    }  # fmt: skip
    example = told["/fhir/$de-identify"]["post"]["requestBody"]["content"][FHIR]["example"]
    assert post(service, example).status == 200


def test_no_phi_stands_in_log_and_metrics(service: Service) -> None:
    """Runs after the others of this file, which have sent what may not stand there."""
    shown = service.told() + service.ask("GET", "/metrics").body.decode()
    assert 'route="/fhir/$de-identify"' in shown and not any(value in shown for value in PLANTED)
    assert "Traceback" not in shown and "error" not in service.told()


def test_a_lockout_and_a_file_of_tokens_that_is_damaged_are_outcomes_too(service: Service) -> None:
    """Runs last: nobody may use the service afterwards."""
    guesses = [service.ask("GET", "/fhir/metadata", token=f"rdt_{n:08x}_{'x' * 43}") for n in range(10)]
    assert outcome(guesses[0]) in ("unauthorized", "locked-out") and outcome(guesses[-1]) == "locked-out"
    assert guesses[-1].status == 429 and int(guesses[-1].headers["retry-after"]) > 0
    (service.log.parent / "home" / "service-tokens.json").write_text("Vexholm")
    answer = post(service, parameters(PATIENT))
    assert (answer.status, outcome(answer)) == (503, "tokens-unreadable")


def test_the_setting_bounds_the_time_of_an_answer_and_not_of_a_job(
    tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    env = environment(tmp_path, keyring_path) | {"REDACTOR_SERVICE__ENGINE_SECONDS": "0.4"}
    sent = bundle(PATIENT, *({**CONDITION, "id": f"c{n}"} for n in range(3000)))
    with served(tmp_path, env, {}, "--no-tokens") as service:
        for _ in range(2):
            answer = post(service, sent, f"$de-identify?policy={POLICY}", Idempotency_Key="k")
            assert (answer.status, outcome(answer)) == (503, "timed-out") and answer.headers["retry-after"]
        answer = post(service, PATIENT, f"$de-identify?policy={POLICY}", Prefer="respond-async")
        path = answer.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")
        assert eventually(lambda: service.ask("GET", path).status == 200)
