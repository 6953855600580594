"""A home with sidecars in it: what reads them, harvests them, and de-identifies texts beside them."""

from __future__ import annotations

import datetime as dt
import json
from functools import partial
from pathlib import Path
from typing import Any

from redactor.assemble.engines import approved_profile, build_engine
from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.records import build_applier, build_harvester, build_registry, record_keys
from redactor.assemble.replacers import StoredKnownValues
from redactor.detect.known import SiteKnown
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord
from redactor.run.intake.patient_lists import Canonical, read_crosswalk
from redactor.run.sidecars import SCHEMA, Identifier, NoteContext, Sidecars, learn
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordProcessor
from redactor.settings import load_settings
from redactor.text import Note

AS_OF = dt.date(2026, 6, 30)
RECORD = "record-1"


def raw(data: object) -> RawRecord:
    return RawRecord(data if isinstance(data, bytes) else json.dumps(data).encode(), "sidecar", SCHEMA)


class Site:
    """Everything that a run of recordings has, without sound."""

    def __init__(self, keyring: Path, folder: Path, profile: str = "hips", **settings: Any) -> None:
        self.settings = load_settings(
            keyring=str(keyring), home=folder / "home", profile=profile, detectors=("patterns", "known"), **settings
        )
        self.settings.home.mkdir(parents=True, exist_ok=True)
        ring = Keyring.load(self.settings.keyring)
        self.store = KnownStore.open(known_values_path(self.settings), ring)
        self.keys = record_keys(self.settings, ring)
        self.harvester = build_harvester(self.settings, ring)
        scope = site_scope(self.settings)
        known = StoredKnownValues(ring, lambda: self.store, partial(self.store.get, scope))
        site = SiteKnown(partial(self.store.get, scope))
        chosen = approved_profile(self.settings, ring)
        self.engine = build_engine(self.settings, ring, chosen, AS_OF, site, known=known)
        read = partial(self.store.get, scope)
        applier = build_applier(self.settings, ring, chosen, self.engine, self.store, self.keys, read)
        self.records = RecordProcessor(applier, self.keys)
        self.registry = registry = build_registry(self.settings, ring)
        canonical = Canonical(read_crosswalk(self.settings.crosswalk))
        self.identifier = Identifier(registry, self.keys, canonical)
        self.sidecars = Sidecars(registry, self.keys, self.records, self.store.keyed, canonical)

    def learn(self, *sidecars: object) -> dt.date | None:
        newest = learn([raw(s) for s in sidecars], self.registry, self.harvester, self.store)
        self.store.join()
        return newest

    def learn_records(self, *records: dict[str, Any]) -> None:
        found = self.harvester.harvest([RawRecord(json.dumps(r).encode(), f"1:{i}") for i, r in enumerate(records)])
        for scope, person, values, indexed in found.values:
            self.store.add(scope, values, person, indexed)
        self.store.add_clues(found.clues)
        self.store.join()

    def process(self, sidecar: object, record_id: str = RECORD) -> tuple[NoteContext, Processed]:
        return self.sidecars.process(None if sidecar is None else raw(sidecar), record_id)

    def left(self, sidecar: object, record_id: str = RECORD) -> dict[str, Any]:
        _, done = self.process(sidecar, record_id)
        assert done.payload is not None, done.reason
        got: dict[str, Any] = json.loads(done.payload)
        return got

    def said(self, text: str, context: NoteContext) -> str:
        """What leaves of a transcript."""
        note = Note("transcript", text, context.subject, date=context.date, known=context.known)
        (out,), _ = self.engine.process([note], [])
        return out.text
