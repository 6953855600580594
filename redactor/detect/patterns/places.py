"""Find places: cities with their states, post codes, counties, countries, cities alone, and small towns of the US.

A small town counts behind a preposition of place: "grew up in Ten Sleep", "near Chugwater". Its span is weak: much that
is written with capitals behind "in" or "to" has the name of some town ("in Left Hand"). A town of one word counts only
if the word is nothing else, neither a word nor a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import gazetteer, name_grammar
from redactor.detect.patterns.gazetteer import STATE, STATE_CODES, STATE_NAMES, may_be_town
from redactor.detect.patterns.rule import CodedRule, Doc, Rule, Rules, compiled, enabled, scan, span_of
from redactor.entities import Entity
from redactor.lexicon import names, places
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.lexicon.vocabulary import is_word
from redactor.lexicon.words import word_set
from redactor.text import Span, Strength

_TOWN = r"(?:St\.? |Ft\.? |Mt\.? )?[A-Z][A-Za-z'-]{1,24}(?:[ -](?:of|on|upon|de|la|del|the|[A-Z][A-Za-z'-]{1,24})){0,3}"
_ZIP = r"[0-9]{5}(?:-[0-9]{4})?"
_UK_POST = r"[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][ABD-HJLNP-UW-Z]{2}"
_CA_POST = r"[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9]"
_LIVES = (
    r"lives? (?:alone )?(?:in|at|near)|living (?:in|at|near)|lived in|resid(?:es|ing|ed)"
    r" (?:in|at)|resident of|native of|born in|"
    r"raised in|grew up in|moved (?:here )?(?:to|from)|relocated (?:to|from)|(?:is|are|was|"
    r"came|comes|visiting|travell?ed|drove|flew|"
    r"transferred|originally|immigrated|emigrated|returned|hails|back) (?:from|to)|home in|"
    r"house in|located in|based in|works in|"
    r"stationed in|arrived (?:in|at)|flew to|flown to|flying to|city of|town of|vacation (?:in|"
    r"to)|trip to|travel(?:s|led|ed|ing)? to|visit(?:ed|ing|s)?|incarcerated in|stays in|"
    r"staying in"
)


def _spaced(value: str) -> bool | Strength:
    return " " in value or "weak"


def _three_characters(value: str) -> bool:
    return len(value) >= 3


def _not_clinical(value: str) -> bool:
    return word_lists.plain(value.split()[0]) not in word_lists.clinical()


_AREA_RULES = (
    Rule(
        "military-post",
        Entity.LOCATION,
        rf"\b(?P<CITY>APO|FPO|DPO),? (?P<STATE>AA|AE|AP)(?:,? (?P<ZIP>{_ZIP}))?",
        "apo|fpo|dpo",
    ),
    Rule("zip-after-state", Entity.ZIP, rf"\b{STATE}[,.]?\s{{1,3}}({_ZIP})\b"),
    Rule(
        "zip-labelled",
        Entity.ZIP,
        (
            rf"(?i:\b(?:zip(?: ?code)?|postal(?: ?code)?|post ?code)\b\s{{0,2}}(?:is|was|of)?\s{{0,2}}[:=#]?\s{{0"
            rf",3}})([0-9]{{5}}(?:-[0-9]{{4}})?|[0-9]{{3,6}}|[0-9]{{3}} [0-9]{{2}}|{_UK_POST}|{_CA_POST})\b"
        ),
        "zip|postal|post code|postcode",
    ),
    Rule("uk-postcode", Entity.ZIP, rf"\b({_UK_POST})\b", check=_spaced),
    Rule("canadian-postcode", Entity.ZIP, rf"\b({_CA_POST})\b", check=_spaced),
    Rule("city-state-zip", Entity.LOCATION, rf"\b(?P<CITY>{_TOWN}) (?P<STATE>{STATE_CODES}),? (?P<ZIP>{_ZIP})\b"),
    Rule(
        "city-labelled",
        Entity.CITY,
        (
            r"(?im:\b(?:city|town|village|hometown|home town|city of birth|birth ?place|place of birth|"
            r"city/state)(?: is| was)?\s{0,3}[:=]\s{0,3})([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])"
        ),
        "city|town|village|birth",
        digits=False,
    ),
    Rule(
        "county-labelled",
        Entity.COUNTY,
        r"(?im:\b(?:county|parish|borough)\s{0,3}[:=]\s{0,3})([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])",
        "county|parish|borough",
        digits=False,
    ),
    Rule(
        "state-labelled",
        Entity.STATE,
        rf"(?i:\bstate(?: of)?\s{{0,3}}[:=]?\s{{0,3}})({STATE})\b",
        "state",
        digits=False,
    ),
    Rule(
        "country-labelled",
        Entity.COUNTRY,
        (
            r"(?im:\b(?:country|nationality|citizenship|country of (?:birth|origin))\s{0,3}[:=]\s{0,3})"
            r"([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])"
        ),
        "country|nationality|citizenship",
        digits=False,
    ),
    Rule(
        "county-name",
        Entity.COUNTY,
        r"\b((?:[A-Z][A-Za-z'.-]{1,20} ){1,2}(?:County|Parish|Borough|Township))\b",
        "county|parish|borough|township",
        digits=False,
        check=_not_clinical,
    ),
    Rule("county-of", Entity.COUNTY, r"\b(County (?:of )?[A-Z][A-Za-z'-]{2,20})\b", "county", digits=False),
    Rule(
        "city-after-verb",
        Entity.CITY,
        rf"(?i:\b(?:{_LIVES})\s{{1,2}})({_TOWN})",
        " in | at |near| of | to |from |visit",
        strength="weak",
        digits=False,
        check=may_be_town,
    ),
    Rule("coordinates", Entity.LOCATION, r"(-?[0-9]{1,2}\.[0-9]{4,10},\s?-?[0-9]{1,3}\.[0-9]{4,10})"),
    Rule(
        "coordinates-labelled",
        Entity.LOCATION,
        r"(?i:\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\b\s{0,2}[:=]?\s{0,2})(-?[0-9]{1,3}\.[0-9]{3,12})",
        "lat|lon|lng",
    ),
    Rule(
        "room",
        Entity.LOCATION,
        (
            r"(?i:\b(?:room|rm|bed|ward|bay|cubicle)\s{0,2}(?:no\.?|number|#)?\s{0,2}[:=]?\s{0,2})"
            r"([0-9]{1,4}-?[A-Z]{0,2}[0-9]{0,2})\b"
        ),
        "room|rm|bed|ward|bay|cubicle",
        strength="weak",
        check=_three_characters,
    ),
)


_CITY_STATE = CodedRule(
    "city-state",
    (Entity.CITY, Entity.STATE, Entity.ZIP),
    context="a comma and a state behind the city",
    check="without a ZIP code: plausible town name; must be a listed city if the state code is also a word",
)
_TOWN_OF_STATE = CodedRule(
    "town-of-state",
    (Entity.CITY,),
    context="a comma and a state behind the town",
    check="on the list of places of that state; of one word, no word and no surname",
)
_GAZETTEER = CodedRule(
    "gazetteer-place",
    (Entity.CITY, Entity.STATE, Entity.COUNTRY),
    context="",
    check="on the list of large cities, states and countries; weak where it is one word without a post code behind",
)
_ZIP_BY_PLACE = CodedRule(
    "zip-by-place", (Entity.ZIP,), context="a place of the gazetteer beside the digits", check="four or five digits"
)
_LISTED_TOWN = CodedRule(
    "listed-town",
    (Entity.CITY,),
    context="a preposition of place before it: in, near, from, to, outside, of, ...",
    check="on the list of places of the US; of one word, no word and no name",
    strength="weak",
)
_SEARCHED = Rules(_AREA_RULES)
RULES = (*_AREA_RULES, _CITY_STATE, _TOWN_OF_STATE, _GAZETTEER, _ZIP_BY_PLACE, _LISTED_TOWN)


def find(doc: Doc) -> Iterator[Span]:
    """Yield cities, states, post codes, counties, countries, coordinates, rooms and small towns."""
    yield from scan(doc, _SEARCHED)
    yield from enabled(doc, _city_state_pairs(doc))
    yield from enabled(doc, _listed_places(doc))
    yield from enabled(doc, _listed_towns(doc))


_PAIR = compiled(
    rf"\b({_TOWN})\s{{0,2}},\s{{0,2}}({STATE_CODES}|(?i:{STATE_NAMES}))(?:[,.]?\s{{1,3}}({_ZIP}))?(?:$|[^0-9A-Za-z])"
)


def _city_state_pairs(doc: Doc) -> Iterator[Span]:
    """Yield cities with their states: "Dayton, OH 45402"."""
    if "," not in doc.text:
        return
    for m in _PAIR.finditer(doc.ascii_bytes):
        city, state = doc.text[slice(*m.span(1))], doc.text[slice(*m.span(2))]
        with_zip = m.start(3) >= 0
        is_listed = _is_town_of(city, state)
        # "Sure, OK", "Jones, MD": a state code that is a word or a degree needs a listed city or a ZIP code
        may_be = may_be_town(city) and (state not in _AMBIGUOUS_STATES or word_lists.plain(city) in gazetteer.cities())
        if not (with_zip or is_listed or may_be):
            continue
        yield span_of(_TOWN_OF_STATE if is_listed else _CITY_STATE, m.start(1), m.end(1), Entity.CITY)
        yield span_of(_CITY_STATE, m.start(2), m.end(2), Entity.STATE)
        if with_zip:
            yield span_of(_CITY_STATE, m.start(3), m.end(3), Entity.ZIP)


def _is_town_of(city: str, state: str) -> bool:
    """Return whether the state has a town of that name, which is no single word or surname."""
    key = places.place_key(city)
    if key not in places.us_places_of(gazetteer.state_code(state)):
        return False
    return " " in key or not (is_word(key) or key in name_lists.family())


_AMBIGUOUS_STATES = frozenset(
    "OK IN ME OR HI MD MA PA DO CO LA ID AL MS PR DE SC MT ON BC AB VI".split()  # noqa: SIM905
)


# a post code before a city's name ("10115 Berlin"), and one after the name of a state or country
_CODE_BEFORE = compiled(r"(?:^|[\s,])([0-9]{4,5}) $")
_CODE_BEHIND = compiled(r",?\s{1,2}([0-9]{5}(?:-[0-9]{4})?)(?:$|[^0-9A-Za-z/%.-]|[.](?:$|\s))")


def _listed_places(doc: Doc) -> Iterator[Span]:
    """Yield states, countries and large cities of the lists, with the post codes beside them."""
    words = doc.words
    if not doc.capitalised:
        return  # avoids loading the lists for short texts
    heads, large = gazetteer.longest_by_first_word(), gazetteer.place_entities()
    for i in doc.capitalised:
        word = words[i]
        longest = heads.get(word.key.split("-")[0], 0)
        for size in range(min(longest, 4), 0, -1):
            if i + size > len(words):
                continue
            start, end = word.start, words[i + size - 1].end
            if end - start > 60:
                continue
            value = doc.text[start:end].removesuffix("'s")
            entity = large.get(word_lists.plain(value))
            if entity is not None and not (
                size == 1 and i + 1 < len(words) and words[i + 1].lower in _NEVER_BEHIND_PLACE
            ):
                before = after = None
                if entity is Entity.CITY:
                    before = _CODE_BEFORE.search(doc.ascii_bytes, max(0, start - 8), start)
                else:
                    after = _CODE_BEHIND.match(doc.ascii_bytes, end, min(len(doc.ascii_bytes), end + 12))
                # a single word may be a nut, a potato or a catheter: Brazil, Idaho, Texas
                is_certain = size > 1 or after is not None
                yield span_of(_GAZETTEER, start, start + len(value), entity, "strong" if is_certain else "weak")
                for code in (before, after):
                    if code is not None:
                        yield span_of(_ZIP_BY_PLACE, code.start(1), code.end(1), Entity.ZIP)
                break


_NEVER_BEHIND_PLACE = word_set(
    "criteria classification score scale protocol sign disease virus syndrome heart study equation"
)


_BEHIND_PREPOSITION = compiled(
    r"\b(?i:in|at|near|from|to|outside|inside|towards?|of|around|via|through|leaving|visiting|between|beyond|across|by)"
    r" ([A-Z])"
)
_LONGEST = 5  # words
_GAPS = frozenset((" ", "-", ". "))


def _listed_towns(doc: Doc) -> Iterator[Span]:
    """Yield places of the US behind a preposition of place, in offsets of the folded text."""
    for m in _BEHIND_PREPOSITION.finditer(doc.ascii_bytes):
        first = name_grammar.word_at(doc, m.start(1))
        last = None if first is None else _town_from(doc, first)
        if first is not None and last is not None:
            end = name_grammar.end_without_possessive(doc.words[last])
            yield span_of(_LISTED_TOWN, doc.words[first].start, end, Entity.CITY, "weak")


def _town_from(doc: Doc, first: int) -> int | None:
    """Return the last word of the longest place that begins with a word, or None."""
    words, last = doc.words, first
    while last + 1 < len(words) and last - first + 1 < _LONGEST and name_grammar.gap_after(doc, last) in _GAPS:
        last += 1
    for end in range(last, first - 1, -1):
        if words[end].text[0].islower():
            continue
        key = places.place_key(doc.text[words[first].start : name_grammar.end_without_possessive(words[end])])
        if key in places.us_places() and (end > first or not _is_something_else(key)):
            return end
    return None


def _is_something_else(key: str) -> bool:
    return is_word(key) or key in names.given() or key in names.family()
