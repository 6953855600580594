"""Splitting a name loses no text and leaves no part of the name in the literal pieces."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.entities import Entity, Role
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.words import word_set
from redactor.text import KnownValue, Mention
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Part, joined

_HOME = Context(
    household=names.people_named([KnownValue("John Doe", Entity.PATIENT, Role.PATIENT)]),
    site=names.by_name(names.people_named([KnownValue("Adam Wilson", Entity.DOCTOR, Role.CLINICIAN)])),
)
_MAY_STAND = (
    title_words.NAME_PREFIXES
    | title_words.SUFFIXES
    | title_words.CREDENTIAL_KEYS
    | title_words.PARTICLES
    | title_words.JOINERS
    | title_words.TRAILING_WORDS
    | title_words.BIRTH_NAME_MARKERS
    | frozenset(title_words.CJK_TITLES)
    | {"s", "c", "bc", "v", "vi"}
    # of an institution whose name stands behind a person's
    | word_set("memorial medical family foundation clinic hospital pharmacy laboratory laboratories institute")
    | word_set("university associates llc inc health care center centre")
    | {"dob", "mrn", "ssn", "dos", "doa", "dod", "dov", "hcn", "npi", "dea", "csn", "acct", "pcp"}  # labels name nobody
)
_WORDS = (
    "John DOE J. A Dr. Mr MD M.D. PA-C RN Jr. III de la van der O'Neil O’Neil Smith-Jones 's and , ; - ' \" ( ) née JD "
    "\n Johnny 王小明 محمد Иван 12 Ⓙ 😀 \u200b mc Nguyen Van y al-"
)
_words = st.sampled_from(_WORDS.split(" "))
_texts = st.one_of(
    st.text(max_size=60), st.lists(_words, max_size=9).map(" ".join), st.lists(_words, max_size=6).map("".join)
)
_word = re.compile(r"(?:[^\W_]|\.)+")


@cache
def _may_stand(pieces: tuple[str, ...]) -> bool:
    """Whether the pieces between full stops are words that name nobody: "Dr.Mr." is two words, "M.D." one."""
    heads = (name_lists.canonical("".join(pieces[:n])) for n in range(1, len(pieces) + 1))
    return not pieces or any(h in _MAY_STAND | {""} and _may_stand(pieces[n:]) for n, h in enumerate(heads, 1))


@settings(max_examples=400, deadline=None)
@given(_texts, st.sampled_from([Entity.PERSON, Entity.DOCTOR]), st.sampled_from([None, "given", "family", "suffix"]))
@example("D:R", Entity.PERSON, "suffix")
@example("R-D", Entity.PERSON, "suffix")
@example("D\u200bR", Entity.DOCTOR, "suffix")
@example("0A:D0.M.D", Entity.PERSON, None)
@example("0A:DR.M.D", Entity.PERSON, None)
def test_pieces_join_to_the_value_and_leave_no_name_behind(value: str, entity: Entity, part: str | None) -> None:
    pieces = names.split_mention(Mention(value, entity, part=part), _HOME)
    assert joined(pieces.items) == value
    assert names.split_mention(Mention(value, entity, part=part), _HOME) == pieces
    for item in pieces.items:
        if isinstance(item, Part):
            assert item.canonical and item.surface
            continue
        for word in _word.findall(item):
            assert _may_stand(tuple(word.split("."))), word


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_parsing_keeps_order_and_bounds(value: str) -> None:
    at = 0
    for token in names.parse_name(value).tokens:
        assert at <= token.start < token.end <= len(value)
        at = token.end


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["garcia", "smith", "okafor", "xu"]), st.sampled_from(["maria", "john", "wei", "abdul"]))
def test_case_order_and_space_change_no_part(family: str, first: str) -> None:
    home = Context(
        household=names.people_named([KnownValue("", Entity.PATIENT, None, (("given", first), ("family", family)))])
    )
    seen = set()
    for text in (
        f"{first} {family}",
        f"{family}, {first}",
        f"{first}\n {family}",
        f"{family} {first}",
        f"{first}  {family}'s",
    ):
        for value in (text, text.upper(), text.title()):
            found = names.split_mention(Mention(value, Entity.PERSON), home).items
            seen.add(frozenset((p.kind, p.canonical) for p in found if isinstance(p, Part)))
    assert len(seen) == 1
