"""The redacted transcript as a JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from audio.found import Found, Said
from audio.heard import Heard

FORMAT = "redacted-transcript/1"


def document(heard: Heard, found: Found, versions: Mapping[str, str], speakers: Mapping[int, str]) -> bytes:
    """UTF-8, with a line break at the end.

    versions: of whatever redacted the text, by name; those of `heard` are added. speakers: de-identified names or roles
    by channel. Times are seconds from the beginning.
    """
    decoded = heard.decoded
    content = {
        "format": FORMAT,
        "seconds": _seconds(decoded.seconds),
        "language": heard.language,
        "language_probability": heard.language_probability,
        "channels": [
            {"channels": list(voices.channels), "speaker": speakers.get(voices.channels[0])} for voices in heard.voices
        ],
        "text": _text(found.said),
        "words": [
            {
                "text": part.text,
                "start": _seconds(part.start),
                "end": _seconds(part.end),
                "channels": list(part.channels),
                "kind": part.kind,
                **({"entity": part.entity} if part.entity else {}),
            }
            for part in found.said
        ],
        "mutes": [
            {
                "start": _seconds(mute.start),
                "end": _seconds(mute.end),
                "entity": mute.entity,
                "step": mute.step,
                "confidence": mute.confidence,
            }
            for mute in found.mutes
        ],
        "muted": [[_seconds(start), _seconds(end)] for start, end in found.muted],
        "without_words": found.without_words,
        "entities": found.entities,
        "decoding": {
            "container": decoded.recording.container,
            "codec": decoded.recording.codec,
            "rate": decoded.recording.rate,
            "channels": decoded.recording.channels,
            "errors": decoded.errors,
            "holes": decoded.holes,
            "damaged": [
                [_seconds(start / decoded.recording.rate), _seconds(end / decoded.recording.rate)]
                for start, end in decoded.damaged
            ],
            "missing": _seconds(decoded.missing),
        },
        "versions": dict(sorted({**versions, **heard.versions}.items())),
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def _text(said: Sequence[Said]) -> str:
    """A line each turn."""
    turns = groupby(said, key=lambda part: part.channels)
    return "\n".join(" ".join(part.text for part in turn) for _, turn in turns)


def _seconds(time: float) -> float:
    return round(time, 3)
