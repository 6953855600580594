"""Read texts with one tool, inside the tool's own environment: `python -P adapter.py TOOL IN.jsonl OUT.jsonl [OPTION]`.

This file uses nothing but the standard library and the tool. Each line of IN.jsonl is {"id", "text"}. OUT.jsonl begins
with {"claims", "packages"}: the labels that the tool says it finds, and the versions of what is installed. Each line
after it is {"id", "spans", "cpu"}: spans are [start, end, label, score or null, text or null] as the tool told them,
and cpu is the process's CPU time for this text in microseconds. A text on which the tool failed has "error", the
exception's type, in place of spans.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from typing import Any

Found = tuple[int, int, str, float | None, str | None]
Reader = tuple[Callable[[str], Iterable[Found]], Iterable[str]]
_WARM_UP = (
    "Mr. John Smith, 47 years old, was seen by Dr. Mary Jones at Lakeside Hospital on 03/04/2021 and on 5 May 2022.",
    "Phone: (415) 555-0132, fax 415-555-0133, jane@example.org, https://example.org/a, MRN: 1234567, SSN 123-45-6789.",
    "She lives at 12 Main Street, Springfield, IL 62701. Card 4111 1111 1111 1111, IP 192.0.2.7. No acute distress.",
)


def presidio(model: str) -> Reader:
    """Return Presidio's analyzer with its default recognisers. model: spaCy's, by name or folder; empty: blank."""
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NerModelConfiguration, NlpEngineProvider, SpacyNlpEngine

    nlp = spacy.load(model) if model else spacy.blank("en")
    # The default configuration, which leaves organisations out, but for its model.
    told = NerModelConfiguration.from_dict(NlpEngineProvider().nlp_configuration["ner_model_configuration"])
    engine = SpacyNlpEngine(ner_model_configuration=told)
    engine.nlp = {"en": nlp}
    analyzer = AnalyzerEngine(nlp_engine=engine)
    named = {told.model_to_presidio_entity_mapping.get(label) for label in nlp.pipe_labels.get("ner", ())}
    claims = {label for label in named if label and label not in told.labels_to_ignore}
    for recognizer in analyzer.registry.recognizers:
        if recognizer.name != "SpacyRecognizer":  # it claims labels that this model may not have
            claims.update(recognizer.supported_entities)

    def read(text: str) -> Iterable[Found]:
        return [(r.start, r.end, r.entity_type, r.score, None) for r in analyzer.analyze(text, "en")]

    return read, claims


def scrubadub(_: str) -> Reader:
    """Return scrubadub's default detectors; each filth of a merged one counts by itself."""
    from scrubadub import Scrubber

    scrubber = Scrubber()

    def read(text: str) -> Iterable[Found]:
        for filth in scrubber.iter_filth(text):
            for one in getattr(filth, "filths", [filth]):
                yield one.beg, one.end, one.type, None, one.text

    return read, [detector.filth_cls.type for detector in scrubber._detectors.values()]


def datafog(_: str) -> Reader:
    """Return DataFog's default engine, which is regular expressions."""
    from datafog import get_supported_entities, scan

    def read(text: str) -> Iterable[Found]:
        return [(e.start, e.end, e.type, e.confidence, e.text) for e in scan(text).entities]

    return read, get_supported_entities()


def openmed(_: str) -> Reader:
    """Return OpenMed's sweep for structured identifiers, which it runs after its models, without any model."""
    from openmed.core.pii_entity_merger import PII_PATTERNS
    from openmed.core.safety_sweep import safety_sweep

    def read(text: str) -> Iterable[Found]:
        return [(e.start, e.end, e.label, e.confidence, e.text) for e in safety_sweep(text, [], lang="en")]

    # Patterns with labels in capitals are for single services and peoples of Africa.
    return read, {p.entity_type for p in PII_PATTERNS if p.entity_type.islower()}


def phileas(_: str) -> Reader:
    """Return all filters of Phileas that its documentation lists and that need no service and no list of the user."""
    from phileas.policy.policy import Policy
    from phileas.services.filter_service import FilterService

    filters = [
        *("age", "emailAddress", "creditCard", "ssn", "phoneNumber", "ipAddress", "url", "zipCode", "vin", "date"),
        *("bitcoinAddress", "bankRoutingNumber", "macAddress", "currency", "streetAddress", "trackingNumber"),
        *("driversLicense", "ibanCode", "passportNumber"),
    ]
    policy = Policy.from_dict({"name": "all", "identifiers": {name: {} for name in filters}})
    service = FilterService()

    def read(text: str) -> Iterable[Found]:
        spans = service.filter(policy=policy, context="c", document_id="d", text=text).spans
        return [(s.character_start, s.character_end, s.filter_type, s.confidence, s.text) for s in spans]

    return read, filters


def philter(_: str) -> Reader:
    """Return Philter with its configuration "delta". It masks what it does not know to be safe."""
    from pathlib import Path

    import philter_lite

    filters = philter_lite.load_filters(str(Path(philter_lite.__file__).parent / "configs" / "philter_delta.toml"))

    def read(text: str) -> Iterable[Found]:
        safe, _, told = philter_lite.detect_phi(text, patterns=filters)
        typed = [(p.start, p.stop, p.phi_type, None, p.word) for p in told.phi]
        rest = [(start, end, "OTHER", None, None) for start, end in safe.get_complement(text).items()]
        return [*typed, *rest]

    return read, ("DATE", "PERSON", "LOCATION", "ID", "PHONE", "EMAIL", "URL", "AGE")


def redactor(detectors: str) -> Reader:
    """Return this project's detectors, with the resolver and the guard, as `redactor detect` runs them."""
    from redactor.assemble.detectors import build_detectors
    from redactor.engine import read_all
    from redactor.entities import Entity
    from redactor.settings import Settings
    from redactor.text import Note

    built = build_detectors(Settings(detectors=tuple(detectors.split(","))))

    def read(text: str) -> Iterable[Found]:
        (reading,) = read_all(built, [Note("n", text)])
        if not reading.complete:
            raise ValueError("not read whole")
        return [(s.start, s.end, s.entity.value, s.score, None) for s in reading.spans]

    return read, [e.value for e in Entity]


TOOLS: dict[str, Callable[[str], Reader]] = {
    f.__name__: f for f in (presidio, scrubadub, datafog, openmed, phileas, philter, redactor)
}


def main(tools: dict[str, Callable[[str], Reader]] = TOOLS) -> None:
    """Read all texts in one thread of one process."""
    tool, source, target, option = (*sys.argv[1:], "")[:4]
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    try:
        read, claims = tools[tool](option)
        for text in _WARM_UP:
            list(read(text))
    except Exception as error:
        told = re.sub("\x1b.{1,4}m", "", str(error)).splitlines()  # without colours
        sys.exit(f"{type(error).__name__}: {next((line.strip() for line in told if re.search('[a-z]', line)), '')}")
    packages = {d.metadata["Name"]: d.version for d in metadata.distributions()}
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:  # noqa: PTH123
        print(json.dumps({"claims": sorted(claims), "packages": dict(sorted(packages.items()))}), file=out)
        for line in lines:
            row = json.loads(line)
            at = time.process_time_ns()
            try:
                answer: dict[str, Any] = {"spans": list(read(row["text"]))}
            except Exception as error:
                answer = {"error": type(error).__name__}
            cpu = (time.process_time_ns() - at) // 1000
            # default: offsets of some libraries are integers of numpy
            print(json.dumps({"id": row["id"], **answer, "cpu": cpu}, default=int), file=out, flush=True)


if __name__ == "__main__":
    main()
