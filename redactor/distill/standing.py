"""What already identifies somebody in a real note that nobody annotated: surely, or perhaps.

Sure is what its form, a title, a greeting or two lists of names prove; it is given a new value and a mark. What may be
a name, a place or a date is left as it stands and its label unknown. Everything else is learnt as text: so this errs
towards "perhaps" for words that a list of names knows, and leaves unlisted capitalised words (drug brands) alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from redactor import dates
from redactor.detect.patterns import Patterns, lexicon
from redactor.entities import DATES, NAMES, Entity
from redactor.synth.marked import Near
from redactor.text import Note, Span

_PATTERNS = Patterns()


@dataclass(frozen=True, slots=True)
class Found:
    """text[start:end] identifies, or may. label: None where it only may."""

    start: int
    end: int
    label: Entity | Near | None


# -- names -------------------------------------------------------------------------------------------------------------

SPEAKER = re.compile(
    r"^(?:\[(?P<tag>doctor|patient|guest_\w+|nurse|family)\]|(?P<name>Doctor|Patient|Guest_\w+|Nurse|Clinician|Family|"
    r"D|P|Dr|Pt):)(?=\s)",
    re.M,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TITLE = re.compile(
    r"\b(?:(?P<dr>[Dd]r|DR|[Dd]octor|[Nn]urse|[Pp]rofessor)|[Mm]r|[Mm]rs|[Mm]s|MS|MR|MRS|[Mm]iss|[Mm]ister)\b"
)
_AFTER_TITLE = re.compile(r"(?: ?\. {0,2}| {1,2})(?=\w)")
_PLACEHOLDER = re.compile(r"(?:[A-Z]|[XYZ]{2,4}|ABCD?)$")
# Before a name that a list knows, in lower case or not
_CUE = re.compile(
    r"(?:\b(?:hi|hello|hey|alright|all right|okay|ok|good (?:morning|afternoon|evening)|thanks|thank you|bye|goodbye|"
    r"welcome|so|well|name(?:'s| is| was)|patient is|i am|i'm|this is|called|named|"
    r"(?:his|her|my|your) (?:wife|husband|mother|father|mom|dad|son|daughter|sister|brother|friend|aunt|uncle|cousin|"
    r"partner|boss|neighbor|boyfriend|girlfriend|dog|cat))(?: there)?[ ,.]{1,3})$",
    re.I,
)
_SUBJECT = re.compile(
    r"(?:(?<=\n)|(?<=^)|(?<=[.:] ))(?P<name>(?:[A-Z][\w'’-]+ )(?:[A-Z]\. )?[A-Z][\w'’-]+)"
    r"(?= (?:is|was) an? (?:[\w-]+ ){0,2}\d)"
)
_NOT_AFTER = re.compile(r"(?:['’]s? (?:disease|syndrome|sign|test|point|palsy|chorea|criteria|catheter|baby))", re.I)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Lists of names hold these by mistake
_NEVER = _set(
    "flovent ast valves palmar sys nicu serol lotta lean achilles bachelor lasik cola genesis thistle ripple latin um "
    "uh okey aw doc dot half excema harmony ana lima"
)
# These are names too, but in lower case hardly ever
_SELDOM = _NEVER | _set(
    "neo mac mist dino diamond mira windy bud horn drew chase fries couch burns maple cone mount bowling dew apple "
    "wheat battles burger blunt bloom roller coats dial broadway alta lo le ma ha fry vick said will may mark rich "
    "grant hope joy sunny pat art ray ware rex kaiser"
)
# No name of a person begins or ends with these, though lists have them
_PLACES = _set(
    "london houston georgia dallas washington virginia florida columbus atlanta boston york carolina madison cheyenne "
    "sierra santa cruz diego san paris maine kansas iowa brazil barney"
)
_SPEECH = _set(
    "i a yes no well sure hi oh um uh okay ok okey aw ha hello thank thanks and but so if is it the that this my we "
    "you he she they not at in on of for what how do did can could would will should his her has had was were to with"
)


def _plain(word: str) -> str:
    return lexicon.plain(word.removesuffix("'s").removesuffix("’s"))


def _listed(word: str) -> bool:
    low = _plain(word)
    return (low in lexicon.given() or low in lexicon.family()) and low not in lexicon.words() and low not in _NEVER


class _Names:
    """The names of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = list(_WORD.finditer(text))
        self.at = {m.start(): i for i, m in enumerate(self.words)}
        capitals = sum(c.isupper() for c in text)
        self.lower = capitals < 0.012 * len(text)
        self.spoken = [m.end() for m in SPEAKER.finditer(text)]

    def find(self, found: Iterable[Span]) -> Iterator[Found]:
        """Sure ones first."""
        sure = [*self._titled(), *self._pairs(found), *self._cued()]
        yield from sure
        parts = {_plain(m[0]): f.label for f in sure for m in _WORD.finditer(self.text, f.start, f.end)}
        words = lexicon.words() | _SELDOM
        parts = {p: label for p, label in parts.items() if len(p) > 2 and p not in words}
        for i, m in enumerate(self.words):
            label = parts.get(_plain(m[0]))
            if label is not None and (self.lower or m[0][0].isupper()):
                yield Found(m.start(), self._end(i), None if _NOT_AFTER.match(self.text, self._end(i)) else label)
        yield from self._perhaps(found)

    def _end(self, i: int) -> int:
        m = self.words[i]
        return m.end() - (2 if m[0].endswith(("'s", "’s")) else 0)

    def _adjacent(self, i: int) -> bool:
        """Whether only a space stands between a word and the next."""
        return i + 1 < len(self.words) and self.text[self.words[i].end() : self.words[i + 1].start()] == " "

    def _titled(self) -> Iterator[Found]:
        for t in _TITLE.finditer(self.text):
            gap = _AFTER_TITLE.match(self.text, t.end())
            first = self.at.get(gap.end()) if gap else None
            if gap is None or first is None:
                continue
            spelt = t[0].lower() in ("doctor", "nurse", "professor", "miss", "mister")
            word = self.words[first][0]
            said = re.split("['’]", word.lower())[0] in _SPEECH
            if (spelt and ("." in gap[0] or said)) or (said and len(word) > 1):
                continue
            entity = Entity.DOCTOR if t["dr"] else Entity.PERSON
            proper = word[0].isupper()
            if _PLACEHOLDER.match(word) or (spelt and not proper and word in ("x", "y", "z")):
                last = first
                while len(word) == 1 and last < first + 3 and self._adjacent(last) and self._letter(last + 1):
                    last += 1
                yield Found(self.words[first].start(), self.words[last].end(), entity)
                continue
            if (proper and word[1:2].isupper()) or (spelt and not (proper or _listed(word))):
                continue
            if not proper and not (self.lower and (_listed(word) or _plain(word) in lexicon.family())):
                continue
            last = first
            while last < first + 2 and self._adjacent(last) and self._continues(last + 1, proper):
                last += 1
            yield Found(self.words[first].start(), self._end(last), entity)

    def _letter(self, i: int) -> bool:
        """Whether a word is a single letter of a placeholder ("Doctor X Y Z")."""
        return len(self.words[i][0]) == 1 and self.words[i][0] in "ABCDXYZ"

    def _continues(self, i: int, proper: bool) -> bool:
        word = self.words[i][0]
        if proper:
            return word[0].isupper() and word[1:].islower() and word.lower() not in _SPEECH
        return _listed(word)

    def _pairs(self, found: Iterable[Span]) -> Iterator[Found]:
        """Full names: those of the rules whose parts are all listed, and in lower case given name and surname."""
        for subject in _SUBJECT.finditer(self.text):
            words = [m[0] for m in _WORD.finditer(subject["name"])]
            if any(_listed(w) for w in words) and not any(
                w.lower() in _SPEECH or w in ("The", "Patient") for w in words
            ):
                yield Found(*subject.span("name"), Entity.PATIENT)
        for s in found:
            words = [m[0] for m in _WORD.finditer(self.text, s.start, s.end)]
            said = any(0 <= s.start - end <= 2 for end in self.spoken)
            if s.entity in NAMES and s.strength == "strong" and len(words) > 1 and not said:
                inner = all(len(w) == 1 or _listed(w) or _plain(w) in lexicon.family() for w in words)
                inner = inner and not any(_plain(w) in _PLACES | _NEVER for w in words)
                if inner and any(_listed(w) for w in words) and self.text[s.start].isupper():
                    yield Found(s.start, s.end, s.entity)
        given, family = lexicon.plain_given(), lexicon.family()
        for i, m in enumerate(self.words):
            if not (m[0].islower() and self.lower and m[0] in given and m[0] not in _SELDOM and self._adjacent(i)):
                continue
            nxt = self.words[i + 1][0]
            low = _plain(nxt)
            closed = re.match(r"(?: ?[,.]|$| (?:date of|mrn|here\b|is an? \d)|['’]s)", self.text[self._end(i + 1) :])
            if (
                low in family
                and low not in _SPEECH
                and (_listed(nxt) or closed)
                and low not in _SELDOM - {"burns", "fry"}
            ):
                yield Found(m.start(), self._end(i + 1), Entity.PERSON)

    def _cued(self) -> Iterator[Found]:
        given = lexicon.plain_given()
        for i, m in enumerate(self.words):
            low = _plain(m[0])
            if low not in given or low in _SELDOM | _PLACES or not (self.lower or m[0][0].isupper()):
                continue
            if _CUE.search(self.text, max(0, m.start() - 40), m.start()):
                yield Found(m.start(), self._end(i), Entity.PERSON)

    def _perhaps(self, found: Iterable[Span]) -> Iterator[Found]:
        for s in found:
            value = self.text[s.start : s.end]
            said = any(0 <= s.start - end <= 2 for end in self.spoken)
            short = s.strength == "weak" and value.isupper() and len(value) < 5 and not _PLACEHOLDER.match(value)
            never = all(_plain(m[0]) in _NEVER for m in _WORD.finditer(value))
            if s.entity in NAMES and not (said or short or never):
                yield Found(s.start, s.end, None)
        given, family = lexicon.plain_given(), lexicon.plain_family()
        for i, m in enumerate(self.words):
            word, low = m[0], _plain(m[0])
            if self.lower:
                if (low in given or low in family) and low not in _SELDOM:
                    yield Found(m.start(), self._end(i), None)
            elif (
                word[0].isupper()
                and (word[1:].islower() or "-" in word)
                and not self._opens(m.start())
                and _listed(word)
            ):
                if low not in lexicon.eponyms():
                    yield Found(m.start(), self._end(i), None)
            elif _PLACEHOLDER.match(word) and len(word) > 2:
                yield Found(m.start(), m.end(), None)

    def _opens(self, start: int) -> bool:
        """Whether a sentence, a line or an item of a list begins here: a capital says nothing there."""
        before = self.text[max(0, start - 3) : start].rstrip(" \t\"'“(*-")
        return not before or before[-1] in ".?!:\n;"


# -- everything else ---------------------------------------------------------------------------------------------------

_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_TENS = "(?:ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_AGE_UNIT = re.compile(
    r"(?: and (?:a|one)[ -]half)?"
    r"(?:[ -]{0,2}(?:years?|yrs?\.?|months?|weeks?|days?)(?:[ -]{1,2}(?:old|of age))?|[ -]?(?:y/?o|y\.o\.|yo))\b",
    re.I,
)
_MORE = re.compile(r"\.?\d| and (?:\w+ty|\d)|, \w+ \w+\.| pounds| percent")
# The answer to a question for an age, in words
_ASKED = re.compile(
    rf"(?:how old|(?:your|his|her|patient's) age)[^\n]*\n[^\n]*?\b(?P<age>{_TENS}(?:[ -]{_ONES})?|{_ONES}|\d{{1,2}})\b",
    re.I,
)
_NUMBER_WORDS = re.compile(rf"{_TENS}(?:[ -]{_ONES})?\b", re.I)
# A number that may be an age, by what stands before it
_MAYBE_AGE = re.compile(
    rf"\b(?:was|is|am|turned|she's|he's|i'm|other was|one was) (?:about |around )?(?P<age>{_TENS}(?:[ -]{_ONES})?)\b"
    r"|\b(?:other|one|she|he|who|sister|brother|mother|father|son|daughter) (?:is|was) (?P<digits>\d{1,2})(?=[.,;]\s)"
    r"|\b(?:ages? |ages? of |aged )\d{1,3}(?:,| and|,? or| to)? ?(?P<second>\d{1,3}(?: years old)?)\b",
    re.I,
)
_DIED = re.compile(
    r"\b(?:died|passed away|death)\b[^.\n]{0,40} at (?P<age>\d{1,3})(?=[.,;)]|\s(?:of|from|with|due|and|to)\b)"
)
_OLD = re.compile(r"\b[\w-]{1,15} (?:years?|months?|weeks?)[ -]old\b", re.I)
_MONTH = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December)$", re.I)
_YEAR = re.compile(
    r"(?<![\w/.-])(?:1[6-9]\d\d|20[0-4]\d)(?![\w/-]|['’]s\b|\.\d| ?(?:mg|iu|mcg|ml|cc|units|kcal|calories|k)\b)", re.I
)
_YEAR_CUE = re.compile(
    r"\b(?:in|since|of|from|until|by|early|late|around|about|year|summer|fall|spring|winter)[ ]$", re.I
)
_SPOKEN_YEAR = re.compile(
    rf"\b(?:two thousand(?:(?: and)? (?:{_TENS}(?:[ -]{_ONES})?|{_ONES}))?|nineteen {_TENS}(?:[ -]{_ONES})?"
    rf"|twenty (?:oh {_ONES}|{_TENS}(?:[ -]{_ONES})?)|(?:O|oh|zero) {_ONES})\b",
    re.I,
)
_SURE_YEAR = re.compile(r"two thousand |nineteen |twenty (?:oh|\w+teen)", re.I)
_WEB = re.compile(r"(?:https?://|www\.)|\.(?:com|org|net|gov|edu|uk)\b")
_CODE = re.compile(r"[A-Za-z]{0,3}[\d-]{4,}$")
_CLOCK = re.compile(
    r"(?<![\d:/.])(?:[01]?\d|2[0-3]):[0-5]\d(?: ?[ap]\.?m\b\.?)?(?![\d:/])|\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b\.?", re.I
)
_EMPLOYER = re.compile(
    r"\b(?:works?|working|worked|employed|job|shift|retired|clerk|cashier|manager) (?:at|for|with|from) (?:the |a )?"
    r"(?P<name>(?-i:[A-Z])[\w&'-]*(?: (?:(?:of|and|&) )?(?-i:[A-Z])[\w&'-]*)*)"
    r"|\b(?P<shop>(?-i:Wal-?Mart|Walgreens|CVS|Costco|K-?[Mm]art|Home Depot|Safeway|Kroger|Sears|McDonald's|Taco Bell|"
    r"Chevron|UPS|FedEx|Boeing|Starbucks))\b",
    re.I,
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
    """What identifies somebody in a text, in order, without overlaps: the surer, then the longer stays."""
    spans = _PATTERNS.detect([Note("", text)])[0].spans
    ranked = [*_times(text, spans), *_Names(text).find(spans), *_rest(text, spans)]
    ranked.sort(key=lambda f: (1, f.start - f.end) if f.label is None else (0, 0))
    taken = bytearray(len(text))
    out: list[Found] = []
    for f in ranked:
        if f.start < f.end and not any(taken[f.start : f.end]):
            taken[f.start : f.end] = b"\x01" * (f.end - f.start)
            out.append(f)
    out.sort(key=lambda f: f.start)
    return out


def times(text: str) -> Iterator[Found]:
    """Dates, years, times of day and ages alone; they may overlap, and what is surer does not come first."""
    return _times(text, _PATTERNS.detect([Note("", text)])[0].spans)


def _times(text: str, spans: Iterable[Span]) -> Iterator[Found]:
    for d in dates.find(text):
        value = text[d.start : d.end]
        month = _MONTH.match(value) is not None
        if not d.weak or month:
            spoken = _SPOKEN_YEAR.search(text, d.end, min(len(text), d.end + 40))
            if spoken and text[d.end : spoken.start()] in (" ", ", ", " of ", ", of "):
                yield Found(d.start, spoken.end(), Entity.DATE)
            yield Found(d.start, d.end, Entity.DATE)
        elif _YEAR.fullmatch(value):
            yield Found(d.start, d.end, Near.YEAR)
        else:
            yield Found(d.start, d.end, None)
    for m in _CLOCK.finditer(text):
        titre = m[0].startswith("1:") and not m[0].lower().endswith(("m", "."))
        yield Found(m.start(), m.end(), None if titre else Near.CLOCK)
    for m in _YEAR.finditer(text):
        yield Found(m.start(), m.end(), Near.YEAR if _YEAR_CUE.search(text, max(0, m.start() - 9), m.start()) else None)
    for m in _SPOKEN_YEAR.finditer(text):
        cued = _YEAR_CUE.search(text, max(0, m.start() - 9), m.start()) and _SURE_YEAR.match(m[0])
        yield Found(m.start(), m.end(), Near.YEAR if cued else None)
    for s in spans:
        if s.entity is Entity.AGE:
            words = _NUMBER_WORDS.match(text, s.start)
            end = max(s.end, words.end()) if words else s.end  # "seven" of "seventy nine"
            unit = _AGE_UNIT.match(text, end)
            weight = unit is None and (text[s.start : end].endswith("hundred") or _MORE.match(text, end))
            sure = s.strength == "strong" and not weight
            yield Found(s.start, unit.end() if unit else end, Entity.AGE if sure else None)
    for m in _OLD.finditer(text):
        yield Found(m.start(), m.end(), None)
    for m in _MAYBE_AGE.finditer(text):
        yield Found(*m.span(m.lastgroup or 0), None)
    for m in _DIED.finditer(text):
        yield Found(*m.span("age"), Entity.AGE)
    for m in _ASKED.finditer(text):
        yield Found(*m.span("age"), None)


def _rest(text: str, spans: Iterable[Span]) -> Iterator[Found]:
    for m in _EMPLOYER.finditer(text):
        yield Found(*m.span("name" if m["name"] else "shop"), None)
    for s in spans:
        value = text[s.start : s.end]
        strong = s.strength == "strong"
        digits = sum(c.isdigit() for c in value)
        if s.entity in NAMES or s.entity in DATES or s.entity is Entity.AGE:
            continue
        if s.entity in _LINE:
            # an address or an e-mail that was spoken: its neighbours belong to it
            start, end = text.rfind("\n", 0, s.start) + 1, text.find("\n", s.end)
            line = (start, end if end >= 0 else len(text))
            yield Found(*(line if line[1] - line[0] < 200 else (s.start, s.end)), None)
        elif s.entity in _CITY_LABELS and strong and value[0].isupper() and not _NAMED_FOR.match(text, s.end):
            yield Found(s.start, s.end, s.entity)
        elif s.entity is Entity.HOSPITAL and strong and any(_proper(w[0]) for w in _WORD.finditer(value)):
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
    """A word of an organisation's name that is none of prose, or the placeholder of one."""
    return word[0].isupper() and (_PLACEHOLDER.match(word) is not None or _plain(word) not in lexicon.words())
