"""How letters of the English-speaking world are put together: parts in order, each drawn from its own lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from corpus.notes.hospital_text import wrapped
from redactor.sample.marked import Marked, join

_KINDS = ("one", "all", "some", "told", "list", "maybe")

# What every country's letters have: head, date and reference, addressee, the line that names the patient, the end.
HEADS = templates(r"""
{abhosp} • {abany} • Tel {abtel} • Fax {abfax}
{abhosp:upper}\n{abany}\nTel: {abtel}   [[Direct line|Ext|Secretary]]: {abtel}   {abdesk}
{absurg}, {abany:wrap}\n[[Tel|Ph|T]]: {abtel} | F: {abfax} | [[E|Email]]: {abdesk}
{abdr:full} {abcred}\n[[Consultant|Specialist|Visiting]] {dept}\n[[Rooms|Suites]]: {abany}\n[[Ph|Phone]] {abtel}
    [[Fx|Fax]] {abfax}
[[Department of|Dept of|Division of]] {dept}, {abhosp}
{abhosp} · {abany} · {abtel}
{abdr:short}, {abcred}, {abreg}. {absurg}. {abany}. [[By appointment|Mon to Fri]].
{absurg}\nDrs {abdr:family}, {abgp:family} & {abnew:family}\n{abany:block}
{abhosp}\n{dept}\n[[Switchboard|Main line|Reception]] {abtel}\n[[Appointments|Bookings|Enquiries]]: {abtel}
    ([[8.30 - 4.30|Mon-Thu|9 to 12]])
||{abhosp}|| {abany} || [[Enquiries to|Contact]]: {absec:short} || {abtel}
""")
DATES = templates(r"""
{abd}
[[Date|Dated|Date of letter]]: {abd}
[[Our ref|Ref]]: {abdr:initials}/{absec:initials}/{mrn}\n[[Clinic date|Seen]]: {abd:-6}   [[Typed|Date typed]]: {abd}
[[Dictated|Date dictated]] {abd:-5}   [[Typed|Transcribed]] {abd}   {abhno}
{abd}\n[[Your ref|YR]]: {id}   [[Our ref|OR]]: {refno}
{abtown}, {abd}
[[Clinic|OPD]]: {abd:-4}\n{abid}
""")
TO_DOCTOR = templates(r"""
{abgp:titled_full}\n{absurg}\n{abany:block}
[[The Doctor|GP|Dr in charge]]: {abgp:titled_full}, {absurg}, {abany}
[[To|TO]]: {abgp:titled_full}[[\n| ]]{absurg}
{abgp:titled_full} {abcred}\n{abany:wrap}
[[Private & Confidential|PRIVATE AND CONFIDENTIAL|In confidence]]\n{abgp:titled_full}\n{absurg}\n{abtown2}
""")
ABOUT = templates(r"""
[[Re|RE|re]]: {pt:titled_full}, [[d.o.b.|DOB|born]] {dob}\n{abaddr}
[[Re|RE|Re]] {pt:upper_full} [[DOB|D.O.B.|b.]] {dob}   {abid}\n{abaddr:wrap}
**{pt:full}** {dob} {abid} {abhno}\n{abaddr} [[Mob|M|Tel|HP]] {abcell}
[[Patient|Name]]: {abhon}   [[DOB|Date of birth]]: {dob}   [[Sex|M/F]]: {sex}\n[[Address|Addr|Residing at]]:
    {abaddr:wrap}\n{abid}
[[Re|RE]] - {pt:last_first} - {dob} - {abaddr} - [[Tel|Ph]] {abcell}
{pt:family_upper} {pt:given} | {dob} | {abid} | {abaddr:short}
""")
DEAR = templates(r"""
Dear {abgp:titled}[[,||:]]
Dear {abgp:titled}
Dear {abgp:given}[[,|]]
Dear [[Doctor|Colleague|Sir/Madam]],
""")
SIGNED = templates(r"""
[[Yours sincerely|Kind regards|With best wishes|Regards]][[,|]]\n\n{abdr:full}[[,|]]
    {abcred}\n[[Consultant|Specialist|Associate Specialist]] {dept}\n{abreg}
[[Yours sincerely|Many thanks]]\n[[Dictated but not signed|Electronically verified|pp]]
    {absec:short}\n\n{abdr:titled_full}\n{abreg}
[[Regards|Best wishes|Thanking you|Cheers]],\n{abdr:given}
[[Warm regards|With thanks]]\n{abdr:titled_full} {abcred} [[({abreg})|]]\n[[Direct|Mobile|Secretary
    {absec:given}]]: {abtel}
[[Dictated by {abdr:titled} and sent unsigned to avoid delay|Approved electronically, unsigned]]\n{abdr:full} {abcred}
[[Yours faithfully|Sincerely]],\n\n{abdr:titled_full}, {abcred}\n{abhosp:short}\n{abtel} / {abdesk}
""")
COPIES = templates(r"""
[[cc|CC|Copy to|c.c.]]: {pt:titled}; {abdr2:titled_full}, {abhosp2}
[[cc|Copies]] patient; {abnu:short}, [[CNS|practice nurse|clinic sister]]
Encl. [[ECG|blood results|1 page]]
[[cc|pc]] {abnew:titled_full}, {absurg2}, {abtown2}
[[P.S.|PS]] {kin:given} rang {absec:given} on {abd:-1}; new [[mobile|number]] {abcell2}.
File. [[Not copied to patient at own request.|]]
""")


def letter(codes: str, block: str) -> Callable[[Cast], Marked]:
    """A type whose parts stand in the order of the block; "@kind" begins a part, its templates follow.

    one: one of the lines; all: each; some: some in order, a line each; told: most of them as prose; list: as a list;
    maybe: one of them or none. codes: the countries, and what the patient is (child, woman, adult). Raises ValueError
    for another kind.
    """
    parts: list[tuple[str, tuple[str, ...]]] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        kind, _, rest = text.partition("\n")
        if kind not in _KINDS:
            raise ValueError(f"no kind of part: {kind!r}; use one of {', '.join(_KINDS)}")
        lines = {"HEADS": HEADS, "DATES": DATES, "TO": TO_DOCTOR, "ABOUT": ABOUT, "DEAR": DEAR, "SIGNED": SIGNED,
                 "COPIES": COPIES}.get(rest.strip())  # fmt: skip
        parts.append((kind, lines or templates(rest)))

    def write(c: Cast) -> Marked:
        c.say("{abin:" + codes + "}")
        density = c.pick((0.55, 0.75, 0.9, 1.0))
        said = [x for kind, lines in parts if (x := _part(c, kind, lines, density)).text]
        note = join(*said, sep=c.pick(("\n\n", "\n\n", "\n", "\n")))
        if c.chance(0.18):
            note = wrapped(note, c.rng.randint(52, 88))
        return hurried(c, note, 0.5) if c.chance(0.08) else note

    return write


def _part(c: Cast, kind: str, lines: tuple[str, ...], density: float) -> Marked:
    if kind == "one" or (kind == "maybe" and c.chance(0.6)):
        return c.say(c.pick(lines))
    if kind == "maybe":
        return Marked("")
    kept = [t for t in lines if kind == "all" or c.chance(density)] or [c.pick(lines)]
    said = [c.say(t) for t in kept]
    if kind == "told":
        cut = c.rng.randrange(1, len(said) + 1)
        halves = [join(*half, sep=" ") for half in (said[:cut], said[cut:]) if half]
        return join(*halves, sep=c.pick(("\n\n", "\n", " ")))
    if kind == "list":
        bullet = c.pick(("{}. ", "{}) ", "- ", "• ", "", "* "))
        said = [join(bullet.format(i), x) for i, x in enumerate(said, 1)]
    return join(*said, sep="\n")


def asks(*pools: tuple[str, ...], codes: str = "", haste: float = 1.0, most: int = 1) -> Callable[[Cast], Marked]:
    """A query of one line, now and then a few of them; a pool is as likely as the next, however long."""

    def write(c: Cast) -> Marked:
        c.say("{abin:" + codes + "}")
        count = 1 if c.chance(0.75) else c.rng.randint(1, most)
        return join(*(hurried(c, c.any(*c.pick(pools)), haste) for _ in range(count)), sep="\n")

    return write
