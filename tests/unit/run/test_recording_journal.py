"""The journal of recordings: what leaves leaves once, and nothing in it tells whose recording it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import OutputFile
from redactor.run.state.recording_journal import RecordingJournal
from tests.unit.run.test_disk_full import limited

KEYS = Keyring.generate()
NAME = "ward/Vexholm_Zebulon.wav"
OUTPUTS = [OutputFile("b.json", "2" * 64, 20, 1), OutputFile("a.vtt", "1" * 64, 10, 1)]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[RecordingJournal]:
    j = RecordingJournal(tmp_path, KEYS)
    yield j
    j.close()


def received(j: RecordingJournal, name: str = NAME, digest: str = "d1", record: str = "r1", key: str = "k1") -> int:
    number = j.receive(name, digest).number
    j.identify(number, record, key, f"subject-{key}")
    return number


def test_a_file_has_one_row_however_often_it_is_received(journal: RecordingJournal) -> None:
    first = journal.receive(NAME, "d1")
    assert (first.number, first.status, first.attempts, first.outcome) == (1, "received", 0, "")
    assert journal.receive(NAME, "d1") == first
    others = [journal.receive(*sent).number for sent in ((NAME, "d2"), ("other.wav", "d1"), (NAME, "d1", "s1"))]
    assert others == [2, 3, 4], "another content, name or sidecar is another"
    assert [r.number for r in journal.recordings()] == [1, 2, 3, 4]


def test_nothing_on_the_disk_names_anybody(journal: RecordingJournal, tmp_path: Path) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"mister Vexholm"])
    assert journal.name(number) == NAME
    for path in (p for p in tmp_path.rglob("*") if p.is_file()):
        assert b"Vexholm" not in path.read_bytes() and "Vexholm" not in str(path)


def test_attempts_and_steps_outlive_a_crash_and_only_deaths_of_a_worker_count(
    journal: RecordingJournal, tmp_path: Path
) -> None:
    number = received(journal)
    for died in (True, False, True):
        journal.begin(number)
        journal.end_attempt(number, died=died)
    journal.begin(number)
    journal.begin(number)
    assert (journal.recording(number).attempts, journal.recording(number).begun) == (2, 2)
    journal.advance(number, "redacted")
    journal.advance(number, "heard")
    journal.set("fingerprint", "f")
    journal.close()
    again = RecordingJournal(tmp_path, KEYS)
    assert (again.recording(number).status, again.recording(number).attempts) == ("redacted", 2)
    assert (again.get("fingerprint"), again.get("none"), again.run) == ("f", None, journal.run)
    again.close()


def test_a_file_sent_twice_leaves_once(journal: RecordingJournal) -> None:
    one, two = received(journal), received(journal, "copy.wav")
    assert not journal.is_released("r1")
    assert journal.verify(two, OUTPUTS) and journal.is_released("r1"), "whichever is done first"
    assert not journal.verify(one, OUTPUTS)
    assert journal.verify(two, OUTPUTS), "resumed before its outputs were moved"
    journal.place(two)
    assert journal.counts("outcome") == {"duplicate": 1, "released": 1}
    assert journal.outputs() == [("a.vtt", two, "1" * 64, 10, 1), ("b.json", two, "2" * 64, 20, 1)]
    assert journal.outputs_of(two) == sorted(OUTPUTS) and journal.outputs_of(one) == []


def test_a_later_version_supersedes_the_one_received_before_it(journal: RecordingJournal) -> None:
    numbers = [received(journal, f"{n}.wav", f"d{n}", f"r{n}") for n in (1, 2, 3)]
    other = received(journal, "x.wav", "dx", "rx", "kx")
    for number in (*reversed(numbers), other):
        assert journal.verify(number, [])
    assert [journal.supersedes(n) for n in (*numbers, other)] == [None, "r1", "r2", None]
    assert journal.supersedes(received(journal, "again.wav", "d3", "r3")) == "r2", "never itself"
    assert journal.supersedes(journal.receive("new.wav", "dn").number) is None


def test_what_left_stays_so_and_what_did_not_may_be_tried_again(journal: RecordingJournal) -> None:
    number = received(journal)
    journal.settle(number, "quarantined", "unverified", "mute")
    row = journal.recording(number)
    assert (row.outcome, row.reason, row.where, journal.held()) == ("quarantined", "unverified", "mute", 1)
    assert journal.counts("reason") == {"unverified": 1}
    journal.retry(number)
    assert (journal.held(), journal.recording(number).status) == (0, "received")
    journal.settle(number, "quarantined", "unverified")
    assert journal.verify(number, OUTPUTS), "released from quarantine"
    assert (journal.held(), journal.counts("reason")) == (0, {})
    journal.place(number)
    assert journal.recording(number).status == "placed"
    for change in (lambda: journal.settle(number, "withheld"), lambda: journal.retry(number)):
        with pytest.raises(ValueError, match="stays released"):
            change()
    unnamed = journal.receive("b.wav", "d9").number
    with pytest.raises(ValueError, match="record id"):
        journal.verify(unnamed, [])
    with pytest.raises(ValueError, match="verified"):
        journal.place(unnamed)
    with pytest.raises(RunError):
        journal.recording(99)


def test_what_was_heard_is_kept_until_the_recording_is_placed(journal: RecordingJournal, tmp_path: Path) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"mister ", b"Vexholm"])
    assert journal.result(number, "heard", "v1") == b"mister Vexholm"
    assert journal.result(number, "heard", "v2") is None and journal.result(number, "found", "v1") is None
    journal.keep_result(number, "heard", "v2", [b"again"])
    assert (journal.result(number, "heard", "v1"), journal.result(number, "heard", "v2")) == (None, b"again")
    assert len(list((tmp_path / "results").iterdir())) == 1
    assert journal.verify(number, []) and journal.result(number, "heard", "v2") == b"again"
    journal.place(number)
    assert journal.result(number, "heard", "v2") is None and not list((tmp_path / "results").iterdir())


def test_a_result_that_cannot_be_used_is_made_again(journal: RecordingJournal, tmp_path: Path) -> None:
    one, two = received(journal), received(journal, "b.wav", "d2", "r2")
    for number in (one, two):
        journal.keep_result(number, "heard", "v1", [b"words of %d" % number])
    first, second = (journal._files(n)[0] for n in (one, two))
    second.write_bytes(first.read_bytes())
    assert journal.result(two, "heard", "v1") is None, "of another recording"
    first.unlink()
    assert journal.result(one, "heard", "v1") is None


def test_a_crash_before_the_row_leaves_no_result(
    journal: RecordingJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"one"])
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("redactor.run.state.recording_journal.SealedDatabase.transaction", _killed)
        journal.keep_result(number, "heard", "v1", [b"two"])
    assert len(list((tmp_path / "results").iterdir())) == 2
    journal.remove_leftovers()
    assert len(list((tmp_path / "results").iterdir())) == 1
    assert journal.result(number, "heard", "v1") == b"one"


def _killed(self: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("size", [0, 40_000, 100_000])
def test_a_full_disk_loses_nothing(journal: RecordingJournal, size: int) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"one"])
    with limited(size), pytest.raises((OSError, sqlite3.OperationalError)):
        journal.keep_result(number, "heard", "v1", [bytes(1 << 18)])
    with limited(0), pytest.raises((OSError, sqlite3.OperationalError)):
        journal.verify(number, OUTPUTS)
    assert journal.result(number, "heard", "v1") == b"one" and not journal.is_released("r1")
    assert journal.verify(number, OUTPUTS)


@pytest.mark.parametrize("at", ["statement", "commit"])
def test_a_full_disk_is_told_as_such_at_every_step_and_each_can_be_repeated(
    at: str, journal: RecordingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = received(journal)
    long = "x" * 200_000
    steps: list[Callable[[], object]] = [
        lambda: journal.receive(long, "d2"),
        lambda: journal.set("k", long),
        lambda: journal.identify(number, "r1", "k1", long),
        lambda: journal.settle(number, "quarantined", long),
        lambda: journal.verify(number, [OutputFile(long, "1" * 64, 10, 1)]),
    ]
    for step in steps:
        before = list(journal.recordings())
        if at == "commit":
            journal._db.execute("PRAGMA cache_size=-100000")  # nothing is written before the commit
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(sqlite3.OperationalError) as told:
            step()
        assert told.value.sqlite_errorcode == sqlite3.SQLITE_FULL
        assert list(journal.recordings()) == before
        journal._db.execute("PRAGMA max_page_count=1000000")
        step()
    journal.place(number)


def test_a_patient_who_is_forgotten_leaves_no_name_and_nothing_leaves_twice(
    journal: RecordingJournal, tmp_path: Path
) -> None:
    gone, stays = received(journal), received(journal, "b.wav", "d2", "r2", "k2")
    for number in (gone, stays):
        journal.keep_result(number, "heard", "v1", [b"words"])
    journal.verify(gone, OUTPUTS)
    assert journal.of_subjects(["subject-k1", "nobody", ""]) == [gone]
    assert journal.forget(["subject-k1", ""]) == 1 and journal.forget(["subject-k1"]) == 0
    assert (journal.name(gone), journal.name(stays)) == ("", "b.wav")
    assert journal.result(gone, "heard", "v1") is None and journal.result(stays, "heard", "v1") == b"words"
    assert len(list((tmp_path / "results").iterdir())) == 1
    assert not journal.verify(received(journal, "again.wav"), OUTPUTS)


@pytest.mark.parametrize("how", ["forget", "drop_names", "rotate"])
def test_a_name_that_is_erased_is_in_no_file_even_encrypted(tmp_path: Path, how: str) -> None:
    journal = RecordingJournal(tmp_path, KEYS)
    numbers = [received(journal, f"{n}/{'long' * 100}.wav", f"d{n}", f"r{n}") for n in range(20)]
    sources = [source[40:] for (source,) in journal._db.execute("SELECT source FROM recordings")]
    journal.close()
    journal = RecordingJournal(tmp_path, KEYS.rotated() if how == "rotate" else KEYS)
    data = b"".join(p.read_bytes() for p in tmp_path.glob("*.db*"))
    assert all(source in data for source in sources)
    if how == "forget":
        journal.forget(["subject-k1"])
    elif how == "drop_names":
        journal.drop_names(numbers)
    else:
        journal.rotate()
    data = b"".join(p.read_bytes() for p in tmp_path.glob("*.db*"))
    assert not any(source in data for source in sources)
    journal.close()


def test_a_new_key_reads_what_older_ones_wrote(journal: RecordingJournal, tmp_path: Path) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"words"])
    journal.close()
    newer = RecordingJournal(tmp_path, KEYS.rotated())
    assert (newer.rotate(), newer.rotate()) == (2, 0)
    assert (newer.name(number), newer.result(number, "heard", "v1")) == (NAME, b"words")
    newer.close()


def test_a_new_key_passes_over_a_result_whose_file_is_gone(journal: RecordingJournal, tmp_path: Path) -> None:
    gone, stays = received(journal), received(journal, "b.wav", "d2", "r2", "k2")
    for number in (gone, stays):
        journal.keep_result(number, "heard", "v1", [b"words"])
    journal._files(gone)[0].unlink()
    journal.close()
    newer = RecordingJournal(tmp_path, KEYS.rotated())
    assert (newer.rotate(), newer.rotate()) == (3, 0)  # two names and a result
    assert newer._files(gone) == [] and newer.result(stays, "heard", "v1") == b"words"
    newer.close()


@pytest.mark.parametrize("damage", ["key", "content"])
def test_a_result_that_the_keys_do_not_open_stops_their_rotation(
    damage: str, journal: RecordingJournal, tmp_path: Path
) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"words"])
    (file,) = journal._files(number)
    whole = file.read_bytes()
    key = KEYS._current.id.encode()
    assert key in whole
    file.write_bytes(whole.replace(key, b"0" * len(key)) if damage == "key" else whole[:10])
    with pytest.raises(KeyringError):
        journal.rotate()
    assert journal._files(number) == [file]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE recordings SET outcome='', status='received'",
        "DELETE FROM outputs",
        "UPDATE outputs SET sha256='0'",
        "UPDATE recordings SET record_id='other'",
        "UPDATE results SET made_by='v2'",
        "UPDATE recordings SET source=NULL",
    ],
)
def test_a_journal_that_was_changed_is_refused(change: str, journal: RecordingJournal, tmp_path: Path) -> None:
    number = received(journal)
    journal.keep_result(number, "heard", "v1", [b"words"])
    journal.verify(number, OUTPUTS)
    journal.close()
    with sqlite3.connect(tmp_path / "recordings.db") as db:
        db.execute(change)
    with pytest.raises(RunError, match="changed"):
        RecordingJournal(tmp_path, KEYS)


def test_a_journal_that_is_missing_damaged_or_of_another_kind_is_told(tmp_path: Path) -> None:
    for name in ("run", "missing", "damaged", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "run" / "journal.db").touch()
    (tmp_path / "missing" / "quarantine.db").touch()
    (tmp_path / "damaged" / "recordings.db").write_bytes(b"no database, but long enough to be taken for one " * 100)
    RecordingJournal(tmp_path / "other", Keyring.generate()).close()
    for name, told in (("run", "--state"), ("missing", "missing"), ("damaged", "damaged"), ("other", "keyring")):
        with pytest.raises(RunError, match=told):
            RecordingJournal(tmp_path / name, KEYS)
