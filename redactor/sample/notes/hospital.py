"""Templates of the notes of a hospital stay."""

from __future__ import annotations

from redactor.sample.notes.writer import Kind

ADMISSION = Kind(
    "admission",
    "34117-2",
    "History and physical note",
    (
        (
            "ADMISSION HISTORY AND PHYSICAL\nPatient: {pt:full}\nMRN: {mrn}    DOB: {dob}    Age: {age}    Sex: {sex}\n"
            "Admit date: {fulldate}    Attending: {dr:titled_full}\nPCP: {pcp:titled_full} ({pcpsite})",
            "{site:block}\nH&P\n{pt:upper} | {mrn} | DOB {dob}\nDate of service: {fulldate} {time}",
        ),
        (
            "CHIEF COMPLAINT: {symptom}.\n\nHISTORY OF PRESENT ILLNESS:\n{pt} is a {age}-year-old {race} {man} with "
            "{dx} who "
            "presented to the {site} ED on {date} with {symptom}. {His} {word}, {kin:short}, called EMS at {time}. "
            "{He} was last seen by {pcp} on {date:-21}.",
            "HPI: {age} y/o {man} from {city}, {state}, a {job} at {employer}, transferred from an outside hospital "
            "on {date} "
            "with {days} days of {symptom}. History obtained from {his} {word} {kin} ({kinphone}) since {pt:titled} "
            "was confused.",
        ),
        (
            "PMH: {dx}; {neg}\nSOCIAL: Lives in {city} with {his} {word} {kin:given}, age {kinage}. Works as a "
            "{job}. Denies "
            "tobacco.\nFAMILY: {word} with hypertension; {kin:nick} is otherwise healthy.",
            "PAST HISTORY: {dx} since {date:-900}. {neg} Device: pacemaker serial {device}.\nSH: Retired to "
            "{county}. Born in "
            "{hometown}. Emergency contact: {kin:full} ({word}), {kinphone}.",
        ),
        ("EXAM: {vitals}. {neg} {neg}\nLABS: {labs}.", "PHYSICAL EXAMINATION\nVS {vitals}\nLABORATORY\n{labs}\n{neg}"),
        (
            "ASSESSMENT/PLAN: Admit to medicine under {dr:titled}. Continue {drug}. {other:titled} of neurology "
            "consulted. "
            "Code status discussed with {kin:titled} on {date}.",
            "A/P\n1. {dx}: {drug}.\n2. {neg}\n3. Dispo: home with {word} on or about {date:4}.",
        ),
        (
            "Electronically signed by {dr:short}, {cred} on {fulldate} at {time}",
            "{dr:initial_last}, {cred}\nPager {pager}",
        ),
    ),
)

DISCHARGE = Kind(
    "discharge",
    "18842-5",
    "Discharge summary",
    (
        (
            "DISCHARGE SUMMARY\n\nNAME: {pt:last_first}\nMED REC NO: {mrn}\nACCOUNT NO: {account}\nADMITTED: "
            "{fulldate}\n"
            "DISCHARGED: {fulldate:3}\nATTENDING: {dr:full}, {cred}",
            "{site}\nDischarge Summary for {pt:full} (MRN {mrn}, DOB {dob})\nAdmission Date: [{fulldate}]  "
            "Discharge Date: [{fulldate:3}]",
        ),
        (
            "HOSPITAL COURSE: {pt:titled} is a {age} year old {gender} admitted on {date} with {symptom}. On "
            "{date:1} {he} was seen "
            "by {other:titled} who recommended {drug}. By hospital day 3 {pt:family} was ambulating. {neg} {labs}.",
            "COURSE: Mrs./Mr. {pt:family}, {age}, was treated for {dx}. {neg} Family meeting on {date:2} with "
            "{kin:titled_full} "
            "({word}) and {nurse:short} RN. Transferred from {pcpsite:alias} on {date:-1}.",
        ),
        (
            "FOLLOW-UP: {pcp:titled} at {pcpsite} on {date:10} at {time}. Call {sitephone} with questions. "
            "Prescriptions sent to "
            "{pharmacy}.",
            "Discharged home to {address}. Home phone {phone}. {His} {word} {kin:nick} will drive {him} on {date:3}.",
        ),
        ("CONDITION: stable. {vitals}.", "DISCHARGE MEDICATIONS: {drug}; aspirin 81 mg daily. {neg}"),
        (
            "Dictated by: {dr:titled_full}\nD: {fulldate:3}  T: {fulldate:4}\ncc: {pcp:titled_full}",
            "{dr:short} {cred} / {nurse:initials}\nJob #: {accession}",
        ),
    ),
)

OPERATIVE = Kind(
    "operative",
    "11504-8",
    "Surgical operation note",
    (
        (
            "OPERATIVE REPORT\nPATIENT: {pt:upper}\nMRN: {mrn}\nDATE OF OPERATION: {fulldate}\nSURGEON: {dr:full}, MD\n"
            "ASSISTANT: {other:initial_last}\nFACILITY: {site}",
        ),
        (
            "PREOPERATIVE DIAGNOSIS: {dx}.\nPOSTOPERATIVE DIAGNOSIS: Same.\nANESTHESIA: General, ASA 3, by "
            "{other:titled}.",
        ),
        (
            "INDICATIONS: {pt:titled} is a {age}-year-old {man} with {dx}. Risks were discussed with {him} and "
            "{his} {word}, "
            "{kin:full}, on {date:-2}.",
            "INDICATIONS: {He} was referred by {pcp:titled} of {pcpsite} on {date:-30} with {symptom}.",
        ),
        (
            "PROCEDURE: A 12 mm Hasson trocar was placed. A Foley was inserted. {neg} EBL 50 mL. A Medtronic lead, "
            "serial "
            "{device}, was implanted. Counts correct x2.",
            "DESCRIPTION: Mr. and Mrs. {pt:family} were greeted in holding at {time}. Kocher incision. Bovie used. "
            "{neg} Implant "
            "S/N {device} logged under accession {accession}.",
        ),
        (
            "DISPOSITION: To PACU. {kin:titled} was updated by phone at {kinphone}.",
            "Signed: {dr:titled_full} {fulldate} {time}",
        ),
    ),
)

NURSING = Kind(
    "nursing",
    "34746-8",
    "Nurse note",
    (
        (
            "NURSING NOTE {fulldate} {time}\nPt: {pt:last_first}  MRN# {mrn}  Rm 412-B",
            "RN shift note - {date} {time} - {pt:family}",
        ),
        (
            "{pt:nick} prefers to be called {pt:nick}. {vitals}. {neg} {word} {kin:given} at bedside until {time}; "
            "phones: "
            "{kinphone}.",
            "Pt {pt:initials} c/o {symptom}. {dr:titled} paged at {time} ({pager}). {neg} Spouse/family: "
            "{kin:short} notified.",
        ),
        (
            "Wristband checked: {pt:full}, {dob}. Glucometer MAC {mac}.",
            "Belongings: wallet, keys, driver's license {license}.",
        ),
        ("{nurse:short}, RN", "-- {nurse:initial_last} RN"),
    ),
    "\n",
)

ED_TRIAGE = Kind(
    "ed-triage",
    "54094-8",
    "Emergency department Triage note",
    (
        (
            "ED TRIAGE\n{pt:upper}  {age}{sex}  DOB {dob}  MRN {mrn}\nArrival: {fulldate} {time} via EMS",
            "TRIAGE NOTE | {site:alias} ED | {fulldate} {time} | {pt:last_first} | visit {visit}",
        ),
        (
            "{age} yo {gender} restrained driver, MVC at 35 mph near {city}. Vehicle plate {plate}, VIN {vin}. GCS "
            "15. {vitals}.",
            "{symptom} x {days} days. {vitals}. Pain 8/10. Brought in by {word} {kin:full}, {kinphone}. ESI 3.",
            "Found down at {address} by {word} ({kin:titled}) on {date}. {vitals}. {neg}",
        ),
        (
            "Registration: SSN {ssn}, insurance {payer} ID {plan}. Lives at {address}.",
            "ID shown: DL {license} ({state}). Last 4 of SSN {ssn4}. Home {phone}.",
        ),
        ("Triage RN {nurse:short}. MD {dr:family} to see.",),
    ),
    "\n",
)

RADIOLOGY = Kind(
    "radiology",
    "18748-4",
    "Diagnostic imaging study",
    (
        (
            "EXAM: CT CHEST WITH CONTRAST\nPATIENT: {pt:last_first}\nMRN: {mrn}   DOB: {dob}\nACCESSION: {accession}\n"
            "DATE: {fulldate} {time}\nORDERING: {other:titled_full}",
            "{site}  Department of Radiology\nMRI BRAIN W/O CONTRAST {fulldate}  {pt:upper} ({age}/{sex})",
        ),
        (
            "CLINICAL HISTORY: {age}-year-old {man} with {dx}, {symptom}.",
            "INDICATION: {symptom}. COMPARISON: {date:-200}.",
        ),
        (
            "FINDINGS: No PE. 4 mm nodule in the right lower lobe, series 3 image 45, unchanged since {date:-400}. "
            "{neg}",
            "FINDINGS: Chiari I malformation, tonsils 6 mm. No Wernicke changes. Schmorl nodes at T11-T12. {neg}",
        ),
        (
            "IMPRESSION: Stable. Results called to {other:titled} by {dr:titled} at {time} on {date}.",
            "IMPRESSION: No acute findings. Fleischner follow-up in 12 months.",
        ),
        ("Interpreted by {dr:full}, {cred}. NPI {npi}", "Read by: {dr:last_first}"),
    ),
)

PATHOLOGY = Kind(
    "pathology",
    "11526-1",
    "Pathology study",
    (
        (
            "SURGICAL PATHOLOGY REPORT\n{lab}\nCase: {accession}\nPatient: {pt:full}  DOB: {dob}  MRN: {mrn}\n"
            "Collected: {fulldate}  Received: {fulldate:1}\nSubmitting physician: {other:short}, MD",
        ),
        ("SPECIMEN: A. Colon, sigmoid, biopsy.", 'SPECIMEN: Right breast core, 2 o\'clock, labeled "{pt:family}".'),
        (
            'GROSS: Received in formalin labeled with the patient\'s name ({pt:last_first}) and "{mrn}" are 3 '
            "fragments, 0.3 x 0.2 "
            "cm. Ki-67 15%. Gleason 3+3=6 (2/12 cores).",
            "MICROSCOPIC: Reed-Sternberg cells are absent. CD15 negative, CD30 negative. HER2 1+. {neg}",
        ),
        ("DIAGNOSIS: Benign. Discussed with {other:titled} on {date:3}.", "DIAGNOSIS: Barrett mucosa, no dysplasia."),
        ("Electronically signed {fulldate:3} {dr:short}, MD, pathologist",),
    ),
)
