"""Stand-ins for user names: the names of people in them get those people's stand-ins, the rest becomes syllables.

"jdoe82" of Jane Doe is an initial, a family name and a number, each with its own stand-in.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.contact_pieces import contact_pieces
from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.syllables import syllable_words
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import match_case


class Usernames:
    """User names, and the words within addresses that are nobody's name."""

    entities = frozenset({Entity.USERNAME})
    kinds = frozenset({Kind.HANDLE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Names, initials, numbers, and HANDLE parts for what is no name."""
        return contact_pieces(mention, context, lambda value, reader: reader.read(value))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Made-up words; for one or two letters as many others first."""
        handle = part.canonical
        if len(handle) <= 2 and handle.isascii() and handle.isalpha():
            for letters in permuted(handle.upper(), choice.derive("handle")):
                yield letters.lower()
        for word in syllable_words(choice, "handle", handle):
            if word != handle:
                yield word

    def render(self, part: Part, standin: str) -> str:
        """In the case found."""
        return standin.capitalize() if part.surface.istitle() else match_case(part.surface, standin)
