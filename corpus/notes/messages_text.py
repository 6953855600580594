"""Sentences and short messages between patients, families, offices and wards: portal, chat, pager, voicemail."""

from __future__ import annotations

from corpus.notes.compose import templates

# What a patient or a relative writes through the portal.
PORTAL = templates(r"""
[[Hi|Hello|Good morning|Dear]] {dr:titled},
[[Dear doctor|To whom it may concern|Hi there|Hello team]],
My {word} {kin:given} [[picked up|brought home]] the {drug} from {pharmacy} on {date:-2}, but [[it makes me dizzy|the
  label looks wrong|they were out]].
I have had {symptom} since {date:-3}. [[Should I come in?|Is that normal?|I am worried.]]
[[I saw|We met with]] {dr2:titled} at {site} on {date:-10} and [[he|she]] told me to write to you.
Could you send my records to {dr3:titled_full} at {site2}, fax {sitefax}?
My new [[insurance|plan]] is {payer}, member ID {plan}, group {groupno}.
[[We moved|I moved]] to {address} [[last month|in {monthonly}|on {date:-20}]].
Please use my new [[cell|number]], {mobile}, [[and not|instead of]] {phone}.
[[My birthday is|I was born on|DOB]] {dob}, in case you need it.
My [[employer|boss]] at {employer} needs a note for {date} to {date:4}.
I can be reached at {email} [[after {time}|any time|in the evening]].
My daughter {kin2:nick} is {age} and has the same [[rash|cough|trouble]].
I take {sig} and {sig}.
The last {test} was fine, I think. {neg}
Do I have to fast before the {test} on {date:5}?
I forgot to ask about {dx}.
Is it OK to drink coffee with {drug}?
How long does {proc} take?
[[Also|And one more thing,]] {kin3:full} is now my [[proxy|emergency contact|health care agent]], {kinphone}.
[[The nurse|Your nurse]] {nurse:given} was very kind.
I live alone in {city} and cannot drive to {town}.
I work as a {job} and cannot stand for long.
We are flying to {abroad} on {date:12}; which shots do we need?
The [[app|website]] {portal} shows somebody else's name, {someone:full}!
My user name is {username}.
I am {age} now, do I still need a {test}?
I was at {site:alias} from {daterange}.
{kin:nick} says hello.
No fever, no chills, eating well.
The pain is 3/10, down from 7/10.
I feel better since we went to 20 mg.
""")

PORTAL_ENDS = templates(r"""
Thank you, {pt:given}
[[Thanks|Best|Sincerely|Kind regards|Warmly]],\n{pt:full}
{pt:full}\nDOB {dob}
{pt:short}, {phone}
{kin:full} ({word} of {pt:full})
- {pt:initials}
Thx. {pt:nick}
Sent from my iPhone
[[Regards|Yours]],\n{pt:titled_full}\n{address:block}
{pt:short}\nMRN {mrn}
""")

REPLIES = templates(r"""
[[Hi|Hello|Dear]] {pt:given}, your {test} is back and [[looks good|is a bit high|is normal]]. {todo}
{pt:titled}, I sent {drug} to {pharmacy}. [[Call|Ring]] {drphone} if {symptom} comes back.
[[Thank you for your message.|Thanks for writing.]] {advice} {dr:titled}
Please come to {dept} at {clinic} on {date:3} at {time}.
I spoke with {dr2:titled}; we would like you to see {dr3:full} in {town}.
I am out of the office until {date:6}. {dr2:titled_full} covers for me, {drphone}.
Your refill of {drug} was [[approved|denied|sent]]. {nurse:given}, {nursecred}
Please stop {drug} two days before {proc}.
For {kin:given}: the form for {school} is at the front desk.
You are due for {test}. Schedule at {siteurl} or call {sitephone}.
{neg}
Your {pt:given}'s [[ears|lungs|labs]] look fine.
""")

# One message of secure chat, text messages, Teams; a sender is put before it.
CHAT = templates(r"""
{pt:family} in {room} [[wants|needs]] something for {symptom}
can you come see {pt:titled}? {vitals}
[[who has|who's covering]] {pt:initials} in {bed}
[[new admit|admission]] {agesex} {dx} from {nursinghome}, going to {room}
{agesex} with {symptom}, {vitals}. coming by ambulance, eta 10
{labs} on {pt:family}. replete?
k 2.9 on bed {bed}
@{dr:given} orders are in for {pt:family}
[[tell|ask]] {dr2:family} to call {site2} at {sitephone}
{kin:short} is here, {pt:given}'s {word}, wants an update
family meeting {date:1} {time} with {kin:given} and {kin2:given}
[[mri|ct|echo]] done, read pending. accession {accession}
d/c summary for {mrn} isn't signed
{mrn} duplicate of {mrn}?
pharmacy says {drug} needs prior auth, {payer} {plan}
{drug} ran out, can we use {drug}
fyi {dr3:titled} is off til {shortdate:4}
[[thx|ty]] {nurse:given}
ok will do
lol same
on my way
call me {drphone}
my ext is {ext}
page {pager} pls
{kinphone} is the daughters cell
dc'd {date:-1}, back today w {symptom}
dob? {dob}
which {pt:family}? there are two. {pt:given} or {someone:given}
{dr:given} took {pt:given} to {imaging}
bed 4 is clean
lunch at 12?
NPO after midnight
[[can u|could you]] cosign the note on {pt:last_first}
{site:abbr} is on divert
transport is here for {pt:family}, going to {nursinghome}
chaplain saw {kin:given}
he is {age} not {age}
consult {dept} for {dx}
{nurse2:full} called out sick
[[hey|yo|morning]] {newdr:given}, did {newdr:given} sign out to you?
{pt:nick} pulled {his} line again
spoke w/ {kin:full} at {kinphone}, agrees to {proc}
photo of the wound sent to {dremail}
wifi login is {username}
she's {kinage}, he's {age}, both positive
gcs 15, pupils 3 mm
2/2 bcx GPC
""")

PAGES = templates(r"""
{pt:family_upper} {room} {symptom} PLS CALL {ext} {nurse:given}
{room}: {vitals}. {ext}
CALL {drphone} RE {pt:family}
{dr:family} CALL {dept} {ext} RE: {mrn}
CODE BLUE {room}
RRT {dept} BED {bed} {agesex}
TRAUMA ALERT {agesex} {symptom} ETA 8 MIN
STEMI ACTIVATION {agesex} {site2} -> {site:abbr}
{time} {nurse:initials} {bed} K 6.1
critical: {labs}, {pt:last_first}, {mrn}, cb {phone}
pls call {kin:full} {kinphone} re {pt:given}
{pt:initials} bed {bed}: {symptom}, may {he} have {drug}?
from {newdr:full} {pager}: consult {pt:family} {mrn} {dx}
OR 4 ready for {pt:family}
FYI {pt:family} left AMA {time}
lab called: {organism} in blood, {pt:full}, drawn {shortdate:-1}
admit: {pt:family}, {agesex}, {dx}, {dept}, accepting {dr2:family}
{stamp} {pager} -> {pager}: {pt:family} {bed} {symptom}
CALL ICU
""")

VOICEMAIL = templates(r"""
Hi, this is {kin:full}, I'm calling about my {word2} {pt:full}. [[Her|His]] date of birth is {dob}. Please call me
  back at {kinphone}. Thank you.
Hello {dr:titled}, {pt:full} here. I have {symptom} again. My number is {phone}, [[that's|again,]] {phone}.
Yeah hi it's {pt:given}, {pt:short}, {spell:pt:family}, born {saiddate}, I need more {drug}, I use
  {pharmacy} on {street}.
This is {newdr:titled} from {newsite}, returning a call [[from|to]] {dr:titled} about {pt:titled}. Try my cell,
  {mobile}.
This message is for {pt:full}. This is {nurse:given} from {clinic}. Your appointment is on {date} at {time} with
  {dr:titled}. Call {sitephone} to change it.
Good morning, {staff:full} with {payer}, reference {claim}, regarding {pt:full}, ID {plan}. We need the records by
  {date:7}. Fax them to {fax}.
Hi, it's the {pharmacy} in {town}. {drug} for {pt:short} is on back order. Call us at {sitephone}.
{pt:titled}, your {test} was normal. No need to call back. Bye.
um hi, my name's {someone:given}, I'm the neighbor of {pt:titled}, [[she|he]] fell, we're at {address:nozip}, um, my
  number is {aloud:mobile}
Calling for {pt:nick}. It's {friend:given}. Call me, {slow:phone}.
You have reached {dept} at {site}. If this is an emergency hang up and dial 911. For appointments press 2.
This is {officer:titled_full}, {agency}, case {caseno}. Please have {dr:titled} call me at {phone}.
""")

HANDOFF = templates(r"""
{room} {pt:last_first} {agesex} {dx} | {todo} | full code
{pt:family} - {ageold} {sex} with {dx}, HD 3. To do: {todo} If {symptom}, then {drug}.
I: {agesex} {pt:initials}, {mrn}. P: {dx}. A: {todo} S: if {symptom} call {dr:family} {pager}. S: read back.
{bed} | {pt:family}, {pt:given} | {age}{sex} | {mrn} | {dx} | attending {dr:family} | {drug}
Situation: {pt:titled} in {room} has {symptom}. Background: {dx}, admitted {date:-2}. Assessment: {vitals}.
  Recommendation: {todo}
{pt:family}: stable, nothing to do. {pt:family} family ({kin:given}, {kinphone}) updated.
Sick: {pt:family} ({bed}), watch {test}. Not sick: the rest.
Pending: {test} sent {date:-1}, {imaging} at {time}.
{dr2:titled} -> {dr3:titled}, {stamp}
Discharge tomorrow to {nursinghome}, {kin:given} drives.
Contact: {kin:full} ({word}) {kinphone}
Allergies: {allergy}. Access: 20G L AC. Diet: {diet}.
{neg}
Consults: {dept} ({dr4:family}).
IV {drug}, day 3 of 7.
NPO for {proc} at {time}, consent by {kin:full}.
""")
