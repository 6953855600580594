"""The data card of a release, as a board reads it: counts, classes, what is unknown, and nothing of a person."""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor.run.state.locks import StateLock
from tests.conftest import Command
from tests.unit.evaluate.release_kit import Release, known_patients, patient
from tests.unit.service.browser import CHROMIUM, browser


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, called: Command, keyring_path: Path) -> Release:
    """The 25 patients under the profile that keeps years, ZIP codes and codes."""
    release = Release(tmp_path_factory.mktemp("release"), called, keyring_path)
    source = release.folder / "in"
    source.mkdir()
    records = known_patients()
    records.append(records[0] | {"photo": [{"data": "AAAA"}], "favouriteFood": "soup"})
    (source / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records[:20]))
    (source / "b.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records[20:]))
    (release.folder / "told.json").write_text(json.dumps(release.run(source, "limited-dataset")))
    return release


@pytest.fixture
def copy(made: Release, tmp_path: Path) -> Release:
    return made.copied(tmp_path)


def test_the_classes_are_those_that_were_worked_by_hand(made: Release) -> None:
    k = made.card("--state", made.state)["anonymity"]
    assert k["patients"] == 25
    assert k["shown"] == {
        "year of birth": 25, "birth date to the day": 25, "sex": 25, "state or ZIP code": 25,
        "ZIP code of five digits": 25, "race or ethnicity": 0,
    }  # fmt: skip
    figures = [(r["classes"], r["smallest"], r["under_5"], r["under_11"], r["under_5_share"]) for r in k["rows"]]
    assert figures == [
        ("withheld", "<5", "<5", "withheld", None),  # 5, 6, 3, 11
        (5, "<5", 9, 14, 0.36),  # 5, 4, 2, 3, 11
        (5, "<5", 9, 14, 0.36),
        (6, "<5", 10, 25, 0.4),  # 5, 4, 2, 3, 10, 1
        (25, "<5", 25, 25, 1.0),  # each was born on a day of its own
    ]
    assert [(band["sizes"], band["patients"]) for band in k["bands"]] == [
        ("1", 25), ("2-4", 0), ("5-10", 0), ("11-24", 0), ("25 or more", 0),
    ]  # fmt: skip
    assert k["rare"] == {"codes": 2, "under_5": 1, "under_11": 1, "patients": "<5", "named": None}


def test_the_counts_are_those_that_the_run_printed(made: Release) -> None:
    told = json.loads((made.folder / "told.json").read_text())
    card = made.card("--state", made.state)
    counts = card["counts"]
    assert counts["outcomes"] == told["outcomes"]
    assert counts["reasons"] == told["reasons"]
    assert counts["types"] == told["resource_types"]
    assert counts["entities"] | counts["guards"] == told["entities"]
    assert counts["omitted"] == told["omitted"]
    assert counts["unknown_fields"] == told["unknown_fields"] == {"Patient.(other)": 1}
    assert counts["emptied"] == told["emptied"]
    assert counts["records"] == told["records"]
    assert card["run"]["sources"] == told["files"]
    assert card["run"]["status"] == "done"
    assert re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", card["run"]["began"])


def test_without_a_state_the_card_says_what_it_cannot_know(made: Release, tmp_path: Path) -> None:
    card = made.card("--report", tmp_path)
    for part in (card["run"], card["counts"]["withheld"], card["counts"]["unknown_fields"], card["counts"]["emptied"]):
        assert "--state" in part["why"]
    assert card["counts"]["outcomes"] == json.loads((made.folder / "told.json").read_text())["outcomes"]
    assert "Made from OUT alone" in (tmp_path / "release.html").read_text()
    assert card["dates"]["attack"]["why"] == "dates leave as they are; there is no shift to guess"
    assert "no text" in card["drift"]["why"]


def test_the_report_is_a_page_and_its_twin(made: Release, tmp_path: Path) -> None:
    done = made.say("--state", made.state, "--report", tmp_path / "card")
    assert done.returncode == 0, done.stderr
    assert "25 patients" in done.stdout
    page = (tmp_path / "card" / "release.html").read_text()
    assert json.loads((tmp_path / "card" / "release.json").read_text()) == made.card("--state", made.state)
    for told in ("<th>Name</th><th>Role</th><th>Date</th><th>Decision</th>", "limited data set", "25 patients"):
        assert told in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=", page)


def test_a_rare_code_is_named_to_the_steward_alone(made: Release, tmp_path: Path) -> None:
    made.say("--state", made.state, "--report", tmp_path)
    assert "G30.9" not in (tmp_path / "release.html").read_text() + (tmp_path / "release.json").read_text()
    done = made.say("--name-codes", "--report", tmp_path)
    assert "ICD-10-CM G30.9" in done.stderr
    page = (tmp_path / "release.html").read_text()
    assert "ICD-10-CM G30.9" in page
    assert "not to be handed on" in page


def test_the_same_release_gives_the_same_bytes(made: Release, tmp_path: Path) -> None:
    pages = []
    for n in range(2):
        made.say("--state", made.state, "--report", tmp_path / str(n))
        pages.append([(tmp_path / str(n) / f"release.{ending}").read_bytes() for ending in ("html", "json")])
    assert pages[0] == pages[1]


def test_a_changed_file_is_told_at_the_top(copy: Release) -> None:
    changed = next(copy.out.glob("records-*"))
    changed.write_text(changed.read_text().replace("1970", "1971", 1))
    (copy.out / "Wilson Adam.txt").write_text("a file that nobody lists")
    done = copy.say("--json", "--report", copy.folder / "card")
    assert done.returncode == 1
    assert json.loads(done.stdout)["faults"] == [
        f"{changed.name} was changed", "OUT holds 1 files that the manifest does not name",
    ]  # fmt: skip
    page = (copy.folder / "card" / "release.html").read_text()
    assert page.index("Do not sign") < page.index("records released")
    assert "Wilson" not in page


def _forge(release: Release) -> None:
    path = release.out / "manifest.json"
    forged, n = re.subn(r'"released": ([0-9]+)', r'"released": 1\1', path.read_text(), count=1)
    assert n == 1
    path.write_text(forged)


def _damage(release: Release) -> None:
    (release.out / "manifest.json").write_text('{"format": "redactor-manifest/4", ')


def _strip(release: Release) -> None:
    path = release.out / "manifest.json"
    data = json.loads(path.read_text())
    del data["outcomes"]
    path.write_text(json.dumps(data))


def _unlink(release: Release) -> None:
    (release.out / "manifest.json").unlink()


@pytest.mark.parametrize(
    ("attack", "told"),
    [(_forge, "was changed"), (_damage, "is damaged"), (_strip, "was changed"), (_unlink, "there is no manifest")],
)
def test_a_manifest_that_proves_nothing_is_refused(copy: Release, attack: Callable[[Release], None], told: str) -> None:
    attack(copy)
    done = copy.say("--report", copy.folder / "card")
    assert done.returncode == 2
    assert told in done.stderr
    assert not (copy.folder / "card").exists()


def test_a_state_that_did_not_write_the_release_is_refused(copy: Release, called: Command, keyring_path: Path) -> None:
    other = Release(copy.folder / "other", called, keyring_path)
    source = copy.folder / "in.ndjson"
    source.write_text(json.dumps(known_patients()[0]) + "\n")
    other.run(source, "limited-dataset")
    done = copy.say("--state", other.state)
    assert (done.returncode, done.stdout) == (2, "")
    assert "belongs to another release" in done.stderr
    done = copy.say("--state", copy.folder / "nowhere")
    assert done.returncode == 2
    assert "no state of a run" in done.stderr
    assert not (copy.folder / "nowhere").exists()


def test_a_card_leaves_release_and_state_as_they_are(copy: Release) -> None:
    for folder in (copy.out, copy.out / "card", copy.state / "card"):
        done = copy.say("--state", copy.state, "--report", folder)
        assert done.returncode == 2
        assert "--report lies in" in done.stderr
    with StateLock(copy.state):
        done = copy.say("--state", copy.state)
    assert done.returncode == 2
    assert "is using this state" in done.stderr
    before = copy.card("--state", copy.state)
    assert (copy.card("--state", copy.state), before["faults"]) == (before, [])


def test_what_is_no_release_is_refused(copy: Release, tmp_path: Path) -> None:
    copy.out = tmp_path / "nowhere"
    done = copy.say()
    assert done.returncode == 2
    assert "OUT is no folder" in done.stderr
    copy.out = tmp_path
    assert "there is no manifest" in copy.say().stderr


def test_a_release_needs_a_sender(made: Release, called: Command) -> None:
    env = {"REDACTOR_HOME": str(made.folder / "home")}
    done = called("evaluate", "release", made.out, env=env)
    assert done.returncode == 2
    assert "--public-key" in done.stderr
    key = called("keys", "public", made.env["REDACTOR_KEYRING"], env=env).stdout.strip()
    done = called("evaluate", "release", made.out, "--public-key", key, "--json", env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["anonymity"]["patients"] == 25
    done = called("evaluate", "release", made.out, "--public-key", key, "--state", made.state, env=env)
    assert done.returncode == 2
    assert "keyring" in done.stderr


def _leaves(node: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _leaves(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from _leaves(value, key)
    elif isinstance(node, str):
        yield key, node


_PERSONAL = frozenset({"family", "given", "value", "id", "line", "city", "postalCode", "birthDate", "reference",
                       "text", "display", "district", "div", "date", "start", "end"})  # fmt: skip


def _told(folder: Path) -> str:
    page = (folder / "release.html").read_text()
    return page[page.index("</style>") :] + (folder / "release.json").read_text()


def test_a_card_holds_nothing_of_a_record(made: Release, tmp_path: Path) -> None:
    made.say("--state", made.state, "--report", tmp_path)
    released = [json.loads(line) for path in made.out.glob("records-*") for line in path.read_text().splitlines()]
    values = {value for key, value in _leaves([known_patients(), released]) if key in {*_PERSONAL, "code", "state"}}
    told = _told(tmp_path)
    assert {"02134", "1970-03-11", "TX"} <= values
    assert [value for value in values if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", told)] == []


@pytest.mark.slow
def test_a_card_holds_no_identifier_and_no_stand_in(
    made: Release, tmp_path: Path, called: Command, keyring_path: Path
) -> None:
    release = Release(tmp_path, called, keyring_path)
    assert called("sample", tmp_path / "ehr", "--patients", "4", "--seed", "31").returncode == 0
    release.run(tmp_path / "ehr" / "records", "hips")
    card = release.card("--state", release.state, "--name-codes", "--report", tmp_path / "card")
    assert card["dates"]["level"] == "visits"
    assert card["dates"]["attack"]["subjects"] == 4
    assert card["counts"]["entities"]["PATIENT"] > 100
    made.say("--report", tmp_path / "other")  # its words are those of every card: Fields and Day can be names, too
    told, others = _told(tmp_path / "card"), _told(tmp_path / "other")
    gold = {json.loads(line)["value"] for line in (tmp_path / "ehr" / "gold" / "gold.ndjson").read_text().splitlines()}
    stand_ins: set[str] = set()
    for path in release.out.glob("records-*json"):
        for line in path.read_text().splitlines():
            stand_ins |= {value for key, value in _leaves(json.loads(line)) if key in _PERSONAL}
    assert len(gold) > 1000
    assert len(stand_ins) > 500
    paths = {
        str(tmp_path),
        tmp_path.name,
        *(p.stem for p in (tmp_path / "ehr" / "records").rglob("*") if "_" in p.stem),
    }
    shown = [value for value in gold | stand_ins | paths if len(value) > 2 and value in told and value not in others]
    assert [value for value in shown if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", told)] == []


def test_without_the_extra_the_page_says_what_to_install(
    made: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "redactor.evaluate.pages", raising=False)
    done = made.say("--report", tmp_path / "card")
    assert done.returncode == 2
    assert "clinical-redactor[evaluate]" in done.stderr


@pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium")
def test_the_page_prints_on_two_sheets_and_loads_nothing(made: Release, tmp_path: Path) -> None:
    made.say("--state", made.state, "--report", tmp_path / "card")
    with browser(tmp_path / "chromium") as tab:
        tab.open((tmp_path / "card" / "release.html").as_uri())
        assert tab.failures == []
        assert tab.run("performance.getEntriesByType('resource').length") == 0
        printed = base64.b64decode(tab.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        for width in (360, 1000):
            size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
            tab.call("Emulation.setDeviceMetricsOverride", **size)
            assert tab.run("document.documentElement.scrollWidth") <= width
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


def test_an_older_release_in_place_of_a_newer_one_is_told(copy: Release, called: Command) -> None:
    older = copy.folder / "older"
    shutil.copytree(copy.out, older)
    source = copy.folder / "newer.ndjson"
    source.write_text(json.dumps(patient("z", "1950-01-02", "male", "MA", "02134")) + "\n")
    newer = (source, copy.folder / "out-2", "--state", copy.folder / "state-2", "--profile", "limited-dataset")
    for args in (("run", *newer), ("verify", copy.folder / "out-2")):
        assert called(*args, env=copy.env).returncode == 0
    verified = called("verify", older, env=copy.env)
    done = called("evaluate", "release", older, "--json", env=copy.env)
    assert (verified.returncode, done.returncode) == (1, 1)
    assert json.loads(done.stdout)["faults"]


def test_a_card_of_before_does_not_stay_where_there_is_none_now(copy: Release) -> None:
    report = copy.folder / "card"
    assert copy.say("--report", report).returncode == 0
    (copy.out / "manifest.json").write_bytes((copy.out / "manifest.json").read_bytes().replace(b"25", b"26", 1))
    assert copy.say("--report", report).returncode == 2
    assert list(report.iterdir()) == []
