"""Messages: the types write, their marks are exact, what names nobody holds no identifier, words come both ways."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.notes import texts_bits, texts_kit, texts_mail, texts_stories
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near

MODULES = (texts_stories, texts_mail, texts_bits)
TYPES = [kind for module in MODULES for kind in module.TYPES]
LEFT_OVER = {"WHO:", "ROLE", "SUBJ"}
PEOPLE = (Entity.PERSON, Entity.DOCTOR, Entity.PATIENT)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def named(note: Marked) -> list[str]:
    return [m.value for m in note.marks if not isinstance(m.entity, Near)]


def test_messages_that_name_nobody_hold_no_identifier() -> None:
    plain = next(kind for kind in TYPES if kind.name == "texts-plain")
    assert not [value for seed in range(60) for value in named(plain.write(cast(seed)))]
    assert not [value for seed in range(20) for line in texts_kit.CHATTER for value in named(cast(seed).say(line))]


@pytest.mark.parametrize("word", ["may", "grace", "rose"])
def test_a_word_comes_as_a_name_and_as_a_word(word: str) -> None:
    words = next(kind for kind in TYPES if kind.name == "texts-word-names")
    marked = plain = 0
    for seed in range(250):
        note = words.write(cast(seed))
        held = {m.start for m in note.marks if m.entity in PEOPLE}
        starts = [m.start() for m in re.finditer(rf"\b{word}\b", note.text, re.IGNORECASE)]
        marked += sum(at in held for at in starts)
        plain += sum(at not in held for at in starts)
    assert marked
    assert plain


def test_somebody_keeps_their_initials_and_address_all_over_a_note() -> None:
    c = cast("same")
    assert c.say("{txi:dr} {txmail:dr}").marks == c.say("{txi:dr} {txmail:dr}").marks


def test_a_line_without_its_sender_is_refused() -> None:
    with pytest.raises(ValueError, match="sender"):
        texts_kit.told("hello there")
