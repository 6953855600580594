"""Notes of a hospital's wards: admission, stay and discharge; `TYPES` holds those of nurses and therapists too."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.allied import TYPES as ALLIED_TYPES
from corpus.notes.hospital_course import EVENTS, FOLLOWUP, LEAVING, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_story import ARRIVAL, FAMILY, OPENING, PAST, SOCIAL
from corpus.notes.hospital_text import rows
from corpus.notes.inpatient_icu import TYPES as ICU_TYPES
from corpus.notes.inpatient_talks import TYPES as TALK_TYPES
from corpus.notes.newborn import TYPES as NEWBORN_TYPES
from corpus.notes.nursing import TYPES as NURSING_TYPES

_COMPLAINT = rows("""
{symptom}
"{symptom}" [[x|for]] {duration}
{symptom}, {symptom}
[[Transfer|Transferred]] from {site2} [[for|with]] {dx}
{kin:given} [[states|says]] "{he} just isn't {himself}"
[[Referred|Sent]] by {pcp:family} for {symptom}
{ageold} with {symptom}
[[Direct admit|Elective admission]] for {proc}, {surgeon:titled}
""")

_REVIEW = rows("""
{ros}
[[ROS|All systems]] [[otherwise |]]negative [[except as above|x10|per {kin:given}]].
[[Limited|Unobtainable]] [[due to|2/2]] mental status; [[collateral|most]] from {kin:titled}.
[[Endorses|+]] {symptoms}; [[denies|-]] {symptom}.
Weight down 11 lb since {date:-45} ([[scale at|per]] {pcpsite}).
""")

_EXAM = rows("""
{exam}
{vitals}
[[Gen|GEN]]: [[NAD|ill appearing|looks stated age]]. {exam}
[[VS|Vitals]] [[at|@]] {time}: {vitals}
[[Examined|Seen]] [[in|at]] [[bed|room]] {room} with {nurse:given} [[chaperoning|in room|present]]. {exam}
{neg}
[[Neuro|NEURO]]: knows name ("{pt:nick}") and {word} {kin:given}, [[thinks it is|not]] {year:-9}. {neg}
[[Tattoo|Scar]] [["{kin2:given}"|"{kin:nick}"]] on [[L forearm|chest]]. {exam}
[[Skin|Access]]: [[R IJ|PICC|midline]] ([[placed|day]] {shortdate:-4}), c/d/i.
""")

_ASSESS = rows("""
{ageold} {man} with {dxs}, [[admitted|here]] with {symptom}, [[most likely|likely]] {dx}.
{pt:titled} is [[a |]]{ageold} with {dx} - [[improving|stable|worse]] [[since|from]] {shortdate:-1}.
{pt:given} is [[day 3|POD2|HD5]] after {proc} ([[{surgeon:family}|{date:-2}]]), [[doing well|with fever]].
# {dx}: {todo}
{dx} - {drug}, [[per|d/w]] {dr2:family}.
[[Impression|IMP]]: {dx}, {dx}.
{agesex} {dx} c/b {dx}, [[s/p|after]] {proc} {shortdate:-3}.
[[Agree with|Appreciate]] {dr4:titled}'s [[input|recs from {shortdate}]].
{neg} {todo}
""")

ADMISSION = Form(
    "admission",
    "[[History and Physical|Admission H&P|H&P|Admission Note|Admit Note|HISTORY & PHYSICAL EXAMINATION|Medicine "
    "Admission|"
    "{site:abbr} Admission H&P|Hospitalist H&P|Night Float Admission]]",
    (
        Part("[[Chief Complaint|CC|Reason for Admission|C/C]]", _COMPLAINT, 1, 1, 0.7, 0.0),
        Part("[[HPI|History of Present Illness|Present Illness|History|Narrative]]", OPENING, 1, 1, 0.95, 0.6),
        Part("", ARRIVAL, 1, 3, 0.8),
        Part("[[PMH|Past Medical History|PMHx|Past History|Medical/Surgical History]]", PAST, 2, 5, shape="list"),
        Part(
            "[[Medications|Home Meds|MEDS PTA|Current Outpatient Medications]]",
            (
                "{sig}",
                "{sig} ",
                "{drug}",
                "{sig} ([[{pcp:family}|{pharmacy}]])",
                "{sig}, [[started|last filled]] {date:-30}",
                "{sig} [[held since|stopped]] {shortdate:-3}",
                "{drug} - {neg}",
            ),
            2,
            5,
            0.6,
            0.0,
            "list",
        ),
        Part(
            "[[Allergies|ALL|Drug Allergies]]",
            ("{allergy}", "NKDA", "{allergy} ({year:-4}, {site2})", "NKDA per {kin:given}"),
            1,
            1,
            0.5,
            0.0,
        ),
        Part("[[Social History|SH|Social|SocHx|Psychosocial]]", SOCIAL, 1, 4),
        Part("[[Family History|FH|FHx|Family]]", FAMILY, 1, 2, 0.6),
        Part("[[ROS|Review of Systems]]", _REVIEW, 1, 2, 0.5),
        Part("[[Physical Exam|PE|Exam|Objective|O/E]]", _EXAM, 1, 3),
        Part("[[Data|Labs/Imaging|Results|Studies|Labs]]", PLAIN_RESULT, 1, 4, 0.7, shape="lines"),
        Part("[[Assessment and Plan|A/P|Impression|Assessment/Plan|MDM]]", _ASSESS, 1, 2, 0.9),
        Part("[[Plan|PLAN|Recommendations]]", PLANNED, 2, 4, 0.7, shape="list"),
        Part("[[Communication|Contacts|Family Communication|Disposition]]", NOTIFIED, 1, 2, 0.5),
    ),
    (("[[Admit Date|Date of Admission|Admitted]]", "[[{fulldate}|{stamp}|{numdate} {time}]]"),),
    weight=2.0,
)

_SUMMARY_DX = rows("""
{dx}
{dx}, {dx}
{dxs}
{dx} s/p {proc} {shortdate} ({surgeon:family})
{dx} ({code})
[[Acute|Chronic]] {dx}, [[resolved|improved]]
{dx} [[first noted|dx]] {month:-500}
""")

_PROCEDURES = rows("""
{date:1}: {proc} ({surgeon:titled})
{proc}, {numdate:1}, {newdr:short}, {cred2}
{proc} - {shortdate:2}
{imaging} {date:1}
[[None|none]]
{proc} [[by|with]] {newdr:family}/{dr3:family} {weekday} {shortdate:1}
[[Central line|PICC]] {shortdate}-{shortdate:4}
{fulldate:1} {proc}. [[Surgeon|Attending]]: {surgeon:upper}. [[Anesthesia|Anes]]: {newdr:initial_last}.
""")

_LETTER = rows("""
Dear {pcp:titled},
Dear {pcp:titled}: [[Re|RE]]: {pt:full}, {dob}
[[Dear|Hi]] {pcp:given}, your patient {pt:full} was with us {daterange}.
[[To whom it may concern|To the receiving physician]]: {pt:titled} ({mrn}) was cared for at {site} from {date} \
[[to|until]] {date:4}.
""")

_DC_PARTS = (
    Part("", _LETTER, 1, 1, 0.12, 0.0),
    Part(
        "[[Discharge Diagnosis|Final Diagnoses|Diagnoses|Principal Diagnosis|DX]]", _SUMMARY_DX, 1, 3, 0.8, 0.0, "list"
    ),
    Part(
        "[[Procedures|Procedures Performed|Operations|Operations and Procedures]]", _PROCEDURES, 1, 3, 0.6, 0.0, "list"
    ),
    Part(
        "[[Consults|Consultants|Consultations]]",
        rows("""
{dr2:titled}, {dept}
{dr4:short} ([[Infectious Disease|Nephrology|{dept}]])
{newdr:titled_full} - {dept}
[[PT/OT|Nutrition]]: {staff:short}
[[None|Palliative care]]
[[Cardiology|Psychiatry]] ({newdr:family}), [[seen|consulted]] {shortdate:1}
"""),
        1,
        3,
        0.5,
        0.0,
        "list",
    ),
    Part("[[Brief HPI|HPI|Reason for Admission|History of Present Illness|Presentation]]", OPENING, 1, 1, 0.85, 0.5),
    Part("", ARRIVAL, 1, 2, 0.5),
    Part("[[Past Medical History|PMH]]", PAST, 1, 4, 0.4, shape="list"),
    Part(
        "[[Hospital Course|Course|Brief Hospital Course|Hospital Course by Problem|Summary of stay]]",
        EVENTS,
        2,
        5,
        0.95,
        0.45,
    ),
    Part("[[Social|Social History|Psychosocial]]", SOCIAL, 1, 2, 0.35),
    Part("[[Pertinent Results|Labs|Data|Key results]]", PLAIN_RESULT, 1, 4, 0.5, shape="lines"),
    Part("[[Discharge Exam|Physical Exam on Discharge|Exam at discharge]]", _EXAM, 1, 2, 0.4),
    Part(
        "[[Condition|Discharge Condition|Condition at Discharge|Disposition|Discharge disposition]]", LEAVING, 1, 3, 0.8
    ),
    Part(
        "[[Discharge Medications|Meds at discharge|Medications on Discharge|D/C Meds]]",
        (
            "{sig}",
            "{sig} ",
            "{sig}  ",
            "NEW: {sig}",
            "STOP: {drug}",
            "CHANGED: {sig} (was per {pcp:family})",
            "{sig} until {date:14}",
            "{drug} - dispensed {pharmacy}, Rx {rx}",
        ),
        2,
        6,
        0.6,
        0.0,
        "list",
    ),
    Part(
        "[[Follow-up|Follow Up Appointments|F/U|Appointments|Outpatient Follow-up|Followup Plan]]",
        FOLLOWUP,
        1,
        4,
        0.85,
        0.1,
        "list",
    ),
    Part(
        "[[Instructions|Patient Instructions|Discharge Instructions|What to do at home]]",
        (
            "{advice}",
            "{diet}",
            "Call {sitephone} [[for|if]] {symptom}.",
            (
                "[[You were admitted|You came in]] with {symptom} [[and were cared for by|and saw]] {dr:titled} and "
                "{dr2:titled}."
            ),
            "{neg}",
            "{advice} [[Ask for|Your nurse was]] {nurse:given}.",
        ),
        1,
        3,
        0.5,
    ),
    Part("[[Communication|Pending items|Issues for follow-up]]", NOTIFIED, 1, 2, 0.4),
)

_STAY = (
    (
        "[[Admit Date|Date of Admission|Admission Date|ADMITTED|Adm]]",
        "[[{fulldate}|{numdate}|{textdate}|{weekday} {fulldate}]]",
    ),
    (
        "[[Discharge Date|Date of Discharge|DISCHARGED|D/C|DC date]]",
        "[[{fulldate:4}|{numdate:4}|{textdate:4}|{fulldate:4} {time}]]",
    ),
)

DISCHARGE = Form(
    "discharge-summary",
    "[[Discharge Summary|DISCHARGE SUMMARY|Physician Discharge Summary|DC Summary|Hospital Discharge Summary|"
    "Discharge Note|Summary of Hospitalization|Medicine Discharge Summary]]",
    _DC_PARTS,
    _STAY,
    weight=3.0,
)

_SUBJECTIVE = rows("""
{pt} [[slept well|feels better|had a rough night|is sitting up]], [[denies|no]] {symptom}.
[[No acute events|NAEO|No events]] overnight. [[Tele|Monitor]]: [[NSR|6-beat run NSVT {time}]].
[[O/N|Overnight]]: [[NF|night float|cross cover]] ({newdr:family}) [[called|paged]] for {symptom} at {time}, {sig} \
given.
Pt [[c/o|reports]] {symptom}; [[per|RN]] {nurse:given} [[slept poorly|refused labs|ate 50%]].
{kin:given} [[at bedside|in room|on phone]], [[worried about|asks about]] {symptom}.
"[[I want to go home|I'm sore but OK]]," says {pt:nick}.
{pt:initials} [[doing well|tolerating PO|OOB to chair]].
[[Seen|Examined]] [[this am|on rounds|at {time}]] with {dr3:family} [[and|/]] {newdr:family}.
{pt:given} [[has been asking for|misses]] {his} {word2}, {kin2:given}, [[who flies in|arriving]] {date:1}.
{symptoms} [[improved|resolved|unchanged]] since {shortdate:-1}.
{pt:family} [[says|notes|feels]] [[less|more]] {symptom} [[today|since {weekday}|after {drug}]].
[[Discussed with|Per]] {kin:titled}: baseline [[A&Ox3|walks with cane]], [[lives|from]] {city}.
""")

PROGRESS = Form(
    "progress-soap",
    "[[Progress Note|Daily Progress Note|Medicine Progress Note|Attending Progress Note|Surgery Progress Note|"
    "Inpatient Progress|POD#2 Progress Note|HD 4|{dept} Daily Note|Hospitalist Follow-up]]",
    (
        Part("[[Subjective|S|Interval History|24h events|SUBJ|Interval events]]", _SUBJECTIVE, 1, 3, 0.95, 0.3),
        Part("[[Objective|O|Exam|Physical Exam]]", _EXAM, 1, 3, 0.9),
        Part("[[Labs|Data|Lines|Results]]", PLAIN_RESULT, 1, 3, 0.6, shape="lines"),
        Part("[[Assessment|A|Impression|A/P]]", _ASSESS, 1, 2, 0.9),
        Part("[[Plan|P|Recs]]", PLANNED, 2, 4, 0.9, 0.2, "list"),
        Part("[[Hospital Course to date|Events|Timeline]]", EVENTS, 1, 3, 0.25),
        Part("[[Communication|Family|Contacts|Dispo]]", NOTIFIED, 1, 2, 0.45),
    ),
    (("[[Hospital day|HD|LOS|POD]]", "[[4|HD#3|2|7]]"),),
    most=4,
    weight=2.0,
)

_PROBLEMS = rows("""
{dx}: {todo}
{dx} - [[dx'd|first seen]] {month:-200} [[at|by]] {newsite}. {drug}
{dx}: [[s/p|after]] {proc} {shortdate:-2} with {surgeon:family}. [[Drain|Foley]] out [[{shortdate:1}|tomorrow]].
{dx}: cx {shortdate:-1} {organism}, {sig} [[day 3/7|thru {shortdate:4}]], ID ({dr4:family}) following
{dx}, [[stable|chronic]]: continue {drug}. {score}
{dx}: {dr2:family} [[recs|suggests]] {test} [[before|by]] {date:2}
[[FEN|Nutrition]]: {diet}. [[Dietitian|RD]] {staff:given} following.
[[Social|Dispo]]: {word} {kin:given} {kinphone}; [[CM|SW]] {staff:family}; [[SNF|rehab]] choice {nursinghome}
[[Ppx|Lines|Code]]: [[SCDs|PIV x2|Full code]]
{dx}: {neg}
{dx} - [[h/o|had]] {proc} {year:-5} {site2:alias}, {model} [[S/N|#]] {serial}
{symptom}: {todo} [[Call|Page]] {dr3:family} ({pager}) [[if worse|w/ results]]
{dx}: Hgb 7.4 ([[from|was]] 8.1 {shortdate:-1}). [[Consent for blood signed by|Transfuse <7 per]] {kin:short}.
""")

PROBLEMS = Form(
    "progress-problems",
    "[[Progress Note|Daily Note|Problem-Based Progress Note|Inpatient Rounds|Rounding Note|Event note]]",
    (
        Part("", OPENING, 1, 1, 0.7, 0.2),
        Part("[[Interval|Overnight|Events]]", _SUBJECTIVE, 1, 2, 0.8),
        Part("[[Exam|PE|Vitals]]", _EXAM, 1, 2, 0.7),
        Part(
            "[[Problem List|Problems|A/P by problem|Active Issues|Assessment & Plan]]",
            _PROBLEMS,
            3,
            6,
            0.98,
            0.15,
            "list",
        ),
        Part("[[Results|Labs]]", PLAIN_RESULT, 1, 3, 0.5, shape="lines"),
        Part("[[Communication|Dispo|Family]]", NOTIFIED, 1, 2, 0.5),
    ),
    most=4,
)

_ASKED = rows("""
[[Thank you|Thanks]] [[for asking us to see|for this consult on|for involving us in the care of]] {pt:titled}, \
{ageold} {man} with {dx}.
[[Consulted|Asked]] by {dr2:titled} ([[{dept}|x{ext}]]) [[for|regarding|re:]] {symptom}.
[[Reason|Question]]: {dx}, [[?|please evaluate]] {symptom}; requested {stamp} by {dr2:family}.
I was [[asked|called]] by {dr2:titled} to see {pt:titled_full} [[in|on]] {dept} for {dx}.
[[Requesting|From]]: {dr2:last_first}. [[To|Consultant]]: {dr:last_first}. [[Re|Reason]]: {symptom}
[[Curbside|Phone consult]] from {dr2:given} {dr2:family} at {site2}, {time}, callback {phone}.
""")

CONSULT = Form(
    "consult",
    "[[Consultation|Consult Note|Initial Consultation|Inpatient Consult|{dept} Consult|Cardiology Consultation|"
    "ID Consult|"
    "Psychiatry C-L Note|Nephrology Initial Consult|Neurology Consultation]]",
    (
        Part("[[Reason for Consult|Consult Question|Referral|Requested by|Indication]]", _ASKED, 1, 1, 0.9, 0.1),
        Part("[[HPI|History|History of Present Illness]]", OPENING, 1, 1, 0.9, 0.5),
        Part("", ARRIVAL, 1, 2, 0.6),
        Part("[[Hospital Course|Course to date|Interval]]", EVENTS, 1, 3, 0.5),
        Part("[[PMH|Past Medical History|Past History]]", PAST, 1, 4, 0.7, shape="list"),
        Part("[[Social|SH|Psychosocial|Social History]]", SOCIAL, 1, 3, 0.7),
        Part("[[Family History|FH]]", FAMILY, 1, 2, 0.5),
        Part("[[Exam|Physical Examination|MSE]]", _EXAM, 1, 3, 0.8),
        Part("[[Data|Labs|Imaging|Studies reviewed]]", PLAIN_RESULT, 1, 3, 0.7, shape="lines"),
        Part("[[Impression|Assessment|Formulation]]", _ASSESS, 1, 2, 0.9),
        Part("[[Recommendations|Recs|Plan]]", PLANNED, 2, 4, 0.9, 0.2, "list"),
        Part("", NOTIFIED, 1, 1, 0.5),
    ),
    (("[[Consultant|Consulting MD|Consult attending]]", "[[{dr:titled_full}|{dr:short}|{dr:last_first}, {cred}]]"),),
    weight=1.5,
)

_FORMS = (ADMISSION, DISCHARGE, PROGRESS, PROBLEMS, CONSULT)
TYPES: tuple[NoteType, ...] = (
    *(f.note_type() for f in _FORMS),
    *ICU_TYPES,
    *TALK_TYPES,
    *NEWBORN_TYPES,
    *NURSING_TYPES,
    *ALLIED_TYPES,
)
