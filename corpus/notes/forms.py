"""Forms: registration and face sheets, consents, fax covers, labels, screens and exports, pages of results."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes import lists
from corpus.notes.blocks import PATIENT_ROWS, banner, foot, letterhead, paged, signature, title
from corpus.notes.compose import PLAIN, maybe, paragraph, templates
from corpus.notes.contexts import ANY
from corpus.notes.tabular import PAPER, SHAPES, chosen, grid, rows, table
from redactor.sample.marked import Marked, join

_IDENTITY = rows(
    r"""
    [[Last Name|Surname|Family name|Last]] = [[{pt:family}|{pt:family_upper}]]
    [[First Name|Given name|First|Forename(s)]] = {pt:given}
    [[Preferred name|Goes by|Nickname|Known as]] = {pt:nick}
    [[Maiden name|Previous name|Birth name]] = [[{pt:maiden}|n/a|none]]
    [[Alias|AKA|Other names]] = [[{someone:full}|none|{pt:nick_quoted}]]
    [[SSN|Social Security #|Soc Sec No|SS#]] = [[{ssn}|xxx-xx-{ssn4}|on file]]
    [[Date of birth|DOB|Birthdate]] = {dob}
    Age = {age}
    [[Sex|Gender|Legal sex]] = [[{sex}|{gender}]]
    [[Marital status|Marital]] = [[M|S|W|Divorced|Widowed]]
    Race = {race}
    [[Religion|Faith]] = [[Catholic|Baptist|none|Lutheran]]
    [[Church|Congregation|Parish]] = {church}
    [[Language|Primary language]] = [[English|Spanish|Arabic|Vietnamese]]
    [[Place of birth|Birthplace|Born in]] = [[{hometown}|{abroad}|{citystate}]]
    [[Street|Street Address|Address line 1|Mailing address]] = [[{street}|{street}, {unit}]]
    [[Address line 2|Apt|Unit]] = [[{unit}|]]
    [[City|Town]] = {city}
    [[State|St|Province]] = [[{stateab}|{state}]]
    [[Zip|ZIP Code|Postal code|Postcode]] = {zip}
    County = {county}
    Country = {country}
    [[City/State/Zip|City, ST ZIP]] = {city}, {stateab} {zip}
    [[Home phone|Phone (H)|Tel. home|Home]] = {phone}
    [[Cell|Mobile|Phone (C)|Cell phone]] = {mobile}
    [[Work phone|Phone (W)|Work]] = [[{phone}|{phone} x{ext}]]
    [[E-mail|Email address|Email]] = [[{email}|declined]]
    [[Driver's license|DL #|Licence]] = [[{license}|{license} ({stateab})]]
    Passport = [[{passport}|{passport}, {country}]]
    [[Occupation|Job title]] = {job}
    [[Employer|Place of work]] = [[{employer}|retired|self|{employer}, {town}]]
    [[School|Student at]] = {school}
    [[Veteran|Military service]] = [[Y|N|{year:-30}-{year:-26}]]
    """
)

_GUARANTOR = rows(
    r"""
    [[Emergency contact|Emerg. Contact|In case of emergency|ICE]] = [[{kin:full} ({word})
        {kinphone}|{kin:full}|{kin:given} {kinphone}]]
    [[Relationship|Relation to pt|Rel]] = {word}
    [[Contact phone|Emergency phone|Their phone]] = {kinphone}
    [[Next of kin|NOK]] = [[{kin:last_first}|{kin2:full}, {word2}|{kin:upper_full}]]
    [[Guarantor|Responsible party|Bill to]] = [[{kin:full}|self|{kin:last_first}]]
    [[Guarantor address|Billing address]] = [[{address}|same|{address:nozip}]]
    [[Guarantor employer|Spouse's employer]] = {employer}
    [[Mother's name|Mother|Mother's maiden name]] = [[{someone:full}|{someone:family}]]
    [[Father's name|Father]] = {someone:full}
    [[Primary insurance|Ins 1|Insurance]] = {payer}
    [[Secondary insurance|Ins 2]] = [[{payer}|none]]
    [[Policy number|Member ID|Policy #|Subscriber no.]] = {plan}
    [[Group number|Group #]] = {groupno}
    [[Insured's name|Subscriber]] = [[{kin:full}|{pt:full}]]
    [[Insured DOB|Subscriber DOB]] = {dob}
    [[PCP|Family physician|Primary MD]] = [[{pcp:full}|{pcp:last_first}|{pcp:titled}|{pcp:family}, {pcpsite}]]
    [[Referred by|How did you hear of us]] = [[{dr2:titled}|{friend:given}|a friend|{url}]]
    [[Pharmacy|Preferred pharmacy]] = [[{pharmacy}|{pharmacy}, {street}|{pharmacy} {phone}]]
    [[Attending|Admitting MD|Attending physician]] = [[{dr:last_first}|{dr:full}, {cred}|{dr:upper}]]
    [[Admit date|Admission|Adm Dt]] = [[{numdate} {time}|{fulldate}|{stamp}]]
    [[Discharge date|Disch Dt]] = [[{numdate:4}|]]
    [[Admit dx|Reason|Chief complaint]] = [[{dx}|{symptom}]]
    [[Service|Unit|Nurse station]] = {dept}
    [[Room/Bed|Bed|Rm]] = [[{room}|{bed}]]
    [[Account number|Acct|HAR|Fin #]] = {acct}
    [[MRN|Med rec|Hospital no]] = {mrn}
    [[Financial class|FC]] = [[Commercial|Medicaid|Self-pay]]
    [[Advance directive|Code status]] = [[Y, with {kin:given}|Full|DNR|{lawyer:full} holds it]]
    [[Health care agent|POA|Proxy]] = [[{kin:full}, {kinphone}|{kin2:full}|none]]
    [[Legal guardian|Conservator]] = [[{lawyer:full}, {firm}|n/a|{agency}]]
    [[Case manager|Social worker]] = {staff:full}, {drphone}
    [[Accident date|Date of injury]] = [[{numdate:-3}|none]]
    [[Vehicle|Tag]] = {plate}
    [[Funeral home|Clergy]] = [[{someone:full}|{church}]]
    [[Registered by|Clerk|Entered by|User]] = [[{author:initials}|{username}|{author:last_first}]]
    [[Portal|MyChart]] = [[active - {username}|pending|{email}]]
    """
)


def _registration(c: Cast) -> Marked:
    shape = c.pick(SHAPES)
    heading = c.pick(("{}:", "{}", "== {} ==", "**{}**", "SECTION {}", "[{}]"))
    parts = [
        maybe(c, 0.45, letterhead),
        title(
            c,
            "[[Face Sheet|Registration Form|Patient Registration|New Patient Form|Demographics|Admission record]]",
        ),
    ]
    blocks = (
        ("Patient", _IDENTITY, 6, 18),
        ("Contacts and insurance", _GUARANTOR, 4, 16),
        ("Visit", _GUARANTOR[18:], 2, 8),
    )
    for name, some, least, most in blocks:
        if name == "Patient" or c.chance(0.7):
            same = (shape,) if c.chance(0.75) else SHAPES
            parts.append(
                join(heading.format(name) + "\n" if c.chance(0.5) else "", table(c, chosen(c, some, least, most), same))
            )
    parts += [maybe(c, 0.3, lambda c: paragraph(c, ANY, 1, 4)), maybe(c, 0.35, signature), maybe(c, 0.3, foot)]
    note = join(*(p for p in parts if p.text), sep=c.pick(("\n", "\n\n")))
    return paged(c, note) if c.chance(0.1) else note


_CONSENT = templates(
    r"""
I, {pt:full}, [[hereby|]] authorize {dr:titled_full} [[and associates|]] to perform {proc}.
I, {kin:full}, [[parent|legal guardian]] of {pt:full} (born {dob}), consent on {his} behalf.
The risks, which include bleeding, infection and nerve injury, were explained to me by {dr:titled}.
I authorize {site} to release my records ({daterange}) to {newsite}, {address}.
Release to: {lawyer:full}, {firm}, fax {fax}.
Information may be discussed with {kin:given} and {kin2:given}, not with {someone:full}.
This consent expires on {fulldate:365} or when I revoke it in writing.
I understand that residents, among them {newdr:titled}, may take part.
Witness: {nurse:full}, {nursecred}   {numdate} {time}
Interpreter: {staff:full} #{badge}
Print name: {pt:upper_full}   Signed: {numdate}   Relationship: [[self|{word}]]
I decline blood products. My faith ({church}) and I ask that {someone:full} be called.
You may leave messages at {mobile} or with {kin:given}.
Study {study}: principal investigator {dr:full}, call {drphone} or the IRB at {sitephone}.
Photographs may be used for teaching; no name is shown. {neg}
A copy was given to {pt:given}. {neg}
Alternatives: no treatment, {drug}, radiation. The benefit is not guaranteed.
"""
)


def _consent(c: Cast) -> Marked:
    pieces = [
        maybe(c, 0.4, letterhead),
        title(
            c, "[[Informed Consent|Consent for procedure|Authorization to release information|HIPAA release|Consent]]"
        ),
        maybe(c, 0.6, lambda c: table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 4)], PAPER)),
        join(
            *(c.say(t) for t in c.rng.sample(_CONSENT, c.rng.randint(3, 9))), sep=c.pick((" ", "\n", "\n\n", "\n[ ] "))
        ),
        maybe(c, 0.5, signature),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_FAX = rows(
    r"""
    [[To|TO|Attn|Deliver to]] = [[{dr2:titled_full}|{dr2:full}|{author:given}, medical records|{someone:full},
        {payer}|{pharmacy}]]
    [[From|FROM|Sender]] = [[{nurse:full}, {nursecred}|{dr:short}|{author:full}, {clinic}|{site:abbr} {dept}]]
    [[Company|Organization|Facility]] = [[{newsite}|{firm}|{agency}|{payer}]]
    [[Fax|Fax no.|Fax #]] = {fax}
    [[Phone|Tel|Callback]] = [[{sitephone}|{drphone} ext {ext}]]
    [[Date|Date/time|Sent]] = [[{numdate} {time}|{fulldate}|{stamp}]]
    [[Pages|No. of pages|Pages incl. cover]] = [[3|12|1 of 5|7 (incl. cover)]]
    [[Re|RE|Subject|Regarding]] = [[{pt:last_first} {dob}|{pt:full}, {mrn}|{pt:initials} records|{pt:titled},
        {date:-3}]]
    [[cc|CC]] = [[{pcp:family}|{kin:full}|none]]
    [[Sender's fax|Our fax]] = {sitefax}
    [[Urgency|Priority]] = [[urgent|for review|please reply]]
    """
)


def _fax(c: Cast) -> Marked:
    pieces = [
        maybe(c, 0.6, letterhead),
        title(c, "[[FAX|Fax Cover Sheet|Facsimile transmittal|Fax transmission]]"),
        table(c, chosen(c, _FAX, 5, 11), PAPER),
        maybe(c, 0.7, lambda c: paragraph(c, ANY, 1, 3)),
        maybe(
            c,
            0.5,
            lambda c: c.say("If you are not {dr2:titled} or {his} agent, [[destroy this|call {sitephone}]] at once."),
        ),
        maybe(c, 0.4, lambda c: c.say("{stamp} FROM: {fax} TO: {fax} P.001/004")),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_LABELS = templates(
    r"""
{pt:full}\n{address:block}
{pt:upper_full}\n{street}\n{city} {stateab} {zip}
{pt:last_first}  {sex}\nDOB {dob}  MRN {mrn}\nDr {dr:family}  {numdate}
[[Return to|From]]: {site}, {address}\n\nTO: {kin:titled_full}\n{address:block}
c/o {kin:full}\n{street}, {unit}\n{city}, {state} {zip}
Rx {rx}  {pharmacy}  {phone}\n{pt:upper_full}\n{sig}\nDr. {dr:full}   Refills: 2   Filled {numdate}
{pt:last_first} {mrn} {dob} {sex} {specimen} {stamp} {nurse:initials}
{employer}\nAttn: {someone:full}\n{address:block}
Specimen {specimen} / {pt:last_first} / {anatomy} / {numdate} {time} / {dr:family}
MOTHER: {kin:last_first}  BABY: {pt:family} {boy}  {stamp}  band {id}
{pt:short}, bed {bed}, {dept}, allergies: {allergy}
UNIT {serial} A POS exp {numdate:20} for {pt:last_first} {mrn}
{pt:lower} {dob} {phone}
Visitor: {someone:full} for {pt:given} {room} {time} badge {badge}
Deliver to {pt:short}, {place}, {city}. Leave with {kin:given} or {friend:given} next door ({phone}).
{dr:full}, {cred}, {clinic}, {street}, {citystate} {zip}, tel {drphone}, {dremail}
"""
)


def _labels(c: Cast) -> Marked:
    return join(*(c.any(*_LABELS) for _ in range(c.rng.randint(1, 4))), sep=c.pick(("\n\n", "\n---\n", "\n")))


_MACHINE = templates(
    r"""
PID|1||{mrn}^^^{site:abbr}^MR||{pt:family_upper}^{pt:given}||{numdate}|{sex}|||{street}^^{city}^{stateab}^{zip}||{phone}
NK1|1|{kin:family}^{kin:given}|{word}|{street}^^{city}|{kinphone}
PV1|1|I|{room}|||{npi}^{dr:family}^{dr:given}^^^Dr
{stamp} INFO user={username} action=VIEW patient="{pt:last_first}" mrn={mrn} ip={ip}
{{"name": "{pt:full}", "dob": "{dob}", "phones": ["{phone}", "{mobile}"], "city": "{city}", "active": true}}
{{"id": "{uuid}", "subject": {{"display": "{pt:short}"}}, "author": "{dr:full}", "note": "{neg}"}}
<patient id="{id}"><given>{pt:given}</given><family>{pt:family}</family><birthDate>{dob}</birthDate></patient>
<author><name>{dr:full}</name><org>{site}</org><telecom value="{drphone}"/></author>
patient_id={mrn}&last={pt:family}&first={pt:given}&visit={visit}&code={code}
{pt:last_first};{dob};{mrn};{dx};{dr:family};{numdate}
{mrn},{pt:family},{pt:given},{dob},{sex},{city},{zip},{phone},{email}
"{pt:full}","{address}","{mobile}","{kin:full}","{kinphone}"
name: {pt:full}\naddress:\n  street: {street}\n  city: {city}\n  zip: {zip}
[{stamp}] {username}@{ip} opened {docid} ({pt:initials})
MAC {mac} SN {serial} {model} room {room} owner {dept}
INSERT INTO visits VALUES ({mrn}, '{pt:family}', '{numdate}', '{dr:family}', '{dx}');
From: {dr:full} <{dremail}>\nTo: {author:full} <{email}>\nSubject: {pt:short} {mrn}
OBX|1|NM|{test}||{range}|N|||F|||{stamp}||{nurse:initials}
SCH|{visit}|{time}|{dr:last_first}|{pt:last_first}|{phone}|confirmed
key={uuid} status=ok attempts=3 latency=0.42 host={url}
VCARD N:{pt:family};{pt:given} TEL:{mobile} EMAIL:{email} ADR:;;{street};{city};{stateab};{zip}
"""
)


def _export(c: Cast) -> Marked:
    if c.chance(0.4):
        template = c.pick(_MACHINE)
        return join(*(c.say(template) for _ in range(c.rng.randint(1, 3))), sep="\n")
    said = [c.any(*_MACHINE) for _ in range(c.rng.randint(1, 4))]
    if c.chance(0.5):
        said.insert(0, table(c, chosen(c, _IDENTITY + _GUARANTOR, 3, 10)))
    if c.chance(0.3):
        said.append(c.any(*PLAIN))
    return join(*said, sep="\n")


_RESULTS = templates(
    r"""
[[Collected|Drawn|Coll]]: {stamp}  [[Received|Rec'd]]: {stamp}  [[Reported|Final]]: {stamp}
[[Ordering|Requesting]] [[provider|physician]]: {dr:last_first}   [[Copy to|cc]]: {pcp:last_first}
Performed at {lab}, {address}. Director: {newdr:full}, {cred2}. CLIA {cert}
Accession {accession}  Specimen {specimen}  Order {order}
[[Critical|Panic]] value called to {nurse:short} at {time} by {author:initials}, read back.
Comment: hemolyzed. Redraw asked of {nurse:titled} {date}.
Sent to {labsite}, {citystate}; expected {shortdate:4}.
Fasting: [[yes|no]]. Status: final.
Previously {date:-90}: see {accession}.
[[Verified|Resulted|Tech]]: {author:initial_last}, {numdate}
{gene}: not detected. {neg}
Client {clinic}, acct {acct}, route 14.
Phoned to {pt:given} {date:1} by {nurse:initials}; letter to {street}.
"""
)


def _results(c: Cast) -> Marked:
    pages: list[Marked] = []
    head = join(maybe(c, 0.7, letterhead), "\n", banner(c))
    for i in range(c.rng.randint(1, 3)):
        heads = ("Test", "Result", "Flag", "Reference", "Date", "By")
        cells = (
            "{test}",
            "[[4.2|138|0.9|11.2|neg|76]]",
            "[[H|L||]]",
            "{range}",
            "[[{numdate}|{shortdate}]]",
            "{author:initials}",
        )
        count = c.pick((4, 4, 5, 6))
        lab = (
            grid(c, heads[:count], cells[:count], c.rng.randint(2, 7))
            if c.chance(0.75)
            else c.say("{labline}\n{labs}\n{labline}")
        )
        top = head if i == 0 or c.chance(0.8) else c.say("{pt:last_first} {mrn} (cont.)")
        said = join(*(c.say(t) for t in c.rng.sample(_RESULTS, c.rng.randint(1, 5))), sep="\n")
        pages.append(join(top, "\n", lab, "\n", said, "\n", foot(c)))
    return join(*pages, sep=c.pick(("\n", "\n\f", "\n\n")))


TYPES: tuple[NoteType, ...] = (
    NoteType("registration", _registration, 1.5),
    NoteType("consent-form", _consent),
    NoteType("fax-cover", _fax),
    NoteType("labels", _labels, 0.7),
    NoteType("screens-and-exports", _export),
    NoteType("result-pages", _results),
    *lists.TYPES,
)
