"""Notes of the emergency department, the ambulance and the teams that run to a bedside."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.emergency_field import TYPES as FIELD_TYPES
from corpus.notes.hospital_course import EVENTS, FOLLOWUP, LEAVING, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_story import ARRIVAL, FAMILY, OPENING, PAST, SOCIAL
from corpus.notes.hospital_text import rows
from corpus.notes.nursing import SIGNS

_TRIAGE = rows("""
{agesex} [[c/o|CC:|here for]] {symptom} x {duration}. {vitals}
{ageold} {gender} [[arrived|BIB|brought by]] [[EMS|{town} Fire|{kin:given}]] from {address:nozip} [[with|for]] \
{symptom}.
[[Restrained driver|Passenger|Cyclist]], [[MVC|struck]] at {place} {time}; [[plate|tag]] {plate}, [[police|PD]] \
report {caseno}.
[[Arrived|Arr]] {stamp}, [[mode|via]] [[ambulance|walk-in|w/c]], [[accompanied by|with]] {word} {kin:short}.
ESI 3. Pain 8/10. {vitals}
[[Pt states|States]] "{symptom} [[since {weekday}|like never before]]". [[PMH|Hx]]: {dx}, {dx}.
[[Last seen|Seen here]] {date:-12} by {newdr:family}, [[LWBS|d/c'd]].
[[ID|Photo ID]]: DL {license} ({stateab}); [[SSN|last 4]] {ssn4}; [[cell|ph]] {mobile}.
[[Meds|Takes]]: {drug}, {drug}. [[Allergy|ALL]]: {allergy}. [[Tetanus|TDAP]] {year:-4}.
[[LMP|LNMP]] {shortdate:-20}. [[Pregnant|Preg]]: [[no|{gest}]].
{kin:given} [[at bedside|in WR|parking car]], {kinphone}. [[PCP|Doc]] {pcp:family}, {pcpsite:alias}.
[[Placed in|To]] [[room|bed|hall]] {bed}, [[RN|report to]] {nurse2:given} {time}.
[[Ambulance|Medic]] crew: {someone:given}/{someone:given}, {county} EMS. [[Glucose|D-stick]] 58.
[[Travel|Recent travel]]: {abroad} {monthonly}. [[Screen|Mask]] given.
[[From|Resident of]] {nursinghome}, [[staff|RN]] {newdr:given} called ahead, [[phone|#]] {phone}. Code status DNR.
[[School|Work]] [[nurse|called]] from {school}: {teacher:titled} [[saw him fall|sent home]] {time}.
[[SI|Suicide]] screen neg. [[Safe at home|DV]]: [[yes|denies, but afraid of {someone:given}]].
{pt:family} [[re-triaged|rechecked]] {time}: {vitals} {nurse:initials}
[[Interpreter|Language line]] {staff:given} [[#|ID]] {badge}. {neg}
[[Psych hold|5150|Section 12]] by officer {officer:short} [[badge|#]] {badge}, {city} PD, {time}.
""")

TRIAGE = Form(
    "ed-triage",
    "[[ED Triage|Triage Note|Triage Assessment|Emergency Triage|ED Nursing Triage|Quick Look|Arrival]]",
    (
        Part("[[Triage|Chief Complaint|Note|]]", _TRIAGE, 2, 6, 1.0, 0.05),
        Part("[[History|PMH]]", ("{dxs}", "{dx}", "{neg}", "{dx} ({pcp:family})"), 1, 1, 0.3),
    ),
    (("[[Arrival|Arrival time|Arr]]", "[[{stamp}|{fulldate} {time}|{time}]]"), ("ESI", "[[2|3|4]]")),
    signs=SIGNS,
    most=4,
    weight=1.2,
)

_ED_COURSE = rows("""
{time} [[Seen by me|Initial eval]]. {exam}
{time} - [[d/w|spoke to]] {newdr:titled} ([[cards|surgery|neuro]]): [[will see|admit to {dept}|cath lab]].
[[EKG|ECG]] {time} [[read by me|vs {date:-100}]]: {finding}.
{time} [[Reassessed|Recheck]]: {pt:titled} [[feels better|sleeping|wants to leave]].
[[CT|XR]] [[prelim|read]] by {newdr:family} at {time}: {finding}.
[[Signed out|S/o]] to {dr2:titled} at {time} [[pending|awaiting]] {test}.
[[Received|Accepted]] signout from {dr4:family}: {agesex}, {symptom}, {test} pending.
[[PCP|Called]] {pcp:titled} ({drphone}) {time}, [[will see {date:1}|agrees]].
[[Lac repair|I&D|Splint]] by {dr3:short}, [[tolerated well|5 x 4-0 nylon]]. {measure}
[[Old records|Care Everywhere]]: {newsite} {date:-30} {dx}; {site2:abbr} {year:-1}.
{kin:given} [[confirms|adds|disputes]]: {symptom} [[since|began]] {date:-3}.
[[Police|PD]]: {officer:titled}, {city} [[PD|Police]], [[case|report]] {caseno}. [[Evidence|Clothing]] to \
[[officer|{officer:family}]] {time}.
[[Tx center|Transfer]]: {site3} accepting {newdr:titled} {time}, {county} EMS [[ETA|eta]] {time}.
[[Bed|Boarding]] {bed} x 9 h; [[hospitalist|admitting]] {dr2:family} paged {pager} {time}.
[[DDx|MDM]]: {dx} vs {dx}. {score}. {neg}
[[Poison control|Tox]] ([[RN|spoke w]] {someone:given}, case {caseno}): observe 6 h.
[[Ultrasound|FAST]] neg. {labs}
[[Left AMA|Eloped]] {time} with {kin2:given}, [[form signed|witness]] {nurse:short}.
[[DSS|CPS|APS]] [[report|51A]] filed {time}, [[intake|screener]] {someone:short}, {phone}.
""")

PHYSICIAN = Form(
    "ed-physician",
    (
        "[[ED Provider Note|Emergency Department Note|ED Physician Note|Emergency Physician Record|ER Note|ED H&P|"
        "Fast Track Note|ED Visit]]"
    ),
    (
        Part("[[HPI|History|History of Present Illness|Subjective]]", OPENING, 1, 1, 0.95, 0.4),
        Part("", ARRIVAL, 1, 2, 0.7),
        Part("[[PMH|Past History|PMHx/PSHx]]", PAST, 1, 3, 0.5, shape="list"),
        Part("[[Social|SH]]", SOCIAL, 1, 2, 0.5),
        Part("[[Family Hx|FH]]", FAMILY, 1, 1, 0.2),
        Part(
            "[[Exam|PE|Physical]]",
            ("{exam}", "{vitals}", "{neg}", "{exam} {neg}", "[[Chaperone|Exam with]] {nurse:given}. {exam}"),
            1,
            2,
            0.8,
        ),
        Part("[[Results|ED Labs|Data]]", PLAIN_RESULT, 1, 3, 0.6, shape="lines"),
        Part("[[ED Course|MDM|Course|Medical Decision Making|Progress]]", _ED_COURSE, 2, 6, 0.95, 0.25),
        Part("[[Communication|Consults]]", NOTIFIED, 1, 2, 0.3),
        Part("[[Disposition|Dispo|Plan]]", (*LEAVING, *PLANNED[:5]), 1, 2, 0.7),
        Part("[[Follow-up|Discharge Instructions]]", FOLLOWUP, 1, 2, 0.5, shape="list"),
    ),
    (("[[Arrival|Time seen|Seen at]]", "{time}"), ("[[Triage RN|Nurse]]", "{nurse:short}")),
    most=4,
    weight=2.0,
)

_RAPID = rows("""
[[RRT|Rapid response|MET call]] [[activated|called]] {time} by {nurse:short} [[for|-]] {symptom}, [[room|bed]] {room}.
[[Code Blue|Code]] called [[overhead |]]at {time}, {dept}; [[compressions|CPR]] by {nurse2:given} and {staff:given}.
[[Leader|Team leader|Run by]]: {dr3:titled}; [[airway|anesthesia]]: {newdr:family}; [[recorder|scribe]]: \
{nurse2:initial_last}; [[RT|meds]]: {staff:first_initial}.
{time} PEA, epi 1 mg. {time} epi 1 mg. {time} VF, 200 J. {time} ROSC.
{time} [[intubated|ETT 7.5]] {newdr:family}, [[EtCO2|+ color]] 28.
{time} {vitals}
[[Attending|MD]] {dr:titled} [[notified|at bedside]] {time}; [[ICU|MICU]] ({dr2:family}) accepts, [[bed|to]] {bed}.
{kin:titled} [[called|reached]] by {nurse:given} at {kinphone} {time}, [[en route from {town}|wants everything]].
{agesex} [[adm|admitted]] {shortdate:-2} {dx}, POD1 {proc} ({surgeon:family}).
[[Last seen|LKW]] {time} by [[aide|PCT]] {staff:given}. Glucose 44, D50 x1.
[[Time of death|TOD|Efforts stopped]] {time}, [[called by|per]] {dr3:short}; [[family|{kin:given}]] present.
[[Roommate|Visitor]] {someone:given} [[pressed the call light|found pt]]. {neg}
ABG {time} 7.12/66/58. {labs}
[[Defib|Crash cart]] {model} [[S/N|#]] {serial}, [[strip|rhythm strip]] {docid}. [[Cart sealed|Restocked]] \
{staff:initials}.
[[Debrief|Hot debrief]] {time} led by {nurse2:family}; [[chaplain|SW]] {staff:short} with {kin:given}, {kin2:given}.
[[Remained on floor|Stayed]] {dept}, reassess {time} {dr3:initials}.
""")

CODE = Form(
    "rapid-response",
    (
        "[[Code Blue Record|Rapid Response Note|RRT Note|Code Note|Resuscitation Record|MET Note|Cardiac Arrest "
        "Record|Event Note]]"
    ),
    (
        Part("[[Background|Summary|SBAR]]", OPENING, 1, 1, 0.5),
        Part("[[Event|Events|Narrative|Timeline|]]", _RAPID, 3, 8, 1.0, 0.12, "lines"),
        Part("[[Interventions|Course]]", EVENTS, 1, 1, 0.3),
        Part("[[Outcome|Disposition|Plan]]", PLANNED, 1, 2, 0.5),
        Part("[[Notification|Notified]]", NOTIFIED, 1, 2, 0.5),
    ),
    most=3,
)

TYPES: tuple[NoteType, ...] = (*(f.note_type() for f in (TRIAGE, PHYSICIAN, CODE)), *FIELD_TYPES)
