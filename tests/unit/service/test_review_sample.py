"""The sample is drawn by key, from every type and outcome, and every record of it is found again in IN and in OUT."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.service.review.opened import Match, Review, open_review, with_profile_of_run
from redactor.service.review.sample import draw
from redactor.settings import load_settings
from tests.conftest import Command
from tests.unit.service.review_kit import environment, write_input

Open = Callable[..., Review]
SCHEMA = {
    "title": "records/odd",
    "version": "1.0.0",
    "dataType": "odd",
    "subject": [],
    "type": "object",
    "properties": {
        "dataType": {"type": "string", "enum": ["odd"], "rule": "passThrough"},
        "vexholm": {"type": "string", "rule": "autoDeID"},
        "name": {"type": "string", "rule": "mask", "entity": "PERSON"},
    },
}


def _audit(path: Path, strata: list[tuple[str, int]]) -> int:
    lines = []
    for kind, n in strata:
        for _ in range(n):
            at = f"1:{len(lines) + 1}"
            lines.append({"record": f"r{len(lines)}", "outcome": "released", "reason": None, "where": "", "at": at})
            lines[-1] |= {"type": kind, "schema": kind, "entities": {"PERSON": 1, "guard-trimmed:PERSON": 2}}
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    path.write_bytes(data + b'{"cut": ')
    return len(data)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=12), st.integers(1, 80))
def test_a_sample_has_its_size_and_every_stratum(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], n: int
) -> None:
    strata = [(f"T{i}", size) for i, size in enumerate(sizes)]
    path = tmp_path_factory.mktemp("audit") / "audit.ndjson"
    end = _audit(path, strata)
    key = Keyring.generate().internal("review")
    drawn, counts = draw(path, end, n, key)
    assert counts == {(kind, "released"): size for kind, size in strata}
    assert len(drawn) == min(n, sum(sizes)) == len({d.record_id for d in drawn}) == len({d.key for d in drawn})
    found = Counter(d.type for d in drawn)
    if n >= len(sizes):
        assert set(found) == {kind for kind, _ in strata}
    if n >= 3 * sum(sizes) // min(sizes):  # all have their share: nobody is more than one record off it
        assert all(abs(found[kind] - min(size, n * size / sum(sizes))) <= 1 for kind, size in strata)
    assert draw(path, end, n, key)[0] == drawn
    assert {e for d in drawn for e in d.entities} == {"PERSON"}


def test_another_key_draws_another_sample_in_another_order(tmp_path: Path) -> None:
    end = _audit(tmp_path / "audit.ndjson", [("A", 3_000)])
    one, other = (draw(tmp_path / "audit.ndjson", end, 50, Keyring.generate().internal("review"))[0] for _ in range(2))
    assert len({d.record_id for d in one} & {d.record_id for d in other}) < 10
    assert [d.record_id for d in one] != sorted(d.record_id for d in one)


@pytest.fixture
def opened(reviewed: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    def open_it(folder: Path = reviewed, **env: str) -> Review:
        for name, value in environment(folder, keyring_path, **env).items():
            monkeypatch.setenv(name, value)
        found = with_profile_of_run(load_settings(), folder / "out", None)
        review = open_review(found, folder / "in", folder / "out", size=500)
        list(review.read_all())
        return review

    return open_it


def test_every_record_becomes_again_what_out_holds(opened: Open) -> None:
    review = opened()
    outcomes = Counter(f.drawn.outcome for f in review.facts.values())
    assert outcomes == {"released": 11, "quarantined": 2, "withheld": 1, "duplicate": 1, "deleted": 2}
    assert {f.match for f in review.facts.values()} == {Match.SAME} and review.run.is_configured
    files = {review.result(k).file.rpartition(".")[2] for k, f in review.facts.items() if f.drawn.place is not None}
    assert files == {"ndjson", "json", "csv"}


def test_a_changed_setting_is_told(opened: Open) -> None:
    review = opened(REDACTOR_DETECTORS='["known"]')
    assert not review.run.is_configured
    found = Counter(f.match for f in review.facts.values() if f.drawn.outcome == "released")
    assert found[Match.DIFFERS] > 5 and found[Match.SAME] > 0


@pytest.fixture
def own(tmp_path: Path, keyring_path: Path, called: Command) -> Path:
    """A run of one's own, under another profile, that may be changed."""
    write_input(tmp_path / "in")
    args = ("run", tmp_path / "in", tmp_path / "out", "--profile", "limited-dataset")
    done = called(*args, env=environment(tmp_path, keyring_path))
    assert done.returncode == 1, done.stderr
    return tmp_path


def test_what_was_changed_in_out_or_in_is_told(own: Path, opened: Open) -> None:
    assert {f.match for f in opened(own).facts.values()} == {Match.SAME}  # under the profile of the manifest
    table = next((own / "out").glob("*.csv"))
    table.write_text(table.read_text("utf-8").replace("well", "ill"), "utf-8")
    assert sum(f.match is Match.DIFFERS for f in opened(own).facts.values()) == 1
    (own / "in" / "a.ndjson").write_text("{}\n")
    with pytest.raises(RunError, match="IN is not what the run read"):
        opened(own)
    shutil.rmtree(own / "home" / "runs")
    with pytest.raises(RunError, match="no run in this state"):
        opened(own)


def test_records_released_later_are_found_in_their_file(
    own: Path, opened: Open, keyring_path: Path, called: Command
) -> None:
    (own / "schemas").mkdir()
    (own / "schemas" / "odd.json").write_text(json.dumps(SCHEMA))
    env = environment(own, keyring_path, REDACTOR_SCHEMA_DIRS=json.dumps([str(own / "schemas")]))
    env["REDACTOR_PROFILE"] = "limited-dataset"
    assert called("schema", "approve", "records/odd", "--by", "A. Steward", env=env).returncode == 0
    done = called("quarantine", "release", own / "out", "--all", "--json", env=env)
    assert len(json.loads(done.stdout)["released"]) == 1, done.stderr
    review = opened(own, REDACTOR_SCHEMA_DIRS=env["REDACTOR_SCHEMA_DIRS"])
    (key,) = [k for k, f in review.facts.items() if f.drawn.type == "records/odd"]
    found = review.result(key)
    assert (found.file, found.facts.match, found.facts.drawn.outcome) == (
        "released-00001.ndjson",
        Match.SAME,
        "released",
    )
    assert found.left is not None and found.left["name"] == "[PERSON]"
