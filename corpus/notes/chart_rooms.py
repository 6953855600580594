"""Long charts of theatres and services: operations, imaging, pathology, nursing flow, dialysis, cancer, birth."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged, chart

_OPERATION = r"""
@form
Surgeon: {surgeon:initial_last}   Asst: {dr3:family}, {newdr:family} PA-C   Anes: {dr2:titled} / CRNA {staff:given}
Date: {fulldate}   OR {num:1-14}   Case {order}   In {hm} Cut {hm} Close {hm} Out {hm}
Circ {nurse:initials}/{inits:upper}   Scrub {staff:first_initial}   Perfusion {inits:upper}   Rep {someone:given}
    ({vendor})
Preop dx: {dx}   Postop: same   Procedure: {proc}
Implants: head lot {serial}; stem ref {num:1000-9999}-{num:1000-9999} ser {serial}; cement (Palacos) x2
@prose [[Indications|Indication|History]]
{mr} {pt:family} fell at {place} {textdate:-1} and was brought by {responder}; {newdr:family} reduced it in the ED.
After {newdr:titled} at {farsite} had tried {proc} in {month:-300}, {surgeon:family} was asked to revise.
Risks gone over with {pt:given} and {kin:given} ({word}) by {dr3:family}; consent {docid}, witness
    {nurse2:initial_last}.
{dr2:family} cleared {him} {shortdate:-2}; {pcp:family} agreed by fax.
Site marked {mono:surgeon} by {surgeon:family} himself; {kin2:given} had the list of drugs.
@prose [[Details|Description of procedure|Technique]]
{twin:person}; {twindr} took over at {hm}; {twinmore:person} again.
{epo:tool} passed by {staff:given}; {epo:sign} checked by {epodr}.
After a time-out led by {nurse:initial_last}, {dr2:family} placed a spinal. Hardinge approach.
{dr3:family} retracted with Hohmanns; {surgeon:family} was present throughout.
Kocher on the fascia, Bovie 30, Adson, Gelpi; {newdr:family} harvested while {dr3:family} closed.
Specimen {accession} to path by {inits:upper}; frozen ({newdr:family}, {hm}): margins free.
Adherent omentum as {newdr:family} had found in {year:-4}; {surgeon:family} called {newdr:family} of urology to stent.
Cell saver by {staff:given}, {num:100-600} cc; two units, {bag} and {bag}.
{model} opened, lot {serial}, exp {numdate:700}; {someone:given} of {vendor} checked size.
Old mesh out; kept for {kin:given}, who asked, per {worddr} of risk.
Counts correct x2 ({nurse:initials}/{inits:upper}). EBL {num:20-400}. Skin by {mono:dr3}, Dermabond.
@list [[Disposition|Plan|Post op]]
To PACU, {nurse2:given} RN, bed {bed}, report {hm}
Spoke to {spouse} {someone:given} in the waiting room and to {someone:titled}, {his} cousin, by phone in {ftown}
Film in PACU read by {newdr:family}: hardware fine
PT {staff:given} POD 1; {surgeon:family} clinic {shortdate:13}; sutures with {pcp:family}
Note to {dr:family}, {newdr:family}; registry entry {study}
"""

_IMAGING = r"""
@form
[[CT ABD/PELVIS|MRI BRAIN|CTA CHEST|US RENAL|XR PELVIS]]   Acc# {accession}   Exam {stamp}   Tech: {inits:lower}
Ordering: {dr2:family_upper} ({pcpsite})   Read: {dr:family}   Resident {dr3:family}   Room {room}
Exam {accession} performed at {site2} {hm:colon}; {readers} prelim {newdr:initial_last}
Contrast Omnipaque 350, {num:60-110} mL, lot {serial}, given by {staff:given}, IV by {nurse:initials}
CC {dr2:last_first}; {pcp:family_upper}; [[CD burned for|disc to]] {kin:given}
@prose [[Clinical|Indication|Clinical information]]
{age}{sex}, p/o day 6 from {proc} by {newdr:titled} at {farsite}.
{symptom}; call from {newdr:family} at {hm}. Hx per {kin:given}: {dx}.
Restaging, trial {study}, {epodr}. r/o {jot}.
@prose [[Comparison|Prior studies|Priors]]
CT {shortdate:-4} from {farsite}, loaded by {author:given}; MRI {month:-300}, {newsite} ({newdr:family}).
None at {site:abbr}. Films of {year:-7} from {town} are on {newdr:poss} disc, not opened.
{numdate:-200}, {numdate:-90} and {numdate:-30} ({accession}), all read {newdr:family}.
@prose [[Findings|FINDINGS|Body]]
{twin:person}, agreed with {twindr}. {twinmore:person} absent.
{finding}. Riedel lobe. Bosniak I cyst. Morison's pouch clear; GE junction fluid.
The measure of {worddr} ({measure}) was of the other node; ours is {measure}.
Modic 2, Schmorl node, Tarlov cyst, Chance fracture healed. {finding}.
Marker of tech {inits:upper} on the R; see arrow, image 4/112.
{model} tip where {newdr:family} left it {shortdate:-5}.
@list [[Impression|IMPRESSION|Conclusion]]
{dx}. Called to {dr2:family} by {dr3:family} {hm}, read back; {dr2:family} to call {newdr:family}.
{finding}, as {newdr:family} said {textdate:-60}.
Fleischner 6-12 mo; letter to {pt:titled}, {street}, {city}, sent {shortdate:1} {inits:lower}.
Lung-RADS 2. PI-RADS 3. BI-RADS 1. TI-RADS 4, biopsy by {newdr:family} {weekday:2} the {nth}.
Final: {dr:family} {stamp}. Prelim differs (night: {newdr:initials}); {newdr:given} in ED told. Peer: {inits:upper}.
Addendum ({newdr:family}): priors since came from {newsite}; stable from {month:-400}.
"""

_PATHOLOGY = r"""
@form
Case: {accession}   Collected {numdate:-2}   Recd {numdate:-1}   Rptd {numdate}   [[Lab no|LAB]]: {specimen}
Submitting: {dr2:initial_last}, {pcpsite}   Copies: {pcp:family}, {dr2:family}, {newdr:family}   Loc {site2:abbr}
{pt:last_first} ({sex}, {age})   SSN xxx-xx-{ssn4}   [[Acct|A/C]] {acct}
Lab: {labsite}, {street}, {citystate}. Dir. {newdr:full}, {cred}. CLIA {id}
@list [[Specimen|SPECIMENS|Source]]
A. {anatomy}, bx   B. {anatomy}   C. ECC
Cervix 6 o'clock, labeled "{pt:family}, cx 6:00"
Slides (4) and block from {farsite}, their {accession}, sent by {worddr}
Marrow, L iliac, by {epodr} PA, touch preps {inits:upper}
@prose [[Gross|Gross description|Macroscopic]]
({inits:lower}): Labeled "{pt:initial_last}, ecc" and {visit}: two fragments {measure}. B1. Inked by {staff:given}.
Labeled "{pt:family}" only; {nurse:given} in OR {num:1-12} confirmed by phone {hm} ({mono:author}).
Received fresh from {surgeon:family}, sewn long lateral; {newdr:family} oriented it; 9 blocks {inits:upper}.
Photo by {staff:first_initial}, {docid}. Bouin and B5; tissue to {oddbody} for {study}.
@prose [[Micro|Microscopic|Comment]]
{twin:person}: favored by {twindr}, not by {newdr:family}; {twinmore:person} out.
HSIL (CIN 3). Reviewed with {newdr:titled}, who concurs; prior {accession} seen again.
Nabothian cysts; Brunner glands; Hassall; Call-Exner; Reed-Sternberg not found. Marsh 1.
Gleason 3+4, Nottingham 7, Fuhrman 2, Breslow 0.8: {newdr:family} and {newdr:family} agree at consensus {weekday}.
Sent to {newlab} ({specimen}); {gene} by {newdr:initial_last}, back {shortdate:9}.
Intradepartmental: {inits:upper}, {inits:upper}; outside: {newdr:titled_full}, {newsite}.
Ki-67 12%, Ventana; controls ok, {inits:lower}/{inits:lower}.
Discussed at {ward} board {shortdate:1}; {surgeon:family} will re-excise {month:12}.
@form [[Sign-out|Signature|Signed]]
{dr:full}, {cred} (Electronic signature)  {numdate}
Res: {dr3:family}  PA: {staff:short}  Cyto: {inits:upper}  Trans {mono:author}
Tech component at {newlab}, {otherstreet}, {town} {stateab}; interpreted at {site2}
Critical called {hm} {dr2:family}, read back {nurse2:given}
Amended {numdate:3} {newdr:last_first}: name was {someone:last_first} on vial B
"""

_FLOW = r"""
@form
{dept} 24h flow   {pt:family} {room}   {shortdate}   D: {nurse:given}  E: {nurse2:given}  N: {staff:given}  Aide
    {someone:given}
Bed {bed}   {pt:initial_last}   MD {dr:family}   Diet {diet}   Allergy band {inits:lower}
@rows [[Notes|Nurses notes|Time / note]]
{hm} report from {staff:given}. A&Ox3. {pt:poss} {word} {kin:given} at bedside, upset about lunch.
{hm} BP {num:104-166}/{num:58-92}, meds given {inits:lower}. PO 240.
{hm} PT {staff:given} amb {num:20-200} ft, gait belt. Pt: "{someone:given} will feed the cat".
{hm} {dr:titled} rounds - d/c foley. {hm} voided 300, {inits:lower}.
{hm} BG {num:88-290}, {num:2-8}u per SS {inits:lower}/{inits:lower}; BG {num:88-200} at {hm}.
{hm} visitor of bed {bed}, {someone:titled}, fell in hall; RRT ({dr:family}, {newdr:family}). Report {order}.
{hm} IV L FA 20g by {nurse2:initial_last} x1; old site pink, {inits:upper} told {newdr:family}.
{hm} float {someone:given} covering till {hm}. Grace said at supper. Will rest.
{hm} {kin:short} rang {kinphone}; {nurse:given} gave update per code word. {kin2:given} to come {weekday:1}.
{hm} sitter {someone:given} in; mitts off per {worddr}. {someone:family} from transport, to MRI.
{hm} unit {bag} up, {inits:upper} + {inits:upper}; {hm} done, no reaction. Tag to bank {inits:lower}.
{hm} chaplain {someone:given} ({church}) 10 min. Priest again {weekday:2}.
{hm} found at elevator in coat, wants home to {hometown}; {staff:given} walked {him} back. Bed alarm on.
{hm} dressing L heel, photo {docid}, wound RN {nurse2:given} {shortdate:1}. Braden {num:10-22}.
{hm} hearing aid case to {kin:given}; glasses in drawer; upper plate w/ {wordname} in dental.
{hm} d/c teaching w/ {kin:given}, {kin3:given}; sheet signed. Lift by {vendor} {hm}.
{hm} report to {nurse2:given} {nursecred} - {neg}
@form [[Initials|Signatures|Legend]]
{nurse:initial_last} RN {nurse:initials}   {nurse2:first_initial} LPN {nurse2:initials}
{inits:upper} = {someone:short}, {inits:upper} = {someone:first_initial} CNA
Counted w/ {nurse2:family} {hm}; keys to {nurse:given}; narc sheet {id}
24h check {inits:upper} {hm}; audit {inits:lower} {shortdate:1}
"""

_DIALYSIS = r"""
@form
Station {num:1-18}   {numdate} {weekday}   {pt:last_first}   Pt ID {mrn}   EDW {dec:48.0-98.0} (chg
    {dr:family} {shortdate:-9})
{oddclinic}, {street}, {town}   Shift 2   RN {nurse:initial_last}   PCT {staff:given}   MD {dr:family}
Machine {serial}   Cond 13.9   pH 7.2   {inits:upper}   Bicarb {inits:upper}   RO 0.0 {inits:lower}
Pre {dec:70.0-88.0}  Post {dec:68.0-84.0}  Removed 2.5 L  Start {hm}  End {hm}
@rows [[Access|Access / meds|Treatment]]
L BC AVF ({surgeon:family}, {year:-3}), 15 g x2 by {staff:given}; banded {newdr:family} {month:-100}
R IJ PermCath, {newdr:family} of {site2:alias}, {shortdate:-30}; cx {specimen}
Heparin 2000 {inits:upper}. Epogen 6000 {inits:upper}. Zemplar 3 {inits:lower}.
Cramps {hm}, UF off, NS 200, {staff:given} to {nurse:given}; better {hm}.
Hep B ab 112 {shortdate:-30}; KtV 1.{num:20-60}; URR {num:64-78}; Hgb {dec:8.9-12.1}; drawn {inits:upper} to {newlab}
Qb 400 Qd 600 {hm} {inits:lower} | {hm} {inits:lower} | {hm} {inits:lower}
@prose [[Notes|Comments|IDT]]
Rounds: {dr:family} {hm}; asks {newdr:family} (vascular) to look at the arm {shortdate:5}.
Away to {town} {shortdate:12}-{shortdate:19}; packet to {oddclinic}, att {someone:given}, fax {otherphone}.
{pt:given} missed {weekday:-3}; {vendor} driver {someone:given} never came; {kin:given} now drives.
Chair mate {someone:given} died {weekday:-4}; {he} is low. SW {staff:given} sat with {him}; PHQ-9 11.
Transplant: {site3:abbr}, {newdr:initial_last}, wait {years}; ex-coworker at {works} offers kidney.
Diet: RD {staff:given}, phos {dec:3.1-7.9}, "{someone:poss} tamales". KDOQI reviewed.
Storm plan: {oddclinic} in {city}, tel {otherphone}. Generator ok {inits:upper}.
Hospitalised {site2:alias} {shortdate:-19} to {shortdate:-15} ({newdr:family}); new EDW from {newdr:poss} letter.
Payer {payer}, case mgr {someone:given} x{ext}; CMS 2728 sent {shortdate:-60} ({docid}).
"""

_CANCER = r"""
@form
{pt:first_initial}, {age}, {dx}. Dx {month:-400} by {newdr:full} at {newsite}
Onc {dr:family}   Surg {surgeon:family}   Rad onc {epodr}   Nav {nurse:given} x{ext}   NP {staff:given}
Cycle {num:1-9} D1 {shortdate}; Ht 164 Wt 71 BSA 1.8; verified {inits:upper}/{inits:upper}
Trial {study} (PI {newdr:family}; coordinator {author:given})
@prose [[Oncologic history|ONC HISTORY|Treatment history]]
{numdate:-420} bx by {worddr} ({accession}): pT2N1, Nottingham 7, ER+.
{month:-380} {proc}, {surgeon:family}; {newdr:family} found {num:2-5}/18 nodes.
ddAC-T with us, then RT under {newdr:family} at {site2:alias}, ended {holiday}.
{season:-1} relapse {anatomy}; {newdr:family} of {farsite} second opinion; {brand} from {shortdate:-70}.
BRCA2 VUS ({newlab}, {specimen}); counselor {staff:given}. {gene} neg.
{monthonly} scan ({newdr:family}): {finding}. Port by {newdr:family} {shortdate:-300}, lot {serial}.
Marrow donor {kin2:given} ({word2}), 10/10, collected {textdate:-90}; HLA lab {newlab}.
@prose [[Interval|Subjective|Today]]
{twin:town} discussed; {kin:given} flies to {twintown} {shortdate:5}.
{kin:given} ({word}) teaches at {school}; took leave to {nth}. Second {word2} {kin2:given} ({otherage}) tested in
    {ftown}.
{He} went to {state} for {someone:poss} wedding; missed {drug} two days.
{pt:given} saw {newdr:family} (dental) and {worddr} (eyes) as asked.
Works half days at {employer}; HR ({someone:given}) wants form {docid} by {shortdate:9}.
Scarf from {someone:given} at {charity}; ride by {vendor}.
@list [[Plan|A/P|Recommendations]]
{brand} today, lot {serial}, {inits:upper}; Zoladex next {shortdate:28}.
Echo {shortdate:10} ({newdr:family}). PET at {site2:abbr} {shortdate:40}.
RTC 3 mo with {staff:given}, me in 6. -- {mono:dr}
May see {epodr} for neuropathy; Dr. {newdr:family} of palliative {weekday:5}.
Board {shortdate:4}: {surgeon:family}, {newdr:family}, {newdr:family} present the case.
Denial {caseno} by {payer}; P2P with {newdr:titled} {shortdate:2} {hm}.
{jot} follow; KPS 80; ECOG 1; CTCAE 2. CTCAE and RECIST forms done.
Goals: {kin:given} is proxy ({kinphone}), {kin2:given} second.
"""

_BIRTH = r"""
@form
G3P1011 @ 38w4d, EDC {numdate:14}, {age} y/o, {pt:short} ("{pt:nick}"), MR {mrn}   PNC {oddclinic} ({nurse:given}, CNM)
FOB {friend:given}   Doula {wordname}   Support {kin2:given} ({word2})   Blood A pos   GBS + {shortdate:-14}
Baby: {baby}, band {id}, Peds {newdr:family}, NICU {worddr}
Triage {hm} RN {nurse2:given}; LDR {room}; OB {dr:family}; MW {nurse:family}; anes {dr2:family}
@prose [[Admission|Triage note|History]]
Came from {town} by {responder} after SROM {hm}; {kin:given} followed in the truck.
Prior LTCS {year:-4} by {newdr:family} at {newsite}; VBAC counselled {textdate:-30} by {newdr:family}.
{nurse:given} gave report to {dr:titled}; {dr:family} at {hm} 4/80/-1, Leopold vertex, Bishop 5.
MFM ({newdr:family}) saw {shortdate:-20} for {jot}; EFW by {staff:given} {num:2400-4100} g.
{His} cousin {someone:given} lost a baby at {gest} in {ftown}, {year:-2}.
Records from {farsite}: chart no. {otherchart}, OB index {id}, {newdr:initial_last}.
@rows [[Labor|Progress|Flow]]
{hm} epidural {newdr:family}, test dose ok, {inits:lower}
{hm} Cat II, {nurse2:given} to {dr:family}; O2, turn; McRoberts ready
{hm} 8 cm, {nurse:given}; Pitocin 6 mU {inits:upper}/{inits:upper}
{hm} viable {babykind}, named {someone:given}, 7-4, Apgars 8/9, {dr:family}/MS3 {newdr:family}
{hm} placenta, Duncan; EBL 300; 2nd degree, {epodr} PGY2 under {dr:family}
{hm} cord gas {specimen} to lab ({inits:lower}); cord blood {oddbody} kit {serial}
@prose [[Newborn|Infant|Baby]]
{baby}: NICU ({worddr}) called, not needed; vit K {inits:lower}, hep B lot {serial} {inits:upper}.
Footprints and band no. {id} matched by {nurse2:given} and {kin:given}.
{baby} fed at {hm} with {staff:given} (lactation); hearing pass, {inits:upper}; PKU {id} {shortdate:1}.
Circ by {newdr:titled} {shortdate:1} if {kin:given} signs. {baby} to {ward} with {pt:given}.
Birth certificate worksheet: father {kin:full}, born {hometown}, works at {works}; mother née {pt:maiden}.
@list [[Plan|Postpartum|Discharge]]
Home {shortdate:2} with {kin:given}; car seat check {inits:lower}
{newdr:family} (peds) {shortdate:4}; {nurse:given} visit in {city} {shortdate:7}, 6 wk {dr:family}
Nexplanon {shortdate:40}, {newdr:family}; Tdap given; RhoGAM n/a
WIC {county}, worker {wordname} {otherphone}; CPS none
Insurance: add {baby} to {payer} {plan} within 30 d
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "chart-operation",
        chart(_OPERATION, "OPERATIVE REPORT", "{site:upper}\nOperation record"),
        1.5,
    ),
    NoteType(
        "chart-imaging", chart(_IMAGING, "{site:alias} - Diagnostic Imaging", "RADIOLOGY REPORT", banner=0.6), 1.5
    ),
    NoteType(
        "chart-pathology", chart(_PATHOLOGY, "SURGICAL PATHOLOGY REPORT   {labsite}", "{newlab}", banner=0.4), 1.4
    ),
    NoteType("chart-nursing-flow", chart(_FLOW, "NURSING FLOW SHEET", "", banner=0.5), 1.5),
    NoteType("chart-dialysis", chart(_DIALYSIS, "HEMODIALYSIS TREATMENT RECORD", "HD run sheet", banner=0.4), 1.2),
    NoteType("chart-cancer", chart(_CANCER, "ONCOLOGY FOLLOW-UP, {ward}", "[[Medical|Heme/]] Oncology {dept}"), 1.5),
    NoteType(
        "chart-birth", chart(_BIRTH, "L&D NOTE", "OB TRIAGE / LABOR RECORD", settle=aged(17, 44, woman=True)), 1.4
    ),
)
