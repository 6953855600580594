"""Published lives: obituaries, memoirs, travels, oral stories, lexicon entries, histories of houses, case
narratives."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.press_kit import pieces, story

OBITUARY = story(
    r"""
[[{za:full}, {zborn:old}–{year}|{za:upper}|Obituary: {za:full}|{za:comma}. {zborn:old}-{year}]]
~
{za:full}, who has died aged {zaage:old}, taught three generations of midwives in {zt1} and {zfar}.
? Born in {zt2}, the {zson} of a catechist, {za:family} won a scholarship to {zschool1} and sailed for {zfar} in
  {year:-50}.
? {zHis} first post, at {zhosp1}, lasted six weeks: matron did not care for {zhis} hat.
~
{zHe} met {zb:full}, a bridge engineer, on the ferry from {zt1}. They married in {zt2} within the month; {zb:given}
  died in
  {year:-12}.
? "{zb:given} built, I delivered," {zhe} used to say.
~
? At {zhosp2} {za:family} fell out with {zdr:full}, the professor, over forceps. {zdr:family} won that round;
  {za:family} won the rest.
? Their quarrel filled the letters page of {zpaper} for a summer. {zpaper2} took {zdr:family}'s side.
~
? In {zera} {zhis} father had walked to {zt3}; {za:given} walked there again at seventy, with {zkid1:given} and a flask.
? {zHe} read {zwork} every winter, spoke {ztongue} and {ztongue}, and thought {zthink} overrated.
~
? {zHe} received {zaward} in {year:-20} and kept it in the biscuit tin. {zuni} gave {zhim} a chair, which {zhe}
  called hard.
? From {year:-15} {zhe} sat for {zparty} on {zbody1}, and from that pulpit saved {zhosp1} twice.
~
? {zc:full} writes: {za:given} once stopped a train. {zd:full} writes: I was on it.
~
{za:given} is survived by {zkid1:given}, {zkid2:given} and {zkid3:given}, by {zhis} {zsib} {znew:given}, and by a
  {zbeast}.
? {za:full}, midwife, born {zt2} {zday:-30000}; died {zt1} {zday:-5}.
""",
)

MEMOIR = story(
    r"""
I was nine when {za:given} stopped eating. We lived in {zt1} then, above {zfirm1}. Mother said it was growing pains.
? {zdr:family} said it was sugar. {zdr:family} was old and lived over the chemist's with a {zbeast}.
~
The ward was called Ward 3 and smelled of coffee. {za:given}, who had never told a lie, told {zb:given} that {zhe}
  could see
  {zfarland} from the window.
? {zb:given} could see a car park. {zb:given} said so, and {za:given} cried, and Sister {znew:family} put us out.
~
? In {month:-300} they moved {zhim} to {zt2}, to {zhosp1}. There was a bus on {weekday}s. I read {zwork} on it eleven
  times.
? I was in love with {zfic} and with the driver, {zc:given}, in that order.
~
{zc:given} knew everyone. "That one's {znew:family}, the judge's boy. That's {znew:given}, {zhe} has no one." There
  was a girl from
  {zt3} called {zd:given} who sang.
? {zd:given} sang in {ztongue}. None of us understood. One night there was no singing and we knew.
~
? {zdr2:full} came from {zfar} in a white car. "Insulin," {zdr2:family} told Mother, as one says "Tuesday".
? Years later, in {year:-20}, I found {zdr2:family} in a home outside {zt1}. "{za:family}," said {zdr2:family}. "The
  one with the
  window."
~
? Grief is a word like grace or hope; my aunts were called both. {zsaying:Cap}, Mother wrote on the card.
? My aunts, {znew:given} and {znew:given}, kept {zera} going in two rooms in {zt2}.
~
{za:given} went blind at thirty and married {ze:full} at thirty-one. {ze:given} describes things to {zhim}.
  {ze:given} never lies.
? They live in {zfar} now. When I ring, {zkid1:given} answers, in a third language.
? We don't speak of {zt2}. We speak of {zd:given}, of {zc:given} and the bus, of {zb:given}, who was right.
""",
)

JOURNEY = story(
    r"""
The sea at {zt1} was flat. {za:given} carried the old {zbman}'s bag as far as the bus and said nothing. At {zt2} we
  changed.
? {zb:family} had been told to ask for {zc:family} at {zhosp1}, but at the gate nobody had heard of {zc:family}.
~
? The porter, a {zfaradj} with a gold tooth, sent us on to {zhosp2}. It had been a monastery in {zera}; in
  {year:-90}, a barracks.
~
From {zt2} the road climbs to {zt3}. We slept there at {znew:given}'s, five to a room: {za:given}, {zb:given},
  myself, a {zfaith}
  deacon, and a salesman of {zfirm}.
? The salesman, {zd:full}, snored in {ztongue}. He had been to {zfar}, {zfar} and {zfar}, and thought nothing of any
  of them.
~
? North of {zt3} are {zt}, {zt} and {zt}: in that order forty, sixty-one and nineteen houses.
? {zt} has a well. {zt} has a saint. {zt}, said {zd:family}, has fleas.
~
? On {hol} snow closed the pass. {zd:family} read aloud from {zwork}, doing {zfic} in a squeak.
? {zb:family} asked me the English for {zsaying}. There is none.
~
By {zdm} {zb:family} was grey. {za:given} found a doctor, {zdr:family}, playing cards at {zfirm1:bare}. {zdr:family}
  put down a queen
  and came.
? "Kidneys," {zdr:family} said, first to me in French, then to {za:given} in {ztongue}. "In {zt1} they could. Not here."
~
? A lorry of {zfirm2} took them down. I went on alone, over the border, into {zfarland}.
? At {zfar} a letter was waiting, from {zc:full}. {zc:family} had been at {zhosp1} all along; we had asked for
  {zc:partial}.
? {zb:family} lies at {zt3}, under the {zbeast}, facing the sea that cannot be seen from there.
""",
)

ORAL = story(
    r"""
[[Recorded in {zt1}, {zmy}. Speaker {za:init}, b. {zborn}, in {ztongue}; translated by {zg:full}.|Oral History
  Project, {zuni}.
  Narrator: {za:full}. Interviewer: {zg:full}. Tape 2, side B.]]
~
They called her {zb:given}, though that was not the name. The name was {zc:full}, after the priest's mother.
? In our place everyone had two names, one for the door, one for the fire.
~
{zb:given} kept the remedy in a Milo tin. {ztongue:Cap} has no word for sepsis. We said: the heat that walks.
~
? {zb:given}'s {zson}, {zkid1:given}, drove her to {zhosp1} on the back of a Yamaha. {zkid1:given} it was who signed.
  He put a cross,
  though he could write.
~
? There was a white doctor. Nobody could say {zdr:family}, so he was {zdr:given}; {zdr:given} this, {zdr:given} that.
  The nurse was
  {zd:given}, {znew:family}'s girl, from {zt2}.
? {zd:given} told him, "Cut." {zdr:given} said, "I am waiting for {zt3}." There was no telephone in {zt3}!
~
? When the cholera came it went from {znew:given} to {znew:given}, and from {znew:given}'s boy to {zt2}. {zdr:given}
  drew it on the wall
  with charcoal.
? {zngo} came, {zngo} came, a man from {zpaper} came. {zfirm} sent soap.
~
You ask about {zera}. I was not born. Ask {ze:given}. [laughs] {ze:given} will tell you he shot {zthink} himself.
? My sister {znew:given}, my brother {znew:given}, the twins, {znew:given} and {znew:given}: all in one week, before
  the rains.
~
? {zg:given}: And {zb:given}?\n{za:given}: {zb:given} lived. She buried {zdr:given}. She buried {zd:given}. She is in
  {zfar} with
  {zkid2:given}, selling cloth.
? {zg:given}: How old?\n{za:given}: Who counts? Ninety. A hundred. She remembers the {ztitle} picture at {zt1}.
""",
)

LEXICON = pieces(
    r"""
{za:fupper}, {za:given} (b. {zt}, {zday:-30000}; d. {zt}, {zday:-4000}). Physician. [[Pupil of {zc:family}|Studied
  under {zc:family}
  and {znew:family}]] at {zuni}. From {year:-60} at {zhosp}. Wrote on plague, on [[gout|{ztwin}]], on {zera}.
{znew:full} [[was|is]] a {zadj} [[footballer|surgeon|botanist|novelist|jurist]], the {zson} of {znew:full} and the
  grandchild of the
  painter {znew:full}.
Born {znew:full} in {zt} in {year:-80}, {znew:full} fled by way of {zt} and {zfar} and practised in {zfar} until
  {zera} ended.
{znew:fupper} ({znew:given}), nurse; {zt} {zday:-20000} – {zfar} {zmy:-300}. See {znew:fupper}; NURSING; WAR.
The {znew:family} papers are at {zuni}. The {znew:family} sign, a paling of the lip, is not named for {znew:family}
  but for a river.
Early life. {za:family} grew up in {zt1}, where {zhis} {zparent}, {znew:full}, kept {zfirm}. A cousin, {znew:full},
  later led {zparty}.
Personal life. {za:family} has been married twice, to {znew:full} (div. {year:-9}) and to {znew:full}; three
  children, {znew:given},
  {znew:given} and {znew:given}.
Career. In {year:-6} {zhe} joined {zt} on loan, scored twice against {zt} ({zsport}) and tore the left Achilles.
Reception. {znew:family} ({year:-7}) compares the novel to {zwork}; {znew:family} and {znew:family} ({year:-5})
  prefer {zwork}.
{ztongue:Cap} is spoken by 1.2 million people. Its literature begins in {zera}; its alphabet is borrowed.
The {zbeast} is found from sea level to 2,400 m. It was described in {year:-150} and is not threatened.
Hodgkin, Paget and Addison all taught at one school; {ztwin} did not. {ztwinp} (the {zt} grocer,
  {year:-90}–{year:-40}) is no relation.
Not to be confused with {za:full} ({zadj} skier), {znew:full} (rower) or {zt} (town).
{zwork:Cap} is set in a sanatorium. Its hero is often compared with {zfic}. The author received {zaward}.
""",
    1,
    4,
)

HOUSE_HISTORY = story(
    r"""
[[THE STORY OF {zhosp1:upper}|A Short History of {zhosp1:bare}|From leaking roof to laser: {year:-140}–{year}]]
~
The history of the house begins with a leaking roof and a bequest. In {year:-140} {za:full}, jute merchant, left
  {zcash} for "a
  house for the sick poor of {zt1}".
? {za:family}'s niece, {zkid1:full}, laid the foundation stone on {zday:-48000}. It rained.
~
The first matron, {zc:full}, kept a goat. The first surgeon, {zdr:full}, kept a list.
? {zc:family}'s diary for {zday:-45000} reads: "Typhus. {zdr:family} drunk. Goat well."
~
? Typhus came in {zera} and again in {zera}. The Spanish flu emptied the laundry: {znew:full}, {znew:full} and the
  girl {znew:given},
  all in a week.
? They are on the tablet by the lift, with {zdr:full}, who caught it from {znew:given}.
~
? A new wing, named for {zd:family}, opened in {year:-90}. {zd:family} was Provost of {zt1}, and owned {zbank1:bare}
  and most of {zt2}.
? The architect, {znew:full} of {zt3}, forgot the stairs.
~
? In wartime the house took sailors. {ze:full}, a stoker from {zfar}, carved the {zbeast} over the door. {ze:family}
  never went home.
? {ze:family}'s grandson, {znew:full}, is our chief porter.
~
? Between {year:-60} and {year:-50} three physicians ruled: {zdr2:family}, {zdr3:family} and {znewdr:family}.
  {zdr2:family} had read {zthink};
  {zdr3:family} had read {zdr2:family}.
~
? {zbody1:bare} tried to close us in {year:-40}. {zf:full} and the weavers of {zt1} lay down in the road.
? {zparty} came to see. {zpaper} came to see. The Minister did not.
~
Today, with {zhosp2} down the hill and {zuni} across it, the house has 84 beds and no goat. {zg:full}, the present
  matron, is looking.
""",
)

CASE_TALE = story(
    r"""
[[Case 7. An Ethics Consult|Clinical Ethics Round, {zmy}|A Piece of My Afternoon]]
~
{za:mr} is dying, and {zhis} {zkson}, {zkid1:given}, forbids the word. {zc:given}, the interpreter, will not lie.
? {za:family}, {zaage}, came from {zt1} in {year:-30} with {zb:given} and one suitcase, and fixed lifts for {zfirm}.
~
Dr {zdr:family} wants an answer by noon. {zdr2:family} (surgery) thinks the question is for lawyers: {zcited}, {zcited}.
? Sister {zd:given} asks what {za:family} would want. In {ztongue} there is no "I".
~
? {zthink} would side with {zc:given}; {zthink} might not. {zinst:Cap} speaks of respect for persons.
? The {zfaith} chaplain, {znew:family}, brought soup and said nothing, which helped.
~
? On {weekday} {zkid1:given} told {zc:given} about {zt2}: how {zb:given} had died there, told, in a corridor, at once.
? "After that," {zc:given} said to me, "{zkid1:given} does not trust the truth. It was rude to {zb:given}."
~
{za:given} solved it. {zHe} asked {zc:given} how one says "soon" in English, and then said it, to {zkid1:given}, kindly.
~
? Comment by {ze:full}, {zuni}: The case recalls {zwork} more than {zcited}.
? Comment by {zf:full}, {zhosp2}: I am less sure than {ze:family}. Was {zc:family} paid? (I thank {znew:last} and
  {znew:last}.)
? Names have been changed. Autonomy, beneficence, non-maleficence and justice are words.
""",
)

REPORTED_CASE = story(
    r"""
[[CASE REPORT|Letter|Images]]: {dx} after a bite by a {zbeast}
~
{za:vancouver}, {zc:vancouver}, {zd:vancouver}, {znewdr:vancouver}
~
? 1 Department of Medicine, {zhosp1}, {zt1}, {zland}; 2 {zuni1}, {zt2}; 3 {zuni2}, {zt3}
? Correspondence: {za:full}, {zhosp1}, {zt1}. {email}. Received {zday:-200}; accepted {zday:-30}
~
A {ageold} {man} from a village near {zt3} was brought to {zhosp1} on {zdm:-400} with {symptom}.
? {His} {word}, a [[baker|{job}]], had seen a {zbeast} in the yard. [[The patient spoke only {ztongue}.|{He} was a
  {zfaith} priest.]]
~
? Examination: {exam} {labs}
? CT, reported by {zdr:init}, showed no abscess. {test} was sent to {lab} and was negative.
~
? {He} was treated with {sig} and was transferred to {zhosp2} on day 4. There {zdr2:init} and {zdr3:init} performed
  {proc}.
~
? Discussion. {clepo:sign} was absent. {zthink} described the fever; the name is from {zwork}. Forty cases are known
  from {zera}.
? The [[Glasgow Coma Scale|Boston criteria|Bristol chart]] was not used. {clbug} was not grown.
~
? Consent was obtained from the patient's {word} under {zinst}.
~
Acknowledgements. We thank {zf:full} and {zg:full} for the cultures, {znew:last} for help with the microscope, and
  the nurses of
  {zhosp1}. {za:init} was supported by {zngo} (grant no. {zcase}).
? Contributions. {za:init} and {zc:init} wrote the draft; {zd:init} took the photograph. Competing interests:
  {zc:init} holds shares
  in {zfirm}. None of the funders, the Ministry or Parliament had any role.
""",
)

SCATTERED = pieces(
    r"""
{znew:given} was not the first to notice the smell; that was {znew:given}. In {zt} there is no chemist.
{znew:family} listened; {znew:family} always listened before touching. "TB," said {znew:family}, in English, then in
  {ztongue}.
Of the four who stayed, {znew:given}, {znew:given}, {znew:given} and {znew:family}, only {znew:given} could drive.
{ztitlep} would not take the pill. I had just finished {ztitle}. [[I read {ztitlep} the ending.|"So did she," said
  {ztitlep}.]]
{zera:Cap} made doctors of porters. {zthink} says as much somewhere. So, in {zt}, did {znew:family}.
It was on the night that {zt} beat {zt} {zsport} that {znew:given} went into labour.
The village sends its sick to {zt}, its dead to {zt} and its young to {zfar}.
"{zsaying:Cap}," said {znew:given}. "{zsaying:Cap}," said the {zfaith} nurse, and meant it.
There is no cure in {zwork}, none in {zwork}; there was one at {zhosp}, on the third floor, in {znew:family}'s pocket.
Winter. {zvirtue:Cap} was what we lacked; {zvirtuep} we had. May came, and with it rain.
Of {zvirtue} there was little in {zt}. Of {zvirtuep}, said {znew:family}, there was too much.
Both {zt} and {zt} claim {za:family}. {zt} has the cradle, {zt} the bones, {zfar} the widow.
{znew:given} and {znew:given} and old {znew:family} went over to {zfarland} and were not heard of in {zt} or {zt} again.
{znew:full} and {znew:full} shared a room. [[{znew:given}, the cleaner, shared their jokes.|The room shared them.]]
Neither {znew:given} nor {znew:family} nor the boy {znew:given} has been seen in {zt} since {zdm:-30}.
I dreamed of {zfic}, of a {zbeast}, of bread.
{znew:given}'s girl is called {znew:given}. {znew:given}'s boy is called after {znew:given}, who is called after nobody.
She spoke {ztongue} to the child, {ztongue} to the goats and English to God.
Doctors, priests, the Ministry, the Party, the Bank: none of them came.
""",
    2,
    7,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("an obituary of a life in many lands", OBITUARY, 1.5),
    NoteType("a memoir of an illness in childhood", MEMOIR, 1.4),
    NoteType("a travel narrative", JOURNEY, 1.2),
    NoteType("an oral story written down", ORAL, 1.2),
    NoteType("entries of a lexicon", LEXICON, 1.5),
    NoteType("a history of a hospital", HOUSE_HISTORY, 1.3),
    NoteType("an ethics case told", CASE_TALE, 1.2),
    NoteType("a published case with authors and thanks", REPORTED_CASE, 1.5),
    NoteType("scattered sentences of prose", SCATTERED, 1.6),
)
