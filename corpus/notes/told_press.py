"""Told for readers: obituaries of several countries, newspaper items on hospitals, patients' stories, local history."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.told_kit import told

OBIT_HEADS = templates(r"""
{pt:upper_full}
{pt:full}, {year:-81}-{year}
{pt:family_upper}, {pt:given} (née {pt:maiden})
Lives Remembered: {pt:full}
OBITUARY\n{pt:full}\nBorn {dob}, died {fulldate:-6}
{pt:family} — On {date:-5}, peacefully at {oddsite}, {pt:nick_quoted}, aged {age}.
Deaths, {town}: {pt:full}
In loving memory of {pt:titled_full}
""")
OBIT = templates(r"""
{pt:nick_quoted} [[died|slipped away|left us]] on {date:-4} at {oddhome}, {town}, [[aged {age}|at the age of
  {age}]], after a long illness borne without complaint.
{pt:given}, who has died aged {age} of {dx}, was the sort of {man} who mended other people's gates.
Peacefully, in the care of the nurses of {oddhome} and in the presence of {his} family, {pt:given}, late of
  {street} and formerly of {hometown}.
[[Beloved|Dearly loved]] {spouse} of {kin:given}, [[devoted|cherished]] parent of {someone:given} ({town}),
  {someone:given} ({abroad}) and the late {someone:given}; sadly missed by brothers, in-laws, nieces and the
  whole townland.
{He} came into this world at {oddsite} on {dob}, the seventh of nine, and weighed, as {he} liked to say, less
  than a goose.
{His} father drove a coal wagon for {oddco}; {his} mother, {kin2:full}, took in washing.
{pt:given} left {oddschool} early and was apprenticed to {oddco}, where {he} lost the tip of one finger and
  never mentioned it again.
Called up in {year:-60}, {he} served with the {oddarmy:bare} in {abroad} and {abroad}.
On {textdate:-16000} {he} married {kin:full} at {church}; the cake had been made with saved rations.
The couple settled in {town}, where {he} kept bees, sat on the board of {oddbank} and umpired for {oddclub}.
{He} ran the X-ray rooms at {oddsite} for twenty-two years, and after retirement drove the library van.
In {year:-30} a heart attack on the ninth green at {oddclub} slowed {him} for about a week.
{dr:titled} of {oddclinic} called every {weekday}, and was always offered soup.
{He} was a life member of {oddclub} and past treasurer of {oddclub}.
A stroke in {month:-400} took {his} speech but not {his} whistle.
{He} had the rare gift of silence. The dog will live with neighbours.
In the last winter {he} read the whole encyclopaedia again and complained about the print.
Reposing at {oddco} on {weekday} from four o'clock, with removal to {church} arriving at seven. Family flowers
  only, please. House private.
Funeral {date:3}, {time12}, {church}, thence to the crematorium.
Donations, if desired, to {oddclub} or {oddhome}; envelopes at the door.
The family wish to thank {nurse:given} and all on {donor}, {oddsite}, who kept {him} comfortable, and the
  paramedics from {oddcrew}.
Predeceased by {his} {word2} {kin2:given} and by an infant son, unnamed. A Month's Mind will be held later.
Hindu rites were performed at the family home in {hometown}; the tenth-day ceremony falls on {date:6}.
{pt:poss} {word}, {kin:full}, said: "We had {him} eleven years longer than the doctors told us."
""")
NEWS_HEADS = templates(r"""
{town} hospital bed row deepens
Surgeon struck off over missed diagnosis
By {someone:full}, {news}
{news}, {fulldate}
Trust apologises after {ageold} [[pensioner|mother|teenager]] left on trolley
{capstown} ({news}) —
MUM'S THANKS TO WARD THAT SAVED HER BABY
Health roundup
New Scanner, New Hope
Measles: What Parents Need to Know
""")
NEWS = templates(r"""
A {ageold} {man} who waited [[nine|fourteen]] hours in an ambulance outside {oddsite} has died, {his} family
  told {news}.
{oddsite} will lose its maternity beds in {monthonly:120}, the board of {oddbody} decided [[behind closed
  doors|by nine votes to four]].
[[Campaigners|Nurses|Porters]] from {oddclub} marched from the gates of {oddsite} to the town hall, where
  {someone:full}, a retired midwife, handed in a petition.
"There are people in the corridor with drips on coat hangers," said {someone:full}, whose mother,
  {someone:given}, {kinage}, was admitted on {weekday}.
The hospital declined to comment. A spokesperson for the ministry said that demand had been exceptional.
The scheme, which is paid for by the [[estate|family]] of {someone:full}, a {town} draper, will replace the old
  fever block.
{newdr:titled_full}, who leads the stroke service at {oddsite}, called the figures "a disgrace, and I helped to
  write them".
The regulator found that {newdr:family} had altered the notes after {pt:given} collapsed.
{pt:full}, {age}, of {street}, {town}, was flown to {oddsite} with burns to a fifth of {his} body after an
  explosion at {oddco}.
By {weekday} {he} was sitting up and asking for [[rice|chips]].
A mother of three from {town} was turned away by two units before {oddsite} took her; her waters had broken at
  the bus stop.
Inspectors visited {oddhome} unannounced on {date:-40} and found call bells tied out of reach.
Cases of E. coli O157 have risen to 31, all of them linked to a farm shop near {town}.
{oddpolice} are looking for a grey hatchback seen outside {oddpharm} at about {time}.
At {oddco}, where eight workers fell ill, {someone:full}, the [[foreman|owner]], said that the tanks had been
  vented in {month:-2}.
{oddpayer} told its members that {oddsite} would be out of network from {date:60}.
The two hospitals share a car park, a chapel and a grudge that goes back to {year:-50}.
Waiting times for hip and knee surgery are at their longest since records began; the target is 18 weeks.
Flu jabs are offered to everybody over 65 and to those with Type 2 diabetes, asthma or COPD.
Ozempic has been in short supply all year, pharmacists say, and Ritalin and Creon go in and out of stock.
The Glasgow Coma Scale runs from 3 to 15; doctors said that the boy's was 6.
{someone:full}, chair of {oddbody}, said the merger with {oddsite} had been "a marriage without a honeymoon".
Last orders at {oddco}: landlord {someone:full} hung up the bar towel on {date:-3} to give a kidney to {kin:given}.
The {ageold} has since gone back to {oddschool}, wearing a wig donated by {oddclub}.
{newdr:full}, {kinage}, a cardiologist from {abroad}, denies four counts of misconduct. The hearing continues.
Doctors at {oddsite} reattached the hand of a {job} in an operation that took eleven hours and two orchestras'
  worth of violin music.
Vaccines worth $2m were thrown away when a plug was pulled at {oddlab}.
""")
NEWS_ENDS = templates(r"""
— With reporting by {someone:full} in {town}
{someone:full} is health correspondent of {news}. {email}
Do you know more? Call the newsdesk on {phone}.
Additional reporting: {someone:initials}
(Correction, {date:2}: an earlier version of this article gave the wrong age for {pt:titled}.)
""")
STORY_HEADS = templates(r"""
"I asked the surgeon whether I'd dance again" — {pt:given}'s story
Patient Voices | {season}
{pt:given} {pt:family}: Back In The Saddle
My Whipple and Me
From the pages of the {oddsite:bare} magazine, {month}
Second Chances
Thank You, {donor}!
Meet {pt:given}
""")
STORY = templates(r"""
When {pt:short} walked into {oddclinic} [[on a wet {weekday}|in {month:-300}]], {he} thought {he} had pulled a muscle.
I am {age}, I live in {hometown}, I drive a forklift for {oddco} and I had never been in hospital except to visit.
"I was the healthiest person I knew," says {pt:given}, who runs with {oddclub} and taught spin classes at {oddco}.
My GP, {pcp:titled}, sent me to the {oddsite:bare} that same afternoon. I drove myself, which I'm told was stupid.
The lump was the size of a walnut. It turned out to be {dx}.
There {he} met {surgeon:titled_full}, a surgeon with {donor}, and {nurse:given}, the nurse navigator {he} now
  calls "my air traffic controller".
{surgeon:titled} drew it on a paper towel. I still have the paper towel.
[[Chemo|Radiation]] began on {date:-200} and ended, with a bell and a cake from {oddco}, on {date:-40}.
For six weeks {kin:given} slept in the recliner by the window. On {holiday} the night staff brought supper.
The worst day was the {nth}. I could not swallow, and a volunteer called {someone:given} sat with me and did not
  say one word.
I lost my eyebrows, eleven kilos and my sense of humour, in that order.
{staff:short}, the physical therapist, made {him} climb the same four steps until {he} hated them.
The Da Vinci robot has four arms and no bedside manner, but it leaves small scars.
Now {he} takes one tablet a day, sees {dr:titled} every six months and has planted thirty-one tomatoes.
{oddpayer} refused the [[scan|proton beam]] twice. {staff:given} in the billing office wrote the third letter,
  and that one worked.
{His} {word} {kin:given}, a {job}, [[learned|taught herself]] to flush the line from a video.
In {abroad}, where {pt:given} grew up, the nearest doctor was two days by boat.
"People say I fought. I didn't fight, I lay there," {he} laughs.
{pt:given} rode the last float of the {oddclub:bare} parade, wrapped in three blankets.
If you are reading this in a waiting room: ask for the warm blankets. They have a cupboard of them.
Today the {ageold} chairs the patient council, and every {weekday} you will find {him} at the tea bar in the {donor}.
Every year about 1 in 8 women will hear the same words. Screening starts at 40 or 50, depending on your risk.
I went back to {oddschool} in the fall with a port under my shirt and a note for gym.
We named the baby {someone:given}, after the midwife.
""")
STORY_ENDS = templates(r"""
To give to the {oddbody:bare}, call {phone} or visit {url}.
Words: {someone:full}. Pictures: {someone:full}.
As told to {someone:full}
{pt:given} agreed to the use of {his} real name.
Are you a former patient? Write to {email}.
""")
LOCAL_HEADS = templates(r"""
The Cottage Hospital at {town}, {year:-110} to {year:-30}
Notes from the {oddclub:bare} archive, no. 14
How we got our ambulance
A short history of {oddsite}
Fever, Flood and Fundraising
""")
LOCAL = templates(r"""
The first patients were carried up {roadname} on a door on {textdate:-30000}, before the roof was on.
The land was the gift of {someone:full}, who had made a fortune in guano and lost two children to diphtheria.
Matron {someone:family} ruled from {year:-95} until {year:-70}, and no one sat on a bed in all that time.
{newdr:titled}, the first resident doctor, came from {abroad} with a trunk, a wife and a Lister spray.
Beds were endowed at £40 a year: one by {oddco}, two by the miners of {oddco} and one by the pupils of {oddschool}.
In the influenza of {year:-100} the drill hall of the {oddarmy:bare} took the overflow.
{oddco} sent a cartload of swedes each autumn; {oddbank} paid for the coal.
The {donor} opened in {year:-60} with a band, a bishop and a burst pipe.
During the war {oddsite} was evacuated to {town}, and its X-ray plates were buried in the rose garden.
The minute book for {month:-20000} records that "the cow is to be sold, Nurse {someone:family} having been kicked".
{someone:titled}, {his} {word}, remembered being scrubbed with carbolic by a nun.
Insulin came to the town in {year:-98}, in a biscuit tin, by train.
When the county closed {oddhome} in {year:-40}, thirty-one residents were moved in a single day by {oddco} coaches.
Penicillin, the Drinker respirator, the Stryker frame and the Kolff kidney all arrived in the order in which
  they could be paid for.
A plaque to {someone:full} hangs by the lift. It is spelt wrong.
Since {year:-12} the building has been flats. Number six was the mortuary.
Oral history, tape 4: {someone:full}, born {year:-90}, ward maid, interviewed at home in {town} by {someone:initials}.
The register for {years} is missing; the rest is at {oddbody}, boxes {raw} to {raw}.
Typhoid followed the wells, and the wells followed the tannery.
The League of Friends bought the first ECG machine with the profits of a jumble sale.
""")
LOCAL_ENDS = templates(r"""
Reader {someone:full} of {town} writes that the photograph shows {someone:family}, not {someone:family}.
Sources: {news}, {fulldate:-22000}; parish register of {church}; letters in private hands.
© {oddclub}, {year}
""")
THANKS_HEADS = templates(r"""
Newsletter of the Friends of {oddsite}, {monthonly}
Dear supporters,
Annual General Meeting — minutes
DONORS' CORNER
""")
THANKS = templates(r"""
Our heartfelt thanks to {oddco}, {oddco} and {oddbank} for the raffle prizes.
{pt:given} shaved {his} head for {donor} and raised $3,140, more than {oddschool} and {oddclub} together.
A bequest of £12,000 from the late {someone:full} of {town} will buy two syringe drivers and a bladder scanner.
[[Well done|Hats off]] to {someone:given}, {someone:given} and little {someone:given}, {babyage}, our youngest walker.
{nurse:full} has left the {donor} after thirty years. Her locker has been opened with a crowbar.
The trolley shop is short of volunteers for {weekday} mornings; speak to {someone:given} on {phone}.
The supermarket tokens came to £212. Please keep collecting.
Treasurer's report: income 8,402, spending 7,950, carried forward 452. Proposed {someone:family}, seconded
  {someone:family}.
Apologies were received from {someone:titled}, {newdr:titled} and Cllr {someone:family}.
{surgeon:titled} spoke on keyhole surgery. There were slides. Two members fainted.
Next: Cream Tea, {date:20}, at {church}; Quiz Night, {date:41}, at {oddco}.
The mobility scooter left in the foyer since {month:-3} will go to {oddclub}.
The lift is broken again. Estates have been told.
Knitters are asked for hats in sizes 23 weeks to term, in white, please, not in football colours.
In memory: {someone:full}, {someone:full}, {someone:full}.
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("told-obituary", told(OBIT_HEADS, OBIT)),
    NoteType("told-news", told(NEWS_HEADS, NEWS, ends=NEWS_ENDS)),
    NoteType("told-patient-story", told(STORY_HEADS, STORY, ends=STORY_ENDS)),
    NoteType("told-local-history", told(LOCAL_HEADS, LOCAL, ends=LOCAL_ENDS)),
    NoteType("told-friends-newsletter", told(THANKS_HEADS, THANKS), 0.6),
)
