"""This module builds the processing of recordings: its configuration, its callbacks, and the processor in its
workers.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from audio.recognizers import open_recognizer
from audio.resynthesis import Engine as SpeechEngine
from audio.resynthesis import open_engine
from audio.steps import Options
from audio.words import Recognizer
from redactor.assemble.detectors import build_student
from redactor.assemble.engines import approved_profile, build_engine
from redactor.assemble.hearing import build_options, build_rules, gap_judge, judge_version
from redactor.assemble.home import default_state, known_head_path, known_values_path, site_scope
from redactor.assemble.records import build_harvester, build_registry, check_allowed_terms, record_keys
from redactor.assemble.runs import (
    judges_ages,
    kernel_class,
    run_fingerprint,
    run_metadata,
    shared_settings,
    worker_engines,
)
from redactor.detect import Detector
from redactor.detect.wrappers import DeferredDetector
from redactor.engine import Engine
from redactor.errors import SettingsError
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.policy.profiles import Profile
from redactor.run.contracts import RawRecord
from redactor.run.intake.patient_lists import Canonical, read_crosswalk
from redactor.run.recordings.jobs import RecordingProcessor
from redactor.run.recordings.processor import Processor
from redactor.run.recordings.runner import Callbacks
from redactor.run.recordings.session import SessionConfig
from redactor.run.runner import check_folders_apart
from redactor.run.sidecars import Identifier, Sidecars, learn
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings


def build_audio(
    settings: Settings,
    source: Path | None,
    out: Path,
    state: Path | None = None,
    workers: int = 1,
    *,
    transcript_only: bool = False,
    learning: bool = False,
) -> tuple[SessionConfig, Callbacks]:
    """Build the configuration and the callbacks with which recordings are processed.

    source: None if the recordings come from the quarantine. learning: sidecars keep coming, from a drop folder; ages
    are then judged on the day of the settings. Raises SettingsError, KeyringError, ProfileError, SchemaError,
    ModelError or RunError.
    """
    settings = shared_settings(settings, workers)
    keyring = Keyring.load(settings.keyring)
    profile = approved_profile(settings, keyring)
    if learning and settings.as_of is None and judges_ages(profile):
        raise SettingsError(
            f"as_of is not set, and profile {profile.name} judges by it who is over 89: give the day, for example "
            "REDACTOR_AS_OF=2026-01-01"
        )
    where = state or default_state(settings, keyring, source, out)
    check_folders_apart(source, out, where, settings.home)
    speech = None if transcript_only else _open_speech(settings, profile)
    recognizer = open_recognizer(settings.audio, settings.threads or 1)
    engine = build_engine(settings, keyring, profile, settings.as_of)
    registry = build_registry(settings, keyring, profile)
    registry.check()
    make_own_folder(settings.home)
    store = KnownStore.open(known_values_path(settings), keyring, head_file=known_head_path(settings))
    check_allowed_terms(settings, keyring)
    hearing = _heard_by(recognizer, build_options(settings))
    metadata = run_metadata(settings, keyring, profile, _versions(settings, engine, hearing, speech))
    config = SessionConfig(
        out=out,
        state=where,
        keyring=keyring,
        metadata=metadata,
        fingerprint=_digest([run_fingerprint(settings, metadata, None), settings.audio.of_output(), transcript_only]),
        heard_by=_digest(hearing),
        home=settings.home,
        known=store.state,
        identifier=Identifier(registry, record_keys(settings, keyring), Canonical(read_crosswalk(settings.crosswalk))),
        transcript_only=transcript_only,
        attempts=settings.audio.attempts,
    )
    harvester = build_harvester(settings, keyring, registry)

    def take_in(sidecars: Sequence[RawRecord]) -> dt.date | None:
        newest = learn(sidecars, registry, harvester, store)
        if learning:
            store.join()
        return newest

    def learnt(newest: dt.date | None) -> dt.date | None:
        store.join()
        store.pack_site(site_scope(settings))
        return settings.as_of or newest

    in_this_process = source is None
    student = next((d for d in engine.detectors if d.name == "student"), None)
    if student is not None and not in_this_process:  # a loaded model cannot be pickled; workers load their own
        student = DeferredDetector(student.name, student.version, partial(build_student, settings))
    processor = partial(
        make_processor,
        settings,
        profile=profile,
        releases_voice=profile.release_voice is not None and not transcript_only,
        speech=speech,
        learning=learning,
        student=student,
        recognizer=recognizer if in_this_process else None,
        versions=metadata.detectors,
        kernels=kernel_class(),
        state=where,
        ledger=where,
    )
    return config, Callbacks(processor, take_in, learnt)


def build_beside(settings: Settings, profile: Profile, state: Path, ledger: Path) -> Callable[[], RecordingProcessor]:
    """Return what builds the processor of recordings in a worker beside a `Redactor`, which stores the known values.

    profile: the approved one. state: a folder of this process, for decoded sound. ledger: the folder of the tokens of
    LLMs. Raises SettingsError, ModelError.
    """
    if settings.audio.model is None:
        open_recognizer(settings.audio, 1)  # says what is missing
    return partial(
        make_processor,
        shared_settings(settings, 2),
        settings.as_of,
        profile=profile,
        releases_voice=profile.release_voice is not None,
        speech=_open_speech(settings, profile),
        learning=True,
        student=None,
        recognizer=None,
        versions=None,
        kernels=kernel_class(),
        state=state,
        ledger=ledger,
        follows=True,
    )


def _open_speech(settings: Settings, profile: Profile) -> SpeechEngine | None:
    return open_engine(settings.audio.speech, settings.audio.languages) if profile.resynthesises else None


def _heard_by(recognizer: Recognizer, options: Options) -> dict[str, str]:
    speakers = {"speakers": options.turns.version} if options.turns is not None else {}
    return {recognizer.name: recognizer.version, "silero-vad": options.detector.version, **speakers}


def _versions(
    settings: Settings, engine: Engine, hearing: Mapping[str, str], speech: SpeechEngine | None
) -> dict[str, str]:
    spoken_by = {speech.name: speech.version} if speech is not None else {}
    return {**engine.versions, **hearing, **judge_version(settings), **spoken_by}


def make_processor(
    settings: Settings,
    as_of: dt.date | None,
    *,
    profile: Profile,
    releases_voice: bool,
    speech: SpeechEngine | None,
    learning: bool,
    student: Detector | None,
    recognizer: Recognizer | None,
    versions: Mapping[str, str] | None,
    kernels: str,
    state: Path,
    ledger: Path,
    follows: bool = False,
) -> RecordingProcessor:
    """Build the processor of recordings, inside a worker.

    recognizer: an already loaded one. versions: of all that hears and reads, if they are known. state: a folder for
    decoded sound. ledger: that of the tokens of LLMs. follows: as in `worker_engines`.
    """
    engines = worker_engines(settings, as_of, learning, student, profile, state=ledger, follows=follows)
    keyring = Keyring.load(settings.keyring)
    sidecars = Sidecars(
        engines.registry,
        engines.keys,
        RecordProcessor(engines.records, engines.keys),
        engines.store.keyed,
        Canonical(read_crosswalk(settings.crosswalk)),
    )
    recognizer = recognizer or open_recognizer(settings.audio, settings.threads or 1)
    options = build_options(settings, state)
    if versions is None:
        versions = _versions(settings, engines.texts, _heard_by(recognizer, options), speech)
    return Processor(
        recognizer,
        engines.texts,
        sidecars,
        options,
        build_rules(settings, releases_voice),
        versions,
        gap_judge(settings, keyring, engines.ledger),
        kernels,
        speech,
    )


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
