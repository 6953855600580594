"""Machine-like text: segments, objects, markup, settings, log lines and queries, most of whose words name nobody."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.grid_kit import Write, form, lines, page, plain
from redactor.sample.marked import Marked, join


def _block(block: str, least: int, most: int, ordered: bool = True) -> Write:
    """Some of the templates of a raw string, one a line, exactly as they stand."""
    pool = templates(block)

    def write(c: Cast) -> Marked:
        places = c.rng.sample(range(len(pool)), min(len(pool), c.rng.randint(least, most)))
        places = sorted(places) if ordered else places
        return join(*(c.say(pool[i]) for i in places), sep=c.pick(("\n", "\n", "\n", "\n\n")))

    return write


def _either(*writers: Write) -> Write:
    return lambda c: c.pick(writers)(c)


def _bulk(write: Write, least: int, most: int) -> Write:
    return lambda c: join(*(write(c) for _ in range(c.rng.randint(least, most))), sep="\n")


_HL7 = _block(
    r"""
MSH|^~\&|CERNER|{newsite:upper}|OPENLAB|{newsite:abbr}|{compactstamp}||ORU^R01|{docid}|P|2.3
MSH|^~\&|EPIC|{town}|LAB_OUT|LAB|{compactstamp}||ADT^A08^ADT_A01|{raw}|T|2.5.1|||AL|NE
EVN|A04|{compactstamp}||REG|{username}
PID|1||{mrn}^^^MRN||{pt:family_upper}^{pt:given}||{birthdigits}|M||2106-3|{street}^^{town}||{phone}||ENG|W|CAT|{acct}
PID|||{mrn}~{plan}^^^SS||{lc:pt:family}^{lc:pt:given}^^^||{birthdigits}|F|||^^^^||||||||{ssn}
PD1||||{npi}^{pcp:family}^{pcp:given}^^^DR
NK1|1|{kin:family}^{kin:given}|SPO^Spouse|{otherstreet}^^{town}|{kinphone}||EC
NK1|2|""|UNK^Unknown|^^^^||N
PV1|1|I|4W^{room}^A|EL|||{id}^{newdr:family}^{newdr:given}^^^DR|||MED||||7|||||{visit}
PV1|1|O|{gcell:abbr}^^^{newsite:abbr}||||^{newdr:family_upper}^{newdr:given}^J|^^^|CAR|||||||||
PV2|||^{symptom}|||||||||||||||N
OBR|1|{order}|{specimen}|{gcode:loinc}^{gcell:assay}^LN|||{compact}{hm}|||||||^{newdr:family}||||||||LAB|F
OBX|{num:1-9}|NM|{gcode:loinc}^{gcell:assay}^LN||{dec:1.0-190.0}|{gcell:unit}|70-99|H|||F
OBX|{num:1-9}|ST|{gcode:loinc}^{gcell:assay}^LN||{organism}||||||F|||{compact}||{ini}
OBX|{num:1-9}|CE|^{gcell:assay}^L||POS^Positive^L|||A|||P
NTE|1|L|CALLED TO {nurse:given} RN 4W {hm} BY {ini}
NTE|2|L|{gcell:assay} PERFORMED AT {newlab}
NTE|3||INTERPRET WITH CAUTION. SPECIMEN HAEMOLYSED. {gcell:abbr}
DG1|1|I10|{icd}^{dx}|||A
AL1|1|DA|^{gcell:brand}||HIVES~RASH
IN1|1|PPO|{raw}|{newpayer}|{pobox}^^{town}||{sitephone}|{groupno}||{newemployer}|||||{kin:family}^{kin:given}|SPO
IN1|2|{gcell:cover}|00{num:100-999}|{gcell:cover}||||||||||||SELF
ORC|RE|{order}||{raw}|CM||||{compactstamp}|{ini}||^{newdr:last_first}
RXE|^^^{compact}|{gcode:cpt}^{gcell:brand}^NDC|{num:1-9}|||TAB
SCH|{raw}|||||^FU^{gcell:abbr}|ROUTINE|OFFICE|30|MIN|^^^{compactstamp}|||||^{newdr:family_upper}
FT1|1|||{compact}|{compact}|CG|{gcode:cpt}^{gcell:study}||||1||||||{newsite:abbr}
ZPD|{gcell:status}|N|Y||{gcode:cell}|{gcell:abbr}|{uuid}
    """,
    4,
    16,
)
_X12 = _block(
    r"""
ISA*00*          *00*          *ZZ*{raw}*ZZ*{gcell:cover}*{compact}*{hm}*^*00501*{num:100000000-999999999}*0*P*:~
GS*HC*{newfirm}*{newpayer}*{compact}*{hm}*1*X*005010X222A1~
NM1*85*2*{clinic:upper}*****XX*{npi}~
N3*{street}~N4*{town}*{stateab}*{zip}~
PER*IC*{someone:full}*TE*{otherphone}~
NM1*IL*1*{pt:family}*{pt:given}****MI*{plan}~
DMG*D8*{birthdigits}*F~
NM1*QC*1*{kin:family_upper}*{kin:given}~
CLM*{acct}*{num:50-900}***11:B:1*Y*A*Y*Y~
HI*ABK:{icd}*ABF:{icd}~
NM1*82*1*{newdr:family_upper}*{newdr:given}****XX*{npi}~
SV1*HC:{gcode:cpt}*{num:50-900}*UN*1***1~
DTP*472*D8*{compact}~
CAS*CO*45*{dec:10.00-99.00}~CAS*PR*3*25~
REF*G1*{order}~REF*EA*{mrn}~
SBR*P*18*{groupno}******CI~
PRV*BI*PXC*207Q00000X~
HL*2*1*22*0~LX*1~SE*{num:20-60}*0001~IEA*1*{num:1000-9999}~
    """,
    6,
    16,
)
_JSON = _block(
    r"""
{{"encounter":{{"id":"{visit}","class":"AMB","dept":"{gservice}","status":"{gcell:status}","start":"{iso}T{hm:colon}:00Z"}},
"patient":{{"mrn":"{mrn}","name":{{"last":"{pt:family}","first":"{pt:given}"}},"sex":"unknown","lang":"en-US"}},
"patient": {{"displayName": "{pt:full}", "dob": "{dob}", "ageYears": {age}, "deceased": false}},
"demographics": {{"addr1": "{street}", "addr2": null, "city": "{town}", "st": "{stateab}", "postal": "{zip}"}},
"telecom": [{{"system": "phone", "value": "{phone}", "use": "mobile"}}, {{"system": "email", "value": "{email}"}}],
"provider":"{username}","reason":"{eponym} f/u","vitals":{{"bp":"132/80","hr":{num:55-110},"temp":null}},
"orders":[{{"code":"{gcode:cpt}","display":"{gcell:study}","priority":"Routine","performer":"{newsite}"}}],
"orders":[{{"code":"{gcode:loinc}","display":"{gcell:assay}","status":"{gcell:status}","performer":null}}],
"meds":["{gcell:brand}","{gcell:brand}","{gcell:brand}"],
"tags":["high-risk","{gcell:word}","Wave {num:1-4}"],
"equipment": ["{gcell:tool}", "{gcell:tool}"], "scores": {{"raw": "{gcell:sign}"}},
"notes":"lives w/ {word} {kin:given}, walks w/ {gcell:tool}",
"contacts": [{{"rel": "{word}", "name": "{kin:full}", "tel": "{kinphone}"}}, {{"rel": "OTHER", "name": "", "tel": ""}}],
"attending": {{"family": "{newdr:family}", "given": "{newdr:given}", "npi": "{npi}", "title": "{cred2}"}},
"coverage": {{"payer": "{newpayer}", "type": "{gcell:cover}", "memberId": "{plan}", "group": "{groupno}"}},
"facility": "{newsite}", "unit": "{gservice}", "bed": "{room}",
"author": "{newdr:initial_last}", "cosigner": null, "enteredBy": "{ini}",
"immunizations": [{{"v": "{gcell:vax}", "lot": "{raw}", "site": "{gcell:vaxsite}", "mfr": "{gcell:maker}"}}],
"shift": "{gcell:shift}", "role": "{gcell:role}", "assigned": "{nurse:short}",
"device": {{"model": "{gcell:tool}", "serial": "{serial}", "ip": "{ip}"}},
"form": {{"{gcell:label}": "", "{gcell:label}": null, "{gcell:label}": "N/A", "{gcell:label}": "{gcell:opt}"}},
"employer": "{newemployer}", "school": "{newschool}", "pharmacy": "{newpharmacy}",
"flags": {{"{gcell:abbr}": true, "{gcell:abbr}": false, "{gcell:word}": 0}},
"meta": {{"source": "{gcell:component}", "host": "{gcell:host}", "schema": "{gcell:label}V{num:1-4}", "uuid": "{uuid}"}}
}}
    """,
    4,
    14,
)
_XML = _block(
    r"""
<?xml version="1.0" encoding="UTF-8"?>\n<!-- {gcell:word} {gcode:form} -->
<Patient id="{mrn}"><Surname>{pt:family}</Surname><Forename>{pt:given}</Forename><Title/></Patient>
<name>{pt:lower}</name><sex code="F" displayName="Female"/><birthDate>{birthdigits:iso}</birthDate>
<addr><line>{street}</line><city>{town}</city><postalCode>{zip}</postalCode><country>{country}</country></addr>
<Provider role="{gcell:role}" name="{newdr:full}" npi="{npi}"/>
<Provider role="{gcell:role}" name="" npi=""/>
<Practitioner><prefix>Dr</prefix><family>{newdr:family}</family></Practitioner>
<Facility>{newsite}</Facility><Service>{gservice}</Service><Status>{gcell:status}</Status>
<Medication brand="{gcell:brand}" dose="{dose}" route="PO" prescriber="{newdr:last_first}"/>
<Medication brand="{gcell:brand}" dose="{dose}" freq="{frequency}"/>
<Test name="{gcell:assay}" loinc="{gcode:loinc}" unit="{gcell:unit}">{dec:1.0-90.0}</Test>
<Study modality="CT" desc="{gcell:study}" acc="{accession}" reader="{ini}"/>
<contact type="{word}"><given>{kin:given}</given><phone>{kinphone}</phone></contact>
<item linkId="{num:1-9}.{num:1-9}" text="{gcell:label}"><answer valueString=""/></item>
<item linkId="{num:1-9}.{num:1-9}" text="{gcell:label}"><answer valueBoolean="true"/></item>
<option value="{gcode:cell}">{gcell:opt}</option><option value="{gcode:cell}">{gcell:opt}</option>
<option>{gcell:cover}</option><option selected="selected">{gcell:cover}</option>
<td>{gcell:sign}</td><td>{gcell:tool}</td><td>{sign}</td><td>{around:-20}</td>
<tr><th>{gcell:label}</th><th>{gcell:label}</th><th>{gcell:label}</th></tr>
<tr><td>{someone:short}</td><td>{gcell:shift}</td><td>{gcell:shift}</td><td>{ini}</td></tr>
<note author="{username}" time="{iso}T{hm:colon}">{symptom}; told {kin:given}; {gcell:brand} held</note>
<payer>{newpayer}</payer><member>{plan}</member><plan>{gcell:cover}</plan>
</ClinicalDocument>
    """,
    5,
    15,
)
_SETTINGS = _block(
    r"""
[{gcell:label}]
patient: {pt:full}
patient_name = {pt:last_first}
dob: {dob}
mrn: '{mrn}'
attending: {newdr:titled}
primary_nurse: {nurse:given}
location: {gservice}
site: {newsite}
city: {town}
phone: {phone}
next_of_kin:\n  name: {kin:full}\n  relation: {word}\n  tel: {kinphone}
care_team:\n  - {newdr:full}\n  - {staff:short}\n  - {gcell:role}
allergies: [{gcell:brand}, Latex, None]
meds:\n  - {gcell:brand} {strength}\n  - {gcell:brand}
scores: {gcell:sign} / {gcell:sign}
equipment: {gcell:tool}
orders:\n  - {gcell:study}\n  - {gcell:assay}
{gcell:abbr}: true
{gcell:component}.enabled=false
{gcell:component}.host={gcell:host}
vendor_name={gcell:system}
owner={username}
notify={email}
default_{gcell:abbr}={gcell:opt}
insurer: {newpayer} # {plan}
employer: null
school: ~
pharmacy: {newpharmacy}
last_edit: {stamp} by {ini}
# {gcell:word} - {gcell:status}
template: {gcell:label}/{gcell:label}.{gcell:status}
    """,
    6,
    18,
)
_LOG = _block(
    r"""
{iso} {hm:colon}:{num:10-59},{num:100-999} WARN c.h.{gcell:component}: no Route ({gcell:brand}, pt={mrn})
{iso} {hm:colon}:{num:10-59} INFO  [main] {gcell:component} - login ok user={username} ip={ip} role={gcell:role}
{iso}T{hm:colon}:{num:10-59}Z ERROR {gcell:component} NAK x{num:2-9}; queue depth {num:10-900}; last msg A08
{iso} {hm:colon}:{num:10-59} INFO  {gcell:component} - Job started (units=ICU,MICU; host={gcell:host})
{iso} {hm:colon} Print - label queue Zebra-{num:1-9}W: {pt:upper} {dob} Rm {room}
{compactstamp} {gcell:component}[{num:100-9999}]: printed wristband {pt:last_first} {mrn} by {ini}
{stamp} {username} opened {gcell:label} of {someone:last_first} from {ip}
{iso} {hm:colon} DEBUG {gcell:component}: state {gcell:status} -> {gcell:status} ({num:10-900} ms)
java.lang.NullPointerException at com.hosp.{gcell:component}.assign({gcell:component}.java:{num:10-900})
Traceback: File "{gcell:component}.py", line {num:10-900}, in <module>\nKeyError: '{gcell:label}'
kernel: [{num:1000-9999}.{num:100-999}] eth0 link up 1000Mbps Full Duplex, MAC {mac}
{hm:colon} {gcell:host} sshd: Accepted publickey for {username} from {ip} port {num:1024-65000}
{hm:colon} {gcell:host} cron: ({gcell:component}) CMD run --nightly
GET /api/Patient/{mrn}?include={gcell:label} 200 {num:10-900}ms agent=Mozilla/5.0 (Macintosh)
POST /fhir/{gcell:component} 401 {num:1-90}ms "Bearer" -
SMS queued to {mobile}: Hi {pt:given}, {gservice} {shortdate} {hm:colon} with {newdr:titled}. Reply Y/N
fax {gcell:status} to {sitefax} ({newsite}), {num:1-30} pages
ALERT {gcell:component}: {gcell:brand} / {gcell:brand} interaction, overridden {newdr:family_upper}: Benefit > Risk
ALERT {gcell:component}: {gcell:abbr} {gcell:status}
Pyxis {hm:colon} {gcell:brand} removed {num:1-4} by {sign:1 name}, witness {sign:2 name}
badge {badge} {lone} DOOR {gcode:cell} {gcell:status}
mail to {email} bounced: Mailbox Full
disk {gcell:host}:/var {num:50-99}% full; next backup {weekday}
merge {otherchart} -> {mrn} {gcell:status} by {username}
voicemail {otherphone} {duration} for {newdr:given}
SELECT * FROM {gcell:abbr} WHERE last_name = '{someone:family}' AND city = '{town}';
UPDATE bed SET status='{gcell:status}' WHERE unit='{gservice}';
INSERT INTO visit VALUES ('{mrn}', '{pt:full}', '{birthdigits:iso}', '{icd}', '{newdr:family}');
    """,
    4,
    14,
    ordered=False,
)
_QUIET = _block(
    r"""
INFO {gcell:component} {gcell:status}; {gcell:component} {gcell:status}
{gcell:component} -> {gcell:component}: ACK AA ({num:1-900} ms)
WARN {gcell:component}: field "{gcell:label}" is empty, using default
if form["{gcell:label}"] is None: raise ValueError("{gcell:label} required")
const {gcell:component} = new {gcell:component}({{ retries: {num:1-9}, mode: "{gcell:opt}" }});
| {gcell:abbr} | {gcell:status} | {gcell:unit} | {gcode:cell} |
{gcell:brand}\t{gcell:unit}\t{num:1-900}\t{gcell:status}
{gcode:loinc},{gcell:assay},{gcell:unit},{gcell:status}
{gcode:cpt};{gcell:study};{dec:20.00-900.00};{gcell:cover}
OBX|{num:1-9}|NM|{gcode:loinc}^{gcell:assay}^LN||{dec:1.0-90.0}|{gcell:unit}|||||F
DG1|1|I10|{icd}^{eponym}|||A
"{gcell:label}": {{"type": "string", "maxLength": {num:10-90}, "required": false}},
<xs:element name="{gcell:component}" type="{gcell:label}" minOccurs="0"/>
CREATE TABLE {gcell:abbr} (last_name TEXT, first_name TEXT, city TEXT, provider TEXT, dob DATE);
SELECT name, city, employer FROM person ORDER BY last_name LIMIT {num:10-900};
{gcell:shift}={gcell:opt} {gcell:shift}={gcell:word} {gcell:mar}={gcell:status}
enum {{ {gcell:abbr}, {gcell:abbr}, {gcell:abbr}, {gcell:abbr} }}
Thread-{num:1-9} {gcell:component} waiting on {gcell:host}
{gcell:vax},{gcell:vaxsite},{gcell:maker},{gcode:cvx}
Build {num:1-9}.{num:0-9}.{num:0-99} "{gcell:word}" on {gcell:host}: {num:10-900} passed, {num:0-9} failed
    """,
    4,
    16,
    ordered=False,
)
_FAX = page(
    lines(
        r"""
FAX
FACSIMILE TRANSMITTAL SHEET   {newsite}
*** TX REPORT ***   {stamp}   {sitefax}   OK   pgs {num:1-30}
{gservice} FAX COVER   {site}
RightFax inbound   {compactstamp}   CSID {raw}
""",
        1,
        1,
    ),
    form(
        r"""
To = [[{newdr:titled}|{newsite}|Medical Records, {newsite}|{gservice}|{someone:given} / {gservice}|Whoever is on call]]
From = [[{staff:given} {ini}|{dr:titled}|{someone:short}, {gcell:role}|{clinic}|{staff:short}]]
Fax = [[{sitefax}|{fax}]]
Phone = [[{sitephone}|x{ext}|{otherphone}]]
Pages = {num:1-40} (inc cover)
Date = [[{numdate}|{weekday} {shortdate}|{textdate}]]
Re = [[{pt:initial_last} {dob}|{pt:full}|pt {pt:family} #{mrn}|{claim} / {pt:family}
    |{gcell:study}|our mutual pt {pt:initials}]]
CC = [[{newdr:family}|file|{newfirm}|-]]
Urgency = {gticks:opt}
Sender ref = [[{ini}/{raw}|{raw}]]
Message = [[Pls send {gcell:study} + last {num:1-4} letters. Pt moving to us from {town}. Thx {staff:given}
    |{gcell:brand} PA denied again, {newpayer} wants {gcell:sign}. {ini}|See attached|{todo}
    |{word} {kin:given} called x{num:2-5}, needs {gcell:tool} before {shortdate:4}|{neg}]]
""",
        5,
        11,
    ),
    plain(
        r"""
[ ] Urgent  [x] For Review  [ ] Please Comment  [ ] Please Reply  [ ] Please Recycle
CONFIDENTIALITY NOTICE: This Facsimile May Contain Protected Health Information Under HIPAA (45 CFR 164).
If You Are Not The Intended Recipient, Notify The Sender And Destroy All Copies.
ECM ON   G3   14400 BPS   RES: FINE   RESULT: NO ANSWER / BUSY / OK
Cover Sheet {gcode:form}   Keep With Pages   Do Not Scan
"""
    ),
)
_LABELS = _bulk(
    _either(
        lines(
            r"""
{pt:upper}  {mrn}\n{dob} {rowage} F  {dr:family_upper}\n*{raw}*
{pt:last_first}/{gcell:assay}/{compact} {hm}/{ini}
AFFIX LABEL HERE   {gcell:label}   {gcell:label}
TRIAGE TAG No. {raw}    RED  YELLOW  GREEN  BLACK   unk "{pt:nick}" M
NAME {pt:given} {pt:family}  RM {room}  {gcell:mar}  DIET {diet}
{gcell:brand} {strength} mg  Exp {month:200}  Lot {raw}  Rx {rx}  {newpharmacy}  {newdr:titled}
Do Not Crush   May Cause Drowsiness   Take With Food   Refrigerate
{gcell:tool}   Asset {serial}   PM due {month:90}   tech {ini}
{specimen}  {gcell:assay}  {pt:initial_last}  coll {sign} {hm}
BABY OF {kin:family_upper}   BOY   {num:2200-4400} g   {numdate} {hm}   {dr:family}
FALL RISK  DNR  LIMB ALERT  LATEX  NPO  {gcell:mar}
Home delivery: {kin:full}, {street}, {town} {zip} - leave w/ {someone:given} next door
Belongings bag {num:1-3} of 3: {pt:short}, dentures, {gcell:tool}, phone, keys to {sign}
LAVENDER 1  GOLD 2  GREY 0   TECH {ini}   STAT
Parking permit {plate}  {lone}  exp {around:90}
{gcell:word} {gcode:cell}   {gcell:unit}   {gcell:status}
UNIT {raw} A POS  for {pt:last_first} {mrn}  issued {ini} chk {ini}
Diet card: {pt:family} {rowbed} {diet} - No {gcell:opt}
""",
            1,
            2,
        )
    ),
    2,
    7,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("grid-segments", _either(_HL7, _HL7, _X12), 1.2),
    NoteType("grid-objects", _either(_JSON, _XML, _JSON, _SETTINGS), 1.5),
    NoteType("grid-log-lines", _either(_LOG, _LOG, page(_LOG, _QUIET)), 1.2),
    NoteType("grid-clean-machine", _QUIET, 1.0),
    NoteType("grid-fax", _FAX, 1.2),
    NoteType("grid-labels", _LABELS, 1.0),
)
