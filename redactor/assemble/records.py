"""Builds the record engine: schemas with their approvals, pseudonyms of records, and the engine for text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from redactor.assemble.detectors import site_terms
from redactor.assemble.home import approvals_of, known_values_path, pseudonym_recipient, site_scope
from redactor.detect.known.value_index import SiteIndex
from redactor.detect.site_terms import validate
from redactor.engine import Engine
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.harvester import RecordHarvester, clue_digest
from redactor.run.intake.crosswalk import Canonical, crosswalk_lines, read_crosswalk
from redactor.run.intake.opt_out import opted_out, read_opt_out
from redactor.run.listed import Lists, Unmatched
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.harvest.own_values import own_values


@dataclass(frozen=True, slots=True)
class _OptedOut:
    """Subjects whose records are withheld: those of the list, and those who were forgotten for good."""

    listed: frozenset[str]
    store: KnownStore

    def __contains__(self, subject: object) -> bool:
        return subject in self.listed or subject in self.store.forgotten()

    def __bool__(self) -> bool:
        return bool(self.listed) or bool(self.store.forgotten())


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
    """The lines of the opt-out list by the token of the subject that they name."""
    return opted_out(read_opt_out(settings.opt_out), lambda patient: keys.subject(canonical(patient)))


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
        opt_out=listed if store is None else _OptedOut(listed, store),
        known_hosts=frozenset(settings.known_hosts),
        max_text_chars=settings.max_text_chars,
    )
    known = store.keyed if store is not None else _no_known
    registry = build_registry(settings, keyring)
    return Applier(
        registry, engine, keys, options, known=known, crosswalk=canonical, site=site, own_values=own_values,
        is_seen=is_seen,
    )  # fmt: skip


def _no_known(scope: str) -> tuple[KnownValue, ...]:
    return ()


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
