"""This module is the facade of the library: it de-identifies texts, records and recordings in one process.

Schemas, the crosswalk and the store of known values are imported with the first record or patient, the audio packages
with the first recording.
"""

from __future__ import annotations

import datetime as dt
import warnings
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from redactor.assemble.engines import approved_profile, build_engine, keyless_profile
from redactor.assemble.home import known_head_path, known_values_path, site_scope
from redactor.assemble.replacers import StoredKnownValues
from redactor.detect.known import SiteKnown
from redactor.detect.known.site_values import SiteValues
from redactor.detect.known.value_index import SiteIndex
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.settings import load_settings
from redactor.text import Action, KnownValue, Note

if TYPE_CHECKING:
    from audio.gaps import Judge
    from audio.steps import Found, Options
    from audio.words import Recognizer
    from redactor.run.harvester import RecordHarvester
    from redactor.run.intake.patient_lists import Canonical
    from redactor.run.state.known_store import KnownStore
    from schemas.documents.registry import Registry
    from schemas.engine.apply import Applier
    from schemas.engine.pseudonyms import RecordPseudonyms
    from schemas.engine.records import RecordIn, RecordOut

_NO_DAY = (
    "a birth date was left out, because no day is given on which ages are judged; give it with the setting as_of, such"
    " as Redactor(as_of=date(2025, 6, 30))"
)
Item = TypeVar("Item")
TOO_LONG = "text-too-long"  # as runs quarantine such a record
KEYED_ACTIONS = frozenset({Action.HASH, Action.SHIFT, Action.SURROGATE})


class Redactor:
    """A `Redactor` de-identifies texts, records and recordings in one process, without services.

    profile, keyring (a path, or the JSON itself), home and any other setting override redactor.toml and the
    environment. keyless: allow texts, and only texts, without a keyring, under a profile that needs no key. as_of: the
    day on which "over 89" is judged; without it birth dates are tagged or dropped. Raises SettingsError, KeyringError
    or ProfileError.

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
        self._engine = build_engine(
            self.settings,
            self._keyring,
            self.profile,
            self.settings.as_of,
            SiteKnown(self._site),
            known=StoredKnownValues(self._keyring, self._known_store, self._site_known),
            drift=True,  # the service counts texts that are unlike the student's
        )
        if self.settings.crosswalk is not None:
            _ = self._canonical  # an unreadable file is told at once
        self._applier: Applier | None = None

    def __repr__(self) -> str:
        keys = "without a keyring" if self._keyless else f"keyring {self._keyring.key_id}"
        return f"<Redactor: profile {self.profile.name}, {', '.join(d.name for d in self._engine.detectors)}, {keys}>"

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
        the result: a text that was not read completely must not be released. Raises TypeError for what is no text.
        """
        if not isinstance(text, str):
            raise TypeError(f"a text is a str, not {type(text).__name__}; texts() takes lists where some are missing")
        subject = self._subject(patient)
        return self._processed([Note("text", text, subject, date=date, known=(*self._known(subject), *known))])[0]

    def _processed(self, notes: Sequence[Note]) -> list[Redacted]:
        """De-identify notes; those of more than `max_text_chars` characters are not read, as in a run."""
        read = [note for note in notes if len(note.text) <= self.settings.max_text_chars]
        outs = iter(self._engine.process(read, [])[0])
        too_long = Redacted("", (), complete=False, why=TOO_LONG)
        return [next(outs) if len(note.text) <= self.settings.max_text_chars else too_long for note in notes]

    def _subject(self, patient: str | None) -> str | None:
        return None if patient is None else self._keys.subject(self._canonical(patient))

    @property
    def _nobody(self) -> Container[str]:
        return self._keys.nobody or ()

    def _known(self, subject: str | None) -> tuple[KnownValue, ...]:
        return tuple(self._store.get(subject)) if subject is not None and not self._keyless else ()

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
        Raises TypeError for a value that is no text.
        """
        from redactor.assemble.frames import day_of, is_missing, patient_id

        if any(isinstance(given, str | bytes) for given in (texts, patients, dates)):
            raise TypeError("texts, patients and dates are lists; for one text, call text()")
        given = list(texts)
        whose = (
            [None] * len(given) if patients is None else [self._subject(patient_id(p, self._nobody)) for p in patients]
        )
        days = [None] * len(given) if dates is None else [day_of(day) for day in dates]
        if not len(given) == len(whose) == len(days):
            raise ValueError("give one patient and one date for each text")
        found: list[Any] = list(given)
        wanted = [i for i, text in enumerate(given) if not is_missing(text)]
        if (wrong := next((i for i in wanted if not isinstance(given[i], str)), None)) is not None:
            kind = type(given[wrong]).__name__
            raise TypeError(f"value {wrong} (from 0) is no text but {kind}; turn numbers into texts first: astype(str)")
        same: dict[tuple[str, str | None, dt.date | None], list[int]] = {}  # a text that recurs is read once
        for i in wanted:
            same.setdefault((str(given[i]), whose[i], days[i]), []).append(i)
        for batch in _batches(same.items(), self.settings.batch_records):
            known = {s: self._known(s) for s in {s for (_, s, _), _ in batch}}
            notes = [Note(f"text/{at[0]}", text, s, date=day, known=known[s]) for (text, s, day), at in batch]
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
                lambda one: self._keys.id("Patient", one),
                self._nobody if patient is not None else (),
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
        transcript must not leave; ModelError or SettingsError without a recogniser; OSError.
        """
        from audio.redact import listen
        from redactor.assemble.hearing import build_rules
        from redactor.run.recordings.processor import Reader, check_recognizer, find_checked
        from redactor.run.sidecars import NoteContext

        subject = self._subject(patient)
        options, rules = self._listening, build_rules(self.settings, releases_voice=False)
        if self._gap_judge is not None:
            options = replace(options, judge=self._gap_judge(subject))
        check_recognizer(self._recognizer, rules)
        reader = Reader(self._engine, "recording", NoteContext(subject or "", date, (*self._known(subject), *known)))
        return find_checked(listen(Path(path), self._recognizer, options), reader, options, rules)

    def learn(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Store the identifiers that structured records give, so that notes read later are searched for them."""
        from schemas.engine.json_codec import plain
        from schemas.engine.records import RecordIn

        store = self._store
        for batch in _batches(_dicts(records), self.settings.batch_records):
            found = self._harvester.harvest_records((RecordIn(plain(r), f"0:{i}"), b"") for i, r in enumerate(batch))
            for scope, person, values, indexed in found.values:
                store.add(scope, values, person, indexed)
            store.add_clues(found.clues)
        store.join()
        self._applier = None  # terms that the site allows are checked against the new values

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return one de-identified record.

        Raises RecordError, whose reason is a code, for a record that must not be released.
        """
        from schemas.engine.records import Outcome, Reason, RecordError

        out = next(self.records([record]))
        if out.outcome is not Outcome.RELEASED or out.data is None:
            raise RecordError(out.reason or Reason.INTERNAL, out.where)
        return out.data

    def records(self, records: Iterable[Mapping[str, Any]], *, schema: str | None = None) -> Iterator[RecordOut]:
        """Yield the outcome of each record, in order; `data` of a released outcome is the de-identified record.

        schema: that of records that name none, such as rows of a table.

        The identifiers of Patients among the records are stored, for the records of up to `batch_records` around them
        and all later ones that name a patient by identifier. Other known values come from `learn`. Warns if birth dates
        are left out because `as_of` is missing.
        """
        from schemas.engine.json_codec import plain
        from schemas.engine.records import RecordIn

        if schema is not None:
            self._registry.compiled(schema)  # an unknown name is told at once
        for batch in _batches(_dicts(records), self.settings.batch_records):
            ins = [
                RecordIn(plain(r), f"0:{i}", None if "resourceType" in r or "dataType" in r else schema)
                for i, r in enumerate(batch)
            ]
            self._store_identifiers(ins)
            for out in self._record_engine().apply(ins):
                if (
                    self.settings.as_of is None
                    and out.omitted.get("masked")
                    and out.entities.get(Entity.BIRTH_DATE_TIME)
                ):
                    warnings.warn(_NO_DAY, stacklevel=2)
                yield out

    def _store_identifiers(self, records: Sequence[RecordIn]) -> None:
        patients = [r for r in records if r.data.get("resourceType") == "Patient" and "identifier" in r.data]
        if patients:
            for scope, person, values, indexed in self._harvester.harvest_identifiers(patients).values:
                self._store.add(scope, values, person, indexed)
            self._store.flush()

    @cached_property
    def _canonical(self) -> Canonical:
        from redactor.run.intake.patient_lists import Canonical, read_crosswalk

        return Canonical(read_crosswalk(self.settings.crosswalk))

    @cached_property
    def _harvester(self) -> RecordHarvester:
        from redactor.assemble.records import build_harvester

        return build_harvester(self.settings, self._keyring, self._registry)

    @cached_property
    def _registry(self) -> Registry:
        from redactor.assemble.records import build_registry

        return build_registry(self.settings, self._keyring, self.profile)

    @cached_property
    def _recognizer(self) -> Recognizer:
        from audio.recognizers import open_recognizer

        return open_recognizer(self.settings.audio, self.settings.threads or 1)

    @cached_property
    def _listening(self) -> Options:
        from redactor.assemble.hearing import build_options

        make_own_folder(self.settings.home)
        return build_options(self.settings, self.settings.home)

    @cached_property
    def _gap_judge(self) -> Callable[[str | None], Judge] | None:
        """This factory of gap judges is built once, so that all recordings share the answers and the budget of an
        LLM.
        """
        from redactor.assemble.hearing import gap_judge

        return gap_judge(self.settings, self._keyring, None)

    @cached_property
    def _keys(self) -> RecordPseudonyms:
        from redactor.assemble.records import record_keys

        return record_keys(self.settings, self._keyring)

    @cached_property
    def _store(self) -> KnownStore:
        """This is the store of known values, created if there is none. Raises KeyringError without a keyring."""
        from redactor.run.state.known_store import KnownStore

        if self._keyless:
            Keyring.load(None)
        path, head = known_values_path(self.settings), known_head_path(self.settings)
        return KnownStore.open(path, self._keyring, head_file=head)

    def _known_store(self) -> KnownStore | None:
        """Return the store of known values, or None if there is none."""
        return self._store if not self._keyless and known_values_path(self.settings).is_file() else None

    def _site_known(self) -> tuple[KnownValue, ...]:
        store = self._known_store()
        return () if store is None else store.get(site_scope(self.settings))

    def _site(self) -> SiteValues | tuple[KnownValue, ...]:
        """Return the known values of the site, packed if they are many."""
        store = self._known_store()
        return (store.site_values(site_scope(self.settings)) if store is not None else None) or self._site_known()

    def _site_index(self) -> SiteIndex | tuple[KnownValue, ...]:
        site = self._site()
        return site.index if isinstance(site, SiteValues) else site

    def _record_engine(self) -> Applier:
        if self._applier is None:
            from redactor.assemble.records import build_applier, check_allowed_terms

            store = self._store
            check_allowed_terms(self.settings, self._keyring)
            self._applier = build_applier(
                self.settings, self._keyring, self.profile, self._engine, store, self._keys, self._site_index,
                registry=self._registry,
            )  # fmt: skip
        return self._applier


def _dicts(records: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for r in records:
        if not isinstance(r, Mapping):
            raise TypeError(f"a record is a dict, not {type(r).__name__}; read JSON first, as json.loads does")
        yield r


def _batches(items: Iterable[Item], size: int) -> Iterator[Sequence[Item]]:
    it = iter(items)
    while batch := list(islice(it, size)):
        yield batch
