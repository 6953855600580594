"""Every type of note, trained and held out, is written once: exact marks, no template syntax, the recorded digest."""

from __future__ import annotations

import random
import re

from corpus.authoring import digest
from corpus.engine import catalogue, note_file
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


def test_there_are_forty_types_and_more_with_names_of_their_own() -> None:
    names = [kind.name for kind in catalogue.trained()]
    assert len(names) >= 40
    assert len(set(names)) == len(names)
    assert all(kind.weight > 0 for kind in catalogue.trained())


def test_every_note_file_gives_types_to_the_catalogue() -> None:
    named = {kind.name for kind in catalogue.trained()}
    for path in note_file.paths("notes"):
        kinds = catalogue.types_in(path)
        assert kinds, path
        assert {kind.name for kind in kinds} <= named


def test_the_training_text_is_as_recorded() -> None:
    changes = digest.changed(digest.recorded(), digest.of_catalogue())
    assert not changes, f"if this is meant: python -m corpus digest --write ({', '.join(changes[:5])})"
