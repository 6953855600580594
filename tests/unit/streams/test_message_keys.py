"""Message keys tell nothing, and every producer computes the same partition."""

from __future__ import annotations

from collections import Counter

from redactor.keys import Keyring
from streams.sealed import MessageKeys, partition_of
from tests.unit import golden_pseudonyms


def test_records_of_a_subject_share_a_key_and_others_do_not() -> None:
    keys = MessageKeys(Keyring.generate())
    assert keys.for_record("subject-a", "r1") == keys.for_record("subject-a", "r2")
    assert keys.for_record("subject-a", "r1") != keys.for_record("subject-b", "r1")


def test_a_record_without_a_subject_has_the_key_of_its_resource() -> None:
    keys = MessageKeys(Keyring.generate())
    assert keys.for_record(None, "r1") == keys.for_record(None, "r1") != keys.for_record(None, "r2")
    assert keys.for_record(None, "same") != keys.for_record("same", "r1")


def test_a_key_is_made_with_the_keyring_and_shows_nothing() -> None:
    ring = Keyring.generate()
    key = MessageKeys(ring).for_record("MRN-4711", "r1")
    assert len(key) == 32 and b"4711" not in key
    assert key != MessageKeys(Keyring.generate()).for_record("MRN-4711", "r1")
    assert key == MessageKeys(ring.rotated().next_epoch()).for_record("MRN-4711", "r1")


def test_message_keys_are_fixed_for_good() -> None:
    """With another key, a patient's next record could go to another partition than the last one."""
    keys = MessageKeys(golden_pseudonyms.keyring(2))
    assert keys.for_record("subject-a", "r1") == b"v2vp4um4vjvmomiq22by6db4q677ypjs"
    assert keys.for_record(None, "r1") == b"fd7g6ajvlmee4hojp4la6rxrkolooe4k"


def test_partitions_are_fixed_for_good() -> None:
    assert [partition_of(str(n).encode(), 12) for n in range(8)] == [5, 11, 1, 7, 4, 10, 4, 6]
    assert partition_of(b"anything", 1) == 0


def test_partitions_are_used_evenly() -> None:
    keys = MessageKeys(Keyring.generate())
    counted = Counter(partition_of(keys.for_record(f"s{n}", ""), 4) for n in range(4000))
    assert set(counted) == {0, 1, 2, 3} and min(counted.values()) > 850
