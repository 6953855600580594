"""The page in a real browser: keys, focus, marks, roles, no refused script, nothing that runs out of a record."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.browser import CHROMIUM, Tab, browser
from tests.unit.service.review_kit import NOTE, Page, environment, served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium")
PICTURES = Path(__file__).parents[3] / "docs" / "images"
LARGEST = 150_000  # bytes of a picture in docs


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


def test_a_person_reads_and_judges_with_keys_alone(tab: Tab, page: Page) -> None:
    tab.failures.clear()
    tab.open(page.address)
    assert "token" not in tab.run("location.href")
    tab.open(f"http://{page.host}/?type=records/clinicalRecord&type=Observation&outcome=released")
    assert (
        tab.run("document.querySelectorAll('main, header, nav[aria-label], h1, table thead th[scope=col]').length") > 9
    )
    tab.run("document.querySelector('tbody a').click()")
    tab.wait("Page.loadEventFired")
    first = tab.run("location.pathname")
    tab.press("n", leaves=True)
    assert tab.run("location.pathname") != first
    tab.press("p", leaves=True)
    assert tab.run("location.pathname") == first and "outcome=released" in tab.run("location.search")

    tab.press("w")
    tab.said("move to a span or a value first")
    focused = "document.activeElement.classList.contains('hit')"
    tab.run("document.querySelector('#keys').focus()")
    tab.press("Tab")
    assert tab.run(focused)
    tip = "getComputedStyle(document.activeElement.querySelector('.why')).display"
    assert tab.run(tip) == "block" and "found by" in tab.run("document.activeElement.textContent")
    tab.press("w")
    tab.said("span marked wrong")
    assert tab.run("document.activeElement.classList.contains('v-wrong')")
    tab.press("r")
    tab.said("span marked right")

    # "café" stands behind an emoji's friend: offsets are characters, as Python counts them.
    tab.run(
        "const piece = [...document.querySelectorAll('.old [data-start]')].find((p) => p.textContent.includes('😀'));"
        "const at = piece.firstChild.data.indexOf('😀'); document.getSelection().setBaseAndExtent("
        "piece.firstChild, at, piece.firstChild, at + 2)"
    )
    tab.press("m")
    tab.said("marked as missed")
    at = NOTE.index("😀")
    tab.run("document.activeElement.blur(); document.body.dispatchEvent(new MouseEvent('mousedown', {bubbles: true}))")
    tab.press("r")
    tab.said("looked at")
    tab.open(f"http://{page.host}{first}")
    assert f"characters {at} to {at + 1}: PERSON" in tab.run("document.body.textContent")
    tab.run("document.querySelector('#keys').click()")
    tab.press("n")
    assert tab.run("location.pathname") == first
    assert tab.failures == []


def test_fields_are_judged_with_arrows_and_marks_taken_back(tab: Tab, page: Page) -> None:
    tab.failures.clear()
    tab.open(page.address)
    address = f"http://{page.host}/records/{page.key_of('type=Patient&outcome=released')}"
    tab.open(address)
    of = "document.activeElement.dataset.place"
    tab.run("document.querySelector('[data-place]').focus()")
    seen = [tab.run(of)]
    while "/gender" not in seen[-1]:
        tab.press("ArrowDown")
        seen.append(tab.run(of))
        assert seen[-1] != seen[-2], seen
    assert "/name/0/family" in seen
    tab.press("w")
    tab.said("not kept: 400")  # it was kept, and can only be called missed
    tab.press("m")
    tab.said("value marked missed")
    tab.press("ArrowUp")
    assert tab.run(of) == seen[-2]
    tab.run("document.querySelector('[data-place=\"/name/0/family\"]').focus()")
    tab.press("w")
    tab.said("value marked wrong")
    tab.open(address)
    marked = "[...document.querySelectorAll('.v-wrong, .v-missed')].map((e) => e.dataset.place).sort()"
    assert tab.run(marked) == ["/gender", "/name/0/family"]
    names = {node["name"] for node in tab.accessible() if "✗" in node["name"] or "marked wrong" in node["name"]}
    assert names  # not by colour alone: a screen reader says it too
    for place in ("/gender", "/name/0/family"):
        tab.run(f"document.querySelector('[data-place=\"{place}\"]').focus()")
        tab.run("document.getElementById('status').textContent = ''")
        tab.press("u")
        tab.said("mark taken back")
    assert tab.run(marked) == []
    tab.press("Escape")
    tab.press("r")
    tab.said("looked at")
    tab.run("document.querySelector('button[value=none]').click()")  # the button, with nothing focused: what was last
    tab.said("not looked at")
    tab.open(address)
    assert tab.run(marked) == [] and tab.run("document.getElementById('status').textContent") == ""
    assert [f for f in tab.failures if "400" not in f] == []


def test_what_can_be_focused_has_a_name_and_a_role(tab: Tab, page: Page) -> None:
    tab.open(page.address)
    for path in ("/", f"/records/{page.key_of('type=records/notesTable&entity=TELEPHONE_NUMBER')}", "/findings"):
        tab.open(f"http://{page.host}{path}")
        nodes = [node for node in tab.accessible() if node["focusable"] and node["role"] != "RootWebArea"]
        by_content = ("main", "mark", "note", "deletion")
        assert len(nodes) > 3 and [n for n in nodes if not n["name"] and n["role"] not in by_content] == []
    tab.open(f"http://{page.host}/records/{page.key_of('type=records/notesTable&entity=TELEPHONE_NUMBER')}")
    hits = [node for node in tab.accessible() if node["role"] == "mark" and "found by" in node["description"]]
    assert len(hits) > 5  # what found a span is its description


def test_places_in_a_text_count_every_character(tab: Tab, tmp_path: Path, keyring_path: Path, called: Command) -> None:
    text = "Line one\r\nLine\0 two\rand\r\n😀 Vexholm here."
    folder = tmp_path / "in"
    folder.mkdir()
    record = {"resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"}}
    texts = (text + " Call (650) 555-0134.", "half a pair: \ud83d")
    lines = [json.dumps(record | {"id": f"o{i}", "note": [{"text": t}]}) for i, t in enumerate(texts)]
    (folder / "a.ndjson").write_text("\n".join(lines))
    env = environment(tmp_path, keyring_path)
    assert called("run", folder, tmp_path / "out", env=env).returncode == 1
    with served(env, folder, tmp_path / "out") as (page, _):
        address = f"http://{page.host}/records/{page.key_of('outcome=released')}"
        assert "half a pair" in page.get(f"/records/{page.key_of('outcome=quarantined')}")
        tab.open(page.address)
        tab.open(address)
        tab.run(
            "const all = [...document.querySelectorAll('.old [data-start]')];"
            "const piece = all.find((p) => p.textContent.includes('Vex'));"
            "const at = piece.firstChild.data.indexOf('Vexholm'); document.getSelection().setBaseAndExtent("
            "piece.firstChild, at, piece.firstChild, at + 7)"
        )
        tab.press("m")
        tab.said("marked as missed")
        tab.open(address)
        at = text.index("Vexholm")
        assert f"characters {at} to {at + 7}: PERSON" in tab.run("document.body.textContent")
        tab.run("document.querySelector('form.inline button').click()")  # takes it back, without a script
        tab.wait("Page.loadEventFired")
        assert f"characters {at}" not in tab.run("document.body.textContent")


def test_nothing_of_a_record_runs_and_nothing_comes_from_elsewhere(tab: Tab, page: Page) -> None:
    tab.failures.clear()
    for filters in ("reason=no-schema", "type=DocumentReference", "type=Bundle"):
        tab.open(f"http://{page.host}/records/{page.key_of(filters)}")
        assert tab.run("document.querySelectorAll('main script, main img, main iframe').length") == 0
        loaded = tab.run("performance.getEntriesByType('resource').map((r) => r.name)")
        assert {re.sub(r"^http://[^/]+", "", name) for name in loaded} <= {"/static/review.css", "/static/review.js"}
    assert tab.failures == []


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Path:
    """The sample of `make demo`, read by the student too, as it is for the pictures."""
    folder = tmp_path_factory.mktemp("demo")
    env = environment(folder, keyring_path) | {"REDACTOR_DETECTORS": '["patterns","known","student"]'}
    assert called("sample", folder / "ehr", "--patients", "10", "--seed", "7").returncode == 0
    assert called("run", folder / "ehr" / "records", folder / "out", env=env).returncode == 0
    return folder


@pytest.mark.slow
def test_the_pictures_of_the_guide_can_be_made(tab: Tab, demo: Path, keyring_path: Path, tmp_path: Path) -> None:
    """PICTURES=1 writes them to docs/images."""
    env = environment(demo, keyring_path) | {"REDACTOR_DETECTORS": '["patterns","known","student"]'}
    target = PICTURES if os.environ.get("PICTURES") else tmp_path
    with served(env, demo / "ehr" / "records", demo / "out", "--sample", "60") as (page, _):
        tab.open(page.address)
        pictures = {"review-list": tab.look(dark=False, width=1100, height=560)}
        tab.open(f"http://{page.host}/records/{page.key_of('type=records/clinicalRecord')}")
        pictures["review-record"] = tab.look(dark=False, width=1100, height=640)
        tab.run("document.querySelector('.old .hit').focus()")
        pictures["review-dark"] = tab.look(dark=True, width=1100, height=640)
    for name, picture in pictures.items():
        assert len(picture) < LARGEST, (name, len(picture))
        (target / f"{name}.png").write_bytes(picture)


def test_the_pictures_of_the_guide_are_small() -> None:
    found = sorted(PICTURES.glob("review-*.png"))
    assert [p.stem for p in found] == ["review-dark", "review-list", "review-record"]
    assert all(p.stat().st_size < LARGEST for p in found)
