"""Parses a line of an address: house number, street name, unit; street types and directions stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from redactor.lexicon.wordlists import listed, word_set
from relex.generators._shared.formatting import ORDINAL, digits_of_words
from relex.text_forms import folded

_FILE = "places"
# Letters and digits of any script with their marks; an apostrophe inside.
TOKEN = re.compile(r"(?:[^\W_]|[^\x00-\x7f\s\u2000-\u206f\u3000-\u303f])+(?:'[^\W_]+)*")
_SEGMENT_BREAK = re.compile(r"[,;\n\r|]")
# Words that announce a number: "Old State Route", "Farm to Market Road", "Exit".
_ROUTE = re.compile(
    r"(?!old (?:road|rd)$)(?:old )?(?:(?:state|county|us|u s|township|interstate) )*"
    r"(?:road|rd|route|rte|rt|highway|hwy|interstate|i|us|u s|sr|cr|fm|exit|(?:mile )?marker|mile|state|county)"
    r"|(?:farm|ranch)(?: to market)? (?:road|rd)"
)
_LEADING_AND_NAME = frozenset(["market", "farm", "ranch"])
_UNITS_WITHOUT_NUMBER = frozenset(["rear", "upper", "lower", "basement", "bsmt", "penthouse", "ph", "front"])
_LANGUAGES = {
    word: language
    for language, words in (
        ("fr", "rue chemin allee impasse quai cours chaussee bd"),
        ("es", "calle c avenida avda carrera cra paseo camino rua travessa plaza"),
        ("it", "via viale corso piazza largo"),
    )
    for word in words.split()
}


class PieceKind(StrEnum):
    """The kind of a piece of an address."""

    HOUSE = "house"
    STREET = "street"
    CITY = "city"
    COUNTY = "county"
    ZIP = "zip"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an address; `plain` is folded, `segment` counts the commas and line ends before it, `gap` is the text
    before it.
    """

    start: int
    end: int
    plain: str
    raw: str
    segment: int
    gap: str

    @property
    def numeric(self) -> bool:
        """Tell whether the word is a number: "12", "4B", but not "4th"."""
        return any(c.isdigit() for c in self.plain) and not ORDINAL.fullmatch(self.plain)


def tokens(text: str) -> list[Token]:
    """Return the words of a folded text."""
    out: list[Token] = []
    at = segment = 0
    for found in TOKEN.finditer(text):
        gap = text[at : found.start()]
        if out and _SEGMENT_BREAK.search(gap):
            segment += 1
        at = found.end()
        raw = found[0]
        plain = raw.lower() if raw.isascii() else folded(raw) or raw  # a single diacritic folds to nothing
        out.append(Token(found.start(), at, plain, raw, segment, gap))
    return out


def phrase(toks: Sequence[Token]) -> str:
    """Return the folded words with spaces between them."""
    return " ".join(t.plain for t in toks)


FoundPiece = tuple[int, int, PieceKind, str, str]


def piece_over(toks: Sequence[Token], kind: PieceKind, subkind: str = "") -> FoundPiece:
    """Return a piece that covers a run of words."""
    return toks[0].start, toks[-1].end, kind, phrase(toks), subkind


def parse_line(toks: Sequence[Token]) -> Iterator[FoundPiece]:
    """Yield the pieces of a line, or of the text between commas."""
    if all(t.numeric or len(t.plain) == 1 or t.plain in word_set(_FILE, "postal") for t in toks) and len(toks) > 1:
        at = 0
        boxed = ("box", "drawer", "bag")
        while at < len(toks) and not toks[at].numeric and (len(toks[at].plain) > 1 or toks[at].plain in "por"):
            at += 1
            if toks[at - 1].plain in boxed:
                break
        yield from _unit_pieces(toks[:at], "postal")
        yield from _unit_pieces(toks[at:], "unit")  # there a letter is a number: "Drawer R"
        return
    if _starts_unit(toks, 0) or (toks[0].plain in _UNITS_WITHOUT_NUMBER and len(toks) == 1):
        yield from _units_and_streets(toks)
        return
    if len(toks) > 2 and toks[0].plain == "c" and toks[1].plain == "o" and toks[1].gap == "/":
        yield piece_over(toks[2:], PieceKind.STREET)  # "c/o Jane Doe"
        return
    at = _count_house_numbers(toks)
    yield from (
        (t.start, t.end, PieceKind.HOUSE, t.plain, "" if t.numeric else "word")
        for t in toks[:at]
        if _is_house_number(t)
    )
    unit = next((i for i in range(at + 1, len(toks)) if _starts_unit(toks, i)), len(toks))
    start = at
    for i in range(at, unit + 1):
        if i == unit or (i > start and (toks[i].plain in ("and", "at") or set("&/@") & set(toks[i].gap))):
            yield from _street(toks[start:i])
            start = i + 1 if i < unit and toks[i].plain in ("and", "at") else i
    yield from _units_and_streets(toks[unit:])


def _units_and_streets(toks: Sequence[Token]) -> Iterator[FoundPiece]:
    """Yield units and boxes; other words between and behind them name a street or an estate."""
    at = 0
    while at < len(toks):
        end = at
        while end < len(toks) and _is_unit_word(toks[end]) is _is_unit_word(toks[at]):
            end += 1
        yield from _unit_pieces(toks[at:end], "unit") if _is_unit_word(toks[at]) else _street(toks[at:end])
        at = end


def _is_unit_word(token: Token) -> bool:
    return (
        token.numeric
        or len(token.plain) < 3
        or token.plain in word_set(_FILE, "unit")
        or ORDINAL.fullmatch(token.plain) is not None
    )


def _is_house_number(token: Token) -> bool:
    return token.numeric or token.plain in _number_words()


@cache
def _number_words() -> frozenset[str]:
    return frozenset(w.lower() for w in listed(_FILE, "number"))


def _count_house_numbers(toks: Sequence[Token]) -> int:
    """Return the number of words at the start that are the house number."""
    at = 0
    while at < len(toks) and (toks[at].numeric or (at == 0 and toks[0].plain in ("no", "nr"))):
        at += 1
    if at == 0 and len(toks) > 2 and toks[0].plain in _number_words():
        return 1
    return at if at == 0 or toks[at - 1].numeric else 0


def _starts_unit(toks: Sequence[Token], at: int) -> bool:
    """Tell whether the number of a flat or suite begins at this word."""
    word = toks[at]
    if "#" in word.gap and (word.numeric or len(word.plain) <= 2):
        return True
    following = toks[at + 1] if at + 1 < len(toks) else None
    if following is None:
        return word.plain in _UNITS_WITHOUT_NUMBER and at > 1
    if word.plain == "po" and following.plain == "box":
        return True
    if ORDINAL.fullmatch(word.plain):
        return following.plain in ("floor", "fl", "flr")
    return word.plain in word_set(_FILE, "unit") and (
        following.numeric or len(following.plain) == 1 or "#" in following.gap or _starts_unit(toks, at + 1)
    )


def _unit_pieces(toks: Sequence[Token], section: str) -> Iterator[FoundPiece]:
    """Yield the pieces of units and boxes: words in the section stay, numbers and letters are replaced, other words are
    names.
    """
    known = word_set(_FILE, section)
    for t in toks:
        if t.numeric or (len(t.plain) == 1 and not (section == "postal" and t.plain in "por")):
            yield t.start, t.end, PieceKind.HOUSE, t.plain, ""
        elif ORDINAL.fullmatch(t.plain):
            yield t.start, t.end, PieceKind.STREET, t.plain, "ordinal"
        elif t.plain not in known and t.plain != "po" and t.plain not in word_set(_FILE, "type"):
            yield (
                (t.start, t.end, PieceKind.HOUSE, t.plain, "")
                if len(t.plain) < 3
                else piece_over([t], PieceKind.STREET)
            )


def _street(toks: Sequence[Token]) -> Iterator[FoundPiece]:
    """Yield a street name with its direction and type, and a number behind it."""
    types, leading, directions = word_set(_FILE, "type"), word_set(_FILE, "leading"), word_set(_FILE, "direction")
    start, end = 0, len(toks)
    while end > start and (
        toks[end - 1].numeric or (len(toks[end - 1].plain) == 1 and end > 1 and toks[end - 2].numeric)
    ):
        end -= 1
        yield toks[end].start, toks[end].end, PieceKind.HOUSE, toks[end].plain, ""
    if end < len(toks) and _is_route(toks[:end]):
        return  # "State Route 12"
    if end < len(toks) and toks[0].plain in directions and _is_route(toks[1:end]) and toks[1].plain not in types:
        return  # "N County Road 12", but not "North Street 12"
    numbered = end < len(toks)
    if end - start > 2 and toks[end - 1].plain in directions:
        end -= 1
        numbered = False
    typed = end - start > 1 and toks[end - 1].plain in types
    end -= typed
    while end - start > 1 and toks[start].plain in directions:
        start += 1
    language = ""
    if not typed and end - start > 1 and toks[start].plain in leading:
        language = _LANGUAGES.get(toks[start].plain, "")
        while end - start > 1 and (toks[start].plain in leading or toks[start].plain in word_set(_FILE, "particle")):
            start += 1
    at = start
    for i in range(start, end + 1):
        if i == end or toks[i].numeric:
            counted = i < end or (numbered and not typed)  # "I-95 exit 12": words before numbers
            if i > at and not (counted and _is_route(toks[at:i])):
                yield from _street_name(toks[at:i], language)
            if i < end:
                yield toks[i].start, toks[i].end, PieceKind.HOUSE, toks[i].plain, ""
            at = i + 1


def _is_route(toks: Sequence[Token]) -> bool:
    """Tell whether words before a number are no name: "Old State Route", "Exit", "Avenue", but not "State Street"."""
    words = phrase(toks)
    return _ROUTE.fullmatch(words) is not None or words in word_set(_FILE, "leading") - _LEADING_AND_NAME


def _street_name(toks: Sequence[Token], language: str) -> Iterator[FoundPiece]:
    """Yield the pieces of a street's name, without its type and direction."""
    one = toks[0]
    if len(toks) == 1:
        if ORDINAL.fullmatch(one.plain) or one.plain in digits_of_words():
            yield one.start, one.end, PieceKind.STREET, digits_of_words().get(one.plain, one.plain), "ordinal"
            return
        if len(one.plain) == 1:
            yield one.start, one.end, PieceKind.STREET, one.plain, "letter"
            return
    last = toks[-1]
    for ending in listed(_FILE, "compound_end"):
        if len(last.raw) > len(ending) + 2 and last.raw.lower().endswith(ending):
            stem = last.raw[: -len(ending)]
            start = toks[0].start
            yield (
                start,
                last.end - len(ending),
                PieceKind.STREET,
                " ".join([*(t.plain for t in toks[:-1]), folded(stem)]),
                "de",
            )
            return
    yield piece_over(toks, PieceKind.STREET, language)
