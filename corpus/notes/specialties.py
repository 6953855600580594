"""Visits to the specialties: skin, eyes, bones, cancer, heart, nerves."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blocks import note_type
from corpus.notes.compose import part

# The last section of a visit, whatever the clinic.
PLAN = r"""
{todo}
Continue {sig}.
Referral to {dr2:titled} ({dept}), [[appointment|seen]] {date:14}.
Labs at {lab} [[before|by]] {date:30}.
RTC [[{duration}|{date:90}|sooner if worse]].
Refill [[sent|called in]] to {pharmacy}[[ ({sitephone})|, {city}|]].
[[Letter|Note]] for {employer} [[given|written]], off until {date:5}.
[[Will call|Call]] {pt:given} [[at {phone}|on {mobile}]] with results.
{kin:given} to [[bring|drop off]] the [[log|forms]] {weekday}.
{dx}: {drug}, [[recheck|repeat]] {test}.
{code} {dx}
Obtain records [[from|of]] {site2}, {daterange}.
Message {dr3:family} re: {test}.
[[Reviewed|Discussed]] with {dr2:titled_full}, who [[agrees|also saw {him}]].
1) {todo} 2) {todo}
{advice}
"""

DERMATOLOGY = note_type(
    "dermatology",
    "[[Dermatology Clinic|Skin check|Derm visit|Mohs consult]]",
    part(
        "[[HPI|History]]",
        r"""
        {ageold} {man}, [[referred by|pt of]] {pcp:titled}, with a [[changing|bleeding]] lesion on the {anatomy} x
            {duration}.
        {pt:family} [[noticed|picked at]] the spot [[around {holiday}|since {month:-120}]]; {kin:given} took photos.
        Skin type II. Grew up in {hometown}, [[many sunburns|lifeguard|worked as a {job}]].
        Had BCC removed by {surgeon:family} in {town}, {year}.
        {His} {word} {kin:given} had melanoma at {kinage}.
        Biopsy {date:-14} ({accession}, {lab}): {dx}.
        Tans at a salon near {employer}.
        """,
        1,
        3,
    ),
    part(
        "[[Exam|Skin exam|Findings]]",
        r"""
        [[Left|Right]] {anatomy}: {measure} [[pearly papule|brown macule|scaly plaque]].
        Full skin exam with chaperone {nurse:given}: {finding}.
        Dermoscopy: blue-white veil absent, no atypical network.
        Wood lamp negative. Nikolsky negative. Darier sign absent.
        Scattered seborrheic keratoses and cherry angiomata.
        """,
        1,
        3,
    ),
    part(
        "[[Plan|Procedure|Assessment/Plan]]",
        r"""
        Shave biopsy, site marked with {pt:initials}, specimen {specimen} to {lab}.
        Mohs with {surgeon:titled_full} [[on|booked]] {date:21} at {clinic}.
        {sig}
        Cryotherapy x 3. SPF 30. {advice}
        Results to {mobile} or {portal}; do not tell {kin:given}[[ first|]].
        Follow up {date:180}, cc {pcp:family}.
        """,
        1,
        3,
    ),
)

OPHTHALMOLOGY = note_type(
    "ophthalmology",
    "[[Eye Clinic|Ophthalmology follow up|Retina visit|Optometry exam|Glaucoma clinic]]",
    part(
        "[[CC/HPI|History|Hx]]",
        r"""
        {age} {sex} c/o [[blurry vision OD|floaters OS|halos]] x {duration}.
        {pt:titled}, driver for {employer}, [[failed the DMV test|needs form]] (license {license}).
        s/p phaco OS {numdate:-60} Dr. {surgeon:family}. Lens {model} S/N {serial}.
        Ref: {dr2:short}, OD, {newsite}, {town}.
        {word} [[{kin:given} |]]blind from glaucoma at {kinage}.
        Uses drops [[qhs|BID]]; {kin:nick} puts them in.
        """,
        1,
        3,
    ),
    part(
        "[[Exam|SLE/DFE|Ocular exam]]",
        r"""
        VA cc: OD 20/30-2, OS 20/200, PH 20/60. IOP 14/17 @ {time}.
        Gonio open to SS. C/D 0.4, 0.7. OCT RNFL thin inf OS.
        Cornea clear, AC D+Q, lens 2+ NS. Marcus Gunn negative. Amsler full.
        HVF 24-2 {shortdate}: {finding}.
        Fundus: drusen, no CNV.
        """,
        1,
        3,
    ),
    part(
        "[[Imp/Plan|Plan]]",
        r"""
        {dx} OU, {drug}, RTC {date:90}.
        Cat sx OD [[{date:30}|{shortdate}]] {site:abbr} OR, biometry w/ {nurse:given}.
        Avastin #4 OS today, lot {serial}. Next {date:28} ({dr2:family}).
        Glasses Rx mailed to {street}, {city}.
        Call {sitephone} for flashes; {advice}
        """,
        1,
        3,
    ),
)

ORTHOPAEDICS = note_type(
    "orthopaedics",
    "[[Orthopaedic Clinic|Ortho follow up|Fracture clinic|Sports medicine visit|Post-op check]]",
    part(
        "[[History|HPI|Subjective]]",
        r"""
        {pt:titled} is [[6 weeks|{duration}]] out from {proc} on {date:-42} [[by|with]] {surgeon:titled} at
            {site:alias}.
        {ageold} RHD {job} [[fell|slipped]] at {employer} on {date:-3}[[; claim {claim}|, WC adjuster {someone:full}|]].
        Twisted the knee [[playing for|at practice at]] {school}; coach {teacher:family} saw it.
        Motor vehicle collision [[{date:-8}|near {place}]], restrained [[driver|passenger]]; {kin:given} drove.
        Pain 4/10, down from 8/10. PT at {newsite} with {staff:given}.
        Outside films from {site2} (disc {docid}).
        {pt:family} wants to [[ski in {abroad}|lift {someone:given} ({kinage})|go back to work]] by {monthonly}.
        """,
        1,
        4,
    ),
    part(
        "[[Examination|Exam|Objective]]",
        r"""
        ROM 0-120. Lachman negative. McMurray positive. NVI.
        Hawkins and Neer positive; Spurling negative. Strength 5/5.
        Incision clean, dry, intact. [[Homans|Thompson]] negative.
        X-ray [[today|{shortdate}]]: {finding}.
        DASH {counts}. Garden II. Weber B. Salter-Harris type II.
        L4-L5 disc, {measure}.
        """,
        1,
        3,
    ),
    part(
        "[[Plan|Assessment and plan|Rx]]",
        r"""
        WBAT, brace, PT 2x/week. Off work until {date:28}, letter to {employer}.
        Implant: {model}, ref {device}, lot {serial}.
        Surgery with {surgeon:family} [[{date:20}|on {textdate:20}]], pre-op with {dr2:titled}.
        {sig}; no NSAIDs.
        Handicap placard [[signed|form]]. Plate {plate}.
        Return {date:42} with films. cc: {pcp:titled}, {lawyer:titled}.
        """,
        1,
        3,
    ),
)

ONCOLOGY = note_type(
    "oncology",
    "[[Oncology Clinic|Heme/Onc visit|Medical oncology follow-up|Radiation oncology OTV|Cancer center note]]",
    part(
        "[[Oncologic history|Onc Hx|Cancer history]]",
        r"""
        {month:-400}: [[screening|palpable]] mass; biopsy at {site2} ({accession}): {dx}, ER+ PR+ HER2 1+.
        {date:-380} - {proc}, {surgeon:family}. pT2N1a. Oncotype 21.
        {date:-300} to {date:-200}: AC-T x 4 ([[{dr2:family}|{newsite}]]).
        {numdate:-150} PET/CT: {finding}.
        Germline: {gene} VUS ([[sister|cousin]] {kin:given} positive).
        Radiation {daterange}, 50.4 Gy in 28 fx, {site3}.
        Progression {monthonly}. Enrolled in {study}, subject {id}.
        """,
        2,
        5,
        0.85,
    ),
    part(
        "[[Interval history|Subjective|HPI]]",
        r"""
        {pt:titled} and {his} {word} {kin:given} come for cycle 3 day 1.
        ECOG 1. {symptom} better with {drug}.
        {He} [[finished|rang the bell]] on {date:-7}; going to {abroad} with {kin2:given}[[ after|]].
        Drives in from {town}; stays at {place}.
        {pt:given} asked [[about hair loss|"how long have I got?"]][[ and {kin:given} cried|]].
        Lost 4 kg since {shortdate:-30}.
        """,
        1,
        3,
    ),
    part(
        "[[Data|Labs and imaging]]",
        "{labs}\n{imaging}\nCEA 4.1, CA 19-9 33, LDH {range}.\nANC 1.8, OK to treat.\n{vitals}",
        1,
        3,
        0.7,
    ),
    part(
        "[[Assessment/Plan|Impression|Plan]]",
        r"""
        {ageold} {man} with stage IIB {dx}. {todo}
        Tumor board {date:5}: {dr2:titled}, {dr3:titled}, {surgeon:family}.
        Port by IR {shortdate}. Serial {serial}.
        Neulasta OnPro. KEYNOTE-522 regimen. Deauville 2.
        Goals of care with {pt:given}, {kin:given}: [[full code|DNR, MOLST signed {date}]].
        Second opinion at {site3} with {newdr:titled_full}, {date:10}.
        Approval {claim} from {payer}, call {phone}.
        Social worker {staff:full} ({ext}) for [[gas cards|lodging]].
        """,
        2,
        4,
    ),
)

CARDIOLOGY = note_type(
    "cardiology",
    "[[Cardiology Clinic|Cardiology follow up|Device check|Heart failure clinic|EP clinic note]]",
    part(
        "[[HPI|Summary|Reason for visit]]",
        r"""
        {pt:full} is a [[pleasant|]] {ageold} {man} with {dx}, {dxs}, [[EF 35%|s/p DES to LAD {month:-200}]].
        NYHA II. Walks [[the dog|to {place}]] with {kin:given}. No syncope.
        Cath {date:-60} at {site:abbr} ([[{dr2:family}|{surgeon:titled}]]): {finding}.
        CHADS-VASc 4, HAS-BLED 2. On {drug}.
        ICD [[shock|fired]] {stamp}; device {model}, SN {serial}, implanted {date:-800} by {dr2:titled} in {town}.
        {word} {kin:given} MI at {kinage}, uncle {someone:given} sudden death[[ at {kinage}|]].
        {pt:family} is a {job}; CDL medical card {cert} [[expires|exp]] {date:40}.
        """,
        2,
        4,
    ),
    part(
        "[[Testing|Objective|Studies]]",
        r"""
        ECG: NSR 64, PR 180, QRS 96, QTc 430 (Bazett).
        Echo {numdate:-20}: LVEF 55-60%, E/e' 9, [[trivial MR|mild AS]].
        Holter: 3 PVCs/h. Bruce stage 3, 10.1 METs.
        {vitals}. JVP 8 cm. Kussmaul absent.
        Lp(a) 44, LDL 71, {range}.
        Remote transmission {fulldate}, [[reviewed by|tech]] {nurse:short}.
        """,
        1,
        3,
    ),
    part("[[Plan|Recommendations|A/P]]", PLAN, 2, 4),
)

NEUROLOGY = note_type(
    "neurology",
    "[[Neurology Clinic|Neuro consult|Movement disorders|Headache clinic|Epilepsy follow-up|Memory clinic]]",
    part(
        "[[History|HPI|Reason]]",
        r"""
        {dr2:titled} asked me to see {pt:titled}, a {ageold} [[right|left]]-handed {job}, for {symptom}.
        {kin:given} [[timed|filmed]] the spell of {date:-3} at {time}: 90 seconds, no incontinence.
        {Word} {kin:given} says {he} got lost [[driving to {church}|in {town}|at {place}]].
        Asked the date, {he} said "{month}"; the president: "{someone:family}". Named {kin:given} and {kin2:given}.
        Migraine since {kinage}; worse in {monthonly}.
        DBS ({model}, serial {serial}) by {surgeon:family}, {site3}, {year}.
        {pt:given} has not driven since {date:-100}. License {license}.
        Parkinson disease, Hoehn and Yahr 2. Levodopa at {time12} and noon.
        """,
        2,
        4,
    ),
    part(
        "[[Neurologic exam|Exam|MoCA]]",
        r"""
        MoCA 24/30. Clock drawing intact. Luria impaired.
        CN II-XII intact. Romberg negative. Babinski down. Hoffmann absent.
        DTR 2+. Strength 5/5. FNF normal. Gait narrow.
        Recalled 2 of 3. Serial 7s: 93, 86, 79.
        UPDRS III 22. EDSS 2.5. {score}
        MRI {date:-15} [[({accession})|, {site:alias}]]: {imaging}
        """,
        1,
        3,
    ),
    part("[[Impression|Plan|Assessment]]", PLAN, 2, 4),
)

TYPES: tuple[NoteType, ...] = (DERMATOLOGY, OPHTHALMOLOGY, ORTHOPAEDICS, ONCOLOGY, CARDIOLOGY, NEUROLOGY)
