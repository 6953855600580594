"""Notes of therapists, dietitians and pharmacists."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import FOLLOWUP, NOTIFIED, PLAIN_RESULT
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_story import OPENING, SOCIAL
from corpus.notes.hospital_text import blocks, rows

_SIGNS = blocks("""
{staff:short}, [[RD, LDN|PT, DPT|OTR/L|MS, CCC-SLP|PharmD, BCPS|RRT]]

{staff:full}, [[RDN|DPT|MS OTR/L|PharmD|RRT-ACCS]] [[pager|x]] {ext}

{staff:given} [[PT|OT|RD|RT]] {time}

[[Signed|Therapist|Electronically signed]]: {staff:last_first} {stamp}

{staff:initials} / {dr:initials}

[[Therapist|Clinician]]: {staff:short}   [[License|Lic #]] {cert}   {fulldate}

{staff:first_initial}, [[SPT|intern|student]], [[with|supervised by]] {newdr:short}

[[Time in|In]] {time} [[Time out|Out]] {time}  {staff:family}

{staff:titled_full} {phone}
""")

_DIET = rows("""
[[Consult|Referral]] from {dr:titled} [[for|re]] [[TF recs|poor PO|education]], {shortdate}.
{pt:titled} [[reports|says]] {he} [[eats|has]] 2 meals/day, [[cooked by|with]] {word} {kin:given}.
[[Ht|Height]] 168 cm, [[Wt|weight]] 58.9 kg, BMI 20.9; UBW 66 kg in {month:-120} ([[per|at]] {pcpsite:alias}).
[[Est needs|Needs]]: 1650-1800 kcal, 75-90 g pro. {labs}
[[Diet|Current diet]]: {diet}. Intake 25-50% [[x|since]] {shortdate:-4}.
[[Meals on Wheels|WIC|SNAP]] through {agency}, [[contact|worker]] {someone:short}, {phone}.
[[Malnutrition|Severe malnutrition]] [[criteria met|documented]] {date}, {dr2:family} [[agrees|notified]].
[[Likes|Prefers]] [[Ensure|Boost Breeze]] chocolate; {kin2:given} [[brings|to bring]] [[rice|soup]] from home.
TF Jevity 1.2 @ 55, FWF 150 q4. {neg}
[[Culturally|Religious]]: [[Kosher|Halal|vegetarian]], [[attends|]] {church}.
[[RD to follow|F/u]] {shortdate:4} [[or prn|per protocol]]. [[Page|Call]] {staff:given} {pager}.
[[Education|Handout]] given to {kin:titled} in [[Spanish|English]], [[teach-back ok|receptive]].
{pt:family} [[lost|down]] 12 lb since {date:-60} [[when|after]] {his} {word2} {kin2:given} [[moved to|died in]] {town}.
""")

DIET = Form(
    "dietitian",
    (
        "[[Nutrition Assessment|Dietitian Note|RD Initial Assessment|Nutrition Follow-up|Clinical Nutrition Consult|"
        "MNT Note]]"
    ),
    (
        Part("[[Reason|History|Subjective|]]", OPENING, 1, 1, 0.5),
        Part("[[Assessment|Food/Nutrition Hx|Nutrition Assessment]]", _DIET, 2, 5, 1.0, 0.2),
        Part("[[Labs|Anthropometrics|Biochemical]]", PLAIN_RESULT, 1, 2, 0.4, shape="lines"),
        Part("[[Social|Food access]]", SOCIAL, 1, 2, 0.3),
        Part("[[Plan|Intervention|Recs|M/E]]", ("{todo}", "{diet}", *_DIET[8:12], "{neg}"), 1, 3, 0.7, 0.2, "list"),
    ),
    signs=_SIGNS,
    most=3,
)

_THERAPY = rows("""
[[Prior level of function|PLOF]]: independent, [[worked as|was]] a {job}; [[lives|home]] with {kin:given} at \
{street}, 3 STE.
{pt:given} [[amb|ambulated]] 120 ft RW CGA, [[assist of|with]] [[tech|aide]] {newdr:given}. {neg}
[[Goal|STG 1]]: [[bed mobility|sit-stand]] mod I by {date:7}. [[Goal|LTG]]: [[return home|kneel at]] {church} \
[[by|]] {month:60}.
[[Seen|Treated]] {time}-{time} [[at bedside|in gym]], [[co-treat with|cotx w/]] OT {newdr:short}.
{pt:nick} [[motivated|fatigued|anxious]], [[looks forward to|wants to attend]] {kin2:poss} wedding [[on|]] {date:45}.
[[Home setup|Environment]]: [[2nd floor walk-up|ranch|trailer]] [[in|near]] {place}, [[tub|stall]] shower, \
{kin2:given} [[lives downstairs|next door]].
AM-PAC 16/24. {score}
[[Swallow|MBS]] {date}: [[silent aspiration of thins|WFL]]; [[radiologist|with]] {newdr:family}. Rec: {diet}.
[[Oriented to|Names]] {pt:given}, [[not|missed]] {year:-1}, [[said it was|thought]] {monthonly}; MoCA 19/30.
[[Names|Identified]] {kin:given} and {kin2:given} [[in photos|by voice]], 3/5 [[objects|pictures]].
[[Wrist|Hand]] splint [[fabricated|fitted]] by {newdr:titled}, wear [[schedule|nights]] until {date:14}.
[[DME|Equipment]]: [[RW|BSC|hospital bed]] from {employer} ([[order|ref]] {order}), [[delivered|due]] {shortdate:2}.
[[D/c rec|Disposition]]: [[IRF|SNF|home PT]] - {nursinghome}; CM {staff:given} [[aware|d/w]] {kin:titled}.
[[Precautions|WB]]: WBAT LLE, posterior hip, [[surgeon|per]] {surgeon:family} {date:-2}.
[[RN|Nurse]] {nurse:given} [[cleared for therapy|aware of HR 130s]] {time}. {vitals}
[[Patient|Pt]] [[declined|refused]] x2 ({time}, {time}); will [[reattempt|try]] {weekday}.
[[Cog|Language]]: [[counted|named]] 4/10. [[Reads|Read]] the sign for {site:alias} [[aloud|correctly]].
[[Caregiver training|Car transfer]] with {kin3:given} {shortdate:1} [[at|@]] {time12}.
97530 x2, 97116 x1. {neg}
""")

THERAPY = Form(
    "therapy",
    "[[Physical Therapy Evaluation|PT Daily Note|OT Initial Eval|Occupational Therapy Note|Speech-Language "
    "Pathology Evaluation|"
    "Bedside Swallow Evaluation|SLP Treatment Note|PT/OT Co-treatment|PT Discharge Summary|Rehab Progress Note]]",
    (
        Part("[[History|Subjective|S|]]", OPENING, 1, 1, 0.5, 0.2),
        Part("[[Evaluation|Objective|O|Treatment|Session]]", _THERAPY, 2, 6, 1.0, 0.2),
        Part("[[Home|Social|Living situation|Prior Function]]", (_THERAPY[0], _THERAPY[5], *SOCIAL[:8]), 1, 2, 0.6),
        Part(
            "[[Assessment|A]]",
            (
                "{pt} [[presents with|has]] [[impaired gait|dysphagia|decreased ADLs]] s/p {proc} {shortdate:-3}.",
                "{neg}",
                "{todo}",
                "Would benefit from [[skilled|acute]] [[PT|OT]] 5x/wk.",
                "{pt:titled} [[improving|at baseline per {kin:given}]].",
            ),
            1,
            2,
            0.7,
        ),
        Part("[[Plan|P|Recs]]", (*_THERAPY[10:13], "{todo}", "{advice}"), 1, 3, 0.6, 0.2, "list"),
        Part("[[Communication|]]", NOTIFIED, 1, 1, 0.3),
        Part("[[Follow-up|Appointments]]", FOLLOWUP, 1, 1, 0.15),
    ),
    signs=_SIGNS,
    most=3,
    weight=1.3,
)

_PHARM = rows("""
[[Vancomycin|Gent|Warfarin|Heparin]] [[dosing|consult]] per {dr:titled}, [[day|D]] 3. {labs}
[[Trough|AUC]] 17.2 [[drawn|on]] {shortdate} {time} ([[dose|given]] {time}), [[change to|continue]] {sig}.
[[Med history|Med rec]] [[obtained from|per]] {kin:given} ([[bottles|by phone {kinphone}]]) and {pharmacy} \
([[ph|phone]] {phone}).
[[Last fill|Filled]] {drug} {date:-20} Rx#{rx}, [[prescriber|by]] {pcp:family}.
INR 3.4 ({shortdate}), 2.8 ({shortdate:-1}); [[hold|give 2 mg]] tonight. {neg}
[[Intervention|Recommendation]]: {sig} -> {sig}; [[accepted by|d/w]] {dr3:family} {time}.
CrCl 38 mL/min ([[CG|IBW]]), [[age|]] {age}, 71 kg, SCr 1.6.
[[Allergy clarified|Penicillin]]: [[rash|hives]] as a child per {kin2:given}; [[tolerated|got]] cefazolin at \
{site2:alias} {year:-3}.
[[Prior auth|Copay]] {payer} [[ref|#]] {claim}, approved [[thru|until]] {date:180}, [[spoke with|rep]] {someone:given}.
[[Next level|Repeat]] {shortdate:2} {time}. [[Pager|x]] {ext}.
[[Delivered|Meds to beds]]: {pt:family} {room}, [[signed|received by]] {kin:short} {stamp}.
{dr2:titled} [[okayed|wants]] [[DOAC|LMWH]] [[at|on]] discharge; [[coupon|voucher]] [[#|id]] {id}.
No interactions of note. {drug}, {drug}, {drug} reviewed.
[[PDMP|State PMP]] [[checked|queried]] {stamp} ({username}): {drug} #60 {shortdate:-12}, [[{newdr:family}|DEA \
{dea}]], {pharmacy}.
""")

PHARMACY = Form(
    "pharmacy-consult",
    "[[Pharmacy Consult|Pharmacokinetic Note|Vancomycin Dosing|Anticoagulation Note|Medication Reconciliation|"
    "Clinical Pharmacist Note|Antimicrobial Stewardship]]",
    (
        Part("[[Summary|Patient|]]", OPENING, 1, 1, 0.5),
        Part("[[Note|Assessment|Data]]", _PHARM, 2, 6, 1.0, 0.2),
        Part(
            "[[Home Medications|PTA meds]]",
            (
                "{sig}",
                "{sig} - {pharmacy} {shortdate:-9}",
                "{sig} (per {kin:given})",
                "{sig} ([[{pcp:family}|{dr4:family}]])",
                "{drug}",
            ),
            2,
            5,
            0.5,
            0.0,
            "list",
        ),
        Part(
            "[[Plan|Recommendations]]",
            ("{sig}", "{todo}", *_PHARM[5:6], *_PHARM[9:10], "{neg}"),
            1,
            3,
            0.6,
            0.1,
            "list",
        ),
    ),
    signs=_SIGNS,
    most=3,
    weight=0.8,
)

_RT = rows("""
{time} [[Neb|Albuterol/ipratropium]] given, [[BS|breath sounds]] [[wheeze|coarse]] -> clear. [[HR|pulse]] 92/98.
[[Vent check|Vent]] {time}: PRVC 18/420/40%/+5, Ppk 24, [[circuit|vent]] [[S/N|#]] {serial}.
[[Extubated|SBT started]] {time} per {dr2:family}, [[RN|with]] {nurse:given} [[present|at bedside]], 4L NC.
ABG [[drawn|L radial]] {time}: 7.31/58/66, [[called to|results to]] {newdr:titled} {time}, [[RBV|read back]].
[[Trach|ETT]] 8.0 [[placed|]] {shortdate:-5} {surgeon:family}; [[cuff|secured]] 24 cm. {neg}
[[CPAP|BiPAP]] {model} from home ([[serial|SN]] {serial}, [[DME|supplier]] {employer}, {phone}) 14/6.
[[Home O2|Oxygen]] eval: 84% RA amb -> 93% 2L. [[Set up|Referral]] {hospice}, [[qualifying date|done]] {date}.
{pt} [[refused|tolerated]] [[CPT|vest]] {time}; [[mom|family]] {kin:given} [[does|assists]].
[[Report|S/o]] to {newdr:given} [[RRT|nights]] {time}.
Peak flow 180 -> 240. {sig}
[[Weaned|Wean]] FiO2 50 -> 35% since {time}. {vitals}
[[Bronch|BAL]] with {dr4:titled} {time}, [[specimen|cx]] {specimen} to lab.
[[Taught|Educated]] {pt:given} and {kin2:given} [[spacer|IS]] use.
""")

RESPIRATORY = Form(
    "respiratory-therapy",
    "[[Respiratory Therapy Note|RT Note|Ventilator Note|RCP Progress Note|RT Shift Summary|Home Oxygen Evaluation]]",
    (
        Part("[[Note|RT|Treatment|]]", _RT, 2, 7, 1.0, 0.2),
        Part(
            "[[Assessment|Exam]]",
            ("{exam}", "{vitals}", "{neg}", "[[SpO2|Sat]] 94% on 3L at {time} {staff:initials}"),
            1,
            2,
            0.4,
        ),
        Part("[[Communication|MD notified]]", NOTIFIED, 1, 2, 0.4),
    ),
    signs=_SIGNS,
    most=2,
    weight=0.8,
)

TYPES: tuple[NoteType, ...] = tuple(f.note_type() for f in (DIET, THERAPY, PHARMACY, RESPIRATORY))
