"""Dictation and the output of speech recognizers, with or without spoken punctuation."""

from __future__ import annotations

import re

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import lowered, reshaped
from corpus.engine.layouts.spoken_values import say
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/dictation")
_OPEN = _TEXT.lines("open")
_MIDDLE = _TEXT.lines("middle")
_CLOSE = _TEXT.lines("close")
_BREATH = ("", "", "", " um", " uh", " you know", " okay", " so")
_TITLE = re.compile(r"\b(dr|mr|mrs|ms|prof|st|sgt|rev|hon|atty|lt|det|ofc|cpl)\.", re.IGNORECASE)
_STOP = re.compile(r"[.,;:?!()]+(?=\s|$)")


def _spoken_stops(c: Cast, source: Marked) -> Marked:
    """Stops outside of identifiers as words, or left away."""
    words = {".": " period", ",": " comma", ":": " colon", ";": " semicolon"} if c.chance(0.5) else {}

    def speak(text: str) -> str:
        return _STOP.sub(lambda m: words.get(m[0][0], ""), _TITLE.sub(r"\1", text))

    return reshaped(source, speak, str)


def dictated_text(c: Cast) -> Marked:
    """A dictation with spoken punctuation."""
    spoken = (
        c.pick((" period ", " period ", " period new line ", " full stop ", " new paragraph ", ""))
        if c.chance(0.5)
        else ""
    )
    parts = [c.pick(_OPEN), *c.rng.sample(_MIDDLE, c.rng.randint(3, 12)), c.pick(_CLOSE)]
    lines = [_spoken_stops(c, say(c, part)) for part in parts]
    return lowered(join(*lines, sep=spoken or " ")) if c.chance(0.85) else join(*lines, sep=spoken or " ")


def recognized_speech(c: Cast) -> Marked:
    """A recogniser's raw text: one line, no capitals, hesitations, no stops."""
    lines: list[Marked] = []
    for part in c.rng.sample(_MIDDLE + _OPEN, c.rng.randint(2, 9)):
        said = say(c, part)
        lines.append(join(reshaped(said, lambda text: _STOP.sub("", text), str), c.pick(_BREATH)))
    return lowered(join(*lines, sep=" "))


def punctuated_speech(c: Cast) -> Marked:
    """A recogniser that sets stops and capitals itself: short sentences, spelled letters kept."""
    parts = c.rng.sample(_MIDDLE + _OPEN, c.rng.randint(2, 8))
    return join(*(_capital(say(c, part)) for part in parts), sep=" ")


def _capital(said: Marked) -> Marked:
    """With a capital at its head and a full stop at its end."""
    if said.marks and said.marks[0].start == 0:
        return join(said, ".")
    head = said.text[:1].upper()
    return join(Marked(head + said.text[1:], said.marks), "." if said.text[-1:] != "." else "")


_CAPTION = _TEXT.lines("caption")


def captions(c: Cast) -> Marked:
    """Captions of a recording."""
    lines: list[Marked] = []
    for part in c.rng.sample(_MIDDLE + _OPEN + _CLOSE, c.rng.randint(2, 8)):
        if c.chance(0.5):
            lines.append(c.any(*_CAPTION))
        lines.append(lowered(say(c, part)) if c.chance(0.6) else say(c, part))
    return join(*lines, sep="\n")
