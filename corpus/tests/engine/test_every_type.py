"""Every type of note, trained and held out, is written once: exact marks, and no template syntax left in the text."""

from __future__ import annotations

import random
import re

from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import assert_exact

_TEMPLATE_LEFT = re.compile(r"\[\[|\]\]|\{[A-Za-z]\w*(?::[^{}\"]*)?\}")


def test_every_type_writes_a_note_with_exact_marks() -> None:
    for kind in (*catalogue.trained(), *catalogue.held_out()):
        note = kind.write(Cast(random.Random(kind.name), FIELDS))
        assert_exact(note)
        assert note.text.strip(), kind.name
        assert not _TEMPLATE_LEFT.search(note.text), kind.name
