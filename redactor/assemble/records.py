"""This module builds the record engine: schemas with their approvals, pseudonyms of records, and the engine for
text.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from redactor.assemble.detectors import site_terms
from redactor.assemble.home import known_values_path, open_approvals, pseudonym_recipient, site_scope
from redactor.assemble.in_force import OptOutInForce
from redactor.detect.known.value_index import SiteIndex
from redactor.detect.site_terms import validate
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import Profile, load_profile
from redactor.run.harvester import RecordHarvester, clue_digest
from redactor.run.intake.patient_lists import (
    Canonical,
    PatientLists,
    UnmatchedLines,
    crosswalk_lines,
    lines_by_token,
    read_crosswalk,
    read_opt_out,
)
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine.apply import Applier, ApplyOptions, BatchProcessor
from schemas.engine.path_actions import PathActions
from schemas.engine.patient_identifiers import PatientNumbers
from schemas.engine.pseudonyms import IDENTIFIER, RecordPseudonyms
from schemas.harvest.known_values import own_values


class _OptOutFilter:
    """This filter contains the subjects and identifiers whose records are withheld.

    They are those of the opt-out list, the patients who have a listed identifier, and patients who were forgotten for
    good.
    """

    def __init__(self, listed: frozenset[str], store: KnownStore, keys: RecordPseudonyms, canonical: Canonical) -> None:
        self._listed, self._store, self._keys = listed, store, keys
        self._scopes = frozenset(token for token in listed if token.startswith(IDENTIFIER))
        self._patient_numbers = PatientNumbers(keys, canonical, store.identifiers.holders)
        self._listed_owners: frozenset[str] = frozenset()
        self._seen: int | None = None  # changes of the store

    def __contains__(self, subject: object) -> bool:
        if subject in self._listed or subject in self._store.forgotten():
            return True
        return bool(self._scopes) and subject in self._subjects_with_listed_numbers()

    def __bool__(self) -> bool:
        return bool(self._listed) or bool(self._store.forgotten())

    def _subjects_with_listed_numbers(self) -> frozenset[str]:
        """Return the subjects who have a listed identifier, read again after each change of the store."""
        seen = self._store.identifiers.changes()
        if seen != self._seen:
            patients = {patient for scope in self._scopes for patient in self._patient_numbers.patients(scope)}
            self._listed_owners, self._seen = frozenset(map(self._keys.subject, patients)), seen
        return self._listed_owners


def record_keys(settings: Settings, keyring: Keyring) -> RecordPseudonyms:
    """Return the pseudonyms of records for the recipient and source of the settings."""
    return RecordPseudonyms(keyring, pseudonym_recipient(settings), settings.source, settings.nobody_ids)


def build_registry(
    settings: Settings, keyring: Keyring, profile: Profile | None = None, *, follows: bool = False
) -> Registry:
    """Return the registry of all schemas, under the approvals of home, with the profile's actions by path.

    profile: the approved one, where records leave: its file may have changed since. Without it, that of the settings.
    follows: as in Registry.
    """
    release = None if settings.fhir_version == "auto" else settings.fhir_version
    profile = profile or load_profile(settings.profile, settings.profile_dirs)
    paths = PathActions(profile.paths, shifts=profile.shifts_dates) if profile.paths else None
    return Registry(
        settings.schema_folders, open_approvals(settings, keyring), release=release, paths=paths, follows=follows
    )


def build_harvester(settings: Settings, keyring: Keyring, registry: Registry | None = None) -> RecordHarvester:
    """Build the harvester of known values and of clues that tie charts together.

    registry: an already built registry.
    """
    keys = record_keys(settings, keyring)
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    return RecordHarvester(
        registry or build_registry(settings, keyring),
        keys,
        site_scope(settings),
        canonical,
        clue_digest(keyring, pseudonym_recipient(settings), settings.source),
        PatientLists(_opt_out_lines(settings, keys, canonical), crosswalk_lines(settings.crosswalk)),
        keeps_days=load_profile(settings.profile, settings.profile_dirs).dates.is_shifting,
    )


def _opt_out_lines(settings: Settings, keys: RecordPseudonyms, canonical: Canonical) -> dict[str, tuple[int, ...]]:
    """Return the line numbers of the opt-out list by the subject token, or identifier scope, that the line names."""
    listed = read_opt_out(settings.opt_out)
    return lines_by_token(listed, lambda patient: keys.subject(canonical(patient)), keys.identifier_scope)


def opt_out_filter(
    settings: Settings, store: KnownStore | None, keys: RecordPseudonyms, canonical: Canonical
) -> Container[str]:
    """Return what contains the subjects and identifiers of the patients whose data are withheld. Raises SettingsError.

    store: without one, only what the list itself names.
    """
    listed = frozenset(_opt_out_lines(settings, keys, canonical))
    return listed if store is None else _OptOutFilter(listed, store, keys, canonical)


def followed_opt_out(
    settings: Settings, store: KnownStore | None, keys: RecordPseudonyms, canonical: Canonical
) -> Container[str]:
    """Return what contains what `opt_out_filter` contains by the present list, for processes that run on."""

    def read() -> Container[str]:
        return opt_out_filter(settings, store, keys, canonical)

    return read() if settings.opt_out is None else OptOutInForce(settings.opt_out, read)


def unmatched_lines(settings: Settings, *, piped: bool) -> UnmatchedLines:
    """Return the collection of all lines of both patient lists, before any record is read.

    piped: leave out the lines of the crosswalk.
    """
    rows = {} if piped else crosswalk_lines(settings.crosswalk)
    return UnmatchedLines(read_opt_out(settings.opt_out), (n for lines in rows.values() for n in lines))


def build_applier(
    settings: Settings,
    keyring: Keyring,
    profile: Profile,
    engine: BatchProcessor,
    store: KnownStore | None,
    keys: RecordPseudonyms,
    site: Callable[[], Sequence[KnownValue] | SiteIndex] = tuple,
    is_seen: Callable[[str], bool] | None = None,
    registry: Registry | None = None,
    opt_out: Container[str] | None = None,
    follows: bool = False,
) -> Applier:
    """Build the record engine over an engine for text.

    profile: the approved one. site: gives the known values of the source, or their index. is_seen: as in Applier.
    registry: an already built registry. opt_out: in place of `opt_out_filter`. follows: by the
    present list.
    """
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    if opt_out is None:
        opt_out = (followed_opt_out if follows else opt_out_filter)(settings, store, keys, canonical)
    options = ApplyOptions(
        unknown_fields=settings.unknown_fields,
        withhold_labels=frozenset(settings.withhold_labels),
        opt_out=opt_out,
        known_hosts=frozenset(settings.known_hosts),
        max_text_chars=settings.max_text_chars,
        simple_names=profile.simplifies_names,
        held=profile.held_entities,
        keeps_paths=profile.keeps_paths,
    )
    known = store.keyed if store is not None else _no_values
    holders = store.identifiers.holders if store is not None else _no_values
    registry = registry or build_registry(settings, keyring, profile)
    return Applier(
        registry, engine, keys, options, known=known, crosswalk=canonical, site=site, own_values=own_values,
        is_seen=is_seen, holders=holders,
    )  # fmt: skip


def _no_values(scope: str) -> tuple[()]:
    return ()


def count_unresolved(
    settings: Settings, keyring: Keyring, store: KnownStore, numbered: Mapping[tuple[str, ...], int]
) -> int:
    """Return how many records name their patient only by identifiers that do not belong to exactly one patient.

    numbered: as in HarvestBatch.
    """
    keys, canonical = record_keys(settings, keyring), Canonical(read_crosswalk(settings.crosswalk))
    patients = PatientNumbers(keys, canonical, store.identifiers.holders).patients
    return sum(n for scopes, n in numbered.items() if all(len(patients(scope)) != 1 for scope in scopes))


def check_allowed_terms(settings: Settings, keyring: Keyring) -> None:
    """Raise SettingsError if a term that the site allows everywhere is a known identifier."""
    if not settings.site.allow or not known_values_path(settings).is_file():
        return
    with KnownStore.open(known_values_path(settings), keyring, read_only=True) as store:
        problems = validate(site_terms(settings), store.all_texts())
    if problems:
        raise SettingsError("site: " + "; ".join(problems))
