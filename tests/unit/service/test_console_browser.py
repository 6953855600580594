"""The console in a real browser: by keys alone, with names and contrast, nothing refused, nothing from elsewhere."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.browser import CHROMIUM, Tab, browser
from tests.unit.service.console_kit import access_lines, add_tokens
from tests.unit.service.serve_kit import Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium"),
]

from redactor.service.console.live import _plots  # noqa: E402
from redactor.service.console.pages import _environment  # noqa: E402
from redactor.service.console.ring import Labels, Sample  # noqa: E402

PICTURES = Path(__file__).parents[3] / "docs" / "images"
LARGEST = 150_000  # bytes of a picture in docs
HOSTILE = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
NAMES = ("console-audit", "console-dark", "console-live", "console-quarantine")
CONTRAST = """
(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const paper = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const found = rgb(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !element.checkVisibility() || element.disabled || element.closest(".skip, script")) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(paper(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) bad.push(element.outerHTML.slice(0, 120));
  }
  return bad;
})()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Path:
    found = tmp_path_factory.mktemp("console_b")
    (found / "in").mkdir()
    patient = {"resourceType": "Patient", "id": "q1", "name": [{"family": "Vexholm"}]}
    odd = [{"dataType": "odd", "name": HOSTILE, "n": n} for n in range(140)]
    lines = [json.dumps(r) for r in (patient, *odd)]
    (found / "in" / "a.ndjson").write_text("\n".join([*lines, f"no json {HOSTILE}", *["{"] * 30]), "utf-8")
    done = called("run", found / "in", found / "out", env=environment(found, keyring_path))
    assert done.returncode == 1, done.stderr
    return found


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = environment(folder, keyring_path)
    with served(folder, env, add_tokens(called, env, "admin", "review"), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


def at(service: Service, path: str) -> str:
    return f"http://127.0.0.1:{service.port}{path}"


def press(tab: Tab, key: str, *, leaves: bool = False) -> None:
    """Press a key that does what its name says: Enter submits, Tab moves on."""
    tab._events.clear()
    code = {"Enter": 13, "Tab": 9, " ": 32}[key]
    text = {"Enter": {"text": "\r"}, " ": {"text": " "}}.get(key, {})
    for kind in ("keyDown", "keyUp"):
        more = text if kind == "keyDown" else {}
        tab.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)
    if leaves:
        tab.wait("Page.loadEventFired")


def tab_to(tab: Tab, what: str) -> None:
    """Move with the Tab key until what has the focus matches a selector."""
    for _ in range(400):
        if tab.run(f"document.activeElement.matches({json.dumps(what)})"):
            return
        press(tab, "Tab")
    raise AssertionError(f"{what} is not reached with keys")


@pytest.fixture(scope="module")
def logged_in(tab: Tab, service: Service) -> Tab:
    """The tab after a login with keys alone."""
    tab.open(at(service, "/console/"))
    assert tab.run("location.pathname") == "/console/login"
    assert tab.run("document.activeElement.name") == "token"
    tab.call("Input.insertText", text=service.tokens["admin"])
    press(tab, "Enter", leaves=True)
    assert tab.run("location.pathname") == "/console/" and "the-admin" in tab.run("document.body.textContent")
    assert tab.run("document.cookie") == ""
    return tab


def pages(tab: Tab, service: Service) -> list[str]:
    """The address of a page of each kind."""
    tab.open(at(service, "/console/quarantine"))
    listed = tab.run("document.querySelector('tbody a').pathname")
    tab.open(at(service, listed))
    entry = tab.run("document.querySelector('tbody a').pathname")
    return [
        "/console/", "/console/live", "/console/quarantine", listed, entry, f"{entry}/original", "/console/forget",
        "/console/audit", "/console/nothing",
    ]  # fmt: skip


def test_a_person_purges_entries_with_keys_alone(logged_in: Tab, service: Service, folder: Path) -> None:
    tab = logged_in
    tab.failures.clear()
    press(tab, "Tab")
    assert tab.run("document.activeElement.className") == "skip"
    tab_to(tab, "nav a[href='/console/quarantine']")
    press(tab, "Enter", leaves=True)
    tab_to(tab, "tbody a")
    press(tab, "Enter", leaves=True)
    assert tab.run("document.querySelectorAll('tbody tr').length") == 100
    tab_to(tab, "a[rel=next]")
    press(tab, "Enter", leaves=True)
    assert tab.run("document.querySelectorAll('tbody tr').length") == 71
    tab_to(tab, "tbody tr:last-child input[type=checkbox]")
    press(tab, " ")
    tab_to(tab, "p.toolbar button[value=purge]")
    press(tab, "Enter", leaves=True)
    assert tab.run("document.querySelector('h1').textContent") == "Purge 1 entry?"
    tab_to(tab, "button.danger")
    press(tab, "Enter", leaves=True)
    while "It goes on" in tab.run("document.body.textContent"):
        tab.wait("Page.loadEventFired")  # the page asks again by itself
    assert "1 payload deleted for good" in tab.run("document.body.textContent")
    assert json.loads(access_lines(folder)[-1])["command"] == "console-purge"
    assert tab.failures == []


def test_pages_have_names_and_contrast_and_load_nothing_from_elsewhere(logged_in: Tab, service: Service) -> None:
    tab = logged_in
    tab.failures.clear()
    for path in pages(tab, service):
        tab.open(at(service, path))
        for dark in (False, True):
            tab.look(dark=dark, width=1100, height=600)
            assert tab.run(CONTRAST) == [], (path, dark)
        nodes = [n for n in tab.accessible() if n["focusable"] and n["role"] != "RootWebArea"]
        assert [n for n in nodes if not n["name"] and n["role"] != "main"] == [], path
        assert len([n for n in nodes if n["role"] in ("link", "button")]) > 2, path
        assert tab.run("document.querySelectorAll('h1').length") == 1, path
        assert tab.run("document.querySelectorAll('main script, main img, main iframe').length") == 0, path
        loaded = tab.run("performance.getEntriesByType('resource').map((r) => r.name)")
        names = {re.sub(r"^http://[^/]+/console/static/", "", name) for name in loaded}
        assert names <= {"review.css", "console.css", "console.js", "icon.svg"}, path
        assert tab.run("window.broken === undefined"), path
    assert [f for f in tab.failures if "404" not in f] == []


def sideways(tab: Tab) -> list[str]:
    """What makes the page that is open scroll sideways on a narrow screen."""
    tab.look(dark=False, width=320, height=700)
    return list(
        tab.run("""document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll"))
            .map((e) => e.outerHTML.slice(0, 80)).slice(0, 4).concat("")""")
    )


def test_no_page_scrolls_sideways_on_a_narrow_screen(logged_in: Tab, service: Service) -> None:
    found = {}
    for path in pages(logged_in, service):
        logged_in.open(at(service, path))
        found[path] = sideways(logged_in)
    logged_in.look(dark=False, width=1100, height=600)
    assert not any(found.values()), found


def test_an_original_is_text(logged_in: Tab, service: Service) -> None:
    tab = logged_in
    original = next(p for p in pages(tab, service) if p.endswith("/original"))
    tab.open(at(service, original))
    assert HOSTILE in json.loads(tab.run("document.querySelector('pre').textContent"))["name"]
    assert tab.run("document.querySelector('.phi') !== null && window.broken === undefined")


def test_the_live_page_renews_itself_and_pauses(logged_in: Tab, service: Service) -> None:
    tab = logged_in
    tab.failures.clear()
    tab.open(at(service, "/console/live"))
    tab.run("document.querySelector('#live').innerHTML = ''")
    tab_to(tab, "#pause")
    press(tab, " ")
    assert tab.run("document.querySelector('#pause').getAttribute('aria-pressed')") == "true"
    press(tab, " ")  # goes on, and looks at once
    tab.run(
        "new Promise((done) => { const look = () => document.querySelector('#live svg') ? done() "
        ": setTimeout(look, 50); look(); })"
    )
    assert tab.failures == []


def test_another_port_of_the_host_opens_nothing(logged_in: Tab, service: Service, tmp_path: Path) -> None:
    """A page of another server of this machine, which is given the cookie, posts a form and shows a frame."""
    import http.server
    import threading

    seen: list[str] = []
    home, leave = at(service, "/console/"), at(service, "/console/logout")
    page = (
        f'<form method=post action="{leave}" target=f><input name=form_token value=x></form>'
        f'<iframe name=f></iframe><iframe src="{home}"></iframe><img src="{home}">'
        "<script>document.forms[0].submit()</script>"
    )

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        logged_in.open(f"http://127.0.0.1:{server.server_address[1]}/console/")
        assert seen[0].startswith("redactor_console_")  # the browser gives it: the guide says so
        for number in range(2):
            inner = (
                f"(() => {{ try {{ return frames[{number}].document.body.textContent }} catch {{ return null }} }})()"
            )
            assert logged_in.run(inner) in (None, "")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    logged_in.open(at(service, "/console/"))
    assert "the-admin" in logged_in.run("document.body.textContent")  # still logged in


def busy_hour() -> Iterator[Sample]:
    """Samples of an hour such as a service may have."""
    total, taken = dict.fromkeys(("requests", "refused", "released", "quarantined", "doubts"), 0.0), 0.0
    for n in range(361):
        wave = 1 + math.sin(n / 37) * 0.6 + math.sin(n / 5) * 0.2
        for name, size in (("requests", 90), ("refused", 1), ("released", 80), ("quarantined", 1), ("doubts", 7)):
            total[name] += size * wave * (3 if name == "refused" and 200 < n < 220 else 1)
        taken += 90 * wave * (0.02 + 0.004 * wave)
        values: dict[tuple[str, Labels], float] = {
            ("redactor_requests_total", (("route", "/v1/records"), ("status", "200"))): total["requests"],
            ("redactor_requests_total", (("route", "/v1/records"), ("status", "429"))): total["refused"],
            ("redactor_request_seconds_sum", (("route", "/v1/records"),)): taken,
            ("redactor_request_seconds_count", (("route", "/v1/records"),)): total["requests"],
            ("redactor_outcomes_total", (("outcome", "released"),)): total["released"],
            ("redactor_outcomes_total", (("outcome", "quarantined"),)): total["quarantined"],
            ("redactor_doubts_total", ()): total["doubts"],
            ("redactor_canary_recall", (("entity", "PERSON"),)): 0.99 - 0.02 * (n % 90 > 80),
        }
        yield Sample(10.0 * n, values, {})


def test_the_pictures_of_the_guide_can_be_made(tab: Tab, logged_in: Tab, service: Service, tmp_path: Path) -> None:
    """PICTURES=1 writes them to docs/images."""
    target = PICTURES if os.environ.get("PICTURES") else tmp_path
    found = pages(tab, service)
    tab.open(at(service, found[3]))
    pictures = {"console-quarantine": tab.look(dark=False, width=1100, height=560)}
    tab.open(at(service, found[4]))
    pictures["console-dark"] = tab.look(dark=True, width=1100, height=430)
    tab.open(at(service, "/console/live"))
    drawn = {
        "plots": _plots(list(busy_hour())),
        "outcomes": [("released", "", 8312.0), ("quarantined", "no-schema", 97.0)],
    }
    rest = {"recall": (), "has_alarm": False, "stream": None, "runs": ()}
    part = _environment().get_template("live_plots.html").render(**drawn, **rest)
    tab.run(f"document.querySelector('#live').innerHTML = {json.dumps(part)}")
    pictures["console-live"] = tab.look(dark=False, width=1100, height=560)
    tab.open(at(service, "/console/audit"))
    pictures["console-audit"] = tab.look(dark=False, width=1100, height=430)
    for name, picture in pictures.items():
        assert len(picture) < LARGEST, (name, len(picture))
        (target / f"{name}.png").write_bytes(picture)
    assert sorted(pictures) == list(NAMES)
