"""What stands where companies stand and names none: devices, tests, programs, bodies, goods, words."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import table, writer

WORDS = templates(r"""
{wordplain}
Exam: {wordplain}, otherwise {neg}
{wordplain}; {wordplain}.
{Wordplain}.
{Wordplain}; {neg}
{Wordplain}, {wordplain}
Today: {wordplain}.
- {wordplain}
({wordplain})
As before, {wordplain}.
Still {wordplain}; {symptom}
""")

TWINS = templates(r"""
{wordplain}; works at {wordco}.
{wordplain}. {wordco} would not pay for it.
{wordco} called about the claim. Unrelated: {wordplain}.
Note {wordplain}. Employer {wordco} notified.
[[He|She]] blames {wordco}. {wordplain}
{wordplain} -- form from {wordco} filled in
She has been with {wordco} since {year}; {wordplain}
{wordplain}, transferred to {wordco:site}
{wordplain}; came from {wordco:site}
Bed offered at {wordco:site}. {wordplain}, no change.
{wordplain}, then lunch with the people from {wordco}.
{wordco:lower} says no. {wordplain}
not {wordplain}, i mean {wordco} the company
{wordplain}? no, {wordco}
""")

DEVICES = templates(r"""
{devname} placed without complication.
{devname}, [[lot not recorded|size 4|24 mm|left|exchanged]].
S/p {devname} in {year}.
[[Uses|Wears|Has|Came in with]] [[the|an old|her own]] {devname}.
The {devname} [[alarms|reads high|was interrogated|is MR conditional]].
{devname} x2, {devname} x1 on the tray.
Switched from {devname:maker} to {devname:maker} pump last year.
Dressing: {devname}, change {frequency}
[[Settings|Mode]] on {devname}: [[PEEP 8|12 cmH2O|60-130 DDD]]
Implant: {devname}. Cement: Palacos.
Study done on the {devname}.
{devname:maker} leads, {devname:maker} generator.
Both hearing aids are {devname:maker}.
Scanned on the {devname}, contrast given.
Would the {devname} suit him better?
Pump: {devname:maker}. Sensor: {devname:maker}.
{assay} [[negative|positive|pending|indeterminate|not covered]].
{assay} [[score|result]] {score}
Sent {assay} and {assay}.
{assay} on the {devname}: {analyte} normal
Repeat {assay} in 3 months if {assay} is borderline.
Is {assay} better than {assay} for [[screening|follow-up]]?
Declined colonoscopy, took {assay} instead.
The {devname:maker} assay runs higher than the {devname:maker} one.
{brand}, {brand} and {assay} discussed
""")

PROGRAMS = templates(r"""
{soft} was down [[all morning|until noon]]; charted on paper.
Visit by {soft} because of snow.
Sent the form through {soft}.
Typed in {soft}; may hold errors.
Logs her meals in {soft}.
{soft} link did not work, so we used {soft}.
Is {soft} better than {soft} for [[notes|stats|scheduling]]?
open the {soft} export in {soft}
My {soft} password expired.
Imaging in {soft} reviewed.
Falls asleep to {soft} at night.
Data were kept in {soft} and analysed with {soft} 4.2.
{soft} froze while ordering {drug}
{soft} screenshot attached.
Add it to my {soft} calendar
{soft} template used
Send it by {soft} or {soft}, [[whatever works|not both]].
We talk on {soft} every {weekday}.
moved from {soft} to {soft} and now nobody finds anything
{soft}, {soft} and {soft} are blocked on the ward PCs.
Too much {soft}, too little sleep.
does {soft} work offline
""")

BODIES = templates(r"""
Per {body} [[guidelines|criteria|guidance|recommendations]], no further work-up.
According to {body} and {body}, [[start {drug}|watch and wait|screen at 45]].
{body} approved {drug} for {dx} in {year}.
{body} class [[II|III|C]]
Meets {body} criteria for {dx}.
{body} statement vs {body} guideline, which one
{body} form [[signed|in chart]]
Screening as {body} recommends.
A {body} warning for {drug} was read out.
{body} risk score {score}
{body} diet, {frequency} {assay}
What does {body} say on {drug} in {dx}?
{body} grade 2 [[toxicity|evidence]]
The lab is {body} accredited.
[[Enrolled|Signed up]] for {programme}.
{programme} [[pending|denied|in place|renewed|lapsed]].
On {programme} and {programme}.
Applied for {programme}; help with {programme} offered.
Asked about {programme} again; six months sober.
Does {programme} pay for the {devname}?
Gets {programme}, rides with {programme}.
{programme} booklet given
Told about {programme}; not keen.
Qualifies for {programme} at 65.
""")

INSTITUTIONS = templates(r"""
[[Went|Was sent|Walked]] to {generic} first.
{Generic} [[called|closed at five|was full|did not answer|wants a note]].
Came by ambulance from {generic}.
{Generic} told her to wait.
Waiting for {generic} to decide.
[[Discharge|Going]] to {generic} when ready.
Has nothing good to say of {generic}.
Records from {generic} requested.
{Generic} and {generic} do not talk to each other.
I asked {generic}, and {generic} sent me back.
Nobody from {generic} came.
Letter for {generic} signed.
He is on good terms with {generic}.
Paid by {generic} through {programme}.
Has {generic} replied?
Between {generic} and {generic} the film was lost.
{Generic} will fax it.
Referred by {generic} to {dept}.
Seen in {dept}, then {dept}; {generic} notified.
i hate {generic}
""")

GOODS = templates(r"""
{Goods} and {goods} for breakfast.
[[Choked on|Slipped on|Fell over|Is allergic to]] {goods}.
Swears by {goods} for the rash.
Is {goods} bad for {dx}?
can i take {drug:brand} with {goods}
{Goods} found under the bed.
Foreign body: part of {goods}.
She bought {goods} and {goods}.
Hit by {goods}, no loss of consciousness.
{Goods} {frequency}, {goods} on weekends
which is better, {goods} or {goods}?
He asked for {goods}.
Stopped {goods}, still on {goods}.
{Goods} at bedside, family to take home
Burn from {goods}.
fell asleep with {goods:lower}
Keep {goods} away from the child.
Half a pack of Camels and a can of Monster a day.
Got {goods} for her birthday, hers is from {year}.
""")

TALKED = templates(r"""
[[The company|My employer|The agency|Our union|The bank|HR]] [[wants a form|refused|called|was no help]].
A start-up, a law firm, a bakery: all the same to me.
Our team won, their team lost.
The group meets on {weekday}.
The school nurse gave {drug}; the school called the parents.
Retired from a steel mill.
Works in retail, used to work in a bank.
Owns a small plumbing business with two employees.
Self-employed; sells insurance.
She teaches at a high school and coaches.
Between jobs, no insurance, uses urgent care.
Truck driver for a big carrier, he would not say which.
Used to be in oil and gas.
Her practice is closing.
Does contract work for several firms.
Both parents are in the army.
Prior auth denied by insurance, appeal sent.
Home health PT/OT, RN twice weekly.
Transfer to a tertiary center discussed.
Wants to go back to the same rehab.
No nursing home has a bed.
Community pharmacy will blister pack.
Google it first, she said, and he did.
He googled his symptoms, then xeroxed the answer.
Uber-style rides are not covered, nor is a taxi.
The lab lost the tube.
Amazon parrot at home, so psittacosis considered.
ICE to the ankle, then RICE for a week.
PD today, HD on the other days.
ACS ruled out by two troponins.
Child-Pugh (CPS) 9; ABG shows a gap.
APS positive, on warfarin.
DHS score? no, DAS28.
PHA axis intact
SO palsy on the left; SO2 99
""")

_TWIN_TABLE = table(
    templates(r"""
Item | Detail
Device | Date
Finding | Note
"""),
    templates(r"""
{assay} | [[neg|pos|pending]]
{devname} | {around}
{wordplain} | [[unchanged|new|resolved]]
"""),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("firms.words_and_companies", writer(TWINS, WORDS, TWINS, least=2, most=8), 1.8),
    NoteType("firms.clean_devices", writer(DEVICES, DEVICES, BODIES, PROGRAMS, least=2, most=8), 1.6),
    NoteType("firms.clean_bodies", writer(BODIES, PROGRAMS, INSTITUTIONS, TALKED, least=2, most=8), 1.4),
    NoteType(
        "firms.clean_life", writer(GOODS, INSTITUTIONS, TALKED, WORDS, PROGRAMS, least=1, most=7, haste=0.25), 1.4
    ),
    NoteType("firms.clean_rows", _TWIN_TABLE, 0.8),
)
