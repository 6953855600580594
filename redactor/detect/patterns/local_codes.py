"""Find codes of doors, cells, boats, cases and clips: short, of letters and digits, and told only by the word before
them.

A number sign or five digits are not needed here, so that the words are few and mean one thing each: "cell" stands
before "C-114B" where somebody is held, and "MCF-7 cell" is another order of words.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.cued_values import NUMBER_WORD, SEPARATOR, has_digit, is_public_prefix
from redactor.detect.patterns.rule import Doc, Rule, Rules, scan
from redactor.entities import Entity
from redactor.text import Span


def _is_local(value: str) -> bool:
    return not is_public_prefix(value)


RULES = (
    Rule(
        "access-code",
        Entity.ID,
        (
            r"(?i:\b(?:buzzer|entry ?phone|intercom|interphone|digicode|keypad|lock ?box|key ?safe|key ?box"
            r"|(?:gate|door|entry|access|garage|alarm|house|key|front door) ?(?:code|pin)|tuercode|turcode|code porte)"
            r"(?:\s(?:code|pin|combo|combination))?" + NUMBER_WORD + SEPARATOR + r")"
            r"([*#]?[0-9A-Z](?:-?[0-9A-Z]){2,9}[*#]?)(?:[^0-9A-Za-z]|$)"
        ),
        "buzzer|phone|com|digicode|keypad|box|safe|code|pin",
        check=has_digit,
    ),
    # What a path of FHIRPath or XPath is narrowed to: "where(family = 'Doe')", "/f:identifier[@value='57104']".
    Rule(
        "path-literal",
        Entity.ID,
        r"(?:where\([^']{1,80}|\[@[A-Za-z]{1,30} ?)[=~] ?'([^']{2,80})'",
        "='|= '|~ '|~'",
        digits=False,
    ),
    Rule("path-predicate", Entity.ID, r"/f:[A-Za-z]{2,40}\[([A-Za-z][^\]@=()]{2,80})\]", "/f:", digits=False),
    Rule("keypad-code", Entity.ID, r"(?:^|[\s:(])([*#][0-9]{3,8}[*#])(?:[^*#0-9A-Za-z]|$)", "*|#"),
    Rule(
        "cell-or-berth",
        Entity.LOCATION,
        r"(?i:\b(?:cell|bunk|berth|locker|cubicle|slip|mooring|tier|dorm|pod|lot space|stall)"
        + NUMBER_WORD
        + SEPARATOR
        + r")([A-Z]{1,2}-(?:[0-9]{2,4}[A-Z]|[0-9]{3,4}))\b",
        "cell|bunk|berth|locker|cubicle|slip|mooring|tier|dorm|pod|lot|stall",
        check=_is_local,
    ),
    Rule(
        "registered-boat",
        Entity.VEHICLE_LICENSE_PLATE_US,
        (
            r"(?i:\b(?:kutter|kotter|trawler|fishing (?:boat|vessel|cutter)|boat|schooner|yacht|lugger|skiff|ferry"
            r"|chalutier|bateau|barco|pesquero|lancha|barca|peschereccio|fiskebat|skude|boot|schiff)"
            r"(?:\s(?:reg(?:istration)?|no|nr)\.?)?[:,]?\s{1,2}[(\"']?)([A-Z]{1,3}[ -]?[0-9]{1,5}[A-Z]?)\b"
        ),
        "kutter|kotter|trawler|cutter|vessel|boat|schooner|yacht|lugger|skiff|ferry|chalut|bateau|barc|pesq|lancha"
        "|pesch|fisk|skude|boot|schiff",
        check=_is_local,
    ),
    Rule(
        "cased-code",
        Entity.ID,
        (
            r"(?i:\b(?:case|docket|marker|clip|kit|tag|voucher|locker|program(?:me)?|dossier|akte|caso|expediente|zaak)"
            r"(?:\s(?:no|nr|id)\.?)?[:#]?\s{1,2}[\"'(]?)([A-Z]{1,4}(?:-[A-Z]{1,6})?[-/][0-9]{4,10}[A-Z]?)\b"
        ),
        "case|docket|marker|clip|kit|tag|voucher|locker|program|dossier|akte|caso|exped|zaak",
        check=_is_local,
    ),
    # Two words of letters and a number: "BX-CLIP-77120". And a number by year or series: "LAB/2023/00417".
    Rule("double-prefixed-code", Entity.ID, r"\b([A-Z]{2,5}-[A-Z]{2,8}-[0-9]{5,12})\b", "-", check=_is_local),
    Rule("slashed-code", Entity.ID, r"\b([A-Z]{1,5}/[0-9]{2,4}/[0-9]{4,8})\b", "/", check=_is_local),
)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield codes that a place, a case or a boat goes by."""
    return scan(doc, _SEARCHED)
