"""Stand-ins that are somebody's already, and what else would be read as the same."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache

from redactor.lexicon.nicknames import related_forms, root_of, short_forms
from relex.parts import Kind, Part, PartKey
from relex.text_forms import folded

_Group = tuple[str, ...]
_CACHED = 10_000


class Taken:
    """The stand-ins given in a scope. A given name is taken in all of its forms: "Greg" and "Gregory" are one person.

    What only texts name comes in any order. Its stand-in heeds the forms of recorded names alone, which are there
    before it; that of a recorded name heeds all.
    """

    def __init__(self, found: Iterable[tuple[PartKey, str]], recorded: Set[PartKey], grouped_by: int) -> None:
        """found: what has been given. recorded: keys of the parts that structured records name.

        grouped_by: how many fields of a key parts have in common that share no stand-in: 1, the kind; 2, the subkind
        too.
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
        """Whether a text is another's already, or would be read as another's name."""
        group, whole = part.key[: self._grouped_by], folded(text)
        if whole in self._texts.get(group, ()):
            return True
        forms = (self._forms if part.recorded else self._forms_of_recorded).get(group, ())
        return bool(forms) and part.kind is Kind.GIVEN and not _written_forms(whole).isdisjoint(forms)


@lru_cache(_CACHED)
def _all_forms(given: str) -> frozenset[str]:
    """What somebody of a given name may be called."""
    root = root_of(given)
    return frozenset(
        (given, root, *related_forms(given), *related_forms(root), *short_forms(given), *short_forms(root))
    )


@lru_cache(_CACHED)
def _written_forms(given: str) -> frozenset[str]:
    """How a stand-in leaves: as it is, as the name that it is short for, and in its short form (`People.render`)."""
    return frozenset((given, root_of(given), *short_forms(given)[:1]))
