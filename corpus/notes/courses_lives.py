"""Long notes of lives: cancer, births, infants, minds, age, limbs, wounds, infections, devices and the dead."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged
from corpus.notes.courses_kit import chart
from corpus.notes.papers_kit import CHILD, OLD, WOMAN

_CANCER = r"""
@form
{pt:full}   {dob}   {mrn}   [[Hem/Onc|HEM/ONC CLINIC|Onc]]   {numdate}   Onc {dr:family}
-- copied forward from {shortdate:-35}, edited {shortdate} {inits:lower}
@prose [[Onc history|ONC HX|Story]]
{mrs} {pt:family}, {age}, stage IIIA TNBC. Dx'd {month:-500} at {crosh} ({newdr:titled}), port by IR ({newdr:family}).
ddAC x4 -> weekly {crdrug}/Carbo on KEYNOTE-522 schema; C3D8 held for neutropenia, ANC 0.6, Neulasta Onpro.
Lumpectomy/SLNB {shortdate:-300} {newdr:titled} @ {crosh}; RCB-II, 1/3 nodes. XRT w/ {newdr:titled} in {town} thru the
    wk of {textdate:-200}.
Started {crdrug} per {crtrial}; {crdrug} not covered. Foundation One: PIK3CA, TP53. {crtest} n/a; {crtest} neg
    {shortdate:-30}.
Saw Genetics (counselor {staff:short}): BRCA1/2, PALB2 neg (Invitae).
Second look by {newdr:family} ({crosh:b}, {city}): agrees, offers {study}; {pt:given} declined {crtrial}.
@prose [[Interval|Subjective|Today]]
{word} {kin:given} worries re: {crdrug} cost; Pt Advocate {staff:given} working w/ {charity}, case # {caseno}.
"Like my [[brother|aunt|cousin]] {someone:given} had at {crosh}," says {pt:given}. {pt:family} still works at
    {employer}.
{kin2:given} shaves {his} head in {holiday}. ECOG 1, KPS 80. {symptom}, gr 1.
@list [[Plan|A/P|PLAN]]
C{num:2-9} {crdrug} 1000 BID; {crdrug} if {crscore}
{newdr:titled} RTC 3 wk, labs day prior at {labsite} on {street}
Trial screening {crtrial}? no. d/w Hem/Onc fellow {newdr:family}, agrees
Tumor board {shortdate:6}: {newdr:family}, {surgeon:family}, {newdr:family} (Rad)
Fiducials by {surgeon:family} {shortdate:8} @{hm} ASC; {crdev}
{crdrug} via {chemist}, auth {order}, {payer}; {crabb}
"""

_BIRTH = r"""
@form
{pt:full}   {agesex}   {mrn}   G3P2002 @ 39w2d by LMP c/w 9wk US   EDC {shortdate:4}
@prose [[Labor and delivery|Course|L&D]]
SROM {hm}. GBS neg. {dr:titled} on; CNM {nurse:given} took over {hm}. Epidural by {newdr:titled} (2nd attempt, Tuohy).
McRoberts + suprapubic for 40s dystocia (Rubin II failed, Woods screw ok); {crdev} tried, {crdev} not needed.
Baby {boy}, Apgars 7/9, wt {num:2500-4400} g, to warmer - Peds NP {newdr:given}. 2° lac repaired 3-0 Vicryl by
    {nurse:given}.
Placenta Schultze, intact. QBL {num:150-1100}. {crdrug} avoided (asthma). Doula: {friend:given}. {kin:given} cut the
    cord.
{pt:given} first came {shortdate:-200} to {crosh} with {newdr:family} (MFM) for {crabb}; NIPT Panorama low risk.
Cesarean {month:-900} at {crosh} by {newdr:titled}, TOLAC signed {shortdate:-30}.
@list [[Postpartum|Plan|D/C]]
Breastfeeding, seen by LC {staff:given}; {crdrug}
Rhogam lot {lotno}; RPR NR; GBS neg; Tdap {shortdate:-40}
Peds f/u: {pcp:titled}, {pcpsite}, {weekday} {shortdate:2} @ {hm}, {phone}
PP visit 6 wks CNM {nurse:short}; {crdev} then
EPDS {num:2-20}, SW {staff:given}; {kin2:given} at home
"""

_INFANT = r"""
@form
{baby} ({mrn})   BW {num:600-3400} g   born {gest}   {crosh} -> {site:abbr} {shortdate:-7}
MOC {shea}, lives w/ MGM {sheb} in {town}. FOB {hea} [[incarcerated|deployed|in {city}]]
@list [[By system|Course|Hospital course]]
Resp: Curosurf x2, HFJV 6 d, CPAP. BPD mild (Jensen). ENT scope ({newdr:titled}) nl
CV: PDA - Indocin 1 course, {crdev} by Cath ({newdr:family}) on {shortdate:-20}
GI: Bell IIA {shortdate:-30}, NPO 10d; surgery ({newdr:titled}) no OR. Prolacta
Neuro: HUS gr II L (Papile) {shortdate:-25}; ROP Z2 S1 - next exam by {newdr:family} {shortdate:9}
Screen: NBS #2 abnormal for CAH; Endo ({newdr:titled}) neg. Synagis {shortdate:-3} lot {lotno}
ID: {crgerm} in trach {shortdate:-8}, {shortdate:-6}; {crdrug} x7d per {newdr:family}
Social: {agency} caseworker {someone:initial_last}; WIC. {shea} rooming in from {shortdate:2}
Transport by {responder}; receiving {newdr:family}, {city} ({phone})
Twin B remains at {crosh:a} under {newdr:family}; {shea} visits both
"""

_MIND = r"""
@form
{pt:full}   {agesex}   {mrn}   [[Legal|Status]]: CV   Unit {ward}   {numdate} {hm}
@prose [[ID/CC|HPI|Presentation]]
{pt:given} is a {ageold} {man}, BIB {oddpolice} on a Section 12 signed by {newdr:titled} after {he} called {kin:given}
    at {hm}.
Precipitant appears to be loss of {his} dog, and layoff from {employer} in {monthonly:-60}. "Grace is gone and so am I."
Outpt tx'er {staff:short} LICSW (last seen wk of {textdate:-18}). Prescriber NP {newdr:full} @ {clinic}.
Prior hosps: {crosh} x1 ({month:-3000}), {crosh}, "the {crosh} place". Axis IV, GAF 30. PHQ-9 24, {crscore}.
Denies AH. Depressed, "like Eeyore." Named Biden, oriented to April. Spelled WORLD backwards. {crdrug}, {crdrug} helped.
Stopped {crdrug} {shortdate:-20}; {crdrug} since {textdate:-90}; ECT {crfrac} at {crosh:a} by {newdr:family}.
@list [[Collateral and plan|Collateral|Plan]]
Collateral: {word} {kin:given} {kinphone}; AA sponsor {friend:nick} holds the guns; cousin {kin2:given} agrees
3 day notice not filed. Probation, {zcourt}, PO {officer:family}
{crdrug} 50, {crdrug} prn, Q15 checks; {crscore}
SW ({staff:given}) to call {agency}; school letter {school}
Consider ECT ({newdr:titled}), {crtest}; {crabb}
Team: {dr:family}, {newdr:given} (RN), {newdr:family} (Psych), {inits:upper} (OT)
"""

_DEAD = r"""
@form
Autopsy {caseno}   Decedent: {pt:upper_full}   Age {age}   {mrn}
Prosector: {dr:full}; diener: {staff:given}; Date/time death {stamp:-1}
Authorization: {word}, {kin:short}, {kinphone}; exam {numdate} {hm}
@prose [[Clinical|History|Clinical summary]]
{pt:titled} came from {nursinghome} with fall (rm {num:100-240}), C2 type II odontoid fx, managed in Miami J. PEG
    {shortdate:-12} ({newdr:family}). Aspirated.
Pronounced by {newdr:family}, {hm}; {crdev} in place. Earlier {proc} at {crosh} {month:-1500} by {newdr:titled}.
@prose [[External|Body|External examination]]
Identified by toe tag and band {badge}. Old sternotomy. {crdev}. Medtronic pacer L chest SN {serial}, returned to
    {kin:titled}? No - to rep {someone:given}.
Tattoo "{kin2:given}"; ring; photographed by {inits:upper}. Released {shortdate} to {donation}.
@prose [[Internal|Findings|Microscopic]]
Heart {num:280-680}g, Lambl's excrescences. Lungs 900/820, Creola bodies. Kimmelstiel-Wilson nodules.
Braak V, CERAD B, Thal 4. Charcot-Bouchard. Slides reviewed w/ Neuropath ({newdr:titled}, {zuni}).
Blocks {accession} cut {shortdate:3}; {crgerm} on GMS; {crtest} pos.
@list [[Cause and case|Opinion|Comment]]
Bronchopneumonia d/t immobilization; {crabb}; {crscore}
Discussed with ME (Inv. {officer:family}) - jurisdiction declined {shortdate:-1}
{pcp:titled} phoned {shortdate:1}; family {kin:given}, {kin2:given} met {shortdate:20} w/ {newdr:family}
"""

_AGED = r"""
@form
{pt:full} ([["{pt:nick}"|goes by {pt:nick}]]), {age}, lives at {address}   HCP {kin:full}
@prose [[History|Function|Assessment]]
{pt:titled} is {age} and lives alone. {word} {kin:given} (HCPOA) present. ADLs: Katz 5/6, Lawton 3/8, MoCA 17, GDS 4.
Retired from {employer}; served in {country}. {word2} {kin2:given} d. {shortdate:-90}. Falls: on {holiday}; again the
    {nth}.
Beers list: {crdrug}, {crdrug} -> stop. Aricept since {year:-4} ({newdr:titled} started). Podiatry ({newdr:titled})
    q9wk.
HHA {staff:given} from {hospice} M/W/F. MOLST: DNR/DNI, signed {shortdate:-40} with {someone:titled_full}.
Fell at {place} {shortdate:-14}, seen at {crosh} by {newdr:family}; CT neg, {crabb}. {word3} {kin3:given} feeds it.
@list [[Plan|A/P|To do]]
PT - {vendor}; {charity} meals; {agency} ({someone:titled} {phone})
Driver eval - {he} won't give up the Buick; {crscore}
RTC {monthonly:60} w/ me or w/ {newdr:given} NP. {crdrug} stop
Guardian ad litem {lawyer:titled}, {zcourt} {shortdate:21}
"""

_LIMBS = r"""
@form
Team conf wk {num:1-6} {shortdate}   Pt: {pt:full} / {dx}, {crscore}   {mrn}   ELOS {shortdate:20}
Attendees: PM&R {dr:titled}, RN {nurse:given}, PT {staff:given}, OT {newdr:given}, SLP {newdr:given}, NP {newdr:full},
    CM {nurse2:given}
@prose [[Function|Team reports|Progress]]
s/p MVC {shortdate:-40}, fusion by {newdr:titled} at {crosh}, then {crosh:b}. FIM 62->71. {crscore}. LSO - Aspen.
    ISNCSCI by {staff:given} {shortdate:-3}.
Bowel program (Magic Bullet). {crdrug}. HO seen - Didronel. Depressed: Psych ({newdr:titled}). "Hope to dance at
    {kin2:poss} wedding in May."
{pt:given} transfers Min A w/ {staff:given}; {pt:family} did 3 STE; dawn to dusk discomfort; {crfrac} pain.
@list [[Barriers and dispo|Plan|Dispo]]
W/C eval w/ {vendor} (ATP {someone:given}) - {crdev}, Roho; DME delivery ~{shortdate:6}
Home: 3 STE, {street}, {city}; fiancé {someone:given} measuring doors
F/u SCI clinic - {shortdate:21} {hm} {dr:family}; peer mentor thru {charity}
{pcp:titled} to take over wk of {textdate:14}. {crdrug} refill {pharmacy}
Auth {order} thru {shortdate:7} ({payer} - {someone:given})
"""

_WOUND = r"""
@form
Visit {num:2-30}. {agesex} {pt:last_first}, L plantar DFU Wagner 3, TBI 0.4   {mrn}   {clinic}
@list [[Wound and tx|Visit|Wound]]
HBO #17/40 (Sechrist), tx'd by CHT {staff:given}; ear barotrauma Teed 2. Debrided by DPM {newdr:family} to bone
Bone cx {crgerm}, {crgerm} {shortdate:-6}. ID ({newdr:family}): {crdrug}, line placed {shortdate:-5} @ {crosh}
Apligraf #3 lot {lotno}. TCC-EZ. Unna, Profore. {crdrug}. {crdev}
Vac unit # {serial}, {someone:given} is rep. Home nsg: {hospice} RN {nurse:given} M/Th
Vascular ({newdr:titled}) did SFA stent {month:-900}, L AT PTA {shortdate:-20}. ABI: R 0.8
Works for {employer}, off since {shortdate:-60}, FMLA to {payer}
Next {shortdate:7}, {hm} chamber B. {inits:upper}/RN
"""

_CONSULT = r"""
@form
Requested by: {dr2:titled} (Med B) for {dx}   Pt {pt:full}   {mrn}   bed {bed}   {shortdate}
@prose [[Story|HPI|Background]]
{ageold} PWID, housing unstable, stays at {fac} or w/ {friend:given} in {town}. TV vegetation 1.8 cm on TEE
    ({newdr:titled}). Prior AVR? no - s/p {crdev} @ {crosh} {shortdate:-40}, left AMA.
Duke criteria: definite. Cx: {shortdate:-4} 4/4 {crgerm} (MIC 1.5), {shortdate:-2} 2/2, {shortdate:-1} NGTD. {crdrug}
    from {pcp:titled} @ {clinic}.
Travelled to {country} last {monthonly:-100}, Lyme dz. Works day labor ({employer}). Sister {shea} in {city}.
@list [[Rec|Recs|Recommendations]]
{crdrug} 10/kg; CTS eval ({newdr:titled}); addiction consult; {crdrug} per {crtrial}
D/w Micro ({newdr:given}): Etest. {crserv} to see. Will staff w/ {dr:titled}
Repeat {crabb} {shortdate:2}; {crdev} out when {crfrac}
PICC by {nurse:given}, no {crdev}; {kin:given} called {hm}
"""

_ROUND = r"""
@form
[[Paeds ward round|Peds huddle|Ward round]] {weekday} {shortdate}   [{hm} {dr:family}]   Team {newdr:given},
    {inits:upper}
@list [[Bays|Patients|Cases]]
Bay 3 bed 2 {someone:given} {inits:upper} {childage} - croup, dex x2, Westley 3, home if ok by {hm} mum {kin:given}
    happy
Side rm 1 {someone:full} - bronchiolitis d4, RSV+, HF 2 l/kg, NG, dw PICU {newdr:family}; parents Urdu, LL used
Bay 1 bed 4 {baby} - pyloric, for {surgeon:poss} list {weekday}, Ramstedt; bloods by {nurse:given}
Bed 6 {someone:given} - DKA BSPED, Novorapid, DSN {staff:given} to see, school {school} aware
[{hm} Heme - {newdr:family}] {agesex} Hgb SS ({pt:given}), ACS. Exchange via L IJ Mahurkar by PICU ({newdr:family}).
    {crdrug} held, {crdrug} off
[{hm} CLS {newdr:given}] birthday party; {word} {kin:given} declines {crdrug}. Brother ({hea}): MUD? no - HLA 10/10,
    typing #{raw}
[{hm} SW] school {school}; teacher {teacher:short}; [[mother's|father's]] job {employer}
[{inits:upper}] NAEON. {crabb}
Handover {newdr:given} SpR bleep {bleep}
"""

_DEVICE = r"""
@form
[[EP device clinic|Pacemaker clinic]]   {pt:last_first} {agesex}   {numdate}   {dr:titled}
Dev: [[Resonate|Gallant|Claria|Cobalt|Unify|Percepta]] CRT-D s/n {serial}; RA {crdev} #{raw}; RV Reliance 0693 #{raw};
    LV Acuity X4 #{serial}
@list [[Check|Interrogation|Findings]]
Imp {shortdate:-900} {newdr:titled} ({crosh}). ERI 3y. VT zone 180: ATP x1 on {shortdate:-9} @ {hm} success, pt
    asleep; {word} {kin:given} noticed
BiV 97%. Latitude monitor - set up by {staff:given} at {works}. HeartLogic 4. Lead Fidelis cut {year:-9} at {crosh:a}
{newdr:family}: no change; {crdrug}. Remote {shortdate:90}, in-person w/ {staff:given}/{newdr:family} {monthonly:170}
NIPS {shortdate:-40} per {newdr:family}; {crdev}; {crscore}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("courses-cancer", chart(_CANCER, "ONCOLOGY", "", settle=aged(33, 79, woman=True)), 1.8),
    NoteType("courses-birth", chart(_BIRTH, "L&D SUMMARY", "Delivery note", settle=WOMAN), 1.3),
    NoteType("courses-infant", chart(_INFANT, "NICU transfer summary", "NICU PROGRESS", settle=CHILD), 1.4),
    NoteType("courses-mind", chart(_MIND, "PSYCHIATRY ADMISSION NOTE", "Psych H&P"), 1.5),
    NoteType("courses-dead", chart(_DEAD, "AUTOPSY REPORT", "PM report", settle=OLD), 1.0),
    NoteType("courses-aged", chart(_AGED, "GERIATRICS COMPREHENSIVE", "Geri consult", settle=OLD), 1.5),
    NoteType("courses-limbs", chart(_LIMBS, "REHAB TEAM CONFERENCE", "IRF conf"), 1.2),
    NoteType("courses-wound-centre", chart(_WOUND, "WOUND CARE CENTER", "Wound visit"), 1.1),
    NoteType("courses-infection", chart(_CONSULT, "Consult - Infectious Disease", "ID CONSULT"), 1.5),
    NoteType("courses-children-round", chart(_ROUND, settle=CHILD, keep=0.9), 1.4),
    NoteType("courses-device-check", chart(_DEVICE, "", "DEVICE"), 1.0),
)
