"""Answers of LLMs in memory and in home."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from redactor.errors import AnswersMismatchError, AnswersUnavailableError
from redactor.files import sqlite
from redactor.keys import DerivedKey, Keyring
from redactor.llm.cache import AnswerCache, AnswerStore, Entry, MemoryAnswers, answer_key
from tests.each_row import each_row

KEYS = Keyring.generate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "llm.db"


@pytest.fixture
def cache(path: Path) -> Iterator[AnswerCache]:
    with closing(AnswerCache(path, KEYS)) as cache:
        yield cache


@pytest.fixture(params=["memory", "home"])
def answers(request: pytest.FixtureRequest) -> AnswerStore:
    if request.param == "memory":
        return MemoryAnswers()
    found: AnswerCache = request.getfixturevalue("cache")
    return found


def bytes_of(path: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(path.parent.glob("llm.db*")))


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)


def key(n: int) -> bytes:
    return n.to_bytes(32, "big")


def test_first_answer_stands(answers: AnswerStore) -> None:
    assert answers.add([Entry(key(1), "p", b"one"), Entry(key(2), None, b"two")]) == {key(1): b"one", key(2): b"two"}
    assert answers.add([Entry(key(1), "p", b"other"), Entry(key(3), "p", b"three")]) == {
        key(1): b"one",
        key(3): b"three",
    }
    assert answers.get([key(1), key(2), key(4)]) == {key(1): b"one", key(2): b"two"}


def test_of_two_entries_of_one_call_the_first_stands(answers: AnswerStore) -> None:
    assert answers.add([Entry(key(1), "p", b"one"), Entry(key(1), "p", b"other")]) == {key(1): b"one"}


def test_memory_is_bounded() -> None:
    answers = MemoryAnswers(most=10_000)
    for n in range(100):
        assert answers.add([Entry(key(n), None, bytes(750))]) == {key(n): bytes(750)}
    assert list(answers.get([key(n) for n in range(100)])) == [key(n) for n in range(90, 100)]


@each_row(
    "other",
    [
        ("p", "ab", "c"),
        ("p", "a", "b", "c"),
        ("p", "abc"),
        (None, "p", "a", "bc"),
        ("", "a", "bc"),
        ("q", "a", "bc"),
        ("p", "bc", "a"),
        ("p", "a", "bc", ""),
    ],
)
def test_key_of_an_answer_tells_parts_apart(other: tuple[str | None, *tuple[str, ...]]) -> None:
    derived = DerivedKey(b"k" * 32)
    assert answer_key(derived, "p", "a", "bc") == answer_key(derived, "p", "a", "bc")
    assert answer_key(derived, *other) != answer_key(derived, "p", "a", "bc")


def test_key_of_an_answer_differs_by_recipient_and_epoch() -> None:
    keyring = Keyring.generate()
    derived = [
        keyring.pseudonym("llm", "one"),
        keyring.pseudonym("llm", "two"),
        keyring.next_epoch().pseudonym("llm", "one"),
    ]
    assert len({answer_key(k, None, "text") for k in derived}) == len(derived)
    assert answer_key(keyring.rotated().pseudonym("llm", "one"), None, "text") == answer_key(derived[0], None, "text")


# -- answers of a home


def test_answers_outlast_the_process_that_stored_them(path: Path) -> None:
    many = [Entry(key(n), f"p{n % 7}", b"%d" % n * (n + 1)) for n in range(600)]  # more than one statement takes
    with closing(AnswerCache(path, KEYS)) as cache:
        assert cache.add(many) == {e.key: e.value for e in many}
    assert path.stat().st_mode & 0o777 == 0o600
    with closing(AnswerCache(path, KEYS)) as cache:
        assert cache.get([e.key for e in many]) == {e.key: e.value for e in many}
        assert cache.add([Entry(key(0), "p0", b"other")]) == {key(0): b"0"}


def test_nothing_is_asked_or_stored_for_no_keys(answers: AnswerStore) -> None:
    assert answers.get([]) == {} and answers.add([]) == {}


def test_file_holds_no_value_and_no_subject(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "subject-token", b"Vexholm"), Entry(key(2), None, b"Vexholm"), Entry(key(3), None, b"")])
    stored = bytes_of(path)
    assert b"Vexholm" not in stored and b"subject-token" not in stored
    with closing(sqlite3.connect(path)) as db:
        assert len({len(a) for (a,) in db.execute("SELECT answer FROM answers")}) == 1


TAMPERING: list[tuple[str, tuple[object, ...]]] = [
    ("UPDATE answers SET answer=(SELECT answer FROM answers WHERE key=?) ", (key(2),)),
    ("UPDATE answers SET answer=(SELECT answer FROM answers WHERE key=?) ", (key(3),)),
    ("UPDATE answers SET subject=(SELECT subject FROM answers WHERE key=?)", (key(2),)),
    ("UPDATE answers SET answer=?", (b"",)),
    ("UPDATE answers SET answer=?", (b"e-00000000\0" + bytes(300),)),
    ("UPDATE answers SET answer='text'", ()),
    ("UPDATE answers SET subject=7", ()),
    ("UPDATE answers SET answer=answer || x'00'", ()),
]


@pytest.mark.parametrize(("statement", "values"), TAMPERING)
def test_a_changed_or_swapped_row_is_refused(
    path: Path, cache: AnswerCache, statement: str, values: tuple[object, ...]
) -> None:
    cache.add([Entry(key(1), "p", b"clear"), Entry(key(2), "q", b"keep"), Entry(key(3), "p", b"keep")])
    change(path, statement, *values)
    with pytest.raises(AnswersMismatchError, match="remove llm"):
        cache.get([key(1)])
    with pytest.raises(AnswersMismatchError):
        cache.add([Entry(key(1), "p", b"clear")])


def test_a_row_moved_to_another_key_is_refused(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "p", b"clear")])
    change(path, "UPDATE answers SET key=?", key(2))
    assert cache.get([key(1)]) == {}
    with pytest.raises(AnswersMismatchError):
        cache.get([key(2)])


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t BEFORE INSERT ON answers BEGIN SELECT RAISE(IGNORE); END",
        "CREATE VIEW v AS SELECT 1",
        "DROP INDEX of_subject",
        "DROP TABLE proof",
        "DELETE FROM proof",
        "UPDATE proof SET value=x'00'",
    ],
)
def test_a_file_of_another_make_is_refused(path: Path, cache: AnswerCache, statement: str) -> None:
    cache.close()
    change(path, statement)
    with pytest.raises(AnswersMismatchError):
        AnswerCache(path, KEYS)


def test_another_keyring_is_refused(path: Path, cache: AnswerCache) -> None:
    with pytest.raises(AnswersMismatchError, match="REDACTOR_KEYRING"):
        AnswerCache(path, Keyring.generate())


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\0" + bytes(5_000)])
def test_what_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(AnswersMismatchError):
        AnswerCache(path, KEYS)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    path.parent.mkdir()
    change(path, "CREATE TABLE theirs(a)")
    with pytest.raises(AnswersMismatchError):
        AnswerCache(path, KEYS)


def test_a_file_that_was_cut_is_refused(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(n), "p", bytes(900)) for n in range(100)])
    cache.close()
    with path.open("r+b") as f:
        f.truncate(path.stat().st_size // 2)
    with pytest.raises(AnswersMismatchError), closing(AnswerCache(path, KEYS)) as again:
        again.get([key(n) for n in range(100)])


def test_a_folder_in_its_place_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(AnswersUnavailableError, match="cannot be opened"):
        AnswerCache(path, KEYS)


# -- when it cannot be written


@contextmanager
def limited(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes: EFBIG from the kernel, where a full disk gives ENOSPC."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_with_a_full_disk_nothing_is_stored_and_reading_goes_on(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "p", b"one")])
    full = (path.parent / "llm.db-wal").stat().st_size
    with limited(full):
        for _ in range(2):
            with pytest.raises(AnswersUnavailableError, match="disk"):
                cache.add([Entry(key(n), "p", bytes(900)) for n in range(2, 50)])
        assert cache.get([key(1), key(2)]) == {key(1): b"one"}
    assert len(cache.add([Entry(key(n), "p", bytes(900)) for n in range(2, 50)])) == 48


def test_a_full_disk_at_the_start_is_told(path: Path) -> None:
    path.parent.mkdir()
    with limited(100), pytest.raises(AnswersUnavailableError, match="disk"):
        AnswerCache(path, KEYS)
    with closing(AnswerCache(path, KEYS)) as cache:
        assert cache.get([key(1)]) == {}


def test_a_file_that_stays_locked_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_SECONDS", 0.05)
    with closing(AnswerCache(path, KEYS)) as cache, closing(sqlite3.connect(path, isolation_level=None)) as other:
        cache.add([Entry(key(1), "p", b"one")])
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(AnswersUnavailableError, match="locked"):
            cache.add([Entry(key(2), "p", b"two")])
        assert cache.get([key(1), key(2)]) == {key(1): b"one"}
        other.execute("ROLLBACK")
        assert cache.add([Entry(key(2), "p", b"two")]) == {key(2): b"two"}


# -- several writers


def write(path: Path, keys: Keyring, who: int, queue: multiprocessing.Queue[list[bytes]]) -> None:
    with closing(AnswerCache(path, keys)) as cache:
        got = []
        for n in range(100):
            stored = cache.add([Entry(key(n), "p", b"%d by %d" % (n, who))])
            got.append(stored[key(n)])
        queue.put(got)


def test_processes_that_write_at_once_all_get_the_first_answers(path: Path) -> None:
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[list[bytes]] = context.Queue()
    workers = [context.Process(target=write, args=(path, KEYS, who, queue)) for who in range(3)]
    for worker in workers:
        worker.start()
    got = [queue.get(timeout=60) for _ in workers]
    for worker in workers:
        worker.join()
    assert got[0] == got[1] == got[2]
    with closing(AnswerCache(path, KEYS)) as cache:
        assert list(cache.get([key(n) for n in range(100)]).values()) == got[0]


def in_threads(work: Callable[[int], object]) -> list[object]:
    done: list[object] = [None] * 4
    threads = [threading.Thread(target=lambda n=n: done.__setitem__(n, work(n))) for n in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return done


def test_threads_share_a_store(answers: AnswerStore) -> None:
    def work(who: int) -> object:
        return [answers.add([Entry(key(n), None, b"%d by %d" % (n, who))])[key(n)] for n in range(50)]

    one, *others = in_threads(work)
    assert one is not None and all(other == one for other in others)


KILLED = """
import os, signal, sys
from pathlib import Path
from redactor.keys import Keyring
from redactor.llm import cache
from redactor.llm.cache import AnswerCache, Entry

answers = AnswerCache(Path(sys.argv[1]), Keyring.load(sys.argv[2]))
answers.add([Entry(bytes([n]) * 32, "p", b"kept") for n in range(50)])
answers._select = lambda keys: os.kill(os.getpid(), signal.SIGKILL)  # between insert and commit
answers.add([Entry(bytes([n]) * 32, "p", bytes(5_000)) for n in range(100, 150)])
"""


def test_a_process_killed_before_it_commits_leaves_what_was_stored(path: Path, tmp_path: Path) -> None:
    KEYS.save(tmp_path / "keys.json")
    arguments = [sys.executable, "-c", KILLED, str(path), str(tmp_path / "keys.json")]
    assert subprocess.run(arguments, check=False, env=dict(os.environ)).returncode == -signal.SIGKILL
    with closing(AnswerCache(path, KEYS)) as cache:
        assert cache.get([bytes([n]) * 32 for n in range(256)]) == {bytes([n]) * 32: b"kept" for n in range(50)}
        assert cache.add([Entry(bytes([100]) * 32, "p", b"new")]) == {bytes([100]) * 32: b"new"}


# -- erasure and new keys


def stored_answers(path: Path) -> list[bytes]:
    with closing(sqlite3.connect(path)) as db:
        return [answer for (answer,) in db.execute("SELECT answer FROM answers ORDER BY key")]


def test_nothing_of_a_forgotten_subject_is_left(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "p", b"one"), Entry(key(2), "q", b"two"), Entry(key(3), None, b"three")])
    cache.add([Entry(key(n), "p", bytes(3_000)) for n in range(10, 30)])
    before = stored_answers(path)
    assert cache.holds(["x", "p"]) and not cache.holds(["x"]) and not cache.holds([])
    assert cache.forget(["p", "x"]) == 21
    assert not cache.holds(["p"]) and cache.get([key(1), key(2), key(3)]) == {key(2): b"two", key(3): b"three"}
    assert [answer in bytes_of(path) for answer in before[:3]] == [False, True, True]
    assert not any(answer[100:400] in bytes_of(path) for answer in before[3:])
    assert cache.forget([None]) == 1 and list(cache.get([key(2), key(3)])) == [key(2)]
    assert cache.forget(["p"]) == 0 and cache.forget([]) == 0
    assert cache.add([Entry(key(1), "p", b"again")]) == {key(1): b"again"} and cache.holds(["p"])


def test_nothing_is_stored_of_a_subject_that_was_forgotten_for_good(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "p", b"one")])
    assert cache.forget(["p"], for_good=True) == 1
    new = [Entry(key(1), "p", b"again"), Entry(key(1), "p", b"twice"), Entry(key(2), "q", b"two")]
    with closing(AnswerCache(path, KEYS)) as other:
        assert other.add(new) == {key(1): b"again", key(2): b"two"}
    assert cache.get([key(1), key(2)]) == {key(2): b"two"}


def test_a_reader_that_keeps_what_was_erased_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_SECONDS", 0.05)
    with closing(AnswerCache(path, KEYS)) as cache, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        cache.add([Entry(key(1), "p", b"one")])
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM answers").fetchall()
        with pytest.raises(AnswersUnavailableError, match="end that process"):
            cache.forget(["p"])
        reader.execute("ROLLBACK")
        assert cache.forget(["p"]) == 0


def test_rotation_needs_no_earlier_key_afterwards(path: Path) -> None:
    keys = KEYS.rotated()
    entries = [Entry(key(n), f"p{n}", b"%d" % n) for n in range(600)]
    with closing(AnswerCache(path, KEYS)) as cache:
        cache.add(entries)
        before = stored_answers(path)
    with closing(AnswerCache(path, keys)) as cache:
        cache.add([Entry(key(1_000), "p", b"new")])
        assert cache.rotate() == 600 and cache.rotate() == 0
    assert not any(answer in bytes_of(path) for answer in before[:20])
    without = Keyring(keys._pseudonym, [keys._current])
    with closing(AnswerCache(path, without)) as cache:
        assert cache.get([e.key for e in entries]) == {e.key: e.value for e in entries}
        assert cache.holds(["p7"]) and cache.get([key(1_000)]) == {key(1_000): b"new"}


def test_answers_of_earlier_epochs_can_still_be_forgotten(path: Path, cache: AnswerCache) -> None:
    cache.add([Entry(key(1), "p", b"one")])
    with closing(AnswerCache(path, KEYS.next_epoch())) as later:
        assert later.get([key(1)]) == {key(1): b"one"} and later.forget(["p"]) == 1
