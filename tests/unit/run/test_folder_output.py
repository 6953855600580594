"""The folder output alone: the guarantees of the protocol, call by call."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.run.contracts import Part, Processed, RawRecord
from redactor.run.intake.files import InputFile
from redactor.run.intake.raw_records import Form
from redactor.run.output import folder
from redactor.run.output.contract import Output
from redactor.run.output.durable_files import sha256
from redactor.run.output.folder import FolderBatch, FolderOutput
from redactor.run.state.progress import FolderMark
from schemas.engine.records import Outcome

FILE = InputFile(1, Path("a.json"), "a.json", "json", "", ".json", 1, 1)


def output(folder: Path) -> Output[FolderBatch, FolderMark]:
    for name in ("state", "out"):
        (folder / name).mkdir(exist_ok=True)
    return FolderOutput(folder / "state", folder / "out", {1: FILE})


def one(
    payload: bytes | None, outcome: Outcome = Outcome.RELEASED, part: Part = "record", last: bool = False
) -> tuple[RawRecord, Processed]:
    raw = RawRecord(b"", "1:1", part=part, last=last)
    return raw, Processed(outcome, "id", "", payload=payload, entry=b"{}" if part == "entry" else None)


def test_nothing_is_in_out_before_the_seal(tmp_path: Path) -> None:
    out = output(tmp_path)
    out.open(1, FolderMark())
    mark = out.write(FolderBatch([one(b'{"a":1}'), one(b'{"d":1}', Outcome.DELETED)], "array"))
    assert not list((tmp_path / "out").iterdir())
    files = out.seal(1, mark)
    assert [(f.name, f.records) for f in files] == [("records-00001.json", 1), ("deleted-00001.ndjson", 1)]
    assert json.loads((tmp_path / "out" / "records-00001.json").read_bytes()) == [{"a": 1}]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o027, 0o640)])
def test_released_files_follow_the_umask(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        out = output(tmp_path)
        out.open(1, FolderMark())
        out.seal(1, out.write(FolderBatch([one(b'{"a":1}'), one(b'{"d":1}', Outcome.DELETED)], "array")))
    finally:
        assert os.umask(before) == umask
    assert {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "out").iterdir()} == {mode}


def test_bytes_after_the_mark_are_dropped(tmp_path: Path) -> None:
    first = output(tmp_path)
    first.open(1, FolderMark())
    mark = first.write(FolderBatch([one(b'{"a":1}')]))
    first.write(FolderBatch([one(b'{"lost":1}')]))
    first.abort()
    again = output(tmp_path)
    again.open(1, mark)
    mark = again.write(FolderBatch([one(b'{"b":2}')], "ndjson"))
    again.seal(1, mark)
    assert (tmp_path / "out" / "records-00001.ndjson").read_bytes() == b'{"a":1}\n{"b":2}\n'


def test_a_bundle_spans_batches_and_processes(tmp_path: Path) -> None:
    first = output(tmp_path)
    first.open(1, FolderMark())
    mark = first.write(FolderBatch([one(b'{"resourceType":"Bundle"}', part="bundle"), one(b'{"a":1}', part="entry")]))
    first.abort()
    again = output(tmp_path)
    again.open(1, mark)
    mark = again.write(FolderBatch([one(b'{"b":2}', part="entry", last=True)], "single"))
    again.seal(1, mark)
    bundle = json.loads((tmp_path / "out" / "records-00001.json").read_bytes())
    assert [e["resource"] for e in bundle["entry"]] == [{"a": 1}, {"b": 2}]


def test_a_deletion_stays_in_its_bundle_or_leaves_as_a_notice(tmp_path: Path) -> None:
    out = output(tmp_path)
    out.open(1, FolderMark())
    head = one(b'{"resourceType":"Bundle"}', part="bundle")
    kept = (RawRecord(b"", "1:1", part="entry"), Processed(Outcome.DELETED, "i", "", entry=b'{"request":1}'))
    notice = (RawRecord(b"", "1:1", part="entry", last=True), Processed(Outcome.DELETED, "i", "", payload=b'{"d":1}'))
    out.seal(1, out.write(FolderBatch([head, kept, notice], "single")))
    bundle = json.loads((tmp_path / "out" / "records-00001.json").read_bytes())
    assert bundle == {"resourceType": "Bundle", "entry": [{"request": 1}]}
    assert (tmp_path / "out" / "deleted-00001.ndjson").read_bytes() == b'{"d":1}\n'


def test_nothing_is_written_of_a_bundle_that_left_before(tmp_path: Path) -> None:
    out = output(tmp_path)
    out.open(1, FolderMark())
    entry = RawRecord(b"", "1:1", part="entry", last=True), Processed(Outcome.DUPLICATE, "id", "")
    mark = out.write(FolderBatch([one(None, Outcome.DUPLICATE, "bundle"), entry], "single"))
    assert out.seal(1, mark) == []


@pytest.mark.parametrize("form", ["ndjson", "array"])
def test_a_seal_can_be_repeated_until_the_unit_is_discarded(tmp_path: Path, form: str) -> None:
    first = output(tmp_path)
    first.open(1, FolderMark())
    mark = first.write(FolderBatch([one(b'{"a":1}')], form))  # type: ignore[arg-type]
    files = first.seal(1, mark)
    again = output(tmp_path)
    assert again.seal(1, mark) == files
    again.discard(1)
    assert not list((tmp_path / "state").iterdir())


@pytest.mark.parametrize("form", ["ndjson", "array"])
@pytest.mark.parametrize("where", ["part", "target", "target without its part"])
def test_what_was_changed_before_the_seal_was_journaled_is_not_described(tmp_path: Path, form: str, where: str) -> None:
    first = output(tmp_path)
    first.open(1, FolderMark())
    mark = first.write(FolderBatch([one(b'{"a":1}'), one(b'{"d":1}', Outcome.DELETED)], form))  # type: ignore[arg-type]
    first.abort()
    part = tmp_path / "state" / "records-00001.part"
    if where == "part":
        part.write_bytes(b'{"a":2}\n')
        with pytest.raises(RunError, match="were changed"):
            output(tmp_path).open(1, mark)
    else:
        (target,) = (tmp_path / "out" / f.name for f in output(tmp_path).seal(1, mark) if "records" in f.name)
        target.write_bytes(target.read_bytes().replace(b"1", b"2"))
        if where == "target" and part.exists():  # it could be another run's: its part does not replace it
            with pytest.raises(RunError, match="not this run's"):
                output(tmp_path).seal(1, mark)
            return
        part.unlink(missing_ok=True)
    with pytest.raises(RunError, match="were changed"):
        output(tmp_path).seal(1, mark)


def test_a_part_shorter_than_its_mark_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="shorter"):
        output(tmp_path).open(1, FolderMark(records_at=10, records_n=1))


def test_a_missing_sealed_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="OUT lacks"):
        output(tmp_path).seal(1, FolderMark(records_at=10, records_n=1, form="ndjson"))


@pytest.mark.parametrize(("form", "times"), [("ndjson", 1), ("array", 2)])
def test_a_part_is_hashed_once_and_what_it_was_converted_to_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Form, times: int
) -> None:
    hashed: list[Path] = []

    def counted(path: Path) -> str:
        hashed.append(path)
        return sha256(path)

    monkeypatch.setattr(folder, "sha256", counted)
    out = output(tmp_path)
    out.open(1, FolderMark())
    (file,) = out.seal(1, out.write(FolderBatch([one(b'{"a":1}')], form)))
    assert len(hashed) == times
    assert file.sha256 == sha256(tmp_path / "out" / file.name)


def test_the_digest_is_that_of_the_journal_and_not_of_what_was_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replaced(source: Path, target: Path) -> None:
        source.unlink()
        target.write_bytes(b'{"b":1}\n')

    monkeypatch.setattr(folder, "move", replaced)
    out = output(tmp_path)
    out.open(1, FolderMark())
    mark = out.write(FolderBatch([one(b'{"a":1}')], "ndjson"))
    (file,) = out.seal(1, mark)
    assert file.sha256 == mark.records_digest.hex()
