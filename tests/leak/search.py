"""Search for planted identifiers in a release: all of them, at any length, in every form they could take.

A planted value can also be an ordinary word: the city Geneva and the Geneva score, Dr. Faith and good faith. Output
records are therefore compared with their input. The gold marks every planted character, so the occurrences of a form
outside planted identifiers can be counted; the output may contain the form that often and no more. Values with a digit
or several words are not excused this way, and neither are file names or the manifest.
"""

from __future__ import annotations

import base64
import bisect
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ahocorasick_rs

from tests.leak import proof
from tests.leak.reading import Gold, Json, Pair, Release

_BROAD_CATEGORIES = {"STATE", "COUNTRY", "OCCUPATION", "RACE", "ETHNICITY", "MARITAL_STATUS", "PARENTHOOD", "AGE"}
_DATES = {"DATE", "BIRTH_DATE_TIME", "DEATH_DATE_TIME"}
# What a profile releases on purpose. Shifted dates can coincide with other people's dates; times.py checks those.
KEPT = {
    "hipaa-safe-harbor": _BROAD_CATEGORIES,
    "hips": _BROAD_CATEGORIES | _DATES,
    "limited-dataset": _BROAD_CATEGORIES | _DATES | {"CITY", "COUNTY", "ZIP"},
    "redactor": _BROAD_CATEGORIES,  # text is tagged, but "OR" and "ID" are not useful search strings
}
MONTHS = re.compile(
    r"(?i)jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?"
)
# Some numbers of the sample are already in the fictitious range, which holds only a hundred numbers.
_FICTION = re.compile(r"(?:\+?1\D?)?\(?(?:\d{3})?\D{0,2}555\D?01\d\d")
_BARE_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True)
class Leak:
    """value and form are synthetic. where: the record's kind and place, or "release" for file names or the manifest."""

    value: str
    entity: str
    form: str
    where: str


def planted(gold: list[Gold], profile: str, *, structured: bool) -> dict[str, str]:
    """Maps values of whole fields (structured) or of spans in text to their entity, without what the profile keeps."""
    return {
        g.value: g.entity
        for g in gold
        if (g.start is None) is structured and g.entity not in KEPT[profile] and not _BARE_YEAR.fullmatch(g.value)
    }


def forms_of(value: str, entity: str) -> set[str]:
    """Every form that a value could take in the output."""
    forms = {value} | proof.variants(value, entity)
    if entity in _DATES and re.match(r"\d{4}-\d\d-\d\d", value):
        forms |= proof.variants(value[:10], entity)
    return {f for f in forms if len(f) > 1 and not _BARE_YEAR.fullmatch(f)}


def leaks(release: Release, gold: list[Gold], profile: str, wanted: dict[str, str]) -> list[Leak]:
    """The wanted values that occur in OUT and should not."""
    owner: dict[str, str] = {}
    for value, entity in wanted.items():
        for form in forms_of(value, entity):
            owner.setdefault(form, value)
    # A shifted date produces months that were not in the input; the other profiles prove that months are found. An
    # address keeps its state, which may equal the short name of a company.
    fictitious = [MONTHS, _FICTION, re.compile("|".join(sorted({g.value for g in gold if g.entity == "STATE"})))]
    needles = [n for n in sorted(owner) if profile != "hips" or not any(i.fullmatch(n) for i in fictitious)]
    matcher = ahocorasick_rs.AhoCorasick(needles)
    spans = spans_of(gold, KEPT[profile])
    # One household's stand-in may be another's real name, so an original counts only where its owner's data was.
    at_home = _values_at_home(gold) if profile == "hips" else None
    elsewhere = _site_standins(release, gold) if profile == "hips" else set()
    found: list[Leak] = []
    for i, forms in _hits(release, matcher, needles).items():
        pair = release.pairs[i] if i is not None else None
        for form in forms:
            if (
                at_home is not None
                and pair is not None
                and not _is_at_home(pair, form, owner[form], at_home, elsewhere)
            ):
                continue
            if pair is None or not _is_ordinary_word(pair, form, spans):
                where = f"{pair.kind or 'row'} of {pair.file.rpartition('/')[2][:12]}" if pair else "release"
                found.append(Leak(owner[form], wanted[owner[form]], form, where))
    return found


Home = dict[tuple[str, str], dict[str, set[str]]]


def _values_at_home(gold: list[Gold]) -> Home:
    """For each record: the values of all people it mentions, and the fields that contained each."""
    of_subject: dict[str | None, set[str]] = defaultdict(set)
    in_record: dict[tuple[str, str], set[str | None]] = defaultdict(set)
    own: Home = defaultdict(lambda: defaultdict(set))
    for g in gold:
        of_subject[g.subject].add(g.value.casefold())
        in_record[g.file, g.record].add(g.subject)
        own[g.file, g.record][g.value.casefold()].add(g.path)
    for record, subjects in in_record.items():
        for subject in subjects - {None}:
            for value in of_subject[subject]:
                own[record].setdefault(value, set())
    return own


def _site_standins(release: Release, gold: list[Gold]) -> set[str]:
    """Words of the stand-ins of clinicians and organisations that do not occur in their originals."""
    kinds = ("Practitioner", "Organization", "Location")
    names = (p.result.get("name") for p in release.pairs if p.result and p.kind in kinds)
    was = {w.casefold() for g in gold if (g.subject or "").startswith(kinds) for w in re.findall(r"\w+", g.value)}
    return {w.casefold() for name in names for s in proof.strings(name) for w in re.findall(r"\w+", s)} - was


def _is_at_home(pair: Pair, form: str, value: str, at_home: Home, elsewhere: set[str]) -> bool:
    """Whether a value of the record's people occurs in a field that contained it, or in a text if the record's texts
    did.

    Anywhere else, or where it equals a clinician's stand-in, it belongs to somebody else: the stand-ins of a site
    cannot avoid the names of every household.
    """
    mine = at_home.get((pair.file, pair.name), {})
    if value.casefold() not in mine:
        return False
    said = any(is_text(path) and form.casefold() in text.casefold() for path, text in places(pair.source))
    left = said and form.casefold() not in elsewhere
    return any(
        (left if is_text(path) else path in mine[value.casefold()]) and _count_unplanted(text, form, [])
        for path, text in places(pair.result)
    )


def _hits(release: Release, matcher: Any, needles: list[str]) -> dict[int | None, set[str]]:
    """Maps the index of a pair to the forms found in its result; None: file names, manifest, deletions."""
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    texts = ["\n".join((*proof.strings(p.result), *proof.strings(p.result_entry))) for p in release.pairs]
    for text in (*texts, _text_outside_records(release)):
        starts.append(at)
        pieces.append(text)
        at += len(text) + 1
    whole = "\n".join(pieces)
    hits: dict[int | None, set[str]] = defaultdict(set)
    for which, start, end in matcher.find_matches_as_indexes(whole, overlapping=True):
        if not proof.inside_word(whole, start, end):
            i = bisect.bisect_right(starts, start) - 1
            hits[i if i < len(texts) else None].add(needles[which])
    return hits


def _text_outside_records(release: Release) -> str:
    """All text in OUT outside released records, except counts, which the manifest states on purpose."""
    pieces = [s for s in proof.strings(release.manifest) if not s.isdigit()]
    for path in sorted(release.out.rglob("*")):
        pieces.append(path.name)
        if path.name.startswith("deleted-"):
            for line in path.read_text("utf-8").splitlines():
                pieces.extend(proof.strings(json.loads(line)))
    return "\n".join(pieces)


Spans = dict[tuple[str, str], dict[str, list[tuple[int, int | None]]]]


def spans_of(gold: list[Gold], kept: set[str]) -> Spans:
    """Planted places by record and path; (0, None) for a whole value."""
    spans: Spans = defaultdict(lambda: defaultdict(list))
    for g in gold:
        if g.entity not in kept:
            spans[g.file, g.record][g.path].append((g.start or 0, g.end))
    return spans


def _is_ordinary_word(pair: Pair, form: str, spans: Spans) -> bool:
    """Whether the form is a word that the input record also had outside planted values, and is not more frequent now.

    A form that the search found in the output and that is not counted here (an attachment that decodes differently) is
    not an ordinary word.
    """
    if not re.fullmatch(r"[^\W\d_]+(?:[-'][^\W\d_]+)*", form):
        return False
    before, after = count_forms(pair, form, spans)
    return 0 < after <= before


def count_forms(pair: Pair, form: str, spans: Spans) -> tuple[int, int]:
    """Occurrences of the form in the input outside planted values, and in the output."""
    mine = spans.get((pair.file, pair.name), {})
    before = sum(_count_unplanted(text, form, mine.get(path, [])) for path, text in places(pair.source))
    return before, sum(_count_unplanted(text, form, []) for _, text in places(pair.result))


def _count_unplanted(text: str, form: str, planted_at: list[tuple[int, int | None]]) -> int:
    """Occurrences of the form as a separate word outside the planted places."""
    n = 0
    for found in re.finditer(re.escape(form), text):
        start, end = found.span()
        taken = any(start < (len(text) if e is None else e) and s < end for s, e in planted_at)
        n += not taken and not proof.inside_word(text, start, end)
    return n


def places(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a record with its path as in the gold, including field names and decoded attachments."""
    if isinstance(node, dict):
        for key, value in node.items():
            inner = f"{path}.{key}" if path else key
            yield f"{inner}#", key
            if key == "data" and "contentType" in node and isinstance(value, str):
                yield inner, _decoded(node, value)
            else:
                yield from places(value, inner)
    elif isinstance(node, list):
        for i, item in enumerate(node):
            yield from places(item, f"{path}[{i}]")
    elif isinstance(node, str):
        yield path, node


def is_text(path: str) -> bool:
    """Whether the path holds free text: notes, narratives, messages."""
    return path.endswith((".data", ".div", ".contentString", "note", "text", "report", "conclusion"))


def _decoded(attachment: Json, data: str) -> str:
    charset = re.search(r"charset=\"?([\w-]+)", str(attachment["contentType"]))
    try:
        return base64.b64decode(data).decode(charset[1] if charset else "utf-8", "replace")
    except (ValueError, LookupError):
        return data


def summarize(found: list[Leak]) -> str:
    """A readable list, the most frequent first."""
    counts = Counter((x.value, x.entity, x.form) for x in found)
    where = {(x.value, x.entity, x.form): x.where for x in found}
    return "\n".join(f"{n} x {key} e.g. in {where[key]}" for key, n in counts.most_common(30))
