"""Whole talks at home and at the bedside: therapists, midwives, hospice, social work, chaplains; and at the optician's,
the dentist's and in an emergency department."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.speak_kit import excerpt, tale, whole
from corpus.notes.speak_rooms import HEADS

_HOME = tale(r"""
any 74-90; kin son m -29; T=staff:OT/Therapist; P=pt:Pt/Client/Patient; K=kin:Son
T: [[Hiya, is it|Hello, is this]] {pt:given}? // P: {pt:nick}. Nobody calls me {pt:given}, only the bank.
T: {pt:nick}, I'm {staff:given} from the falls team. Can I come in? // P: Mind the cat, she'll have your ankles.
T: Lovely bungalow. How long've you been here? // P: Since {shea} died. {saidmonth}.
T: And before? // P: {roadsaid}, over the butcher's, {hea:family}'s. {firmsaid} now.
? P: We had the one room and a tin bath, and {sheb:titled} below banging with a broom. // T: Happy days.
T: So the stairs, the bath, the bed. Shall we have a wander? // P: Have a wander, love, it won't take long.
T: Right, that mat's a death trap. // P: That mat's from {abroad}. {kin:given} carried it on the plane.
K: I've told {him}. // T: Oh hello! // K: {kin:given}. I'm the son. Just back from {firmsaid}.
T: Are you local? // K: {town}. Forty minutes. An hour if {roadsaid} is up.
T: Who else pops in? // P: {heb} across the landing. {mrs} {letter:sheb:family} did, but she's in {homesaid} now.
? K: {heb}'s {oldage:b} if he's a day. // P: He's {oldage:b}. Same school. {schoolsaid}, class of {saidyear}.
T: Any falls since {saidday:-20}? // P: A slide. Not a fall. {fixday:-8}.
T: You slid. // P: Off the bed like butter. Grace of God I had the pendant.
K: The pendant people rang me, {firmsaid}, they said, is that {kin:titled}, I nearly died.
T: Okay. Perching stool, two grab rails, and a raiser. Barthel sixteen out of twenty, that's not bad.
P: Will I get it before {hol}? // T: Should do. {hea:given} does the deliveries, {weekday}s.
T: And the kettle, can you lift it? // P: Half full. April showers, May flowers, tea at four.
T: Phone number for the key safe people? // K: Mine. {grouped:kinphone}. Don't give them {his}.
T: And the GP's still {pcp:titled}? // P: {pcp:family} left. It's a young one, {newdr:given} somebody.
K: {newdr:given} with the beard. At {sitesaid}, on {roadsaid}.
T: Lovely. Ta for the tea, {pt:nick}. // P: You never drank it!
""")

_HOSPICE = tale(r"""
male 76-93; kin daughter f -28; kin2 daughter f -26; kin3 grandson m -55; N=nurse:Nurse/RN/Hospice; P=pt:Patient/Pt;
  K=kin:Daughter
N: Knock knock. Mr. {pt:family}? // P: Come on in, it's open.
N: I'm {nurse:given} with {clinic}. We talked yesterday? // P: You're the one with the accent.
N: Guilty. I'm from {town}. // P: My wife's people were from {hometown}. The {shea:family}s.
N: I went to school with a {shea:family}! {hea:short}. // P: That'd be {shea}'s cousin. He ran {firmsaid}.
N: Small world. Now, how's the pain, one to ten? // P: Oh, a four. Six when I turn over.
K: He won't push the button. // P: {kin:given} thinks I'm a martyr. // K: Saint {pt:given}, pray for us.
N: Is that Dilaudid still at point two? // K: Point two, every ten minutes. Dr. {letter:dr:family} put it up on
  {saidday:-2}.
N: And his bowels? // K: {fixday:-3}. I wrote it on the fridge. // N: You're an angel.
? P: She used to be a hellion. Ask them at {schoolsaid}. // K: Daddy.
N: What did you do, Mr. {pt:family}? // P: Ran a lathe at {firmsaid}. {count} years. Lost this finger there,
  {saidmonth}.
N: And your wife? // P: {shea}. Passed {saidyear}. She's over at {churchsaid}, in the churchyard, next to the baby.
? N: There was a baby? // P: {heb}. He'd be {midage} now.
N: Would you like the chaplain? // P: The reverend comes. {hec}, from {churchsaid}. He talks and I sleep.
K: {kin2:given} is driving from {town}, and {kin3:given} can't get leave, he's at {firmsaid}.
N: When does {kin2:given} get here? // K: She said {fixday:1}. // P: She'll be late to my funeral, that one.
N: Heart's one ten, resps twenty-two, ox is eighty-eight on two liters. Feet are cool.
K: Is that... // N: It's the start of the change, honey. Days, I'd think. Maybe the week.
P: I'm {agesaid}. I'd like to see {nextage}. What's today? // N: {saidday:0}. // P: Then it's close.
N: We'll get there. If you need me, it's {grouped:sitephone}, any hour, say it's for {pt:family}, {spells:pt:family}.
K: Does the funeral home need to know? // N: Who've you got? // K: {hea:family} and Sons, on {roadsaid}.
N: Good folks. Bless you both. // P: Drive careful, {town}. // N: (laughs) Yes, sir.
""")

_BOOKING = tale(r"""
female 21-39; kin partner m 2; kin2 mother f 25; M=nurse:Midwife/MW; P=pt:Woman/Client/Mum; K=kin:Partner/Dad
M: Hi {pt:given}, I'm {nurse:given}, I'll be your midwife. And who've you brought? // P: This is {kin:given}.
M: Is it {pt:family}, or have you changed it? // P: Still {pt:family}. We're doing it properly in {monthonly}.
M: Date of birth? // P: {saidborn}. // M: So you're {agesaid}. // P: {nextage} on my next one. Don't.
M: First day of the last period? // P: {fixday:-60}. I've an app.
M: That makes you eight and five. Due date's [[about|around]] {saidday:220}. // K: That's {hea}'s birthday! // P:
  His brother. // M: Aw.
M: Any pregnancies before? // P: One. {shea}. She's {kidage}. She's at my mum's.
M: And how was that? // P: Emergency section at {sitesaid}. {dr2:titled}, lovely man. {heb}'s breech, no, sorry,
  that's my sister's.
? M: Whose is {heb}? // P: {sheb}'s. My sister. They're in {town}, on {roadsaid}.
M: Anything in the family? Twins, spina bifida, sickle? // K: My aunt {shec} had twins. // M: Your side doesn't
  count. // K: Charming.
M: Rhesus negative last time, is that right? // P: I had the jab, yeah.
M: Smoking? // P: Gave up {saidmonth}. // K: Mostly. // P: {kin:given}!
M: Blow in here for me. Four. Hmm. // P: It's the bus stop. Honest.
M: BMI's twenty-six, BP's one ten over sixty-eight. // P: Is that good? // M: Couldn't be better.
M: What's work? // P: {firmsaid}, on tills. // M: On your feet? // P: All day. {hec}'s good about it, he's the
  manager.
K: I'm at {firmsaid}, so nights, mostly. // M: So who's with you? // P: {sheb}, or Mam. Mam's {agesaid:kin2}, she's
  fitter than me.
M: I have to ask this with Dad out of the room. {kin:given}, d'you want to grab a coffee? // K: Righto.
M: Do you feel safe with {kin:given}? // P: Oh yeah. Soft as butter. My ex wasn't. {hea:family}. He's inside.
? M: Does he know where you are? // P: He thinks I'm still at {housesaid}. // M: I'll put a flag on.
M: So bloods today, scan on {saidday:25}, and I'm on {grouped:mobile}, texts only.
P: Is it Grace ward or Hope ward for the scan? // M: Neither, it's ultrasound, follow the green line.
M: Any names yet? // P: {someone:given} if it's a girl. // K: Over my dead body. // P: Or {someone:given}.
""")

_SOCIAL = tale(r"""
male 73-90; kin daughter f -28; S=staff:Social worker/SW/LCSW; K=kin:Daughter/Family; P=pt:Patient
S: Hi {kin:given}, I'm {staff:given}, the social worker. Is this a good time? // K: As good as any. They just took
  him for the scan.
S: Okay. So I understand your dad, Mr. {pt:family}, lives alone? // K: With my brother {hea}. But {hea}'s on second
  shift at {firmsaid}, so.
S: So nobody's there from three to midnight. // K: {shea:titled} from across the hall looks in. {shea}. She's
  {oldage}.
S: And you're in {town}? // K: {town}. Well, {roadsaid}, it's really {town}, but nobody says that.
S: Is there a power of attorney? // K: Me and {heb}. {kin:short} and {heb:short}. {lawyer:titled} has it,
  {lawyer:family} and something.
S: Could you get me a copy? // K: I'll have {lawyer:given} fax it. What's the fax? // S: {grouped:sitefax}.
S: Veteran? // K: Army. He never talks about it. There's a card, {grouped:vaid}.
S: Have you thought about places? // K: We toured {homesaid} on Saturday. And the one by the church. {homesaid:b}.
S: {homesaid:b} has a bed from {saidday:3}. // K: Is that the one off {roadsaid}? It smelled. // S: They've a new
  director, {sheb:short}.
? K: {sheb:family}? Any relation to the dentist? // S: I couldn't tell you. // K: Everybody's related in {county}.
S: {payer} will want the PT notes, and then it's usually two days. // K: They said {fixday:2} on the phone. Some
  {shec:given}.
S: {shec} from utilization? Okay. I'll ring {shec}.
K: What does it cost, if {payer} says no? // S: Three twenty a day, about. // K: {oath}.
S: Can I ask about alcohol? // K: He's a beer man. They cap the bill for him at {firmsaid}. // S: The bill? // K:
  The bar bill. {heb:family}'s idea.
S: And guns in the home? // K: A deer rifle. {hea} has the bolt. // S: Good.
P: Is that my {kin:given}? // K: Hi Daddy. This is {staff:given}. She's finding you a spot. // P: I got a spot.
  {housesaid}.
P: I'm {agesaid}, I've had {count} operations, and I'm going home. // S: We hear you, Mr. {pt:family}.
? P: Get me {dr:titled}. {dr:family} said Friday. // K: {dr:titled} said maybe Friday.
S: How about this, a trial, fourteen days, and {hea} switches to days? // K: He'd have to ask {heb:given}'s wife,
  she does the schedule.
S: Here's my direct line, {grouped:drphone}, extension's on the card. // K: {staff:given} with one L? // S:
  {spells:staff:given}.
""")

_WORKHURT = tale(r"""
male 22-58; D=dr:Doctor/Registrar/Reg; P=pt:Patient/Pt; N=nurse:Nurse/RN
N: What've you done to yourself, mate? // P: Had a blue with a grinder. Grinder won.
N: Name? // P: {pt:nick} {pt:family}. {pt:full}, if me mum's asking. // N: D.O.B.? // P: {saidborn}.
N: Where was this? // P: {firmsaid}, out at {town}. Bit of cash work for me mate {hea}. {hea:full}. Don't tell the
  tax, eh.
N: When? // P: Half an hour ago. Half seven? {shea} drove me, she's parking. She's the missus.
D: G'day, I'm {dr:given}. Wiggle your fingers? // P: They wiggle. // D: Can you feel this? Sharp, dull? // P: Yeah,
  nah. Nah.
D: Index and middle, palmar digital nerve maybe. Cap refill's two seconds. // P: In English? // D: I'll get plastics.
D: When was your last tetanus? // P: {oath}, dunno. Year nine? At {schoolsaid}. // D: We'll give you one.
? P: Who's your specialist, not {lone} again? // D: No, {dr2:given}. {dr2:titled}. // P: Sweet. {lone} did me thumb.
  Look at it.
D: Any other problems? // P: Lung collapsed, {saidmonth}. At {sitesaid:a}. // D: {sitesaid:a} or {sitesaid}? // P: The
  first one. The other was for the ankle.
D: Smoke? // P: Twenty a day. Don't start.
N: Next of kin? // P: {shea}. Same surname, near enough. {shea:family}. {spells:shea:family}. // N: And her number?
  // P: {grouped:kinphone}.
N: And it's a work injury, so I need the boss. // P: {hea}'s the boss. Well, {heb} is, on paper. {firmsaid},
  {roadsaid}.
D: X-ray's got no metal. Lignocaine, ten mils, one percent. Sharp scratch. // P: You call that a scratch? Holy Mary.
D: You're {agesaid}, hey? Same as my brother. He's a chippie in {hometown}. // P: Poor bugger.
N: {dr2:given} can do you at {sitesaid} on {saidday:1}, seven a.m., nothing to eat. // P: Who's gunna drive? // N:
  {shea}?
P: {shea}'s on at {firmsaid}. I'll get {hec}, he owes me. // N: Sorted. // P: Cheers, {nurse:given}. Cheers, doc.
""")

_EYES = tale(r"""
any 46-83; O=dr:Optician/Optom/OO; P=pt:Patient/Px
O: Is it {pt:titled}? I'm {dr:given}. Chin on the rest for me. // P: Morning. It's usually {dr2:given}.
O: {dr2:given}'s on a course in {town}. Read me the lowest line you can. // P: {eyes}... is that a Z?
O: Good. And this eye? // P: {eyes}. // O: Any on the next? // P: {eyes}? Guessing now.
O: Better one, or better two? // P: Two. No. One. They're the same. // O: That's allowed.
O: And any glaucoma in the family? // P: My brother {hea} has it. Sees a Dr. {letter:dr3:family}, {dr3:family}, up
  in {town}.
O: How old was he? // P: {midage}, {midage}, something like that. And our mam went blind, {oldage} she was.
? O: Was that the macular? // P: The sugar. // O: Diabetes, right.
O: Pressures are seventeen and nineteen. I'd like a field. Press when you see the spark. // P: {huh}. Was that one?
  // O: Don't chase them.
O: Do you drive? // P: The minibus, for {churchsaid}. {weekday}s. // O: You're fine for that, six over nine both eyes.
P: {shea} says I ought to get varifocals. // O: And {shea} is? // P: The boss. At {firmsaid}. She's on her third pair.
O: When were these made? // P: {saidyear}? At {firmsaid}, the one by {place}.
O: Plus one fifty, minus seventy-five at ninety, add two. // P: Bingo. // O: (laughs) House!
O: I can see a wee bit of drusen. It isn't Fuchs', it isn't Stargardt. Amsler grid at home, once a week.
P: Once a week. Sunday after mass. // O: There you go. Same number, {grouped:mobile}? // P: That's {shea}'s. Mine's
  {grouped:phone}.
O: And you're {agesaid}, so the test's [[free|on the state]]. // P: First good news since {saidmonth}.
O: {staff:given} will do the frames, then I'll see you in {monthonly}. // P: Right you are. Which way's out? // O:
  Past the Ray-Bans.
""")

_TEETH = tale(r"""
any 24-79; D=dr:Dentist/DDS; N=nurse:Nurse/Assistant/DA; P=pt:Patient/Pt
D: Come on through, {pt:nick}. How's {shea}? // P: Ah, she's grand. She's in {abroad} with the girls till
  {saidday:12}.
D: Open wide for me. {teeth}. // N: Got that. // D: {teeth}. // N: And?
D: {teeth}. Sorry, {pt:nick}, nearly there. // P: Mmf.
N: That's seven missing, you said? // D: Seven missing, yes. Eight's buried.
D: Did {dr2:given} do this crown? // P: Ah-ah. {sitesaid}. In {abroad}. // D: Holiday teeth. I see.
? P: It was half the price. {hea} had all his done. // D: And how is {hea}? // P: Back in {town} having them redone.
D: Bitewings, {nurse:given}, both sides. // N: Bite down, {pt:nick}. Hold still. Lovely.
D: Brushing, pockets of four and five. Rinse. // P: Jaysus, that's cold.
D: When did it start to throb? // P: {fixday:-5}. I was at {schoolsaid}, parent evening, it went off like a bell.
D: How's {sheb} doing there? // P: {sheb}'s {smallage}. Need I say more.
D: Options: root canal, or out it comes. // P: What would {dr3:titled} do? // D: {dr3:family} would have it out
  before you sat down.
D: Articaine, one cartridge. Allergic to anything? // P: Only the bill.
N: Who's the bill to, {payer}? // P: {payer}, through {firmsaid}. I think the number's {grouped:plan}.
? P: Will I be able to sing {weekday}? // D: Could you sing before? // P: {churchsaid} choir, thirty years! // D:
  Then yes.
D: And we're numb. Little wiggle. Big stretch. There she is. // P: {huh}.
D: No smoking, no straws, ibuprofen four hundred with food. // N: And {grouped:sitephone} if it bleeds, ask for
  {nurse:given}.
P: Tanks, {dr:given}. I'm all tumbs. I mean tongue. // D: See you on {saidday:10}.
""")

_CHAPLAIN = tale(r"""
male 68-92; kin wife f -2; C=staff:Chaplain/Chap; P=pt:Patient/Pt
C: Hello, I'm {staff:given}, one of the chaplains. Would you like company? // P: Depends. Are you selling? // C:
  Giving away.
C: Would you like me to call Father {hea}? // P: Lord no. He'll think I'm dying.
C: {churchsaid:a}, is it, your parish? // P: Was. We're at {churchsaid:b} since they merged 'em.
C: And {shea}? // P: She's at the beauty parlor. Wednesdays. She'll be {nextage:kin} and she still gets the perm.
P: We met at {schoolsaid}. She sat in front of me. {shea:full}. I dipped her braid in the ink, God forgive me.
C: (laughs) How long ago is that? // P: {saidyear}. The year of the big snow. You weren't born.
? C: I was, just about. // P: Then you look good. Must be the faith.
P: I'm not scared of the dying. It's the paperwork. {heb} can't boil an egg. // C: {heb} is your son? // P: My
  eldest. {midage} years old.
C: And the others? // P: {hec}'s in {town} and {sheb}, we lost {sheb}. {saidmonth}. {smallage} years old. Leukemia.
C: I'm so sorry. Tell me about {sheb}. // P: She sang. At {churchsaid:a}, at {firmsaid} at the party. Like a
  robin.
? P: Every {monthonly} I put a rose on her. {namesake}, her friend, brings lilies. I had an aunt {shec}, she hated
  roses. // C: You've a good memory.
C: Shall we pray? // P: A short one. Our Father, not a Hail Mary, I'm a Methodist by marriage.
P: Mercy. That's better. // C: I'll look in on {weekday}. I'm off {saidday:3}, then it's Rabbi
  {letter:newdr:family}. // P: He's a hoot.
C: Anything you want me to tell the team? // P: Tell {dr:titled} no more tubes. And tell {nurse:given} the Jell-O's
  a sin.
""")

_ALL = (_HOME, _HOSPICE, _BOOKING, _SOCIAL, _WORKHURT, _EYES, _TEETH, _CHAPLAIN)

TYPES: tuple[NoteType, ...] = (
    NoteType("speak-home-therapist", whole(_HOME, heads=HEADS), 1.2),
    NoteType("speak-hospice-visit", whole(_HOSPICE, heads=HEADS), 1.1),
    NoteType("speak-midwife-booking", whole(_BOOKING, heads=HEADS), 1.1),
    NoteType("speak-social-work", whole(_SOCIAL, heads=HEADS), 1.3),
    NoteType("speak-hand-injury", whole(_WORKHURT, heads=HEADS), 1.1),
    NoteType("speak-optician", whole(_EYES, heads=HEADS), 1.0),
    NoteType("speak-dentist", whole(_TEETH, heads=HEADS), 1.0),
    NoteType("speak-chaplain", whole(_CHAPLAIN, heads=HEADS), 0.9),
    NoteType("speak-home-excerpt", excerpt(*_ALL), 2.0),
)
