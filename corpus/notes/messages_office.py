"""Offices, call centres and the public: call notes, lab call-backs, bookings, complaints, reviews, tickets, e-mails."""

from __future__ import annotations

from corpus.notes.compose import templates

CALL_NOTES = templates(r"""
Caller: {kin:full} ({word}). Callback: {kinphone}. Pt: {pt:last_first}, DOB {dob}, MRN {mrn}.
[[Pt|Patient|Member]] called from {phone}, verified by [[name and DOB|last 4 of SSN {ssn4}|address]]. C/o {symptom}
  since {date:-1}.
Spoke to {pt:full}. States {he} lives at {address}. Advised [[ED|home care|appointment]].
[[LM|Left VM|LVM]] for {pt:given} at {mobile}. No PHI left.
No answer at {phone} x3 ({date:-2}, {date:-1}, {date}). Letter sent to {address}.
Member {plan} disputes claim {claim}, DOS {date:-40}, provider {newdr:titled_full}, {newsite}.
Caller {someone:full} from {firm} asked for records of {pt:full}; no release on file.
Transferred to {staff:given} at ext {ext}.
Escalated to {staff:full}, ticket {id}.
Policyholder {kin:full}, dependent {pt:given}, {age}, relationship {word}.
[[New|Updated]] address {address}, e-mail {email}.
Card ending {ssn4} declined; paid with {card}.
Interpreter {staff:full}, ID {badge}, [[Spanish|Polish|Farsi|Tagalog]].
{time} {nurse:full}, {nursecred}: advised per protocol. {advice}
Appointment moved from {date} to {date:9}, {time}, {dr:titled}, {clinic}.
Refill {sig} #30, pharmacy {pharmacy} {phone}. Last filled {date:-31}. Rx {rx}.
Disposition: see within 4 hours. {neg}
Caller hung up.
Called {newsite} ED in {town}; pt not there.
Daughter in {abroad} wants updates by e-mail, {email}.
""")

LAB_CALLS = templates(r"""
CRITICAL VALUE: {labs}. Patient {pt:last_first}, MRN {mrn}, collected {stamp}. Called to {nurse:full} {time}, read
  back yes. Tech {staff:initials}.
{lab} called {dr:titled} on {date} at {time}: blood culture [[positive|2 of 2]] for {organism}, {pt:full}, DOB {dob},
  specimen {specimen}.
Accession {accession}, {test}: hemolyzed, please redraw. {labsite} {sitephone}.
Result called to {newdr:given} in {dept} by {staff:full}, ext {ext}.
{pt:titled} told of {test} result, {labs}. Repeat {date:30}. {nurse:initials}
Panic K 6.9 called to {dr:family} at {time}.
Order {order} cancelled, specimen {specimen} lost. {site:alias} notified {date}.
Path addendum on {accession} phoned to {surgeon:titled}, {finding}.
{test} {range}, no call needed.
""")

BOOKING = templates(r"""
Please schedule {pt:full} ({dob}, {mrn}) for {proc} with {surgeon:titled} at {site} [[the week of|on|after]] {date:10}.
[[Reminder|REMINDER]]: {pt:given}, you have an appt with {dr:titled} on {date:2} at {time12}. Reply C to confirm.
  {sitephone}
{pt:given}, it's time for your {test}! Book at {siteurl}
New patient request: {pt:full}, {age}, {phone}, {email}, insurance {payer}. Reason: {symptom}.
Can we move {pt:family} from {date} to {date:3}? {kin:given} cannot drive before {time}.
Waitlist: {pt:short} / {someone:short} / {someone:short}, {dept}, any day after {date:4}.
{time} {pt:last_first} {proc} {surgeon:family} {room}
Interpreter booked for {kin:titled}, {date:6} {time}, {clinic}, {address}.
{dr:family} is out {daterange}; move all to {dr2:family}.
Transport: pick up {pt:full} at {address}, {time}, drop at {site}, {dept}. Phone {phone}.
No show {date:-7}. Rebooked {date:14}.
First available, any provider, mornings.
""")

COMPLAINT = templates(r"""
I am writing to complain about the care that my {word} {kin:full} received at {site} [[on|between]] {daterange}.
My name is {pt:full} and I was a patient on {dept} from {date:-9} to {date:-4}.
[[Dr.|Doctor]] {newdr:family} never came, although nurse {nurse:given} paged [[him|her]] three times.
At {time} on {date:-3} I was told that {dr2:titled} had gone home to {town}.
{kin:given} waited four hours with {symptom} and was given {drug}.
We had to drive {him} to {site2} in {town}, where {dr3:titled} did {proc} at once.
I pay {payer} every month (policy {plan}) and got a bill for account {acct}.
I called {sitephone} and spoke to [[a woman named|a]] {staff:given}, who [[hung up|laughed|promised to call back]].
My {word2} is {age} years old and deserves better.
I expect an answer by {date:14} at {address}.
Please contact my lawyer, {lawyer:full} of {firm}, at {phone} or {email}.
I have also written to {agency} (reference {caseno}).
The food was cold and the room ({room}) was not cleaned.
In {year:-6} I had nothing but praise for the same ward.
I want to thank {nurse2:full} in particular.
{finding} was missed on the {imaging}.
The bill lists {code} twice.
""")

REVIEWS = templates(r"""
[[5 stars|★★★★★|Five stars!]] {dr:titled} at {clinic} is [[the best|wonderful|so patient]]. {He} listened to my {word}
  {kin:given}.
[[1 star|★☆☆☆☆|Avoid.]] Waited two hours at {site} in {town} on {date}, then saw {newdr:titled} for 3 minutes.
{newsite} saved my life. Thank you {newdr:full}, {nurse:given} and the whole team in {dept}!
Front desk ({staff:given}) was rude. {clinic} lost my {test}.
I drive from {town} to {city} just to see {newdr:titled_full}.
Great place for kids, my son {kin:given} ({age}) loved it. - {someone:given}, {citystate}
{employer} pays well but the hours are long.
Reviewed by {handle} on {date}
Parking is a nightmare. Coffee is good.
{drug} gave me {symptom}, do not recommend.
Had {proc} here in {month:-10}. Dr {surgeon:family} explained everything.
Moved to {state} in {year}, still looking for someone like {newdr:titled}.
""")

TICKETS = templates(r"""
User {username} cannot log in at {site}. Host {ip}, MAC {mac}. Callback {ext}.
Requester: {dr:full} <{dremail}>, {dept}, {phone}
[[Ticket|INC|Case]] {id} opened {stamp} by {username}
Patient {mrn} merged with {mrn} by mistake; please unmerge. Names: {pt:full} / {pt:maiden}.
Label printer on {dept} prints {someone:full} for every wristband since {time}.
Portal account {email} locked. DOB {dob} verified. Reset link sent to {url}.
Serial {serial}, {model}, asset {device}, [[dropped|battery low|alarm]].
Interface error: message control ID {uuid}, MRN {mrn}, OBX-5 too long.
Phone {sitephone} rings at {dept} instead of {dept}.
Badge {badge} of {nurse:full} does not open the medication room.
Access audit: {username} opened the chart of {pt:full} 14 times from {ip} between {time} and {time}.
Assigned to {someone:full}. Priority 2. Status: resolved.
Scanner returns HTTP 500 since upgrade to 4.2.1.
VPN drops every 10 min, version 11.0.3, error 0x80070005.
Steps: open chart, click Orders, screen freezes.
Please whitelist {email} and {url}.
Fax {fax} shows busy; {nursinghome} sends to {fax} now.
""")

MAIL_BODIES = templates(r"""
[[Please see|Could you see]] {pt:full} ({dob}) next week? {symptom}, {labs}.
I forward the results of {pt:titled} from {site2}. {He} was there {daterange}.
As discussed [[with {dr3:titled}|on {date:-2}]], {pt:given} will start {drug} on {date:3}.
{kin:full} (cc) asked for a copy. Her number is {kinphone}.
[[Can we meet|Shall we talk]] on {date:4} at {time} in {room}?
Case conference: {agesex}, {dx}, MRN {mrn}. {finding}.
{neg}
Attached is the draft of {proc} consent for {pt:initials}.
Our fax is {fax}; {dept} will not take e-mail.
The {dx} registry at {site} now holds 214 patients.
I have copied {dr4:full} at {newsite}.
Could {nurse:given} call {kin:given} before noon?
Authorization {order} from {payer} ends {date:30}.
Minutes are at {url}.
""")

MAIL_ENDS = templates(r"""
{dr:full}, {cred}\n{dept}, {site}\n{drphone} | {dremail}
Best,\n{dr:given}
{dr:initials}
[[Regards|Thanks|Cheers]],\n{nurse:full}, {nursecred}
--\n{dr:full} {cred}\n{site}\n{address:block}\nT {drphone}  F {fax}\n{siteurl}
Sent from my phone. {dr:short}
{staff:full}\nPractice manager, {clinic}
CONFIDENTIAL: if you got this by mistake, call {sitephone} and delete it.
""")
