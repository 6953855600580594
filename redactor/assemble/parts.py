"""This module holds what the facade opens on first use: stores, patient lists, schemas, and what hears recordings.

Schemas, the crosswalk and the store of known values are imported with the first record or patient, the audio packages
with the first recording.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from redactor.assemble.home import known_head_path, known_values_path, site_scope
from redactor.detect.known.site_values import SiteValues
from redactor.detect.known.value_index import SiteIndex
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.policy.profiles import Profile
from redactor.settings import Settings
from redactor.text import KnownValue

if TYPE_CHECKING:
    from audio.gaps import Judge
    from audio.steps import Options
    from audio.words import Recognizer
    from redactor.llm.ledger import Ledger
    from redactor.run.contracts import HarvestBatch, RawRecord
    from redactor.run.harvester import RecordHarvester
    from redactor.run.intake.patient_lists import Canonical
    from redactor.run.sidecars import Identifier, Sidecars
    from redactor.run.state.known_store import KnownStore
    from schemas.documents.registry import Registry
    from schemas.engine.apply import Applier
    from schemas.engine.pseudonyms import RecordPseudonyms
    from schemas.engine.records import RecordIn


class Parts:
    """These parts are opened on first use, and then kept. keyless: `keyring` is none of the user's."""

    def __init__(
        self, settings: Settings, keyring: Keyring, profile: Profile, ledger: Ledger, *, keyless: bool
    ) -> None:
        self._settings, self._keyring, self._profile, self._keyless = settings, keyring, profile, keyless
        self._ledger = ledger
        self._applier: Applier | None = None

    # -- patients

    def patient_id(self, patient: str | None) -> str | None:
        """Return the id that a patient is named by, also as "Patient/p1" or within spaces; None if it is nobody's."""
        from redactor.run.intake.patient_lists import listed_id

        meant = listed_id(patient or "")
        return None if not meant or meant.casefold() in self.nobody else meant

    def person(self, patient: str | None) -> tuple[str | None, tuple[KnownValue, ...]]:
        """Return the token of a patient, and the known values with the id itself; (None, ()) for an id of nobody.

        No store is created.
        """
        from schemas.harvest.known_values import harvest_flat

        meant = self.patient_id(patient)
        if meant is None:
            return None, ()
        subject, store = self.keys.subject(self.canonical(meant)), self.known_store()
        stored = () if store is None else store.get(subject)
        return subject, (*stored, *harvest_flat([(Entity.ID.value, None, meant)]))

    def is_opted_out(self, subject: str) -> bool:
        """Return whether a patient opted out, or was forgotten for good."""
        if self._settings.opt_out is None and self.known_store() is None:
            return False
        return subject in self._opted_out

    @cached_property
    def _opted_out(self) -> Container[str]:
        from redactor.assemble.records import followed_opt_out

        return followed_opt_out(self._settings, None if self._keyless else self.store, self.keys, self.canonical)

    def check_lists(self) -> None:
        """Raise SettingsError for a list of patients that cannot be read."""
        from redactor.run.intake.patient_lists import read_opt_out

        _ = self.canonical
        read_opt_out(self._settings.opt_out)

    @property
    def nobody(self) -> Container[str]:
        """This contains the ids that stand for no patient."""
        return self.keys.nobody or ()

    @cached_property
    def canonical(self) -> Canonical:
        """This maps a patient's id by the crosswalk. Raises SettingsError."""
        from redactor.run.intake.patient_lists import Canonical, read_crosswalk

        return Canonical(read_crosswalk(self._settings.crosswalk))

    @cached_property
    def keys(self) -> RecordPseudonyms:
        """These are the pseudonyms of records."""
        from redactor.assemble.records import record_keys

        return record_keys(self._settings, self._keyring)

    # -- known values

    @cached_property
    def store(self) -> KnownStore:
        """This is the store of known values, created if there is none. Raises KeyringError without a keyring."""
        from redactor.run.state.known_store import KnownStore

        if self._keyless:
            Keyring.load(None)
        path, head = known_values_path(self._settings), known_head_path(self._settings)
        return KnownStore.open(path, self._keyring, head_file=head)

    def known_store(self) -> KnownStore | None:
        """Return the store of known values, or None if there is none."""
        return self.store if not self._keyless and known_values_path(self._settings).is_file() else None

    def site_known(self) -> tuple[KnownValue, ...]:
        """Return the known values of the site."""
        store = self.known_store()
        return () if store is None else store.get(site_scope(self._settings))

    def site(self) -> SiteValues | tuple[KnownValue, ...]:
        """Return the known values of the site, packed if they are many."""
        store = self.known_store()
        return (store.site_values(site_scope(self._settings)) if store is not None else None) or self.site_known()

    def _site_index(self) -> SiteIndex | tuple[KnownValue, ...]:
        site = self.site()
        return site.index if isinstance(site, SiteValues) else site

    @cached_property
    def harvester(self) -> RecordHarvester:
        """This finds the known values in records."""
        from redactor.assemble.records import build_harvester

        if self._settings.opt_out is not None:
            _ = bool(self._opted_out)  # raises NotInForceError for a list that can no longer be read
        return build_harvester(self._settings, self._keyring, self.registry)

    def learn(self, records: Sequence[RecordIn]) -> None:
        """Store the known values of records. `learnt` ends it."""
        self._keep(self.harvester.harvest_records((record, b"") for record in records))

    def learn_raws(self, raws: Sequence[RawRecord]) -> None:
        """Store the known values of records as the intake of a run gives them. `learnt` ends it."""
        self._keep(self.harvester.harvest(raws))

    def _keep(self, found: HarvestBatch) -> None:
        for scope, person, values, indexed in found.values:
            self.store.add(scope, values, person, indexed)
        self.store.add_clues(found.clues)

    def learnt(self) -> None:
        """Tie charts together, after the last records to learn from."""
        self.store.join()
        if self._settings.site.allow:
            self._applier = None  # terms that the site allows are checked against the new values

    def store_identifiers(self, records: Sequence[RecordIn]) -> None:
        """Store the identifiers of Patients among records."""
        patients = [r for r in records if r.data.get("resourceType") == "Patient" and "identifier" in r.data]
        if patients:
            for scope, person, values, indexed in self.harvester.harvest_identifiers(patients).values:
                self.store.add(scope, values, person, indexed)
            self.store.flush()

    # -- records

    @cached_property
    def registry(self) -> Registry:
        """These are the schemas, under the present approvals of home."""
        from redactor.assemble.records import build_registry

        return build_registry(self._settings, self._keyring, self._profile, follows=True)

    def applier(self, engine: Engine) -> Applier:
        """Return the record engine over an engine for text."""
        if self._applier is None:
            from redactor.assemble.records import build_applier, check_allowed_terms

            store = self.store
            check_allowed_terms(self._settings, self._keyring)
            self._applier = build_applier(
                self._settings, self._keyring, self._profile, engine, store, self.keys, self._site_index,
                registry=self.registry, opt_out=self._opted_out,
            )  # fmt: skip
        return self._applier

    # -- recordings

    def take_in(self, sidecar: RawRecord | None) -> Identifier:
        """Store the known values of a sidecar, and return what tells whose a recording is."""
        from redactor.run.sidecars import Identifier, learn

        store = self.store  # processes that hear recordings open it, and create none
        if sidecar is not None:
            learn([sidecar], self.registry, self.harvester, store)
            self.learnt()
        return Identifier(self.registry, self.keys, self.canonical)

    def sidecars(self, engine: Engine) -> Sidecars:
        """Return what processes sidecars over an engine for text."""
        from redactor.run.sidecars import Sidecars
        from redactor.run.worker import RecordProcessor

        records = RecordProcessor(self.applier(engine), self.keys)
        return Sidecars(self.registry, self.keys, records, self.store.keyed, self.canonical)

    @cached_property
    def recognizer(self) -> Recognizer:
        """This hears words. Raises ModelError or SettingsError."""
        from audio.recognizers import open_recognizer

        return open_recognizer(self._settings.audio, self._settings.threads or 1)

    @cached_property
    def listening(self) -> Options:
        """These options say how recordings are heard; the judge of gaps is added for each patient."""
        from redactor.assemble.hearing import build_options

        make_own_folder(self._settings.home)
        return build_options(self._settings, self._settings.home)

    @cached_property
    def gap_judge(self) -> Callable[[str | None], Judge] | None:
        """This makes judges of gaps, and is built once, so that all recordings share the answers and the budget of an
        LLM.
        """
        from redactor.assemble.hearing import gap_judge

        return gap_judge(self._settings, self._keyring, self._ledger)
