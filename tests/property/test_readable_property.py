"""Properties of readable texts: a name is found in any encoding of its letters, and offsets lie inside the note."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.readable import readable_texts
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.text import Note, Reading, Span

NAME = "Okonjo"
LETTER = st.sampled_from(["{0}", "%{1:02X}", "\\x{1:02x}", "\\u{1:04x}", "&#{1};", "&#x{1:x};", "\\u{{{1:x}}}"])
WHOLE = st.sampled_from(
    [lambda b: base64.b64encode(b).decode(), lambda b: b.hex(), lambda b: b.hex(" "), lambda b: "0x" + b.hex().upper()]
)
CLEAN = st.sampled_from(["", "no acute findings, 5 mg", "BP 120/80, 2.5 mL", "- x\n\n", "é à ü ", "(", "a_b "])


class Finds:
    name, version = "finds", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(tuple(self._spans(n.text))) for n in notes]

    def _spans(self, text: str) -> list[Span]:
        at = text.find(NAME)
        return [Span(at, at + len(NAME), Entity.PERSON)] if at >= 0 else []


def redacted(text: str) -> str:
    (reading,) = read_all([Finds()], [Note("n", text)])
    for s in reversed(reading.spans):
        text = text[: s.start] + "[]" + text[s.end :]
    return text


@given(st.lists(LETTER, min_size=len(NAME), max_size=len(NAME)), CLEAN, CLEAN)
@example(["{0}", "{0}", "{0}", "{0}", "&#{1};", "{0}"], "", "é à ü ")
@example(["{0}", "&#{1};", "{0}", "{0}", "{0}", "{0}"], "x é à ", "")
def test_a_name_is_found_whatever_encodes_its_letters(schemes: list[str], before: str, after: str) -> None:
    encoded = "".join(scheme.format(ch, ord(ch)) for scheme, ch in zip(schemes, NAME, strict=True))
    assert redacted(f"{before} {encoded} {after}") == f"{before} [] {after}"


@given(WHOLE, CLEAN, CLEAN)
def test_a_name_is_found_in_an_encoded_block(encode: object, before: str, after: str) -> None:
    assert callable(encode)
    block = encode(f"{NAME}, seen".encode())
    assert redacted(f"{before} {block}; {after}") == f"{before} []; {after}"


@settings(max_examples=200)
@given(st.text(alphabet="ab A9%4fF\\ux&#;=+_/.:-pdf\n\ud800é😀", max_size=80))
def test_offsets_lie_inside_the_note_and_in_order(text: str) -> None:
    for part in readable_texts(text):
        assert len(part.text) == len(part.starts) == len(part.ends) == len(part.changed)
        assert all(
            0 <= a < b <= len(text) or (a == b and c)
            for a, b, c in zip(part.starts, part.ends, part.changed, strict=True)
        )
        assert list(part.starts) == sorted(part.starts)
        everything = [Span(0, len(part.text), Entity.PERSON)] if part.text else []
        assert all(0 <= s.start < s.end <= len(text) for s in part.map_spans(everything))
