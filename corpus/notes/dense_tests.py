"""Dense sheets of laboratories and therapists: sleep, EEG, EMG, neuropsychology, heart rehab, genetics, wounds."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_SLEEP = r"""
@form
{farsite} - Sleep Disorders Laboratory [[AASM accredited|(accreditation #{cert})]]
STUDY: [[Attended PSG, type I|Split night|MSLT after PSG|HSAT, WatchPAT 300|CPAP titration]] {daterange}
{pt:last_first} / {sex} / {age} / BMI 37.1 / neck 17.5 in / ESS 16 / Berlin high / Mallampati IV
Ref {pcp:family} via {pcpsite}; interp {dr:last_first}, {cred}; tech {inits:upper} (hookup), {inits:upper}
    (overnight), scored {inits:upper} {shortdate:2}
Lights out {hm:colon} Lights on {hm:colon} TST 341.5 min SE 71.2 % SOL 44 WASO 96 REM latency 188
Equipment: Embla N7000 amp {serial}, Nonin, ResMed AirSense 10 SN {serial}, AirFit F20 medium
Acquired in bed {bed}; archive {docid}; DVD to {payer}
@rows Stages
N1 {num:4-19}.{num:0-9} %   N2 {num:30-70} %   N3 {num:0-20} %   REM {num:2-22} %   arousal index {num:8-60}
supine AHI {num:10-90}.{num:0-9} | lateral {num:2-30} | REM {num:10-99} | nadir {num:66-89} % | T88 {num:1-60} min
{num:4-16} cm H2O   {num:10-120} min   AHI {num:0-30}.{num:0-9}   leak {num:5-40} L/min
{hm} adjusted chin EMG {inits:lower}
{hm}  to bathroom, reconnected  {inits:upper}
{hm}  bilevel 14/9 -> 16/10, Cheyne-Stokes gone, {inits:upper}/{inits:upper}
@prose Interpretation
{mr} {pt:family}, a night {job} at {works}, dozed off driving the {roadname} and was sent by {pcp:titled} and a DOT
    examiner, {newdr:short} of {town}.
{His} {word} {kin:given}, herself on BiPAP since {otherage}, tells of pauses; the dog leaves the room.
Prior study at {farsite} ({month:-60}, Dr. {newdr:family}): AHI 22 by the Chicago rules, not comparable with 1A.
Severe OSA by AASM 4 %, worse supine, with Ekbom symptoms and PLMI 41; Epworth and Stanford both high.
Kleine-Levin, Ondine and Pickwick all considered, none fits. Provigil and Xyrem not before CPAP.
Inspire ruled out: DISE by {surgeon:family} showed concentric collapse; Friedman III, Brodsky 1.
Suggest APAP 8-16 with C-Flex, DreamWear, from {vendor} (tel {phone}, fax {fax}), compliance per CMS > 4 h on 70 %.
HLA DQB1*06:02 sent to {lab}, {specimen}.
@form Disposition
cc: {pcp:family}; {dr2:family}, cardiology, {site2}; {vendor}; DMV form for {pt:full} [[held|sent {shortdate:6}]]
Set-up {shortdate:9} {time} w/ {staff:first_initial}, RPSGT; download {shortdate:40}
Read {stamp:2} {dr:initials}; Diplomate ABIM (Sleep) #{cert}
Typed {inits:lower} from Dragon, proof {inits:upper}
"""

_EEG_EMG = r"""
@form
[[EEG|cEEG day 3|Ambulatory EEG|NCS/EMG|SSEP/BAEP|Intra-op monitoring]] no. {accession}   Lab: {site}, {dept}   Tech
    {inits:upper}, R. EEG T.
{pt:upper} {dob} handed [[R|L]] last sz {shortdate:-4} meds Keppra, Vimpat, Depakote
Req by {dr2:family} ([[Neuro|MICU|PICU|Psych]]); start {stamp} stop {hm}; imp < 5 kΩ; Nihon Kohden; 10-20, Cz ref,
    Fp1-Fp2
Temp hand 32.4 (warmed), height 66 in, filter 20-2k, {inits:upper}
Ordering dx {icd}; CPT 95886 x2, 95911; consent {inits:lower}
@rows Motor
Median APB   wrist {dec:2.8-7.9}   {dec:0.4-12.9}   elbow {num:31-62} m/s   F {num:24-38}
R Ulnar ADM | B elbow | {dec:2.1-4.9} | {dec:1.2-11.1} | {num:38-64}
Sural {dec:2.9-4.8} {num:2-24} uV NR L
FDI  2+ fib  1+ PSW  fasc 0  MUAP large  recruitment red  C8
Tib ant L: ins N fib 0 poly 1+
F7 T3 sharp, {num:2-15}/h, {inits:upper} {hm}
{hm} event button ({kin:given} pressed): no ictal change
{hm} HV 3 min good effort; photic 1-30 Hz driving at 9; {inits:lower}
@prose History
{ageold} {man} from {hometown:plain} with staring, first noticed by a teacher at {school}, later by {kin:poss} sister
    {someone:given}, EMT at {responder}.
Wada at {farsite} {year:-5} by {newdr:titled}; VNS {model} {serial} put in by {surgeon:family_upper}.
Worked in packing at {works} twenty years, Tinel at wrist, Phalen 20 s, Froment negative, Wartenberg positive, claim
    {claim}, adjuster {someone:full} at {vendor}.
Rule out Lambert-Eaton vs Guillain-Barré vs CIDP. Spurling equivocal, Lhermitte absent, Hoffman bilateral.
{newdr:family} saw fasciculations in {town}; second opinion for ALS (Awaji, Gold Coast); {word} {kin:given},
    {kinage}, tearful.
Found seizing on {street} by neighbour {friend:short}; {responder} gave Versed; Todd's paresis resolved on arrival at
    {farsite}.
Sedated on propofol 40 and Precedex; arctic protocol ended {hm}.
@list Findings
PDR 8.5 Hz, Bancaud absent, mu on right, lambda seen, POSTS, K complexes, vertex waves
LPDs plus at P4, ACNS 2021 terms; Salzburg not met; Young score 3
GPDs with triphasic look, Lance-Adams unlikely, CJD markers sent ({lab}, {specimen})
Martin-Gruber crossover; Riche-Cannieu none
BAEP I-V 4.4/4.5 ms; P100 118
Repetitive stim 3 Hz decrement 24 %, edrophonium not used, Tensilon unavailable
Compared to the tracing of {numdate:-40} (#{docid}, read {newdr:initials}): slower
@form Conclusion
Abnormal: [[moderate CTS, R > L (Padua 4)|C7 radiculopathy|generalized slowing|non-convulsive status]]. Called
    {dr2:titled} {hm} by {dr:initials}.
{dr:full}, {cred}, ABPN / ABCN; fellow {newdr:family}; trainee {inits:upper}
Report: D {numdate} T {numdate:1} {initpair} scan box {docid}
No charge for repeat by {inits:upper}; vid file kept at {url}
"""

_NEUROPSYCH = r"""
@form
NEUROPSYCHOLOGICAL EVALUATION - [[CONFIDENTIAL|not for release to patient without {dr:family}]]
Examinee: {pt:full} | {dob} | {ageold} | Ed 14 | {race} | Dates seen {daterange:-6} | Psychometrist {staff:short} /
    {inits:upper}
Ref: {dr2:titled_full}, {site2}; counsel {lawyer:full}, {firm}, file {caseno}
Collateral: {word} {kin:full} (phone {kinphone}, 40 min), {friend:given}, foreman at {works}
Records: {farsite} ({numdate:-90}), {school} transcript, {vendor} job description, depo of {someone:full}
@prose Background
{pt:given} was born in {hometown:plain}, the {num:2-7}th child of a {job}; {his} father {someone:given} died at
    {otherage:40-79} of Pick disease, seen at {farsite}.
{He} repeated third grade at {school}, left at {otherage:14-18}, then joined {works} and married {kin:given} at
    {otherage:19-35}.
On {date:-200} a pallet fell at {place}; GCS 13 per {responder}, PTA about 30 h, Rancho VI on arrival at {newsite}.
CT ({newdr:family}) frontal contusion 1.4 cm; MRI 3T {shortdate:-90}: GRE foci; Fazekas 1; hippocampal Scheltens 2.
{kin2:given} ({word2}) now pays bills after {payer} sent notices; a {plate} truck was sold.
Meds: Namenda, Aricept 10, Wellbutrin XL, Ambien stopped by {pcp:family}. {allergy}
Languages: learnt English at {otherage:5-12}; {country} schooling, Vineland by {kin:given}.
Wore glasses; brought lunch from {place}; late 20 min, lost near {street}.
@rows Scores
WAIS-IV {num:70-125} ({num:2-95} %ile)   VCI {num:70-130}   PRI {num:70-130}   WMI {num:60-120}   PSI {num:60-115}
Boston Naming {num:31-60}/60 | z {dec:0.1-2.9} | Heaton T {num:22-60}
Trails A {num:21-99} s  B {num:55-300} s  Heaton
Rey-Osterrieth copy {num:14-36}  delay {num:2-29}
CVLT-3 trials {num:3-8} {num:5-10} {num:6-14}  TOMM {num:35-50}  Green WMT pass
Stroop C-W {num:20-60}   Wisconsin cat {num:0-6}   Grooved Pegboard R {num:55-140}
Beck II {num:4-44} Beck A {num:2-40} GDS {num:0-26} MMPI-3 RBS {num:40-95}T
Hopkins VLT {num:10-32}; Benton JLO {num:12-30}; Token Test {num:30-44}
@list Impressions
Word reading (Wechsler TOPF) puts premorbid at 101; no Flynn correction made
Lewy features absent per {kin:given}; Hachinski 3; Hamilton 9; Folstein 27
PVTs passed 5/5: Rey 15, Dot Counting, b Test, Reliable Digit Span 9, Slick criteria not met
{dr2:family} asked on Alzheimer vs Wernicke-Korsakoff: neither profile
Vocational: not back to {works} line B; job coach {someone:given} of {charity}
Driving: on-road at {vendor}, ask for {staff:given}, {phone}
@form Signature
{dr:full}, {cred}, ABPP-CN, License {cert}; 96132 x1, 96133 x4, 96138, 96139 x7 ({inits:upper})
Feedback {shortdate:12} with {pt:given} and {kin:given}; copy to {pcp:family}, {lawyer:family}
Dictated in {town}; transcript {vendor} ({inits:lower}), {docid}
"""

_REHAB = r"""
@form
Cardiac Rehab Phase [[II|III|I]] - {site} - [[Heart Center gym|Wellness Pavilion]] - ITP period [[1|2|3]] of [[3|4]]
{pt:short} {agesex} session [[7|12|31]]/36 Dx [[CABG x4|PCI LAD|HFrEF|TAVR, Sapien|Bentall]] {date:-40}
    {surgeon:family} at {farsite}
Med director {dr:family}; EP {staff:given}; RN {nurse:initials}; RD {inits:upper}; referral {pcp:family} sgd
    {shortdate:-20}
{payer} auth {order} exp {shortdate:60}, copay, 93798 x36
@rows Session
{shortdate:-7}  {hm}  rest {num:56-90}  {num:100-150}/{num:60-88}  NuStep {num:3-8} 15'  RPE {num:11-14}  peak
    {num:90-130}  {inits:upper}
{shortdate:-3} | Airdyne 2.1 METs 10 min | Theraband x12 | Borg {num:10-15} | {inits:upper}/{inits:upper}
TM 2.{num:0-8} mph {num:1-5} % {num:10-30} min  SR, occ PVC   {inits:lower}
{weekday} no show, left msg w/ {kin:given}  {inits:upper}
{hm} BG {num:70-240} juice given, recheck {num:90-200} {inits:upper}
6MWT {num:180-520} m, Dartmouth {num:15-38}, PHQ-9 {num:0-19}, Rate Your Plate {num:40-70}
@list Goals
Walk to {church} ({street}) without the bench by {shortdate:30}; {pt:given}'s own words
Back on the boat with {friend:given} before {holiday}
Smoking: quit {date:-12}; Chantix wk 3, quitline ref {id}
Mediterranean diet, DASH, label reading w/ {staff:short}; {kin:given} cooks
LDL 118 -> < 70 Repatha PA with {pharmacy}
Return to {works} half days if Bruce 9 METs ({dr2:family})
@prose Notes
Monitored telemetry (ScottCare) strip {hm}: Wenckebach, asymptomatic; faxed {fax} to {dr2:titled}, rang back {hm},
    continue.
Came with {kin:given} ({kinage}) off the number 9 bus from {city}; {vendor} ride cancelled.
Sternum clicks; {surgeon:titled} nurse {nurse2:given} wants CT; Dressler unlikely; Homans neg; Levine not seen.
{He} mentions {someone:given}, classmate, died at {otherage:50-80} during snow shoveling; PHQ up; chaplain offered.
LifeVest returned to {vendor}, Zoll SN {serial}; ICD clinic {shortdate:9} w/ {newdr:family}.
Class: "Know your Coumadin" taught {inits:upper}; Karvonen 102-118; Katz 6; Canadian II; NYHA II.
Discharge to phase III at {agency}, trainer {someone:short}.
@form
Reviewed face to face {dr:titled_full} {stamp}; next 30-day {shortdate:30} {inits:upper}
{initpair} {hm}
"""

_GENETICS = r"""
@form
[[Cancer Genetics|Prenatal Genetics|Cardiogenetics|Paediatric Genetics|Reproductive Carrier]] {farsite} | Pedigree
    {id} | GC {staff:full}, MS, LCGC | MD {dr:family}
Proband {pt:full} ({agesex}) Consultand [[same|{kin:full}]] Ref {pcp:family}, {pcpsite}, {city}
Via [[video|in person|phone {mobile}]], {hm} to {hm}; interpreter {vendor} ID {badge}; student {inits:upper}
@list Pedigree
I-1 d. {otherage:60-90} MI, b. {hometown:plain}; I-2 d. {otherage:50-95} "female trouble", {country}
II-1 {someone:given}, {otherage:40-80}, breast {otherage:35-60}, contralateral {otherage:45-70}; BRCA neg ({lab})
II-3 {someone:nick} {otherage:30-70}, {farsite}, colon; polyps "hundreds"; Gardner?
II-4 {someone:given} and {someone:given}, twins, {otherage:28-60}, well, {town} and {ftown}
III-1 {kin:given} {word} {kinage}; III-2 stillborn {gest}; III-3 {otherage:1-12}, Noonan-like
Mat GM {someone:full}, Ashkenazi; pat GF {ftown}; consanguinity: second cousins
Cousin {someone:given}'s report ({newsite}): {gene} c.1100delC, het, class 5
Paternal line unknown, donor {id} ({vendor})
@prose Counselling
We met {pt:given} and {his} {word} {kin:given} after {newdr:titled} of {farsite} found {gene} on the {vendor} panel
    sent in {month:-3}.
ACMG PP3, PM2, BS1 weighed; ClinVar 3 stars; OMIM 113705; gnomAD 0.0002; Sherloc not public.
Lynch, Li-Fraumeni, Cowden, Peutz-Jeghers, von Hippel-Lindau, Birt-Hogg-Dubé and Bannayan-Riley-Ruvalcaba gone
    through by table.
Gail 2.1 %, Claus 14, Tyrer-Cuzick v8 27 %, Manchester 18, Amsterdam II not met, PREMM5 3.1.
The sample of {numdate:-9} clotted; redraw by {nurse:given}, kit {serial}, {vendor} airbill {order}.
{kin2:given}, {otherage:18-60}, does not speak with {someone:given} since {holiday}; letter for relatives written to
    be handed out.
Cost: {payer} {plan} approves after MD letter, {vendor} max out of pocket; GINA explained, life insurance not covered.
Duchenne carrier, CK 412; Turner mosaic; Angelman vs Prader-Willi UPD15; Kabuki and Sotos low.
NIPT high risk T18, fetal fraction 5.1, {gest}; amnio with {newdr:family} {shortdate:4}; {kin:given} leans against.
@form Plan
[[1.|a)]] {gene} single site to {lab} TAT 14 d [[2.|b)]] MRI {shortdate:50} [[3.|c)]] RRSO by {otherage:35-45},
    {surgeon:family}
Result phone call {shortdate:21} OK to leave with {kin:given} {kinphone}
Support: FORCE, NORD, Marfan Foundation, Unique leaflets
{staff:short} / {dr:full} {cred}; 96040 x2; note by {inits:lower} {stamp}
"""

_WOUND = r"""
@form
WOC [[consult|follow up|round]] {hm} {dept} {room} {pt:last_first} {mrn} req {dr:family}
Ostomy type [[end ileostomy|loop colostomy|ileal conduit|mucous fistula]] made {date:-5} {surgeon:family}, marked
    preop by {nurse:initials}
Braden 13 Norton 11 MST 3 prealbumin 9 A1c 8.8 Support: Hill-Rom P500 {serial}
Seen w/ {inits:upper} RN, {inits:upper} SN ({school})
@rows Wounds
#{num:1-9} sacrum st 4 {dec:1.1-9.9} x {dec:1.1-7.9} x {dec:0.2-3.9} UM 2 o'clock {dec:0.5-4.9}  slough {num:10-90}
    %   {inits:upper}
L heel DTI {dec:1.1-6.9}x{dec:1.1-4.9} Betadine, Prevalon   {inits:lower}
R GT unstageable | Santyl + Mepilex | qd | {inits:upper} {shortdate}
abd midline NPWT 125 black x1 white x1 change {shortdate:2} {inits:upper}/{inits:upper}
Wagner 2 plantar MTH {num:1-5}, probe neg, TBI 0.{num:20-70}
Payne-Martin 2 forearm, Adaptic, Kerlix
stoma {num:22-45} mm, red, MCJ separated 3-6, os centre, Eakin + Hollister 2-pc 57
@prose Narrative
{pt:given} came from {nursinghome} with photos by {staff:short} dated {shortdate:-6}; family ({kin:given}) says wound
    began at {farsite} after the hip.
KCI V.A.C. Ulta {serial}, Veraflo Dakin's quarter strength 20 min dwell; Prisma, Aquacel Ag, Medihoney tried.
Pouch leaked x3 overnight per {nurse2:given}; swapped Coloplast SenSura Mio convex, Brava ring, Adapt belt; teaching
    to {kin:given} and {kin2:given}, return demo 2/3.
Samples from {vendor} (rep {someone:given}, {phone}); start kit by Secure Start {portal}.
Cx {lab} {specimen} MRSA, Proteus, Prevotella; ID {dr2:family}: Zyvox to {shortdate:9}.
Offloading by {staff:family}; Hoyer by two; Roho from {vendor}, PO {order}.
Fournier debrided x4 by {surgeon:family} and {newdr:family}; Marjolin to be ruled out, bx {accession}.
Home nurse from {vendor} MWF, {nursinghome} declined; lives up 14 stairs on {street}.
@form
Next WOCN {shortdate:3} {inits:upper}; unit RN {inits:upper} taught back
Photo log {docid} {inits:lower} {hm}
{nurse:full} {nursecred} CWOCN pgr {pager}; weekend {inits:upper}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("dense-sleep-study", sheet(_SLEEP, least=2)),
    NoteType("dense-eeg-emg", sheet(_EEG_EMG)),
    NoteType("dense-neuropsychology", sheet(_NEUROPSYCH)),
    NoteType("dense-heart-rehab", sheet(_REHAB)),
    NoteType("dense-genetic-counselling", sheet(_GENETICS, least=2)),
    NoteType("dense-wound-ostomy", sheet(_WOUND, least=2)),
)
