"""This module is the facade of the library: it de-identifies texts, records and recordings in one process."""

from __future__ import annotations

import datetime as dt
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from redactor.assemble.engines import approved_profile, build_engine, keyless_profile
from redactor.assemble.in_force import ProfileInForce
from redactor.assemble.parts import Parts
from redactor.assemble.replacers import StoredKnownValues
from redactor.costs import Costs
from redactor.costs import batch as counted_in
from redactor.detect.known import SiteKnown
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.llm.contract import Counts
from redactor.llm.ledger import MemoryLedger, open_ledger
from redactor.settings import load_settings
from redactor.text import Action, KnownValue, Note, Reading

if TYPE_CHECKING:
    from audio.steps import Found
    from schemas.engine.compiled_schema import CompiledSchema
    from schemas.engine.records import RecordIn, RecordOut

_NO_DAY = (
    "a birth date was left out, because no day is given on which ages are judged; give it with the setting as_of, such"
    " as Redactor(as_of=date(2025, 6, 30))"
)
Item = TypeVar("Item")
TOO_LONG = "text-too-long"  # as runs quarantine such a record
OPTED_OUT = "opted-out"  # as runs withhold such a record
NO_PATIENT = "no-patient"
_NO_PATIENT = (
    "the setting opt_out is set, and what names no patient cannot be compared with it: name the patient, or unset "
    "opt_out where nobody of the list is meant"
)
KEYED_ACTIONS = frozenset({Action.HASH, Action.SHIFT, Action.SURROGATE})


class Redactor:
    """A `Redactor` de-identifies texts, records and recordings in one process, without services.

    profile, keyring (a path, or the JSON itself), home and any other setting override redactor.toml and the
    environment. keyless: allow texts, and only texts, without a keyring, under a profile that needs no key. as_of: the
    day on which "over 89" is judged; without it birth dates are tagged or dropped. state: a folder in which the tokens
    of LLMs are counted, for all that have the same; without it each `Redactor` has the budget for itself. Raises
    SettingsError, KeyringError or ProfileError. Approvals and the list of opt_out are those of the moment: methods
    raise NotInForceError where they cannot be read any more, or the profile was withdrawn.

        redactor = Redactor(keyless=True)
        print(redactor.text("Seen by Dr. Adam Wilson.").text)
    """

    def __init__(
        self,
        profile: str | None = None,
        *,
        keyring: str | Path | None = None,
        home: str | Path | None = None,
        as_of: dt.date | None = None,
        keyless: bool = False,
        state: Path | None = None,
        **settings: Any,
    ) -> None:
        self.settings = load_settings(
            profile=profile, keyring=None if keyring is None else str(keyring), home=home, as_of=as_of, **settings
        )
        self._keyless = keyless and self.settings.keyring is None
        self._keyring = Keyring.generate() if self._keyless else Keyring.load(self.settings.keyring)
        self.profile = (
            keyless_profile(self.settings) if self._keyless else approved_profile(self.settings, self._keyring)
        )
        if self._keyless and KEYED_ACTIONS & {self.profile.action(e) for e in Entity}:
            Keyring.load(None)
        self._in_force = None if self._keyless else ProfileInForce(self.settings, self._keyring, self.profile)
        llm, self.llm_counts = self.settings.llm, Counts()
        self._ledger = ledger = MemoryLedger() if llm is None else open_ledger(state, llm.token_budget)
        self._parts = parts = Parts(self.settings, self._keyring, self.profile, ledger, keyless=self._keyless)
        self._engine = build_engine(
            self.settings,
            self._keyring,
            self.profile,
            self.settings.as_of,
            SiteKnown(parts.site),
            known=StoredKnownValues(self._keyring, parts.known_store, parts.site_known),
            ledger=ledger,
            drift=True,  # the service counts texts that are unlike the student's
            counts=self.llm_counts,
        )
        if self.settings.crosswalk is not None or self.settings.opt_out is not None:
            parts.check_lists()  # an unreadable file is told at once

    def __repr__(self) -> str:
        keys = "without a keyring" if self._keyless else f"keyring {self._keyring.key_id}"
        return f"<Redactor: profile {self.profile.name}, {', '.join(d.name for d in self._engine.detectors)}, {keys}>"

    @property
    def costs(self) -> Costs:
        """These are the costs of all texts and records so far, by tier; with an LLM, of all that have the same `state`.

        What other threads of the process do meanwhile counts as OTHER.
        """
        return self._ledger.costs()

    @property
    def tokens_left(self) -> int | None:
        """These tokens of `llm.token_budget` are left; None without a budget. Raises RunError for a damaged ledger."""
        budget = None if self.settings.llm is None else self.settings.llm.token_budget
        return None if budget is None else max(0, budget - self._ledger.totals().spent)

    def __getstate__(self) -> object:
        raise TypeError("a Redactor holds keys and open stores, and is not copied: make one in each process")

    def text(
        self,
        text: str,
        *,
        patient: str | None = None,
        date: dt.date | None = None,
        known: Iterable[KnownValue] = (),
    ) -> Redacted:
        """De-identify one text.

        patient: the id in the source, for date shifts and known values. date: the date of the note. Check `complete` of
        the result: a text that was not read completely must not be released. Of a patient who opted out the result
        has no text. Raises TypeError for what is no text, and SettingsError for a text without a patient while a list
        of patients who opted out is set.
        """
        note = self._note(text, patient, date, known)
        self._check_has_patient(note.subject)
        return self._processed([note])[0]

    def detect(
        self,
        text: str,
        *,
        patient: str | None = None,
        date: dt.date | None = None,
        known: Iterable[KnownValue] = (),
    ) -> Reading:
        """Find the spans of one text, in characters. Nothing is replaced, and no stand-in is stored.

        The arguments are those of `text`. Check `complete` of the result. Raises TypeError for what is no text.
        """
        note = self._note(text, patient, date, known)
        if len(text) > self.settings.max_text_chars:
            return Reading(complete=False, why=TOO_LONG)
        self.check_in_force()
        with counted_in(self._ledger):
            return self._engine.read([note])[0]

    def _note(self, text: str, patient: str | None, date: dt.date | None, known: Iterable[KnownValue]) -> Note:
        if not isinstance(text, str):
            raise TypeError(f"a text is a str, not {type(text).__name__}; texts() takes lists where some are missing")
        whose, own = self._parts.person(patient)
        return Note("text", text, whose, date=date, known=(*own, *known))

    def check_in_force(self) -> None:
        """Raise NotInForceError unless the profile is approved still; every reading begins with that."""
        if self._in_force is not None:
            self._in_force.check()

    def _check_has_patient(self, subject: str | None) -> None:
        if subject is None and self.settings.opt_out is not None:
            raise SettingsError(_NO_PATIENT)

    def _processed(self, notes: Sequence[Note]) -> list[Redacted]:
        """De-identify notes but those that are too long or must not leave, which are not read."""
        self.check_in_force()
        why = [self._why_not(note) for note in notes]
        read = [note for note, reason in zip(notes, why, strict=True) if not reason]
        with counted_in(self._ledger):
            outs = iter(self._engine.process(read, [])[0])
        return [Redacted("", (), complete=False, why=reason) if reason else next(outs) for reason in why]

    def _why_not(self, note: Note) -> str:
        if note.subject is None:
            refused = NO_PATIENT if self.settings.opt_out is not None else ""
        else:
            refused = OPTED_OUT if self._parts.is_opted_out(note.subject) else ""
        return refused or (TOO_LONG if len(note.text) > self.settings.max_text_chars else "")

    def texts(
        self,
        texts: Iterable[Any],
        *,
        patients: Iterable[Any] | None = None,
        dates: Iterable[Any] | None = None,
    ) -> list[Any]:
        """De-identify many texts at a time, which is faster than one by one, and gives the same.

        The result has a `Redacted` for each text, in order; None, NaN and pandas' NA stay as they are. Check `complete`
        of each. patients, dates: one for each text, as in `text`; ids may be whole numbers, and either may be missing.
        While a list of patients who opted out is set, texts without a patient are not complete either. Raises TypeError
        for a value that is no text, and SettingsError if `patients` is left out while such a list is set.
        """
        from redactor.assemble.frames import day_of, is_missing, patient_id

        if any(isinstance(given, str | bytes) for given in (texts, patients, dates)):
            raise TypeError("texts, patients and dates are lists; for one text, call text()")
        given, whose = list(texts), self._parts.patient_id
        if patients is None:
            self._check_has_patient(None)
        ids = [None] * len(given) if patients is None else [whose(patient_id(p)) for p in patients]
        days = [None] * len(given) if dates is None else [day_of(day) for day in dates]
        if not len(given) == len(ids) == len(days):
            raise ValueError("give one patient and one date for each text")
        found: list[Any] = list(given)
        wanted = [i for i, text in enumerate(given) if not is_missing(text)]
        if (wrong := next((i for i in wanted if not isinstance(given[i], str)), None)) is not None:
            kind = type(given[wrong]).__name__
            raise TypeError(f"value {wrong} (from 0) is no text but {kind}; turn numbers into texts first: astype(str)")
        same: dict[tuple[str, str | None, dt.date | None], list[int]] = {}  # a text that recurs is read once
        for i in wanted:
            same.setdefault((str(given[i]), ids[i], days[i]), []).append(i)
        for batch in _batches(same.items(), self.settings.batch_records):
            own = {one: self._parts.person(one) for one in {one for (_, one, _), _ in batch}}
            notes = [
                Note(f"text/{at[0]}", text, own[one][0], date=day, known=own[one][1]) for (text, one, day), at in batch
            ]
            for (_, at), out in zip(batch, self._processed(notes), strict=True):
                for i in at:
                    found[i] = out
        return found

    def frame(
        self,
        frame: Any,
        *,
        text: Sequence[str] = (),
        patient: str | None = None,
        date: str | None = None,
        schema: str | None = None,
        keep: Sequence[str] = (),
    ) -> Any:
        """Return a new DataFrame of pandas or polars, de-identified: same index, order of columns and types.

        text: the columns of texts. patient: the column of patients' ids; it leaves as the pseudonyms of a run. date:
        the column of the notes' dates, which is only read. keep: the columns that leave as they are, and the name of an
        index that holds values. Every other column is left out. schema: process each row as a record of this schema
        instead, whose rules decide about every column; rows that are not released are left out. A warning counts what
        could not be released. Raises ValueError, TypeError or SettingsError.
        """
        from redactor.assemble import frames

        if schema is None:
            frames.refuse_opt_out(self.settings.opt_out)
            return frames.redact_columns(
                frame,
                self.texts,
                lambda one: self._parts.keys.id("Patient", one),
                self._parts.nobody if patient is not None else (),
                text=[text] if isinstance(text, str) else text,
                patient=patient,
                date=date,
                keep=[keep] if isinstance(keep, str) else keep,
            )
        if text or keep or patient is not None or date is not None:
            raise ValueError("give either schema, whose rules decide about every column, or text, patient and keep")
        return frames.redact_rows(frame, lambda rows: self.records(rows, schema=schema))

    def audio(
        self,
        path: str | Path,
        *,
        patient: str | None = None,
        date: dt.date | None = None,
        known: Iterable[KnownValue] = (),
    ) -> Found:
        """Return the redacted transcript (`said`) of a recording and the seconds to mute (`muted`); no sound is
        written.

        The arguments are those of `text`. Raises MediaError, TimelineError or RecordError for a recording whose
        transcript must not leave; ModelError or SettingsError without a recogniser; SettingsError for a recording
        without a patient while a list of patients who opted out is set; OSError.
        """
        from audio.redact import listen
        from redactor.assemble.hearing import build_rules
        from redactor.run.recordings.processor import Reader, check_recognizer, find_checked
        from redactor.run.sidecars import NoteContext
        from schemas.engine.records import Reason, RecordError

        self.check_in_force()
        parts = self._parts
        subject, own = parts.person(patient)
        self._check_has_patient(subject)
        if subject is not None and parts.is_opted_out(subject):
            raise RecordError(Reason.OPTED_OUT)
        options, rules = parts.listening, build_rules(self.settings, releases_voice=False)
        if parts.gap_judge is not None:
            options = replace(options, judge=parts.gap_judge(subject))
        check_recognizer(parts.recognizer, rules)
        reader = Reader(self._engine, "recording", NoteContext(subject or "", date, (*own, *known)))
        return find_checked(listen(Path(path), parts.recognizer, options), reader, options, rules)

    def schemas(self) -> list[CompiledSchema]:
        """Return the approved schemas, by name. `schema` gives one of them."""
        registry = self._parts.registry
        return [registry.approved(name) for name in registry.names() if registry.status(name) == "approved"]

    def schema(self, name: str) -> CompiledSchema:
        """Return the approved schema of a name, as `records` takes it: a name, "name@version", or a type of records.

        Raises SchemaError for an unknown name, and RecordError for a schema that is not approved.
        """
        return self._parts.registry.approved(name)

    def learn(self, records: Iterable[Mapping[str, Any]], *, schema: str | None = None) -> None:
        """Store the identifiers that structured records give, so that notes read later are searched for them.

        schema: as in `records`.
        """
        for batch in _batches(_dicts(records), self.settings.batch_records):
            self._parts.learn(_records_in(batch, schema))
        self._parts.learnt()

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return one de-identified record.

        Raises RecordError, whose reason is a code, for a record that must not be released.
        """
        from schemas.engine.records import Outcome, Reason, RecordError

        out = next(self.records([record]))
        if out.outcome is not Outcome.RELEASED or out.data is None:
            raise RecordError(out.reason or Reason.INTERNAL, out.where)
        return out.data

    def records(
        self, records: Iterable[Mapping[str, Any]], *, schema: str | None = None, learn: bool = False
    ) -> Iterator[RecordOut]:
        """Yield the outcome of each record, in order; `data` of a released outcome is the de-identified record.

        schema: that of records that name none, such as rows of a table. learn: hold all records, and store their
        identifiers, as `learn` does, before the first of them is read.

        The identifiers of Patients among the records are stored, for the records of up to `batch_records` around them
        and all later ones that name a patient by identifier. Other known values come from `learn`. Warns if birth dates
        are left out because `as_of` is missing.
        """
        if schema is not None:
            self._parts.registry.compiled(schema)  # an unknown name is told at once
        batches: Iterable[list[RecordIn]] = (
            _records_in(batch, schema) for batch in _batches(_dicts(records), self.settings.batch_records)
        )
        if learn:
            batches = list(batches)
            for ins in batches:
                self._parts.learn(ins)
            self._parts.learnt()
        for ins in batches:
            self.check_in_force()
            if not learn:
                self._parts.store_identifiers(ins)
            applier = self._parts.applier(self._engine)
            with counted_in(self._ledger):
                outs = applier.apply(ins)
            for out in outs:
                if (
                    self.settings.as_of is None
                    and out.omitted.get("masked")
                    and out.entities.get(Entity.BIRTH_DATE_TIME)
                ):
                    warnings.warn(_NO_DAY, stacklevel=2)
                yield out


def _dicts(records: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for r in records:
        if not isinstance(r, Mapping):
            raise TypeError(f"a record is a dict, not {type(r).__name__}; read JSON first, as json.loads does")
        yield r


def _records_in(records: Sequence[Mapping[str, Any]], schema: str | None) -> list[RecordIn]:
    """Return records for the engine. schema: that of records that name none."""
    from schemas.engine.json_codec import plain
    from schemas.engine.records import RecordIn

    return [
        RecordIn(plain(r), f"0:{i}", None if "resourceType" in r or "dataType" in r else schema)
        for i, r in enumerate(records)
    ]


def _batches(items: Iterable[Item], size: int) -> Iterator[Sequence[Item]]:
    it = iter(items)
    while batch := list(islice(it, size)):
        yield batch
