"""Dense sheets of care around a stay: palliative meetings, commitments, burns, transports, intakes, home care."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_PALLIATIVE = r"""
@form
Goals of Care / Family Meeting [[#1|#3|(second)]] {stamp} [[4 West family room|Zoom|bedside]] {site}
Pt {pt:titled_full} {age} rm {room} attending {dr:family} primary RN {nurse:first_initial} off at {hm}
In the room: {kin:full} ({word}, HCP #1), {kin2:full} ({word2}), {kin3:given} by phone from {ftown}, {friend:short}
    (neighbor), Rev. {lone} ({church})
Staff: {dr2:family} (pall), {staff:short}, {newdr:family} (onc fellow), chaplain {inits:upper}, scribe {inits:lower},
    CM {author:short}
Not able to come: {someone:given} (ex-wife), {pcp:titled}
PPS 30 % ESAS pain 4 dyspnea 6 RASS -1 FAST 7c Karnofsky 30
@prose Course told
{dr2:titled} opened; {kin:given} told the story: {pt:given} ran {works} for thirty years, buried {his} {word3}
    {kin3:family} in {hometown:plain}, and hates hospitals since {farsite}.
{kin2:given} understood "six months", from {newdr:titled} in {town}; {kin3:given} had heard from a cousin,
    {someone:given}, a nurse at {newsite}, that the drip was the problem.
{newdr:family} spoke of Kaplan-Meier in plain words; {dr:family} said Lazarus does not happen on the vent.
Silence. {kin:given} showed a photo from {holiday}, {pt:given} with {someone:given} ({otherage:0-9}) and
    {someone:given} ({otherage:10-17}).
Disagreement: {kin3:given} wants a PEG, {kin:given} does not; Ethics ({inits:upper}, ext {ext}) called {hm}.
MOLST from {month:-14} signed at {pcpsite} by {pcp:family}, copy faxed {fax} by {inits:lower}; POA papers with
    {lawyer:full}, {street}.
{He} asked, when awake, whether the dog could come; {staff:given} to clear it with Infection Control.
Spiritual: Anointing by Fr. {wordname} of {church}, {date}; prefers Psalm 23, Taizé.
Money: {payer} will not pay room at {hospice}; {charity} may; grandson {someone:given} ({otherage:18-35}) starts a
    page {handle}.
@list Decisions
DNR/DNI, no pressors past Levophed 10; comfort from {date:1} noon when {kin3:given} lands at {place}
Roxanol 5 q2h, Ativan 0.5, Robinul, Haldol, Scopolamine patch; Dilaudid PCA 0.2/10 lockout
Deactivate ICD ({model}); rep {someone:short} of {vendor} paged {hm}
Hospice: {hospice} first, {newsite} if no bed; liaison {staff:first_initial} {phone}
{donation} chosen; {kin:given} will ring {phone}; plot {place}
Tissue: eyes only, {donation} ref {id}
Next meeting {shortdate:3} {time}; {kin2:given} at {kinphone} after 6
@form Sign
99497 30 min, 99498 x1 ({dr2:initials}); team note shared {hm} {initpair}
{dr2:full} {cred2} / {staff:short} / {inits:upper}
VitalTalk REMAP used; bereavement score {num:1-9}
"""

_COMMITMENT = r"""
@form
[[PETITION EVALUATION|Certificate of Examining Physician|Form 1|5150 advisement|Section 2 recommendation|M-1 hold]]
    [[In the matter of|Re]] {pt:upper_full}
[[County of|Court for]] {county}, docket {caseno}, hearing {fulldate:4} {time}, Judge {lone}, respondent's counsel
    {lawyer:titled_full} ({firm})
Examiner {dr:full}, {cred}, Lic. {cert}; second {newdr:full}, {farsite}; place {dept}, seclusion 2, {hm} to {hm},
    one-to-one {inits:upper}
Brought by {officer:titled_full} #{badge}, {responder}, unit {badge}, from {place}; cuffs off {hm}
AMHP {staff:short}, {agency}; nearest relative {kin:full} ({word}, {kinage}) of {address:nozip}, consulted {hm} by
    telephone {kinphone}
@prose Facts
{officer:family} states {pt:given} stood on the rail of {place} shouting that {works} had put a chip in {his} tooth.
{kin:given} reports three weeks without sleep, {sig} thrown away, the cat shaved, $4,000 to {charity}.
{pt:given}: "I am the cousin of {lone}, ring {phone}, they'll tell you." No such number.
Prior: {farsite} {month:-30} (twelve days, {newdr:titled}), {newsite} {year:-6}, {prison} nine months, never on
    Clozaril.
Threat to ex-partner {someone:full} on {handle}; order of protection {caseno}; duty to warn call to {someone:given}
    at {hm}, left with {someone:given}, {otherage:12-17}.
ED: UDS cannabis, EtOH 0, TSH 1.2, CT clean; B52 at {hm} by {nurse:initials}, second Zyprexa Zydis {hm}.
{friend:given}, room mate at {nursinghome}, heard {him} talking to "{wordname}" all night.
Family hx: {kin2:given} ({word2}) lithium; uncle {someone:given} died {otherage:22-60} by hanging in {town}.
MSE: Schneiderian first rank, Capgras re {kin:given}, no Cotard, MMSE 27, Young 34, Bush-Francis 3, C-SSRS 4,
    Hamilton n/a.
@list Findings
Criterion A danger to self: rail, note dated {date:-1} left for {kin3:given}
Criterion B others: knife taken from {word2} {kin2:given} by neighbour {someone:short}
Criterion C grave disability: no food in {unit}, {street}, per landlord {someone:family}
Less restrictive tried: ACT {agency} ({staff:given}), crisis bed at {fac}, both refused {shortdate:-2}
Insight Birchwood 2; capacity per Appelbaum lacking; Tarasoff done; Miranda not applicable
Zyprexa Relprevv not here; Invega Sustenna 234 deltoid L {inits:upper}
@form
I affirm under penalty of perjury {dr:full} {numdate} {hm}; notary {someone:full}, commission exp {fulldate:400}
Served on respondent {hm} by {inits:upper}, copy to {lawyer:family}, {kin:short}, {agency}
Bed: {newsite} accepts ({newdr:family}, via {staff:given}, {hm}), transport {responder}, report to RN {nurse2:given}
cc: Clerk, {county}; {pcp:family}; file {inits:lower}
"""

_BURN = r"""
@form
BURN ADMISSION {farsite} [[ABA verified|]] bed {bed} {stamp} from {newsite} via {responder} (flight RN
    {nurse2:short}, medic {inits:upper})
{pt:short} {agesex} {mrn} NOK {kin:given} {word} {kinphone} wt 88 kg TBSA 31 (Lund-Browder by {inits:upper}), 3rd 12
Mechanism: [[flash, propane|scald|grease|contact, exhaust|arc 480 V]] at {works}, {citystate}, {date} about {hm};
    OSHA rep {someone:short} {phone}
Modified Brooke 2 mL/kg/% ; total 5.4 L by {hm}; UOP 42; Baux 79; R-Baux 96; ABSI 8
Airway: singed vibrissae, ETT 7.5 @ 22 by {newdr:family} at {newsite}, bronch Endorf 2 by {dr2:family}, COHb 19,
    Cyanokit given by medic {inits:upper}
@rows TBSA
Head {num:0-9}  Ant trunk {num:0-18}  Post {num:0-18}  R arm {num:0-9}  Perineum {num:0-1}   {inits:upper}
{hm} LR {num:200-990} mL/h UOP {num:10-90} lactate {dec:1.1-8.9} {inits:lower}
{hm} fingers Doppler L3 absent, escharotomy {surgeon:family} {hm}
R hand dorsum, deep partial, Xeroform/Bacitracin {inits:upper}
Abdomen, indeterminate, Silvadene -> Mepitel Ag {shortdate:1} {inits:upper}/{inits:upper}
{hm} Dobhoff placed, Osmolite {num:20-65}/h, {nurse:initials}
@prose Story
{kin:given} ({word}) was in {town} and came with {kin2:given}; {pt:given}, {job} at {works} on contract through
    {vendor}, lit a cigarette by the trench.
Co-worker {friend:full}, {otherage}, burned hands, at {site2} under {newdr:titled}; a third, {someone:given},
    pronounced at {newsite}.
Tetanus Boostrix at {newsite} {hm} {inits:upper}; Ancef none; Versed 4, Fentanyl 300, Ketamine 100.
Photos with consent by {kin:given} ({docid}); police {officer:titled} #{badge}, case {caseno}; fire marshal
    {someone:short}, {responder}.
Operated {shortdate:2} {surgeon:titled}: Humby, Watson, Zimmer dermatome 0.010, mesh 3:1 Brennen, Integra, Recell,
    Artiss, Biobrane held.
Curling prophylaxis, Pepcid; Marjolin talk later; Meek backup; cultured cells by {vendor}, order {order}.
Social: {staff:short}, {agency}; workers' comp {vendor} {claim}; kids {otherage:1-6}, {otherage:7-15} with
    {someone:given} in {town}.
@list Consults
{dr2:family} ophtho: Jelly bean test neg, Seidel neg, erythromycin qid
{newdr:initial_last} plastics, {newdr:family} PM&R, {staff:given} OT splints (Kleinert), SLP {inits:upper}
Vit C protocol, oxandrolone 10 BID, propranolol by {inits:upper}, Pivot 1.5, Juven
Psych {newdr:family}: PTSD screen, survivor visit from {someone:given}, {charity}
Pharm {inits:upper}: vanc AUC, Zosyn 4.5; A. baumannii screen, Aspergillus terreus swab
@form Sign
Resident {newdr:full} R4 / {surgeon:full} / RN {inits:upper} {hm} / Dict {initpair}
"""

_NICU = r"""
@form
NEONATAL TRANSPORT [[OUTBOUND|back-transfer|INBOUND]] {responder} ambulance [[7|Neo-2]] left {hm} arrived {hm}
Baby [[Boy|Girl]] {pt:family} [[(twin B)|({pt:given})|A]] {mrn} b. {dob} {hm} at {newsite} {gest} BW 1,120 g Apgar 3/6/8
Mother {kin:full} ({otherage:17-44}) G3P1, GBS unk, RPR NR, {kinphone}; Father {someone:full} in {town}
From: {newdr:titled} ({newsite}, {city}) to {dr:titled} {site} bed {bed}; call received {hm} by {inits:upper}, conf
    ref {id}
Crew: NNP {inits:upper}, RT {inits:upper}, RN {nurse:first_initial}; driver {someone:given}
UVC 6.5 cm, UAC 12; ETT 2.5 @ 7.5; Curosurf 2.8 mL {hm} {inits:upper}/{inits:upper}; iNO 20 (INOmax serial {serial})
@rows Vitals
{hm}  36.{num:2-9}  {num:120-180}  {num:30-60}/{num:18-40}  m {num:24-48}  SpO2 {num:84-97}  FiO2
    {dec:0.21-0.99}  {inits:upper}
{hm}   pH 7.{num:10-44}  {num:30-78}  BE -{num:1-12}  gluc {num:28-140}   {inits:lower}
{hm} Alaris {num:1-9} D10 {dec:1.1-4.9} mL/h
{hm} HFOV MAP {num:9-18} amp {num:20-46} Hz {num:8-15} {inits:upper}
{hm} Isolette to Giraffe w/ {inits:upper}, {inits:upper}
Bayley n/a | CRIB {num:1-14} | SNAPPE-II {num:5-60} | Sarnat {num:1-3}
@prose History
Mother, {kin:given}, a gravida of {otherage:18-44} who was cared for at {clinic} by {newdr:titled}, betamethasone
    {shortdate:-1} at {fac}, then flew here after {place} closed the road.
Sibling {someone:given}, {otherage:1-9}, had chylothorax; previous loss at {gest} in {year:-3}, {farsite}.
Ballard 27, Downes 6, Silverman 5; bruit; Ortolani deferred; Moro absent.
Head US ({newdr:family}) Papile II left, {accession}; echo by {dr2:titled}: PDA 2 mm, coarct excluded, Ebstein no.
Blood culture {lab} {specimen}: GBS; LP by {inits:upper} 12 RBC; Ampicillin, Gentamicin {hm}.
Consent by {someone:given} read over speaker, interpreter {vendor} no. {badge}; baptised by {nurse2:short} at {hm}.
Colostrum drawn by {kin:given} at {hm}, Ameda pump lent; DBM from {charity}; breast milk label {id}.
Placenta at {newsite}, path {accession}; NBS card {serial} sent {shortdate:1} to {lab}.
{dr:titled} spoke to grandmother {someone:full}, {otherage:36-74}, on {phone}.
@form Sign
Handed to {nurse2:short} {hm}; {inits:upper} to {inits:upper}; drug tally {initpair}
PCP: {pcp:full}, {pcpsite}; OB {dr2:family}; MFM {newdr:initial_last}
Neonatologist {dr:full} {stamp}, time 2 h 20, code 99291 / 99477; TNC {inits:lower}
STABLE, S.T.A.B.L.E. 6th ed; NRP 8; Vermont Oxford ID {id}
"""

_SNF = r"""
@form
{nursinghome}   ADMISSION / INTAKE   [[Unit 2 East|Rehab A]] rm {room}   {stamp} by {nurse:full}, {nursecred}
Resident {pt:last_first} pref {pt:given} SS# {ssn} MCR {plan} MCD {id} {payer} secondary
From {site} LOS {num:3-30} days d/c by {dr2:full} report phoned {hm} by {nurse2:given} to {inits:upper}
DOB {dob} ({age}) {race} wid. faith {church} Funeral: {donation}, {town}
RP {kin:full} ({word}) h {kinphone} c {phone}; alt {kin2:full} ({word2}) of {hometown:plain}
PCP here {pcp:titled_full} NP {inits:upper}; dental {newdr:family}; podiatry {vendor}; pharm {pharmacy}; hospice eval
    {hospice}
Isolation [[C. diff|MRSA nares|none]] last BM {shortdate:-1} flu vax {month:-2} by {pharmacy} TB {shortdate:-4} read
    {inits:upper} 0 mm
@prose Notes
Arrived on stretcher per {responder} with {kin:given}; states "I have lived on {street} since I was {otherage:3-40}".
History: CHF, Charcot foot, Parkinson's, hip by {surgeon:titled} at {site} {date:-9}, Foley since {hm} yesterday.
Hearing aid L (SN {serial}), upper denture marked {pt:initials}, wallet $12 to {kin2:given} by
    {inits:upper}/{inits:upper}.
Glasses, wedding band, radio; a walker from {vendor} with {friend:poss} name on it; room mate {someone:titled}.
Formerly {job} at {works}, alto at {church}; bridge partner {friend:given}, {otherage:70-99}, phones weekly at
    {friend:given}'s own cost.
Skin by {inits:upper} and {inits:upper}: see sheet. Braden 14, Morse 65, Tinetti 12, MOCA 19, Katz 2, Barthel 35.
Wanders per {kin:given}: found at {place} on {date:-40} by {officer:titled}; WanderGuard {serial} L ankle.
Eliquis, Sinemet 25/100 at {hm} {hm} {hm}, Namzaric, Lasix, Miralax, Bactrim to {shortdate:4}: verified with
    {pcp:family} by phone {hm}.
@rows Orders
Tylenol 650 q6 prn {inits:upper} noted {hm} {inits:upper}
PT/OT/ST eval {shortdate:1} | {staff:first_initial} | {inits:upper}
NAS mech soft thin; Ensure BID; wt q wk {weekday}; RD {inits:lower}
CBC BMP Mg {shortdate:3} {lab} req {order}
Pt/INR {shortdate:2} call {pcp:family}
NPWT supplied {vendor} {phone}
MDS ARD {shortdate:8}; PDPM; Section GG {inits:upper}
@form Sign
Code status [[Full|DNR on pink]] per {kin:given} {inits:upper} {hm}; bed-hold, Ombudsman {agency} {phone} given
Nurse {inits:upper} {hm}  DON {staff:short} {shortdate:1}  SW {inits:upper}  Act {inits:upper}  MD {pcp:initials}
    {shortdate:2}
{initpair} 24 h chart check {hm}
"""

_OASIS = r"""
@form
[[OASIS-E SOC|ROC|Recert wk 9|DC OASIS]] {vendor}, provider no. {npi}, branch {town}
M0040 {pt:last_first}  M0063 {plan}  M0064 {ssn}  M0066 {dob}  M0069 {sex}  M0030 {numdate}  M0090 {numdate:1}
M0102 {shortdate:-1} ordered {dr:family}; M0104 {shortdate:-2}; M1000 [[3 - acute|4 - IRF]] {site}; M1005 {numdate:-3}
Clinician {nurse:short} {nursecred} badge {badge}; visit {hm}-{hm}; odometer 41,202; EVV GPS [[ok|override]]
Caregiver {kin:full}, {word}, {kinage}, {phone}; emergency {kin2:short}; lockbox {raw}; dog "Biscuit"
    locked up; {street} brown trailer behind {church}
CERTIFYING {dr:full} NPI {npi} {clinic} fax {fax}; F2F {shortdate:-4} by {newdr:family}
@list M items
M1021 {icd} M1023 {icd}, {icd} M1033 1,3,5 M1400 2 M1860 3
BIMS 13; PHQ-2 0; Mahoney FRAT 6; TUG 21.4; Borg 3; MAHC-10 7; Norton 15; CAM neg
M2001 issues 1: Coumadin dup Eliquis, called {dr:family}'s nurse {nurse2:given} at {hm}, VO {inits:upper}, RBVO
GG0130 A6 B5 C4 E3; GG0170 C4 D3 I88; H0300
M1306 yes stage 2 coccyx; photo {docid}; Duoderm, Calmoseptine, from {vendor}, PO {order}
Home: 3 steps, no rail, oxygen {vendor} tank {serial}, smoke alarm absent; {responder} asked
Advance directive at {lawyer:full}; POLST fridge
@prose Narrative
SN met {pt:given} and {word} {kin:given} at table; {he} left {site} on {date:-1} after {proc} by {surgeon:titled};
    {newdr:titled} at {farsite} had held the Plavix.
{kin2:given} fills the Medi-planner; {someone:given}, aide from {vendor} ({otherage}), asleep in next room.
HHA {someone:given} MWF, PT {staff:short} to start {shortdate:1}, ST no, MSW {inits:upper}, telehealth {vendor} scale
    {serial} pairing {raw}.
Neighbour {friend:full} shops at {place}; {church} brings meals; {agency} voucher {id}.
PRN x2: call after hours {sitephone}; hurricane tier 2; next visit {weekday} w/ {inits:upper}; on-call {inits:upper}.
Teaching: CHF zones, Lasix, low salt (no Spam, Campbell's), Teach-back; book to {kin:given}.
@rows Visits
{shortdate}  SN  {hm}  {num:30-75} min   {inits:upper}
{shortdate:2} PT {inits:upper} TUG {num:12-40}
{shortdate:3} HHA {someone:first_initial} pers care
{shortdate:5} missed - {pt:given} at {newdr:family}
{shortdate:6} LVN {inits:upper} PT/INR {dec:1.1-4.9} called {nurse2:given}
{shortdate:8} OT {staff:given} tub bench {vendor}
@form Sign
485 mailed {shortdate:4} signed {dr:initials} {shortdate:11}; QA {inits:upper}; coded {inits:lower}; locked {stamp:3}
{nurse:full}, {nursecred} [[electronic PIN|/s/]] {numdate} {hm} {initpair}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("dense-palliative-meeting", sheet(_PALLIATIVE)),
    NoteType("dense-commitment", sheet(_COMMITMENT)),
    NoteType("dense-burn", sheet(_BURN, least=2)),
    NoteType("dense-neonatal-transport", sheet(_NICU, least=2)),
    NoteType("dense-nursing-home-intake", sheet(_SNF, least=2)),
    NoteType("dense-home-health", sheet(_OASIS, least=2)),
)
