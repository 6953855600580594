"""These layouts write transcripts of visits and telephone calls, and give other layouts their turns and typing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import bare, lowered, raised, reshaped, slipped
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/talk_without_names")
TURNS = _TEXT.lines("turns")
Labels = Mapping[str, str]
# Who the letters are, by name and by function.
_NAMED: Labels = {
    "D": "{dr:titled}", "P": "{pt:given}", "K": "{kin:given}", "N": "{nurse:given}", "I": "Interpreter",
    "O": "{staff:first_initial}", "C": "{kin:short}",
}  # fmt: skip
_FULL: Labels = {
    "D": "{dr:full}", "P": "{pt:full}", "K": "{kin:full}", "N": "{nurse:short}", "I": "{staff:short}",
    "O": "{staff:short}", "C": "{kin:full}",
}  # fmt: skip
_FAMILY: Labels = {
    "D": "{dr:family_upper}", "P": "{pt:family_upper}", "K": "{kin:family_upper}", "N": "{nurse:family_upper}",
    "I": "INTERPRETER", "O": "{staff:family_upper}", "C": "{kin:family_upper}",
}  # fmt: skip
_INITIALS: Labels = {
    "D": "{dr:initials}", "P": "{pt:initials}", "K": "{kin:initials}", "N": "{nurse:initials}",
    "I": "Int", "O": "{staff:initials}", "C": "{kin:initials}",
}  # fmt: skip
_FUNCTION: Labels = {
    "D": "Doctor", "P": "Patient", "K": "Family member", "N": "Nurse", "I": "Interpreter", "O": "Operator",
    "C": "Caller",
}  # fmt: skip
_BRIEF: Labels = {"D": "MD", "P": "Pt", "K": "Fam", "N": "RN", "I": "Int", "O": "OP", "C": "CLR"}
_LETTER: Labels = {"D": "D", "P": "P", "K": "F", "N": "N", "I": "I", "O": "O", "C": "C"}
_TURN: Labels = dict.fromkeys("DPKNIOC", "")
_NUMBERED = ("Speaker {}", "SPEAKER_0{}", "spk_{}", "S{}", "Participant {}", "Unknown Speaker {}", "Voice {}")
_AROUND = (
    "{}: ", "{}: ", "{}: ", "{}:", "[{}] ", "<{}> ", "{} - ", "({}) ", "**{}:** ", "{}> ", "{}\n", "{}:\n", "{}\t",
    ">>{}: ", "- {}: ", "{} said, ",
)  # fmt: skip
_BARE = ("", "", "- ", "– ", "> ", ">>")


def _labels(c: Cast) -> tuple[Labels, str]:
    """The label of each speaker, with its surrounding characters."""
    roll = c.rng.random()
    if roll < 0.2:
        return _TURN, c.pick(_BARE)
    if roll < 0.4:
        shape = c.pick(_NUMBERED)
        order = c.rng.sample("DPKNIOC", 7)
        labels: Labels = {who: shape.format(i) for i, who in enumerate(order)}
        return labels, c.pick(_AROUND)
    labels = c.pick((_NAMED, _NAMED, _FULL, _FAMILY, _INITIALS, _FUNCTION, _FUNCTION, _BRIEF, _LETTER))
    around = c.pick(_AROUND)
    if labels is _FUNCTION and c.chance(0.3):
        labels = {who: word.upper() for who, word in labels.items()}
    return labels, around


def turns(exchange: str) -> list[tuple[str, str]]:
    """The turns of an exchange: who speaks, what they say. Raises ValueError for a turn without its letter."""
    out = []
    for turn in exchange.split(" // "):
        who, colon, said = turn.partition(": ")
        if not colon or len(who) != 1:
            raise ValueError(f"no speaker's letter before {turn!r}")
        out.append((who, said))
    return out


def _elapsed(c: Cast, seconds: int, shape: str) -> str:
    """The time since the start: HH, MM, M, SS and FFF of the shape filled in."""
    minutes, rest = divmod(seconds, 60)
    parts = (("HH", minutes // 60), ("MM", minutes % 60), ("SS", rest))
    for sign, number in parts:
        shape = shape.replace(sign, f"{number:02d}")
    return shape.replace("M", str(minutes % 60)).replace("FFF", f"{c.rng.randrange(1000):03d}")


_CLOCKS = ("[HH:MM:SS] ", "M:SS ", "(MM:SS) ", "HH:MM:SS.FFF\n", "[MM:SS.FFF] ")


def transcript(c: Cast, exchanges: Sequence[str], least: int, most: int, first: Sequence[str] = ()) -> Marked:
    """Some of the exchanges after one of `first`, with one style of speaker labels.

    The share of exchanges without names varies by note.
    """
    labels, around = _labels(c)
    clock = c.pick(_CLOCKS) if c.chance(0.22) else ""
    count = min(len(exchanges), c.rng.randint(least, most))
    chosen = [c.pick(first)] if first else []
    plain = c.pick((0.0, 0.3, 0.6, 1.0))
    spare = c.rng.sample(TURNS, len(TURNS))
    for exchange in c.rng.sample(list(exchanges), count):
        chosen += [exchange, *([spare.pop()] if spare and c.chance(plain) else [])]
    seconds = c.rng.randrange(40)
    lines: list[Marked] = []
    for exchange in chosen:
        for who, said in turns(exchange):
            stamp = _elapsed(c, seconds, clock) if clock else ""
            seconds += c.rng.randint(2, 40)
            name = c.say(labels[who]) if labels[who] else Marked("")
            before, _, after = around.partition("{}")
            lines.append(join(stamp, before, name, after, c.say(said)))
    sep = c.pick(("\n", "\n", "\n", "\n\n"))
    if labels is _TURN and around == "":
        sep = c.pick((" ", " ", "\n"))
    return join(*lines, sep=sep)


def heard(c: Cast, source: Marked) -> Marked:
    """As a speech recogniser writes it: unchanged, without capitals, or without stops too, sometimes on one line."""
    roll = c.rng.random()
    if roll < 0.4:
        return source
    source = lowered(source) if roll < 0.85 else raised(source) if roll < 0.89 else source
    source = bare(source) if c.chance(0.65) else source
    return one_line(source) if c.chance(0.25) else source


def one_line(source: Marked) -> Marked:
    """With spaces for its line ends outside of the identifiers."""
    return reshaped(source, lambda text: text.replace("\n", " "), str)


def thumbed(c: Cast, source: Marked) -> Marked:
    """As people type it on a telephone: as it is, in small letters, without stops, with slips."""
    roll = c.rng.random()
    if roll < 0.3:
        source = lowered(source)
    if c.chance(0.25):
        source = bare(source)
    return slipped(c, source, 0.07) if c.chance(0.2) else source


def some(c: Cast, lines: Sequence[str], least: int, most: int, sep: str = "\n") -> Marked:
    """Several of the lines, in their order half of the time."""
    places = c.rng.sample(range(len(lines)), min(len(lines), c.rng.randint(least, most)))
    if c.chance(0.5):
        places.sort()
    return join(*(c.say(lines[i]) for i in places), sep=sep)


_TELEPHONE_TEXT = read("notes/calls_dialogues/telephone_talks")
_LEFT = _TELEPHONE_TEXT.lines("left")
_WRAPPED = _TELEPHONE_TEXT.lines("wrapped")


def telephone_call(first: Sequence[str], pool: Sequence[str], most: int = 12) -> Callable[[Cast], Marked]:
    """A call as somebody or a machine wrote it down, with the telephone system's lines around it now and then."""

    def write(c: Cast) -> Marked:
        said = heard(c, transcript(c, pool, 2, c.pick((4, most)), first if c.chance(0.8) else ()))
        if c.chance(0.3):
            said = join(some(c, _WRAPPED, 1, 3), "\n", said)
        return join(said, "\n", c.say(c.pick(_WRAPPED))) if c.chance(0.2) else said

    return write


def voicemail(c: Cast) -> Marked:
    """Messages as a recogniser wrote them: no stops, no capitals; one now and then with its head."""
    said = some(c, _LEFT, 1, c.pick((1, 2, 5)), c.pick(("\n", "\n\n", " ")))
    roll = c.rng.random()
    return lowered(bare(said)) if roll < 0.75 else one_line(said)


_VISIT_TEXT = read("notes/calls_dialogues/visit_transcripts")
_CHAT = _VISIT_TEXT.lines("chat")
_MIND = _VISIT_TEXT.lines("mind")
_WORLD = _VISIT_TEXT.lines("world")
_ASIDE = (
    "[inaudible {num:1-59}:{num:10-59}]", "[crosstalk]", "(laughs)", "<unk>", "[door opens]", "[PAUSE]", "[phonetic]",
    "(keyboard)", "[END OF RECORDING]", "~ redacted ~", "[child crying]",
    "WORDS: {num:900-4000}  CONFIDENCE: 0.{num:71-98}",
)  # fmt: skip
_TOPS = _VISIT_TEXT.lines("tops")


def room_transcript(first: Sequence[str], *pools: Sequence[str], most: int = 16) -> Callable[[Cast], Marked]:
    """A transcript of some of the exchanges, a few of everyday talk among them."""

    def write(c: Cast) -> Marked:
        pool = list(dict.fromkeys([*c.pick(pools), *c.rng.sample(_CHAT, 6)]))
        long = c.chance(0.12)
        pool += [*_WORLD, *_MIND] if long else []
        said = transcript(
            c, pool, 14 if long else 2, 28 if long else c.pick((5, most, most)), first if c.chance(0.7) else ()
        )
        if c.chance(0.3):
            said = join(said, "\n", c.any(*_ASIDE))
        said = heard(c, said)
        return join(c.any(*_TOPS), c.pick(("\n", "\n\n")), said) if c.chance(0.3) else said

    return write


_EVERYDAY_TEXT = read("notes/calls_dialogues/everyday_talk")
VISIT = _EVERYDAY_TEXT.lines("visit")
CALL = _EVERYDAY_TEXT.lines("call")
CALL_OPEN = _EVERYDAY_TEXT.lines("call_open")
SAID = _EVERYDAY_TEXT.lines("said")


def visit_talk(c: Cast) -> Marked:
    """A visit with small talk."""
    return transcript(c, VISIT, 1, c.pick((2, 4, 8)))


# Who answers and who calls.
_DESK_LINES = (
    ("Agent", "Customer"), ("Operator", "Caller"), ("AGENT", "CALLER"), ("A", "C"), ("Rep", "Cust"), ("", ""), ("", ""),
    ("{staff:given}", "{kin:given}"), ("{staff:short}", "{kin:full}"), ("{staff:family_upper}", "{kin:family_upper}"),
    ("Speaker 1", "Speaker 2"), ("Dispatcher", "Caller"), ("CSR", "MBR"), ("{staff:initials}", "{kin:initials}"),
)  # fmt: skip
_AROUND_NAMES = ("{}: ", "{}: ", "{}: ", "[{}] ", "{} - ", "<{}> ", "**{}:** ", "{}\n")


def desk_call(c: Cast) -> Marked:
    """A call to a service desk."""
    exchanges = c.rng.sample(CALL, c.pick((1, 2, 3, 4, 6, 8)))
    if c.chance(0.7):
        exchanges.insert(0, c.pick(CALL_OPEN))
    who = dict(zip("OC", c.pick(_DESK_LINES), strict=True))
    before, _, after = c.pick(_AROUND_NAMES).partition("{}")
    lines = []
    for letter, said in (turn for exchange in exchanges for turn in turns(exchange)):
        name = c.say(who[letter])
        lines.append(join(before, name, after, c.say(said)) if name.text else join(c.pick(("", "- ")), c.say(said)))
    return heard(c, join(*lines, sep="\n"))


def recognized_speech(c: Cast) -> Marked:
    """Without capitals or stops, as a recogniser or a thumb leaves it."""
    said = some(c, SAID, 1, c.pick((1, 2, 4, 7)), c.pick(("\n", " ", " ")))
    return join("[Music] ", said) if c.chance(0.04) else said
