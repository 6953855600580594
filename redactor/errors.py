"""This module defines every error that a user can see. Messages say what to do and never quote the input.

RedactorError
├── SettingsError                the settings, or a file that they name, cannot be used
│   └── SiteError                a term or pattern of the site cannot be used
├── KeyringError                 the keyring is missing or cannot be read
│   └── MissingKeyError          a message was sealed under a key that this keyring does not hold
├── ProfileError                 a profile is unknown or cannot be used
├── SchemaError                  a schema document cannot be used
├── ApprovalError                the approvals of home were changed, copied or put back, or one cannot be given
├── InferError                   no schema can be proposed from the samples
├── ModelError                   a model is missing, damaged, or its parts do not fit each other
├── DetectorBuildError           a worker cannot build a detector that the main process has built
├── ServiceUnavailableError      a service that a batch needs cannot be reached
│   ├── BrokerUnavailableError   Kafka does not answer
│   │   └── BrokerRefusedError   Kafka refuses this client: TLS, login or rights
│   ├── IndexUnavailableError    the index of stand-ins is down, slow or full
│   ├── NotInForceError          approvals or the list of opt_out cannot be read, or a profile was withdrawn
│   └── AnswersUnavailableError  the answers of LLMs cannot be read or stored
├── IndexMismatchError           the index was written by another version or under another key
├── AnswersMismatchError         the answers of LLMs belong to another version or key, or were changed
├── NoStandInError               every candidate for a stand-in is taken
├── RecordError                  one record must not leave (schemas.engine.records, with its codes)
├── MediaError                   a recording cannot be read, muted or proven
│   ├── DamagedMediaError        the file is empty, broken, or differs from its header
│   ├── UnsupportedMediaError    the file is no recording, or a recording of an unsupported kind
│   ├── SpanError                a span to be muted does not lie within the recording
│   ├── UnreadTranscriptError    the detectors could not read a transcript completely
│   └── UnverifiedError          the rewritten recording failed its proof
├── RunError                     a run cannot start or continue
│   ├── DiskFullError            a disk, a quota or a limit on the size of files is full
│   ├── EndpointRefusedError     the endpoint of an LLM refuses every request (a ServiceUnavailableError, too)
│   ├── ForgottenMeanwhileError  a patient was forgotten since somebody opened the marks of a review
│   ├── IssuerError              the keys of an issuer of tokens cannot be fetched
│   ├── OtherInputError          IN is not what the run read
│   ├── SealBrokenError          rows of the state were changed without the keyring
│   └── StoppedError             a signal stopped the run after a commit
├── TopicError                   a topic is missing, or has other settings than configured
├── ForgedMessageError           a message was not written under this keyring, for this topic and key
│   └── OtherKeyringError        the message looks sealed: by another keyring or version, unless it is forged
├── TimelineError                a passage of a transcript has no place in its recording
├── RequestRefusedError          the service refuses a request of this program's client
├── SpeechEngineError            the engine that speaks transcripts failed on one of them
├── EvaluationError              gold and predictions cannot be compared
└── DistillError                 the training of a student cannot continue
    ├── NotesError               a place holds no notes
    ├── ExamplesError            a file does not hold training examples
    ├── LabelsError              soft labels cannot be made or used
    ├── MaterialError            the material of a training run is missing, empty or has changed
    └── AblationError            an ablation cannot continue
"""

from __future__ import annotations

import errno
from typing import ClassVar

NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class RedactorError(Exception):
    """This is the base of all errors; the command line prints the message and exits with 2."""


class SettingsError(RedactorError):
    """The settings cannot be used. The message names the field and its requirement, never its value."""


class SiteError(SettingsError):
    """The site's lists cannot be used. The message names the pattern or the position of the term, never its text."""


class KeyringError(RedactorError):
    """The keyring is missing, cannot be read, or is not a keyring."""


class MissingKeyError(KeyringError):
    """A message is genuine, and this keyring does not hold the key under which it was sealed."""


class ProfileError(RedactorError):
    """A profile is unknown or cannot be used."""


class SchemaError(RedactorError):
    """A schema document cannot be used. The message names the path in it; it holds no data."""


class ApprovalError(RedactorError):
    """The approvals of home were changed, copied or put back. None of them counts. The message says what to do."""


class InferError(RedactorError):
    """No schema can be proposed from the samples."""


class ModelError(RedactorError):
    """A model cannot be used: it is missing or damaged, or its parts do not fit each other."""


class DetectorBuildError(RedactorError):
    """A worker cannot build a detector that the main process has built. The run stops: no text may go unread."""


class ServiceUnavailableError(RedactorError):
    """A service that a batch needs cannot be reached after bounded retries; trying records one by one is pointless.

    code: of an error of `redactor serve`.
    """

    code = "service-unavailable"


class NotInForceError(ServiceUnavailableError):
    """What lets data leave cannot be read any more, or no longer lets them. The message says what to do.

    code: "profile-not-approved", "approvals-unreadable" or "withdrawals-unreadable".
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BrokerUnavailableError(ServiceUnavailableError):
    """Kafka does not answer. The message names the kind of fault and no host's answer."""


class BrokerRefusedError(BrokerUnavailableError):
    """Kafka refuses the client for its TLS, its login or its rights: a person has to act."""


class IndexUnavailableError(ServiceUnavailableError):
    """The index is down, slow or full after bounded retries. The message names no host's answer and no value."""


class AnswersUnavailableError(ServiceUnavailableError):
    """The answers of LLMs in home cannot be read or stored: a full disk, a lock, no permission."""


class IndexMismatchError(RedactorError):
    """The store was written by another version or under another key, or is not a stand-in index."""


class AnswersMismatchError(RedactorError):
    """The answers of LLMs in home belong to another version or keyring, or were changed."""


class NoStandInError(RedactorError):
    """Every candidate for a stand-in is taken: the pool of a kind is too small for its scope.

    The message names only the kind.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"no stand-in is left for another {kind}; see docs/guide/stand-ins.md")


class MediaError(RedactorError):
    """A recording cannot be handled. The message names neither the file nor anything that it holds.

    where: a code that tells more than the reason does, or "".
    """

    code: ClassVar[str] = "damaged-media"

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class DamagedMediaError(MediaError):
    """The file is empty, broken, or differs from its header."""


class UnsupportedMediaError(MediaError):
    """The file is no recording, or a recording of an unsupported kind."""

    code = "unsupported-media"


class SpanError(MediaError):
    """A span cannot be muted because it lies outside the recording, is empty, or is no number."""

    code = "unverified"


class UnreadTranscriptError(MediaError):
    """The detectors could not read the transcript completely. `where` is the code of the reason, if there is one."""

    code = "incomplete-reading"

    def __init__(self, where: str = "") -> None:
        super().__init__("the transcript could not be read in whole", where)


class UnverifiedError(MediaError):
    """The rewritten recording failed the proof that it must pass before it leaves."""

    code = "unverified"


class RunError(RedactorError):
    """The run cannot start or continue. The message names no file of the input."""


class DiskFullError(RunError):
    """A disk is full, or a quota or a limit on the size of files is reached. The command line exits with 3."""


class EndpointRefusedError(RunError, ServiceUnavailableError):
    """The endpoint of an LLM refuses every request until a person changes a setting or the endpoint.

    It ends a run, and `redactor serve` goes on with what asks nothing.

    The message has the HTTP status and the settings to look at, and nothing of a reply.
    """


class OtherInputError(RunError):
    """IN is not what the run read, or has changed since."""


class StoppedError(RunError):
    """A signal stopped the run after a commit; the same command resumes there."""


class TopicError(RedactorError):
    """A topic is missing, or has other settings than configured. The message names the topic and says what to do."""


class ForgedMessageError(RedactorError):
    """A message was changed, moved to another topic or key, or not written under this keyring. It holds no data."""


class OtherKeyringError(ForgedMessageError):
    """A message looks like one of another keyring or version of Redactor, or was forged to look so."""


class TimelineError(RedactorError):
    """A passage that must be muted has no place in the recording. The message holds no word of it."""


class RequestRefusedError(RedactorError):
    """This signals that the service refuses a request of `RedactorClient`.

    status: that of HTTP. code: of the service's errors, or "unknown" where something else answered. retry_after: the
    seconds after which to come back, if the service says so.
    """

    def __init__(self, status: int, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(f"{code} ({status}): {message}")
        self.status, self.code, self.retry_after = status, code, retry_after


class SpeechEngineError(RedactorError):
    """The engine that speaks transcripts failed on one of them. The message holds no word of it."""


class EvaluationError(RedactorError):
    """Gold and predictions cannot be compared. The message names the line, never its text."""


class DistillError(RedactorError):
    """The training of a student cannot continue."""


class NotesError(DistillError):
    """A place holds no notes. The message names what was expected."""


class ExamplesError(DistillError):
    """A file holds no training examples. The message gives the number of the line."""


class LabelsError(DistillError):
    """Soft labels cannot be made or used."""


class MaterialError(DistillError):
    """The material of a training run is missing or empty, or has changed since the run began."""


class AblationError(DistillError):
    """An ablation cannot continue."""
