"""Schemas, comparison and recordings of the console in a real browser: by keys, with contrast, nothing refused."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.browser import CHROMIUM, Tab, browser
from tests.unit.service.console_kit import add_tokens
from tests.unit.service.review_kit import write_input
from tests.unit.service.serve_kit import Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
pytest.importorskip("av")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium")]

from tests.unit.service.recordings_kit import FRIENDLY, make  # noqa: E402
from tests.unit.service.test_console_browser import CONTRAST, LARGEST, PICTURES, at, press, sideways, tab_to  # noqa: E402
from tests.unit.service.test_console_schemas import ROWS  # noqa: E402

NAMES = ("console-schema", "console-compare", "console-recording")
HOSTILE = '<img src=x onerror="window.broken=1">'


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("stewards")
    env = environment(folder, keyring_path) | {"REDACTOR_APPROVERS": "2"}
    make(folder, env, called)
    make(folder / "ward", env, called, FRIENDLY)
    write_input(folder / "records")
    assert called("run", folder / "records", folder / "released", env=env).returncode == 1
    rows = [row | {"free_text": HOSTILE} for row in ROWS]
    (folder / "visits.ndjson").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for by in ("A. Reviewer", "B. Reviewer", ""):  # two approve a first draft, and nobody the second one
        if by != "B. Reviewer":
            done = called("schema", "infer", folder / "visits.ndjson", "--name", "records/visit", "--draft", env=env)
            assert done.returncode == 0, done.stderr
        if by:
            told = ("--by", by, "--reason", "read every rule")
            done = called("schema", "approve", "records/visit", "--draft", *told, env=env)
            assert done.returncode == 0, done.stderr
    draft = folder / "home" / "drafts" / "records" / "visit.json"
    document = json.loads(draft.read_text())
    del document["properties"]["status"]["enum"]
    document["properties"]["patient_name"]["entity"] = "PERSON"
    draft.write_text(json.dumps(document))
    with served(folder, env, add_tokens(called, env, "approve", "sam=approve"), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory, service: Service) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        log_in(found, service, "approve")
        yield found


def log_in(tab: Tab, service: Service, name: str) -> None:
    tab.call("Network.clearBrowserCookies")
    tab.open(at(service, "/console/login"))
    tab.run("document.querySelector('[name=token]').focus()")  # autofocus may come later than the page
    tab.call("Input.insertText", text=service.tokens[name])
    press(tab, "Enter", leaves=True)
    assert f"the-{name}" in tab.run("document.body.textContent")
    tab.failures.clear()


def opened(tab: Tab, service: Service, path: str) -> str:
    """Open a page, and wait until what it shows has been computed."""
    tab.open(at(service, path))
    while tab.run("document.querySelector('[data-again]') !== null"):
        time.sleep(0.3)
        tab.open(at(service, path))
    return path


def first_link(tab: Tab, service: Service, path: str, selector: str) -> str:
    opened(tab, service, path)
    return str(tab.run(f"document.querySelector({json.dumps(selector)}).pathname"))


@pytest.fixture(scope="module")
def pages(tab: Tab, service: Service) -> dict[str, str]:
    draft = "/console/schemas/drafts/records/visit"
    sample = first_link(tab, service, "/console/compare", "tbody td a[href$='/50/']")
    opened(tab, service, sample)
    record = first_link(tab, service, f"{sample}?type=Observation&outcome=released", "tbody a")
    runs = "/console/recordings"
    opened(tab, service, runs)
    count = tab.run("document.querySelectorAll('tbody a').length")
    lists = [str(tab.run(f"document.querySelectorAll('tbody a')[{i}].pathname")) for i in range(count)]
    ones = [first_link(tab, service, f"{path}?outcome=released", "tbody a") for path in lists]
    heard = next(one for one in ones if is_heard(tab, service, one, "scriptalert"))
    friendly = next(one for one in ones if is_heard(tab, service, one, "breakfast"))
    silent = next(one for one in ones if one not in (heard, friendly))
    return {
        "schemas": "/console/schemas", "draft": draft, "values": f"{draft}?values=1", "compare": "/console/compare",
        "sample": sample, "record": record, "findings": f"{sample}findings", "recordings": runs, "list": lists[0],
        "heard": heard, "friendly": friendly, "silent": silent,
    }  # fmt: skip


def is_heard(tab: Tab, service: Service, path: str, word: str) -> bool:
    opened(tab, service, path)
    found = tab.run("document.querySelector('audio') !== null && document.querySelector('main').textContent")
    return bool(found) and word in found


def test_pages_have_names_and_contrast_and_nothing_of_a_record_runs(
    tab: Tab, service: Service, pages: dict[str, str]
) -> None:
    tab.failures.clear()
    for name, path in pages.items():
        opened(tab, service, path)
        for dark in (False, True):
            tab.look(dark=dark, width=1100, height=700)
            assert tab.run(CONTRAST) == [], (name, dark)
        nodes = [n for n in tab.accessible() if n["focusable"] and n["role"] != "RootWebArea"]
        by_content = ("main", "mark", "note", "deletion")
        assert [n for n in nodes if not n["name"] and n["role"] not in by_content] == [], name
        assert tab.run("document.querySelectorAll('h1').length") == 1, name
        assert tab.run("window.broken === undefined && document.querySelector('main img[src=x]') === null"), name
    assert tab.failures == []


def test_no_page_scrolls_sideways_on_a_narrow_screen(tab: Tab, service: Service, pages: dict[str, str]) -> None:
    found = {}
    for path in pages.values():
        opened(tab, service, path)
        found[path] = sideways(tab)
    tab.look(dark=False, width=1100, height=700)
    assert not any(found.values()), found


def test_the_transcript_follows_the_sound_and_leads_to_it_by_keys(
    tab: Tab, service: Service, pages: dict[str, str]
) -> None:
    tab.failures.clear()
    opened(tab, service, pages["heard"])
    ready = (
        "new Promise((done, fail) => { const s = document.getElementById('sound'); s.onerror = () => fail(s.error);"
        " if (s.readyState >= 1) done(s.duration); else s.onloadedmetadata = () => done(s.duration); })"
    )
    assert abs(tab.run(ready) - 6.0) < 0.1
    sought = (
        "new Promise((done) => { const s = document.getElementById('sound'); s.muted = true; s.pause();"
        " s.addEventListener('seeked', () => requestAnimationFrame(() => done("
        "document.querySelector('.word.now')?.textContent ?? '')), { once: true }); s.currentTime = TIME; })"
    )
    head = "Number(document.getElementById('playhead').getAttribute('x1'))"
    assert tab.run(sought.replace("TIME", "1.1")) == "hello" and abs(tab.run(head) - (10 + 1200 * 1.1 / 6)) < 25
    assert tab.run(sought.replace("TIME", "1.7")) == "[PERSON]"
    assert tab.run(sought.replace("TIME", "5.1")) == "tablets" and tab.run(head) > 900
    tab_to(tab, ".word")
    assert tab.run("document.activeElement.textContent") == "hello"
    for _ in range(3):
        tab.press("ArrowRight")
    assert tab.run("document.activeElement.textContent") == "scriptalert(1)/script"
    tab.press("ArrowLeft")
    press(tab, "Enter")
    tab.run(
        "new Promise((done) => { const s = document.getElementById('sound');"
        " const look = () => s.currentTime >= 2.1 ? done() : setTimeout(look, 20); look(); })"
    )
    tab.run("document.getElementById('sound').pause()")
    press(tab, "Tab")
    assert not tab.run("document.activeElement.matches('.word')")  # one stop for all words
    assert tab.failures == []


def test_a_record_is_judged_with_keys_in_the_console(tab: Tab, service: Service, pages: dict[str, str]) -> None:
    tab.failures.clear()
    opened(tab, service, pages["record"])
    tab.run("document.querySelector('#keys').focus()")
    press(tab, "Tab")
    tab.press("w")
    tab.said("span marked wrong")
    tab.press("u")
    tab.said("mark taken back")
    tab.run("document.activeElement.blur(); document.body.dispatchEvent(new MouseEvent('mousedown', {bubbles: true}))")
    tab.press("r")
    tab.said("looked at")
    opened(tab, service, pages["findings"])
    assert "1 of" in tab.run("document.querySelector('main').textContent")
    assert tab.failures == []


def picture(tab: Tab, name: str, *, dark: bool = False, height: int = 760) -> None:
    seen = tab.look(dark=dark, width=1200, height=height)
    assert 10_000 < len(seen) < LARGEST, (name, len(seen))
    if os.environ.get("PICTURES"):
        (PICTURES / f"{name}.png").write_bytes(seen)
    assert (PICTURES / f"{name}.png").is_file()


def test_pictures_of_the_guide(tab: Tab, service: Service, pages: dict[str, str]) -> None:
    """PICTURES=1 writes them to docs/images."""
    opened(tab, service, pages["draft"])
    picture(tab, NAMES[0])
    opened(tab, service, pages["record"])
    picture(tab, NAMES[1])
    opened(tab, service, pages["friendly"])
    tab.run("document.getElementById('sound').currentTime = 2.0")
    picture(tab, NAMES[2], dark=True)


def test_two_people_change_and_approve_a_draft_with_keys_alone(
    tab: Tab, service: Service, pages: dict[str, str]
) -> None:
    tab.failures.clear()
    opened(tab, service, pages["draft"])
    tab_to(tab, "summary")
    press(tab, "Enter")
    tab_to(tab, "details[open] button")
    press(tab, "Enter", leaves=True)
    assert tab.run("location.pathname") == pages["draft"]
    opened(tab, service, pages["draft"])
    assert "Set by the-approve" in tab.run("document.body.textContent")
    for name, status in (("approve", "approved by the-approve, waits"), ("sam", "records/visit@0.1.0")):
        log_in(tab, service, name)
        opened(tab, service, pages["draft"])
        tab_to(tab, "textarea")
        tab.call("Input.insertText", text="read every rule")
        tab_to(tab, "form:has(textarea) button")
        press(tab, "Enter", leaves=True)
        assert status in tab.run("document.body.textContent"), name
    assert tab.failures == []
