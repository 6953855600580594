"""This module processes a recording in a worker: it hears it, finds PHI, writes the outputs, and proves them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from msgspec import structs

from audio.gaps import Judge
from audio.outputs import document, subrip, waveform, webvtt, whisper_json
from audio.redact import Found, Options, Process, Sound, find, listen, rewrite_proven
from audio.resynthesis import Engine as SpeechEngine
from audio.resynthesis import Spoken, resynthesise
from audio.steps import Heard, decode_heard, encode_heard, expected_errors
from audio.words import Recognizer, Samples, Word, in_another_language
from redactor.engine import Engine, Redacted
from redactor.errors import (
    DamagedMediaError,
    DetectorBuildError,
    MediaError,
    RunError,
    ServiceUnavailableError,
    TimelineError,
)
from redactor.run.contracts import FileReason, OutputFile, Processed
from redactor.run.output.durable_files import describe, sha256
from redactor.run.recordings.jobs import Job, Note, Pause, Result, check_cause, staged
from redactor.run.sidecars import RECORDING, NoteContext, Sidecars
from redactor.text import Note as Text
from redactor.text import TextKind
from schemas.engine.records import Outcome, Reason, RecordError


@dataclass(frozen=True, slots=True)
class Rules:
    """These rules of the settings decide which recordings may leave.

    languages: those that may leave. releases_voice: sound leaves too. allow_demo: transcripts of a recogniser for
    demonstrations may leave. release_damaged: a damaged recording leaves, with its damaged stretches muted.
    most_errors: the greatest expected share of misheard words.
    """

    languages: frozenset[str]
    releases_voice: bool
    allow_demo: bool
    release_damaged: bool
    most_errors: float


class Processor:
    """A `Processor` implements RecordingProcessor.

    engine: redacts transcripts. options: those of listening, finding and muting. judge: makes the judge of gaps for a
    patient; None without one. sidecars: tells what is known of a recording, and de-identifies that. versions: those of
    all that hears and reads. kernels: as in Processed. speech: speaks the transcript in place of the sound.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        engine: Engine,
        sidecars: Sidecars,
        options: Options,
        rules: Rules,
        versions: Mapping[str, str],
        judge: Callable[[str | None], Judge] | None = None,
        kernels: str = "",
        speech: SpeechEngine | None = None,
    ) -> None:
        self._recognizer, self._engine, self._sidecars = recognizer, engine, sidecars
        self._options, self._rules, self._versions, self._judge = options, rules, versions, judge
        self._kernels, self._speech = kernels, speech

    def process(self, job: Job, note: Note, pause: Pause) -> Result:
        """See RecordingProcessor."""
        shutil.rmtree(job.work, ignore_errors=True)
        staged(job).mkdir(parents=True, mode=0o700)
        sidecar = Processed(Outcome.QUARANTINED, job.record_id, job.resource_key, resource_type=RECORDING)
        try:
            context, known = self._sidecars.process(job.sidecar, job.record_id)
            sidecar = structs.replace(
                known,
                record_id=job.record_id,
                resource_key=job.resource_key,
                resource_type=RECORDING,
                kernels=self._kernels,
            )
            if sidecar.outcome is not Outcome.RELEASED:
                return Result(structs.replace(sidecar, payload=None))
            if context.language is not None and context.language not in self._rules.languages:
                raise RecordError(Reason.UNSUPPORTED_LANGUAGE)
            return self._redact(job, note, pause, context, sidecar)
        except (RunError, DetectorBuildError, MemoryError):
            raise
        except Exception as e:
            return Result(_refused_outcome(sidecar, e))

    def _redact(self, job: Job, note: Note, pause: Pause, context: NoteContext, sidecar: Processed) -> Result:
        check_recognizer(self._recognizer, self._rules)
        options = self._options
        if self._judge is not None:
            options = replace(options, judge=self._judge(context.subject))
        heard = self._heard(job, note, PausingRecognizer(self._recognizer, pause), options)
        reader = Reader(self._engine, job.record_id, context)
        found = find_checked(heard, reader, options, self._rules)
        note("redacted", b"")
        entities = Counter(sidecar.entities) + Counter(found.entities)
        sound = spoken = None
        if self._speech is not None:
            spoken = resynthesise(found, heard, self._speech, staged(job) / "spoken.flac", job.work)
        if self._rules.releases_voice:
            target = staged(job) / "sound"
            sound = rewrite_proven(job.path, target, heard, found, options)
            target.rename(target.with_suffix(sound.target.suffix))
        _check_unchanged(job)
        speakers = speakers_of(context, heard.decoded.recording.channels)
        outputs = write_outputs(staged(job), heard, found, sound, self._versions, speakers, sidecar.payload, spoken)
        note("verified", b"")
        second = Counter(sidecar.second) + reader.second
        return Result(structs.replace(sidecar, payload=None, entities=entities, second=second), outputs)

    def _heard(self, job: Job, note: Note, recognizer: PausingRecognizer, options: Options) -> Heard:
        """Return what an earlier attempt heard, or listen now."""
        if job.heard is not None:
            try:
                heard = decode_heard(job.heard)
            except msgspec.DecodeError:  # another version wrote it
                pass
            else:
                recognizer.pause(heard.decoded.seconds)
                return heard
        heard = listen(job.path, recognizer, options, recognizer.pause)
        note("heard", encode_heard(heard))
        return heard


class PausingRecognizer:
    """A pausing recogniser lets other recordings go first before each stretch that it hears; see `Pause`."""

    def __init__(self, recognizer: Recognizer, pause: Pause) -> None:
        self.name, self.version, self.for_release = recognizer.name, recognizer.version, recognizer.for_release
        self._hear, self._pause = recognizer.hear, pause
        self._seconds = 0.0

    def pause(self, seconds: float) -> None:
        """Pause, with so many seconds of the recording decoded."""
        self._seconds = max(self._seconds, seconds)
        self._pause(self._seconds)

    def hear(self, samples: Samples) -> Sequence[Word]:
        self._pause(self._seconds)
        return self._hear(samples)


def check_recognizer(recognizer: Recognizer, rules: Rules) -> None:
    """Raise RecordError for a recogniser whose words may not leave."""
    if not (recognizer.for_release or rules.allow_demo):
        raise RecordError(Reason.ASR_NOT_FOR_RELEASE)


def find_checked(heard: Heard, process: Process, options: Options, rules: Rules) -> Found:
    """Return the result of `find`. Raises RecordError and DamagedMediaError for a recording that must not leave."""
    if heard.decoded.damaged and not rules.release_damaged:
        raise DamagedMediaError("the recording is damaged")
    words = (word for voices in heard.voices for word in voices.words)
    if in_another_language(words, rules.languages):
        raise RecordError(Reason.UNSUPPORTED_LANGUAGE)
    if expected_errors(heard) > rules.most_errors:
        raise RecordError(Reason.TOO_UNCLEAR)
    found = find(heard, process, options)
    if found.without_words and any(voices.voice for voices in heard.voices):
        raise RecordError(Reason.NO_TRANSCRIPT)
    return found


class Reader:
    """A reader redacts texts of one recording in its context, and counts the questions to an LLM."""

    def __init__(self, engine: Engine, record_id: str, context: NoteContext) -> None:
        self._engine, self._id, self._context = engine, record_id, context
        self.second = Counter[str]()

    def __call__(self, text: str) -> Redacted:
        c = self._context
        note = Text(self._id, text, c.subject or None, date=c.date, known=c.known, kind=TextKind.SPEECH)
        (out,), _ = self._engine.process([note], [])
        self.second += out.second
        return out


def _check_unchanged(job: Job) -> None:
    """Raise RecordError unless the file still has the digest that names the recording."""
    if sha256(job.path) != job.digest:
        raise RecordError(Reason.DAMAGED_MEDIA, "changed")


def _refused_outcome(sidecar: Processed, error: Exception) -> Processed:
    """Return the outcome of a recording whose processing raised. Messages may quote it: only codes are kept."""
    reason, where = _reason(error)
    return structs.replace(sidecar, outcome=Outcome.QUARANTINED, payload=None, reason=reason, where=where)


def _reason(error: Exception) -> tuple[Reason | FileReason, str]:
    match error:
        case RecordError():
            return error.reason, error.where
        case MediaError():
            return Reason(error.code), error.where
        case TimelineError():
            return Reason.UNVERIFIED, ""
        case ServiceUnavailableError():
            return Reason.SERVICE_UNAVAILABLE, ""
        case OSError():
            check_cause(error)
            return FileReason.UNREADABLE, ""
        case _:
            return Reason.INTERNAL, type(error).__name__


_TRANSCRIPT = "transcript.json"  # counts as the record


def speakers_of(context: NoteContext, channels: int) -> dict[int, str]:
    """Return de-identified names, or roles, by channel."""
    named = enumerate(context.speakers(channels))
    return {number: channel.name or channel.role for number, channel in named if channel.name or channel.role}


def write_outputs(
    folder: Path,
    heard: Heard,
    found: Found,
    sound: Sound | None,
    versions: Mapping[str, str],
    speakers: Mapping[int, str],
    sidecar: bytes | None,
    spoken: Spoken | None = None,
) -> tuple[OutputFile, ...]:
    """Write the files of a recording into `folder`, beside its sound or speech if that leaves, and describe them all.

    Captions follow the speech, if there is one; the transcript keeps the times of the recording. A name or role of a
    channel does not stand in captions if several speakers are told apart on it.
    """
    told = len({part.speaker for part in found.said} - {None})
    in_captions = speakers if told < 2 else {}
    played = structs.replace(found, said=spoken.said) if spoken is not None else found
    written = {
        _TRANSCRIPT: document(heard, found, versions, speakers, spoken.summary() if spoken is not None else None),
        "captions.vtt": webvtt(played.said, in_captions),
        "captions.srt": subrip(played.said, in_captions),
        "whisper.json": whisper_json(heard, played),
    }
    if sound is not None:
        written["waveform.svg"] = waveform(sound.proof.envelope, heard.decoded.seconds, found)
    if sidecar is not None:
        written["recording.json"] = sidecar
    for name, content in written.items():
        (folder / name).write_bytes(content)
    return describe(folder, [path.name for path in folder.iterdir()], _TRANSCRIPT)
