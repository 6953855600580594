"""Whole documents whose story runs by dates and ages, with scores, doses, spans and cut-offs beside them."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from corpus.notes.hospital_text import wrapped
from corpus.notes.whens_rows import varied
from redactor.sample.marked import Marked, join

_HEADS = ("{0}: ", "{0}:\n", "{1}\n", "{1}: ", "{0}\n", "** {0} **\n", "## {0}\n", "[{0}]\n", "{1} -- ", "")
_LAYOUTS = ("prose", "prose", "prose", "prose", "lines", "- ", "numbers")


def _laid(c: Cast, said: list[Marked], way: str) -> Marked:
    if way == "prose" or len(said) == 1:
        return join(*said, sep=" ")
    if way == "numbers":
        return join(*(join(f"{n}. ", x) for n, x in enumerate(said, 1)), sep="\n")
    return join(*(join("" if way == "lines" else way, x) for x in said), sep="\n")


def story(block: str, low: float, high: float, female: bool | None = None) -> Callable[[Cast], Marked]:
    """A document told in order. "@ Heading" begins a part, "@= " one that is a line each; "? " what may be left out.

    low, high: the patient's age in years; female: whether the patient is a woman, where it matters.
    """
    parts: list[tuple[str, bool, tuple[str, ...]]] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        head, _, rest = text.partition("\n")
        parts.append((head.lstrip("= "), head.startswith("="), templates(rest)))

    def write(c: Cast) -> Marked:
        c.once("patient female", lambda: c.chance(0.5) if female is None else female)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=int(c.rng.uniform(low, high) * 365.25)))
        heading, way, keep = c.pick(_HEADS), c.pick(_LAYOUTS), c.pick((0.35, 0.6, 0.85, 1.0))
        out: list[Marked] = []
        for head, form, lines in parts:
            said = [c.say(varied(c, t.removeprefix("? "))) for t in lines if not t.startswith("? ") or c.chance(keep)]
            if not said:
                continue
            laid = _laid(c, said, "lines" if form else way)
            name = heading.format(head, head.upper()) if head else ""
            out.append(join(name + ("\n" if "\n" in laid.text and name.endswith(": ") else ""), laid))
        text = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        text = wrapped(text, c.rng.randint(56, 92)) if c.chance(0.25) else text
        return hurried(c, text) if c.chance(0.08) else text

    return write


FALL = r"""
@=
{site}
[[DISCHARGE SUMMARY|Discharge letter|Summary of stay]]
Patient: {pt:full}   DOB: {wborn:f}   MRN {mrn}
Admitted {wd:f -11}   Discharged {wd:f 0}   LOS 11 days
? Copies: {pcp:titled}, {nursinghome}
@ Presentation
{pt:titled}, {age}, was found by {his} neighbour on the morning of the {wd:o -11}, having lain for 6-8 hours.
{He} had been well until the [[first week|end]] of {wd:B -40}, when dizziness began; two near-falls on {wd:s -20}
    and {wd:s -14}.
? GCS 14/15, BP 94/52, right leg short, power 0/5 for pain, elsewhere 4/5; 2/6 ejection murmur.
? {He} takes 1/2 tab of furosemide and hydrocodone 5/325 prn, 1-2 q6h.
? Clinical Frailty 5/9; last MoCA 21/30; 40 pack-years, quit {year:-20}.
@ Hospital course
On the {wd:o -10} {dr:titled} fixed the hip (3-hole plate, 95/130 degrees). POD 1 Hgb 8.1, 1 of 2 units given.
? From {wd:s -9} until the {wd:o -6} {he} was delirious, 4AT 8/12; settled by POD 5 with haloperidol 0.5 x3.
CT of {wd:s -8} showed an old T12/L1 wedge; the film of {wd:my -900} had shown it as well.
? Cultures {wd:s -7}, {wd:s -5} and {wd:s -3}: 2/4 bottles, then 0/4, 0/4.
Antibiotics ran {wd:s -7} to {wd:s -1}, day 7/7 done.
? Walked 5 m by {wd:s -5}, 30 m x2 on the {wd:o -2} with a frame and 1 of staff; stairs 3/12.
? Weight 61.2 kg on the {wd:o -11}, 59.8 by the {wd:o -1}; ate 1/4 to 1/2 of trays.
@ Social
{word} [[{kin:given}|{kin:full}]], {kinage}, lives in {town}; another, {wage:n 30-60}, is overseas till {wd:B 60}.
? {pt:given} gave up bowls at {wage:n 60-67} and retired at {wage:w 50-66} after 30 years on the buses.
? {His} own mother fell at {wage:n 80-95} and never walked again, {he} says.
@ Follow up
Clips out {wd:s 4}. Fracture clinic {weekday:32} {wd:s 32} at {time}, room {room}.
? Bone health: over-75s with a hip fracture start alendronate 70 mg q week; DEXA only under 75.
? 30-day mortality at this score is 7%, 1-year 25-30%; the family knows.
? Repeat Hb the week of {wd:s 9}; echo before {wd:b 40} ends; driving: not for 6/52.
{pcp:titled}: please recheck K 2-3 days after the {wd:o 1}.
Dictated {wd:f 0} by {dr2:full}, typed the {wd:o 1}. Page 2/2.
"""

ASTHMA = r"""
@=
{clinic}   Tel {phone}
Seen {wd:f 0}, dictated {wd:s 1}, typed {wd:s 5}
Re: {pt:full}, b. {wborn:f}
@
Dear {pcp:titled},
Thank you for sending {pt:given}, [[now {age}|who is {age}|aged {age}]], whom I met with both parents on the {wd:o 0}.
@ History
Born at {gest}, 3/5 on the ward then home day 4; eczema from {wage:n 3-5} months of age.
? Walked at 13 months, spoke 2-word phrases by 2, no worries at the 3-year check.
First wheeze in {wd:Bty -700}; admitted {wd:by -500} and again over {hol} for 2/7 each.
? At {wage:w 2-4} {he} was in {fac} for 36 h on q1h salbutamol, 10 puffs, spO2 88-90.
? Since mid-{wd:B -60} night cough 3-4/7, {num:2-5} courses of pred (1-2 mg/kg x 3-5 d).
School missed: the {wd:o -30}, the {wd:o -29}, all of {wspan:-20}.
? Older brother, {wage:n pt+3}, and sister, {wage:n 1-2}, both itch; father ({wage:n 28-45}) had hay fever as a boy.
? A cousin died of it at {wage:w 11-17}; grandmother, {wage:n 58-70}, on Seretide 50/250.
@ Findings
Wt 18.4 kg (25th-50th), ht 109 cm (9th), PEF 140/180, i.e. 78%, ACT 14/27.
? Chest clear, 1/6 flow murmur, Harrison's sulci 2/2, tonsils 3/4.
? Skin pricks {wd:s 0}: mite 6x5, cat 4x3, grass 0; eos 0.9, IgE 412.
@ Plan
Flixotide 50 2 puffs bd x 8 wks, then 1 bd; step down q 3/12 if ACT >20/27.
? Montelukast 4 mg nocte (5 mg from age 6 upwards); stop if nightmares.
? Flu vaccine in {wd:B 60}; under-9s need 2 doses 4 weeks apart the first year.
? Spirometry once over 5 or so; most children lose it by 12-14.
Back on {weekday:42} {wd:s 42}; nurse {nurse:short} rings on the {wd:o 14}.
? {pt:given} starts at {school} in {wd:B 120}; form signed {wd:s 0}.
Yours, {dr:full}
? pp {inits}, {wd:s 5}, ver 2, page 1/1
"""

ANTENATAL = r"""
@=
{site}, {dept}
[[ANTENATAL SUMMARY|Prenatal record|OB transfer note]]    {wd:f 0}
{pt:last_first}   DOB {wborn:f}   {mrn}
G4 P2012   EDD [[{wd:f 90}|{wd:Bd 90}]] by 9+2 scan on {wd:s -130} ([[LMP {wd:s -190}, sure|LMP ~{wd:bd -192},
    28-day cycle]])
@ Dating
By LMP of {wd:s -190} she would be {num:26-28}w{num:1-6}d; by the scan of {wd:s -130}, 27+1. EDC stays {wd:s 90}.
? Earlier EDDs of {wd:s 83} and {wd:s 97} in the chart are void. Term 37-42 wks, viability 24/40.
? NIPT {wd:s -110} low risk, 1:10,000; NT 1.3 mm; anomaly scan {wd:Bd -60} normal, 50th centile, placenta 2-3 cm clear.
@ Past pregnancies
{year:-9}: SVD at 39+4, girl, 3.2 kg, now {wage:n 8-9}; she was {wage:n pt-9} then.
? {wd:By -1500}: loss at 9 wks, D&C; anti-D given on {wd:s -1500}.
{wd:bty -1000}: C/S for breech, 38w0d, boy, 2.9 kg, now {wage:n 2-3}, asthma; 1/5 fetal head at time.
? Her own mother had pre-eclampsia at {wage:n 20-38}; a sister, {wage:n 22-40}, had twins at 33 weeks.
@ This pregnancy
[[{pt:titled}|{pt:given}|Ms. {pt:family}]], {age}, booked at 10+3 on {wd:s -120}; BP 104/62, BMI 27, smoker 5/day until
    {wd:B -170}.
? Vomiting wk 6-14, 2 admissions: {wspan:-125} and the night of {wd:s -115} to the {wd:o -114}.
? GTT {wd:s -3}: 4.6/9.8/7.1. Hb 10.4 on {wd:s -3}, was 12.1 in {wd:B -120}.
? Fundus 27 cm; FM felt since 19-20 weeks; ceph 4/5; cx 1/50/-3.
? Tdap {wd:s -2}; RhIG due 28 wks, i.e. {wd:s 6}; flu {wd:my -60}; covid x3, last {wd:m/yy -300}.
@ Plan
VBAC talk {wd:s 20} with {dr:titled}; success 60-75%, scar rupture 1/200.
? Growth 32 and 36 wks, so about {wd:s 34} and {wd:s 62}; steroids if <34+6.
? Aspirin 150 till 36/40. Women over 40 or BMI >35 get the extra scan; she is neither.
? GBS swab wk 36, booked {wd:s 64}. Pre-op bloods {wd:s 80}; ERCS slot the {wd:o 83} if no labour, 39+0.
? Partner {kin:full} off work from {wd:B 85}. Doula: {someone:full}, {phone}.
Signed {nurse:short}, {wd:s 0}, {time}
"""

ONCO = r"""
@=
{clinic}
[[Oncology follow-up|MEDICAL ONCOLOGY - RETURN VISIT|Onc history and plan]] {wd:f 0}
{pt:full}, {wage:sx pt}, {mrn}
@ Oncologic history
{wd:By -1400}: 1/2 inch lump, U5 on US; [[biopsy|core]] {wd:s -1395} grade 3/3, ER 8/8, PR 6/8, HER2 1+, Ki-67 40%.
{wd:by -1370}: wide excision + SLNB, 22 mm, 2/14 nodes, margins 1-2 mm; {surgeon:titled} at {site2}.
? {wd:m/yy -1340}-{wd:m/yy -1270}: ddAC x4 then T x 12 weekly, 10/12 given, grade 2/3 neuropathy.
? {wd:s -1240} to {wd:s -1215}: RT 40 Gy/15 fx + 10/5 boost. {wd:bty -1210} on: letrozole 2.5, Zoladex q28d.
{wd:my -200} PET: L2/3, T11/12 and 4/10 rib; bx of {wd:s -190} concordant, ESR1 mut, 3/3 cores.
? C1D1 {wd:s -170}, C2 {wd:s -142}, C3 {wd:s -114}: dose 125/100/75, then {wd:s -86} held for ANC 0.8.
? Scans {wlist:-150} each with 10-20% less; CA 15-3 212 -> 98 -> 41.
@ Interval
Since {wd:B -40} pain 2-3/10 (was 7/10 in {wd:B -180}); ECOG 1; 1/2 of a Norco 10/325 on bad days, 3-4/7.
? Dental clearance {wd:s -20}; denosumab q4w, #5/12 given on the {wd:o -15}.
? {He} went to {town} {wspan:-25} for a grandchild's wedding; the other grandchildren are {wage:n 2-9},
    {wage:n 4-12} and
    {wage:w 3-15}.
? {word} {kin:given} ({kinage}) keeps the calendar and asks whether she too should screen: from {wcut}, yearly.
? BRCA neg {wd:m/yy -300}. An aunt had it at {wage:n 40-60} and lived to {wage:n 81-93}; mother clear at {wage:n 70-90}.
@ Impression and plan
Stage IV, bone only, responding. 5-year survival in this group is 25-35%.
? Median PFS 24.8 months; over-70s do as well as the 50-69 bracket in the trial ({num:1-9}/{num:10-20} centres).
Go on at 100 mg d1-21 q28; C8D1 {wd:s 5}, labs {wd:s 4}, scan late {wd:B 50}.
? If ANC <1.0 on the {wd:o 4}, repeat the {wd:o 11}. Bisphosphonate gap OK till {wd:s 40}.
? Advance directive signed on {wd:Bdy -2}, witness {nurse:short}.
{dr:full}, {cred}; seen {time}; 35/40 min face to face
"""

DEED = r"""
@=
[[AFFIDAVIT|DECLARATION|STATEMENT UNDER OATH|WITNESS STATEMENT]]
State of {state}, County of {county}
In the matter of {pt:full}, No. {caseno}
@
I, {kin:full}, being {kinageinwords} years of age and of sound mind, say as follows:
? I am the {word} of {pt:titled}, who on {wwords:-800} was {wage:n pt-2} and living at {street}, {city}.
I have lived in {town} for 22 years and worked 9-5 at {employer} for 15 of them.
On {wwords:-780} at half past four I drove {pt:given} to {site}; it was a {weekday}.
? {He} could not lift 1/2 a gallon with the left arm. A young man of about {wage:w 22-35}, {nurse:full}, took {his}
    pressure:
    180 over 110.
? We waited from ten to six; by the {wd:w -779} nobody had scanned {him}.
? I counted four visits: {wd:Bd -779}, {wd:Bd -776}, the {wd:o -772} and the {wd:o -769}.
? {dr:titled} came on {weekday} the {wd:w -776} and said 3 out of 5, or perhaps 2/5, I do not remember.
In {wd:By -700} {he} fell, broke C5-6, and has had 24-hour care since the second week of {wd:B -690}.
? At {wage:w 17-19} {he} had rowed for {school}; at {wage:w 40-50} {he} still ran 5 and 10 km.
? I was told that one in four over sixty-five do not recover; nobody told me more.
? A letter dated {wd:oBy -650}, page 3 of 12, marked Exhibit 7/B, put the blame on us.
? Between {wd:Bd -640} and {wd:Bd -600} I wrote eight times. I had 1 answer, {wd:BU -590}.
? {pt:full} turned {wage:w pt} last {wd:B -100}, and died on {wwords:-30}, {wage:n pt} years old.
? The sum claimed covers 36 months at 4/5 of pay, section 12.3(b), form 7-22.
@=
Signed {wlegal:0}
[[Sworn|Subscribed]] before me {wlegal:1} at {city}
? My commission expires {wd:Bdy 700}.
{lawyer:full}, Notary Public, Bar No. {cert}
"""

COMP = r"""
@=
[[PRIMARY TREATING PHYSICIAN'S REPORT|Work status report|Fitness for duty letter]]
Re: {pt:full}   Claim {claim}   DOI {wd:f -120}
Employer {employer}   Adjuster {someone:full}, {insurer}
DOB {wborn:f}   Exam {wd:f 0}   Next {wd:s 28}
@ History of injury
The {ageold} [[{job}|right-handed {job}]] lifted a 40-50 lb crate on {wd:s -120} at about {time}, felt L4/5 go,
    pain 9/10.
? Seen {wd:s -119} at {clinic}; off {wspan:-118}; back on 4-6 h/day from {wd:s -100} till the {wd:o -90}.
? PT 2-3x/wk from late {wd:b -95}, 11/12 visits; missed {wd:s -80} and {wd:s -77}; ESI {wd:s -60}, 50% x 10 days.
? Prior claims: knee, {wd:Bty -2500}, 2% WPI; hand at {wage:n 19-24}, no PD. 18 years on the job, 3 at the desk.
? MRI {wd:s -50} (not the 8/10 image quality one): 4 mm L5/S1, 1/2 of canal, 3/4 foramen.
@ Exam
Flexion 40/60, ext 10/25, SLR 45/90; EHL 4/5 R, 5/5 L; reflexes 1/4 at ankle; Waddell 1/5.
? Grip 42/40/41 R, 38/37/39 L; girth 36/37 cm; gait 1/4 mile.
? ODI 38/100, PHQ-9 7/27, Epworth 9/24.
@ Status
TTD {wspan:-118}. Modified 4/8 h {wd:s -30} through {wd:s 28}: no lift >15 lb, sit/stand q30 min.
? Not P&S before {wd:B 60}; MMI about {wd:by 120}; RTW full 5/2 shifts if FCE of {wd:s 40} is fine.
? Apportion 80/20. AMA 5th ed., table 15-3, p. 384, DRE II, 5-8%.
? Future care: 6-12 PT/yr, Rx Naprosyn 500 bid, norco 5/325 #20/mo wean by the end of {wd:B 50}.
? UR of {wd:s -9} denied 4/6 visits, IMR due by {wd:s 21}; IME {dr3:titled} the {wd:o 33} at {time}.
@=
I declare under penalty of perjury {wlegal:0}, at {city}.
{dr:full}, {cred}   Lic. {license}   {wd:f 0}
"""

GENETIC = r"""
@=
{site}, {dept}
{wd:dBy 0}    [[Our ref|Ref]] {refno}
{pt:full}, {street}
@
Dear {pt:titled},
It was good to meet you and your {word} on the {wd:o -12}. You asked for this in writing.
@ Your family
You are {age} and well. Your mother was found to have [[bowel|ovarian|breast]] cancer at {wage:n 38-56} and died the
    [[next {wd:B -3000}|{wd:B -3000} after]], at {wage:n 57-60}.
? Her sister was {wage:w 41-59}; another aunt is {wage:n 70-85} and healthy. Your uncle had his at {wage:n 33-49}.
? On your father's side a cousin, {wage:n 25-60}, had a melanoma in {wd:By -900}; he himself is in his {wage:ten 60-85}.
? Your brothers are {wage:n 20-39} and {wage:n 40-55}; your girls, {wage:w 2-9} and {wage:w 10-14}, need no test
    until adults.
? Your grandmother reached {wage:n 90-101}.
@ What the test shows
The blood taken on {wd:s -40} (report of {wd:s -14}, 3 pages) has the change in 1 of 2 copies; each child has a 1/2
    chance.
? By 70, 40-60 in 100 carriers fall ill; in the general public it is 1/20. Before 25 almost nobody does.
? 17/18 labs agree it is class 5; grade 4-5 means act.
@ What we advise
Colonoscopy every 1-2 years from 25 (35 for the other gene) up to 75; yours: {wd:B 60}, then q2y.
? Women who carry it think about surgery at 35-40 or 5 years before the youngest case.
? Aspirin 150-300 mg, 2+ years, cuts risk by 1/3. Relatives over 18 may ring {phone}.
? People under 50 with 3/3 Amsterdam points are seen within 6/52.
? Life cover: nothing to declare under £500,000; code of {year:-5}, p. 4/11.
We meet again {weekday:90} {wd:s 90}, {time}; do write before the {wd:o 80} if [[anything changes|you are unsure]].
With best wishes, {staff:full}, on behalf of {dr:titled}
"""

ICU = r"""
@=
{dept} {farsite}
[[ICU transfer summary|CRITICAL CARE COURSE|Step-down accept note]]   {wd:f 0} {time}
{pt:last_first}   {wage:sx pt}   bed {bed}   HD 14
@ Timeline
{wd:s -13} (HD1): ED {time}, T 39.6, 82/40, lactate 6.1; intubated, 7.5 at 23, 14/450/8/60.
{wd:s -12} (HD2): OR, Hartmann; 2/2 drains, EBL 900; pressors x3, MAP 60-65.
? {wd:s -11}-{wd:s -9}: CRRT 25 mL/kg/h, I/O 4.2/1.1, 3.9/2.8, 3.0/3.4.
{wd:s -8}: POD4, NE off {time}, PEEP 10->5, RASS -3 to -1, CAM 2/4.
? {wd:s -7}, {wd:s -5}, {wd:s -3}: cx 3/4 E. coli, 1/4, 0/4; mero d1-7/10, fluc since the {wd:o -6}.
? Lines: R IJ {wd:s -13} out {wd:s -6}; PICC {wd:s -5} 5 Fr 41 cm; foley {wd:mon -13}/{time} d/c'd {wd:dmon -2}.
{wd:s -4}: extubated to 40/30 HFNC; reintubated 6 h on; trach by {surgeon:titled} {wd:s -2}, #8, POD2.
? Vent days 12. SBT 30/30 min on the {wd:o -1} and today. Strength 2/5 arms, 1/5 legs, MRC 24/60.
@ Background
Per {word} {kin:given} ({kinage}): DM since {wage:n 30-40}, A1c 9.1 in {wd:b -100}, 1 ppd x 30 y until {wd:Bty -1500}.
? Walked 1/4 mile up to {wd:Bd -14}; drove; no ETOH since {holiday}.
? Kids {wage:n 4-19} and {wage:n 20-30} to visit; minors under 12 need the charge nurse's nod.
? Father d. {wage:n 50-75} sepsis; "not like him" {pt:given} said at {wage:n 20-34}.
@ Scores
SOFA 14 -> 9 -> 4; APACHE II 31 (mortality 70-75%); age points 3-6 depending on >=65 or >=75.
? Braden 11/23; CPOT 2/8; Norton 9/20; goal 25 kcal, 1.5 g/kg; Vital 55/h x 22 of 24.
@ To do
Family meeting {weekday:2} {wd:s 2} {time}, room {room}. Trach change {wd:s 5}. Rpt CT {wd:s 3} if WBC >15/16.
? Ostomy RN {nurse:short} M/W/F; sutures out {wd:s 8}; 6-wk clinic, so {wd:b 40}.
? Stop fluc after the {wd:o 4} (day 10/10). H&H q12 x 2/7. Code: full, readdress by {wd:s 7}.
{dr:short}, {pager}; cosign {dr2:initial_last} {wd:s 1}
"""

NICU = r"""
@=
{site}
[[NICU DISCHARGE SUMMARY|Neonatal summary|Baby transfer letter]]
{baby}   born {wborn:f} {time}   [[MRN|chart]] {mrn}
@ Birth
{num:28-31}w{num:0-6}d by LMP of [[{wd:s -225}|{wd:Bd -225}]] (EDD {wd:s 55}); BW 1,{num:200-900} g (25th), HC 29
    (10th-50th),
    Apgars 4/7/8.
Mother {pt:family}, {wage:n 17-43}, G3P1-2, steroids 2/2 on the {wd:o -14}; partner {kin:given}, {wage:n 19-50}.
? ROM 36 h; GBS unk; cord 7.18/-8; PPV 2 min, CPAP 5-6, FiO2 0.30-0.40.
? Siblings: {wage:n 4-12} and {wtot:14-30}; one brother died at {wnb}.
@ Course
Surf x1 at {num:1-5} h; CPAP until DOL {wage:n 4-9}; nasal 2 L -> 1/2 L -> RA on {wd:s -4}.
? Caffeine 20 then 5-10 mg/kg, last {wd:s -6}; 5/5 days without spells by the {wd:o -1}.
? Bili 11.2 on DOL {wage:n 3-5}, lights {wspan:-9}; rebound 6.8.
? Feeds 20/kg up to 150/160; 22-24 kcal; PO 8/8 since {wd:s -2}; IDF 1-2.
? HUS {wd:s -7} gr 1/4 L; repeat at 36 wks PMA or {wd:s 14}; ROP zone 2/3 stage 1, again {wd:s 10}.
? Eye exams start at 31 weeks or 4 weeks of life for <30 wks or <1,500 g.
? Now 35+2 corrected, [[{wd:s 0}|the {wd:o 0}]], 1.98 kg.
@ Going home
Hep B {wd:s -1} lot {lotno}; RSV Ab {wd:s 0}; car seat 90/90 min, hearing 2/2 pass, CCHD 98/99.
? NBS {wd:s -12} and {wd:s -2}; poly-vi-sol 1 mL, Fe 2-4 mg/kg.
? {pcpsite} {weekday:2} {wd:s 2}; high-risk clinic at 4 mo corrected i.e. {wd:B 150}; early steps referral.
? At {wtot:1-2} give DTaP etc. by chronological, not corrected, age. Fever >100.4 under 3 mo: ED.
{dr:full} {wd:f 0}; NNP {nurse:short}
"""

VETERAN = r"""
@=
{farsite}   [[C&P exam|Claim opinion|Nexus letter]]   {wd:f 0}
{pt:full}, {wage:n pt}, [[SSN ends {ssn4}|file {refno}]]
@ Service
Drafted at {wage:w 18-20}; basic {wd:bty -19500}, overseas {wd:Bty -19300} to {wd:b.ty -18900}, out {wd:m/yy -18700}.
? Two wounds: {wd:dby -19100}, 3/4 inch shard, L knee; and in late {wd:b -19050}, ears, 1/2 a mile from the line.
? MOS 11B, 13 months, 2/5 infantry, 105 mm howitzers 4-6 h/day, no plugs.
? Lay statement of {someone:full}, {wage:n 72-75}, who was {wage:n 19-22} then, says it was the {wd:o -19100} or
    the {wd:o -19099}.
@ Since
Worked 30 years at {employer}, laid off at {wage:n 50-58}; 70% SC since {wd:by -4000}, knee 10, PTSD 50, tinnitus 10.
? Aids since {wage:w 48-60}; audiogram {wd:s -60}: 25/30/55/70 dB R, speech 72%; PCL 61/80, CAPS 4/5 clusters.
? ER {wd:Bdy -800} and {wd:bdty -500}; inpatient {wspan:-400}; sober from {hol} on, 12 steps, 90 in 90.
? Wife {kin:given} d. {wd:boy -2000} at {wage:n 55-64}; grandson, {wage:n 4-15}, stays over 2-3 nights/wk.
@ Opinion
At least as likely as not (50/50). Age alone (>65) explains 1/3 of loss per ISO 7029; onset at {wage:n 20-30} does
    not fit.
? 38 CFR 4.85, table VI, IV/V; rated 20% from {wd:mdY -90}; appeal within 1 year, BVA docket {caseno}.
{dr:full}, {cred}, exam of the {wd:o -5}, 45 min, page 4/4
"""

DIARY = r"""
@
[[Notebook by the bed|Mum's diary|What happened, for the GP|Notes for {dr:titled}]], {wd:B -20} to {wd:B 0}
@
{wd:o -20}. {kin:given} drove. {pt:given} ate 1/2 a scone, first food since the {wd:o -22}. Pain 7/10 at 4.
? {wd:o -19}. Worse. 2 tabs at 8, 2 at 12, none left of 30. Counted 4/7 days bad this week.
? {wd:bd -17}. Doctor {dr:family} came, half an hour. Says wait until the {wd:o -12}, 5 days. Temp 38 2.
? {wd:o -16} and {wd:o -15} no change. Slept 3-4 hours. Rained. Neighbour's boy, {wage:n 8-17}, brought soup.
{weekday:-12} the {wd:o -12}. Scan at {site}, level 3, 45 minutes late. Nurse asked age three times: {wage:n pt},
    {wage:n pt},
    {wage:n pt}!
? {wd:Bd -10}. Letter from {insurer}: pay 80/20, page 2/3, reply in 30 days. Dated the {wd:o -14}.
? {wd:o -9}. Our anniversary, 41 years. Wed on {wd:oBy -15000} at {church}, she was {wage:n 19-25}, I was
    {wage:n 20-28}.
? {wd:o -8}. Bath. Weight 8 st 4. Walked 20 steps, then 12. BP 3 times a day, 130 over 70.
? From the {wd:o -7} to the {wd:o -5} in hospital, bed 4, six others, one {wage:w 90-99} and full of jokes.
{wd:bd -4}. Home with {num:3-9} bottles: 1/2 of the white twice a day for 10 days, blue till it is 2/3 gone.
? {wd:o -3}. Grandchildren ({wage:n 2-5}, {wage:n 6-9}, {wage:n 10-17}) on the phone. The 5 o'clock news. Soup.
? Next: {wd:o 3} blood, {wd:o 9} {dr:titled} at 10, {wd:B 30} the big scan. Ask about the over-75 flu jab.
@
? P.S. In {wd:Bty -4000} she had the same for 6 weeks, and in {year:-30} once.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("whens-long-fall", story(FALL, 68, 97), 1.2),
    NoteType("whens-long-asthma", story(ASTHMA, 4.5, 9), 1.0),
    NoteType("whens-long-antenatal", story(ANTENATAL, 29, 41, female=True), 1.2),
    NoteType("whens-long-oncology", story(ONCO, 45, 80, female=True), 1.2),
    NoteType("whens-long-affidavit", story(DEED, 60, 80), 1.2),
    NoteType("whens-long-work-status", story(COMP, 25, 64), 1.2),
    NoteType("whens-long-genetics", story(GENETIC, 25, 48, female=True), 1.0),
    NoteType("whens-long-icu", story(ICU, 35, 88), 1.2),
    NoteType("whens-long-nicu", story(NICU, 0.03, 0.04), 1.0),
    NoteType("whens-long-veteran", story(VETERAN, 72, 74, female=False), 1.0),
    NoteType("whens-bedside-diary", story(DIARY, 62, 90), 1.2),
)
