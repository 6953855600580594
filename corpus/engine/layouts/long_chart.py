"""Long charts: banner, encounter head, sections, running page heads, signatures and routing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.dense_sheet import Section, sections
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.sections import PLAIN
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/chart_lookalikes")
_LONG_CHART = read("phrases/long_chart")
LOOKALIKES = _TEXT.lines("lookalikes")
# Lines above the note's own title.
_BANNERS = tuple(
    t.replace(" \n", "\n")
    for t in templates(r"""
{pt:upper}  MRN {mrn}  CSN {visit}  DOB {dob}  {age} y {sex}\nBed: {bed}   Attg: {dr:family}   Team: Gold 2
    ({dr2:family}/{dr3:family}/{newdr:family})
{site:upper}\n{address}\nPATIENT: {pt:upper}          UNIT NO: {mrn}\nATT: {dr:short} {cred}   RES: {dr3:family}
[[Pt|PT|Patient]]: {pt:initial_last} / {agesex} / [[Rm|rm|Room]] {room} / Day {num:2-19}
{pt:last_first} | {dob} ([[age |]]{age}) | {mrn} | PCP {pcp:last_first} | Code: Full | Wt {num:48-119} kg
    | Allergies: {allergy}
{site}    {dept}    Bed {bed}\n{pt:last_first}   #{mrn}   [[adm|Adm:|admitted]] {shortdate:-4}
Department: {dept}   Location: {site:abbr}   Encounter: {visit}   Dept phone: {sitephone}\nPatient: {pt:full}
    Legal sex: {sex}   Preferred name: {pt:nick}
FACILITY {site:abbr}   FC: {payer:upper}   HAR {acct}   ROOM {room}   ADM MD {dr:family_upper}   REF {dr2:initial_last}
Name [[.....|:]] {pt:family_first}   Nr {mrn}   b. {dob}   GP {pcp:titled}, {pcpsite:alias}
{pt:full} ([["{pt:nick}"|goes by {pt:nick}]]), {agesex}\n{street}, {city} {stateab} {zip}   {phone}
    \nNOK {kin:short} ({word}) {kinphone}
{docid}    {numdate} {hm:colon}    {site:abbr}/{dept}\n{pt:upper}    {visit}    {dob}    {dr:last_first}
Patient Class: Inpatient   Arrived by: EMS ({responder}, run {run})   Triage RN {nurse:first_initial}   ESI 3
*** {pt:upper_full} *** {mrn} *** {dob} *** {payer} {plan} ***
Adm {numdate:-5}  Disch {numdate}  LOS 5  Svc: Medicine  Att {dr:family}  Consults {dr2:family}, {newdr:family},
    {newdr:family}
Care Team: {dr:short}, {cred} (attending); {dr3:short} MD (resident); {nurse:short}, {nursecred}; {staff:short},
    case mgr; {pcp:titled_full}, PCP
Account # {acct}\nService Date {fulldate}\nProvider {dr:last_first} [{badge}]\nSupervising {dr2:last_first} [{badge}]
    \nSite {site:upper}
RUN DATE: {numdate}   RUN TIME: {hm}   RUN USER: {username}\n{site:upper} **LIVE**   PAGE 1\nPATIENT: {pt:upper}
    A/S: {age}/{sex}   LOC: {dept}   U #: {mrn}\nATTEND: {dr:upper}   STATUS: ADM IN   REG: {numdate:-3}   BED: {bed}
{pt:last_first}; {age} Years {sex}; DOB {dob}; MRN {mrn}; FIN {acct}; Loc {site:abbr}; Admit {stamp:-2}
NHS No {mrn}   Hosp no {otherchart}   Consultant {dr:titled}   Ward {ward}   Bed {bed}   GP {pcp:initial_last}
    ({pcpsite})\n{pt:last_first} ({mr})   {address}
Sticker: {pt:family_first} {dob} {sex} {mrn} {dr:family_upper}
{pt:full}   H: {phone}   M: {mobile}   {email}\nGuarantor {kin:last_first}   Sub {plan}   Grp {groupno}   SSN {ssn}
{site:alias} {dept} {sitephone} fax {sitefax}\nre: {pt:full}, {dob}, seen {numdate} with {kin:given}
Team list {shortdate}: {dr:family} | {dr2:family} | {dr3:family} | {worddr} | {newdr:family} || RN {nurse:given} || CM
    {staff:given} || PharmD {newdr:initials}
{pt:family_first} {room} {age}{sex} {jot} full {dr:family}/{dr3:family} {inits:upper}
Electronic Medical Record extract   Requested {numdate} by {lawyer:short}, {firm}   Released {inits:upper}   Pt
    {pt:upper}
Patient ID: {mrn}   Study ID: {study}   Operator: {inits:lower}   Site: {site:alias}   {compactstamp}
Unit no. {mrn}. {pt:short}, née {pt:maiden}, born {dob} at {hometown}. Lives {street}, {city}.
Visit: {stamp}   Room: {room}   Language: English   Interpreter: none   Accompanied by: {kin:short} ({word})
""")
)
# Between two pages of a printout.
_HEADS = _LONG_CHART.lines("heads")
# How a note ends: signed, routed, attested, added to, dictated and typed.
ENDS = _LONG_CHART.lines("ends")
_HEADINGS = (
    "{0}:", "{0}:", "{1}:", "{1}", "{0}", "## {0}", "[{0}]", "{1} --", "*{0}*", "=={1}==", "{0} -", "**{1}**",
)  # fmt: skip


def _told(c: Cast, s: Section, density: float) -> list[Marked]:
    """The section's lines, those of prose in any order, mixed with clinical lines that look like identifiers."""
    amid = c.once("chart amid", lambda: c.pick((0.15, 0.3, 0.5, 0.8)))
    kept = [t for t in s.lines if c.chance(density)] or [c.pick(s.lines)]
    if s.kind == "prose" and c.chance(0.4):
        c.rng.shuffle(kept)
    said: list[Marked] = []
    for template in kept:
        said.append(c.say(template))
        if s.kind != "form" and c.chance(amid):
            said.append(c.any(*(LOOKALIKES if c.chance(0.7) else PLAIN)))
    return said


def _laid(c: Cast, s: Section, said: list[Marked]) -> Marked:
    if s.kind == "prose":
        return join(*said, sep=c.once("chart gap", lambda: c.pick((" ", " ", " ", "  ", "\n"))))
    if s.kind == "list":
        sign = c.once("chart sign", lambda: c.pick(("{}. ", "{}) ", "- ", "* ", "# ", "• ", "", "[{}] ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(
        *said, sep="\n" if s.kind == "rows" else c.once("chart cells", lambda: c.pick(("\n", "\n", "\n", "    ")))
    )


def aged(least: int, most: int, woman: bool = False) -> Callable[[Cast], object]:
    """Fix the patient's age range in years, and the sex if asked for."""

    def settle(c: Cast) -> None:
        if woman:
            c.once("patient female", lambda: True)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(least * 365 + 200, most * 365)))

    return settle


_ADULT = aged(18, 96)


def long_chart(
    block: Block, *titles: str, settle: Callable[[Cast], object] = _ADULT, banner: float = 0.85
) -> Callable[[Cast], Marked]:
    """A long chart of sections in order ("@kind Heading", as in `dense_sheet`).

    titles: its heading. settle: fixes who the patient is. banner: how often it has one.
    """
    parts = sections(block)

    def write(c: Cast) -> Marked:
        settle(c)
        density = c.pick((0.6, 0.75, 0.9, 1.0))
        heading = c.pick(_HEADINGS)
        out: list[Piece] = []
        if c.chance(banner):
            out.append(c.any(*_BANNERS))
        if titles:
            out.insert(c.rng.randrange(len(out) + 1), c.any(*titles))
        for s in parts:
            if not c.chance(0.88):
                continue
            laid = _laid(c, s, _told(c, s, density))
            head = c.say(s.heading).text
            if head:
                laid = join(heading.format(head, head.upper()), c.pick(("\n", "\n", " ")), laid)
            out.append(laid)
            if c.chance(0.14):
                out.append(c.any(*_HEADS))
        out += [c.say(t) for t in c.rng.sample(ENDS, c.pick((1, 1, 2, 2, 3, 4)))]
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n", "\n\n\n")))
        if c.chance(0.12):
            note = wrapped(note, c.rng.randint(60, 96))
        return hurried(c, note, 0.6) if c.chance(0.1) else note

    return write
