"""Finds existing identifiers in a real note that nobody annotated.

A finding is certain if its form, a title, a greeting or two lists of names prove it: it gets a new value and a mark. A
possible name, place or date keeps its text, and its label is unknown. Everything else is learnt as plain text. Words on
a list of names therefore count as possible names; unlisted capitalized words (drug brands) do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.examples.existing_dates import times_among
from corpus.examples.existing_names import NEVER, PLACEHOLDER, WORD, Names, plain
from corpus.examples.finding import Found
from redactor.detect.patterns import Patterns, gazetteer
from redactor.entities import DATES, NAMES, Entity
from redactor.lexicon import words as word_lists
from redactor.text import Note, Span

_PATTERNS = Patterns()

_WEB = re.compile(r"(?:https?://|www\.)|\.(?:com|org|net|gov|edu|uk)\b")
_CODE = re.compile(r"[A-Za-z]{0,3}[\d-]{4,}$")
_EMPLOYER = re.compile(
    r"\b(?:works?|working|worked|employed|job|shift|retired|clerk|cashier|manager) (?:at|for|with|from) (?:the |a )?"
    r"(?P<name>(?-i:[A-Z])[\w&'-]*(?: (?:(?:of|and|&) )?(?-i:[A-Z])[\w&'-]*)*)"
    r"|\b(?P<shop>(?-i:Wal-?Mart|Walgreens|CVS|Costco|K-?[Mm]art|Home Depot|Safeway|Kroger|Sears|McDonald's|Taco Bell|"
    r"Chevron|UPS|FedEx|Boeing|Starbucks))\b",
    re.I,
)
_VISITED = re.compile(
    r"\b(?:live[sd]?|living|born|raised|moved|travel(?:l?ed|l?ing)?|trip|flew|visit(?:ed|ing)?|vacation|returned|transferred|"
    r"presented|resident|originally|am|is|was|come|doctor \w+) (?:\w+ ){0,2}(?:in|at|to|from|of|near) (?:the |a )?"
    r"(?P<name>(?-i:[A-Z])[\w&'-]*(?: (?-i:[A-Z])[\w&'-]*)*)"
    r"|(?P<site>(?-i:(?:[A-Z][\w'-]+ ){1,4}(?:Hospital|Clinic|Medical Center|Home|Corner|Harbor|Center)))\b",
    re.I,
)
_CAPITAL = re.compile(r"\b[^\W\d_]{3,}(?: [A-Z][a-z]+)?")
_SPOKEN_ADDRESS = re.compile(
    r"\b[A-Z]\w+ (?:Road|Street|Avenue|Lane|Drive|Crescent|Close|Gardens)\b|\b(?:SW|NW|SE|NE|EC|WC|W|E|N) (?:one|two|"
    r"three|four|five|six|seven|eight|nine|ten|\w+teen|twenty)\b"
)
_NAMED_FOR = re.compile(" [A-Z0-9]")  # "Kansas Christian Home"
_CITY_LABELS = {Entity.CITY, Entity.STATE, Entity.COUNTRY}
_LINE = {Entity.STREET, Entity.ADDRESS, Entity.EMAIL}
_PERHAPS = {
    Entity.CITY, Entity.LOCATION, Entity.COUNTY, Entity.ZIP, Entity.HOSPITAL, Entity.PHARMACY, Entity.ORGANIZATION,
    Entity.DIAGNOSTIC_LABS, Entity.OCCUPATION, Entity.USERNAME, Entity.IP_ADDRESS, Entity.STATE, Entity.COUNTRY,
    Entity.URL,
}  # fmt: skip


def find(text: str) -> list[Found]:
    """The identifiers of a text, in order, without overlaps: the more certain, then the longer ones are kept."""
    spans = _PATTERNS.detect([Note("", text)])[0].spans
    ranked = [*times_among(text, spans), *Names(text).find(spans), *_rest(text, spans)]
    ranked.sort(key=lambda f: (1, f.start - f.end) if f.label is None else (0, 0))
    taken = bytearray(len(text))
    out: list[Found] = []
    for f in ranked:
        if f.start < f.end and not any(taken[f.start : f.end]):
            taken[f.start : f.end] = b"\x01" * (f.end - f.start)
            out.append(f)
    out.sort(key=lambda f: f.start)
    return out


def _line(text: str, start: int, end: int) -> Found:
    """The line around a spoken address or e-mail, whose neighbours belong to it; of a long line only a part."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = last if last >= 0 else len(text)
    return Found(first, last, None) if last - first < 200 else Found(start, end, None)


def _rest(text: str, spans: Iterable[Span]) -> Iterator[Found]:
    for m in _SPOKEN_ADDRESS.finditer(text):
        yield _line(text, m.start(), m.end())
    for m in _EMPLOYER.finditer(text):
        yield Found(*m.span("name" if m["name"] else "shop"), None)
    for m in _VISITED.finditer(text):
        value = m["name"] or m["site"]
        if not all(plain(w[0]) in word_lists.words() for w in WORD.finditer(value)):
            yield Found(*m.span("name" if m["name"] else "site"), None)
    cities, large = gazetteer.cities(), gazetteer.place_entities()
    for m in _CAPITAL.finditer(text):
        word = m[0].split(" ")[0]
        for name in (m[0], word):
            low = plain(name)
            known = low in large if name.islower() else name[1:2].islower() and (low in cities or low in large)
            if known and low not in word_lists.words() and low not in word_lists.eponyms() and low not in NEVER:
                yield Found(m.start(), m.start() + len(name), None)
                break
    for s in spans:
        value = text[s.start : s.end]
        strong = s.strength == "strong"
        digits = sum(c.isdigit() for c in value)
        if s.entity in NAMES or s.entity in DATES or s.entity is Entity.AGE:
            continue
        if s.entity in _LINE:
            yield _line(text, s.start, s.end)
        elif s.entity in _CITY_LABELS and strong and value[0].isupper() and not _NAMED_FOR.match(text, s.end):
            yield Found(s.start, s.end, s.entity)
        elif s.entity is Entity.HOSPITAL and strong and any(_proper(w[0]) for w in WORD.finditer(value)):
            yield Found(s.start, s.end, Entity.HOSPITAL)
        elif s.entity is Entity.URL and strong and _WEB.search(value):
            yield Found(s.start, s.end, Entity.URL)
        elif s.entity in (Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER):
            if digits >= 7:
                yield Found(s.start, s.end, s.entity if strong else None)
        elif s.entity in _PERHAPS:
            yield Found(s.start, s.end, None)
        elif digits >= 4 and _CODE.match(value) and s.entity is not Entity.FIN:
            yield Found(s.start, s.end, s.entity if strong else None)
        elif digits >= 4:
            yield Found(s.start, s.end, None)


def _proper(word: str) -> bool:
    """A word of an organisation's name that is not a word of prose, or a placeholder for one."""
    return word[0].isupper() and (PLACEHOLDER.match(word) is not None or plain(word) not in word_lists.words())
