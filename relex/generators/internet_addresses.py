"""Makes stand-ins for user names, e-mail addresses and URLs, in which people's names get those people's stand-ins.

"jdoe82" of Jane Doe is an initial, a family name and a number, each with its own stand-in. Domains become example
domains that no mail reaches.
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
    """Replaces user names, and the words within addresses that are nobody's name."""

    entities = frozenset({Entity.USERNAME})
    kinds = frozenset({Kind.HANDLE})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split names, initials and numbers off as parts, and HANDLE parts for words that are no name."""
        return contact_pieces(mention, context, lambda value, reader: reader.read(value))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield made-up words; for one or two letters as many other letters first."""
        handle = part.canonical
        if len(handle) <= 2 and handle.isascii() and handle.isalpha():
            for letters in permuted(handle.upper(), choice.derive("handle")):
                yield letters.lower()
        for word in syllable_words(choice, "handle", handle):
            if word != handle:
                yield word

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the case found."""
        return standin.capitalize() if part.surface.istitle() else match_case(part.surface, standin)


class EmailAddresses:
    """Replaces e-mail addresses, and the domains of web addresses as well."""

    entities = frozenset({Entity.EMAIL})
    kinds = frozenset({Kind.DOMAIN})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split names, numbers and handles before the at sign, and a DOMAIN part behind it."""
        return contact_pieces(mention, context, _split_email)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield sub-domains of the example domains."""
        return domain_candidates(part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in with dots and capitals as found."""
        return render_domain(part.surface, standin)


def _split_email(value: str, reader: NameReader) -> Iterator[str | Part]:
    is_url = "/" in value and not AT_SIGN.search(value)
    return split_url(value, reader) if is_url else split_mail(value, reader)


class WebAddresses:
    """Replaces URLs; their domains are parts of `EmailAddresses`."""

    entities = frozenset({Entity.URL})
    kinds = frozenset({Kind.PATH})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Keep scheme, port and page words; host, names, numbers and other words become parts."""
        return contact_pieces(mention, context, split_url)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield words and numbers of the part's shape."""
        return number_candidates(part.canonical, choice.derive("path"))

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the spelling found; an escaped character becomes plain lower-case characters."""
        if part.surface[0] == "%":
            return standin.lower()
        return in_spelling_of(part.surface, standin)
