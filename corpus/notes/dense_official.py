"""Dense sheets for courts, employers, prisons and the forces; shift logs of sign-offs; summaries dictated in the US."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_FORENSIC = r"""
@form
[[MEDICO-LEGAL REPORT|SANE record|FORENSIC EXAMINATION (non-fatal)|J88|MLC register|P3 form]] case {caseno} kit {serial}
Examinee {pt:full} {agesex} {dob} of {address:nozip}, ID shown: [[licence {license}|passport {passport}|none]]
Requested by {officer:titled_full} #{badge}, {responder}, CR no. {id}; brought {stamp}; matron {inits:upper}
Consent {hm} by [[self|{kin:full} ({word})|court order {caseno}]]; chaperone {nurse:short}; interpreter {lone}, {vendor}
Examined at {farsite} {hm} - {hm}; {dr:full}, {cred}; assistant {staff:first_initial}; photos 1-41 {inits:upper} on
    card {serial}
Instructing solicitors {firm}, ref {initpair}/{id}; without prejudice
@prose History as given
"On {date:-1} after the {holiday} fair in {town} I got into a lift with {wordname}", a man of about {otherage:20-60}
    who sells for {works}.
{kin:given} ({word}, {kinage}) saw {him} at {place} at {hm} and rang {responder}; {friend:given} drove behind in
    {plate}.
Denies washing; changed top, bagged {serial}, sealed {initpair}.
Passenger {someone:full}, {otherage:6-17}, is at {farsite} under {newdr:titled}; driver {someone:short} in custody at
    {prison}.
Claimant worked for {works} since {year:-11}, earlier at {works}; GP {pcp:titled} notes from {month:-44} read in full.
Earlier injury at {school}, rugby, {farsite}, {newdr:family}: Bankart repair; Oswestry 44, Waddell 2/5.
Met {lone} online as {handle}; messages from {phone} printed, 12 pages, exhibit {inits:upper}/1.
@rows Injuries
{num:1-30}. abrasion {dec:0.4-6.9} x {dec:0.2-3.9} cm R cheek, linear, fresh   exhibit {inits:upper}/{num:1-9}
{num:1-30}. bruise L arm, {num:1-9} cm, yellow-green, ? 3-5 d
Laceration {num:1-9} cm frontal, sutured Ethilon 4/0 at {farsite} by {inits:upper}
Bite, canine to canine 3.{num:0-9} cm, swab {specimen} {hm} {inits}
Stab, left {num:4-9}th ICS, {num:1-3} cm, Kehr pos
Hymen Tanner {num:2-5}, 5 o'clock notch, Toluidine {num:0-2}, posterior fourchette tear
Genital: NAD (Dr {dr:family}) | Wood lamp neg | {inits:lower}
@list Opinion
Injuries match the account; age uncertain, Langer lines noted, Munchausen not raised
Glasgow on the night 14; Cantu II; Battle sign; Tardieu spots none
Prognosis for whiplash (Quebec II) nine months; DASH 38; Judicial College band
Dr. {newdr:family} (for defendant, report {fulldate:-40}) finds otherwise; reply at para 8
Samples to {lab}: {specimen}, {specimen}; received {someone:initial_last} {hm}
@form Statement
I understand my duty to the court (CPR Part 35). {dr:full}, {cert} {fulldate}
Chain: {inits:upper} -> {inits:upper} {hm}; {officer:family} signs {stamp}; locker {num:1-30}
Fee note {order}; typed {inits:lower}; disc to {lawyer:full}, {firm}; {kin:short}
"""

_OCCUPATIONAL = r"""
@form
[[OH1 management referral outcome|FIT FOR DUTY|Pre-placement|HAZWOPER annual|Respirator clearance|DOT recert]]
    {vendor} for {works}, site {town}
Employee {pt:last_first} no. {badge} {job} dob {dob} cell {mobile} shift [[C|nights|4-on]] supv {friend:full} ext {ext}
HR contact {someone:short}, {email}; union rep {lone} ({agency}); carrier {payer} {claim}; adjuster {lawyer:family}
    {phone} fax {fax}
DOI {date:-30} {hm} at {works}, {street}; reported to {someone:family}; OSHA 301 no. {id}
Seen {stamp} by {dr:full}, {cred}; nurse {nurse:initials}; collector {inits:upper}; CCF {serial}
@prose Notes
{pt:given} fell from a Genie lift while {friend:given} steered; taken by {responder} to {farsite}, seen by
    {newdr:titled}, XR neg, off till {date:-25}.
Then saw own doctor, {pcp:titled} in {town}; MRI {shortdate:-15} ({newsite}): SLAP II; PT at {vendor} w/
    {staff:given}, 8/12.
Neer +, Hawkins +, Jobe +, Yergason -, Finkelstein -, Durkan 10 s, Jamar R 28 L 41.
Previous: {works} {years}, asbestos; {works} sandblasting, Clemtex; {prison} workshop, lead 22.
Audiogram STS L 4 kHz ({inits:upper}, CAOHC), booth {serial}; Titmus 20/30; Ishihara 14/14; spiro
    {dec:2.1-5.9}/{dec:1.6-4.9} ATS, {inits:lower}.
Needle: source {someone:initials}, bed {bed}, {lab} rapid HIV neg {hm}; Truvada/Isentress started, PEPline ref {id}.
Ergo: Herman Miller chair from {vendor}; Rodgers 7; REBA 9; NIOSH lift 2.1; Liberty Snook.
Mask fit: 3M 8210 fail, 1870+ pass, PortaCount 132, Bitrex, tester {inits:upper} {shortdate}.
Told {him} {works} bus goes from {place}; {kin:given} ({word}) drives {him} meantime; Zoll AED by gate.
@list Restrictions
No overhead, 10 lb, [[until {date:14}|x 2 wks]]; modified job agreed w/ {friend:given}, {hm} by phone
MMI {date:60}, AMA 6th WPI 4 %; ICD {icd}; ODG 21 d
RTW {shortdate:4} A shift; next {shortdate:10} {inits}
Bakery dust: FFP3; Skin patch tests (Finn): nickel ++, thiuram +, Balsam of Peru
Bloods HBsAb 12, {lab}; booster Engerix {inits:upper} L deltoid; Twinrix; BCG scar
@form Sign
DER {someone:full} told {hm} {inits}; MRO {newdr:full}, cert {cert}; donor initials {pt:initials}
{dr:short} {cred} {numdate} {initpair}; cc {works}, {payer}, {pcp:family}
"""

_PRISON = r"""
@form
{prison} - HEALTH CARE - [[SICK CALL|Reception screen|Seg round|Hunger strike day 4|Transfer summary]] {stamp} housing
    {room}
Inmate {pt:upper} reg {id} DOB {dob} {race} {agesex} release {month:300} celly {lone} ({id})
Seen with escort CO {officer:family} ({hm} to {hm}); RN {inits:upper}; prov {dr:family} tele; MAT {inits:upper};
    officer refused door {lone}
Arrived from {prison} via {prison}; meds with bus: Remeron, Keppra ({pharmacy}); chart box {num:1-9}
@prose SOAP
S: "Tell {lone} on B wing I need my inhaler, {someone:nick} had it Tuesday." Kite #{order} dated {shortdate:-2}.
O: T 37.1, Snellen ok, COWS 9, razor bumps, Jolly tremor, CIWA 6, {num:100-260} lb.
Swallowed battery per {officer:family}; film {hm} {farsite}, Dr. {newdr:family}, under guard of {officer:short} and
    {officer:given}, cuff R ankle.
Altercation, {someone:family} and {wordname}, pool cue, yard 3; facial lac by {inits:upper} Dermabond; UOF no. {caseno}.
HCV gt 1a, Mavyret d{num:1-56}, F3 (Metavir), {newdr:titled}; HIV at {farsite} since {year:-9}; PPD {inits:upper}
    {num:0-22} mm.
Outside: {word} {kin:full}, {city}, {kinphone}, visits {weekday}; {kin2:given} died, {shortdate:-3}, chaplain {lone}
    told {him} at {hm}.
Psych: {newdr:family}; Wellbutrin not formulary; Suicide watch ended {stamp:-1} {inits:upper}/{inits:upper}; MHSU
    {staff:short}.
Diet for Ramadan; imam {someone:titled}; refused {num:3-11} meals, wt {shortdate} {inits}.
Insulin {num:6-40} u at pill line {hm}; KOP Ventolin, Flovent, Tums; no Gabapentin, Seroquel
@list Orders
LIDO, Keflex 500 x7 KOP {inits:upper} {hm}
Bottom bunk to {date:30}, {dr:initials}; shoe permit, {vendor}
Refer {site2} ortho, {newdr:titled}; trip {shortdate:8}, transport Sgt {lone}
Vivitrol vs Suboxone; IDU 18 yrs; {agency} on release, {charity}, bed w/ {kin:given}
Hep A/B {lab} {specimen} {inits:lower}; RPR 1:2
Return {weekday} or sooner; grievance {caseno} answered {inits:upper}
@form Sign
{nurse:full}, {nursecred} {initpair} {hm}; Noted DON {inits:upper}; Sgt {officer:initial_last} badge {badge}
Count {hm} ok {inits:lower}; sharps {num:10-40}/{num:10-40} {initpair}; {dr:last_first} MD {shortdate:1}
"""

_MILITARY = r"""
@form
[[DD 2807-1|CPRS progress note|C&P exam, DBQ back|DA 3349|PDHRA|MEB NARSUM]] {vamc} {dept} {stamp}
Veteran {pt:full}, {ssn4:labelled}, {age}, {sex}, {word} {kin:given}, SC 70 %: PTSD, tinnitus, Gulf
SSG {pt:family} / EDIPI {id} / PCS {date:-20} from {place} / CO Maj {lone} {drphone} / 1SG {someone:family} / mess
    {milbox}
PCM {pcp:family}, {vamc}; community care {clinic}, auth VA{order}; vet center {staff:short}
Title: [[MENTAL HEALTH CONSULT|TELEPHONE|PACT RN|BH SPRINT]] Author {dr:last_first} Cosig {dr2:family} {initpair}
@prose Text
Vet served {years}, {country} x2, MOS 11B then 68W, awarded CIB; hit near {ftown} {month:-160}; medic {lone} (KIA)
    beside {him}.
Seen at {vamc} ER; {newdr:titled} began Minipress; moved from {vamc} to {hometown:plain} for {kin:poss} job at {works}.
Wife {kin2:full}, {otherage:20-80}, via {phone}, told RN {nurse:given} about the gun safe; {officer:family} of
    {responder} did a welfare check {hm}.
JROTC at {school}; Ranger tab; MVA {roadname} {date:-44}; MEDEVAC to {farsite}, then {vamc}; ISS 22; Ranchos 8.
Agent Orange registry, burn pit exam {shortdate:-30}, {vamc}, {inits:upper}; MVP consent, study {study}.
PCL-5 {num:10-72}; CAPS 5; Audit-C {num:0-12}; DRRI; Epworth {num:3-20}; Bristol 4; Goldman fields; NSI {num:10-70}.
Prosthetics: C-Leg 4 (Ottobock) {serial}, {vendor}; hearing aid Oticon, {vendor}, battery 312; EZ-Go.
Buddy {friend:full} ({otherage:25-78}) in {town}, last seen {holiday}; son {someone:given} at {school}.
{pt:given} sells bait to {works}; flags a claim with {agency} (rep {someone:given}); nexus letter {newdr:full}.
@list Assessment
Lumbar DDD, L4/5; Spurling, Patrick, Lasegue neg; DBQ sent {numdate} {inits}
PTSD: sertraline; CPT w/ {staff:given} on {weekday}; Stellate block {dr2:family} {shortdate:9}
HIV PrEP Descovy; CHOICE appt {newdr:family} {site2} {shortdate:11}; BTSSS $34 to {city}
Hearing 4k; Maryland CNC 84; {inits:upper}, Au.D.
T4 (profile P3), 90 d, MEB {date:90}; DD 214 scanned {docid} {inits:lower}
Firearms safe: {kin2:given}; REACH VET; Caring letters {shortdate:30}
@form Sign
/es/ {dr:full}, {cred} {stamp}\n/es/ {nurse:full} {stamp}\nAddend {shortdate:2} {inits:upper}: Rx mailed, {pharmacy}
Receipt Ack: {dr2:last_first}, {newdr:last_first}, {staff:last_first}; {inits:upper} {hm}
Cmdr's copy {lone}; HIPAA disclosure {inits}; unit fax {fax}
"""

_SHIFT_LOG = r"""
@rows Narcotic count
{hm}  Dilaudid {num:2-40}  MS {num:1-20}  Ativan {num:1-30}   off {inits:upper}  on {inits:upper}
{shortdate}  Percocet {num:10-60}/{num:10-60}  waste {dec:0.1-0.9} w/ {inits:lower}   {initpair}
{hm} Ketamine ampoule broken, seen {nurse:family} & {inits:upper}
Fentanyl patch 25 Lt {num:1-9} rm {room} {inits:upper}
Pyxis discrepancy {order}, solved {inits:lower} {hm}
@rows Handover
{room} {pt:family} {dr:family} [[DNR|FC]] NPO {inits:upper}
{room} {lone} {agesex} {newdr:family} POD{num:1-6} Whipple, PCA, NG {inits:upper}/{inits:upper}
{bed} {someone:last_first} {newdr:family} Foley Zosyn Levo Bair Hugger
{bed}: empty, housekeeping {hm}
{bed}: {someone:family} -> {dept} {hm} report {inits:upper}
{room} [[GI bleed|CHF|ETOH|SBO]] {newdr:family}/{newdr:family} Tele, Protonix, Hct {num:21-40}
Call {newdr:family} x{ext} if K < 3; RT {inits:lower}; bed alarm {room}
Trach Shiley 6, Passy-Muir, PEG, Jevity {num:20-70}/h {inits:upper}
@rows Equipment
{hm} crash cart {serial} ok {inits:upper}
Glucometer QC L1 {num:50-60} L2 {num:280-300} {inits} {hm}
Fridge {num:2-8} C {inits:lower}; Warmer 38.1 {inits:upper}
Zoll 30 J {hm} {initpair}
Accu-Chek {serial} low batt; {vendor} tech {someone:given} {hm}
Stryker bed {serial} to {dept}, PO {order}
@list Memo
Nights: {inits:upper}, {inits:upper}, {inits:upper}, float {inits:upper}; sick call {nurse:first_initial}
Agency: {someone:short} ({vendor}) till {hm}; orientation {staff:given}
Charge {nurse:family} to {nurse2:family} {hm}; census 22, adm 3, d/c 5, staffing {num:2-8}:1
House sup {inits:upper} {hm}; {dr:family} rounded, {newdr:family} covering; {lonedr} on call
Family of {someone:family} ({room}) {phone} asks for {newdr:family}
Keys {initpair}, beeper {bleep} with {inits}
Tissue round {donation} {hm} {inits:upper}, ruled out
"""

_FLOW_SHEET = r"""
@form
{pt:upper} {mrn} {dept} {room} {numdate}
[[Flow sheet|24 h record|Kardex|Bedside chart]] [[days|nights|12 h]] {inits:upper} {hm} to {inits:upper} {hm}
@rows Day
{hm} {vitals} {inits:lower}
{hm} turned L, mouth care {inits:upper}
{hm} {sig} given {inits:upper}
{hm} {exam}
{hm} dozing, no c/o
{hm} to CT with RN, back {hm} {initpair}
@rows Night
{hm} {labline}
{hm} Dr {newdr:family} aware, no orders {inits:upper}
{hm} {neg}
{hm} PRN {drug}, effect 30 min, {num:0-4}/10 {inits}
{hm} incontinent x{num:1-4}, linen changed {inits:upper}/{inits:upper}
@list Plan
{todo}
{advice}
Next of kin {kin:given} rang {hm}
{inits:upper} to recheck {analyte} {hm}
"""

_DICTATED = r"""
@form
DATE OF ADMISSION: {numdate:-5}\nDATE OF DISCHARGE: {numdate}\nATTENDING: {dr:full}, {cred}\nJOB: {docid}
{pt:upper_full}\n{mrn:labelled}\n{farsite:upper}, {city}
Consultants: {dr2:family}, {newdr:family} ({site2}), {newdr:full}; PCP {pcp:family}; surrogate {kin:full}
Dict by {newdr:full}, D {stamp} T {stamp:1} {initpair}, [[preliminary|text not authenticated]]
@prose
This {ageold} {man} was in {his} usual state at {nursinghome} until {date:-6}, when {word} {kin:given} noted slurred
    words; {responder} brought {him} from {place}.
Outside films from {farsite} were read here by {newdr:family} as Hampton's hump, Westermark sign negative.
Past: {epo:operation} {year:-7} ({newdr:titled}, {hometown:plain}), Sjögren, Bell's palsy, {dx}.
{He} retired from {works}, winters in {ftown}, and was a {job} for {works}.
Siblings: {someone:given} ({otherage:30-95}) well, {someone:given} d. {otherage:30-90} MI, {someone:given} in {town}
    with Hodgkin.
EXAM: Janeway and Osler absent, Murphy negative, Kussmaul none, McBurney tender. {vitals}
On day 2, {newdr:titled} of {clinic} did a bedside tap; E. coli and Enterococcus grew, {lab} {specimen}.
Overnight moonlighter {newdr:family}, covering for {dr2:family}, gave Lasix; NP {nurse:family} changed Zosyn to Unasyn.
{kin2:given} phoned from {country} daily; she and {kin:given} toured {nursinghome} and {hospice}.
{pt:family} was told by {dr:family} in the presence of {staff:given}.
@list Medications
Coreg 6.25 b.i.d.; Zaroxolyn prn; Plavix 75; Protonix 40
Advair 250/50; Spiriva; Singulair; Lantus 18; Humalog
Colace; Senokot; Lidoderm; Xalatan OU
K-Dur 20; Synthroid 88; Os-Cal; Fosamax every {weekday}
{brand}, {brand}, {brand}
{sig}
@form Disposition
Home with {vendor}, phone {phone}; {dr2:family} {shortdate:9}; {pcp:family}, {street}, {shortdate:5} {time}
Follow: CBC {shortdate:4} at {lab}, fax {fax} attn {inits:upper}
cc: {pcp:full}, {pcpsite}\n    {newdr:full}, {farsite}, fax {fax}\n    {vendor}
{dr:upper_full}, {cred}\n{inits:upper}/{inits:lower}/{docid}\nDD: {numdate} DT: {numdate:1}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("dense-forensic", sheet(_FORENSIC, least=2)),
    NoteType("dense-occupational-health", sheet(_OCCUPATIONAL, least=2)),
    NoteType("dense-prison-clinic", sheet(_PRISON, least=2)),
    NoteType("dense-forces", sheet(_MILITARY, least=2)),
    NoteType("dense-shift-log", sheet(_SHIFT_LOG, least=2)),
    NoteType("dense-flow-sheet", sheet(_FLOW_SHEET)),
    NoteType("dense-dictated-summary", sheet(_DICTATED)),
)
