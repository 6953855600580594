"""What is said in rooms: visits, interpreted visits, family meetings, psychiatry by video, clinics of many
countries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.talk_kit import heard, transcript
from redactor.sample.marked import Marked, join

_CHAT = templates(r"""
D: Right, [[hop up|up you get|have a seat]]. {pt:nick}, is it? // P: {pt:given}. Nobody but my {word} says {pt:nick}.
D: So remind me, who took the gallbladder out? // P: {lone}. Skinny fellow. Over at {fac}. // D: Oh, {lonedr}. Okay.
D: I have you down as {ageinwords}. // P: {ageinwords} till the {nth}, then I'm a year worse.
P: It's gone all the way down to here. // D: Okay, Phalen's hurts, Tinel's hurts. That's carpal tunnel, most likely.
D: [[Any chest pain|Short of breath]]? // P: No. // D: Swelling? // P: No. // D: Bleeding? // P: Only when I floss.
P: {kin:given} looked it up and says it's Lyme. // K: I did not say Lyme, I said rule out Lyme. // D: Fair enough.
K: She won't tell you but she fell. // P: {kin:given}! // K: Twice. Once at {church} and once in the {pharmacy} car
  park.
D: How's work? // P: {employer} let forty of us go in {monthonly}. // D: I'm sorry. // P: I'm at {co} now, nights.
D: And who's this young [[man|lady]]? // K: That's {kin2:given}, say hi {kin2:given}. // D: Hi {kin2:given}, high
  five!
P: The new nurse, {wordname:lower} or {wordname:lower}, one of those, she gave me the shot. // D: {worddr}? // P:
  That's the one.
D: I'm going to send you to {newdr:titled}. // P: The one in {town}? // D: No, across the hall, room {room}.
D: We can do metformin, we can do Jardiance, we can do Ozempic. // P: My neighbour's on Ozempic, {someone:given}.
  She's half what she was.
P: Which leg? // D: The left. Straight leg raise, Lasegue, whatever you call it, is positive at forty degrees.
D: Last colonoscopy? // P: {year:-9}? With the old doctor, what's his name, {epodr}. Like the disease.
P: I drove up from {town} this morning, {roadname} was solid. // D: It always is. Blood pressure's one sixty over
  ninety.
D: Who's driving you home? // P: {friend:given}. [[From next door.|From bowls.|My bridge partner.]]
D: Any travel? // P: Just {abroad} for my cousin {someone:given}'s wedding. // D: When was that? // P:
  {dayinwords:-40}.
D: Okay so A1c is seven point four, LDL one oh two, creatinine point nine. Those are good. // P: Good good?
D: I'm hearing a bit of a murmur, two out of six. // P: {dr2:family} said that too. // D: Did [[he|she]] echo you?
P: What about the Synthroid? // D: Stay on it. Empty stomach. // P: With coffee? // D: No, not with coffee.
D: Tell me about the headaches. // P: They started {monthonly}, no, when was {holiday}? Then.
P: May I ask something? // D: Of course. // P: Will it grow back? // D: It may. // P: {kin:given} hopes not.
D: Mark your pain on the line for me. // P: About there. // D: Six. And at night? // P: Nine.
K: Sorry, I'm {kin:given}, I'm the {word}, I do his pills. Friday's box was still full. // D: Thank you, {kin:given}.
D: Do you feel safe at home? // P: Since {someone:given} left, yes. // D: Is he still in {city}? // P: {town}, I
  heard.
P: I'm a {job}. // D: Still? // P: Forty years. {employer}, before that {co}.
D: Do you know your weight? // P: Eleven stone four. // D: In kilos? // P: God knows.
D: I'll refer you to the Parkinson's nurse. // P: Not {nurse:given}? // D: {nurse:given}'s on leave, it'll be
  {nurse2:given}.
P: Before I forget, {kin2:given} needs a note for {school}. // D: For which day? // P: {dayinwords:-1} and
  {dayinwords}.
D: So one thing at a time. Knee first. McMurray's negative, Lachman's negative. // P: Who are they? // D: Dead
  doctors.
D: You were with {dr2:titled} at {clinic} before us? // P: Eleven years. Then {payer} dropped them.
P: They lost my slide, said it went to {lab}. // D: I'll ring {lab}. // P: They said ask for {someone:given}.
D: And the mole? // P: Been there since school. {teacher:titled} used to tease me about it.
D: All right {pt:given}, I'll see you in three months. Take care of yourself. // P: God willing.
P: It isn't Crohn's, is it? // D: Not Crohn's, not coeliac. Maybe just the magnesium.
D: Your BMI's thirty one, FIB-4 one point eight. // P: Is that bad? // D: It's worth a FibroScan.
D: Hello there, I'm {dr:given}, one of the registrars. Mind if {newdr:given} sits in? // P: No worries.
P: I live above {co} shop, all those stairs. // D: How many? // P: Twenty two.
""")

_OPENINGS = templates(r"""
D: Okay, recording's on. Can you say your name for me? // P: {pt:full}. // D: And birthday? // P: {borninwords}.
D: Morning! // P: Morning, {dr:titled}. // D: Who've we got here? // K: {kin:given}, {word}.
N: I have {pt:given} {pt:family} for the eleven fifteen. // D: Is that {pt:nick}? Send [[him|her]] in.
D: Name and date of birth? // P: {pt:family}, {cued:pt:family}, {borninwords}. // D: Lovely.
N: Verifying two identifiers. // P: {pt:short}, {dob}. // N: Matches the band, {mrn}. // P: Yup.
D: Come in, come in, mind the step.
""")

_TRANSLATED = templates(r"""
D: Ask {pt:titled} when the cough began. // I: He says since the feast, {holiday}, doctor. // P: [speaks in Somali]
I: Interpreter ID {badge}, name is {staff:given}. // D: Thank you. // I: Everything said will be interpreted.
I: This is interpreter {badge}, Cantonese. How may I help? // N: Pre-op call for {pt:full}. // I: Spell the name
  please? // N: {cued:pt:family}, first name {cued:pt:given}.
P: [in Spanish] // I: She says her {word}, {kin:given}, has the pills. // D: Which pills? // I: Losartan and the
  water pill.
I: The interpreter requests clarification. Did the doctor say fifteen or fifty? // D: Fifty, five zero milligrams.
I: He was born in a village near {town}, he doesn't know the day. Papers say {borninwords}. // D: Okay, we use that.
D: How many children? // I: Four. {someone:given}, {someone:given}, the twins are {someone:given} and {someone:given}.
I: For the interpreter, is {someone:family} the town or the person? // P: [speaks] // I: It is the person. His
  teacher.
D: Tell {him} the Mantoux is twelve millimetres. // I: Interpreter will say "skin test". // D: Fine.
I: He came through {country} and then {abroad}. He spent {years} in the camp.
D: Did anyone at home have TB? // I: His {word2} {kin2:given}, {kinageinwords} years old, died of it.
N: We lost the interpreter. // D: Call back. // N: They want our code, {id}. // D: It's on the sticker.
I: She asks is {dr2:titled} a woman. // D: Yes, {dr2:given}'s a woman. // I: Then she agrees.
P: Gracias, {dr:titled}. // I: Thank you, doctor. // D: De nada, {pt:given}.
I: He works at {employer} plant, cutting, his hand is numb since {dayinwords:-9}.
D: Allergies? // I: Penicillin, he thinks. // D: Rash or breathing? // I: Rash.
I: Session ended. Duration seventeen minutes. Interpreter {badge}.
I: She says God will decide. The interpreter notes this is a usual phrase and not a refusal.
K: My English is small. {kin2:given} will talk. // D: {kin2:given} is how old? // K: {kinageinwords}. // D: Then we
  use the line.
D: Repeat back for me? // I: One Eliquis in the morning, one at night, no aspirin, no ibuprofen. // D: Perfect.
""")

_MEETING = templates(r"""
D: Let's go round. I'm {dr:given}, palliative. // N: {nurse:given}, bedside. // K: {kin:given}, I'm the {word}.
D: Who speaks for {pt:given} if {he} can't? // K: Me. It's on the paper, {kin:full}. // C: I never signed that.
K: {kin2:given}'s flying in from {town}, lands at six. // D: We can wait for {kin2:given}.
N: {His} {word3}, {kin3:given}, is on speaker from {abroad}. // D: Hello {kin3:given}, can you hear us?
K: Mum would hate this. // D: What would {pt:given} say? // K: She'd say pull the bloody plug, love.
D: The scan shows diffuse anoxic injury. GCS three, no corneals, no cough. // K: But {he} squeezed {kin:given}'s hand.
K: {dr2:titled} told us fifty fifty. On {dayinwords:-2}. // D: And since then the kidneys have stopped.
O: Social work here, {staff:given}. I've a bed at {nursinghome} or {nursinghome:alias} in {town}. // K: Not {town}.
K: Father {someone:family} did the anointing {weekday}. // D: Good. I'm glad.
D: DNR means only that. Not do not treat. // K: And the BiPAP? // D: Time-limited, seventy two hours.
K: {friend:given} hasn't spoken to us since {year:-11}. // D: Should we look for {friend:given}? // K: Good luck
  with that.
O: {payer} has approved until the {nth}. After that it's self pay. // K: Of course it is.
D: Prognosis in weeks, maybe short weeks. // K: Will {he} see {holiday}? // D: I hope so. I'm not sure.
N: Could I say something? {pt:given} asked me at four this morning for {someone:given}. // K: That's [[her
  sister|his brother]], passed.
""")

_MIND = templates(r"""
D: Can you see me okay? // P: You're frozen. // D: How about now? // P: Yeah.
D: Where are you sitting right now? // P: In my car, outside {employer}. // D: What's the address there, in case? //
  P: {grouped:street}, {city}.
D: If we get cut off, what number? // P: {grouped:mobile}. // D: And who's nearby? // P: {kin:given}'s upstairs.
P: I keep hearing {lone:lower} call my name. // D: Who is that to you? // P: A kid who drowned. {year:-20}.
D: PHQ-9's nineteen, was eleven. // P: [[Winter.|Yeah.|Is that bad?]] // D: GAD-7 fourteen.
P: Then mister {someone:family}, my landlord, says I've till the {nth}. // D: That's a lot of pressure.
D: Thoughts of ending it? // P: Not since {dayinwords:-12}. // D: What stopped you? // P: {kin2:nick}. And the cat.
D: Who's in your corner? // P: {friend:given}, my sponsor. {someone:given} from group. You, I suppose.
P: I stopped the Seroquel, I felt like a zombie, so I went back on the Zoloft. // D: What dose? // P: Hundred.
D: How did it go with {teacher:titled}? // P: I got a detention. // D: For? // P: Telling {someone:given} to shut up.
P: I dreamt of {ftown} again. The bridge. // D: With {kin:given} in it? // P: With everyone in it.
D: Serial sevens, please. // P: Ninety three, eighty six, seventy... nine. // D: And the date? // P: {dayinwords}.
D: Do you know where you are? // P: {site:alias}. Third floor, the bad one.
P: My ex, {someone:given}, [[took the kids to {town}|texts all night]]. // D: Is there an order in place? // P:
  {caseno}.
D: You mentioned {dr2:family} had tried lithium. // P: For a month. Level was point four. I shook.
P: I walk. I walk to {place} and back, and then it's light. // D: Every night? // P: Since {monthonly}.
D: MoCA twenty six, lost two on the cube and two on recall. // P: Face, velvet, church, daisy... red.
D: So we'd up the Lexapro to twenty. // P: Will I gain? // D: You may, a little.
P: They call me {uname} on there. I've eleven thousand followers and nobody to eat with.
""")

_WORLD = templates(r"""
D: Namaste, sit. What is the problem? // P: Gas, doctor sahib, and loose motion since {duration}. // D: Fever? // P:
  No.
D: Beti, what is your good name? // P: {pt:given}. // D: Age? // P: {ageinwords} running. // D: Which school? // P:
  {school}.
K: Doctor, {dr2:given} sir has written Pan 40 and Dolo. // D: Continue Dolo. Stop Pan 40.
K: We are coming from {ftown} side, two buses. // D: Who referred? // K: {lonedr} at the PHC.
D: How're ya going, {pt:nick}? // P: Can't complain. Well, I can. Me knee's rooted. // D: Which one, mate?
P: {friend:nick} at the servo reckons it's gout. // D: {friend:nick} might be right. Any beers? // P: A couple.
D: You've a cheeky wee rash there. // P: Since {weekday}. {kin:given} has it and all, and the wean.
D: Now {pt:given}, what's the story? // P: Ah, I'm only middling, doctor. // D: Is it the chest? // P: 'Tis.
P: The consultant above in {fac}, {epodr}, said I'd be called. // D: And were you? // P: Divil a bit.
D: Sawubona gogo. Are you taking the ARVs? // P: Every night. {kin2:given} reminds me. // D: Viral load is
  undetectable.
K: The matron sent us, Sister {nurse:given}, from {clinic}. The card says {mrn}. // D: Let me see the card.
D: Bonjour-hi. English is fine? // P: Oui, yes. {pt:family}, {cued:pt:family}. My RAMQ is {plan}.
D: You're on the Pharmacare? // P: No, {payer}, through {employer}. // D: Then Symbicort is covered, eh.
P: I was at the walk-in, Dr {worddr:lower} or something. // D: {worddr}? // P: That's it.
D: Your Hausarzt is? // P: {pcp:titled_full}, in {ftown}. // D: And the letter? // P: My {word} has it.
P: I'm over from {abroad} for the summer, staying with {kin:given}, {street}. // D: EHIC card? // P: {id}.
D: Any bush medicine? // P: {kin:given} boil some cerasee, doctor. // D: How much? // P: One cup, morning time.
D: You chewing betel nut? // P: Small small. // D: Since when? // P: Since {teacher:given} left the mission.
K: {pt:given} no dey eat, doctor, since {dayinwords:-3}. // D: Is {he} passing urine? // K: Small.
D: We'll do an FBC, U and Es, LFTs and a CRP. // P: What's that for? // D: Just the usual.
D: Kia ora. Who's your whānau here today? // K: I'm {kin:given}, that's {kin2:given}, that's Nan.
D: I'll chase {site2:abbr} and ring you {weekday}. // P: Ring {kin:given}, {grouped:kinphone}. I've no credit.
""")

_ASIDE = (
    "[inaudible {num:1-59}:{num:10-59}]", "[crosstalk]", "(laughs)", "<unk>", "[door opens]", "[PAUSE]", "[phonetic]",
    "(keyboard)", "[END OF RECORDING]", "~ redacted ~", "[child crying]",
    "WORDS: {num:900-4000}  CONFIDENCE: 0.{num:71-98}",
)  # fmt: skip
_TOPS = templates(r"""
Visit audio, {dept}, {stamp}
AMBIENT TRANSCRIPT - DRAFT - NOT REVIEWED\nEncounter {visit} | {dr:last_first} | {pt:last_first}
file: {lc:pt:family}_{lc:dr:family}_{num:1-9}.m4a   length 00:{num:10-59}:{num:10-59}
Participants: {dr:full}; {pt:full}; {kin:short}
Audio quality: fair. Speakers: {num:2-5}. Language: en-[[US|GB|AU|IN]]
Transcribed by {author:short}, checked {ini}
WEBVTT
MEETING NOTES (auto) / Invited: {nurse:given}, {staff:given}, {dr2:given}, {lonedr} / Declined: {lonedr}
""")


def _room(first: Sequence[str], *pools: Sequence[str], most: int = 16) -> Callable[[Cast], Marked]:
    """A transcript of some of the exchanges, a few of everyday talk among them."""

    def write(c: Cast) -> Marked:
        pool = list(dict.fromkeys([*c.pick(pools), *c.rng.sample(_CHAT, 6)]))
        long = c.chance(0.12)
        pool += [*_WORLD, *_MIND] if long else []
        said = transcript(
            c, pool, 14 if long else 2, 28 if long else c.pick((5, most, most)), first if c.chance(0.7) else ()
        )
        if c.chance(0.3):
            said = join(said, "\n", c.any(*_ASIDE))
        said = heard(c, said)
        return join(c.any(*_TOPS), c.pick(("\n", "\n\n")), said) if c.chance(0.3) else said

    return write


TYPES: tuple[NoteType, ...] = (
    NoteType("talk-visit", _room(_OPENINGS, _CHAT, most=30)),
    NoteType("talk-interpreted", _room((), _TRANSLATED)),
    NoteType("talk-family-meeting", _room((), _MEETING, most=12)),
    NoteType("talk-video-psychiatry", _room(_OPENINGS, _MIND)),
    NoteType("talk-clinics-abroad", _room((), _WORLD)),
)
