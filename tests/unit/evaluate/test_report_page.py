"""The page of an evaluation: one file without PHI, its twin, and what a browser makes of it."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("matplotlib", reason="NOT TESTED: matplotlib is absent (extra `evaluate`)")
pytest.importorskip("jinja2", reason="NOT TESTED: jinja2 is absent (extra `evaluate`)")

from redactor.cli.root import app
from redactor.evaluate.report import Evaluation, Run, evaluate_systems
from redactor.evaluate.report_page import SHOWN, render, write_report
from redactor.evaluate.spans import Document, Labelled

NAME = "Ann <b>Vexholm</b> & Sons"
TEXT = f"Seen: {NAME}, on rounds <script>alert(1)</script>"
GOLD = (Labelled(6, 6 + len(NAME), "PATIENT"),)
MISSED = Document("n1", TEXT, GOLD, (Labelled(0, 4, "CITY", 0.7, "student"),), "a<b", (Labelled(6, 9, "PERSON", 0.2),))
FOUND = Document("n1", TEXT, GOLD, (Labelled(6, 6 + len(NAME), "PERSON"),), "a<b")


def evaluation(**systems: Document) -> Evaluation:
    return evaluate_systems({k: Run([d]) for k, d in systems.items()}, by_group=True, with_scores=True)


def test_a_page_holds_no_text_unless_it_is_asked_for(tmp_path: Path) -> None:
    page = write_report(evaluation(ours=MISSED, theirs=FOUND), tmp_path / "r")
    for path in (page, page.with_name("evaluation.json")):
        assert "Vexholm" not in path.read_text() and "n1" not in path.read_text()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    told = json.loads(page.with_name("evaluation.json").read_text())
    assert told["systems"]["theirs"]["report"]["recall"]["value"] == 1
    assert told["comparisons"][0]["figures"]["precision"]["value"] == 1
    assert render(evaluation(ours=MISSED)) == render(evaluation(ours=MISSED))


def test_a_page_with_text_says_so_and_escapes_it() -> None:
    page = render(evaluation(ours=MISSED), [MISSED])
    assert "holds identifiers of patients" in page
    assert "<mark>Ann &lt;b&gt;Vexholm&lt;/b&gt; &amp; Sons</mark>" in page
    assert "<script" not in page and "a&lt;b" in page
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)


def test_a_page_shows_a_bounded_number_of_misses() -> None:
    many = Document("n1", "Vexholm " * 300, tuple(Labelled(8 * n, 8 * n + 7, "PATIENT") for n in range(300)), ())
    page = render(evaluation(ours=many), [many])
    assert page.count("<mark>Vexholm</mark>") == SHOWN and f"The first {SHOWN} of 300" in page


def test_names_with_formulas_and_control_characters_are_drawn() -> None:
    page = render(
        evaluate_systems({"$\\frac{$ \x1b[1m" + "x" * 80: Run([MISSED]), "b": Run([FOUND])}, with_scores=True)
    )
    assert page.count("<img") >= 6


def test_systems_without_spans_and_documents_without_gold_make_a_page() -> None:
    empty = Document("n1", "Nothing is here.", (), ())
    assert "Terms" in render(evaluation(ours=empty))
    assert "Terms" in render(evaluation(ours=empty, theirs=Document("n1", "", (), ())))


def test_the_command_writes_text_under_home_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    gold, pred = tmp_path / "g.jsonl", tmp_path / "p.jsonl"
    gold.write_text(json.dumps({"id": "n1", "text": TEXT, "spans": [{"start": 6, "end": 9, "label": "PATIENT"}]}))
    pred.write_text(json.dumps({"id": "n1", "spans": []}))
    line = ["evaluate", str(gold), "--pred", str(pred)]
    done = CliRunner().invoke(app, [*line, "--with-text"])
    assert done.exit_code == 0, done.output
    (page,) = (tmp_path / "home").rglob("evaluation.html")
    assert "holds PHI" in done.output and "<mark>Ann</mark>" in page.read_text()
    done = CliRunner().invoke(app, [*line, "--report", "figures"])
    assert done.exit_code == 0 and "<mark>" not in (tmp_path / "figures" / "evaluation.html").read_text()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="NOT TESTED: chromium is absent")
def test_a_browser_shows_each_chart_and_runs_nothing(tmp_path: Path) -> None:
    page = write_report(evaluation(ours=MISSED, theirs=FOUND), tmp_path / "r", [MISSED])
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    probe = tmp_path / "probe.html"
    # A frame of the page in a page that may run scripts: sizes of the images, and what the page tried to load.
    probe.write_text(
        page.read_text()
        .replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
        .replace(
            "</body>",
            "<p id=told></p><script>addEventListener('load', () => {const i = [...document.images];"
            " told.textContent = 'images ' + i.length + ' drawn ' + i.filter(x => x.naturalWidth > 100).length"
            " + ' wide ' + (document.documentElement.scrollWidth <= innerWidth)"
            " + ' loaded ' + performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length"
            "})</script></body>",
        )
    )
    done = subprocess.run(
        [*browser, "--window-size=1000,900", "--dump-dom", probe.as_uri()], capture_output=True, text=True, timeout=120
    )
    (told,) = re.findall(r'id="told">([^<]*)<', done.stdout)
    found = re.fullmatch(r"images (\d+) drawn (\d+) wide true loaded 0", told)
    assert found is not None and found[1] == found[2] and int(found[1]) >= 8, told
