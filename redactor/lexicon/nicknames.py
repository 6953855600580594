"""Tell which short forms a given name has, and which name a form stands for. Names are folded.

A form that several names share ("Katie": Katherine, Kathleen, ...) or that is as often an independent name ("Jack")
stands for no name alone: `root_of` leaves it, and `related_forms` gives all names that it may stand for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from redactor.lexicon import data_files

# Marks behind a form; data/nicknames.txt explains them.
_OWN_NAME, _SEARCH_ONLY, _STAND_IN_ONLY, _ABBREVIATION = "~", "?", "!", "."
_MARKS = _OWN_NAME + _SEARCH_ONLY + _STAND_IN_ONLY + _ABBREVIATION
_NO_STAND_IN = (_SEARCH_ONLY, _ABBREVIATION)


@cache
def _rows() -> Mapping[str, tuple[str, ...]]:
    """Return the forms of each name with their marks."""
    rows = (line.partition(": ") for line in data_files.lines("nicknames.txt"))
    return {name: tuple(forms.split()) for name, _, forms in rows}


@cache
def _related() -> Mapping[str, tuple[str, ...]]:
    links: dict[str, set[str]] = {}
    for name, forms in _rows().items():
        searched = [form.rstrip(_MARKS) for form in forms if not form.endswith(_STAND_IN_ONLY)]
        for form in searched:
            links.setdefault(name, set()).add(form)
            links.setdefault(form, set()).add(name)
    return {name: tuple(sorted(others)) for name, others in links.items()}


@cache
def _short_forms() -> Mapping[str, tuple[str, ...]]:
    return {
        name: tuple(form.rstrip(_MARKS) for form in forms if not form.endswith(_NO_STAND_IN))
        for name, forms in _rows().items()
        if not all(form.endswith(_NO_STAND_IN) for form in forms)
    }


@cache
def _roots() -> Mapping[str, str]:
    return {
        form.rstrip(_MARKS): name
        for name, forms in _rows().items()
        for form in forms
        if _OWN_NAME not in form and not form.endswith(_SEARCH_ONLY)
    }


def related_forms(given: str) -> tuple[str, ...]:
    """Return short forms of a name, and names that it is a short form of, sorted; () for an unlisted name."""
    return _related().get(given, ())


def short_forms(root: str) -> tuple[str, ...]:
    """Return short forms of a name that a stand-in may take, the commonest first; () where it has none."""
    return _short_forms().get(root, ())


def root_of(given: str) -> str:
    """Return the name that a form is short for; the form itself where it is none, or stands for several."""
    return _roots().get(given, given)


def is_abbreviation(form: str) -> bool:
    """Return whether a form is an abbreviation in writing, which a full stop may follow: wm, thos."""
    return form in _abbreviations()


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(f.rstrip(_MARKS) for forms in _rows().values() for f in forms if f.endswith(_ABBREVIATION))


def may_be_one_name(a: str, b: str) -> bool:
    """Return whether one person can bear both names: equal, of one root, or one a short form of the other."""
    if a == b:
        return True
    root_a, root_b = root_of(a), root_of(b)
    if root_a == root_b:
        return True
    return b in related_forms(a) or root_b in related_forms(a) or root_a in related_forms(b)
