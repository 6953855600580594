"""`redactor serve` with an issuer beside its own tokens, over HTTP: who comes in, until when, and what is told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("httpx")
pytest.importorskip("jwt")

from redactor.service.tokens import Role, add_token
from tests.conftest import Command
from tests.unit.service.issuer import AUDIENCE, RSA_KEYS, Issuer, issuing
from tests.unit.service.serve_kit import NOTE, Service, environment, served
from tests.unit.service.test_serve_limits import ROW, Stream

ROLES = {"senders": "submit", "readers": "review"}


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


def settings_of(issuer: Issuer) -> dict[str, str]:
    return {
        "REDACTOR_OIDC__ISSUER": issuer.url,
        "REDACTOR_OIDC__AUDIENCE": AUDIENCE,
        "REDACTOR_OIDC__ROLES": json.dumps(ROLES),
        "REDACTOR_OIDC__LEEWAY_S": "0",
    }


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, issuer: Issuer) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("issued")
    env = environment(folder, keyring_path) | settings_of(issuer)
    token = add_token(folder / "home" / "service-tokens.json", "ehr", Role.SUBMIT)
    with served(folder, env, {"submit": token}) as found:
        yield found


def post(service: Service, token: str) -> tuple[int, str]:
    answer = service.ask("POST", "/v1/text", {"text": NOTE}, token=token)
    assert token not in answer.body.decode()
    return answer.status, "" if answer.status == 200 else answer.code


def test_both_kinds_of_tokens_open_the_routes_of_their_roles(service: Service, issuer: Issuer) -> None:
    assert post(service, "submit") == (200, "")
    assert post(service, issuer.token()) == (200, "")
    assert post(service, issuer.token(roles=["readers"])) == (403, "forbidden")
    assert post(service, issuer.token(roles=["readers", "senders"])) == (200, "")
    assert post(service, issuer.token(roles=[])) == (403, "forbidden")
    reader = issuer.token(roles=["readers"])
    assert service.ask("GET", "/v1/entities", token=reader).status == 200
    assert service.ask("GET", "/v1/entities", token=issuer.token(roles=["none"])).status == 403


def test_a_stream_ends_with_an_error_when_its_token_ends(service: Service, issuer: Issuer) -> None:
    token = issuer.token(exp=int(time.time()) + 3)
    with ExitStack() as stack:
        stream = Stream(Service(service.port, {"submit": token}, service.log, service.process))
        stack.callback(stream.close)
        stream.send(ROW * 64)
        answer = stream.answer()
        assert all(json.loads(answer.readline())["outcome"] == "released" for _ in range(64))
        while post(service, token)[0] == 200:
            time.sleep(0.2)
        stream.send(ROW * 64)
        (last,) = answer.read().splitlines()
    assert json.loads(last)["error"]["code"] == "unauthorized"


def test_wrong_web_tokens_count_for_the_lockout_and_nothing_tells_of_them(service: Service, issuer: Issuer) -> None:
    """Runs last: the address of this test is locked out afterwards."""
    right, other = issuer.token(sub="known"), issuer.token(aud="other", sub="quorvane")
    wrong = issuer.token(key=RSA_KEYS[1], sub="quorvane")
    assert post(service, right) == (200, "") and post(service, "submit") == (200, "")
    assert {post(service, other) for _ in range(12)} == {(401, "unauthorized")}
    answers = [post(service, wrong) for _ in range(30)]
    assert answers[0] == (401, "unauthorized") and answers[-1] == (429, "locked-out")
    assert post(service, right) == (200, "") and post(service, "submit") == (200, "")
    assert post(service, issuer.token(sub="new")) == (200, "") and post(service, other) == (429, "locked-out")
    told = service.told() + service.ask("GET", "/metrics").body.decode()
    assert not any(
        part in told for part in (*wrong.split("."), *other.split("."), *right.split("."), "quorvane", "u-17", "known:")
    )
    assert "1 token and an issuer" in told


@pytest.mark.slow
def test_an_issuer_that_is_down_is_told_and_opens_nothing(tmp_path: Path, keyring_path: Path, issuer: Issuer) -> None:
    """An issuer is enough to start; tokens of the service may be missing."""
    env = environment(tmp_path, keyring_path) | settings_of(issuer) | {"REDACTOR_OIDC__JWKS_URL": f"{issuer.url}/none"}
    with served(tmp_path, env, {"submit": "x"}) as service:
        answer = service.ask("POST", "/v1/text", {"text": NOTE}, token=issuer.token())
        assert (answer.status, answer.code) == (503, "issuer-unreachable") and answer.headers["retry-after"] == "60"
        assert service.ask("GET", "/ready", token=None).status == 200
        assert "the issuer of oidc.issuer answers with status 404" in service.told()


def test_wrong_settings_stop_the_start(tmp_path: Path, keyring_path: Path, in_process: Command) -> None:
    env = environment(tmp_path, keyring_path) | {"REDACTOR_OIDC__ISSUER": "http://login.example/quorvane"}
    env |= {"REDACTOR_OIDC__AUDIENCE": AUDIENCE, "REDACTOR_OIDC__ROLES": '{"a":"root"}'}
    done = in_process("serve", "--port", "0", env=env)
    assert done.returncode == 2 and "oidc.issuer" in done.stderr and "oidc.roles" in done.stderr
    assert "is no address such as https://" in done.stderr
