"""Everyday sentences with identifiers: service desks, banks, travel, shops, work, home."""

from __future__ import annotations

from corpus.notes.compose import templates

PEOPLE = templates(r"""
[[My name is|I'm|I am|This is|It's]] {someone:full}.
my name is {someone:lower}
{someone:given} here, [[what's up|is anybody home|can you talk]]?
[[Who|Where]] is {someone:full}?
Have you met {someone:short}?
{someone:full} and {someone:full} got married in {town}.
{someone:given} and {someone:given} are coming for dinner.
I went to school with {someone:short}.
{someone:family} called again.
[[Please|Could you]] [[ask|tell|remind]] {someone:given} to [[call me|water the plants|bring the keys]].
Is {someone:titled} in?
{someone:titled} will see you now.
{someone:upper_full}, PLEASE COME TO THE DESK.
Have you read the latest book by {someone:full}?
{someone:full}'s new album is out on {date}.
I can't stand {someone:family}, but {someone:given} is fun.
The film stars {someone:full} as a {job}.
{someone:full} won the 100 m.
Sincerely yours, {someone:full}
Dear {someone:given},
Hi {someone:given}! [[Long time no see.|How was the trip?]]
Hey {someone:nick}
To: {someone:full}
cc: {someone:initial_last}, {someone:initial_last}
Attn: {someone:full}
{someone:full}: yes
@{someone:given} can you check?
Love, {someone:given}
- {someone:initials}
{someone:given}'s mother is {someone:full}.
Did {someone:given} say anything to {someone:given}?
{someone:titled_full}, {job}
[[Thanks|Thx|Cheers]], {someone:given}
Meet our new colleague {someone:full}[[ (she/her)| from {town}|]].
{someone:last_first} has been added to the list.
The account is in the name of {someone:full}.
Put it under {someone:family}, table for four.
Name on the card: {someone:upper_full}
I'd like to change the name on my ticket from {someone:full} to {someone:full}.
Please add {someone:full} as an authorised user.
The tenant, {someone:full}, has not paid since {monthonly}.
{someone:given} is allergic to [[nuts|cats|work]].
{someone:nick_quoted} still holds the record.
Was it {someone:given} or {someone:given} who broke the lamp?
my boss {someone:given} is driving me nuts
{someone:family}, {someone:family} & {someone:family}
{someone:maiden} is her maiden name.
{teacher:titled} teaches math at {school}.
""")

PLACES = templates(r"""
[[I live|We live|She lives]] [[at|on]] {address}.
I just moved to {town} from {town}.
[[My|Our]] [[new|old]] address is {address}
please ship it to {address}
Send the bill to {address:nozip}.
{street}, {city}
{street}, {unit}
How do I get [[to|from]] {place}?
How far is {town} from {town}?
[[What's|How is]] the weather in {town}[[ today|]]?
Book a flight from {town} to {abroad} [[on|for]] {date:20}.
Are there any [[hotels|pubs|jobs]] in {town}, {state}?
A one way ticket to {abroad}, please.
We spent {holiday} in {country}.
{country} has a new government.
I was born in {country} and raised in {state}.
[[He|She]] grew up in {town}, {stateab}.
Deliver to {address:block}
{address}
The shop on {street} is closed.
Turn left at {place}, then right on {street}.
Meet me at {place} at {time}.
Is {zip} in {county}?
zip code {zip}
My zip is {zip}.
The package left {town} on {date} and reached {town} on {date:2}.
{citystate} {zip}
Do you ship to {country}?
The wedding is in {town}.
Traffic on {street} is terrible.
{city}'s mayor lives on {street}.
P.S. we are still in {town}
The road from {town} to {town} is flooded near {place}.
They have offices in {town}, {town} and {abroad}.
taxi from {street} to {place}
no bus stops at {place}
{county} residents vote on {date}.
""")

FIRMS = templates(r"""
[[I work|She works|He used to work]] [[at|for]] {employer}.
{firm} is hiring.
I bought it at {firm} and it broke.
{someone:full} is the CEO of {firm}.
{firm} bought {firm} for 2 million.
My [[internship|interview]] at {employer} starts {date}.
[[Does|Can]] {firm} deliver on Sundays?
{firm}, {address}
The invoice from {firm} is dated {fulldate}.
Our supplier is {firm} of {town}.
I have been with {employer} for 12 years as a {job}.
Contact {firm} at {phone}.
{someone:given} left {employer} for {firm}.
{school} won the match.
I studied at {school}.
My kids go to {school}.
We sing at {church}.
{agency} sent me a letter.
{payer} raised its premium again.
The {pharmacy} on {street} is open.
A job at {newsite} would be great.
I volunteer at {hospice}.
shares of {firm} fell
the {firm} app crashes
{employer} HR: {email}
{firm} customer service, how may I help?
is {firm} legit?
{employer} and {employer} merged in {year}.
""")

REACH = templates(r"""
[[My|The]] [[number|phone number|cell]] is {phone}.
[[Call|Text|Ring]] me [[at|on]] {mobile}.
you can reach me at {phone} or {email}
{phone}
tel. {phone}
Phone: {phone} / Fax: {fax}
[[Please|Kindly]] [[email|mail|write to]] {email}.
my email is {email}
{email} is not my address any more
I never got the mail you sent to {email}.
Unsubscribe {email}
Follow me: {handle}
{handle} posted a video
Visit {url} for details.
I found it on {url}
the site {url} is down
The server at {ip} does not answer.
ping {ip}
{ip} - - [{stamp}] "GET / HTTP/1.1" 200
Connect to {ip}:8080 as {username}
Block {mac} on the guest network.
My username is {username}
login: {username}
{username} has joined the chat
Is {phone} a scam?
Missed call from {phone} at {time}
Dial {phone}, extension {ext}.
{someone:full} ({email}, {phone})
""")

MONEY = templates(r"""
[[My|The]] [[credit card|card]] number is {card}.
[[Charge|Bill]] it to {card}[[, exp 04/27|, name {someone:full}]].
I lost my card {card} in {town}, please block it.
Was my card {card} charged twice on {date}?
card ending in {ssn4}
Transfer $500 from account {account} to {account}.
{iban}
My IBAN is {iban}
Please pay to {iban}, {someone:full}, by {date:14}.
Wire it to {firm}, account {account}.
My social is {ssn}
SSN: {ssn}
{ssn}
Social security number {ssn}, born {dob}.
Taxpayer {someone:full}, {ssn}
my [[passport|passport number]] is {passport}
Passport {passport} expires {date:400}.
driver's license {license}, issued in {state}
License plate {plate} parked at {place}.
I scratched the car with plates {plate}.
VIN {vin}
The VIN of my car is {vin}.
Policy {plan} does not cover it.
Claim {claim} was paid on {date}.
Order {order} has not arrived.
Where is my parcel {id}?
Booking reference {id}, {someone:family}, {date}
Member no. {id}
My customer number is {acct}.
{uuid}
Device {uuid} logged in from {town}.
serial no. {serial}
Ticket {id} was closed by {username}.
Badge {badge} was used at {time}.
Certificate {cert} was issued to {someone:full}.
Case {caseno} is still open.
Student {id} is absent.
Balance on {account} is $1,204.17.
I paid {firm} with card {card} on {date}.
""")

TIMES = templates(r"""
[[I was|She was|He was]] born [[on|]] {dob}.
[[My|His|Her]] birthday is {textdate}.
DOB {dob}
[[We leave|They arrive|The store closes]] on {date}.
See you on {date} at {time}.
{fulldate}
{date}
{textdate}
{numdate}
{daterange}
{month}
on {date}, {date:1} and {date:2}
Due {date:10}.
Since {date:-300} I have not smoked.
The lease runs {date} to {date:365}.
What happened on {fulldate}?
I am {age}.
I'm {age} years old and live in {town}.
[[She|He]] is {age}.
she's {ageold} and he's {ageold}
My [[son|daughter|cat]] is {babyage}.
a {ageold} [[woman|man]] in {town} won the lottery
{someone:given}, {age}, {someone:given}, {age}, and {someone:given}, {age}
{someone:given} turned {age} on {date}.
Happy birthday {someone:given}, {age} today!
{someone:full} ({age})
aged {age}
{agefield}
At {age} I ran a marathon.
When I was {age}, we moved to {country}.
Twins, {age}, from {town}
The contract of {date} ends {date:700}.
In {year} everything was cheaper.
The {monthonly} issue is out.
""")
