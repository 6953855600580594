"""This module builds a run: its configuration, its callbacks, and the engines inside its workers."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import platform
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from redactor.assemble.detectors import build_student
from redactor.assemble.engines import approved_profile, build_engine
from redactor.assemble.home import default_state, known_head_path, known_values_path, site_scope
from redactor.assemble.records import (
    build_applier,
    build_harvester,
    build_registry,
    check_allowed_terms,
    count_unresolved,
    record_keys,
    unmatched_lines,
)
from redactor.assemble.replacers import StoredKnownValues, wants_standins
from redactor.detect import Detector
from redactor.detect.known import SiteKnown
from redactor.detect.known.site_values import SiteValues
from redactor.detect.known.value_index import SiteIndex
from redactor.detect.wrappers import DeferredDetector
from redactor.engine import Engine
from redactor.entities import DATES
from redactor.errors import SettingsError
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.llm.endpoints import remote_host
from redactor.llm.ledger import FileLedger, MemoryLedger, open_ledger, read_costs, read_totals
from redactor.policy.profiles import Profile
from redactor.process import usable_cpus
from redactor.run.contracts import (
    BATCH_SECONDS,
    HarvestBatch,
    Processed,
    RawRecord,
    RunCallbacks,
    RunConfig,
    RunMetadata,
)
from redactor.run.harvester import RecordHarvester
from redactor.run.intake.patient_lists import read_crosswalk
from redactor.run.note_names import read_note_names
from redactor.run.runner import check_folders_apart
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from redactor.text import Action, KnownValue
from schemas.documents.registry import Registry
from schemas.engine.apply import Applier, BatchProcessor
from schemas.engine.pseudonyms import RecordPseudonyms

if TYPE_CHECKING:
    from redactor.assemble.llm_access import Asking

_TIME_LIMIT_WITH_LLM = 24 * 3600.0  # seconds
# Each commit waits for the disk. In between, another process that writes the same home waits: a second or two.
_BATCHES_A_COMMIT = 8


def build_run(
    settings: Settings,
    source: Path | None,
    out: Path,
    state: Path | None = None,
    schema_name: str | None = None,
    workers: int = 1,
    *,
    follow_links: bool = False,
    as_lines: bool = False,
    asking: Asking | None = None,
) -> tuple[RunConfig, RunCallbacks]:
    """Build the configuration and the callbacks of a run.

    follow_links: as in `list_inputs`. as_lines: as in `FolderOutput`. asking: as in `open_llm_access`. Raises
    SettingsError, KeyringError, ProfileError, SchemaError or RunError.
    """
    settings = shared_settings(settings, workers)
    keyring = Keyring.load(settings.keyring)
    profile = approved_profile(settings, keyring)
    where = state or default_state(settings, keyring, source, out)
    check_folders_apart(source, out, where, settings.home)
    engine = build_engine(settings, keyring, profile, settings.as_of)
    registry = build_registry(settings, keyring, profile)
    registry.check()
    if schema_name is not None:
        registry.compiled(schema_name)
    make_own_folder(settings.home)
    metadata = run_metadata(settings, keyring, profile, engine.versions)
    store = KnownStore.open(known_values_path(settings), keyring, head_file=known_head_path(settings))
    check_allowed_terms(settings, keyring)
    config = RunConfig(
        source=source,
        out=out,
        state=where,
        keyring=keyring,
        metadata=metadata,
        fingerprint=run_fingerprint(settings, metadata, schema_name),
        home=settings.home,
        notes=read_note_names(settings.notes, read_crosswalk(settings.crosswalk)),
        known=store.state,
        schema_name=schema_name,
        workers=workers,
        batch_records=settings.batch_records,
        batch_bytes=settings.batch_bytes,
        max_record_bytes=settings.max_record_bytes,
        batch_seconds=batch_seconds(settings),
        follow_links=follow_links,
        as_lines=as_lines,
    )

    unmatched = unmatched_lines(settings, piped=source is None)
    turns = count(1)
    numbered: Counter[tuple[str, ...]] = Counter()

    def learn(batch: HarvestBatch) -> None:
        unmatched.mark_matched(batch.opt_out, batch.crosswalk)
        numbered.update(batch.numbered)
        for scope, person, values, indexed in batch.values:
            store.add(scope, values, person, indexed)
        store.add_clues(batch.clues)
        if source is None:  # the texts of the batch are read next
            store.join()
            store.flush()
        elif next(turns) % _BATCHES_A_COMMIT == 0:
            store.flush()

    site = site_scope(settings)
    households: dict[str, int] = {}

    def as_of(newest: dt.date | None) -> dt.date | None:
        if source is not None:
            households.update(asdict(store.join()))
            store.pack_site(site)
        return settings.as_of or newest

    student = next((d for d in engine.detectors if d.name == "student"), None)
    if student is not None and workers > 1:  # a loaded model cannot be pickled; workers load their own
        student = DeferredDetector(student.name, student.version, partial(build_student, settings))
    process = partial(
        make_processor,
        settings,
        learning=source is None,
        student=student,
        profile=profile,
        state=where,
        kernels=kernel_class(),
        asking=asking,
    )
    harvest = partial(make_harvester, settings)
    # All values of a site are searched for. Stand-ins use the values themselves.
    left_out = partial(store.count_left_out, "" if wants_standins(profile) else site)
    spent = partial(read_totals, where) if settings.llm is not None else None
    unresolved = partial(count_unresolved, settings, keyring, store, numbered)
    return config, RunCallbacks(
        harvest, process, learn, as_of, lambda: households, left_out, unresolved, spent, unmatched.lines,
        partial(read_costs, where),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StreamProcessor:
    """A `StreamProcessor` processes the records of a stream. texts: the engine that reads their texts."""

    records: RecordProcessor
    texts: Engine

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        """Return one result per record, as `RecordProcessor` does."""
        return self.records.process(raws)


@dataclass(frozen=True, slots=True)
class StreamParts:
    """A `StreamParts` holds what the workers and the exporter of a stream share.

    fingerprint: equal if both have the same configuration. processor: builds the record processor inside a worker.
    """

    keyring: Keyring
    metadata: RunMetadata
    fingerprint: str
    processor: Callable[[], StreamProcessor]


def build_stream(settings: Settings, workers: int = 1) -> StreamParts:
    """Build the parts of a stream. Raises SettingsError, KeyringError, ProfileError or SchemaError.

    The day on which ages are judged moves with the events of the stream. It belongs to each record, and `as_of` of the
    settings, its least value, is no part of the configuration.
    """
    settings = shared_settings(settings, workers)
    keyring = Keyring.load(settings.keyring)
    profile = approved_profile(settings, keyring)
    if wants_standins(profile) and settings.relex.index == "embedded" and not settings.streams.one_host:
        raise SettingsError(
            f"profile {profile.name} makes stand-ins, and workers on several hosts need one index of them: set "
            "relex.index to an OpenSearch, or streams.one_host = true if all workers share this home"
        )
    build_registry(settings, keyring, profile).check()
    unmatched_lines(settings, piped=False)  # a list of patients that cannot be read stops the start
    versions = build_engine(settings, keyring, profile, settings.as_of).versions
    check_allowed_terms(settings, keyring)
    undated = settings.model_copy(update={"as_of": None})
    # A delivery goes on under a new epoch, and so does the numbering of its manifests, which belongs to a source.
    source = keyring.epochs()[0].pseudonym("source", settings.recipient).token(settings.source)
    metadata = replace(run_metadata(undated, keyring, profile, versions), source=source)
    process = partial(make_stream_processor, settings, profile=profile, kernels=kernel_class())
    return StreamParts(keyring, metadata, run_fingerprint(undated, metadata, None), process)


def batch_seconds(settings: Settings) -> float:
    """Return how many seconds a worker may take for a batch; with an LLM, each request has its time limit instead."""
    return BATCH_SECONDS if settings.llm is None else _TIME_LIMIT_WITH_LLM


def shared_settings(settings: Settings, workers: int) -> Settings:
    """Return the settings of one of several workers, with its share of the CPUs and of the LLM requests."""
    update: dict[str, object] = {}
    if settings.threads is None:
        update["threads"] = max(1, usable_cpus() // max(1, workers))
    if settings.llm is not None:
        in_flight = max(1, settings.llm.max_in_flight // max(1, workers))
        update["llm"] = settings.llm.model_copy(update={"max_in_flight": in_flight})
    return settings.model_copy(update=update)


def judges_ages(profile: Profile) -> bool:
    """Return whether the profile leaves anything of a date, which may show an age."""
    return any(profile.action(e) not in (Action.TAG, Action.HASH) for e in DATES)


def run_metadata(settings: Settings, keyring: Keyring, profile: Profile, detectors: Mapping[str, str]) -> RunMetadata:
    """Return the configuration as manifest and audit state it. detectors: versions by name."""
    return RunMetadata(
        profile=f"{profile.name}@{profile.version}",
        profile_digest=profile.digest,
        claim=profile.claim,
        recipient=settings.recipient,
        source=keyring.pseudonym("source", settings.recipient).token(settings.source),
        key_id=keyring.key_id,
        detectors=detectors,
        as_of=settings.as_of.isoformat() if settings.as_of else None,
        llm_host=remote_host(settings.llm) if settings.llm is not None else None,
        release_voice=profile.release_voice,
        reduced=settings.reduced(),
        dates=profile.dates if profile.dates.is_shifting else None,
    )


def run_fingerprint(settings: Settings, metadata: RunMetadata, schema_name: str | None) -> str:
    """Return a hash of everything that changes the output; a state is resumed only under the same fingerprint."""
    excluded = {"home", "keyring", "approvals_head", "approvers", "known_head", "access_head"}
    excluded |= {"schema_dirs", "profile_dirs"}
    excluded |= {"batch_bytes", "batch_records", "threads", "streams", "llm", "audio", "log_format"}
    excluded |= {"service", "oidc", "mcp", "canaries"}
    excluded |= {"student", "student_labels", "students", "disabled_rules"}  # a detector's version covers them
    relevant = settings.model_dump(mode="json", exclude=excluded | {"relex"})
    standin_settings = {"index", "index_name", "embedding", "levels", "decoys"}
    relevant["relex"] = settings.relex.model_dump(mode="json", include=standin_settings)
    if settings.llm is not None:  # the rest decides how answers are got, not which
        answer_settings = {"model", "passes", "chunk_words", "ask_above", "ask_below", "always", "never", "entities"}
        answer_settings |= {"ask_confident", "on_unsure", "on_outage", "standins"}
        relevant["llm"] = settings.llm.model_dump(mode="json", include=answer_settings)
    for name in ("crosswalk", "opt_out"):
        relevant[name] = _digest(getattr(settings, name))
    relevant["sidecar"] = _digest(settings.notes.sidecar)
    documents = sorted(p for d in settings.schema_folders for p in d.rglob("*.json"))
    relevant["documents"] = [hashlib.sha256(p.read_bytes()).hexdigest() for p in documents]
    relevant["facts"] = [metadata.profile_digest, metadata.key_id, dict(metadata.detectors), schema_name]
    return hashlib.sha256(json.dumps(relevant, sort_keys=True).encode()).hexdigest()


def _digest(path: Path | None) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path is not None and path.is_file() else None


def make_harvester(settings: Settings) -> RecordHarvester:
    """Build the harvester of the first pass, inside a worker."""
    return build_harvester(settings, Keyring.load(settings.keyring))


def make_processor(
    settings: Settings,
    as_of: dt.date | None,
    learning: bool = False,
    student: Detector | None = None,
    profile: Profile | None = None,
    state: Path | None = None,
    kernels: str = "",
    asking: Asking | None = None,
) -> RecordProcessor:
    """Build the record processor of the second pass, inside a worker.

    kernels: as in Processed; for the other parameters see `worker_engines`.
    """
    parts = worker_engines(settings, as_of, learning, student, profile, state=state, asking=asking)
    return RecordProcessor(parts.records, parts.keys, kernels, book=parts.ledger)


def make_stream_processor(settings: Settings, profile: Profile, kernels: str = "") -> StreamProcessor:
    """Build the processor of a stream, inside a worker.

    It judges ages at the newest day of an event that this home has read, or `as_of` of the settings if that is later,
    and reads the day anew for each batch. profile, kernels: as for `make_processor`.
    """
    parts = worker_engines(settings, settings.as_of, learning=True, profile=profile, holds_unseen=True)

    def judge() -> dt.date | None:
        newest = parts.store.days.newest()
        days = [day for day in (settings.as_of, newest) if day is not None]
        parts.texts.replacer.as_of = found = max(days, default=None)
        return found

    return StreamProcessor(RecordProcessor(parts.records, parts.keys, kernels, judge), parts.texts)


def kernel_class() -> str:
    """Return which SIMD kernels numerical libraries choose on this processor, such as "x86_64 X86_V3 X86_V4".

    The main process asks on behalf of its workers, which may do without numpy (10 MB, 0.1 s). The shipped student's
    scores are the same on all processors; another model's may differ (docs/adr/0042).
    """
    import numpy as np  # after the start, which must be quick

    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return " ".join([platform.machine(), *found])


@dataclass(frozen=True, slots=True)
class WorkerEngines:
    """A `WorkerEngines` holds the engines of a worker, with the schemas, known values and ledger that they use."""

    texts: Engine
    records: Applier
    registry: Registry
    keys: RecordPseudonyms
    store: KnownStore
    ledger: FileLedger | MemoryLedger


def worker_engines(
    settings: Settings,
    as_of: dt.date | None,
    learning: bool = False,
    student: Detector | None = None,
    profile: Profile | None = None,
    holds_unseen: bool = False,
    state: Path | None = None,
    watch: Callable[[Engine], BatchProcessor] | None = None,
    asking: Asking | None = None,
    follows: bool = False,
) -> WorkerEngines:
    """Build the engines of a worker, inside it.

    learning: known values keep coming, from a pipe or a drop folder. student: the model that the main process has
    loaded, or in another process a detector that loads it again. profile: the approved profile that the manifest names.
    holds_unseen: quarantine records with a text until known values tell who their patient is. state: that of a run,
    whose processes share a ledger. asking: as in `build_engine`. watch: returns what stands between the record engine
    and the engine for text, to see what passes. follows: by the present approvals and list of opt_out.
    """
    keyring = Keyring.load(settings.keyring)
    keys = record_keys(settings, keyring)
    store = KnownStore.open(known_values_path(settings), keyring, read_only=True)
    profile = profile or approved_profile(settings, keyring)
    scope = site_scope(settings)
    large = None if learning else store.site_values(scope)
    read = partial(store.get, scope)
    first = read() if not learning and (large is None or wants_standins(profile)) else ()
    values: Callable[[], tuple[KnownValue, ...]] = read if learning else lambda: first
    known = StoredKnownValues(keyring, lambda: store, values)

    def site() -> SiteValues | tuple[KnownValue, ...]:
        return (store.site_values(scope) if learning else large) or values()

    def index() -> SiteIndex | tuple[KnownValue, ...]:
        found = site()
        return found.index if isinstance(found, SiteValues) else found

    ledger = open_ledger(state, settings.llm.token_budget if settings.llm is not None else None)
    engine = build_engine(settings, keyring, profile, as_of, SiteKnown(site), student, known, ledger, asking=asking)
    is_seen = store.is_seen if holds_unseen else None
    texts = engine if watch is None else watch(engine)
    registry = build_registry(settings, keyring, profile, follows=follows)
    records = build_applier(settings, keyring, profile, texts, store, keys, index, is_seen, registry, follows=follows)
    return WorkerEngines(engine, records, registry, keys, store, ledger)
