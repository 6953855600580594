"""Encounters that are short or far away: telephone, video, nurse, vaccines, travel, teeth, work, school, prison."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blocks import note_type
from corpus.notes.compose import part

TELEPHONE = note_type(
    "telephone-encounter",
    "[[Telephone Encounter|Phone Note|Call log|Triage call|After-hours call|TC]]",
    part(
        "[[Call|Caller|Reason for call|Message|]]",
        r"""
        {kin:given} ({word}) called [[at {time}|this morning|]] [[re|about]] {pt:given}[[, {kinphone}|]].
        Caller: {kin:full}. Relationship: {word}. Call back {kinphone}[[ or {phone}|]].
        {pt} left a voicemail at {time12}: "[[this is {pt:given}|{pt:full} here]], please call {mobile}".
        TC from {pharmacy}, {staff:given}, asking about {sig}.
        {newdr:titled}'s office called ([[{sitephone}|{newsite}]]): wants the [[echo|note]] of {date:-8}.
        Received call from {school} nurse, {nurse2:titled}; {pt:given} vomited twice.
        {employer} HR ({someone:full}) called; no information given, no release on file.
        {lab} called a critical: potassium 6.1, specimen {specimen}, read back to {nurse:given} {time}.
        LM for {kin:titled} x2 ([[{date:-1}|yesterday]], today). {phone} rings out.
        Wrong number: {phone} belongs to a {someone:titled}.
        Identity verified: {pt:full}, {dob}, last 4 {ssn4}.
        Caller states {he} lives at {address:nozip} and needs [[an ambulance|a ride]].
        """,
        1,
        3,
    ),
    part(
        "[[Assessment|Triage|Response|Advice|]]",
        r"""
        {symptom} since {date:-1}[[, worse last night|]]. {neg}
        Protocol: [[fever|chest pain|headache]], adult. Disposition: see within 24 hours.
        Told {kin:given} to [[go to {site:alias}|call 911|push fluids]]; {kinhe} [[agreed|refused]].
        D/w {dr:family}: {todo}
        Advised: {advice}
        {kin:nick} verbalized understanding and will drive {him} in from {town}.
        Appt made {shortdate} {time} [[{dr:family}|w/ {dr:initials}]].
        Message routed to {dr:last_first} pool.
        """,
        1,
        3,
    ),
    part(
        "[[Follow-up|Outcome|Addendum|]]",
        r"""
        {time} - {kin:given} called back, [[fever down|feels better]].
        Closed {stamp} by {username}.
        Rx {drug} #30 to {pharmacy}, {city}.
        {date:1}: spoke to {pt:given}. {neg}
        Letter mailed {numdate} to {address}.
        """,
        1,
        2,
        0.5,
    ),
)

TELEHEALTH = note_type(
    "telehealth",
    "[[Telehealth Visit|Video Visit|Virtual visit|Telemedicine note|e-Visit]]",
    part(
        "[[Telehealth statement|Visit details|Consent|Setting]]",
        r"""
        Patient located at [[home|work]] in {city}, {state}; provider at {site:alias}.
        Video via Zoom, link sent to {email}; audio dropped, finished by phone {mobile}.
        {pt:given} consented verbally to video on {date}. Present off camera: {kin:given} ({word}).
        Joined from {place} on {his} phone (IP {ip}).
        Emergency contact verified: {kin:full} {kinphone}; location {address}.
        Interpreter {staff:given} (ID {badge}), Language line.
        Start {time} end {time}.
        """,
        1,
        3,
    ),
    part(
        "[[HPI|Subjective|Interval]]",
        r"""
        {pt} [[reports|says]] {symptom}[[ since {date:-10}|]].
        Home log: {vitals} on {shortdate:-2}.
        {kin:given} held the camera: {finding}.
        {ageold} with {dx}, moved to {town} {ago}, cannot come to {clinic}.
        "{kin:given} made me call," {he} [[says|jokes]].
        Saw {dr2:family} in person {date:-21}.
        """,
        1,
        3,
    ),
    part(
        "[[Plan|A/P]]",
        r"""
            {todo}
            {sig} to {pharmacy}
            Local labs at {lab}, {town}.
            Next video {date:30} {time12} with {dr:given}.
            {advice}
            Send {test} results to {email}.
            """,
        1,
        3,
    ),
)

NURSE = note_type(
    "nurse-visit",
    "[[Nurse Visit|RN Visit|BP check|Injection visit|Wound check|Coumadin clinic|Anticoagulation note]]",
    part(
        "[[Visit|Note|Nursing|]]",
        r"""
        {pt:short} here for [[BP check|B12 shot|suture removal|INR]] per {dr:titled}[[ order of {date:-7}|]].
        BP 142/88 R arm, 138/84 L arm. HR 72. {pt:family} took meds at {time}.
        INR 2.4 (goal 2-3), last 1.8 on {shortdate:-14}. Same dose.
        Depo 150 mg IM L deltoid, lot {serial}, exp {month:400}, by {nurse:initials}.
        Wound {measure}, granulating. Dressing changed; {kin:given} taught.
        Tolerated well. Observed 15 minutes.
        Two identifiers: {pt:full} / {dob}.
        Next due {date:28}; card given.
        {nurse:given} called {dr:family} with the reading; no change.
        Peak flow 410. ACT 21. PHQ-2 0.
        Glucose 212 on meter SN {serial}. {kin:titled} says {he} skipped lunch at {employer}.
        Drives for {employer}; {kin:given} [[covers|sits with the kids]].
        """,
        2,
        5,
    ),
)

IMMUNIZATION = note_type(
    "immunisation-record",
    "[[Immunization Record|Vaccine administration record|Vaccination History|Childhood immunisation schedule]]",
    part(
        "[[Vaccines|Given|Administered|]]",
        r"""
        MMR {numdate:-900} lot {serial} {nurse:initials} {clinic}
        DTaP #1 {numdate:-800}  #2 {numdate:-740}  #3 {numdate:-680}
        Tdap\t{numdate}\tL deltoid\t{nurse:initial_last}
        Influenza (Fluzone HD) 0.7 mL IM {fulldate}, {pharmacy}
        HepB 1/3 [[{date:-60}|{shortdate}]], 2/3 {date:-30}, 3/3 due {date:120}
        COVID-19 (Comirnaty) {date:-200}: {employer} clinic
        Varicella: had disease [[age {kinage}|{year}]]
        PCV20 given today by {nurse:short}, {nursecred}
        HPV9 declined by {word} ({kin:given})
        BCG in {abroad}, {year:-9}; PPD 0 mm read {shortdate} by {nurse:given}
        Rotavirus {numdate:-400} (outside, {newsite})
        VIS of {numdate:-400} reviewed with {kin:titled}.
        State registry ID {id}. Copy to {school} [[nurse {nurse2:family}|fax {fax}]].
        """,
        3,
        7,
        mixed=False,
    ),
)

TRAVEL = note_type(
    "travel-clinic",
    "[[Travel Clinic|Pre-travel consultation|Returned traveller]]",
    part(
        "[[Itinerary|Trip|History]]",
        r"""
        Leaves {date:20} for {abroad}, then {abroad} and {abroad}; back {date:45}.
        Visiting [[grandmother|family]] {kin:given} in {hometown}; rural stay, dogs.
        Mission trip with {church} ([[leader|pastor]] {someone:full}), 14 days.
        Passport {passport}, needs yellow card.
        Back from {abroad} {date:-6} with fever; bitten near {place}.
        Business for {employer}: {town}, {abroad}.
        Travels with {spouse} {kin:given} ({kinage}) and baby {kin2:given} ({babyage}).
        Altitude 3,400 m. Cruise leg on the river.
        """,
        2,
        4,
    ),
    part(
        "[[Advice|Plan|Given]]",
        r"""
            Malarone daily, start 2 days before. Azithromycin standby.
            Typhoid Vi, lot {serial}.
            {advice}
            Declined rabies series; cost. {payer} does not cover.
            Call {sitephone} if fever within 3 months of {date:45}.
            Thick smear x3 at {lab}: no {organism}.
            """,
        1,
        4,
    ),
)

DENTAL = note_type(
    "dental",
    "[[Dental note|Dental exam|Oral surgery consult|Orthodontic progress|Perio chart note]]",
    part(
        "[[Clinical notes|Tx|Findings|]]",
        r"""
        Pt {pt:given} presents w/ {kin:given} for #19 MOD. 2 carp 2% lido 1:100k epi.
        {pt:family}: recall, BWX 4, probing 2-3 mm, #30 4 mm.
        Ext #1, #16, #17, #32 under IV sedation, Dr. {surgeon:family}, {date:-5}; escort {kin:nick} {kinphone}.
        Referred by {dr2:titled}, DMD, {town}, for eval of {symptom}.
        Premed: amoxicillin 2 g, per {dr3:family} ({dept}).
        Chipped #8 at {school} [[on the bus|in gym]] {date:-1}, teacher {teacher:given} kept the fragment in milk.
        Crown #14 shade A2, case {caseno} to {labsite}.
        Invisalign tray 9/22. Angle Class II div 1.
        {payer} max used; bal on acct {acct}. Card {card} on file.
        NV: {date:30} {time} w/ hyg {nurse:given}.
        Husband {kin:titled} pays; statement to {street}, {zip}.
        """,
        2,
        5,
    ),
)

OCCUPATIONAL = note_type(
    "occupational-health",
    "[[Occupational Health|Employee health visit|Workers' compensation report|DOT physical|Needlestick report]]",
    part(
        "[[Injury|History|Exposure|Employee]]",
        r"""
        {pt:full}, {ageold} {job} at {employer} [[for {duration}|since {year:-8}|, badge {badge}]].
        On {date:-1} at {time} {he} [[lifted a crate|slipped on oil]] at the {city} plant; supervisor {someone:full}
            notified.
        Needlestick in {room} from source pt {someone:initials}, MRN {mrn}; source HIV neg.
        Claim # {claim}, carrier {payer}, adjuster {someone:full} {phone}.
        Witnesses: {someone}, {someone:given} from the day shift.
        Nurse case manager {staff:full} ({fax}) copied.
        Noise 90 dBA; shift of {time}-{time}; respirator fit test 3M {model}.
        CDL {license} ({stateab}), employer {employer}, {address}.
        {someone:given} in HR wants the form by {shortdate}.
        """,
        2,
        5,
    ),
    part(
        "[[Exam|Findings|Testing]]",
        r"""
            {exam}
            Audiogram: STS at 4 kHz. Spirometry FEV1 88%.
            UDS collected {time}, seal {specimen}, collector {nurse:short}.
            VA 20/25 both. BP {measure}.
            Phalen and Tinel positive. Jamar 32/40 kg.
            """,
        1,
        3,
        0.7,
    ),
    part(
        "[[Work status|Disposition|Plan]]",
        r"""
            Modified duty {daterange}: no lifting over 10 lb.
            Full duty {date:7}.
            MMI reached {date}; 3% WPI.
            Off work until seen by {dr2:titled} on {shortdate:6}.
            Copy to {employer} (attn {someone:full}).
            {todo}
            Next visit {numdate:7} {time12}, {clinic}.
            """,
        1,
        3,
    ),
    years=(18, 68),
)

SCHOOL_NURSE = note_type(
    "school-nurse",
    "[[School Nurse Log|Health Office Visit|School health plan|504 health summary|Camp infirmary log]]",
    part(
        "[[Visit|Student|Log|]]",
        r"""
        {pt:given} [[{pt:family}|]] ([[gr 4|Rm {room}|grade 9|homeroom {teacher:family}]]) c/o {symptom} after
            [[recess|lunch]].
        {time} {someone:given} - bloody nose, ice, back to class {time}
        {time} {someone:first_initial} - [[headache|tummy]], called mom ({kinphone})
        Seen for inhaler: 2 puffs before gym. Coach {teacher:titled} told.
        Called {kin:given} at work ({employer}, {phone}): will pick up.
        No answer at {phone}; message with {kin2:given}, grandmother.
        EpiPen in office, expires {month:300}; plan signed by {pcp:titled}, {pcpsite}.
        Student ID {id}, bus 14, teacher {teacher:full}, {school}.
        Lice check {someone:given}, {someone:given}, {someone:given}: neg.
        504 meeting {date:10} with {teacher:titled}, {staff:given} and both parents.
        Glucose 68, juice, 94 at {time}.
        Home: {street}, with {kin:given} & {kin2:given}.
        """,
        2,
        6,
    ),
    years=(5, 18),
)

JAIL = note_type(
    "correctional-health",
    "[[Correctional Health|Jail intake screening|Sick call|Detention medical|Prison clinic note]]",
    part(
        "[[Intake|Sick call|Subjective|]]",
        r"""
        Inmate {pt:last_first} #{id}, DOB {dob}, booked {stamp}, housing {room}.
        I/M {pt:family} seen at cell front w/ Officer {officer:family}.
        Arrested by {agency} on {date:-1}; brought from {site:alias} ER, cleared by {dr2:titled}.
        Reports heroin, last use {shortdate}; COWS 11.
        Outside meds verified with {pharmacy} ({phone}): {sig}.
        "[[My cellie|My celly]] {friend:nick} hit me." {finding}.
        Release date {date:60} to {kin:full}, {street}, {city}.
        Probation officer {officer:full}, {agency}, {phone}; docket {caseno}.
        Court {date:3}. Public defender {lawyer:titled}.
        AKA {someone:full}, {someone:nick}. SSN {ssn}.
        Tattoo "{someone:given}" left forearm.
        Denies SI. Placed on routine watch. {neg}
        """,
        2,
        6,
    ),
    part(
        "[[O|Exam]]",
        r"""
        {vitals}
        {exam}
        PPD planted L forearm {shortdate}, read {shortdate:2}.
        CIWA 6.
        """,
        1,
        2,
        0.6,
    ),
    part(
        "[[Plan|P]]",
        r"""
            {todo}
            KOP {drug}.
            Special diet: {diet}.
            Send out to {site} with Dep. {officer:family}, Sgt. {officer:initial_last}.
            F/u sick call {shortdate:3}.
            Notify {kin:given} only with signed release.
            """,
        1,
        3,
        0.8,
    ),
    years=(18, 75),
)

VETERANS = note_type(
    "veterans-affairs",
    "[[VA Primary Care Note|C&P Examination|PACT note|Veterans clinic|Compensation exam]]",
    part(
        "[[Service history|Military history|History|]]",
        r"""
        {pt:last_first} {ssn} [[{ageold} {man} veteran|Army veteran]], service connected 70%.
        Served {year:-20} to {year:-14}: {abroad}, {abroad}; stationed at {place}.
        Last 4: {ssn4}. Vet drives two hours from {town} to {site:abbr}.
        Blast near {abroad} {month:-5000}; unit medic {friend:full} pulled him out.
        Lost {friend:nick} and {someone:given} that day. Avoids {holiday}.
        Choice/community care consult to {newsite}, {dr2:titled_full}.
        {spouse} {kin:given} is caregiver. Claim {claim}.
        Agent Orange registry exam {date:-400}, {newsite}.
        VSO: {someone:full}, {agency} Post, {phone}.
        PCL-5 52. AUDIT-C 3. CAPS-5 41.
        """,
        2,
        5,
    ),
    part("[[Exam|Objective|MSE]]", "{exam}\n{vitals}\n{score}\n{labs}", 1, 2, 0.6),
    part(
        "[[Plan|Opinion]]",
        r"""
            It is at least as likely as not that {dx} is due to service.
            {todo}
            Secure message to {username}.
            RTC {date:90} PACT Blue/{nurse:given}.
            Travel pay form to {address}.
            /es/ {dr:upper_full}, {cred}\n{dept}\nSigned: {numdate} {time}
            """,
        1,
        3,
    ),
    years=(24, 99),
)

TYPES: tuple[NoteType, ...] = (
    TELEPHONE,
    TELEHEALTH,
    NURSE,
    IMMUNIZATION,
    TRAVEL,
    DENTAL,
    OCCUPATIONAL,
    SCHOOL_NURSE,
    JAIL,
    VETERANS,
)
