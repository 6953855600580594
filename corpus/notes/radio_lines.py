"""What goes over the air and onto a machine: patches, dispatch, transfer desks, voicemail, services, reports."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.radio_kit import Voices, said_alone, scene

_AIR: Voices = {
    "M": ("{runit:a}", "Medic {num:2-60}", "M"),
    "H": ("{site}", "{site:alias}", "ED"),
    "D": ("Dispatch", "Metro", "DSP"),
    "P": ("{dr:titled}", "{dr:family}", "MD"),
}

_PATCH = scene(
    _AIR,
    r"""
M: {site:alias}, {runit:a}. // H: {runit:a}, go ahead for {site:alias}.
M: [[Inbound|Coming to you|En route]] {rproto} with a {rage:old} {gender}, chief complaint {symptom}, {reta}.
? M: Found at [[home|the wheel|the bottom of the stairs]] by {his} {word} at {rtime}, last known well {rtime}.
M: {rvital:a}, {rvital:b}, {rvital:c}. // H: Copy {rvital:a}.
? M: Patient is a {nursinghome} resident, DNR in hand. // H: Name for registration? // M: {pt:family},
  {rspell:pt:family}, first of
  {pt:given}.
? M: History of {dx} and {dx}, sees {dr2:titled} over there. Allergic to {drug}.
M: Eighteen in the left AC, {rdose}, {rdose} on board. // H: Any change? // M: {rvital} after.
? M: Requesting orders for {rdose}. // P: {runit:a}, this is {dr:titled}, who's the medic? // M: {lonedr},
  {rno:cert}. // P: Approved,
  repeat once.
? M: Trooper on scene says head-on, {roadname} at {street:name}, two others going to {site2} by {runit:b}.
? H: Bed [[three|nine|twelve]], {nurse:given} will meet you. // M: Tell {nurse:given} family's behind us,
  {kin:given}, in a blue
  Ford.
? M: Code blue in the back, starting compressions, hands on at {rtime}. // H: Copy, {dr:titled} to the dock.
M: That's my report, any questions? // H: Negative. {site:alias} clear, {rtime}. // M: {runit:a} clear.
""",
    heads=r"""
MED-9 RECORDER  {stamp}
Online medical control log, {site}, tape {num:2-40}
""",
    ends=r"""
Run {run}. Transferred care to {nurse:short} {time}. Crew {stini}/{stini}.
""",
)

_HELI = scene(
    {
        "F": ("Flight nurse", "{nurse:given}", "FN"),
        "R": ("Receiving", "{nurse2:given}", "RCV"),
        "P": ("Pilot", "{staff:given}", "PIC"),
        "C": ("Comm center", "{staff:first_initial}", "CC"),
    },
    r"""
C: Comm center, {runit:a}, go. // P: Lifting {fac} with four souls on board, {reta}, fuel two plus ten.
? P: Ceiling eight hundred, going to shoot the approach to {town}. // C: Copy, winds two one zero at twelve.
F: Handoff. This is {pt:full}, {rage}, out of {fac} in {city}, accepting's {dr:titled}. // R: Okay, {nurse2:given}
  here, ready.
F: Rolled an ATV on {street:name} at about {rtime}. Helmet no. Intubated at {fac:alias} by {dr2:titled}, seven and
  a half at twenty-two.
? F: {rproto} called. {rvital}, {rvital}. // R: And the pelvis? // F: Binder on since {rtime}.
F: Got {rdose}, {rdose} and {rdose}; second unit of O neg is number {rno:bag}. // R: Tetanus? // F: No idea.
? R: Who's with {him}? // F: {kin:given}, {word}, driving from {town}, phone's {rphone}. // R: Does {kin:given}
  know? // F: {dr2:family} told
  {kin:given}.
? F: Belongings: one boot, wallet with a licence from {state}, and a Casio. // R: Sign here. // F: {nurse:initials}.
? F: Films are on the disc, Foley's sixteen French, Broselow doesn't apply. Any questions? // R: Ativan or Versed?
  // F: Versed.
F: Mission number {rno:run}. // R: Care assumed {rtime}, {nurse2:short}.
? P: {runit:a}, skids down {site:alias} pad, hot offload. // C: Down at {rtime}.
""",
)

_DISPATCH = said_alone(
    r"""
{runit}, {runit}, respond {rproto}, {rhouse} {rflat}, cross of {street:name}, {rage:old} {gender}, {symptom}, time
  out {rtime}
{runit} show us on scene, {rhouse}, two story wood frame, nothing showing, copy {runit} on scene {rtime}
dispatch to {runit} your patient is now in the yard per the {word}, caller's name is {kin:given}, callback {rphone}
attention {agency}, attention {agency}, lift assist at {nursinghome}, {street:name}, enter by the loading dock,
  contact is {lone}
{runit} en route {site} non-emergent, one on board, starting mileage {num:10-90} point four, {rtime}
{runit} {runit} traffic, {roadname} northbound at the {city} line, two car, one entrapped, {rvital}, advise air
be advised premise history at {rhouse}, violent, stage for {officer:titled}, {officer:family} is four minutes out
CAD note {rtime} RP {kin:short} at {rphone} adv {pt:given} took {rdose}, {rage}, door unlocked, dog named Baxter
any unit vicinity {church}, {rproto}, {ageword} down in the pew, AED on the wall
{runit} requesting PD, {agency} copied, plate {rno:plate}, grey sedan last seen {street:name} toward {town}
{runit}, patient refusal, {pt:short}, {rborn}, A and O times four, witnessed {officer:titled_full}, in service
radio test, {runit} loud and clear, {runit} five by five, {runit} no answer, {rtime}
all units channel change to tac two, {rproto}, command is {runit}, staging at the {school} lot
{runit} cancel, {rhouse} was a lifeline pendant, spoke to {kin:given}, no patient, code four
helimed {runit} you are cleared for the landing zone at {school}, ground contact {runit}, wires to the east
{runit} to base, diverted from {site} to {site2}, {site:alias} on CT divert till {rtime}, bed held by {nurse:given}
""",
    least=2,
    most=8,
)

_TRANSFER = scene(
    {
        "O": ("Transfer center", "{staff:given}", "TC"),
        "S": ("Sending", "{dr2:family}", "S"),
        "A": ("Accepting", "{dr:family}", "A"),
        "B": ("Bed control", "{nurse:given}", "BC"),
    },
    r"""
O: Transfer center, recorded line, {staff:given}. // S: Hi, {dr2:titled}, emergency at {site2}, I've got one for
  neurosurgery.
O: Patient's name and birthday? // S: {pt:last_first}. {rborn}. // O: {rspell:pt:family}? // S: Yes.
? O: Any records with us? // S: {He} was at {site:alias} in {ryear:-7}, MRN should be {rno:mrn}. // O: Found {him}.
O: Hold for {dr:titled}... you're all connected. // S: Hey {dr:given}, it's {dr2:given}. // A: Hey, how's {city}?
  // S: Hot.
S: So {rage:old} {man}, {dx}, on Xarelto, {rvital}, {rvital}, and the CT reads {finding}.
A: Did you reverse? // S: {rdose} going now, Andexxa's not on formulary. // A: Fine. Hunt and Hess? // S: Two.
? A: Who read it? // S: {readers}, some {lonedr}. Our guy {dr3:family} agreed. // A: Push it to me? // S:
  {username} on PACS, pushing.
? A: Family? // S: {kin:given}, the {word}, is the decision maker; {kin2:given} is flying in from {abroad}. // A:
  Code status? // S: Full.
A: Accepted. ICU. // O: Accepting is {dr:short}, time {rtime}. // B: Bed control, I can give {room} after they clean.
? B: Report number's {rphone:rep}, ask for {nurse2:given}. // S: {rphone:rep}? // B: Yes. // S: Sorry, like it
  sounds? // B: Like it sounds.
O: Mode? // S: {runit} quoted {reta}. // O: EMTALA form and the face sheet to {rno:fax}. // S: On its way.
? O: Transfer number is {rno:caseno}. // S: Thanks all. // A: Tell {pt:given}'s {word} I'll call.
? O: Update: weather hold, {vendor} going by ground with a nurse, leaving {rtime}. // S: Okay.
""",
    heads=r"""
ACCEPTANCE CALL TRANSCRIPT | {caseno} | {stamp} | {site2} -> {site}
""",
)

_VOICEMAIL = said_alone(
    r"""
hi this message is for {dr:titled} this is uh {kin:short} {pt:given}'s {word}. {His} date of birth is {rborn}, and
  um we
  never heard about the scan. The best number is {rphone:vm}, that's {rphone:vm}. Okay. Bye bye.
Hello, {nurse:given} from {clinic}. This is not urgent. Please call us back at {rphone} [[extension {rext}|and
  press four]]. We're here until
  {rtime}, closed for lunch. Thank you, {pt:titled}.
yeah um it's {pt:short}, {rspell:pt:family}, birthday {rborn}. I need a refill of, let me find it, {rdose}, it's
  the {pharmacy} on
  {street:name}, prescription {rno:rx}. I've got like {num:2-19} left. Thanks.
Good afternoon, calling from {labsite} with a recollect on {pt:short}, the tube was underfilled. {rphone},
  reference {rno:specimen}, ask for
  {someone:given}.
hey {dr:given} it's {dr2:given} over at {site2} sorry I missed you, it's about {pt:family}, the {rage:old} with
  the {dx}. My cell is {rphone}.
  I'm in clinic till {rtime} then you can try the back line {rphone}.
This is {lawyer:titled_full} of {firm}. We represent {pt:short} in connection with an incident on {rday:-90}. I've
  sent two requests for
  records. My direct dial is {rphone}. File {rno:caseno}.
hi it's mom. {kin2:given} got the results and it's fine. It's benign. I said a novena. Call {kin:given}, {kinhe}
  worries. Love you.
Message for the manager. I was in on {rday:-2} and a young lady at the front, {someone:given} I think, was so
  rude, and I want it noted, my name is
  {pt:titled} and I've been coming since {dr:family} was in short pants.
It's the pharmacy. {pharmacy}. The {drug} you called in for {pt:full} isn't covered. They'll pay for {drug} or
  {drug}. We're at {rphone}, fax is
  {rno:fax}. My name's {staff:given}.
To the scheduler please, {pt:short}, {rspell:pt:given}, I'd like to cancel {rday:3}. My ride fell through,
  {vendor} says they're full
  up. I'm at {rhouse}, {city}, if that matters. {rphone}.
This is an automated message from {site}. You have an appointment on {rday:2} at {rtime}. Press one to confirm,
  press two to cancel.
Hi {pt:nick}, {teacher:short} at {school}. {kin2:given} has a fever of one oh one point four, so we need somebody
  before {rtime}. Office is {rphone}.
uh yes the uh stomach thing is back and I was wondering if I can take the Pepcid with the Carafate. That's all.
  Oh, it's {pt:nick}.
{caller} calling for {pt:initials}. My grace period ends Friday, the bill says pay now and the letter says I may
  wait. Please ring me on {rphone}.
Wireless caller, {stamp}, {num:12-98} seconds. Hey it's {friend:given}, I'm down on {street:name}, the sign says
  {church}, am I close?
It's {officer:titled} with {agency}, I need next of kin for a {pt:short}, about {rage}. Report number
  {rno:caseno}. Call the desk, {rphone}, ask for me or
  {someone:family}.
{vendor} here, your oxygen comes {rday:1} between {rtime} and {rtime}. The driver's {someone:given}. If the gate's
  locked, we leave.
Doctor's office? This is {employer}, HR, {someone:given} speaking. {pt:short} gave us a note dated {rday:-4} and
  we just want to verify it's real.
No it's the other button. Hello? Hello. It's gone to the machine, Frank. I mean, {kin:given}, it's gone to the
  machine.
Please disregard my earlier message, the rash is gone, must have been the strawberries, have a good weekend everybody.
Hiya, {pt:given} ringing from {rhouse}, me {word} {kin:given} had the district nurse out {rday:-1} and she's left
  her bag. {rphone}.
You have reached the voice mailbox of, {dr2:full}. If this is a medical emergency, hang up and dial nine one one.
  At the tone, leave your name, spelled, your date
  of birth and your number.
{dr:titled} this is {chum} from the choir at {church}, hate to bother you at home, is it normal that the stitches itch
This is {payer}, {staff:given} speaking, returning {nurse:given}'s call on reference {rno:order}; it's {rproto},
  sorry, it's approved through {rday:60}.
You know who this is. {pt:nick}. Sugar was {rvital}, what do I do. {rphone}. I'll sit by it.
""",
    least=1,
    most=4,
)

_SERVICE = said_alone(
    r"""
MSG #{num:2-90} {hm}\nTO: {dr:titled_full} (on call)\nFROM: {kin:full}\nRE: {pt:full} DOB {dob}\nPH: {phone}\nMSG:
  {symptom} x {rlong}, wants
  {drug}\nPGD {hm}  RPGD {hm}  OPR {stini}
{hm} {caller} / {phone} / pt of {dr:family} / {symptom}, {rage:old} / pd {dr2:family} {hm} / ok {hm} {stini}
For {dr:titled}: {pharmacy} ({staff:given}) {rphone} re {pt:last_first} - dose on {drug}? Dr. to cb
**URGENT** OB: {pt:short}, EDC {date:40}, 38 wks, ctx q5, fluid clear, {rphone}, del at {site}. {dr:family}
  relayed {hm}
Caller would not leave name. Says the doctor knows. Number on display {phone}. Held for morning.
{hm} hosp {site} 4W, {nurse:given}, re {pt:titled} rm {room}: {rvital}. Dr {dr:family} called back 0412, spoke w/
  {nurse:given}.
Answering svc script: Is this an emergency? Y -> 911. N -> name, spell, DOB, phone, pharmacy. Do not give advice.
Refill request after hours - policy explained to {kin:short}, {rphone} - angry, will call {dr:titled} at home "I
  have the number"
Deaf caller via relay, operator {badge}: {pt:short}, {rspell:pt:family}, wants interp on {rday:5} at {clinic}
DELIVERED BY {stini} TO: {dr2:initial_last} CELL {mobile} {stamp}
Caller: {teacher:titled_full}, {school}. Child {pt:short}, ate a Brazil nut in class. EMS there. Mother
  {kin:given} aware.
Medical examiner's office ({someone:family}), {phone}, will sign? pt {pt:full} died at {rhouse} {rday}, Dr to call
  re certificate
Wrong office. Wanted the vet.
{hm} hang up x3 same number {phone}
Coverage change: {dr:titled} swaps w/ {dr3:titled} til Mon 7a; pager {pager}; backup {dr2:family} home {phone}
""",
    least=2,
    most=7,
)

_SBAR = scene(
    {
        "O": ("Off", "{nurse:given}", "N"),
        "I": ("On", "{nurse2:given}", "D"),
    },
    r"""
O: Okay recording. [[Bed nine|Room {room}]], {pt:titled}, {pt:given}, {rage}, full code, {dr:titled}'s patient. //
  I: Got it.
O: Situation, day {num:2-6} of {dx}, came from {nursinghome} on {rday:-3}. // I: Not from home? // O: {pt:family}
  sold the house.
? O: Background: {dx}, {dx}, allergic to {drug}, falls. {dr2:family} did a {proc} at {site2} {ryear:-7}.
O: Assessment: {rvital}, {rvital}, alert to self. {He} thinks it's {ryear:-40} and I'm {kin2:given}. // I: Who's
  {kin2:given}? //
  O: {word2}.
? O: Skin, stage two sacrum. Braden {num:9-18}. Lines, right IJ, PICC left. Foley {rlong}. Bristol six.
? O: Meds: {rdose} at {rtime}, {rdose} held, vanc trough due {rtime}. // I: Is pharmacy dosing? // O:
  {staff:given} is.
? O: {kin:given}, that's the {word}, calls at ten every night, password is the dog's name. // I: Which is? // O:
  Biscuit.
? O: {stserv} came, {dr3:titled}, said keep the collar, Miami J, on. // I: In writing? // O: Ha.
O: Recommendation: CT at {rtime}, then call {dr:family} on {rext}. // I: Consent? // O: {kin:given} signed by
  phone, {nurse:initials} and {nurse2:initials}.
? O: Oh, and {his} glasses went to the cath lab. // I: Security? // O: Ticket {rno:ticket}.
? I: Anything from {payer}? // O: Case manager {someone:given}, denied the SNF, appeal's in.
I: So {pt:family}, CT, trough, {kin:given} at ten. // O: You've got it. Night.
""",
    ages=(66, 92),
    heads=r"""
Bedside report audio, {dept}, {stamp}, auto-transcribed
""",
)

_TIMEOUT = scene(
    {
        "C": ("Circulator", "{nurse:given}", "RN"),
        "S": ("Surgeon", "{dr:titled}", "SURG"),
        "A": ("Anesthesia", "{dr2:family}", "ANES"),
        "T": ("Scrub", "{staff:given}", "ST"),
    },
    r"""
C: Everybody stop for the time-out. Music off. Names and roles. // S: {dr:full}, attending. // A: {dr2:short},
  anesthesia.
? T: {staff:given}, scrub. // C: {nurse:given}, circulating. // S: And the [[student|rep]]? // T: {someone:given},
  from {makerco}.
C: This is {pt:full}, date of birth {dob}, MRN {mrn}. Band checked against the consent. // A: Agree.
C: Procedure is {proc}, [[left|right|no laterality]]. Site marked with initials, {dr:initials}? // S: Those are
  mine, {dr:initials}.
C: Allergies, {allergy}. Antibiotic? // A: {rdose} in at {rtime}. Redose in four.
? C: Blood? // A: Two units, type and cross {rno:specimen}. // C: Fire risk {num:1-3}. DVT, Venodynes on.
? T: Implants: Stryker Triathlon, size four, serial {serial}. // C: Expires? // T: In date.
? S: Concerns: Mallory-Weiss history, takes Plavix, stopped {rday:-7} by {pcp:titled}. // A: Echo's fine, {rvital}.
? C: {dept} called, {kin:given} is in the waiting room, buzzer {num:2-60}. // S: I'll talk to {kin:given} after.
? T: Raytecs ten, laps five, needles four. Deaver, Bookwalter, Mayo stand good. // C: Counts right.
? S: Debrief: {proc} as planned, specimen one, gallbladder. // C: Labelled {pt:family}, to Pathology. EBL? // A:
  Fifty.
C: Time-out complete {rtime}. // S: Knife, please, {staff:given}.
""",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("radio-ambulance-patch", _PATCH, 1.6),
    NoteType("radio-flight-handoff", _HELI, 1.1),
    NoteType("radio-dispatch-traffic", _DISPATCH, 1.4),
    NoteType("radio-transfer-center", _TRANSFER, 1.5),
    NoteType("radio-voicemail", _VOICEMAIL, 2.0),
    NoteType("radio-answering-service", _SERVICE, 1.6),
    NoteType("radio-shift-report", _SBAR, 1.5),
    NoteType("radio-time-out", _TIMEOUT, 1.3),
)
