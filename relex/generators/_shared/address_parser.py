"""Parses an address into street names, numbers, towns, counties, post codes and words that stay.

Every letter and digit belongs to a piece, to a generic word ("St", "Apt", "PO Box"), to a state or to a country.
Anything of unknown form counts as a street name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from redactor.lexicon.wordlists import word_set
from redactor.unicode_fold import fold
from relex.generators._shared.gazetteer import country_of, state_of, town_key, towns
from relex.generators._shared.street_parser import FoundPiece, PieceKind, Token, parse_line, phrase, piece_over, tokens

_FILE = "places"
_FOREIGN_CODE = re.compile(r"[a-z]{1,2}[0-9][0-9a-z]? ?[0-9][a-z]{2}|[a-z][0-9][a-z][ -]?[0-9][a-z][0-9]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece at [start, end) of the original, with its folded text; the subkind is the form of a street name or
    number.
    """

    start: int
    end: int
    kind: PieceKind
    text: str
    subkind: str = ""


@dataclass(frozen=True, slots=True)
class ParsedAddress:
    """The pieces of an address in order, and its state and country as written ("" if missing); text between pieces
    stays.
    """

    pieces: tuple[Piece, ...]
    state: str = ""
    country: str = ""


@lru_cache(maxsize=32768)
def parse_address(value: str, allow_bare_town: bool = True) -> ParsedAddress:
    """Parse an address of one or more lines; with `allow_bare_town` a last segment without state and code may be a
    town.
    """
    text = fold(value)
    toks = tokens(text.text)
    rest, found, state, country = _parse_tail(text.text, toks, allow_bare_town)
    head: list[FoundPiece] = []
    at = 0
    while at < rest:
        end = at
        while end < rest and toks[end].segment == toks[at].segment:
            end += 1
        head.extend(parse_line(toks[at:end]))
        at = end
    pieces = sorted([*head, *found])
    return ParsedAddress(
        tuple(Piece(*text.span(a, b), kind, name, subkind) for a, b, kind, name, subkind in pieces), state, country
    )


# --- The last lines: town, state, code, country ---------------------------------------------------------------------


def _parse_tail(text: str, toks: Sequence[Token], allow_bare_town: bool) -> tuple[int, list[FoundPiece], str, str]:
    """Return the number of words before the town, the pieces behind them, and state and country as written."""
    end = len(toks)
    found: list[FoundPiece] = []
    end, country = _parse_country(text, toks, end)
    codes, end = _parse_code(text, toks, end)
    found.extend(codes)
    end, state = _parse_state(text, toks, end, bool(codes))
    if not end:
        return 0, found, state, country
    first = _segment_start(toks, end)
    evidence = bool(codes or state or country)
    town = _town_start(toks, first, end, evidence, allow_bare_town)
    if town < end:
        if toks[town].numeric:  # "75001 Paris"
            found.append(_zip_piece(toks[town : town + 1]))
            town_at = town + 1
        else:
            town_at = town
        place = toks[town_at:end]
        if _is_county(place) and town_key(phrase(place)) not in towns().homes:
            found.append(county_piece(place))
        else:
            found.append(piece_over(place, PieceKind.CITY))
        end = town
        if end and (first := _segment_start(toks, end)) and _is_county(toks[first:end]):
            found.append(county_piece(toks[first:end]))
            end = first
    return end, found, state, country


def _segment_start(toks: Sequence[Token], end: int) -> int:
    """Return the first word of the segment that ends before `end`."""
    at = end
    while at and toks[at - 1].segment == toks[end - 1].segment:
        at -= 1
    return at


def _text_between(text: str, toks: Sequence[Token], start: int, end: int) -> str:
    return text[toks[start].start : toks[end - 1].end]


def _parse_country(text: str, toks: Sequence[Token], end: int) -> tuple[int, str]:
    """Return the number of words before a country at the end, and the country as written."""
    for size in (4, 3, 2, 1):
        at = end - size
        if at <= 0 or toks[at].segment != toks[end - 1].segment:
            continue
        written = _text_between(text, toks, at, end)
        own = toks[at - 1].segment != toks[at].segment
        coded = at > 1 and toks[at - 1].numeric and toks[at - 2].plain not in word_set(_FILE, "unit")
        if (
            country_of(written)
            and not state_of(written)
            and (own or coded or state_of(toks[at - 1].raw))
            and not (own and _town_behind_street(toks, at, written))
        ):
            return at, written
    return end, ""


def _town_behind_street(toks: Sequence[Token], at: int, written: str) -> bool:
    """Tell whether the name of a state or country in a segment of its own is a town: "12 Elm St, Lebanon"."""
    if len(written) < 4 or town_key(written) not in towns().homes:
        return False
    first = _segment_start(toks, at)
    line = toks[first:at]
    coded = len(line) > 1 and line[0].numeric and line[-1].plain not in word_set(_FILE, "type")
    if town_key(phrase(line[1:] if coded and len(line[0].plain) > 3 else line)) in towns().homes:
        return False  # "12 Elm St, Beirut, Lebanon"
    numbers = any(t.numeric for t in line) and not (line[-1].numeric and len(line[-1].plain) > 3)
    return numbers or _looks_like_street(line[-4:])


def _zip_piece(toks: Sequence[Token]) -> FoundPiece:
    plain = "".join(t.plain for t in toks)
    us = plain.isascii() and plain.isdigit() and len(plain) == 5
    return toks[0].start, toks[-1].end, PieceKind.ZIP, plain, "" if us else "foreign"


def _parse_code(text: str, toks: Sequence[Token], end: int) -> tuple[list[FoundPiece], int]:
    """Return the post code at the end, and the number of words before it."""
    if end < 2:
        return [], end
    before, last = toks[end - 2], toks[end - 1]
    both = f"{before.plain} {last.plain}"
    if end > 2 and before.segment == last.segment and _FOREIGN_CODE.fullmatch(both):
        return [(before.start, last.end, PieceKind.ZIP, both.replace(" ", ""), "foreign")], end - 2
    if _FOREIGN_CODE.fullmatch(last.plain) and len(last.plain) > 4:
        return [_zip_piece([last])], end - 1
    four = last.gap == "-" and len(last.plain) == 4 and last.plain.isdigit()
    if end > 2 and four and _has_five_digits(before) and _behind_town(text, toks, end - 2):
        return [
            _zip_piece([before]),
            (last.start, last.end, PieceKind.ZIP, f"{before.plain}-{last.plain}", "plus4"),
        ], end - 2
    if last.plain.isdigit() and 4 <= len(last.plain) <= 6 and _behind_town(text, toks, end - 1):
        return [_zip_piece([last])], end - 1
    return [], end


def _has_five_digits(token: Token) -> bool:
    return len(token.plain) == 5 and token.plain.isdigit()


def _behind_town(text: str, toks: Sequence[Token], at: int) -> bool:
    """Tell whether the number at a word is a post code: behind a state, or behind a town in a segment of its own."""
    before = toks[at - 1]
    if state_of(before.raw) or state_of(_text_between(text, toks, max(0, at - 2), at)):
        return _has_five_digits(toks[at])
    if before.numeric or before.plain in word_set(_FILE, "unit") or before.plain in word_set(_FILE, "postal"):
        return False
    if before.segment != toks[at].segment:
        return _has_five_digits(toks[at])
    first = _segment_start(toks, at)
    return first > 0 and not any(t.numeric or t.plain in word_set(_FILE, "type") for t in toks[first:at])


def _parse_state(text: str, toks: Sequence[Token], end: int, code: bool) -> tuple[int, str]:
    """Return the number of words before a state at the end, and the state as written."""
    for size in (3, 2, 1):
        at = end - size
        if at < 0 or toks[at].segment != toks[end - 1].segment:
            continue
        written = _text_between(text, toks, at, end)
        if not state_of(written) or (len(written) == 2 and not code and not written.isupper()):
            continue
        own = at > 0 and toks[at - 1].segment != toks[at].segment
        if own and _town_behind_street(toks, at, written):
            continue
        if at > 0 and not own and not code and _behind_known_town(toks, at, end):
            return at, written
        inner = toks[at].segment > 0 and not own and not toks[at - 1].numeric
        if own or (at > 0 and (code or (inner and toks[at - 1].plain not in word_set(_FILE, "type")))):
            return at, written
    return end, ""


def _behind_known_town(toks: Sequence[Token], at: int, end: int) -> bool:
    """Tell whether a state without comma and code follows a town: "12 Elm St Peoria IL", but not "5 Lincoln CT"."""
    if end - at == 1 and toks[at].plain in word_set(_FILE, "direction") | word_set(_FILE, "type"):
        return False
    if toks[at - 1].plain in word_set(_FILE, "type") | word_set(_FILE, "generic"):
        known = phrase(toks[max(0, at - 2) : at])
        here = towns().bands.get(state_of(phrase(toks[at:end])))
        return (at > 1 and town_key(known) in towns().homes) or (here is not None and town_key(known) in here)
    return any(town_key(phrase(toks[max(0, at - size) : at])) in towns().homes for size in (1, 2, 3))


def _town_start(toks: Sequence[Token], first: int, end: int, evidence: bool, allow_bare_town: bool) -> int:
    """Return the start of the town in the last remaining segment [first, end), or `end` if it names none."""
    last = toks[first:end]
    if first > 0:
        numeric = [t.numeric for t in last]
        if len(last) > 1 and numeric[0] and not any(numeric[1:]) and 4 <= len(last[0].plain) <= 6:
            known = town_key(phrase(last[1:])) in towns().homes
            return first if known or (last[-1].plain not in word_set(_FILE, "type") and evidence) else end
        if any(numeric) or last[0].plain in word_set(_FILE, "unit"):
            return end if not evidence else _town_at_end(toks, first, end)
        if evidence or (allow_bare_town and (town_key(phrase(last)) in towns().homes or not _looks_like_street(last))):
            return first
        return end
    if not evidence:
        return first if allow_bare_town and town_key(phrase(last)) in towns().homes else end
    if not any(t.numeric for t in last):
        return first
    return _town_at_end(toks, first, end)


def _looks_like_street(last: Sequence[Token]) -> bool:
    """Tell whether words end or begin like a street, or are too many for a town."""
    return last[-1].plain in word_set(_FILE, "type") or last[0].plain in word_set(_FILE, "leading") or len(last) > 4


def _town_at_end(toks: Sequence[Token], first: int, end: int) -> int:
    """Return the start of a town at the end of a line without commas: the longest known town, else the words behind the
    street type.
    """
    for size in (4, 3, 2, 1):
        at = end - size
        if (
            at > first + 1
            and not any(t.numeric for t in toks[at:end])
            and town_key(phrase(toks[at:end])) in towns().homes
        ):
            return at
    at = end
    while at > first and toks[at - 1].plain not in word_set(_FILE, "type") and not toks[at - 1].numeric:
        at -= 1
    return at if first + 1 < at < end else end


def _is_county(toks: Sequence[Token]) -> bool:
    kinds = word_set(_FILE, "county")
    return 1 < len(toks) < 5 and (toks[-1].plain in kinds or toks[0].plain in kinds)


def county_piece(toks: Sequence[Token]) -> FoundPiece:
    """Return the piece of a county's name without the word "County"."""
    kinds = word_set(_FILE, "county")
    start, end = 0, len(toks)
    while end > 1 and toks[end - 1].plain in kinds:
        end -= 1
    while start < end - 1 and toks[start].plain in kinds:
        start += 1
    return piece_over(toks[start:end], PieceKind.COUNTY)
