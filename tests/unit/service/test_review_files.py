"""One file for a sample, records in the terminal, a list of ten thousand, and colours that can be read."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from redactor.service.review import pages
from redactor.service.review.listing import listing
from redactor.service.review.opened import Facts, Match
from redactor.service.review.sample import Drawn
from tests.conftest import Command
from tests.unit.service.review_kit import PLANTED, environment

CSS = pages.static("review.css")


def test_one_file_says_in_its_head_that_it_holds_phi(
    reviewed: Path, keyring_path: Path, tmp_path: Path, called: Command
) -> None:
    target, access = tmp_path / "all.html", reviewed / "home" / "access.jsonl"
    before = access.read_text() if access.exists() else ""
    args = ("review", reviewed / "in", reviewed / "out", "--sample", "500", "--html", target)
    done = called(*args, env=environment(reviewed, keyring_path))
    assert done.returncode == 0, done.stderr
    assert not any(value in done.stderr + done.stdout for value in PLANTED)
    text = target.read_text("utf-8")
    head = text.partition("</head>")[0]
    assert '<meta name="phi" content="yes">' in head and "<title>PHI" in head and pages.PHI in text
    assert "default-src 'none'" in head and not re.search(r"(src|href)=.?(http|//)", text)
    assert target.stat().st_mode & 0o777 == 0o600
    assert text.count("<article") == 17 and "Zebedeea Quillfeather" in text and "<script>alert" not in text
    told = access.read_text().removeprefix(before).splitlines()
    assert len([json.loads(line)["record"] for line in told if "review-html" in line]) == 17
    for refused in (target, reviewed / "out" / "all.html"):
        assert called(*args[:-1], refused, env=environment(reviewed, keyring_path)).returncode == 2


def test_a_file_without_originals_holds_no_identifier(
    reviewed: Path, keyring_path: Path, tmp_path: Path, called: Command
) -> None:
    target = tmp_path / "left.html"
    args = ("review", reviewed / "in", reviewed / "out", "--sample", "500", "--html", target, "--no-originals")
    done = called(*args, env=environment(reviewed, keyring_path))
    assert done.returncode == 0, done.stderr
    text = target.read_text("utf-8")
    assert text.count("<article") == 11 and "[PERSON]" in text and 'class="hit g-name"' in text
    assert [value for value in PLANTED if value.lower() in text.lower()] == []
    # Nothing of the original but what left: no place of a span, no key of a field that stayed, no record that stayed.
    shown = text.partition("</head>")[2]
    assert not re.search(r"data-start|data-end|vexholm|quarantined|withheld|found by|a\.ndjson|q1", shown)


@pytest.mark.parametrize("more", [(), ("--no-originals",)])
def test_the_terminal_shows_records_before_and_after(
    reviewed: Path, keyring_path: Path, called: Command, more: tuple[str, ...]
) -> None:
    args = ("review", reviewed / "in", reviewed / "out", "--terminal", "3", *more)
    done = called(*args, env=environment(reviewed, keyring_path) | {"COLUMNS": "160"})
    assert done.returncode == 0, done.stderr
    shown = done.stdout
    assert shown.count("┡") == 3 and "[PERSON]" in shown
    assert ("Quillfeather" in shown) == (not more)


def test_the_terminal_needs_no_extra_and_a_page_names_it(
    reviewed: Path, keyring_path: Path, called: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("jinja2", "starlette", "uvicorn"):
        monkeypatch.setitem(sys.modules, name, None)
    args, env = ("review", reviewed / "in", reviewed / "out"), environment(reviewed, keyring_path)
    assert called(*args, "--terminal", "1", env=env).returncode == 0
    for more in ((), ("--html", reviewed / "x.html")):
        done = called(*args, *more, env=env)
        assert done.returncode == 2 and "clinical-redactor[review]" in done.stderr


def test_a_list_of_ten_thousand_comes_in_pages() -> None:
    facts = []
    for i in range(10_000):
        kind = "Observation" if i % 2 else "Patient"
        drawn = Drawn(f"{i:016x}", f"r{i}", f"1:{i}", "released", "", "", kind, (), None)
        facts.append(Facts(drawn, Match.SAME, frozenset(), frozenset(), frozenset(), (i / 10_000,)))
    first, last = listing(facts, {}, ()), listing(facts, {"page": "100"}, ())
    assert (len(first.page), first.pages, last.page[-1].drawn.record_id) == (100, 100, "r9999")
    assert listing(facts, {"page": "7000"}, ()).number == 100
    narrow = listing(facts, {"type": "Patient", "low": "0.5", "high": "0.6", "page": "2"}, ())
    assert (narrow.total, narrow.pages, narrow.number) == (501, 6, 2)
    assert narrow.at(3) == "?type=Patient&low=0.5&high=0.6&page=3"
    assert listing(facts, {"unread": "1"}, {f"r{i}" for i in range(9_990)}).total == 10


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_has_the_contrast_that_wcag_asks_for(theme: int) -> None:
    colours = _colours(re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[theme])
    groups = ("name", "place", "date", "contact", "organisation", "demographic", "number")
    pairs = [("ink", g) for g in (*groups, "paper", "panel")]
    pairs += [(t, p) for t in ("soft", "link") for p in ("paper", "panel")] + [("warn", "warn-paper"), ("paper", "ink")]
    for text, ground in pairs:
        one, other = sorted((_luminance(colours[text]), _luminance(colours[ground])))
        assert (other + 0.05) / (one + 0.05) >= 4.5, (text, ground)
