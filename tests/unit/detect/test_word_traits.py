"""What the lexicon tells the student of words, and layouts of texts."""

from __future__ import annotations

import numpy as np
import pytest
from tokenizers import Tokenizer

from redactor.detect.student import detector
from redactor.detect.student.features import encode, trait_bits
from redactor.detect.student.word_traits import TRAITS, Trait, traits_of, traits_of_text
from tests.each_row import each_row


@each_row(
    ("word", "trait"),
    [
        ("FOLFOX", Trait.DRUG), ("metformin", Trait.DRUG), ("MRSA", Trait.ORGANISM), ("troponin", Trait.GENE),
        ("Na", Trait.GENE), ("Wilson", Trait.EPONYM), ("mmHg", Trait.UNIT), ("BID", Trait.SCHEDULE),
        ("Smith", Trait.FREQUENT_FAMILY), ("Mary", Trait.FREQUENT_GIVEN), ("Boston", Trait.CITY),
        ("Ohio", Trait.REGION), ("Thistlethwayte", Trait.UNLISTED),
        ("Avenue", Trait.STREET), ("Hospital", Trait.ORGANISATION), ("Dr", Trait.TITLE), ("daughter", Trait.KIN),
        ("RN", Trait.CREDENTIAL), ("May", Trait.CALENDAR), ("titrating", Trait.ENGLISH),
        ("Müller", Trait.FAMILY | Trait.FREQUENT_FAMILY),
    ],
)  # fmt: skip
def test_a_word_has_the_traits_of_the_lists_that_hold_it(word: str, trait: Trait) -> None:
    assert Trait(traits_of(word)) & trait


@each_row("word", ["", "4.1", "...", "x" * 41, "_"])
def test_what_is_no_word_has_none(word: str) -> None:
    assert traits_of(word) == 0


def test_a_listed_word_is_not_unlisted() -> None:
    assert not any(Trait(traits_of(w)) & Trait.UNLISTED for w in ("Okonkwo", "stat", "Metformin", "may", "icu"))


@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("WBC 12.4\nHgb 9.8\nPLT 210\n", Trait.TABULAR),
        ("Seen by Dr. Roe", Trait.SHORT),
        ("so this is doctor roe calling about the patient", Trait.CASELESS),
    ],
)
def test_layouts_are_told_from_the_text(text: str, trait: Trait) -> None:
    assert Trait(traits_of_text(text, False)) & trait
    assert not Trait(traits_of_text("Seen by Dr. Roe in the clinic, who agrees. " * 9, False)) & trait


def test_a_field_is_told_by_its_record_and_all_its_pieces_say_so() -> None:
    tokenizer = Tokenizer.from_file(str(detector.SHIPPED / "tokenizer.json"))
    as_field, as_note = (encode(tokenizer, ["Ordered by Roe, 40 mg"], [is_field])[0] for is_field in (True, False))
    assert all(as_field.traits & Trait.FIELD) and not any(as_note.traits & Trait.FIELD)
    np.testing.assert_array_equal(as_field.traits & ~np.int64(Trait.FIELD), as_note.traits)


def test_each_piece_of_a_word_has_its_traits() -> None:
    tokenizer = Tokenizer.from_file(str(detector.SHIPPED / "tokenizer.json"))
    (found,) = encode(tokenizer, ["Thistlethwayte on FOLFOX"])
    unlisted = (found.traits & Trait.UNLISTED) > 0
    assert unlisted[found.words == 0].all() and not unlisted[found.words > 0].any()


def test_traits_are_read_bit_by_bit() -> None:
    bits = trait_bits(np.array([0, 1, 1 << (TRAITS - 1), (1 << TRAITS) - 1]))
    assert bits.sum(axis=1).tolist() == [0, 1, 1, TRAITS]
    assert bits[1, 0] == bits[2, -1] == 1
