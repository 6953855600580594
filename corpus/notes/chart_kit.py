"""How long charts are laid out: banner, encounter head, sections, running page heads, signatures and routing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.chart_plain import LOOKALIKES
from corpus.notes.compose import PLAIN, templates
from corpus.notes.dense_kit import Section, sections
from corpus.notes.haste import hurried
from corpus.notes.hospital_text import wrapped
from redactor.sample.marked import Marked, Piece, join

# What stands above the note's own title.
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
_HEADS = templates(r"""
{pt:upper}    {mrn}    Page [[2 of 3|2 of 4|3/5|2]]
[[continued from page 1|(continued)]]   {pt:last_first}   {dob}   {site:abbr}
Page 3    {pt:family_upper}   Printed by {username} on {stamp}
--- {site:upper} --- {pt:initial_last} --- acct {acct} ---
MRN: {mrn}  Name: {pt:last_first}  Enc: {visit}  p. [[2|3|4]]
Printed: {numdate} {hm:colon}   User: {author:short}   Printer: [[5W-HP2|ICU_LJ4|MedRec1]]
{farsite:upper} -- fax hdr -- {numdate} {hm:colon} -- from {fax} -- P.02/05
Patient: {pt:full} (MRN {mrn}) Encounter Date: {fulldate}
""")

# How a note ends: signed, routed, attested, added to, dictated and typed.
ENDS = templates(r"""
Electronically signed by {dr:upper} on {numdate} at {hm}
Electronically signed by {dr3:last_first}, {cred} on {numdate} at {time}\nCosigned by: {dr:upper}, {cred2}
    {numdate:1} {hm}
{dr3:family} PGY1 p{pager} / seen w {dr2:family} PGY3 / staffed {dr:family}
{dr:initials}/{author:initials}  D: {numdate} {hm}  T: {numdate:1} {hm}  Job {docid}
Dictated by {dr3:family} for {dr:family}   DD {shortdate} DT {shortdate:1}  {mono:dr}:{mono:author}:{docid}
cc: {pcp:family}; {dr2:family}; {newdr:titled_full}, {newsite}; file
Routed to: {pcp:last_first} ([[In Basket|fax {fax}]]); {dr2:last_first}; {staff:short} Pool: Gold 2 RN
Attending: I saw & examined. Agree w/ {dr3:family}'s note except as below. -{mono:dr}
ADDENDUM {stamp:1}: lab called {hm}, {bug} in 1 of 2; told {nurse2:given}, changed to {drug}. {mono:dr3}
{numdate:2} ADDENDUM (by {newdr:last_first}): wrong laterality above; it is the left. No other change.
Attestation: [[I was present with|Seen together with]] {dr3:titled}. {mr} {pt:family}'s {word} {kin:given} was at the
    bedside. {dr:short}, {cred}
{dr2:family} covering for {dr:family} through {weekday:3}; p[[gr|]] {pager}
[[Author|AUTHOR]]: {dr3:upper}   [[Filed|FILED]]: {stamp}   [[Note Time|NOTE TIME]]: {hm}   [[Status|STATUS]]: Signed
Revision History: {numdate} {hm} {dr3:initial_last} / {numdate} {hm} {dr:initial_last} / {numdate:1} {hm} {mono:author}
Reviewed, edited: {mono:dr} {shortdate:1}. Typed: {mono:author}. Proofed {inits:lower}.
-{dr:given} ({dr:family}, x{ext})
[[Transcribed|Voice recognition, edited]] by {author:first_initial} {numdate:1}; errors of recognition may occur. CN
    {docid}
Greater than 35 min spent on this discharge. {dr:family}
Communicated: {hm} to {nurse:given}, charge {nurse2:family}; {kin:given} by phone {kinphone}
CC time 40 min excl. procedures. {dr:short}. NPI {npi}
Note shared with [[patient|family]] in portal {stamp:1}; read by {kin:given} {shortdate:2}
Scribe {author:given} for {dr:titled}, {hm}. I agree: {mono:dr}
Co-sign requested: {dr2:last_first}   Requested by: {dr3:short}   Due {shortdate:7}
X_______________ {dr:upper_full}   Lic {cert}   {fulldate}
Sent {hm} {shortdate} from {dr3:given}'s phone to {dr2:short}: "ok with plan." Pasted by {mono:dr3}.
{dr:full}, {cred}, {dept}, {site} | assistant {author:given} {drphone}
Seen & agreed {mono:dr2} {hm}; RN aware ({nurse:given})
[[Discussed with|D/w|Reviewed by]] {worddr} ({dept}) and {newdr:family} ({site2:alias}), both {hm}
Verified by {inits:upper} on {numdate} {hm:colon}; [[corrected|unlocked]] by {username} {numdate:1}
This note was started by {dr3:short}, MS4, and finished by {dr:short}, {cred}, on {fulldate} at {time}.
Signature on file: {kin:full} ({word}), {numdate}; witness {nurse2:short}
[[Faxed|Mailed|Sent]] {shortdate:1} {inits:lower} -> {pcp:family} {fax}, {newsite} {fax}
{dr:family_upper}/{mono:author} {compact} {docid}
Result note {stamp:2}, {newdr:last_first}: {test} as above, {kin:given} told by {nurse:given}. No action.
Handed to {newdr:family} (nights) {hm}, {worddr} (float) {hm}, then {dr:family} a.m. of {textdate:1}
** Not signed by {dr2:family} within 72 h; reminder {shortdate:3}, {shortdate:6}; HIM {author:first_initial} x{ext} **
I, {dr:full}, have reviewed the history of {dr3:titled} and was there for the key part. {numdate:1} {hm:colon}
[[Locum|Moonlighter|Tele]]: {newdr:full}, {readers}, licence {cert}, cell {mobile}
ROUTE: {pcp:family_upper} {dr2:family_upper} {surgeon:family_upper} / CHART / {inits:upper}
Best, {dr:given}. (P.S. {kin:given} says hi to {nurse:given}.)
Late entry for {textdate:-1}, {hm}: {nurse2:short} charting for {nurse:given}, who left at {hm}
Thank you, {pcp:given}, for sending {pt:short}. -- {dr:short}
Signed off: {newdr:initial_last} ({dept}), {newdr:initial_last}, {inits:upper}
""")

_HEADINGS = (
    "{0}:", "{0}:", "{1}:", "{1}", "{0}", "## {0}", "[{0}]", "{1} --", "*{0}*", "=={1}==", "{0} -", "**{1}**",
)  # fmt: skip


def _told(c: Cast, s: Section, density: float) -> list[Marked]:
    """The section's lines, those of prose in any order, with clinical lines that look like identifiers between."""
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
    """Settles that the patient is between these years old, and a woman where that is asked for."""

    def settle(c: Cast) -> None:
        if woman:
            c.once("patient female", lambda: True)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(least * 365 + 200, most * 365)))

    return settle


_ADULT = aged(18, 96)


def chart(
    block: str, *titles: str, settle: Callable[[Cast], object] = _ADULT, banner: float = 0.85
) -> Callable[[Cast], Marked]:
    """A type of long note with these sections in order. titles: what heads it; settle: fixes who the patient is."""
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
