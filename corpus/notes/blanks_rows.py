"""Logs, exports, messages, tags and scraps of forms that no label explains, and sheets that name nobody."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blanks_kit import boxes, slip
from corpus.notes.mended_kit import either, table

_VISIT_HEADS = (
    "Time in | Name | Visiting | Rel | Badge | Out",
    "In | Visitor (print) | Co. | To see | Pass | Out | Temp",
    "No | Date | Name | Firm | Host | Reg | Sig",
    "",
)
_VISIT_ROWS = (
    "{flclk} | [[{someone:short}|Pastor {someone:family}|{someone:initial_last} + 2 kids|{someone:given}|{shopco}]]"
    " | [[{room} {someone:family}|same|desk|{someone:family}]] | [[son|clergy|dtr|--]] | {flpass}"
    " | [[{flclk}||--]]",
    "{flclk} | {someone:upper} | [[{vendor}|self|{flwork}|press]] | [[{staff:given}|{newdr:family}|stores|HR]]"
    " | {flpass} | [[{flclk}|still in]] | 36.{num:0-9}",
    "{num:1-60} | {shortdate} | {someone:full} | [[{flwork}|Nil|agency]] | {newdr:initial_last} | {flpass}"
    " | [[{someone:initials}|ok|x]]",
    "{flclk}  {someone:given}, [[mum|fiance|chaplain|lawyer|old boss]] of bed {bed}, [[ID ok|no ID|badge {flpass}]]",
)
_EXPORT_HEADS = (
    "subj | init | dob | site | visit | ae_term | ae_start | rel",
    "tag | item | maker | sn | loc | due | owner",
    "id | last | first | sex | lang | faith | ward | cons | adm",
    "unit_no | grp | prod | exp | issued_to | by | fate",
    "",
)
_EXPORT_ROWS = (
    "{flsubj:new} | [[{someone:initials}|]] | [[{year:-40}|{otherdob}|]] | 10{num:1-9} | V{num:1-12} | [[headache|URTI|"
    "fall at home|{symptom}]] | {flcrfday} | [[unlikely|possible|not related|NE]]",
    "{assettag} | {flware:ward} | [[{makerco}|-]] | {serial} | [[{dept}|{ward}|store]] | {my}"
    " | [[{someone:family}|biomed|lost]]",
    "{flcard:bare} | {someone:family_upper} | {someone:given} | [[M|F]] | {lingo} | {zfaith} | {ward} | {newdr:family}"
    " | {shortdate}",
    "{flunit} | [[O+|A-|B+]] | [[RCC|FFP|PLT]] | {expday} | {someone:upper} | {staff:initials} | [[given|wasted]]",
    "PO {order} | {flwork} | {num:1-9} boxes | {flware:ward} | {someone:initial_last} | x{ext}",
)
_WIRE = r"""
PID|1||{mrn}^^^{site:abbr}^MR||{pt:family_upper}^{pt:given}||{birthdigits}|{sex}|||{street}^^{town}^{stateab}||{phone}
PV1|1|I|4W^{bed}^B||||{id}^{dr:family}^{dr:given}^^MD|||MED||||7|||||{visit}
NK1|1|{kin:family}^{kin:given}|[[SPO|MTH|CHD|SIB]]|||[[EC|CP|{kinphone}]]
OBX|{num:1-9}|NM|{loinc}^GLUCOSE||{num:60-300}|mg/dL|70-99|[[H|N|L]]|||F|||{compactstamp}|CHEM^^99LAB||{staff:family}^{staff:given}
MSH|^~\&|LAB|{site:abbr}|EDI|{labsite}|{compactstamp}||ORU^R01^ORU_R01|{docid}|P|2.5.1
ORC|RE|{order}|{accession}||CM|||||{username}||{id}^{dr2:family}^{dr2:given}|{dept}
AL1|1|DA|^PENICILLIN|SV|RASH     NTE|1|L|QNS. REPEAT. NOT PHONED.
ZBX|BAND|{pt:upper}|{dob}|PRINTED|{stamp}|{flpass}|OK
user={username} ts={stamp} action=[[VIEW|PRINT|EXPORT]] obj=Patient/{id} mrn={mrn} name="{pt:last_first}" src={ip}
    ver=4.2.{num:0-9} status=200
user={username} action=PUSH queue=ORU_R01 retries=3 ack=AA ver=2.5.1 build={num:100-9000} env=prd lang=en_GB tz=UTC
event=LOGIN_FAIL user={username} host={ip} ua="Mozilla/5.0" mfa=none dept="{dept}" cause=EXPIRED
kind=badge door="Pharmacy N" card={flpass} holder="{staff:short}" result=DENY reason=AFTER_HOURS
to={mobile} tmpl=appt_v3 vars="{pt:given};{shortdate};{time};{dr:titled};{flsite}" carrier=DLVRD cost=0.04
<patient><n>{pt:full}</n><b>{dob}</b><g>{sex}</g><mrn>{mrn}</mrn><addr l1="{street}" c="{town}" pc="{zip}"/>
    <kin rel="{word}">{kin:given}</kin><lang>{lingo}</lang><rel>Roman Catholic</rel></patient>
<form id="consent" rev="3.1"><field name="Print Name">{kin:full}</field><field name="Relationship">{word}</field>
    <field name="Witness">{flblank}</field><field name="Clinic">{flsite}</field></form>
{{"reqNo":"{accession}","pt":{{"sur":"{pt:family}","fore":"{pt:given}","born":"{dob}"}},"by":"{dr:titled}","src":"{flsite}",
    "tests":["FBC","U/E"],"faith":"{zfaith}","copyTo":null}}
{{"step":"sign","actor":"{kin:full}","as":"{word}","value":"{flblank}","options":["Self","Spouse","Other"],"v":"1.4.0"}}
{{'label': 'Next of kin', 'value': '{kin:given} {kinphone}', 'required': True, 'help': 'Surname first', 'page': 3}}
{pt:family_upper};{pt:given};{dob};[[m|w]];{zip};{town};{insurer};{plan};{flblank};{shortdate}
"""
_TAGS = r"""
{pt:upper}\n{dob}   {sex}   {age}\n{flcard}\n{dr:family}   {ward}
{pt:last_first}  {sex} {age}   {accession}   Req: {dr:family}   Loc: OR {num:1-20}   {flcard}
{flsite}\n{pt:upper_full}\n{flcard:bare}\n{flcells}
Patient label here\n  {pt:last_first}\n  {street}\n  {town}   {zip}\n  H: {phone}\nGP:
    {pcp:titled}, {flsite}
[[LAV|SST|BLU]] {num:2-6} mL  {flcap:lab}\n{pt:upper}\n{flcard:bare}  {shortdate} {hm}  {nurse:initials}
A) L breast {num:1-12}:00   B) SLN #1   Fix time {hm}\n{pt:upper}   {accession}\n{surgeon:family}   x{ext}
BAND 1: {pt:last_first} {dob} {flcard:bare}\nBAND 2: [[allergy PCN|FALL RISK|DNR N|{pt:given} {dob}]]
TISSUE  {device}   exp {my}   {makerco}\nImplanted {numdate}  {surgeon:titled}\nReturn card to {site}
Rx {rx}   {pt:family_first}\n{drug} {strength} mg   TAKE ONE TWICE DAILY\nDr {dr:family}   {chemist}
    {town}  {phone}
Bag {num:1-3} of 3: [[glasses|Bible|rosary|Rolex|Stetson]], {cash}\n{pt:titled} bed {bed}\nRec'd {kin:full}
    ({word}) {shortdate}
{flunit}  O RhD POS\nCompatible with {pt:upper} {dob}\nlab {staff:initials} {hm}   {flsite}
Received from: {pt:titled_full}, the sum of {cash} for: folder, card, [[RDT|FBC|X-ray]].   {flcard}   Cashier:
    {staff:given}   {flsite}
SEND TO BACK OFFICE | Print name: | {staff:upper} | Title: | Ward clerk | Ext: | {ext} | Item: | {flware:ward}
MILK  Baby {pt:family}   expressed {shortdate} {hm}   mum {shea}   use by 48 h   thawed ____
Tray {num:1-90}  {pt:family_upper}  bed {bed}  Soft / Halal / No pork  Caesar salad, Earl Grey, Victoria sponge
Toe tag: {pt:upper}  {age}  {numdate} {hm}  {site:abbr}  released to {donation}, {someone:family}
Q4. Who first? Auntie {kin2:given} ({kin2:full}) {otherphone}, then {kin:given}, same no.\nQ5. Teacher:
    {teacher:titled}. Class: Kingfishers
Taxi chit {ticket}  {pt:short}  from {flsite} to {street}  auth {nurse:initial_last}  {vendor}
"""
_NOBODY = r"""
{flno}   {flopt}   {flcap} {flcap} {flcap}   {flrule}
DISP ____ ENR ____ ONS ____ PTC ____ TRN ____ ARR ____ AVL ____   GCS 3/4/5   Cincinnati   Los Angeles   (circle)
Group: A / B / AB / O   {flblood}   {flblood}   Kell  Duffy  Kidd  Lewis   (delete)
1. NAME (LAST, FIRST) {flblank}   2 SEX   3 DOD   4 AGE   5 BIRTHPLACE   9 FATHER   10 MOTHER (MAIDEN)   {flblank}
Relationship: [ ] Mum [ ] Dad [ ] Nan [ ] Carer   Religion: {zfaith}  Language: {lingo}   Occupation: {flblank}
Site 0 _   Subject _ _ - _ _ _   Initials _ - _   Date | _ | _ | _ | _ |   {flcap:crf} {flcap:crf}
Tried/failed: {brand}, {clbrand}, {drug}   Qty 2/28   ST   QL {num:1-9}/{num:10-30}   {code}   Rev. 07/09
RELEASE TO [ ] school [ ] lawyer [ ] employer [ ] church [ ] other ____   {fllaw}   INITIAL EACH ____ N.A. ____
Visitor | Visiting | Rel | Badge | Out\n____ | same | -- | ____ | ____
LAB USE: {flcap:lab} {flcap:lab} {flcap:lab}   [ ] haem [ ] clot   SPUN __ REC'D __   {flno}   {flrule}
Equip: {flware}, {flware}, {flware}   serial ____   asset ____   [ ] pass [ ] fail
ver 4.2.{num:0-9}  HL7 2.5.1  RECIST 1.1  CTCAE 5.0  ICD-10  DSM-5  E/M 99213  MS-DRG 470  OS 14.{num:0-9}
SURNAME ____ Forename ____ D.O.B. __/__/____ NHS No. ___ ___ ____ GP ____ Ward ____ Cons ____   {flblank}
Swim: Guppy / Minnow / Shark   Cabins: Robin, Birch, Falcon   Song: Kumbaya   Colors: Olive, Rose, Amber, Jade
Sign: [[X|illegible|{flblank}]]   Print: {flblank}   Title: Mr Mrs Miss Ms Dr Rev   Rel: self   Date:
    {flblank}   Time: {flblank}
Remark codes: {carc} {carc}   PR CO OA   TTY 711   OOP  COB  EOB  PCN ADV  BIN 004336   Tier {num:1-5}
Foods: Marmite, Bombay mix, Brazil nuts, Swiss cheese, Danish    Pets: Jack Russell, Siamese   {flopt}
Occupation: {flblank} ;  Union: none ; Trade: baker, cook, mason, smith, taylor (sic), porter, page, dean ;
    Shift: A B C D
Prefer: Mon Tue Wed   May Jun Jul (ring months)   AM PM   {flrule}
Not valid without stamp.\n{fllaw}\n{flno}\n{flrule}
[x] As above  [ ] Same as patient  [ ] N/A  [ ] Unknown   {flblank}   {flblank}   {flblank}
"""
_EMPTY = r"""
Surname = {flblank}
First name = {flblank}
D.O.B. = __/__/____
NOK = [[same|{flblank}]]
GP = [[own GP|none|{flblank}]]
Employer = [[retired|self employed|army|home|{flblank}]]
School = [[home schooled|not yet|{flblank}]]
MOTHER = {flblank}
FATHER = [[not stated|{flblank}]]
Hosp no = {flblank}
Witness = [[illegible|none|{flblank}]]
CERTIFIER = [[nurse|MD|{flblank}]]
Registrar = {flblank}
Cert by = {flblank}
Plan = [[Silver|Gold PPO|Basic|HMO]]
Bleep = {flblank}
Crew = [[P + B|ALS|{flblank}]]
Religion = [[{zfaith}|Roman Catholic|C of E]]
Scheme = {programme}
Blood = {flblood}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "blanks-rows", either(table(_VISIT_HEADS, _VISIT_ROWS, 2, 12), table(_EXPORT_HEADS, _EXPORT_ROWS, 2, 12)), 1.6
    ),
    NoteType("blanks-wire", slip(_WIRE, most=4, sep=("\n", "\n", "\n\n")), 1.5),
    NoteType("blanks-tags", slip(_TAGS, most=4, sep=("\n\n", "\n----\n", "\n")), 1.8),
    NoteType("blanks-nobody", slip(_NOBODY, most=7), 2.0),
    NoteType("blanks-empty", boxes(_EMPTY, "{flno}", "[[REGISTRATION|CONSENT|REQUEST]] {flno}"), 1.2),
)
