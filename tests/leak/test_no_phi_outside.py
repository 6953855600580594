"""No PHI in messages, state, home, manifest or file names, whatever the input."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import ahocorasick_rs
import pytest

from tests.each_row import each_row
from tests.leak import hostile, proof
from tests.leak.hostile import DEEP, LIMIT, LINES, SECRETS, SSN, Hostile
from tests.leak.reading import read_gold

NAMES = {"PATIENT", "PERSON", "DOCTOR", "HOSPITAL"}


class Ran:
    """A run over the hostile folder and a whole sink, with everything that it wrote anywhere."""

    def __init__(self, root: Path, given: Hostile, done: Any, env: dict[str, str]) -> None:
        self.root, self.given, self.done, self.env = root, given, done, env
        self.out, self.state, self.home = root / "out", root / "state", root / "home"
        self.summary = json.loads(done.stdout)
        self.audit = [json.loads(line) for line in (self.state / "audit.ndjson").read_text("utf-8").splitlines()]

    def kept(self) -> list[Path]:
        """Every file of state and home, including the write-ahead logs."""
        return [p for folder in (self.state, self.home) for p in folder.rglob("*") if p.is_file()]


@pytest.fixture(scope="module")
def planted(small_sink: Path) -> set[str]:
    """Identifying values of the sink and of the hostile records: ids, numbers, names, streets, mail, hosts, dates."""
    values = set(SECRETS)
    for g in read_gold(small_sink):
        name = g.entity in NAMES and len(g.value) >= 6 and not g.value.islower()
        coded = sum(ch.isdigit() for ch in g.value) >= 5 and "DATE" not in g.entity
        if name or coded or g.entity in ("EMAIL", "STREET", "URL"):
            values.add(g.value)
    assert len(values) > 1_000
    return values


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory, command, small_sink: Path, keyring_path: Path) -> Ran:  # type: ignore[no-untyped-def]
    root = tmp_path_factory.mktemp("outside")
    given = hostile.write(root / "in")
    shutil.copytree(small_sink / "records", root / "in" / "zz-Quackenbush")
    env = {
        "REDACTOR_KEYRING": str(keyring_path),
        "REDACTOR_HOME": str(root / "home"),
        "REDACTOR_MAX_RECORD_BYTES": str(LIMIT),
        "REDACTOR_BATCH_RECORDS": "100",
    }
    done = command("run", root / "in", root / "out", "--state", root / "state", "--json", env=env)
    assert done.returncode == 1, done.stderr
    return Ran(root, given, done, env)


def test_broken_lines_are_quarantined_by_number_and_the_rest_is_processed(ran: Ran) -> None:
    number = ran.given.number(hostile.MRN)
    by_position = {e["at"]: e for e in ran.audit}
    got = [
        (by_position[f"{number}:{i}"]["outcome"], by_position[f"{number}:{i}"]["reason"])
        for i in range(1, len(LINES) + 1)
    ]
    assert got == [("quarantined", reason) if reason else ("released", None) for _, reason in LINES]
    assert DEEP == 10_000 and sum(reason == "too-deep" for _, reason in LINES) == 1


@each_row(
    ("part", "expected"),
    [("empty", []), (".dcm", ["unreadable-input"]), ("report.", ["unreadable-input"]),
     ("bomb", ["too-large", "decompression-bomb"]),
     ("long", ["too-large", None]), ("table", ["malformed-table"]), ("-16", ["bad-encoding"]),
     ("array", [None, "malformed-json", "truncated-input"]), ("bundle", [None, None, "wrong-type", None])],
)  # fmt: skip
def test_broken_files_are_reported_and_their_intact_records_released(
    ran: Ran, part: str, expected: list[str | None]
) -> None:
    number = ran.given.number(part)
    reasons = [e["reason"] for e in ran.audit if e["at"].partition(":")[0] == str(number)]
    # A truncated stream may or may not end with part of a record.
    assert [r for r in reasons if r != "truncated-input"] == [r for r in expected if r != "truncated-input"]
    assert ("truncated-input" in reasons) <= ("truncated-input" in expected or part == "bomb")


def test_a_truncated_archive_yields_its_intact_records(ran: Ran) -> None:
    number = ran.given.number("cut")
    mine = [e for e in ran.audit if e["at"].partition(":")[0] == str(number)]
    outcomes = Counter(e["outcome"] for e in mine)
    assert outcomes["released"] > 500 and mine[-1]["reason"] == "truncated-input"
    assert outcomes["quarantined"] <= 2


def test_every_record_has_one_outcome(ran: Ran) -> None:
    manifest = json.loads((ran.out / "manifest.json").read_text("utf-8"))
    outcomes = Counter(e["outcome"] for e in ran.audit)
    assert dict(outcomes) == ran.summary["outcomes"] and len(ran.audit) == ran.summary["records"]
    del outcomes["withheld"]  # which the manifest does not tell
    assert dict(outcomes) == manifest["outcomes"] and manifest["records"] == sum(outcomes.values())
    assert len({e["at"] for e in ran.audit}) == len(ran.audit)
    places = {e["at"].partition(":")[0] for e in ran.audit}
    files = sum(p.is_file() for p in (ran.root / "in").rglob("*"))
    assert len(places) == files - 1, "a file is missing from the audit (the empty one has nothing to tell)"


def test_the_intact_sink_is_released_in_full(ran: Ran, small_sink: Path) -> None:
    sizes = json.loads((small_sink / "gold" / "summary.json").read_text("utf-8"))
    first = min(int(e["at"].partition(":")[0]) for e in ran.audit if e["type"] == "Appointment")
    mine = [e for e in ran.audit if int(e["at"].partition(":")[0]) >= first]
    assert len(mine) == sum(sizes["resources"].values()) + sizes["bundles"] + sum(sizes["rows"].values())
    assert {e["outcome"] for e in mine} <= {"released", "deleted", "withheld"}


def test_messages_and_names_contain_no_planted_value(ran: Ran, planted: set[str]) -> None:
    manifest = (ran.out / "manifest.json").read_text("utf-8")
    audit = (ran.state / "audit.ndjson").read_text("utf-8")
    names = "\n".join(p.name for folder in (ran.out, ran.state, ran.home) for p in folder.rglob("*"))
    said = ran.done.stdout.replace(str(ran.root), "") + ran.done.stderr
    for text in (said, manifest, audit, names):
        assert not proof.survivors(text, [(value, "ID") for value in planted])
        assert not [s for s in SECRETS if s.lower() in text.lower()]


def test_no_file_of_state_and_home_contains_a_planted_value(ran: Ran, planted: set[str]) -> None:
    kept = ran.kept()
    assert {"journal.db", "quarantine.db", "audit.ndjson"} <= {p.name for p in kept} and any(
        "known.db" in p.name for p in kept
    )
    assert not [p for p in kept if p.stat().st_size and p.stat().st_mode & 0o077], "others may read what a run keeps"
    for path in kept:
        assert not _held(path.read_bytes(), planted), path.name


def test_the_search_finds_an_encoded_value(ran: Ran, planted: set[str]) -> None:
    content = (ran.state / "journal.db").read_bytes()
    for form in (b"Zebulon Quackenbush", "ZQ88155213".encode("utf-16-le"), b"abcdef" * 5 + b"." + SSN.encode()):
        assert len(_held(content[:1000] + form + content[1000:], planted)) >= 1


def _held(content: bytes, planted: set[str]) -> set[str]:
    """Planted values of six or more characters that occur in a file's bytes."""
    needles = sorted({f for v in planted if len(v) >= 6 for f in _encoded(v)})
    # Six letters within a keyed token of 32 are not a name.
    text = re.sub(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])", "|", content.decode("latin-1"))
    found = ahocorasick_rs.AhoCorasick(needles).find_matches_as_indexes(text, overlapping=True)
    return {needles[i] for i, _, _ in found}


def _encoded(value: str) -> set[str]:
    """The value's bytes as they could stand in a file, each byte a character."""
    return {value.encode(code).decode("latin-1") for code in ("utf-8", "utf-16-le")}


def test_quarantine_headers_need_no_key_and_payloads_do(ran: Ran, planted: set[str], command) -> None:  # type: ignore[no-untyped-def]
    done = command("quarantine", "list", "--state", ran.state, "--json", env=ran.env)
    assert done.returncode == 0, done.stderr
    held = json.loads(done.stdout)
    assert len(held) == ran.summary["outcomes"]["quarantined"]
    assert not [s for s in SECRETS if s.lower() in done.stdout.lower()]
    place = f"{ran.given.number(hostile.MRN)}:3"
    (entry,) = [h["id"] for h in held if h["position"] == place]
    shown = command("quarantine", "show", entry, "--state", ran.state, env=ran.env)
    assert shown.stdout.rstrip("\n").encode() == LINES[2][0]


@each_row(
    ("args", "env"),
    [
        (("run", "{root}/Zebulon Quackenbush", "{root}/o"), {}),
        (("run", "{root}/in", "{root}/in/Zebulon Quackenbush"), {}),
        (("run", "{root}/in", "{root}/o"), {"REDACTOR_SHIFT_WEEKS": "Zebulon Quackenbush"}),
        (("run", "{root}/in", "{root}/o"), {"REDACTOR_OPT_OUT": "{root}/Zebulon Quackenbush"}),
        (("run", "{root}/in", "{root}/o"), {"REDACTOR_CROSSWALK": "{root}/Zebulon Quackenbush"}),
        (("quarantine", "show", "Zebulon Quackenbush", "--state", "{root}/state"), {}),
    ],
)
def test_refusals_say_what_to_do_and_contain_no_phi(ran: Ran, command, args, env) -> None:  # type: ignore[no-untyped-def]
    filled = {k: v.format(root=ran.root) for k, v in env.items()}
    done = command(*(a.format(root=ran.root) for a in args), env={**ran.env, **filled})
    assert done.returncode == 2
    assert "Traceback" not in done.stderr and len(done.stderr) > 20
    assert not [s for s in SECRETS if s in done.stdout + done.stderr]
