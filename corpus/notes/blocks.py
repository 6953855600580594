"""What stands around a note: letterheads, patient banners, running heads and feet, signatures, copies."""

from __future__ import annotations

import datetime as dt

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import Part, body, maybe, templates
from corpus.notes.contexts import ANY
from corpus.notes.tabular import SHAPES, chosen, rows, table
from redactor.sample.marked import Marked, Piece, join, lines

_LETTERHEADS = templates(
    r"""
{site}\n{address:block}\n[[Tel|Phone|T|Ph]][[:||.]] {sitephone}[[   | · |\n]][[Fax|F]][[:| ]] {sitefax}
{site:upper}\n{dept}\n{address}\n{sitephone} [[(phone)|phone|(tel)]] {sitefax} [[(fax)|fax]]
{dr:full}, {cred}\n{dept}, {site}\n{address:block}\n{drphone} | {dremail}
{clinic}\n{dr:full}, {cred} [[*|•||,]] {dr2:full}, {cred2} [[*|•||,]] {dr3:full}, MD\n{address}\nPhone
    {sitephone} Fax {sitefax}
{clinic}\n{siteurl}\n{street}, {city}, {stateab} {zip}\nOffice: {sitephone}
DRS. {dr:family_upper}, {dr2:family_upper} [[AND|&]] {dr3:family_upper}\n{address:block}\nTel: {sitephone}
{site:block}
{site:block}\n\n{dept}\nDirect line: {drphone}\nFax: {sitefax}\nE-mail: {dremail}
{dr:titled_full}[[ MBBS FRACGP| FRACP| MBChB MRCGP| FRCS|]]\n{clinic}\n{address:block}\nPh: {sitephone}   Fx:
    {sitefax}\nProvider No: {npi}
[[Department of |]]{dept} - {site}\n{city}, {stateab}
{clinic} | {address} | {sitephone} | {siteurl}
*** {site:upper} ***\n{dept}\n{citystate}
{site:alias}\n{address:nozip}\n{siteurl}
[[From the office of|From the desk of|Office of]] {dr:full}, {cred}\n{street}\n{city}, {state} {zip}\ntel {drphone}
{pcpsite}\n{pcp:full}\n{address}\n[[Appointments|Switchboard|Reception|After hours]]: {sitephone}
{site2} and {site3}\nA [[partnership|joint programme|member]] of {newsite}\n{sitephone}
"""
)

PATIENT_ROWS = rows(
    r"""
    [[Patient|Patient Name|Name|Pt Name|Pt|Client|Full Name|Patient's name]] =
        [[{pt:full}|{pt:last_first}|{pt:upper}|{pt:short}|{pt:upper_full}]]
    [[DOB|D.O.B.|Date of Birth|Birth Date|Birthdate|Date of birth]] = {dob}
    [[MRN|Med Rec #|Medical Record Number|MR#|Record No|Chart #|Hosp No|Unit No]] = {mrn}
    [[Age|Age (yrs)]] = {age}
    [[Sex|Gender]] = [[{sex}|{gender}]]
    [[Visit Date|Date|Date of Service|DOS|Encounter Date|Date seen|Service date]] =
        [[{fulldate}|{numdate}|{date}|{textdate}]]
    [[Provider|Physician|Attending|Clinician|Seen by|Consultant]] = [[{dr:full},
        {cred}|{dr:titled}|{dr:last_first}|{dr:titled_full}|{dr:initial_last}]]
    [[PCP|Primary Care|GP|Family doctor|Primary care provider]] =
        [[{pcp:full}|{pcp:titled}|{pcp:last_first}|{pcp:family}]]
    [[Referring|Referred by|Ref. MD|Referring provider]] = [[{dr2:titled_full}|{dr2:full}, {cred2}|{dr2:family}]]
    [[Account|Acct #|CSN|FIN|Encounter #|Visit number]] = [[{acct}|{visit}]]
    [[Location|Dept|Department|Clinic|Service]] = {dept}
    [[Facility|Site|Hospital|Practice]] = [[{site}|{site:alias}|{clinic}|{site:upper}]]
    [[Phone|Home Phone|Tel|Contact no.|Cell|Mobile]] = [[{phone}|{mobile}]]
    [[Address|Home address|Addr|Residence]] = [[{address}|{address:nozip}]]
    [[Insurance|Payer|Plan|Payor]] = {payer}
    [[Member ID|Policy #|Subscriber ID|Medicare No|NHS Number|Insurance ID]] = {plan}
    [[Accompanied by|Informant|History from|Escort]] = [[{kin:full} ({word})|{word}|{kin:given}|self|{word} {kin:nick}]]
    [[Language|Preferred language]] = [[English|Spanish|Mandarin|Polish]]
    """
)

_BANNERS = templates(
    r"""
{pt:full} ({mrn:labelled}, DOB {dob})
{pt:upper_full}   {sex}   {dob}   {mrn}
{pt:last_first} | {agesex} | MRN {mrn}
[[Re|RE|re|Regarding|Patient]]: {pt:full}[[, | - |  ]][[DOB|dob|D.O.B.|born]][[:|]] {dob}
RE: {pt:upper_full}\nDOB: {dob}\n{mrn:labelled}
Patient: {pt:full}  Age: {age}  DOS: {numdate}
{pt:upper} {dob}
{pt:last_first}  {mrn}  {numdate}
{pt:full}, {ageold} {man}, seen {date}
{fulldate}\n{pt:full}
{numdate} {pt:titled_full}
[[Note|Visit|Encounter]] of {fulldate} for {pt:full} (#{mrn})
{pt:short} {age}/{sex} [[room|rm]] {room}
{pt:upper_full} {dob} {address}
{pt:initials} {age} {sex} {numdate}
[[Visit|Encounter]] {visit} / {pt:last_first} / {dob} / {dr:family}
{stamp} {pt:last_first} {dept}
Name {pt:full} DOB {dob} Date {numdate} Provider {dr:initial_last}
{date}, {clinic}. Patient {pt:short}.
"""
)

_SIGNATURES = templates(
    r"""
{dr:full}, {cred}
{dr:short} {cred}
{dr:full}, {cred}\n{dept}\n{site}
{dr:titled_full}
[[Electronically signed|E-signed|Signed electronically|Authenticated]] by {dr:full}, {cred} on {fulldate} at {time}
Electronically Signed By: {dr:last_first} {cred} {stamp}
/s/ {dr:full}[[, {cred}|]]
[[Signed|Signature]]: [[__{dr:full}__|{dr:short}, {cred}|{dr:initials}]]   Date: {numdate}   Time: {time}
{dr:initials}/{author:initials}
{dr:initials}:{author:initials}\nD: {numdate}  T: {numdate}
Dictated by: {dr:full}, {cred}\nTranscribed by: {author}\nD: {fulldate} {time}\nT: {fulldate:1} {time}\nJob: {docid}
{nurse:full}, {nursecred} {numdate} {time}
{nurse:initials} {nursecred}
Documented by {nurse:short}, {nursecred}[[; co-signed {dr:titled}| for {dr:titled_full}|]]
Seen and discussed with {dr2:titled}. {dr:short}, {cred} ([[pager|pgr|p]] {pager})
I, {dr:full}, {cred}, [[personally saw|examined|evaluated]] the patient and agree with the note of {dr2:titled}.
    {fulldate}
Scribed by {staff:full} for {dr:titled_full}, {numdate} {time12}
{dr:full} | {cred} | NPI {npi}
- {dr:given}
--{dr:family}, {numdate}
{dr:full}, {cred}\n{clinic}\n{sitephone} ext {ext}
Author: {dr:full}[[ - |, ]]{fulldate} {time}
[[Reviewed|Verified|Countersigned]] {numdate} {dr:initial_last} / {nurse:initial_last}
"""
)

_CLOSINGS = templates(
    r"""
[[Sincerely|Yours sincerely|Kind regards|With best wishes|Respectfully|Warm regards|Yours faithfully|With
    thanks|Best]],\n[[\n|]]{dr:full}, {cred}\n[[{dept}\n|]]{site}
[[Sincerely|Regards]],\n\n{dr:full}, {cred}\n{clinic}\n{address:block}\n[[Phone|P|Tel]]: {drphone}\n[[Fax|F]]: {sitefax}
[[Yours sincerely|Kind regards]]\n\n\n{dr:titled_full}\n[[Consultant|Registrar|Senior Lecturer|Specialist|Locum]]
    [[Physician|Surgeon|Neurologist|Psychiatrist]]
[[Many thanks|Cheers|Thanks|Best]],\n{dr:given}[[\n{drphone}|\n{dremail}|]]
[[Warmly|Best regards]],\n\n{dr:short}\n{dremail} | {drphone} | {siteurl}
Dictated but not [[read|reviewed]]\n{dr:full}, {cred}/{author:initials}
Signed on behalf of {dr:titled_full} by {author:full}, medical secretary (ext. {ext})
[[Thank you|Thanks again]] for [[involving|letting]] [[me|us]] in {pt:poss} care.\n\n{dr:full}, {cred}\nNPI {npi}
Electronically checked and signed: {dr:titled}, {numdate}\n[[Secretary|Enquiries]]: {author:full}, {drphone}, {dremail}
"""
)

_COPIES = templates(
    r"""
[[cc|CC|Cc|c.c.]]: {pcp:titled_full}[[, {pcpsite}|]][[; {dr2:full}, {cred2}|]]
cc:\n{pcp:full}, {pcpsite}\n{dr2:full}, {site2}\n{pt:titled_full}, {address}
CC: {dr2:family}, {dr3:family}, {pcp:family}
Copies to: {dr2:titled}; {dr3:titled}; {pt} ([[by post|via portal]])
cc {kin:titled_full} ({word}) with {pt:poss} consent
[[Copy|Copied]] to {pcp:titled} [[(fax {fax})|at {pcpsite}|by e-mail, {email}]]
cc: {dr2:full} <{dremail}>; {someone:full}
CC: medical records; {lawyer:full}, {firm}
Distribution: {pcp:last_first} (PCP), {dr2:last_first} (Referring), chart
cc: {pt:titled}\n     {street}\n     {city} {zip}
"""
)

_FEET = templates(
    r"""
Page [[1 of 2|2 of 4|3/7|1]]   {pt:last_first}   {mrn}
[[Printed|Print date|Printed on]] {numdate} {time}[[ by {author:last_first}| by {username}|]]
{pt:last_first} DOB {dob} - page 2
CONFIDENTIAL: if received in error call {sitephone}[[ or write to {email}|]].
*** End of report *** {docid}
Document ID {docid} / version 2 / {stamp}
This document contains privileged health information. {site}, {address}
Form 1120-B rev. 8   {pt:upper}   {mrn}
[[Generated|Created|Exported]] {stamp} [[user|by]] {username} [[ip|from]] {ip}
Visit {siteurl} or call {sitephone} with questions.
{site:abbr} {dept} {numdate}
-- {pt:initials}, {mrn} --
[[Scanned|Received|Filed]] {numdate} {author:initials}
"""
)


def letterhead(c: Cast) -> Marked:
    """The head of a practice's or a hospital's paper, some of them centred."""
    head = c.any(*_LETTERHEADS)
    if c.chance(0.12):
        return join(*(join(" " * max(0, (76 - len(x.text)) // 2), x) for x in lines(head)), sep="\n")
    return head


def banner(c: Cast) -> Marked:
    """Who the note is about: one line, or labels and values in any shape."""
    if c.chance(0.4):
        return c.any(*_BANNERS)
    return table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 9)], SHAPES)


def title(c: Cast, names: str) -> Marked:
    """The name of the note (a template), bare, in capitals, with its date or with its place."""
    name = c.say(names).text
    frame = c.pick(
        (
            "{}",
            "{}",
            "{}",
            "# {}",
            "*** {} ***",
            "{} - {{date}}",
            "{} {{numdate}}",
            "{}, {{dept}}",
            "{{site:upper}}\n{}",
            "{{clinic}} - {}",
            "{{stamp}} {}",
            "{}\n{{fulldate}} {{time}}",
            "{{dept}} {}",
            "{} ({{dr:family}})",
        )
    )
    return c.say(frame.format(name.upper() if c.chance(0.35) else name))


def signature(c: Cast) -> Marked:
    """Who wrote or signed a note, at times with a second line."""
    return join(c.any(*_SIGNATURES), maybe(c, 0.15, lambda c: join("\n", c.any(*_SIGNATURES))))


def closing(c: Cast) -> Marked:
    """The end of a letter, often with copies."""
    return join(c.any(*_CLOSINGS), maybe(c, 0.45, lambda c: join(c.pick(("\n", "\n\n")), copies(c))))


def copies(c: Cast) -> Marked:
    """To whom copies go."""
    return c.any(*_COPIES)


def foot(c: Cast) -> Marked:
    """A line at the foot of a page."""
    return c.any(*_FEET)


def paged(c: Cast, note: Marked) -> Marked:
    """The note broken over two or more pages at line ends, with the same foot and head at each break."""
    said = lines(note)
    if len(said) < 8:
        return note
    running = join("\n", foot(c), "\n", c.pick(("", "\f", "-" * 40 + "\n")), c.any(*_BANNERS), "\n")
    out: list[Piece] = []
    every = c.rng.randint(6, 16)
    for i, line in enumerate(said):
        out.append(running if i and i % every == 0 else "\n" if i else "")
        out.append(line)
    return join(*out)


def framed(c: Cast, names: str, text: Marked, signed: float = 0.75) -> Marked:
    """A note with what stands around it: title, banner, body, signature, foot, each of them optional."""
    pieces: list[Marked] = []
    pieces.append(maybe(c, 0.12, letterhead))
    tops = [maybe(c, 0.7, lambda c: title(c, names)), maybe(c, 0.72, banner)]
    if c.chance(0.25):
        tops.reverse()
    pieces += [*tops, text, maybe(c, signed, signature), maybe(c, 0.12, copies), maybe(c, 0.15, foot)]
    whole = join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n", "\n\n")))
    return paged(c, whole) if c.chance(0.06) else whole


def settle(c: Cast, years: tuple[float, float] | None = None, woman: bool = False) -> None:
    """Settles a patient's age and sex, before anything in the note has, where the type of note implies them."""
    if woman:
        c.once("patient female", lambda: True)
    if years is not None:
        lived = int(c.rng.uniform(*years) * 365.25)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=lived))


def note_type(
    name: str,
    titles: str,
    *parts: Part,
    signed: float = 0.75,
    shuffled: float = 0.15,
    years: tuple[float, float] | None = None,
    woman: bool = False,
) -> NoteType:
    """A type of note that is made of sections in a frame.

    signed, shuffled: how often there is a signature, and the sections stand in another order.
    years, woman: see `settle`.
    """

    def write(c: Cast) -> Marked:
        settle(c, years, woman)
        return framed(c, titles, body(c, parts, c.chance(shuffled), ANY), signed)

    return NoteType(name, write)
