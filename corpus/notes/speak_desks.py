"""Talk at counters and on rounds in pieces: reception, pharmacy, ward rounds, donors' sessions, letters and numbers
read out, one voice alone, and rooms in which nobody is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.speak_kit import Tale, excerpt, loose, recorded, tale
from redactor.sample.marked import Marked, join

_DESK = tale(r"""
any 19-88; R=staff:Receptionist/Reception/REC/Front desk; P=pt:Patient/Caller/Pt/CUST; K=kin:Relative/Visitor
R: Morning, {dr:titled}'s surgery. // P: Morning love, it's {pt:short}, I've an appointment with the nurse at half
  ten.
R: With {nurse:given}? // P: That's right. Only the bus is stuck on {roadsaid}. // R: No worries, {pt:given}.
R: [[And what's the|What's your]] date of birth? // P: {saidborn}. // R: And first line of the address? // P:
  {housesaid}.
R: And the last name? // P: {pt:family}, {spells:pt:family}. // R: {letter:pt:family}, got it. Thanks.
R: You're not coming up. How d'you spell it? // P: {spells:pt:family}. Like the painter. // R: Ah, {pt:family}.
R: Is that {pt:given} with a C or a K? // P: {spells:pt:given}. It's on the letter.
P: You can put me down under {pt:family} hyphen {kin:family}. // R: Hyphen, okay.
R: The number I have is {grouped:phone}. // P: No, that's my old one. It's {grouped:mobile}.
R: Area code? // P: {areasaid}. // R: Go ahead. // P: {grouped:phone}.
R: Emergency contact still {kin:given}? // P: God, no, take {kin:nick} off. Put my sister, {shea}.
P: I'm after {dr2:family}. // R: {dr2:titled} is away till {saidday:9}. I can do {dr3:family} or a locum.
R: Room four, {mrs} {letter:pt:family}, just past the fish. // P: Ta. Hello, fish.
P: I've come for my mother's, for {shea:family}, {shea:titled}, her prescription. // R: Which one, {shea:given} or
  {sheb:given}? We've two. // P: {shea:given}, {roadsaid}.
R: Take a seat, {nurse:given}'s running {count} minutes late. // P: She always is, bless her.
P: Is it {dr:titled} today? // R: It's the one after, {newdr:given}, the tall lad.
R: Who referred you? // P: {dr2:titled}. Or was it {dr2:given}, she likes {dr2:given}. At {sitesaid}.
K: I'm here to pick up {pt:given}. // R: And you are? // K: {kin:given}, the {word}. {He} said wait by the {pet}
  poster.
R: Your copay's thirty. // P: It was twenty in {saidmonth}. // R: {payer} changed it on the {nth}. // P: {oath}.
P: My slot's {fixday}, isn't it? // R: {saidday}, ten past nine. // P: Close enough.
R: Who's your employer? // P: {firmsaid}. Well, {firmsaid} on the payslip. // R: I'll put {firmsaid}.
P: Can I use your loo? // R: Second left, mind the mop.
R: Sign here, and here, initials there. // P: {pt:initials}. Like that? // R: Lovely.
P: It says {pt:family_first} on this. It's {pt:given} first. // R: The computer does that.
R: We've a {pt:family} on {roadsaid} and a {pt:family} on {roadsaid}. // P: The first one's my uncle, {hea}.
R: Any change in insurance? // P: I'm on {shea}'s now, through {firmsaid}. Member number's {grouped:plan}.
P: Do you validate? // R: For {sitesaid}'s lot, not for {firmsaid}.
R: Card ending? // P: {grouped:card4}. // R: Went through. Have a good one.
P: Hope it's quick. I'm double parked on {roadsaid}. // R: Ooh, they're devils for tickets there.
R: How old's the little one? // P: {kidage}. And this one's {smallage}. // R: And the dog? // P: Old.
""")

_COUNTER = tale(r"""
any 20-85; R=staff:Pharmacist/PHARM/Tech/Counter; P=pt:Customer/CUST/Patient; K=kin:Relative
R: Picking up for? // P: {pt:family}. {spells:pt:family}. // R: First name? // P: It's for my {word}, {kin:given}.
  {spells:kin:given}.
R: Date of birth? // P: Uh, {saidborn}. // R: Perfect, that's two items.
R: And can you verify the address? // P: {housesaid}. It's the upstairs one.
R: It's the amoxicillin, five mils twice a day for ten days. Any questions? // P: Fridge? // R: Yep, shake it first.
P: Will {payer} cover the pen? // R: It wants a prior auth. {dr:titled}'s office has to ring. // P: They said you
  ring.
R: Is {pt:nick} the same as {pt:given}? // P: One and the same. // R: I've a {pt:given} on {roadsaid} and a
  {pt:nick} on {roadsaid}.
P: Dr. {letter:dr:family} said the purple inhaler. // R: Seretide, or Advair? // P: The purple.
R: It's {grouped:rx}, refill {count} of eleven. // P: Say again? // R: It's on the lid.
P: I'm out of the little white ones. // R: Bisoprolol, two point five? // P: If that's the little white ones.
R: Somebody picked it up {fixday:-2}. // P: That'd be {shea}. // R: Signed {shea:first_initial}. // P: That's her.
R: Who's the prescriber? // P: {dr2:family}, at {sitesaid}. Not {dr3:family}. // R: We've {dr3:family} on the label.
  // P: Well it's {dr2:family}.
P: Do you have it at the {town} one? // R: I can call {town}. Ask for {hea} when you get there.
R: I need to see some ID for the Ritalin. // P: Licence do? It's {grouped:license}. // R: Spot on.
P: Is {staff:given} off? // R: {saidday:6}. She's in {abroad}, the lucky thing.
R: Grapefruit's a no. St John's wort's a no. // P: And beer? // R: One.
K: {pt:given} gets the blister packs, {weekday}s. // R: {housesaid}, yes, {hea}'s on the van today.
P: Can I get the flu one and the Covid one? // R: One in each arm. Any allergy to eggs?
R: That'll be nine sixty-five, times three. // P: Daylight robbery. // R: Take it up with the minister.
P: They gave me {someone:titled}'s bag. // R: Oh no. Give it here. // P: I didn't look. Well, I looked.
R: How old's {kin:given}? // P: {agesaid:kin}, why? // R: We ask everybody. The doses change.
""")

_ROUND = tale(r"""
any 60-80; A=dr:Attending/Consultant/Cons; R=surgeon:Resident/Reg/SHO/PGY-2; N=nurse:Nurse/RN/Sister;
  T=staff:Physio/PT/Pharmacist
R: Bed {bed}, this is {someone:titled}, {someage}, came in on {saidday:-4} with a COPD exacerbation. // A: Day four
  of pred? // R: Day five.
R: So this is {someone:initials}, twenty-eight-weeker's mom, G2P1, mag's running at two. // A: Beta? // R: First
  dose at oh two fifteen.
A: Who's her OB? // R: Private, {dr3:family}, from {sitesaid}. // A: Call {dr3:family}. And NICU? // N: NICU's
  aware, {nurse2:given}'s coming down.
A: {surgeon:given}, what was the gas this morning? // R: Seven point three six, CO2 fifty-one. // A: Better.
A: Can physio see {him}? Where's {staff:given}? // N: On leave, it's {nurse2:given} this week. // A: Who's
  {nurse2:given}?
A: And home? {He} lives with... // N: {His} sister {shea}, in {town}. She's {oldage} herself.
A: Next. // R: {someone:family}, side room two, {someage}, neutropenic. Max temp thirty-eight four. // A: Cultures?
  // R: Tazocin's in.
R: {someone:titled} wants to go home to {homesaid:a}. // A: Do {homesaid:a} want {him}? // N: They've held the bed
  till
  {saidday:3}.
A: Who wrote this? Looks like {dr2:family}. // R: {dr2:given} was on nights. // A: Tell {dr2:given} it's
  hydralazine, not hydroxyzine.
T: {heb} in fourteen did twelve steps and a cheer. // A: Good for {heb}.
A: Is that {hec:family} with a Y? // N: {spells:hec:family}. No Y. // A: Then whose films are these?
N: Daughter rang, {shea}, she's {midage}, a nurse at {sitesaid}, so be good. // A: I'm always good.
R: Overnight: {someone:family}, nil. {someone:family}, nil. {someone:titled}, two units. {someone:family} died at
  four. // A: I'm sorry. Was {hea} told? // N: {hea} was there.
A: Wells three, Geneva five, HAS-BLED two. // R: So scan? // A: So scan.
A: Foley out, Dobhoff out, Hickman stays. // N: And the Yankauer? // A: Somebody walked off with it.
R: Social says {payer} denied {homesaid}. // A: Peer to peer? // R: {saidday:1}, one o'clock, a {newdr:titled}.
A: Bed four? // N: Empty. Bed five? // A: Gone for the echo. // N: Bed six is {someone:titled}, {he}'s new.
T: {someone:family}'s family want {him} in {town}. // A: Is there a bed? // T: {sitesaid}, {fixday:2}. // A: Take it.
R: Mag one six, Phos two, Cal corrected ten. // A: Replace the mag. // N: Mag's up. Phos is up.
A: Students, what is Beck's triad? // R: {surgeon:given}? // A: Anyone? Anyone but {surgeon:given}?
N: {dr3:family} bleeped. // A: Which {dr3:family}? // N: Ortho {dr3:family}, not the anaesthetist.
A: Right, coffee. Whose turn? // R: {surgeon:given}'s. // N: It's never {surgeon:given}'s.
R: {someone:given}, she's a Jehovah's Witness, Hb six one. // A: Is there a card? // R: Signed {saidmonth}, with
  {churchsaid}.
A: VTE, done. Bloods, done. Mouth, eyes, bowels. // N: Bowels {saidday:-3}. // A: Movicol.
""")

_DONOR = tale(r"""
any 18-66; N=nurse:Nurse/Phlebotomist/Phleb/HCA; P=pt:Donor/Patient
N: Full name for me? // P: {namesake} {namesake} {pt:family}. My parents were hippies. // N: And a surname to match.
  DOB? // P: {saidborn}. No joke.
N: And who's your primary? // P: Dr. {namesake}, she's old now though, retired. {dr2:titled} took over.
N: Any tattoos in the last four months? // P: One. {shea}, on my ankle. // N: When? // P: {fixday:-40}.
N: Travelled? // P: {abroad}, {saidmonth}. And {country} for work. // N: Malaria zone? // P: Minibar zone.
N: Any faints? // P: Once. At {schoolsaid}, in assembly, they had to carry me. {teacher:titled} did.
N: Little scratch. Make a fist. Hope you had breakfast. // P: Hope's all I had. I'm {pt:given} on an empty tank.
N: Which arm does {nurse2:given} use? // P: Left. {nurse2:given} gets it first go. // N: No pressure, then.
P: Is {nurse2:nick} in today? // N: {nurse2:given}? She's at {town}, the church hall session.
N: That makes {count}, did you know? // P: Do I get a medal? // N: A mug.
P: My old man gave a hundred. {hea}. They put him in the {firmsaid} newsletter.
N: Weight over fifty kilos? // P: Cheeky. // N: Haemoglobin one three four. You'll do.
N: What do you do? // P: {firmsaid}, I drive for them, school bus. Before that {firmsaid}, they let me go in
  {saidyear}.
N: The unit number's {grouped:donation}. // P: Can I keep the sticker?
N: Squash or tea? And a custard cream, or there's Penguins. // P: You're a star, {nurse:given}.
P: {kin:given}'s good, is she? // N: That's your {word}? // P: {kin:nick}, yeah, she used to sit at your table there.
""")

# Nobody is named, though much looks like a name, a date, an age or a number of somebody's.
_NOBODY = tale(r"""
any 19-88; R=:Doctor/DR/MD/Clinician; P=:Patient/PT/Client; N=:RN/HV/SW/Nurse/OT; K=:Mom/Son/CUST/Fam
R: Any metal? Pacemaker? Clips? // P: Just the hip. // R: Stryker, Zimmer? // P: It doesn't say on the tin.
P: {oath}. // R: Sorry. // P: {oath}, that's cold. // R: I did warn you.
K: {oath}, would you let the man talk. // P: Don't you start. // K: I'm only saying.
R: Can you tell me what day it is? // P: {weekday}. // R: And the season? // P: Wet.
R: Words back to me: {recall}. // P: {recall}? // R: Near enough.
N: Read the top line. // P: {eyes}. // N: And the next? // P: {eyes}.
R: {teeth}. // N: Say that again? // R: {teeth}.
N: Twenty-one out of thirty on the MoCA, PHQ eleven, GAD seven. // R: Down from sixteen. // N: Down from sixteen.
R: Count back from twenty. // P: Twenty, nineteen, eighteen, seventeen. // R: Fine. Months backwards? // P:
  December, November, um.
P: I'm number four hundred and twelve. // R: On what? // P: The list! For a ground floor! With these knees!
R: Five mils twice a day, seven days, then two and a half. // K: Spoon or syringe? // R: Syringe.
N: One, two, three, stand. // P: {huh}. // N: And again. One, two, three. // P: {huh}.
P: I was on from half seven till half three. // R: And then? // P: Then the bus. // R: The twelve? // P: The
  forty-two.
P: It's {count} stairs, {count} and a landing. // R: With the frame? // P: With the frame.
K: She had a bullseye on her leg. // R: Lyme, most likely. // K: And the Lyme comes from? // R: Ticks.
R: Will you be good and take these? // P: I will. May I have water? // R: You may.
R: It isn't Parkinson's, Huntington's or Wilson's. // P: Whose is it, then? // R: Nobody's. Just a tremor.
N: Mag's two, phos is three. NICU's full, HDU's full. // R: What about the HCA? // N: On her break.
P: Better one. // R: Or two? // P: Two. No, one. Go back. // R: Three or four? // P: Same.
R: Squeeze. Push. Pull. Kick. // P: {huh}. // R: Grade five. Babinski down. // P: Is down good? // R: Down is good.
P: Six when I turn, four when I don't. // N: And with the Dilaudid? // P: Two.
K: Faith, hope and charity, that's all that's left. // R: And the palliative team. // K: And them.
R: Three point two by one point four, Breslow nought point six. // P: Is that the deep one? // R: The thin one.
P: Well, bless my soul. // N: Arms up. // P: Amen to that.
P: We sat there from nine till quarter past two. // R: I do apologise. // P: Two and a quarter! // R: Five and a
  quarter.
N: Frank blood or streaks? // P: Streaks. // N: Frankly that's better.
P: April's a bad month for my nose. // R: And may it pass. // P: Is that a joke? // R: A poor one.
R: One ninety over a hundred. Again. One eighty-four over ninety-six. // P: It's you. White coat. // R: It's the salt.
K: Pat him. // N: I am. // K: Harder. // N: Rub his back. Up he comes. There!
P: They dug the drain in. // R: The Jackson-Pratt? // P: The grenade thing. // R: That's the one.
K: She's potty about dinosaurs. // N: Roar! // P: Roar. // N: And open wide. Roar!
R: Apgars eight and nine. // K: Out of? // R: Ten. // K: Where'd the one go? // R: Blue hands.
P: Am I on the Tuesday list or the Thursday list? // N: Tuesday. // P: Second Tuesday or this Tuesday?
R: The needle's a twenty-three gauge. // P: And the other? // R: A sixteen. // P: {oath}.
N: Drink this. // P: What is it? // N: Gastrografin. // P: Tastes of aniseed and regret.
P: You look shattered. // R: Thirty hours into a shift. // P: It shows, pet.
""")

_ALONE = templates(r"""
so yeah I was at work at {firmsaid} in {town} and um I just bent down to get this box and my back just went and my
  supervisor {hea} he was like go home and so I went home and my girlfriend {shea} drove me to {sitesaid}
no so what happened was me and {shea} we were up at the lake her folks have a place up in {town} and she goes babe
  your
  lips are blue and I'm like shut up and the doc there {lonedr} I think {lonedr} said it was a p e
and then {hea} rings, no, {heb} rings, because {hea} was at {churchsaid}, and he says is your mam sat down, and I said
  I'm driving, I'm on {roadsaid}, and he says pull over
she was {oldage} when she went, my nan, {sheb}, on {saidday}, same day as the king, and {shec} says well she always
  wanted to make the papers
it was right after we got back from Grandma {shea}'s, so {fixday}, and she had this rash, and Grandma {shea} says heat
  and I says {shea} that is not heat
they put me on the one with the Greek name, not the statin, and I swelled up like a frog, ask {hea}, ask anybody at
  {firmsaid}
I had two brothers, {hea} and {heb}, {hea} passed at {midage} with his heart and {heb} is in {town} with the same
  heart
well I was born in {hometown} but we were only there till I was {smallage} and then Daddy got on at {firmsaid} and we
  moved over to {town}, the brick house on {roadsaid}, it's a tire place now
my surgeon, he's a card, {surgeon:titled}, he says {pt:nick} you have the veins of a boy, and I says what boy, and
  {nurse:given} about died
I can't do {weekday}s because {weekday}s I've got {kin2:given}, that's my {word2}'s, no, that's the {word2},
  {kin2:given},
  she's {kidage}, she's at {nursery} the rest of the week
then this fella from {agency} turns up, {hea} something, {broken:hec:family}-something, with a clipboard
you know where {firmsaid} was? past there, left at {churchsaid}, {housesaid}, green door, if you hit {roadsaid} you've
  gone too far
I took two Tuesday, two Wednesday and then the one, that's five, and it was still a nine out of ten, so I took one
  more
I said to the girl on the desk, I said love, it's {pt:family}, {spells:pt:family}, it's been {pt:family} for
  {count} years, and she's typing away like I'd said Smorgasbord
he's a lovely lad, {hea}, he's only {smallage}, but he will not wear the helmet, {schoolsaid} have rung me twice, Mrs.
  {letter:shea:family} has rung me, the lollipop man's rung me
so the letter says {saidday} and the text says {saidday:2} and the lady on the phone, {shec}, says {saidmonth}, so
  you tell me
oh and I fell out with {shea} over it, {shea:short} that is, not our {sheb}, because {shea} told the whole of
  {churchsaid}
I've had it since {saidyear}, since before {hea} was born, and he's {midage}, and nobody at {sitesaid} ever so much as
  looked, only {dr2:titled}, and {dr2:given} retired to {abroad}
and I says to him, Lord have mercy, I says, if I go in {sitesaid} I'll come out in a box, and {hea} says Ma it's only
  your toe
it comes and goes, it's like a marching band, left right left right, worse in the morning, by noon I'm grand, by four
  I could murder somebody
""")


def _alone(c: Cast) -> Marked:
    """One voice, a story or two without a stop."""
    c.once("patient birth", lambda: c.day.replace(year=c.day.year - c.rng.randint(38, 84), day=1))
    said: Sequence[str] = c.rng.sample(_ALONE, c.pick((1, 1, 2, 3, 4)))
    text = join(*map(c.say, said), sep=c.pick((" ", " ", "\n", ". ")))
    return recorded(c, text)


def _spelt(c: Cast) -> Marked:
    """Names and numbers read out and read back at a desk, line for line."""
    lines = c.rng.sample(_READ, c.rng.randint(2, 9))
    return recorded(c, join(*map(c.say, lines), sep=c.pick(("\n", "\n", " "))))


_READ = templates(r"""
Surname? {pt:family}. {spells:pt:family}.
[[It's|That's]] {spells:pt:family}, {pt:family}, given name {pt:given}.
{pt:given}, {spells:pt:given}, and then {pt:family}, two words, no hyphen.
No, {letter:pt:family} for the first, then {spells:pt:family}. {pt:family}!
I'll read it back: {spells:pt:family}. -- Yes. -- Date of birth {saidborn}. -- Yes.
Begins with a {letter:surgeon:family}. {broken:surgeon:family}-something. {surgeon:family}.
Doctor's name? {dr:family}, {spells:dr:family}, at {sitesaid}.
And {kin:given}'s number? {areasaid}, {grouped:kinphone}. Read it back? {grouped:kinphone}.
Hospital number {grouped:mrn}, that's what's on my band.
Street? {housesaid}. Spell the road? {spells:roadsaid}, like the biscuit, then Road.
Email's {pt:given}, dot, I'll text it you.
Postcode? {intl:tail}. Town? {town}.
Spell it for the tape? {spells:nurse:family}. And {nurse:given}, with one T or two.
Drug? Q, U, E, T, I, A, P, I, N, E. Fifty. One nought nought at night.
Room? Four B. B for bed. Bay? C for chair.
Blood group? A. As in apple? A as in A. Positive or neg? Neg.
The form says X, Y, Z in the corner, and page two of three.
Grid: D, F, N, P, T, X, U, Z, D, F. Both eyes. And again without: E, F, P.
Member number {grouped:plan}, group {grouped:groupno}, through {firmsaid}.
Age? {agesaid}. You don't look {agesaid}. {nextage} in {monthonly}.
Vitamin? D, three. B, twelve. T, D, A, P for the jab. H, P, V for the other.
Say {letter:kin:given} for {kin:given}, and {letter:kin:family}. {kin:given} {kin:family}.
Who took the message? {staff:given}. {spells:staff:given}. Extension {grouped:ext}.
""")


def _either(*makers: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    return lambda c: c.pick(makers)(c)


def _plain(t: Tale) -> Callable[[Cast], Marked]:
    return _either(loose(t, least=2, most=16), excerpt(t, most=8))


TYPES: tuple[NoteType, ...] = (
    NoteType("speak-reception", loose(_DESK, least=1, most=12), 1.8),
    NoteType("speak-pharmacy-counter", loose(_COUNTER, least=1, most=12), 1.6),
    NoteType("speak-ward-round", loose(_ROUND, least=2, most=22), 1.6),
    NoteType("speak-donor-chair", loose(_DONOR, least=1, most=13), 1.0),
    NoteType("speak-mixed-room", loose(_DESK, least=1, most=4, plain=(_NOBODY,)), 1.2),
    NoteType("speak-nobody-named", _plain(_NOBODY), 1.8),
    NoteType("speak-one-voice", _alone, 1.6),
    NoteType("speak-read-out", _spelt, 1.4),
)
