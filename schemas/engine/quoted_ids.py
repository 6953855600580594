"""Rewrites ids and references that a record's texts quote, as in its fields.

Generated narratives print them: "RelatedPerson/peter", "id: f201", "Resource Patient 0001234". The ids that the walk
rewrote in the fields, the ids of the other entries of a Bundle, and any other "Type/id" become the same pseudonyms in
the texts.

An id counts wherever it stands if nothing else is likely to be written so: it is long or rich in digits. Any other id
("1", "peter") counts behind a resource type or a word such as "id:". A name in an id is searched for as a name, and the
value of an identifier as a number: under some profiles both have stand-ins in texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from redactor.detect.facts import is_measured
from redactor.detect.readable import readable_texts
from redactor.detect.repetitions import Terms, add_terms, name_terms, number_terms
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon.words import eponyms, plain, words
from redactor.record_texts import Rewrite
from redactor.text import Span
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.references import References, reference_target
from schemas.engine.walk_state import WalkState

_ID = r"[A-Za-z0-9](?:[A-Za-z0-9\-.]{0,62}[A-Za-z0-9])?"
_TYPES = "|".join(sorted(RESOURCE_TYPES))
_SHAPE = re.compile(
    rf"(?<![A-Za-z0-9])((?:https?://[^\s?#\"'<>]{{1,200}}/)?([A-Z][A-Za-z]{{2,40}})/({_ID})(?:/_history/{_ID})?(?:#{_ID})?)"
    r"(?![A-Za-z0-9])"
)
_SLASHED = re.compile(r"[A-Z][A-Za-z]+/[A-Za-z0-9]")  # finds every _SHAPE, and more
_LETTERS = re.compile("[A-Za-z]{3}")
_URN = re.compile(r"(?i)urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9\-._]*")
_CUES = (
    re.compile(
        r"(?i)(?<![A-Za-z0-9])(?:ids?|identifier|ref|reference|fullurl)[\"'”)\]]{0,2}\s{0,3}[:=|\t\n]"
        rf"[\s\"“'(#]{{0,4}}({_ID})"
    ),
    re.compile(rf"(?:Resource|Narrative:?)\s{{1,3}}[A-Z][A-Za-z]{{2,40}}[:,]?\s{{1,3}}[\"“'(#]{{0,2}}({_ID})"),
    re.compile(rf"(?<![A-Za-z])(?:{_TYPES})\s{{0,2}}[:#]?\s{{0,2}}[\"“'(#]({_ID})"),
    re.compile(r"(?<![A-Za-z0-9])#([A-Za-z](?:[A-Za-z0-9\-.]{0,62}[A-Za-z0-9])?)"),
    re.compile(rf"(?i)(?<![A-Za-z])(?:{_TYPES})(?:[ _]?id)?\s?[/=]\s?[\"“'(#]?({_ID})"),
)
_DATE = re.compile(r"\d{1,4}[-.]\d{1,2}[-.]\d{1,4}")
_DOSE = re.compile(
    r"\d+(?:\.\d+)?(?:[munµ]?[cgl]|m[cg]g|kg|ml|[km]?iu|units?|[hdwx]|hrs?|min|days?|wks?|mos?|yrs?|%)", re.I
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_SPLIT = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
_PEOPLE = frozenset({"Patient", "Person", "RelatedPerson", "Practitioner", "PractitionerRole"})
_NAMED = _PEOPLE | {"Group"}
_MIN_DISTINCTIVE, _MIN_NUMBER, _MIN_WITH_DIGITS, _MIN_DIGITS = 12, 7, 6, 3  # of ids that count wherever they stand
_MIN_NAME, _MIN_UNLISTED = 3, 5
_UUID_LENGTH, _MAX_ID = 36, 64
_CACHE = 32_768


Rewrites = tuple[tuple[Rewrite, ...], ...]
"""The rewrites in each text of a record."""


class QuotedIds:
    """Finds ids and references in texts; its state is a cache for the entries of the last Bundle."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._aliases: Mapping[str, str] = {}
        self._of_bundle: dict[str, str] = {}

    def find(self, state: WalkState) -> tuple[Rewrites, Terms]:
        """Return the rewrites in each text of a record, in order, or () where none has any, and terms to search for."""
        texts = [slot.text for slot in state.texts]
        own_type = state.schema.resource_type
        joined = "\n".join(texts) if len(texts) > 1 else texts[0]
        lower = joined.lower()
        ids: dict[str, str] = {}
        names: dict[str, None] = {}
        for old, new in state.rewritten.items():
            tail = old[old.rfind("/") + 1 :].lower()
            if tail[:4] == "urn:" or tail[:1] == "#":
                tail = tail[max(tail.rfind(":"), 0) + 1 :]
            if tail in lower:
                for key, value in _forms(old, new):
                    ids.setdefault(key, value)
            if len(tail) != _UUID_LENGTH and (found := names_in_id(old, own_type)):
                names |= dict.fromkeys(found)
        if aliases := state.record.aliases:
            table = self._bundle_ids(aliases)
            for token in _TOKEN.findall(lower):
                key = token.rstrip("-._")
                if key in table:
                    ids.setdefault(key, table[key])
        rewrites: Rewrites = ()
        if ids or "urn:uuid:" in lower or ("/" in joined and _SLASHED.search(joined)) or "2f" in lower:
            rewrites = tuple(tuple(_without_overlaps(self._rewrites_in_text(text, ids))) for text in texts)
        terms = name_terms(names) if names else {}
        for value in state.identifiers:
            if value in joined and _is_distinctive(value):
                add_terms(terms, number_terms(value))
        return rewrites if any(rewrites) else (), terms

    def _bundle_ids(self, aliases: Mapping[str, str]) -> dict[str, str]:
        """Return the ids of a Bundle's entries in lower case, each with its pseudonym."""
        if aliases is not self._aliases:
            self._of_bundle = {}
            for full_url, alias in aliases.items():
                for old in (full_url,) if alias.endswith("/") else (alias, full_url):
                    for key, value in _forms(old, self._references.reference(old)):
                        self._of_bundle.setdefault(key.lower(), value)
            self._aliases = aliases
        return self._of_bundle

    def _rewrites_in_text(self, text: str, ids: Mapping[str, str]) -> Iterator[Rewrite]:
        """Yield the rewrites in a text, its encoded stretches included."""
        yield from self._rewrites_in_plain_text(text, ids)
        for part in readable_texts(text):
            for rewrite in self._rewrites_in_plain_text(part.text, ids):
                for span in part.map_spans((Span(rewrite.start, rewrite.end, Entity.ID),)):
                    yield Rewrite(span.start, span.end, rewrite.new)

    def _rewrites_in_plain_text(self, text: str, ids: Mapping[str, str]) -> Iterator[Rewrite]:
        """Yield the rewrites of references, URNs and ids in a text."""
        if "/" in text:
            for shape in _SHAPE.finditer(text):
                if shape[2] in RESOURCE_TYPES and not self._is_other_text(shape[1], shape[2], shape[3], ids):
                    yield Rewrite(shape.start(), shape.end(), self._references.reference(shape[1]))
        if "urn:" in text.lower():
            for urn in _URN.finditer(text):
                yield Rewrite(urn.start(), urn.end(), self._references.reference(urn[0].lower()))
        if not ids:
            return
        distinctive = {key.lower(): value for key, value in ids.items() if _is_distinctive(key)}
        if distinctive:
            longest_first = sorted(distinctive, key=len, reverse=True)
            any_id = "(?<![A-Za-z0-9])(?:" + "|".join(map(re.escape, longest_first)) + ")(?![A-Za-z0-9])"
            for match in re.finditer(any_id, text, re.IGNORECASE):
                new = distinctive.get(match[0].lower())
                if new is not None and not is_measured(text, match.start(), match.end()):
                    yield Rewrite(match.start(), match.end(), new)
        if len(distinctive) < len(ids):
            for pattern in _CUES:
                for cue in pattern.finditer(text):
                    new = ids.get(cue[1]) or ids.get(cue[1].lower())
                    if new is not None:
                        yield Rewrite(cue.start(1), cue.end(1), new)

    def _is_other_text(self, whole: str, resource_type: str, rid: str, ids: Mapping[str, str]) -> bool:
        """Tell whether "Type/id" is a published URL, or prose: "Patient/family", "Medication/10mg"."""
        if whole.startswith("http"):
            return self._references.uri(whole) == whole
        return rid not in ids and rid.lower() not in ids and _is_prose(resource_type, rid)


@lru_cache(maxsize=_CACHE)
def names_in_id(value: str, own_type: str | None) -> tuple[str, ...]:
    """Return the names in an id or a reference, in lower case: "peter" in "RelatedPerson/peter", "smith" in
    "smith-john-1952".

    `own_type` is the type of the record that has the id, or None where it is no FHIR resource.
    """
    if not _LETTERS.search(value, value.rfind("/") + 1):
        return ()
    target = reference_target(value, {})
    resource_type, rid = target if target else (own_type, value)
    if "/" in rid or _UUID.search(rid) or len(rid) > _MAX_ID:
        return ()
    parts = [p.lower() for p in _SPLIT.split(rid) if len(p) >= _MIN_NAME]
    if not parts:
        return ()
    given, family = name_lists.plain_given(), name_lists.plain_family()
    unknown = [p for p in parts if p not in words() and p not in eponyms()]
    listed = [p for p in unknown if p in given or p in family]
    if resource_type in _PEOPLE:
        return tuple(p for p in unknown if p in listed or len(p) >= _MIN_UNLISTED)
    # A single name in the id of another resource may be the name of a drug or a device.
    return tuple(listed) if len(listed) > 1 else ()


def _forms(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield (id, pseudonym) of a rewritten value: the value itself, and the id within a reference."""
    before, after = reference_target(old, {}), reference_target(new, {})
    if before is not None and after is not None:
        if "?" not in old:
            yield before[1], after[1]
    elif old.startswith("#") and new.startswith("#"):
        yield old[1:], new[1:]
    elif old.lower().startswith("urn:") and new.startswith("urn:uuid:"):
        yield old.rpartition(":")[2], new.rpartition(":")[2]
    if old and not old.startswith("#"):
        yield old, new


@lru_cache(maxsize=_CACHE)
def _is_distinctive(key: str) -> bool:
    """Tell whether a string is an id wherever it stands: no ordinary word, number or date is written so."""
    if _DATE.fullmatch(key):
        return False
    digits = sum(c.isdigit() for c in key)
    if all(c.isdigit() or c in "-. " for c in key):
        return digits >= _MIN_NUMBER
    if digits >= _MIN_DIGITS:
        return len(key) >= _MIN_WITH_DIGITS and not _DOSE.fullmatch(key)
    return len(key) >= _MIN_DISTINCTIVE and not all(_is_word(p) for p in _SPLIT.split(key))


@lru_cache(maxsize=_CACHE)
def _is_prose(resource_type: str, rid: str) -> bool:
    """Tell whether "Type/id" is a slash between two words or a dose, and no reference."""
    if sum(c.isupper() for c in resource_type) > 1:
        return False  # RelatedPerson is no word
    if any(c.isdigit() for c in rid):
        return _DOSE.fullmatch(rid) is not None
    return resource_type not in _NAMED or all(_is_word(p) for p in _SPLIT.split(rid))


def _is_word(part: str) -> bool:
    return len(part) < _MIN_NAME or (part.isupper() and len(part) < _MIN_WITH_DIGITS) or plain(part) in words()


def _without_overlaps(rewrites: Iterable[Rewrite]) -> Iterator[Rewrite]:
    """Yield the rewrites in order; of those that overlap, the first and longest."""
    end = 0
    for rewrite in sorted(rewrites, key=lambda r: (r.start, -r.end)):
        if rewrite.start >= end:
            end = rewrite.end
            yield rewrite
