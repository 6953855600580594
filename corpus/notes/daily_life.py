"""Lives and leisure: who is who, reviews, travels, invitations, games, biographies, deaths, news, courts, memories."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.daily_kit import framed, spoken
from corpus.notes.daily_plain import NOBODY

INTRO = templates(r"""
[[Hi|Hey|Hello]], it's {someone:given}[[ from {venue}| from {oddco}| from upstairs|]].
I'm {someone:given} from {abroad}, nice to meet everyone.
My name's {someone:full} and I'd like to change my tariff.
{someone:given} here, {someone:given}'s [[dad|flatmate|other half]].
This is {someone:titled} speaking. And you are? {someone:short}.
Call me {someone:nick}; only my mother says {someone:given}.
Everybody, meet {someone:full}, {age}, our new {job}.
We're {clan} from {intl:street}.
You must be {someone:given}! I'm {someone:given}, this is {someone:given}.
i'm {lc:someone:given} btw
I go by {someone:given}, it's {lingo} for rain.
Named {someone:given} after my gran, {someone:given} after nobody.
It's {namesake}, like the word. {namesake}.
{sense:work} {namework} hates that.
{namework} and {someone:given} said no. {sense:work again}
This is {namework:full}, and no, {sense:work again}
Ask {namework:lower} about it. {sense:work again}
{namesake}, spelt like the thing. {sense:person} {namesake}.
{namesake} left. {sense:person again} {namesake} came back.
{sense:person} {namesake} laughed at that.
{namesake:full} knows. {sense:person again} That's {namesake} for you.
{sense:town} We are in {nametown} till Friday.
{nametown} is by the sea. {sense:town again}
Moved to {nametown}, {date:-40}. {sense:town again}
Greetings from sunny {nametown}! {sense:town again}
From {nametown} to {town} is two hours. {sense:town again}
{someone:given} and I go way back, same street in {abroad}.
Is it {someone:given} with a C or with a K?
My better half {someone:given} is a nurse and our eldest {someone:given} is a plumber.
I'm {age}. {someone:given}'s {age}. We don't mention it.
Born in {town}, raised in {town}, stuck in {town}.
Our {pet}, {someone:given}, is called after {work}.
Sit, {someone:given}! Good girl.
The vet says {someone:given} needs to lose two kilos; {someone:given} the {pet} is fine.
{someone:given} rang. No, not the song, my cousin {someone:given}.
Say hi to {clan} from me.
{someone:given}? Which one, {someone:first_initial} or {someone:first_initial}
Turned {age} in {abroad}, turned {age} in bed with flu.
At {ageinwords} she started law school, at {ageinwords} she quit.
{kin:given} goes to {oddschool}, {kin2:given} to {oddschool}.
I work for {oddco}; before that {shop}; before that the circus.
Follow {handle}, site is {url}, no DMs.
""")
REVIEW = templates(r"""
I've been going to {venue} since I was {ageinwords}.
The {dish} at {venue} is the best in {town}.
Ask for {someone:given}, he'll sort you out.
{someone:given} at the desk took {cash} off and two days over it.
Five stars for {venue}, two for {shop} next door.
Skip the {dish}, stay for {someone:given}'s piano.
{venue} on {street:name} has closed; {venue} has opened.
My {thing} came back from {venue} like new.
Reviewed by {uname} from {town}, {country}
Better than {shop}, cheaper than {shop}.
We took {kin:given} there for {kinhis} birthday on {date:-5}; {kinhe} had the {dish}.
The owner, {someone:full}, curses in {lingo}.
Wi-Fi password on the wall, toilets down the hall, {qty}.
{venue}, {intl:line}. Closed Mondays.
Think {work} meets {work}, with chips.
Haircut by {someone:given}, colour by {someone:given}, tears by me.
Opened by {someone:titled_full} in {year:-30}, run by {someone:given} since.
Response from the owner: Thank you, {uname}. Yours, {someone:given}
Avoid. {someone:given} shouted at my {pet}.
Near {place}, opposite {shop}.
Book early for {hol}.
""")
TRIP = templates(r"""
Fly {airline} to {abroad} on {date:12}, seat 22A, gate B14.
From {town} we take the train to {ftown}, then the bus to {hometown}.
Staying at {venue} till the {nth}, confirmation {refno}.
A car from {chain}, then {roadname} all the way to {town}.
{someone:given}'s passport {passport} runs out on {date:90}.
Day 3: {place}. Day 4: {town}. Day 5: nothing, {dish}.
Our guide {someone:given} speaks {lingo} and {lingo}.
Visa for {country}: photo, form, {cash}.
Cab from {intl:street} to {place}.
We met {someone:given} and {someone:given} on the ferry to {abroad}.
Lost: a {thing}, between {town} and {town}. Call {mobile}.
Everybody in {country} was kind. The {dish} wasn't.
Insurance {refno} with {oddpayer} covers {country} only.
Meet {clan} at {spot}, then drive to {town}.
Back on {weekday} the {nth}; {someone:given} feeds the {pet}.
{sense:town} But {nametown} was shut.
Postcard: sun, sea, {dish}. Love, {someone:given} & {someone:given}
""")
INVITE = templates(r"""
You're invited! {someone:given} and {someone:given} are [[tying the knot|getting hitched]] on {date:40} at {church}.
RSVP to {email} or {phone} by {date:20}.
{someone:given} is {age}! Party at {intl:line}, {time12}. Bring a {dish}.
Christening of {someone:full}, {church}, {date:12}.
Housewarming at {street}, {clan} are bringing the {dish}.
Book club: {work}, at {someone:given}'s, {weekday} the {nth}.
Save the date: {fulldate:60}, {venue}, {town}.
No gifts, but {someone:given} wants a {thing}.
Dress code: {work}. Music: {someone:given}.
{someone:given}, will you and {someone:given} come to {event} with us?
Reunion of class 4b of {oddschool}, all welcome, ask {someone:family}.
Shiva at {clan}'s, {intl:street}, until {weekday}.
{hol} dinner at ours: {someone:given}, {someone:given}, {someone:nick} and the twins.
Sorry, {someone:given} can't, {someone:given}'s in {town}.
The {date:3} doesn't work, the {nth} does.
""")
GAME = templates(r"""
{side} beat {side} {tally} as {someone:full} scored twice.
{someone:family} to {someone:family}, back to {someone:family}, goal!
{side} have sold {someone:full} to {side} for {cash}.
{oddclub} {tally} {oddclub}
Coach {someone:family} called it the best half of the season.
{someone:full} of {town} won {event} in {num:2-3} hours {num:2-58}.
We saw {side} at {place} on {date:-3}; {tally}, dull.
{someone:family} (23'), {someone:family} (67' pen), {someone:family} sent off
My boy {kin:given} plays left back for {oddclub}, number {num:2-30}.
Under-{num:8-18}s: {someone:short} out with a knee, {someone:short} in.
{someone:given} ran {event} for {charity} in a {pet} costume.
Congrats to Coach {someone:family} and the girls of {oddschool}!
{tally}: {someone:family} serves, {someone:family} sulks.
The referee, {someone:titled_full}, lost his card.
Season tickets for {side}: {cash}. For {oddclub}: a pie.
{side} fans drank {venue} dry.
""")
BIO = templates(r"""
{pt:full} was born in {hometown} on {dob}, the {job}'s third child.
{His} father, {someone:full}, kept a shop in {intl:street}; {his} mother, {someone:maiden}, taught {lingo}.
{He} went to {oddschool} and, in {year:-40}, to {oddschool}.
In {years} {he} worked for {oddco} in {town} and {abroad}.
{He} married {kin:full} in {year:-30}; they had {someone:given}, {someone:given} and {someone:given}.
{pt:family} wrote four books, none of them sold.
{He} taught at {oddschool} until {date:-700}.
{pt:given} moved to {country} at {ageinwords} with one suitcase and a {thing}.
{He} lives in {town} with {his} {pet}, {someone:given}.
Friends call {him} {pt:nick}; critics call {him} worse.
A street in {town}, {street:name}, is named after {him}.
{He} spoke {lingo}, {lingo} and, when angry, {lingo}.
{pt:full} ({age}) is the founder of {oddco} and a patron of {charity}.
{He} sat for {county} from {year:-20} to {year:-8}.
In {work} {he} played the butler.
""")
DEATH = templates(r"""
{pt:nick_quoted}, {age}, of {town}, died {date:-4} at home.
{He} was born {dob}, in {town}, to {someone:given} and {someone:given} {pt:family}.
{He} worked for {oddco} for 31 years and loved fishing, polka and {side}.
Survivors include {his} {spouse}, {kin:given}; sons, {someone:given} ({someone:given}) of {town} and {someone:given}
  of {abroad}.
{He} was preceded in death by {his} sister, {someone:short}, and a beloved {pet}, {someone:given}.
Mass at {church}, {date:2}, {time12}. Burial at {place}.
Memorials to {charity} or {oddhome}.
{His} {dish} was famous in three counties.
The family thanks {nurse:given} and {dr:titled}.
{He} never missed {event} and never finished {work}.
Pallbearers: {someone:short}, {someone:short}, {someone:short}, {someone:short}.
Arrangements by {oddco}, {town}. Condolences: {url}
{clan:cap} ask for privacy.
""")
NEWS = templates(r"""
Officers were called to a property on {street:name} shortly after 11pm on {weekday}.
A {ageold} man, named locally as {someone:full}, was arrested on suspicion of [[assault|arson|theft]].
{officer:titled_full}, of {oddpolice}, appealed for witnesses, quoting {refno}.
{town}: The {car} left {roadname} and hit a wall outside {venue}; nobody was hurt.
The plaintiff, {oddco}, filed suit in {oddcourt} on {date:-30}.
[[In the matter of|]] {someone:family} v {someone:family}, section 18 of the Act was read out.
Judge {someone:family} gave {someone:full}, {age}, of {intl:street}, nine months.
Counsel for the Crown, {lawyer:titled_full}, said the accused had gone by the name of {someone:nick}.
The witness, {someone:titled}, saw the {car}, plate {plate}, on {date:-50}.
Exhibit {num:2-9}: a {thing}, a receipt from {shop}, a letter to {someone:given}.
Bail was refused. The jury retired at {time}.
{someone:full} told {news}: "I only went in for a {dish}."
Councillors in {town} voted {tally} to close {oddschool}.
{oddagency} has fined {oddco} {cash}.
Residents of {street:name}, among them {clan}, want a crossing.
The suspect is described as tall, in a red cap, speaking {lingo}.
{someone:full}, {age}, a {job} from {town}, has won {event}.
Q. State your name. A. {pt:full}. Q. Your age? A. {age}. Q. You live where? A. {intl:line}.
Q. And on the {nth}? A. At {someone:given}'s. Q. All night? A. Till {time}.
DET: Where were you on {date:-8}? SUSP: Home. With {someone:given}. Watching {work}.
Deposition of {pt:full}, {fulldate}, taken at {firm}, {intl:line}
Missing: {someone:full}, {age}, last seen near {place} on {weekday} with the {pet}.
Weather for {town} and {town}: drizzle, then drizzle.
""")
MEMORY = templates(r"""
I was born in a little village outside {hometown} in {year:-80}.
My father, {someone:given}, was a tailor, and we lived on {fstreet}.
In the {season} they took us to {abroad}.
After the war I came to {town} and worked for {oddco} for, oh, twenty-two years.
My brother {someone:given} went to {country}. We never saw him again.
We were {folk}; they were {folk}; the children played together.
At home we spoke {lingo}, at school {lingo}, on the street {lingo}.
There was a man, {someone:nick}, who sold ice from a cart on {street:name}.
Miss {someone:family} at {oddschool} taught me to read.
INT: And your mother? {pt:family_upper}: {someone:given}. She made {dish} from nothing.
INTERVIEWER: Could you state your name for the tape? {pt:family_upper}: {pt:full}. I'm {age}.
I met {kin:given} at a dance at {venue}. They were playing {work}.
We got married {date:-15000}, in the rain.
They had me at {oddco}, nights, {year:-50} to {year:-44}.
The boat docked at {place}. I had {cash} and a cousin's address.
That cousin was {someone:short}, at {otherstreet}.
I was {ageinwords}. You don't think at {ageinwords}.
He had his {car} by then. Nobody had a {thing} then.
In {town} everybody knew {clan}.
(laughs) I shouldn't say that on tape. {idiom}
""")

_PLAIN = (NOBODY,)
TYPES: tuple[NoteType, ...] = (
    NoteType("daily-intro", spoken(INTRO, plain=_PLAIN), 2.0),
    NoteType("daily-review", spoken(REVIEW, plain=_PLAIN), 1.3),
    NoteType("daily-trip", spoken(TRIP, plain=_PLAIN), 1.2),
    NoteType("daily-invitation", spoken(INVITE, plain=_PLAIN, share=0.25), 1.0),
    NoteType("daily-games", spoken(GAME, plain=_PLAIN, share=0.3), 1.0),
    NoteType("daily-biography", framed((), BIO, (), _PLAIN, 2, 9), 1.2),
    NoteType("daily-obituary", framed((), DEATH, (), (), 3, 10), 1.0),
    NoteType("daily-news-and-courts", spoken(NEWS, plain=_PLAIN, share=0.15, haste=0.05), 1.6),
    NoteType("daily-memories", spoken(MEMORY, plain=_PLAIN, share=0.2, haste=0.1), 1.2),
    NoteType("daily-nobody", spoken(NOBODY), 2.0),
    NoteType("daily-any", spoken(INTRO, REVIEW, TRIP, INVITE, GAME, NEWS, MEMORY, plain=_PLAIN, share=0.5), 1.6),
)
