"""Whole talks in consulting rooms, each a story from its beginning to its end: doctors, nurses, relatives, children."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.speak_kit import excerpt, tale, whole

HEADS = templates(r"""
Transcript, {site}, {dept}. Recorded with consent.
[Audio file {docid}.wav -- begin]
{fulldate} / clinic room {room} / scribe: {author:initials}
AI scribe draft - not reviewed by {dr:titled}
Visit recorded {saidday} for {pt:short}, {mrn}
VERBATIM. Present: {dr:full}, {pt:full}, {kin:full}.
(transcribed by {author:short} from tape)
Start of recording.
WEBVTT
Encounter {visit}, {pt:last_first}
""")

_FALLS = tale(r"""
female 79-88; kin daughter f -27; D=dr:GP/Doctor/Dr/DR; P=pt:Patient/Pt/PT; K=kin:Daughter/Dtr/Fam
D: [[So how have you been since, what was it, since the fall?|Right. Remind me when we last met.]]
P: [[Well|Ooh, well]], {shea}, that's my niece, she's been stopping with me. Over on {roadsaid}, past {firmsaid}.
K: Mum, {shea} went home on {weekday}.
P: Did she? Well. She was there.
D: And any more falls, {pt:given}?
P: One. On {fixday}. {oath}, my hip.
K: It was {saidday:-9}, I was at {firmsaid} when {hea} from next door rang me.
? D: {hea} found you, did he? // P: {hea} and his lad. Lifted me like a sack of spuds.
D: And you're {agesaid} now?
P: I'll be {nextage} in {monthonly} if the good Lord's willing.
? K: She tells everyone she's {someage}. // P: I do not.
D: Did you hit your head?
P: Only on the commode. It came off worse.
D: So, stand up for me, hold your arms out. Romberg's fine. Up and go, {count} seconds.
? P: Is that a pass? // D: It's a could do better.
K: Dr. {letter:dr2:family} at {sitesaid} said it might be the water tablets.
D: {dr2:family}? I've a letter from {dr2:titled} here, dated {saidday:-30}. Sitting one forty over eighty, standing
  one oh five.
P: He was lovely. Or was he the other one? {lone}, was it?
? K: No, Mum, {lone} was the vet. // P: Well, he was lovely too.
D: I'd stop the amlodipine. One less thing. And who's with you at night?
P: Nobody. {heb} died in {saidmonth}. It'd have been our diamond, the {nth}.
D: I'm sorry, I remember {heb}.
K: We did look at {homesaid:a}. And {homesaid}, but that's nine hundred a week.
P: I'm not going in {homesaid:a}. {sheb} went in {homesaid:a} and never came out.
? D: Who's {sheb}? // P: {sheb:short}. We were at {schoolsaid} together. Hats and all.
D: What about a pendant alarm, would you wear it?
P: I'd wear it if {kin:given} stops mithering.
K: {mrs} {letter:pt:family}, everyone. The most stubborn woman in {town}.
D: I'll ask {nurse:given} to pop round {weekday} and do the bloods. Is it still {housesaid}?
P: It is. Mind the step, the bell doesn't work, ask {nurse:given} to knock.
D: And I'll see you again [[in four weeks|the week of {saidday:28}]]. // P: {huh}. God willing.
""")

_TODDLER = tale(r"""
any 2-4; kin mother f 29; kin2 brother m 5; D=dr:Pediatrician/Dr/MD; K=kin:Mom/Mum/Mother; P=pt:Child/Kid/Toddler;
  N=nurse:Nurse/MA
N: I've got {pt:given} {pt:family}, [[up to the line|shoes off]], thirteen point two kilos, ninety-one centimetres.
D: Hi there, {pt:nick}! [[Is that a dragon?|Wow, is that a digger?|What's on your shirt?]] And how old are you?
P: [[(holds up fingers)|{agesaid}!|I not telling.|{huh}.]]
K: {pt:nick}, tell the doctor. {He}'s {agesaid}, {he}'ll be {nextage} [[on|the week of]] {saidday:40}.
D: Okay, Mom, what's going on?
K: So {he} won't eat anything since Tuesday, and {he} threw up at {nursery}, Miss {letter:shea} called me at work.
D: Which day was that?
K: {fixday:-3}. Whatever day they had the bouncy castle.
? D: And where's work? // K: {firmsaid}. I do the {weekday} shift and {his} dad does nights, so we're like ships.
D: Any fever? // K: A hundred and one point four on the forehead thing. A hundred and two with the ear one.
K: I gave five mils of the Motrin and then Tylenol, I alternate, like {nurse:given} showed me last time.
? N: That's right, three and six. // K: Thank you, {nurse:given}. I thought I was going crazy.
D: Is {kin2:given} sick too?
K: {kin2:given} had it last week. He's {agesaid:kin2}, he's at {schoolsaid}, it's all over his class. Mrs.
  {sheb:family}'s out, even.
P: [[{kin2:given} frowed up on da cat.|I want {kin2:given}.|Wanna go home.|No no no!]]
D: Did he! Poor cat. Can I look in your ears, {pt:given}? Is there a bunny in there?
P: [[Noooo.|Ow.|{huh}.]]
D: Left drum's pink, not bulging. Throat's a bit red. Belly's soft. Good strong cry.
K: It's not Kawasaki, is it? I was up all night on Google.
D: No Kawasaki, no Koplik spots, nothing with a scary name. It's a virus, probably Coxsackie.
? K: My mother-in-law says it's teeth. // D: With respect to Grandma {shec}, it's not teeth.
K: And we're flying to {abroad} on {saidday:12}. Are we okay to fly?
D: Should be. Who's there, family? // K: My folks. They've got a place in {abroad}. // D: Nice.
D: Now, shots. {He} missed the hep A, {he} was here {saidmonth} with Dr. {letter:dr2:family}.
K: {dr2:titled} said {he} was too snotty. // D: Snot's not a reason. {nurse:given}, can we do it today?
N: Sure thing. Left thigh. {pt:nick}, want a dinosaur sticker or a rocket one?
P: [[Dinosauw.|Wocket.|Bof.]]
? K: Say thank you, {nurse:given}. // P: Fank you, {nurse:given}.
D: Call if there's no wet diaper for eight hours. You have the line? // K: {areasaid}, {grouped:sitephone}. It's on
  my fridge.
""")

_KNEE = tale(r"""
male 16-19; kin mother f 27; T=staff:PT/Physio/Therapist; P=pt:Athlete/Patient/Pt; K=kin:Mom/Mum
T: Give me ten more. Nice. And pause. // P: This is brutal, {staff:given}.
T: I know. How's school? // P: {schoolsaid:a}? Same. We lost to {schoolsaid:b} {tally}.
T: And Coach {hea:family} wants you back when?
P: Homecoming. {fixday:30}. I gotta ask my mom.
K: It's {saidday:31}, and Coach doesn't get a vote.
T: That's eight weeks from surgery. {surgeon:titled} said twelve.
P: Coach doesn't care what {surgeon:family} said. No offence. Coach blew out his own in like {saidyear}.
? T: Did {hea} ever get it fixed? // K: {hea:titled} walks like a pirate. You tell me.
T: Okay, quads, leg extension, four sets of twelve. Then Nordics, then Copenhagens.
P: Copenhagens can die in a fire. // T: Russian hamstring, then. // P: Is anything here American? // T: Romanian
  deadlifts?
? P: Does the graft hurt less than {heb}'s? // T: I can't talk about {heb}. // P: He told everybody. It's on his
  Insta.
T: Lachman's tight. Heel to butt is a hundred and twenty. Swelling's gone.
P: My grandma says it's the weather knee. // T: Which grandma? // P: {shea}. {shea:titled}, she's {oldage}, she
  still skis.
T: [[Who's driving|Who brought]] you? // P: {sheb}, my girlfriend. She's in the lot, the grey {car}.
K: He is not to drive that thing. // P: Mom. // K: {pt:full}. I mean it.
T: Ha, the full name. Single-leg hop, three, two, one. Eighty-eight percent of the good side.
? K: Is that enough? // T: Ninety's the line. So close. Give it till the {nth}.
P: [[So no {schoolsaid:b} game.|So I miss the derby.]] // T: There'll be scouts next year. {surgeon:given} played at
  {schoolsaid} on a bad ACL. // P: Seriously?
T: Same time {weekday}? I'm out, you'll have {nurse:given}, she's tougher. // P: {oath}.
K: Put it under my name, {kin:family}, not his father's. // T: {spells:kin:family}? // K: That's it.
""")

_COUPLE = tale(r"""
any 27-45; T=dr:Therapist/Clinician/TH; P=pt:Client/Cl
T: [[You froze for a sec. There you are.|Can you hear me? You're on mute. Okay.]] Where are you today?
P: In the car. Outside {firmsaid:a}, on {roadsaid}. It's the only place {hea} isn't.
T: For the record, if we drop, I call you at {grouped:mobile}? // P: Yeah, that's still me.
T: Last week you mentioned {hea}'s mother.
P: {shea}. Yeah. She's in {town}. He goes quiet and then he calls {shea}. Like I'm not sitting right there.
T: And what do you feel then? // P: Rage? And then, like, I'm {smallage} again and Dad's leaving.
T: You were {smallage} when he left? // P: {smallage}, nearly {smallage}. It was {monthonly}, we'd just moved to
  {town}.
? P: {sheb} was {smallage}. She doesn't remember. // T: {sheb} is your sister. // P: Half. Yeah.
T: Who else knows how bad it gets?
P: {heb}, at work. {heb:short}. He covered for me {fixday:-6}, I just sat in the walk-in freezer and cried.
? T: At {firmsaid:b}? // P: {firmsaid:b}, yeah. They're good people. {shec} in HR isn't.
T: Mm. Did the skill help? Five things you see, four you hear?
P: I got to like three. Grace under pressure, that's me.
T: The PHQ was {count}, down from {count}. // P: Is that a pass?
P: And then he goes, you sound like your mother. And I said, don't you dare bring {sheb} into it, or faith, or any
  of it.
T: Faith? // P: Like, religion. He's at {churchsaid}. I'm at nothing.
? T: Would Pastor {letter:heb:family} be somebody you'd both see? // P: God, no. He married us. He's {oldage}. He'd
  faint.
T: Any thoughts of not being here? // P: No. Not since {saidmonth}. I'd tell you. I've got the dog.
T: And the drinking? // P: Two, Friday. Bill came round, I mean the gas bill, not a Bill. So, three.
T: What would it look like to ask for what you need?
P: It'd look like me in {hometown} with my suitcase. // T: [[(laughs)|Okay. Say more.]]
? P: I grew up there. {roadsaid}, above {firmsaid}. I could draw you every crack in that pavement.
T: We have five minutes. Same time [[on|]] {saidday:7}? // P: Can't, it's {hol}. The week after.
P: Oh, and {insurer} wants a form. // T: Send it to {dremail}, I'll do it tonight.
T: Take care, {pt:given}. // P: Bye, {letter:dr:titled}.
""")

_MEMORY = tale(r"""
male 71-85; kin wife f -3; kin2 daughter f -27; D=dr:Doctor/Consultant/Dr; P=pt:Patient/Pt; K=kin:Wife/Spouse
D: Morning, come in. Is it Mr {pt:family} or {pt:given}? // P: {pt:nick}. Only the bank says {pt:given}.
D: And this is your wife? // K: {kin:given}. I'm the memory. (laughs)
D: {pt:nick}, can you tell me what day it is? // P: {weekday}. It's the day after yesterday. Ask me a hard one.
D: And the date? // P: The... {fixday:0}. Somewhere there.
D: What's the year? // P: {saidyear}. No. That's when we got married.
K: [[We did not.|It was {saidyear}, you donkey.]]
D: Who's on the throne? // P: Some fella with ears.
D: Where are we now? // P: {sitesaid}. I laid the drains here, with {firmsaid}, in {saidyear}.
? K: He did. Him and {hea}. // P: {hea:full}. Best man I ever worked with. Dead now.
D: I'm going to say some words: {recall}. Can you say them back?
P: The first two, easy. Was there a daisy? // D: [[Maybe.|Go on.]] // P: {namesake} was my mother-in-law.
  {sheb:full} on her stone.
D: Start at a hundred and take away seven. // P: Ninety-three. Eighty-six. Seventy... nine. Do I have to?
D: Draw me a clock, ten past eleven. // P: There. It's melted a bit.
D: Words beginning with F, one minute. // P: Fish. Finger. Friday. {oath}. Frank. // K: No names, love. // P: Frank
  as in honest!
D: [[Twenty-one|Nineteen|Twenty-four]] out of thirty. // K: It was {count} in {saidmonth}, Dr. {letter:dr2:family}
  did it at {sitesaid}.
K: He went out in the car on {saidday:-12} and they found him in {town}. Forty miles. By {firmsaid}.
P: I was going to see our {kin2:given}. // K: {kin2:given} lives in {abroad}, {pt:nick}. Since {saidyear}.
? D: Is {kin2:given} your eldest? // K: {kin2:given}, then {heb}, then {shea}, she's {midage}.
D: Any trouble with the stove, the bills? // K: I hide the chequebook. {heb} does the online.
D: The scan shows small vessel change. It isn't pure Alzheimer's, it isn't Lewy body, it isn't Pick's.
P: Who's Lewy? // D: A German. // P: I knew a {hec}. {hec:short}. He was from {town} way.
D: We'd think about donepezil, five at night. // K: And the driving? // D: I'm afraid that's a no for now.
P: {agesaid} years old and grounded. // D: You're {agesaid}, are you? // K: {agesaid}. He's got that right, God love
  him.
D: {nurse:given} from the memory team will ring, are you still at {housesaid}? // K: We are. Ask for {kin:given}.
? K: I go to the carers' thing at {churchsaid}, {weekday}s. {shec} runs it. // D: Keep going.
""")

_RESULT = tale(r"""
male 58-76; kin wife f -2; D=surgeon:Consultant/Surgeon/Dr; N=nurse:Nurse/CNS; P=pt:Patient; K=kin:Wife
D: Come in, {pt:given}. [[And you've brought back-up.|And you must be {kin:given}.]] // K: I'm the wife. I write it
  all down.
D: This is {nurse:given}, {nurse:short}, she's the specialist nurse. // N: Hello, we spoke on the phone, {saidday:-5}.
D: So the biopsy. It's a Gleason seven, three plus four. // P: Is that bad? // D: Frankly, it's middling.
K: Say that again? G, L, E, A, S, O, N? // N: That's it. I'll give you the leaflet.
D: PSA was eleven point two, the MRI's a PIRADS four on the left. Bone scan's clean.
P: My father had it. Died at {oldage}. In {sitesaid}, back home. // D: Where's home? // P: {abroad}.
K: And {hea}, your brother. // P: {hea} had the seeds. At {sitesaid}. Doctor {broken:dr3:family}-something.
  {dr3:family}.
? D: {dr3:family}, yes, I trained with {dr3:titled}. // K: Small world.
P: What would you do if it was your dad? // D: My father had the surgery. In {town}, at {sitesaid}. He's {oldage}.
N: There's a group on the {nth} at {churchsaid} hall, men only. {heb} runs it, he's a scream. {heb:short}.
? P: I'm not a joiner. // K: You joined {firmsaid} for forty years, you can join a tea and biscuits.
D: Option one's watch and wait. Option two's robotic, the da Vinci. Option three's radiotherapy, {count} sessions.
P: Where'd that be? // D: {town}. They'd send a car.
K: We've {shea}'s wedding on {saidday:45}. And {kin2:given} flies in {fixday:40}. // D: We'd work around the wedding.
P: Is it {saidday:60} at the latest? // D: No rush. Weeks not days.
D: Leaks and erections, I'm going to be frank. // P: Be my guest. // K: He's never been frank in his life,
  {surgeon:given}. // D: Ha.
N: [[If you think of anything|Any worries]], it's {grouped:sitephone}, and ask for {nurse:given} or {nurse2:given}.
K: How's {nurse2:given} spelled? // N: {spells:nurse2:given}. // K: Thank you.
P: Right. Home, James. // K: Every time he says it.
""")

_INTERPRETED = tale(r"""
female 55-72; kin son m -26; D=dr:Provider/Doctor/MD; I=:Interpreter/INT/Int; P=pt:Patient/PT; K=kin:Son
I: Interpreter {grouped:badge}, my name is {staff:given}. // D: Hi, {staff:given}. I'm {dr:titled}, with {pt:titled}.
D: [[Can you ask|Please ask]] how long she's had the pain? // P: [[(speaks Quechua)|(non-English speech)|(in
  Tamil)|<speaks Tigrinya>]]
I: She says since the baptism of her grandson, that was the Sunday before {hol}. // D: So {monthonly}? // I: She
  says yes.
I: She was in {abroad} then. Her son {kin:given} brought her here on {saidday:-20}.
K: It was {fixday:-20}. We landed at night. // D: And you're {kin:given}? // K: Yes. {spells:kin:given}.
D: How old is {pt:titled}? The chart has nothing. // I: She says {agesaid}. Maybe {nextage}. She says nobody wrote it.
K: Her card says {saidborn} but that's what the embassy put.
? I: The interpreter would like to clarify, they put any day when the date is unknown.
D: Has she had surgery? // I: In her town, {hometown}, the gallbladder. A Cuban doctor, she doesn't remember, maybe
  {hec:family}.
P: {hec:family}! [[(speaks)|Sí, sí.|Haan.]] // I: Yes, she says {hec:family}, very tall.
D: Who's at home? // I: {kin:given}, his wife {shea}, and the children, {heb} and {sheb}. And a lady, {shec}, who
  rents.
D: Any TB? // I: Her husband, {hea}, he was coughing in the camp. He died at {midage}. // D: I'm sorry.
I: She says it is written. It's an expression. // D: Sure.
D: What does she take? // I: White pill, for the pressure. And leaves from {firmsaid}, the shop. She says tea of
  hibiscus.
? D: Rose hips? // I: Hibiscus. H, I, B, I, S, C, U, S. // D: Got it.
D: I'd like an H. pylori and a scope. It's a camera. // P: [[(laughs)|Ay.|{oath}.]] // I: She asks will it take
  pictures of her sins.
D: (laughs) Tell her only the stomach. // I: She likes you. She calls you daughter-doctor.
K: My aunt in {town}, {sheb:given}, no, that's my daughter. {someone:given}. She had cancer there, the stomach. //
  D: Her sister? // K: Yes.
D: Which pharmacy? // K: {firmsaid}, on {roadsaid}. // D: And a phone? // K: Mine. {areasaid}, {grouped:kinphone}.
D: Repeat it back? // I: One capsule before breakfast, no aspirin, come back {saidday:14} at ten. // D: Perfect.
I: Interpreter {grouped:badge} signing off. // D: Thank you, {staff:given}. // P: {huh}, doctora.
""")

_ALL = (_FALLS, _TODDLER, _KNEE, _COUPLE, _MEMORY, _RESULT, _INTERPRETED)

TYPES: tuple[NoteType, ...] = (
    NoteType("speak-falls-visit", whole(_FALLS, heads=HEADS), 1.2),
    NoteType("speak-toddler-visit", whole(_TODDLER, heads=HEADS), 1.3),
    NoteType("speak-knee-gym", whole(_KNEE, heads=HEADS), 1.0),
    NoteType("speak-teletherapy", whole(_COUPLE, heads=HEADS), 1.3),
    NoteType("speak-memory-clinic", whole(_MEMORY, heads=HEADS), 1.2),
    NoteType("speak-result-talk", whole(_RESULT, heads=HEADS), 1.0),
    NoteType("speak-interpreter-story", whole(_INTERPRETED, heads=HEADS), 1.2),
    NoteType("speak-room-excerpt", excerpt(*_ALL), 2.0),
)
