"""More whole queries: notes pasted into the box, orders to an assistant, second opinions, names in every place."""

from __future__ import annotations

from corpus.notes.compose import templates

# A scrap of the chart and then the question.
PASTED = templates(r"""
{pt:last_first}, {agesex}, MRN {mrn}, admit {date}. {hpi} Assessment and plan?
"{pt:full} is a {ageold} {man} with {dx} who presents with {symptom}" - rewrite this [[more formally|shorter|without
  errors]]
Pt: {pt:full}\nDOB: {dob}\nDx: {dx}\nQ: {drug} ok?
{pt:full}\n{dob}\n{labs}\nplease interpret
Name {pt:full} Age {age} Sex {sex} Dx {dx}. Generate [[a care plan|three nursing diagnoses|SMART goals]].
{date} {pt:family}: {symptom}. {date:1} {pt:family}: {symptom}. what is going on
{site}\n{dept}\n{pt:upper_full}\n{labs}\nabnormal?
HPI: {agesex} s/p {proc} {date:-5} by {surgeon:titled}, now {symptom}. [[Differential?|What imaging?|Worry?]]
Fix the grammar: "{pt:titled} were seen in clinic by {dr:titled} on {date} and have {dx}"
[[De-identify|Anonymize|Remove PHI from]]: {pt:full}, {dob}, {address}, {phone}
is this letter ok: Dear {dr2:titled}, thank you for seeing {pt:full}, {ageold}, with {dx}. {dr:full}
Vitals for {pt:given} in {room}: {vitals}. SIRS?
turn into SBAR: {pt:family} bed {bed} {symptom} {vitals} {dr:family} aware
Impression: {finding}. Patient {pt:full}, accession {accession}, read by {dr3:titled_full}. Next?
{kin:given} says {pt:given} {symptom} since {holiday}. [[real or functional?|what to ask?]]
ICD-10 for: {pt:full}, {dob}, {dx}, seen at {clinic} {date}
SOAP note {pt:full} {age}{sex} {dx} {drug} rtc {date:30}
rx: {sig}, {pt:full}, {address}, {dr:full} DEA {dea}. Is this legal for 90 days?
""")

ORDERS = templates(r"""
remind me to call {kin:full} at {kinphone} [[tomorrow|at {time}|on {date:1}]]
[[book|schedule]] {pt:full} with {dr2:titled} on {date:7} {time}
add {pt:family} to my list
find the last {test} of {pt:full}
show me {pt:last_first}
[[open|pull up]] chart {mrn}
what did {dr2:family} write about {pt:given} on {date:-1}?
when did {pt:titled} last see {dr3:titled_full}
who is {pt:poss} PCP
which of my patients live in {zip}
list everyone admitted to {dept} on {date}
compare {pt:full} {date:-30} and {date} {imaging}
how old is {pt:full} on {date}, born {dob}
send {pt:short} the {dx} handout, {email}
call {pharmacy} about {pt:family}
order {test} for {pt:family} in {bed}
fax the note to {pcp:titled} at {fax}
message {nurse:given} in {dept}: {test} for {pt:family} please
dictate: {pt:titled} is doing well, continue {drug}
email {newdr:full} at {newsite} about {proc} for {pt:initials}
spell {pt:family}
pronounce {pt:full}
translate "{pt:given}, please take {drug} twice a day" into Arabic
set alarm for {pt:family} {drug} {time}
what was {pt:given}'s [[weight|A1c|creatinine]] in {month:-6}
draft a text to {pt:given}: your {test} on {date} at {site:alias} is cancelled
make a table of {someone:full}, {someone:full} and {someone:full} with dx and drug
merge {mrn} and {mrn}
print labels for {specimen}
is {pt:full} the same as {pt:maiden} born {dob}
""")

# Identifiers with little around them, in every place of the line.
PLACEMENT = templates(r"""
for {pt:family}, {drug} or {drug}?
given {pt:poss} {dx}, {drug}?
since {date} {symptom} in {pt:given}, why
at {age}, is {proc} worth it for {pt:titled}
in {town} {organism} resistance is high, so {drug}?
with {payer} denying it, can {pt:given} get {drug}
if {pt:given} takes {drug} and {kin:given} is pregnant, risk?
would {dr:family} operate on {dx}
how would you treat {pt:full}
how would you treat {dx} in {pt:full}
how would you treat {dx} if the patient were {age}
{drug}, {pt:family}, {room}, now?
{drug} for {pt:family}?
{drug} {pt:family}
{dx} {pt:initials} {age}
{symptom} in {pt:given}
{symptom} / {pt:family} / {ageold}
{pt:given}/{dx}
{pt:given}, {symptom}
"{pt:nick}"
({pt:family}) {dx}
{pt:family}? {dx}?
[{mrn}] {dx}
#{mrn} {drug}
{dx} {mrn}
{dx} (mrn {mrn}) {drug} (dob {dob})
{drug} dosing {ageold} {pt:lower}
{dr:lower} {site:abbr} {dx}
{newdr:family} {dx} {year}
{newdr:lower} {proc} outcomes
{newdr:family} et al {year} {drug}
{newdr:family} and {newdr:family}, {dx} trial, {year}
{pt:given} or {kin:given}, who should be tested first
not {pt:full}, {someone:full}
{pt:family}'s brother {kin2:given}, {kinage}, also {dx}
{someone:given} and {someone:given} both had {drug} at {school}
baby of {pt:full}, {babyage}, {symptom}
both {dr:family} and {dr2:family} say {dx}
{dr:family}/{dr2:family} disagree on {drug}
cc {dr:titled}
re {pt:full}
fwd {pt:family} {labs}
{pt:given} {dob} {zip}
{street} {pt:family}
{city} {pt:family} {phone}
{citystate} {ageold} {dx}
{employer} {dx} cluster
{school} {organism}
{nursinghome} {organism} outbreak {date}
""")

# Long, polite, rambling questions.
LETTERS = templates(r"""
[[Hello|Hi]], I'm {dr:given}, one of the [[residents|interns|NPs]] in {dept}. We have a {ageold} {man}, {pt:titled},
  [[who came in|admitted]] {date} with {symptom}. {labs}. Would you start {drug}, or wait for {test}?
Good evening. My name is {kin:full} and my {word2} {pt:given} ({age}) was told by {dr:titled} at {site} that it is
  {dx}. [[What does that mean?|Should we get a second opinion in {town}?]]
I would like your opinion about {pt:full} (DOB {dob}), who lives in {city} and works for {employer}. {hpi} Is {drug}
  the right choice?
I am taking over from {dr2:titled} and don't know {pt:titled} well. {course} What should I check before {date:2}?
We saw {pt:given} twice, on {date:-12} and {date:-3}, and {kin:given} is getting impatient. {neg} What would a
  specialist at {newsite} do?
I just got a call from {newdr:full} at {newsite}: {pt:full}'s {test} is positive. {He} is [[on the way|unreachable at
  {phone}]]. What now?
Thanks for the help with {pt:family}! Now about {someone:family} in {bed}: {agesex}, {dx}, {vitals}. Same plan?
I need an [[appeal|answer]] to {payer} for {pt:full}, member {plan}, claim {claim}, date of service {date:-30},
  ordering physician {dr:full}, NPI {npi}, for {drug}.
Please make a one page summary for {kin:titled} about {proc}, which {surgeon:titled} will do on {date:9} at {site}.
""")
