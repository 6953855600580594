"""Every type of note, trained and held out, is written once: exact marks, and no template syntax left in the text."""

from __future__ import annotations

import random
import re

from corpus.engine.cast import Cast
from corpus.engine.catalogue import TYPES
from corpus.engine.fields import FIELDS
from corpus.held_out import TYPES as HELD_OUT
from corpus.tests.marks_kit import assert_exact

_TEMPLATE_LEFT = re.compile(r"\[\[|\]\]|\{[A-Za-z]\w*(?::[^{}\"]*)?\}")


def test_every_type_writes_a_note_with_exact_marks() -> None:
    for kind in (*TYPES, *HELD_OUT):
        note = kind.write(Cast(random.Random(kind.name), FIELDS))
        assert_exact(note)
        assert note.text.strip(), kind.name
        assert not _TEMPLATE_LEFT.search(note.text), kind.name
