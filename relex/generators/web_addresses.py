"""Stand-ins for URLs: an example domain, and a path in which names, numbers and unknown words are replaced."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.contact_pieces import contact_pieces
from relex.generators._shared.numbers import number_candidates
from relex.generators._shared.spelling import in_spelling_of
from relex.generators._shared.web_pieces import split_url
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice


class WebAddresses:
    """URLs. Their domains are parts of `EmailAddresses`."""

    entities = frozenset({Entity.URL})
    kinds = frozenset({Kind.PATH})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Scheme, port and page words stay; host, names, numbers and other words are parts."""
        return contact_pieces(mention, context, split_url)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Words and numbers of the part's shape."""
        return number_candidates(part.canonical, choice.derive("path"))

    def render(self, part: Part, standin: str) -> str:
        """In the spelling found; an escaped character becomes plain lower-case characters."""
        if part.surface[0] == "%":
            return standin.lower()
        return in_spelling_of(part.surface, standin)
