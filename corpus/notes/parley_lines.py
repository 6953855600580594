"""Calls written down from hello to goodbye: a school's health room, a ward that relatives ring, a care home and the
out-of-hours line, an ambulance control, sickness absence, a study's screening, a practice's front desk by
  telephone."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.speak_kit import excerpt, tale, whole

_SCHOOL = tale(r"""
any 5-11; kin mother f 28; N=nurse:School nurse/Nurse/Health room/SN; K=kin:Mom/Mum/Parent/Caller
N: {schoolsaid:a}, health room, [[this is {nurse:given}|{nurse:given} speaking|Nurse {nurse:given}]]. // K: Hi, it's
  {pt:given}'s mom.
N: Which {pt:given}? I've three. // K: {pt:given} {letter:pt:family}, {teacher:titled}'s class.
? K: Is it lice? // N: Lord, no. Not this week.
N: Everybody's fine. [[{pt:given}|Your {boy}]] got a bonk at recess. // K: {cry}. Where?
N: Monkey bars. Ran smack into {shea}. // K: {shea} who? // N: {shea} from the other class. She's the taller one.
K: Is there blood? // N: A goose egg over the left eye. Ice on it. {He}'s holding the pack like {figure}.
? K: {figure}, of course. // N: I gave {him} a sticker with {telly} on it.
N: I've filled in the form, [[time of injury ten forty|ten past eleven]], and I'm supposed to ring a parent.
K: Did {he} throw up? // N: No. Ate the {snack}, asked for another.
N: {bidden}, I said, and {he} did. Pupils equal. Four out of ten on the faces, the middling face.
K: I'm at {firmsaid} till three. Could my sister come? // N: Is she on the card? // K: {sheb}. {sheb:short}.
N: Got a {sheb:short}, and a {hea:short}. // K: Take {hea:given} off. That's done with.
? N: I'm only the nurse, hon, the office does that. Ask for {wg:a}. // K: {wg:a} at the front? // N: {wg:a} at the
  front.
N: What's she driving? // K: A {ridden}. She'll be {roadsaid} way, so ten minutes.
N: Tell her the {roadsaid} door, not the bus loop. // K: Will do.
? K: Any Tylenol? {He}'s allowed. // N: I've no order on file. The doctor's note was for the inhaler.
K: That was {pcp:titled}. We've switched, it's {newdr:titled} at {sitesaid}. // N: Then I need a new one before the
  {nth}.
N: And the number we have, is it still {ring:1}... // K: Go on. // N: {ring:2}, {ring:3}? // K: That's my work. Yes.
N: {He}'ll be {nextage} soon, I hear. // K: {saidday:9}. {He} told you? // N: {He} told the whole lunch line.
K: Thank you. Sorry. Is {he} there? // N: Right here. {pt:nick}, it's Mommy. // K: Hi, bug.
? N: And no gym till {weekday}, tell Coach. // K: Which coach, {someone:family}? // N: No, {wg:b}, the sub.
""")

_WARD = tale(r"""
female 78-93; kin daughter f -28; W=nurse:Ward/Nurse/Staff nurse; K=kin:Caller/Daughter/Relative
W: {wardname:a}, [[student nurse|staff nurse|healthcare assistant]] {wg:a} speaking. // K: Hiya {wg:a}, it's
  {kin:given},
  {pt:given}'s daughter.
W: Which {pt:given}, sorry? // K: {pt:given} {pt:family}, by the window, next to the fish tank.
W: Oh bless. [[Porridge|{snack}]] and two cups of tea. She's got {telly} on. // K: She'll be made up.
K: Did the doctor come? // W: {dr:titled} did, about ten. Wants bloods and a chest film.
? K: Is that the tall one? // W: No, that's {dr2:titled}. [[{dr:titled}|{dr:family}]] with the lanyard.
W: And the water tablet's gone up, {dose}. // K: She'll be on that commode like {figure}.
K: Is she still asking for {hea}? // W: She calls me {hea}. I've answered to worse.
K: That's her brother. He died at {town} in {saidyear}. // W: I'm sorry. // K: I wasn't born.
? K: {cry}, is that her shouting? // W: That's {bedsaid}, that's not yours, my love.
W: She had a wander at four. Ended up in bay two with {mrs} {letter:shea:family}. // K: Again.
K: Have physio been? // W: {wg:b} came. Two steps with the frame and then {wg:b} was bleeped.
K: And discharge? They told {heb}, that's my husband, the {nth}. // W: I'd not hang your hat on it.
W: {homesaid:a} are coming to assess. // K: {homesaid:a}? I thought {homesaid:b}. // W: {homesaid:b} said no.
? K: My mother-in-law was at {homesaid:b}. Never again. // W: I couldn't possibly comment.
K: Right, what am I bringing? // W: Nighties, her other slippers, and none of that {snack}, she's a thickened-fluids
  lady now.
W: I need a password from you, by the way. // K: {shec}, like the baby. // W: Which baby?
K: And can you tell her {sheb}'s had the baby? // W: Boy or girl? // K: Little girl. {shec}. Eight pound one.
W: Visiting's two till eight. You know bay four's shut? // K: With the norovirus. {heb} read it in the paper.
? K: Is {wg:d} on tonight? // W: Nights, yes, {wg:d} and an agency. // K: Thank God. // W: Sunday's you then?
W: Best number for you? // K: It's on the board. If I don't answer, {kin2:given}, {grouped:kinphone}.
K: Kiss her for me. // W: I'll do that. // K: Tell her {hol}. With {sheb} and the twins.
""")

_HOME = tale(r"""
any 80-96; N=staff:111/Advisor/Call handler/H; C=nurse:Carer/Caller/Home/C
N: You're through to one one one, my name's {staff:given}. // C: Hi, it's {nurse:given} at {homesaid:a}, on nights.
N: Which {homesaid:a}, we've two. // C: {town}. {roadsaid:a}, past the {pharmacy}.
N: And who are we ringing about? // C: {pt:titled}. {pt:given}, but we say {pt:nick}. // N: First name spelt? // C:
  {spells:pt:given}.
N: Date of birth? // C: Two ticks, I'll get the folder. {saidborn}. So {agesaid}. // N: {agesaid}. Good innings.
N: What's going on? // C: Slumped to the left at tea. Not right. Cup went everywhere.
? N: Is {he} breathing? // C: Puffing like {raced}. // N: Any blue lips? // C: Not blue. Bit yellow, like that fella
  off {telly}.
N: When was {he} last seen well? // C: {wg:a} did the half five round. I came on at eight. // N: And {wg:a} is? // C:
  Day senior.
N: FAST test for me. {bidden}, can you say that to {pt:nick}? // C: {pt:nick}, love. Nah. Only the right.
N: Meds? // C: Apixaban, bisoprolol, {pill}, and a patch.
C: There's a form in the front. DNAR. Signed {saidday:-40}, Dr. {letter:pcp:family}, no, {pcp:titled}.
? N: Does it say hospital or not? // C: "For reversible." Whatever that means at half past ten.
N: Next of kin? // C: Niece. {shea}, {shea:short}. In {hometown}, so no use tonight.
N: Number for {shea}? // C: {ring:1}. // N: {ring:1}. // C: {ring:2}. Then it's smudged. // N: And the last bit? // C:
  {ring:3}, or a seven, no, {ring:3}.
C: The son's {hea:short}, but {hea}'s not to be told, there's a note. // N: I'll put that on.
N: I'm sending a crew. Can somebody meet them? // C: {wg:b}'ll stand at the gate. Big lad, hi-vis.
? N: Is there a key code? // C: I'm not meant to say over the phone. // N: {wg:b} will be there. Fine.
N: What's the surgery? // C: {pcpsite}. Was {surgeon:titled}'s, now it's whoever.
N: Put the {snack} away, nothing by mouth. // C: Oh. {He}'s just had a digestive.
N: Your reference is {ticket}. // C: [[Hang on, pen.|Say again?|Got it.]] // N: Ready? // C: Ta. And your name? // N:
  {staff:given}, {with:staff:given}.
C: They're here. That's the {weekday} lot, that's {hec} and the girl with the plaits. // N: I'll let you go.
""")

_CONTROL = tale(r"""
any 24-70; kin roommate f 0; D=:Dispatcher/Dispatch/911/Operator/Call taker; C=kin:Caller/C/Female caller
D: What's the address of the emergency? // C: Um, {housesaid:a}. It's the, it's the back house.
D: {street}? // C: No! {housesaid}. Hang on. The mail says {citystate} but it's {town}, it's the county.
D: Number you're calling from? // C: {ring:1}. {ring:2}. // D: {ring:1}, {ring:2}... // C: {ring:3}.
D: Tell me exactly what happened. // C: {pt:given} took all the {pill}. And the {pill}. Oh God.
D: How old's {pt:given}? // C: {agesaid}. {nextage} on {weekday}. // D: Awake? // C: Sort of. {pt:nick}! {pt:nick},
  baby!
? C: {He}'s going like a fish. // D: Is {he} breathing, yes or no. // C: Yes. No. Yes.
D: Medic 21 and Engine 3 are on the way. I'm not hanging up. // C: Tell them the gate code is star one two.
D: Put {him} flat. {bidden}. Okay? One, two, three, four. // C: One two three four.
? D: Any dogs? // C: The puppy. It's fine, it's in the bath. // D: Can you shut it in? // C: Shut in.
D: What's your name? // C: {kin:given}. {kin:short}. I'm the roommate. // D: Okay {kin:given}.
D: Anyone else there? // C: {hea}'s on the other line with {his} dad. // D: And the dad's name? // C: Mister
  {letter:pt:family}. I don't know. {heb}?
C: I see a fire truck. That's them? // D: That's Engine 3. Wave. // C: It's going past! // D: They'll swing round at
  {roadsaid}.
D: Did {he} say anything? Leave a note? // C: A text. To {shea}. "Don't be mad, {shea:nick}."
? D: Any heart trouble, diabetes? // C: The thing. {dr:titled} at {sitesaid}. The thing with the patch. // D: Okay.
C: The plate? On what? // D: The car in the drive, so they see it. // C: {ridden}. No, that's gone. The other one.
  {plate}.
D: You're doing great, {kin:given}. // C: {cry}. {cry}. // D: Keep counting.
C: They're in. A guy with a bag. He says {wg:b}? // D: {wg:b}'s the medic. You can go, {kin:given}. Take care.
""")

_ABSENCE = tale(r"""
any 24-61; O=staff:OH/Adviser/Occ health/Nurse; P=pt:Employee/Caller/P/Client
O: Occupational health, {staff:given}. I've a {weekday} slot for a {pt:full}? // P: Me. {pt:given}'s fine.
O: Can you hear me, {townsaid:a}? // P: {townsaid:a}'s got you. I'm in the van, if I drop out it's the cutting.
O: Who do you work for? // P: {firmsaid}. Well, it was {firmsaid}, it got bought, payslip says {bigco}.
? O: So the {townsaid:a} depot. // P: {townsaid:a}, yeah. Was {townsaid:b} till {hol}, no, {monthonly}.
O: And the job? // P: I'm on the line. Packing. [[Lifting|Bending]]. Same as everybody.
O: How long off? // P: Since the {nth}. {fixday:-14}. What does it say there? // O: It says the {nth}.
O: Line manager's down as {shea:short}. // P: Left. It's {heb}. {heb} {letter:heb:family}.
O: {heb} in the yard or the other {heb}? // P: Office {heb}. Yard {heb} is {heb:nick}.
O: So, the back. // P: I bent for the {snack}, I swear to you, {snack}, off the floor. // O: It's always that.
P: A bloke said I should get the MRI. // O: A bloke? // P: At {sitesaid}. {surgeon:given} something. Mr
  {surgeon:family}.
O: And physio? // P: {wg:a}. Bands, planks, that thing where you look like {figure}.
? O: Are you taking anything? // P: {pill} and swearing. // O: How much? // P: Of which?
O: Mood? // P: Up and down. I watch {telly}. I shout at {telly}. // O: PHQ's a nine.
? P: The wife says I'm a bear with a sore head. // O: That's {shec}? // P: {shec}. Going on {someage}, and fitter
  than me.
O: What would help? // P: A stool. And not {heb:given} asking if I've tried yoga.
O: Phased return then. Week one, four hours, mornings. // P: That's {saidday:11}? // O: From {saidday:14}.
O: It goes to HR, that's {wg:b}, and to you. Do you consent? // P: Long as {heb}'s not copied in.
O: Where do I send it? // P: Not {street}. That's me old place. {housesaid}. // O: {townsaid:c}? // P: {townsaid:c},
  {post}.
O: Payroll number? // P: {acct}. No. That's the locker. [[It's on the badge.|{badge}]] // O: {badge}. Lovely.
""")

_STUDY = tale(r"""
any 40-74; R=staff:Coordinator/CRC/Researcher/R; P=pt:Participant/P/Caller/Volunteer
R: Thanks for calling about the sleep study, I'm {staff:given}. // P: I saw the poster at the {venue}.
R: I'll read you a script. You can stop me. // P: Stop you. Okay. Kidding.
R: How old are you? // P: {agesaid}. // R: And you're right-handed? // P: Left, like my dad.
? R: Have you had COVID? // P: {saidmonth}, no, {saidmonth}. And again at {someone:given}'s wedding.
R: Height and weight? // P: Five nine. Two ten with shoes. Two hundred and one without, if God's kind.
R: Do you work nights? // P: {firmsaid}, {saidyear} to {saidyear}. Now it's days at {firmsaid}.
R: How many cups of coffee? // P: Four. Five. Then {snack} at four.
R: Ever been told you snore? // P: {shea} says like a freight train. {sheb} moved into the den in {saidmonth}.
? P: Who's asking? // R: It's a Stanford scale, sir. // P: I've never been to Stanford in my life.
R: Any of these: asthma, Hodgkin's, Graves', Crohn's? // P: {hea}, that's my brother, had Graves'. I'm clean.
R: Are you taking {pill}? // P: Once, after {raced}.
R: Would you say you doze off watching TV? Zero to three. // P: {telly}? Three. {telly}? Zero.
R: As a passenger? // P: With {shea} driving? Nobody sleeps.
R: Who's your doctor? // P: {pcp:titled}. {pcpsite}. // R: {pcp:family}, {with:pcp:family}? // P: No idea how it's
  spelled.
R: Can we contact them? // P: I'd rather you ask {wg:a} at the desk.
R: You'd come to {site}, the {dept} floor. // P: By the {chain}? // R: Behind it.
R: There's fifty dollars and parking. What's your full name for the log? // P: {pt:full}.
R: And an email? // P: {email}. Small letters.
R: Screening number is {study}. I'll see you on {saidday:9} at eight. // P: Do I bring pyjamas? // R: Please.
? P: Should I shave? // R: The chin, yes. // P: {cry}. {shea}'s never seen my chin.
""")

_DESK = tale(r"""
any 30-84; R=staff:Reception/R/Desk; P=pt:Caller/Patient/C
R: {sitesaid:a}, [[this is {staff:nick}|{staff:given} speaking]]. // P: [[G'day|Hiya|Morning]], it's {pt:short},
  I've got
  {dr:titled} at two.
R: Which {dr:family}? There's the two of them, {hea} and {shea}. // P: [[Her.|Him.]] No, wait. Her.
P: Can I push it to Thursdee? // R: Thursday's {town}. I can do you Friday arvo.
R: Is it the same thing? // P: Same thing, other knee.
P: And have me bloods come? I had 'em at {labsite}, the {roadsaid} one. // R: Was that the {nth}? // P: Nah. After
  {hol}.
  {fixday:-5}.
? R: [[I'll have a squiz.|Bear with.|Just waiting on the wheel of death.]] // P: Take your time, I've only got one
  life.
R: Card number, does it still end {ssn4}? // P: Too right. // R: And the mobile, {ring:1}, {ring:2}? // P: That's the
  missus's. Mine's the same with a nine.
R: Are you still on {roadsaid:a}? // P: No, out at {town}. Since {saidmonth}. // R: Number? // P: {housesaid}.
R: Still with {planname:a}? // P: Was. It's {planname:b} now. // R: Read me that. // P: {memb:1}. {memb:2}. // R:
  {memb:2}.
  // P: {memb:3}. // R: Got you.
R: Next of kin, still {sheb}? // P: Lord no. Put {heb}. // R: {heb} who? // P: {heb:family}. Next door.
? P: Is {wg:a} still there? // R: {wg:a}'s on leave. You've got {wg:b} and me. // P: God help us.
P: And a script for the {pill}? // R: {dr:family} has to see you for those. // P: {wg:a} used to do it. // R: {wg:a}
  didn't.
R: Send it to {pharmacy}, or the {chemist}? // P: The one by the {shop}. // R: That's shut. // P: The other one.
? P: Who's the young one I had last time? // R: What'd they look like? // P: Twelve. // R: That's {dr2:titled}.
R: Right, {weekday} the {nth}, ten past four. With {dr:titled}. // P: Ripper. // R: Fast from midnight. // P: Not
  even {snack}? //
  R: Not even {snack}, {pt:nick}.
P: And it's {pt:family}, {with:pt:family}, last time they'd me as somebody else. // R: {spells:pt:family}. // P:
  Spot on.
""")

_HEADS = templates(r"""
Call [[3|12|0417]] - [[auto-transcript|QA sample|typed from tape]]
[[Recording begins.|TRANSCRIPT OF TELEPHONE CALL]] {fulldate}
{site} / inbound / agent {inits:upper} / {stamp}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("parley-school-call", whole(_SCHOOL, heads=_HEADS), 1.3),
    NoteType("parley-ward-call", whole(_WARD, heads=_HEADS), 1.6),
    NoteType("parley-home-out-of-hours", whole(_HOME, heads=_HEADS), 1.4),
    NoteType("parley-ambulance-control", whole(_CONTROL, heads=_HEADS), 1.2),
    NoteType("parley-absence-call", whole(_ABSENCE, heads=_HEADS), 1.2),
    NoteType("parley-study-call", whole(_STUDY, heads=_HEADS), 1.0),
    NoteType("parley-desk-call", whole(_DESK, heads=_HEADS), 1.5),
    NoteType("parley-call-excerpt", excerpt(_SCHOOL, _WARD, _HOME, _CONTROL, _ABSENCE, _STUDY, _DESK, most=7), 2.0),
)
