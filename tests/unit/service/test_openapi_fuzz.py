"""Schemathesis over /openapi.json of a running service: no failure of the server, and answers as they are described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("mcp")
pytest.importorskip("schemathesis")

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import ignored_auth  # whose wrong tokens lock this address out; the matrix of roles has them
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from redactor.service.tokens import Role, add_token
from schemas.engine.records import Outcome, Reason
from tests.unit.service.serve_kit import NDJSON, WHOLE, Service, environment, served

EXAMPLES = 100  # of each operation, right and wrong
LOOSE = ("/fhir/", "/v1/audio")  # a schema cannot hold what their bodies have to be
BY_SCHEMA = (negative_data_rejection, positive_data_acceptance)
RULES = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
KEYS = (
    "resourceType",
    "id",
    "name",
    "birthDate",
    "text",
    "contained",
    "extension",
    "identifier",
    "dataType",
    "subject",
)
TYPES = ("Patient", "Observation", "DocumentReference", "Bundle", "Person", "", "x")


def _json(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keys = st.sampled_from(("resourceType", *KEYS)) | st.text(max_size=8)
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5))


_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.sampled_from(TYPES)
_RECORDS = st.fixed_dictionaries(
    {"resourceType": st.sampled_from(TYPES)}, optional={key: _json(_LEAVES) for key in KEYS[1:]}
)
_WHOLE = st.just({"resourceType": "Patient", "id": "p1"})  # which is released
_LINES = (_WHOLE | _RECORDS | _json(_LEAVES)).map(lambda data: json.dumps(data).encode()) | st.binary(max_size=40)
LINES = st.lists(_LINES, max_size=8).map(b"\n".join)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("fuzzed")
    token = add_token(folder / "home" / "service-tokens.json", "a", Role.ADMIN)
    env = environment(folder, keyring_path) | WHOLE
    with served(folder, env, {"submit": token}) as found:
        yield found


def check_lines(body: bytes) -> set[str]:
    """Assert that an answer of /v1/records has the lines that the guide describes, and return their outcomes."""
    outcomes, reasons = {one.value for one in Outcome}, {one.value for one in Reason}
    rows = [json.loads(line) for line in body.splitlines()]
    assert [row["line"] for row in rows] == sorted({row["line"] for row in rows})
    for row in rows:
        assert row["outcome"] in outcomes and row.keys() <= {"line", "outcome", "reason", "where", "record"}
        assert ("record" in row) is (row["outcome"] in ("released", "deleted") and "reason" not in row)
        assert row.get("reason", "no-schema") in reasons - {"internal-error"}
    return {row["outcome"] for row in rows}


@pytest.mark.slow
def test_no_operation_fails_and_each_answers_as_described(service: Service) -> None:
    schemathesis.openapi.media_type(NDJSON, LINES)
    schema = schemathesis.openapi.from_dict(service.ask("GET", "/openapi.json").json())
    headers = {"Authorization": f"Bearer {service.tokens['submit']}"}
    base = f"http://127.0.0.1:{service.port}"
    asked: dict[str, int] = {}
    outcomes: set[str] = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in schemathesis.GenerationMode:

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            )
            def ask(case: Any) -> None:
                answer = case.call(base_url=base, headers=headers, timeout=60)
                asked[case.path] = asked.get(case.path, 0) + 1
                if answer.status_code == 422 and "idempotency-key-reused" in answer.text:  # drawn twice
                    return
                left_out = [ignored_auth, *(BY_SCHEMA if case.path.startswith(LOOSE) else [])]
                case.validate_response(answer, headers=headers, excluded_checks=left_out)
                if case.path == "/v1/records" and answer.status_code == 200:
                    outcomes.update(check_lines(answer.content))

            try:
                ask()
            except Unsatisfiable:  # nothing can be wrong about a request without parameters and body
                assert mode is schemathesis.GenerationMode.NEGATIVE
    assert set(service.ask("GET", "/openapi.json").json()["paths"]) == set(asked)
    assert {"released", "quarantined"} <= outcomes
    print(asked, outcomes)
    assert not re.findall(r".*(?:Traceback|please report|error).*", service.told())
