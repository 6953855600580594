"""How whole documents full of look-alikes are laid out; one or two real identifiers may stand somewhere in them."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.compose import templates
from corpus.notes.dense_kit import Section, sections
from corpus.notes.haste import hurried, raised
from corpus.notes.hospital_text import wrapped
from redactor.sample.marked import Marked, join

Writer = Callable[[Cast], Marked]

_HEADS: tuple[Callable[[str], str], ...] = (
    lambda h: h,
    lambda h: f"{h}:",
    lambda h: h.upper(),
    lambda h: f"{h.upper()}:",
    lambda h: f"# {h}",
    lambda h: f"**{h}**",
    lambda h: f"{h}\n{'~' * len(h)}",
    lambda h: f"[ {h} ]",
    lambda h: f"--- {h.upper()} ---",
    lambda h: f"{h.title()}",
)
_BULLETS = ("- ", "* ", "• ", "[ ] ", "[x] ", "☐ ", "( ) ", "{}. ", "{}) ", "", "  ")

# What identifies and is as short as what stands around it.
HIDDEN = templates(r"""
Last used for {pt:titled}, who did well.
{dr:titled} asked for this copy.
cc: {dr2:full}, {cred}
Seen together with {kin:given} ({word}).
[[Prepared|Updated|Checked]] by {staff:full}, {fulldate}
Printed at {site} on {numdate}.
Our {town} office keeps the originals.
[[Questions|Problems]]? Ring {nurse:short} on {phone}.
{pt:last_first}
Label: {pt:upper_full}  {mrn}
Ref {accession}
Handed to {pt:given} by {nurse:short}, {shortdate}.
Next visit {date:20} with {dr:family}.
Applies to {ageold} {man} from {town}.
Send a copy to {clinic}.
{pharmacy} holds the refills.
Serial no. {serial}
Owner {dr3:titled}, ext {ext}.
""")


def _laid(c: Cast, s: Section, said: list[Marked]) -> Marked:
    if s.kind == "prose":
        return join(*said, sep=" ")
    if s.kind == "rows":
        return join(*said, sep=c.once("alike rows", lambda: c.pick(("\n", "\n", " | ", "; ", "   "))))
    if s.kind == "list":
        bullet = c.once("alike bullet", lambda: c.pick(_BULLETS))
        return join(*(join(bullet.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep="\n")


def document(block: str, *hidden: str, some: tuple[str, ...] = (), chance: float = 1.0) -> Writer:
    """A document of these sections in order (`dense_kit.sections`), most of its lines kept.

    hidden, some: templates that identify, one or two of which are put among the lines with this chance. Without any
    the document identifies nobody.
    """
    parts = sections(block)
    longest = max(parts, key=lambda s: len(s.lines))
    pool = (*hidden, *some)

    def write(c: Cast) -> Marked:
        head = c.pick(_HEADS)
        density = c.pick((0.6, 0.8, 0.9, 1.0))
        kept = [s for s in parts if s is longest or c.chance(0.92)]
        told = [[c.say(t) for t in s.lines if c.chance(density)] or [c.say(s.lines[0])] for s in kept]
        if pool and c.chance(chance):
            for _ in range(c.pick((1, 1, 2))):
                lines = c.pick(told)
                lines.insert(c.rng.randint(0, len(lines)), c.any(*pool))
        out: list[Marked] = []
        for s, lines in zip(kept, told, strict=True):
            body = _laid(c, s, lines)
            title = c.say(s.heading).text
            out.append(join(head(title), c.pick(("\n", "\n", " ")), body) if title else body)
        note = join(*out, sep=c.once("alike gap", lambda: c.pick(("\n\n", "\n\n", "\n"))))
        if c.chance(0.08):
            note = wrapped(note, c.rng.randint(60, 96))
        if c.chance(0.05):
            return raised(note)
        return hurried(c, note) if c.chance(0.06) else note

    return write
