"""The site's telephone numbers in its patients' charts.

There are a hundred fictitious numbers in an area code, and a chart names clinics that only its texts are known to name.
If each number took what is free when it is met, two that want the same one would go by the order of the records. The
site's records name them all, and the site's stand-ins are settled before any chart is: a chart takes those.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from relex.generators._shared.phone_parser import LOCAL, NATIONAL
from relex.identity.context import MAX_AVOIDED
from relex.parts import Kind, Part, PartKey
from relex.text_forms import folded


@dataclass(frozen=True, slots=True)
class SiteNumbers:
    """standins: by the canonical form of the number, and by its last seven digits where one number alone has them.

    avoid: the stand-ins, folded; a chart's own numbers leave them free. None at a site with too many of them.
    """

    standins: Mapping[str, str]
    avoid: frozenset[str]

    def standin(self, part: Part, own: Set[PartKey]) -> str | None:
        """The site's stand-in of a part that is none of the chart's own values; None for any other part."""
        if part.kind is not Kind.PHONE or part.subkind or part.key in own:
            return None
        if len(part.canonical) == LOCAL and any(key[2].endswith(part.canonical) for key in own):
            return None
        return self.standins.get(part.canonical)


NO_SITE_NUMBERS = SiteNumbers({}, frozenset())


def site_numbers(placed: Mapping[PartKey, str]) -> SiteNumbers:
    """placed: the stand-ins of the site's recorded values, of all kinds."""
    whole = {key[2]: text for key, text in placed.items() if key[0] == Kind.PHONE and not key[1]}
    by_end: dict[str, list[str]] = {}
    for number, text in whole.items():
        if len(number) == NATIONAL and number.isdigit():
            by_end.setdefault(number[-LOCAL:], []).append(text[-LOCAL:])
    ends = {end: texts[0] for end, texts in by_end.items() if len(texts) == 1}
    avoid = frozenset(map(folded, whole.values()))
    return SiteNumbers(ends | whole, avoid if len(avoid) <= MAX_AVOIDED else frozenset())
