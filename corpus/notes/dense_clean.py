"""Lines that look like those of a dense sheet and identify nobody; and flow sheets that hold little else."""

from __future__ import annotations

from corpus.notes.compose import templates

# Title Case and capitals before a number, eponyms, brands, germs and scales that stand bare, fractions, codes, doses.
CLEAN = templates(r"""
Braden Scale {num:9-23}   Morse Fall {num:0-90}   Norton {num:6-20}   Waterlow {num:4-30}   Hendrich II {num:0-16}
Blake drain #{num:1-3} {num:5-240} mL; Hemovac {num:0-120}; Jackson-Pratt L {num:5-90} / R {num:5-90}; Penrose damp
Foley 16 Fr Day {num:1-14}; Salem Sump LIS; Dobhoff 43 cm; Shiley 8 XLT; Yankauer at bedside
{epo:tool} x{num:1-4}, {epo:tool} x{num:1-6}, {epo:tool} x2, counts correct {num:1-3}/{num:1-3}
{epo:operation} / {epo:operation} / {epo:operation}
{epo:sign} neg; {epo:sign} neg; {epo:sign} +{num:1-3}
{brand} {num:5-80}; {brand} {num:1-20} BID; {brand} PRN; hold {brand}
{brand:caps} {num:5-500} MG   {brand:caps} {num:1-40} MG/5 ML   {brand:caps} XR
{brand}/{brand} swap by formulary; {brand} nonformulary
{bug} >100,000; {bug} 10-50K; {bug} (ESBL); no {bug}
{bug}, {bug}, {bug}: not detected
R: {bug}   S: Cipro, Rocephin, Bactrim   I: Zosyn   MIC {dec:0.1-7.9}
{stagename}; {stagename}
{stagename} / {stagename} / {stagename}
Code Status: Full   Isolation: Contact Plus   Diet: Cardiac 2 Gm Na   Activity: Up Ad Lib
Fall Risk: HIGH   Bed Alarm: On   Side Rails: {num:2-4}/4   Call Light: In Reach   Sitter: No
Chest Pain 0/10   Nausea 1/10   Capillary Refill <3   Homans -   Edema {num:1-4}+/4   Pulses 2+/4
Blood Product Verified; Unit Type O POS; Volume {num:280-350}; Reaction NONE
Temp Source Oral; Cuff Size Large Adult; Position Semi-Fowler; O2 Device Venturi {num:24-50}%
Glasgow 4/5/6; Rancho {num:2-8}; Pupils 3/3 Brisk; Doll's Eyes Intact; Babinski Down; Brudzinski -
Wong-Baker {num:0-10}; FLACC {num:0-10}; CPOT {num:0-8}; RASS -{num:1-4}; Riker {num:1-7}; Aldrete {num:6-10}/10
Apgar {num:3-8}/{num:7-9}; Ballard {num:10-45}; Bishop {num:1-11}; Dubowitz AGA; Silverman {num:0-4}
Cardiac Index {dec:1.6-4.2}   Wedge {num:6-28}   SVR {num:500-1900}   Swan at 52   Fick {dec:2.1-6.9}   Allen OK
Bird Mark 7; Drager Evita; Servo-i PRVC {num:10-24}/{num:320-520}/{num:5-14}/{num:30-90}%; Ambu at HOB
Hoyer Lift x2; Geri Chair; Roho; Waffle; Prevalon; Bair Hugger; Posey Mitts
Gram Stain Few PMNs; AFB Smear Neg; India Ink Neg; Ziehl-Neelsen Neg; Wright Stain Rare Eos
Rinne AC>BC; Weber Midline; Dix-Hallpike Neg; Snellen 20/{num:20-200}; Schirmer {num:2-20} mm; Amsler Clear
Coombs Neg; Rh Pos; Kell Neg; Duffy (a+b-); Kidd NT; Lewis NT
Wet Read: No PE. Final Read: No PE. Old Granuloma. Riedel Lobe.
Impella CP P-{num:4-8}; IABP 1:{num:1-3}; Heparin {num:400-1800} U/h; ACT {num:150-280}; Tandem n/a
CPT 99{num:202-291}; ICD {icd}; HCPCS G0{num:101-499}; DRG {num:100-870}; {code}
LOINC {num:1000-9999}-{num:0-9}; SNOMED 38341003; RxNorm {num:1000-9999}; {code}
{gene}; {gene}; {gene} wild type
{model}; {model}
{score}; {score}; {score}
{icd}   {dx}\n{icd}   {dx}
Room Air   Supine   Sitting {num:1-3}x   Standing n/a   Ortho Neg
Left/Right {num:1-5}/5 Deltoid, {num:1-5}/5 Biceps, {num:1-5}/5 Grip, {num:1-5}/5 Iliopsoas
OD {num:10-22} OS {num:10-22} Goldmann; C/D 0.{num:2-8}; Shaffer {num:1-4}; Van Herick {num:2-4}; Hruby lens
Tooth #{num:1-32} MOD; #{num:1-32} PFM; Class II Black; Angle I; Miller {num:1-3}
Ranson {num:0-5}; Balthazar {num:1-9}; Atlanta Mild; Glasgow-Imrie {num:0-4}; Marshall {num:0-8}
Gleason {num:3-4}+{num:3-4}; Fuhrman {num:1-4}; Breslow {dec:0.3-3.9}; Clark III; Nottingham {num:3-9}; Bloom {num:1-3}
Ann Arbor II-B; Rai {num:0-4}; Binet A; Durie-Salmon II; Lugano 1; Deauville {num:1-5}
Salter-Harris II; Garden III; Weber B; Gustilo {num:1-2}; Schatzker II; Neer 2-part; Mason I; Gartland II
Mayo Score {num:0-12}; Harvey-Bradshaw {num:0-15}; Montreal L3 B2; Rutgeerts i{num:0-4}; Boston {num:3-9}; Paris Is
Kellgren {num:1-4}; Steinbrocker II; Larsen {num:1-3}; Rodnan {num:0-40}; Schober {num:2-6} cm
Bath AS {dec:1.1-8.9}; Leeds 2; Oxford Knee {num:8-46}; Kansas City {num:20-95}; Seattle Angina {num:30-90}
Chicago Criteria n/a; Rotterdam 3/3; Milan In; Toronto A; Vancouver B2; Salzburg Neg; Berlin Mild; Sydney B
Jones Major 1 Minor 2; Duke Possible; Light's Transudate; Centor {num:0-4}; Wells {dec:0.5-9.5}; Geneva {num:0-14}
Ivy Bleeding n/a; Rockwood {num:1-8}; Young Mania {num:0-40}; Beck {num:0-50}; Hamilton {num:0-30}
Ensure Plus; Glucerna; Jevity 1.5 {num:20-80}/h; Nepro; Similac Advance; Neocate; Pedialyte; Thick-It Nectar
Ringer's {num:75-150}/h; Plasma-Lyte; Hartmann's 1 L; Normosol; Hextend; Travasol; Intralipid 20%
Monocryl 4-0; Vicryl 2-0 CT-1; Prolene; Ethibond; Dermabond; Steri-Strips; Surgicel; Floseal; Telfa
Kerlix, Coban, Adaptic, Mepilex Border 4x4, Xeroform, Aquacel Ag, Unna, Ace
Bruce Stage {num:1-4}; Duke Treadmill {num:0-12}; Lown {num:1-4}; Killip I; Sgarbossa {num:0-5}; Brugada No; Wellens No
NPO After MN; SCDs On; Teds Off; IS x10/h; HOB 30; Peridex; Protonix; Bactroban Nares
Daily Weight {num:45-120}.{num:0-9}   Intake {num:800-4200}   Output {num:400-3900}   Net {num:0-900}   BM x{num:0-4}
Admission Orders Reviewed   Home Meds Reconciled   Core Measures Met   VTE Prophylaxis Given   Foley Necessity Addressed
Physical Therapy: Min Assist x1, {num:20-200} ft, Rolling Walker   Speech: Level {num:4-7}   OT: Supervision
REVIEW OF SYSTEMS 10/12 NEGATIVE   PROBLEM LIST {num:3-12}   CRITICAL CARE TIME {num:30-95}
STAT   ASAP   NOW x1   PRN   UNTIL D/C   WITH MEALS   AT BEDTIME   HOLD FOR SBP<{num:90-100}
{symptom}, {symptom}, {symptom}: denies
{drug}, {drug}, {drug}
{test}; {test}; {imaging}
{labs}
{labline}
{vitals}
Lot Expired? No   Allergy Band On   ID Band x2   Consent on Chart   H&P <30 d   Site Marked
KDIGO 2; RIFLE I; CKD-EPI {num:12-110}; Cockcroft {num:15-120}; MDRD n/a; Schwartz n/a; Kt/V {dec:0.9-1.9}
GOLD B; GINA Step {num:1-5}; JNC 8; CHEST 2016; Beers List Reviewed; STOPP/START; Surviving Sepsis Hour-1 Met
Rapid Strep Neg; Monospot Neg; Tzanck Neg; KOH Pos; Hemoccult Pos; Clinitest n/a; Apt n/a; Kleihauer 0.{num:0-9}%
Trousseau No; Chvostek No; Kussmaul No; Cheyne-Stokes Yes; Biot No; Cullen No; Grey Turner No
{num:1-4}/{num:5-9} LN; {num:1-3}/{num:6-12} Cores; {num:2-8}/{num:9-20} HPF; {num:10-90}/100 VAS; {num:1-5}/6 Murmur
Q{num:2-8}H Neuro Checks; Q{num:12-24}H Labs; {num:1-3}:1 Ratio; 1/2 NS; 1/4 Strength Dakin's; {num:2-3}/7; 4/52; 6/12
""")
