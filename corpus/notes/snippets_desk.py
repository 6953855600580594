"""Everyday sentences of desks and counters: banks, insurers, travel, parcels, schools, tenants, films, sport, work."""

from __future__ import annotations

from corpus.notes.compose import templates

SERVICE = templates(r"""
[[Hello|Hi|Good morning]], this is {someone:full} from {firm}, [[may I speak to|is this]] {someone:titled}?
I'm calling about order {order}, it went to {street} and I live on {street}.
Could you send the invoice to {email} and a copy to {email}?
Please update my phone from {phone} to {phone}.
Please change my surname from {someone:family} to {someone:family}, I got married on {date:-30}.
The technician, {someone:given}, comes between {time} and {time}.
Your agent {someone:given} was very helpful[[, thanks|!|]]
My account {account} was opened in {town} in {year:-8}.
There is a charge from {firm}, {town}, {date}, that I did not make.
I'd like to cancel the card {card} of my late {word} {kin:full}.
Verify: {someone:full}, {dob}, {zip}, {ssn4}
Which branch is closest to {address}?
[[Agent|Rep]] {someone:given} ({username}) closed the chat at {time}.
The beneficiary is {someone:full}, {dob}.
I need to add my daughter {kin:given}, born {date:-2000}, to policy {plan}.
I was hit by a car with plate {plate}, the driver was {someone:full} of {town}.
My car, VIN {vin}, was towed from {place}.
I sold it to {someone:nick} for 200.
The deposit for {street} was paid by {someone:short}.
The landlord, {someone:titled}, lives in {town}.
The flat at {address:nozip} is vacant from {date:30}.
Power has been out in {town} since {time}.
Meter {serial} at {address} reads 40211.
The router shows {ip}, MAC {mac}.
Reset the password of {username}, please.
Your ticket {id} is now with {someone:full}.
This mailbox is not read. Write to {email} or call {phone}.
To unsubscribe visit {url}
I am {someone:full}, customer {acct}, and I want my money back!
my name: {someone:full}, my bday: {dob}, my phone: {phone}
""")

TRAVEL = templates(r"""
Passengers: {someone:upper}, {someone:upper}. {town} to {abroad}, {date:10}, seat 14C.
{someone:full} is flying to {abroad} on {date:3} and back on {date:12}.
We land in {town} at {time} on {date}.
My passport {passport} was stolen in {abroad}.
Two rooms in {town}, {daterange}, for {someone:full}.
Is there a train from {town} to {town} on {holiday}?
A week in {country}, then on to {country}.
Visa for {country}: {someone:full}, born in {town}, {country}, on {dob}.
The ferry leaves {abroad} at {time}.
We drove through {state}, {state} and {state}.
From {place} it is a short walk to {street}.
Rental car {plate}, to be returned in {town}.
I lost my bag on the flight to {abroad}, tag {id}.
{abroad} in {monthonly} is lovely.
Hotel guest {someone:family}, room {room}, checks out {date}.
{town}
Greetings from {abroad}! {someone:given} and {someone:given}
""")

LEISURE = templates(r"""
{someone:full} directed a film set in {abroad}.
I'd rather hear {someone:family} than {someone:family}.
{someone:full} plays at {place} on {date:6}, doors at {time}.
The novel follows {someone:given}, a {job} in {town}.
{someone:given}: Did you lock the door? {someone:given}: I thought you did.
{someone:family} beat {someone:family} 6-4, 6-3 in {town}.
{someone:full}, {age}, ran the marathon in {town} in 3:42.
The painting by {someone:full} was sold to {someone:full}.
Happy anniversary, {someone:given} & {someone:given}!
Our dog {someone:given} bit {someone:titled}.
{handle} and {handle} are live now
Song of the day: {someone:full}
Guess who I met at {place}? {someone:nick}!
{someone:given} is {ageold}, loves trains and hates peas.
Team: {someone:family}, {someone:family}, {someone:family}, {someone:family}
{someone:full} was born in {year:-70} in {town} and died in {year:-3} in {abroad}.
The {town} choir sings at {church} on {date}.
{someone:given}'s recipe: two eggs, flour, salt.
Quiz: which city lies on the river, {town} or {town}?
{someone:full} and the museum of {town} settled out of court.
""")

WORK = templates(r"""
{someone:full}\n{address:block}\n{phone}\n{email}\n\n{job}, {employer}, {year:-6} to {year}
[[Please welcome|Say goodbye to]] {someone:full}, {job}, who [[joins us from|leaves for]] {firm}.
Reference for {someone:full}: worked at {employer} from {date:-2000} to {date:-30}.
Meeting with {someone:given}, {someone:given} and {firm} on {date} at {time}.
Send the slides to {someone:given} <{email}>.
{someone:titled} from {agency} will inspect {employer} on {date}.
Badge {badge} belongs to {someone:full}.
{someone:given} reports to {someone:full}.
Invoice {id}, {firm}, due {date:30}, pay to {iban}
The contract between {firm}, {address}, and {someone:full} was signed in {town} on {fulldate}.
Expense report {someone:family}: {town} {date}, $84
I can't make it, ask {someone:given}.
Hi all, {someone:given} is sick today.
{firm}'s founder, {someone:full}, grew up in {town}.
Apply to {someone:titled_full}, {school}, {address}.
teacher: {teacher:titled}, pupil: {someone:given}, {age}, class 4b
Pupil {someone:last_first}, born {dob}, lives with {someone:full}, {phone}.
{school} calls about {someone:given}.
out of office: back {date:6}, urgent: {email}
Tax ID {ssn}, filed {date}
""")
