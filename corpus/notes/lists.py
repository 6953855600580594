"""Lists: problems, medications, allergies, appointments, contacts, care teams, rosters; as tables or line by line."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.blocks import banner, foot, signature, title
from corpus.notes.compose import PLAIN, maybe, paragraph, templates
from corpus.notes.contexts import ANY
from corpus.notes.tabular import grid
from redactor.sample.marked import Marked, join

Table = tuple[tuple[str, ...], tuple[str, ...]]

_PROBLEMS = templates(
    r"""
{dx} ([[since|onset|dx]] {month:-300})
{dx} - [[{dr2:family}|{dr2:titled}, {site2}]]
{dx}
{dx}, {code}
{code} {dx} noted {numdate:-80}
{dx}: {drug}, [[f/u|followed by]] {dr3:titled}
s/p {proc} {year:-4} ([[{surgeon:family}|{site:alias}|{newsite}]])
[[Family history of|FHx]] {dx} ([[{word}|{kin:given}, {kinage}]])
{dx}, resolved {date:-200}
Tobacco use, quit {year:-6}
[[Exposure to|History of]] solvents at {employer}
{dx} ([[L|R]]), stage III, last {test} {shortdate:-20}
{gene} carrier; [[sister|brother]] {kin2:given} tested at {newsite}
Stressor: caring for {kin:given} in {town}
{anatomy} mass {measure}, biopsy {date:-3} {accession}
Travel to {abroad} {monthonly}
"""
)
_PROBLEM_TABLE: Table = (
    ("Problem", "Onset", "Provider", "Status"),
    (
        "{dx}",
        "[[{month:-300}|{numdate:-100}|{year:-5}]]",
        "[[{dr2:family}|{newdr:last_first}|]]",
        "[[active|resolved]]",
    ),
)

_MEDICATIONS = templates(
    r"""
{sig}
{sig} ({dr2:family})
{sig} - [[prescribed by|per]] {dr2:titled}[[, last filled {numdate:-10} at {pharmacy}|]]
{drug}: stopped {date:-12} by {pcp:titled} ([[rash|cough]])
{sig}, Rx {rx}, {pharmacy}
{drug} PRN, [[{kin:given} gives it|uses at {employer}]]
{sig} [[start|started]] {shortdate:-20}
{drug} (samples from {dr3:titled_given})
{drug} until {date:6}, then taper
Vitamin D 1000 units daily
{sig} | {numdate:-30} | {dr2:initials}
{sig}; refill {mobile}; mail order, {payer}
{sig}, confirmed with {kin:given} and {pharmacy} ({phone})
NOT taking: {drug} since {date:-40}
Pump {model} SN {serial}
"""
)
_MEDICATION_TABLE: Table = (
    ("Medication", "Prescriber", "Start", "Pharmacy"),
    (
        "{sig}",
        "[[{newdr:family}|{dr2:last_first}|{pcp:titled}|]]",
        "[[{numdate:-60}|{shortdate:-20}|]]",
        "[[{pharmacy}|mail|]]",
    ),
)

_ALLERGIES = templates(
    r"""
{allergy}
{allergy}, [[noted|entered]] {numdate:-200} by {nurse:initials}
{allergy} - reported by {kin:given}
{drug}: hives at {site2} {month:-90}
[[Latex|Tape|Shellfish|Peanut]]: [[mild|anaphylaxis]] [[(at {school})|in {year}|per {dr2:family}|]]
NKDA, verified {shortdate} {nurse:initial_last}
{drug} - unknown reaction as a child in {abroad}
Contrast: flushing, {date:-40}, premedicate ({dr3:family})
No known food allergies
"""
)
_ALLERGY_TABLE: Table = (
    ("Allergen", "Reaction", "Date", "Reviewed by"),
    (
        "[[{drug}|latex|egg]]",
        "[[hives|nausea|unknown]]",
        "[[{numdate:-90}|{year}]]",
        "[[{nurse:initials}|{nurse:last_first}]]",
    ),
)

_APPOINTMENTS = templates(
    r"""
{fulldate:9} {time12} {newdr:full}, {dept}
{shortdate:5} {time} {newdr:family}
{weekday} {date:12} at {time12} with {dr2:titled} ({site2}, {place})
{newsite}, {address:nozip}, {numdate:20}: {proc}
[[Lab|Labs]] {shortdate:3} {lab}, fasting
{dr3:full} - {sitephone} - {numdate:30}
MRI [[{textdate:8}|{shortdate:8}]] {time} [[with|check in at]] {dept}
No-show {date:-8} ({dr2:family}), rescheduled {date:8}
{time} {someone:last_first} {symptom}
{time} {someone:short} / {someone:short} flu shots
{time12} {someone:full} ([[new|f/u]]) {phone}
PT with {staff:given} {weekday}s at {time}
{kin:given} to drive {date:9}; ride booked with {agency} for {date:12}
Cancelled: {someone:titled}, {mobile}
Dentist [[{newdr:titled}, {town}|{numdate:15}]]
"""
)
_APPOINTMENT_TABLE: Table = (
    ("Date", "Time", "Provider", "Location", "Patient"),
    (
        "[[{numdate:9}|{shortdate:5}|{fulldate:20}]]",
        "{time}",
        "{newdr:family}",
        "[[{dept}|{newsite}]]",
        "{someone:last_first}",
    ),
)

_CONTACTS = templates(
    r"""
{kin:full}, {word}, {kinphone}
{kin2:given} ({word2}) {phone} / {mobile}
{kin:last_first} - {word} - {address}
{friend:full} - neighbor - {phone}
{kin3:given}: {email}
Landlord: {someone:full} {phone}
[[Lawyer|Attorney]] {lawyer:full}, {firm}, {phone}
Pastor {someone:full}, {church}
{pharmacy}  {phone}  fax {fax}
{employer} - {someone:given} in HR - {phone}
Case worker {staff:full} ({agency}) {drphone}
{kin:given} & {kin2:given}, {street}, {city}
DO NOT CALL {someone:full}
1st: {kin:given} {kinphone}; 2nd: {kin2:given} {mobile}
PO {officer:full} {phone} x{ext}
{school}: {teacher:full}, {email}
Sister [[in|from]] {town}: {someone:given} {phone}
Home health: {agency}, {staff:given}, {phone}
Work {phone}, home {phone}
Handle {handle}, prefers text
"""
)
_CONTACT_TABLE: Table = (
    ("Name", "Relation", "Phone", "Lives in"),
    (
        "[[{someone:full}|{kin:full}|{kin2:given}|{friend:last_first}]]",
        "[[sister|son|friend|{word}]]",
        "{phone}",
        "[[{town}|{citystate}|{city}]]",
    ),
)

_TEAM = templates(
    r"""
{dr:full}, {cred}, attending, pager {pager}
PCP: {pcp:titled} ({pcpsite}) {sitephone}
{newdr:family} - [[cards|renal|ID|GI]]
[[Surgeon|Surgery]]: {surgeon:family} / {newdr:family} / {newdr:family}
RN {nurse:given} (days), {nurse2:given} (nights)
CM {staff:full} x{ext}
PT {newdr:given}, OT {newdr:given}, SLP {newdr:first_initial}
Chaplain {staff:titled}, {dept}
{dr2:full} <{dremail}>
Team 3: {newdr:family}, {newdr:family}, {newdr:family} (intern)
[[Cross-cover|Night float]]: {newdr:initials} {pager}
Pharmacist {newdr:full}, PharmD
{newdr:initial_last} ({dept}), covering until {shortdate:3}
Dialysis: {newsite} MWF, Dr. {newdr:family}
Home care: {agency}; hospice: none
Family spokesperson: {kin:given}
Coordinator {staff:given} ({drphone}, {dremail})
"""
)
_TEAM_TABLE: Table = (
    ("Role", "Name", "Contact", "Since"),
    (
        "[[PCP|Cardiology|Nurse|Dietitian|Pulm]]",
        "[[{newdr:full}|{newdr:last_first}|{newdr:family}]]",
        "[[{pager}|{drphone}|{dremail}]]",
        "[[{numdate:-50}|]]",
    ),
)

_ROSTER = templates(
    r"""
{room} {someone:last_first} {age}{sex} {dx} - {todo}
{bed} {someone:family}, {agesex}, {dx}. {newdr:family}
{someone:initials} rm {room} {dx}, NPO
{someone:upper} {mrn} {dept} adm {numdate:-2} ({newdr:family})
{someone:short} [[s/p|POD2]] {proc}, dispo {town}
{room} | {someone:family} | {age} | {dx} | [[{newdr:family}|{newdr:initials}]]
{someone:short}: call {phone}, labs
{someone:full} ({mrn}) due {shortdate:4}
{someone:family}/{someone:given}: INR 2.1
"""
)
_ROSTER_TABLE: Table = (
    ("Room", "Name", "Age", "Dx", "Attending"),
    (
        "{room}",
        "[[{someone:last_first}|{someone:family}|{someone:upper}]]",
        "{age}",
        "{dx}",
        "[[{newdr:family}|{newdr:initials}]]",
    ),
)


def _list(c: Cast, lines: Sequence[str], shape: Table, least: int, most: int) -> Marked:
    if c.chance(0.4):
        heads, cells = shape
        count = c.rng.randint(2, len(heads)) if c.chance(0.4) else len(heads)
        return grid(c, heads[:count], cells[:count], c.rng.randint(2, 9))
    drawn = c.rng.sample(list(lines), min(len(lines), c.rng.randint(least, most)))
    anew = [t for t in drawn if "{someone" in t or "{newdr" in t]  # others would say the same thing again
    if anew and c.chance(0.4):
        drawn = c.rng.choices(anew[:2], k=len(drawn))
    said = [c.say(t) for t in drawn]
    style = c.pick(("", "- ", "* ", "# ", "", "• ", "[ ] ", "n", "n)", "; ", ", ", " / "))
    if style in {"; ", ", ", " / "}:
        return join(*said, sep=style)
    if style in {"n", "n)"}:
        dot = "." if style == "n" else ")"
        return join(*(join(f"{i}{dot} ", line) for i, line in enumerate(said, 1)), sep="\n")
    return join(*(join(style, line) for line in said), sep="\n")


Kind = tuple[str, str, tuple[str, ...], Table]

_KINDS: tuple[Kind, ...] = (
    ("problem-list", "[[Problem List|Active Problems|Diagnoses|PMH]]", _PROBLEMS, _PROBLEM_TABLE),
    (
        "medication-list",
        "[[Medication List|Current Medications|Home meds|Med reconciliation]]",
        _MEDICATIONS,
        _MEDICATION_TABLE,
    ),
    ("allergy-list", "[[Allergies|Allergy list|Adverse reactions|Allergies/Intolerances]]", _ALLERGIES, _ALLERGY_TABLE),
    ("appointment-list", "[[Appointments|Upcoming visits|Schedule|Clinic list]]", _APPOINTMENTS, _APPOINTMENT_TABLE),
    ("contact-list", "[[Contacts|Emergency contacts|Phone list|Family and supports]]", _CONTACTS, _CONTACT_TABLE),
    ("care-team", "[[Care Team|Treatment team|Providers|Who is who]]", _TEAM, _TEAM_TABLE),
    ("roster", "[[Rounding list|Census|Sign-out|Patient list]]", _ROSTER, _ROSTER_TABLE),
)


def _type(kind: Kind) -> NoteType:
    name, titles, lines, shape = kind

    def write(c: Cast) -> Marked:
        pieces = [
            maybe(c, 0.6, banner),
            title(c, titles),
            _list(c, lines, shape, 3, 10),
            maybe(c, 0.25, lambda c: c.any(*PLAIN)),
        ]
        for _, more, others, other in c.rng.sample(_KINDS[:-1], c.pick((0, 0, 1, 1, 2, 4))):
            pieces.append(join(c.say(more).text, c.pick((":\n", "\n", "\n\n")), _list(c, others, other, 2, 6)))
        pieces += [
            maybe(c, 0.3, lambda c: paragraph(c, ANY, 1, 3)),
            maybe(c, 0.3, signature),
            maybe(c, 0.25, foot),
        ]
        return join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n")))

    return NoteType(name, write)


TYPES: tuple[NoteType, ...] = tuple(_type(kind) for kind in _KINDS)
