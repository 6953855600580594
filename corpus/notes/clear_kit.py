"""How texts that hold no identifier, or one or two hidden ones, are laid out: blocks of lines in many house styles."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.compose import templates
from corpus.notes.haste import hurried, raised
from corpus.notes.mended_kit import Pool
from redactor.sample.marked import Marked, join

Writer = Callable[[Cast], Marked]

# What is hidden in a sheet: lines as short as those around it.
ROWS = templates(r"""
{pt:last_first}
Pt: {pt:full}
{pt:upper_full} {mrn}
MRN {mrn}
Name: {pt:full}   DOB: {dob}
Patient {pt:family}, bed {bed}
d/w {dr:titled}
per {dr:family}
{dr:titled} aware
Ordered by: {dr:full}, {cred}
RN: {nurse:initial_last}
{inits:upper}, RN
Verified {inits}
Reviewed {shortdate}
Effective {fulldate}
Printed {stamp}
Next due {numdate:30}
{site}
{site:upper}
Location: {site2}
Lab: {lab}
Pharmacy: {pharmacy}
Acc {accession}
Questions: {phone}
Call {pager} for [[results|issues|help]]
{drphone} ({dr2:family})
Fax to {fax}
{email}
Contact {staff:full} at ext {ext}
Age {age}
{agesex}
Owner: {staff:short}
Approved by {dr3:titled}
c/o {kin:full} ({word})
Performed at {lab}, {city}, {stateab}
{clsame}
{clsamept}
{clsamept:bare} agrees
Transfer from {clsametown}
Room phone {ext}
SN {serial}
""")
# What is hidden in running text.
SENTENCES = templates(r"""
{pt:titled} was told the same.
This was agreed with {dr:titled} on {date}.
For {pt:given}, start low.
The draft is by {newdr:full} of {newsite}.
{dr2:titled} prefers the older regimen.
Comments to {email} please.
First used at {site} in {year}.
Our own case, a {ageold} {man}, did well.
Ring {phone} when in doubt.
{nurse:short} keeps the forms.
The last review was on {fulldate}.
{kin:given} asked about this.
Seen in {town} as well.
Copies are held at {site2}.
{pt:full} (MRN {mrn}) is the exception.
See {url}.
Refer to {clinic} if it persists.
{clsame} would disagree.
{clsamept} had none of these.
We thank {newdr:full} for the figures.
Written by {staff:full}, {dept}.
Samples go to {lab}.
{pt:initials}, {age}, is an example.
It was revised for {pt:titled} after {holiday}.
He lives in {clsametown}, so plan for the drive.
{pharmacy} has it in stock.
{payer} will not pay for that.
As {dr3:family} says, treat the patient.
""")

_HEADS: tuple[Callable[[str], str], ...] = (
    lambda h: f"{h}\n",
    lambda h: f"{h.upper()}\n",
    lambda h: f"{h}: ",
    lambda h: f"{h.upper()}: ",
    lambda h: f"{h}:\n",
    lambda h: f"{h.title()}\n",
    lambda h: f"## {h}\n",
    lambda h: f"**{h}**\n",
    lambda h: f"{h.upper()} - ",
    lambda h: f"{h}\n{'=' * len(h)}\n",
    lambda h: f"[{h}] ",
    lambda h: f"-- {h.lower()} --\n",
)
_LISTS = ("- ", "* ", "• ", "[ ] ", "[x] ", "□ ", "o ", "> ", "")
_SEPS = ("\n", "\n", "\n", "; ", " | ", ", ", " / ", "  ", "\t")


def _sheet(c: Cast, said: list[Marked]) -> Marked:
    way = c.once("clear way", lambda: c.pick(("list", "list", "rows", "rows", "numbers", "numbers", "tight")))
    if way == "numbers":
        sign = c.once("clear number", lambda: c.pick(("{}. ", "{}) ", "({}) ", "{} - ", "#{} ", "Step {}: ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    if way == "tight":
        return join(*said, sep=c.once("clear sep", lambda: c.pick(_SEPS)))
    bullet = c.once("clear bullet", lambda: c.pick(_LISTS)) if way == "list" else ""
    return join(*(join(bullet, x) for x in said), sep="\n")


def _written(
    c: Cast, pools: tuple[Pool, ...], heads: Pool, hidden: Pool, least: int, most: int, how: str
) -> list[Marked]:
    """Blocks of lines; where hidden holds templates, one or two of them stand somewhere among the lines."""
    blocks = [
        [c.say(t) for t in _drawn(c, pools, c.rng.randint(least, most))]
        for _ in range(1 if how == "asked" else c.pick((1, 1, 1, 2, 2, 3, 5)))
    ]
    if hidden:
        for _ in range(c.pick((1, 1, 1, 2))):
            block = c.pick(blocks)
            block.insert(c.rng.randint(0, len(block)), c.any(*hidden))
    if how == "asked" and c.chance(0.8):
        return [join(*blocks[0], sep=c.pick(("\n", "\n", " ", ". ", "; ")))]
    style = c.pick(_HEADS)
    titled = bool(heads) and c.chance(0.75)
    gap = c.pick((" ", " ", " ", "  ", "\n"))
    out = []
    for block in blocks:
        laid = join(*block, sep=gap) if how == "prose" else _sheet(c, block)
        head = style(c.any(*heads).text) if titled else ""
        out.append(join(head, laid))
    return out


def _drawn(c: Cast, pools: tuple[Pool, ...], count: int) -> list[str]:
    """Templates, no one twice; a pool is as likely as the next."""
    rest = [list(p) for p in pools]
    said: list[str] = []
    while len(said) < count and (held := [p for p in rest if p]):
        pool = c.pick(held)
        said.append(pool.pop(c.rng.randrange(len(pool))))
    return said


def clean(
    *pools: Pool, heads: Pool = (), hidden: Pool = (), least: int = 2, most: int = 8, how: str = "sheet",
    haste: float = 0.1,
) -> Writer:  # fmt: skip
    """A type of note out of these lines. hidden: what may stand once or twice among them; how: "sheet",
    "prose" for running text or "asked" for lines that mostly stand alone.
    """

    def write(c: Cast) -> Marked:
        note = join(*_written(c, pools, heads, hidden, least, most, how), sep=c.pick(("\n\n", "\n", "\n\n")))
        if c.chance(0.07):
            return raised(note)
        return hurried(c, note) if c.chance(haste) else note

    return write
