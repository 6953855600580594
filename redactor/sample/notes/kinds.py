"""Define all types of note in the sink by their templates: those of a hospital stay, and those written outside the
wards.
"""

from __future__ import annotations

from redactor.sample.notes.writer import NoteKind

ADMISSION = NoteKind(
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

DISCHARGE = NoteKind(
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

OPERATIVE = NoteKind(
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

NURSING = NoteKind(
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

ED_TRIAGE = NoteKind(
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

RADIOLOGY = NoteKind(
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

PATHOLOGY = NoteKind(
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


PROGRESS = NoteKind(
    "progress",
    "11506-3",
    "Progress note",
    (
        ("PROGRESS NOTE - {date}\n{pt:full} (MRN {mrn})", "{fulldate} {time}\nPt: {pt:last_first}   DOB: {dob}"),
        (
            "S: {pt:titled} returns for {dx}. Since {date:-60} {he} has had {symptom}. {His} {word} {kin:nick} came "
            "along. {He} still "
            "works as a {job}.",
            "SUBJECTIVE: {age}yo {man} w/ {dx}, doing well. Saw {other} at {site:alias} on {date:-14}. Travelled to "
            "{hometown} in "
            "{month:-90}.",
        ),
        ("O: {vitals}. {labs}. {neg}", "OBJECTIVE: {vitals}\n{neg}\n{neg}"),
        (
            "A/P: {dx}: continue {drug}. RTC {date:90}. Labs at {lab} before then.",
            "ASSESSMENT: {dx}. PLAN: refill {drug} at {pharmacy}; call {mobile} with results. {neg}",
        ),
        ("{dr:short}, {cred}", "Signed, {dr:titled} {fulldate}", "{dr:initials}/{nurse:initials}"),
    ),
    "\n",
)

CONSULT = NoteKind(
    "consult",
    "11488-4",
    "Consult note",
    (
        (
            "CONSULTATION\nRequesting: {pcp:titled_full}\nConsultant: {dr:titled_full}\nPatient: {pt:full}, "
            "{mrn}\nDate: {fulldate}",
            "NEUROLOGY CONSULT for {pt:upper}\n{fulldate}",
        ),
        (
            "REASON: {symptom}. Thank you, {pcp:titled}, for asking us to see {pt:titled}, a {age}-year-old "
            "right-handed "
            "{race} {man}.",
            "Asked by {pcp:family} to evaluate {pt} for {symptom}. {He} lives with {word} {kin:given} in {city}.",
        ),
        (
            "HISTORY: Onset about {date:-40}. {neg} {His} {word} ({kin:full}, {kinage}) has a similar tremor. "
            "Employed by {employer}.",
            "HISTORY: {dx} diagnosed {month:-700} at {pcpsite}. {neg}",
        ),
        ("EXAM: {vitals}. {neg} UPDRS 22. MoCA 24/30.", "EXAM: Romberg absent. Hoffmann negative. {neg}"),
        ("RECOMMENDATIONS: {drug}. Follow up with {other:titled} by {date:30}.\n\n{dr:short}, {cred}   {drphone}",),
    ),
)

TELEPHONE = NoteKind(
    "telephone",
    "34748-4",
    "Telephone encounter Note",
    (
        ("TELEPHONE ENCOUNTER {fulldate} {time}", "Phone call - {date}"),
        (
            "Caller: {kin:full} ({word} of {pt:full}, DOB {dob}). Callback {kinphone}.",
            "{pt:titled_full} called from {mobile}. Verified by DOB {dob} and last 4 SSN {ssn4}.",
        ),
        (
            "States {he} has {symptom} since {date:-2}. Took {drug}. {neg} Message sent to {dr:titled}.",
            "Wants refill of {drug} to {pharmacy}. Address confirmed: {address}.",
            "Left voicemail for {pt:given} at {phone}; {kin:nick} will have {him} call back before {date:2}.",
        ),
        ("{nurse:short} RN, ext. {pager}", "{nurse:initials}"),
    ),
    "\n",
)

LETTER = NoteKind(
    "referral-letter",
    "57133-1",
    "Referral note",
    (
        ("{site:block}\nTel {sitephone}  Fax {sitefax}\n\n{fulldate}",),
        ("{pcp:titled_full}\n{pcpsite:block}",),
        ("RE: {pt:full}\nDOB: {dob}\nOur ref: {mrn}\n{address}", "Re: {pt:titled_full}, d.o.b. {dob}, {address}"),
        (
            "Dear {pcp:titled},\n\nThank you for referring this pleasant {age}-year-old {job}, whom I saw on {date} "
            "with {his} {word} "
            "{kin:titled}. As you know, {pt:titled} has {dx}. {neg}",
            "Dear {pcp:given},\n\nI had the pleasure of seeing {pt} in clinic on {date}. {He} tells me that "
            "{symptom} began while "
            "visiting {hometown} around {date:-45}. {neg}",
        ),
        (
            "{labs}. I have started {drug}. I will see {him} again on {date:60}. {His} mobile is {mobile}.",
            "{vitals}. {neg} {neg}",
        ),
        ("Sincerely,\n\n{dr:full}, {cred}\n{dremail} | NPI {npi}", "With kind regards,\n{dr:titled_full}\n{drphone}"),
        ("cc: {other:titled_full}; {pt:titled_full}, {address}", "cc: {kin:full}\nenc."),
    ),
)

PORTAL = NoteKind(
    "portal-message",
    "68834-1",
    "Patient message",
    (
        ("From: {pt:short} <{email}>\nTo: {dr:titled_full}\nSent: {fulldate} {time}\nSubject: {symptom}",),
        (
            "Hi {dr:titled},\n\nI've had {symptom} since {date:-3}. Can I keep taking {drug}? My {word} {kin:nick} "
            "thinks I should come "
            "in. I can be reached at {mobile} or {email}.",
            "Good morning, I could not log in to {portal} as {username} (it said my IP {ip} was blocked). Please "
            "charge the copay to "
            "card {card}. We moved to {address} on {date:-10}.",
        ),
        ("Thanks,\n{pt:given}", "{pt:nick} {pt:family}\n{phone}", "Best, {pt:initials}"),
        ("--- Reply from {nurse:short}, RN ({date:1}): {pt:titled}, {dr:titled} can see you on {date:5} at {time}.",),
    ),
)

SOCIAL_WORK = NoteKind(
    "social-work",
    "28653-4",
    "Social work Note",
    (
        ("SOCIAL WORK ASSESSMENT\n{pt:full}  {mrn}  {fulldate}", "SW NOTE {date} re {pt:titled}"),
        (
            "{pt:given} is a {age} y.o. {race} {man}, born in {hometown}, who lives at {address} with {his} {word}, "
            "{kin:full} ({kinage}). "
            "{He} is a {job} employed by {employer}.",
            "Met with {pt:nick} and {his} {word} {kin:given} on {date}. Home: {city}, {county}, {state} {zip}. "
            "Income from {employer}.",
        ),
        (
            "Insurance: {payer}, member {plan}. SSN {ssn}. Bank transfer to account {account} failed on {date:-5}.",
            "HCP/POA: {kin:full}, {kinphone}. Referred to {other:short}. PHQ-9 score 11.",
        ),
        (
            "Plan: home visit {date:7}; call {kin:titled} at {kinphone}. {neg}",
            "Plan: Meals on Wheels from {date:2}. {neg}",
        ),
        ("{nurse:full}, LCSW", "{nurse:initial_last}"),
    ),
)

TELEHEALTH = NoteKind(
    "telehealth",
    "75496-0",
    "Telehealth Note",
    (
        ("VIDEO VISIT {fulldate} {time}   {pt:last_first}   {mrn}",),
        (
            "Connected from {ip}; patient at home in {city}, {state}. Provider at {site}. Identity confirmed: "
            "{pt:full}, {dob}.",
            "{pt:titled} ({age}) joined by phone from {mobile} with {his} {word}, {kin:short}.",
        ),
        ("{symptom} since {date:-8}. {neg} {labs}.", "{dx}: no change. {neg}"),
        ("Time spent 18 minutes. {dr:short}, {cred}",),
    ),
    "\n",
)


INPATIENT: tuple[NoteKind, ...] = (ADMISSION, DISCHARGE, OPERATIVE, NURSING, ED_TRIAGE)
OUTPATIENT: tuple[NoteKind, ...] = (PROGRESS, CONSULT, TELEPHONE, LETTER, PORTAL, SOCIAL_WORK, TELEHEALTH)
REPORTS: tuple[NoteKind, ...] = (RADIOLOGY, PATHOLOGY)
KINDS: tuple[NoteKind, ...] = INPATIENT + OUTPATIENT + REPORTS
