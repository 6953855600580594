"""Long charts of stays and follow-up: psychiatry, rehabilitation, long-term care, veterans, nursery, clinic, home."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import ENDS, aged, chart
from corpus.notes.chart_plain import LOOKALIKES
from corpus.notes.compose import PLAIN
from corpus.notes.mended_kit import writer

_PSYCHIATRY = r"""
@form
{ward}, {site}. Legal: 5150 placed {shortdate:-1} {hm} by {officer:titled} #{badge}, {oddpolice}
Legal: [[section 2|Form 1|T-4|M1]] from {numdate:-2}; hearing {shortdate:2} before {someone:titled}, {oddcourt}, no.
    {caseno}
Full name on file {pt:full}; uses {pt:nick}. Age {age}. Payer {payer}
Sources: patient, {kin:given} ({word}), chart of {site2:alias}, {newdr:family} by phone {hm}
@prose [[HPI|Identifying data and HPI|Presentation]]
{pt:given} is a {ageold} student at {school}, brought in by roommate {friend:short} after {symptom}.
Says the radio speaks to {him}; says {someone:given} at {works} put a chip in {his} tooth.
Police ({officer:family} and {someone:family}, {oddpolice}) found {him} on {roadname} near {town} at {hm}.
Since {friend:given} left on the {nth}, no sleep; walked to {place} and back {weekday:-2}.
Stopped {drug} {textdate:-40}; {newdr:family} (last seen {shortdate:-60}) had raised it.
{pt:family} told triage ({nurse:given}) of a plan; told {dr3:family} of none.
@prose [[Collateral|Family|Informants]]
{Word} {kin:given} ({town}): "{pt:given} was like this when {someone:given} died." {kinphone}.
Therapist {staff:given} sends records; sees {him} at {oddclinic} each {weekday}.
Ex-partner {someone:given} holds an order of {oddcourt}, case {caseno}; Tarasoff call by {newdr:family} {hm}.
{kin2:given} in {ftown} not reached; voicemail {otherphone}. {kin3:given} asks that {kin:given} not be told.
Employer {employer}, manager {someone:family}, put {him} on leave {shortdate:-12}.
@list [[Past psychiatric history|Psych history|Past history]]
{farsite} {year:-3} x 3 wk ({newdr:family}); {site2:alias} {season:-2}
{worddr} {years}; {brand} to {month:-700}; ECT x9 with {newdr:initial_last}
Attempt {month:-900} at {hometown}; found by {kin2:given}
Guardian hearing {numdate:-500}, {oddcourt}; lawyer {lawyer:family}
@prose [[MSE|Mental status|Examination]]
Rogers and Riese reviewed. Speech pressured; C-SSRS 2; YMRS 24; BPRS 51; AIMS 0. {neg}
Names the president, {his} {word} {kin:given} and the town of {city}; misses the date.
Calls nurse {nurse2:given} "{someone:given}". Hope is faint; will says {he} "to live".
@list [[Plan|Formulation and plan|Orders]]
D/w {newdr:family}; {staff:given} sends records; hearing officer {someone:titled} {shortdate:3}
{drug} tonight, {mono:dr3} to order; 1:1 by {someone:given} till {hm}
Writ filed by {lawyer:initial_last}, fax {fax}; copy {docid}
Bed on {ward} when {nurse:given} calls; belongings list {inits:upper}/{inits:upper}, safe {id}
Meet {kin:given} and {newdr:family} {weekday:2} the {nth}, {hm}
"""

_REHAB = r"""
@form
Present: {dr:family} (MD), {nurse:given} (RN), {staff:given} (PT), {someone:given} (OT), {newdr:initial_last} SLP,
    {nurse2:given}-CM
Pt: {pt:initial_last} ({age}{sex} {dx} {shortdate:-30})   Week {num:1-6}   Goal d/c {shortdate:20}
{site}   {ward}   {room}   Adm {shortdate:-21} from {site2:alias} ({epodr})   ELOS 24
@list [[Discipline reports|Team report|Reports]]
PT ({staff:given}): bed mob min A, amb {num:10-150} ft w/ {inits:lower}; Berg 31, Tinetti 15
OT: {someone:given} tried Bioness and a Saebo; UE Brunnstrom III; toilet with {someone:given}, aide
SLP: {newdr:family} passed {him} to nectar {shortdate:-3}; MBS by {newdr:family} {shortdate:-9}
Psych: {someone:initials}, two visits; {pt:given} grieves {wordname}, twin, d. {year:-1}
Nsg: {nurse:given}: bowel set, skin ok, {mono:nurse} to teach {kin:given} caths
MD: {dr:family} up-titrated {drug}; P2P with {newdr:titled} {shortdate:1}; Botox {newdr:family}
RT: {someone:given} took three to {place} {weekday:-1}; {pt:family} bowled
@prose [[Discharge planning|Barriers and plan|Social]]
{twin:person} set aside by {twindr}; {twinman} from {works} phones {weekday}.
Home to {hometown} with {spouse} {kin:given}; {word2} {kin2:given} works nights at {works}.
Ramp via {charity}, foreman {someone:family}, {otherphone}; church men from {church} lend a hand.
Insurance {payer}, rep {someone:given} x{ext}, auth to {shortdate:6}, ref {order}.
Home visit by {someone:given} OT {shortdate:10}, {otherstreet}. Equipment from {vendor}, order {order}.
Driving: {worddr} at {site3:alias}, on or about {textdate:60}. Plate {plate} sold to {someone:given}.
{kin:given} trained {weekday:-2}, {weekday:-1} with {staff:given}; {kin2:given} has not come.
If not home then {nursinghome} ({someone:given}, admissions) or {oddhome}.
Work: {employer} holds {his} job to {month:90}; DVR counselor {someone:short}, case {caseno}.
@rows [[Goals|FIM|Scores]]
Eating 6 {inits:upper}   Dressing 4 {inits:lower}   Stairs 2   Total FIM {num:60-110}
LTG 1 met {shortdate:-2}; STG 3 not met ({staff:given}); next conf {shortdate:7} {hm}
Rancho VI; WBAT; Ashworth 2; TLSO by {vendor} ({someone:given}), Rx {newdr:family}
"""

_LONG_TERM = r"""
@form
{nursinghome} - Rm {room} - {pt:family_first} - {dob} - {age} - Med A # {plan}
{oddhome}, {ward}   Res: {pt:last_first}   No. {mrn}   Dr: {dr:family}   POA {kin:short} {kinphone}
MDS {shortdate:-9} ({inits:upper})   BIMS {num:3-15}   RUG/PDPM {code}   State survey {weekday:2}
Seen with {nurse:given} LPN and DON {nurse2:titled}; NP {staff:short} for {dr:family}
@prose [[Interval|History|Summary]]
{Word} {kin:given} visits after {church}; {kin2:given} in {ftown} phones {holiday}.
Fell {shortdate:-17} in the hall, found by CNA {someone:given}; neuro checks {inits:upper}; {newdr:family} told {hm}.
Roommate {someone:given} died {holiday}; {pt:given} asks where the roommate went. Activities ({wordname}) have {him}
    at bingo.
Born {hometown}, taught at {school} 31 y; two of {his} pupils, {someone:given} and {someone:given}, work here.
Hospital {site2:alias} {shortdate:-40} to {shortdate:-35} ({newdr:family}); back by {vendor}.
Podiatry ({lonedr}) {shortdate:-12}; dental ({newdr:family}) refused; eyes {newdr:initial_last}, {month:-100}.
Eats well, says grace. Wt {dec:88.0-160.0}. Likes Jeopardy. Hair by {someone:given} each {weekday}.
Trust fund {account} short; biller {someone:given} wrote {kin:given} {shortdate:-5}.
Grievance of {kin2:given} (no. {caseno}): ombudsman {someone:titled}, {agency}, coming {shortdate:3}.
@list [[A/P|Orders|Plan]]
{dx}: {drug} cut by {newdr:family}, pharm {staff:short} rec GDR - declined {shortdate:-2} {mono:dr}
Hospice eval {hospice}, RN {nurse2:given}; {kin:given} to sign
Flu lot {serial} {inits:lower}; COVID {shortdate:-50} by {pharmacy} ({someone:given})
Labs to {newlab} {shortdate:2}, acct {acct}; critical to {dr:family} {pager}
Care plan {shortdate:8} {hm}: {kin:given}, {nurse:given}, {someone:given} (dietary), {staff:given}
Code DNR, POLST {docid}, signed {newdr:family} {numdate:-300}. f/u 60 d
TV set with {kin2:given}. Room change to {ward} {weekday:3}.
"""

_VETERAN = r"""
@form
LOCAL TITLE: [[PRIMARY CARE PACT NOTE|MH INDIVIDUAL|CVT CARDIOLOGY]]    STANDARD TITLE: PRIMARY CARE NOTE
DATE OF NOTE: {vastamp}     ENTRY DATE: {vastamp}
      AUTHOR: {vaname:dr}      EXP COSIGNER: {vaname:dr2}
     URGENCY:                            STATUS: COMPLETED
   VISIT: {vastamp} {dept}    ADM: {vastamp:-3}
{vaname:pt} {vaid}   DOB: {dob}   SC [[30|70|100]]%   {vamc}
Cons Req: {order}  TO: {vamc}  FROM: {vaname:newdr}  Inter-facility  Ward {ward}
@prose [[Subjective|HPI|S]]
{vaname:pt} is a {age} yo veteran, {oddarmy}, {abroad} {year:-50}, PTSD and hearing loss.
Lives in {hometown} with companion {kin:given}; golf buddy {friend:given} brought him.
Teamlet: RN {nurse:family}, LPN {nurse2:family}, MSA {staff:given}. Last seen {vastamp:-90} by {worddr}.
Had the shoulder done by {newdr:family} in {city} under Community Care (auth {order}).
Agent Orange exam {shortdate:-200}; VSO {someone:short} of {charity}; claim {claim} at the regional office, {capstown}.
Group with {someone:given} and {wordname} from the old unit, {place}, each {weekday}.
Denies SI. Guns locked, key with {kin2:given}. {kin:given} says he shouts for {someone:given} at night.
Was at {vamc} {season:-4}; at {farsite} in {country} before, {years}.
@rows [[Active Outpatient Medications|Medications|Outpatient Rx]]
1) {brand:caps} {num:5-80}MG TAB TAKE ONE BY MOUTH DAILY    Rx {rx}   ACTIVE   ({newdr:family})
2) NON-VA {drug} {dose}, {pharmacy}, {newdr:initial_last}    ACTIVE
3) {drug} {strength}MG   LAST FILL {shortdate:-20}   EXP {shortdate:200}   {inits:upper}
Not VA: {brand} from {newdr:titled}, {town}
@list [[Plan|Assessment/Plan|A/P]]
Will refer to {vamc} ENT; message to {dr2:family}; CVT with {newdr:titled} {shortdate:15} {hm}
Labs {vastamp:-1}, {accession}: {labs}
RTC {shortdate:90}; letter to {street}, {city} {stateab} {zip}
Travel pay {someone:given} x{ext}; HBPC {nurse2:given}
@rows Signatures
/es/ {dr:upper_full}, {cred}\nSigned: {numdate} {hm:colon}
/es/ {dr2:full} MD\nCosigned: {numdate:1} {hm:colon}
{numdate:2} ADDENDUM  STATUS: COMPLETED\nCalled vet, VM left on {otherphone}. /es/ {nurse2:upper_full} LPN
Receipt Acknowledged By: {numdate:3} {hm:colon} /es/ {staff:upper_full} for {vaname:newdr}
* AWAITING SIGNATURE *  {vaname:newdr}   {vastamp:2}
"""

_NURSERY = r"""
@form
{baby}   [[({pt:poss})|mother {pt:short}]]   DOL {num:1-9}   born {shortdate:-3} {hm}   {num:980-3800} g
MRN here {otherchart}, there {mrn}   Band {id}   PKU #{id}   Bed {bed}   {ward}
From {farsite} ({newdr:family}) by {responder}: RT {someone:given}, RN {nurse:given}
Neo {dr:family}   NNP {staff:given}   Peds {pcp:family}   OB {newdr:family}, {site2:alias}
@prose [[History|Birth history|HPI]]
Born at {farsite} to {pt:short}, {age} y G1, of {town}; {friend:given} (FOB) at work, {works}.
{newdr:family} resuscitated; surfactant x1 {shortdate:-3} {hm}, {inits:upper}; cord gas {specimen}.
{baby} came with {someone:given} of transport at {hm}; UVC by {newdr:family}, L1 tip seen {newdr:initial_last}.
{pt:given} is at {site2:alias} still; aunt {someone:given} consented by phone {kinphone}; {baby} gets donor milk,
    {oddbody}.
Mother's labs under {pt:last_first}, {dob}, RPR NR, GBS + {shortdate:-20}, HIV neg.
Prior sib {someone:given}, {otherage:1-9}, PKU screen repeat. MGM {kin2:given} has the other twin's cap.
CPS: {someone:titled}, {oddwelfare}, no. {caseno}; hold lifted {shortdate:-1} {hm}.
@list [[By system|Systems|Problems]]
Resp: NCPAP 5, 25%; {staff:given} to wean. Caff {inits:lower}
CV: murmur, echo {worddr} {shortdate:1}; {jot} small
FEN: TPN via UVC, {newdr:family}; feeds 5 q3; lactation {someone:given}
ID: Cx {specimen} neg; amp/gent d/c per {newdr:family}
Neuro: HUS {shortdate:4}, {newdr:family}; gr I. Eyes {newdr:titled} {shortdate:20}
Heme: bili 9.1; unit {bag} aliquot {inits:upper}/{inits:upper}
Soc: {kin:given} visits {hm}; SW {someone:given}; family room key from {wordname}; {church} vigil
Apgars 8/9, Ballard 34, Coombs neg, Barlow neg. {jot} pending
D/c to {pcp:family} {shortdate:30}; synagis {pharmacy}; car seat {inits:upper}. {baby} insured under {plan}
"""

_CLINIC = r"""
@form
{clinic}, {street}, {city}, {stateab} {zip}   Tel {sitephone}   {siteurl}
{pt:full}   {dob}   {mrn}   Seen {fulldate} {time12} by {dr:short}, {cred}   MA {nurse:given}   Ref {dr2:initial_last}
Portal {username}   {email}   Cell {mobile}   Emp {employer}   Pharm {pharmacy}
@prose [[HPI|Subjective|Interval history]]
{twin:person} is gone, says {twinpt:initial}; {twindr} thought of {twinmore:person}.
{twin:site}; referred by {twinsite}.
{pt:titled} comes with {kin:given}; was due {shortdate:-30} but {kin2:given} had the car in {town}.
Since {epodr} began {brand} in {month:-80}, less {symptom}; {surgeon:family} wants {test} first.
Coaches at {school}, {oddclub}; hurt the knee on {holiday} against {someone:poss} team.
Fill at {newpharmacy} on {otherstreet} refused ({someone:given}, tech): {payer} wants a form, {order}.
Saw {newdr:titled} (eyes), {newdr:titled} (feet) and the {town} chiropractor, {someone:short}.
Email of {shortdate:-4} from {kin:given} ({email}) scanned, {docid}.
Lost {someone:given} in {monthonly}; {pt:given} sings again at {church}. {ros}
@rows [[Problem list|Problems|PROBLEM LIST]]
{dx} - noted {numdate:-900} - {newdr:family}
{dx} - {month:-500} - resolved {shortdate:-20} ({mono:dr})
{icd} {dx}   onset {year:-4}   {dr2:last_first}
{jot}, {year:-9}, {newsite}
@list [[Plan|A&P|Assessment]]
{drug} {dose}; called to {pharmacy} {hm}, {inits:lower}
{test} at {lab} {shortdate:3}, order {order}; {newdr:family} copied
{surgeon:family} for {proc} {month:30}; clearance letter by {mono:author}
FMLA for {employer} (fax {fax}, attn {someone:given}) back by {shortdate:5}
{worddr} to see about {symptom}; RTC {month:120} with {staff:given}
Interpreter {someone:given}, ID {badge}. {advice}
Neighbor {friend:given} may pick up; {kin:given} on HIPAA form
"""

_HOME = r"""
@form
{hospice} / {vendor}   Visit {num:2-40}   {numdate}  in {hm} out {hm}   Mi {num:3-40}   RN
    {nurse:initial_last}   Aide {someone:given}
{pt:last_first}   {street}, {city}   dog in yard   Cert
    {shortdate:-30}-{shortdate:30}   MD {pcp:family}
M0 start {shortdate:-30}; payer {payer} {plan}; ref by {staff:given}, {site2:alias}
@prose [[Narrative|Visit note|Notes]]
{twin:person}, old; {twinman} next door holds a key.
{kin:given} let me in; {pt:given} in recliner by the window, {someone:poss} old chair. {vitals}
Wound per {newdr:family}: {measure}, repacked; last done {weekday:-2} by {nurse2:given}. Photo {docid}.
{pt:family} says the aide ({someone:given}) came the {nth} not the {nth}. Called {someone:given} in office x{ext}.
Meds: {kin2:given} sets boxes; {drug} not filled, {newpharmacy} told {hm}; {newdr:family} to fax.
O2 {vendor}, driver {wordname}, tank {serial}; concentrator {serial}, {num:1200-9800} h.
{Word} tired; respite at {oddhome} {shortdate:8}; volunteer {someone:given} Tues. Chaplain {someone:titled} came
    {shortdate:-1}.
{He} wants to go to {hometown} once more, to {someone:poss} grave at {church}.
Smoke alarm dead; {responder} will come ({someone:given}, {otherphone}). Stairs steep. Tinetti 12.
Death expected in days: {newdr:family} aware, {donation} chosen, {kin3:given} flying from {ftown}.
Supervised LPN {nurse2:first_initial}; plan sent to {pcp:family}, {fax}, back signed {shortdate:2}.
@list [[Plan|Next|Orders]]
{nurse2:given} {weekday:2}; PT {staff:given} {shortdate:3}; bath {someone:given} M/W/F
Call {pcp:family} {drphone} if {symptom}; v.o. {newdr:family} {hm} rb {inits:upper}
Labs to {newlab}, {specimen}, dropped {hm} {inits:lower}
DNR on fridge, sleeve {id}; POA {kin:short} {kinphone}
Comfort kit {pharmacy} Rx {rx}; count {inits:upper}/{kin:given}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "chart-psychiatry", chart(_PSYCHIATRY, "PSYCHIATRIC EVALUATION", "[[Inpatient|Crisis]] psychiatry: intake"), 1.5
    ),
    NoteType("chart-rehab", chart(_REHAB, "REHAB TEAM CONFERENCE", "PM&R - weekly conference", banner=0.5), 1.2),
    NoteType(
        "chart-long-term",
        chart(_LONG_TERM, "LTC 60-DAY VISIT", "[[SNF|Nursing home]] progress note", settle=aged(60, 101), banner=0.4),
        1.3,
    ),
    NoteType(
        "chart-veteran", chart(_VETERAN, "Department of Veterans Affairs", "", settle=aged(30, 97), banner=0.2), 1.4
    ),
    NoteType(
        "chart-nursery",
        chart(_NURSERY, "NICU NOTE", "[[Neonatal|Newborn]] record", settle=aged(16, 44, True), banner=0.1),
        1.2,
    ),
    NoteType("chart-clinic", chart(_CLINIC, "OFFICE VISIT", "{clinic} progress note", banner=0.4), 1.6),
    NoteType(
        "chart-home",
        chart(_HOME, "HOME VISIT", "[[Hospice|Home health]] RN visit note", settle=aged(30, 99), banner=0.3),
        1.2,
    ),
    NoteType("chart-lookalikes", writer(LOOKALIKES, LOOKALIKES, PLAIN, least=4, most=14, haste=0.1), 1.5),
    NoteType("chart-ends", writer(ENDS, ENDS, LOOKALIKES, least=2, most=6, haste=0.05), 1.2),
)
