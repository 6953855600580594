"""Match the records and notes of a run's input with what the run released of them.

The ids in OUT are hashed, and the order of its files is drawn with the keyring, but a run keeps the order of the
records in a file. The state of the run, in which the audit lies, tells which file of OUT belongs to which file of the
input; without it, files of records are matched by their facts. If a file released fewer records than it had, the audit
says which (its lines name file and place); without the audit they are aligned by their facts.

The order of notes in OUT is drawn from the paths of their files. The state tells which of them left; without it, all
notes must have left.

That IN is the input of the run is certain where the keyring is at hand: the manifest names a keyed hash over all
records of the input and their places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.record_utility import Fact, RecordPair, RecordUnit, count_facts
from redactor.evaluate.utility import TextPair
from redactor.keys import Keyring
from redactor.run.intake.chunks import ChunkSizes, chunks, extend_chain
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.patient_lists import read_crosswalk
from redactor.run.intake.raw_records import Reader
from redactor.run.note_names import TEXT, NoteNames, note_order, read_note_names
from redactor.run.output import manifest
from redactor.run.output.verification import verify
from redactor.run.state.unchecked_journal import inputs_of, value_of
from redactor.settings import Settings
from schemas.engine.json_codec import parse
from schemas.engine.records import RecordError

_RECORD_FILE = re.compile(r"records-(\d{5,})\.(?:ndjson|json|csv|parquet)")
_MAX_CELLS = 4_000_000  # of the table that aligns a file by facts
_AT_A_TIME = 256  # records of the input that are in memory while it is checked
_LEAST_LIKENESS = 0.3  # share of facts that two versions of a record have in common at least


def check_same_run(source: Path, out: Path, audit: Path | None, keyring: Keyring, settings: Settings) -> str:
    """Return the recipient of OUT, once it is certain that OUT is whole and that this input and audit are its run's.

    settings: those of the run. Raises EvaluationError, and RunError if OUT has no manifest.
    """
    data, mac, _ = manifest.read(out)
    if faults := verify(out, keyring, None).faults:
        told = "; ".join(faults[:3]) + ("; and more" if len(faults) > 3 else "")
        raise EvaluationError(
            f"OUT is not as a run under this keyring left it: {told}; set REDACTOR_KEYRING to that of the run, and "
            "give OUT whole (redactor verify lists all faults)"
        )
    if "input" not in data or "segment" in data:
        raise EvaluationError("OUT is that of a stream, whose input cannot be matched; give the OUT of redactor run")
    if audit is not None and value_of(audit.parent, manifest.WRITTEN) != mac:
        raise EvaluationError(
            "the audit is not that of the run that wrote OUT; give audit.ndjson in the state of that run, where "
            "redactor run left it (redactor runs lists states)"
        )
    recipient, max_record_bytes = str(data["recipient"]), settings.max_record_bytes
    names = names_of_notes(settings)
    files = list_inputs(source, names, note_order(keyring, recipient), limit=max_record_bytes)
    key = keyring.internal("journal").digest("chain")
    tokens = [held.pseudonym("input", recipient).token for held in keyring.epochs()]
    # A run may have been told the schema of its records, which decides how a Bundle is divided.
    schemas = (None, *(str(schema["name"]) for schema in data["schemas"]))
    chains = (_chains(files, max_record_bytes, schema, key) for schema in schemas)
    if not any(token(chain) == data["input"] for chain in chains for token in tokens):
        raise EvaluationError(
            "OUT was not made of IN as it is now; give the input of that run under the names that its files had, with "
            "the settings of the run (notes, crosswalk, max_record_bytes)"
        )
    return recipient


def names_of_notes(settings: Settings) -> NoteNames:
    """Return how the names of notes are read by the settings of their run. Raises as `read_crosswalk` does."""
    return read_note_names(settings.notes, read_crosswalk(settings.crosswalk))


def _chains(files: Sequence[InputFile], max_record_bytes: int, schema: str | None, key: bytes) -> str:
    """Return the keyed hashes over the records of these files, as the journal of their run has them."""
    sizes = ChunkSizes(_AT_A_TIME, max_record_bytes, max_record_bytes)
    found = []
    for file in files:
        chain = b""
        for chunk in chunks(file, sizes, schema):
            for raw in chunk.raws:
                chain = extend_chain(chain, key, raw)
        found.append(chain.hex())
    return " ".join(found)


def record_pairs(
    source: Path, out: Path, max_record_bytes: int, audit: Path | None = None, *, with_parts: bool = False
) -> Iterator[RecordPair]:
    """Yield the records of the input in order, each with its released version.

    with_parts: whether the units hold their records; with an audit they hold no facts then. Raises EvaluationError if
    OUT is no folder of a run or cannot be matched.
    """
    found = [path for path in sorted(out.iterdir()) if _RECORD_FILE.fullmatch(path.name) and not _is_beside_note(path)]
    if not found:
        raise EvaluationError("AFTER holds no records-00001 of a run; give the folder OUT of `redactor run`")
    inputs = {f.number: f for f in list_inputs(source) if f.kind != "note"}
    known = inputs_of(audit.parent) if audit is not None else {}
    if all(path.name in known for path in found):
        outputs = {known[path.name]: path for path in found}
    else:
        outputs = _match_files(inputs, found, max_record_bytes)
    released = _released_places(audit) if audit is not None else None
    with_facts = not with_parts or audit is None  # which align the records of a file
    for number, file in inputs.items():
        before = list(_read_units(file, max_record_bytes, with_parts, with_facts))
        after: list[RecordUnit] = []
        if number in outputs:
            (written,) = list_inputs(outputs[number])
            after = list(_read_units(written, max_record_bytes, with_parts, with_facts))
        if len(after) > len(before):
            raise EvaluationError(f"file {number} of BEFORE has fewer records than AFTER; give the input of that run")
        yield from _pair_records(before, after, released, number)


def _is_beside_note(path: Path) -> bool:
    """Tell whether a file of OUT holds the fields of a note whose text lies beside it."""
    return path.with_suffix(".txt").exists()


def _match_files(inputs: Mapping[int, InputFile], outputs: Sequence[Path], max_record_bytes: int) -> dict[int, Path]:
    """Return the file of OUT for each input file. Files with the most facts in common are matched first, each once.

    Files without common facts are matched in their order.
    """
    if len(inputs) == 1 and len(outputs) == 1:
        return dict(zip(inputs, outputs, strict=True))
    before = {number: _read_contents(file, max_record_bytes) for number, file in inputs.items()}
    after = [_read_contents(list_inputs(path)[0], max_record_bytes) for path in outputs]
    pairs = sorted(
        (-_overlap(contents, after[i]), i, number)
        for number, contents in before.items()
        for i in range(len(outputs))
        if sum(after[i].types.values()) <= sum(contents.types.values())
    )
    found: dict[int, Path] = {}
    taken: set[int] = set()
    for _, i, number in pairs:
        if number not in found and i not in taken:
            found[number] = outputs[i]
            taken.add(i)
    if len(taken) < len(outputs):
        raise EvaluationError("files of AFTER have more records than any of BEFORE; give the input of that run")
    return found


@dataclass(frozen=True, slots=True)
class _FileContents:
    """All facts of a file, and its records by their first type."""

    facts: Counter[Fact]
    types: Counter[str]


def _read_contents(file: InputFile, max_record_bytes: int) -> _FileContents:
    facts: Counter[Fact] = Counter()
    types: Counter[str] = Counter()
    for unit in _read_units(file, max_record_bytes):
        facts.update(unit.facts)
        types["".join(unit.types[:1])] += 1
    return _FileContents(facts, types)


def _overlap(before: _FileContents, after: _FileContents) -> float:
    """Return how much two files have in common, from 0 to 2: facts, and types of records."""
    facts = (before.facts & after.facts).total() / max(before.facts.total(), after.facts.total(), 1)
    return facts + (before.types & after.types).total() / max(before.types.total(), after.types.total(), 1)


def _pair_records(
    before: list[RecordUnit], after: list[RecordUnit], released: set[str] | None, number: int
) -> Iterator[RecordPair]:
    if len(before) == len(after):
        places: Sequence[int] = range(len(before))
    elif released is not None:
        places = [i for i, unit in enumerate(before) if unit.at in released]
        if len(places) != len(after):
            raise EvaluationError(f"the audit does not fit file {number}; give the audit of the run that wrote AFTER")
    else:
        if len(before) * (len(before) - len(after) + 1) > _MAX_CELLS:
            raise EvaluationError(f"file {number} lost too many records to be matched by content; give --audit")
        places = _align(before, after)
    at = dict(zip(places, after, strict=True))
    for i, unit in enumerate(before):
        yield RecordPair(unit, at.get(i))


def _align(before: list[RecordUnit], after: list[RecordUnit]) -> list[int]:
    """Return the place in `before` of each record in `after`, in order, so that they have the most in common.

    Dynamic programming over a band: the j-th released record was the j-th of the input, or stood as many places further
    as records were withheld.
    """
    slack = len(before) - len(after)
    best = [0.0] * (slack + 1)  # the best score of the records so far, if the last has at most this offset
    steps: list[list[int]] = []
    for j, unit in enumerate(after):
        row: list[float] = []
        step: list[int] = []
        top, chosen = -1.0, 0
        for offset in range(slack + 1):
            score = best[offset] + _likeness(before[j + offset], unit)
            if score > top:
                top, chosen = score, offset
            row.append(top)
            step.append(chosen)
        best = row
        steps.append(step)
    offset = slack
    places = [0] * len(after)
    for j in range(len(after) - 1, -1, -1):
        offset = steps[j][offset]
        places[j] = j + offset
    return places


def _likeness(before: RecordUnit, after: RecordUnit) -> float:
    """Return the share of equal facts of two records, from 0 to 1; 0 for records of different types."""
    if before.types[:1] != after.types[:1]:
        return 0.0
    total = max(before.facts.total(), after.facts.total())
    shared = sum(min(n, after.facts[fact]) for fact, n in before.facts.items()) / total if total else 0.5
    return shared if shared >= _LEAST_LIKENESS else shared / 10


def _read_units(
    file: InputFile, max_record_bytes: int, with_parts: bool = False, with_facts: bool = True
) -> Iterator[RecordUnit]:
    parts: list[Any] = []
    place = ""
    for raw in Reader(file, max_record_bytes).records():
        if raw.error is not None and not raw.data and raw.position.endswith(":end"):
            continue
        if raw.part != "entry":
            place, parts = raw.position, []
        if raw.error is None and raw.data:
            try:
                parts.append(parse(raw.data))
            except RecordError:
                parts.append(None)
        else:
            parts.append(None)
        if raw.part == "record" or raw.last:
            yield _make_unit(place, parts, with_parts, with_facts)


def _make_unit(place: str, parts: list[Any], with_parts: bool, with_facts: bool) -> RecordUnit:
    types = tuple(str(part.get("resourceType", "")) if isinstance(part, dict) else "" for part in parts)
    facts = count_facts(parts) if with_facts else Counter()
    return RecordUnit(place, facts, types, any(types), tuple(parts) if with_parts else ())


def _released_places(audit: Path) -> set[str]:
    """Return the places of the records that the audit lists as released, without those within a Bundle."""
    found = set()
    with audit.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                entry = msgspec.json.decode(line, type=dict[str, Any])
                if entry["outcome"] == "released" and "/" not in entry["at"]:
                    found.add(str(entry["at"]))
            except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError):
                raise EvaluationError(f"{audit.name}, line {number}: no line of an audit") from None
    return found


_NOTE_FILE = re.compile(r"records-\d{5,}\.txt")


def note_pairs(
    source: Path,
    out: Path,
    max_record_bytes: int,
    names: NoteNames,
    order: Callable[[str], bytes],
    audit: Path | None = None,
) -> Iterator[TextPair]:
    """Yield the released notes before and after. Their ids are the numbers of their files, since paths may name
    patients.

    order: `note_order` of the run's keyring and recipient. Raises EvaluationError if notes cannot be matched.
    """
    files = {file.number: file for file in list_inputs(source, names, order) if file.kind == "note"}
    found = [path for path in sorted(out.iterdir()) if _NOTE_FILE.fullmatch(path.name)]
    known = inputs_of(audit.parent) if audit is not None else {}
    if not all(path.name in known for path in found):
        if len(found) != len(files):
            raise EvaluationError(
                f"AFTER holds {len(found):,} of {len(files):,} notes; give the audit of the run that wrote it (--audit)"
            )
        known = {path.name: number for number, path in zip(files, found, strict=True)}
    for path in found:
        file = files.get(known[path.name])
        if file is None:
            raise EvaluationError("the audit names other notes than BEFORE has; give the input of the run")
        yield TextPair(str(file.number), _note_text(file, max_record_bytes), path.read_text("utf-8"))


def _note_text(file: InputFile, max_record_bytes: int) -> str:
    for raw in Reader(file, max_record_bytes).records():
        if raw.error is None:
            return str(msgspec.json.decode(raw.data)[TEXT])
    raise EvaluationError("a released note of BEFORE cannot be read; give the input of the run as it was")
