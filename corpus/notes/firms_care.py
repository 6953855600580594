"""Employers, insurers, suppliers, agencies and places of care by short names, as clinical notes mention them."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import body, part, templates
from corpus.notes.firms_clean import BODIES, DEVICES, GOODS, INSTITUTIONS, TALKED, WORDS
from corpus.notes.mended_kit import table, writer
from redactor.sample.marked import Marked, join

WORK = templates(r"""
[[Works|Employed|Full time]] at {outfit} as a {job}.
Retired from {outfit:lone}, 32 years[[ on the line|]].
[[Welder|Forklift driver|Packer|Clerk|Line cook|Machinist]] at {outfit:lone}; noise and dust.
{job}, {outfit:lone}
[[Wife|Husband|Partner|Sister]] works for {outfit:lone}, [[son|daughter]] for {bigco}.
Occupation: {job} ({outfit})
Employer: {outfit}[[; light duty until {date:14}|]]
Injured at {outfit1} on {date}; {outfit1} disputes it.
Supervisor at {outfit1} [[notified|drove him in|not told]].
Slipped on a wet floor at {bigco}.
Hx of asbestos at {outfit:lone}, then {outfit:lone}.
SOCIAL: {outfit:lone} x {years} y, {phraseco} before. [[Smokes 1 ppd|Nonsmoker|Quit {year}]].
Soc: lives alone, works {bigco}, EtOH occ
Laid off from {outfit:lone} in {year}; drinking more since.
Night shifts at {outfit:lone:lower}, sleeps [[4 h|poorly]].
Cleared to return to {outfit1} on {date:7} without restrictions.
FMLA for {outfit1} [[completed|faxed to {fax}|left at desk]].
Drives a truck for {outfit:lone}, DOT physical due.
{outfit1} requires a drug screen; collected by {supplier}.
Stress over {outfit1}'s sale to {outfit2}.
Founder of {outfit:lone}, now mostly retired.
Lost cover when {outfit:lone} folded.
He fell from a scaffold rented from {outfit2}, working for {outfit1}.
WC carrier {insurer}, employer {outfit1}, adjuster {someone:full}.
pt states "{outfit:lone} made me lift it"
Mother at {outfit:lone} days, father at {outfit:lone} nights; grandmother watches the baby.
Hobbies: bowls with {oddclub}; sings; builds models.
Used to play for {oddclub}, had three concussions.
Volunteers at {phraseco}.
Attends {oddschool}, 504 plan in place.
Grade 9 at {oddschool}; suspended from {oddschool} last year.
Parishioner of {church}; {someone:titled} visits.
Served with {oddarmy}, deployed {year}.
""")

PLACES = templates(r"""
Transferred from {homely} [[overnight|for higher care|at {hm}]].
[[Came|Arrived|Sent in]] from {homely:home}.
Was at {homely} for rehab after the hip.
Family prefers {homely:home} to {homely:home}.
{homely} has no beds; {homely} can take her {weekday}.
CT at {homely} [[negative|shows a bleed|not sent]].
[[OSH|Outside]] records ({homely}) reviewed.
Lives at {homely:home}[[, independent|, two carers|, memory unit]].
Moved from {homely:home} to {homely:home} in the spring.
Born at {homely}, raised by an aunt.
{homely} ED yesterday, left before seen.
Last scope at {homely} in {year}.
D/c to {homely:home} with [[foley|PICC|wound vac]].
Dialyzes at {outfit:lone} MWF.
Follows with {outfit:lone} for the back, {outfit:lone} for the eyes.
Echo done at {homely}, report to follow.
Accepting at {homely}: {dr:titled}.
Staff at {homely:home} report [[two falls|less intake|a cough]].
Seen last week at {homely}, this week at {homely}.
She trained at {homely}.
{homely} called for report, {nurse:short} took it.
pt wants {homely:lower}, not {homely:lower}
Back to {homely:home:lower}
{homely:home} [[RN|manager|night nurse]] {staff:short} says baseline.
Wound care by {outfit:lone}; nails by {phraseco}.
Three stays at {homely} since {date:-200}.
She hates {homely}.
{dr:titled} left {homely} for {homely}.
Stroke call from {homely}, drip and ship.
Admit hx: {homely} x2, {homely} x1
Body released to {outfit:lone}.
He was never seen at {homely}.
Rehab: {homely:home} declined, {homely:home} no bed, {homely:home} accepts
Bus from {homely:home} brings her to {oddclub} on {weekday}.
between {homely:home} and {homely}, nobody gave the {drug}
""")

PAYERS = templates(r"""
When {insurer} stopped paying, she stopped the {brand}.
{insurer} [[wants a PA|denied it|approved 3 visits|will not cover this|pays 80%]].
Primary {insurer}, secondary {insurer}.
[[Insurance|Payer|Ins]]: {insurer}[[ PPO| HMO| Gold|]]
{insurer} denied {test}; peer to peer {date}.
Auth {id} from {insurer}, good to {date:60}.
Switched from {insurer} to {insurer} in January, formulary changed.
{insurer} says {insurer} is primary, and nobody pays.
On the phone with {insurer} for an hour.
Out of network with {insurer:lower}
{insurer} totalled the car; {insurer} pays the hospital bill.
Does {insurer} cover {assay}?
{insurer} case manager {someone:full}, {phone}
Lost {insurer}, now on {programme}.
I called {insurer} twice and got nowhere.
Denied by {insurer}: not medically necessary.
{insurer} claim {claim}
Brochure from {insurer} in the mail, she thought it was a bill.
{insurer} nurse line told him to come in.
her cobra from {outfit:lone:lower} runs out {date:30}
{insurer} changed {brand} to {drug}.
""")

SUPPLY = templates(r"""
{supplier} for [[O2|home IV|wound vac|CPAP|tube feeds|ostomy bags]].
[[D/c home|Home]] with {supplier}; start of care {date:2}.
{supplier} declined, {supplier} accepted.
CPAP from {supplier}, mask does not fit.
{supplier} [[out of|never brought|delivered]] the [[hoyer|nebulizer|bed|tubing]].
Referral to {supplier} faxed {fax}.
{supplier} RN {nurse:short} visits {weekday}.
Ride by {supplier}, late again.
[[HH|Home health]]: {supplier}, {phone}
{supplier} tech {someone:given} set the {devname}.
Changed from {supplier} to {supplier} because of cost.
Brought in by {supplier}.
{makerco} rep {someone:full} in the room for the case.
She sells pumps for {makerco}; no conflict, she says.
{makerco} recalls its {devname}.
{makerco} was called about the alarm, ticket {id}.
Rx to {chemist}.
{chemist} [[out of stock|has it|closed|called for refill|cannot read it]].
Moved scripts from {chemist} to {chemist}.
pick up at {chemist:lower}
Flu shot at {chemist} on {date:-20}.
{chemist} mail order, 90 d
Sent from {chemist}: refill request, {drug} {dose}.
{chemist} pharmacist {someone:given} asks for a new script.
uses {chemist:lower} on {street}
Labs at {outfit:lone}; path to {outfit:lone}.
Sequencing by {outfit:lone}, not CLIA.
{outfit:lone} drew her blood at home.
""")

OFFICES = templates(r"""
{office} [[notified|at bedside|hotline called|opened a case|closed the case|report filed]].
[[Caseworker|Investigator]] {someone:full} from {office}.
In custody of {office} since {date:-100}.
Brought in by {office}, released.
{office} and {office} both want records.
Removed by {office} last year; lives with aunt.
{office} hearing {date:12}.
Report to {office} #{caseno}
Hold placed by {office}.
Told {office} the truth.
Appeal to {office} pending.
pt says {office} is after him
{office} intake number pending, {sign} RN
Works for {office}.
Letter for {office} done, {shortdate}.
Fined by {office}.
Placed through {office} at {homely:home}.
Guardian: {office}
Support from {phraseco}; counselling at {phraseco}.
Referred to {phraseco}, {phraseco} and {outfit:lone}.
{phraseco} attends with her.
Shelter bed at {homely:home} through {phraseco}.
Union rep from {oddclub} sat in.
Attorney at {firm}; letter from {newfirm} on file.
He banks with {oddbank}; {oddbank} froze the account.
Trial at {oddcourt} on {date:40}.
Parole from {oddjail} ends {date:90}.
Sober since {phraseco}.
Detox at {homely:home}, then {phraseco}, then {homely:home}.
""")

STUDY = templates(r"""
Enrolled in a trial run by {oddbody}.
Funded by {oddbody}; {outfit:lone} gave the drug.
Authors: {someone:full} (1), {someone:full} (2). 1 {oddschool}; 2 {homely}.
Samples were read at {outfit:lone}, blind.
{someone:family} has fees from {makerco} and {outfit:lone}.
Sponsor: {outfit:full}
Site 04 is {homely}.
The {someone:family} lab at {oddschool} found the variant.
Monitor from {outfit:lone} on site {date:5}.
Consent form of {homely}, version {date:-50}.
{outfit:lone} holds the patent.
Ethics: {oddbody}, {caseno}
Call {outfit:lone} for unblinding.
""")

STORIES = templates(r"""
Thirty years with {outfit1} ended on a {weekday}. {outfit2} bought the land, and by {monthonly} there was nothing left
    but the gate. He still calls it {outfit1}.
I signed with {insurer} because {someone:given} from {outfit1} told us to. When the roof went, {outfit1} pointed at
    {outfit2} and {outfit2} pointed at the weather.
Before the stroke she kept the books at {outfit1}. {outfit1} has held her desk, and {someone:titled} asks after her
    each week; she would like to try half days.
He lost two fingers at {outfit1} in {pastyear}. {insurer} paid for the first surgery at {homely} but not for the
    second, so {outfit1} did.
Mum moved into {homely:home} last spring. {homely} wanted her back, the social worker liked {homely:home}, and she just
    wanted her cat.
{outfit1} sponsors the fun run; I wore their shirt, fell at mile two, and woke up at {homely} with {someone:given} from
    {outfit1} holding my phone.
The patient says that {outfit1} sprayed the field on {date} and that {outfit2} cleaned the drums. Two others from
    {outfit2} were seen at {homely} with the same cough.
We used {outfit1} for the walls and {outfit2} for the wiring. {outfit2} was tidy. {outfit1} left a hole you could put
    a dog through.
She was brought in by {parcelco}'s driver, who found her on the step. The neighbours work for {bigco} and had not
    seen her since {weekday}.
Got a letter from {insurer}, then one from {office}, then one from {outfit1}, all about the same fall. Nobody says
    who pays {homely}.
He is between jobs: {outfit1} let him go, {outfit2} has not called. Sleeps little. Drives for {rideco} at night and
    eats what {phraseco} throws out.
My daughter's {devname} broke. {makerco} sent a new one by {parcelco}; it went to {homely:home}, where nobody knew her.
At {oddschool} he was the quiet one. Then came {bigco}, a desk at {outfit1}, and the year at {homely:home} of which he
    does not speak.
{supplier} never brought the bed, so he slept in the chair. {supplier} blamed {insurer}; the nurse from {outfit1}
    brought a mattress herself.
{outfit1} pays on time. {outfit2} pays when it pleases. Guess for whom I work on Fridays.
Asked where she was, she said {outfit1}, which closed in {pastyear}; asked who brought her, she said {bigco}.
Between the two, {oddclub} was home. {outfit1} only paid the rent.
The film from {homely} shows less than the one from {homely}; the read at {outfit1} says the opposite. {dr:titled}
    will look.
Could you cancel everything with {outfit1}? I have gone over to {outfit2}, and {someone:given} at {outfit2} says that
    two contracts would clash.
First {outfit1} lost the sample. Then {outfit2} found it. By then {homely} had drawn another.
""")

PARTS = (
    part("[[HPI|History|Story|Presenting complaint]]", "{hpi}\n" + "\n".join(PLACES[:12]), 1, 4),
    part("[[Social history|SH|Social|SOCIAL HX]]", "\n".join(WORK[:30]), 1, 4),
    part("[[Coverage|Insurance|Payer]]", "\n".join(PAYERS), 1, 2, 0.5),
    part("[[Services|Supports|Agencies|Community]]", "\n".join((*SUPPLY, *OFFICES)), 1, 4, 0.8),
    part("[[Equipment|Devices|Implants]]", "\n".join(DEVICES[:12]), 1, 3, 0.5),
    part("[[Plan|Disposition|Dispo|To do]]", "\n".join((*PLACES[12:], *SUPPLY[:12], *BODIES[:6])), 2, 5),
)

_MIX = (WORK, PLACES, PAYERS, SUPPLY, OFFICES)


def _note(c: Cast) -> Marked:
    head = c.any("", "{pt:full}, {agesex}", "{pt:last_first}  {mrn}  {date}", "{dept} note", "RE: {pt:full}")
    text = body(c, PARTS, shuffled=c.chance(0.2), others=(*GOODS, *TALKED))
    return join(head, "\n" if head.text else "", text)


def _line(c: Cast) -> Marked:
    """One line of a chart alone."""
    said = [c.say(c.pick(c.pick((*_MIX, DEVICES, INSTITUTIONS)))) for _ in range(c.pick((1, 1, 2)))]
    return join(*said, sep=" ")


_REFERRALS = table(
    templates(r"""
Agency | Service | Status | Contact
Facility | Beds | Answer
Patient | Employer | Carrier | DOI
From | To | Date
"""),
    templates(r"""
{supplier} | [[HH RN|PT|DME|O2|IV abx]] | [[accepted|declined|pending]] | {otherphone}
{homely:home} | [[0|2|hold]] | [[yes|no|call {weekday}]]
{someone:last_first} | {outfit} | {insurer} | {around}
{homely} | {homely} | {around}
"""),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("firms.care_work", writer(WORK, WORK, TALKED, GOODS, least=2, most=7), 1.5),
    NoteType("firms.care_places", writer(PLACES, PLACES, INSTITUTIONS, WORDS, least=2, most=8), 1.8),
    NoteType("firms.care_payers", writer(PAYERS, PAYERS, BODIES, TALKED, least=2, most=7), 1.2),
    NoteType("firms.care_supply", writer(SUPPLY, SUPPLY, DEVICES, least=2, most=8), 1.4),
    NoteType("firms.care_offices", writer(OFFICES, OFFICES, INSTITUTIONS, TALKED, least=2, most=7), 1.3),
    NoteType("firms.care_study", writer(STUDY, DEVICES, BODIES, least=2, most=7, haste=0.05), 0.8),
    NoteType("firms.care_all", writer(*_MIX, INSTITUTIONS, DEVICES, least=3, most=10), 1.5),
    NoteType("firms.stories", writer(STORIES, STORIES, TALKED, least=1, most=3, haste=0.15), 1.5),
    NoteType("firms.care_note", _note, 1.8),
    NoteType("firms.care_line", _line, 1.4),
    NoteType("firms.care_rows", _REFERRALS, 1.0),
)
