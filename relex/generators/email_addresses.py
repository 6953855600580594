"""Stand-ins for e-mail addresses: the stand-ins of the names in them, at an example domain that no mail reaches."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.contact_pieces import contact_pieces
from relex.generators._shared.hosts import domain_candidates, render_domain
from relex.generators._shared.name_reader import NameReader
from relex.generators._shared.web_pieces import AT_SIGN, split_mail, split_url
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice


class EmailAddresses:
    """E-mail addresses, and the domains of web addresses as well."""

    entities = frozenset({Entity.EMAIL})
    kinds = frozenset({Kind.DOMAIN})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Names, numbers and handles before the at sign, a DOMAIN part behind it."""
        return contact_pieces(mention, context, _split)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Sub-domains of the example domains."""
        return domain_candidates(part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """With dots and capitals as found."""
        return render_domain(part.surface, standin)


def _split(value: str, reader: NameReader) -> Iterator[str | Part]:
    is_url = "/" in value and not AT_SIGN.search(value)
    return split_url(value, reader) if is_url else split_mail(value, reader)
