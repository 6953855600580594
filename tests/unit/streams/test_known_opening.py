"""What a host counts of phi.known.v1, what it skips, and at what it stops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from redactor.entities import Entity
from redactor.errors import ForgedMessageError, MissingKeyError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues
from redactor.run.state.known_store import KnownStore
from redactor.run.state.skipped import FORGED, REPEATED, Skips
from redactor.text import KnownValue
from streams.known_opening import KnownOpening
from streams.known_topic import AddValue, KnownMessages
from tests.each_row import each_row

KEYRING, TOPIC = Keyring.generate(), "phi.known.v1"
VALUES = HarvestBatch([PersonValues("a", PATIENT, [KnownValue(n, Entity.PERSON) for n in ("Ada", "Bo")])])


class Record:
    """A message as Kafka gives it."""

    def __init__(self, offset: int, key: bytes | None, value: bytes | None) -> None:
        self.offset, self.key, self.value, self.timestamp = offset, key, value, 1_000 + offset


def records(*messages: tuple[bytes | None, bytes | None], first: int = 0) -> Any:
    return [Record(first + n, *message) for n, message in enumerate(messages)]


def sealed(keyring: Keyring = KEYRING) -> tuple[bytes, bytes]:
    made = KnownMessages(keyring, TOPIC)
    message = next(made.from_harvest(VALUES))
    return message.key, made.seal(message)


GENUINE, GARBAGE, FOREIGN = sealed(), (b"x", b"Doe, John"), sealed(Keyring.generate())


def test_forged_messages_are_skipped_and_kept_in_their_places() -> None:
    opened = KnownOpening(KEYRING, TOPIC).open(records(GARBAGE, GENUINE, FOREIGN, (None, None)), False, False)
    assert opened is not None and [type(c) for c in opened.changes] == [AddValue]
    assert (opened.skips.count, opened.skips.first) == (3, 0)
    assert [(m.position, m.reason, m.time) for m in opened.skips.last] == [
        (0, FORGED, 1_000), (2, FORGED, 1_002), (3, FORGED, 1_003)
    ]  # fmt: skip
    opened.note_repeated(0)
    assert opened.skips.last[-1].position == 1 and opened.skips.last[-1].reason == REPEATED


def test_nothing_counts_until_a_message_opens() -> None:
    opening = KnownOpening(KEYRING, TOPIC)
    assert opening.open(records(FOREIGN, GARBAGE), False, False) is None
    assert opening.open(records(FOREIGN, first=2), False, False) is None
    opened = opening.open(records(GENUINE, first=3), False, True)
    assert opened is not None and (len(opened.changes), opened.skips.count, opened.skips.first) == (1, 3, 0)


def test_under_another_keyring_the_end_of_the_topic_stops_the_reader() -> None:
    opening = KnownOpening(Keyring.generate(), TOPIC)
    assert opening.open(records(GENUINE), False, False) is None
    with pytest.raises(ForgedMessageError, match="check REDACTOR_KEYRING"):
        opening.open(records(GARBAGE, first=1), False, True)


def test_what_no_keyring_wrote_stops_nobody_and_what_opened_once_proves_the_keyring() -> None:
    opened = KnownOpening(KEYRING, TOPIC).open(records(GARBAGE), False, True)
    assert opened is not None and not opened.changes and opened.skips.count == 1
    opened = KnownOpening(KEYRING, TOPIC).open(records(FOREIGN), True, True)
    assert opened is not None and not opened.changes and opened.skips.count == 1


@each_row("is_proven", [True, False])
def test_a_genuine_message_under_a_key_that_the_keyring_lacks_stops_the_reader(is_proven: bool) -> None:
    with pytest.raises(MissingKeyError, match="present keyring"):
        KnownOpening(KEYRING, TOPIC).open(records(GENUINE, sealed(KEYRING.rotated())), is_proven, True)


def test_a_home_keeps_what_it_skipped_encrypted_and_within_bounds(tmp_path: Path) -> None:
    path = tmp_path / "known.db"
    with KnownStore.open(path, KEYRING) as store:
        assert not store.skipped.has_opened(TOPIC) and store.skipped.count(TOPIC) == 0
        for first in (5, 200):
            skips = Skips()
            for n in range(first, first + 120):
                skips.add(n, FORGED, n, b"key", b"Zorbatine Quimby" if n != 319 else b"z" * 9_999)
            with store.transaction(TOPIC, first + 120):
                store.skipped.note(TOPIC, first == 5, skips)
        assert store.skipped.has_opened(TOPIC) and store.skipped.count(TOPIC) == 240
    rotated = KEYRING.rotated()
    with KnownStore.open(path, rotated) as store:
        store.rotate()
        kept = store.skipped.messages(TOPIC)
        assert [m.position for m in kept] == list(range(220, 320))
        assert (kept[0].key, kept[0].value, len(kept[-1].value or b"")) == (b"key", b"Zorbatine Quimby", 4_096)
        with store.transaction(TOPIC, 400):
            assert store.skipped.forget(TOPIC) == 240
        assert store.skipped.count(TOPIC) == 0 and store.skipped.has_opened(TOPIC)
    assert b"Zorbatine" not in path.read_bytes()
