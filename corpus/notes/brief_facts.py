"""Questions of clinicians that name nobody: bedside, science, desk and other countries' manners. All hard negatives."""

from __future__ import annotations

from corpus.notes.compose import templates

BEDSIDE = templates(r"""
Parkland vs modified Brooke for 40% TBSA
Kcentra vs Andexxa in ICH on Eliquis
Precedex + ketamine, any bradycardia data
when does Cordis beat a Mac line
DuoNeb q4 vs q6 in RSV
Lokelma onset vs Kayexalate
Narcan 4 mg IN repeat interval
how long to hold Brilinta before CABG, 3 or 5 d
Levophed peripheral max rate thru 20g AC
Cardene drip titration post tPA
Should I worry about a Wellens pattern if pain free
de Winter T waves = STEMI equivalent?
modified Sgarbossa, Smith ratio -0.25
Brugada type 2 vs RBBB, Corrado index
Bezold-Jarisch after spinal
Mobitz I at night in an athlete
Lown-Ganong-Levine still a thing?
Kussmaul breathing vs Kussmaul sign
Austin Flint vs Graham Steell
Duroziez, Quincke, Corrigan, de Musset - which are sensitive
Beck triad how often all 3
Hamman sign and Boerhaave
Nikolsky + but Asboe-Hansen neg
Gottron vs Garrod pads
Hutchinson sign on the nose = call ophtho?
Argyll Robertson vs Adie, light-near
Parinaud: dorsal midbrain or Parinaud's oculoglandular
Marcus Gunn jaw wink vs pupil
Uhthoff and Lhermitte in MS relapse
Todd's vs TIA how long
Brown-Sequard, which side pain temp
Weber, Benedikt, Claude - midbrain syndromes table
Wallenberg PICA hiccups baclofen
Millard-Gubler vs Foville
Anton syndrome
Korsakoff v Wernicke thiamine 500 TID
Lambert-Eaton on Firdapse dose
Bickerstaff MRI
Dejerine-Roussy pain: amitriptyline or Lamictal
Kleine-Levin
Dix-Hallpike neg, HINTS peripheral, still Epley?
Schatzki ring dilate to what Fr
Zenker vs Killian-Jamieson
Dieulafoy clip or band
Cameron lesions iron
Bouveret syndrome stone size
Ogilvie neostigmine 2 mg when
Mirizzi type II operate how
Courvoisier vs Mirizzi
Klatskin Bismuth IIIa
Budd-Chiari TIPS
Hinchey II drain or op
Amyand, Littre, Richter, Spigelian, Petit, Grynfeltt - hernia names
Fournier: LRINEC cutoff
Goodsall rule anterior
Charcot triad + 2 = Reynolds pentad
Grey Turner and Cullen mortality
Rigler triad
Chilaiditi or free air?
Fleischner: 5 mm GGN
Hampton hump & Westermark
Kerley B at 6 h
Lofgren vs Heerfordt
Caplan nodules
Swyer-James
Light 2 of 3
Kartagener sweat Cl
Gitelman vs Bartter, urine Ca
Fanconi on Viread -> Vemlidy
Liddle amiloride
Alport + hearing
Bence Jones neg on dip
Nutcracker vs May-Thurner
Peyronie Xiaflex # of cycles
Gleason 3+4 w/ cribriform: Prolaris or Decipher
Fuhrman 3 1.9 cm ablate
Young-Dees, Mitrofanoff, Malone - which continent stoma
Asherman Lupron or estrogen
Bartholin Word catheter 4 wk
Sheehan vs Simmonds
Chiari II and Lemon sign
Couvelaire uterus hyst?
Zavanelli ever?
Bakri fill 300 or 500
Apgar 3/6/8 cool?
Sarnat II within 6 h
Ballard 32
Erb vs Klumpke
Ortolani clunk refer or US @6wk
Kocher criteria: 3 of 4
Legg-Calve-Perthes Herring B
Gartland III pulseless pink
Monteggia vs Galeazzi, MUGR
Jones vs pseudo-Jones
Lisfranc fleck sign
Hoffa fat pad
Segond = ACL
Gamekeeper Stener lesion
Boutonniere, splint 6 wk PIP 0
Kanavel 4/4
Finkelstein vs Eichhoff
Spurling + Lhermitte + = MRI?
Waddell 3/5
Trendelenburg gait gmed
""")

SCIENCE = templates(r"""
BRCA2 c.5946delT founder
MTHFR C677T stop testing?
PALB2, CHEK2, ATM - breast MRI at what age
KRAS G12C: Lumakras or Krazati
EGFR ex20ins Rybrevant
HER2-low Enhertu, DESTINY-Breast04
JAK2 neg CALR type 1
FLT3-ITD Vanflyta
SMN1 0 copies SMN2 3 -> Zolgensma
DMD exon 51 Exondys
TTR V122I Amvuttra vs Wainua
C9orf72 and FTD
HLA-B*5701, *1502, *5801 which drug
CYP2C19 *2/*2 Plavix alternative
UGT1A1*28/*28 irinotecan
factor V Leiden hetero + OCP
EMPEROR-Preserved NNT
PARAGON-HF EF subgroup
STICH 10 yr
CABANA ITT
AFFIRM vs EAST-AFNET
ROCKET vs ARISTOTLE vs ENGAGE
TWILIGHT, TICO, STOPDAPT-2: drop aspirin when
ACCORD harm
CLEAR Outcomes Nexletol
VICTORIA Verquvo composite
JUPITER hs-CRP
CHARISMA
WOMAN trial TXA 3 h
MAGPIE
TRUFFLE 2
ARRIVE 39 wk
ORACLE erythro
MERINO ceftriaxone-R
CAMERA2 stopped why
ADRENAL and APROCCHSS
VANISH2
CLOVERS fluids
HYPERS2S
ELOQUENT, GRIFFIN, CASSIOPEIA, MAIA for myeloma
RUTH, MORE, STAR raloxifene
PALOMA MONALEESA MONARCH compare OS
KEYNOTE-189 PFS
CheckMate 9LA
ALEX vs CROWN
CASPIAN or IMpower133
STAMPEDE arm J
Patricia trial cervical
DANISH ICD
DENALI, SIERRA, AUGUSTUS, ATHENA - which had mortality benefit
EINSTEIN dose 15 BID x21
GALACTIC-HF
ODYSSEY, FOURIER
SOLOIST
LEADER SUSTAIN-6 PIONEER 6
SELECT 20%
ADAPTABLE dose
DAPA-CKD eGFR floor
FIGARO + FIDELIO
SMART vs SALT-ED
TTM2 33 vs 37.5
CRASH-3
PATCH-Trauma
DEFUSE 3 inclusion
THALES vs POINT
Stenotrophomonas: Bactrim or Levaquin
Serratia AmpC?
Morganella vs Proteus
Elizabethkingia
Bartonella henselae titre 1:512
Nocardia brasiliensis brain
Whipple T. whipplei PCR saliva
Candida auris echinocandin
Actinomyces, Fusobacterium, Eikenella: bite flora
Fitzpatrick I & Accutane
Coxiella phase I/II
Kingella in culture-neg endocarditis
B. burgdorferi vs B. miyamotoi
P. jirovecii beta-D-glucan
St. Louis enceph vs La Crosse vs Powassan
Clonorchis, Opisthorchis, Fasciola - fluke rx
Sabin-Feldman
Trichophyton rubrum terbinafine wks
""")

CLERKS = templates(r"""
99214 vs 99215 time
G2211 with 25?
CPT 27447 global 90
Z79.01 and I48.91 same claim
S72.001A 7th char D?
modifier 59 vs XU
HCPCS J1745 units per 100 mg
LOINC 4548-4
POS 02 or 10
RVU of 93306
MS-DRG 291 vs 292
HCC 85 / HCC 226 V28
is R/O a diagnosis outpatient
Box 24J who goes there
Form 1500 field 17
Question 3 on the MOCA
Step 2 CK vs Level 2
Stage IIIB NSCLC resectable?
Type 2 MI coding I21.A1
Type II SMA vs type 2 DM lol
Grade 3 neutropenia hold
Class IIa LOE B meaning
Level 5 ER
Category D preg
Schedule IV early refill
Tier 3 PA
Phase 3 cardiac rehab
Group A vs Group B strep
Mallampati III, ASA 3, BMI 47
Gold 3 E
Room air sat 91 home O2 qualify?
88% RA, 93% 2L, Group I
Part A SNF 100 days, 3 midnights
5/5 R, 3/5 L EHL
12/8 vitals, missing HR
20/40 OD 20/25 OS
1/2 NS vs 1/4 NS
7/10 pain, 3/10 after Toradol
POD 2/7
2/52 off sick note wording
1/12 supply
L3/4 vs L4/5
C5-6 ACDF
T10-L2 spinal level
36/6 + Anti-D
OS 3-5-7 protocol
3/4 PO tabs
16/9 mmHg?? typo for 169
APACHE 22
SmartText for Well Child .wcc
dotphrase normal GU
how do I un-sign a note
MyChart proxy under 13?
chart in red = overdue?
Powerplan for DKA
Code Gray vs Code White vs Code Brown
MAR shows "held per parameters"
what does SNL, TNTC, QNS, NSVT mean
AVS, AMA, LWBS, ELOP - elopement?
NSVD, LTCS, VBAC, TOLAC
PERRLA EOMI RRR CTAB NTND expand
CIWA, COWS, RASS, CAM, POSS, PAINAD
write FMLA para for gallbladder
""")

ABROAD = templates(r"""
NICE NG136 step 3
CKS vs BNF nitrofurantoin eGFR
Co-amox 625 TDS 5/7
Tazocin 4.5 g + gent 5 mg/kg OD
Fybogel or Laxido in pregnancy
Buscopan, Mebeverine, Colpermin for IBS
Oramorph 2.5 mg PRN conversion to Zomorph
Septrin prophylaxis 960 mg M/W/F
SIGN 158 asthma
DVLA after first seizure
Mental Capacity Act 2-stage test
Section 5(2) v Section 2
TTO for NOMAD
NEWS2 7, scale 2
QRISK3 14
Abbey pain scale
Waterlow 18, MUST 2
eTG vanc load
PBS authority Entresto
Webster-pak timing
MBS 721 / 723
ATAGI Shingrix 65+
Panadol Osteo 665
RFDS criteria?
Ventolin 4 puffs 4 min, Kids
Pharmac special authority Humira
Canadian CT Head rule anticoagulated
Ottawa ankle in kids
CTAS 2 chest pain
Choosing Wisely Canada
Tab Dolo 650 SOS ok in dengue
Inj Monocef 1 g BD
Inj Lasix 20 mg IV stat
Tab Pan-D AC
ORS WHO 75
DOTS Cat I
ASV vials krait bite
Widal 1:160
OP poisoning PAM vs atropine
Tab Ecosprin AV 75/20
NVBDCP pf rx
kangaroo mother care <2 kg
Coartem D1-3
Genexpert trace call
CD4 88 CrAg
TLD switch
MUAC 11.2
RUTF sachets/kg
obstetric fistula Goh class
Novalgin IV
Marcoumar Quick 28%
Clexane 0,4
Medrol pack vs Urbason
Aspégic 250
STIKO
HAS reco HTA
Schellong-Test pathologisch
Karnofsky 60 %
Leopold-Handgriffe 1-4
Lasègue re. +, Bragard neg.
""")
