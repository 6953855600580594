"""Places: addresses in their parts, cities with their states, post codes, counties, countries, and cities alone."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import gazetteer, lexicon, name_grammar
from redactor.detect.patterns.gazetteer import STATE, STATE_CODES, STATE_NAMES, town
from redactor.detect.patterns.rule import Doc, Rule, compiled, hit, scan, wordset
from redactor.entities import Entity
from redactor.text import Span, Strength

_SUFFIX = (
    r"(?:st|str|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|pl|place|"
    r"ter|terr|terrace|cir|circle|way|"
    r"pkwy|parkway|hwy|highway|sq|square|trl|trail|loop|aly|alley|plz|plaza|cres|crescent|"
    r"close|row|walk|path|run|pass|pike|"
    r"turnpike|expressway|expy|freeway|fwy|crossing|xing|cove|cv|point|pt|ridge|hill|hollow|bend|heights|hts|landing|"
    r"grove|gardens?|mews|green|view|glen|park|manor|commons?|station|bypass|route|estates?|"
    r"mill|creek|crest|field|meadows?|"
    r"mall|quay|wharf|spur|trace|track|rapid|oval|parade|esplanade|causeway|bridge|dale|"
    r"center|knoll|junction|islands?|stream|"
    r"viaduct|shoals?|springs?|village|vista|well|wells|forge|fork|forest|ferry|falls|flats?|"
    r"fields|extension|course|corner|"
    r"corners|club|cliffs?|canyon|camp|burg|brook|bluffs?|bayou|beach|branch|arcade|harbor|"
    r"haven|inlet|key|lake|lakes|ports?|"
    r"prairie|ranch|shores?|skyway|summit|throughway|tunnel|union|valley|isle|light|lodge|"
    r"lock|motorway|mountain|mount|orchard|"
    r"overpass|radial|ramp|rest|rue|squares|stravenue|underpass|unions|ville|walks|ways)"
)
_COMMON_SUFFIX = (
    r"(?:st|str|street|streets|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|"
    r"pl|place|terrace|cir|circle|way|pkwy|"
    r"parkway|hwy|highway|sq|square|trail|plaza|crescent|close)"
)
_CAP = r"(?:[A-Z][A-Za-z'.-]{0,24}|[0-9]{1,3}(?:st|nd|rd|th|ST|ND|RD|TH))"
_UNIT = (
    r"(?:[,\s]{1,3}(?i:apt|apartment|unit|suite|ste|floor|fl|room|rm|bldg|building|lot|flat|"
    r"#|no)\.?[ #]{0,3}[0-9A-Za-z-]{1,8})"
)
_STREET = (
    rf"[0-9]{{1,6}}(?:-[0-9]{{1,4}})?[A-Za-z]?(?: 1/2)?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|"
    rf"South|East|West)\.? )?(?:{_CAP} ){{1,4}}"
)
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


def _address(value: str) -> bool:
    """Of what follows "lives at": no "lives 2 hours away"."""
    return value.split()[1][0].isupper()


def _streetish(value: str) -> bool | Strength:
    """Of a street in lower case: no unit of measure or clinical word between the number and "drive"."""
    inner = value.lower().split()[1:-1]
    return "weak" if inner and not any(w.strip(".") in lexicon.words() for w in inner) else False


def _county(value: str) -> bool:
    return lexicon.plain(value.split()[0]) not in lexicon.clinical()


def _street_name(value: str) -> bool | Strength:
    first = value.split()[0].lower()
    return (
        False
        if first in lexicon.clinical() and first not in ("park", "lake", "church", "school", "college")
        else "weak"
    )


_ADDRESSES = (
    Rule(Entity.STREET, rf"\b({_STREET}(?i:{_SUFFIX})\b\.?(?: (?:N|S|E|W|NE|NW|SE|SW)\b\.?)?{_UNIT}{{0,2}})"),
    Rule(
        Entity.STREET,
        (
            rf"(?i:\b([0-9]{{1,6}} (?:(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.? )?(?:[a-z'.-]{{2,20}} )"
            rf"{{1,3}}{_COMMON_SUFFIX})\b)"
        ),
        "st|av|rd|road|dr|ln|lane|bl|ct|court|pl|ter|cir|way|pk|par|h|sq|trail|cr|close",
        check=_streetish,
    ),
    Rule(
        Entity.STREET,
        (
            r"\b((?i:p\.? ?o\.? ?box|post office box|apartado|postfach|locked bag|gpo box)[ #:]{0,3}[0-9A-Z-]{1,"
            r"10})\b"
        ),
        "box|apartado|postfach|bag",
    ),
    Rule(
        Entity.STREET,
        (
            r"\b((?i:r\.?r\.?|hc|rfd)[ #]{1,3}[0-9]{1,4},? (?i:box) [0-9A-Z]{1,6}|"
            r"(?i:rural|star) (?i:route)[ #]{1,3}[0-9]{1,4}(?:,? (?i:box) [0-9A-Z]{1,6})?)\b"
        ),
        "rr|r.r|rural|hc|route|rfd",
    ),
    Rule(
        Entity.STREET,
        (
            r"(?i:\b(?:street|home|mailing|billing|current|permanent)? ?address(?: line ?[12])?(?: is|"
            r" was)?\s{0,3}[:=]?\s{1,4})([0-9]{1,6}[A-Za-z]? [A-Za-z0-9'.# -]{3,60})"
        ),
        "address",
    ),
    Rule(Entity.STREET, r"\b((?:PSC|CMR|UNIT|Unit) [0-9]{2,6},? (?i:box) [0-9]{1,6})", "psc|cmr|unit"),
    Rule(Entity.LOCATION, rf"\b(?P<CITY>APO|FPO|DPO),? (?P<STATE>AA|AE|AP)(?:,? (?P<ZIP>{_ZIP}))?", "apo|fpo|dpo"),
    Rule(
        Entity.STREET,
        (
            r"\b((?:[A-Z][A-Za-z'-]{2,20}|[0-9]{1,3}(?:st|nd|rd|th)) (?:St|Street|Ave|Avenue|Rd|"
            r"Road|Blvd|Dr|Drive)\.? (?:and|&|at) (?:[A-Z][A-Za-z'-]{2,20}|[0-9]{1,3}(?:st|nd|rd|"
            r"th))(?: (?:St|Street|Ave|Avenue|Rd|Road|Blvd|Dr|Drive)\b)?)"
        ),
        " and |&| at ",
        digits=False,
    ),
    Rule(
        Entity.STREET,
        (
            r"\b([A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24})? (?:Street|Avenue|Boulevard|Road|"
            r"Lane|Parkway|Highway))\b"
        ),
        "street|avenue|boulevard|road|lane|parkway|highway",
        digits=False,
        check=_street_name,
    ),
    Rule(
        Entity.STREET,
        (
            r"(?:^|[\s,:])((?:Via|Rue|Calle|Avenida|Rua|Carrera|Piazza|Viale|Corso|Plaza|Paseo|Boulevard|"
            r"Chemin|Avenue|Ulica|ul\.) (?:de |del |della |des |du |la |le |los |las |di |do |da )"
            r"{0,2}[A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24})?,? [0-9]{1,5}[A-Za-z]?)\b"
        ),
    ),
    Rule(
        Entity.STREET,
        (
            r"\b([0-9]{1,5},? (?:rue|avenue|boulevard|chemin|place|impasse|allee|quai) (?:de |du |"
            r"des |la |le |les |l'|d'){0,3}[A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24}){0,2})"
        ),
        "rue|avenue|boulevard|chemin|place|impasse|all|quai",
    ),
    Rule(
        Entity.STREET,
        (
            r"\b((?:[0-9]{1,6} )?(?:[A-Z][A-Za-z'.-]{1,20} )?[A-Z][A-Za-z.-]{1,24}(?:straxe|strasse|"
            r"str\.|weg|gasse|platz|allee|straat|laan|plein|gade|gatan|vej|vagen|katu|utca|veien|"
            r"gata|damm|ufer|stigen|backen) [0-9]{1,4}[a-zA-Z]?)\b"
        ),
        "str|weg|gasse|platz|allee|laan|plein|ga|vej|v|katu|utca|damm|ufer|sti|back",
    ),
    Rule(
        Entity.STREET,
        (
            r"\b([0-9]{1,6} (?:[A-Z][A-Za-z'.-]{1,24} ){1,4}[0-9]{1,4}[A-Za-z]?)(?:$|[,\n]|[ ,]{1,2}(?i:apt|"
            r"suite|ste|unit|flat)\b)"
        ),
        strength="weak",
        check=lambda v: _streetish(v + " x"),
    ),
    Rule(
        Entity.STREET,
        r"(?i:\b((?:apt|apartment|suite|ste|flat)\b\.? ?#?[0-9]{1,5}[a-z]?))\b",
        "apt|apartment|suite|ste|flat",
    ),
    Rule(
        Entity.STREET,
        (
            r"(?i:\b(?:lives?|living|lived|resid(?:es|ing|ed)|located|address is|address was|house is|"
            r"home is|stays|staying)(?: at)? )([0-9]{1,6}[A-Za-z]? [A-Za-z0-9'.# -]{3,50}[A-Za-z0-9])"
        ),
        "live|living|resid|located|address|house|home|stay",
        check=_address,
    ),
    Rule(Entity.ZIP, rf"\b{STATE}[,.]?\s{{1,3}}({_ZIP})\b"),
    Rule(
        Entity.ZIP,
        (
            rf"(?i:\b(?:zip(?: ?code)?|postal(?: ?code)?|post ?code)\b\s{{0,2}}(?:is|was|of)?\s{{0,2}}[:=#]?\s{{0"
            rf",3}})([0-9]{{5}}(?:-[0-9]{{4}})?|[0-9]{{3,6}}|[0-9]{{3}} [0-9]{{2}}|{_UK_POST}|{_CA_POST})\b"
        ),
        "zip|postal|post code|postcode",
    ),
    Rule(Entity.ZIP, rf"\b({_UK_POST})\b", check=lambda v: " " in v or "weak"),
    Rule(Entity.ZIP, rf"\b({_CA_POST})\b", check=lambda v: " " in v or "weak"),
    Rule(Entity.LOCATION, rf"\b(?P<CITY>{_TOWN}) (?P<STATE>{STATE_CODES}),? (?P<ZIP>{_ZIP})\b"),
    Rule(
        Entity.CITY,
        (
            r"(?im:\b(?:city|town|village|hometown|home town|city of birth|birth ?place|place of birth|"
            r"city/state)(?: is| was)?\s{0,3}[:=]\s{0,3})([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])"
        ),
        "city|town|village|birth",
        digits=False,
    ),
    Rule(
        Entity.COUNTY,
        r"(?im:\b(?:county|parish|borough)\s{0,3}[:=]\s{0,3})([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])",
        "county|parish|borough",
        digits=False,
    ),
    Rule(Entity.STATE, rf"(?i:\bstate(?: of)?\s{{0,3}}[:=]?\s{{0,3}})({STATE})\b", "state", digits=False),
    Rule(
        Entity.COUNTRY,
        (
            r"(?im:\b(?:country|nationality|citizenship|country of (?:birth|origin))\s{0,3}[:=]\s{0,3})"
            r"([A-Za-z][A-Za-z '.-]{1,30}[A-Za-z])"
        ),
        "country|nationality|citizenship",
        digits=False,
    ),
    Rule(
        Entity.COUNTY,
        r"\b((?:[A-Z][A-Za-z'.-]{1,20} ){1,2}(?:County|Parish|Borough|Township))\b",
        "county|parish|borough|township",
        digits=False,
        check=_county,
    ),
    Rule(Entity.COUNTY, r"\b(County (?:of )?[A-Z][A-Za-z'-]{2,20})\b", "county", digits=False),
    Rule(
        Entity.CITY,
        rf"(?i:\b(?:{_LIVES})\s{{1,2}})({_TOWN})",
        " in | at |near| of | to |from |visit",
        strength="weak",
        digits=False,
        check=town,
    ),
    Rule(Entity.LOCATION, r"(-?[0-9]{1,2}\.[0-9]{4,10},\s?-?[0-9]{1,3}\.[0-9]{4,10})"),
    Rule(
        Entity.LOCATION,
        r"(?i:\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\b\s{0,2}[:=]?\s{0,2})(-?[0-9]{1,3}\.[0-9]{3,12})",
        "lat|lon|lng",
    ),
    Rule(
        Entity.LOCATION,
        (
            r"(?i:\b(?:room|rm|bed|ward|bay|cubicle)\s{0,2}(?:no\.?|number|#)?\s{0,2}[:=]?\s{0,2})"
            r"([0-9]{1,4}-?[A-Z]{0,2}[0-9]{0,2})\b"
        ),
        "room|rm|bed|ward|bay|cubicle",
        strength="weak",
        check=lambda v: len(v) >= 3,
    ),
)


def find(doc: Doc) -> Iterator[Span]:
    """Addresses and other places."""
    yield from scan(doc, _ADDRESSES)
    yield from _pairs(doc)
    yield from _gazetteer(doc)


_PAIR = compiled(
    rf"\b({_TOWN})\s{{0,2}},\s{{0,2}}({STATE_CODES}|(?i:{STATE_NAMES}))(?:[,.]?\s{{1,3}}({_ZIP}))?(?:$|[^0-9A-Za-z])"
)


def _pairs(doc: Doc) -> Iterator[Span]:
    """Cities with their states: "Dayton, OH 45402"."""
    if "," not in doc.text:
        return
    for m in _PAIR.finditer(doc.data):
        city, state = doc.text[slice(*m.span(1))], doc.text[slice(*m.span(2))]
        with_zip = m.start(3) >= 0
        # "Sure, OK" and "Jones, MD": a code that is a word or a degree needs a city that is one, or a ZIP
        if not with_zip and (not town(city) or (state in _AMBIGUOUS and lexicon.plain(city) not in gazetteer.cities())):
            continue
        yield hit(m.start(1), m.end(1), Entity.CITY)
        yield hit(m.start(2), m.end(2), Entity.STATE)
        if with_zip:
            yield hit(m.start(3), m.end(3), Entity.ZIP)


_AMBIGUOUS = frozenset(
    [
        "OK",
        "IN",
        "ME",
        "OR",
        "HI",
        "MD",
        "MA",
        "PA",
        "DO",
        "CO",
        "LA",
        "ID",
        "AL",
        "MS",
        "PR",
        "DE",
        "SC",
        "MT",
        "ON",
        "BC",
        "AB",
        "VI",
    ]
)


# a post code before a city's name, as in "10115 Berlin", and one behind a state's or a country's name
_CODE_BEFORE = compiled(r"(?:^|[\s,])([0-9]{4,5}) $")
_CODE_BEHIND = compiled(r",?\s{1,2}([0-9]{5}(?:-[0-9]{4})?)(?:$|[^0-9A-Za-z/%.-]|[.](?:$|\s))")


def _gazetteer(doc: Doc) -> Iterator[Span]:
    heads, large = gazetteer.heads(), gazetteer.large()
    words = doc.words
    for i, word in enumerate(words):
        if not word.text[0].isupper():
            continue
        longest = heads.get(name_grammar.base(word).split("-")[0], 0)
        for size in range(min(longest, 4), 0, -1):
            if i + size > len(words):
                continue
            start, end = word.start, words[i + size - 1].end
            if end - start > 60:
                continue
            value = doc.text[start:end].removesuffix("'s")
            entity = large.get(lexicon.plain(value))
            if entity is not None and not (size == 1 and i + 1 < len(words) and words[i + 1].lower in _NOT_PLACE):
                before = after = None
                if entity is Entity.CITY:
                    before = _CODE_BEFORE.search(doc.data, max(0, start - 8), start)
                else:
                    after = _CODE_BEHIND.match(doc.data, end, min(len(doc.data), end + 12))
                # one word alone may be a nut, a potato or a catheter: Brazil, Idaho, Texas
                told = size > 1 or after is not None
                yield hit(start, start + len(value), entity, "strong" if told else "weak")
                for code in (before, after):
                    if code is not None:
                        yield hit(code.start(1), code.end(1), Entity.ZIP)
                break


_NOT_PLACE = wordset("criteria classification score scale protocol sign disease virus syndrome heart study equation")
