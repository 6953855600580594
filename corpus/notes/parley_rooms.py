"""Talk in rooms that had none yet: a dietitian's, a sports clinic, a benefits examination, a dialysis bay, hearing
  aids,
a prison's first screen, a medical for papers with an interpreter on the line, a meal brought to the door."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.speak_kit import excerpt, tale, whole

_DIET = tale(r"""
any 45-78; kin spouse f 0; D=staff:Dietitian/RD/Diet; P=pt:Patient/Pt/P
D: Hi, {pt:titled}? I'm {staff:given}, the dietitian. // P: {staff:given}. Good name for this floor.
? D: I get that. // P: The one before was called {wg:a}. I said, you couldn't make it up.
D: Who cooks at home? // P: {kin:given}. Everything salt. {snack}, {snack}, everything.
D: Canned soup? // P: {snack}, does that count? // D: It counts. // P: {cry}.
D: Soda? // P: {snack}. One a day. Two at {churchsaid:a}.
? D: Which one's that? // P: {churchsaid:a}, on {roadsaid}. Pastor {hea:family} does the barbecue.
D: Do you know {hea:family}'s wife? She was on a plan with me, sorry, scratch that. // P: Everybody knows {shea}.
D: So, yesterday. Breakfast? // P: Grits. // D: Grits. // P: And some sausage. {kin:given} hides the scale.
D: Lunch? // P: I was at {firmsaid}, so whatever falls off the truck. // D: Which is? // P: {snack}.
D: And before bed? // P: {snack} in front of {telly}. Don't tell {dr:titled}.
D: {dr:family} sent you, I'm afraid. Potassium was six. // P: Six what? // D: Just six.
? P: Six is {kin:given}'s lucky number. Born the {nth}, {saidborn}... no that's me. Hers is {saidday:90}.
D: Bananas, oranges, potatoes, we halve. // P: So {town} on {holiday} with the family, no sweet potato pie. // D: A
  sliver.
P: My daughter, {sheb}, she's {midage}, she's vegan. Since {saidmonth}. Living with that {heb}. // D: She could help
  you.
P: She'd have me on lentils like {figure}. // D: Lentils have potassium too.
D: I'll write it up and {wg:b} will bring the sheet. // P: Bring it in big letters.
D: When do you go home? // P: The {nth}. If {dr2:titled}'s happy. If {dr2:family} ever smiles.
? D: We do a class, {weekday}s, at {sitesaid}. // P: Is parking free? // D: No. // P: Then I'll read the sheet.
D: Can I call you, in a week? // P: {ring:1}, {ring:2}... // D: Slower. // P: {ring:1}. {ring:2}. // D: Yes. // P:
  {ring:3}.
""")

_SPORT = tale(r"""
any 19-44; P=pt:Patient/P; F=staff:Physio/PT/F
F: Right then. Is it {pt:family} or am I murdering it? // P: {pt:family}. {with:pt:family}. Call me {pt:nick}.
F: {pt:nick}. And you're a runner? // P: I did {raced} in {saidmonth}. Sorry, the {nth}. And then {raced}.
F: Which shin? // P: Both. This one, {cry}, that one. // F: Ow as in ow, or ow as in careful?
P: I did {townsaid:a} in {saidmonth} and I want {townsaid:b}. // F: Let's park {townsaid:b}.
? F: Did you ever see a podiatrist? // P: Guy at {sitesaid}, Dr. {letter:hea:family}. Dr. Bones, we called him.
F: Good old {hea:family}. He's at {clinic} now. // P: Is he? He told me to buy Hokas.
P: I went to do a Cruyff and me knee stayed. // F: Five-a-side? // P: Under the lights. {played} were on after.
? F: You follow {played}? // P: For my sins. // F: Who's that, {figure}? // P: Leave it.
F: Who did the op? // P: {surgeon:titled}'s lot. At {sitesaid:a}. // F: Posh. Through work? // P: {planname:a}.
  {shea}'s, she's
  at {firmsaid}.
F: {bidden}. Good. Down, like you're on a milking stool. // P: {cry}. Bloody Nora. // F: Nora can rest.
F: Thomas test, tight. Ober, tight. Thompson, fine. // P: Who are all these people? // F: Dead, mostly.
P: There's a lump at the back. // F: That's a Baker's cyst. // P: Whose? Is Baker the one on the {nth}? // F: No,
  just the name of it.
? F: Who's {surgeon:family}'s secretary these days? // P: {wg:a}. {wg:a} never picks up.
F: Any numbness? // P: Only at the desk. I'm at {firmsaid:b}, three days in {townsaid:c}, home in {townsaid:d}.
F: How old are you now? // P: {agesaid}. I age up {saidday:30}. // F: So you qualify with a slower time. // P:
  Exactly.
F: Three times fifteen, eccentric. Then Alfredson drops. // P: Like the sauce? // F: Nobody laughs at that.
P: Can I still coach? It's {schoolsaid}, under-nines, {hec} can't do it alone. // F: Whistle, no sprinting.
F: Book with {wg:b} on the way out. // P: The lad with the tattoo? // F: No, that's {hec:given}'s brother. Ha. Small
  town.
""")

_EXAM = tale(r"""
male 27-79; kin wife f -1; E=dr:Examiner/Dr/E; V=pt:Veteran/V/Claimant
E: For the record, {fulldate}, C and P exam for {pt:full}, file {caseno}. // V: Yes sir.
E: You go by? // V: {pt:nick}. The wife says {pt:given}. My sergeant said other things.
E: Branch? // V: Army. {oddarmy}, {oddarmy} before that. {saidyear} to {saidyear}.
E: Where'd you deploy? // V: {abroad}. Eleven months, {saidmonth} to {hol}. // E: And after? // V: {town}, then
  discharged.
? E: Any combat action? // V: Yes and no, sir. Is that going in? // E: In general terms.
E: Tell me about the blast. // V: {hea} was driving. {hea:short}. He's dead. I'm fine.
E: I'm sorry. Did you lose consciousness? // V: {heb} says two minutes. {heb} lies.
E: Who's {heb}? // V: Medic. Lives up in {hometown}. We talk every {saidday:-20}.
E: Headaches? // V: Every day. Excedrin, {pill}, dark room. Then {telly} with the sound off.
? V: I used to be at {firmsaid}. Can't do forklifts. Reverse beeper. // E: Since when? // V: {fixday:-200}.
E: Sleep? // V: With one eye. {kin:given} moved to the couch. // E: How long married? // V: {count} years the {nth}.
E: Do you see anyone? // V: {vamc}, a lady, {shea}. I forget her last. Starts with a B. // E: Psychologist? // V:
  Yes, ma'am.
  Sir.
E: Alcohol? // V: {snack}. Not since {saidmonth}. I've a chip. // E: Which group? // V: The one in the basement at
  {churchsaid}.
E: {bidden}. And again. Romberg. // V: Who's Romberg? // E: A German. Range of motion, forty, pain at thirty-five.
? E: Ringing in the ears? // V: Bells of Saint Mary's. Both sides.
E: Do you own firearms? // V: Locked up at my brother-in-law's, {hec}. He's a deputy in {county}.
E: Who can we call if it gets bad? // V: {hec}, {grouped:kinphone}. Or {kin:given}. // E: Same number? // V: No sir.
E: I'll opine within thirty days. It won't be me who decides. // V: It never is. // E: Thank you for coming in,
  {pt:titled}.
""")

_CHAIRS = tale(r"""
any 50-80; kin daughter f -26; A=nurse:Nurse/RN/Tech; P=pt:Chair 9/Patient/P; B=friend:Chair 10/Neighbor/B
B: You're late, {pt:nick}. // P: Bus. {roadsaid:a} is all dug up. Had to go round by {roadsaid:b}.
A: Sit, {pt:titled}. Weight? // P: Eighty-one four. It's the shoes. // A: It's always the shoes.
B: Where's {wg:a}? // A: {wg:a}'s at {town} this week. You've got me and {wg:b}. // B: {wg:b}'s cold hands. God help
  us.
A: Sharp scratch. // P: {cry}. // A: Sorry. That one's been moody since {saidday:-9}. // P: So've I.
? P: I told {dr:family}, I said, it's clotting. {dr:family} said, we'll watch it. I've watched it.
B: {hea}'s not coming back. // P: Who, {hea}? From the window chair? // B: {saidday:-3}. {sheb} rang me. At
  {sitesaid}.
P: {hea}. {hea}. He was only {someage}. // B: {hea} owed me ten dollars.
A: We don't talk about other patients. // B: Honey, they're my friends. // A: I know. Still.
P: The service? // B: {churchsaid}. {weekday}, the {nth}, at ten. Then {venue}. // P: I'll be on the machine.
? A: I'll swap you. {shec} has the early. // P: Would you? You're a good {wg:c}, what's your name again? // A:
  {nurse:given}.
B: I'm on the list, you know. // P: What list? // B: The list, fool. They rang from {site2}. {surgeon:given} somebody.
P: Get away! // B: Blood group, tissue, whole thing. My {kin:given}, no, mine's {heb:given}, yours is {kin:given},
  right?
P: {kin:given}. The tall one. {kin:given} {letter:kin:family}. // B: {heb:given} says have mine. I said no.
? A: Alarm's on you, {pt:nick}. Bend your arm. // P: It's {telly}, I keep laughing.
B: Who're you for on Sunday? // P: {played}. // B: {played}! Take {him}! Wrong chair! // P: Anybody but {played}.
A: Two hours left. {snack}, anyone? // P: I'm on a litre. // B: I'm on half a litre and a promise.
A: Last thing, {dr:titled} wants bloods at the end. Who's your lab sheet, {letter:pt:given} {pt:family}? // P:
  That's me.
""")

_EARS = tale(r"""
any 66-92; kin son m -28; A=staff:Audiologist/A/Audiology; P=pt:Patient/P/Pt; K=kin:Son/Relative
A: {pt:titled}? {pt:given} {pt:family}? // P: What? // K: {pt:given}, they're calling you! // P: I heard. I said what.
A: When did you last have them checked? // P: {saidyear}. // K: {fixday:-300}. At {clinic}, in the mall.
A: Do you wear them? // P: In church. // K: {churchsaid}. With it turned off for the sermon.
? P: {hea:titled} goes on and on. {hea:family}. Could talk the hind leg off. // A: I see.
A: I'll say some words, you say them back. Ready? // P: Ready.
A: Say the word BASEBALL. // P: Baseball. // A: HOTDOG. // P: Hot dog. // A: NORTHWEST. // P: North vest?
A: DOVE. // P: Dave. // A: PAGE. // P: Paige. // A: GRACE. // P: Grease. // A: CHESS. // P: Jess.
? P: Is that a woman in there? // A: It's a recording. // P: She sounds like {figure}.
K: We shout, at Sunday lunch. {shea}, {sheb}, all of us. // P: {shea} mumbles. Her mother mumbled.
A: Left's a sloping loss. Weber to the right. Rinne, fine. // P: Weber, like the barbecue? // A: Like the barbecue.
P: I was at {firmsaid} thirty years. Presses. No earmuffs. // A: There may be a claim in that. // K: {heb} got nine
  grand.
A: And any wax? Drops? // P: {pill}. // K: That's for your stomach, Dad.
? A: {bidden}. Now this one. Beep means button. // P: I pressed. // A: There wasn't one.
K: What about the aid in the drawer, {serial} it says? // A: That's the old {made}. // K: That's it.
A: Battery. It's the orange one, three-one-two. // P: Three-one-two. // A: Not the brown.
P: I keep losing them. One went in {townsaid:a}. // K: On the coach to {townsaid:a}. With {wg:a} and the pensioners.
A: I'll take an impression. Cold. // P: {cry}. // A: Don't chew. Who does your {weekday}s? // K: {kin2:given}. Or
  {wg:b} from
  {vendor}.
A: Fitting's on {saidday:18}. // K: I'm away. {kin2:given} can come along, {kin2:short}, I'll text. // A: Put it on
  the card:
  {pt:last_first}.
""")

_RECEPTION_JAIL = tale(r"""
any 19-58; N=nurse:Nurse/RN/Healthcare; P=pt:Detainee/P/Resident; O=officer:Officer/CO
O: Next. {pt:family}. // N: Sit down, {pt:given}. I'm {nurse:given}, healthcare. // P: Is it {pt:family} with
  {with:pt:family}?
  You've spelled it like me cousin.
N: Number? // P: {memb:1}, {memb:2}, something. // O: {memb:3}. // N: {memb:1}, {memb:2}, {memb:3}. Date of birth?
  // P:
  {saidborn}.
N: First time in? // P: Third. {prison}, then {prison}. // N: When were you last there? // P: {saidmonth}.
N: Using anything? // P: {pill}, few percs, bit of brown. // N: Daily? // P: When {hea}'s got it.
? N: Who's {hea}? // P: Nobody. A mate. Forget {hea}.
N: Doctor outside? // P: {pcp:family}. {pcpsite}, on {roadsaid}. // N: Can we ask {pcp:titled} for your list? // P:
  Go on.
N: Methadone? // P: Sixty, sixty-five, from {pharmacy}. {wg:a} does it. // N: I'll ring {wg:a} in the morning.
O: There's a bag. // N: In the bag? // P: A Bible, {snack}, photo of {shea}. That's my kid. She's {kidage}.
N: Who's got her? // P: My nan. {sheb:titled}, {housesaid}. // N: So she's safe. // P: Yeah.
? N: Any thoughts of ending it? // P: No. Maybe {saidday:-2}. No. // N: That's a yes for the form. // P: Not if
  there's telly.
N: Thank you. You'll be on {wardname:a} tonight, and {wg:b} looks in every hour. // P: {wg:b}'s alright.
N: Any asthma, fits, heart? // P: Fits. Keppra. Since {townsaid:a}, that car. // N: And who looked after that? // P:
  {sitesaid}. {surgeon:given} {letter:surgeon:family}.
O: Time, nurse. // N: Two minutes, {officer:titled}. Allergies? // P: {pill}. And him. // O: Charming.
N: {bidden}. And the other side. Blood pressure's up. // P: You'd be up. // N: Sign there. // P: Which name? // N:
  {pt:short}.
? P: Me mam calls me {pt:nick}. // N: {pt:nick}. Sleep if you can.
""")

_PAPERS = tale(r"""
female 22-49; kin husband m 5; kin2 son m -25; I=staff:Interpreter/Int; D=dr:Civil surgeon/Doctor/D; P=pt:Applicant/P
D: Hello interpreter. {tongue}, please. // I: Interpreter {staff:given}, badge {badge}, {tongue}, go ahead.
D: Ask her to say her name. // P: {pt:short}. // I: {pt:short}, that's {spells:pt:family}, she says the office wrote
  it wrong.
D: Date of birth on the passport? // I: {saidborn}. She says the passport is the wrong day. It's {saidday:40}, in
  truth.
D: So which do I write? // I: The passport. Number {passport}.
? D: Tell her I am a doctor, not the government. // I: She says good.
D: Any TB in the family? // I: Her father, {hea}. In {abroad}. He passed in the camp, after {hol}. // D: Was she
  treated? // I:
  Nine months, {saidyear}. Pills, a red one.
D: Children? // I: Four. {kin2:given} is the biggest. One died on the way. // D: I'm sorry. // I: She says God gave,
  God took.
D: How old is {kin2:given}? // I: {agesaid:kin2}. In {schoolsaid}. // D: Healthy? // I: He plays like {figure}, she
  says.
? D: Where did the rest go? // I: One in {country}, one in {abroad}, the little one with her. She says also sister
  {shea:given}.
D: And her husband? // I: {kin:given}. He drives for {firmsaid}. // D: Is he here? // I: In the lot, with the baby.
D: Vaccines. Any card? // I: From {sitesaid}, in {abroad}. The rest got wet.
D: Tetanus today, MMR, varicella. Ask about pregnancy. // I: She laughs. Four is enough, she says.
? D: {bidden}. // I: Sorry doctor, "tuck" I do not have. // D: Like this. // I: Ah. Yes.
D: Any medicines? // I: {pill}. And tea. A tea for the nerves. From {sheb}, her neighbor.
D: Blood at {labsite}, on {roadsaid}, the {nth}. // I: She asks, is that by {firmsaid:a}? // D: Behind it. // I: She
  knows.
I: She says thanks to sister {wg:a}, who held her hand. // D: {wg:a} at the desk? // I: The blonde one.
D: Form's sealed. She mustn't open it. File number {caseno}. // I: She asks what if {kin:given} opens it. // D:
  Nobody opens it.
D: And her phone? // I: {grouped:kinphone}. That's the husband's. // D: Thank you, interpreter. // I: {staff:given}
  out.
""")

_MEALS = tale(r"""
female 79-95; kin daughter f -29; D=staff:Driver/Volunteer/D; P=pt:Mrs/Client/P
D: Only me, {pt:given}! // P: Is it Tuesday? // D: All day. {snack} and custard. // P: Where's {hea}?
D: {hea}'s in {abroad}. With {sheb}. I'm {staff:given}. // P: He never said. // D: He said. You were watching {telly}.
P: You've a look of {heb} about you. // D: Who's {heb}? // P: Paper boy. {saidyear}. You're not {heb}, are you?
? D: {pt:nick}, is your chest bad? You're wheezing. // P: It's the stairs. // D: You've got no stairs.
D: Has your carer been? // P: Which, the sunshine lot? {wg:a} came. Lovely. From {country}. Or {country}.
D: Did {wg:a} do the tablets? // P: I did Thursday's. I did Thursday's. // D: It's Tuesday, love.
D: I'm going to ring your {kin:given}. // P: She's at work. // D: Where? // P: {schoolsaid}. She does dinners. Same
  as you.
D: Number's on the fridge. {ring:1}, {ring:2}, is that a {ring:3}? // P: That's the coalman.
? P: {cry}, it's hot. // D: Blow on it. {bidden}. There.
D: Who's the doctor? // P: {pcp:titled}. Or the lady. {shec}, no. The one with the dog. // D: {pcpsite}? // P: On
  {roadsaid}.
D: I'll tell the office. {wg:b} will log it. // P: Is {wg:b} the one who shouts? // D: {wg:b} shouts at everyone.
D: And the door code's still the same? // P: My birthday. // D: {saidday:0}? // P: {saidborn}. I'm {agesaid}. Write
  it on me
  forehead.
P: {hec} never comes. Son of mine. In {townsaid:a} with that woman. // D: I'm sure he thinks of you.
D: Right, I've {mrs} {letter:shea:family} next and then {townsaid:b}. // P: Tell her I said. // D: Said what? // P:
  Never you mind.
""")

_ALL = (_DIET, _SPORT, _EXAM, _CHAIRS, _EARS, _RECEPTION_JAIL, _PAPERS, _MEALS)

TYPES: tuple[NoteType, ...] = (
    NoteType("parley-dietitian", whole(_DIET), 1.1),
    NoteType("parley-sports-clinic", whole(_SPORT), 1.3),
    NoteType("parley-benefits-exam", whole(_EXAM), 1.1),
    NoteType("parley-dialysis-chairs", whole(_CHAIRS), 1.1),
    NoteType("parley-hearing", whole(_EARS), 1.1),
    NoteType("parley-jail-screen", whole(_RECEPTION_JAIL), 1.1),
    NoteType("parley-papers-medical", whole(_PAPERS), 1.1),
    NoteType("parley-meals", whole(_MEALS), 1.1),
    NoteType("parley-room-excerpt", excerpt(*_ALL, most=7), 2.0),
)
