"""The page in a real browser: keys, focus, marks, roles, no refused script, nothing that runs out of a record."""

from __future__ import annotations

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
