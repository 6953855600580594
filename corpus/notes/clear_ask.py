"""One-line questions and talk without names, dense in rare eponyms, made-up drugs, trials, genes, germs and scores."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.clear_kit import clean
from corpus.notes.compose import templates

DOSE = templates(r"""
what is the dose of {clgeneric} in CKD {num:2-5}
{clgeneric} [[dose|max dose|half-life|QT|renal|hepatic|levels|antidote|crushable?]]
{clbrand} [[vs|or|then|plus]] {clbrand}?
CHA2DS2-VASc {num:1-8}, HAS-BLED {num:0-5}: {clgeneric} or {drug:generic}
is {clbrand} the same as {clgeneric}
switch {clbrand} {num:5-80} mg to {clbrand} how
does {clbrand:lower} interact with {drug:generic}
{clgeneric} loading {num:2-20} mg/kg over {num:5-60} min?
Can {clbrand} and {clbrand} share a line
{clbrand} before {proc}, hold how many days
CrCl {num:8-59} mL/min, {clbrand} {num:5-90} BID still ok?
missed {num:2-5} doses of {clbrand}, restart?
{clbrand} [[black box|REMS|prior auth criteria|NNT|in pregnancy|lactation|with grapefruit|biosimilar]]
{drug:generic} {dose} {frequency} too much with eGFR {num:10-58}
max {clgeneric} per 24 h if Child-Pugh [[A|B|C]]
{num:2-4} mg/kg/dose {clgeneric}, {num:6-40} kg, give volume of {num:10-250} mg/{num:2-5} mL
CRRT dose of {drug:generic} at {num:20-35} mL/kg/h effluent
who makes {clbrand}, {clmaker} or {clmaker}
{num:1-12} units {clbrand} per {num:8-60} g carb, check my math
{clbrand} {num:5-80} {clbrand} {num:5-80} {clbrand} {num:5-80}: any duplication?
May I give {clbrand} IM in march of vaccine season
""")
NAMED = templates(r"""
{clepo}
{clepo} vs {clepo}
what is {clepo}?
{clepo} sensitivity and specificity
[[how to do|how to read|validity of|who still uses|picture of]] {clepo}
{clrare} or {clrare} [[criteria|grade|sign|stain]]?
difference between {clrare} and {clrare}
{clrare} [[disease|syndrome]] [[treatment|genetics|life expectancy|MRI|icd 10]]
{cltown}
does {cltown} replace {cltown}
{cltown} or {clepo:criteria} for {dx}
is {clepo:sign} still in {clbody} guidance
eponyms: {clrares}
modified {clrare} vs {cltown}, which has better kappa
positive {clepo:test}, negative {clepo:sign}, next
{clepo:procedure} or {clepo:repair} for recurrent {dx}
{clepo:classification} type {num:1-6}[[a|b|]] prognosis
mnemonic for {clepo:triad}
why is it called {clrare}
{epo:sign} sign absent but {clepo:sign} present
{clrare} ({clrare}-{clrare}) nomenclature
{clepo:equation}: age > {num:40-65} coefficient
""")
EVIDENCE = templates(r"""
what did {cltrial} show
{cltrial} vs {cltrial} endpoints
{clyear} on {dx}
{cltrials} - one table
NNT in {cltrial}, subgroup > {num:65-80} years
{clbody} vs {clbody} cutoff for {test}
does {clbody} still say {num:130-140}/{num:80-90}
{cltrial}: was {clgeneric} blinded
[[summarise|critique|limits of]] {cltrial}
{clgeneric} after {cltrial}, practice changing?
{clgene}
{clgene} pathogenic?
{clgenes} panel
{clgene} inheritance, screen sibs?
{clgene} and {clgeneric} response
{clbug} susceptibility
{clbug} in blood {num:1-2}/{num:2-4} bottles
{clbug} vs {clbug}
{clbug} empiric until MIC?
{clbugs} which are real pathogens
{classay} false positives
{classay} or {classay} for {dx}
{clref} [[what is it|current?|withdrawn?]]
{clcode} vs {clcode}
{clcodes} bundled?
can {clcode} go with {clcode}
{cldevice} MR conditional?
{cldevice} [[alarm|battery|recall|cleaning|compatible with]] {clver}
{cldevice} vs {cldevice} cost
{clsoft} {clver} [[slow|printing|crash|dot phrase]]
find {clsoft} report for {clbody} measure
{clscale} meaning
{clscale} then {clscale} - MCID met?
{clscales}
{cllatin} attachments
{cllatin} vs {cllatin} on MRI
({clgeneric}[tiab] OR {clbrand:bare}[tiab]) AND {dx}
{cladj} meaning?
is {clfood} ok with MAOI
Na in {clfood}
K in {clfood} per {num:30-120} g
""")
BRIEF = templates(r"""
pls advise: {dx}, {symptom}, {vitals}
K {dec:2.1-6.9}, Mg {dec:0.9-2.9}, QTc {num:430-580}: {drug:generic} ok
{num:3-12} cm {anatomy} mass, {clepo:stage} {num:1-4}, refer?
BP {num:90-190}/{num:40-110} on {clbrand}, add?
q{num:2-12}h x {num:2-10} or {num:1-4}/7 then stop?
{num:20-40} G x {dec:0.5-3.5} in for deltoid?
{clratio} on {clrare} normal?
how many {clbrand} in {num:28-90} days at {num:1-3} BID
Fri to Mon gap: extend {clbrand}?
may I march in place POD {num:1-9}
sat 9{num:0-9} ra, sun exposure, mon itor?
who ladder step {num:1-3}, who decides
will power vs {clbrand}
IT question: {clsoft} timeout {num:5-30} min
lay summary of {clepo}
adult vs peds {clepo:scale}
write orders for {dx} using {clbrand}
explain {test} {range} in plain words
screen at {num:40-50} or {num:45-55}, stop at {num:74-85}
women {num:21-65}, q{num:3-5}y cotesting?
under {num:2-5} years: nebs or {clbrand:bare} HFA
""")
_ONE = templates(r"""
{agesex}, {dx}, {clbrand} or {clbrand}?
{ageold}: {clepo:score} {num:1-12}, {clgeneric}?
{clsamept} has {clepo:sign}, is it real
{clrare} sign in {clsamept}, d/w {clsame}
{clepo:disease} in {pt:titled}, {clgene}
{clsame} wants {clepo:test}
ask {dr:titled} if {clbrand} ok
{dr2:family} says no to {clbrand}, why
{clbrand} for {pt:given}?
{cldevice} of {pt:family} beeping
{clbug} in {pt:last_first} bcx
{cltown} or just send to {clsametown}?
{site:abbr} {clbody} policy {clver}
since {shortdate:-5} on {clbrand}
{clscale} on {numdate:-9}, today {clscale}
does {payer} cover {clbrand}
{clgene} result from {lab}?
mrn {mrn} {clbrand} dose?
page {pager} re {clbug}
{cltrial} PI was {newdr:titled}?
{babyage}, {clbug}, {clgeneric} ok?
can {kin:given} crush {clbrand}
{phone} is that {clmaker} support
""")
_TALK = templates(r"""
[[Doctor|D|Nurse|Clinician]]: [[When did it start|Is it sharp or dull|Does it wake you|Any fever]]?
[[Patient|P|Pt|Caller]]: [[Tuesday|After lunch|Maybe a week ago|In the spring|Right after church]].
Doctor: On a scale of one to ten? Patient: {num:2-9}, [[maybe|or so|at night]].
Nurse: Do you take {clbrand}? Patient: No, {clbrand}, the [[white|pink|blue]] one.
P: It feels like [[a knife|a belt|pins and needles|the flu]], and {symptom}.
D: Allergies? P: [[Only {clbrand}|Cats|None|Bee stings and {drug:brand}]].
Clinician: We call that {clepo}. Caller: Is that [[bad|catching|in the blood]]?
D: I would like {imaging} and {test}. P: [[Will it hurt|How long is it|Do I fast]]?
Nurse: Take {num:1-3} [[tablets|puffs]] every {num:4-12} hours. Caller: And with {clfood}?
Caller: I had {clfood} and then {symptom}. Nurse: How much?
P: My mother had {dx}. D: At what age? P: Older.
D: Have you travelled? P: [[No|Only downtown|Not since the spring]].
Q{num:1-9}. {symptom}? Yes -> [[911|ED now|Q{num:2-9}]]. No -> [[home care|Q{num:3-9}|see in 24 h]].
Q{num:1-9}: Age over {num:50-65}? If yes, see today.
If {symptom} lasts > {num:2-5} days: call back.
Script: "Are you [[alone|driving|safe]] right now?"
Disposition: [[See within 4 h|Self care|ED now|Speak to provider]] ({clepo:protocol})
Care advice: {clbrand}, fluids, [[dark room|cool cloth|rest]].
T: What would help? C: [[Sleep|Hope|Grace|A job|Faith, maybe]].
Coach: Good. {num:2-4} more. And rest.
Bot: Did you mean {clbrand:bare} or {clbrand:bare}?
User: {clepo} [[pls|?]] Bot: Here are {num:2-6} results.
Interviewer: What does {clbrand} mean to you? Participant: Freedom, joy.
""")
_TURN = templates(r"""
Doctor: Hello {pt:given}. Patient: Hi, {dr:titled}.
Caller: My name is {kin:full}, I call for my {word}.
Nurse: And your date of birth? Caller: {dob}.
P: I saw {dr2:titled} in {month:-3}. D: At {site2}? P: Yes.
Agent: What number can we reach you at? Caller: {phone}.
D: Any surgery? P: My gallbladder, at {site2}, in {year:-9}.
P: I'm {age}, what do you expect?
Caller: {pt:given} has {symptom} since {shortdate:-2}.
D: Where do you live? P: {town}, near the school.
Nurse: This is {nurse:given}, how can I help?
Patient: {clsame} said it was nothing.
T: How is {kin2:given}? C: Better. She hopes.
User: book {dr3:titled} for {fulldate:9} Bot: Done.
Caller: We use {pharmacy}.
Interviewer: Participant {pt:initials}, age {age}. Ready?
D: What do you do? P: I drive for {employer}.
""")

_ASKED = (DOSE, NAMED, EVIDENCE, BRIEF)

TYPES: tuple[NoteType, ...] = (
    NoteType("clear-ask-dose", clean(DOSE, BRIEF, least=1, most=2, how="asked", haste=0.3), 1.6),
    NoteType("clear-ask-eponym", clean(NAMED, least=1, most=2, how="asked", haste=0.25), 1.8),
    NoteType("clear-ask-evidence", clean(EVIDENCE, least=1, most=2, how="asked", haste=0.25), 1.8),
    NoteType("clear-ask-list", clean(*_ASKED, least=4, most=14, how="asked", haste=0.2), 1.2),
    NoteType("clear-ask-one", clean(*_ASKED, hidden=_ONE, least=1, most=4, how="asked", haste=0.25), 2.0),
    NoteType("clear-talk", clean(_TALK, least=3, most=10), 1.3),
    NoteType("clear-talk-one", clean(_TALK, hidden=_TURN, least=3, most=10), 1.2),
)
