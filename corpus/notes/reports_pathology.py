"""Reports of pathology: surgical, cytology, autopsy."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_text import blocks, rows

_SIGNS = blocks("""
[[Electronically signed|Signed out|Verified]] {stamp} {dr:short}, MD

{dr:upper}, [[PATHOLOGIST|MD]]  {numdate:3}

[[Pathologist|Case signed by]]: {dr:titled_full} ([[phone|x]] {ext})

{dr:initials}/{dr3:initials}/{author:initials}

[[Prosector|Resident]]: {dr3:short}   [[Staff|Attending]]: {dr:short}   [[Final|Reported]]: {fulldate:3}

I [[certify that I have examined|have reviewed|examined]] the slides. {dr:family}

[[Performed at|Testing at]]: {labsite}, {street}, {citystate}. CLIA {cert}. [[Director|Lab Director]]: {newdr:short}, MD

[[Screened by|CT]]: {staff:short}, CT(ASCP)   [[Reviewed by|Path]]: {dr:family}
""")

_RECEIVED = rows("""
Received [[fresh|in formalin]], labeled [[with the patient's name|"{pt:last_first}"]] [[and|,]] {mrn}, [[is|are]] \
{measure} of [[tan|pink]] tissue.
[[A|Part A]]. "{anatomy}", [[labeled|marked]] "{pt:family}, {pt:initials}", {measure}, [[entirely submitted|A1-A3]].
[[Container|Jar]] 1 [[labeled|with]] {pt:upper} DOB {dob}, [[time in formalin|collected]] {time}. {measure}.
[[Grossed by|Dictated]] {dr3:family}, {staff:initials} {numdate} {time}.
[[Oriented by|Per]] {surgeon:titled}: short superior, long lateral. Inked six colors.
Sectioned to show {finding}, {measure}, 0.4 cm from [[margin|the nearest margin]].
Serially sectioned. Cassettes A1-A7, B1-2. {neg}
[[Requisition|Container]] name mismatch ({someone:last_first}), resolved with {nurse:given} [[in OR|]] {time}.
""")

_MICRO = rows("""
Sections show {finding}. Ki-67 15%, p53 wild type. {neg}
[[Gleason|Nottingham]] 3+4=7, 4/12 cores. Margins negative. pT2 N0.
ER 90%, PR 40%, HER2 1+. {gene} [[not detected|mutated]].
[[IHC|Stains]] at {labsite} ([[block|ref]] A3, {specimen}). Controls work.
[[Compared with|Reviewed with]] {accession} ({date:-700}): [[similar|new primary]].
[[Intradepartmental|Second]] opinion {newdr:titled} [[agrees|concurs]] {shortdate:2}.
[[Outside slides|Consult]] from {newsite}, {town} ({id}), [[contributor|sent by]] {newdr:short}.
Reed-Sternberg cells absent. CD15-, CD30-. {neg}
[[Satisfactory|Adequate]] for evaluation; endocervical cells present. HPV 16/18 neg.
Atypical cells, Bethesda III. [[Rapid on-site|ROSE]] {staff:given}/{dr3:family} {time}.
""")

_DIAGNOSED = rows("""
{anatomy}, biopsy: {dx}.
A. {anatomy}: {finding}. B. {anatomy}: benign.
{dx}, {measure}, margins free.
NEGATIVE FOR MALIGNANCY. {neg}
[[Result|Diagnosis]] [[called to|discussed with]] {surgeon:titled} [[at|on]] {date:2} {time}.
[[Frozen|FS]] A: [[benign|defer]], {dr3:family}/{dr:family} to {surgeon:family} in OR {room} {time}.
[[Amended|Corrected]] report {fulldate:5}: {finding}; {dr2:titled} [[notified|emailed {dremail}]].
[[Tumor board|Sent for]] {gene} panel, {labsite} {order}, [[{weekday}|due {date:12}]].
[[See note|Comment]]: {finding}. [[F/u|Suggest]] {clinic}.
""")

_AUTOPSY = rows("""
The body is that of [[a|]] [[well developed|thin]] {man}, {agefield}, identified by [[toe tag|band]] {id} \
and by {kin:full} ({word}).
[[Pronounced|Died]] {date} {time} at {site}; [[body received|examined]] {fulldate:1} {time12} by {dr:titled_full}, \
assisted by {staff:short}.
[[Authorized by|Consent]] {kin:titled} [[by phone {kinphone}|in person]], witnesses {nurse:short} and {someone:short}.
[[Circumstances|Background]]: {pt:titled}, {job}, found [[at|in]] {address:nozip} by {kin2:given}. \
[[Investigator|ME]] {officer:short}, {county} [[ME|Coroner]], case {caseno}.
[[Tattoo|Scar]]: "{kin2:given}", {measure}. Pacemaker {model} [[S/N|serial]] {serial} [[removed|returned to \
{employer}]].
Heart 480 g, LAD 90%, [[MI|scar]] {measure}. Lungs 620/540 g. Brain 1290 g, {finding}.
[[Cause of death|COD]]: {dx} [[due to|d/t]] {dx}. Manner: natural.
Toxicology {labsite} {specimen} {date:9}: {drug} therapeutic. {neg}
[[Clothing|Effects]]: ring engraved "{kin:initials}", released to {someone:short}, {town}.
[[Conference|Findings]] reviewed with {dr2:titled} and {pcp:titled} {date:20}; family letter to {kin:titled}, {address}.
""")

_ROWS = (
    ("[[Accession|Case #|Surgical #|Path No.|Specimen #]]", "[[{accession}|{specimen}|{caseno}]]"),
    ("[[Collected|Date Collected|Obtained]]", "[[{fulldate}|{stamp}|{numdate} {time}]]"),
    ("[[Received|Date Received]]", "[[{fulldate:1}|{numdate:1}]]"),
    (
        "[[Submitting|Physician(s)|Submitted by|Clinician]]",
        "[[{surgeon:titled}|{surgeon:last_first}|{dr2:short}, {dr4:short}]]",
    ),
)

SURGICAL = Form(
    "pathology-surgical",
    "[[Surgical Pathology Report|Anatomic Pathology|PATHOLOGY REPORT|Final Pathologic Diagnosis|Dermatopathology "
    "Report|"
    "Bone Marrow Report|{labsite} Pathology]]",
    (
        Part(
            "[[Clinical History|Clinical Data|Pre-op Diagnosis]]",
            (
                "{ageold} {sex}, {dx}",
                "{dx}",
                "{symptom}; [[prior|h/o]] {dx} {year:-3}",
                "{finding} on {imaging} {shortdate:-9}",
                "{dx}. [[Dr|Per]] {dr2:family}",
            ),
            1,
            1,
            0.7,
            0.0,
        ),
        Part("[[Diagnosis|FINAL DIAGNOSIS|Diagnosis:]]", _DIAGNOSED, 1, 3, 0.95, 0.05),
        Part("[[Gross Description|GROSS|Macroscopic]]", _RECEIVED, 1, 4, 0.9, 0.15),
        Part("[[Microscopic|Microscopic Description|Comment|IHC]]", _MICRO, 1, 4, 0.75, 0.15),
    ),
    _ROWS,
    signs=_SIGNS,
    most=4,
    weight=1.2,
)

CYTOLOGY = Form(
    "cytology",
    "[[Cytology Report|GYN CYTOLOGY|Cytopathology|Pap Test Report|FNA Report|Non-Gyn Cytology]]",
    (
        Part(
            "[[Source|Specimen]]",
            (
                "{anatomy}",
                "Cervical ThinPrep, LMP {shortdate:-14}",
                "FNA {anatomy}, {measure}",
                "Pleural fluid, {specimen}",
                "Urine, voided, {numdate}",
            ),
            1,
            1,
            0.85,
            0.0,
        ),
        Part(
            "[[History|Clinical]]",
            ("{ageold}", "{dx}", "[[Last Pap|Prior]] {month:-900} {clinic}", "G2P2, {drug}", "{symptom}, {dr2:family}"),
            1,
            1,
            0.6,
            0.0,
        ),
        Part("[[Interpretation|Result|Diagnosis]]", (*_MICRO[8:], "NILM. {neg}", *_DIAGNOSED[3:5]), 1, 2, 1.0, 0.1),
        Part(
            "[[Comment|Note]]",
            (
                *_RECEIVED[7:],
                "[[Education|The Pap]] is a screening test.",
                "[[Colposcopy|Repeat]] {date:30}, {dr2:titled}.",
                "{neg}",
            ),
            1,
            2,
            0.4,
        ),
    ),
    _ROWS,
    signs=_SIGNS,
    most=4,
    weight=0.6,
)

AUTOPSY = Form(
    "autopsy",
    (
        "[[Autopsy Report|Final Autopsy Diagnosis|POSTMORTEM EXAMINATION|Provisional Anatomic Diagnosis|Report of "
        "Autopsy]]"
    ),
    (
        Part("[[Identification|Authorization|Circumstances|]]", _AUTOPSY[:4], 1, 3, 0.95, 0.05),
        Part(
            "[[External Examination|External]]",
            (
                *_AUTOPSY[4:5],
                "{measure} scar, {anatomy}. {neg}",
                "Rigor present, lividity posterior.",
                "Body 172 cm, 81 kg, [[appears|looks]] [[stated age|younger than {age}]].",
            ),
            1,
            2,
            0.7,
        ),
        Part(
            "[[Internal|Findings|Organs]]",
            (*_AUTOPSY[5:6], "{finding}.", "{anatomy}: {finding}.", "{neg}", "Histology {accession}: {finding}."),
            1,
            4,
            0.8,
        ),
        Part("[[Summary|Opinion|Conclusion]]", _AUTOPSY[6:], 1, 3, 0.85, 0.1),
    ),
    (*_ROWS[:1], ("[[Date of death|Died|DOD]]", "{fulldate}"), ("[[Date of autopsy|Prosection]]", "{fulldate:1}")),
    signs=_SIGNS,
    most=3,
    weight=0.5,
)

TYPES: tuple[NoteType, ...] = tuple(f.note_type() for f in (SURGICAL, CYTOLOGY, AUTOPSY))
