"""Find street addresses: house number and street in several national forms, P.O. boxes, corners, apartments."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.rule import Doc, Rule, Rules, scan
from redactor.entities import Entity
from redactor.lexicon import words as word_lists
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


def _second_word_capital(value: str) -> bool:
    """Return False for "lives 2 hours away", in which no street follows the number."""
    return value.split()[1][0].isupper()


def _no_word_inside(value: str) -> bool | Strength:
    """Return "weak" for a street in lower case without an ordinary or clinical word in it, else False."""
    inner = value.lower().split()[1:-1]
    return "weak" if inner and not any(w.strip(".") in word_lists.words() for w in inner) else False


def _no_word_after_number(value: str) -> bool | Strength:
    return _no_word_inside(value + " x")


def _not_clinical(value: str) -> bool | Strength:
    first = value.split()[0].lower()
    return (
        False
        if first in word_lists.clinical() and first not in ("park", "lake", "church", "school", "college")
        else "weak"
    )


RULES = (
    Rule(
        "street-address",
        Entity.STREET,
        rf"\b({_STREET}(?i:{_SUFFIX})\b\.?(?: (?:N|S|E|W|NE|NW|SE|SW)\b\.?)?{_UNIT}{{0,2}})",
    ),
    Rule(
        "street-lower-case",
        Entity.STREET,
        (
            rf"(?i:\b([0-9]{{1,6}} (?:(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.? )?(?:[a-z'.-]{{2,20}} )"
            rf"{{1,3}}{_COMMON_SUFFIX})\b)"
        ),
        "st|av|rd|road|dr|ln|lane|bl|ct|court|pl|ter|cir|way|pk|par|h|sq|trail|cr|close",
        strength="weak",
        check=_no_word_inside,
    ),
    Rule(
        "po-box",
        Entity.STREET,
        (
            r"\b((?i:p\.? ?o\.? ?box|post office box|apartado|postfach|locked bag|gpo box)[ #:]{0,3}[0-9A-Z-]{1,"
            r"10})\b"
        ),
        "box|apartado|postfach|bag",
    ),
    Rule(
        "rural-route",
        Entity.STREET,
        (
            r"\b((?i:r\.?r\.?|hc|rfd)[ #]{1,3}[0-9]{1,4},? (?i:box) [0-9A-Z]{1,6}|"
            r"(?i:rural|star) (?i:route)[ #]{1,3}[0-9]{1,4}(?:,? (?i:box) [0-9A-Z]{1,6})?)\b"
        ),
        "rr|r.r|rural|hc|route|rfd",
    ),
    Rule(
        "address-labelled",
        Entity.STREET,
        (
            r"(?i:\b(?:street|home|mailing|billing|current|permanent)? ?address(?: line ?[12])?(?: is|"
            r" was)?\s{0,3}[:=]?\s{1,4})([0-9]{1,6}[A-Za-z]? [A-Za-z0-9'.# -]{3,60})"
        ),
        "address",
    ),
    Rule("military-unit", Entity.STREET, r"\b((?:PSC|CMR|UNIT|Unit) [0-9]{2,6},? (?i:box) [0-9]{1,6})", "psc|cmr|unit"),
    Rule(
        "street-corner",
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
        "street-name",
        Entity.STREET,
        (
            r"\b([A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24})? (?:Street|Avenue|Boulevard|Road|"
            r"Lane|Parkway|Highway))\b"
        ),
        "street|avenue|boulevard|road|lane|parkway|highway",
        digits=False,
        strength="weak",
        check=_not_clinical,
    ),
    Rule(
        "street-romance",
        Entity.STREET,
        (
            r"(?:^|[\s,:])((?:Via|Rue|Calle|Avenida|Rua|Carrera|Piazza|Viale|Corso|Plaza|Paseo|Boulevard|"
            r"Chemin|Avenue|Ulica|ul\.) (?:de |del |della |des |du |la |le |los |las |di |do |da )"
            r"{0,2}[A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24})?,? [0-9]{1,5}[A-Za-z]?)\b"
        ),
    ),
    Rule(
        "street-french",
        Entity.STREET,
        (
            r"\b([0-9]{1,5},? (?:rue|avenue|boulevard|chemin|place|impasse|allee|quai) (?:de |du |"
            r"des |la |le |les |l'|d'){0,3}[A-Z][A-Za-z'-]{2,24}(?: [A-Z][A-Za-z'-]{2,24}){0,2})"
        ),
        "rue|avenue|boulevard|chemin|place|impasse|all|quai",
    ),
    Rule(
        "street-germanic",
        Entity.STREET,
        (
            r"\b((?:[0-9]{1,6} )?(?:[A-Z][A-Za-z'.-]{1,20} )?[A-Z][A-Za-z.-]{1,24}(?:straxe|strasse|"
            r"str\.|weg|gasse|platz|allee|straat|laan|plein|gade|gatan|vej|vagen|katu|utca|veien|"
            r"gata|damm|ufer|stigen|backen) [0-9]{1,4}[a-zA-Z]?)\b"
        ),
        "str|weg|gasse|platz|allee|laan|plein|ga|vej|v|katu|utca|damm|ufer|sti|back",
    ),
    Rule(
        "street-grid",
        Entity.STREET,
        (
            r"\b([0-9]{1,6} (?:[A-Z][A-Za-z'.-]{1,24} ){1,4}[0-9]{1,4}[A-Za-z]?)(?:$|[,\n]|[ ,]{1,2}(?i:apt|"
            r"suite|ste|unit|flat)\b)"
        ),
        strength="weak",
        check=_no_word_after_number,
    ),
    Rule(
        "apartment",
        Entity.STREET,
        r"(?i:\b((?:apt|apartment|suite|ste|flat)\b\.? ?#?[0-9]{1,5}[a-z]?))\b",
        "apt|apartment|suite|ste|flat",
    ),
    Rule(
        "address-after-verb",
        Entity.STREET,
        (
            r"(?i:\b(?:lives?|living|lived|resid(?:es|ing|ed)|located|address is|address was|house is|"
            r"home is|stays|staying)(?: at)? )([0-9]{1,6}[A-Za-z]? [A-Za-z0-9'.# -]{3,50}[A-Za-z0-9])"
        ),
        "live|living|resid|located|address|house|home|stay",
        check=_second_word_capital,
    ),
)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield streets with and without house numbers."""
    return scan(doc, _SEARCHED)
