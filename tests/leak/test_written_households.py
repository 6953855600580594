"""One stand-in for a person in sixteen households written by hand, before the rules that they test were mended.

They have maiden names, remarriages, twins, juniors, two surnames, patronymics, particles, surnames in two genders, a
contact with a phone number only, a neighbour and doctors of the same surname, and two unrelated patients of one name.
data/written_households.ndjson marks each mention: ⟦household.person.g:Ann⟧ is a given name, f a family name. A text
that begins with "B64:" is an attachment.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from redactor.evaluate.households import HouseholdReport, measure_households
from tests.leak.test_households import settings

_MARK = re.compile(r"⟦(\w+)\.(\w+)\.([gf]):([^⟧]*)⟧")
_PARTS = {"g": "given", "f": "family"}
Json = dict[str, Any]


def _unmarked(text: str, record: str, path: str, gold: list[Json]) -> str:
    """The text without marks; its mentions are added to the gold."""
    out = ""
    at = 0
    for mark in _MARK.finditer(text):
        household, person, part, surface = mark.groups()
        out += text[at : mark.start()]
        gold.append({
            "household": household, "person": person, "part": _PARTS[part], "record": record, "path": path,
            "start": len(out), "end": len(out) + len(surface), "surface": surface,
        })  # fmt: skip
        out += surface
        at = mark.end()
    return out + text[at:]


def _read(value: Any, record: str, path: str, gold: list[Json]) -> Any:
    if isinstance(value, str):
        if value.startswith("B64:"):
            text = _unmarked(value.removeprefix("B64:"), record, path, gold)
            return base64.b64encode(text.encode()).decode()
        return _unmarked(value, record, path, gold)
    if isinstance(value, list):
        return [_read(v, record, f"{path}[{i}]", gold) for i, v in enumerate(value)]
    if isinstance(value, dict):
        return {k: _read(v, record, f"{path}.{k}" if path else k, gold) for k, v in value.items()}
    return value


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> HouseholdReport:
    folder = tmp_path_factory.mktemp("written")
    gold: list[Json] = []
    lines = []
    for line in (Path(__file__).parent / "data" / "written_households.ndjson").read_text("utf-8").splitlines():
        record = json.loads(line)
        lines.append(json.dumps(_read(record, f"{record['resourceType']}/{record['id']}", "", gold)))
    (folder / "records").mkdir()
    (folder / "records" / "all.ndjson").write_text("\n".join(lines), "utf-8")
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)), "utf-8")
    return measure_households(folder, settings(folder / "home"))


def test_each_person_has_one_stand_in(report: HouseholdReport) -> None:
    assert report.quarantined == 0 and report.replaced > 1450 and report.people[1] > 55
    assert report.people[0] >= report.people[1] - 1, report.faults
    assert report.across[0] >= report.across[1] - 1, report.faults


def test_families_share_surnames_and_namesakes_do_not(report: HouseholdReport) -> None:
    assert report.surnames[1] > 30 and report.surnames[0] == report.surnames[1], report.faults
    assert report.strangers[0] == 0 and report.strangers[1] > 3
    assert report.apart[0] == report.apart[1] > 100
