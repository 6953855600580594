"""What all contact details have in common when they are split."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

from redactor.text import Mention
from relex.generators._shared.name_reader import NameReader
from relex.generators._shared.numbers import number_pieces
from relex.generators._shared.spelling import canonical, is_space_or_punctuation
from relex.identity.clinicians import with_clinician
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.scopes import Level

_MAX_LENGTH = 1_024  # characters; a longer value is one opaque part


def contact_pieces(
    mention: Mention, context: Context, read: Callable[[str, NameReader], Iterator[str | Part]]
) -> Pieces:
    """The pieces that `read` finds, with at least one part wherever there is anything to replace.

    The level is the site's where every person whom the value names belongs only to the site.
    """
    value, reader = mention.value, NameReader(context)
    items = tuple(number_pieces(value) if len(value) > _MAX_LENGTH else read(value, reader))
    has_characters = bool(canonical(value))
    if has_characters and not any(isinstance(item, Part) for item in items):
        items = tuple(number_pieces(value))
    elif not has_characters and not all(map(is_space_or_punctuation, value)):
        items = (Part(Kind.HANDLE, unicodedata.normalize("NFKC", value), value),)
    level = reader.level()
    return Pieces(with_clinician(items, context) if level is Level.SITE else items, level)
