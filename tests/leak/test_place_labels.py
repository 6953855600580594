"""A wrong place label is no leak: what is not surely a place becomes a tag under the profiles that keep places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactor.detect.known import Known
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Note, Reading, Span
from tests.each_row import each_row
from tests.leak.place_traps import TRAPS, Trap

_MARKED = re.compile(r"\[([A-Z_]+):([^\]]*)\]")


class Labels:
    """Finds what the traps mark."""

    name, version = "labels", "1"

    def __init__(self, trap: Trap) -> None:
        self.text, self.spans = "", []
        at = 0
        for m in _MARKED.finditer(trap.marked):
            self.text += trap.marked[at : m.start()]
            start = len(self.text)
            self.text += m[2]
            self.spans.append(Span(start, len(self.text), Entity(m[1]), 0.99, "strong", ("labels",)))
            at = m.end()
        self.text += trap.marked[at:]

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(tuple(self.spans)) for _ in notes]


def released(trap: Trap, profile: str = "limited-dataset") -> str:
    labels = Labels(trap)
    engine = Engine([labels, Known()], TagReplacer(load_profile(profile), Keyring.generate(), "enclave"))
    texts, _ = engine.process([Note("n", labels.text, "p", known=trap.known)], [])
    return texts[0].text


@each_row("trap", TRAPS)
def test_what_is_no_place_becomes_a_tag(trap: Trap) -> None:
    text = released(trap)
    assert not [word for word in trap.gone if word in text], text
    assert not [word for word in trap.kept if word not in text], text
