"""Long charts of the wards: admission, course, consultation, intensive care, rounds, transfer, emergency, discharge."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged, chart

_ADMISSION = r"""
@prose [[HPI|History of Present Illness|Present illness]]
{mr} {pt:family} is a {ageold} {man}, retired {job} from {city}, sent in by {pcp:poss} office after {newdr:family} saw
    {him} {weekday:-1} for {symptom}.
{He} had been at {nursinghome} since the {nth} following {his} {proc} with {surgeon:family}.
{His} {word} {kin:given} (the one in {hometown}) drives {him}; late {spouse} {someone:given} was {dr:poss} patient too.
CXR at {site2:alias} {shortdate:-4} clear per {newdr:family}. Cards ({dr2:family}) follows for AF, last visit
    {numdate:-90}.
Found down by {someone:given}, the super at {street}; EMS ({responder}) to {farsite}, then here.
{kin:given} recalls {pt:given} saying "not {site2:alias} again" after the {season} stay.
Interpreter {staff:given} on the line for {kin2:given}, who gave most of this.
Was in {abroad} until {textdate:-20}; ate at {someone:poss} wedding in {ftown}; {word2} {kin2:given} sick as well.
Two calls to {newdr:titled}'s nurse {nurse:given} last week, both before {weekday:-2} the {nth}.
@prose [[PMH/PSH|Past History|Past Medical and Surgical History]]
{twin:person} ({twindr}, {year:-5}); {twinmore:person}, never treated.
{twin:town}; treated in {twintown} by {newdr:family}.
{dx}, dx {month:-900} by {worddr} at {newsite}
CABG x3 {month:-2200} ({epodr}, {farsite}); {jot} {year:-6}
{proc}, {newdr:titled} in {town}, {monthonly} of {year:-9}
Pacer {year:-4}: {model}, ser {serial}, clinic {newdr:initial_last}, next check {shortdate:40}
{dx}; declined surgery ({surgeon:family}, {surgeon:family}'s PA {staff:given})
Transfused {numdate:-800} at {farsite} after a crash on {roadname}
@prose [[Social|SH|Social history]]
Lives on {otherstreet} w/ {word} {kin:given} and {kin:poss} two boys, {someone:given} and {someone:given}.
Drove a truck for {works}, then {employer}; union rep {someone:short}. Smoked with {someone:given}, quit {year:-12}.
Served in {oddarmy}, goes to {church}; pastor {someone:titled} visits.
Raised in {hometown}, moved to {city} in {year:-30} to be near {kin2:given}. Grew up speaking Tagalog at home.
Can call: {kin:given} {kinphone}, else {friend:given} next door ({otherphone}).
@rows [[Home meds|Medications (verified w/ pharmacy)|Prior to admission meds]]
{drug} {dose} {frequency}   [[last fill|filled]] {shortdate:-12} {pharmacy} ({newdr:family})
{brand} {dose} daily   per {newdr:family}, last taken {shortdate:-1} {hm}
{drug} {dose} {frequency}   Rx {rx}   {newdr:last_first}
{sig}   -- {kin:given} gives it, AM and HS
{drug} {strength} mg - stopped {month:-60} by {dr2:family} ({symptom})
@list [[A/P|Assessment and Plan|Impression & Plan]]
{dx}. D/w {dr2:family} {hm}; {test} in AM; {newdr:family} to scope {weekday:1} the {nth}.
{dx} - per {mono:dr3} ok to hold {drug}; {staff:given} (PharmD) checked doses.
Dispo: {kin:given} bringing walker; SW {staff:given} aware; bed at {nursinghome} held thru {shortdate:7}.
Code: full, confirmed w/ {kin:given} {hm}. HCP form {docid} on file at {site2:abbr}.
{jot}: outside records from {farsite} asked ({fax}, attn {wordname}).
Will let {pcp:family} and {surgeon:family} know. {newdr:family} on tonight.
Ortho = {newdr:family}; renal = {worddr}; wound = {nurse:given} on {shortdate:2}.
"""

_COURSE = r"""
@form
[[ADMITTED|Adm|Admission date]]: {fulldate:-8}   [[DISCHARGED|Dis|Discharge date]]: {fulldate}   LOS 8
[[Attending at d/c|Disch MD]]: {dr:full}, {cred}   [[Intern|PGY1]]: {dr3:family}   NP: {staff:short}
[[To|Disposition|Discharged to]]: {nursinghome}, {city}, tel {otherphone}, report to {nurse2:given} RN
[[Consultants|CONSULTS]]: {dr2:family} (ID), {newdr:family} (renal), {newdr:titled_full} (pall), {surgeon:initial_last}
@prose [[Hospital Course|HOSPITAL COURSE|Summary of stay]]
{mr} {pt:family} came from {farsite} to the {dr:family} service on {textdate:-8}.
On HD2 {he} spiked; {dr3:family} drew cultures, ID ({dr2:family}, then {newdr:family} over the weekend) advised {drug}.
On the {nth} {he} went to IR with {newdr:family}, who left an 8 Fr drain ({serial}).
{His} {word} {kin:given} flew in from {ftown} and stayed at {oddhome}.
{His} boss at {works}, a Mr. {someone:family}, rang twice; {nurse:given} gave no details.
Overnight {shortdate:-4}-{shortdate:-3} hypotensive; RRT with {newdr:family} and {inits:upper}; MICU
    ({epodr}) x 36 h.
{surgeon:family} re-explored {shortdate:-5}; {proc}; path {accession} read by {newdr:family}: {dx}.
Lost {his} dentures on {ward}; {someone:given} in Patient Relations has the claim, no. {caseno}.
{kin2:given} and {kin:given} disagreed on rehab; ethics ({newdr:initial_last}) met them {weekday:-2}, minutes with
    {staff:given}.
By {shortdate:-1} walking with {staff:given} of PT, {num:40-200} ft; ate when {kin:given} brought food from home.
Renal: {worddr} did one run through a {anatomy} line; {jot} since better, Cr {dec:1.1-2.4}.
Psych saw for capacity ({newdr:family}, {shortdate:-6}): has it. {jot} screen neg.
Pneumovax {shortdate} by {mono:nurse}; next with {pcp:family}.
@list [[Follow-up|FOLLOW UP APPOINTMENTS|Appointments]]
{dr2:family} {shortdate:14} {time12}; {surgeon:family} {shortdate:20}; {pcp:initial_last} within 1 wk
{newdr:titled_full}, {newsite}, {street}, {city}: {fulldate:21} at {time12}, tel {sitephone}
INR {shortdate:3} at {lab}, result to {pcp:family} fax {fax}
{hospice}, intake {nurse2:given} {otherphone}, start {weekday:1}
Drain check with {nurse:given} in {dept}, {shortdate:9}
Ride: {vendor}, conf {order}; {kin:given} rides along
@list [[Pending at discharge|Pending results]]
AFB {accession} (lab calls {dr3:family} x{ext})
Path {accession}, {newdr:family}; send-out {specimen} to {newlab}
{test} drawn {shortdate} {hm}, watched by {dr2:family}
@prose [[Instructions|Patient instructions]]
{pt:given}, take {drug} to the end; call {dr3:family} at {drphone} for {symptom}.
Do not drive until {surgeon:family} says so. {kin:given} has the sheet. {advice}
Bring the blue card to {newdr:family}. We wish you well, {mr} {pt:family}. -- {nurse:given}, {nurse2:given} and Dr.
    {dr:family}
"""

_CONSULT = r"""
@prose [[Reason|Reason for consultation|Question]]
Asked by {dr2:family} to see {pt:initial_last} for {jot} on {dx}.
{dr2:family} ({dept}) requests help with {symptom}; call came from {dr3:given} at {hm}.
Seen earlier by {mono:dr3} and {inits:upper}; {pt:family} known to us since {month:-700}.
@prose [[Interval|History|Subjective]]
{twin:person}: put to Dr. {twindr}, who doubts it; {twinmore:person} next.
{mr} {twinpt} and {twin:person} in one list; {kin:given} laughed.
Baseline Cr {dec:1.0-2.4} per {farsite} records of {month:-500}. {kin:given} ({word}, nurse at {newsite}) agrees.
US {shortdate:-2} read by {newdr:family}: {measure}. Bx put off after a talk with {newdr:family} and {kin:given}.
Contrast at {site2:alias} in {town} on {numdate:-5}. Then {newdr:family} gave {drug}.
Has a chair at {oddclinic} if needed, contact {someone:given} {otherphone}, chair 11, MWF.
Listed at {site3:abbr} since {iso:-300}, coordinator {staff:first_initial}; donor may be {kin2:given}, {kinage}, in
    {hometown}.
{He} worked at {works} with solvents until {year:-5}; foreman {someone:family} died of the same.
Prior consult ({worddr}, {textdate:-60}) blamed {drug}; {newdr:family} did not.
Off {brand} on {newdr:poss} word since {weekday:-6}.
@form [[Data|Objective|Exam/Data]]
{vitals}
{labs}
Cx {shortdate:-3}: {bug}. {accession} still out; micro tech {inits:upper}
{imaging} {numdate:-1} ({epodr}): {finding}
@list [[Recommendations|Recs|Suggest]]
Hold {drug}; UA with micro; FeNa; {test}
Will discuss with {dr2:family} and the primary resident ({dr3:family}), paged {hm}
If worse call {newdr:family} tonight, {dr:family} after {hm} p{pager}
Biopsy {shortdate:2} by {newdr:family}; consent from {kin:given}, tel {kinphone}
Agree with {surgeon:family}: no line on the left; vein map by {staff:given}
Records: {newsite} fax {fax}; sent {hm} by {author:given}
"""

_ICU = r"""
@form
ICU day #{num:2-9}   Vent day #{num:1-8}   {shortdate}   {hm}   Night: {newdr:family}/{inits:upper}   Day: {dr3:family}
Bed {bed}   {ward}   Attending {dr:family}   Fellow {dr2:family}   Charge {nurse2:given}   RT {staff:given}
@prose [[Overnight|Events|24 h events]]
({nurse:given}, night RN) self-extubated {hm}, back in by {dr2:family}, grade 2 view, 7.5 at 23.
[[Father|Pastor|Rabbi|Chaplain|Imam]] {someone:given} from {church} came at the family's wish, {hm}.
{kin:given} ({word}) arriving {weekday:1} the {nth} from {ftown}; {kin2:given} at bedside, sleeps in the lounge.
{newdr:family} ({site2:alias}) rang: donor culture from {textdate:-6} grew {bug}.
Coded {hm}: {worddr} leading, {staff:given} on the chest, {nurse2:family} pushing, 6 min, ROSC.
To CT {hm} with {inits:upper} and {inits:upper}; read by {newdr:family} at {readers}.
@rows [[Lines/tubes|Lines|Access]]
R IJ ({shortdate:-3}, {dr2:family}); L rad a-line ({shortdate:-4}, OSH); Foley {shortdate:-4}
ETT 7.5 ({newdr:family}, {shortdate:-5}, {farsite}); OGT; L fem HD cath {shortdate:-1} per {newdr:family}
Chest tube R {shortdate:-2} ({surgeon:family}) -20; EVD {shortdate:-2} ({newdr:family}) at 10
PICC L basilic, {inits:upper}, {shortdate:-9}, lot {serial}
@list [[By system|Systems|A/P by system]]
Neuro: RASS -2. Per {newdr:family} EEG no seizures. {jot} neg.
CV: NE 0.06. TTE {shortdate:-1} ({epodr}) EF {num:20-60}. Cards {worddr} to see.
Resp: AC 16/420/8/40, {staff:given} weaning; trach talk with {surgeon:family} {weekday:2}.
GI: TF at goal, RD {staff:given} following; GI ({newdr:family}) no scope.
Renal: CRRT day 2 ({newdr:family}), filter {serial} changed {hm} {inits:lower}.
Heme: Hgb 7.1 to 8.0 after 1u (unit {bag}), second check {inits:upper}/{inits:upper}.
ID: BAL {shortdate:-3} {bug}, BCx x2 {shortdate:-4} NGTD, #{specimen}; day 5 {drug} per {newdr:family}.
Endo: insulin gtt, {newdr:family} signed off.
Skin: {nurse2:given} (wound) {shortdate}: sacrum stage 2.
Social: HCP {kin:full} ({word}) {kinphone}; meeting w {dr2:family}, pall ({newdr:family}), SW {staff:given}
    {shortdate:1} at 3.
Lost wallet to security, officer {officer:family}, bag tag {id}.
Donor network {donation} called {hm}, ref {order}, coordinator {someone:given}.
"""

_ROUNDS = r"""
@form
{weekday} {textdate}. HD {num:3-19}. {newdr:family} off; seen by {dr:family} for {worddr}.
{numdate}  {hm}  {dept}  {dr:initial_last} / {dr3:initial_last} / {staff:given}
@prose [[S|Subjective|Interval]]
{twin:person} explained by {twindr} in plain words.
Feels better. {kin:given} asks whether {he} can go to {state} for {holiday}.
Slept; {nurse:given} says {he} called for the dog and for {someone:given} (who died {year:-3}).
{pt:given} upset that {newdr:family} had not come by since the {nth}.
"{someone:given} will feed the cat," {he} says; neighbor, {otherphone}.
Refused {drug} from {nurse2:given}; took it from {nurse:given} at {hm}.
{word} {kin:given} out to {town} until {weekday:3}; {kin2:short} is the contact, {kinphone}.
@prose [[O|Objective|Exam]]
Tm 37.4. Site ({surgeon:family}, {shortdate:-6}) clean; drain {num:10-80} cc.
Cx {shortdate:-6}: {bug}, vanc MIC 1. {labs}
{exam}
Film {shortdate:-1}, {newdr:family}: {finding}. Old film {site2:abbr} {numdate:-400} same.
Wound vac changed {hm} {inits:upper}, next {shortdate:2} {mono:nurse}.
@list [[A/P|Plan|Assessment/Plan]]
{twin:person}: {twindr} to see {weekday:1}. {twinmore:person} stays on the list.
PICC {shortdate:3} (IR, {staff:given}); OPAT thru {shortdate:30}, weekly labs to {dr:family} fax {fax}; {vendor} RN
    {nurse2:given}.
Will let {surgeon:family} and {epodr} know; d/w {dr3:family}.
Auth {order} from {payer}, reviewer {someone:given} x{ext}; P2P {newdr:titled} {shortdate:1} {hm}.
SNF choices: {oddhome}, {nursinghome}; {kin:given} to tour {weekday:1}.
Accepting {newdr:family} at {farsite}; bed when {wordname} in transfer center calls {otherphone}.
DVT ppx: {brand}; GI: {brand}. {jot} closed.
Call {newdr:family} if {symptom}. Plastics ({lonedr}) at noon. Neurology ({lonedr}) signed off {shortdate:-1}.
Weekend: {newdr:family} Sat, {worddr} Sun, {dr:family} back Mon the {nth}.
"""

_TRANSFER = r"""
@form
Transfer {farsite} -> {site}   {numdate} {hm}   Mode: {responder}, unit {badge}, crew {inits:upper}/{inits:upper}
Sending {newdr:family} {otherphone}   Accepting {dr:family}   Center RN {nurse:given}   Case {order}
MRN there {otherchart}, here {mrn}; wristband {id}; images pushed, study {accession}
@prose [[Summary|Reason for transfer|Story]]
{pt:full}, {age}, came to {farsite} {shortdate:-2} by car with {kin:given} ({word}) after {symptom} at {place}.
{newdr:family} in their ED gave {drug}; {newdr:family} (tele, {readers}) read the CT as {dx}.
{surgeon:family} reviewed with {dr2:family}; neither would operate there.
Boarded {num:9-40} h in {room}; night doc {newdr:family} lost the a-line.
Belongings with {kin2:given}; car still in their lot, plate {plate}.
Insurer {payer} told {hm}, ref {order}, spoke with {someone:given}.
Consent by phone: {kin:given}, {kinphone}, witness {nurse2:initial_last}.
Family from {hometown}; {kin2:given} booked at {oddhome}.
@form [[On arrival|Arrival]]
{vitals} GCS {num:6-15}. Drips as hung by {staff:family}; seal {id}
Belongings: ring to {kin:given}, wallet no. {id} to safe, {officer:family}
Met by {dr3:family}, {nurse2:given}; report {hm} from medic {someone:family}
@list [[To do|Outstanding|Open items]]
Echo by {staff:given}; {newdr:family} reads
Cx from {farsite} ({specimen}) - call micro there {otherphone}, ask for {someone:given}
T&S, unit {bag} crossed; {test}
Tell {pcp:family} {drphone}; tell {kin3:given} ({word3})
Bill to {payer} {plan}; FIN {acct}
"""

_EMERGENCY = r"""
@form
Arr {iso} {hm:colon}   {room}   Triage {nurse:given}   ESI 3   EMS {responder} ({someone:family}/{someone:family},
    run {run})
{pt:titled}, from {oddhome} per EMS; PCP {pcp:family}; {payer}; band {id}
MLP {staff:full}   Supervising {dr:family}   Scribe {author:given}
@prose [[HPI|History]]
{ageold} {man}, [[GLF|fall|syncope]] at {place}; witness {someone:given} from the next table.
On {brand} for {dr2:family}. Seen here {holiday} by {newdr:given} PA, and at {site2:alias} {shortdate:-30}.
{kin:given} says {he} fell {weekday:-1} too, in {town}, and told {newdr:family} nothing.
Officer {officer:family} (badge {badge}, {oddpolice}) took a statement, case {caseno}.
Found by mail carrier {someone:given} on {otherstreet}; door forced by {responder}.
@prose [[ED course|Course|MDM]]
{twin:person} excluded; {twindr} at bedside {hm}, {twinmore:person} ready.
Head CT neg d/w {readers} {newdr:titled} {hm}. NEXUS neg.
Plastics ({lonedr}) closed 4 cm lac, 5-0 Ethilon. Tdap lot {serial} L delt {inits:lower}.
{hm} {worddr} signed out to {newdr:family}; {hm} trop 0.02, {nurse:given} drew.
Ortho {newdr:family} by phone; splint {staff:given}; f/u {surgeon:family} {shortdate:5}.
Purse to security {someone:given}, tag {id}. Meds from home bag to pharmacy ({inits:upper}).
Poison center ({someone:given}, case {order}) advised obs 6 h.
APS report {caseno} phoned {hm} to {someone:short} at {agency} by SW {staff:given}.
D/c with {word} {kin:given}, who lives on {otherstreet}. Cab by {vendor}, voucher {id}.
Summers in {state}, winters in {hometown}: will see {newdr:family} there.
{advice} Return if worse. {twin:person} not suspected.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "chart-admission",
        chart(_ADMISSION, "H&P - [[Internal Medicine|Hospitalist|Teaching B]]", "ADMISSION NOTE"),
        2.0,
    ),
    NoteType(
        "chart-hospital-course",
        chart(
            _COURSE,
            "DISCHARGE SUMMARY",
            "[[Discharge Note|Hospital Discharge Summary]]",
            "{dept} - summary of admission",
        ),
        2.0,
    ),
    NoteType(
        "chart-consult",
        chart(
            _CONSULT,
            "[[NEPHROLOGY|GI|ID|HEMATOLOGY|PULMONARY]] CONSULT [[FOLLOW UP|NOTE|#2]]",
            "Inpatient consultation",
        ),
        1.7,
    ),
    NoteType("chart-intensive", chart(_ICU, "ICU DAILY PROGRESS NOTE   {site}", "[[MICU|SICU|CCU]] rounds"), 1.5),
    NoteType("chart-rounds", chart(_ROUNDS, "Progress note - {dept}", "[[Daily|Hospital]] progress note", ""), 1.8),
    NoteType(
        "chart-transfer", chart(_TRANSFER, "[[Interfacility|Acute]] transfer note", "TRANSFER SUMMARY", banner=0.4)
    ),
    NoteType(
        "chart-emergency",
        chart(_EMERGENCY, "ED PROVIDER NOTE", "[[EMERGENCY DEPT|A&E]] RECORD", settle=aged(16, 97)),
        1.5,
    ),
)
