"""Measure stand-ins across patients: one stand-in for a person in every chart, and one for a surname that people share.

    python -m benchmarks.households [FOLDER] [--detectors patterns,known,student] [--show N]

FOLDER holds records/ (any input of `redactor run`, such as *.ndjson with a FHIR resource or a Bundle a line) and
gold.jsonl, with a line for each mention of one name of one person:

    {"household": "h7", "person": "ana", "part": "family", "record": "Patient/p1", "path": "name[0].family",
     "surface": "Garcia-Lopez"}
    {"household": "h7", "person": "ana", "part": "given", "record": "DocumentReference/d3",
     "path": "content[0].attachment.data", "start": 120, "end": 123, "surface": "Ana"}

household: people who belong together; ids of people need to differ within a household only. part: "given" or "family".
A full name in a text is two lines. record: type and id as the records write them, also inside a Bundle. path: the path
of the string, with list indices in brackets. start, end: half-open characters of the string at path (base64 in an
attachment: of the text in it, UTF-8); without them the surface counts wherever it is a word of that string. A
hyphenated surname is one surface whose halves are compared one by one; the parts of a given name are compared together.
Surfaces may be forms of a given name ("Bob") and initials ("J"). Particles of a surname ("van") are not compared.

The report measures names that were replaced; names that were released unchanged, tagged or dropped are counted apart.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec

from redactor.assemble.runs import build_run
from redactor.errors import EvaluationError
from redactor.lexicon.names import canonical
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.lexicon.titles import FAMILY_PARTICLES
from redactor.run.contracts import RawRecord
from redactor.run.intake.chunks import ChunkSizes, chunks
from redactor.run.intake.files import list_inputs
from redactor.settings import Settings

_PATH_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_TOKEN = re.compile(r"\w+(?:['’\-](?![sS]\b)\w+)*|[^\w\s]")
_NAME_PIECE = re.compile(r"[^\W_]+(?:['’](?![sS]\b)[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class NameMention:
    """A line of the gold. start, end: None if the surface counts wherever it stands in the string."""

    household: str
    person: str
    part: Literal["given", "family"]
    record: str
    path: str
    surface: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class ReplacedName:
    """A word of a name and the stand-in that was released in its place. chart: the patient of the record
    ("Patient/p1").
    """

    mention: NameMention
    chart: str
    original: str
    standin: str


@dataclass(frozen=True, slots=True)
class HouseholdReport:
    """The figures. Each pair gives the number of cases that hold and the number of cases.

    people: people with one stand-in for each of their names. across: the same for people whom two or more charts name.
    surnames: pairs of people of a household whose common surname has one stand-in. apart: pairs of people of a
    household with different given names and different stand-ins. strangers: pairs of people of two households whose
    common surname has one stand-in nevertheless. replaced: replaced words. unchanged: words that were released as they
    are. unmatched: words whose stand-in cannot be told, because they were dropped or tagged, or the text around them
    changed, too.
    """

    people: tuple[int, int]
    across: tuple[int, int]
    surnames: tuple[int, int]
    apart: tuple[int, int]
    strangers: tuple[int, int]
    replaced: int
    unchanged: int
    unmatched: int
    charts: int
    quarantined: int
    faults: tuple[str, ...]


def measure_households(folder: Path, settings: Settings) -> HouseholdReport:
    """Release FOLDER/records in this process and compare the result with FOLDER/gold.jsonl. Raises EvaluationError."""
    gold = read_name_gold(folder / "gold.jsonl")
    wanted: dict[str, list[NameMention]] = defaultdict(list)
    for mention in gold:
        wanted[mention.record].append(mention)
    names: list[ReplacedName] = []
    charts: set[str] = set()
    unmatched = quarantined = 0
    seen: set[str] = set()
    for raw, payload in _release(folder / "records", settings):
        record = json.loads(raw.data) if raw.data else {}
        name = f"{record.get('resourceType')}/{record.get('id')}"
        if name not in wanted:
            continue
        seen.add(name)
        chart = _chart_of(record, raw.aliases) or name
        charts.add(chart)
        if payload is None:
            quarantined += 1
            continue
        found, lost = _replaced_names(wanted[name], chart, record, json.loads(payload))
        names += found
        unmatched += lost
    missing = sorted(set(wanted) - seen)
    if missing:
        raise EvaluationError(f"gold.jsonl names {len(missing)} records that records/ does not hold")
    return _household_report(names, len(charts), unmatched, quarantined)


def read_name_gold(path: Path) -> list[NameMention]:
    """Read the lines of the gold. Raises EvaluationError with the number of a malformed line."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=NameMention))
            except msgspec.DecodeError as e:
                raise EvaluationError(f"{path.name}, line {number}: {e}") from None
    return found


# --- release ----------------------------------------------------------------------------------------------------------


def _release(records: Path, settings: Settings) -> Iterator[tuple[RawRecord, bytes | None]]:
    """Yield each record of the input with its released payload, or None if it was not released."""
    with tempfile.TemporaryDirectory() as work:
        config, calls = build_run(settings, records, Path(work) / "out", Path(work) / "state")
        sizes = ChunkSizes(config.batch_records, config.batch_bytes, config.max_record_bytes)
        batches = [c.raws for file in list_inputs(records) for c in chunks(file, sizes, None)]
        harvester = calls.harvester()
        newest = None
        for raws in batches:
            batch = harvester.harvest(raws)
            newest = max((d for d in (newest, batch.newest) if d), default=None)
            calls.on_harvest(batch)
        processor = calls.processor(calls.on_harvest_end(newest))
        for raws in batches:
            readable = [raw for raw in raws if raw.error is None]
            for raw, done in zip(readable, processor.process(readable), strict=True):
                yield raw, done.payload


def _chart_of(record: Mapping[str, Any], aliases: Mapping[str, str]) -> str | None:
    """Return the patient whose record it is: the first patient to whom it refers."""
    if record.get("resourceType") == "Patient":
        return f"Patient/{record.get('id')}"
    waiting: list[Any] = [record]
    while waiting:
        node = waiting.pop(0)
        waiting += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        reference = node.get("reference") if isinstance(node, dict) else None
        if isinstance(reference, str):
            found = aliases.get(reference, reference)
            if "Patient/" in found:
                return found
    return None


# --- mentions ---------------------------------------------------------------------------------------------------------


def _replaced_names(
    mentions: Sequence[NameMention], chart: str, record: Any, released: Any
) -> tuple[list[ReplacedName], int]:
    """Return the words of the mentions in a record with their stand-ins, and the number of words without a stand-in."""
    found: list[ReplacedName] = []
    lost = 0
    for path, mentions_at_path in _mentions_by_path(mentions).items():
        before = _string_at(record, path)
        if before is None:
            raise EvaluationError(f"gold.jsonl: {mentions_at_path[0].record} has no string at {path}")
        after = _string_at(released, path)
        places = None if after is None else _Alignment(before, after)
        for mention in mentions_at_path:
            for start, end in _places_of(mention, before):
                # "Mei-Ling" may become "Chaowei", so that given names are compared whole.
                pattern = _NAME_PIECE if mention.part == "family" else _TOKEN
                words = [(start + w.start(), start + w.end()) for w in pattern.finditer(before[start:end])]
                for a, b in words:
                    if len(words) > 1 and canonical(before[a:b]) in FAMILY_PARTICLES:
                        continue
                    standin = None if places is None else places.standin(a, b)
                    if standin is None:
                        lost += 1
                    else:
                        found.append(ReplacedName(mention, chart, before[a:b], standin))
    return found, lost


def _mentions_by_path(mentions: Iterable[NameMention]) -> dict[str, list[NameMention]]:
    found: dict[str, list[NameMention]] = defaultdict(list)
    for mention in mentions:
        found[mention.path].append(mention)
    return found


def _string_at(record: Any, path: str) -> str | None:
    """Return the string at a path, decoded if it is the base64 of an attachment."""
    node = record
    for step in _PATH_STEP.finditer(path):
        key, index = step[1], step[2]
        if key is not None:
            node = node.get(key) if isinstance(node, dict) else None
        else:
            node = node[int(index)] if isinstance(node, list) and int(index) < len(node) else None
    if not isinstance(node, str):
        return None
    if not path.endswith(".data"):
        return node
    try:
        return base64.b64decode(node).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def _places_of(mention: NameMention, text: str) -> Iterator[tuple[int, int]]:
    if mention.start is not None and mention.end is not None:
        if text[mention.start : mention.end] != mention.surface:
            raise EvaluationError(f"gold.jsonl: the surface is not at {mention.start} of {mention.path}")
        yield mention.start, mention.end
        return
    pattern = re.compile(rf"(?<![^\W_]){re.escape(mention.surface)}(?![^\W_])")
    found = [m.span() for m in pattern.finditer(text)]
    if not found:
        raise EvaluationError(f"gold.jsonl: {mention.record} lacks the surface at {mention.path}")
    yield from found


class _Alignment:
    """This class tells which words of the new text stand in the place of the words of the old text."""

    def __init__(self, before: str, after: str) -> None:
        self._old = [(m.start(), m.end()) for m in _TOKEN.finditer(before)]
        old, new = ([m[0] for m in _TOKEN.finditer(text)] for text in (before, after))
        self._before = before
        self._new: list[str | None] = [None] * len(old)
        for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal" or (tag == "replace" and b - a == d - c):
                self._new[a:b] = new[c:d]

    def standin(self, start: int, end: int) -> str | None:
        """Return the stand-in of a word, or for half of a hyphenated word the same half of the stand-in."""
        for (a, b), new in zip(self._old, self._new, strict=True):
            if a <= start and end <= b and new is not None:
                old, pieces = _NAME_PIECE.findall(self._before[a:b]), _NAME_PIECE.findall(new)
                at = len(_NAME_PIECE.findall(self._before[a:start]))
                if (start, end) == (a, b) or len(old) == 1:
                    return new
                return pieces[at] if len(pieces) == len(old) else None
        return None


# --- figures ----------------------------------------------------------------------------------------------------------

_PersonKey = tuple[str, str]


def _household_report(names: Sequence[ReplacedName], charts: int, unmatched: int, quarantined: int) -> HouseholdReport:
    unchanged = [n for n in names if canonical(n.original) == canonical(n.standin)]
    replaced = [n for n in names if canonical(n.original) != canonical(n.standin)]
    by_person: dict[_PersonKey, list[ReplacedName]] = defaultdict(list)
    for n in replaced:
        by_person[n.mention.household, n.mention.person].append(n)
    faults: list[str] = []
    one = {person: _has_one_standin(found, faults) for person, found in sorted(by_person.items())}
    across = [p for p, found in by_person.items() if len({n.chart for n in found}) > 1]
    families = {person: _standins_by_name(found, "family") for person, found in by_person.items()}
    givens = {person: _standins_by_name(found, "given") for person, found in by_person.items()}
    shared: list[bool] = []
    strangers: list[bool] = []
    apart: list[bool] = []
    for p, q in combinations(sorted(by_person), 2):
        for name in families[p].keys() & families[q].keys():
            same = families[p][name] == families[q][name] and len(families[p][name]) == 1
            (shared if p[0] == q[0] else strangers).append(same)
            if p[0] == q[0] and not same:
                faults.append(f"{p[0]}: {p[1]} and {q[1]} do not share a surname")
        if p[0] == q[0]:
            apart += [
                givens[p][a].isdisjoint(givens[q][b])
                for a in givens[p]
                for b in givens[q]
                if not may_be_one_name(a, b) and a not in givens[q] and b not in givens[p]
            ]
    return HouseholdReport(
        (sum(one.values()), len(one)),
        (sum(one[p] for p in across), len(across)),
        (sum(shared), len(shared)),
        (sum(apart), len(apart)),
        (sum(strangers), len(strangers)),
        len(replaced),
        len(unchanged),
        unmatched,
        charts,
        quarantined,
        tuple(faults),
    )


def _has_one_standin(found: Sequence[ReplacedName], faults: list[str]) -> bool:
    """Tell whether each name of a person has one stand-in, up to its forms, and whether initials agree with it."""
    good = True
    letters: set[tuple[str, str]] = set()
    for part in ("given", "family"):
        by_name = _standins_by_name([n for n in found if len(n.original) > 1], part)
        letters |= {(part, f"{name[0]}{new[0]}") for name, new_ in by_name.items() for new in new_}
        for name, standins in by_name.items():
            if len(standins) > 1:
                good = False
                where = sorted({n.chart for n in found if n.mention.part == part})
                who = found[0].mention
                faults.append(f"{who.household}: {who.person}'s {part} name {name} is {sorted(standins)} in {where}")
    for n in found:
        old, new = canonical(n.original), canonical(n.standin)
        known = {pair[1] for part, pair in letters if part == n.mention.part and pair[0] == old[:1]}
        if len(n.original) == 1 and known and new[:1] not in known:
            good = False
            faults.append(f"{n.mention.household}: an initial of {n.mention.person} is another letter")
    return good


def _standins_by_name(found: Iterable[ReplacedName], part: str) -> dict[str, set[str]]:
    """Return the stand-ins of each name; forms of one given name count as one name."""
    out: dict[str, set[str]] = defaultdict(set)
    for n in found:
        if n.mention.part != part or len(n.original) == 1:
            continue
        old, new = canonical(n.original), canonical(n.standin)
        if part == "given":
            old, new = root_of(old), root_of(new)
            new = next((other for other in sorted(out[old]) if may_be_one_name(other, new)), new)
        out[old].add(new)
    return out
