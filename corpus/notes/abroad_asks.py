"""One-line queries to a search box or an assistant from clinics of many countries: half of them name nobody."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.abroad_kit import asks
from corpus.notes.compose import templates

# Commands to an assistant about somebody.
COMMANDS = templates(r"""
summarise {pt:titled}'s last [[two|three|four]] [[echo reports|renal letters|clinic letters|scans]] [[for mdt|pls|]]
draft [[referral|reply|dna|discharge]] letter to {abgp:titled} [[at|@]] {absurg} re {abhno} [[pls|thx|]]
write to {abnew:titled} {abhosp:short} about {pt:full} {dob}, [[copd|gout|carpal tunnel]], cc the pt
pull up {pt:short} from {abarea2}, {ageold}, was it u+es or lfts that were off
compare {pt:poss} egfr {abd:-90} v {abd}
make the letter to {kin:titled} kinder, she lost {pt:given} on {shortdate}
can you turn this into a sick note for {pt:full}, {abfirm}, {abd} to {abd:14}
reword for a patient: "{pt:titled}, your smear shows borderline changes, repeat {abspan}"
translate for {kin:given} into [[Xhosa|Welsh|Tagalog|Urdu|Yoruba|Cantonese|Irish|Maltese]]: take two after food,
    no driving
chase {abhosp2:short} for {pt:family} mri, accession {accession}
who's {pt:poss} named gp, is it still {absurg}
add {pt:given} {pt:family} {abid} to the 2ww list
book {pt:titled_full} {dept} at {abhosp:short} wk of {abd:9} and ring {abcell}
text {pt:given} on {abcell}: clinic moved to {abd:7}, same room
find me {abnew:titled_full}'s secretary at {abhosp2}
what did {abdr:family} say about stopping the clopidogrel in {monthonly}
list my dnas for {abd} with nhs numbers
is {pt:full} {abid} the same person as {pt:maiden} b. {dob}
merge {abhno} into {abhno}, wrong sex on one
email {abdesk} a copy of the {pt:upper_full} ecg
dictate fit to fly for {pt:titled}, {ageold}, {abtown} to {abtown2} on {abd:12}
put {pt:lower} on the {abdr:family} list for {weekday}, bmi 41, sleep apnoea
complaint from {kin:titled_full} about {abbay}, give me three neutral sentences
has {abpayer} authorised {pt:family}, claim {claim}, knee arthroscopy
reply to {abnew:given} at {absurg2}: we don't take under 5s
spell out for the coroner: {pt:full}, died {died}, {abbay}, {abhosp:short}
print the {abhno} drug chart again, mine got tea on it
open {abid} [[allergies|letters|obs]]
housing letter for {pt:titled} of {abaddr:short}, damp, asthma, 2 kids
ask {abnu:given} on {abbay} if {pt:family} has opened his bowels
""")
# A case in a line: one or two identifiers.
CASES = templates(r"""
pt {pt:first_initial} {age} from {abarea2:lower} on apixaban can [[he|she]] have naproxen
{pt:initial_last} {age} {abtown2} on xarelto needs dental extraction hold?
{age}f g2p1 31/40 seen at {abhosp:short} on {shortdate} growth 10th centile what next
{agesex} {abarea2}, sob 2/52, dimer 900, wells 1.5, do i ctpa
chap in bay 3, {mr} {pt:family}, {age}, ?nof, hb 92, rivaroxaban 8pm, when can ortho go
{pt:short} {abarea2:lower} tb contact, igra pos, bcg scar, who notifies
{pt:given} w/o {kin:given}, {age}y, backache x 2 wks, mri protocol pls
{abhno} {pt:lower} troponin 41 then 44, repeat or home
{pt:full} {abarea2} needs ct abdo req to {abhosp:lower}, call back {abcell2} ask for {absec:given}
{pt:lower} {abarea2:lower} {age} snake bite r foot, clotting ok, how long obs
3/52 post lscs {pt:family}, offensive lochia, temp 38.1, co-amox ok if bf?
re pt in rm 12 {abtown2}, {pt:first_initial} - alt 447, maddrey 38, lille day 4 or 7
{babyage} born {abhosp:short}, sbr 260, gest 37+2, phototherapy line?
hiv pos {ageold} {job}, tld, creat up, swap tenofovir?
who is on for paeds surg at {abhosp2:short} tonight, 6/52 projectile vomits
{abgp:family} started bisoprolol, pulse 48, {age}, halve?
{mr} {pt:family} at {abfirm} had a seizure, lorry licence?
urgent: {pt:upper} {dob} k 6.7 {abbay}, calcium gluc then?
saw {pt:given} {abd:-2}, gout both feet, on indapamide, eGFR 39
{age}yo {abtown2}, malaria film P. vivax, g6pd pending, artemether-lumefantrine first?
{dob} {abzip} pt, no name given, methadone 70 ml, missed 3 days
my lady {pt:given} ({age}) keeps falling after ramipril 10, BP 98/52 standing
{pt:titled} wants hrt, mum {kin:given} had breast ca at {kinage}, brca not done
{pt:family} & {kin:family} both d&v after wedding at {abtown2}, notify?
{abtown2} locum shift, {agesex}, quinsy, no ent til monday, who takes
bloods for {pt:last_first} {abd:-1}: ferritin 8, hb 84, iv iron or tabs
does {abdr:titled} at {abhosp:short} do paeds knees
""")
# Nothing to find: drugs, bodies, scores, shorthand of each country.
PLAIN = templates(r"""
dose of {abdrug:lower} in crcl [[22|35|48]]
any interaction between warfarin and {abdrug:lower}
is {abdrug} [[pbs|otc|gms|schedule 5|subsidised|on the formulary]]?
{abdrug:lower} and {abdrug:lower} together ok in first trimester
what does {abbody} say about [[statins over 75|ferritin cutoffs|oxygen at home|hrt after 60]]
NICE v {abbody} on [[dyspepsia|gout|UTI in men|self-harm]]
BNF max dose {abdrug}
Cochrane review on [[acupuncture|corticosteroids|zinc|compression]] any good
UpToDate or BMJ Best Practice for {dx}?
NEJM 2019 trial of colchicine after MI [[nnt|harms|name?]]
Lancet paper on {abdrug:lower}, was it retracted
{abspan} of pred then taper over {abspan}?
TTO for {abspan} supply, tds, is that [[42|63|84]] tabs
how many weeks is 31/40 minus 12/40
10th centile EFW, [[repeat scan {abspan}|doppler?|who referral]]
hba1c 81 mmol/mol in percent
glucose 11.4 mmol/L mg/dl?
cholesterol 6.2, HDL 0.9, QRISK3 cut off
creat 141 umol/L egfr black caucasian adjust still?
Hb 92 g/L transfuse or IV iron
difference between A&E, casualty, ED and minor injuries
what is obs q4, NEWS2 5, sepsis six
{abdrug:lower} script lost, can the chemist [[give an emergency supply|owe it|ring me]]
bloods first or scan first for jaundice
bloke, chest tight, ecg NAD, trops x2 neg, [[HEART score 4|home?|GTN spray?]]
Ottawa ankle rule sensitivity
Wells, Geneva or YEARS in pregnancy
Waterlow v Braden v Norton
Edinburgh depression scale cutoff 12 or 13
Glasgow-Blatchford 1 discharge?
Maddrey cutoff and does the Lille day matter
Bristol stool 7 for {abspan}, calprotectin 310
Dupuytren or trigger finger, who injects
Munro Kerr v Pfannenstiel
Murphy, McBurney, Rovsing: which one first
Bishop score 4, Propess or Cook balloon
St John's wort with the pill
Addison's sick day rules in Ramadan
Jehovah's Witness and albumin
Welsh, Polish or Gujarati leaflet on inhalers?
Nigerian diet sheet type 2 diabetes
Filipino nurse says patis is salty, sodium per spoon?
Chinese herbal tea and warfarin
is Dettol bath ok for impetigo
Marmite for B12?
Vicks on the feet evidence
Savlon v Germolene v honey
Is GMC, NMC and HCPC registration public
AHPRA CPD hours per year
HPCSA ethics points lapse
MDCN v GMC equivalence, PLAB 2 still needed?
DVLA rules 1st fit
PIP, ESA, DLA: which one is for kids
ACC or WorkSafe for needlestick
NDIS v My Aged Care over 65
PhilHealth Z benefit dialysis sessions
NHIF surgical package rebate
CHAS blue vs orange subsidy for scaling
Medisave for colonoscopy limit
UHID vs ABHA what is the difference
PMJAY package code for lap chole
MUAC 11.2 cm, kwashiorkor or marasmus
Coartem 6 doses, vomited the third
Septrin prophylaxis stop CD4 200
antivenom polyvalent ASV 10 vials then?
Lassa, Marburg, Ebola: PPE differences
Q fever v lepto after flooding
Ross River or Barmah Forest serology
melioid eradication phase how long
dengue, chik or zika in week 2
TB Xpert trace call
kala-azar rK39 in HIV
Dr Google says PANDAS, is that a thing
how to say no to antibiotics nicely
wee, poo and boak: what words for kids leaflets
grand round jokes about hyponatraemia
sick day note wording, no diagnosis
K 5.4 on spironolactone + septrin, stop both?
calculate MME, codeine 240 mg/day
what's the ICD 10 for fall off ladder
NG feed rate 1200 kcal over 16 h
who ladder step 2 without tramadol
May & Grace trial? or GRACE score
does frost help chilblains
mark the site rule, who marks
rich in iron: liver, lentils, kale
""")
# The same words as an identifier and as none.
BOTH = templates(r"""
is {abnew:family} the one who wrote about [[Bell's palsy|Crohn's|Down's]] in pregnancy
Miss {pt:family} has [[Baker's cyst|Baker cyst]], {abdr:titled} or physio
{pt:given} had Graves, {kin:given} has Hashimoto's, screen?
St Vitus dance in {abtown2}? {agesex}
London protocol v {abtown2} pathway for sepsis
mr {pt:family} {abtown2}, Leeds test positive [[meaning|or Perthes?]]
Sister {abnu:family} says the sister ({otherage:4-9}) is septic too
{pt:given} on Belfast regimen, {abhosp:short} stocks?
refer to {abhosp2:short} or just the cottage hospital
{abpayer} or the medical aid, who pays for Panado
{abdr:family} clip or Hem-o-lok clip
Royal jelly and {abhosp:short} policy
Bolam test or Montgomery: consent letter for {pt:titled}
A&E at {abhosp:short} or the walk in
the trust won't, but will {abhosp}
Norwich trial? no, {pt:given} lives in {abtown2}
school nurse at {abschool} asks about Calpol
is {chemist} open, script for {pt:titled} with the chemist
{mr} {pt:family}, Murphy positive, {abdr2:titled}'s list full
ward sister or {abnu:given}, who has keys
""")
# Someone who is no clinician asks.
LAY = templates(r"""
my {word} {kin:given} is {kinage} and {abhosp:short} says 14 weeks for the scan is that normal
I'm {age}, live in {abarea2}, [[can I get the jab at the chemist|is pepto ok with metformin|where do i get bloods
    done]]
hi its {pt:given} {pt:family} dob {dob} my script for {abdrug} never came to {abtown2}
can {abgp:titled} see me {weekday}? {pt:first_initial} {abcell}
[[is|was]] {abdr:titled_full} {abhosp:short} struck off
{absurg} keep ringing out, need sick cert for {abfirm} from {abd:-2}
what does "NAD, r/v {abspan}, TCI" mean on my letter
nan is on {abdrug:lower} and the water tablet, feet like balloons
who do i complain to about {abhosp:short} casualty on {abd:-7}
{kin:given} has {abid}, can we use it in {abtown2}
lost my hearing aid on {abbay} at {abhosp:short}, i'm {pt:titled}
my cousin {kin2:given} works at {abfirm}, cut hand, tetanus after how long
my doc says [[mittelschmerz|Raynaud's|a Schatzki ring]], should I worry
change address to {abaddr}, {pt:full}, {abid}
is it safe to fly {abtown2} to {abtown} 10 days after gallbladder
my child's red book is lost, {abschool} wants dates of mmr
do I need to pay for prescriptions at 60
how much is a gp visit without the card
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("abroad-ask-command", asks(COMMANDS, most=4), 1.8),
    NoteType("abroad-ask-case", asks(CASES, most=3), 2.0),
    NoteType("abroad-ask-plain", asks(PLAIN, haste=0.9, most=6), 2.0),
    NoteType("abroad-ask-both", asks(BOTH, haste=0.8, most=4), 1.5),
    NoteType("abroad-ask-lay", asks(LAY, haste=1.0, most=2), 1.3),
    NoteType("abroad-ask-mixed", asks(COMMANDS, CASES, PLAIN, PLAIN, BOTH, LAY, most=9), 1.5),
)
