"""Letters between clinicians and to patients: referrals, replies in several countries' manner, results, invitations."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes import certificates
from corpus.notes.blocks import closing, copies, foot, letterhead, paged
from corpus.notes.compose import PLAIN, maybe, paragraph, templates
from corpus.notes.contexts import ANY
from redactor.sample.marked import Marked, join

_DATES = templates(
    r"""
{fulldate}
{textdate}
[[Date|Date of letter|Dated]]: {numdate}
{city}, {fulldate}
[[Date dictated|Dictated]]: {numdate:-3}\n[[Date typed|Typed]]: {numdate}
{fulldate}\n\nOur ref: {dr:initials}/{author:initials}/{mrn}[[\nYour ref: {id}|]]
Clinic date: {numdate:-4}   Typed: {numdate}
[[Ref|File|Reference]]: {caseno}\n{fulldate}
"""
)

_ADDRESSEES = templates(
    r"""
{pcp:full}, {cred2}\n{pcpsite}\n{address:block}
{pcp:titled_full}\n{pcpsite}\n{street}\n{city}\n{zip}
[[TO|To]]: {pcp:titled_full}[[, {pcpsite}|, fax {fax}|]]
{dr2:titled_full}\n[[Consultant|Department of]] {dept}\n{site2}\n{town}
{dr2:full}, {cred2}\n{address}
[[PRIVATE AND CONFIDENTIAL|CONFIDENTIAL]]\n{pcp:titled_full}\n{pcpsite:block}
The Admitting Officer\n{site2}\n{town}
[[By fax|VIA FAX|Fax]]: {fax}\n{pcp:short}
"""
)

_REGARDING = templates(
    r"""
[[RE|Re|re]]: {pt:full}[[, |   |\n]][[DOB|D.O.B.|born]][[:|]] {dob}[[\n{mrn:labelled}|]]
[[RE|Re]]: {pt:titled_full}, {address:nozip}[[. Tel {phone}|]]
{pt:upper_full}\nDOB {dob}\n{address}
Re: {mr} {pt:family}
[[RE|Patient]]: {pt:last_first} ({age}), {plan}
**{pt:full}** - DOB {dob} - NHS No. {plan}
re {pt:short} dob {dob} {street}, {city} {zip} ph {mobile}
[[Subject|RE]]: {pt:full}, [[seen|clinic of]] {date:-4}
{pt:full}, {dob}, {mrn}, {mobile}, Medicare {plan}
"""
)

_GREETINGS = templates(
    r"""
Dear {pcp:titled},
Dear {pcp:titled}[[:|]]
Dear {pcp:given},
Dear [[Colleague|Doctor|Sir or Madam|Team]],
Dear {pcp:titled_full}:
Dear Doctors {pcp:family} and {dr2:family},
{pcp:given},
Hi {pcp:given},
"""
)

_REFER = templates(
    r"""
[[Thank you for|I would be grateful for|Thanks for]] seeing {pt:titled}, a {ageold} {job} with {symptom}.
[[Please see|Kindly see|I refer]] {pt:given}, {ageold}, who has had {symptom} [[for {duration}|since {date:-40}]].
{He} was seen at {site:alias} [[on {date:-9}|{date:-9}]], where {dr3:titled} [[found|suspected]] {dx}.
[[Background|PMH]] [[includes|of]] {dxs}. {He} takes {sig} and {sig}.
{pt:poss} {word}, {kin:given}, had the same at {kinage}.
I have [[started|tried]] {drug}, with little effect. {neg}
[[Enclosed|Attached]] are the results from {lab} ({date:-6}) and the letter from {newdr:titled} of {newsite}.
{He} lives [[alone|with {kin:given}]] in {city} and works for {employer}, so [[mornings|{weekday}s]] suit best.
[[Best reached|Contact]]: {mobile}; {kin:given} (carer) {kinphone}.
{pt:given} is insured with {payer}, number {plan}.
{His} English is limited; {kin2:given} will interpret.
On examination {vitals}. {exam}
[[I wonder|My question is]] whether {he} needs {proc}.
Bloods on {numdate:-6}: {labs}
[[Please bill|Compensation]]: claim {claim}, injured {date:-30} at {employer}.
Previously under {dr4:titled} in {town}, who has since retired.
{pt:given}'s {word} {kin:given} [[rang|wrote]] me again on {date:-1}.
The [[waiting list at|wait for]] {site3} is long and {he} is anxious.
Many thanks for your [[opinion|help]], {pcp:given}.
"""
)

_REPLY_US = templates(
    r"""
I had the pleasure of seeing {pt:titled} in [[consultation|follow-up]] [[on {date}|today]] at {clinic}.
As you know, {pt:given} is a [[delightful|pleasant]] {ageold} {man} with {dx}.
{pt:family} was accompanied by {his} {word}, {kin:full}, [[who gave much of the history|a nurse]].
{He} underwent {proc} by {surgeon:titled} at {site2} in {month:-90}[[ (report {docid})|]].
[[Review of|I reviewed]] the MRI of {numdate:-12} from {newsite}: {finding}.
{hpi}
On exam: {exam} {vitals}
[[In summary|Impression]]: {dx}, likely; {dxs} less so. {neg}
I have recommended {drug} and will see {him} again [[on {date:60}|in {monthonly}]].
[[I also asked|I have asked]] {dr2:titled} ({dept}) to weigh in.
{He} is planning a trip to {abroad} with {kin2:given} and should carry {drug}.
{He} is [[a retired {job}|employed by {employer}]] and [[lives in {city}|commutes from {town}]].
A copy of the {test} done at {lab} on {shortdate:-3} is [[enclosed|attached]].
If {he} worsens, my nurse {nurse:given} ([[ext. {ext}|{drphone}]]) can work {him} in.
{kin:given} has my [[cell|number]], {mobile}.
I explained to {pt:given} and {kin:given} that surgery is [[elective|the best option]].
Thank you for allowing me to participate in {pt:poss} care.
Feel free to call me at {drphone} or e-mail {dremail}.
"""
)

_REPLY_UK = templates(
    r"""
Diagnosis:\n1. {dx}\n2. {dx}
Diagnoses: {dxs}. Medication: {sig}. Allergies: {allergy}.
[[Thank you for referring|Many thanks for asking me to see]] this [[pleasant|]] {ageold} [[gentleman|lady|retired
    {job}]] from {city}.
I reviewed {pt:titled} in [[clinic|the {dept}]] [[with {his} {word} {kin:given}|together with {nurse:given},
    specialist nurse|]] [[on {date:-4}|today]].
{He} [[presents|came]] with {symptom} of {duration} duration. {neg}
[[There is|He mentions]] a family history: {kin:given}, {his} {word}, had {dx} at {kinage}.
{mr} {pt:family} lives in a [[bungalow|second floor flat]] in {city} with {kin2:given} and a dog.
{He} drives a van for {employer} and [[smokes ten a day|stopped smoking in {year:-4}]].
The CT of {numdate:-8} at {site:alias} was discussed at the MDT on {date:-2} with {surgeon:titled} and {dr3:family}.
On examination, {exam}
I have [[listed|put]] {him} [[down|]] for {proc} under {surgeon:titled} at {site3}.
Could I ask you to [[prescribe|increase]] {drug} and check U&Es in two weeks, please?
{pt:given} holidays in {abroad} from {date:20} and will be back by {date:34}.
I have not arranged to see {him} again, but {kin:given} may ring my secretary, {author:full}, on {drphone}.
Next of kin: {kin:full}, {kinphone}.
Discussed with {dr2:titled}, [[SpR|locum consultant|Fellow]], who agrees.
{pt:given} was anxious about {someone:given}, {his} neighbour, who [[had|died of]] {dx}.
NHS number {plan}. Hospital number {mrn}.
Follow up: [[discharged to GP|4/12|{month:100}|PIFU]].
"""
)

_TO_PATIENT = templates(
    r"""
Your [[{test}|mammogram|biopsy]] of {date:-5} [[was|is]] normal. {neg}
[[We tried|I tried]] to reach you at {phone} on {shortdate:-2} and {shortdate:-1}.
You have an appointment with {dr:titled} on {fulldate:20} at {time12} in {dept}, {site:alias}.
Please bring {kin:given} or another driver; you may not drive home to {city} yourself.
Stop {drug} three days before, that is on {date:17}.
[[Park|Check in]] at {place}; our address is {address}.
To [[cancel or move|change]] this visit, call {sitephone} or write to {email}.
Sign in to {portal} with your user name {username}.
{surgeon:titled} will do your {proc}. {advice}
We missed you on {date:-1}. A fee may be charged to account {acct}.
{nurse:given} will ring {kin:given} on {kinphone} the night before.
You may also see {newdr:titled} or {newdr:titled} in {town}.
Your records have been sent to {newsite} as you asked on {date:-12}.
[[As your|Your]] insurer, {payer}, [[needs|asked for]] the code {id}.
{dr2:titled} is leaving the practice on {date:30}; {newdr:full} will take over your care.
Wishing you and {kin:given} well[[ over {holiday}|]].
Remember to fast. {advice}
"""
)


def _letter(c: Cast, matter: tuple[str, ...], greeting: str, least: int, most: int) -> Marked:
    cut = len(matter) // 2
    paragraphs = [paragraph(c, matter, least, most, ANY)]
    if c.chance(0.5):
        paragraphs = [paragraph(c, matter[:cut], 2, most, ANY), paragraph(c, matter[cut:], 2, most, ANY)]
    if c.chance(0.3):
        paragraphs.insert(c.rng.randrange(len(paragraphs) + 1), c.any(*PLAIN))
    top = [maybe(c, 0.75, letterhead), maybe(c, 0.85, lambda c: c.any(*_DATES)), maybe(c, 0.6, _addressee)]
    if c.chance(0.15):
        c.rng.shuffle(top)
    about = [maybe(c, 0.75, lambda c: c.any(*_REGARDING)), c.say(greeting)]
    if c.chance(0.4):
        about.reverse()
    pieces = [*top, *about, *paragraphs, maybe(c, 0.92, closing), maybe(c, 0.15, foot), maybe(c, 0.06, copies)]
    gap = c.pick(("\n\n", "\n\n", "\n\n", "\n", "\n", " "))
    note = join(*(p for p in pieces if p.text), sep=gap)
    return paged(c, note) if c.chance(0.08) else note


def _addressee(c: Cast) -> Marked:
    return c.any(*_ADDRESSEES)


def _referral(c: Cast) -> Marked:
    return _letter(c, _REFER, c.pick(_GREETINGS), 3, 7)


def _reply_us(c: Cast) -> Marked:
    return _letter(c, _REPLY_US, c.pick(_GREETINGS), 3, 7)


def _reply_uk(c: Cast) -> Marked:
    return _letter(c, _REPLY_UK, c.pick(_GREETINGS), 3, 8)


def _to_patient(c: Cast) -> Marked:
    greeting = c.pick(
        (
            "Dear {pt:titled},",
            "Dear {pt:given},",
            "{pt:titled_full}\n{address:block}\n\nDear {pt:titled}:",
            "To the parent or guardian of {pt:full}\n{street}\n{city}, {stateab} {zip}\n\nDear {kin:titled},",
            "Hello {pt:given}!",
            "Dear {pt:full}",
        )
    )
    return _letter(c, _TO_PATIENT, greeting, 2, 6)


TYPES: tuple[NoteType, ...] = (
    NoteType("referral-letter", _referral),
    NoteType("reply-letter-us", _reply_us),
    NoteType("reply-letter-gp", _reply_uk),
    NoteType("letter-to-patient", _to_patient),
    *certificates.TYPES,
)
