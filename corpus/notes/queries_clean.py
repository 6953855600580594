"""Queries without a single identifier: eponyms, guidelines, doses, trial names, brands, codes, words that are names."""

from __future__ import annotations

from corpus.notes.compose import templates

DOSES = templates(r"""
{drug} [[dose|dosing|max dose|side effects|half life|mechanism|contraindications|interactions]]
{drug} [[and|with|vs|or|plus]] {drug}
{drug} [[in pregnancy|in lactation|renal dosing|hepatic impairment|crush|overdose|black box]]
What is the maximum daily dose of {drug}?
how to convert {drug} to {drug}
{sig} [[ok?|too much?|vs daily|alternatives]]
[[pediatric|neonatal|geriatric]] {drug} dose
vancomycin trough 15-20 [[or AUC|vs AUC/MIC]]
ketamine 1-2 mg/kg IV for RSI
tpa [[door to needle|contraindications|0.9 mg/kg]]
heparin 80 units/kg bolus then 18 units/kg/hr
MME for oxycodone 10 mg q6h
Can I give Tylenol and Motrin together?
Lasix vs Bumex [[in CHF|conversion|PO to IV]]
[[Eliquis|Xarelto|Savaysa|Coumadin|Lovenox]] before colonoscopy
[[Ozempic|Wegovy|Mounjaro|Zepbound|Trulicity]] and pancreatitis
[[Humira|Stelara|Skyrizi|Cosentyx|Dupixent]] and live vaccines
[[Keytruda|Opdivo|Yervoy|Tecentriq]] [[colitis|pneumonitis|thyroiditis]] management
[[Paxlovid|Tamiflu|Xofluza]] with {drug}
[[Jardiance|Farxiga|Invokana|Entresto|Verquvo]] in HFpEF
[[Abilify|Latuda|Rexulti|Caplyta|Seroquel]] weight gain
[[Plan B|Nexplanon|Mirena|Depo-Provera|Yaz]] and {drug}
[[Benadryl|Zyrtec|Allegra|Claritin]] for urticaria which is best
insulin drip 0.1 u/kg/h when to stop
magnesium 4 g load then 2 g/h how long
D5W at 75 or LR at 125
epi 0.3 mg IM repeat q5-15min
[[Zosyn 3.375 q6|Unasyn 3 g q6h|Rocephin 1 g daily]] [[for aspiration|extended infusion|with CrCl 20]]
prednisone 40 x5 days vs taper
""")

EPONYMS = templates(r"""
{eponym}
{eponym} [[treatment|criteria|workup|sensitivity|causes|pathophysiology|prognosis]]
what is {eponym}?
[[how to elicit|positive|significance of]] {eponym}
difference between {eponym} and {eponym}
is {eponym} still used?
[[Crohn's|Graves|Addison's|Cushing|Hashimoto's|Wilson|Parkinson's]] [[diagnosis|flare|in pregnancy|and {drug}]]
[[Hodgkin vs non-Hodgkin|Guillain-Barre vs CIDP|Stevens-Johnson vs DRESS|Bell's palsy vs stroke]]
[[Wells|Geneva|PERC|Duke|Light's|Ranson|Centor|Beers|Ottawa|Framingham|Glasgow]] [[criteria|score|rules|cutoff]]
[[Whipple|Nissen|Hartmann|Billroth II|Roux-en-Y|Ivor Lewis|Bentall|Ross|Fontan]] [[procedure|complications|anatomy]]
[[Foley|Swan-Ganz|Hickman|Blakemore|Kocher|Babcock|Miller|Macintosh]] [[size|indications|which one]]
[[Murphy|McBurney|Rovsing|Kernig|Brudzinski|Homans|Babinski|Hoffmann]] sign
Paget disease of breast vs bone
Turner syndrome cardiac screening
Down syndrome and Alzheimer's
Christmas disease factor level for surgery
Baker cyst rupture vs DVT
Hill-Sachs and Bankart lesion
Grave's or graves disease spelling
is Lou Gehrig's disease the same as ALS
Marfan and Loeys-Dietz surveillance
Lynch syndrome colonoscopy interval
Hunter vs Hurler
Boston brace vs Milwaukee brace
Tennessee Self-Concept Scale
Minnesota Living with Heart Failure questionnaire
Rocky Mountain spotted fever doxycycline kids
Lyme vs STARI
West Nile vs St. Louis encephalitis csf
Norwegian scabies ivermectin
German measles in pregnancy
Spanish flu mortality
Wong-Baker vs FLACC
Boston Naming Test norms
Dallas pain questionnaire
Paris classification polyps
Rome IV ibs
Vancouver classification periprosthetic fracture
Toronto criteria neuropathy
Denver II screening
Montreal classification crohns
Edinburgh postnatal depression scale cutoff
Mallampati III airway
Charcot foot or Charcot joint or Charcot-Marie-Tooth
""")

GUIDELINES = templates(r"""
[[ACC/AHA|ESC|IDSA|ADA|GOLD|KDIGO|USPSTF|NCCN|ACOG|NICE]] guideline {dx}
latest [[ACC/AHA|ESC|IDSA|KDIGO|GINA]] [[guideline|update|statement]] {year}
{year} [[Beers|ADA standards|sepsis guidelines|GOLD report]]
surviving sepsis hour-1 bundle
what did [[SPRINT|PARADIGM-HF|DAPA-HF|RALES|NINDS|DAWN|ARDSNet|ANDROMEDA-SHOCK|PROSEVA]] show
[[RECOVERY|COURAGE|ISCHEMIA|CREDENCE|HOPE|GRACE|ATLAS|TITAN|ECLIPSE|AURORA|MARY|ANNA]] trial [[results|primary
  endpoint|NNT]]
number needed to treat {drug} {dx}
meta-analysis {drug} {dx}
({drug}) AND ({dx}) AND randomized[pt]
"{dx}"[Mesh] AND "{drug}"[tiab]
systematic review of {proc} outcomes
first line treatment of {dx}
{dx} [[treatment|workup|red flags|icd 10|prognosis|staging|guideline|ddx]]
how is {dx} diagnosed?
screening interval for {test}
USPSTF grade for {test}
aspirin primary prevention 40-59 vs 60+
colonoscopy at 45 or 50
pneumococcal vaccine PCV20 vs PCV15 then PPSV23
mammogram 40-74 every 2 years
lung cancer screening 50-80, 20 pack years
HbA1c target in the elderly 7.5-8
BP goal 130/80 or 140/90
LDL < 70 or < 55
ASCVD 10-year risk 7.5%
Fleischner 6-8 mm nodule follow up
BI-RADS 4a vs 4b
ASA class III meaning
NYHA II-III {drug}
GCS 8 intubate
{score} [[calculator|cutoff|interpretation]]
how to calculate {score}
""")

FACTS = templates(r"""
causes of {symptom}
{symptom} and {symptom} ddx
why does {dx} cause {symptom}
normal range {test}
{test} {range} high?
{labs} [[interpretation|ddx|what next]]
{labline}
{vitals} shock?
elevated {test} normal {test}
{organism} [[treatment|susceptibility|PCN allergy|isolation]]
{organism} in urine, asymptomatic
{gene} [[variant|mutation|testing|inheritance|penetrance]]
{gene} vs {gene}
{code}
{code} [[meaning|vs|modifier 25|description]]
icd 10 for {dx}
cpt for {proc}
{proc} [[complications|steps|consent|recovery time|anesthesia]]
{imaging} [[contrast allergy|with or without contrast|radiation dose]]
{finding} on {imaging} meaning
is {finding} an emergency
{anatomy} [[anatomy|innervation|nerve supply|lymph drainage]]
{measure} nodule
{model} [[mri safe|battery|settings|recall]]
what is a Title 19 patient
what does NKDA stand for
EKG: ST elevation V2-V4
{allergy} allergy cross reactivity
diet for {dx}: {diet}
gestational age {gest} steroids
{gest} contractions q5min
POD 2 fever causes
post-op day 3 ileus
T 38.9 HR 112 BP 88/54 RR 24 SpO2 91%
7.28/55/60/24 acid base
Na 118 correct how fast
K 6.8 ECG peaked T
MELD 28 vs 32 listing
L4-L5 vs L5-S1 radiculopathy
4/5 strength, 2+ reflexes, positive Hoffmann
1 in 3 tubal patency
3:1 ratio fluid
vaccine schedule 2, 4, 6 months
6 week postpartum visit checklist
24/7 hotline numbers
how many mL in a tablespoon
10-20 mL/kg bolus
how do i reset my chart password
who invented the stethoscope
what is the capital gains tax on a practice sale
can nurses pronounce death in hospice
HIPAA minimum necessary rule
write a poem about {dx}
write a patient handout on {dx}
make a [[quiz|flashcard|table]] on {dx}
translate "take with food" to Spanish
[[table|list|chart]] of {drug} interactions
smartphrase for normal exam
template for a {proc} note
discharge instructions for {dx}
explain {test} to a patient
explain {dx} like I'm five
is there a generic for {drug}
{drug} cost without insurance
is {drug} on the formulary
Medicare Part B vs Part D {drug}
does Medicaid cover {proc}
{neg}
{neg} [[meaning?|ok?|what to do]]
""")

# Words that are also names, towns or months, in their other sense.
WORDS = templates(r"""
may {drug} cause {symptom}
can i march after hip surgery
will {drug} help
grace period for {drug} refill
faith based counselling evidence
hope scale psychology
patient in april with hay fever what to do
rose spots
rusty sputum
amber urine causes
olive mass pyloric stenosis
sandy gravel in urine
violet light psoriasis
heather on heating pads erythema ab igne
iris prolapse
ivy poison dermatitis steroids
hazel eyes uveal melanoma risk
jack knife position
bill for {code}
mark the site before surgery
frank hematuria workup
rob of sleep by nocturia
chuck (disposable pad) size
dale abdominal binder vs none
penny in esophagus child when to remove
kitty litter and toxoplasma
cat scratch vs dog bite antibiotics
miles walked after ACL repair
drew blood from line hemolyzed
hunter angle
long face syndrome
young stroke workup
white count 15 with bands
brown recluse bite
green sputum azithro?
black stool on iron
gray zone TSH
wood lamp
stone 6 mm pass?
rice water stool
king's evil scrofula
bishop score 6 induction
baker's yeast allergy vaccine
farmer's lung
cook's knife laceration tetanus
mason fracture type II
fisher grade 3 SAH
carter for ovarian risk
reading glasses after cataract
buffalo hump causes
china plate sensation
turkey meat tryptophan maoi
bath salts overdose
bend fracture child
mobile bearing knee
orange sunday diet
normal, il-6 high
phoenix sepsis criteria
jersey finger splint
virginia slims pack years
lima bean size mass
""")
