"""Everyday talk: visits with small talk, calls to desks, recognized speech."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import heard, some, transcript, turns
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/everyday_talk")
VISIT = _TEXT.lines("visit")
CALL = _TEXT.lines("call")
CALL_OPEN = _TEXT.lines("call_open")
SAID = _TEXT.lines("said")


def visit_talk(c: Cast) -> Marked:
    """A visit with small talk."""
    return transcript(c, VISIT, 1, c.pick((2, 4, 8)))


# Who answers and who calls.
_LINES = (
    ("Agent", "Customer"), ("Operator", "Caller"), ("AGENT", "CALLER"), ("A", "C"), ("Rep", "Cust"), ("", ""), ("", ""),
    ("{staff:given}", "{kin:given}"), ("{staff:short}", "{kin:full}"), ("{staff:family_upper}", "{kin:family_upper}"),
    ("Speaker 1", "Speaker 2"), ("Dispatcher", "Caller"), ("CSR", "MBR"), ("{staff:initials}", "{kin:initials}"),
)  # fmt: skip
_AROUND = ("{}: ", "{}: ", "{}: ", "[{}] ", "{} - ", "<{}> ", "**{}:** ", "{}\n")


def desk_call(c: Cast) -> Marked:
    """A call to a service desk."""
    exchanges = c.rng.sample(CALL, c.pick((1, 2, 3, 4, 6, 8)))
    if c.chance(0.7):
        exchanges.insert(0, c.pick(CALL_OPEN))
    who = dict(zip("OC", c.pick(_LINES), strict=True))
    before, _, after = c.pick(_AROUND).partition("{}")
    lines = []
    for letter, said in (turn for exchange in exchanges for turn in turns(exchange)):
        name = c.say(who[letter])
        lines.append(join(before, name, after, c.say(said)) if name.text else join(c.pick(("", "- ")), c.say(said)))
    return heard(c, join(*lines, sep="\n"))


def recognized_speech(c: Cast) -> Marked:
    """Without capitals or stops, as a recogniser or a thumb leaves it."""
    said = some(c, SAID, 1, c.pick((1, 2, 4, 7)), c.pick(("\n", " ", " ")))
    return join("[Music] ", said) if c.chance(0.04) else said
