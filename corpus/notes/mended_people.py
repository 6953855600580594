"""People where nothing says that they are: bare initials, speakers, lone names, names that are words."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import around, either, table, writer

INITIALS = templates(r"""
{time} {ini:plain}/{ini:plain} [[turned|repositioned|bladder scan {num:40-600} mL]]
{time} {ini} - {vitals}
{time} {ini}
{time} [[meds given|linen changed|refused lunch|IV flushed|walked to bathroom]] {ini}
{time} [[FSBS|BG|gluc]] {num:70-340}, [[{num:1-9} units|no coverage]] /{ini}
{time}: [[awake|asleep|restless|comfortable]]. {ini}
[[In|Out|I&O]] {num:100-900} / {num:100-900} {ini}
[[Checked|Witnessed|Co-signed|Verified|Wasted with|Second check]] {ini} / {ini}
[[Given by|Drawn by|Done by|Init|Initials|Sign]]: {ini}
{ini}/{ini}
[[dict|D|T|typed|edited]]: {ini} {ini}
{ini}:{ini} D: {numdate} T: {numdate}
{sig} ..... {ini}
{sig} [x] {ini} [ ] [[held|late]] {ini}
[[Dressing|Foley|Trach care|Mouth care|PIV]] {shortdate} {ini}
{shortdate} {ini} [[called, no answer|left voicemail|faxed|scheduled]]
{shortdate} {time} {ini}: [[pt called back|spoke w/ {kin:given}|labs released]]
[[Reviewed|Signed off|Filed|Scanned]] - {ini}
[[Seen w/|D/w|Discussed with]] {ini}. [[Agree|Plan as above]].
[[Assigned|Task]] to {ini}, cc {ini}
[[RN|CNA|RT|MD]] {ini} at bedside
Shift: [[N|D|E]]; nurse {ini}; tech {ini}
{ini}, {ini}, {ini} [[present|on call|on leave]]
[[will|to]] recheck at {time} ({ini})
pain {num:0-9}/10 {ini}
-{ini}
--{ini} {time}
({ini})
[[plan per|ok per|orders per]] {ini}
Count correct x2: {ini}/{ini}
[[Scrub|Circ|Relief]] {ini} {time}
""")

# What looks like initials and is none.
NO_INITIALS = templates(r"""
{time} NS @ {num:50-150}, LR at KVO
{time} BM x{num:1-3}, UO {num:100-800}
HOB 30, SCDs on, IS q1h
[[AO|A&O]]x3, MAE, PERRL
D/C PT/OT per MD
{time} PT/INR, PTT, CMP sent
OOB to chair w/ PT
BS+ x4, NT/ND
LS [[CTA|clear]], HR RRR, BS active
RA sat {num:90-100}
L/R arm, R/L leg
OD/OS/OU: {num:12-20}/{num:12-20}
ER/PR +/-, HER2 neg
TM clear AU
CP/SOB denied
{time} IM/IV/PO PRN
H&P, DVT ppx, GI ppx
FH: DM, HTN. SH: no ETOH
AM / PM / HS
""")

SPEAKERS = templates(r"""
{caller}: [[I've got you|copy|say again|go ahead|patient is breathing|we're two minutes out]].
{caller}: {symptom}, {duration}.
{caller}: Any allergies?
[[>> |>>> |]]{caller}: [[Good morning|Thank you|Right]].
{caller} -- [[yes|no]], since {time}.
[{caller}] [[ok|thanks|will do]]
{caller}> [[bed ready?|call me|labs back]]
{caller} ({time}): [[patient moved|family here]]
{someone:given}: how are you feeling?
{someone:family}: {neg}
{newdr:family}: let's repeat {test}.
{newdr:titled}: {todo}
{lone}- [[I'll take it|not mine|who has the chart]]
{lone}: {brand} stopped
<{lone}> {symptom}
**{lone}:** [[can do|done|on it]]
[[Q|Question]]: Did {lone} sign? [[A|Answer]]: [[Yes|No]].
T: How was the week? C: {someone:given} and I [[argued|made up]].
C: My sister {someone:given} [[called|moved]]. T: And how did that feel?
T: [[Tell me more|Say more about that]].
C: [[I don't know|It's the same|I slept badly]].
Q. [[When did it start|Do you recall the visit|What happened next]]? A. [[About then|I do not|{He} fell]].
Q. And {lone} was there? A. {lone} left before.
A. [[Correct|No, sir|I believe so]].
D: [[any pain|where does it hurt]]? P: [[right here|no]].
Dr: {symptom}? Pt: [[yes|a bit]].
Caller: [[my father fell|she is not breathing|I need a refill]].
Call taker: [[what is the address|is he awake]]?
Caller: it's {street}, [[hurry|by the church]].
Dispatcher: [[stay on the line|help is coming]].
Nurse: [[scale of one to ten]]? Patient: [[six|maybe four]].
Interviewer: [[and then]]? Respondent: [[we moved|nothing]].
Interpreter: [[he says it burns|she does not know]].
Mother: [[no fever|he ate]]. Father: [[a little]].
M: he vomited twice. N: any blood?
S1: [[louder please]]. S2: [[is this better]]?
Agent: [[anything else]]? Member: [[no that's all]].
Attending: [[thoughts]]? Resident: {dx}. Student: [[{epo}|no idea]].
Team Lead: epi in. Recorder: {time}. Compressor: switch.
Moderator: next case. Panel: agreed.
""")

LONE = templates(r"""
-> [[appendectomy|CT|cath|OR|dc home]], {lone} by {shortdate}
{lone} -> {proc}, {lone} -> {proc}
{lone}/{lone}/{lone} [[on call|to see|covering]]
{lone}; {lone}; {lone}
{lone}, {lone}, and {lone} [[left early|are next|to be called]].
[[to do|next|then]]: {lone} {test}, {lone} {imaging}
{lone} > {lone} (swap)
{lone} = [[{dx}|bed by the window]]
{lone} [[NPO|afebrile|crying|gone|stable|sleeping|discharged|to CT|eating]].
[[asked|told|texted|beeped|emailed]] {lone}[[, no reply|]]
[[with|without|after|before|for|from|via]] {lone}
[[no news from|waiting on|back from|seen with]] {lone}, [[labs|bed]] pending
(see {lone})
({lone} aware)
"{lone}"
{lone}'s [[turn|scan|bed|mom|chart|dose]]
[[per|by|thx|cc|attn|re|fyi]] {lone}
{lone} & {lone}
{lone} [[or|and then|not]] {lone}
{lone} {time}; {lone} {time}; {lone} {time}
Beds: {bed} {lone}, {bed} {lone}, {bed} empty
{lonedr} [[did|read|closed|dictated|opened]], {lonedr} [[assisted|agreed]].
[[consult|ID|Renal|Cards|Neuro]] - {lonedr}
[[Cards|GI|ID]] ({lonedr}) [[signed off|recs in chart|to see]]
{dx} ({lonedr}), {dx} ({lonedr})
{lonedr}>{lonedr} handoff
{lonedr} to {lonedr}: [[bed 4 febrile|watch the K]]
{ageold} {man}, {lone}, [[{symptom}|{dx}]]
{lone}, {agemark}, {dx}
{lone} {agemark} {dx}
[[h/o|PMH]] {dx}; lives with {lone}; {lone} drives
[[dog|cat]] named [[Biscuit|Pepper]]; [[son|wife]] named {wordname}
""")

WORDS = templates(
    r"""
{wordname} [[came in|called|is here|left|lives next door|signed]].
[[Mr.|Mrs.|Ms.|Miss]] {wordname} [[said|denies pain|will return]].
Dr. {worddr} [[on call|reviewed the film|agrees]].
[[Nurse|Sister]] {worddr} [[charted it|gave report]].
{someone:given} {wordname} [[and|,]] {someone:given} {wordname}
{wordname}, {someone:given}
{wordname} [[visited|fell]] on {weekday}.
On {weekday} {wordname} [[was tired|felt better]].
{wordname} likes {wordname}.
My [[aunt|boss|sponsor]] {wordname} [[has|had]] {dx}.
[[I saw|We saw|They met]] {wordname} at [[work|rounds|church]].
{wordname}: [[hi|thanks|see you then]]
[[Hi|Dear|Hello|Hey]] {wordname},
[[Thanks|Love|Best|Yours]],\n{wordname}
{wordname} (son), {wordname} (dtr)
Kids {wordname} and {wordname} [[are well|in school]].
{wordname:upper}, {someone:family_upper}
[[pt|client|resident]] {wordname:lower} [[refused|slept]]
{worddr} / {worddr} / {lonedr}
{wordname} has {dx}, {wordname} does not.
Ask {wordname}, not {wordname}.
{wordname}'s [[cat|husband|labs|wheelchair]]
"""
)

# The same words where they are words.
ONLY_WORDS = templates(r"""
Long day, short night, hard chairs.
[[On Friday|On Sunday|By Monday|Friday to Sunday]] [[he rested|she swam|the clinic is closed]].
Sunday clinic, Monday rounds, Friday discharge.
Choir on Tuesday, swimming on Thursday.
By the window, nobody had a seat to spare.
Chance of rain; chance of cure {num:40-90}%.
Price of hope, grace of god, will to live.
Rose to a stand, bent to pick a rose.
May be discharged; may need home oxygen; might fall.
[[Black|Brown|White|Green|Gray]] stool, [[yellow|red|pink]] sputum.
Hope for the best. Faith helps. Joy in small things.
The young man, the old king, a wise judge.
Read the page, park the car, bank the fire.
Drinks black coffee, eats rice, beans and salmon.
Cook, baker and butcher by turns.
Walks the dog in the park by the river and the church.
Pain, burns, cuts and hurts.
Nurse to call. Doctor to sign. Judge to rule.
Major surgery, minor pain, senior resident, junior doctor.
Early spring, late summer, mid winter.
Ward clerk, house officer, charge nurse.
Hand grip strong, foot cool, head midline, heart regular.
Bell side of the stethoscope; ring finger; ball of the foot.
Light touch, sharp and dull, strong grip, weak cough.
East wing, north entrance, west lift.
Sandy soil, rocky hill, snow on the branch.
Singer with nodules; farmer with lung disease; miner with dust.
Frank blood, bright red. Frank discussion held.
Mark the site. Bill the plan. Grant the request.
Rich diet, lean meat, cherry angioma, strawberry mark.
Drew blood. Will draw again.
Best interest, good faith, free will.
Guest house, day room, bed rest, foot drop, heart block, bone window, glass eye.
[[What did {epo} do?|Was {epo} a surgeon?]] [[No idea|A physician of old|Look it up]].
Dr Search Engine [[says|said]] it is cancer. Dr. Internet disagrees.
Dr. Who was on the television; Dr Pepper on the table.
Doctor Feelgood, nurse Ratched, Mother Nature, Father Time, Uncle Sam, Jane Doe, Joe Public.
Consulted Dr Web and Professor Video first.
Hippocrates, Galen, Vesalius and Osler would agree.
Virchow's triad is named for Virchow, who never met a venous filter.
""")

_HEADS = (
    "Time | Event | Init",
    "Task | Done | By",
    "Bed | Name | Plan",
    "Date | Note | Initials",
    "Drug | Time | RN | 2nd RN",
    "Name | Age | Dx",
    "",
    "Time | T | P | BP | Int",
    "Staff | Role | In | Out",
)
_ROWS = (
    "{time} | [[turned|fed|bathed|meds|walk]] | {ini}",
    "[[linen|rounds|weights|fridge temp]] | [[x|yes|no]] | {ini:plain}",
    "{bed} | {lone} | {todo}",
    "{shortdate} | [[call|fax|letter]] | {ini}",
    "{drug} | {time} | {ini} | {ini}",
    "{lone} | {agemark} | {dx}",
    "{lone} | {lonedr} | {ini} | {time}",
    "{time} | {dec:36-39} | {num:55-120} | {num:90-170}/{num:50-95} | {ini}",
    "{lonedr} | [[RN|tech|sitter|float]] | {time} | {time}",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("initials", writer(INITIALS, INITIALS, NO_INITIALS, least=3, most=12), 2.5),
    NoteType("initials-rows", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), INITIALS, NO_INITIALS)), 2.5),
    NoteType("speakers", writer(SPEAKERS, least=4, most=14), 2.5),
    NoteType("lone-names", writer(LONE, LONE, WORDS), 2.8),
    NoteType("names-as-words", writer(WORDS, ONLY_WORDS, least=2, most=8), 2.5),
)
