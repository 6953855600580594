"""Texts for courts, police and coroners: reports, depositions, guardianship, statements, autopsies."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.blocks import closing, foot, note_type, paged, title
from corpus.notes.compose import maybe, part, templates
from redactor.sample.marked import Marked, join

REPORT = note_type(
    "medico-legal-report",
    "[[Medico-legal Report|Independent Medical Examination|IME report|Expert report|QME evaluation|Impairment rating]]",
    part(
        "[[Instructions|Introduction|]]",
        r"""
        I have been instructed by {lawyer:titled} of {firm} on behalf of {pt:full}[[, date of birth {dob}|]].
        RE: {pt:upper_full} v. {employer}\nClaim: {claim}\nDate of loss: {numdate:-200}\nAdjuster: {someone:full}
        At the request of {payer} ({someone:full}, claim {claim}), I examined {pt:titled} at {clinic} on {fulldate}.
        I am {dr:full}, {cred}, of {address}; my license is {cert}.
        {kin:given}, {his} {word}, and {lawyer:poss} paralegal, {someone:given}, were present.
        """,
        1,
        3,
    ),
    part(
        "[[The accident|History|Mechanism]]",
        r"""
        On {fulldate:-200} at about {time} {pt:titled} was driving a van ({plate}) near {place} when {someone:titled}
            ran a light.
        {He} was taken by ambulance to {site:alias} and kept until {date:-198}.
        {pt:family}'s supervisor at {employer}, {someone:full}, [[told|ordered]] {him} to climb the ladder.
        VIN {vin}. Police report {caseno}, Officer {officer:family}.
        {friend:full}, a passenger ({kinage}), died at the scene.
        {hpi}
        """,
        1,
        3,
    ),
    part(
        "[[Documents reviewed|Records|Chronology]]",
        r"""
        {fulldate:-198}: {site}, Dr. {newdr:family}: {finding}.
        {numdate:-150} - {newdr:full}, {cred2}, {proc}.
        {date:-120}. {newsite}. {symptom}; {drug}.
        {numdate:-90}, {numdate:-83}, {numdate:-70}: physiotherapy, {newsite} ({staff:given}).
        Deposition of {kin:full}, {textdate:-30}, pp. 14-22.
        MRI {shortdate:-60} [[({accession})|read by {newdr:family}]]: {finding}.
        GP records of {pcp:titled}, {town}, {year:-12} to {year:-1}.
        Surveillance of {date:-20}, {street}: lifting a bicycle.
        Bates {docid} to 000412.
        """,
        2,
        6,
    ),
    part(
        "[[Examination|Findings]]",
        r"""
        {exam}
        Waddell 1/5. Grip 32, 30, 31 kg. Straight leg raise 80.
        Lumbar flexion 60 degrees. {neg}
        {vitals}
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Opinion|Conclusions|Discussion]]",
        r"""
        In my opinion, to a reasonable degree of medical certainty, {dx} was caused by the accident of {date:-200}.
        I disagree with {newdr:titled}; {newdr:family}'s view rests on the film of {numdate:-60}.
        Whole person impairment is 8% (Guides, 5th ed., table 15-3).
        {pt:titled} could return to {employer} as a {job} by {month:100}.
        {kin:given} now does the work in the house. {neg}
        Apportionment: 20% to the injury of {year:-9} at {employer}.
        Section 4(2) of the Act and Practice Direction 35 apply.
        """,
        1,
        4,
    ),
    years=(18, 80),
)

_QA = templates(
    r"""
Q. [[Please state|State]] your [[full|]] name[[ for the record|]].\nA. {dr:full}[[, {cred}|]].
Q. Where do you work, Doctor?\nA. At {site}, [[in {town}|on {street}]]. Before that, {newsite}.
Q. When did you first see {pt:titled}?\nA. [[On|It was]] {date:-90}[[, I believe|]].
Q. Who was with {him}?\nA. {kin:given}. {His} {word}. And a man called {someone:given}.
Q. Did Dr. {dr2:family} call you?\nA. {dr2:given} called me around {time12} on {weekday}.
Q. Is this your signature on Exhibit {counts}?\nA. It is.
Q. What did you tell {kin:titled}?\nA. That the scan from {date:-80} showed {dx}.
Q. You reviewed the chart from {site2}?\nA. I did not. Nobody sent it.
MR. {lawyer:family_upper}: Objection. Form.
MS. {someone:family_upper}: Let's go off the record. ([[Recess|Break]], {time12} to {time12}.)
THE WITNESS: May I see the note by {newdr:family}?
BY MS. {someone:family_upper}:
Q. And {employer} paid you?\nA. {firm} did. $450 an hour.
Q. How old was {he}?\nA. {age}. No, {kinage}.
Q. Have you been deposed before?\nA. In {year:-3}, in {county}, {someone:family} versus {employer}.
Q. What dose?\nA. {sig}. {neg}
Q. Why did you not order the {test}?\nA. It wasn't indicated. {neg}
A. I saw {pt:given} twice more, {date:-60} and {date:-50}.
Q. And {friend:full} is who?\nA. A friend. He lives at {address:nozip}.
Q. Your home address?\nA. {address}.
Q. Turn to page 12, line 4.\nA. Okay.
Q. Nurse {nurse:family} wrote that at {time}?\nA. {nurse:given}, yes.
"""
)

_CAPTION = templates(
    r"""
{pt:upper_full}, Plaintiff, v. {employer}, Defendant.\nCase No. {caseno}\nDEPOSITION OF {dr:upper_full},
    {cred}\n{fulldate}
SUPERIOR COURT, {county}\n{pt:family_upper} v. {someone:family_upper}\nNo. {caseno}
Deposition of {dr:titled_full}, taken {fulldate} at {firm}, {address}
IN RE: the matter of {pt:initials}, a minor\nDocket {caseno}
APPEARANCES:\nFor the plaintiff: {lawyer:full}, {firm}\nFor the defendant: {someone:full}\nReporter: {author:full},
    {cert}
"""
)


def _deposition(c: Cast) -> Marked:
    said = [c.say(t) for t in c.rng.sample(_QA, c.rng.randint(4, 14))]
    pieces = [
        maybe(c, 0.75, lambda c: c.any(*_CAPTION)),
        join(*said, sep="\n"),
        maybe(c, 0.3, lambda c: c.say("(Concluded at {time12}.) I, {author:full}, certify this on {fulldate:9}.")),
    ]
    note = join(*(p for p in pieces if p.text), sep="\n\n")
    return paged(c, note) if c.chance(0.2) else note


_GUARDIAN = templates(
    r"""
I, {dr:full}, {cred}, examined {pt:full} on {fulldate:-5} at {nursinghome}.
{pt:titled} is [[{age}|a {ageold} {man}]] and resides at {address}.
{He} [[could not|was unable to]] name {his} {word} {kin:given} or the town of {hometown}.
The petitioner, {kin:full}, is the {word} of the respondent; {kin2:full} objects.
In my opinion {pt:titled} lacks capacity to [[make medical decisions|manage money|live alone]].
Account {account} was emptied in {monthonly} by a {someone:titled}, who met {him} at {church}.
Diagnosis: {dx}; MMSE 14/30 on {numdate:-20}. {neg}
Proposed guardian: {kin:full}, {kinage}, {job}, of {citystate}.
Guardian ad litem {lawyer:full} ({phone}) visited on {date:-9}.
The power of attorney dated {textdate:-700} names {kin3:given}.
Sworn before me this {textdate}. Notary: {someone:full}, commission {cert}.
Hearing: {fulldate:20}, {time12}, {county}, Judge {someone:full}.
{He} owns the house on {street} and a car (VIN {vin}).
Medication: {sig}. {neg}
Less restrictive means were tried: aide from {agency}, {daterange}.
SSN {ssn}; Medicare {plan}.
"""
)


def _guardianship(c: Cast) -> Marked:
    said = [c.say(t) for t in c.rng.sample(_GUARDIAN, c.rng.randint(4, 11))]
    numbered = [join(f"{i}. ", p) for i, p in enumerate(said, 1)]
    pieces = [
        title(c, "[[Physician's certificate|Affidavit of physician|Guardianship report|Capacity declaration]]"),
        maybe(c, 0.5, lambda c: c.say("IN THE MATTER OF {pt:upper_full}\nCase {caseno}")),
        join(*(numbered if c.chance(0.5) else said), sep=c.pick(("\n", " ", "\n\n"))),
        maybe(c, 0.6, closing),
        maybe(c, 0.2, foot),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


POLICE = note_type(
    "police-medical",
    "[[Police medical statement|Custody health record|Forensic examination|"
    "Sexual offence examiner notes|Incident report]]",
    part(
        "[[Circumstances|Narrative|Incident|]]",
        r"""
        At {time} on {date} I was called to {agency} to see {pt:full}, arrested at {place}.
        Officer {officer:full} (#{badge}) states the subject ran from {street} and fell.
        Det. {officer:family} and Sgt. {someone:family} present.
        Complainant {someone:full}, {kinage}, of {address:nozip}, alleges {pt:family} struck {kin:given}.
        Taser {model} serial {serial}, two probes, {anatomy}.
        Custody no. {caseno}. Solicitor {lawyer:titled} informed {time}.
        {pt:given} said: "I was at {friend:poss} in {town} all night, ask {someone:given}."
        Blood drawn {time} by {nurse:short}, kit {specimen}, right arm, betadine.
        Vehicle: red pickup, plate {plate} {stateab}, VIN {vin}.
        Witnesses {someone:full} and {someone:full}; both of {street}.
        License {license}. Phone {mobile} seized.
        Security camera at {employer}, {stamp}.
        """,
        2,
        6,
    ),
    part(
        "[[Findings|Examination|Injuries]]",
        r"""
        {exam}
        Abrasion {measure}, {anatomy}. Two linear marks on the wrists.
        HGN 4 of 6. BAC 0.11. {neg}
        Fit to be detained, fit for interview with {kin:given} as appropriate adult.
        Refer to {site:alias} if GCS < 15.
        """,
        1,
        3,
    ),
)

EXAMINER = note_type(
    "medical-examiner",
    "[[Medical Examiner Report|Autopsy report|Coroner's investigation|Death certificate worksheet|Death summary]]",
    part(
        "[[Circumstances of death|Investigation|Decedent|]]",
        r"""
        Decedent: {pt:last_first}, {age} {sex}, case {caseno}, pronounced {numdate} {time} by {dr2:titled}.
        Found by {kin:full} ({word}) at {address:nozip} at {time}, last known alive {date:-1}.
        Identified by [[dental records|{kin:given}|tattoo "{someone:given}"|fingerprints]].
        Scene: bedroom, pill bottles ({drug}, Rx {rx}, {pharmacy}, prescriber {newdr:family}).
        Investigator {officer:full}; {agency} report {id}.
        {job} at {employer}; born {dob} in {hometown}; SSN {ssn}.
        Father {someone:full}; mother {someone:full}, née {someone:family}.
        Next of kin {kin:full} notified {stamp} by {officer:titled}.
        Body released to {someone:full} funeral home, {town}, {date:3}.
        Wallet: license {license}, card {card}, photo marked "{someone:given} and {someone:given}, {year}".
        Son {kin2:given} flew in from {abroad}.
        Body received in a bag with seal {id}. Autopsy {fulldate:1} {time}, {dr:titled}, assisted by {staff:given}.
        """,
        2,
        6,
    ),
    part(
        "[[Findings|External|Internal|Toxicology]]",
        r"""
        Well developed adult, 178 cm, 81 kg. Rigor full, livor posterior.
        Heart 420 g; LAD 80%. Lungs 610 and 540 g. {neg}
        Fentanyl 18 ng/mL, norfentanyl 2.1 ({labsite}, {accession}).
        {finding}.
        Liver 1,850 g. Brain 1,380 g, no contusion.
        Witnessed by Det. {officer:family}.
        """,
        1,
        4,
    ),
    part(
        "[[Opinion|Cause|Manner]]",
        r"""
        Cause: {dx}. Manner: [[natural|accident|undetermined]].
        It is my opinion that {pt:titled_full} died of {dx}.
        Part II: {dx}. Injury {date} {time}, {place}.
        Certified {numdate:9} {dr:full}, {cert}.
        Slides held five years. {neg}
        """,
        1,
        3,
    ),
)

TYPES: tuple[NoteType, ...] = (
    REPORT,
    NoteType("deposition", _deposition),
    NoteType("guardianship", _guardianship),
    POLICE,
    EXAMINER,
)
