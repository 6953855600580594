"""A reader of the store of known values reads a scope again when it has changed, and only then."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from redactor.detect.known.search_keys import text_keys
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity, Role
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import PersonClue
from redactor.run.state import known_entries, site_tables
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind

KEYS = Keyring.generate()
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))
SITE = "site:s"
TOPIC = "phi.known.v1"


def people(name: str, n: int) -> list[KnownValue]:
    return [KnownValue(f"{name} Number{i}", Entity.PERSON) for i in range(n)]


def tie(key: bytes, *scopes: str) -> list[PersonClue]:
    return [PersonClue(scope, b"", ClueKind.LINK, key.ljust(16), bytes(8)) for scope in scopes]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known.db"


@pytest.fixture
def writer(path: Path) -> Iterator[KnownStore]:
    with KnownStore.open(path, KEYS) as store:
        store.add(SITE, people("Clinician", 30))
        store.add("a", [DOE])
        store.add("b", people("Relative", 3))
        store.add_clues(tie(b"tie", "a", "b"))
        store.join()
        yield store


@pytest.fixture
def reader(path: Path, writer: KnownStore) -> Iterator[KnownStore]:
    with KnownStore.open(path, KEYS, read_only=True) as store:
        yield store


@pytest.fixture
def decrypted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The places of what is decrypted."""
    places: list[bytes] = []
    before = known_entries.Entries.decrypt

    def decrypt(self: known_entries.Entries, entry: bytes, place: bytes) -> bytes:
        places.append(place)
        return before(self, entry, place)

    monkeypatch.setattr(known_entries.Entries, "decrypt", decrypt)
    return places


def selected(store: KnownStore, scope: str, text: str) -> Sequence[KnownValue]:
    return store.keyed(scope).select(text_keys(SearchText.from_text(text)))


def test_a_commit_of_another_scope_makes_nobody_read_again(
    writer: KnownStore, reader: KnownStore, decrypted: list[bytes]
) -> None:
    seen = [reader.get(SITE), reader.get("a"), reader.keyed("a"), reader.site_values(SITE)]
    writer.add("c", people("Other", 3))
    writer.join()
    decrypted.clear()
    again = [reader.get(SITE), reader.get("a"), reader.keyed("a"), reader.site_values(SITE)]
    assert decrypted == []
    assert all(a is b for a, b in zip(again, seen, strict=True))


def test_tables_of_a_site_are_read_again_when_it_is_packed_and_no_sooner(
    writer: KnownStore, reader: KnownStore, decrypted: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_tables, "FEW", 10)
    before = reader.site_values(SITE)
    writer.pack_site(SITE)
    first = reader.site_values(SITE)
    assert first is not None and first is not before
    writer.add("c", people("Other", 3))
    writer.flush()
    decrypted.clear()
    writer.pack_site(SITE)
    assert reader.site_values(SITE) is first and decrypted == []
    writer.add(SITE, [DOE])
    writer.flush()
    assert reader.site_values(SITE) is not first
    (entry,) = {bytes(p) for (p,) in writer._db.execute("SELECT value_place FROM site_value WHERE digest IN "
                "(SELECT digest FROM site_value ORDER BY number DESC LIMIT 1)")}  # fmt: skip
    assert decrypted == [entry], "only what is new"


def test_a_scope_is_read_again_when_its_household_changes(writer: KnownStore, reader: KnownStore) -> None:
    assert len(reader.get("a")) == 4
    writer.add("b", [KnownValue("Jane Roe", Entity.PERSON)])
    writer.flush()
    assert len(reader.get("a")) == 5 and selected(reader, "a", "Jane Roe")
    writer.add("c", [KnownValue("Max Moe", Entity.PERSON)])
    writer.add_clues(tie(b"other", "b", "c"))
    writer.join()
    assert len(reader.get("a")) == 6 and selected(reader, "a", "Max Moe")
    writer.forget(["c"])
    assert len(reader.get("a")) == 5 and not selected(reader, "a", "Max Moe")


def test_values_that_come_after_a_patient_was_forgotten_are_seen(writer: KnownStore, reader: KnownStore) -> None:
    writer.add("z", [DOE])
    writer.flush()
    assert reader.get("z") == (DOE,)
    writer.forget(["z"])
    writer.add("z", [KnownValue("Ann Coe", Entity.PATIENT)])
    writer.flush()
    assert [v.value for v in reader.get("z")] == ["Ann Coe"]


def test_what_another_chart_says_of_a_forgotten_patient_is_not_read_any_more(
    path: Path, writer: KnownStore, reader: KnownStore
) -> None:
    mother = b"\1" * 8
    writer.add("b", [DOE], mother)
    writer.add_clues(
        [PersonClue(*who, ClueKind.LINK, b"same".ljust(16), bytes(8)) for who in (("a", b""), ("b", mother))]
    )
    writer.join()
    assert DOE in reader.get("b") and selected(reader, "b", "John Doe")
    writer.forget(["a"])
    assert DOE not in reader.get("b") and not selected(reader, "b", "John Doe")


def test_a_patient_who_is_forgotten_between_two_texts_is_no_error(writer: KnownStore, reader: KnownStore) -> None:
    held = reader.keyed("a")
    writer.forget(["a"])
    assert len(held.select(text_keys(SearchText.from_text("John Doe")))) < 2  # what was read before may still be found
    assert reader.keyed("a").select(text_keys(SearchText.from_text("John Doe"))) == ()


def test_two_writers_count_what_is_left_out(path: Path, writer: KnownStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", 10)
    writer.add("z", people("One", 6))
    writer.flush()
    with KnownStore.open(path, KEYS) as other:
        other.add("z", people("Two", 6))
    writer.add("z", people("Three", 1))
    assert writer.count_left_out() == 3


def test_a_reader_that_looked_too_early_finds_many_values(
    path: Path, writer: KnownStore, reader: KnownStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", 20)
    assert not selected(reader, "late", "Late Number3")
    writer.add("late", people("Late", 19))
    writer.add("late", [KnownValue(f"Zed Number{i}", Entity.PERSON) for i in range(5)])
    writer.flush()
    # Of more values than are searched for there are no keys, as of a scope that is empty.
    assert all(v in selected(reader, "late", v.value) for v in reader.get("late"))


def test_everything_of_a_person_is_erased_though_another_process_added_some(path: Path, writer: KnownStore) -> None:
    with KnownStore.open(path, KEYS) as other:
        assert len(other.values_of_chart("b")) == 3
        other.add("b", people("First", 1))
        other.flush()
        writer.add("b", people("Late", 20))
        writer.flush()
        assert len(list(other._charts.read("b", everything=True))) == 24


def test_what_one_process_does_in_a_transaction_is_seen_by_itself(writer: KnownStore) -> None:
    for n in range(3):
        writer.add("a", people(f"Step{n}", 1))
        assert len(writer.get("a")) == 5 + n
        assert selected(writer, "a", f"Step{n} Number0")


def test_changes_of_a_topic_and_their_position_are_one_transaction(path: Path, writer: KnownStore) -> None:
    def state() -> tuple[int, int, int]:
        with KnownStore.open(path, KEYS, read_only=True) as other:
            return other.position(TOPIC), len(other.values_of_chart("a")), len(other.values_of_chart("d"))

    assert state() == (0, 1, 0)
    with writer.transaction(TOPIC, 17):
        writer.forget(["a"])
        assert state() == (0, 1, 0), "no call commits by itself"
        writer.add("d", people("New", 6_000))
        writer.add_clues(tie(b"x", "d", "b"))
        writer.join()
        writer.flush()
        assert state() == (0, 1, 0)
    assert state() == (17, 0, 2_000)
    assert writer.position("another") == 0


def test_a_transaction_that_fails_leaves_nothing(path: Path, writer: KnownStore) -> None:
    writer.add_clues(tie(b"unjoined", "d", "e"))
    with pytest.raises(ZeroDivisionError), writer.transaction(TOPIC, 17):
        assert writer.join().joined == 1
        writer.add("a", people("Never", 2))
        writer.add("new", people("Never", 2))
        assert len(writer.get("a")) == 6
        raise ZeroDivisionError
    assert (len(writer.get("a")), writer.get("new"), writer.position(TOPIC)) == (4, (), 0)
    writer.add("a", people("Then", 1))
    assert len(writer.get("a")) == 5, "not what was read in the transaction, though its commit has the same number"
    assert writer.join().joined == 1
    writer.flush()
    with KnownStore.open(path, KEYS) as other:
        assert len(other.get("a")) == 5


def test_a_position_never_goes_back(writer: KnownStore) -> None:
    with writer.transaction(TOPIC, 17):
        pass
    with pytest.raises(RunError, match="position"), writer.transaction(TOPIC, 16):
        pass
    assert writer.position(TOPIC) == 17 and writer.topic_id(TOPIC) == ""
    with writer.transaction(TOPIC, 18, "own"):
        pass
    assert (writer.position(TOPIC), writer.topic_id(TOPIC), writer.topic_id("another")) == (18, "own", "")


def test_a_reader_agrees_with_a_new_reader_whatever_happened(path: Path, writer: KnownStore) -> None:
    rng = random.Random(5)
    scopes = ["a", "b", "c", "d", SITE]
    with KnownStore.open(path, KEYS, read_only=True) as reader, KnownStore.open(path, KEYS) as second:
        for turn in range(120):
            store = rng.choice((writer, second))
            scope = rng.choice(scopes)
            match rng.randrange(6):
                case 0 if scope != SITE:
                    store.forget([scope])
                case 1:
                    store.add_clues(tie(b"%d" % rng.randrange(3), *rng.sample(scopes[:4], 2)))
                    store.join()
                case 2:
                    store.pack_site(SITE)
                case _:
                    store.add(scope, people(f"P{rng.randrange(4)}", rng.randrange(1, 4)))
            store.flush()
            with KnownStore.open(path, KEYS, read_only=True) as fresh:
                for s in scopes:
                    assert reader.get(s) == fresh.get(s) == second.get(s) == writer.get(s), turn
                    text = f"P{rng.randrange(4)} Number{rng.randrange(3)}"
                    assert selected(reader, s, text) == selected(fresh, s, text) == selected(writer, s, text), turn
