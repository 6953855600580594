"""What an attacker who steals the index learns from the order of its rows and of its bulk requests.

The attacker is given more than a theft yields: the original of each row. The order must still not follow the alphabet.
"""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pytest

from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.lexicon.names import census_to_draw
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex import allocate
from relex.index import Entry, Roster
from relex.index.codec import IndexCodec
from relex.index.embedded import EmbeddedIndex
from relex.index.opensearch import OpenSearchIndex
from relex.index.opensearch_client import Document, OpenSearchStore, Write
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit.golden_pseudonyms import keyring
from tests.unit.relex.test_relexicalizer import FakeKnownValues

SURNAMES = sorted({name.title() for name in census_to_draw("family")[0][:400:4]})
LEAST, MOST = 0.4, 0.6  # share of pairs in order: 0.5 by chance, with a deviation of 0.035 for 90 rows


def in_order(values: Sequence[str]) -> float:
    """The share of pairs that stand in alphabetical order."""
    pairs = list(combinations(values, 2))
    return sum(a < b for a, b in pairs) / len(pairs)


def says_nothing(values: Sequence[str]) -> bool:
    return len(values) > 40 and LEAST < in_order(values) < MOST


def doctor(family: str) -> KnownValue:
    return KnownValue(f"Dr. Ann {family}", Entity.DOCTOR, Role.CLINICIAN, (("given", "Ann"), ("family", family)))


def relexicalizer(index: EmbeddedIndex, site: Sequence[str], keys: Keyring) -> Relexicalizer:
    tags = TagReplacer(load_profile("hips"), keys, "enclave")
    known = FakeKnownValues([doctor(name) for name in site])
    return Relexicalizer(tags, RuleStrategy(), index, keys, "enclave", "default", known)


def stolen(path: Path, sql: str) -> list[tuple[Any, ...]]:
    db = sqlite3.connect(path)
    rows = db.execute(sql).fetchall()
    db.close()
    return rows


def originals(path: Path, keys: Keyring) -> list[list[str]]:
    """The originals of each group of entries, in the order of the file."""
    codec = IndexCodec(keys)
    groups: dict[int, list[str]] = {}
    for key, group, blob in stolen(path, "SELECT key, grp, blob FROM entries ORDER BY id"):
        groups.setdefault(group, []).append(codec.decrypt_entry(blob, key).original)
    return list(groups.values())


@pytest.mark.parametrize("batch", [2_000, 10])
def test_rows_of_the_sites_records_do_not_follow_the_alphabet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(allocate, "_BATCH", batch)
    keys, path = keyring(2), tmp_path / "index.db"
    with EmbeddedIndex(path, keys) as index:
        relexicalizer(index, SURNAMES, keys).replace([Mention("Dr. Smith", Entity.DOCTOR, "p1", note="n")])
    largest = max(originals(path, keys), key=len)
    assert len(largest) >= len(SURNAMES) and says_nothing(largest)


def test_rows_of_one_batch_of_notes_do_not_follow_the_alphabet(tmp_path: Path) -> None:
    keys, path = keyring(2), tmp_path / "index.db"
    notes = [Mention(f"{name} Clinic", Entity.HOSPITAL, "p1", note=f"n{i}") for i, name in enumerate(SURNAMES)]
    with EmbeddedIndex(path, keys) as index:
        relexicalizer(index, [], keys).replace(notes)
    assert says_nothing(max(originals(path, keys), key=len))


def test_rosters_of_one_batch_do_not_follow_the_order_of_the_records(tmp_path: Path) -> None:
    keys, path = keyring(2), tmp_path / "index.db"
    subjects = {f"subject-{name}": name for name in SURNAMES}
    with EmbeddedIndex(path, keys) as index:
        standins = relexicalizer(index, [], keys)
        standins.replace([Mention(name, Entity.PATIENT, subject, note=subject) for subject, name in subjects.items()])
        codec = IndexCodec(keys)
        blobs = stolen(path, "SELECT blob, scope FROM rosters ORDER BY id")
        assert says_nothing([codec.decrypt_roster(blob, scope, "1").entries[0].original for blob, scope in blobs])


def test_the_first_of_a_call_keeps_a_stand_in_that_two_want(tmp_path: Path) -> None:
    """Whatever their tokens."""
    with EmbeddedIndex(tmp_path / "index.db", keyring(2)) as index:
        for n in range(20):
            first, second = (Entry("s", "hospital", f"{who} {n}", f"Grace {n}") for who in ("zeta", "alpha"))
            assert index.create([first, second]) == [first, None]


class RecordingStore:
    """Stands in for OpenSearch; keeps the writes in the order in which they arrive."""

    alias = "index"

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}

    def read(self, ids: Sequence[str], fields: str) -> list[Document | None]:
        return [self.documents.get(i) for i in ids]

    def write(self, writes: Sequence[Write]) -> list[bool]:
        done = [write.id not in self.documents for write in writes]
        for write in writes:
            self.documents.setdefault(write.id, Document(write.id, dict(write.source), "1:1"))
        return done

    def close(self) -> None: ...


def test_bulk_requests_do_not_follow_the_alphabet() -> None:
    keys, store = keyring(2), RecordingStore()
    codec = IndexCodec(keys)
    index = OpenSearchIndex(cast(OpenSearchStore, store), keys)
    entries = [Entry("s", "family", name.lower(), f"Other {name}") for name in SURNAMES]
    rosters = [Roster(name, (Entry(name, "family", name.lower(), "Chang"),)) for name in SURNAMES]
    assert index.create(entries) == entries
    assert index.put(rosters) == [True] * len(rosters)
    index.close()
    written: dict[str, list[str]] = {}
    for document in store.documents.values():
        kind = document.source["type"]
        if kind == "guard":
            found = codec.decrypt_entry(blob_of(store.documents[document.source["owner"]]), document.source["owner"])
        elif kind == "entry":
            found = codec.decrypt_entry(blob_of(document), document.id)
        else:
            found = codec.decrypt_roster(blob_of(document), document.id, "1:1").entries[0]
        written.setdefault(kind, []).append(found.original)
    assert set(written) == {"guard", "entry", "roster"} and all(says_nothing(names) for names in written.values())


def blob_of(document: Document) -> bytes:
    return base64.b64decode(document.source["blob"])
