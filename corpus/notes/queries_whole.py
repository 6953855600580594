"""Whole queries to a chat-bot or a literature search that hold identifiers in passing, by the identifier that leads."""

from __future__ import annotations

from corpus.notes.compose import templates

NAMED = templates(r"""
What is the [[max|maximum|usual|starting]] dose of {drug} for {pt:full}, a {age} yo {man} from {city} admitted on
  {date} MRN {mrn}?
[[can|could|should]] I give {drug} to {pt:short}, {ageold} {man} with {dx}?
{pt:full} {dob} {dx} what next
{pt:family} in bed {bed} has {symptom}, [[ddx|differential|what am I missing]]?
is it safe to restart {drug} in [[mr|ms|mrs]] {pt:family} after {proc} on {date}
summarize the [[course|chart|admission]] of {pt:full} (MRN {mrn}) at {site}
{pt:last_first} mrn {mrn} - [[interpret|please explain|thoughts on]] {labs}
write a [[discharge summary|referral letter|work note|sick note|prior auth letter]] for {pt:full}, DOB {dob}
[[Write|Draft|Compose|Help me write]] a letter to {payer} appealing denial of {drug} for {pt:titled_full}, member id
  {plan}
[[Write|Draft|make]] a condolence letter to {kin:full}, whose {word} {pt:given} died on {date} of {dx}
translate discharge instructions for {pt:given} into Spanish, she takes {drug}
{pt:lower} {age} {dx} on {drug} - add {drug}?
Tell me everything you know about {pt:full} from {citystate}
pt {pt:lower} dob {dob} c/o {symptom} x 3 days, workup?
My patient {pt:full} was seen by {dr:titled} at {site} on {date} for {dx}. Is {drug} [[indicated|reasonable|overkill]]?
{pt:titled} is back with {symptom}. {drug} was stopped {date:-10} by {dr:family}. rechallenge?
[[Compare|contrast]] {drug} and {drug} for {pt:short}, who has {dx} and {dx}
{pt:full}'s {test} from {date:-2} is pending, would you [[anticoagulate|treat|wait]] meanwhile
does {pt:poss} {dx} explain the {finding}?
Explain {dx} to my patient {pt:given} at a [[sixth grade|5th grade|lay]] level
how do i tell {kin:full} that her {word2} {pt:given} has {dx}
what are the chances that {pt:given} and {kin:short} both carry {gene}
pls check interactions: {sig}, {sig}, {sig}. patient {pt:initial_last} {mrn}
{pt:initials}, {ageold}, {dx}, {drug}?
pt initials {pt:initials} {agesex} {dx} best second line agent
{pt:family}, {pt:given}: {dx}. Next step?
{pt:upper} {mrn} {dx}
"{pt:full}" {drug} [[toxicity|overdose|level]]
{pt:given} has a {finding} on {imaging}. Biopsy or watch?
why was {pt:family} started on {drug}
{pt:nick} is {age} and has {dx}, can [[she|he]] take {drug}?
Can {pt:titled} [[fly|drive|travel|swim]] after {proc}? [[She|He]] lives in {town} and wants to go to {abroad}.
I have a patient named {pt:full}. [[She|He]] is {age}. What screening is [[due|recommended]]?
I'm seeing {pt:full} tomorrow in {dept}, please outline [[a plan|talking points|questions]] for {dx}
is {pt:full} a candidate for {proc}? {age} {sex}, {dx}, lives at {address}
calculate {score} for {pt:full}, {ageold} {sex}, {labs}
[[GFR|CrCl|MELD|BMI|CHADS-VASc]] for {pt:short} {age}{sex} 82 kg cr 1.4
how to dose {drug} in {pt:titled_full} with CrCl 28
{kin:full} called about {pt:full}, [[her|his]] {word2}: {symptom} after {drug}, what should I say
{kin:given}, {word} of {pt:given}, phone {kinphone}, wants to know if {drug} causes {symptom}
the {word} of {pt:titled} ({kin:short}) asks whether {dx} is hereditary
Email to {kin:given} at {email} explaining that {pt:given}'s {test} was normal
the surgeon {surgeon:titled} wants {drug} held before {proc} on {pt:family}, agree?
{dr:titled} said to use {drug}, but {dr2:titled} prefers {drug}, who is right
per {dr:family} start {drug}, per {dr2:family} stop it. evidence?
{dr:titled_full} at {site} recommends {proc} for {dx}. Is that [[standard|supported by trials]]?
what papers has {newdr:full} published on {dx}
{newdr:full} {dx} [[publications|cohort|trial|review]]
who is the {dx} specialist at {newsite}? is it {newdr:titled}
phone number of {newdr:titled_full} in {town}
contact for {dr:full}, {cred}, {site:abbr}
hi this is {dr:titled} from {site:alias}, [[quick question|question for you]]: {drug} in {dx}?
{dr:given} here. which antibiotic for {organism}?
I'm {dr:full}, a [[resident|fellow|hospitalist|NP]] at {site}. How do I manage {dx} in pregnancy?
as {dr:titled} discussed with {nurse:given}, we hold {drug}. what's the half life
my name is {nurse:full}, I am a nurse at {nursinghome}. A resident fell, {vitals}, what should I do
{nurse:given} on {dept} asks if {drug} is compatible with {drug}
[[me|my wife|my husband]] {someone:given} was diagnosed with {dx}, is {drug} right
my {word} {kin:given} is {kinage} and has {dx}, should I be tested for {gene}
ask {someone:full} about {drug} shortage
sign the note as {dr:full}, {cred}, {site}
""")

NUMBERED = templates(r"""
mrn {mrn} {labs} what does this mean
[[MRN|mrn|MR#|med rec]] {mrn}: {dx}, {drug} dose?
look up {mrn}
patient {mrn}, {dx}, is {drug} ok with {drug}
{mrn} {dx} {drug}
pt w/ mrn {mrn} and dob {dob} needs {proc} [[preop workup|consent|clearance]]?
interpret {imaging} acc {accession}: {finding}
accession {accession} {finding} birads?
specimen {specimen} shows {finding}, staging?
encounter {visit}, {symptom}, which {code}
which code for {proc}, acct {acct}
acct# {acct} billing code for {dx}
[[DL|driver's license|license]] {license}, can this patient with seizures drive in {state}?
claim {claim} denied for {drug}, how do I appeal to {payer}
does {payer} cover {drug}? member {plan} group {groupno}
medicaid id {plan} coverage of {drug} in {state}
ssn {ssn} is in the note, is that a HIPAA problem?
is SSN {ssn} needed for a {test} requisition
what happens if I email {ssn} by mistake
passport {passport} needed for medical travel letter {drug}
{ssn:labelled} {dx} disability form [[help|wording]]
device {device} recall? patient has {model}
{model} serial {serial} mri [[safe|conditional|compatible]]
pacemaker {model} sn {serial} implanted {date:-900} battery life
is lot {serial} of {model} affected by the recall
plate {plate} vs pedestrian trauma {ageold} {man} {finding}
vin {vin} mva, seat belt sign, imaging?
order {order} duplicate of {test}?
rx {rx} {drug} [[early refill|too soon|lost meds]]
npi {npi} what specialty
NPI {npi} DEA {dea} can they prescribe {drug}
dea {dea} schedule II e-prescribing {state}
case {caseno} M&M: {dx} after {proc}, teaching points
subject {study} had {symptom} on day 15 of {drug}, CTCAE grade
study id {study} unblind {drug}?
user {username} cannot open {imaging}
log in as {username}, how do I reset
{ip} keeps logging into the chart, audit?
what is at {url}
open {portal} and show {labs}
summarize {url}
summarise this page {siteurl} on {dx}
{email} asked me about {drug} side effects
reply to {email}: {test} normal, repeat in 6 months
send {labs} to {email} and fax {fax}
fax {fax} results of {test}
[[call|dial|page]] {phone} re {symptom}
text {mobile} that {test} is normal
page {pager} {symptom} bed {bed}
callback {phone} {drug} refill
who has the number {phone}?
pt at {phone} says {symptom} after {drug}, ED?
card {card} charged twice for {test}
{handle} tweeted about {drug} and {symptom}, true?
is {id} an mrn or an account number
{id:labelled} {dx} {drug}
{id}
{mrn}
{phone}
""")

PLACED = templates(r"""
[[patient|pt|{man}]] from {citystate} with fever and rash, [[endemic|ticks|fungi]]?
{dx} prevalence in {county}
traveler back from {abroad} with {symptom} since {date:-4}
returned from {abroad} {ago}, {symptom}, malaria?
lives in {town}, works as a {job}, {symptom}: occupational?
pt from {country} with positive {test}, BCG?
nearest [[dialysis|burn|stroke|trauma]] center to {town}, {stateab}
[[where|who]] does {proc} near {zip}
nursing homes near {zip} that take {payer}
home health in {city} {zip} taking {payer}
directions from {address} to {site}
pt lives at {address:nozip} with [[mold|bats|lead pipes]], {symptom}
is there a poison center for {state}
what's the {dx} mortality at {site}
antibiogram {site:alias} {organism}
{site:abbr} protocol for {drug}
{site} {proc} volume
does {newsite} have a {dept}
transfer from {site2} to {site} for {proc}, EMTALA?
can {nursinghome} give IV {drug}
which lab does {test}: {lab} or {labsite}
{lab} reference range for {test}
{pharmacy} in {town} has {drug} in stock?
is {drug} covered at {pharmacy}
vet at {employer}, exposed to {organism}, prophylaxis
outbreak of {symptom} at {school} in {town}, school age kids, organism?
kid at {school} with {dx}, when can [[he|she|they]] go back
exposure at {church} on {date:-5}, quarantine?
{employer} needs fitness for duty after {proc}
letter to {employer} HR about {dx} accommodation
address of {site}
{dept} at {site:alias} fax
trial sites for {dx} near {citystate}
found down at {place}, temp 31, rewarming?
fell at {place}, c-spine rules?
{city} air quality and {dx}
{town}
{site} {dept}
""")

DATED = templates(r"""
{proc} on {date}, when to restart {drug}
{drug} started {date:-14}, {symptom} since {date:-2}. related?
last {test} {date:-300}, due again when
{symptom} since {shortdate}, {drug} given {shortdate}
LMP {date:-60}, EDD?
[[due date|EDD|gestational age]] if lmp {numdate:-90}
tetanus {date:-3000}, dog bite today, booster?
{dx} dx {month:-40}, on {drug} since {monthonly}
born {dob}, which vaccines are due
dob {dob} catch up schedule
d/c'd {date:-6}, readmitted {date}, penalty?
admitted {date:-4}, [[POD 3|HD 5|day 4]], {symptom} - ddx
{labs} on {date:-1}, {labs} today. trend?
covid positive {date:-3}, {drug} window?
exposure {date:-2} at {time}, PEP window
biopsy on {textdate}, path back {date:3}?
between {daterange} she had {symptom} twice, PRN or daily?
{imaging} {date:-30} vs {date}: {finding} stable, fleischner
hold {drug} until {date:5}?
died {date}, cause of death wording for {dx}
surgery is {date:7}, last dose of {drug}?
next {drug} shot if last was {numdate:-25}
timeline: {date:-20} {symptom}, {date:-12} {test}, {date:-5} {proc}. diagnosis?
{numdate} {dx} {drug}
""")

AGED = templates(r"""
{ageold} with {dx}, {drug} dose
{agesex} {symptom} x {duration}, ddx?
{agesex} {dx} {labs}
{sex} {age} {dx} {drug}
dose of {drug} for a {babyage} 7.2 kg
{babyage} with {symptom}, sepsis workup?
is {drug} ok in a {ageold} {man} with {dx}
aged {age}, {dx}, statin?
{agefield}, {dx}, {proc} candidate?
patient is {age}. {symptom}. worry about {dx}?
{ageword} {man}, {symptom}, next test
{ageold} {race} {man} {dx} first line
I have a {ageold} {boy} in {dept} with {symptom}, [[CT|MRI|nothing]]?
pt in {his} {decade} with {symptom}
52 kg, {age} y, Cr 2.1 dose {drug}
{age}{sex} {dx}
hx of {dx}, {age} y/o, {vitals}
wife {kinage}, infertility, {test}
mother {kinage} died of {dx}, son {age} with {symptom}, hereditary?
""")
