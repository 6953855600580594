"""Keeps track of the stand-ins that cannot be given again: those of a scope, and the site's telephone numbers in
charts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from redactor.lexicon.nicknames import related_forms, root_of, short_forms
from relex.generators._shared.phone_parser import LOCAL, NATIONAL
from relex.identity.context import MAX_AVOIDED
from relex.parts import Kind, Part, PartKey
from relex.text_forms import folded

_Group = tuple[str, ...]
_CACHED = 10_000


class Taken:
    """Holds the stand-ins given in a scope. A given name is taken in all of its forms: "Greg" and "Gregory" are one
    person.

    Parts known from texts only come in any order. Their stand-ins heed the forms of recorded names alone, which are
    given before them; the stand-ins of recorded names heed all forms.
    """

    def __init__(self, found: Iterable[tuple[PartKey, str]], recorded: Set[PartKey], grouped_by: int) -> None:
        """Start with the stand-ins that have been given.

        `recorded` holds the keys of the parts that structured records name. Parts that share the first `grouped_by`
        fields of their keys share no stand-in: 1 stands for the kind, 2 for kind and subkind.
        """
        self._recorded, self._grouped_by = recorded, grouped_by
        self._texts: dict[_Group, set[str]] = {}
        self._forms: dict[_Group, set[str]] = {}
        self._forms_of_recorded: dict[_Group, set[str]] = {}
        for key, text in found:
            self.add(key, text)

    def add(self, key: PartKey, text: str) -> None:
        group, whole = key[: self._grouped_by], folded(text)
        self._texts.setdefault(group, set()).add(whole)
        if key[0] == Kind.GIVEN:
            self._forms.setdefault(group, set()).update(_all_forms(whole))
            if key in self._recorded:
                self._forms_of_recorded.setdefault(group, set()).update(_all_forms(whole))

    def holds(self, part: Part, text: str) -> bool:
        """Tell whether a text is another part's stand-in, or would be read as another person's name."""
        group, whole = part.key[: self._grouped_by], folded(text)
        if whole in self._texts.get(group, ()):
            return True
        forms = (self._forms if part.recorded else self._forms_of_recorded).get(group, ())
        return bool(forms) and part.kind is Kind.GIVEN and not _written_forms(whole).isdisjoint(forms)


@lru_cache(_CACHED)
def _all_forms(given: str) -> frozenset[str]:
    """Return all names that a person with a given name may be called by."""
    root = root_of(given)
    return frozenset(
        (given, root, *related_forms(given), *related_forms(root), *short_forms(given), *short_forms(root))
    )


@lru_cache(_CACHED)
def _written_forms(given: str) -> frozenset[str]:
    """Return the forms in which a stand-in may be released: itself, the name it is short for, its short form
    (`People.render`).
    """
    return frozenset((given, root_of(given), *short_forms(given)[:1]))


# --- The site's telephone numbers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SiteNumbers:
    """Holds the stand-ins of the site's telephone numbers, which its patients' charts use.

    An area code has a hundred fictitious numbers, and a chart names clinics that only its texts are known to name. If
    each number took the first free stand-in when it is met, two that want the same stand-in would depend on the order
    of the records. The site's records name all of them, and the site's stand-ins are settled before those of any chart.

    `standins` is keyed by the canonical form of the number, and by its last seven digits where one number alone has
    them. `avoid` holds the folded stand-ins, which a chart's other numbers leave free; it is empty at a site with too
    many numbers.
    """

    standins: Mapping[str, str]
    avoid: frozenset[str]

    def standin(self, part: Part, recorded_keys: Set[PartKey]) -> str | None:
        """Return the site's stand-in of a part that is none of the chart's recorded values; None for any other part."""
        if part.kind is not Kind.PHONE or part.subkind or part.key in recorded_keys:
            return None
        if len(part.canonical) == LOCAL and any(key[2].endswith(part.canonical) for key in recorded_keys):
            return None
        return self.standins.get(part.canonical)


NO_SITE_NUMBERS = SiteNumbers({}, frozenset())


def site_numbers(placed: Mapping[PartKey, str]) -> SiteNumbers:
    """Collect the telephone numbers from the stand-ins of all recorded values of the site."""
    whole = {key[2]: text for key, text in placed.items() if key[0] == Kind.PHONE and not key[1]}
    by_end: dict[str, list[str]] = {}
    for number, text in whole.items():
        if len(number) == NATIONAL and number.isdigit():
            by_end.setdefault(number[-LOCAL:], []).append(text[-LOCAL:])
    ends = {end: texts[0] for end, texts in by_end.items() if len(texts) == 1}
    avoid = frozenset(map(folded, whole.values()))
    return SiteNumbers(ends | whole, avoid if len(avoid) <= MAX_AVOIDED else frozenset())
