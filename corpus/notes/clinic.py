"""Visits to a clinic, at home and in homes: primary care, and the types of the specialties and short encounters."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes import encounters, facilities, specialties
from corpus.notes.blocks import note_type
from corpus.notes.compose import part
from corpus.notes.specialties import PLAN

_TODAY = r"""
{pt:titled} is a {ageold} {man} [[here for|who presents with|who comes in for]] {symptom}.
{agesex} [[w/|with]] {dx} here for {symptom}[[ x {duration}|]].
{pt:given} [[is here|comes in]] with {word} {kin:given} [[for|because of]] {symptom}.
[[This is|We saw]] {pt}, {age}, a {job} from {city}.
{pt:full} returns [[after {duration}|for follow up of {dx}]]; last [[visit|seen]] {date:-90}[[ with {dr2:titled}|]].
{pt} [[was last here|last seen]] in {monthonly}.
New patient, [[transferring care from|formerly of]] {dr2:full} at {pcpsite}, who [[retired|moved to {town}]] in {year}.
Follow-up [[from|after]] ER visit at {site:alias} {date:-4} for {symptom}.
Patient is {pt:nick_quoted}, {ageold} [[retired|]] {job}.
Discharged from {site} on {date:-12} [[after|following]] {proc}.
{He} [[was told by|asks because]] {kin:given} [[to come in|read about {dx}]].
CC: {symptom}
Here today: {symptom}, {duration}.
"""

_SOCIAL = r"""
[[Lives|Lives in {city}]] with {word} {kin:given}[[ and {kin2:given}|]]. [[Retired|Works as a]] {job}.
{job} at {employer}; [[never smoked|quit {year:-5}|half a pack a day since age {kinage}]].
[[Married|Widowed|Divorced]][[ since {year}| {ago}|]], [[two|three]] children ({someone:given}, {someone:given}).
[[Alcohol|EtOH]]: [[none|two beers a week]]. Tobacco: [[none|1 ppd]]. Drugs: [[none|marijuana]].
Originally from {hometown}, in {city} since {year:-9}.
[[Goes to|Active in]] {church}. [[Enjoys|Likes]] [[gardening|fishing|chess]] with {friend:given}.
[[Sexually active|Not sexually active]]. Safe at home.
"""

_CHART = r"""
PMH: {dxs}.
PSH: {proc} ({year}, {surgeon:family}), {proc}.
Meds: {sig}; {sig}.
Allergies: {allergy}.
Vitals: {vitals}
{ros}
Exam: {exam}
Labs ({shortdate:-3}): {labs}
{imaging}: {finding}.
[[Outside|Prior]] records: {site2}, {month:-50}: {finding}.
{labline}
"""

OFFICE = note_type(
    "office-visit",
    "[[Office Visit|Clinic Note|Progress Note|Primary Care Visit|Follow-up Visit|SOAP note]]",
    part("[[HPI|Subjective|S|History of Present Illness|Interval history]]", _TODAY, 2, 4),
    part("[[Social History|Social|SH]]", _SOCIAL, 1, 3, 0.6),
    part("[[History|Past Medical History|Background]]", _CHART, 1, 4, 0.6),
    part("[[Objective|O|Physical exam|Data]]", _CHART, 1, 3, 0.7),
    part("[[Assessment and Plan|A/P|Plan|Impression]]", PLAN, 2, 5),
)

PEDIATRICS = note_type(
    "well-child",
    "[[Well Child Check|Well-Child Visit|Pediatric Visit|WCC|Newborn visit|Health supervision visit]]",
    part(
        "[[Informant|History|Interval History|Concerns]]",
        r"""
        {pt:given} is a [[{babyage}|{ageold}]] {boy} [[here|brought in]] with {word} {kin:given} for a [[checkup|well
            visit]].
        [[Mother|Mom|Father|Dad|Grandmother]] ({kin:full}) [[reports|has]] no concerns.
        Baby {pt:given} [[was born|born]] {dob} at {site} at {gest}, [[Apgars 8 and 9|uncomplicated]].
        Sibling {kin2:given} ({kinage}) had {dx} [[in {monthonly}|last winter]].
        {kin:given} worries that {pt:nick} [[is not talking yet|snores|is a picky eater]].
        Attends daycare at {school}, [[teacher|room]] {teacher:titled}.
        In [[1st|3rd|7th]] grade at {school} - [[does well|struggles with reading]]; best friend is {friend:given}.
        [[Parents|Mom and dad]] {kin:given} and {kin2:given} [[are separated|share custody|both work]]; lives [[on
            {street}|in {city}]].
        [[Adopted|Came]] from {abroad} at {babyage}.
        Foster child, placed {date:-60} by {agency}, caseworker {staff:full}, {drphone}.
        Twin {kin2:given} [[also here|well, seen separately]].
        Last seen by {dr2:titled} {date:-120}.
        """,
        2,
        4,
    ),
    part(
        "[[Development|Milestones|Growth]]",
        r"""
        Sits without support, [[babbles|says mama]]. Pincer grasp present.
        Weight [[50th|25th]] percentile, head [[75th|60th]] percentile.
        Draws a [[circle|person]], counts to 10, knows {his} name ("{pt:given}").
        ASQ: [[pass|borderline in fine motor]]. M-CHAT negative.
        Sleeps through. Diet: {diet}.
        Says "{kin2:given}" and "{friend:given}" clearly.
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Exam|Physical|PE]]",
        "Vitals: {vitals}.\n{exam}\nRed reflex present bilaterally. Hips stable, Ortolani negative.",
        1,
        2,
        0.7,
    ),
    part(
        "[[Plan|Anticipatory guidance|Assessment]]",
        r"""
        Well [[{babyage}|child]]. Car seat, sleep on back, no honey.
        [[Vaccines|Shots]] today: DTaP, IPV, PCV13[[, lot {serial}|]].
        Form for {school} [[completed|faxed to {fax}]].
        Return [[{date:90}|in 2 months]].
        [[Refer|Referred]] to {dr2:titled} ({site:abbr} {dept}) for {symptom}.
        {kin:given} may [[text|call]] {drphone}; after hours {sitephone}.
        Fluoride varnish applied. {advice}
        Lead level [[<2|pending]] from {lab}.
        {kin:poss} e-mail for the portal: {email}.
        WIC form to {agency}.
        """,
        2,
        4,
    ),
    years=(0.01, 12),
)

OBSTETRICS = note_type(
    "ob-visit",
    "[[OB Visit|Prenatal Visit|Antenatal clinic|Obstetrics follow-up|Postpartum visit|Return OB]]",
    part(
        "[[Subjective|History|HPI]]",
        r"""
        {pt:full}, {ageold} G3P1011 at {gest} by [[LMP {date:-150}|first trimester ultrasound of {date:-100}]], EDD
            {date:110}.
        {agesex} G2P1 @ {gest}, EDC {numdate:90}. FM+, no LOF/VB/ctx.
        {pt} [[here with|accompanied by]] partner {kin:given}.
        Previous delivery: {year:-5}, SVD, girl, 3.2 kg, named {someone:given}, at {site2}.
        [[FOB|Father of baby]]: {friend:full}, {kinage}, [[involved|not involved]], works at {employer}.
        First son {someone:given} born {date:-900} by cesarean ({surgeon:titled}, {newsite}).
        LMP {shortdate}. Cycle 28 d.
        Doula {staff:given} [[will attend|e-mailed the birth plan to {dremail}]].
        Mother-in-law {kin2:given} [[comes from {abroad} on {date:30}|will mind the toddler]].
        Plans to name the baby {someone:given}.
        Wants [[epidural|VBAC|home birth]] again.
        """,
        2,
        4,
    ),
    part(
        "[[Objective|Exam|Data]]",
        r"""
        BP [[112/70|128/84]], FH 32 cm, FHT 145.
        Anatomy scan {date:-40} at {site:alias} [[with|read by]] {dr2:titled}: {finding}.
        GBS negative {shortdate}. Rh positive. 1h GTT 118.
        NST reactive. BPP 8/8. AFI 13.
        Cervix 1/50/-3. Bishop 4.
        EFW {measure}. Vertex.
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Plan|A&P|Assessment]]",
        r"""
        IUP at {gest}, [[GDM A1|AMA|low risk]]. {todo}
        Scheduled for [[IOL|repeat C/S]] {date:60}[[ at {site:abbr}| with {surgeon:titled}|]].
        Tdap today. RhoGAM [[given|n/a]].
        Pediatrician will be {pcp:full}, {pcpsite}.
        L&D triage: {sitephone}, {dept}.
        Return [[{date:14}|in 2 weeks|weekly from 36w]].
        Referred to MFM ({dr3:family}) and {agency}.
        FMLA papers for {employer} [[signed|faxed {fax}]].
        """,
        1,
        4,
    ),
    years=(16, 46),
    woman=True,
)

TYPES: tuple[NoteType, ...] = (
    OFFICE,
    PEDIATRICS,
    OBSTETRICS,
    *specialties.TYPES,
    *encounters.TYPES,
    *facilities.TYPES,
)
