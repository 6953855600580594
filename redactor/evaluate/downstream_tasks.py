"""Make tasks for `redactor.evaluate.downstream` from the records of a run, or from lines of texts with labels.

Of a run the texts are those of DocumentReference, and the labels come from structured records: the type of the note,
the conditions of the patient, and whether the patient has another encounter within some days. Patients are those of
the input, since ids in OUT are hashed.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.record_utility import RecordPair
from schemas.engine import attachments
from schemas.engine.primitives import scalar_text
from schemas.harvest.datatypes import objects_of

_NO_TEXT, _NO_PATIENT, _NO_LABEL = "no text that can be read", "no patient", "no label"
_NOT_RELEASED, _NO_END = "not released, or not matched within a Bundle", "followed for too few days"
_WRONG = frozenset({"entered-in-error", "refuted"})
_SYSTEMS = ("http://loinc.org", "http://snomed.info/sct")  # preferred to other codings


@dataclass(frozen=True, slots=True)
class Example:
    """A text before and after, with its patient and its labels.

    released_labels: what the released records give in place of `labels`; None if they do not tell.
    """

    group: str
    before: str
    after: str
    labels: frozenset[str]
    released_labels: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """Examples with labels. one_label: whether each example has one label of several, rather than any number. names:
    how labels are shown. left_out: numbers of texts that are no examples, by reason. from_records: whether the labels
    come from records, which are released, too.
    """

    name: str
    examples: tuple[Example, ...]
    one_label: bool
    names: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    from_records: bool = True


def without_first_line(task: Task) -> Task:
    """Return the task with texts that lack their first line, which may be a heading that tells the label."""
    examples = tuple(replace(e, before=_rest(e.before), after=_rest(e.after)) for e in task.examples)
    return replace(task, name=f"{task.name}, first line left out", examples=examples)


def _rest(text: str) -> str:
    return text.lstrip().partition("\n")[2]


# --- lines of texts ---------------------------------------------------------------------------------------------------


def task_of_texts(before: Path, after: Path, label: str, group: str | None) -> Task:
    """Return the task of two files with the same ids: {"id", "text", label, group} and {"id", "text"} on each line.

    The value of the label is a text, a number, a boolean, or a list of texts, of which a text has any number. Without
    a field for the group each text is a patient of its own. Raises EvaluationError with the number of a wrong line.
    """
    released = {id: row for id, row, _ in _read_rows(after)}
    examples = []
    kinds = set()
    for id, row, at in _read_rows(before):
        if id not in released:
            raise EvaluationError(f"{after.name} lacks a text of {at}; give all of them under the same ids")
        labels, kind = _labels_of_row(row, label, at)
        kinds.add(kind)
        patient = id if group is None else scalar_text(row.get(group))
        if not patient:
            raise EvaluationError(f"{at}: no field {group!r}, which names the patient")
        examples.append(Example(patient, row["text"], released.pop(id)["text"], labels))
    if not examples:
        raise EvaluationError(f"{before.name} holds no texts")
    if released:
        raise EvaluationError(f"{len(released):,} texts of {after.name} are not in {before.name}; give the same ids")
    if len(kinds) > 1:
        raise EvaluationError(f"{before.name}: the field {label!r} is a list in some lines only; use one form")
    full = tuple(e for e in examples if e.before.strip())
    empty = {_NO_TEXT: len(examples) - len(full)} if len(full) < len(examples) else {}
    return Task(label, full, kinds == {"one"}, left_out=empty, from_records=False)


def _read_rows(path: Path) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the id and the row of each line, with the line's name for messages."""
    seen = set()
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        at = f"{path.name}, line {number}"
        try:
            row = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise EvaluationError(f"{at}: no JSON object") from None
        id = scalar_text(row.get("id"))
        if id is None or not isinstance(row.get("text"), str):
            raise EvaluationError(f'{at}: a line needs "id" and "text"')
        if id in seen:
            raise EvaluationError(f"{at}: the id of an earlier line; give each text its own")
        seen.add(id)
        yield id, row, at


def _labels_of_row(row: Mapping[str, Any], field_name: str, at: str) -> tuple[frozenset[str], str]:
    value = row.get(field_name)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return frozenset(value), "several"
    text = str(value).lower() if isinstance(value, bool) else scalar_text(value)
    if not text:
        raise EvaluationError(f"{at}: no label in the field {field_name!r}; give each line one, or leave the line out")
    return frozenset({text}), "one"


# --- records of a run -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Note:
    """A DocumentReference before and after. types: its type in both; None for none. visit: its Encounter's id."""

    patient: str
    texts: tuple[str, str]
    types: tuple[str | None, str | None]
    visit: str
    day: dt.date | None


@dataclass(slots=True)
class _Chart:
    """What the records say: notes, days of encounters by patient and id, and conditions by patient, before and
    after.
    """

    notes: list[_Note] = field(default_factory=list)
    visits: dict[str, dict[str, tuple[dt.date | None, dt.date | None]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    conditions: tuple[dict[str, set[str]], dict[str, set[str]]] = field(default_factory=lambda: ({}, {}))
    displays: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    left_out: Counter[str] = field(default_factory=Counter)


def tasks_of_run(pairs: Iterable[RecordPair], days: int) -> tuple[Task, ...]:
    """Return the tasks of a run: types of notes, problem lists, and a next visit within so many days.

    pairs: with their parts. Raises EvaluationError if no note of the input was released with a text.
    """
    chart = _Chart()
    for pair in pairs:
        _read_pair(chart, pair)
    if not chart.notes:
        told = ", ".join(f"{n:,} {reason}" for reason, n in chart.left_out.items())
        raise EvaluationError("no DocumentReference was released with a text" + (f": {told}" if told else ""))
    return _note_types(chart), _problem_lists(chart), _next_visits(chart, days)


def _read_pair(chart: _Chart, pair: RecordPair) -> None:
    parts = [part for part in pair.before.parts if isinstance(part, Mapping)]
    patients = [str(part.get("id")) for part in parts if part.get("resourceType") == "Patient"]
    for before, after in _pair_parts(pair):
        kind = before.get("resourceType")
        if kind not in ("DocumentReference", "Encounter", "Condition"):
            continue
        # References within a Bundle may name the patient by the entry's urn.
        patient = _patient_of(before) or (patients[0] if len(patients) == 1 else None)
        if patient is None:
            chart.left_out[_NO_PATIENT] += kind == "DocumentReference"
        elif kind == "DocumentReference":
            _read_note(chart, patient, before, after)
        elif kind == "Encounter":
            chart.visits[patient][str(before.get("id"))] = (_start_of(before), _start_of(after))
        else:
            for side, record in enumerate((before, after)):
                if code := _preferred_code(chart, (record or {}).get("code"), is_released=side == 1):
                    chart.conditions[side].setdefault(patient, set()).add(code)


def _pair_parts(pair: RecordPair) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any] | None]]:
    """Yield the resources before that are no errors, each with its like after.

    Of a Bundle that lost entries, the types are paired of which none is missing but errors; those of others have none.
    """
    sides = [[part for part in unit.parts if isinstance(part, Mapping)] if unit is not None else []
             for unit in (pair.before, pair.after)]  # fmt: skip
    by_type: list[dict[str, list[Mapping[str, Any]]]] = [defaultdict(list), defaultdict(list)]
    for found, parts in zip(by_type, sides, strict=True):
        for part in parts:
            found[str(part.get("resourceType"))].append(part)
    for kind, before in by_type[0].items():
        after: Sequence[Mapping[str, Any] | None] = by_type[1].get(kind, [])
        if len(after) != len(before):
            before = [record for record in before if not _is_wrong(record)]
        if len(after) != len(before):
            after = [None] * len(before)
        for record, released in zip(before, after, strict=True):
            if not _is_wrong(record):
                yield record, released


def _is_wrong(record: Mapping[str, Any]) -> bool:
    """Tell whether a record is an error, or a condition that was refuted."""
    return not _WRONG.isdisjoint({str(record.get("status")), *_codes(record.get("verificationStatus"))})


def _patient_of(record: Mapping[str, Any]) -> str | None:
    target = next((r.get("reference") for r in objects_of(record.get("subject"))), None)
    if not isinstance(target, str):
        return None
    _, found, id = target.rpartition("Patient/")
    return id.partition("/")[0] or None if found else None


def _read_note(chart: _Chart, patient: str, before: Mapping[str, Any], after: Mapping[str, Any] | None) -> None:
    text = _text_of(before)
    if not text.strip():
        chart.left_out[_NO_TEXT] += 1
    elif after is None:
        chart.left_out[_NOT_RELEASED] += 1
    else:
        visits = [visit.get("reference") for context in objects_of(before.get("context"))
                  for visit in objects_of(context.get("encounter"))]  # fmt: skip
        types = (
            _preferred_code(chart, before.get("type"), is_released=False),
            _preferred_code(chart, after.get("type"), is_released=True),
        )
        visit = str(visits[0] if visits else "").rpartition("/")[2].rpartition(":")[2]
        chart.notes.append(_Note(patient, (text, _text_of(after)), types, visit, _day(before.get("date"))))


def _text_of(document: Mapping[str, Any]) -> str:
    """Return the texts of all attachments that can be read."""
    texts = []
    for content in objects_of(document.get("content")):
        for attachment in objects_of(content.get("attachment")):
            kind, data = attachment.get("contentType"), attachment.get("data")
            if isinstance(kind, str) and isinstance(data, str) and (read := attachments.read(kind, data)) is not None:
                texts.append(read.text)
    return "\n".join(texts)


def _codes(concept: Any) -> Iterator[str]:
    for coding in _codings(concept):
        if isinstance(coding.get("code"), str):
            yield coding["code"]


def _codings(concept: Any) -> list[dict[str, Any]]:
    return [coding for item in objects_of(concept) for coding in objects_of(item.get("coding"))]


def _preferred_code(chart: _Chart, concept: Any, *, is_released: bool) -> str | None:
    """Return the code by which a concept is known. Its display is noted if it was released, and may be shown then."""
    codings = [c for c in _codings(concept) if isinstance(c.get("code"), str)]
    chosen = next((c for s in _SYSTEMS for c in codings if c.get("system") == s), codings[0] if codings else None)
    if chosen is None:
        return None
    if is_released and isinstance(display := chosen.get("display"), str):
        chart.displays[chosen["code"]][display] += 1
    return str(chosen["code"])


def _start_of(encounter: Mapping[str, Any] | None) -> dt.date | None:
    return next((_day(p.get("start")) for p in objects_of((encounter or {}).get("period"))), None)


def _day(value: Any) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:  # a year or a month alone
        return None


def _shown(chart: _Chart, codes: Iterable[str]) -> dict[str, str]:
    """Return how codes are shown: with the display that most released records have."""
    common = {code: max(chart.displays[code].items(), key=lambda item: (item[1], item[0]))[0]
              for code in codes if chart.displays.get(code)}  # fmt: skip
    return {code: f"{display} ({code})" for code, display in common.items()}


def _note_types(chart: _Chart) -> Task:
    examples = tuple(
        Example(n.patient, *n.texts, frozenset({n.types[0]}), frozenset({n.types[1]} if n.types[1] else ()))
        for n in chart.notes
        if n.types[0] is not None
    )
    left_out = chart.left_out + Counter({_NO_LABEL: len(chart.notes) - len(examples)})
    names = _shown(chart, {label for e in examples for label in e.labels})
    return Task("note type", examples, one_label=True, names=names, left_out=left_out)


def _problem_lists(chart: _Chart) -> Task:
    by_patient: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for note in chart.notes:
        by_patient[note.patient].append(note.texts)
    examples = []
    for patient, texts in by_patient.items():
        before, after = ("\n".join(side) for side in zip(*sorted(texts), strict=True))
        labels, released = (frozenset(side.get(patient, ())) for side in chart.conditions)
        examples.append(Example(patient, before, after, labels, released))
    names = _shown(chart, {label for e in examples for label in e.labels})
    return Task("problem list", tuple(examples), one_label=False, names=names)


def _next_visits(chart: _Chart, days: int) -> Task:
    """Return the task whether the patient of a note has another encounter in the days after it. A note less than those
    days before the last encounter of all patients is no example: nobody knows what followed.
    """
    starts = [[day for visits in chart.visits.values() for v in visits.values() if (day := v[side])] for side in (0, 1)]
    last = [max(side, default=dt.date.min) for side in starts]
    examples = []
    left_out = Counter(chart.left_out)
    for note in chart.notes:
        visits = chart.visits.get(note.patient, {})
        here = visits.get(note.visit, (note.day, None))
        found = [_follows(here[side], [v[side] for v in visits.values()], days) for side in (0, 1)]
        if here[0] is None or found[0] is None:
            left_out[_NO_LABEL] += 1
        elif here[0] + dt.timedelta(days) > last[0]:
            left_out[_NO_END] += 1
        else:
            examples.append(
                Example(
                    note.patient,
                    *note.texts,
                    frozenset({"yes"} if found[0] else ()),
                    None if found[1] is None else frozenset({"yes"} if found[1] else ()),
                )
            )
    name = f"next visit within {days} days"
    return Task(name, tuple(examples), one_label=False, names={"yes": name}, left_out=left_out)


def _follows(day: dt.date | None, starts: Iterable[dt.date | None], days: int) -> bool | None:
    """Tell whether an encounter begins in the days after a day; None if the day or any beginning is unknown."""
    known = list(starts)
    if day is None or None in known:
        return None
    return any(start is not None and dt.timedelta(0) < start - day <= dt.timedelta(days) for start in known)
