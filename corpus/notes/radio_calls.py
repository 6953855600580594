"""Whole telephone calls from greeting to goodbye: approvals, nurses, laboratories, bills, poison, crisis, transport."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.radio_kit import Voices, scene

_DESK: Voices = {
    "A": ("Agent", "{staff:given}", "AGT"),
    "B": ("Caller", "{kin:given}", "C"),
    "P": ("Patient", "{pt:given}", "P"),
    "N": ("Nurse", "{nurse:given}", "RN"),
    "D": ("Doctor", "{dr:titled}", "MD"),
    "M": ("Member services", "{staff:first_initial}", "Rep"),
    "O": ("Office", "{nurse:short}", "OFC"),
}

_AUTH = scene(
    _DESK,
    r"""
? A: Your call may be recorded. For eligibility press one, for authorizations press two. // O: Two. Representative.
A: Provider services at {payer}, this is {staff:given}, last initial {staff:family}. [[Can|May]] I have the NPI and
  the name of the practice? // O: Sure. NPI is {rno:npi}, and we're {clinic}.
? A: Tax ID? // O: {rno:refno}. // A: Thank you. And who am I speaking with? // O: {nurse:given}, I do the auths here.
A: Member ID? // O: {rno:plan}. // A: I show {pt:short}, born {rborn}. Is that who we're calling about? // O: That's
  {him}, yes.
A: And the request? // O: MRI lumbar without, {rcode}, {rcode}. Ordering is {dr:titled_full}.
? A: Has the patient done six weeks of therapy? // O: Eight. At {site2}, from {rday:-70} to {rday:-12}. // A: Any red
  flags? Saddle anesthesia, foot drop? // O: Foot drop, {rlong}.
? A: Did they fail conservative care? // O: Naproxen, {rdose}, and two epidurals with {dr2:titled}. No May-Thurner, no
  Baker cyst, nothing else going on.
A: Okay. That's pending clinical review. Your reference number is {rno:order}. // O: Let me read that back.
  {rno:order}. // A: Correct.
? O: And peer to peer? // A: {dr:titled} can call {rphone:peer} until {rtime} on {rday:2} and ask for the medical
  director. // O: Does he ask for {dr3:titled} again? // A: Whoever's on.
? A: Is there a call back in case we're cut off? // O: {rphone}. If I'm at lunch ask for {nurse2:given}.
O: How long does it take? // A: Standard is fourteen days, expedited seventy-two hours. // O: Make it expedited.
? A: The determination goes by fax to the number on file, ending {phone4}. // O: That's the old one, it's {rno:fax}.
A: Anything else for [[Mr. or Ms.|the member,]] {pt:family}? // O: No, that's it. Thanks, {staff:given}. // A: The
  reference for this call is your name, today's date and my initials, {staff:initials}.
""",
    heads=r"""
Call log - {payer} prior auth line - {stamp} - pt {pt:last_first} - hold 41 min
[Recording begins {time}. Disclosure played.]
PA CALL NOTES / {clinic} / {nurse:initials}
""",
    ends=r"""
Outcome: pended. Ref {order}. Follow up {shortdate:3}. {nurse:initials}
Wrap: AUTH-IMG-PEND / talk time 18:22 / hold 06:40
""",
)

_BILL = scene(
    _DESK,
    r"""
A: Patient accounts, [[you've got|this is]] {staff:given}. // P: Yes, [[good morning|hi]], my name is {pt:short},
  that's
  {rspell:pt:family}, and I got a statement dated {rday:-9}.
A: Let me pull you up. Account number? It's in the top corner. // P: {rno:acct}.
A: And your date of birth to verify. // P: {rborn}. // A: Is the address still {rhouse}? // P: It's {rhouse}
  {rflat}, in
  {city}. // A: And the zip? // P: {rzip}.
P: It says nine hundred forty dollars. I was there two hours. I had one X-ray. // A: So that's the facility charge
  and the
  professional fee. // P: The what?
? A: The radiologist, {dr2:titled}, bills on [[their|a]] separate account. // P: I never met any {dr2:family}.
? P: My [[insurance|plan]] is {payer}, it's always been {payer}. // A: I have {oddpayer}. // P: That's from my old job
  at {employer}. That ended in {rmonth:-11}.
A: Okay, I'll need the new card. ID? // P: {rno:plan}. // A: Group? // P: {rno:groupno}.
? A: And you're the policy holder? // P: My {word} is. {kin:short}. // A: Date of birth for {kin:given}? // P: Oh
  Lord.
? A: It denied with {rcode}, which just means they want the other carrier's EOB. // P: In English?
? P: Who do I talk to about the grace period? // A: There is no Grace here. // P: Grace period. // A: Oh. Thirty days.
A: I'm placing a hold for {rlong} and resubmitting. Your confirmation is {rno:ticket}. // P: {rno:ticket}. // A:
  Yes ma'am.
? P: And you are? // A: {staff:given}. S as in Sam on the schedule, there's two of us. // P: Last name? // A: We only
  give first names and the operator ID, {rno:badge}.
? A: Can I email a receipt? // P: {rmail:pt:family}. // A: All one word? // P: All one word, no caps.
A: Anything else? // P: No. You've been a peach. // A: Have a blessed day.
""",
    heads=r"""
{site} Patient Financial Services, call recording, {stamp}, agent {username}
PFS-QA sample, agent score 91, category: insurance update
""",
)

_NURSE = scene(
    _DESK,
    r"""
N: Thank you for calling the nurse line, this is {nurse:given}, I'm a registered nurse. Is this an emergency? // B: I
  don't think so. It's about my {word2}, {pt:given}.
N: Okay. First and last name? // B: {pt:short}. {rspell:pt:family}. // N: And date of birth? // B: {rborn}.
N: So {he}'s {rage}? // B: Yeah.
N: Who's {his} regular doctor? // B: {dr:titled} at {pcpsite}. We only saw the NP, {nurse2:given}.
N: And your name and number in case we get cut off? // B: I'm {kin:given}. It's {rphone:cb}. // N: {rphone:cb},
  got it.
N: Tell me what's going on. // B: {He}'s had the {symptom} for {rlong} and now there's {symptom}.
? N: Any {symptom}? Any chest pain, any trouble breathing? // B: No. Well, {he} was huffing on the stairs.
? N: What did {he} take? // B: {rdose} at {rtime}. And something of {kin2:given}'s, I can't read it. // N: Spell
  it? //
  B: C E F, cephalexin?
? N: Allergies? // B: Penicillin, and Grandpa used to say pollen. // N: Weight? // B: {rvital}, whatever that is.
? N: Have you checked anything? // B: I got {rvital}, and {rvital}. // N: On a wrist cuff? // B: On the watch.
? B: Should I take {him} to {site}? // N: How far is it? // B: {reta}, the way {kin2:given} drives.
N: I'm going through the adult [[dizziness|cough|chest pain]] guideline, so some of these will sound odd. Is {he}
  more confused than usual? //
  B: Not more than last month, no.
? B: Hang on. {kin2:given}! Turn that off! Sorry. // N: No problem, {kin:given}.
N: So what I'm getting is be seen within four hours. {clinic} has a {rtime}, or the urgent care on {street:name}.
? B: {He} won't go. // N: Can you put {pt:given} on? // B: {pt:given}, the lady wants you. // P: I'm fine. // N: Hi
  {pt:given}, humour me.
N: If it gets worse, call 911, don't wait for us. What will you watch for, in your own words? // B: Blue lips, or
  if {he}
  can't finish a sentence. // N: Exactly right.
? N: I'll send this to {dr:titled}'s basket. Case is {rno:caseno}. // B: Do I need that? // N: Just if you call back.
B: Thank you, sweetheart. // N: You take care, hon.
""",
    heads=r"""
After-hours triage / {site} / encounter {visit} / {stamp} / protocol: Breathing Difficulty - Adult
Call ID {docid} | queue NURSE-2 | language English
""",
)

_CRITICAL = scene(
    {
        "L": ("Lab", "{staff:given}", "LAB"),
        "N": ("RN", "{nurse:given}", "4E"),
        "D": ("Provider", "{dr:family}", "MD"),
    },
    r"""
L: [[Hi|Hello]], [[core lab|chemistry|hematology|micro]] with a critical. Who am I speaking to? // N: {nurse:short},
  I've got {pt:titled}.
L: Two identifiers please. // N: {pt:last_first}, {dob}. // L: And MRN {rno:mrn}. // N: That matches.
L: Collected {rtime}, accession {rno:accession}. {rvital:a}, and {rvital:b}. // N: Okay, let me read that back.
N: {pt:last_first}, {rno:mrn}, {rvital:a} and {rvital:b}. // L: Correct.
? L: There's also a gram stain, gram positive cocci in clusters, two of four bottles, aerobic. // N: Cocci, like C
  O C C I?
  // L: Yes.
? N: It's probably hemolyzed, {nurse2:given} drew it through the Hickman. // L: Hemolysis index is two, so no.
? L: Who's the ordering? // N: It says {dr2:titled} but {dr:titled} is covering. // L: I'll put {dr:family}.
L: And your last name and the time, for the log? // N: {nurse:family}, {rspell:nurse:family}. {rtime}. // L: I'm
  {staff:given}, tech {rno:badge}.
? N: Pager for {dr:family}? // L: We have {pager}. // N: That was last year, now it's {rext}.
? D: {dr:family} here, you paged. // N: Critical on {pt:family}. {rvital:a}. // D: What's it been? // N: {rvital} at
  midnight. // D: Give {rdose:a} and repeat in an hour. Read it back? // N: {rdose:a}, repeat in an hour, TORB
  {dr:family}.
? D: Is {kin:given} still there? The {word}. // N: Asleep in the chair. // D: Let the family sleep.
""",
    heads=r"""
CRITICAL VALUE CALL LOG  {site} LAB  {numdate}
Notified with read-back (verbatim):
""",
    ends=r"""
Called by {staff:initial_last}, received {nurse:last_first}, RBV yes, elapsed 7 min
x{ext} tried x2 before answer
""",
)

_POISON = scene(
    {
        "S": ("SPI", "{staff:given}", "PC"),
        "B": ("Caller", "{kin:given}", "CLR"),
        "N": ("ED RN", "{nurse:given}", "RN"),
    },
    r"""
S: Poison center, this is {staff:given}. // B: Hi, um, my {boy} got into some pills. // S: Okay. What did {he} get?
? B: They're my mother's. The bottle says {drug}. // S: What strength, how many could be missing? // B: Six? Maybe
  {num:2-19}.
S: How old is {he} and about what weight? // B: {pt:given} is {rage:old}. Like thirty pounds? // S: So thirteen
  kilos, about.
S: And when? // B: {rtime}. Twenty minutes ago. // S: Is {he} acting normal? // B: {He}'s watching Elmo.
S: What's your name, and a number? // B: {kin:short}. {rphone:poison}. // S: Zip? // B: {rzip}.
? S: Any other medicine in reach? // B: {rdose}, that's the dog's. {kin2:given}'s vape. // S: Did the dog eat any?
  // B:
  Daisy? Daisy's at the groomer.
S: With a sulfonylurea even one tablet matters, so {he} needs to be watched with sugars. Which hospital are you
  near? //
  B: {site}. // S: I'll call {site:alias} ahead. Don't make {him} throw up. No ipecac.
? N: {site:alias} emergency, {nurse:given}. // S: {staff:given} with poison center, sending you {pt:short}, glipizide,
  coming by car, {reta}. // N: Who's the tox attending? // S: {dr:titled}. Case number {rno:caseno}.
? N: Update on {pt:given}: sugar forty-four at {rtime}, got dextrose. // S: Octreotide one mic per kilo. Observe
  twenty-four hours. I'll call back at change of shift, ask for {nurse:given}? // N: {nurse2:given} after seven.
? S: Home follow up: {kin:given} says {pt:given} is home, no effects, case closed.
""",
    ages=(2, 4),
    heads=r"""
TOXICALL {caseno} {stamp} EXPOSURE - UNINTENTIONAL GENERAL - SPI {staff:initials}
""",
)

_CRISIS = scene(
    {
        "C": ("Counselor", "{staff:given}", "CC"),
        "T": ("Caller", "{pt:given}", "VIS"),
    },
    r"""
C: You've reached the [[lifeline|crisis line]], my name's {staff:given}, what's going on tonight? // T: I don't
  know where to
  start. // C: That's okay. What should I call you? // T: {pt:nick}. {pt:given}, but {pt:nick}.
C: Hi {pt:nick}. Are you safe right this minute? // T: I think so. I'm in my car. // C: Where about? // T: Parking lot
  at {shop}, off {street:name}.
? T: {friend:given} left me {rday:-5}. Eleven years. // C: That's a long time. // T: {friend:given} took the baby,
  took
  {kin2:given}.
C: I'm going to ask straight out. Are you thinking of killing yourself? // T: Sometimes. // C: Have you thought
  about how? //
  T: Pills. {rdose}, I've got a whole bottle.
? C: On a scale of one to ten? // T: Four? It was a nine. // C: What brought it down? // T: Hearing a voice.
? T: My {word}'s gone since {rmonth:-200}. {kin:given} was the one I'd call. // C: Tell me about {kin:given}.
? C: Who's near you? // T: {kin3:given}, across the hall. And my pastor at {church}. // C: Could {kin3:given}
  hold the bottle?
? C: Have you been in care? // T: {dr:titled} in {city} and before that nine days on the unit at {site}. // C:
  When was
  that? // T: {ryear:-7}. I was {rageof:6-16}.
? T: Hope. That's what they tell you. Have hope. // C: And do you? // T: I have a cat named Hope. // C: I'll take it.
C: Okay, so the plan is: pills with {kin3:given}, you text me at {rphone} when you're in, and tomorrow we call
  {dr:titled}. //
  T: Okay. // C: Say it back to me? // T: Pills, text, call.
? C: Can I have a number to check on you? // T: {rphone}. Don't leave a message, it's my {word2}'s phone.
T: Thanks, {staff:given}. Is that your real name? // C: It is.
""",
    ages=(19, 66),
    ends=r"""
C-SSRS 3, no active rescue, follow-up {shortdate:1} {staff:initials}. Dur 47 min.
""",
)

_RIDE = scene(
    _DESK,
    r"""
A: {vendor}, dispatch. // O: Hi, this is {nurse:given} from {nursinghome}, I need a [[wheelchair van|stretcher|BLS
  transfer]]. //
  A: Name of the passenger? // O: {pt:short}. {rspell:pt:family}.
A: Pick up? // O: {rhouse}, that's us, {city}, room's {room}. // A: Going to? // O: {site2}, dialysis, suite on two.
A: What day? // O: {rday:1}, chair time {rtime}. // A: So we'd come thirty minutes before.
? A: Weight? Oxygen? // O: {rvital}. Two liters. Contact precautions, C diff. // A: Bariatric? // O: No.
? A: Is it Medicaid? // O: Yes. {rno:plan}. And the trip number from {payer} is {rno:order}. // A: I need that on
  the PCS form. //
  O: Signed by {dr:titled} on {rday:-3}.
? A: Who's riding along? // O: {His} {word}, {kin:given}. // A: Phone for {kin:given}? // O: {rphone}.
? O: Last time the driver left {him} in the lobby. // A: Who was it? // O: {someone:given}? Unit {rno:badge}? Big
  fellow. // A: I'll
  mark it down.
? A: I'm sending {runit}, two-man crew. // O: Not {lone} again. // A: {lone} drives nights.
A: Confirmation {rno:ticket}. Will-call for the return, same number, {rphone}. // O: Thank you, {staff:given}.
""",
)

_APPOINT = scene(
    _DESK,
    r"""
A: {clinic}, how can I help? // P: I need to move my appointment. {pt:short}. // A: Date of birth? // P: {rborn}.
? A: I have you {rday:6} at {rtime} with {dr:titled}. // P: Can't. It's {kin:given}'s graduation from {school}.
A: I've got {rday:13} at {rtime}, or {rday:20} first thing, with {dr2:titled_full}. // P: Not {dr2:family}. // A:
  Then it's
  {rday:34}.
? P: May I have the late one? // A: You may. I had {wordname} in it, but that's a cancellation. // P: Lucky me.
? A: Still at {rhouse}? // P: Moved. {rhouse} was the old house; I'm in {city} now, with my {word}.
? A: Is {rphone} good? // P: That's the landline. Cell is {rphone}.
? A: Who referred you? // P: {pcp:titled} out of {pcpsite}. They said they faxed. // A: I'm not seeing it. {fax}?
  // P: How would I
  know?
? A: New patient forms go by email. // P: {rmail:pt:given}. // A: B as in boy? // P: V as in Victor, then it's
  like it sounds.
A: Bring your pill bottles, come fifteen early, nothing after midnight. // P: What's the co-pay? // A: Forty.
? P: Is {nurse:given} in? // A: She's rooming. Can I have her call? // P: Just tell her {pt:nick} says the
  swelling's down.
A: You're all set for {rday:13}. // P: God bless.
""",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("radio-prior-auth-call", _AUTH, 1.6),
    NoteType("radio-billing-call", _BILL, 1.5),
    NoteType("radio-nurse-call", _NURSE, 1.7),
    NoteType("radio-critical-value", _CRITICAL, 1.6),
    NoteType("radio-poison-call", _POISON, 1.0),
    NoteType("radio-crisis-call", _CRISIS, 1.0),
    NoteType("radio-transport-booking", _RIDE, 1.2),
    NoteType("radio-appointment-call", _APPOINT, 1.4),
)
