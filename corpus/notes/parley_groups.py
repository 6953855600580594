"""Many voices and one voice: beds handed over aloud, crews handing over in resus, depositions, carers in a ring, two
hospitals on a screen, the night sister's telephone; names corrected and spelt; talk of shows and snacks about
  nobody."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.speak_kit import excerpt, loose, recorded, tale, whole
from redactor.sample.marked import Marked, join

_BEDS = templates(r"""
[[Bed|bed]] {bedsaid}, {someone:titled}, {someage}, fell at home, NOF, day two post op with {surgeon:titled}, pain
  okay on
    the oramorph.
{bedsaid} is empty, that was {someone:titled}, went to {homesaid} last night about ten.
Bed {bedsaid}, {someone:given}, you know {wg:h}'s friend, diet and fluids, wants to see the chaplain.
{bedsaid}, new [[lady|gentleman|admission]], {someone:family}, came up at four, sats eighty-eight, a retainer, aim
    eighty-eight to ninety-two.
Bed {bedsaid}'s {tongue} speaking, no, that's {bedsaid}, use the phone line, daughter {sheb}'s in after work.
Side room {bedsaid}, C diff, that's {someone:short}, for {homesaid} when they have a bed. Don't hold your breath.
{bedsaid} is {someone:titled}. NEWS of three, one for the oxygen, catheter draining, BO {saidday:-2}.
Next door, {bedsaid}, {shea}, {oldage:a}, pleasantly muddled, thinks I'm {sheb}. Bed sensor on. Likes {telly}.
Then {bedsaid}, {hea:titled}. {hea:family}'s NBM from two for {proc}. Consent's done, {dr:titled} did it, not
  {dr2:titled}.
Bed {bedsaid} to {bedsaid}, all washed and turned, bless them.
{bedsaid} had a wobble at three, hypo, two point nine, {snack} and a biscuit, came up to six.
{bedsaid}, {someone:given} {letter:shea:family}, twenty-four-hour urine, started at eleven, please nobody chuck it.
In {bedsaid} we've {heb:titled}, off legs, query sepsis, {pill} PRN, son's {hec}, rings every hour, {phone4} on the
  board.
Bed {bedsaid}, social. Waiting on {agency}, the flat's at {roadsaid}, no heating.
{bedsaid}, self-caring, cross with the telly, cross with me, {someage}, going home {weekday}.
Bed {bedsaid}'s the one that looks like {figure}, off the drip, for stairs with physio.
{bedsaid} VRE, gown up. {bedsaid} MRSA groin, cleared. {bedsaid} no swabs sent, can someone.
And last but not least {bedsaid}, {sheb:titled}, DNAR signed {saidday:-6}, family aware, syringe driver due at six.
""")
_CLOSE = templates(r"""
{wg:a}'s on at eight, {wg:b} is off sick, {wg:c}'s bank, so that's two and a half of you.
Bleep {bleep} if the trolley key goes walkies again. Keys are with {wg:a}.
Oh, and {dr3:titled}'s covering from nine, on {bleep}, not {dr2:family}, {dr2:family}'s swapped to {weekday}.
CD book's checked, me and {wg:b}. Fridge is five point one.
Pharmacy never sent the {pill}. I've rung. {wg:d} says by lunch.
Any questions? No? Grand. I'm off to {town} for four days. Ta-ra.
April's rota is up. May I remind you, breaks are breaks. Grace period's over.
{shec} in bay one lost her bottom set. If you find teeth, they're {shec:family}'s.
No incidents. Well, one, {inits} did the Datix, {refno}.
Fire drill {saidday:2}. Don't ring switch. Wait for {wg:c}.
""")
_OPEN = templates(r"""
[[Right|Okay|Morning all|Evening everyone]], {wardname:a}, {count} beds, [[{weekday} night|long day|early]].
Is everybody here? Where's {wg:a}? Parking. Okay, [[start|go]].
{wardname:a} handover, recorded [[0710|1930|2105]] hours. This is {nurse:given}.
Ready? Pens? Bay [[one|two|three]].
Quick one, I've been on since yesterday. {nurse:first_initial} here, {wardname:a}.
""")


def _handover(c: Cast) -> Marked:
    """A ward's beds told one after another, as one voice says it or with a line for each."""
    beds = c.rng.sample(_BEDS, c.rng.randint(4, len(_BEDS)))
    said = [c.any(*_OPEN), *(c.say(t) for t in beds), *(c.say(t) for t in c.rng.sample(_CLOSE, c.rng.randint(1, 5)))]
    if c.chance(0.3):
        for _ in range(c.rng.randint(1, 3)):
            said.insert(
                c.rng.randrange(1, len(said)), c.say("[[Sorry, who?|{cry}.|Which {heb}?|{wg:e}?|(laughter)|Again?]]")
            )
    quote = c.pick(("", "", '"'))
    return recorded(c, join(quote, join(*said, sep=c.pick((" ", " ", "\n", "\n", "\n- ", " ... "))), quote))


_RESUS = tale(r"""
female 67-93; P=staff:Crew/Paramedic/Para; R=nurse:Nurse/Resus/RN; D=dr:Team lead/Reg/Doctor; X=pt:Patient/Pt
P: Right guys, hands off, thirty seconds. This is {pt:given}, {pt:given} {pt:family}, {agesaid}. // D: Go.
P: From {homesaid} in {townsaid:a}. Found at ten past six, slumped to the left, last seen well half nine by {wg:a}.
P: FAST positive, GCS eleven, BM six point two, BP one ninety over one oh five. // R: On thinners? // P: Apixaban.
? D: Last dose? // P: {wg:a} thinks eight. {wg:a} isn't sure.
P: Next of kin's a niece, {shea}, in {hometown}. Number's on the yellow form, {ring:1}, {ring:2}, then it's smudged.
P: ReSPECT form's at the home, with {his} glasses. // R: {cry}. // P: I know, I know.
P: I'm {staff:given}, crewmate's {hec}, call sign Echo Papa four one two, job's {run}. // D: Thanks {staff:given}.
D: {pt:given}? {pt:given}, can you squeeze my hand? // X: {hea}? // D: No, I'm {dr:titled}. You're at {sitesaid}.
X: Where's {hea}? // D: Who's {hea}? // R: Husband, notes say. Passed in {saidyear}.
D: {bidden}. Good. And the other one. Nothing. // R: Two grey cannulas, bloods gone, {bleep} bleeped for CT.
? R: Wristband says {pt:last_first}, {dob}. Sticker says {mrn}. // D: And the GP letter? // R: Same, but {pt:nick}.
D: NIHSS? // R: Fourteen. // D: Weight? // P: Home said eighty-two. // R: Kilos? // P: I bloody hope so.
? D: Ring {dr2:family} at {site2}, ask for the thrombectomy line. // R: It's {dr3:titled} tonight. // D:
  {dr3:family}, then.
R: They want the images on the link. // D: Push it now. {wg:b}, can you scribe? // R: {wg:b}'s in bay six with
  {hec:titled}.
X: {snack}. // D: What's that? // X: I want my {snack}. // R: After the scan, my darling.
P: Can I steal a sheet? We're {count} minutes over, control's like {figure}. // R: Take two.
""")

_SWORN = tale(r"""
any 27-60; Q=lawyer:Q/Q/Q; A=pt:A/A/A/The Witness
Q: State your name for the record. // A: {pt:full}. // Q: Any other name? // A: {pt:nick}. At work.
Q: You are employed where? // A: {homesaid:a}. Well, it was {homesaid:a}, it's {homesaid:b} now. New sign, same mop.
Q: Since when? // A: {saidmonth}. // Q: Before that? // A: {firmsaid}. // Q: Doing? // A: Lifting. Same as there.
Q: Who was in charge on {saidday:-200}? // A: That'd be {wg:a}. // Q: {wg:a} who? // A: {wg:a} {letter:shea:family}.
  Not
  {wg:a} from dietary.
Q: Did you page the doctor? // A: I called the service. {phone}. They said {letter:dr:titled} was off.
Q: So you spoke to? // A: Some {newdr:titled}, covering. Sounded twelve.
Q: What room was {shea:titled} in? // A: {room}. {shea:family} got moved from {room}, on account of the roommate.
Q: How old was {shea:titled}? // A: {oldage:a}. They'd had a cake. // Q: Objection, nonresponsive. // A: It was a
  small cake.
Q: Was she agitated? // A: Hollering for Jesus and for {hea}. // Q: {hea} is? // A: Husband. Passed, {saidyear}.
? Q: I'm handing you Exhibit 14. Do you recognize it? // A: That's my handwriting. That's not my signature.
Q: What does it say at the top? // A: {shea:last_first}, {otherdob}. Then {otherchart}. // Q: And below? // A: It's
  blacked out.
Q: Whose initials are those? // A: {inits}. I took it for {wg:b}'s.
Q: Did {hec:titled} ask you to change it? // A: {hec:family} never asks. {hec:family} looks.
? Q: {bidden}. Could she do that? // A: Yes sir. No sir. Which one?
Q: Let's go to the {nth}. Where were you at two? // A: Break room. {telly} was on.
Q: And who found her? // A: {wg:c}, the float. From {vendor}. // Q: Is {wg:c} still with them? // A: {wg:c} moved to
  {townsaid:a}.
Q: Do you know {sheb:short}? // A: That's the daughter. Drives a {ridden}. Brought us {snack} every {hol}.
? Q: Off the record. // A: Thank you. // Q: Back on. Same oath.
Q: You told the state, quote, "like {figure} on the stairs." // A: I was upset. // Q: Whom did you mean? // A: The
  pharmacist.
""")

_RING = tale(r"""
any 40-70; F=staff:Facilitator/Moderator/F; A=shea:#1/P1/Carer 1; B=hea:#2/P2/Carer 2; C=sheb:#3/P3/Carer 3;
  D=heb:#4/P4
F: Let's go round. Name, and who you care for. // A: Hi, I'm {shea}, I look after my dad, in {townsaid:a}.
  Parkinson's.
B: {hea}. My wife. Lewy body. // C: Er, {sheb}. My brother {hec}, he's got Down's, and now dementia.
C: We're {townsaid:b} but he's in a place in {townsaid:c}, {homesaid:a}. // B: Was that the one on the telly? // C:
  No, that was
  {homesaid:b}.
D: I'm {heb}, sorry I'm late, the bus. Me mum's at {sitesaid:a}. Well, was. // F: No rush. {snack}?
F: And what helps? // A: Honestly? {wg:a}, the Parkinson's nurse. Rock. // B: {telly} and a pint. // F: Fair.
? C: Crossroads helped. // D: The telly one? // C: The charity, you daft article. They came {weekday}s.
A: He was a welder at {firmsaid}. Can't hold a cup. // B: Mine taught at {schoolsaid}, thirty years. Latin.
A: What does she say now? // B: "Mind the gap." All day. Bless. // C: {hec} says goal. // D: Who for? // C: {played}.
F: Who've you got at night? // B: Nobody. {shec}, our eldest, she's in {abroad}. // A: On the phone? // B: On Skype,
  {saidday:-4}.
? D: Mum thinks I'm {wg:b}. // C: Who's {wg:b}? // D: Cat. // F: What do you say back? // D: Miaow.
F: Money? // A: Don't. // C: The letter came the {nth}, they want it back, from {saidmonth}. // B: Ring {agency}.
B: Ask for {wg:c}. // C: {wg:c} with the lisp? // B: {wg:c} got mine through. // F: I can't endorse anyone by name.
A: Dr. {letter:pcp:family}, sorry, {pcp:family}, {with:pcp:family}, never once asked how I was. // F: What would you
  have said?
? A: "Like {figure}." // D: Ha! // F: I'll write that on the flip chart.
C: Can I say something? He'll be {someage} on {saidday:12}. First one without Mam. // D: Where is she? // C:
  {churchsaid},
  in the ground. // A: Oh, {sheb}.
F: We'll stop there. Next is {saidday:21}, and it's {wg:d} taking it, in the {homesaid:a} room. // B: Not at
  {venue}? // F: No.
""")

_SCREEN = tale(r"""
male 44-82; kin wife f -2; A=dr:Chair/Site A/Hub; B=dr2:Site B/Spoke/Them; N=nurse:CNS/Nurse
A: Can you hear us, {townsaid:a}? // B: Loud and clear. // A: {townsaid:a}, you're on mute. // B: And now? // A: Now.
B: You've got me, {wg:a} the CNS, and {newdr:titled} dialling in from the car. // A: Hands on the wheel,
  {newdr:given}.
A: Case [[four|seven|eleven]], male, {agesaid}, initials {pt:initials}, number {mrn}. // B: That's mine. {pt:titled}.
B: Retired from {firmsaid}, PS one, lives with {kin:given} outside {townsaid:b}. // N: Lovely couple.
A: Histology? // B: Adeno, G3. EGFR wild type, ALK neg, PD-L1 sixty. Ki-67 thirty. // A: Who reported? // B:
  {dr3:family}.
? A: Gleason? // B: Wrong organ. // A: Sorry, sorry, I'm a page on. That's {letter:hea:titled}.
A: PET? // B: Done at {site2} on the {nth}. Hot node, 4R. // A: Not 7? // B: Not 7.
A: I think Pacific, if the FEV1 holds. // B: {pt:family}'d rather die than travel to {townsaid:c}, quote unquote.
A: Could {townsaid:d} do it? // N: Ask {wg:b}. // A: {townsaid:d}'s linac is down till {saidday:10}. // B: {cry}.
N: {kin:given} doesn't drive. There's a son, {hec}, does nights at {firmsaid}. // A: Transport? // N: I'll ring
  {vendor}.
? A: Birmingham says four cycles. // B: The Birmingham trial or Birmingham? // A: The trial.
A: Who'll tell him? // B: Me. Clinic's {weekday}, the {nth}. // N: I'll sit in, last time it was all {snack} and
  football.
A: Outcome: discuss at {sitesaid}, {surgeon:family} list, bronch first. // B: {surgeon:given}'s on leave. // A: Then
  {dr4:titled}.
A: Next. Female, {midage}, {shea:short}. // B: Not ours. // N: She's ours now, moved from {townsaid:e} in {saidmonth}.
? A: {shea:short} or {sheb:short}? There are two. // N: {shea:given}, with the BRCA. {sheb:given} was last week.
A: Who's typing? // N: {wg:c}. // A: Then it'll be right. Bye {townsaid:a}. // B: Bye. How do I leave?
""")

_NIGHT = tale(r"""
male 30-80; M=nurse:Night sister/Ward/M; S=nurse2:Site/Bed manager/S
M: Hi {nurse2:nick}, it's {nurse:given} on {wardname:a}. // S: Don't tell me. // M: Two agency no-shows.
M: A {wg:a} and a {wg:b} from {vendor}. // S: {wg:b} rang. Puncture, {roadsaid}. // M: They always have a puncture.
M: I've got {wg:c} specialing the chap in {bedsaid}, {pt:titled}, who's been up and down like {figure}. // S: Is he
  yours?
M: No, {wardname:b}'s. An outlier. {dr:family}'s. // S: {dr:titled} knows? // M: {dr:family} knows nothing.
S: I can pinch you {wg:d} off {wardname:b}. // M: {wg:d} with the plaits? // S: No, that's {shea}. Or {sheb}.
  {wg:d}'s the tall one.
? M: Even {hea}. I'd take {hea}. // S: {hea} left {saidday:-20}. // M: Did he? // S: To {sitesaid}. Days.
M: And the {pill} never came for the lad in {bedsaid}, {hec}. Next is due at four. // S: On-call's {bleep}. // M: I've
  bleeped {bleep} till I'm blue.
S: What've you got going out? // M: {heb:titled} to {homesaid}, if {vendor} turn up. // S: That's one. I need three.
M: {cry}, {nurse2:given}. // S: ED's at {count}. There's one from {townsaid:a} on a blue light. // M: Side room? //
  S: You tell me.
? M: Is it Grace tonight or Dawn on the phones? // S: Neither. {wg:e}.
S: Who's your doctor? // M: {newdr:titled}, I think. Lovely. Looks twelve. // S: Extension? // M: {ext}.
M: Ta. Oh, it's {wg:c}'s last one. There's {snack} if you walk by. // S: What time? // M: Half five.
""")

_SORTED = tale(r"""
any 20-80; A=staff:A/Clerk/Agent; P=pt:P/Caller/Client; K=kin:K/Relative
A: Name? // P: {pt:given}. {with:pt:given}. No, sorry, the surname. {pt:family}. // A: {spells:pt:family}? // P:
  That's me.
A: Is it {dr:family}? // P: No, {dr2:family}, {with:dr2:family}. They always mix them. The other one's at {sitesaid}.
P: It's {pt:family}, like the biscuit. // A: Which biscuit? // P: {with:pt:family}.
A: Number? // P: {ring:1}. // A: {ring:1}. // P: {ring:2}, no, sorry, that's the old one. {ring:2}, yes. // A: And?
  // P:
  {ring:3}.
K: It's under mine. {kin:short}. {with:kin:family}. // A: And you're the {word}? // K: The {word}. And the chauffeur.
A: Which {shea}, sorry? We've {shea} {letter:sheb:family} and {shea} in the office. // P: Office {shea}.
P: I'm in {townsaid:a}. Not {townsaid:a} city, the one out past {townsaid:b}. // A: Since when? // P: Since we left
  {townsaid:c}.
A: Still at {firmsaid:a}? // P: {firmsaid:b}. {firmsaid:a} folded. // A: Sorry to hear. // P: I'm not.
A: First line of the address? // P: {housesaid}. // A: I've {housesaid}. // P: That's me mum's.
P: I was {agesaid} in {monthonly}. No, I tell a lie, I'm {nextage} in {monthonly}. // A: Happy birthday, whichever.
A: Member number? // P: {memb:1}. Dash? // A: No dash. // P: {memb:2}. {memb:3}. // A: {memb:1}, {memb:2}, {memb:3}.
  // P: Bang on.
K: She's with {planname:a}. // A: {planname:a} or {planname:b}? // K: Whatever {firmsaid} has.
A: Date? // P: {fixday}. // A: Which? // P: Second one.
P: Leave it with {heb} at number {count}. // A: {heb} who? // P: {heb} next door. {heb:family}, {with:heb:family}.
A: The {roadsaid} branch or {roadsaid}? // P: {townsaid:d} branch. // A: {townsaid:d} closed.
K: {wg:a} said ask for {wg:b}. // A: {wg:b} is {wg:b}, {wg:a}'s upstairs. // K: So who are you? // A: {staff:given}.
P: Dr. {letter:dr:family}. Dr... hang on. {dr:titled}. // A: Take your time.
A: Email? // P: {email}. // A: All one word? // P: All one word, you'd think.
P: Tell {hec} {sheb} rang. // A: {sheb} or {shec}? // P: {sheb}. {shec}'s the wife.
""")

_NOBODY = tale(r"""
any 20-80; A=:A/Nurse/Doctor; P=:P/Patient; K=:K/Relative
A: {bidden}. // P: {cry}. // A: Good. Again.
P: What d'you have on the telly tonight? // A: {telly}. // P: I'm more of a {telly} person.
A: Any {pill}? // P: Just {pill}. And a {snack}, if that's a drug.
P: I feel like {figure}. // A: You look like {figure}. // P: Charming.
A: Who won? // P: {played}. // A: Against? // P: {played}. Three one.
P: I signed up for {raced}. // A: With that knee? // P: {cry}, you sound like my wife.
A: Hiya. // P: Hiya. // A: Ice? // P: Ice. // A: Posh. // P: Ta.
A: Will you? // P: May I? // A: You may. Mark the box. // P: Rich people's problems.
A: Two. Four. Six. Now you. // P: Eight. Who do we appreciate?
A: What would you eat, of a Sunday? // P: {snack}. // A: And in the week? // P: {snack}. // A: Vegetables? // P:
  Ketchup.
A: Dr Pepper, Diet Coke or water? // P: Earl Grey. // A: This isn't the Ritz.
P: Is that the McMurray one? // A: That's Lachman. McMurray's the twisty one.
A: Say Methodist Episcopal. // P: Methodist Episcopal. // A: British Constitution. // P: Constitushion.
K: Ask about the rash. // P: Stop it. // K: Ask. // A: Ask away.
A: Spell WORLD backwards. // P: D, L, R... O. W. // A: Close.
P: What does it do? // A: Eliquis? Thins it. // P: And Eylea? // A: That's the eye.
A: Frank blood? // P: Frank who? // A: Bright red. // P: No, not frank then.
A: Whole two litres? // P: Robin red breast, I was. // A: And you went to bed? // P: I went to Bedfordshire, as they
  say.
P: They said Crohn's, then Graves', then Coombs. // A: Coombs is a test. // P: I know that now.
A: It's a Baker's cyst. // P: From baking? // A: No. // P: {cry}. // A: It's not a Morton's either.
K: He's had more lives than {figure}. // A: So I see. // K: Touch wood. // P: Touch wood.
A: Dragon, new line. Plan, colon. Sorry, not you. // P: Who's Dragon? // A: The computer.
A: {tongue}? // P: English is fine. // A: Sorry. Force of habit.
A: How's the {ridden}? // P: Clutch is gone. Like me hip.
""")

_WHOLE = (_RESUS, _SWORN, _RING, _SCREEN, _NIGHT)

TYPES: tuple[NoteType, ...] = (
    NoteType("parley-beds-handover", _handover, 2.0),
    NoteType("parley-resus-handover", whole(_RESUS), 1.3),
    NoteType("parley-sworn", whole(_SWORN), 1.2),
    NoteType("parley-carers-ring", whole(_RING), 1.2),
    NoteType("parley-two-sites", whole(_SCREEN), 1.2),
    NoteType("parley-night-sister", whole(_NIGHT), 1.2),
    NoteType("parley-names-sorted", loose(_SORTED, plain=(_NOBODY,), least=2, most=10), 2.0),
    NoteType("parley-about-nobody", loose(_NOBODY, least=2, most=14), 2.0),
    NoteType("parley-group-excerpt", excerpt(*_WHOLE, most=7), 1.8),
)
