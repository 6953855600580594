"""Dictation and the output of speech recognisers: run-on, often lower case, with or without spoken punctuation."""

from __future__ import annotations

import re

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import lowered, reshaped
from corpus.notes.voice import say
from redactor.sample.marked import Marked, join

_OPEN = templates(r"""
this is {dr:titled} dictating [[a note|an h and p|a discharge summary|a clinic letter|an operative report]] on {pt:full}
okay this is {dr:full} {spell:dr:family} dictating on {pt:full} {spell:pt:family} medical record number {aloud:mrn}
dictation by {dr:titled_full} date of service {saiddate} patient {pt:titled_full} date of birth {saiddate}
patient name {pt:short} that's {spell:pt:family} mrn {slow:mrn}
please copy this to {pcp:titled} at {pcpsite} and to {dr2:full} in {town}
um new patient {pt:full} sent over by {dr2:titled}
visit date {saiddate} {pt:full} accompanied by {kin:given}
{pt:short} is a {saidage} {man} from {city}
{pt:titled} is a {saidage} {man} with {dx}
hello this is a letter to {dr3:titled_full} regarding {pt:full} address {aloud:street} {city}
continuing the dictation on {pt:family}
ok next patient
""")

_MIDDLE = templates(r"""
{pt:titled} was admitted on {saiddate} with {symptom} and discharged on {saiddate}
[[he|she]] lives at {aloud:street} in {city} with {word} {kin:given}
phone number is {aloud:phone} that is {slow:phone}
you can reach [[me|the office]] at {aloud:drphone} or email {aloud:dremail}
the {word} {kin:given} can be called at {aloud:kinphone}
past history is [[notable|significant]] for {dx} and {dx} treated at {site2} by {dr2:titled}
imaging at {site} on {saiddate} showed {finding}
{drug} was started by {dr2:family} in {month:-6}
medications include {drug} twenty five milligrams twice a day and {drug}
vital signs blood pressure one twenty over eighty pulse seventy two respirations sixteen
gcs fifteen strength five out of five
insurance is {payer} policy number {aloud:plan}
the patient works at {employer} as a {job}
social the patient was born in {hometown} and moved here from {town}
family history {word} {kin:given} died at {saidyears} of {dx}
follow up with {dr3:titled} at {clinic} on {saiddate}
prescription sent to {pharmacy}
correction the date is {saiddate} not {saiddate}
correction that's {spell:pt:family} with a {dx} of {duration}
{proc} was done under general anesthesia by {surgeon:full}
assessment and plan number one {dx} continue {drug}
number two {dx} {todo}
ejection fraction fifty five to sixty percent
the wound measured three point two by one point four centimeters
no {symptom} no {symptom}
{neg}
{hpi}
social security {aloud:ssn}
accession number {aloud:accession}
{nurse:given} was the nurse and {staff:given} interpreted
at {saidyears} [[he|she]] still drives to {church}
[[i|we]] discussed this with {kin:given} and {kin2:given}
seen at l four l five on the mri
um scratch that
romberg negative babinski downgoing
""")

_CLOSE = templates(r"""
thank you {dr:full}
end of dictation
signed {dr:full} {cred}
thanks for letting me see {pt:given} sincerely {dr:titled}
this is {dr:family} signing off job number {aloud:order}
please send a copy to {dr2:titled_full} fax {aloud:fax}
new paragraph thank you
""")

_BREATH = ("", "", "", " um", " uh", " you know", " okay", " so")
_TITLE = re.compile(r"\b(dr|mr|mrs|ms|prof|st|sgt|rev|hon|atty|lt|det|ofc|cpl)\.", re.IGNORECASE)
_STOP = re.compile(r"[.,;:?!()]+(?=\s|$)")


def _spoken_stops(c: Cast, source: Marked) -> Marked:
    """Stops outside of identifiers as words, or left away."""
    words = {".": " period", ",": " comma", ":": " colon", ";": " semicolon"} if c.chance(0.5) else {}

    def speak(text: str) -> str:
        return _STOP.sub(lambda m: words.get(m[0][0], ""), _TITLE.sub(r"\1", text))

    return reshaped(source, speak, str)


def _dictated(c: Cast) -> Marked:
    spoken = (
        c.pick((" period ", " period ", " period new line ", " full stop ", " new paragraph ", ""))
        if c.chance(0.5)
        else ""
    )
    parts = [c.pick(_OPEN), *c.rng.sample(_MIDDLE, c.rng.randint(3, 12)), c.pick(_CLOSE)]
    lines = [_spoken_stops(c, say(c, part)) for part in parts]
    return lowered(join(*lines, sep=spoken or " ")) if c.chance(0.85) else join(*lines, sep=spoken or " ")


def _recognised(c: Cast) -> Marked:
    """A recogniser's raw text: one line, no capitals, hesitations, no stops."""
    lines: list[Marked] = []
    for part in c.rng.sample(_MIDDLE + _OPEN, c.rng.randint(2, 9)):
        said = say(c, part)
        lines.append(join(reshaped(said, lambda text: _STOP.sub("", text), str), c.pick(_BREATH)))
    return lowered(join(*lines, sep=" "))


def _punctuated(c: Cast) -> Marked:
    """A recogniser that sets stops and capitals itself: short sentences, spelled letters kept."""
    parts = c.rng.sample(_MIDDLE + _OPEN, c.rng.randint(2, 8))
    return join(*(_capital(say(c, part)) for part in parts), sep=" ")


def _capital(said: Marked) -> Marked:
    """With a capital at its head and a full stop at its end."""
    if said.marks and said.marks[0].start == 0:
        return join(said, ".")
    head = said.text[:1].upper()
    return join(Marked(head + said.text[1:], said.marks), "." if said.text[-1:] != "." else "")


_CAPTION = templates(r"""
[{time}] {pt:given}
{time} --> {time}
[inaudible]
[crosstalk]
(pause)
""")


def _captioned(c: Cast) -> Marked:
    lines: list[Marked] = []
    for part in c.rng.sample(_MIDDLE + _OPEN + _CLOSE, c.rng.randint(2, 8)):
        if c.chance(0.5):
            lines.append(c.any(*_CAPTION))
        lines.append(lowered(say(c, part)) if c.chance(0.6) else say(c, part))
    return join(*lines, sep="\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("dictation", _dictated),
    NoteType("speech-raw", _recognised),
    NoteType("speech-punctuated", _punctuated),
    NoteType("captions", _captioned, 0.5),
)
