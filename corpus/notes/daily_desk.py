"""Desks and counters: customer service, banks, orders, addresses of the world, e-mails, applications, complaints."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.daily_kit import framed, spoken
from corpus.notes.daily_plain import NOBODY

BANK = templates(r"""
[[Hi|Hello|Morning]], my card ending {card4} was [[declined|eaten by the machine|cloned]] in {town}.
I'd like to add {kin:full} to the account {bankno}, sort code {sortcode}.
Please stop the standing order to {someone:titled_full} from {date}.
Pay {someone:full}, {bankno}, {sortcode}, {cash}, reference {refno}.
I moved from {intl:line} to {intl:line}; where do I send the form?
Name on card {someone:upper_full}, number {card}, [[the three digits on the back I won't say|expires soon]].
Has my salary from {employer} arrived? It usually comes on the {nth}.
The direct debit from {chain} went out twice.
My joint account with {kin:given} shows a payment to {venue} I don't recognise.
IBAN {iban}, BIC {swift}, beneficiary {someone:full}, {intl:line}
{chain} says you blocked it; you say {chain} blocked it.
I'm {pt:full}, born {dob}, mother's maiden name {someone:family}.
Security question: first pet. Answer: {someone:given}.
Could you post the statement to {intl:line}? Not to {street}.
Your adviser {someone:given} [[promised|told me]] the fee would be waived by {date:5}.
Cheque no. {num:100001-999999} to {someone:titled} has not been cashed.
Mortgage {refno} with {oddbank}: redemption figure for {date:30} please.
The loan is in my late husband's name, {someone:full}; he died on {date:-60}.
Text from {phone} claiming to be {chain}: scam or not?
Log-in {username}, last seen {date:-1} from {ip}.
We, {someone:full} and {someone:full}, instruct {oddbank} to close {bankno}.
""")

ORDERS = templates(r"""
Where is order {refno}? It left {town} on {date:-6}.
Parcel for {someone:family} at number {num:2-90}?
Deliver to {someone:full}, {intl:line}. [[Ring twice.|Leave with {clan} next door.|No safe place.]]
Ship to: {someone:full}, {intl:line}, tel. {phone}. Contents: 2 books, 1 mug.
The {thing} I bought from {venue} on {date:-15} came in the wrong colour.
Your courier, {someone:given}, left it with {clan}.
Signed for by {someone:upper}, {time}. I know no {someone:family}.
Please change the name from {someone:full} to {someone:full} on {refno}.
Collection in store: {shop}, {town}; bring photo ID in the name of {pt:full}.
Tracking {refno}: [[out for delivery|held at customs in {town}|returned to {chain}]].
Return label: {venue}, {intl:line}
Gift note: To {someone:given}, love {someone:given} and the boys xx
It went to {intl:street} instead of {street}.
Table for four under {someone:family} at seven, window if possible.
Booked with {chain}, confirmation {refno}, two nights from {date:9}.
Hi, it's {someone:given} from {venue}, your {thing} is ready.
{someone:given} at your {town} branch told me to ring {phone} and ask for {someone:given}.
Reserve two {dish} for {someone:full}, pick-up {weekday}.
Item {num:4000-4999}-B, qty 2, for {someone:titled} at {oddschool}.
Invoice to {oddco}, {intl:line}, att. {someone:full}.
My loyalty number with {chain} is {refno}, name {someone:short}.
I am writing from {town}; the nearest {shop} is in {town}.
Sold to {uname}, posted to {intl:tail}.
Warranty: {thing}, serial {serial}, bought by {someone:full} at {shop}.
New water heater at {otherstreet}: [[{chain}|{venue}]] quoted {cash}.
Driver's note: gate stuck at {intl:street}, {someone:given} signed.
""")

SENDERS = templates(r"""
{intl:block}
{someone:full}\n{intl:block}
{someone:titled_full}\n{oddco}\n{intl:block}
c/o {someone:family}, {intl:line}
{someone:full}, c/o {venue}, {intl:line}
{pobox}, {intl:tail}
[[PO Box|P.O. Box|Postbus|Postfach|BP|Apartado|Casilla|Private Bag]] {refno}\n{intl:tail}
[[Address|Home|Deliver to|Adresse|Endereço|Anschrift|Indirizzo|Dirección]]: {intl:line}
[[I live at|We live at|Our flat is|Send it to|He was last known at]] {intl:line}.
[[From|To|Sender|Return to]]: {someone:short}, {intl:line}
[[Old|New]] address {intl:line}; [[new|old]] address {intl:line}
In {town} it's number first, {intl:street}; in {ftown} it's number last, {fstreet}.
{someone:upper_full}\n{intl:block}\nTEL {phone}
{intl:street}
{intl:tail}
{intl:tail} is my [[old|new]] town.
{clan}, {intl:line}
Registered office: {intl:line}. Company no. {refno}.
Branches: {intl:tail}; {intl:tail}; {intl:tail}
The Occupier\n{intl:block}
Venue: {venue}, {intl:line} ([[parking behind|ring the bell marked {someone:family}]])
Postcode please? {intl:tail}
Mum's at {intl:street}, I'm round the corner in {street:name}.
{intl:GB} / {intl:DE} / {intl:NL}
{intl:JP}
{intl:BR}
{intl:IN}
{intl:AU}
{intl:FR}\n{intl:IT}
{someone:full} <{email}>, {intl:line}, {phone}
""")

MAIL_TOP = templates(r"""
From: {someone:short} <{email}>\nTo: {someone:short}\nDate: {date}\nSubject: Re: {weekday}
Dear {someone:titled},
Dear [[Hiring Manager|Recruiter|Sir or Madam|All|Committee]],
Hi {someone:given},
Hello {someone:given} and {someone:given}!
{someone:full}\n{intl:block}\n{email}\n\n{fulldate}
Subject: [[Complaint|Application|Question|Invoice|Thank you]] – {pt:full}
Good [[morning|evening]] {someone:titled_full},
Re: {refno}
""")
MAIL_END = templates(r"""
[[Best|Kind regards|Cheers|Yours sincerely|Warmly|Thanks]],\n{pt:full}
Yours faithfully\n{pt:titled_full}\n{intl:line}
{pt:given}
-- \n{pt:full} | {job} | {oddco}\n{phone} | {email}
{pt:full}\n{handle} · {url}
Sent from my iPhone
Mit freundlichen Grüßen\n{pt:full}
xx {pt:nick}
{pt:initials}
P.S. {someone:given} says hi.
""")
JOB = templates(r"""
I am applying for the post of [[warehouse supervisor|night porter|barista|line cook|teaching assistant]] at {venue}.
For six years I worked at {oddco} in {town} under {someone:titled_full}.
Before that I was with {shop}, first on tills, then on nights.
I hold a diploma from {oddschool} ({year:-9}) and speak {lingo}, {lingo} and some {lingo}.
My references are {someone:full}, {phone}, and {someone:titled_full} of {employer}.
{someone:given} in your {town} office suggested I write.
I am {age}, married, and willing to move to {town}.
I know {app}, {app} and a little {app}; I hold a forklift ticket.
Outside work I coach the under-nines of {oddclub} and bake.
I left {oddco} in {year:-2} to care for my mother, {someone:given}.
Available from {date:20}; notice period four weeks.
My portfolio is at {url}, my handle is {handle}.
I was born in {town} and have the right to work in {country}.
In {year:-5} our team at {employer} won an award; I still have the mug.
""")
COMPLAINT = templates(r"""
I wish to complain about your driver, {someone:titled}, who left my parcel {refno} in the rain.
I have been a customer of {chain} for eleven years.
On {date:-9} I rang and spoke to {someone:given}, then {someone:given}, then a machine.
{someone:given} said {someone:given} would ring back. Nobody did.
The {dish} was cold, the {dish} never came, and the manager, {someone:titled}, laughed.
My flat, {intl:line}, has had no heating since {date:-14}.
The landlord, {someone:titled_full} of {intl:street}, ignores every letter.
I want {cash} back by {date:14} or I go to the ombudsman.
Our guide in {town}, a {someone:given} somebody, lost half the group.
My neighbours, {clan}, will confirm this.
I attach a photo of the {thing} and the receipt from {venue}.
My daughter {kin:given}, {kinage}, was in tears.
Case {refno} was closed by "{username}" without a word.
You spelt my name {misspelt:pt:family} and then {misspelt:pt:family}.
I expected better of {oddco}, frankly.
Copy to {oddagency} and to {news}.
""")
CHAT = templates(r"""
can u check order {refno} its under {someone:lower}
agent {someone:given} has joined the chat
Thanks for contacting {chain}, I'm {someone:given}, how can I help?
my surname is {lc:someone:family}, all lower case
Please verify: full name, postcode. — {someone:full}, {intl:tail}
do you have the {thing} in stock in {town}
i was on hold w {chain} for {num:20-70} min then {lc:someone:given} hung up
my email isn't {email} it's {email}
OK {someone:given}, last four digits? {card4}
Is this {someone:titled}? This is {someone:given} at {venue} about the {thing}.
Rate your chat with {someone:given}: 5 stars
what time does {shop:lower} close on sundays
remind me to call {kin:given} at {time}
text {someone:given}: running late, save me a {dish}
how do i get from {town} to {street:name}
book {venue} for {someone:family}, six people, {date:3}
who is {someone:full} and why is {someone:given} trending
Write a poem for {someone:given}, who turns {age} on {date:4} and loves {work}.
Add {someone:short} to my contacts, {mobile}.
Fix the grammar: "me and {someone:given} was in {town} with {someone:given}'s {thing}"
Play {work} and message {someone:given} that {work} is on.
Draft a note to {someone:titled} at {oddschool} about {kin:given}'s shoes.
weather in {lc:town} tomorrow
{sense:work} Now message {namework} that {namework} won.
{sense:work} And who is {namework}?
{sense:person} Remind {namesake} too.
Call {namesake}. No, not {namesake:full}, {someone:given}.
who lives at {intl:line}
Rewrite politely: {someone:given} from {oddco} still owes me {cash}.
""")

_PLAIN = (NOBODY,)
TYPES: tuple[NoteType, ...] = (
    NoteType("daily-bank", spoken(BANK, plain=_PLAIN), 1.6),
    NoteType("daily-orders", spoken(ORDERS, plain=_PLAIN), 1.6),
    NoteType("daily-addresses", spoken(SENDERS, SENDERS, ORDERS, share=0.0, haste=0.08), 2.0),
    NoteType("daily-application", framed(MAIL_TOP, JOB, MAIL_END, _PLAIN), 1.2),
    NoteType("daily-complaint", framed(MAIL_TOP, COMPLAINT, MAIL_END, _PLAIN), 1.3),
    NoteType("daily-mail", framed(MAIL_TOP, (*BANK, *ORDERS), MAIL_END, _PLAIN, 1, 4), 1.2),
    NoteType("daily-chat", spoken(CHAT, plain=_PLAIN, haste=0.5), 1.8),
)
