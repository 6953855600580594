"""Clinical lines that identify nobody and look as if they did, for the long charts; and a note of nothing else."""

from __future__ import annotations

from corpus.notes.compose import templates

LOOKALIKES = templates(r"""
Marsh [[1|2|3a|3b|3c]] on the duodenal biopsies[[ from last year|; tTG {num:20-200}|]].
[[Battle|Grey Turner|Cullen|Murphy|Rovsing|Homans|Kernig|Brandt|Chadwick|Hoover|Kussmaul|Levine|Tinel|Hegar]]'s sign
    [[negative|absent|equivocal|not elicited|present]].
[[Hardinge|Kocher|Watson-Jones|Smith-Petersen|Stoppa|Pfannenstiel|Gibson|Henry|Joel-Cohen]] [[approach|incision]]
    [[in the past, scar well healed|as before|through the old scar]].
Retracted with [[Hohmanns|Bennetts|Gelpis|Langenbecks|a Balfour|a Bookwalter|a Thompson|Deavers|a
    Weitlaner|Army-Navys]].
[[Charnley|Mayfield|Jackson|Wilson|Hana]] [[frame|table|pins]]; [[Lloyd-Davies|Fowler|Sims|jackknife]] position.
[[No fluid in|Trace fluid in|Blood in]] [[Morison's|Rutherford-Morison's|Douglas']] pouch.
[[Bosniak I|Bosniak IIF|Riedel lobe|Bochdalek hernia|Morgagni hernia|Meckel's|Zenker's]] noted, incidental.
[[Leopold|Rubin|McRoberts|Woods screw|Pinard|Zavanelli]] as usual; Bishop {num:2-11}, station -{num:1-3}.
[[Nottingham|Fuhrman|Gleason|Bloom-Richardson|Masaoka|Oncotype|Child-Pugh]] {num:1-9}; Ki-67 {num:2-60}%.
[[Wagner|Rutherford|Forrester|Killip|Fontaine|Lauge-Hansen|Weber|Mallampati]] [[1|2|3|4|II|III]], unchanged.
[[Stryker|Zimmer|DePuy|Smith & Nephew]] [[knee|hip|nail|plate]], stem ref {num:1000-9899}-{num:1000-9899}, in good
    position.
[[Accolade|Triathlon|Persona|Corail|Attune]] [[stem|tray]] size {num:2-9}; Palacos x{num:1-2}; Simplex.
ddAC x{num:2-4} then T weekly x12; [[R-CHOP|FOLFOX|ABVD|TCHP|KRd|BEACOPP|Hyper-CVAD A|FLOT|FLAG-Ida|DHAP]] tolerated.
BG {num:88-320} at {hm}, {num:2-9}u per SS; {num:80-200} at {hm}; [[no lows|one low]].
Hep B ab {num:10-900}, Hep C neg, RPR NR, [[VZV IgG pos|MMR immune]], Quant Gold [[indet|neg]].
Winter's formula pCO2 {num:20-40}; A-a gradient {num:12-60}; Light's criteria [[exudate|transudate]].
Cockcroft-Gault {num:18-90}; Parkland {dec:5.1-14.9} L; Holliday-Segar {num:30-90}/h; Mosteller {dec:1.2-2.3}.
SBT {hm} on 5/5 x {num:20-60} min; RSBI {num:30-120}; [[7.0|7.5|8.0]] at {num:20-24} at the lip; Cormack {num:1-3}.
NE 0.0{num:2-9}, vaso 0.03, AC/VC {num:12-24}/{num:350-500}/{num:5-12}/{num:30-80}; Pplat {num:16-32}.
I/O {num:900-3900}/{num:400-3100}; last BM {num:1-4} d ago; Foley {num:12-18} Fr; Dobhoff at {num:50-70}.
Gen NAD. HEENT NC/AT. Cor RRR. Lungs [[CTA|coarse]]. Abd [[NABS|soft]]. Ext WWP. Neuro A&Ox{num:1-4}, CN II-XII.
[[Baker|Bartholin|Tarlov|Gartner|Nabothian]] cyst [[on US|stable|drained once]], no {jot}.
[[Heberden|Bouchard|Osler|Virchow|Sister Mary Joseph]] [[node|nodes]] [[felt|not felt]].
By the grace of early feeding the gut woke on day {num:2-6}; hope for home soon.
[[She|He]] says grace before meals; will may be drawn up later; may shower, may drive in {num:2-6} wks.
PGY{num:1-4}, MS{num:3-4} and [[CRNA|RT|PharmD]] present for rounds; {jot} reviewed.
[[DOL|HD|POD|ICU day|Vent day|Week]] #{num:2-18} today; {jot}, {jot} and {jot} addressed.
{jot} resolved; {jot} at baseline; will follow {jot} q shift.
{jot} ruled out on [[admission|transfer]]. Hx {jot} and {jot}.
[[Known|No]] {jot}; {jot} [[2/2|vs|with]] {jot}; s/p {jot}.
({jot} protocol, {jot} bundle, {jot} order set)
GE junction at {num:36-42} cm; port accessed; Port-A-Cath flushes; [[Broviac|Hickman|Groshong]] out.
May-Thurner, [[Nutcracker|Dunbar|Budd-Chiari|Paget-Schroetter]] considered and not found.
Epogen {num:2000-9000} U, Zemplar {num:1-6} mcg, Venofer {num:50-200}; {num:14-17} g x2; Qb {num:250-450}, Qd
    {num:500-800}.
{num:5-50} y of tobacco; quit x {num:1-30} y; EtOH {num:1-6}/d; f/u {num:30-90} d; repeat {num:4-12} w.
SOFA {num:2-15}; APACHE II {num:8-35}; MELD {num:7-38}; [[ECOG|WHO PS]] {num:0-3}; KPS {num:4-9}0.
PHQ-9 {num:0-27}; MoCA {num:9-30}; BIMS {num:0-15}; FIM {num:30-120}; Braden {num:9-22}; Morse {num:10-90}.
Norton {num:8-19}, Waterlow {num:5-29} and Hendrich {num:1-9} scored at the change of shift.
DDx: Whipple vs celiac vs giardia vs Crohn; [[Addison|Cushing|Conn|Graves]] less likely.
Apgars {num:1-8}/{num:7-9}, {jot} neg, Ballard {num:20-40}, Coombs neg, Ortolani and Barlow neg, Moro brisk.
Rx: Tylenol {num:325-650} q{num:4-8}h, Zofran {num:4-8} prn, Senna {num:1-2} hs, Lovenox {num:30-80} daily, Bactrim
    DS M/W/F.
Watched Jeopardy in the day room; bingo at {hm}; frankly bored.
Burn pit screen done; Gulf War registry [[declined|explained]]; Agent Orange n/a.
5150 explained, rights read; [[Rogers|Riese|Tarasoff|Sell|Olmstead]] not at issue today.
[[Allen|Finkelstein|Phalen|Spurling|Lachman|McMurray|Thompson|Neer|Hawkins|Ober|Thomas]]
    [[test neg|neg bilat|pos on the R]].
Trendelenburg gait, Romberg [[steady|sways]], Tinetti {num:4-28}, Berg {num:8-56}, Ashworth {num:0-3}, Brunnstrom IV.
WBAT [[RLE|LLE]], NWB [[LUE|RUE]], TLSO when OOB, Bledsoe locked at {num:0-30}, Aspen collar, Lofstrand crutches.
Na {num:126-146}, K {dec:3.1-5.9}, Cl {num:92-110}, HCO3 {num:14-32}, BUN {num:8-90}, Cr {dec:0.6-7.9}, Glu
    {num:60-340}.
Ca {dec:7.1-10.9}, Mg {dec:1.1-2.6}, Phos {dec:1.9-7.8}, Alb {dec:1.8-4.6}; lactate {dec:0.7-6.9}.
CPT 99{num:202-291}; DRG {num:100-870}; {icd}; CLIA waived; LOINC {num:1000-9999}-{num:0-9}.
Jackson-Pratt {num:5-90} cc, Blake {num:5-60} cc, [[Hemovac out|Penrose advanced|Salem sump to LIS|Davol clamped]].
HD is moved on Sundays and holidays; [[MWF|TTS]] otherwise; chair {num:1-30}, Mon start.
pgr, ph, fax and ext as in the directory; DT and DD per transcription; cx sent; ecc negative.
Arr by [[car|foot]]; LWBS none; ESI {num:1-5}; NEXUS neg; Canadian CT head rule neg; PECARN low; Ottawa ankle neg.
Held: {brand}, {brand}. Resumed: {brand}. Never tolerated {brand:caps}.
{twin:person}. {twinmore:person}.
{twin:person} [[noted|excluded|remote]]; {twinmore:person} [[as before|not seen|per protocol]].
{twin:town}; {twin:person}; {jot}.
{epo:sign} neg; {epo:operation} remote; {stagename}.
{epo:tool} and {epo:tool} on the tray; {epo:sign} [[+|-]].
s/p {epo:operation}; {stagename}; {jot} {stagename}
{imaging}: {finding}. {imaging} otherwise no change.
{drug} {dose} {frequency}; {sig}.
Cx: {bug} (S cefazolin), {bug} few; MIC {dec:0.5-2.0}.
[[BAL|Sputum|Urine|Wound|Blood x2]] {bug}, [[sens pending|pan-S|ESBL]].
{exam}
{score}; {score}. {symptom} better, no {symptom}.
{hpi}
{model} in situ, site clean.
Dose {num:2-4} at {hm}, {num:2-4} today; Q {num:4-12} h x {num:2-6} more; day {num:2-6} of 7.
On rounds: bowel, bladder, skin, lines, drips, vent, volume, VTE, diet, dispo.
Fever curve flat; {num:36-39}.{num:0-9} max at {hm}; [[cooling|blanket]] off.
Reviewed: meds, allergies ({allergy}), {jot}, code, {diet}.
Return to [[work|school|sport]] {num:2-12} wks; no lifting over {num:5-40} lb; {advice}
Consent, site, side, antibiotics, images, implants: all agree.
Pt alert to person, place, time; drives, cooks, pays own bills; [[lives alone|2 steps]].
{dx}: {stage}. {dx}: [[stable|better|no change]].
Room {room}, bed {bed}: [[rails up|alarm on|call light near]]; to {dept} at {hm}.
""")
