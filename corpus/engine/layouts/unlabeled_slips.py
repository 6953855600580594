"""Slips and score sheets: values without labels, headings without values."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.printed_grid import grid_lines, scanned
from redactor.sample.marked import Marked, join

_BLOCKS = grid_lines(
    r"""
{pt:full}\n{street}\n{town}, {stateab} {zip}
{pt:last_first}\n{dob}   {mrn}\n{phone}
{lc:pt:full}\n{lc:street}\n{lc:town} {zip}
{someone:family_upper} {someone:given}  {otherdob}
{someone:family_first}, {otherphone}
{kin:full} ({word})\n{kinphone}
{word} {kin:given}  {kinphone}  {word2} {kin2:given}  {otherphone}
{newdr:full}\n{newsite}\n{otherstreet}\n{town}
{newsite:upper}\n{otherstreet}\n{sitephone} / {sitefax}
{clinic}\nattn {staff:given}\n{sitefax}
{employer}\n{town}
{newpayer}  {plan}  {groupno}
{newpharmacy} {town} {otherphone}
{lone}
{lc:lone}
{email}
{county}
{ini}   {shortdate}
{newschool} {teacher:titled}
{age}   {dob}
c/o {someone:short}, {otherstreet}, {town}
Occupier, {street}
{church}\n{someone:titled}
{nursinghome} {room}
{newfirm} {claim}
{pt:nick} / {kin:nick}
{lawyer:titled} {otherphone}
{wordname} {lone}  {numdate}
{mobile} ({someone:given})
{pt:initials} {birthdigits}
    """,
    2,
    7,
)
_ODD = grid_lines(
    r"""
{gcell:word}
{gcell:status}
{gcell:opt}   {gcell:opt}
{gcell:brand} {strength} mg
{gcell:study}
{gcode:form}
{gcell:abbr}   {gcode:cell}
{gcell:tool}
{gcell:label}:
No Data
Page {num:1-9}
{num:1-90}   {dec:0.1-90.0}   {num:100-900}
    """,
    1,
    4,
    0.8,
)


def unlabeled_values(c: Cast) -> Marked:
    """Values of a form without their labels."""
    return join(*(c.pick((_BLOCKS, _BLOCKS, _ODD))(c) for _ in range(c.rng.randint(2, 5))), sep=c.pick(("\n", "\n\n")))


def run_on_form(c: Cast) -> Marked:
    """Labels and values of an official form in one run, without a colon between them."""
    items = (
        "Residence State {state} County {county} City or Town {town} Zip Code {zip}",
        "Street and Number {street} Apt No {num:1-40} Inside City Limits Yes",
        "Name of Father {someone:full} Birthplace State or Foreign Country {country}",
        "Maiden Name of Mother {someone:full} Birthplace {citystate}",
        "Informant {kin:full} Mailing Address {otherstreet} {town}",
        "Usual Occupation Homemaker Kind of Business or Industry Own Home",
        "Name of Hospital or Institution {newsite} Inpatient ER DOA",
        "Decedent Last {pt:family} First {pt:given} Middle None Suffix Jr",
        "Age Last Birthday {age} Under One Year Months Days Under One Day Hours Minutes",
        "Under One Year {num:0-11} Months {num:0-29} Days {num:0-23} Hours {num:0-59} Minutes",
        "Attending Physician {newdr:full} License Number {cert}",
        "Attending Physician None Referring Physician None Family Physician None",
        "Insured Last Name {kin:family} First Name {kin:given} Relationship to Patient {Word}",
        "Insured Same Group None Plan Name None Other Coverage No",
        "Employer {newemployer} School {newschool} Grade {num:1-12} Teacher {teacher:titled}",
        "Employer None School None Grade None",
        "Date of Injury {numdate} Time {hm} Place of Injury Street Farm Home Office",
        "Registrar {ini} Date Received {numdate:5} Amendment No Book {num:1-90} Page {num:1-400}",
        "Next of Kin {kin:short} Phone {kinphone} Alternate {kin2:short} Phone {otherphone}",
        "Ward {dept} Room {room} Bed {num:1-4} Service Code {gcode:cell} Class {gcell:cover}",
        "Race White Black Samoan Guamanian Other Hispanic Origin No Education College",
        "Method of Disposition Burial Cremation Place of Disposition {place} Funeral Director {donation}",
        "Immediate Cause {dx} Interval {duration} Due to {eponym} Interval {num:2-20} Years",
        "Drugs {gcell:brand} {gcell:brand} {gcell:brand} Prescriber {newdr:family} Pharmacy {newpharmacy}",
        "Scores {gcell:sign} {gcell:sign} {gcell:sign} Rater {ini}",
        "SSN {ssn} Passport {passport} Driver License {license}",
        "SSN None Passport None Driver License None Alien Number None",
    )
    chosen = c.rng.sample(items, c.rng.randint(4, 10))
    way = c.pick(("{} ", "{}. ", "{}a ", "{}) ", "({}) ", "", ""))
    first = c.rng.randint(1, 30)
    said = [join(way.format(i), c.say(t)) for i, t in enumerate(chosen, first)]
    return join(*said, sep=c.pick((" ", " ", "\n", "  ")))


_TITLES = grid_lines(
    r"""
[[PHYSICIAN'S|PHARMACIST'S|NURSING|ANESTHESIA|ADMITTING]] [[ORDERS|RECORD|FLOWSHEET|CHECKLIST|WORKSHEET]]
[[REQUEST FOR|CONSENT TO|AUTHORIZATION FOR]] [[RELEASE OF INFORMATION|BLOOD TRANSFUSION|TREATMENT|AUTOPSY]]
[[Discharge|Post-Op|Home Care]] Instructions - [[Hip Replacement|Wound Vac|Cataract|{gcell:study}]]
P A T I E N T   I N F O R M A T I O N
R E S U L T S     ( f i n a l )
P r o g r e s s   N o t e s
M E D I C A T I O N S
********** END OF REPORT **********
= = = = {gcell:word} = = = =
|||  |  || |||| | ||  *{num:1000-9999}*
[[Original|White|Yellow|Pink]] Copy: [[Chart|Pharmacy|Business Office|Patient]]
Advance Beneficiary Notice Of Noncoverage   Patient Rights And Responsibilities
[[Step|Tab|Panel|Screen|Field]] {num:1-20}   {gcell:label}   {gcell:label}
{gcell:study}\n{gcell:study}\n{gcell:assay}
{gcell:label}   {gcell:label}   {gcell:label}   {gcell:label}   {gcell:label}
{gcell:label} | {gcell:label} | {gcell:label} | {gcell:label}
{gcell:label}\n{gcell:label}\n{gcell:label}\n{gcell:label}
Lewy Body Dementia   {eponym}   {eponym}   Still's   Paget's
{num:1-9}{gcell:shift}   {num:1-9}b   {num:1-9}c   {num:10-40}a   {num:10-40}b
Community First   Caring Hands   Better Together   Hello My Name Is ________
Internal Medicine   General Surgery   Family Practice   Pain & Palliative
Bar Code Area   Punch Here   Fold Here   Staple Attachments   Use No. 2 Pencil
{gticks:role}
{gcell:system} Downtime Form   {gcell:system} Back-Entry
MRI CT US NM XR PET   STAT ASAP ROUTINE TIMED   LT RT BIL
N S E W   M T W T F S S   1 2 3 4 5 6 7   A B C D E
{gcell:tool}   {gcell:tool}   {gcell:tool}   {gcell:brand}
    """,
    4,
    14,
)


def bare_headings(c: Cast) -> Marked:
    """Headings of a form without values."""
    said = _TITLES(c)
    return scanned(c, said) if c.chance(0.2) else said
