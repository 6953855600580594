"""This module builds the detectors that the settings name, and the terms of the site."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path

from redactor.detect import Detector
from redactor.detect.known import Known, SiteKnown
from redactor.detect.patterns import Patterns, rule_names
from redactor.detect.site_terms import AllowedTerm, AlwaysTerm, SiteDetector, SitePattern, SiteTerms, validate
from redactor.detect.wrappers import RoutedDetector
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.settings import Settings
from redactor.unicode_fold import label_key


def site_terms(settings: Settings) -> SiteTerms:
    """Return the terms and patterns of the site after checking them. Raises SettingsError that says what is wrong."""
    site = settings.site
    try:
        patterns = tuple(SitePattern(p.name, p.regex, Entity(p.entity)) for p in site.patterns)
        always = tuple(
            AlwaysTerm(t) if isinstance(t, str) else AlwaysTerm(t.term, Entity(t.entity)) for t in site.always_redact
        )
    except ValueError:
        raise SettingsError("site: an entity is not in the taxonomy; see redactor/entities.py") from None
    allow = tuple(AllowedTerm(t) if isinstance(t, str) else AllowedTerm(t.term, t.context) for t in site.allow)
    terms = SiteTerms(always, allow, patterns)
    problems = validate(terms, ())
    if problems:
        raise SettingsError("site: " + "; ".join(problems))
    return terms


def build_detectors(
    settings: Settings, site: SiteKnown | None = None, student: Detector | None = None, drift: bool = False
) -> list[Detector]:
    """Return the detectors that the settings name, and the detector of the site's terms if there are any.

    student: an already loaded student. drift: as in `build_student`. Raises SettingsError.
    """
    makers: dict[str, Callable[[], Detector]] = {
        "patterns": lambda: Patterns(settings.disabled_rules),
        "known": lambda: Known(site),
        "student": lambda: student or build_student(settings, drift),
    }
    unknown = [name for name in settings.detectors if name not in makers]
    if unknown or not settings.detectors:
        raise SettingsError(f"detectors: choose from {', '.join(makers)}")
    _check_rules(settings.disabled_rules)
    detectors: list[Detector] = [makers[name]() for name in settings.detectors]
    terms = site_terms(settings)
    if terms.always or terms.patterns:
        detectors.append(SiteDetector(terms))
    return detectors


def _check_rules(names: Iterable[str]) -> None:
    """Raise SettingsError if a name in `disabled_rules` belongs to no rule."""
    for i, name in enumerate(names, start=1):
        if name in rule_names():
            continue
        near = difflib.get_close_matches(name, sorted(rule_names()), n=3, cutoff=0.5)
        choice = f"perhaps {' or '.join(near)}; all are listed" if near else "they are listed"
        raise SettingsError(
            f"disabled_rules: no rule has the name at position {i}; {choice} by `redactor detect --list-rules`"
        )


def build_student(settings: Settings, drift: bool = False) -> Detector:
    """Load the student of the settings, and the students for certain note types, which read such notes in its place.

    A student is the shipped model, a model of the user, or a foreign checkpoint with a map of its labels. drift: let
    students tell which notes are unlike their training data; with an LLM they always do. Raises SettingsError if a
    model cannot be used.
    """
    drift = drift or settings.llm is not None
    if len(set(map(label_key, settings.students))) < len(settings.students):
        raise SettingsError(
            "students: two of the types of notes differ only in case, accents, spaces or signs; keep one"
        )
    default = _load_student(settings, "student", settings.student, drift)
    if not settings.students:
        return default
    by_type = {
        name: _load_student(settings, f"students.{name}", path, drift) for name, path in settings.students.items()
    }
    return RoutedDetector(default, by_type)


def _load_student(settings: Settings, setting: str, folder: Path | None, drift: bool) -> Detector:
    from redactor.detect.student import Student  # loads ONNX Runtime
    from redactor.detect.student.card import CARD
    from redactor.errors import ModelError

    labels = settings.student_labels
    doubt = settings.llm.ask_above if settings.llm is not None else None
    try:
        if folder is None or (folder / CARD).is_file():
            if labels is not None and setting == "student":
                raise SettingsError("student_labels is for a checkpoint of `transformers`; this student has its own")
            return Student(folder, threads=settings.threads, device=settings.device, doubt=doubt, drift=drift)
        if (folder / "config.json").is_file():
            from redactor.detect.checkpoint import Checkpoint  # loads torch

            return Checkpoint(folder, labels, threads=settings.threads, device=settings.device, doubt=doubt)
        raise SettingsError(
            f"{setting} must be a folder with {CARD}, as `redactor distill export` writes it, or with the config.json, "
            "weights and tokenizer of a token classifier; names of models on a hub are not looked up"
        )
    except ModelError as e:
        raise SettingsError(f"{setting}: {e}" if setting != "student" else str(e)) from None
