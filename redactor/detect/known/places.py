"""Generate surface forms of places and organisations, abbreviated and written out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product

from redactor.detect.known.search_text import Fit, Form, Needs, compact, is_unspaced, words_of
from redactor.entities import Entity
from redactor.lexicon.medicine import is_clinical
from redactor.lexicon.words import is_common, is_prose, word_set
from redactor.text import KnownValue

_GROUPS = """
street st str; avenue ave av; road rd; drive dr drv; lane ln; boulevard blvd boul; court ct crt; circle cir; place pl;
square sq; terrace ter terr; parkway pkwy pky; highway hwy; trail trl; way wy; crossing xing; point pt; plaza plz;
ridge rdg; heights hts; landing lndg; junction jct; center centre ctr; valley vly; station sta; manor mnr; meadow mdw;
meadows mdws; summit smt; turnpike tpke; expressway expy; freeway fwy; route rte rt; alley aly; bend bnd; brook brk;
creek crk; crescent cres; estate est; estates ests; extension ext; forest frst; garden gdn; gardens gdns; glen gln;
grove grv; harbor hbr; hill hl; hills hls; hollow holw; island is; lake lk; lakes lks; light lgt; mill ml; mills mls;
mission msn; mount mt; mountain mtn; orchard orch; path pth; pike pk; pine pne; pines pnes; port prt; prairie pr;
ranch rnch; river riv; run rn; shore shr; shores shrs; spring spg; springs spgs; stream strm; trace trce; track trak;
tunnel tunl; union un; view vw; views vws; village vlg; villages vlgs; vista vis; walk wlk; bridge brg; branch br;
camp cp; cape cpe; cove cv; dale dl; north n; south s; east e; west w; northeast ne; northwest nw; southeast se;
southwest sw; saint st; fort ft; apartment apt; suite ste; unit no; building bldg; floor fl; room rm; department dept;
medical med; hospital hosp; regional reg regl; memorial mem meml; community comm; general gen; university univ;
international intl; associates assoc; county cnty cty; services svcs; clinic clin; children childrens; institute inst;
health hlth; healthcare hlthcare; rehabilitation rehab; company co; national natl
"""
_UNITS = word_set("apartment apt unit suite ste floor fl room rm building bldg lot box trailer trlr")
_TYPES = word_set(
    "street st str avenue ave av road rd drive dr drv lane ln boulevard blvd boul court ct crt circle cir place pl "
    "square sq terrace ter terr parkway pkwy pky highway hwy trail trl way wy crossing xing plaza plz landing lndg"
)
_LEGAL = word_set("inc llc ltd llp pllc pc pa plc corp corporation co company gmbh sa ag bv the")
_STATES = """
alabama al; alaska ak; arizona az; arkansas ar; california ca; colorado co; connecticut ct; delaware de; florida fl;
georgia ga; hawaii hi; idaho id; illinois il; indiana in; iowa ia; kansas ks; kentucky ky; louisiana la; maine me;
maryland md; massachusetts ma; michigan mi; minnesota mn; mississippi ms; missouri mo; montana mt; nebraska ne; nevada
nv; new_hampshire nh; new_jersey nj; new_mexico nm; new_york ny; north_carolina nc; north_dakota nd; ohio oh; oklahoma
ok; oregon or; pennsylvania pa; rhode_island ri; south_carolina sc; south_dakota sd; tennessee tn; texas tx; utah ut;
vermont vt; virginia va; washington wa; west_virginia wv; wisconsin wi; wyoming wy; district_of_columbia dc;
puerto_rico pr
"""
_MOST_FORMS = 24
_SHORT = 4


def _spellings_by_word() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS.split(";"):
        words = tuple(group.split())
        for word in words:
            table[word] = tuple(dict.fromkeys((word, *words, *table.get(word, ()))))
    return table


_SPELLINGS_BY_WORD = _spellings_by_word()
_ABBREVIATION = {name.replace("_", " "): short for name, short in (pair.split() for pair in _STATES.split(";"))}
_STATE_NAME = {short: name for name, short in _ABBREVIATION.items()}
STATE_CODES = frozenset(_STATE_NAME)


def _spellings(words: list[str]) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield the words with abbreviations written out and long words abbreviated; at most _MOST_FORMS combinations."""
    choices = [_SPELLINGS_BY_WORD.get(w, (w,)) for w in words]
    yield from (compact(" ".join(words)) for words in islice(product(*choices), _MOST_FORMS))


def _context_needs(words: list[str], *, site: bool) -> Needs:
    """Return the context that words need to count as the name of a place or an organisation."""
    if any(is_unspaced(w) for w in words):
        return Needs.FREE
    rare = [w for w in words if len(w) >= _SHORT and not is_common(w) and w not in _SPELLINGS_BY_WORD]
    if rare:
        return Needs.CAPITAL if site and len(words) == 1 else Needs.FREE
    return Needs.CAPITAL if len(words) > 1 else Needs.PLACE


def place_forms(known: KnownValue, *, site: bool) -> Iterator[Form]:
    """Yield surface forms of an address, or of one place: a city, a county, a state, a ZIP code."""
    if known.entity is not Entity.ADDRESS and not known.parts:
        yield from _single_place_forms(known.entity, known.value, site=site)
        return
    for role, text in known.parts or split_address(known.value):
        entity = _ENTITY_OF_PART.get(role)
        if entity is not None:
            yield from _single_place_forms(entity, text, site=site)


_ENTITY_OF_PART = {
    "line": Entity.STREET,
    "street": Entity.STREET,
    "city": Entity.CITY,
    "district": Entity.COUNTY,
    "county": Entity.COUNTY,
    "state": Entity.STATE,
    "postalCode": Entity.ZIP,
    "zip": Entity.ZIP,
    "country": Entity.COUNTRY,
}


def split_address(text: str) -> tuple[tuple[str, str], ...]:
    """Return the (role, text) parts of a written address.

    Pieces with a digit are lines, a ZIP code is last, a state code precedes it.
    """
    parts: list[tuple[str, str]] = []
    for piece in (p.strip() for p in re.split(r"[,;\n]+", text)):
        found = re.fullmatch(r"(?:(.*?)\s+)??(?:([A-Za-z]{2})\s+)?(\d{5}(?:-?\d{4})?)", piece)
        if found and (found[2] is None or found[2].lower() in STATE_CODES):
            named = (("city", found[1]), ("state", found[2]), ("postalCode", found[3]))
            parts.extend((role, value) for role, value in named if value)
        elif piece.lower() in STATE_CODES or piece.lower() in _ABBREVIATION:
            parts.append(("state", piece))
        elif any(ch.isdigit() for ch in piece):
            parts.append(("line", piece))
        elif piece:
            parts.append(("city" if parts else "line", piece))
    return tuple(parts)


def _single_place_forms(entity: Entity, text: str, *, site: bool) -> Iterator[Form]:
    if entity in (Entity.STREET, Entity.ADDRESS):
        for line in re.split(r"[,;\n]+", text):
            yield from _street_forms(line, site=site)
    elif entity is Entity.ZIP:
        yield from _zip_forms(text, site=site)
    elif entity is Entity.STATE:
        yield from _state_forms(text)
    else:
        words = words_of(text)
        if not words or (entity is Entity.COUNTRY and len("".join(words)) < _SHORT):
            return
        if entity is Entity.COUNTY and len(words) > 1 and words[-1] in ("county", "parish"):
            words = words[:-1]
        needs = Needs.PLACE if len(words) == 1 and is_prose(words[0]) else _context_needs(words, site=site)
        for form, breaks in _spellings(words):
            yield Form(form, entity, needs, breaks, strong=needs is Needs.FREE)


def _street_forms(text: str, *, site: bool) -> Iterator[Form]:
    words = words_of(text)
    if not words:
        return
    if len(words) == 1 and not words[0].isalpha():
        return  # a bare number is no address
    unit = next((k for k, w in enumerate(words) if w in _UNITS and k > 1), None)
    mark = len(words_of(text.partition("#")[0])) if "#" in text else 0
    if unit is None:
        unit = mark or None
    if unit is not None and (
        not any(w.isdigit() or w in _TYPES for w in words[:unit]) or not any(map(str.isalpha, words[:unit]))
    ):
        unit = None  # "P O Box 4" needs its number, and "1.5 Box" its box
    base = words[:unit]
    numbered = any(w.isdigit() for w in base)
    needs = Needs.FREE if numbered and len(base) > 1 else _context_needs(base, site=site)
    if unit is not None:
        named_unit = words if words[unit] in _UNITS else [*base, "apt", *words[unit:]]
        bare_unit = [w for w in words if w not in _UNITS]  # "633 Abernathy St #4"
        for form, breaks in (*_spellings(named_unit), *_spellings(bare_unit)):
            yield Form(form, Entity.STREET, needs, breaks, strong=needs is Needs.FREE)
    for form, breaks in _spellings(base):
        yield Form(form, Entity.STREET, needs, breaks, strong=needs is Needs.FREE)
    core = base[:-1] if len(base) > 2 and base[-1] in _TYPES else base
    if (
        core is not base
        and numbered
        and any(w.isalpha() and len(w) > 2 for w in core)
        and not _is_clinical_phrase(core)
    ):
        for form, breaks in _spellings(core):
            yield Form(form, Entity.STREET, Needs.CAPITAL, breaks, strong=False)
    if numbered and base[0].isdigit():
        named = base[1:]
        while named and len(named[0]) == 1 and len(named) > 1 and named[0].isalpha() and named[0] not in "nsew":
            named = named[1:]  # the letter of "12B Main Street"
        if len(named) > 1 and len("".join(named)) > _SHORT and not _is_clinical_phrase(named):
            needs = max(_context_needs(named, site=site), Needs.CAPITAL)
            for form, breaks in _spellings(named):
                yield Form(form, Entity.STREET, needs, breaks, strong=False)


def _is_clinical_phrase(words: list[str]) -> bool:
    return is_clinical(" ".join(words))


def _zip_forms(text: str, *, site: bool) -> Iterator[Form]:
    code, breaks = compact(text)
    if not code.isdigit() or len(code) not in (5, 9):
        if len(code) >= _SHORT:
            yield Form(code, Entity.ZIP, Needs.NEXT_TO_PLACE if site else Needs.FREE, breaks, Fit.WHOLE)
        return
    if len(code) == 9:
        yield Form(code, Entity.ZIP, Needs.FREE, frozenset({5}), Fit.WHOLE)
    yield Form(code[:5], Entity.ZIP, Needs.NEXT_TO_PLACE if site else Needs.FREE, fit=Fit.WHOLE)


def _state_forms(text: str) -> Iterator[Form]:
    name = " ".join(words_of(text))
    name = _STATE_NAME.get(name, name)
    if len(name) >= _SHORT:
        full, breaks = compact(name)
        yield Form(full, Entity.STATE, Needs.CAPITAL, breaks, strong=False)
        name = _ABBREVIATION.get(name, "")
    if name:
        yield Form(name, Entity.STATE, Needs.NEXT_TO_PLACE, strong=False)


def organisation_forms(known: KnownValue, *, site: bool) -> Iterator[Form]:
    """Yield surface forms of an organisation's name: with and without its legal form, abbreviated and written out."""
    words = words_of(known.value)
    if not words or sum(map(len, words)) < 2:
        return
    short = [w for w in words if w not in _LEGAL]
    seen: set[str] = set()
    for kept in (words, short):
        if not kept:
            continue
        acronym = len(words) == 1 and known.value.isupper() and len(words[0]) < _SHORT and not is_common(words[0])
        needs = Needs.CAPITAL if acronym and len(words[0]) > 2 else _context_needs(kept, site=site)
        if len(kept) == 1 and needs is not Needs.FREE and is_clinical(kept[0]):
            needs = Needs.NEXT_TO_PLACE  # a department: ICU, Radiology
        for form, breaks in _spellings(kept):
            if form not in seen:
                seen.add(form)
                yield Form(form, known.entity, needs, breaks, Fit.WHOLE, strong=needs is Needs.FREE)
