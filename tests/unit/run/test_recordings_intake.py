"""Which sidecar is a recording's, and what is one recording: no sidecar is overlooked, no content leaves twice."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from redactor.run.contracts import FileReason
from redactor.run.output.durable_files import describe, place
from redactor.run.recordings.batch import file_of, list_recordings, paired
from tests.each_row import each_row
from tests.unit.run.recordings_kit import heard, process, released, send


@each_row(
    ("recording", "sidecar"),
    [
        ("visit.wav", "visit.json"),
        ("VISIT.WAV", "VISIT.JSON"),
        ("visit.wav", "visit.wav.json"),
        ("visit.wav.mp3", "visit.wav.json"),
        ("a/visit.v2.Mp3", "a/visit.v2.mp3.json"),
        ("Jos\u00e9.wav", "Jose\u0301.json"),
        ("no-suffix", "no-suffix.json"),
    ],
)
def test_a_sidecar_is_found(recording: str, sidecar: str) -> None:
    (arrival,) = paired([(recording, Path(recording)), (sidecar, Path(sidecar))])
    assert (arrival.name, arrival.sidecar) == (recording, Path(sidecar))


@pytest.mark.parametrize(
    ("recording", "sidecar"),
    [("visit.wav", "Visit.json"), ("visit.v2.wav", "visit.json"), ("a/visit.wav", "visit.json")],
)
def test_a_sidecar_of_another_name_is_another_recordings(recording: str, sidecar: str) -> None:
    found = paired([(recording, Path(recording)), (sidecar, Path(sidecar))])
    assert {(a.name, a.sidecar) for a in found} == {(recording, None), (sidecar, Path(sidecar))}


@pytest.mark.parametrize("name", ["visit.json", "visit.JSON", "visit.wav.json"])
def test_the_sidecar_of_a_single_recording_is_found(name: str, tmp_path: Path) -> None:
    (tmp_path / "visit.wav").write_text("say one")
    (tmp_path / "other.json").write_text("{}")
    os.mkfifo(tmp_path / name)  # cannot be read, and is not overlooked
    (arrival,) = list_recordings(tmp_path / "visit.wav")
    assert (arrival.name, arrival.sidecar) == ("visit.wav", tmp_path / name)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_copy_without_a_sidecar_leaves_no_second_time(workers: int, tmp_path: Path) -> None:
    send(
        tmp_path,
        a_copy__wav="say one",
        b__wav="say one",
        b__json='{"id": "visit-7", "patient": "p1"}',
        c__wav="say one",
    )
    assert dict(process(tmp_path, workers).outcomes) == {"duplicate": 2, "released": 1}
    assert len(released(tmp_path)) == 2


def test_a_copy_without_a_sidecar_is_withheld_with_the_other(tmp_path: Path) -> None:
    send(tmp_path, a_copy__wav="withheld", b__wav="withheld", b__json='{"id": "visit-7", "patient": "p1"}')
    done = process(tmp_path)
    assert (dict(done.outcomes), dict(done.reasons)) == ({"withheld": 2}, {"opted-out": 2})
    assert heard(tmp_path) == [""]  # one of them


def test_a_sidecar_that_comes_later_makes_a_later_version(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    send(tmp_path, a__json='{"id": "visit-7", "patient": "p1"}')
    assert dict(process(tmp_path).outcomes) == {"released": 2}
    first, second = map(json.loads, (tmp_path / "state/audit.ndjson").read_text().splitlines())
    assert (first["supersedes"], second["supersedes"]) == (None, first["record"])


@each_row(
    ("files", "sidecar_of_first", "has_more"),
    [
        (["a.wav", "a.json", "a.wav.json"], "a.json", True),
        (["a.wav", "a.wav.json", "b.wav"], "a.wav.json", False),
        (["a.mp3", "a.wav", "a.mp3.json", "a.wav.json"], "a.mp3.json", False),
        (["a.mp3", "a.wav", "a.mp3.json", "a.json"], "a.json", True),
    ],
)
def test_of_two_sidecars_none_is_chosen(files: list[str], sidecar_of_first: str, has_more: bool) -> None:
    first, *others = paired([(name, Path(name)) for name in files])
    assert (str(first.sidecar), first.has_more) == (sidecar_of_first, has_more)
    assert all(arrival.path is not None for arrival in others)


def test_a_recording_with_two_sidecars_is_held(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json='{"patient": "p1"}')
    (tmp_path / "in" / "a.wav.json").write_text("{}")
    done = process(tmp_path)
    assert (dict(done.outcomes), dict(done.reasons)) == ({"quarantined": 1}, {"other-patient": 1})
    assert heard(tmp_path) == []


def test_a_patient_who_is_named_after_the_recording_left_is_told(tmp_path: Path) -> None:
    """It left without the patient's known values, and whatever the patient had opted out of."""
    send(tmp_path, a__wav="say one")
    process(tmp_path)
    send(tmp_path, a__json='{"patient": "p1"}')
    assert dict(process(tmp_path).reasons) == {"other-patient": 1}


def test_the_same_content_of_another_patient_is_held_and_a_correction_passes(tmp_path: Path) -> None:
    send(tmp_path, a__wav="say one", a__json='{"id": "visit-7", "patient": "p1"}')
    process(tmp_path)
    send(tmp_path, a__json='{"id": "visit-7", "patient": "p2"}')
    assert dict(process(tmp_path).reasons) == {"other-patient": 1}
    send(tmp_path, b__wav="say two", b__json='{"id": "visit-7", "patient": "p1"}')
    assert dict(process(tmp_path).outcomes) == {"quarantined": 1, "released": 2}


def test_a_disk_that_fills_while_outputs_are_copied_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staged, target = tmp_path / "state/out", tmp_path / "OUT/record"
    for folder in (staged, target.parent):
        folder.mkdir(parents=True)
    (staged / "transcript.json").write_text("{}")
    files = describe(staged, ["transcript.json"], "transcript.json")
    rename = Path.rename

    def across_file_systems(path: Path, to: Path) -> Path:
        if path == staged:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(path, to)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "rename", across_file_systems)
    with monkeypatch.context() as disk, pytest.raises(OSError, match="No space") as e:
        disk.setattr(shutil, "copyfile", full)
        place(staged, target, files)
    assert e.value.errno == errno.ENOSPC and not target.exists()
    place(staged, target, files)
    assert (target / "transcript.json").read_text() == "{}" and not staged.exists()


def test_links_below_a_folder_are_refused_and_a_named_recording_may_be_one(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "visit.wav").symlink_to(tmp_path / "secret")
    (arrival,) = list_recordings(tmp_path / "in")
    assert file_of(arrival).error is FileReason.LINK
    (named,) = list_recordings(tmp_path / "in" / "visit.wav")
    assert named.name == "visit.wav" and file_of(named).error is None
