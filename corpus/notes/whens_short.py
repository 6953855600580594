"""Dates and ages in one line: asked, typed, told, filed, signed; and the numbers that only look like them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import PLAIN, templates
from corpus.notes.haste import hurried
from corpus.notes.mended_kit import laid_out
from corpus.notes.whens_long import story
from corpus.notes.whens_rows import FILED, varied
from redactor.sample.marked import Marked, join


def _lines(*pools: Sequence[str], least: int, most: int, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Lines of the pools, none of them twice, some among lines that any note has."""

    def write(c: Cast) -> Marked:
        drawn = dict.fromkeys(c.pick(c.pick(pools)) for _ in range(c.rng.randint(least, most)))
        amid = c.pick((0.0, 0.0, 0.3))
        said: list[Marked] = []
        for template in drawn:
            said.append(c.say(varied(c, template)))
            if c.chance(amid):
                said.append(c.any(*PLAIN))
        text = laid_out(c, said) if c.chance(0.8) else join(*said, sep="\n")
        return hurried(c, text) if c.chance(haste) else text

    return write


ASKED = templates(r"""
[[is|Is]] the {wd:o 9} still on for my [[jab|eye drops review|scan]]? It says q4w on the sheet
can I move {weekday:5} the {wd:o 5} to the {wd:o 12}? I only need 15 min
what was my sugar on the {wd:o -9} and again on the {wd:o -3}? was it 7/10 normal or what
has anyone seen the report from {wd:b -40}, not the {wd:By -400} one
How many 5/325s were filled in {wd:B -30}? The bottle says 1-2 every 4-6 hours.
When is {pt:given}'s 6-week check if she was born {wborn:bd}?
Do I count 3 days from the {wd:w -2} or the {wd:w -1}?
does the over-{wcut}s offer apply? im {wage:n 50-80}, wife {wage:n 50-80}
my {word} is {kinage} and lives alone, is that old enough for the 65+ bus pass
Is {drug} ok at {wage:w 60-92}? The leaflet says 18 to 64.
would dad at {wage:n 70-95} still get that op in {town}
show patients of {dr:titled} seen {wspan:-9} with EF < 35-40
list everyone admitted since {wd:bld -20} over {wcut} with 2/4 criteria
find a1c > 9 drawn between {wd:iso -90} and {wd:iso 0}, age >= {wcut}
summarise this [[chart|note]] for {wd:Bo -3}: {wage:sx} c/o {symptom} x 2 wks, 8/10
rewrite: pt seen {wtie:-3}for {symptom}, told rtc 2/52
Which of the labs from {wlist:-15} was highest?
what does 3/5 mean on moms PT note of {wd:s -4}
can he fly on the {wd:o 14}, hes {wage:n 2-17} and post op day 5
{wd:Bl 30} or {wd:Bl 60} for the wedding, which is safer with 8 wks of chemo left?
is {hol} a clinic day? I'm due q3mo
am {wage:n 18-44}, {num:8-39}w{num:1-6}d, lmp {wd:s -120}, is bleeding since {wd:s -1} bad
My twins turn {wage:w 2-9} in {wd:B 40}. Do both need 2 doses?
Why was I billed for {wd:mdy -60} x3 when I came 1/3 times?
I was {wage:n 20-40} when it began. Does that change the 10-year risk?
Pls book 2 x 30 min, wk of {wd:s 7}, not the {wd:o 9}, ask for {nurse:given}
Should {pt:given} ({wage:u 60-90}) stop aspirin 81 before {wd:bo 6}?
how old is {baby}? chart says {wnb}
Which form did {kin:short} sign on {wd:dBy -30}, 7-B or 12/3?
{wd:o 3} ok?
not {wd:s 4} pls, {wd:s 5}
since {wmonths:-60}
is it {quarter} or {wmonths:20} that the results are due
born {wborn:by}, so {age} now
""")

MESSAGES = templates(r"""
Hi {nurse:given}, swap my {wd:o 12} for your {wd:o 19}? I can also do {wspan:20}. 12h each, 0.9 FTE.
Away {wspan:10}. Urgent: {dr:titled}. Back {weekday:20} the {wd:o 20}, half day 9-1.
Rota v2.3 is out; page 3/12 is wrong, I am on the {wd:w 6} and {wd:w 7}, not {wd:bd 8}.
Mum slept till 10, ate 1/2 a banana. Dr said {wd:bd 2} or {wd:bd 3}. She'll be {wage:n 75-96} on the {wd:o 9}!!
He's {wage:n 16-30} today, 6'2, shoe 13. Cake at 4. Meds at 8 + 8.
They moved it to the {wd:o 11}. 2nd time in 3 months. Ref ends {tail}.
Physio {wd:s 3}, {wd:s 6} and {wd:s 10}; 3 sets x 10, ice 20 min
reminder: {clinic} {weekday:4} {wd:s 4} {time12}. Reply 1 to confirm, 2 to cancel, 48 hr notice
Your order of {wd:s -3} ships in 3-5 days. Track {postno}.
got the letter of {wd:Bd -12} on the {wd:o -2}!! 10 days for 1 page
ok so {wd:B 30} then. before that she has 4/6 cycles, rests 3 wks
pls chase: MRI {wd:s -8}, EEG {wd:s -5}, neuro letter "early {wd:B -30}"
{kin:given} here. Dad fell on {hol}, he's {wage:n 70-95}. Ambulance took 4 hrs. BP 95/50
was {wage:n 55-80} kg in {wd:b -200}, now 10% less
Nana lived to {wage:n 90-104}, grandad went at {wage:n 50-70}, smoked 40 a day
she's {wtot:5-30} and 12 kg, fever since the {wd:o -2}, calpol 5 ml q6
see you on the {wd:o 21} xx bring form 3/4 + 2 photos
Invoice {raw} dated {wd:dot -30} is 60 days late; {num:2-9}/{num:10-20} paid
Running 20 late, {wd:s 0} clinic has 14/12 booked
Off sick {wd:s -2} and {wd:s -1}, hope to be in by {wd:bd 1}. Temp 38.6, 2 tests neg
Match is {wd:Bo 8}, tickets 18-21, row 3/12, lads all over 40 lol
Thx for covering the {wd:o -4}, I owe you 1
{pt:initials} in rm {room} asks for {wd:B 20}, not the 6/52 you told her
as of {wd:mdy 0} we only see under-{wcut}s. {someone:given}
Year 4 trip {wd:oB 30}, kids of 8-9, ratio 1:6. {pt:given} ({wage:n 8-9}) needs the epi pen
Week 3/8: ran 5k x 4. Last run {wd:s -1} 27:40, age group 50-54, came 4/5
""")

TERSE = templates(r"""
seen {wtie:-4}by PT, 4/5 quads, 2+ assist, 3x/wk x 4 wks
d/c'd {wd:s -6}, readmit {wd:mon -2} {hm}, LACE 11/19
{wage:sx}, L4/5 disc, {wtie:-30}4/5 EHL, off norco 5/325 since mid-{wd:B -30}
labs {wlist:-12}: Cr 1.1, 1.4, 2.0; UOP 40/30/25
vanc {wd:s -9}-, trough {wd:s -6} 14.2, {wd:s -3} 18; day 9/14
drain 30/20/15, pulled {wd:s -1}; 1/2 NS @ 75 till {hm}
POD 3 ({proc} {wd:s -3}), pain 4/10, IS 1250 x10 q1h, bed 4-12
ex {wd:Bty -900} smoker, 10-pk-yr; 1/2 ppd {years}
tx {wspan:-30}, 28/33 fx, skin gr 2/4
f/u {wd:s 14}, {wd:s 28}, then q3mo; TSH {wd:b 90}
{wd:s -20} 4x3x0.2 cm; {wd:s -13} 3.5x3; {wd:s -6} 2x2, 3/4 gran
{wd:s -3} 20/40 OD; {wd:s 0} 20/30-2 OD; IOP 21/18
cath {wd:s -400} LAD 90, TTE {wd:m/yy -390} EF 35-40, AICD {wd:m/yy -300}, 3/10 shocks approp
c-spine C5/6, C6/7 nl {wd:s -1}; collar off {wd:s 0} {hm}
GBS+ {wd:s -20}, 38w2d, 4/80/-2 @ {hm}, AROM {wtie:0}clear
FHx: mo d. {wage:n 55-95} CVA, fa {wage:n 60-95} A&W, sis br ca {wage:n 30-60}
pt {wage:u}, wt 64, ht 5'4, T 98.6, 3/10, A&Ox3/4
{wage:o} R-handed, NIHSS 4/42, LKW {hm} {wd:s 0}, tPA {hm}
{wage:n 18-90} M s/p MVC {wd:dmon -1} {hm}, GCS 15/15, FAST neg x4
turned {wage:n 50-80} {wd:s -20}; AAA scan offered at 65, colon 45-75
{wnb}, 38w5d, 8/9, bili 9.8 @ 36 h, f/u 48-72 h
{wtot:2-40}, 3/7 d&v, 1/2 feeds, 2-3 wet nappies, cap refill <2
CHADSVASc 4/9 (age pt x1), HASBLED 2/9, INR {wd:s -2} 2.4
ICD-10 M54.5, DOI {wd:s -90}, MMI 7%, off till {wd:s 9}
{wd:six 0} {hm} 98% 2L, {wd:six 1} {hm} RA
rec'd 2/3 bags {wd:s -1}, 3/3 {wd:s 0} {hm}; H/H 7.1/21 -> 8.4/25
PICC d{num:2-20}, dsg chg {wd:s -2} due {wd:s 5}, 2/2 lumens
sz x2 {wd:s -4}, x1 {wd:o -2}, 0 since; keppra 750/1000
{jot}; last seen {wd:Bty -100}; s/p {proc} {year:-3}; see {wd:my -700} op note
appy at {wage:n 8-20}, TKR at {wage:n 55-79}, 2 NSVD, menopause {wage:n 44-56}
started {wage:n 12-20}, quit {wage:n 30-60}, 1.5 ppd = 30-40 pk-yrs
MVA {wd:s -14}: 8/10 then, 3-4/10 now, RTW 4-6 h/d {wd:s 3}
d/c Sat {wd:s 1}, sat 94; Sun {wd:s 2} HH RN; Mon labs 3/5 tubes
""")

PAIRS = templates(r"""
Seen {tw:slash DATE}; read the gauge as {same:slash} full.
{tw:low} of the {drug} on {same:low DATE}, whole ones since
Came {tw:low DATE}. Murmur {same:low}. Came {wd:s 9}.
page {tw:slash} of the fax sent {same:slash DATE}
[[lot|box]] {tw:slash} opened {same:slash DATE}
{tw:slash DATE}: MMSE {num:20-30}/30. {num:1-9}/12: sessions.
Homework {tw:low}, next class {same:low DATE}
Score {tw:slash} at half time, we met on {same:slash DATE}
{tw:slash} on the stroke scale; LKW {same:slash DATE} {hm}
room {tw:dash ROOM}, moved {same:dash DATE}
bed {tw:dash ROOM}; {same:dash} hrs a night; since {same:dash DATE}
{tw:dash} wks of rest from {same:dash DATE}
sleeps {tw:dash} h, back {same:dash DATE}, school 9-3
{tw:dash DATE}: won the game {same:dash}
Wound {tw:dot} x 2 on {same:dot DATE}
lactate {tw:dot} at {hm} {same:dot DATE}
Rule {tw:three}, in force {same:three DATE}
firmware {tw:three}, last update {same:three DATE}
{tw:n2 AGE}, pulse {same:n2}, room air {num:88-99}
Screening starts at {num:40-50}; he is {tw:n2 AGE} and paid ${same:n2}.
{tw:n2} beds, oldest guest {same:n2 AGE}
Bus {tw:n2}, driver {same:n2 AGE}, two hurt
is {tw:n2 AGE}, weighs {same:n2}
HR {tw:n2}, RR 14, {same:n2 AGE} years
lost {tw:n2} lb by {same:n2 AGE}
The {wd:o -3} was her 3rd visit; 3rd nerve ok; 4th toe sore on the {wd:o -2}.
1st of 2 doses on the {wd:o -1}; 2nd in 4 wks; 1st degree block.
In {wd:Bl 20} he may; he might. {wd:Bl -40} they march, in {wd:Bl 20} they rest.
You may go in {wd:B 20}. March in place 20 s. See {wd:b -30} note; dec rate by 5.
Sat 92 on {wd:s -1}, Sat clinic 9-1; Sun {wd:s 1}, sun screen 30.
Spring back 10 mm; fell in {season}; fall risk 45/125.
Friday the {wd:o 13}, day 13 of abx, 13th bed
On 12 u since {wd:b -60}, on 14 since 2/52; oct of the macula {wd:Bd 4}, sep from it {wd:bd 6}
""")

TOLD = templates(r"""
The twins, {wage:w 2-9}, hid behind their sister, {wage:w 10-15}, who counted to twenty.
{wage:W 60-92}, lean and deaf in one ear, {pt:full} still rows 2-3 miles a day.
She was {wage:n 20-30} when the first came, {wage:w 31-35} at the second, and {wage:w 36-44} at the last, born at
    34 weeks.
At {wage:w 7-17} {he} broke a leg; at {wage:n 18-30} the other; 2 pins, 6 screws.
A man of {wage:n 60-90} and a girl of {wage:w 5-16} were let off with 3 stitches each.
Just {wage:n 16-22}, and already 4 years of insulin behind {him}.
{pt:given} ([[now {wage:n 30-90}|{wage:n 30-90} in {wd:B 30}]]) came with {someone:given}, {wage:n 20-90}.
His father had died at {wage:n 40-60}, the age he is now afraid of; 1 in 3 get it.
Not quite {wage:w 30-70}, {he} had 2/3 of a lung out in {wd:Bty -3000}.
{kin:full}, {wage:n 20-80}, of {town}, and {someone:full}, {wage:n 20-80}, were treated for 45 minutes.
I'm {wage:w 60-95} and I did 40 years underground, 12-hour shifts, till {wd:By -12000}.
Grandma made it to {wage:w 90-99}; grandpa to {wage:n 60-88}; 5 of 7 aunts past eighty-odd.
The eldest is {wage:n 20-35}, the middle one {wage:n 15-19}, the baby {wtot:5-22}.
{He} looks older than {his} {wage:n 30-70} years, walks 1/4 mile, sleeps 4-5 hours.
From {wage:n 12-16} on {he} drank, 6-12 cans; sober since {hol}, 9 years in all.
By the time {he} was {wage:n 40-59} there had been 3 stents and 2 divorces.
"I was in my {wage:ten 30-69}," says {pt:family}, "and it took 18 months to be believed."
The driver, {wage:n 18-80}, was fined $65; his passenger, {wage:w 18-79}, broke 4 ribs.
Born in {wd:By -28000}, {he} left school at {wage:w 14-16}, wed at {wage:n 19-30} and ran a 70-acre farm for 40 years.
{pt:full}, {wage:n 70-99}, died on the {wd:o -3} after a 5-year illness; 3 sons and 11 grandchildren remain.
My son turned {wage:n 3-19} on {wd:Bd -20} in a ward of 12 beds.
An 11-bed unit took {his} brother, {wage:w 8-19}, all 30 kilos of him.
{wage:w 6-17} years old, four feet tall, 98.6 degrees, one loose tooth.
Both were {wage:n 70-89}. They had been married for 50 years and had one 20-year-old car.
She had him late, at {wage:n 40-47}; her mother had her at {wage:n 17-25}.
{wage:W 20-80} now. Two children, {wage:w 3-9} and {wage:w 10-18}. Ten years clean in {wd:B 10}.
""")

MONTHS = templates(r"""
Since {wmonths:-60} the cough is worse at 3 am; 2 courses, 7 and 10 days.
[[Late|Early|Mid]] {wd:b 30} would suit, 2-3 nights, 1/2 board.
It began in the [[first|second|last|4th]] week of {wd:B -60} and took 4 weeks to go.
By the end of {wd:B -30} {he} did 3/4 mile; by mid-{wd:b -10} two.
[[Beginning|Middle|Back end]] of {wd:Bl 60}, says the surgeon, 6-8 weeks from now.
{wd:B -300} to {wd:B -200}: 12 seizures. {wd:B -150}: none. Since: 1 in 10 days.
w/c {wd:bd -7} 4 sessions, w/e {wd:s 3} none, then 2/7
Q3 moved to {quarter}; 4/5 sites are down 3-5%.
Next slot is [[not before|after]] {wd:B 60}; list is 18 weeks.
Each {wd:B -200} it flares, each {wd:B 20} it fades; 20 years now.
{wd:b. -90} wt 80, {wd:b. -50} 76, {wd:b. -20} 71, BMI 24
Paid thru {wd:b 30}; {wd:b 60} due in 10 days; 3 of 12 left.
Second half of {wd:B -70}: 1/4 dose. First half of {wd:B -40}: 1/2.
{weekday:4} {wd:md 4} or {weekday:6} {wd:md 6}, 9-1, not both.
Due back 1st wk of {wd:b 40}; sick pay 28 weeks, 80%.
Travelled {wspan:-60}; ill on the {wd:o -50}, day 3-4 of the cruise.
It was a {wd:B -400} like any other, 40 C in the shade, when {he} fell 2 m.
came off the pill in {wd:bl -200}, lmp end of {wd:bl -40}, 4-5 days, q28-30
Friday the {wd:o 13} it is then: 13 guests, table 4-6.
{wmonths:-500} he was in [[jail|hospital|the army]]; 90 days, 1/3 off.
Good all {wd:Bl -60}, bad all {wd:Bl -30}, so-so this week, 5/10.
{hol} to {hol} is our worst stretch: 3/10 staff off.
""")

CUTOFFS = templates(r"""
[[Offer|Give]] {drug} to {wgroup} with {dx}; 1 dose, repeat in 5 years.
{wgroup} have a 1 in {num:4-40} chance over 10 years.
Screening: {wcuts} every {num:1-5} years; stop at 75 or 85.
Not licensed in {wgroup}. Halve the dose (1/2 tab) past 80.
The cohort: n = {num:80-900}, mean age {dec:40.0-79.0} +/- {dec:3.0-14.9}, {num:30-70}% men.
Median age {num:40-79} (IQR {num:30-39}-{num:80-88}), follow-up 4.5 years.
Eligible if aged {wcuts}, ECOG 0-2, eGFR > 30.
School age starts at 5; voting at 18; drinking at 21; Medicare at 65.
Risk doubles with each 10 years of age after {wcut}.
[[Points|Score]]: age >= 75 = 2, 65-74 = 1, stroke = 2, max 9/9.
Recommended from age {wcut}, or from {num:30-40} with a first-degree relative.
Babies sit at 6 months, walk at 12-14, run by 18-24.
A typical 3-year-old knows 300 words; a 5-year-old 2,000+.
Wards for the over-{wcut}s; [[teen|adolescent]] unit 13-17; NICU levels 2/3.
Age is only a number; 60 is the new 50.
Dose by age: 6-11 mo 2.5 mL, 12-23 mo 3.75, 2-3 y 5 mL, 4-5 y 7.5.
In {wgroup} treat BP at 140/90, 130/80 if diabetic.
5-year survival {num:40-95}% under {wcut} and {num:10-39}% above.
[[Volunteers|Donors]] must be {num:16-18} or older and 50 kg; upper limit 65 or 70.
{wgroup} should not drive for 4 weeks.
Life expectancy at birth 79.1, at 65 another 18-20 years.
Height by age: see tables 3/12 and 4/12; z -2 to +2.
Ages 0-1, 2-11, 12-17, 18-64, 65+: tick one box.
Puberty before 8 in girls or 9 in boys is early; Tanner 2/5 by 11.
Must have 2-5 years of experience, 5/7 shifts, nights 1 in 4.
Annual leave 25-33 days, rising after 5 and 10 years.
{num:2-9}-year warranty, 30-day return, 90-day supply, 12-month lease.
[[Age-adjusted|Age-related]] cut-off: years x 10, so 700 at 70.
MenB for first years up to 25; HPV 2 doses < 15, 3 doses after.
Car seats: rear-facing to 2-4, booster till 8-12 or 4'9".
Film rated 12A, 15 or 18; toy 3+; game 7-12 players; LEGO 6-9.
""")

BESIDE = templates(r"""
Colonoscopy is advised from {num:45-50} to 75; {pt:given} is {age} and had one in {wd:By -900}.
At {wage:n 66-95} {he} is past the {num:50-64}-74 band; no letter will come.
The over-{wcut}s clinic took {him} although {he} is only {wage:n 30-49}.
{wage:sx 40-64}, wants the shot given at {num:65-75}+; told 2 more years.
Eligible ages {wcuts}; our man is {wage:n 30-90}: 1 of 9 criteria failed.
PSA: {wgroup} only, so at {wage:w 40-80} we shared a decision and a 2-page leaflet.
Risk at {wage:n 40-79} with 30 pack-years is 12/100; under 50s 1/100.
[[Under-4s|Toddlers|Infants 6-35 months]] need 2 doses. {pt:given} ({wtot:7-30}) had #1 on {wd:s -30}, #2 on {wd:s -2}.
She is {wage:n 40-46}: mammogram from 40 or 50, her mother had cancer at {wage:n 35-60}, so from 30 or 10 y before.
CHA2DS2-VASc: 1 for age 65-74 ({he} is {wage:n 65-74}), 1 for BP, total 3/9.
Score 2 because > 75; {pt:family} is {wage:u 76-95}.
Licence to 70, then every 3 years; renewed {wd:s -20} at {wage:n 70-90}.
Full retirement age is 67; claim filed at {wage:n 62-66} on {wd:Bd -60}.
Walking late (12-15 mo usual): {baby} took 3 steps at {wtot:16-24}.
A 2-year-old says 50 words; ours, {wtot:23-26}, says 4/50.
Guideline says 18-64; at {wage:n 65-80} and 58 kg I gave 1/2.
""")

SIGNED = templates(r"""
Signed {wlegal:0}, {city}.
IN WITNESS WHEREOF the parties set their hands {wlegal:-1}. 2 originals, 12 pages.
My commission expires the {wd:oBy 600}.
[[Given|Done]] under my hand at {town} {wlegal:-3}, in the 3rd year of my office.
Filed {wwords:-9}; hearing {wwords:30}, half past ten, Part 4/5, 20 minutes.
By order of {wd:BU -30}, section 12(3), 1/2 share each, 30 days to appeal.
Lease runs from the {wd:w -30} day of the month, 12 months, 2% late fee.
On or about {wd:Bdy -90}, and again upon the {wd:w -80}, the tenant, aged {wage:n 20-80}, fell on step 3/12.
a minor of {wage:w 4-17} years, by {his} guardian {kin:full}
The child's birthday is the {wd:wB -2500}; custody until 18, school fees to 21 or 23.
This will, made {wlegal:-200}, revokes all others; one third each, at 25 years.
being first duly sworn on {wwords:0}, deposes: 1) I am over 18; 2) I am {wage:n 19-90}.
D.O.D. {wd:Bdy -10}, aged {wage:n 40-99} years, 3 months, autopsy 4/5 cavities
Entered into {wwords:-60} between {firm} and {pt:full}; term 2-5 years
Baptised the {wd:oB -20}, [[aged {wtot:1-9}|at {wtot:1-9}]]; godparents 2, hymns 4, page 31
""")

FORMS = templates(r"""
DOB[[:|]] {wborn:mdY}
D/O/B {wborn:mdy} Age {wage:n pt} Sex {sex}
Birthdate[[\n|: ]]{wborn:dBy}
born {wborn:bdty}, {town}
b. {wborn:By}
date of birth.....{wborn:dots}
DOB/Age: {wborn:dby} / {wage:n pt}
{wborn:us6} = DOB, 4 digits PIN not shown
YOB {year:-60}, exact date unknown
Pt's bday {wborn:Bd}
age: {wage:u}   ht 5'10   wt 178   shoe 11
Age[[ (yrs)|]]\t{wage:n 18-95}\tYears in post\t{num:1-30}
[[Client|Member|Child]] age at intake {wage:n 4-90}; grade {num:1-12}; household 4
LMP {wd:s -40} (28/5)   EDD {wd:f 200}   GA {gest}
Menarche {wage:n 10-15}; para 2-0-1-2
Onset {wd:Bty -300}   Duration 2-3 wks   Severity 6/10
Date signed {wbreak:-2}
Last worked {wbreak:-30}; hours 37.5/wk
Appt {weekday:9} {wd:s 9} @ {time}; arrive 15 min early; fee 25
DOS {wd:mdy -9}-{wd:mdy -9}  POS 11  Units 1/4  Dx M54.5
Fill {wd:us6 -9}  Qty 30  DS 90  RF 1/3  Days late 2
Effective {wd:mdY -100} [[to|thru]] {wd:mdY 265}; copay 20/40/60
Mo/Yr of last tetanus {wd:my -1500}; next 10 y
Emergency contact {kin:full} age {kinage} tel {phone}
Dependants: {someone:given} {wage:n 1-17}, {someone:given} {wage:n 1-17}; total 2/5
Surgeries (year): tonsils {year:-30}, knee {year:-9}, {wd:bty -2000} hernia
Alcohol 4-6/wk   Tobacco 1/2 ppd x 20 y   Exercise 3/7
Week ending {wd:s 0}   Hours 8/8/7.5/8/6   Sick {wd:s -3}
Travel: {country} {wspan:-40}, 2 wks; {country} {wd:by -300}
O2: 2 L; start {wd:s -9}; recert {wd:f 80}; sat 86-88; age {wage:n 40-90}
Consent valid 12/12 from {wd:dmY 0}
Infant: {wnb}, 8 lb 4, 20 1/2 in, 38w3d
D0B {scanday}  Age 4{num:0-9} l/2 tab  MRN {scanid}
Vis1t {scanday}, BP l30/8O, pg 1 0f 3
Date: __/__/__  Initials ____  1/2 left blank  Age ___
[[Day|Mo|Yr]] __ / __ / ____   Score __/10
""")

LEAFLET = r"""
@=
[[Which tests at which age?|Vaccines for grown-ups|Know your numbers|Staying well at every age]]
@ Under 40
Blood pressure every 3-5 years, or yearly if over 130/80. Cervical smear from 25, every 3 years, {wgroup} too.
? Between 16 and 25 catch up on MMR (2 doses, 4-6 weeks apart). HPV at 12-13, or up to 26.
? One in five 18-24 year olds smokes; 10 years after stopping, risk falls by 1/2.
@ 40 to 64
Health check once every 5 years ([[40-74|ages 45 to 70]]). Bowel kit at 50, 52, 54 and so on to 74.
? Women aged 50-71: breast screening, 3-yearly. First letter by 53.
? {wgroup}: ask about lungs if 20+ pack-years and quit < 15 years ago.
? Eyes every 2 years; 20/40 or 6/12 is the line for driving.
@ 65 and over
Flu each year. Pneumonia once at 65. Shingles at 65 or 70-79: 2 doses, 6-12 months apart.
? Aneurysm scan for men in the year they turn 65. Bones: DEXA for {wgroup}.
? Falls: 1/3 of over-65s and 1/2 of over-80s fall in a year. Timed walk > 12 s needs a look.
? Vitamin D 10-20 mcg, water 6-8 cups, salt < 6 g, 150 min a week in 10-30 minute bouts.
@ Children
Jabs at 8, 12 and 16 weeks, 1 year, 3 years 4 months and 14 years. Paracetamol 120/5: 2.5 mL for 3-6 months.
? Teeth: first visit by 12 months, then 6-monthly. Sleep 10-13 h at 3-5, 9-12 h at 6-12.
? Ring 111 if a baby under 3 months is at 38 C, or 3-6 months at 39 C.
@
? Leaflet 12/24, version 3.1, page 2/4. Large print 16 or 20 pt.
"""

SERIES = r"""
@ Abstract
[[Background|Aim]]: {dx} is rare under {num:40-60}. We studied {num:20-400} cases seen over 5 years in 3 centres.
Methods: adults 18-80, median {num:40-70} (range 19-88); 2:1 draw; ECOG 0-1; 4/5 criteria.
? Follow-up 3, 6 and 12 months, then yearly to 5; dropout 12/140; p = 0.03; HR 0.68 (0.5-0.9).
@ Case
A [[previously well|right-handed|non-smoking]] {ageword} {man} [[from {town} |]]came to us on {wd:dB -200} with a
    3-week history of {symptom}.
? {He} had had [[mumps|a splenectomy]] at {wage:w 6-15} and had worked 20 years as a {job}.
? Temp 38.4, BP 104/62, GCS 13/15, power 3/5, 2/6 murmur, acuity 6/9.
? CT on day 2 ({wd:s -198}) showed a 3 x 4 cm mass at T4-5; biopsy on the {wd:o -190}, 2/3 cores.
? From {wd:Bd -185} {he} had 6 cycles, 21 days each, last on {wd:bd -60}; at 12 weeks 1/2 the size.
? A brother died at {wage:n 20-50}; {his} child, {wage:n 2-20}, carries one copy (1/2 risk).
? In {wd:By -20} {he}, now {wage:n pt}, was back at work 4 days in 7.
@ Discussion
Of 31 published patients 18 were men; mean age 46 (12-79); 1/3 under 40; 5-year survival 60%.
? Grade 3/4 toxicity in 4/31; 30-day mortality 3%; a 10-year-old and a 70-year-old do alike in models.
? We advise screening those over {wcut} every 6-12 months up to year 5.
@
? Received {wd:dB -90}; revised {wd:dB -40}; accepted {wd:dBy -10}. Vol 12(3):4-9. Consent on file.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("whens-asked", _lines(ASKED, least=1, most=2, haste=0.3), 1.6),
    NoteType("whens-messages", _lines(MESSAGES, MESSAGES, ASKED, least=1, most=6, haste=0.25), 1.4),
    NoteType("whens-terse", _lines(TERSE, TERSE, PAIRS, least=2, most=9, haste=0.3), 2.0),
    NoteType("whens-pairs", _lines(PAIRS, PAIRS, TERSE, CUTOFFS, least=2, most=8, haste=0.2), 1.6),
    NoteType("whens-told-ages", _lines(TOLD, TOLD, BESIDE, least=1, most=7), 1.6),
    NoteType("whens-months", _lines(MONTHS, MONTHS, MESSAGES, TERSE, least=1, most=6, haste=0.2), 1.4),
    NoteType("whens-cut-offs", _lines(CUTOFFS, least=1, most=9, haste=0.1), 1.4),
    NoteType("whens-beside-cut-offs", _lines(BESIDE, BESIDE, CUTOFFS, least=2, most=7), 1.6),
    NoteType("whens-filed", _lines(FILED, least=1, most=7, haste=0.0), 1.2),
    NoteType("whens-deeds", _lines(SIGNED, SIGNED, TOLD, least=1, most=6, haste=0.0), 1.0),
    NoteType("whens-forms", _lines(FORMS, FORMS, FORMS, CUTOFFS, least=2, most=12, haste=0.1), 1.6),
    NoteType("whens-leaflet-clean", story(LEAFLET, 30, 60), 1.0),
    NoteType("whens-case-series", story(SERIES, 25, 80), 1.0),
)
