"""People sign in to the console of a real service with an issuer on loopback, over HTTP and once in a browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
pytest.importorskip("httpx")
pytest.importorskip("jwt")

from redactor.service.tokens import FAILURES
from tests.conftest import Command
from tests.unit.service.browser import CHROMIUM, browser
from tests.unit.service.console_kit import FORM, access_lines, form_token, words
from tests.unit.service.issuer import Issuer, issuing
from tests.unit.service.serve_kit import Service, environment, served
from tests.unit.service.sign_in_kit import Visitor, free_port, query_of, settings_of
from tests.unit.service.test_serve_limits import certificate

HOSTILE = "Vexholm%3Cscript%3E"


@contextmanager
def signing_in(
    folder: Path, keyring: Path, issuer: Issuer, *options: str, ca: Path | None = None, leeway: str = "0"
) -> Iterator[Service]:
    """A service that has no tokens: who comes in has an account of the issuer."""
    port = free_port()
    env = environment(folder, keyring) | settings_of(issuer, port, "http" if ca is None else "https")
    env["REDACTOR_OIDC__LEEWAY_S"] = leeway
    with served(folder, env, {}, "--console", "--port", str(port), *options, ca=ca) as found:
        assert found.port == port
        yield found


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, issuer: Issuer) -> Iterator[Service]:
    with signing_in(tmp_path_factory.mktemp("signing"), keyring_path, issuer) as found:
        yield found


@pytest.fixture(autouse=True)
def right(issuer: Issuer) -> None:
    issuer.signed, issuer.sends = {"roles": ["it"]}, {}
    issuer.answers.clear()


def test_a_person_signs_in_does_something_that_is_noted_and_logs_out(service: Service, issuer: Issuer) -> None:
    person = Visitor(service)
    page = person.get("/console/login")
    assert b'href="/console/sign-in"' in page.body and not person.is_in
    back = person.begin()
    (told,) = person.told
    assert {"HttpOnly", "SameSite=lax", "Path=/console/callback", "Max-Age=600"} <= set(told.split("; "))
    code = query_of(back)["code"][0]
    page = person.get(back, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
    assert (page.status, page.headers["location"]) == (303, "/console/signed-in")  # without code and state
    assert page.headers["cache-control"] == "no-store" and page.headers["referrer-policy"] == "same-origin"
    gone, session = person.told
    assert "Max-Age=0" in gone and {"HttpOnly", "SameSite=strict", "Path=/console"} <= set(session.split("; "))
    assert code not in page.body.decode() + session and b"eyJ" not in page.body
    page = person.get("/console/signed-in", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
    assert page.status == 200 and b'content="0;url=/console/"' in page.body and person.told == []
    home = person.get("/console/")
    assert "You are oidc:u-17, role admin." in words(home)
    body = f"form_token={form_token(home)}&patient=nobody"
    headers = {"Origin": f"http://127.0.0.1:{service.port}", "Content_Type": FORM}
    assert person.get("/console/forget/look", "POST", body, **headers).status == 303
    assert '"holder": "oidc:u-17", "role": "admin"' in access_lines(service.log.parent)[-1]
    stolen = dict(person.cookies)
    assert person.get("/console/logout", "POST", body, **headers).headers["location"] == "/console/login"
    assert not person.is_in
    person.cookies = stolen  # a copy ends with the session
    assert not person.is_in
    assert not any(secret in service.told() for secret in (code, "eyJ", "u-17", query_of(back)["state"][0]))
    metrics = service.ask("GET", "/metrics", token=issuer.token()).body.decode()
    assert code not in metrics and "u-17" not in metrics


def test_a_session_ends_with_the_token(service: Service, issuer: Issuer) -> None:
    issuer.signed = {"roles": ["readers"], "exp": int(time.time()) + 4}
    person = Visitor(service)
    assert person.sign_in().status == 303 and person.is_in
    assert int(person.told[0].partition("Max-Age=")[2].partition(";")[0]) <= 4 if person.told else True
    copy = dict(person.cookies)
    while person.is_in:
        time.sleep(0.2)
    assert time.time() < issuer.signed["exp"] + 1
    person.cookies = copy
    assert not person.is_in


def lines(service: Service, number: int) -> list[str]:
    """What the log says of failed sign-ins, once it has so many lines."""
    while len(found := re.findall(r"a sign-in failed at [0-9T:.+-]{29}: (.+)", service.told())) < number:
        time.sleep(0.05)
    return found


def test_what_goes_wrong_has_a_clear_page_and_no_session(service: Service, issuer: Issuer) -> None:
    person, other = Visitor(service), Visitor(service)
    theirs = other.begin()
    assert "not begun in this browser" in words(person.get(theirs))
    back = person.begin()
    page = person.get(theirs)
    assert page.status == 400 and "in another tab" in words(page) and not person.is_in
    cookies = dict(person.cookies)
    page = person.get(back.replace("session_state=x.y", f"next=//evil.example&error_description={HOSTILE}"))
    assert (
        page.status == 303 and person.is_in and "evil" not in page.headers["location"]
    )  # parameters of others change nothing
    replayed = Visitor(service)
    replayed.cookies = cookies
    page = replayed.get(back)
    assert page.status == 400 and "was finished already" in words(page) and not replayed.is_in
    assert other.get(f"/console/callback?error={HOSTILE}&state=x").status == 400
    issuer.sends = {"error": "access_denied", "error_description": "Vexholm"}
    page = other.sign_in()
    assert page.status == 403 and "did not sign you in" in words(page) and b"Vexholm" not in page.body
    issuer.sends, issuer.signed = {}, {"roles": ["senders"]}
    page = other.sign_in()
    assert page.status == 403 and "gives you no role" in words(page)
    issuer.answers["/token"] = 200, {}, b"<html>Vexholm</html>"
    page = other.sign_in()
    assert page.status == 503 and "issuer does not answer" in words(page) and b"Vexholm" not in page.body
    assert not other.is_in and "Vexholm" not in service.told()
    issuer.answers.clear()
    other.sign_in()
    assert lines(service, 8) == [
        "it was not begun in this browser, took too long, or is over",
        "its state is not that of the latest one of this browser",
        "it was finished already", "its state is not that of the latest one of this browser",
        "the issuer sent the error access_denied", "the issuer gives no role for the console",
        "an answer of the issuer of oidc.issuer is no JSON object",
        "the issuer gives no role for the console",  # the same again has a line, too
    ]  # fmt: skip


def test_the_callback_alone_is_open_to_requests_that_another_site_began(service: Service) -> None:
    person = Visitor(service)
    for path in ("/console/", "/console/login", "/console/sign-in", "/console/callbacks", "/console/callback/"):
        assert person.get(path, Sec_Fetch_Site="cross-site").status == 403, path
    assert person.get("/console/callback", Sec_Fetch_Site="cross-site").status == 400
    assert person.get("/console/callback", "POST", "code=x&state=x", Content_Type=FORM).status == 405
    assert person.get("/console/sign-in", "POST", "", Content_Type=FORM).status == 405
    page = person.get("/console/sign-in", Host=f"localhost:{service.port}")
    assert page.status == 409 and f"http://127.0.0.1:{service.port}/console/login" in words(page)
    assert person.get("/console/callback", Host="evil.example").status == 421


def test_a_token_of_the_issuer_does_not_open_the_form_for_tokens(service: Service, issuer: Issuer) -> None:
    person = Visitor(service)
    page = person.get("/console/login")
    body = f"form_token={form_token(page)}&token={issuer.token(roles=['it'])}"
    headers = {"Origin": f"http://127.0.0.1:{service.port}", "Content_Type": FORM}
    assert person.get("/console/login", "POST", body, **headers).status == 401 and not person.is_in


def test_without_the_settings_nobody_signs_in(desk: Service) -> None:
    person = Visitor(desk)
    assert b"sign-in" not in person.get("/console/login").body
    paths = "/console/sign-in", "/console/callback?code=x&state=x", "/console/signed-in"
    assert [person.get(path).status for path in paths] == [404, 404, 404]


def test_invented_codes_lock_the_address_out(service: Service, issuer: Issuer) -> None:
    """Runs last of those with this service: the address is locked out afterwards."""
    person = Visitor(service)
    for _ in range(FAILURES):
        back = person.begin()
        page = person.get(back.replace(query_of(back)["code"][0], "invented"))
        if page.status == 429:  # earlier tests have failed, too
            break
        assert page.status == 403
    page = person.sign_in()
    assert page.status == 429 and 0 < int(page.headers["retry-after"]) <= 60 and not person.is_in


def test_the_secret_of_the_client_is_shown_nowhere(tmp_path: Path, keyring_path: Path, in_process: Command) -> None:
    with issuing() as issuer:
        env = environment(tmp_path, keyring_path) | settings_of(issuer, 8443)
    env["REDACTOR_OIDC__CLIENT_SECRET"] = "Vexholm"
    for options in ((), ("--json",)):
        done = in_process("config", *options, env=env)
        assert done.returncode == 0 and "client_secret" in done.stdout and "Vexholm" not in done.stdout + done.stderr


@pytest.mark.slow
def test_under_tls_the_cookies_go_over_tls_alone(tmp_path: Path, keyring_path: Path, issuer: Issuer) -> None:
    """Two worker processes: one begins a sign-in, the other may finish it. And a token within the leeway has ended."""
    cert, key = certificate(tmp_path)
    options = ("--tls-cert", str(cert), "--tls-key", str(key), "--workers", "2")
    with signing_in(tmp_path, keyring_path, issuer, *options, ca=cert, leeway="60") as service:
        for _ in range(8):
            person = Visitor(service)
            back = person.begin()
            assert person.told[0].startswith("__Host-") and {"Secure", "Path=/"} <= {*person.told[0].split("; ")}
            assert person.get(back, Sec_Fetch_Site="cross-site").status == 303
            assert all(told.startswith("__Host-") and "Secure" in told for told in person.told)
            assert [person.is_in for _ in range(4)] == [True] * 4
            stolen = dict(person.cookies)
            assert person.get("/console/callback").status == 400 and person.cookies == stolen
        issuer.signed = {"roles": ["it"], "exp": int(time.time()) - 1}
        page = Visitor(service).sign_in()
        assert page.status == 403 and "has ended already" in words(page)


@pytest.mark.slow
def test_an_issuer_that_is_down_is_told_on_a_page(tmp_path: Path, keyring_path: Path) -> None:
    with issuing() as issuer:
        pass
    with signing_in(tmp_path, keyring_path, issuer) as service:
        person = Visitor(service)
        page = person.get("/console/sign-in")
        assert page.status == 503 and "issuer does not answer" in words(page) and page.headers["retry-after"]
        assert "cannot be reached" in service.told() and person.get("/console/login").status == 200


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium")
def test_a_person_signs_in_with_a_real_browser(tmp_path: Path, keyring_path: Path) -> None:
    """The issuer is of another site, so that the browser holds cookies of sessions back when it comes from there."""
    (tmp_path / "chromium").mkdir()
    with issuing(host="localhost") as issuer, signing_in(tmp_path, keyring_path, issuer) as service:
        issuer.signed = {"roles": ["heads"]}
        with browser(tmp_path / "chromium") as tab:
            tab.open(f"http://127.0.0.1:{service.port}/console/")
            assert tab.run("location.pathname") == "/console/login"
            tab.run("document.querySelector('a[href=\"/console/sign-in\"]').click()")
            while tab.run("location.pathname") != "/console/":
                tab.wait("Page.loadEventFired")
            assert "You are oidc:u-17, role approve." in tab.run("document.body.textContent")
            assert tab.run("document.cookie") == "" and "code=" not in tab.run("location.href")
            assert tab.failures == []
            tab.run("document.querySelector('form.who button').click()")
            while tab.run("location.pathname") != "/console/login":
                tab.wait("Page.loadEventFired")
            tab.open(f"http://127.0.0.1:{service.port}/console/")
            assert tab.run("location.pathname") == "/console/login"
