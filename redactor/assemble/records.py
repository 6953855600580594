"""Builds the record engine: schemas with their approvals, pseudonyms of records, and the engine for text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from redactor.assemble.detectors import site_terms
from redactor.assemble.home import approvals_of, known_values_path, pseudonym_recipient, site_scope
from redactor.detect.known.value_index import SiteIndex
from redactor.detect.site_terms import validate
from redactor.engine import Engine
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.harvester import RecordHarvester, clue_digest
from redactor.run.intake.patient_lists import (
    Canonical,
    Lists,
    Unmatched,
    crosswalk_lines,
    opted_out,
    read_crosswalk,
    read_opt_out,
)
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.patient_identifiers import PatientNumbers
from schemas.engine.pseudonyms import IDENTIFIER, RecordPseudonyms
from schemas.harvest.known_values import own_values


class _OptedOut:
    """Subjects and identifiers whose records are withheld: those of the list, the patients who have an identifier of
    the list, and those who were forgotten for good.
    """

    def __init__(self, listed: frozenset[str], store: KnownStore, keys: RecordPseudonyms, canonical: Canonical) -> None:
        self._listed, self._store, self._keys = listed, store, keys
        self._scopes = frozenset(token for token in listed if token.startswith(IDENTIFIER))
        self._numbers = PatientNumbers(keys, canonical, store.identifiers.holders)
        self._with_numbers: frozenset[str] = frozenset()
        self._seen: int | None = None  # changes of the store

    def __contains__(self, subject: object) -> bool:
        if subject in self._listed or subject in self._store.forgotten():
            return True
        return bool(self._scopes) and subject in self._who_has_numbers()

    def __bool__(self) -> bool:
        return bool(self._listed) or bool(self._store.forgotten())

    def _who_has_numbers(self) -> frozenset[str]:
        """The subjects who have an identifier of the list, read again after each change of the store."""
        seen = self._store.identifiers.changes()
        if seen != self._seen:
            patients = {patient for scope in self._scopes for patient in self._numbers.patients(scope)}
            self._with_numbers, self._seen = frozenset(map(self._keys.subject, patients)), seen
        return self._with_numbers


def record_keys(settings: Settings, keyring: Keyring) -> RecordPseudonyms:
    """Pseudonyms of records for the recipient and source of the settings."""
    return RecordPseudonyms(keyring, pseudonym_recipient(settings), settings.source, settings.nobody_ids)


def build_registry(settings: Settings, keyring: Keyring) -> Registry:
    """Shipped schemas and the user's, under the approvals of home."""
    release = None if settings.fhir_version == "auto" else settings.fhir_version
    return Registry(settings.schema_dirs, approvals_of(settings, keyring), release=release)


def build_harvester(settings: Settings, keyring: Keyring, registry: Registry | None = None) -> RecordHarvester:
    """The harvester of known values and of clues to who belongs together. registry: one that this process has built."""
    keys = record_keys(settings, keyring)
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    return RecordHarvester(
        registry or build_registry(settings, keyring),
        keys,
        site_scope(settings),
        canonical,
        clue_digest(keyring, pseudonym_recipient(settings), settings.source),
        Lists(_opted_out(settings, keys, canonical), crosswalk_lines(settings.crosswalk)),
        keeps_days=load_profile(settings.profile, settings.profile_dirs).dates.is_shifting,
    )


def _opted_out(settings: Settings, keys: RecordPseudonyms, canonical: Canonical) -> dict[str, tuple[int, ...]]:
    """The lines of the opt-out list by the token of the subject, or the scope of the identifier, that they name."""
    listed = read_opt_out(settings.opt_out)
    return opted_out(listed, lambda patient: keys.subject(canonical(patient)), keys.identifier_scope)


def unmatched_lines(settings: Settings, *, piped: bool) -> Unmatched:
    """The lines of both lists, before a record is read. piped: those of the crosswalk are left out."""
    rows = {} if piped else crosswalk_lines(settings.crosswalk)
    return Unmatched(read_opt_out(settings.opt_out), (n for lines in rows.values() for n in lines))


def build_applier(
    settings: Settings,
    keyring: Keyring,
    engine: Engine,
    store: KnownStore | None,
    keys: RecordPseudonyms,
    site: Callable[[], Sequence[KnownValue] | SiteIndex] = tuple,
    is_seen: Callable[[str], bool] | None = None,
) -> Applier:
    """The record engine over an engine for text. site: gives the known values of the source, or their index.

    is_seen: as in Applier.
    """
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    listed = frozenset(_opted_out(settings, keys, canonical))
    options = ApplyOptions(
        unknown_fields=settings.unknown_fields,
        withhold_labels=frozenset(settings.withhold_labels),
        opt_out=listed if store is None else _OptedOut(listed, store, keys, canonical),
        known_hosts=frozenset(settings.known_hosts),
        max_text_chars=settings.max_text_chars,
        simple_names=load_profile(settings.profile, settings.profile_dirs).simplifies_names,
    )
    known = store.keyed if store is not None else _nothing
    holders = store.identifiers.holders if store is not None else _nothing
    registry = build_registry(settings, keyring)
    return Applier(
        registry, engine, keys, options, known=known, crosswalk=canonical, site=site, own_values=own_values,
        is_seen=is_seen, holders=holders,
    )  # fmt: skip


def _nothing(scope: str) -> tuple[()]:
    return ()


def count_unresolved(
    settings: Settings, keyring: Keyring, store: KnownStore, numbered: Mapping[tuple[str, ...], int]
) -> int:
    """How many records name their patient by identifiers of no one patient. numbered: as in HarvestBatch."""
    keys, canonical = record_keys(settings, keyring), Canonical(read_crosswalk(settings.crosswalk))
    patients = PatientNumbers(keys, canonical, store.identifiers.holders).patients
    return sum(n for scopes, n in numbered.items() if all(len(patients(scope)) != 1 for scope in scopes))


def check_allowed_terms(settings: Settings, keyring: Keyring) -> None:
    """Raise SettingsError where a term that the site allows everywhere is a known identifier."""
    if not settings.site.allow or not known_values_path(settings).is_file():
        return
    store = KnownStore.open(known_values_path(settings), keyring, read_only=True)
    try:
        problems = validate(
            site_terms(settings), (x for v in store.every() for x in (v.value, *(p for _, p in v.parts)))
        )
    finally:
        store.close()
    if problems:
        raise SettingsError("site: " + "; ".join(problems))
