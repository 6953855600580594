"""Messages: the types write, their marks are exact, what names nobody holds no identifier, words come both ways."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import chat_story
from corpus.tests.kit import lines, type_called, types_of
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near

TYPES = types_of("messages/chat_stories", "messages/quoted_mail", "messages/short_messages")
LEFT_OVER = {"WHO:", "ROLE", "SUBJ"}
PEOPLE = (Entity.PERSON, Entity.DOCTOR, Entity.PATIENT)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def named(note: Marked) -> list[str]:
    return [m.value for m in note.marks if not isinstance(m.entity, Near)]


def test_messages_that_name_nobody_hold_no_identifier() -> None:
    plain = type_called("short_messages_without_names")
    assert not [value for seed in range(60) for value in named(plain.write(cast(seed)))]
    assert not [
        value
        for seed in range(20)
        for line in lines("phrases/chat_story:chatter")
        for value in named(cast(seed).say(line))
    ]


@pytest.mark.parametrize("word", ["may", "grace", "rose"])
def test_a_word_comes_as_a_name_and_as_a_word(word: str) -> None:
    words = type_called("messages_with_word_names")
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
        chat_story.chat_story("hello there")
