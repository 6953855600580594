"""Stand-ins for user names: the names of people in them get those people's stand-ins, the rest becomes syllables.

"jdoe82" of Jane Doe is an initial, a family name and a number, each with its own stand-in.

Stand-ins for e-mail addresses: the stand-ins of the names in them, at an example domain that no mail reaches.

Stand-ins for URLs: an example domain, and a path in which names, numbers and unknown words are replaced.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.contact_pieces import NameReader, contact_pieces
from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.numbers import number_candidates
from relex.generators._shared.spelling import in_spelling_of
from relex.generators._shared.web_pieces import (
    AT_SIGN,
    domain_candidates,
    render_domain,
    split_mail,
    split_url,
    syllable_words,
)
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


class EmailAddresses:
    """E-mail addresses, and the domains of web addresses as well."""

    entities = frozenset({Entity.EMAIL})
    kinds = frozenset({Kind.DOMAIN})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Names, numbers and handles before the at sign, a DOMAIN part behind it."""
        return contact_pieces(mention, context, _split_email)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Sub-domains of the example domains."""
        return domain_candidates(part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """With dots and capitals as found."""
        return render_domain(part.surface, standin)


def _split_email(value: str, reader: NameReader) -> Iterator[str | Part]:
    is_url = "/" in value and not AT_SIGN.search(value)
    return split_url(value, reader) if is_url else split_mail(value, reader)


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
