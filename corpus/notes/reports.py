"""Reports of imaging, the heart, and tests of sleep, nerves and lungs."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_kit import Form, Part, woman
from corpus.notes.hospital_text import blocks, rows
from corpus.notes.reports_heart import TYPES as HEART_TYPES
from corpus.notes.reports_lab import TYPES as LAB_TYPES
from corpus.notes.reports_pathology import TYPES as PATHOLOGY_TYPES

READ = blocks("""
[[Interpreted by|Read by|Dictated by|Reading Radiologist|Radiologist]]: {dr:short}, {cred} [[on|at]] {stamp}

[[Electronically signed by|Final report signed by|Finalized by|Approved by]] {dr:last_first} {fulldate} {time}

[[Resident|Trainee|Prelim by]]: {dr3:titled}   [[Staff|Attending]]: {dr:titled}
I, {dr:short}, have [[personally reviewed the images|reviewed and agree]].

{dr:family_upper}

{dr:initials}/{author:initials}   [[D|R]]: {numdate} {time}   [[T|S]]: {numdate} {time}

[[Signed|Verified]] by {dr:upper} [[NPI|Lic]] {npi}

[[Transcribed by|PS360 user]]: {username} {stamp}

{dr:full}, {cred}
{site}
[[Reading room|Questions, call]] {sitephone}

[[Study|Exam]] interpreted at {site2}, {town} by {newdr:short} ([[teleradiology|nighthawk]]), over-read {dr:family} \
{shortdate:1}.
""")

WHY = rows("""
{ageold} {gender} with {symptom}.
{symptom}
{agesex} {dx}, [[r/o|rule out|eval for]] {dx}.
{dx} s/p {proc} {date:-30} [[with|by]] {surgeon:titled}.
{age} y/o, [[fall|MVC]] {date:-1}, {symptom}.
[[Hx|History of]] {dx} {year:-4}; {symptom}.
[[Per|From]] {dr2:titled}: {symptom} x {duration}, [[evaluate|?]] {dx}.
{dxs}
[[Screening|Routine]], [[age|aged]] {age}. [[Sister|Mother]] with breast ca at {kinage}.
[[Transferred from|OSH]] {site2}, {dx}.
{pt:titled} [[reports|feels]] {symptom} [[since|after]] {date:-14}.
[[Line|Tube]] placement [[{time}|check]], {dr3:family} requesting.
""")

COMPARED = rows("""
{date:-200}
[[None|None available|None.]]
{imaging} {fulldate:-200}, {site2}
[[Outside|OSH]] study {numdate:-30} from {newsite}, {town}
{shortdate:-1} and {numdate:-400}
[[Multiple priors|Priors]], most recent {date:-3} [[{time}|]]
{imaging} dated {textdate:-90} ([[accession|acc.]] {accession})
{month:-300}, {year:-4}
[[Prior report only|Report]] ([[Dr.|Dr]] {newdr:family}, {date:-500})
""")

SEEN = rows("""
{finding}.
{finding}. {finding}.
{anatomy}: {finding}.
{measure} [[nodule|lesion|cyst|fluid collection]] in the {anatomy}, [[previously|was]] {measure} [[on|in]] {date:-180}.
[[No acute|No]] abnormality. {neg}
[[Stable|Unchanged]] since {date:-365}[[, series 4 image 61|]].
[[Pacemaker|Port|PICC|Stent]] ({model}) in situ, tip at cavoatrial junction.
[[The lungs are clear|No PE|No hydronephrosis|No midline shift]]. [[Heart size|Bones]] normal.
[[Previously seen|As reported by]] {newdr:family} ({shortdate:-60}), [[resolved|smaller]].
{neg}
Postsurgical changes [[of|from]] {proc} ({year:-2}, {site2:alias}).
[[Schmorl nodes T11-T12|Grade 1 anterolisthesis L4 on L5|Chiari I, 6 mm]]. BI-RADS density B.
""")

CONCLUDED = rows("""
{finding}.
1. {finding}. 2. {finding}.
[[No acute process|Negative|Normal study]].
{finding}, [[new since|unchanged from]] {date:-120}.
[[Results|Findings|Critical result]] [[called to|communicated to|discussed with]] {dr2:titled} by {dr:titled} at \
{time} on {date}.
[[Discussed|D/w]] {newdr:given} {newdr:family}, [[PA|NP|RN]], [[by telephone|via secure chat]] {stamp}, [[read \
back|acknowledged]].
[[BI-RADS 4|Lung-RADS 3|TI-RADS 4]]. [[Follow-up|Biopsy]] [[scheduled|recommended]] {date:14}.
[[Letter|Lay summary]] mailed to {pt:titled} at {address} {date:2}.
[[Patient|{pt:titled}]] [[informed|told]] in person; navigator {staff:short} ({phone}) [[to arrange|arranging]].
Fleischner: CT 12 months. {neg}
{dr2:family} paged {pager} x2 ({time}, {time}); [[ED charge|RN]] {nurse:given} [[took|accepted]] the message.
[[Recommend|Suggest]] MRI; [[comparison|old films]] from {newsite} [[would help|requested {shortdate}]].
{dx}. [[Agree with|Discrepancy with]] [[prelim by|overnight read]] {newdr:family}.
""")

_TECHNIQUE = rows("""
[[Axial|Helical]] images with 80 mL [[Omnipaque 350|Isovue]], {imaging}.
[[Portable AP|PA and lateral|2 views]] {time}.
[[T1, T2, FLAIR, DWI|STIR, PD FS]], [[gadavist|no contrast]] 7 mL [[lot|]]. DLP 412.
Real time grayscale and color Doppler, [[sonographer|scanned by]] {staff:short} ([[RDMS|tech]] {staff:initials}).
[[Scanner|Machine]] {model}, [[serial|SN]] {serial}. [[Tech|Technologist]]: {staff:first_initial}.
CPT {code}. {neg}
[[Digital|3D]] mammography with CAD, [[tech|RT(M)]] {staff:given}.
[[Exam|Study]] started {time}, ended {time}, [[room|suite]] {room}.
""")

_ADDENDUM = rows("""
{fulldate:1} {time} [[by|]] {dr:titled}: [[comparison made with|priors now available from]] {site2} {date:-400}, \
{finding}.
[[Correction|Error]]: [[should read|laterality is]] left, not right. {dr:initials} {numdate:1}
[[Addendum|Added]] {date:2} {time12}: d/w {dr2:titled} ({dept}), [[clinical|path]] {accession} {finding}.
After review with {newdr:titled} at [[conference|tumor board]] on {date:6}: {finding}.
[[The name|Header]] [[was corrected|read]] {pt:last_first}, [[not|formerly]] {someone:last_first}. {author:initials}
""")


def _scan(name: str, titles: str, weight: float = 1.0) -> Form:
    return Form(
        name,
        titles,
        (
            Part("[[Indication|Clinical History|History|Reason for Exam|CLINICAL INFORMATION]]", WHY, 1, 1, 0.95, 0.0),
            Part("[[Comparison|COMPARISON|Compared with|Prior studies]]", COMPARED, 1, 1, 0.8, 0.0),
            Part("[[Technique|Procedure|Protocol]]", _TECHNIQUE, 1, 2, 0.7, 0.0),
            Part("[[Findings|FINDINGS|Report|Description]]", SEEN, 2, 6, 0.95, 0.25),
            Part("[[Impression|IMPRESSION|Conclusion|Opinion|Summary]]", CONCLUDED, 1, 3, 0.95, 0.05),
            Part("[[Addendum|ADDENDUM|Addendum #1]]", _ADDENDUM, 1, 1, 0.18, 0.0),
        ),
        (
            ("[[Accession|ACC#|Accession #|Exam #]]", "{accession}"),
            ("[[Exam date|Study Date|Performed|Exam Date/Time]]", "[[{fulldate} {time}|{stamp}|{numdate}]]"),
            (
                "[[Ordering|Ordered by|Referring|Ordering Physician]]",
                "[[{dr2:titled_full}|{dr2:last_first}|{dr2:upper}|{dr2:short}, {cred2}]]",
            ),
        ),
        signs=READ,
        most=4,
        weight=weight,
        settle=woman if name == "mammogram" else None,
    )


_SCANS = (
    _scan(
        "radiology-ct",
        (
            "[[CT Chest with Contrast|CT Abdomen and Pelvis|CT HEAD W/O CONTRAST|CTA Chest PE Protocol|CT Cervical "
            "Spine|CT Report]]"
        ),
    ),
    _scan(
        "radiology-mr", "[[MRI Brain W/WO Contrast|MRI LUMBAR SPINE|MR Knee Left|MRCP|MRA Head and Neck|MRI Report]]"
    ),
    _scan(
        "radiology-xr", "[[XR Chest 2 Views|CHEST PORTABLE|XR Wrist Right 3 Views|KUB|Radiograph Report|Chest X-Ray]]"
    ),
    _scan(
        "radiology-us",
        (
            "[[US Abdomen Complete|Venous Duplex Lower Extremity|OB Ultrasound|Thyroid Ultrasound|US Renal|Carotid "
            "Duplex]]"
        ),
        0.8,
    ),
    _scan(
        "mammogram",
        "[[Screening Mammogram|MAMMOGRAPHY REPORT|Diagnostic Mammogram Bilateral|Breast Imaging|Tomosynthesis]]",
        0.7,
    ),
    _scan(
        "nuclear",
        (
            "[[PET/CT Skull Base to Mid Thigh|Bone Scan|NM Myocardial Perfusion|Fluoroscopic Upper GI|DEXA Bone "
            "Density|HIDA Scan]]"
        ),
        0.6,
    ),
)

_SLEEP = rows("""
AHI 31.4, nadir 79%, TST 341 min, [[lights out|LO]] {time}, [[lights on|LON]] {time}.
[[Tech|Scored by]] {staff:short}, RPSGT; [[study|file]] {study}. Epworth 14/24.
[[CPAP|APAP]] {model} ([[serial|SN]] {serial}) 12 cm [[set up by|from]] {employer} {date:10}.
{pt:titled}, {age}, BMI 36, [[neck|]] 17 in, [[referred by|from]] {pcp:titled}.
[[Bed partner|Partner]] {kin:given} [[reports|notes]] snoring, [[fell asleep driving near|gasping since]] \
{year:-2}. {neg}
[[Prior|Split night]] {month:-800} at {site2:alias}: AHI 22.
""")

_EEG = rows("""
[[Recording|EEG]] {stamp} - {time}, 10-20 system, [[tech|technologist]] {staff:first_initial}, [[study|EEG]] # {study}.
PDR 9 Hz. [[No|Rare]] epileptiform discharges, T3. [[Hyperventilation|Photic]] unremarkable.
[[Event|Push button]] {time}: [[pt|{kin:given}]] [[says|called]] "{pt:nick}, look at me", no correlate.
[[Compared with|Prior]] {date:-100} ([[read by|]] {newdr:family}, {site3:abbr}): {finding}.
[[On|AED]] {drug}. {ageold} [[right|left]]-handed {man}.
[[NCS/EMG|SSEP]]: median DML 4.8 ms, [[CTS|C6 radic]]. {neg}
[[Reviewed|Paged]] {dr2:titled} {time} [[re|with]] {finding}.
""")

_LUNGS = rows("""
FEV1 1.62 L (58%), FVC 2.9 (84%), ratio 0.56, DLCO 61%.
[[Technician|Tech]] {staff:given}; [[effort|quality]] good, ATS met. [[Spirometer|Box]] {serial}, \
[[calibrated|cal]] {numdate}.
{pt:family}, {agesex}, 171 cm, [[ex-smoker|quit]] {year:-9}, [[job|worked]] {job}, {employer}.
[[Change|Trend]] from {date:-365}: FEV1 -120 mL. GOLD 2. {neg}
6MWT 340 m, nadir 86% [[at|]] {time}, [[walked with|chaperone]] {nurse:given}.
[[Ordering|For]] {dr2:titled} ([[f|fax]] {fax}).
[[Methacholine|Post BD]] +14%. {score}
""")


def _tested(name: str, titles: str, told: tuple[str, ...]) -> Form:
    return Form(
        name,
        titles,
        (
            Part("[[Indication|History|Reason]]", WHY, 1, 1, 0.85, 0.0),
            Part("[[Findings|Results|Description|Data|Technical]]", told, 2, 5, 1.0, 0.15),
            Part("[[Comparison|Prior]]", COMPARED, 1, 1, 0.35, 0.0),
            Part("[[Impression|Interpretation|Conclusion]]", CONCLUDED[:10], 1, 3, 0.9, 0.15),
        ),
        (
            ("[[Referring|Ordered by|Ref]]", "[[{dr2:titled}|{dr2:last_first}|{pcp:short}]]"),
            ("[[Study date|Test date|Night of]]", "{fulldate}"),
        ),
        signs=READ,
        most=4,
        weight=0.6,
    )


_TESTS = (
    _tested("sleep-study", "[[Polysomnography Report|Sleep Study|Home Sleep Apnea Test|CPAP Titration|MSLT]]", _SLEEP),
    _tested("eeg", "[[EEG Report|Electroencephalogram|Continuous Video EEG|EMG/NCS Report|Routine EEG]]", _EEG),
    _tested(
        "pft",
        "[[Pulmonary Function Test|PFT Report|Spirometry|PULMONARY FUNCTION LABORATORY|6 Minute Walk Test]]",
        _LUNGS,
    ),
)

TYPES: tuple[NoteType, ...] = (
    *(f.note_type() for f in (*_SCANS, *_TESTS)),
    *PATHOLOGY_TYPES,
    *HEART_TYPES,
    *LAB_TYPES,
)
