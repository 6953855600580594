"""Each route of the service, asked by each kind of holder: the table of access and the description say who may."""

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
pytest.importorskip("httpx")
pytest.importorskip("jwt")
pytest.importorskip("mcp")

from redactor.service.access import ROUTES
from redactor.service.tokens import Role, add_token
from tests.unit.service.issuer import AUDIENCE, Issuer, issuing
from tests.unit.service.serve_kit import WHOLE, Answer, Service, environment, served

PAGES = "/console"  # for browsers, with sessions in place of tokens, and in no description
BY_ISSUERS = tuple(role for role in Role if role is not Role.MONITOR)  # a monitor has a token of the service
CLAIMS = {role.value: f"site-{role.value}" for role in BY_ISSUERS}
WRONG = "rdt_00000000_" + "A" * 43


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, issuer: Issuer) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("matrix")
    env = environment(folder, keyring_path) | WHOLE
    env |= {
        "REDACTOR_OIDC__ISSUER": issuer.url,
        "REDACTOR_OIDC__AUDIENCE": AUDIENCE,
        "REDACTOR_OIDC__ROLES": json.dumps({claim: role for role, claim in CLAIMS.items()}),
    }
    path = folder / "home" / "service-tokens.json"
    tokens = {role.value: add_token(path, f"the-{role}", role) for role in Role}
    with served(folder, env, tokens) as found:
        yield found


@pytest.fixture(scope="module")
def described(service: Service) -> dict[str, Any]:
    """The methods of each path, by the description."""
    found: dict[str, Any] = service.ask("GET", "/openapi.json").json()["paths"]
    return found


def holders(issuer: Issuer) -> dict[str, tuple[str, set[str]]]:
    """Return a token of each kind, and the roles that it has."""
    found = {f"token {role}": (role.value, {role.value}) for role in Role}
    for roles in (*({role.value} for role in BY_ISSUERS), {"submit", "review"}, set()):
        claims = sorted(CLAIMS[role] for role in roles)
        found[f"issuer {sorted(roles)}"] = (issuer.token(roles=claims, sub="-".join(claims) or "none"), roles)
    return found


def asked(service: Service, method: str, path: str, told: dict[str, Any], token: str | None) -> Answer:
    """Ask a route for the example of its description."""
    place = re.sub(r"\{\w+\}", "x", path)
    content = told.get("requestBody", {}).get("content", {})
    for kind, one in content.items():
        example = one.get("example", {})
        body = example.encode() if isinstance(example, str) else json.dumps(example).encode()
        return service.ask(method, place, body, token=token, Content_Type=kind)
    return service.ask(method, place, b"" if method == "POST" else None, token=token)


def test_the_table_and_the_description_have_the_same_routes(described: dict[str, Any]) -> None:
    in_table = {path for path in ROUTES if not path.startswith(PAGES)} - {"/openapi.json"}
    assert in_table == set(described)
    for path, methods in described.items():
        for told in methods.values():
            roles = ROUTES[path].roles
            assert ("security" in told) == (roles is not None), path
            assert roles is None or f"Roles: {', '.join(sorted(roles))}." in told["description"], path


def test_each_route_opens_for_its_roles_and_nobody_else(
    service: Service, issuer: Issuer, described: dict[str, Any]
) -> None:
    wrong: list[tuple[str, str, int]] = []
    right = holders(issuer)  # the same tokens at each route: once known, they are not locked out
    routes = [(path, method.upper(), told) for path, methods in described.items() for method, told in methods.items()]
    for path, method, told in (*routes, ("/openapi.json", "GET", {})):
        wanted = ROUTES[path].roles
        for name, (token, roles) in right.items():
            status = asked(service, method, path, told, token).status
            may = wanted is None or bool(roles & {role.value for role in wanted})
            if (status in (401, 403, 429)) is may or (not may and status != 403) or (status >= 500 and status != 501):
                wrong.append((f"{method} {path}", name, status))
        for name, token in {"none": None, "wrong": WRONG, "wrong issuer": issuer.token(aud="other")}.items():
            status = asked(service, method, path, told, token).status
            if (status in (401, 429)) is (wanted is None) or (token is None and status == 429):
                wrong.append((f"{method} {path}", name, status))
    assert wrong == []


def test_a_monitor_reads_the_metrics_and_opens_nothing_else(service: Service) -> None:
    assert service.ask("GET", "/metrics", token="monitor").status == 200
    assert [path for path, access in ROUTES.items() if access.roles and Role.MONITOR in access.roles] == ["/metrics"]
    for path in ("/openapi.json", "/v1/entities", "/v1/profiles", "/v1/schemas", "/fhir/metadata", "/no/such/route"):
        assert service.ask("GET", path, token="monitor").status == 403, path


def test_no_route_has_a_method_that_the_description_lacks(service: Service, described: dict[str, Any]) -> None:
    for path, methods in described.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - {name.upper() for name in methods}:
            kinds = sorted(ROUTES[path].types) or ["application/json"]
            place = re.sub(r"\{\w+\}", "x", path)
            body = None if method == "GET" else b"{}"
            answer = service.ask(method, place, body, token="admin", Content_Type=kinds[0])
            assert answer.status == 405 and answer.code == "method-not-allowed", (method, path)
