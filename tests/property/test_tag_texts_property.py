"""Laws of the texts of tags: none holds its value, and numbers depend on nothing but the note."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Mention
from redactor.unicode_fold import fold

RING = Keyring.generate()
BASE = json.loads((SHIPPED / "redactor.json").read_text())
TEXTS = st.sampled_from(["[NAME]", "***", "<{entity}_{n}>", "[{entity} {n}]", "X", "({entity})", "#{n}a"])
VALUES = st.one_of(
    st.sampled_from(["1", "a", "x", "*", "#", "Person", "NAME", "Roe", "roe", "R\u00f6e"]), st.text("a1* _#x")
)
MENTIONS = st.lists(st.tuples(VALUES.filter(str.strip), st.sampled_from(Entity), st.sampled_from("abc")), max_size=12)


def replacer(text: str) -> TagReplacer:
    return TagReplacer(parse_profile({**BASE, "tag_texts": {"default": text}}), RING, "lab")


def made(found: list[tuple[str, Entity, str]]) -> list[Mention]:
    return [Mention(value, entity, note=note) for value, entity, note in found]


@given(TEXTS, MENTIONS)
def test_no_tag_holds_its_value_and_every_entity_has_one(text: str, found: list[tuple[str, Entity, str]]) -> None:
    for mention, tag in zip(made(found), replacer(text).replace(made(found)), strict=True):
        assert tag
        assert " ".join(fold(mention.value, caseless=True).text.split()) not in fold(tag, caseless=True).text


@given(TEXTS, MENTIONS)
def test_a_note_has_the_same_tags_alone_and_in_any_company(text: str, found: list[tuple[str, Entity, str]]) -> None:
    together = replacer(text).replace(made(found))
    for note in "abc":
        own = [f for f in found if f[2] == note]
        assert replacer(text).replace(made(own)) == [t for t, f in zip(together, found, strict=True) if f[2] == note]
    by_note = sorted(range(len(found)), key=lambda i: found[i][2])
    reordered = replacer(text).replace(made([found[i] for i in by_note]))
    assert [together[i] for i in by_note] == reordered


@given(MENTIONS)
def test_values_have_one_number_exactly_if_they_are_equal(found: list[tuple[str, Entity, str]]) -> None:
    tags = replacer("[No {n}]").replace(made(found))
    numbered = [(f[2], " ".join(f[0].lower().split()), t) for f, t in zip(found, tags, strict=True) if t[0] == "["]
    for note_a, a, tag_a in numbered:
        for note_b, b, tag_b in numbered:
            if note_a == note_b:
                assert (tag_a == tag_b) == (fold(a, caseless=True).text == fold(b, caseless=True).text)
