"""Letters to others than clinicians: employers, schools, insurers, boards; and what insurers write back."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.blocks import PATIENT_ROWS, closing, foot, letterhead, settle, signature, title
from corpus.notes.compose import maybe, paragraph, templates
from corpus.notes.contexts import ANY
from corpus.notes.tabular import chosen, grid, rows, table
from redactor.sample.marked import Marked, join

_WORK = templates(
    r"""
[[This is to certify|I certify|Please be advised]] that {pt:full}[[ (born {dob})|]] was [[seen|treated]] [[at
    {clinic}|here|by me]] on {date}.
[[Please excuse|Kindly excuse]] {pt:titled} from work [[{daterange}|on {date}|from {date} until {date:4}]].
{pt:given} [[may return|can go back]] to [[work|full duty|light duty]] on {date:5}.
No lifting over 20 lb until {shortdate:14}.
{He} is employed as a {job} by {employer}.
{pt:titled} is unfit for work from {numdate} to {numdate:7} inclusive.
{mr} {pt:family} had to care for {his} {word}, {kin:given}, who was in {site:alias}.
[[Questions|For questions]]: {drphone}, ask for {nurse:given}.
In my opinion {he} [[was|will be]] medically unfit for {duration}.
Attention: {someone:full}, Human Resources, {employer}
[[Fax|E-mail]] to {someone:given} at {fax}.
Jury service: {pt:full}, juror {id}, cannot attend on {date:9}.
"""
)

_SCHOOL = templates(
    r"""
{pt:full} was seen [[in our office|at {clinic}]] on {date} and may return to {school} on {date:1}.
Please [[allow|let]] {pt:given} [[use the bathroom|carry an inhaler|sit near the front]].
[[No gym|No PE|No contact sports]] until {date:21}.
{pt:given}, a [[third grader|sophomore]] in {teacher:titled}'s class, has {dx}.
[[Medication at school|Give]]: {sig}; side effects: {symptom}.
If {he} has {symptom}, call {kin:given} ({kinphone}) or {kin2:given} ({phone}).
I support the request of {pt:poss} parents, {kin:full} and {kin2:full}, for a 504 plan.
{His} sister {someone:given} at {school} has the same restrictions.
Immunizations are complete as of {numdate:-100}.
Dear {teacher:titled}, thank you for your note of {date:-6} about {pt:nick}.
Principal {someone:titled} may reach me at {drphone} or {dremail}.
Camp at {place}, {daterange}: cleared.
{school}\n{street}\n{city}, {stateab} {zip}
"""
)

_DISABILITY = templates(
    r"""
I have treated {pt:titled} since {month:-1000} for {dx} and {dx}.
{He} is a {ageold} former {job}, last employed by {employer} on {date:-200}.
{pt:family} can sit for 20 minutes and stand for 10. {neg}
In a normal day {kin:given} [[helps {him} dress|does the shopping in {city}]].
[[Social Security number|SSN]]: {ssn}.
I understand a hearing is set for {date:40} before Judge {someone:family} in {town}.
[[Approximate|Probable]] date the condition began: {date:-60}. Probable duration: {duration}.
The employee will be [[incapacitated|unable to work]] {daterange}.
FMLA is requested so that {kin:full} can care for {pt:given}, {kinhis} {word}.
Short-term disability claim {claim}, policy {groupno}, {payer}.
Hospital admissions: {site:alias} {daterange}; {site2} {month:-60}.
{dr2:titled}, {dr2:family}'s notes and the MRI of {numdate:-50} agree.
In my opinion {pt:given} has been disabled since {year:-2}.
{He} cannot [[drive|climb]]; {his} license ({license}) was surrendered {date:-80}.
Your examiner, {newdr:titled}, spent ten minutes with {him}.
HR contact {someone:full}, {phone}, {email}.
"""
)

_APPEAL = templates(
    r"""
I am writing on behalf of my patient, {pt:full}, to appeal the denial of {date:-9} for {proc}.
[[Member|Subscriber]] {kin:full}, ID {plan}, group {groupno}.
Your medical director, {newdr:titled_full}, [[stated|wrote]] that {drug} is "not medically necessary".
{pt:titled} is a {ageold} {man} with {dx}; {he} failed {drug}, {drug} and {drug}.
[[Reference|Denial|Claim]] number {claim}[[, dated {fulldate:-9}|]].
{He} was hospitalized at {site} from {date:-80} to {date:-74} after {symptom}.
{pt:given}, who looks after {kin:given} ({kinage}) and {kin2:given} ({kinage}), cannot work at {employer}.
A peer-to-peer with Dr. {newdr:family} on {shortdate:-3} at {time12} [[was cut short|did not resolve this]].
{neg} {neg}
Please [[expedite|overturn]] and notify us by {date:3} at fax {fax}.
Codes: {code}, {code}. NPI {npi}. Tax ID on file.
Spoke to {someone:given}, rep ID {id}, ref {caseno}.
{drug} has been effective since {month:-30}; stopping it [[led|will lead]] to {symptom}.
The literature supports this (n = 312, p < 0.01). {neg}
External review may be requested from {agency}, {address}.
"""
)


def _sheet(c: Cast, heading: str, matter: tuple[str, ...], least: int, most: int, greeting: str) -> Marked:
    about = table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 4)])
    pieces = [
        maybe(c, 0.6, letterhead),
        maybe(c, 0.6, lambda c: c.say("{fulldate}")),
        maybe(c, 0.5, lambda c: title(c, heading)),
        maybe(c, 0.4, lambda _: about),
        maybe(c, 0.6, lambda c: c.say(greeting)),
        paragraph(c, matter, least, most, ANY if c.chance(0.4) else ()),
        c.pick((closing, closing, signature, foot))(c),
    ]
    return join(*(p for p in pieces if p.text), sep=c.pick(("\n\n", "\n\n", "\n")))


def _work(c: Cast) -> Marked:
    greeting = "[[To whom it may concern:|Dear {someone:titled},|Dear Sir/Madam|TO: {employer}|Dear Employer,]]"
    return _sheet(c, "[[Work excuse|Medical certificate|Sick note|Return to work]]", _WORK, 1, 5, greeting)


def _school(c: Cast) -> Marked:
    settle(c, (4, 18))
    greeting = "[[To whom it may concern,|Dear {teacher:titled},|Dear School Nurse:|To: {school}|Dear {nurse2:titled}]]"
    return _sheet(c, "[[School note|School excuse|504 letter|Medication at school]]", _SCHOOL, 1, 6, greeting)


def _disability(c: Cast) -> Marked:
    heading = "[[Disability letter|FMLA certification|Attending physician statement|Functional capacity]]"
    greeting = "[[To whom it may concern:|Dear {lawyer:titled},|{agency}\n{address}]]"
    return _sheet(c, heading, _DISABILITY, 3, 10, greeting)


def _appeal(c: Cast) -> Marked:
    heading = "[[Letter of medical necessity|Prior authorization request|Appeal - urgent|Second level appeal]]"
    greeting = "[[{payer}\nAppeals Department\n{address:block}|Dear Medical Director,|Attn: {someone:full}, {payer}]]"
    return _sheet(c, heading, _APPEAL, 3, 10, greeting)


_AUTH = rows(
    r"""
    [[Request date|Date submitted]] = {numdate}
    [[Member|Member name|Patient|Enrollee]] = [[{pt:full}|{pt:last_first}|{pt:upper}]]
    [[Member ID|ID #|Cardholder ID]] = {plan}
    [[Group|Group #|RxGrp]] = {groupno}
    [[DOB|Date of birth]] = {dob}
    [[Subscriber|Policyholder|Insured]] = [[{kin:full}|{kin:last_first}|same|{pt:full}]]
    [[Relationship to insured|Relation]] = [[{word}|self]]
    [[Plan|Payer|Insurance]] = {payer}
    [[Prescriber|Requesting provider|Ordering MD]] = [[{dr:full}, {cred}|{dr:last_first}]]
    NPI = {npi}
    DEA = {dea}
    [[Office phone|Provider phone]] = {drphone}
    [[Office fax|Fax]] = {fax}
    [[Contact person|Office contact]] = [[{author:full}|{author:given} x{ext}|{nurse:given}]]
    [[Drug requested|Medication|Service]] = [[{sig}|{proc}]]
    [[Diagnosis|ICD-10]] = [[{code}|{dx} ({code})]]
    [[Tried and failed|Prior therapy]] = {drug} ({month:-20}), {drug}
    [[Facility|Place of service]] = {site}
    [[Authorization #|Auth no.|PA number]] = [[{claim}|{id}|pending]]
    [[Valid|Effective]] = [[{daterange}|{numdate} to {numdate:90}]]
    [[Dispensing pharmacy|Pharmacy]] = {pharmacy}
    [[Date of service|Service date]] = {numdate:-9}
    [[Claim number|Claim #|ICN]] = {claim}
    [[Check no.|EFT]] = {account}
    [[Amount billed|Billed]] = [[$1,240.00|$312.50|$88.00]]
    [[Allowed|Plan paid]] = [[$402.11|$76.20|$0.00]]
    [[You owe|Patient responsibility]] = [[$80.42|$15.24|$250.00]]
    """
)


def _authorization(c: Cast) -> Marked:
    pieces = [
        title(c, "[[Prior Authorization Request Form|PA form|Pharmacy benefit - coverage determination|Auth request]]"),
        table(c, chosen(c, _AUTH[:21], 6, 16)),
        maybe(c, 0.6, lambda c: paragraph(c, _APPEAL, 1, 4)),
        maybe(c, 0.4, signature),
        maybe(c, 0.3, foot),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_BENEFITS = templates(
    r"""
THIS IS NOT A BILL. Questions? Call {sitephone} or go to {siteurl}.
{pt:full}\n{address:block}
Dear {kin:titled}: we processed the claim for {pt:given} on {numdate}.
Provider {dr:last_first} is out of network. Remark code 45: charge exceeds fee schedule.
If {pt:titled} has other insurance, write to {payer}, {address}.
We paid {newsite} on {shortdate}. Deductible met: $500 of $500.
You have 180 days from {fulldate} to appeal.
Spoke with {someone:given} at {payer}, call ref {caseno}, {stamp}.
Coordination of benefits: {kin:given}'s plan ({plan}) is primary.
Claim {claim} denied {numdate}: no referral from {pcp:titled} on file.
CPT 99214, 25 modifier; 36415; 80053. Units 1, 1, 1.
Subrogation: accident {date:-60} in {town}; adjuster {someone:full}, {phone}.
"""
)


def _benefits(c: Cast) -> Marked:
    pieces = [
        maybe(c, 0.5, lambda c: c.say("{payer}\n{address:block}\n{siteurl}")),
        title(c, "[[Explanation of Benefits|EOB|Claim detail|Statement of account|Remittance advice]]"),
        table(c, chosen(c, _AUTH, 5, 13)),
        maybe(
            c,
            0.6,
            lambda c: grid(
                c,
                ("Service date", "Provider", "Code", "Billed", "Patient"),
                (
                    "{numdate:-9}",
                    "{newdr:last_first}",
                    "{code}",
                    "[[120.00|86.40|1,015.00]]",
                    "[[{pt:given}|{kin:given}]]",
                ),
                c.rng.randint(1, 5),
            ),
        ),
        paragraph(c, _BENEFITS, 1, 5),
    ]
    return join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n")))


TYPES: tuple[NoteType, ...] = (
    NoteType("work-excuse", _work),
    NoteType("school-letter", _school),
    NoteType("disability-letter", _disability),
    NoteType("appeal-letter", _appeal),
    NoteType("prior-authorization", _authorization),
    NoteType("explanation-of-benefits", _benefits),
)
