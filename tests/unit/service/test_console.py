"""The door of the console over real HTTP: who comes in, with which cookie and form, and what errors tell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.service.access import ROUTES, is_page
from redactor.service.console.build import PAGES
from redactor.service.console.sessions import IDLE_SECONDS, SECONDS, Ended, Sessions, person_of
from redactor.service.tokens import Checker, Role
from tests.conftest import Command
from tests.unit.service.console_kit import ROLES, Steward, add_tokens, form_token, words
from tests.unit.service.serve_kit import PLANTED, Service, environment, served
from tests.unit.service.test_serve_limits import certificate

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
OPEN = ("/console/login", "/console/sign-in", "/console/callback", "/console/signed-in", "/console/static/{name}")


@pytest.fixture(scope="module")
def service(desk: Service) -> Service:
    return desk


@pytest.fixture(scope="module")
def reviewer(service: Service) -> Steward:
    return Steward(service, "review")


def test_a_token_of_a_steward_opens_the_console_and_logging_out_closes_it(service: Service) -> None:
    person = Steward(service)
    answer = person.get("/console/")
    assert (answer.status, answer.headers["location"]) == (303, "/console/login")
    assert person.get("/console").headers["location"] == "/console/"
    assert person.log_in(service.tokens["approve"]).status == 303
    assert "You are the-approve, role approve." in words(person.get("/console/"))
    assert person.get("/console/login").headers["location"] == "/console/"
    stolen = person.cookie
    assert person.post("/console/logout", {}).headers["location"] == "/console/login"
    assert person.get("/console/").status == 303
    person.cookie = stolen  # a copy ends with the session
    assert person.get("/console/").status == 303


def test_the_cookie_is_for_no_script_and_no_other_site(reviewer: Steward) -> None:
    told = reviewer.set_cookie
    assert re.match(rf"redactor_console_{reviewer.service.port}=[\w.-]+;", told)
    assert {"HttpOnly", "SameSite=strict", "Path=/console", f"Max-Age={SECONDS}"} <= set(told.split("; "))
    page = reviewer.get("/console/")
    assert page.headers["cache-control"] == "no-store" and "unsafe" not in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "style=" not in page.body.decode() and "onclick" not in page.body.decode()


@pytest.mark.parametrize("given", ["", "rdt_00000000_" + "A" * 43, "Vexholm", "x" * 60_000, "rdt_" + "\u00e9" * 9])
def test_a_wrong_token_opens_nothing(service: Service, given: str) -> None:
    person = Steward(service)
    answer = person.log_in(given)
    assert answer.status == 401 and "no token of the service" in words(answer) and "Vexholm" not in words(answer)
    assert person.get("/console/").status == 303


def test_a_token_for_programs_opens_nothing(service: Service) -> None:
    person = Steward(service)
    assert person.log_in(service.tokens["submit"]).status == 403
    assert person.get("/console/").status == 303


def concrete(path: str) -> str:
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda m: "review.css" if m[1] == "name" else "0", path)


@pytest.mark.parametrize("role", [*ROLES, None])
def test_a_role_opens_its_pages_and_no_other(service: Service, role: str | None) -> None:
    """Each page x each role. What a page says of what does not exist is not on trial here: it is no refusal."""
    person = Steward(service, role if role != "submit" else None)
    token = person.form_token() if person.cookie and role is not None else "none"
    for page in PAGES:
        path, roles = concrete(page.path), ROUTES[page.path].roles
        if page.path in (*OPEN, "/console/logout"):
            continue
        assert roles and Role.SUBMIT not in roles, page.path
        status = person.get(path).status if page.method == "GET" else person.post(path, {}, form_token=token).status
        if role in (None, "submit"):
            assert status in (303, 401), page.path
        else:
            assert (status == 403) == (Role(role) not in roles), (page.path, status)
            assert status < 500, page.path


def test_every_page_stands_in_the_table_of_routes() -> None:
    assert {page.path for page in PAGES} | {"/console", "/console/login"} == {path for path in ROUTES if is_page(path)}


def test_a_form_from_elsewhere_changes_nothing(service: Service, reviewer: Steward) -> None:
    right = reviewer.form_token()
    for headers in (
        {"Origin": None},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": f"http://127.0.0.1:{service.port + 1}"},
        {"Origin": f"https://127.0.0.1:{service.port}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert reviewer.post("/console/logout", {}, form_token=right, **headers).status == 403, headers
    for wrong in ("", "x", right[:-1], right.upper(), Steward(service, "review").form_token()):
        assert reviewer.post("/console/logout", {}, form_token=wrong).status == 403, wrong
    assert reviewer.post("/console/logout", {}, form_token=right, Content_Type="text/plain").status == 415
    assert reviewer.post("/console/logout", {"x": "x" * (1 << 16)}, form_token=right).status == 413
    assert reviewer.post("/console/logout", {"x": ["y"] * 2000}, form_token=right).status == 400
    assert reviewer.get("/console/logout").status == 405
    assert reviewer.get("/console/", Sec_Fetch_Site="same-site").status == 403
    assert reviewer.get("/console/", Host="evil.example").status == 421
    assert reviewer.get("/console/").status == 200


def test_the_login_takes_forms_of_its_own_page_alone(service: Service) -> None:
    person = Steward(service)
    right = service.tokens["review"]
    assert person.post("/console/login", {"token": right}, form_token="").status == 403
    page = person.get("/console/login")
    assert person.post("/console/login", {"token": right}, form_token=form_token(page), Origin=None).status == 403
    before = person.cookie
    assert person.post("/console/login", {"token": right}, form_token=form_token(page)).status == 303
    assert person.cookie != before  # a planted session gains nothing
    stranger = Steward(service)
    stranger.cookie = before
    assert stranger.get("/console/").status == 303


def test_a_stolen_or_forged_cookie_opens_nothing(service: Service, reviewer: Steward) -> None:
    name, _, value = reviewer.cookie.partition("=")
    told, _, mac = value.partition(".")
    stranger = Steward(service)
    for forged in (
        "", ".", value + "A", told + "." + mac[:-2], told + ".", "A" * 5000, told + "." + mac[::-1], f"é{value}",
        told[:-4] + "AAAA." + mac,
    ):  # fmt: skip
        stranger.cookie = f"{name}={forged}"
        assert stranger.service.ask("GET", "/console/", token=None, Cookie=stranger.cookie).status == 303, forged
    stranger.cookie = f"redactor_console_{service.port + 1}={value}"  # browsers give it to every port of the host
    assert stranger.get("/console/").status == 303


def test_a_session_ends_in_time_with_its_token_and_belongs_to_one_port(tmp_path: Path, keyring_path: Path) -> None:
    from redactor.service.tokens import add_token, remove_token

    now = [1_000_000.0]
    path = tmp_path / "home" / "service-tokens.json"
    add_token(path, "sam", Role.REVIEW)
    checker, sessions = Checker(path), Sessions(Keyring.load(keyring_path), lambda: now[0])
    token = next(iter(checker._tokens.values()))
    session = sessions.begin(person_of(token))
    value = sessions.seal(session, 8443)
    assert sessions.open(value, 8443) == session and sessions.open(value, 8444) is None
    assert Sessions(Keyring.generate(), lambda: now[0]).open(value, 8443) is None
    assert Sessions(Keyring.load(keyring_path), lambda: now[0]).open(value, 8443) == session  # of another process
    now[0] += IDLE_SECONDS - 1
    assert sessions.open(value, 8443) == session
    newer = sessions.renewed(session)
    now[0] += 1
    assert sessions.open(value, 8443) is None
    assert newer is not None and sessions.open(sessions.seal(newer, 8443), 8443) == newer
    while sessions.open(sessions.seal(newer, 8443), 8443) is not None:  # a person who never rests
        now[0] += 1000
        newer = sessions.renewed(newer) or newer
    assert -1000 <= now[0] - session.until <= 1000
    assert sessions.is_of(session, person_of(checker.holder(session.person)))
    remove_token(path, "sam")
    add_token(path, "sam", Role.ADMIN)
    assert not sessions.is_of(session, person_of(checker.holder(session.person)))
    assert not sessions.is_of(sessions.begin(None), None)


def test_sessions_that_were_logged_out_are_known_to_all_processes_until_they_would_have_ended(
    tmp_path: Path, keyring_path: Path
) -> None:
    now = [1_000_000.0]
    sessions = Sessions(Keyring.load(keyring_path), lambda: now[0])
    here, there = (Ended(tmp_path / "console" / "ended.json", lambda: now[0]) for _ in range(2))
    first, second = sessions.begin(None), sessions.begin(None)
    assert not there.has(first)
    here.add(first)
    assert there.has(first) and here.has(first) and not there.has(second)
    now[0] += SECONDS
    there.add(second)
    assert json.loads((tmp_path / "console" / "ended.json").read_text()).keys() == {second.id}
    (tmp_path / "console" / "ended.json").write_text("Vexholm")
    with pytest.raises(RunError, match="is damaged"):
        here.has(first)


def test_a_removed_token_ends_its_sessions_and_guesses_lock_the_login_and_the_routes(
    tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    env = environment(tmp_path, keyring_path)
    tokens = add_tokens(called, env, "kept=admin", "gone=review", "late=review")
    with served(tmp_path, env, tokens, "--console") as service:
        kept, gone = Steward(service, "kept"), Steward(service, "gone")
        assert [person.get("/console/").status for person in (kept, gone)] == [200, 200]
        assert called("serve", "tokens", "remove", "the-gone", env=env).returncode == 0
        assert [person.get("/console/").status for person in (kept, gone)] == [200, 303]
        assert gone.post("/console/logout", {}, form_token="x").status == 401
        guesser = Steward(service)
        told = [guesser.log_in(f"rdt_{n:08x}_{'x' * 43}").status for n in range(6)]
        told += [service.ask("GET", "/v1/entities", token=f"rdt_{n:08x}_{'x' * 43}").status for n in range(4)]
        assert told == [401] * 10
        late = guesser.log_in(tokens["late"])
        assert late.status == 429 and 0 < int(late.headers["retry-after"]) <= 60
        assert service.ask("GET", "/v1/entities", token=tokens["late"]).status == 429
        assert kept.get("/console/").status == 200  # a session goes on
        (tmp_path / "home" / "service-tokens.json").write_text("Vexholm")
        assert kept.get("/console/").status == 503
        assert not any(value in service.told() for value in PLANTED)


def test_errors_and_what_is_not_there_tell_nothing(service: Service, reviewer: Steward) -> None:
    for path in ("/console/Vexholm", "/console/static/..%2fapp.py", "/console/static/Vexholm.css", "/console//"):
        answer = reviewer.get(path)
        assert answer.status == 404 and b"Vexholm" not in answer.body, path
    assert reviewer.get("/console/?x=Vexholm").status == 200
    assert service.ask("GET", "/console/", token="review").status == 303  # a bearer token is for programs
    assert reviewer.service.ask("GET", "/v1/entities", token=None, Cookie=reviewer.cookie).status == 401
    metrics = service.ask("GET", "/metrics", token="review").body.decode()
    assert 'route="/console/"' in metrics and "Vexholm" not in metrics
    assert reviewer.get("/console/static/console.css").headers["content-type"].startswith("text/css")


def test_without_tokens_of_stewards_there_is_no_console(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    env = environment(tmp_path, keyring_path)
    done = called("serve", "--console", "--no-tokens", env=env)
    assert done.returncode == 2 and "leave --no-tokens out" in done.stderr
    add_tokens(called, env, "submit=submit")
    done = called("serve", "--console", env=env)
    assert done.returncode == 2 and "--role review" in done.stderr


@pytest.mark.slow
def test_under_tls_the_cookie_goes_over_tls_alone(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    env = environment(tmp_path, keyring_path)
    cert, key = certificate(tmp_path)
    tokens = add_tokens(called, env, "review")
    with served(tmp_path, env, tokens, "--console", "--tls-cert", str(cert), "--tls-key", str(key), ca=cert) as service:
        person = Steward(service, "review")
        assert person.set_cookie.startswith("__Host-") and {"Secure", "Path=/"} <= set(person.set_cookie.split("; "))
        assert person.get("/console/").status == 200
