"""Social work, psychiatry, substance use, violence at home, protection of children and of elders."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes import legal
from corpus.notes.blocks import note_type
from corpus.notes.compose import part

SOCIAL_WORK = note_type(
    "social-work",
    "[[Social Work Assessment|SW note|Psychosocial assessment|Case management note|Discharge planning]]",
    part(
        "[[Referral|Reason|Presenting issue|]]",
        r"""
        SW consulted by {dr:titled} for [[housing|coping|transport|placement]].
        Met with {pt:titled} and {his} {word} {kin:given} at bedside[[ on {date}|]].
        {ageold} {race} {man}, [[widowed|single|separated]], from {city}, admitted {date:-3}.
        Referred by {agency} worker {staff:full} ({drphone}).
        Chart reviewed. {pt} [[known to this writer from|was seen by {nurse2:titled} in]] {month:-300}.
        {newdr:given} from {dept} asked for [[help|a family meeting]].
        """,
        1,
        3,
    ),
    part(
        "[[Living situation|Home|Supports|Psychosocial]]",
        r"""
        Rents a room [[on|off]] {street} from {someone:titled}, $600 a month, behind since {monthonly}.
        {kin:given} ({kinage}) works nights at {employer}; {kin2:given} is in {town} and "washed his hands of it".
        Sleeping [[in a car|on a couch at {friend:poss}|at the shelter]] near {place}.
        Grew up in {hometown}, left school at {kinage}, then {job} at {employer} until {year:-6}.
        Sister {someone:given}, brother {someone:given}, both [[in {state}|estranged]].
        Meals from {church}; rides from {friend:given}.
        Income: SSI $914, food stamps. Case # {caseno}. Payee {kin:full}.
        Oldest, {kin3:given}, {kinage}, is a {job} in {abroad}.
        Has a cat. Two flights of stairs, no elevator.
        [[Ex|Ex-wife|Ex-husband]] {someone:full} has the [[kids|car]].
        Landlord's number {phone}. Eviction court {date:12}.
        "{kin:given} is my rock," {he} said. "Without {kin:given} I'd be on {street}."
        """,
        2,
        6,
    ),
    part(
        "[[Interventions|Plan|Recommendations|Next steps]]",
        r"""
        Called {agency} ([[{staff:given}|intake]], {phone}): bed [[{date:2}|tomorrow]].
        Sent referrals to {nursinghome}, {nursinghome} and {newsite}; {nursinghome} accepted.
        Applied for Medicaid, confirmation {id}.
        Family meeting {shortdate:1} {time} with {dr:family}, {kin:given}, {kin2:given} by phone.
        Cab voucher to {address:nozip}.
        Gave {kin:given} the number of {agency}. {advice}
        HCP form signed by {pt:initials}, witness {nurse:short}.
        Lyft to {clinic} {date:6}. Guardianship packet to {lawyer:titled}.
        {pt:given} tearful, support given. {neg}
        SW remains available, x{ext}.
        PRI faxed to {fax}.
        """,
        1,
        5,
    ),
)

PSYCHIATRY_INTAKE = note_type(
    "psychiatry-intake",
    "[[Psychiatric Evaluation|Psychiatry intake|Initial mental health assessment|Psychological assessment]]",
    part(
        "[[Identifying data|Identification|ID/CC|]]",
        r"""
        {pt:full} is a {ageold} [[single|married|divorced]] {race} {man}, a {job}, living in {city} with {word}
            {kin:given}.
        {agesex}, [[junior|sophomore]] at {school}, BIB {agency} after texting {friend:given} that {he} wanted to die.
        "[[I'm not crazy, ask {kin:given}|{kin:given} made me come]]."
        Sources: pt, {kin:full} ({kinphone}), records of {site2}.
        Prefers {pt:nick}. Case {caseno}.
        """,
        1,
        3,
    ),
    part(
        "[[History of present illness|HPI|Narrative]]",
        r"""
        Mood has been low since {kin2:given} [[died|left|moved to {town}]] [[{ago}|in {monthonly}|around {holiday}]].
        {He} hears {someone:given}'s voice at night telling {him} to leave {town}.
        Believes {employer} and a {someone:titled} are following {him}; posts about it as {handle}.
        Stopped {drug} {date:-30} because {newdr:titled} "was in on it".
        Broke up with {friend:given} {date:-9}; since then {symptom}.
        {kin:given} found a note addressed to {kin2:given} and {kin3:given} on {date:-1} at {time}.
        Spent {duration} in {abroad} with the Army; unit lost {someone:nick}.
        Dreams of {street}, the house where {kin2:given} drank.
        {hpi}
        """,
        1,
        4,
    ),
    part(
        "[[Past psychiatric history|Psych history|Social and developmental|Family]]",
        r"""
        Three admissions: {site2} {year:-9}, {site3} {month:-800}, {newsite} {daterange}.
        Outpatient with {newdr:titled}[[ (therapist {newdr:given})| in {town}|]], last {date:-20}.
        Trials: {drug}, {drug}, lithium ({newdr:family}).
        {word} {kin:given} bipolar; uncle {someone:given} [[suicide|died by suicide]] at {kinage}.
        Born in {hometown}, second of four ({someone:given}, {pt:given}, {someone:given}, {someone:given}).
        Teacher at {school}, {teacher:titled}, was the first to notice.
        Baptized at {church}. Married {kin2:given} in {year:-8}; divorced {year:-2}.
        Arrested {date:-600} in {county}; PO {officer:family}.
        Graduated from {school}, worked for {employer}.
        """,
        1,
        4,
        0.85,
    ),
    part(
        "[[MSE|Mental status|Mental status exam]]",
        r"""
        Casually dressed, good eye contact. Speech normal. Mood "[[ok|like {weekday}]]". Affect restricted.
        Thought process linear. No SI/HI/AVH. Oriented x4 (gave {fulldate}, {site:alias}).
        PHQ-9 17, GAD-7 12, YMRS 4, MADRS 28. C-SSRS low.
        Insight fair, judgment fair. Proverbs concrete. Cognition grossly intact.
        Named {someone:family} as president. Recalled 3/3.
        """,
        1,
        2,
        0.8,
    ),
    part(
        "[[Assessment|Formulation|Plan|Safety plan]]",
        r"""
        {dx}, [[moderate|recurrent]]. {neg}
        Safety plan: call {friend:given} {phone}, then {kin:given}, then 988.
        Guns moved to [[{someone:poss}|{kin2:given}'s]] house.
        Start {sig}; {todo}
        Hold until {date:3}; petition by {kin:titled_full}, {county}.
        Return to {dr:given} {shortdate:7}, group with {staff:given} {weekday}s.
        Release signed for {newdr:full}, not for {employer}.
        """,
        1,
        4,
    ),
)

PSYCHIATRY_PROGRESS = note_type(
    "therapy-progress",
    "[[Psychotherapy note|Therapy session|Psychiatry progress note|Group note|Counseling note|DAP note|BIRP]]",
    part(
        "[[Session|Data|D|Content|Behavior|]]",
        r"""
        {pt:given} talked about {kin:given} and the [[wedding|funeral]] in {town}.
        Fight with {kin:given} over {kin2:given}'s [[drinking|homework]]. "{kin2:given} never listens."
        {pt} arrived 10 minutes late from {employer}. Boss, {someone:given}, "is on {his} back".
        Session {counts} with {dr:given}; theme: {someone:given}, who [[bullied {him}|abused {him}]] at {school}.
        Group: {pt:given}, {someone:given}, {someone:given} and {someone:given} present; {someone:given} left early.
        {He} drove past {place} for the first time since {date:-200}.
        Letter to {kin3:given} read aloud. Anniversary is {textdate:5}.
        Homework: call {friend:given}, walk to {place}.
        {kin:given} joined at {time} by video from {abroad}.
        Had a date with {someone:given} from {church}.
        Exposure hierarchy item 4 of 10, SUDS 60 to 30.
        {pt:nick} says {he} is sleeping better. Mirtazapine helps.
        """,
        2,
        5,
    ),
    part(
        "[[Assessment|A|Response|Plan|P]]",
        r"""
        PHQ-9 9 (was 14 on {shortdate:-14}). {neg}
        Progress toward goal 2. CBT, thought record, grounding.
        Next session {date:7} {time12}; text {mobile} if late.
        No SI. Safety plan unchanged; {kin:given} aware.
        Discussed in supervision with {dr2:titled}.
        Continue {sig}.
        """,
        1,
        3,
    ),
)

SUBSTANCE = note_type(
    "substance-use",
    "[[Substance Use Assessment|Addiction medicine|Methadone clinic note|Detox admission|"
    "Recovery plan|AUDIT brief intervention]]",
    part(
        "[[Use history|History|Assessment|]]",
        r"""
        First drink at {kinage} with brother {someone:given}; daily since {year:-4}.
        Last use {date:-1} at {time}, half gram, with {friend:nick} at {place}.
        Overdose {date:-40}, Narcan by {someone:given}; taken to {site:alias}.
        Methadone 80 mg, dose verified with {newsite} ({staff:given}, {phone}).
        Sober 9 months till {holiday}. Sponsor {friend:first_initial}, home group at {church}.
        Detoxes: {newsite} {month:-40}, {site2} x2.
        Longest job: {job}, {employer}. DUI {date:-300} in {town}; plate {plate}.
        Kids {kin:given} and {kin2:given} with {kin3:given} in {state}.
        Drug court judge {someone:family}, next date {shortdate:14}. {lawyer:family} for the defense.
        CIWA 14, COWS 9, AUDIT 22, UDS + fentanyl.
        "{someone:given} and {someone:given} from the block still use."
        """,
        2,
        6,
    ),
    part(
        "[[Plan|Recommendation]]",
        r"""
        {todo}
        Suboxone 8-2 film, {pharmacy}, {date}.
        IOP at {agency}, intake {shortdate:2} with {staff:given}.
        Room on {street}, contact {someone:full} {phone}.
        Urine weekly. Naloxone kit given to {kin:given}.
        Staffed with {dr2:family}.
        Level 3.5 per ASAM; auth {claim} {payer}.
        """,
        1,
        4,
    ),
)

VIOLENCE = note_type(
    "domestic-violence",
    "[[Domestic Violence Assessment|IPV screening|SANE exam|Sexual assault nurse note|"
    "Elder abuse report|Advocate note]]",
    part(
        "[[Disclosure|History|Statement|Narrative]]",
        r"""
        {pt:given} states [[boyfriend|husband|girlfriend]] {someone:full} ({kinage}) choked {him} at {address:nozip}
            on {date:-1} around {time12}.
        "[[He|She]] said if I call the cops {someone:given} will [[take the kids|kill me]]."
        Children {kin:given} ({kinage}) and {kin2:given} ({kinage}) [[saw it|were at {kin3:poss} house]].
        Police ([[Officer|Det.]] {officer:full}, badge {badge}, {agency}) took photos; report {caseno}.
        Fled from {town} with a bag; staying with [[a friend, {friend:given}|{kin3:given}]].
        Order of protection {id} expires {date:60}. Court in {county}.
        The van ({plate}) was seen outside {employer} and {school}.
        {someone:given} tracks {his} phone and reads {email}.
        Caregiver {someone:full} took {his} bank card; account {account}.
        Prior incidents: {month:-40}, {holiday}, {date:-20}.
        Safe word with neighbor {friend:given}. Safe number: {phone}.
        """,
        2,
        6,
    ),
    part(
        "[[Findings|Exam]]",
        r"""
        {finding}.
        Bruise {measure} on the {anatomy}, yellow-green.
        Kit {specimen} sealed {time}, given to {officer:titled}.
        Photos 1-12 by {nurse:short}.
        Petechiae absent. {exam}
        """,
        1,
        3,
        0.7,
    ),
    part(
        "[[Plan|Safety plan|Disposition]]",
        r"""
        Advocate {staff:full} ({agency}) here {time}.
        Shelter bed in {town}, code name "{someone:given}".
        Do not call {phone}; {he} answers it.
        Mail to PO box only; chart alias {someone:full}.
        Danger Assessment 18. {todo}
        APS intake {id}, worker {staff:given}.
        Attorney {lawyer:titled_full}, {firm}, {phone}.
        """,
        1,
        4,
    ),
)

CHILD_PROTECTION = note_type(
    "child-protection",
    "[[Child Protection Team Consult|CPS report|Mandated reporter form|Child abuse pediatrics|"
    "Foster care health review]]",
    part(
        "[[Report|Concern|Background|Narrative]]",
        r"""
        {babyage} {boy} {pt:short} [[brought by|in the care of]] {kin:full} ({word}) with {symptom}.
        Report {caseno} made to {agency} [[at {time}|{stamp}]], screener {staff:full}.
        {kin:given}'s partner, {someone:full}, {kinage}, was alone with {pt:nick} from {time} to {time}.
        Household: {kin:given} {kinage}, {someone:given} {kinage}, half-sibling {kin2:given} {kinage}.
        The teacher, {teacher:titled} of {school}, saw marks on {date:-2}.
        {kin2:given} told {nurse:given}: "[[{someone:given}|Uncle {someone:given}]] did it."
        Mother's account at {site2} on {date:-1} differed: a fall at {place}.
        Prior report {date:-400} in {county}, unfounded; worker {someone:family}.
        Foster parents {someone:full} and {someone:given}, {street}, {city}, since {date:-60}.
        Father {kin3:full} incarcerated in {town}[[ until {month:300}|]].
        Bio mom {someone:given} has visits {weekday}s at {agency}, 2 h.
        GAL {lawyer:full}, {phone}. Judge {someone:family}. Docket {caseno}.
        """,
        2,
        6,
    ),
    part(
        "[[Medical|Findings|Exam]]",
        r"""
        Skeletal survey {shortdate}: {finding}.
        Retinal exam normal. TEN-4 positive.
        {exam}
        {labs}
        Head CT: {finding}.
        Weight for age 3rd percentile; {neg}
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Opinion|Plan|Recommendations|Disposition]]",
        r"""
        Findings are [[concerning for|not specific for]] inflicted injury. {neg}
        Discharge to {kin3:full} only; password {id}.
        Safety plan signed {date} by {kin:given} and {staff:titled}.
        Sibling {kin2:given} to be seen {shortdate:1} by {dr2:family}.
        Testimony of {dr:titled} for {date:50}.
        Follow up {date:14} at {clinic}, skeletal survey #2.
        """,
        1,
        4,
    ),
    years=(0.05, 15),
)

TYPES: tuple[NoteType, ...] = (
    SOCIAL_WORK,
    PSYCHIATRY_INTAKE,
    PSYCHIATRY_PROGRESS,
    SUBSTANCE,
    VIOLENCE,
    CHILD_PROTECTION,
    *legal.TYPES,
)
