"""Real FHIR clients call the FHIR interface over HTTP: fhirclient (Python) and HAPI FHIR's (Java)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.services.hapi import run_client
from tests.services.service import ServiceError
from tests.unit.service.fhir_kit import CONDITION, DARTS_POLICY, PATIENT, POLICY, bundle, parameters
from tests.unit.service.serve_kit import PLANTED, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("clients")
    env = environment(folder, keyring_path)
    done = called("serve", "tokens", "add", "ehr", "--role", "submit", env=env)
    with served(folder, env, {"submit": done.stdout.strip()}) as found:
        yield found


def test_fhirclient_calls_the_operation_and_reads_the_capability_statement(service: Service) -> None:
    pytest.importorskip("fhirclient")
    from fhirclient.models.bundle import Bundle
    from fhirclient.models.operationoutcome import OperationOutcome
    from fhirclient.models.parameters import Parameters
    from fhirclient.server import FHIRServer

    server = FHIRServer(None, f"http://127.0.0.1:{service.port}/fhir/")
    server.session.headers["Authorization"] = f"Bearer {service.tokens['submit']}"
    with server.session:
        (offered,) = server.capabilityStatement.rest[0].operation
        assert offered.name == "de-identify"
        asked = Parameters(parameters(bundle(PATIENT, bundle(PATIENT), CONDITION), DARTS_POLICY))
        answer = Parameters(server.post_json("$de-identify", asked.as_json()).json())
        (out,) = answer.parameter
        assert out.name == "de-identifiedData" and isinstance(out.resource, Bundle)
        patient, replaced, condition = (entry.resource for entry in out.resource.entry)
        assert patient.name[0].family == "[PERSON]"
        assert condition.subject.reference == f"Patient/{patient.id}"
        assert isinstance(replaced, OperationOutcome)
        assert replaced.issue[0].details.coding[0].code == "unsupported-resource-type"
        shown: Any = answer.as_json()
        assert not any(value in str(shown) for value in PLANTED)


@pytest.mark.slow
def test_hapis_client_calls_the_operation_and_reads_the_capability_statement(service: Service) -> None:
    try:
        done = run_client(f"http://127.0.0.1:{service.port}/fhir", POLICY, service.tokens["submit"])
    except ServiceError as e:
        pytest.skip(str(e))
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(" ")[0] for line in done.stdout.splitlines() if line.startswith(("ok", "WRONG"))] == [
        "ok"
    ] * 11
