"""Build the data card of a release: what a privacy board asks before it signs, without PHI.

What cannot be known says so, and why: a card without a state has only what OUT and its manifest show.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from redactor.assemble.detectors import build_student
from redactor.detect.student import Student
from redactor.entities import Entity
from redactor.errors import EvaluationError, ProfileError, RedactorError
from redactor.evaluate.date_attack.report import attack_figures, read_attack
from redactor.evaluate.drift import measure_notes, summarize_drift
from redactor.evaluate.figures import Figure
from redactor.evaluate.release_card.classes import Anonymity, Count, measure_classes
from redactor.evaluate.release_card.remarks import not_covered, warnings
from redactor.evaluate.release_card.shown import Shown, read_shown
from redactor.evaluate.release_card.state import Canaries, StateCounts, StateFacts, read_state
from redactor.keys import Keyring
from redactor.policy.date_levels import MEASURED_RISK, DateLevel
from redactor.policy.profiles import Profile, load_profile
from redactor.run.intake.unread_suffixes import is_sound
from redactor.run.output import manifest
from redactor.run.output.segments import read_segment
from redactor.run.output.verification import verify
from redactor.settings import Settings
from redactor.text import Action
from schemas.engine.records import Outcome, Reason

_NO_STATE = "only the state of the run tells this, and none was given (--state DIR)"
_WITHHELD_REASONS = (Reason.OPTED_OUT.value, Reason.RESTRICTED.value)
_SOME = "some"
_ATTACKED = 500  # subjects whose dates are attacked at most
_ENOUGH = 100  # subjects from which a percentile is of more than a few
_BATCH = 64
_SHIFTED = (Action.SHIFT, Action.SURROGATE)


@dataclass(frozen=True, slots=True)
class Unknown:
    """What the card cannot know. why: a sentence or a part of one."""

    why: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Which release this is. manifest_sha256: of manifest.json, which names every file by its digest.

    segments: of a stream's manifest; None for a run. endings: the number of files by their extension. sounds: files of
    sound.
    """

    number: int
    recipient: str
    source: str
    key: str
    manifest_sha256: str
    segments: int | None
    files: int
    bytes: int
    endings: Mapping[str, int]
    sounds: int


@dataclass(frozen=True, slots=True)
class Configuration:
    """What made the release, as its manifest states it; of a stream, in all segments.

    became: the action for each entity that was found; Unknown if the profile is not at hand with the same digest.
    """

    profile: str
    profile_digest: str
    claim: str
    as_of: str
    known_values: str
    detectors: tuple[str, ...]
    schemas: tuple[tuple[str, str, str], ...]
    llm_host: str
    reduced: Mapping[str, object]
    kernels: Mapping[str, int]
    release_voice: Mapping[str, str] | None
    became: Mapping[str, str] | Unknown


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of records and of values; from the state if there is one, else from the manifest.

    records: without those withheld from the release. outcomes, reasons: records. withheld: whether there are records
    of patients who opted out, and records under a restricting label: "some" or 0, since the number would often tell
    whether one patient is behind it. types: released records. entities: values found.
    guards: values by what a guard or a term of the site did with them. rules: fields. omitted: values without a
    replacement, by cause. emptied, unknown_fields: by path. questions: to an LLM, and its answers.
    """

    records: int
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    withheld: Mapping[str, Count] | Unknown
    types: Mapping[str, int]
    entities: Mapping[str, int]
    guards: Mapping[str, int]
    rules: Mapping[str, int]
    omitted: Mapping[str, int]
    emptied: Mapping[str, int] | Unknown
    unknown_fields: Mapping[str, int] | Unknown
    questions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DateAttack:
    """The attack on the dates of OUT by all regularities together.

    subjects: how many were attacked. of: all of whom OUT shows something. candidates: shifts for each. left_median,
    left_5th: median and 5th percentile of the shifts that remain possible with 95 %; the latter is None for few
    subjects. best: the mean probability of the best guess, from 0 to 1.
    """

    subjects: int
    of: int
    candidates: int
    left_median: float
    left_5th: float | None
    best: float


@dataclass(frozen=True, slots=True)
class Dates:
    """How dates leave. level, policy: as the manifest states them. risk: what was measured at this level elsewhere."""

    level: str
    policy: Mapping[str, object]
    risk: str
    attack: DateAttack | Unknown


@dataclass(frozen=True, slots=True)
class Drift:
    """How far a sample of the texts of OUT is from the notes that the student learnt from.

    texts: the sample. of: all texts that are long enough. strange: the share beyond a threshold.
    """

    student: str
    texts: int
    of: int
    strange: Figure


@dataclass(frozen=True, slots=True)
class Card:
    """The data card of a release. faults: what `redactor verify` finds wrong with OUT."""

    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    identity: Identity
    configuration: Configuration
    run: StateFacts | Unknown
    counts: Counts
    dates: Dates
    anonymity: Anonymity | Unknown
    drift: Drift | Unknown
    canaries: Canaries | Unknown
    not_covered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sender:
    """Who vouches for the manifest: the holder of this keyring, or of this public key in hexadecimal digits."""

    keyring: Keyring | None
    public_key: str | None = None


def build_card(
    out: Path,
    state: Path | None,
    sender: Sender,
    settings: Settings,
    *,
    name_codes: bool = False,
    canaries: Canaries | None = None,
) -> Card:
    """Read OUT and its state, and measure what a board asks.

    name_codes: whether codes that few patients have are named. canaries: of the stream, where they were measured.
    Raises EvaluationError for a manifest that the sender did not write, or a state that did not write it; RunError if
    OUT is no release.
    """
    if not out.is_dir():
        raise EvaluationError("OUT is no folder; give the folder OUT of a run")
    data, mac, _ = manifest.read(out)
    checked = verify(out, sender.keyring, sender.public_key, home=settings.home)
    if checked.faults and not checked.release:
        raise EvaluationError(f"there is no card for this OUT: {'; '.join(checked.faults)}")
    facts: StateFacts | Unknown = Unknown(_NO_STATE)
    of_state: StateCounts | None = None
    if state is not None:
        if sender.keyring is None:
            raise EvaluationError("a state is read with the keyring of its run; set REDACTOR_KEYRING, or leave --state")
        facts, of_state = read_state(state, sender.keyring, mac)
    parts = list(_segments(out, data))
    shown = read_shown(out, settings.max_record_bytes)
    profile = _profile_of(data, settings)
    counts = _counts(data, of_state)
    identity = _identity(out, data, parts)
    ended = facts.ended if isinstance(facts, StateFacts) and data["as_of"] in (None, manifest.DERIVED) else ""
    anonymity: Anonymity | Unknown = Unknown("OUT shows no patient")
    if shown.people:
        anonymity = measure_classes(shown, None if profile is None else _untrue(profile), name_codes=name_codes)
    state_facts = facts if isinstance(facts, StateFacts) else None
    return Card(
        checked.faults,
        tuple(warnings(data, state_facts, shown, canaries)),
        identity,
        _configuration(data, parts, profile, counts.entities),
        facts,
        counts,
        _dates(out, data, shown, settings, profile, ended),
        anonymity,
        _drift(shown, settings),
        canaries
        or Unknown(
            "a state keeps no figures of planted patients. An answer of an LLM that clears the canary of its request "
            "counts for nothing, and is among the answers that were unsure"
        ),
        tuple(not_covered(data, identity.sounds, counts.reasons, state_facts)),
    )


def _segments(out: Path, head: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield what each part of the manifest states, the newest first; of a run there is one."""
    data, number = head, int(head.get("segment", 1))
    while True:
        yield data
        previous, number = data.get("previous"), number - 1
        if previous is None:
            return
        found = read_segment(out, previous, number)
        if isinstance(found, str):  # which the faults tell
            return
        data = found


def _identity(out: Path, data: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Identity:
    files = [file for part in parts for file in part["files"]]
    endings = Counter(str(file["name"]).rpartition(".")[2] for file in files)
    return Identity(
        int(data["release"]),
        str(data["recipient"]),
        str(data["source"]),
        str(data["key"]),
        hashlib.sha256((out / manifest.MANIFEST).read_bytes()).hexdigest(),
        int(data["segment"]) if "segment" in data else None,
        len(files),
        sum(int(file["bytes"]) for file in files),
        dict(sorted(endings.items())),
        sum(n for ending, n in endings.items() if is_sound(b"", f".{ending}")),
    )


def _configuration(
    data: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], profile: Profile | None, entities: Mapping[str, int]
) -> Configuration:
    became: Mapping[str, str] | Unknown = Unknown("the profile with this digest is not at hand")
    if profile is not None:
        actions = {entity.value: profile.action(entity).value for entity in Entity}
        became = {name: actions[name] for name in entities if name in actions}
    return Configuration(
        " then ".join(dict.fromkeys(str(part["profile"]["name"]) for part in reversed(parts))),
        " then ".join(dict.fromkeys(str(part["profile"]["digest"]) for part in reversed(parts))),
        str(data["profile"]["claim"]),
        str(data["as_of"] or ""),
        str(data["known_values"]),
        tuple(sorted({f"{name} {version}" for part in parts for name, version in part["detectors"].items()})),
        tuple(sorted({(s["name"], s["version"], s["digest"]) for part in parts for s in part["schemas"]})),
        str(data.get("llm_host", "")),
        data.get("reduced", {}),
        data["kernels"],
        data["profile"].get("release_voice"),
        became,
    )


def _counts(data: Mapping[str, Any], of: StateCounts | None) -> Counts:
    published = {name: data[name] for name in ("outcomes", "reasons", "types", "entities", "rules", "omitted")}
    withheld: Mapping[str, Count] | Unknown = Unknown(_NO_STATE)
    emptied: Mapping[str, int] | Unknown = Unknown(_NO_STATE)
    unknown: Mapping[str, int] | Unknown = Unknown(_NO_STATE)
    if of is not None:
        published |= {"types": of["type"], "entities": of["entity"], "rules": of["rule"], "omitted": of["omitted"]}
        reasons = of["reason"]
        published["reasons"] = {name: n for name, n in reasons.items() if name not in _WITHHELD_REASONS}
        withheld = {name: _SOME if reasons.get(name) else 0 for name in _WITHHELD_REASONS}
        hidden = sum(reasons.get(name, 0) for name in _WITHHELD_REASONS)
        outcomes = {name: n - (hidden if name == Outcome.WITHHELD else 0) for name, n in of["outcome"].items()}
        published["outcomes"] = {name: n for name, n in outcomes.items() if n}
        emptied, unknown = of["emptied"], of["unknown"]
    entities = published["entities"]
    return Counts(
        records=sum(published["outcomes"].values()),
        outcomes=published["outcomes"],
        reasons=published["reasons"],
        withheld=withheld,
        types=published["types"],
        entities={name: n for name, n in entities.items() if ":" not in name},
        guards={name: n for name, n in entities.items() if ":" in name},
        rules=published["rules"],
        omitted=published["omitted"],
        emptied=emptied,
        unknown_fields=unknown,
        questions=data.get("llm", {}),
    )


def _profile_of(data: Mapping[str, Any], settings: Settings) -> Profile | None:
    """Return the profile that made the release; None if it is not at hand, has changed, or treats fields apart."""
    try:
        profile = load_profile(str(data["profile"]["name"]).partition("@")[0], settings.profile_dirs)
    except ProfileError:
        return None
    return None if profile.digest != data["profile"]["digest"] or profile.paths else profile


def _untrue(profile: Profile) -> frozenset[str]:
    """Return which quasi-identifiers of OUT do not hold a value of the patient, as `measure_classes` takes them."""
    entities = {"birth": Entity.BIRTH_DATE_TIME, "state": Entity.STATE, "zip": Entity.ZIP}
    found = {name for name, entity in entities.items() if profile.action(entity) in _SHIFTED}
    if "birth" in found and profile.dates.level is not DateLevel.FAR:
        found = {"year"} | found - {"birth"}
    return frozenset(found)


def _dates(
    out: Path, data: Mapping[str, Any], shown: Shown, settings: Settings, profile: Profile | None, ended: str
) -> Dates:
    policy = data.get("dates")
    if policy is None:
        told = "dates do not leave shifted: as the profile says"
        if profile is not None:
            told = {
                Action.KEEP: "dates leave as they are",
                Action.GENERALIZE: "of dates the year leaves",
            }.get(profile.action(Entity.DATE), "dates leave as tags")
        return Dates("", {}, "", Unknown(f"{told}; there is no shift to guess"))
    level = str(policy["level"])
    risk = MEASURED_RISK.get(DateLevel(level), "") if level in list(DateLevel) else ""
    return Dates(level, policy, risk, _attack(out, shown, settings, ended))


def _attack(out: Path, shown: Shown, settings: Settings, ended: str) -> DateAttack | Unknown:
    try:
        end = dt.date.fromisoformat(ended) if ended else None
        result = read_attack(out, settings.max_record_bytes, end=end, most=_ATTACKED, alone=False)
        together = attack_figures(result, None, out, settings.max_record_bytes)[-1]
    except EvaluationError:
        return Unknown("OUT shows no dates of patients that could be attacked")
    subjects = len(result.subjects)
    low = round(together.left_low, 1) if subjects >= _ENOUGH else None
    of = max(len(shown.people), subjects)
    median, best = round(together.left_median, 1), round(together.best, 4)  # the same with any library of matrices
    return DateAttack(subjects, of, result.candidates, median, low, best)


def _drift(shown: Shown, settings: Settings) -> Drift | Unknown:
    if not shown.texts:
        return Unknown("OUT shows no text that is long enough")
    try:
        student = build_student(settings.model_copy(update={"students": {}}), drift=True)
    except RedactorError:
        return Unknown("the student of the settings cannot be loaded")
    if not isinstance(student, Student) or (usual := student.profile) is None:
        return Unknown("the student of the settings has no profile of the notes that it learnt from")
    texts = sorted(shown.texts)
    notes = [
        note
        for at in range(0, len(texts), _BATCH)
        for note in measure_notes(student, usual, [("", text, "") for text in texts[at : at + _BATCH]])
    ]
    strange = summarize_drift(usual, notes).strange
    if not strange.above:  # a bootstrap of none finds none: the exact limit of Clopper and Pearson
        strange = replace(strange, high=1 - 0.025 ** (1 / strange.below))
    return Drift(student.version, len(texts), shown.notes, strange)
