"""What is said on the telephone: triage, emergency calls, pharmacies, insurers, voicemail as a machine wrote it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import bare, lowered
from corpus.notes.talk_kit import heard, one_line, some, transcript
from redactor.sample.marked import Marked, join

_TRIAGE_OPEN = templates(r"""
N: Nurse line, this is {nurse:given}. // C: Hi, it's about my {word2}, {pt:given}. // N: Last name? // C:
  {pt:family}, {cued:pt:family}.
N: Out of hours, you're through to {nurse:given}. Who's the call for? // P: Meself. {pt:short}.
N: Healthline, my name's {nurse:given}, what town are you ringing from? // C: {city}. Well, out past {town}.
N: Thank you for holding, may I have the patient's ID? // P: It's, hang on, {grouped:mrn}. // N: And this is
  {pt:given}?
O: {clinic}, how may I direct your call? // P: The nurse. // O: Which provider? // P: {dr:titled}. Or whoever.
""")

_TRIAGE = templates(r"""
N: Is {he} breathing normally? // C: {kin2:given}, is {he} breathing? Yes. // N: Any blue around the lips? // C: No.
N: How old's baby? // C: {babyage}. // N: Feeding? // C: Half of what {he} does. // N: Wet nappies? // C: Two since
  noon.
N: Callback in case we drop? // C: {grouped:mobile}. // N: I read that back, {grouped:mobile}. // C: Yep.
N: When did the temp start? // C: {dayinwords:-1}. A hundred and two point four under the arm.
N: Given anything? // C: Calpol at four, Nurofen at six. // N: How many mils? // C: Five.
C: {kin2:given} swallowed a marble. // N: Is {kin2:given} drooling? // C: No, laughing.
N: Nearest emergency department to you? // C: {fac}, forty minutes. // N: And who drives? // C: {kin2:given} or the
  neighbour, {lone}.
N: I'm using the paediatric fever guideline, protocol {num:11-98}. // C: Okay.
N: Disposition is see within four hours. // C: {clinic} shuts at six. // N: Then {site:alias}, fast track.
C: She spoke to an {worddr} yesterday and a {lonedr} before that and nobody rang.
N: What does the rash do if you press a glass on it? // C: Goes. // N: Good. That's good.
C: We're camping, {place}, no idea of the address. // N: Use what three words? // C: No signal for it.
N: Past history? // C: Asthma, ADHD, Perthes. // N: Meds? // C: Concerta, Flovent, Singulair.
N: Documenting that {kin:given} declined the ambulance. // C: I didn't decline, I said I'd drive.
P: It's the stoma again. // N: Is it {pt:given}? I know your voice. // P: {nurse:given}! Thank God.
N: Any stridor? // C: What's that? // N: A noise breathing in. // C: Like a seal? // N: No, that's the cough.
C: I'm the school nurse at {school}. // N: And the child? // C: {pt:full}, year four, {ageinwords}, EpiPen given.
N: Stay on the line, I'm warm transferring to {dr2:titled}. // C: Is that the on call? // N: Yes.
N: Are you at {street}? // C: No we moved. {street} was me mam's. We're {otherstreet} now.
""")

_EMERGENCY_OPEN = templates(r"""
O: 911, what's the address of your emergency? // C: {street}, {city}, the blue house. // O: Say it again for me?
O: Ambulance service, is the patient breathing? // C: Barely. // O: Postcode? // C: {cued:zip}.
O: 000, police, fire or ambulance? // C: Ambulance. {street}, {city}. // O: Nearest cross street? // C: {roadname}.
O: 112, where are you? // C: On {roadname}, past {co}. // O: Which direction? // C: Towards {town}.
O: Fire and rescue, county. // C: My {word2} fell through the deck. // O: What's the address, ma'am? // C: {street}.
""")

_EMERGENCY = templates(r"""
O: Tell me exactly what happened. // C: {he} just went grey. // O: Is {he} awake? // C: {pt:given}! {pt:given}! No.
O: How old is {he}? // C: {ageinwords}. // O: Okay, is there a defibrillator? // C: At {church}, two doors down.
O: Hands in the middle of the chest, hard and fast. One, two, three, four. // C: One two three four. // O: Keep going.
O: What's your name? // C: {kin:given}. // O: {kin:given}, you're doing great. Engine {num:2-38} is four minutes out.
O: Number you're calling from? // C: {grouped:kinphone}. // O: I've got {kinphone} on the screen. // C: That's the
  one.
C: There's a {someone:given} here says she's a nurse. // O: Put her on. // C: She's got no signal.
O: Is it gated? // C: Off {roadname}, by {co} sign, push it. // O: And which building? // C: {unit}.
C: It's {employer} yard. A man's caught in the baler. // O: Is he talking? // C: Screaming. {lone}, that's his name.
O: Any weapons in the house? // C: {friend:given} has a shotgun. // O: Where's {friend:given} now? // C: Gone.
O: Medic {num:3-40} responding, priority one, breathing problem, {agesex}, {street}, time {time}.
O: Does {he} have a DNR? // C: I think it's at {nursinghome}. // O: Do you want us to start? // C: Yes!
C: Hurry up. // O: They're coming, {kin:given}. // C: You said that! // O: I know. They're on {roadname} now.
O: Unlock the door, put the pets away, gather the meds. // C: It's Eliquis and Lasix. // O: Perfect.
C: I'm watching him on the camera, I'm in {abroad}. // O: And the house is? // C: {street}, {city}.
O: {officer:titled} is on scene. // C: I see {officer:given}. Tell him round the back.
O: Has {he} had COVID or been to a hospital? // C: {site}, let go {dayinwords:-2}. // O: For what? // C: A stent.
O: Is this the same address as {caseno}? // C: I don't know what that is. // O: Never mind. Stay with me.
""")

_PHARMACY = templates(r"""
O: {pharmacy}, this is {staff:given}. // P: Refill for {pt:family}, {cued:pt:family}. // O: Birthday? // P:
  {borninwords}.
O: Which one? // P: Number ending... the whole thing? {grouped:rx}. // O: That's the amlodipine, no refills left.
O: It's rejecting, refill too soon till {dayinwords:4}. // P: I'm flying to {abroad} on {dayinwords:2}. // O:
  Vacation override then.
O: {payer} wants a prior auth. // P: {dr:titled} sent that. // O: To us or to them? // P: God knows. {nurse:given}
  did it.
O: Do you have the card? // P: It says RxBIN, PCN, RxGrp. // O: The last one. And the ID? // P: {groupno}, {plan}.
N: Calling in a script. {pt:full}, {dob}. Keflex five hundred, one QID, twenty eight, no refills, {dr2:titled_full}.
  // O: NPI? // N: {npi}. // O: And who am I speaking with? // N: {nurse:given}.
O: Is that Dr {worddr} with a W? // N: No, {cued:dr:family}. // O: DEA for the Norco? // N: {dea}.
O: The generic for Crestor, is that okay? // P: As long as it's not the {made} one. // O: It's the round one.
O: Somebody named {kin:given} picked it up on {dayinwords:-1}. // P: That's my {word}. // O: Signed {kin:initials}.
P: I owe how much? // O: Eighty four fifty. // P: Card on file? // O: Ending {card4}, expires next year?
O: We're out, {pharmacy:alias} on {roadname} has two boxes. // P: Who do I ask for? // O: {lone}, the pharmacist.
P: I take Xarelto and he gave me Biaxin. // O: Who did? // P: {dr3:titled}, urgent care. // O: Don't take it yet.
O: For verification, last four of the phone. // P: {phone4}. // O: And the street? // P: {street:name}.
O: Was it a paper script? // P: From {dr4:titled}, the dentist in {town}. // O: I'll need the original.
""")

_INSURANCE = templates(r"""
O: Thank you for calling {payer}, my name is {staff:given}, can I get your first and last? // P: {pt:full}.
O: Member ID including the letters? // P: {cued:plan}. // O: I have {plan}. // P: Yes. // O: And the group is
  {groupno}?
O: Date of service? // P: {date:-60}. // O: Provider? // P: {dr:titled_full}, or it may be under {site}.
O: CPT 99214, denied CO-197, no auth. // P: There was an auth. // O: Do you have the number? // P: {order}.
O: Your reference for this call is {order}. // P: Say it slow? // O: {grouped:order}.
O: Are you the subscriber? // P: No, my {word}, {kin:full}. // O: I need {kin:given}'s permission. // K: You have it.
O: The allowed amount's 212.40, deductible 188.16, so 24.24 is yours. // P: That's not what {someone:given} told me.
O: Who did you speak to? // P: {friend:given}. In {monthonly}. // O: We've no {friend:given} in this centre. // P:
  Well I've it written down.
O: Mail it to {pobox}, {town}, {stateab} {zip}. // P: Can I fax? // O: {fax}, attention {someone:given}.
O: This is {staff:given} from {firm} calling on a recorded line for {pt:full}. // P: Who? // O: Regarding {acct}.
O: Peer to peer with {newdr:titled_full}, {dayinwords:2}, between nine and noon. // D: I'm in theatre. // O: Then
  the {nth}.
O: HCPCS E0601, three-month rental. // P: It's a CPAP. // O: Yes, the serial? // P: {serial}.
O: Claimant? // P: {pt:family}, {pt:given}. // O: Injured where? // P: On the floor at {employer}, {street}.
O: Can you spell the adjuster? // P: {cued:lawyer:family}. // O: And claim? // P: {claim}.
O: Confirm your e-mail? // P: {email}. // O: All lower case? // P: All lower.
O: Is there anything else I can help you with today? // P: You haven't helped with the first thing.
""")

_LEFT = templates(r"""
hi uh this is {kin:given} {kin:family} um {pt:given}s {word} just calling back {nurse:given} i missed her call um
  try me at {grouped:kinphone} or if its after five {grouped:phone} okay bye
good afternoon its {newdr:titled} from {newsite} i saw your {mr} {pt:family} today {ageinwords} with the {dx} and i
  wanted to run something by you im on my cell {grouped:mobile}
hey {dr:given} its {newdr:given} call me about {pt:given} when you get a sec no rush well kind of a rush
this is a message for {pt:given} {pt:family} from {clinic} we have you down for the {dayinwords:6} at ten fifteen
  with {dr:titled} if you cant make it give us a ring on {grouped:sitephone} thank you
um yes hello i dont know if this is the right number im looking for {lone:lower} in radiology my name is
  {lone:lower} and i had a scan on {dayinwords:-4} and nobodys told me anything
{pt:family} {cued:pt:family} date of birth {borninwords} i need my levothyroxine seventy five the {pharmacy} at
  {roadname} thanks
its {wordname:lower} from {co} the oxygen people we were at {street} and nobody answered so we left a tag its
  {grouped:order}
hi {lc:nurse:given} its {wordname:lower} from doctor {worddr:lower}s office {lc:pt:short} was supposed to have the
  lab faxed to {grouped:fax} and we havent seen it
hello this is sister {nurse:given} on {dept} at {site} im ringing about your {word2} nothing to worry about but
  could you ring the ward
voice message from {caller} {phone} received {stamp} duration {num:8-119} sec
calling from {school} {kin2:given} threw up in {teacher:titled}s room can somebody come get {kin2:given}
this is {lawyer:titled_full} with {firm} calling on behalf of {pt:given} {pt:family} i need the itemized bill for
  {daterange} my direct is {phone}
dr {dr:family} its {pt:nick} uh {pt:given} you told me to call if the leg got red well its red its really red
yeah this is {someone:given} at {lab} critical on {pt:family} {pt:given} potassium six point four drawn {dayinwords}
  accession {accession} please read back to me at {grouped:sitephone} extension {ext}
hi mum its me {kin2:given} the nurse said you cant have your phone so im leaving this anyway {kin3:given} says love
  you
{friend:given} here im driving {pt:given} on {dayinwords:3} do i bring {him} to the front or to {dept}
you have one new message first message from an outside caller
if this is an emergency please hang up and dial nine one one otherwise press two for refills three for records
low confidence may contain errors tap to rate this transcript
hello {pt:given} {nurse:given} here from {clinic} your {test} came back normal the doctor says no change okay bye bye
message for {dr2:titled} from {fac} emergency we have your patient {pt:family} here with {symptom} {ageinwords}
  and a list from you
  that says {drug} and {drug} which one is it the desk is {grouped:drphone}
this is bed control at {site2} {pt:given} {pt:family} got a bed it is {room} report number is {grouped:phone} ask
  for {lonedr:lower}
its {pt:nick} im outside the door is locked and there is a sign that says go to {clinic:alias} is that the one on
  {roadname}
um this is for medical records i need {kin2:given} {kin2:family}s shot record for {school} they said by the {nth}
  or no class
hey its {lone:lower} from {co} i have the wheelchair for {street} gate wont open call me on {grouped:mobile}
{officer:titled} {agency} i need to speak to whoever treated {lone:lower} on {dayinwords:-1} my number is
  {grouped:phone} badge {badge}
hi honey its me the doctor was that {worddr:lower} fellow he says its only gout
calling to say thank you to {nurse:given} and {nurse2:given} thats all no need to ring back its {kin:given}
  {pt:given}s {word}
good morning this is the sleep lab remember no caffeine after noon bring pajamas bring your own pillow if you like
hello this is an automated reminder you are due for a flu shot press one to schedule press nine to stop these calls
yes i got a bill for two hundred and twelve dollars and i paid it in cash so i dont know what that is thank you
  goodbye
its about the metformin it gives me the runs and i was wondering about the er one the extended release one okay thanks
bonjour ici {newdr:titled_full} i will say it in english i have seen {pt:given} in {abroad} on {dayinwords:-6} for
  a fracture of colles
{lc:pt:short} here returning your call i am at work till five so dont call before my birthday is {borninwords}
no no no wrong button uh how do i
to delete this message press seven to save it press nine
""")

_WRAPPED = templates(r"""
Call start {time}. Queue: triage adult. Agent: {username}. ANI {phone}.
TRANSCRIPT OF RECORDED LINE {num:2-19} / {agency} / incident {caseno} / {stamp}
Summary (auto): caller {kin:given} reports {symptom} in {ageold} {word2}. Sentiment: anxious. Disposition: home care.
QA score 88/100. Greeting Y, ID x2 Y, empathy Y, closing N. Reviewed by {ini}.
Protocols used: Croup; Head Injury; Abdominal Pain - Female; Medication Question.
Hold time 4:12. Transfers 2. Wrap code RX-REFILL.
CAD: {caseno} TYP 10-D-4 ADR {otherstreet:upper} UNITS E{num:2-40} M{num:2-40}
Recording retained 90 days.
Call back x2, {phone}, LVM. x3 {shortdate:1} {nurse:initials}
""")


def _call(first: Sequence[str], pool: Sequence[str], most: int = 12) -> Callable[[Cast], Marked]:
    """A call as somebody or a machine wrote it down, with the telephone system's lines around it now and then."""

    def write(c: Cast) -> Marked:
        said = heard(c, transcript(c, pool, 2, c.pick((4, most)), first if c.chance(0.8) else ()))
        if c.chance(0.3):
            said = join(some(c, _WRAPPED, 1, 3), "\n", said)
        return join(said, "\n", c.say(c.pick(_WRAPPED))) if c.chance(0.2) else said

    return write


def _voicemail(c: Cast) -> Marked:
    """Messages as a recogniser wrote them: no stops, no capitals; one now and then with its head."""
    said = some(c, _LEFT, 1, c.pick((1, 2, 5)), c.pick(("\n", "\n\n", " ")))
    roll = c.rng.random()
    return lowered(bare(said)) if roll < 0.75 else one_line(said)


TYPES: tuple[NoteType, ...] = (
    NoteType("talk-triage-call", _call(_TRIAGE_OPEN, _TRIAGE)),
    NoteType("talk-emergency-call", _call(_EMERGENCY_OPEN, _EMERGENCY)),
    NoteType("talk-pharmacy-call", _call((), _PHARMACY, 8)),
    NoteType("talk-insurance-call", _call((), _INSURANCE, 9)),
    NoteType("talk-voicemail", _voicemail),
)
