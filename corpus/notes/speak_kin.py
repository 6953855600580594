"""Whole talks in which a family has its say: intensive care, a teenager, a pedigree, a farm, a speech therapist's
room, a psychiatrist's, a community nurse's van."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.speak_kit import excerpt, tale, whole
from corpus.notes.speak_rooms import HEADS

_MEETING = tale(r"""
male 55-74; kin wife f -2; kin2 son m -27; D=dr:Intensivist/Doctor/MD; N=nurse:Nurse/RN; K=kin:Wife; S=kin2:Son;
  C=:Chaplain
D: Thanks for coming in. I'm {dr:given}, {dr:titled}, I've been looking after {pt:given} since {saidday:-3}.
N: {nurse:given}, I'm his nurse today and tomorrow. // C: And I'm just here to sit.
K: I'm {kin:given}, the wife. That's {kin2:given}. {shea}'s on the phone from {abroad}, she's his sister.
S: Can you hear us, {shea}? She's nodding. Go ahead.
D: Tell me about {pt:given}. Before all this. // K: He ran {firmsaid} with {hea}. Thirty years. He never sat down.
S: He was at {schoolsaid:a} the Saturday before, coaching. {smallage}-year-olds. They adore him.
? K: They've made a banner. // S: Spelled {pt:family} wrong. // K: They're {smallage}, {kin2:given}.
D: So, what you've been told so far? // K: That the clot was big. Dr. {letter:dr2:family} drew it on a napkin.
D: {dr2:titled}, from stroke, yes. It's the whole of the left side, and since {fixday:-1} the pressure's up.
S: What's the pressure? // D: Thirty, thirty-five. It should be under twenty. GCS is four.
K: He squeezed my hand, {weekday}. // N: I was there, {kin:given}. It's a reflex, pet. I'm so sorry.
S: What about {sitesaid:a}? {heb}'s brother-in-law had the lid off at {sitesaid:a}. // D: We've spoken to
  {sitesaid:a}. To
  {dr3:family}.
S: And? // D: {dr3:titled} doesn't think it'd bring him back.
K: {oath}. // C: Take your time.
D: Did he ever say what he'd want? // K: When {sheb} was bad he said, don't leave me like {sheb}. // D: {sheb} was?
  // K: His mam.
S: She was {oldage}. He's {agesaid}, he's {agesaid}! He'll be {nextage} on {saidday:25}.
? K: {kin2:given}. Sit down. // S: I'm sat. // N: Have some water, love.
D: I'd suggest we go on till {kin3:given} gets here. // K: She lands {saidday:1}. {town}, then the coach up
  {roadsaid}.
K: And organs? He's on the thing, the register. // D: I'll ask {staff:given} to come and see you. {staff:short}.
C: Would you want Father {hec}? Or is it {churchsaid}? // K: {churchsaid}. {hec}'s dead, God rest him. It's a new
  fella.
N: If the phone drops, {grouped:sitephone}, and ask for bed four, any hour.
K: Bed four. Four's his number. He wore four for {schoolsaid:a}.
""")

_TEEN = tale(r"""
female 14-16; kin mother f 28; D=dr:Doctor/NP/Peds/DR; P=pt:Teen/Patient/Pt; K=kin:Mom/Mother
D: Hey {pt:given}. It's {dr:given}. Do you still go by {pt:nick}? // P: [[Whatever.|{pt:given}'s fine.|Sure.]]
K: She's {agesaid} going on thirty. // P: Mom. // K: What? You'll be {nextage} in {monthonly}, and then you'll
  drive, God help us.
D: What grade's that? // P: Tenth. At {schoolsaid:a}. I was at {schoolsaid:b} but, like, drama.
K: There was a boy. // P: There was not a boy. There was {hea}, and {hea} is gay, Mom.
D: Okay! {kin:given}, I'm going to kick you out for ten minutes, I do it to everyone. // K: I'll be by the fish.
D: So what you say stays here, unless I'm scared for you. Deal? // P: Deal.
D: Who's in the house? // P: Mom, {heb}, my stepdad, and {sheb}, she's {kidage}, she's a gremlin. Dad's in {town}.
D: Friends? // P: {shea}. And {shec}, sort of, since {saidmonth}. We sit with the band kids. I play the horn.
  French, not the other.
D: Any vaping? // P: {shea} has one. It's like, mango. I've done it like twice. Three times, if you count the wedding.
D: I count the wedding. Drinking? // P: At {shea}'s cousin's thing, {fixday:-14}. I threw up on {roadsaid}. Don't tell
  {heb}.
? D: I won't tell {heb}. // P: He'd be so disappointed. He does this face.
D: Mood, zero to ten? // P: Like a six? It was a two at {schoolsaid:b}. // D: And hurting yourself? // P: Not since
  {saidmonth}. I've got {staff:given} now.
D: {staff:given}'s your therapist? // P: {staff:given} with the plants. At {clinic}.
D: Period? // P: First day was {fixday:-11}. It's fine. It's a lot. Like seven days.
D: Hemoglobin's ten point nine, that's low. Ferritin's four. I'll start iron, and maybe Depo or the Nexplanon. // P:
  The arm one? {shec} has the arm one.
D: Does anybody make you feel weird online? // P: Some rando. {letter:hec:given}, he said he's {smallage}. He's like
  {midage}. I blocked him.
D: Good. Want Mom back? // P: Can you tell her the iron's for, like, growing? // D: It's true enough.
K: All done? // D: All done. {pt:given}'s a star. See me {saidday:42}. // K: That's the {schoolsaid:b} game. // P:
  Mom.
""")

_PEDIGREE = tale(r"""
female 31-52; kin mother f 27; G=staff:Counselor/Genetics/GC; P=pt:Client/Patient/Pt; K=kin:Mother
G: I'm going to draw the family, circles for girls, squares for boys. You're the arrow. // P: [[I've always felt
  like an arrow.|Okay.]]
G: You're {agesaid}? // P: {agesaid}. {nextage} on {saidday:30}. // G: Any kids? // P: {shea}, {smallage}, and
  {hea}, {smallage}. Same dad.
G: Brothers, sisters? // P: {sheb}, she's {midage}, she had the lump. {heb}, nothing, he's {midage}. And {hec}, who
  we don't count.
K: {pt:given}! // P: He's a half. He's in {town}. // G: Halves count for half. Do you know his age? // K: {someage}.
G: And {sheb}'s lump was when? // P: {saidmonth}. At {sitesaid}, {dr2:titled}. Left, stage two, the triple one.
G: Triple negative. Did they test her? // P: {dr2:family} did. It's a BRCA, the one, not the two.
G: Now your side, {kin:given}. // K: I'm one of seven. {shec}, dead at {midage}, ovaries. {someone:given}, dead in
  the war. {someone:given}, {oldage} and strong as a horse.
? G: Slow down, slow down. // K: Well there's more, love, we'd no telly.
K: My mother was a {someone:family}, from {hometown}. Her people were from {abroad}. // G: Any Ashkenazi? // K:
  What's that? // P: Jewish, Mam. // K: Methodist.
G: And on your dad's? // P: Dad's a {pt:family}, they all die in tractors.
G: Manchester score's nineteen, so that's a yes for testing. // P: Manchester like the city? // G: Like the city.
G: Cowden, Lynch, Li-Fraumeni, they're all on the panel. // K: Sounds like a firm of solicitors.
P: Does work find out? I'm at {firmsaid:a}. // G: No. Not {firmsaid:a}, not {payer}.
P: And if it's in {shea}? // G: She decides at eighteen. // P: She can't decide on socks.
G: Sign there, and date it, it's {saidday:0}. // P: Is it? It's {hol}! // K: So it is.
G: {grouped:sitephone}, ask for {staff:given}. Not {nurse:given}, she's cardiac. // P: {staff:given}.
  {spells:staff:given}? // G: Perfect.
""")

_FARM = tale(r"""
male 52-78; kin wife f -3; N=nurse:Nurse/DN/CNS/Educator; P=pt:Patient/Pt; K=kin:Wife
N: Shop or kitchen, {pt:nick}? // P: Kitchen. Wipe your feet or {kin:given}'ll have your head.
K: Come in, {nurse:given}, never mind him. Coffee's on. // N: Just water, {kin:given}, I've had six.
N: So, A1c. Nine point one in {saidmonth}, eight two now. // P: Is that the Ozempic? // N: That's the Ozempic and
  {kin:given}.
N: Let's see the log. Two ten, one eighty, two forty, what's this, three sixty-six? // P: That was {hea}'s wedding.
K: {hea:short}, his nephew, over at {churchsaid}. {fixday:-9}. He had the cake and then he had my cake.
P: Was a good cake. // N: Feet up. Any numbness? // P: Like walking on a rug.
N: Ten-gram monofilament. Yes? Yes? Now? // P: {huh}. // N: Now? // P: Nope. // N: Hmm. Charcot's what I worry about.
P: How's {heb}? I heard {heb} lost his. // N: I can't talk about {heb}. // K: His leg, {pt:nick}, say it right.
  {heb:family} from out on {roadsaid}.
N: When were your eyes done? // P: {sitesaid}, {saidyear}. // K: It was {saidmonth}, {dr2:titled}, I drove you. We
  ate at {firmsaid}.
? N: You remember everything. // K: Somebody has to. He'd forget his own birthday. // P: {saidborn}. So there.
N: Needles, who's giving them? // K: Me. He faints. A man who's pulled calves since he was {smallage}.
P: It's different when it's you. // N: It surely is. Rotate the sites, belly, thigh, other thigh.
N: Still selling to {firmsaid:a}? // P: {firmsaid:a} went under. {firmsaid} takes the lot now, up in {town}.
N: Who's helping with the beasts? // P: {hec}, he's {smallage}, he's {shea}'s youngest. Good worker. Drives like a
  lunatic.
N: Sick day rules? // K: Drink, check, don't stop the long one, ring you. // N: Gold star.
N: Next is {saidday:84}. I'm at the {town} clinic that week, can you come in? // P: If the hay's in. // N: {mobile},
  text me if it rains.
""")

_SPEECH = tale(r"""
male 4-6; kin mother f 30; S=staff:SLP/Therapist/SLT; P=pt:Child/Boy; K=kin:Mum/Mom
S: Hello {pt:nick}! Who's this? // P: [[Dis is my wabbit.|{pt:nick}.|Not telling.]]
S: How old are you? // P: [[I'm {agesaid}.|{agesaid}. No, {nextage}.|This many.]] // K: He's {agesaid}. He's
  {nextage} in
  {monthonly}, we say, don't we?
S: And what's your teacher called? // P: Missus {letter:shea:family}. // K: {shea:titled}, at {schoolsaid}. He can't
  do the whole of it.
S: Let's look at pictures. What's this? // P: Tup. // S: Cup. And this? // P: Tate. // S: Cake. With candles!
S: Say car. // P: Tar. // S: Key. // P: Tea. // S: Sun. // P: Dun. // S: Fronting and stopping, then.
? K: His brother {hea} did that till he was {smallage}. // S: And how's {hea}? // K: Never shuts up. // S: (laughs)
  There's hope.
P: {hea} bwoke my digger. // S: Did he! When? // P: Yesterday. Last week. // K: This morning.
S: Who does he play with? // K: {heb} next door, they're thick as thieves. And {sheb}, at {nursery}, she bosses him.
S: What do they speak at Gran's? // K: Polish. {shec}, my mam, she's in {town}, he's there {weekday}s.
S: Ears checked? // K: {fixday:-40}, at {sitesaid}. Glue ear, {dr:titled} says wait and see.
S: On the DEAP he's at the fourth percentile, on the CELF, eighty-four. // K: Out of? // S: A hundred's the middle.
P: I want go home. // S: Two more! What says moo? // P: A tow. // S: A cow. And what says woof? // P: Nana's house.
K: We can't do mornings, I'm at {firmsaid}. // S: {weekday}s at four, from {saidday:14}? // K: His dad can, {hec}.
  We're not together. {grouped:kinphone} is me.
S: Bye bye, {pt:nick}. // P: Bye bye, {staff:given}. // K: He said it! He said {staff:given}!
""")

_ALL = (_MEETING, _TEEN, _PEDIGREE, _FARM, _SPEECH)

TYPES: tuple[NoteType, ...] = (
    NoteType("speak-intensive-meeting", whole(_MEETING, heads=HEADS), 1.2),
    NoteType("speak-teenager", whole(_TEEN, heads=HEADS), 1.2),
    NoteType("speak-pedigree", whole(_PEDIGREE, heads=HEADS), 1.0),
    NoteType("speak-farm-kitchen", whole(_FARM, heads=HEADS), 1.0),
    NoteType("speak-speech-therapist", whole(_SPEECH, heads=HEADS), 1.0),
    NoteType("speak-kin-excerpt", excerpt(*_ALL), 1.6),
)
