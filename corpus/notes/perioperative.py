"""Notes around an operation: the operation, procedures at the bedside, anaesthesia, recovery, blood."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import FOLLOWUP, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_story import OPENING, PAST
from corpus.notes.hospital_text import rows
from corpus.notes.perioperative_records import TYPES as RECORD_TYPES

_TEAM = rows("""
[[Surgeon|SURGEON|Attending Surgeon|Primary]]: {surgeon:short}, MD
[[Surgeon|Operator]]: {surgeon:upper}   [[Assistant|Asst]]: {dr3:upper}
[[Assistant|First assistant|Assist|1st Asst]]: {dr3:titled_full} (PGY-4)
[[Anesthesia|Anesthesiologist|Anes]]: {dr4:titled}[[/{newdr:given} CRNA|, general endotracheal|]]
[[Scrub|Circulator|Circulating RN]]: {nurse:short}; [[scrub|tech]] {staff:first_initial}
[[Co-surgeon|Second surgeon]]: {dr2:full}, {cred2}, {dept}
[[Surgeons|Staff]]: {surgeon:family}/{dr2:family}/{dr3:family}
[[Fellow|Resident]]: {dr3:initial_last}, [[present|scrubbed]] throughout
[[Perfusionist|Neuromonitoring|Rep in room]]: {staff:short} ({employer})
[[Medical student|Observer]]: {newdr:given} {newdr:family}, {school}
[[Surgeon|By]]: {surgeon:family_upper}   [[OR|Suite]] {room}   [[In|Start]] {time}   [[Out|Stop]] {time}
""")

_INDICATION = rows("""
{pt:titled} is [[a |]]{ageold} {man} with {dx}, referred by {pcp:titled} [[of {pcpsite}|]] for {proc}.
This {ageold} {man} [[presented|was seen]] {date:-20} in {clinic} with {symptom}; {imaging} {shortdate:-14} showed \
{finding}.
[[Risks, benefits and alternatives|R/B/A]] were [[discussed|reviewed]] with {pt:given} and {his} {word}, \
{kin:given}, [[on {date:-2}|]] [[and consent signed|who consented]].
{pt:family}, {age}, [[failed|has failed]] conservative management [[under|with]] {dr2:titled} since {month:-200}.
[[Prior|Previous]] {proc} {year:-4} at {site2} ([[Dr.|Dr]] {newdr:family}), now [[with recurrence|with pain]].
{agesex} [[struck by car|fell from ladder]] at {place} {date:-1}, [[transferred|brought]] by {county} EMS.
Consent [[obtained|by phone]] from {kin:titled} ([[{word}|HCP]], {kinphone}), witnessed {nurse:short} and \
{staff:short}, {time}.
[[Biopsy|FNA]] {accession} ({shortdate:-12}): [[carcinoma|atypia]]. {gene} negative. {neg}
{He} is a {job} [[who|and]] wishes to return to work [[at {employer}|by {date:60}]].
Interpreter {staff:short} [[present|used]] for consent.
""")

_OPERATION = rows("""
[[The patient|{pt:titled}|Patient]] was [[greeted in holding|met in preop]] at {time}, [[site marked|marked]] by \
{surgeon:titled}, and [[taken|brought]] to OR {room}.
[[Time out|A surgical pause]] [[was held|at {time}]]: [[patient|name]] {pt:full}, {dob}, {proc}[[, led by \
{nurse:given}|]].
[[General anesthesia|MAC|Spinal]] was induced by {dr4:titled} [[without difficulty|at {time}]].
A 15 blade was used to [[make|open]] a midline incision. Bovie hemostasis. {neg}
Trocars were placed under direct vision. The [[Calot|Kocher]] [[triangle|maneuver]] was [[dissected|performed]]. {neg}
Intraoperative consult [[by|from]] {newdr:titled} ({dept}) at {time} [[for|re]] {finding}.
[[Implant|Device|Graft]]: {model}, [[serial|S/N]] {serial}, [[lot|LOT]] {id}, [[exp|expires]] {numdate:700}.
{model} [[generator|lead|stem|mesh]] (SN {serial}) was [[placed|implanted|secured]].
[[Frozen|Frozen section]] [[called|phoned]] by {newdr:titled} at {time}: [[negative margins|benign]].
[[Specimen|Specimens]] [[labeled|marked]] "{pt:family}" [[sent to|to]] pathology ([[#|no.]] {specimen}).
Portions were performed by {dr3:titled} under [[my|{surgeon:family}'s]] direct supervision.
[[Counts|Sponge counts]] correct x2 [[per {nurse:given}|]]. EBL 50 mL. No complications.
Measured {measure}. Closed with 3-0 Vicryl, 4-0 Monocryl, Dermabond.
[[Skin closed|Closure]] [[by|-]] {dr3:family} at {time}. [[To PACU|Extubated]] in stable condition.
{kin:given} [[and {kin2:given} |]]updated [[in the waiting room|by phone at {kinphone}]] by {surgeon:titled} \
[[at|@]] {time}.
{finding} at {anatomy}. {course}
[[Fluoro|C-arm]] time 42 s ([[tech|RT]] {staff:initials}). Images to PACS {accession}.
{surgeon:family} [[was present|scrubbed]] for [[all key portions|the entire case]].
""")

OPERATIVE = Form(
    "operative",
    "[[Operative Report|OPERATIVE NOTE|Brief Op Note|Report of Operation|Op Note|Surgical Report|Procedure Report|"
    "{dept} Operative Report|Immediate Postoperative Note]]",
    (
        Part("[[Surgical Team|Team|]]", _TEAM, 1, 4, 0.9, 0.0, "lines"),
        Part(
            "[[Preoperative Diagnosis|Preop Dx|Pre-op diagnosis]]",
            ("{dx}", "{dx}.\n[[Postoperative Diagnosis|Postop Dx]]: Same", "{dx} ({code})", "{dx}, {anatomy}"),
            1,
            1,
            0.9,
            0.0,
        ),
        Part(
            "[[Procedure|Operation|Procedures performed|Name of operation]]",
            ("{proc}", "{proc}, {anatomy}", "{proc} ({code})", "{proc} {date}", "1. {proc}\n2. {proc}"),
            1,
            1,
            0.9,
            0.0,
        ),
        Part("[[Indications|Clinical History|Indication for Surgery]]", _INDICATION, 1, 3, 0.9, 0.2),
        Part(
            "[[Description of Procedure|Details|Procedure in detail|Technique|Narrative]]", _OPERATION, 3, 7, 0.95, 0.3
        ),
        Part(
            "[[Findings|Intraop findings]]",
            ("{finding}", "{neg}", "{measure} {anatomy}", "{finding}; [[photo|image]] {docid}"),
            1,
            2,
            0.5,
        ),
        Part("[[Implants|Specimens|Implant Log]]", _OPERATION[6:10], 1, 2, 0.4, 0.0, "lines"),
        Part("[[Disposition|Plan|Postop Plan]]", (*_OPERATION[14:15], *PLANNED[:8]), 1, 3, 0.6),
        Part("[[Follow-up|Postop Appointments]]", FOLLOWUP, 1, 1, 0.25),
    ),
    (
        (
            "[[Date of Operation|Date of Surgery|DOS|Operation date|Procedure date]]",
            "[[{fulldate}|{numdate}|{textdate}]]",
        ),
        (
            "[[Surgeon|Attending Surgeon|Operating surgeon]]",
            "[[{surgeon:full}, MD|{surgeon:last_first}|{surgeon:titled}]]",
        ),
    ),
    most=4,
    weight=2.0,
)

_CONSENTED = rows("""
[[Consent|Informed consent]]: [[written|verbal]], [[from|by]] {kin:short} ({word}), {time} [[witness|wit.]] \
{nurse:initials}
[[Emergent|Emergency consent]], two physicians {dr:family} and {dr2:family}.
[[Time out|Timeout]] {time}: [[name|ID]] {pt:full}, DOB {dob}[[, MRN {mrn}|]]; [[present|w/]] {nurse:given}, \
{dr3:family}.
[[Operator|Performed by|Proceduralist]]: {dr3:short} [[PGY-2|NP|PA-C]]; [[supervised by|attending]] {dr:titled}[[, \
present for entire procedure|]].
[[Indication|Ind]]: {dx}, {symptom}. {ageold} {sex}.
[[Requested by|Referred]]: {dr2:titled} ({dept}) {shortdate:-1}
[[Sedation|Meds]]: {sig}, {sig}; [[given by|RN]] {nurse:family}; Mallampati II, ASA 3.
[[Assistant|Tech|RT]]: {staff:short}. [[Room|Suite]] {room}. [[Start|In]] {time} [[end|out]] {time}.
""")

_PROCEDURE = rows("""
[[R IJ|L subclavian|R femoral]] vein cannulated under ultrasound, 7 Fr triple lumen, [[lot|LOT]] {id}, 16 cm, \
sutured. CXR {time} [[ok|no PTX]].
[[Scope|Bronchoscope]] ({model}, [[serial|SN]] {serial}) advanced to [[cecum|carina]], {finding}.
[[BAL|Biopsies]] {anatomy} sent, [[specimen|jar]] {specimen}, labeled {pt:last_first}.
[[Paracentesis|Thoracentesis|LP]]: 2.4 L straw fluid, 20g, L4-L5, OP 18. {neg}
Two polyps, {measure}, cold snare, [[jar A|retrieved]]. [[Prior|Last]] exam {year:-5} by {newdr:titled} at {site2}.
Prep [[good|Boston 7]]. Withdrawal 9 min. {neg}
[[Tolerated|Pt tolerated]] well, no immediate complication. EBL minimal.
[[Line|PICC]] [[confirmed|ok to use]] by {newdr:family} ([[radiology|rads]]) {time}.
[[Attempt|First attempt]] by {dr3:family} unsuccessful, [[then|second by]] {dr:family}, 1 pass.
{kin:given} [[notified|called]] after at {kinphone}. [[Ride|Driver]]: {kin2:short} {time}.
[[Lidocaine|1% lidocaine]] 5 mL. Chlorhexidine, full drape, Seldinger. {neg}
[[Images|Photos]] saved {docid}. [[Report to|Copy to]] {pcp:titled} {fax}.
{pt:titled} [[left|to recovery]] awake at {time}. {vitals}
[[Recommend|Repeat colonoscopy]] in 3 years ({month:1095}); path letter to {street}, {city}.
[[Cardioversion|TEE]] 200J x1 [[at|]] {time}, sinus; [[anesthesia|sedation]] {newdr:titled}.
Chest tube 28 Fr [[removed|placed]] {shortdate} {time} {dr3:initials}.
""")

PROCEDURE = Form(
    "procedure",
    "[[Procedure Note|Central Line Procedure Note|Bronchoscopy Report|Colonoscopy Report|EGD Report|Endoscopy Note|"
    "Lumbar Puncture Note|Thoracentesis|Paracentesis Note|Bedside Procedure|Intubation Note|IR Procedure Note]]",
    (
        Part("[[Pre-procedure|Consent|Team|Details|]]", _CONSENTED, 2, 5, 0.95, 0.05, "lines"),
        Part("[[Indication|History]]", _INDICATION, 1, 1, 0.5),
        Part("[[Procedure|Technique|Description|Findings]]", _PROCEDURE, 2, 6, 1.0, 0.2),
        Part(
            "[[Plan|Recommendations|Impression]]",
            (*PLANNED[:6], *PLANNED[10:13], "{todo}", "{neg}"),
            1,
            3,
            0.6,
            0.2,
            "list",
        ),
        Part("[[Follow-up|Discharge]]", FOLLOWUP, 1, 1, 0.25),
    ),
    (("[[Endoscopist|Proceduralist|Operator]]", "[[{dr:short}|{dr:titled}|{dr:last_first}]]"),),
    most=3,
    weight=1.3,
)

_PREOP = rows("""
{ageold} {man} for {proc} [[with|by]] {surgeon:titled} [[on|]] {date:3}.
[[Prior anesthesia|PAHx]]: [[difficult airway|PONV|none]] {year:-3} at {site2:alias}[[, note from {newdr:family}|]].
[[Family hx|FHx]] MH: {word2} {kin2:given} [[reaction|none]] {year:-20}.
METs > 4. Mallampati III, TMD 6 cm. ASA III. {score}
[[Cleared by|Cards clearance]] {dr2:titled} {date:-7}: {test} {finding}.
[[PPM|ICD]] {model} [[S/N|serial]] {serial}, [[interrogated|checked]] {month:-40} at {clinic}.
NPO [[since|after]] {time}. [[Last|Took]] {drug} {shortdate:-1}.
[[Escort|Ride home]]: {kin:given} ({word}) {kinphone}. [[Stays with|Overnight at]] {kin2:poss} in {town}.
[[Seen|Interviewed]] [[by phone|in PAT]] {date:-5} [[by|-]] {nurse2:short}.
{labs} {neg}
[[Advance directive|Jehovah's Witness]]: [[copy on chart|refuses blood]], [[agent|HCP]] {kin:short}.
""")

PREOP = Form(
    "preanaesthesia",
    "[[Preanesthesia Evaluation|Anesthesia Pre-op|Pre-Admission Testing|PAT Note|Surgical Clearance|Anesthesia H&P]]",
    (
        Part("[[Summary|HPI|]]", (*_PREOP[:1], *OPENING[:6]), 1, 1, 0.9),
        Part("[[History|PMH|Anesthetic History]]", (*_PREOP[1:], *PAST[:6]), 2, 5, 0.95, 0.2),
        Part("[[Data|Labs|EKG]]", PLAIN_RESULT, 1, 2, 0.5, shape="lines"),
        Part(
            "[[Plan|Anesthetic plan]]",
            (
                "GETA, a-line. {neg}",
                "{todo}",
                "[[Discussed|D/w]] {pt:titled} and {surgeon:family}.",
                "[[MAC|Spinal]], [[block by|per]] {dr4:family}.",
            ),
            1,
            3,
            0.8,
        ),
        Part("", NOTIFIED, 1, 1, 0.3),
    ),
    most=3,
    weight=0.7,
)

TYPES: tuple[NoteType, ...] = (*(f.note_type() for f in (OPERATIVE, PROCEDURE, PREOP)), *RECORD_TYPES)
