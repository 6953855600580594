"""The composition root: settings in, a ready Redactor (or a run) out. Nothing else builds its own parts."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redactor.detect import Detector
from redactor.detect.known import SiteKnown
from redactor.detect.site_terms import lint
from redactor.detectors import build_detectors, site_terms
from redactor.engine import Engine, Redacted
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, Profile, load_profile
from redactor.run.contracts import HarvestBatch, RunCallbacks, RunConfig, RunMetadata
from redactor.run.intake.crosswalk import Canonical, read_crosswalk, read_opt_out
from redactor.run.runner import check_places
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordHarvester, RecordProcessor
from redactor.settings import Settings, SettingsError, load_settings
from redactor.standins import StoredKnownValues, build_replacer
from redactor.text import Action, KnownValue, Note
from schemas.documents.approvals import Approvals
from schemas.documents.registry import Registry
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.json_codec import plain
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import RecordKeys

if TYPE_CHECKING:
    from relex.identity.context import KnownValues

KEYED_ACTIONS = frozenset({Action.HASH, Action.SHIFT, Action.SURROGATE})


# --- parts ----------------------------------------------------------------------------------------------------------


def build_registry(settings: Settings, keyring: Keyring) -> Registry:
    """Shipped schemas and the user's, under the approvals of home."""
    return Registry(settings.schema_dirs, Approvals(settings.home, keyring))


def approved_profile(settings: Settings, keyring: Keyring) -> Profile:
    """The profile of the settings. Raises SettingsError unless it is shipped or approved with this keyring."""
    profile = load_profile(settings.profile, settings.profile_dirs)
    if profile.digest not in _shipped_profiles() and not Approvals(settings.home, keyring).approved(
        "profile", profile.digest
    ):
        raise SettingsError(
            f"nobody approved the profile {profile.name}; review it, then: redactor schema approve {settings.profile} "
            "--profile --by NAME"
        )
    return profile


def _shipped_profiles() -> frozenset[str]:
    return frozenset(load_profile(p.stem).digest for p in SHIPPED.glob("*.json"))


def build_engine(
    settings: Settings,
    keyring: Keyring,
    profile: Profile,
    as_of: dt.date | None,
    site: SiteKnown | None = None,
    student: Detector | None = None,
    facts: KnownValues | None = None,
) -> Engine:
    """Detectors, resolver and the replacer of the profile."""
    replacer = build_replacer(settings, keyring, profile, as_of, facts)
    never = frozenset(t.casefold() for t in settings.site.never_redact)
    return Engine(build_detectors(settings, site, student), replacer, never)


def build_applier(
    settings: Settings, keyring: Keyring, engine: Engine, store: KnownStore | None, keys: RecordKeys
) -> Applier:
    """The record engine over an engine for text."""
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    options = ApplyOptions(
        unknown_fields=settings.unknown_fields,
        withhold_labels=frozenset(settings.withhold_labels),
        source=settings.source,
        recipient=settings.recipient,
        optout=frozenset(keys.subject(canonical(p)) for p in read_opt_out(settings.opt_out)),
        known_hosts=frozenset(settings.known_hosts),
    )
    known = store.get if store is not None else _no_known
    return Applier(build_registry(settings, keyring), engine, keys, options, known=known, canonical=canonical)


def _no_known(scope: str) -> tuple[KnownValue, ...]:
    return ()


def site_scope(settings: Settings) -> str:
    """The scope of values that belong to the source as a whole: clinicians, organisations, places."""
    return f"site:{settings.source}"


# --- a run ----------------------------------------------------------------------------------------------------------


def default_state(settings: Settings, keyring: Keyring, source: Path | None, out: Path) -> Path:
    """Where the state of a run lies when nobody says: under home, named by a hash of what is read and written."""
    where = [str(p.resolve()) for p in (source, out) if p is not None]
    return settings.home / "runs" / keyring.internal("journal").token("state", *where)[:16]


def known_path(settings: Settings) -> Path:
    """The store of known values of a home."""
    return settings.home / "known.db"


def build_run(
    settings: Settings,
    source: Path | None,
    out: Path,
    state: Path | None = None,
    schema_name: str | None = None,
    workers: int = 1,
) -> tuple[RunConfig, RunCallbacks]:
    """A run and what it calls. Raises SettingsError, KeyringError, ProfileError or RunError with what to do."""
    if settings.threads is None:
        shared = max(1, len(os.sched_getaffinity(0)) // max(1, workers))
        settings = settings.model_copy(update={"threads": shared})
    keyring = Keyring.load(settings.keyring)
    profile = approved_profile(settings, keyring)
    engine = build_engine(settings, keyring, profile, settings.as_of)
    _refuse_never_terms(settings, keyring)
    build_registry(settings, keyring).check()
    where = state or default_state(settings, keyring, source, out)
    check_places(source, out, where, settings.home)
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    facts = RunMetadata(
        profile=f"{profile.name}@{profile.version}",
        profile_digest=profile.digest,
        claim=profile.claim,
        recipient=settings.recipient,
        source=keyring.pseudonym("source", settings.recipient).token(settings.source),
        key_id=keyring.key_id,
        detectors=engine.versions,
    )
    config = RunConfig(
        source=source,
        out=out,
        state=where,
        keyring=keyring,
        facts=facts,
        fingerprint=_fingerprint(settings, facts, schema_name),
        home=settings.home,
        schema_name=schema_name,
        workers=workers,
        batch_records=settings.batch_records,
        batch_bytes=settings.batch_bytes,
        max_record_bytes=settings.max_record_bytes,
    )
    store = KnownStore.open(known_path(settings), keyring)

    def learn(batch: HarvestBatch) -> None:
        for scope, values in batch.values:
            store.add(scope, values)
        for a, b in batch.links:
            store.link(a, b)
        store.flush()

    def as_of(newest: dt.date | None) -> dt.date | None:
        return settings.as_of or newest

    # A run in this process reads with the model that told its version; workers load their own.
    student = next((d for d in engine.detectors if d.name == "student"), None) if workers == 1 else None
    process = partial(make_processor, settings, learning=source is None, student=student)
    return config, RunCallbacks(partial(make_harvester, settings), process, learn, as_of)


def _fingerprint(settings: Settings, facts: RunMetadata, schema_name: str | None) -> str:
    """Of everything that changes the output: a state is resumed under the same alone."""
    quiet = {"home", "keyring", "batch_bytes", "batch_records", "schema_dirs", "profile_dirs", "threads"}
    quiet |= {"student", "student_labels"}  # their contents are told by the detector's version
    told = settings.model_dump(mode="json", exclude=quiet | {"relex"})
    told["relex"] = settings.relex.model_dump(mode="json", include={"index", "index_name", "embedding", "levels"})
    for name in ("crosswalk", "opt_out"):
        path = getattr(settings, name)
        told[name] = hashlib.sha256(path.read_bytes()).hexdigest() if path is not None and path.is_file() else None
    documents = sorted(p for d in settings.schema_dirs for p in d.rglob("*.json"))
    told["documents"] = [hashlib.sha256(p.read_bytes()).hexdigest() for p in documents]
    told["facts"] = [facts.profile_digest, facts.key_id, dict(facts.detectors), schema_name]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _refuse_never_terms(settings: Settings, keyring: Keyring) -> None:
    """A term that is never redacted must not be an identifier that a record gave."""
    if not settings.site.never_redact or not known_path(settings).is_file():
        return
    store = KnownStore.open(known_path(settings), keyring, read_only=True)
    try:
        problems = lint(site_terms(settings), (x for v in store.every() for x in (v.value, *(p for _, p in v.parts))))
    finally:
        store.close()
    if problems:
        raise SettingsError("site: " + "; ".join(problems))


def record_keys(settings: Settings, keyring: Keyring) -> RecordKeys:
    """Pseudonyms of records for the recipient and source of the settings."""
    return RecordKeys(keyring, settings.recipient, settings.source)


def make_harvester(settings: Settings) -> RecordHarvester:
    """First pass of a run, built inside a worker."""
    keyring = Keyring.load(settings.keyring)
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    return RecordHarvester(
        build_registry(settings, keyring), record_keys(settings, keyring), site_scope(settings), canonical
    )


def make_processor(
    settings: Settings, as_of: dt.date | None, learning: bool = False, student: Detector | None = None
) -> RecordProcessor:
    """Second pass of a run, built inside a worker. learning: from a pipe, which gives known values all along.

    student: the model, where this process has loaded it; it cannot be pickled.
    """
    keyring = Keyring.load(settings.keyring)
    keys = record_keys(settings, keyring)
    store = KnownStore.open(known_path(settings), keyring, read_only=True)
    profile = approved_profile(settings, keyring)
    read = partial(store.get, site_scope(settings))
    told = read()
    site = read if learning else lambda: told
    facts = StoredKnownValues(lambda: store, site)
    engine = build_engine(settings, keyring, profile, as_of, SiteKnown(read if learning else told), student, facts)
    return RecordProcessor(build_applier(settings, keyring, engine, store, keys), keys)


# --- the library ----------------------------------------------------------------------------------------------------


class Redactor:
    """De-identification in one process, without services: texts and records.

    profile, keyring (a path, or the JSON itself), home and any other setting override redactor.toml and the
    environment. keyless: for texts alone, under a profile that needs no key; records need a keyring. as_of: the date at
    which "over 89" is judged; without one a birth date gives nothing away.

    Raises SettingsError, KeyringError or ProfileError, with what to do, when it cannot be built.
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
        self.profile = approved_profile(self.settings, self._keyring)
        if self._keyless and KEYED_ACTIONS & {self.profile.action(e) for e in Entity}:
            Keyring.load(None)
        self._keys = record_keys(self.settings, self._keyring)
        self._store: KnownStore | None = None
        site, facts = SiteKnown(self._site_known), StoredKnownValues(self._known_store, self._site_known)
        self._engine = build_engine(self.settings, self._keyring, self.profile, self.settings.as_of, site, facts=facts)
        self._canonical = Canonical(read_crosswalk(self.settings.crosswalk))
        self._applier: Applier | None = None

    def text(
        self,
        text: str,
        *,
        patient: str | None = None,
        date: dt.date | None = None,
        known: Iterable[KnownValue] = (),
    ) -> Redacted:
        """One text. patient: its patient's id in the source, for date shifts and known values. date: of the note.

        Check `complete`: a text that could not be read whole must not leave.
        """
        subject = None if patient is None else self._keys.subject(self._canonical(patient))
        held = self._records_store().get(subject) if subject is not None and not self._keyless else ()
        (out,), _ = self._engine.process([Note("text", text, subject, date=date, known=(*held, *known))], [])
        return out

    def learn(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Remember the identifiers that structured records give, so that notes read later are searched for them."""
        store = self._records_store()
        harvester = RecordHarvester(
            build_registry(self.settings, self._keyring), self._keys, site_scope(self.settings), self._canonical
        )
        for batch in _chunks(records, self.settings.batch_records):
            found = harvester.harvest_records(RecordIn(plain(r), f"0:{i}") for i, r in enumerate(batch))
            for scope, values in found.values:
                store.add(scope, values)
            for a, b in found.links:
                store.link(a, b)
        store.flush()
        self._applier = None  # terms that are never redacted are held against what was learned

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """One record, de-identified. Raises RecordError, whose reason is a code, for one that must not leave."""
        out = next(self.records([record]))
        if out.outcome is not Outcome.RELEASED or out.data is None:
            raise RecordError(out.reason or Reason.INTERNAL, out.where)
        return out.data

    def records(self, records: Iterable[Mapping[str, Any]]) -> Iterator[RecordOut]:
        """Each record's outcome, in order; `data` of a released one is the de-identified record."""
        for batch in _chunks(records, self.settings.batch_records):
            ins = [RecordIn(plain(r), f"0:{i}") for i, r in enumerate(batch)]
            yield from self._record_engine().apply(ins)

    def _records_store(self) -> KnownStore:
        if self._keyless:
            Keyring.load(None)
        if self._store is None:
            self._store = KnownStore.open(known_path(self.settings), self._keyring)
        return self._store

    def _known_store(self) -> KnownStore | None:
        """The store of known values, where there is one."""
        return self._records_store() if not self._keyless and known_path(self.settings).is_file() else None

    def _site_known(self) -> tuple[KnownValue, ...]:
        store = self._known_store()
        return () if store is None else store.get(site_scope(self.settings))

    def _record_engine(self) -> Applier:
        if self._applier is None:
            store = self._records_store()
            _refuse_never_terms(self.settings, self._keyring)
            self._applier = build_applier(self.settings, self._keyring, self._engine, store, self._keys)
        return self._applier


def _chunks(items: Iterable[Mapping[str, Any]], size: int) -> Iterator[Sequence[Mapping[str, Any]]]:
    it = iter(items)
    while chunk := list(islice(it, size)):
        yield chunk
