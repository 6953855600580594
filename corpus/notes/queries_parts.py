"""Parts that queries are put together from: questions about a patient "@", who that patient is, heads and tails."""

from __future__ import annotations

from corpus.notes.compose import templates

# "@" stands for words that say who the patient is, with identifiers (WHO) or without any (ANYBODY).
QUESTIONS = templates(r"""
What is the [[max|maximum|recommended|right]] dose of {drug} for @?
what's the [[loading|maintenance|renal]] dose of {drug} in @
[[Is|is]] {drug} [[safe|contraindicated|effective|worth it]] in @?
Can @ take {drug} with {drug}?
{drug} vs {drug} for @
Should @ get {proc}?
When should @ have {test} repeated?
how often to check {test} in @ on {drug}
best [[antibiotic|antihypertensive|anticoagulant|sedative]] for @
@: {symptom} after {drug}. Stop it?
@ has {dx} and {dx}. What now?
@ presents with {symptom}. Differential diagnosis?
ddx for @ with {finding} on {imaging}
[[Interpret|interpret|explain]] {labs} in @
which guideline covers {dx} in @
What are the [[side effects|interactions|risks]] of {drug} in @?
How do I [[taper|titrate|switch|start]] {drug} in @?
does @ need [[prophylaxis|isolation|admission|a LP|dialysis]]?
next step in management of @ with {dx}
tell me the [[prognosis|stage|survival|odds]] for @ with {dx}
[[criteria|indications]] for {proc} in @
evidence for {drug} in @
Draft a [[note|consult question|handoff|problem list]] for @ with {dx}
summarize the history: @, {dx}, {sig}, {labs}
any trials of {drug} that would take @?
could the {finding} in @ be {dx}?
Which {code} fits @ with {dx}?
what would {score} be for @
Is it OK to discharge @ on {drug}?
consent wording for {proc}, @
what diet for @ with {dx}
@ - {dx} - {drug} - ok?
re @: {neg} what do you make of it
Please review: @. {hpi}
I need help with @. {hpi} What would you do?
@, allergic to {allergy}. alternative to {drug}?
When can @ go back to work after {proc}?
vaccines for @ before {drug}
is {symptom} normal in @ after {proc}
{test} result in @ came back odd, repeat?
how long to keep @ on {drug} after {proc}
what precautions does @ need with {organism}
[[fluids|pressors|vent settings]] for @ with {vitals}
[[Would|would]] you scan @?
""")

WHO = templates(r"""
{pt:full}
{pt:short}
{pt:titled}
{pt:titled_full}
{pt:initial_last}
{pt:first_initial}
{mr} {pt:family}
{pt:given}
pt {pt:family}
{pt:last_first}
[[patient|pt]] {pt:initials}
{pt:full}, a {ageold} {man}
{pt:full}, {age}, from {citystate}
{pt:full} (DOB {dob})
{pt:full} (MRN {mrn})
{pt:full}, {mrn}
{pt:short}, {agesex}
{pt:titled_full}, {ageold}, {race} {man} of {town}
a {ageold} {man} named {pt:full}
a {ageold} {man} from {town}
a {ageold} {man} admitted to {site} on {date}
a {ageold} {job} from {citystate}
a {man}, {age}, MRN {mrn}
a {agesex} in {room}
an {agesex} seen at {clinic} by {dr:titled}
my patient {pt:given}
my patient {pt:full}, seen {date} at {site}
my patient (MRN {mrn}, DOB {dob})
my [[neighbor|friend|colleague]] {someone:given}
my {word} {kin:given}, {kinage}
our {ageold} {pt:nick}
{pt:poss} {word} {kin:given}
{kin:full}, {word} of {pt:full}
{dr:titled_full}'s patient {pt:family}
the {ageold} from {nursinghome}
the {man} in bed {bed}, {pt:family}
the patient at {phone}
the patient with MRN {mrn}
patient {mrn}
pt {id}, admitted {date:-2}
{ageold} {man}
{ageold}
{agesex}
a {babyage} {boy}
[[baby|infant]] {pt:family}, {babyage}
baby {boy} {pt:family}, born {dob}
someone born {dob}
a [[teacher|driver|cook]] at {employer}, {ageold}
{pt:full}, insured with {payer} ({plan})
{pt:full} of {address}
{pt:full}, tel {phone}, {email}
{pt:full} SSN {ssn}
the brother of {newdr:titled}
{pt:upper}
{pt:lower}
{pt:lower} {dob}
{pt:family} {mrn} {dob}
resident {pt:family} at {nursinghome}
{pt:nick_quoted}, {ageold}
transfer from {site2}, {pt:family}, {ageold}
""")

ANYBODY = templates(r"""
adults
older adults
[[patients|pts|people]] with {dx}
a patient on {drug}
a patient with CKD stage [[3|4|5]]
a patient with a GFR of [[18|24|40]]
elderly patients
children
neonates
[[pregnant|breastfeeding|postpartum]] women
someone with a sulfa allergy
a transplant recipient
a marathon runner
a dialysis patient
somebody post {proc}
men over 65
women under 40
adults [[>|>=|over]] [[50|60|75]] years
the frail elderly
a patient weighing [[48|90|140]] kg
patients with Child-Pugh [[A|B|C]] cirrhosis
the ICU population
a smoker with COPD
a patient with Parkinson's disease
a patient with Marfan syndrome
Wilson disease
Graves' disease
Addison's disease
a Jehovah's Witness
pediatric patients
a septic patient
outpatients
a {gest} pregnancy
""")

HEADS = templates(r"""
[[hi|hello|hey]],
Hey it's {dr:given} again.
This is {dr:titled} at {site:alias}.
{dr:titled_full}, {dept}, {site}:
{site:abbr} {dept}:
From {dr:family} ({pager}):
[[Urgent|urgent|STAT|quick q]]:
{date}:
{stamp}
[[you are a helpful medical assistant.|You are an expert hospitalist.|Act as a pharmacist.]]
Question from {nurse:given} in {dept}:
Pt: {pt:full}. DOB: {dob}.
MRN {mrn}.
[[search:|pubmed|uptodate|google]]
on behalf of {kin:full} ({kinphone}):
""")

TAILS = templates(r"""
MRN {mrn}
mrn: {mrn}, dob: {dob}
DOB {dob}
({pt:full}, {dob})
her PCP is {pcp:titled} at {pcpsite}
PCP {pcp:full}
admitted {date}
seen {date} at {site}
lives in {city}
lives at {address}
insurance {payer} {plan}
call me at {drphone}
my pager is {pager}
reply to {dremail}
email {email}
thx {dr:given}
Thanks, {dr:full} {cred}
- {dr:initials}
{word} {kin:given} is asking
[[he|she]] works at {employer}
pharmacy is {pharmacy}
bed {bed}
SSN {ssn}
ph {phone}
I'm at {site:alias} until {date:2}.
""")

NO_TAIL = templates(r"""
[[thanks|thank you|thx|ty]]
please cite sources
keep it short
[[asap|urgent]]
[[answer in Spanish|in plain language|with references|as a table|in bullet points]]
no renal disease
NKDA
{neg}
weight 70 kg
""")
