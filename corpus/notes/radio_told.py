"""What is dictated, sworn, taught back and told into a recorder: letters, operations, examinations, interviews."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.radio_kit import dictated, scene

_CONSULT = dictated(r"""
This is [[doctor|Dr]] {dr:full} dictating a [[consultation|new patient visit|history and physical]] on {pt:short},
  last name {rspell:pt:family},
  first name {rspell:pt:given}, medical record number {rno:mrn}, date of birth {rborn}.
? Please send a copy to {pcp:titled_full}, {pcpsite}, fax {rno:fax}.
\nThe patient is a {rage:old} {gender}, referred by {pcp:titled}, with {symptom} of {rlong}. {He} comes with {his}
  {word}, {kin:given}.
? {He} was at {site2} on {rday:-20}, where {finding} was seen.
? {He} lives on {street:name} in {city}, worked nineteen years at {employer}, does not smoke.
\nPast history: number one, {dx}; number two, {dx}; number three, {proc} by {dr2:titled} in {ryear:-7}.
Medications: {rdose}, {rdose}, {rdose}. Allergies: {allergy}.
? Scratch that. Go back to medications, it should be {rdose}, not {rdose}.
Examination: {rvital}, {rvital}. Murphy's sign negative, no Baker's cyst, Homan's negative.
? The specimen number is {rno:accession}, please put that in the header.
Impression: {dx}, probable, question {dx}. Plan: {rdose}, {test} in {rlong}, back to see me {rday:28}.
? Thank you, {author:given}. Next one is {kin2:given}, no, sorry, that is the {word2}. Stop there.
? End of dictation. {dr:family}, {rspell:dr:family}. Job number {rno:docid}.
""")

_LETTER = dictated(r"""
[[Okay|Right]], next letter please, {author:given}. To {dr2:titled_full}, {pcpsite}, {rhouse}, {city}, {rzip}.
Re {pt:titled_full}, {rborn}, hospital number {rno:mrn}.
? Of {rhouse}, {rflat}.
\nDear {dr2:given}. Thank you for sending this [[pleasant|delightful]] {rage:old} {man}, whom I saw with {his}
  {word} {kin:given} on {rday:-2}.
? Open brackets, private patient, {payer}, authorization {rno:order}, close brackets.
As you know {he} had a {proc} under {dr3:titled}, that's {rspell:dr3:family}, at {site2}.
? Capital letters, {dx}, end capitals. Bold, no change, bold off.
The {test} was normal. The {symptom} is on and off, mainly at night.
? {kin:given} asked whether {he} may drive, and about the grace period on the visa; we did not settle either.
? {kin2:given} was on the telephone from {abroad}.
\nI have suggested {rdose}, and I would be grateful if you could check the potassium in {rlong}.
? New line. I am copying this to {staff:short} in {stserv}.
Yours sincerely, {dr:full}, consultant. Copies to the patient, and to {dr3:titled} at {site}.
? That's it. Delete the bit about the {word3} {kin3:given}.
""")

_OPERATIVE = dictated(
    r"""
Operative report, {dr:titled}, {site}. Patient {pt:last_first}. Account {rno:acct}. Date of surgery {rday}.
Preoperative diagnosis: {dx}. Postoperative diagnosis: same. Procedure: {proc}.
? Surgeon: {dr:full}. Assistant: {dr2:full}, {cred2}. Anesthesia: {dr3:titled}, general.
? Indications: {He} is a {rage:old} {man} from {city} with {dx}, failing {rdose}. Risks were reviewed with {him}
  and with {kin:given}.
The patient was placed in Trendelenburg. A Veress needle was used, then a Hasson, then a Babcock. Kocher clamps,
  Debakeys, Weitlaner.
? The implant was a size four, lot {lotno}, serial {rno:serial}, rep was {someone:given} of {makerco}.
The fascia was closed with number one Vicryl, the skin with Monocryl. Sponge and needle counts correct times two.
  EBL fifty cc.
? Nurse in the room: {nurse:short}; {nurse2:given} relieved her at {rtime}.
? {kin:given} was called at {rphone} after the case.
Complications none. Disposition, PACU, {rvital}. {dr:full} dictating, end.
""",
    marks=0.7,
)

_DEPOSITION = scene(
    {
        "Q": ("Q", "Q", "Q"),
        "A": ("A", "A", "A"),
        "L": ("MR. {lawyer:family_upper}", "MS. {lawyer:family_upper}", "COUNSEL"),
        "W": ("THE WITNESS", "THE WITNESS", "WIT"),
        "R": ("THE REPORTER", "REPORTER", "CR"),
    },
    r"""
Q: State your full name, and spell the last name for the record. // A: {nurse:full}. {rspell:nurse:family}.
? Q: Do you go by any other name? // A: {nurse:nick}. And I was {nurse:maiden} till I married.
Q: Where are you employed? // A: {site}, in {city}. // Q: Since when? // A: {rmonth:-60}.
? Q: You hold a license? // A: {state} RN, {rno:cert}. // Q: Ever disciplined? // A: No, sir.
Q: Directing you to {rday:-400}. Were you the nurse for {pt:full}? // A: I was.
? L: Objection, compound. // W: Should I answer? // L: You may.
Q: I hand you what's been marked Exhibit {num:2-40}, with a Bates stamp. Recognize the initials? // A:
  {nurse:initials}, that's mine.
? Q: And the other ones, {dr2:initials}? // A: {dr2:titled}. The resident. // Q: Is [[that doctor|{dr2:family}]]
  still there? // A: In {abroad}, I believe.
Q: Entry at {rtime}, {rvital}. What did you do? // A: I called {dr:titled}. // Q: By phone? // A: Pager {rext}.
? Q: What did {dr:family} say? // A: {rdose}, and watch. // L: Hearsay. // Q: It's a business record.
? R: I'm sorry, was that {rspell:dr:family}? // A: Yes. // R: Thank you.
Q: How old was {pt:titled}? // A: {rage}. // Q: And {his} {word}, {kin:full}, was at the bedside? // A:
  {kin:given} was, yes.
? Q: Did {kin:given} tell you {he} fell at {nursinghome}? // A: No. // Q: Not on {rday:-401}? // A: Not any day.
? Q: Page forty-one, line twelve. You wrote Braden fourteen. // A: Correct. // Q: And Morse? // A: Sixty-five. //
  Q: Who is Morse? // A: A scale.
? Q: Do you know {someone:full}? // A: From {lab}? // Q: From anywhere. // A: We went to {school}.
Q: Nothing further. // L: Read and sign. // R: Off the record, {rtime}.
""",
    ages=(40, 92),
    heads=r"""
{pt:upper_full} vs. {site:alias}, No. {caseno}\nDeposition of {nurse:full}, {fulldate}
EXAMINATION BY {lawyer:titled}
""",
    ends=r"""
Reported by {author:short}, CSR {cert}, {firm}
""",
)

_INTERVIEW = scene(
    {
        "I": ("INT", "{staff:initials}", "I"),
        "R": ("P{num:2-30}", "{pt:given}", "R"),
        "K": ("P{num:31-60}", "{kin:given}", "R2"),
    },
    r"""
I: Thanks for doing this. So it's recording, {rday}, and I won't use your name. // R: You can. {pt:given}. I don't
  mind.
I: Can you tell me where you grew up? // R: {hometown}, on {street:name}, over the shop. Then {town} when I was
  {rageof:6-16}.
? R: There were nine of us, {someone:given}, {someone:given}, me, the twins. [laughs] // I: And you were? // R:
  The baby.
I: And the illness, when did that start? // R: {ryear:-25}. I were {rageof:28-49}. I'd just started at {shop}.
R: I saw a doctor {dr:family}, lovely fella, and what I got was it's your nerves. // I: How did that feel? // R:
  [pause] Like nobody.
? I: Mm. // R: Mm. // I: Go on. // R: So I thought, hope for the best, that's all you've got, faith, hope and charity.
? R: {site2} was worse. There was this sister, {nurse:family}, Sister {nurse:family}, proper dragon. // I: In what
  way? // R: No visitors.
? K: She sat up with you, though. // R: {kin:given}'s right, she did. Till {rtime} of a morning.
R: {kin:given} nursed me all that winter. // K: I only did what you do. // I: As the {word}? // K: As anybody.
? I: Were other people using the service? // R: A lad called {friend:given}, he's dead now, {rday:-300}. Only
  {rageof:21-64}.
? R: What helped was the {church} lot, and the allotment. Rosemary, daisies, marigolds, my sweet williams. // I:
  The garden.
? I: On the card, would you say strongly agree, agree? // R: Agree. // I: And question {num:5-20}? // R: Don't
  know. Neither.
? R: They wrote me from {oddagency}, said I'm fit for work. // I: Did you appeal? // R: {lawyer:short} did it for
  me. We won.
I: Last thing, is there a name you'd like in the study? // R: Put {someone:given}. After me gran.
""",
    ages=(50, 90),
    heads=r"""
Transcript {num:2-30} | interviewer {staff:initials} | {fulldate} | 47 min | verbatim
[Audio file WS_{num:2-30}_final2. (.) pause, [ ] overlap, XXX inaudible]
""",
)

_PODCAST = scene(
    {
        "H": ("HOST", "{staff:short}", "H"),
        "G": ("GUEST", "{dr:titled_full}", "G"),
        "C": ("CO-HOST", "{friend:given}", "C"),
    },
    r"""
H: Welcome back to the show, this is episode {num:12-240}, I'm {staff:short}. // C: And I'm {friend:full}. // H:
  How are you, {friend:nick}?
H: Our guest trained at {school}, did fellowship at {site2} and now runs the program at {site}. {dr:titled_full},
  welcome. // G: Thanks, {staff:given}.
? C: First question we ask everyone: coffee or tea? // G: Diet Coke. // C: Wow.
G: So the Cobb angle, the Scoliosis Research Society cutoffs, the Boston brace, none of that tells you about the
  kid. // H: Right.
? G: I had a patient, I'll call {him} {pt:given}, that isn't {his} name, {rage} at the time. // C: What happened?
  // G: {rvital}. Crashed on the table.
? G: {dr2:short}, who was my mentor, used to say, examine the patient, not the film. // H: I love that. // C:
  {dr2:family} taught me too!
? H: This episode is brought to you by {wordco}. Use code SPINE for ten percent off. // C: Void where prohibited.
G: NASCIS, SPORT, the trials, BMP, we've all been humbled. Two years of follow-up isn't ten.
? H: You grew up in {city}? // G: {hometown}, actually. My {word2} ran {shop}. // H: And in {ryear:-20} you came
  to {state}? // G: With one suitcase.
? C: A listener, {someone:given} from {town}, asks, should I be afraid of Ozempic? // G: No, you are in good
  company, {someone:given}.
? H: Where can folks find you? // G: {handle}, or {rmail:dr:family}. // H: We'll link it. {siteurl}.
H: That's the show. Our producer is {someone:short}, music by {someone:short}. // C: Nothing here is medical
  advice. // H: Bye.
""",
)

_ORAL = scene(
    {
        "I": ("Q", "{staff:family_upper}", "Interviewer"),
        "N": ("A", "{pt:family_upper}", "Narrator"),
    },
    r"""
I: This is {staff:full} for {news}, it's {rday}, and I'm in {city} with {pt:full}. Spell that for me? // N:
  {rspell:pt:family}.
I: When and where were you born? // N: {rborn}, at home, {rhouse}, {hometown}. The midwife was a {someone:titled}.
N: My father worked at {employer}, my mother, {kin2:given}, took in washing. // I: What was her maiden name? // N:
  {someone:family}.
? I: School? // N: {school}. {teacher:titled} had us all, {num:2-19} children and one stove. I left at {rageof:6-16}.
I: And nursing? // N: {site}, class of {ryear:-55}. White caps, white shoes, no ring. // I: Who ran it? // N:
  Matron {someone:family}.
? N: {dr:titled} did appendixes on the kitchen table. I held the lamp. // I: Was that legal? // N: It was Tuesday.
? N: Polio came in {rmonth:-21900}. We had {num:2-19} iron lungs. {friend:full} was in one, {friend:given}, sang
  all day. // I: Did {friend:given} live? // N: Till {rday:-900}.
? N: I met {kin:given} at a dance at the {oddclub} hall. Married {rday:-19000}, {church}, it poured. // I: Do you
  have a picture? // N: Several.
? I: Did you go overseas? // N: {abroad}, with the {oddarmy}. They called us angels. We were two years behind on
  sleep.
? N: People say the good old days. Penicillin, that was the good day. Grace was what you said at supper. // I:
  [laughter]
I: If you could tell a young nurse one thing? // N: Sit down. On the bed. They'll write you up for it. Sit down.
I: Thank you, {pt:titled}. // N: {pt:nick}. Nobody calls me {pt:family} but the tax man.
""",
    ages=(74, 92),
    ends=r"""
[END OF TAPE {num:2-9}, SIDE B]  Transcribed {author:initials} {monthonly} {year}
""",
)

_TEACH = scene(
    {
        "N": ("RN", "{nurse:given}", "N"),
        "P": ("Pt", "{pt:given}", "P"),
        "K": ("Family", "{kin:given}", "F"),
    },
    r"""
N: Okay {pt:titled}, going home! I'm going to ask you to tell it back to me in your own words. // P: Shoot.
N: What did you come in with? // P: {symptom}, {rday:-4}. {kin:given} called the squad, {runit} came.
N: When do you take the water pill? // P: {rdose}, morning. // N: And this one? // P: {rdose}. It's the new one,
  from {dr:titled}.
? K: The old bottle's from {pharmacy:alias}, do I toss it? // N: Toss it, {kin:given}. // P: That cost me forty
  dollars.
N: Who do you call if you gain three pounds in a day, five in a week? // P: You guys. // N: Number? // P:
  {rphone}. // N: Ask for {nurse2:given}.
N: And the appointment? // P: {dr2:titled}, {rday:7}, {rtime}. // N: At? // P: {clinic}, the one by {shop}. // K:
  I wrote it down.
? N: What's your zone if you're short of breath lying flat? // P: Yellow. Red? // N: Yellow. Call us. Red is chest
  pain, 911.
? P: Can I go to {church}? // N: Sure. // P: I may be in the choir in {monthonly}. // N: Then rest your voice.
? N: Is it still {rhouse}? Home care's {vendor}, they'll come {rday:2}, ask for a {someone:given}. // K: {He} has
  a step. // N: I'll tell them.
? N: Low salt, so no Campbell's, no Lean Cuisine. // P: What's left? // K: Air.
N: Sign here and here. {pt:initials} in the box is fine. // P: God bless you, {nurse:given}.
""",
    ages=(55, 92),
    ends=r"""
Teach-back 6/7 correct. {nurse:short} {time}
""",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("radio-dictated-consult", _CONSULT, 2.0),
    NoteType("radio-dictated-letter", _LETTER, 1.6),
    NoteType("radio-dictated-operation", _OPERATIVE, 1.4),
    NoteType("radio-examination", _DEPOSITION, 1.4),
    NoteType("radio-interview", _INTERVIEW, 1.2),
    NoteType("radio-podcast", _PODCAST, 1.0),
    NoteType("radio-oral-history", _ORAL, 1.0),
    NoteType("radio-teach-back", _TEACH, 1.3),
)
