"""What machines write: interface segments, exports, narrative dumps, audit trails, mail headers, fax and HIE covers."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes import sheets_charts, sheets_intake, sheets_lab, sheets_papers, sheets_rows
from corpus.notes.sheets_kit import either, filler, lines, one, rows, several, sheet, shuffled, worn

_HL7 = lines(r"""
MSH|^~\&|EPICADT|{fac}|LABADT|{newlab}|{compactstamp}|{username}|ADT^A08|{raw}|P|2.3
EVN|A01|{compactstamp}||ADM|{username}^{author:family_upper}^{author:given}
PID|1|{mrn}|{otherchart}||{pt:family_upper}^{pt:given}^^^||{birthdigits}|{sex}||2106-3|{street}^{unit}^{city}^{stateab}^{zip}^^||{phone}|{otherphone}|EN|M|CHR|{acct}|{ssn}
PD1||||{npi}^{pcp:family}^{pcp:given}^^^^MD^^NPI
NK1|2|{kin:family_upper}^{kin:given}|{word}^{word}|{street}^^{city}^{stateab}^{zip}|{kinphone}||EC
PV1||I|{dept}^{room}^{bed}^{fac}||||{badge}^{dr:family_upper}^{dr:given}^^^DR|{badge}^{newdr:family_upper}^{newdr:given}|||||7|A0||{badge}^{newdr:family_upper}^{newdr:given}|IP|{visit}
PV2||PRIV|{dx}||||||{compact:2}||3
GT1|1||{kin:family}^{kin:given}^^^||{street}^^{city}^{stateab}^{zip}|{kinphone}|||||SLF||||{newemployer}|
IN1|1|{raw}|{id}|{newpayer}|{pobox}^^{town}^{stateab}^{zip}||{otherphone}|{groupno}|||{compact:-300}||||{kin:family}^{kin:given}|SPO|{birthdigits}
AL1|1|DA|^{drug:caps}||HIVES|{compact:-2000}
DG1|1|I10|{icd}|{dx}|{compactstamp:-1}|A||||||||||{newdr:family}
ORC|RE|{order}|{accession}||CM||||{compactstamp}|{ini}||{npi}^{newdr:family}^{newdr:given}
OBR|1|{order}|{accession}|80053^CMP^L|||{compactstamp:-1}|||{ini}|||^^^^R|{compactstamp}|SER|{npi}^{dr:family_upper}^{dr:given}|{drphone}
OBX|2|TX|8480-6^SYSTOLIC^LN||{num:90-190}|mm[Hg]|90-140|N|||F|||{compactstamp}|{fac}|{ini}
NTE|1|L|Called to {nurse:given} {nurse:family_upper} RN, {time}, read back. {ini}
RXA|0|1|{compact}|{compact}|115^Tdap^CVX|0.5|mL|||{ini}^{newdr:family}^{newdr:given}|^^^{fac}||||{raw}|{compact:400}|SKB^GSK^MVX
SPM|1|{specimen}||BLD^Blood^HL70487|||||||||||||{compactstamp:-1}
ZPR|{pcp:family}^{pcp:given}|{newsite}|{town}|{otherphone}
OBX|5|ST|IMP||{finding}||||||F
AIS|1|A|{num:10000-99999}^MRI BRAIN W WO^CPT|{compactstamp:4}|30|MIN
TXA|1|DS|TX|{compactstamp}|{npi}^{newdr:family}^{newdr:given}|||||{typists}|{docid}||||LA
""", 6, 20)  # fmt: skip
_HL7_PLAIN = filler(r"""
OBX|3|NM|2345-7^Glucose^LN||{num:70-300}|mg/dL|70-99|H|||F
OBX|4|CWE|600-7^Blood Culture^LN||{bug}||||||P
OBX|9|SN|1742-6^ALT^LN||^{num:8-90}|U/L|0-55|N|||F
MSA|AA|1   ERR|||207^Application Internal Error^HL70357|E
TQ1|1||Q8H|||||S
DG1|2|I10|{icd}|{dx}||W
""")

_FHIR = lines(r"""
Generated Narrative: Patient   id: {uuid}   active: true   name: {pt:full} (OFFICIAL)   gender: {gender}
    birthDate: {birthdigits:iso}
telecom: ph: {phone}(HOME), {email}   address: {street} {city} {stateab} {zip} (HOME)
contact: {word} {kin:full} Phone: {kinphone}     generalPractitioner: {pcp:full} "{pcp:family_upper}"
managingOrganization: {site}   identifier: MR/{mrn} (USUAL), SS/{ssn}, MC/{plan}
Encounter: status: finished; class: ambulatory; period: {iso} {time} --> {iso:1}; serviceProvider: {newsite}
participant: {newdr:full} (ATND); {nurse:short} (PPRF)   location: {dept}, {room}
Observation: {analyte} = {dec:1.0-140.0} (L); performer: {newlab}; effective: {iso:-1}; note: {ini} {iso}
Immunization: {iso:-400} lotNumber {raw} site LA performer {newdr:initial_last} at {newpharmacy}
MedicationRequest: {sig}; requester {newdr:last_first}; authoredOn {iso:-9}
Coverage: payor {newpayer}; subscriber {kin:full}; subscriberId {plan}; group {groupno}
Device: {model}; udi {device}; serial {serial}; implanted {iso:-600} by {surgeon:short}
Goal: walk to {place}; expressedBy {pt:given}; start {iso:-30}
Appointment: {iso:9}T{time} {newdr:full} (accepted), {pt:short} (tentative), {rowbed}
<text>Seen by {newdr:full}, {cred2} on {iso:-2}. Called {kin:given}.</text>
<recordTarget><patientRole><id extension="{mrn}"/><addr>{street}, {city}</addr><telecom value="tel:{phone}"/>
<name use="L"><given>{pt:given}</given><family>{pt:family}</family></name><birthTime value="{birthdigits}"/>
<assignedAuthor><id extension="{npi}"/><assignedPerson>{newdr:full}</assignedPerson><org>{newsite}</org>
<custodian name="{fac}" phone="{otherphone}"/>
<row n="7" by="{ini}" t="{compactstamp}"><med>{brand}</med></row>
{{"resourceType":"Practitioner","name":[{{"family":"{newdr:family}","given":["{newdr:given}"]}}],"npi":"{npi}"}}
{{ "pt": {{ "n": "{pt:upper}", "a": {age}, "s": "{sex}" }}, "by": ["{ini}", "{ini}"], "unit": "{dept}" }}
"careTeam": ["{newdr:full}", "{newdr:titled}", "{ini}"], "pharmacy": "{newpharmacy}", "employer": "{newemployer}"
"lastSeen": "{iso:-20}", "age": "{rowage}", "next_of_kin": "{kin:full}", "nok_tel": "{kinphone}"
patient.name={pt:full}; patient.city={city}; encounter.provider={newdr:family}; encounter.site={fac}
Composition.author -> {newdr:initial_last} | attester -> {ini} | custodian -> {newsite:abbr}
""", 6, 17)  # fmt: skip
_FHIR_PLAIN = filler(r"""
Condition: {dx} (SNOMED CT[2.16.840.1.113883.6.96] code {num:10000000-99999999}); clinicalStatus: active
Observation: Apgar Score {num:4-9}; interpretation: N; referenceRange: 7 - 10
CarePlan: category Assessment And Plan Of Treatment; intent order; status active
AllergyIntolerance: Penicillin G - high criticality; reaction Hives
"code": {{"system": "LN", "code": "4548-4", "display": "Hemoglobin A1c"}}
<templateId root="2.16.840.1.113883.10.20.22.1.1"/><title>Continuity Of Care Document</title>
Procedure: {proc}; status completed; bodySite {anatomy}
Claim.item: 99213-25, 20610-RT; total 312.00 USD
Questionnaire: PHQ-9 Item 9 = 0; GAD-7 Total {num:0-21}; Lawton IADL {num:0-8}; Katz {num:0-6}
"meta": {{"versionId": "{num:1-9}", "profile": ["us-core-patient"]}}, "active": true
""")

_CSV = sheet(
    rows(
        r"""
        id | last | first | dob | sex | city | phone | pcp
        enc_id | adm | dsch | attending | unit | drg
        study_id | site | init | consent | arm
        visit | chief | disp | provider | tstamp
        vehicle | crew | dispatched | destination
        PatientName | Age | Diagnosis | RefHosp | Outcome
        empid | employee | dept | ppd | by
        claim | member | rendering | billed_by | paid
        """,
        r"""
        {otherchart} | {someone:family} | {someone:given} | {otherdob} | [[M|F|U]] | {town} | {otherphone} |
            {newdr:family}
        {raw} | {around:-60} | {around:-9} | {newdr:last_first} | {dept} | {num:100-900}
        {raw} | [[{fac}|{newsite:abbr}]] | {ini} | {around:-200} | [[A|B|placebo|DrugX]]
        {id} | {symptom} | [[HOME|ADMIT|AMA|LWBS|{fac}]] | [[{ini}|{newdr:family_upper}|{username}]] | {stamp}
        {num:10-99} | {newdr:family}/{newdr:family} | {time} | [[{fac}|{newsite}|refused|cancelled]]
        {someone:full} | {rowage} | {dx} | {newsite} | [[Died {died:-2}|Discharged|LAMA|Referred {town}]]
        {badge} | {someone:last_first} | [[Lab|EVS|4 South|Pharmacy]] | {num:0-9} mm {around:-60} | {ini}
        {claim} | {someone:upper} | {newdr:upper} | {newfirm:upper} | {dec:10.00-900.00}
        """,
        3,
        12,
    ),
    filler(r"""
-- {num:3-90} rows --
Hgb,g/dL,12.0-15.5,718-7,Beckman DxH 900
NULL|NULL|0|f|Bell Palsy|G51.0|1
# units: cm, kg, mmHg; missing = -99; Rev 4
Crohn Disease;K50.90;Humira;Remicade;Entyvio
Foley;16 Fr;Bard;2;each
E11.9\tDiabetes Type 2\tChronic\tY
"""),
)

_AUDIT = lines(r"""
{stamp} {username} VIEW {mrn} {pt:last_first} Snapshot {ip}
{stamp} {author:upper} BREAK-GLASS reason=Direct-Care pt={pt:upper} ws={fac}-ED-04
{iso} {time} LOGIN FAIL user={username} src={ip} mac={mac}
{time} {ini} edited  {time} {ini} cosigned  {time} {ini} addended
[{iso} {time}] print job {raw} -> prn-{num:2-9}w "{pt:family_upper} LABS" by {newdr:initial_last}
User {newdr:last_first} ({username}) accessed chart of coworker {someone:last_first} x{num:2-14} {around:-60}
ROI exported {docid} to {newfirm} <{email}> for {someone:full}
merge {otherchart} into {mrn} approved {ini}/{ini}
Pyxis {dept} {time} {newdr:family_upper},{newdr:given} REMOVE {drug:caps} {num:1-2} for {pt:upper} wit {ini}
Omnicell null count {sign:1 name} / {sign:2 name} {stamp}
Dictation job {raw} spkr {newdr:family} len 4:12 {typists} STAT
session {uuid} device {serial} closed {time}
{username}\t{username}\t{ip}\tROLE=RN\t{dept}
door {num:1-30} badge {badge} {someone:short} {stamp} DENIED
interface {newlab} -> {fac} ack {raw} {compactstamp}
E-sign: {newdr:full} {stamp}   Doc {docid}   Hash {raw}
vm from {otherphone} for {newdr:given}, 0:42, transcribed {ini}
changed by {lonedr}: "{symptom}" -> "{symptom}"
""", 5, 16)  # fmt: skip
_AUDIT_PLAIN = filler(r"""
INFO  Rule Sepsis-BPA v{num:1-9}.2 fired: MEWS {num:3-9}   suppress 4h
WARN Duplicate Order: Tylenol / Percocet (Acetaminophen) override: Benefit Outweighs Risk
DEBUG retry=3 latency=412ms Content-Type: application/fhir+json
ROLE: Nurse Manager   SCOPE: Read Only   STATUS: OK
Report Writer: Hospital Acquired Conditions - Denominator Detail
Cache HIT   Build 24.{num:1-9}.0   Hyperspace   Haiku   Beaker   Willow
BCMA Alert: Wrong Time   Alaris Guardrails: Soft Limit
""")

_MAIL = lines(r"""
From: {newdr:full} <{dremail}>\nSent: {fulldate} {time12}\nTo: {author:last_first}; {newdr:last_first};
    {newdr:initial_last}\nCc: {nurse:short}
Subject: [[FW: |RE: |[secure] ||]][[{pt:family} {rowage} M|bed {room}|{pt:initials} DOB {dob}|rota
    {monthonly}|{newsite} transfer]]
Received: from {username}-pc ([{ip}]) by mx{num:1-9} id {raw}; {fulldate}
Message-ID: <{uuid}>\nReply-To: {email}\nX-Originating-IP: {ip}
On {fulldate} at {time12}, {newdr:short} <{email}> wrote:
> {newdr:given}, {someone:family} in {room} is yours. {ini}
Attachments: {pt:family}_{raw}.pdf; CT {newsite}.zip; scan{num:001-099}.tif
{newdr:full}, {cred2}\n[[Consultant|Nurse Manager|Registrar]], {dept}\n{site}, {street}\nT {otherphone} | F {fax}
Sent from my iPhone
bcc {email}, {dremail}
Hi {newdr:given} - can {lonedr} cover {shortdate}? {newdr:given} has [[clinic|jury duty|Grand Rounds]].
{newdr:given} out of office until {date:9}; contact {someone:short}, {otherphone}.
-----Original Message-----\nFrom: {newagency}\nTo: {newdr:family}, {newdr:given}
Meeting: M&M  {weekday} {shortdate:3} {time}  Req'd: {newdr:family}; {newdr:family}; {lonedr}
Dial-in {otherphone} passcode {raw}#
thx, {newdr:given}
-{ini}
Kind regards\n{newdr:given} {newdr:family} ({ini})
""", 4, 12)  # fmt: skip
_FAX = sheet(
    one(r"""
{fax} {stamp} p.1/4 {newsite:upper}
FAX COVER - {newpharmacy}   TO {newdr:titled} FAX {fax}   FROM {someone:given} RPh   {numdate}
Health information exchange: {newagency}\nContinuity of care summary for {pt:last_first}
MISDIRECTED FAX NOTICE   {clinic}   {sitephone}
REFILL REQUEST   {newpharmacy}   store ph {otherphone}   {stamp}
Records request #{raw}   {newfirm}   on behalf of {newpayer}
HIE Query Result   Source: {newsite} (last update {iso:-9})   Source: {fac} ({iso:-40})
TRANSMISSION OK   JOB {raw}   TO {fax}   START {stamp}   PAGES 004   RESULT OK
Care Everywhere: {newsite} | {fac} | {newsite}   Reconciled {ini} {shortdate}
"""),
    lines(
        r"""
TO: {newdr:full}      CO: {newsite}      FX: {fax}      FROM: {author:first_initial}      PGS: 7
ATTN {lonedr} / {lonedr}, re {pt:titled}
Pt {pt:upper}  {dob}  Rx {rx}  {brand} {strength} #30  last fill {numdate:-31}  Prescriber {newdr:family}
OK refill x__  Denied__  {newdr:initials}   called in {ini} {shortdate}
Please send: H&P, op note, path ({accession}), films from {daterange:-90}
{kin:short} ({word}) signed ROI {shortdate}; does not include psych
Return to {someone:full}, HIM, {street}, {town} {stateab} {zip} or {email}
Requesting: {lawyer:full}, {newfirm}, DOI {numdate:-200}, claim {claim}
Rec'd by {ini} {time}; indexed {ini}; routed {newdr:family}
Visits: {around:-900} {fac} ED; {around:-900} {newsite} OV {newdr:family}; {around:-900} {newlab} lab
If not received in full call {otherphone} ask for {someone:given}
HOSPICE REFERRAL {pt:initial_last} {rowage} -> {hospice}, intake {someone:given}, {otherphone}
Opt-out on file: [[N|Y {shortdate:-90} {ini}]]
""",
        3,
        9,
    ),
    filler(r"""
CONFIDENTIALITY NOTICE: This Fax May Contain Privileged Information. Destroy If Received In Error.
[X] Urgent  [ ] For Review  [ ] Please Comment  [ ] Please Reply
Problems: Raynaud, Sjogren, Hashimoto, GERD    Meds: Plaquenil, Synthroid, Protonix
Sections: Allergies | Medications | Problems | Results | Social History
42 CFR Part 2 Prohibits Redisclosure    45 CFR 164.508
Page 2 of 5    Form ROI-7 (Rev. 06/20)    Do Not Staple
Last A1c {dec:5.0-12.0}   Last LDL {num:40-190}   BP {num:100-180}/{num:55-99}   Tdap 2 yr ago
"""),
)

_PAGES = tuple(
    kind.write
    for module in (sheets_charts, sheets_intake, sheets_papers, sheets_lab, sheets_rows)
    for kind in module.TYPES
    if not kind.name.endswith("-long")
)
_PACKET = sheet(_FAX, several(either(*_PAGES), 3, 6, ("\n\n", "\n\f\n", "\n----- PAGE BREAK -----\n")))

TYPES: tuple[NoteType, ...] = (
    NoteType("sheet-segments", either(_HL7, shuffled(_HL7, _HL7_PLAIN)), 0.7),
    NoteType("sheet-narrative", shuffled(_FHIR, _FHIR_PLAIN)),
    NoteType("sheet-exports", either(_CSV, several(_CSV, 2, 3)), 0.8),
    NoteType("sheet-audit", shuffled(_AUDIT, _AUDIT_PLAIN)),
    NoteType("sheet-mail", worn(_MAIL), 0.7),
    NoteType("sheet-fax", worn(_FAX)),
    NoteType("sheet-packet", _PACKET),
)
