"""Generate the surface forms of a known value: the ways in which it may be written in a note."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from redactor import entities
from redactor.detect.known.names import name_forms, needs_alone
from redactor.detect.known.places import organisation_forms, place_forms
from redactor.detect.known.search_text import Fit, Form, Needs, breaks_between, compact, words_of
from redactor.entities import DATES, NAMES, ORGANISATIONS, Entity
from redactor.lexicon.medicine import is_clinical
from redactor.lexicon.words import is_common, is_prose
from redactor.text import KnownValue
from redactor.unicode_fold import fold

_PHONES = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
PLACES = entities.PLACES | {Entity.ADDRESS, Entity.STREET}
_INSTITUTIONS = ORGANISATIONS | {Entity.LOCATION}
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_ORDINALS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_SHORTEST = 4
_SURE = 6
_GROUPED = 7
_NANP = 10
_CACHED_DATES = 4_096
_ISO = re.compile(r"(\d{4})-?(\d{2})(?:-?(\d{2}))?(?!\d)")
_NUMERIC = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})")


def surface_forms(known: KnownValue, person: int, *, site: bool) -> Iterator[Form]:
    """Yield every surface form of the value.

    site: whether many subjects share the value, so that forms need more context.
    """
    entity = known.entity
    if entity in NAMES:
        yield from name_forms(known, person, site=site)
    elif entity in _PHONES:
        yield from _phone_forms(known.value, entity)
    elif entity is Entity.EMAIL:
        yield from _email_forms(known.value)
    elif entity is Entity.URL:
        yield from _url_forms(known.value)
    elif entity in DATES:
        yield from (Form(text, entity, Needs.FREE, *traits) for text, traits in _date_forms(known.value))
    elif entity in PLACES:
        yield from place_forms(known, site=site)
    elif entity in _INSTITUTIONS:
        yield from organisation_forms(known, site=site)
    elif any(ch.isdigit() for ch in known.value):
        yield from _identifier_forms(known.value, entity)
    else:
        yield from _phrase_forms(known.value, entity, site=site)


def _number_forms(text: str, entity: Entity) -> Iterator[Form]:
    """Yield the form of an identifier of letters and digits: the shorter it is, the more context it needs."""
    core, breaks = compact(text)
    if len(core) < _SHORTEST or not any(ch.isdigit() for ch in core):
        return
    if len(core) < _GROUPED and _begins_with_a_word(text):
        needs = Needs.NUMBERED if " " in text.strip() else Needs.FREE
        yield Form(core, entity, needs, breaks, Fit.SOLID, strong=len(core) >= _SURE)
        return
    if core.isdigit() and len(core) == _SHORTEST:
        yield Form(core, entity, Needs.NUMBERED, breaks, Fit.WHOLE, strong=False)
    elif len(core) < _GROUPED:
        yield Form(core, entity, Needs.FREE, breaks, Fit.WHOLE, strong=len(core) >= _SURE)
    else:
        yield Form(core, entity, Needs.FREE, breaks, Fit.ANY)


def _begins_with_a_word(text: str) -> bool:
    """Return whether an identifier is a word and a few digits: "TEST1", as notes have both in "stress test 1.5"."""
    word = words_of(text)[0]
    return word.isalpha() and len(word) > 2 and (is_common(word) or is_prose(word) or is_clinical(word))


def _identifier_forms(text: str, entity: Entity) -> Iterator[Form]:
    if text.lower().startswith("urn:"):
        text = text.rpartition(":")[2]
    yield from _number_forms(text, entity)
    core = compact(text)[0]
    tail = core.lstrip("abcdefghijklmnopqrstuvwxyz")
    bare = tail.lstrip("0")
    for other in dict.fromkeys((tail, bare)):
        if other != core and other.isdigit() and len(other) > _SHORTEST:
            yield from _number_forms(other, entity)
    if entity is Entity.SSN_OR_TAXPAYER and core.isdigit() and len(core) == 9:
        yield Form(core[-4:], entity, Needs.NUMBERED, fit=Fit.WHOLE, strong=False)


def _phone_forms(text: str, entity: Entity) -> Iterator[Form]:
    main = re.split(r"(?i)\s*(?:ext\.?|x|#|;)\s*\d+$", fold(text).text.removeprefix("tel:"))[0]
    digits = "".join(ch for ch in main if ch.isdigit()).removeprefix("00")
    if not digits.isascii() or len(digits) < _GROUPED:
        yield from _number_forms(digits, entity)
        return
    if main.strip().startswith(("+", "00")) and not (digits[0] == "1" and len(digits) == _NANP + 1):
        # Country codes have one to three digits; which, the remaining length must bear out.
        national = [digits[n:].lstrip("0") for n in (1, 2, 3)]
        cores = [digits, "00" + digits, *(z + n for n in national if len(n) >= _GROUPED for z in ("", "0"))]
    else:
        core = digits[1:] if len(digits) == _NANP + 1 and digits[0] == "1" else digits
        cores = [core, core.lstrip("0"), "1" + core, "001" + core]
        if len(core) == _NANP:
            yield Form(core[3:], entity, Needs.FREE, frozenset({3}), Fit.EXACT)
    for core in dict.fromkeys(cores):
        if len(core) >= _GROUPED:
            yield Form(core, entity, Needs.FREE, fit=Fit.ANY)


def _email_forms(text: str) -> Iterator[Form]:
    address = text.removeprefix("mailto:")
    local, _, domain = address.partition("@")
    spoken = f"{local} at {domain.replace('.', ' dot ')}"
    for written in (address, spoken):
        core, breaks = compact(written)
        if len(core) > _SHORTEST:
            yield Form(core, Entity.EMAIL, Needs.FREE, breaks)
    core, breaks = compact(local)
    if len(core) > _SHORTEST and not all(map(is_common, words_of(local))):
        yield Form(core, Entity.EMAIL, Needs.FREE, breaks, Fit.TIGHT)


def _url_forms(text: str) -> Iterator[Form]:
    rest = re.sub(r"^[a-zA-Z][\w+.-]*:/*", "", text).rstrip("/")
    host = re.split(r"[/:?#]", rest, maxsplit=1)[0].rpartition("@")[2]
    for written in dict.fromkeys((text, rest, host, host.removeprefix("www."))):
        core, breaks = compact(written)
        if "." in written and len(core) > _SHORTEST:
            yield Form(core, Entity.URL, Needs.FREE, breaks)


_FormTraits = tuple[frozenset[int], Fit, bool]  # breaks, fit and strength of a form
_AS_WRITTEN: _FormTraits = (frozenset(), Fit.AT_BREAKS, True)


@lru_cache(maxsize=_CACHED_DATES)
def _date_forms(text: str) -> tuple[tuple[str, _FormTraits], ...]:
    found: dict[tuple[str, _FormTraits], None] = {}
    for year, month, day in _dates_meant(text):
        if not (1 <= month <= 12 and 0 <= day <= 31):
            continue
        if day:
            found.update(dict.fromkeys(_full_date_forms(year, month, day)))
        for name in _month_names(month):
            found[name + year, (frozenset({len(name)}), Fit.AT_BREAKS, False)] = None
    return tuple(found)


def _dates_meant(text: str) -> Iterable[tuple[str, int, int]]:
    """Return (year, month, day) of an ISO or a numeric date, the latter in both orders; day 0 if not given."""
    iso = _ISO.match(text.strip())
    if iso:
        return [(iso[1], int(iso[2]), int(iso[3] or 0))]
    numeric = _NUMERIC.match(text.strip())
    if not numeric:
        return []
    a, b, year = int(numeric[1]), int(numeric[2]), numeric[3]
    years = [year] if len(year) == 4 else ["19" + year, "20" + year]
    return dict.fromkeys((y, m, d) for y in years for m, d in ((a, b), (b, a)))


def _month_names(month: int) -> Iterator[str]:
    name = _MONTHS[month - 1]
    yield name
    if len(name) > 3:
        yield name[:3]
    if month == 9:
        yield "sept"


def _full_date_forms(year: str, month: int, day: int) -> Iterator[tuple[str, _FormTraits]]:
    months, days = dict.fromkeys((str(month), f"{month:02}")), dict.fromkeys((str(day), f"{day:02}"))
    for y in (year, year[2:]):
        for m in months:
            for d in days:
                for a, b, c in ((m, d, y), (d, m, y), (y, m, d)):
                    yield a + b + c, (_two_breaks(len(a), len(a) + len(b)), Fit.EXACT, True)
        for name in _month_names(month):
            for d in days:
                for written in ((d,), (d, _ORDINALS.get(day, "th"))):
                    yield _joined_words((name, *written, y))
                    yield _joined_words((*written, name, y))
                    yield _joined_words((*written, "of", name, y))
    for glued in (f"{year}{month:02}{day:02}", f"{month:02}{day:02}{year}", f"{day:02}{month:02}{year}"):
        yield glued, _AS_WRITTEN


@lru_cache(maxsize=64)
def _two_breaks(first: int, second: int) -> frozenset[int]:
    return frozenset((first, second))


def _joined_words(words: tuple[str, ...]) -> tuple[str, _FormTraits]:
    return "".join(words), (breaks_between(words), Fit.AT_BREAKS, True)


def _phrase_forms(text: str, entity: Entity, *, site: bool) -> Iterator[Form]:
    core, breaks = compact(text)
    if len(core) < _SHORTEST or all(map(is_common, words_of(text))) or is_clinical(text):
        return
    needs = Needs.FREE if breaks else needs_alone(core, site=site)
    yield Form(core, entity, needs, breaks, Fit.WHOLE, strong=needs is Needs.FREE)
