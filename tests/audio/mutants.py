"""Mutants of what mutes recordings: each breaks one promise, and a test must fail for it.

Given to pytest by -p, it breaks the promise that the environment names before any test imports what keeps it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import av

import audio.find
import audio.proof
import audio.rewrite
import audio.timeline
from audio.decode import Decoded, Pcm
from audio.rewrite import Filling
from tests.unit.audio.sound_kit import survey

VARIABLE = "AUDIO_MUTANT"


def no_growth() -> None:
    """PHI words are muted where the recogniser says, and nowhere else."""

    def located(placed: Sequence[Any], phi: set[int], *_: object) -> list[tuple[int, int]]:
        return audio.timeline.joined(interval for index in phi for interval in placed[index].intervals)

    audio.find.locate_phi = located


def no_gaps() -> None:
    audio.find.find_gaps = lambda voice, heard: []


def one_channel_muted() -> None:
    whole = audio.rewrite.fill_muted

    def fill_muted(pcm: Pcm, *rest: Any) -> Pcm:
        muted = whole(pcm, *rest)
        muted[1:] = pcm[1:]
        return muted

    audio.rewrite.fill_muted = fill_muted


def packets_copied() -> None:
    """Packets go over as they are into a container of the same kind."""
    target_of = audio.rewrite.target_of

    def rewrite(source: Path, out: Path, decoded: Decoded, spans: object, filling: object = Filling.SILENCE) -> Any:
        target = target_of(decoded.recording)
        with av.open(str(source)) as old, av.open(str(out), "w", format=target.container) as new:
            stream = new.add_stream_from_template(old.streams.audio[0])
            for packet in old.demux(audio=0):
                if packet.dts is not None:
                    packet.stream = stream
                    new.mux(packet)
        return target

    audio.rewrite.rewrite = rewrite


def proof_skipped() -> None:
    def prove(original: Path, rewritten: Path, *_: object) -> audio.proof.Proof:
        return audio.proof.Proof((), 0.0, 0.0, survey(rewritten), ())

    audio.proof.prove = prove


MUTANTS: dict[str, Callable[[], None]] = {
    "no-growth": no_growth,
    "no-gaps": no_gaps,
    "one-channel-muted": one_channel_muted,
    "packets-copied": packets_copied,
    "proof-skipped": proof_skipped,
}

if os.environ.get(VARIABLE):
    MUTANTS[os.environ[VARIABLE]]()
