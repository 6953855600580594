"""The journal: commits are atomic, and a state accepts only its own run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata
from redactor.run.intake.files import InputFile
from redactor.run.output.durable_files import Appender
from redactor.run.state import progress
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.progress import FileProgress, FolderMark, OpenBundle

KEYS = Keyring.generate()
METADATA = RunMetadata("p@1", "digest", "claim", "enclave", "source", "p1", {})
FILE = InputFile(1, Path("x"), "john smith.ndjson", "ndjson", "", ".ndjson", 10, 20)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    j = Journal(tmp_path, KEYS)
    j.begin("f", [FILE], METADATA)
    yield j
    j.close()


def commit(**more: object) -> Commit:
    c = Commit(1, FileProgress(taken=3, chain=b"c", mark=FolderMark(bundle=OpenBundle(True, 2))), 77, **more)  # type: ignore[arg-type]
    c.counts["outcome", "released"] = 2
    return c


def test_a_commit_survives_reopening(journal: Journal, tmp_path: Path) -> None:
    versions = {"latest_versions": {"k": "r1"}, "latest_places": {"k": (2, 7)}}
    journal.commit(commit(gone={"r1": {4, 5}, "r3": {4}}, status="read", **versions))
    again = Journal(tmp_path, KEYS)
    assert again.file(1) == ("read", FileProgress(taken=3, chain=b"c", mark=FolderMark(bundle=OpenBundle(True, 2))))
    left = again.prior_releases([("r1", 5), ("r1", 6), ("r2", 4)], ["k", "z"])
    assert left.record_ids == {"r1"} and left.occurrences == {("r1", 5)} and left.latest_versions == {"k": "r1"}
    assert left.latest_places == {"k": (2, 7)}
    assert again.get("audit_at") == "77"
    again.close()


def test_the_progress_in_a_journal_is_read_whole_and_without_fields_that_came_later() -> None:
    stored = (
        b"\x88\xa5taken\x03\xa5chain\xc4\x01c\xaarecords_at\n\xa9records_n\x01\xaadeleted_at\x14\xa9deleted_n\x02"
        b"\xa4form\xa6ndjson\xa6bundle\x83\xa6opened\xc3\xa7entries\x02\xa7blocked\x92\xa8withheld\xa9opted-out"
    )
    mark = FolderMark(10, 1, 20, 2, "ndjson", OpenBundle(True, 2))
    assert progress.decode(stored) == FileProgress(3, b"c", ("withheld", "opted-out"), mark)
    mark = FolderMark(10, 1, 20, 2, "ndjson", OpenBundle(True, 2), b"r", b"d")
    whole = FileProgress(3, b"c", ("withheld", "opted-out"), mark)
    assert progress.decode(progress.encode(whole)) == whole


def test_counts_add_up_over_commits(journal: Journal) -> None:
    journal.commit(commit())
    journal.commit(commit())
    assert journal.counts("outcome") == {"released": 4} == journal.file_counts(1, "outcome")


def test_an_id_that_left_cannot_leave_again_at_its_place(journal: Journal) -> None:
    journal.commit(commit(gone={"r1": {4}}))
    with pytest.raises(Exception, match="UNIQUE"):
        journal.commit(commit(gone={"r1": {4, 5}}))
    assert journal.counts("outcome") == {"released": 2}, "the refused commit left nothing"


def test_the_names_of_files_are_not_in_it(journal: Journal, tmp_path: Path) -> None:
    assert all(b"smith" not in p.read_bytes() for p in tmp_path.iterdir())


@pytest.mark.parametrize(
    "other",
    [
        InputFile(1, Path("x"), "jane.ndjson", "ndjson", "", ".ndjson", 10, 20),
        InputFile(1, Path("x"), "john smith.ndjson", "ndjson", "", ".ndjson", 11, 20),
        InputFile(1, Path("x"), "john smith.ndjson", "ndjson", "", ".ndjson", 10, 21),
    ],
)
def test_another_input_is_refused(journal: Journal, other: InputFile) -> None:
    journal.begin("f", [FILE], METADATA)
    with pytest.raises(RunError, match="--state"):
        journal.begin("f", [other], METADATA)


def test_another_configuration_or_key_is_refused(journal: Journal, tmp_path: Path) -> None:
    journal.commit(commit())
    with pytest.raises(RunError, match="another configuration"):
        journal.begin("g", [FILE], METADATA)
    with pytest.raises(RunError, match="another keyring"):
        Journal(tmp_path, Keyring.generate())


def test_a_run_that_committed_nothing_begins_anew_under_another_configuration(journal: Journal) -> None:
    journal.put(harvested="1", facts="x")
    other = InputFile(1, Path("x"), "jane.ndjson", "ndjson", "", ".ndjson", 10, 20)
    with pytest.raises(RunError, match="another configuration"):
        journal.begin("g", [other], METADATA)
    journal.begin("g", [FILE], METADATA)
    assert journal.has_fingerprint("g") and journal.get("harvested") is journal.get("facts") is None
    assert journal.file(1) == ("new", FileProgress())


def test_a_damaged_journal_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database" * 100)
    with pytest.raises(RunError, match="start again"):
        Journal(tmp_path, KEYS)


def test_bytes_after_the_journaled_offset_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "p"
    path.write_bytes(b"kept|lost")
    part = Appender(path, 5)
    part.write(b"new")
    part.sync()
    part.close()
    assert path.read_bytes() == b"kept|new"
    with pytest.raises(RunError, match="shorter"):
        Appender(path, 100)
