"""Finds names in a real note: certain ones by titles, greetings and lists, and words that may be names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.examples.finding import Found
from redactor.entities import NAMES, Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.text import Span

SPEAKER = re.compile(
    r"^(?:\[(?P<tag>doctor|patient|guest_\w+|nurse|family)\]|(?P<name>Doctor|Patient|Guest_\w+|Nurse|Clinician|Family|"
    r"D|P|Dr|Pt):)(?=\s)",
    re.M,
)
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TITLE = re.compile(
    r"\b(?:(?P<dr>[Dd]r|DR|[Dd]octor|[Nn]urse|[Pp]rofessor)|[Mm]r|[Mm]rs|[Mm]s|MS|MR|MRS|[Mm]iss|[Mm]ister)\b"
)
_AFTER_TITLE = re.compile(r"(?: ?\. {0,2}| {1,2})(?=\w)")
PLACEHOLDER = re.compile(r"(?:[A-Z]|[XYZ]{2,4}|ABCD?)$")
_SPELT = re.compile(r"\b(?:A B C(?: D)?|X Y Z)\b")
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


# Lists of names contain these by mistake
NEVER = _set(
    "flovent ast valves palmar sys nicu serol lotta lean achilles bachelor lasik cola thistle ripple latin um "
    "uh okey aw doc dot bursa barking stack half excema harmony ana lima"
)
# These are names too, but hardly ever in lower case
_SELDOM = NEVER | _set(
    "neo mac mist dino diamond mira windy bud horn drew chase fries couch burns maple cone mount bowling dew apple "
    "wheat battles burger blunt bloom roller coats dial broadway alta lo le ma ha fry vick said will may mark rich "
    "grant hope joy sunny pat art ray ware rex kaiser"
)
# No person's name begins or ends with these, though lists contain them
_PLACES = _set(
    "london houston georgia dallas washington virginia florida columbus atlanta boston york carolina madison cheyenne "
    "sierra santa cruz diego san paris maine kansas iowa brazil barney"
)
_SPEECH = _set(
    "i a yes no well sure hi oh um uh okay ok okey aw ha hello thank thanks and but so if is it the that this my we "
    "you he she they not at in on of for what how do did can could would will should his her has had was were to with"
)


def plain(word: str) -> str:
    """A word as the lists spell it, without a possessive."""
    return word_lists.plain(word.removesuffix("'s").removesuffix("’s"))


def _listed(word: str) -> bool:
    low = plain(word)
    listed = low in name_lists.given() or low in name_lists.family()
    return listed and low not in word_lists.words() and low not in NEVER


class Names:
    """The names of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = list(WORD.finditer(text))
        self.at = {m.start(): i for i, m in enumerate(self.words)}
        capitals = sum(c.isupper() for c in text)
        self.lower = capitals < 0.012 * len(text)
        self.spoken = [m.end() for m in SPEAKER.finditer(text)]

    def find(self, found: Iterable[Span]) -> Iterator[Found]:
        """Certain names first."""
        sure = [*self._titled(), *self._pairs(found), *self._cued()]
        yield from sure
        parts = {plain(m[0]): f.label for f in sure for m in WORD.finditer(self.text, f.start, f.end)}
        words = word_lists.words() | _SELDOM
        parts = {p: label for p, label in parts.items() if len(p) > 2 and p not in words}
        for i, m in enumerate(self.words):
            label = parts.get(plain(m[0]))
            if label is not None and (self.lower or m[0][0].isupper()):
                yield Found(m.start(), self._end(i), None if _NOT_AFTER.match(self.text, self._end(i)) else label)
        yield from self._perhaps(found)

    def _end(self, i: int) -> int:
        m = self.words[i]
        return m.end() - (2 if m[0].endswith(("'s", "’s")) else 0)

    def _adjacent(self, i: int) -> bool:
        """Whether only a space separates a word from the next."""
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
            if PLACEHOLDER.match(word) or (spelt and not proper and word in ("x", "y", "z")):
                last = first
                while len(word) == 1 and last < first + 3 and self._adjacent(last) and self._letter(last + 1):
                    last += 1
                yield Found(self.words[first].start(), self.words[last].end(), entity)
                continue
            if (proper and word[1:2].isupper()) or (spelt and not (proper or _listed(word))):
                continue
            if not proper and not (self.lower and (_listed(word) or plain(word) in name_lists.family())):
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
        """Full names: those of the rules whose parts are all listed, and listed names in lower case."""
        for subject in _SUBJECT.finditer(self.text):
            words = [m[0] for m in WORD.finditer(subject["name"])]
            if any(_listed(w) for w in words) and not any(
                w.lower() in _SPEECH or w in ("The", "Patient") for w in words
            ):
                yield Found(*subject.span("name"), Entity.PATIENT)
        for s in found:
            words = [m[0] for m in WORD.finditer(self.text, s.start, s.end)]
            said = any(0 <= s.start - end <= 2 for end in self.spoken)
            if s.entity in NAMES and s.strength == "strong" and len(words) > 1 and not said:
                inner = all(len(w) == 1 or _listed(w) or plain(w) in name_lists.family() for w in words)
                inner = inner and not any(plain(w) in _PLACES | NEVER for w in words)
                if inner and any(_listed(w) for w in words) and self.text[s.start].isupper():
                    yield Found(s.start, s.end, s.entity)
        given, family = name_lists.plain_given(), name_lists.family()
        for i, m in enumerate(self.words):
            if not (m[0].islower() and self.lower and m[0] in given and m[0] not in _SELDOM and self._adjacent(i)):
                continue
            nxt = self.words[i + 1][0]
            low = plain(nxt)
            closed = re.match(r"(?: ?[,.]|$| (?:date of|mrn|here\b|is an? \d)|['’]s)", self.text[self._end(i + 1) :])
            if (
                low in family
                and low not in _SPEECH
                and (_listed(nxt) or closed)
                and low not in _SELDOM - {"burns", "fry"}
            ):
                yield Found(m.start(), self._end(i + 1), Entity.PERSON)

    def _cued(self) -> Iterator[Found]:
        given = name_lists.plain_given()
        for i, m in enumerate(self.words):
            low = plain(m[0])
            if low not in given or low in _SELDOM | _PLACES or not (self.lower or m[0][0].isupper()):
                continue
            if _CUE.search(self.text, max(0, m.start() - 40), m.start()):
                yield Found(m.start(), self._end(i), Entity.PERSON)

    def _perhaps(self, found: Iterable[Span]) -> Iterator[Found]:
        for s in found:
            value = self.text[s.start : s.end]
            said = any(0 <= s.start - end <= 2 for end in self.spoken)
            short = s.strength == "weak" and value.isupper() and len(value) < 5 and not PLACEHOLDER.match(value)
            never = all(plain(m[0]) in NEVER for m in WORD.finditer(value))
            if s.entity in NAMES and not (said or short or never):
                yield Found(s.start, s.end, None)
        for m in _SPELT.finditer(self.text):
            yield Found(m.start(), m.end(), None)
        given, family = name_lists.plain_given(), name_lists.plain_family()
        for i, m in enumerate(self.words):
            word, low = m[0], plain(m[0])
            if self.lower:
                if (low in given or low in family) and low not in _SELDOM:
                    yield Found(m.start(), self._end(i), None)
            elif (
                word[0].isupper()
                and (word[1:].islower() or "-" in word)
                and not self._opens(m.start())
                and _listed(word)
            ):
                if low not in word_lists.eponyms():
                    yield Found(m.start(), self._end(i), None)
            elif PLACEHOLDER.match(word) and len(word) > 2:
                yield Found(m.start(), m.end(), None)

    def _opens(self, start: int) -> bool:
        """Whether a sentence, a line or a list item begins here, where a capital is no evidence of a name."""
        before = self.text[max(0, start - 3) : start].rstrip(" \t\"'“(*-")
        return not before or before[-1] in ".?!:\n;"
