"""Every type of note, written many times: exact marks, notes that differ, and no template syntax left in the text."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import assert_exact

_TEMPLATE_LEFT = re.compile(r"\[\[|\]\]|\{[A-Za-z]\w*(?::[^{}\"]*)?\}")


@pytest.mark.parametrize("kind", catalogue.trained(), ids=lambda kind: kind.name)
def test_every_type_writes_notes_that_differ_with_exact_marks(kind: NoteType) -> None:
    notes = [kind.write(Cast(random.Random(f"{kind.name}{seed}"), FIELDS)) for seed in range(12)]
    for note in notes:
        assert_exact(note)
        assert note.text.strip()
        assert not _TEMPLATE_LEFT.search(note.text)
    assert len({note.text for note in notes}) > 10
