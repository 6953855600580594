"""Short notes in which ages stand without a label, run into the next word, or beside numbers that are none."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import around, either, table, writer

# Numbers that look like an age and are nobody's.
ALIKE = templates(r"""
BP {num:98-180}/{num:50-98} HR {num:52-118} RR {num:12-26} sat {num:88-99} on 2 L.
{num:10-60} pk-yrs, quit x {num:2-30}y.
[[Smoked|Dipped|Worked nights|Drove a cab]] for {num:4-40} years.
Married {num:3-60} years, [[two|3|4]] moves since.
5-year survival near {num:30-92}%, 10-year {num:20-80}%.
Women aged 40-49: [[shared decision|every other year if they want it]].
Adults 18-{num:55-75} may join; [[under 16s|those under 16]] need a parent.
Over {num:60-75}s get the [[high-dose shot|pneumococcal jab]] first.
Kids under {num:2-6} [[fly free|pay nothing|should not have aspirin]].
Screening runs from {num:45-50} to {num:70-75} here[[, every 2 years|]].
[[Free bus pass|Medicare|State pension|The reduced fare]] starts at {num:60-67} for everyone.
Heart age {num:40-88} by the calculator; lung age {num:45-90}.
Bone age {num:2-15} y {num:1-11} m, [[1 SD behind|within 2 SD|advanced]].
Reading age {num:5-12};{num:1-11}, spelling age {num:5-12};{num:1-11}.
Mental age [[given as|put at]] {num:2-9} on the old scale.
{num:24-41} weeks by dates, fundus {num:24-40} cm.
G{num:2-6}P{num:1-4}, {num:24-40}+{num:0-6}, cephalic, [[3|4]]/5 palpable.
Corrected gestational age {num:30-42} wks; milk {num:20-60} mL q3h.
The [[boiler|lift|roof|scanner|ventilator|mattress]] is {num:6-40} years old.
A {num:12-17}-year-old [[Volvo|Toyota|pickup|tractor|van]] with {num:80-220}k on the clock.
The [[cat|dog|parrot|mare|terrier]], {num:2-19}, [[sleeps on the bed|came along|is on thyroid pills as well]].
A {num:12-17}-year-old [[single malt|malt|port]] and two beers a night.
House [[built {num:20-120} years ago|about {num:20-120} years old]], {num:1-3} baths.
{num:10-35}-year [[veteran|employee|member]] of the [[crew|service|team|line]].
[[Sentenced|Sent down]] for {num:2-25} years; out after {num:1-2}.
Grade {num:1-12}, class of {num:12-34}, row {num:1-9}.
Size {num:6-46} shoe, waist {num:28-52}.
Wt {num:48-120} kg, ht {num:148-196} cm, BMI {num:18-44}.
Hgb {num:7-16}, plt {num:80-420}, K 4.{num:0-9}, creat {num:50-140}.
A1c {num:5-11}.{num:0-9}, LDL {num:50-190}, eGFR {num:15-90}.
EF {num:20-65}%, gradient {num:20-70}, area 0.{num:6-9}.
Score {num:8-30}/30; lost {num:1-4} on recall.
HEART {num:2-8} (age {num:0-2}, risk {num:0-2}, trop {num:0-2}).
CURB-65 of {num:0-5}; CHA2DS2-VASc {num:1-7}, 2 of it for age.
Age-adjusted D-dimer cut {num:500-900}.
Rm {bed}, bed {bed}, tray {num:2-40}.
[[Moved|Transferred|Sent]] to {room}; [[next|then]] {room:9}.
Dose {num:10-80} mg x {num:3-14} d, then {num:5-40} for {num:2-6} wks.
Insulin {num:8-60} u at night, ratio 1:{num:6-15}.
Walked {num:10-80} ft x{num:2-5} with [[1|2]] assist.
Pain {num:2-10}/10 going to {num:0-4}.
Symptoms x {num:2-20} [[wks|days|mo|hrs]], worse x {num:2-6} d.
{num:3-60} M cells infused, {num:60-98}% viable.
PSA doubling time {num:3-40} mo.
Vision 20/{num:20-80} OD, 20/{num:20-80} OS.
Passed out at mile {num:3-25} after {num:2-5} h.
Code M{num:10-79}, F{num:10-60} on the claim.
Born by [[C/S|section|forceps]] at {gest}, {num:5-9} and {num:7-10} at 1 and 5.
Walked at {num:9-17} mo, two words at {num:16-24} mo, dry by night later.
Next well visit at the {num:2-18} month mark; shots at 2, 4 and 6 months.
Graft good for {num:10-20} years, they say.
Came second in the over-{num:35-60}s; {num:18-59} minutes.
{num:12-60} people at the do, {num:3-9} cakes, {num:20-90} candles in the drawer.
Bus {num:10-98} to stop {num:2-40}, then {num:5-20} min walk.
Unit {num:10-99} on scene, speed about {num:25-80}.
Youngest of {num:3-9}; [[has|had]] {num:2-9} of {his} own.
{num:2-12} grandchildren, {num:2-9} great-grands.
{He} is {num:2-9} years older than {his} {spouse}.
[[Fifteen|Eleven|Twenty-two|Thirty]] years in the job, [[twenty|eight|forty]] in the union.
[[Twelve|Sixteen|Twenty-one]] on the ward and [[nine|eleven|fourteen]] beds.
On the water pill [[like twelve|about seven|going on twenty]] years.
She's [[three|four|six]] years younger than him, I think.
[[Sixty|Forty|Seventy-five]] over one twenty? No, one [[twenty|thirty|sixty]] over [[eighty|seventy|ninety]].
[[Forty|Twenty|Ten]] a day, then [[ten|five|three]], then none.
The ten-year follow-up and the [[five|two|twenty]]-year plan.
[[Thirty|Fifty|Sixty]] [[minutes|miles|mil|pounds]], give or take [[five|ten]].
[[Mammo|Scope|PSA]] from {num:40-50}, earlier with a first-degree relative.
[[Eligible|Retires|Out]] at {num:60-67} [[by the scheme|under the plan]], like everybody.
Ovaries seen, {num:18-40} x {num:10-30} mm; follicles {num:4-22}.
FRAX {num:8-38}% over ten years.
""")

_OPEN = templates(r"""
{bd:s pt} c/o {symptom} x {num:2-90}h
{bd:s pt} w/ {dx}, here w/ {symptom} x{num:2-14}d
{bd:s pt} w {num:10-60} pk yr hx, {num:2-9} d of cough
{bd:n pt} {sex} {dx}
{bd:s pt}. {dx}. {num:2-9}/7 of {symptom}.
{pt:initials} {bd:s pt} {dx}, {mrn}
{pt:family}, {bd:s pt}, rm {room}, {dx}
{bd:o pt} {man} s/p {proc} {num:2-12} wks ago
this {bd:o pt}, {num:50-110} kg, {num:150-190} cm {man}
[[Pleasant|Frail|Obese|Anxious|Thin]] {bd:o pt} [[retired|working|unemployed]] {man}, {num:2-9} falls in {num:2-12} mo
{bd:u pt}, {sex}, {num:10-60} pack-years, FEV1 {num:30-90}%
{he} is {bd:n pt} and [[smokes|drinks|lives alone|still drives]]
[[A|The]] {man} of {bd:n pt} with {dx} for {num:2-30} years
{pt:titled}, {bd:n pt}, [[presents|was brought|walked in]] with {symptom} since {time}
{pt:titled} is [[now {bd:n pt}|a {bd:o pt} {man}|{bd:u pt}]] and has had {dx} for {num:2-20} years.
Pt {bd:n pt} {sex}, {num:2-5} stents, EF {num:20-60}
Age/sex {bd:n pt} {sex}  CC {symptom}  onset {num:2-9} h
[[A/S|Age/Sex|AGE/SX]]: {bd:n pt}/{sex}   BP {num:100-170}/{num:60-95}   RM {room}
{bd:u pt} / {gender} / {race}
{bd:o pt} with {num:10-40}% burn, {num:2-9} h old, fluids {num:10-90} mL/kg
ID: {bd:n pt} {gender} [[R|L]] handed, {num:8-16} yrs of school
ID/CC: {pt:full} is {bd:n x 40-79} -- correction, {bd:o pt}, with {symptom}
{bd:s pt}, {race}, {dx} dx'd [[at {bd:n x 20-45}|age {bd:n x 20-45}]]
{bd:s pt}, day {num:2-9} of {num:10-21} of {drug}
Consult: {bd:n pt} {sex}, Plt {num:20-90}, {num:2-6} units in {num:2-9} h
[[HPI|S]]: turned {bd:n pt} {date:-20}. {symptom} x {num:2-5} mo, {num:2-12} lb down.
re {pt:titled} ({bd:n pt}): K {num:5-6}.{num:0-9}, repeat {num:2-6} h
52 bed ward; side room 3: {bd:s x 20-90}, {dx}
{num:2-8}) {bd:s x 20-90} {dx} 3) {bd:s x 20-90} {symptom}
""")

_FAMILY = templates(r"""
father MI {bd:n x 48-66}, mother breast ca {bd:n x 40-66}, [[sis|bro]] {bd:n x 20-50} healthy
F d. {bd:n x 40-80} MI, M {bd:n x 70-92} A&W, [[2 sibs|sibs x2]] {bd:n x 30-50}, {bd:n x 30-50} A&W
Mom: CVA {bd:n mo 44-70}, [[died|d|d.]] {bd:n mo+5 44-70}. Dad: {bd:n x 60-90} HTN. Sibs: {bd:n x 30-60} (DM),
    {bd:n x 30-60} well.
MGM colon {bd:n x 50-80}, MGF lung {bd:n x 50-80}, PGM stroke {bd:n x 60-90}, PGF ? [[old age|unknown]]
Father alive {bd:n x 60-88} CABG {bd:n x 45-59}; mother deceased {bd:n x 55-80} [[ovarian|pancreas|sepsis]]
Bro {bd:n x 18-60} T1DM since {bd:n x 4-16}; other bro {bd:n x 18-60} no issues
+ CAD: dad stent {bd:n x 41-59}, pat uncle SCD {bd:n x 30-54}; - colon ca <50, - breast <40
[[Pat|Paternal]] aunt BrCa {bd:n x 36-70} then ovary {bd:n x 60-75}; cousin {bd:n x 25-45} BRCA+; [[lifetime
    risk|risk]]
    {num:40-80}%
Mother & MGM both had [[hip fx|dementia]] in their {bdten:60-89}; MGM lived to {bd:n x 88-103}
Kids {bd:n ka 8-20}, {bd:n kb 4-7} & {bd:n kc 1-3}, [[all well|oldest has asthma, rest well|the {bd:o kb 4-7} has
    eczema]]
[[3 sons|Sons]]: {bd:n x 30-60}, {bd:n x 30-60}, [[1|one]] drowned at {bd:n x 3-18}. Daughter {bd:n x 25-60} lupus
Dad d {bd:n x 40-60}/MI, mum {bd:n x 60-90}/OA, bro {bd:n x 20-50}/fit, sis {bd:n x 20-50}/fit
mo {bd:n x 60-80} T2DM fa {bd:n x 60-80} CLL sib {bd:n x 30-50} celiac [[child|dtr]] {bd:n x 2-20} celiac
FHx colon: father dx {bd:n x 45-70}, so first scope at {num:35-50} or 10 yrs before; brother {bd:n x 40-60} polyps
I-1 {bd:n x 70-95}  I-2 d.{bd:n x 50-80}  II-1 {bd:n x 40-60} BrCa{bd:n x 35-39}  II-2 {bd:n x 40-60}  III-1
    {bd:n x 15-30}
II:3 ({bd:n x 30-60}) LFS, osteosarcoma [[at|@]] {bd:n x 9-19}; II:4 ({bd:n x 30-60}) unaffected; III:2
    ({bd:u x 2-20}) carrier
[[Mother's|Her mother's|Maternal]] menopause at {bd:n x 42-54}, [[hers|own]] at {bd:n x 38-54}; menarche
    {bd:n x 10-16}
Menarche {bd:n x 10-16}, cycles {num:26-34}/{num:3-7}, first child at {bd:n x 18-40}, {num:2-5} preg
Sister {shea} ({bd:n x 20-60}) [[BRCA neg|not tested]]; brother {hea}, {bd:n x 20-60}, declined; mother d. at
    {bd:n x 40-60}
No one past {bd:n x 60-75} on dad's side: his dad {bd:n x 40-59}, his brothers {bd:n x 40-59} and {bd:n x 40-59}
GM on mum's side made {bd:n x 97-104}! Grandad {bd:n x 60-80} [[emphysema|black lung]]
FH: NC. Parents {bd:n x 50-80} and {bd:n x 50-80}, well. 4 sibs, {num:2-3} here.
[[sudden|unexplained]] deaths: cousin {bd:n x 12-30} swimming, aunt {bd:n x 20-40} in her sleep
Depression in mother (onset {bd:n x 15-40}), suicide of uncle at {bd:n x 20-60}, {num:2-3} aunts on SSRI
twin sister ({bd:n pt}) same bug; older sister ({bd:n pt+3}) spared
child 1 {bd:n x 9-14} ADHD, child 2 {bd:n x 3-8} speech delay, child 3 [[{bdmo:4-20}|{bdbaby}]] well
""")

_TRIAGE = templates(r"""
Rm {bed} {bd:s x 18-95} [[abd pn|CP|SOB|HA|dizzy|fall]] [[lab|CT|UA|EKG]] pend
{num:1-30} | {bd:s x 1-95} | ESI {num:2-5} | {time} | {symptom}
bed {bed}: {bd:s x 18-95}, day {num:2-20}, {dx}
[[hall|HW]] {num:1-6} {bd:s x 18-95} etoh, [[MTF|obs|sitter]]
wr: {bd:sF x 1-9} lac, {bd:sM x 1-9} croup, {bd:sF x 18-90} ?ectopic
M/{bd:n x 1-90} RTA, F/{bd:n x 1-9} scald {num:4-30}%, M/{bd:n x 40-90} CVA {num:2-6} h
F/{bd:n x 15-44} labour {num:3-9} cm, P{num:0-4}, {num:36-41}+{num:0-6}
[[Trauma|T]]{num:1-4} {bd:sM x 16-90} GSW x{num:2-5}, {num:2-10} u PRBC, OR {num:1-20}
{bd:s x 60-99} from {nursinghome}, DNR, [[T|temp]] {num:38-40}.{num:0-9}
{pt:family} {bd:s pt} #{num:1-40} {proc} [[tmrw|today]] {num:1-4} of {num:4-9}
{room} {someone:family} {bd:n x 18-99} {dx} POD{num:1-9}
{room:4} {someone:last_first} {bd:s x 20-99} [[2A|1A|max A]] {num:20-90} ft
cubicle {num:2-20} - {bd:o x 2-90} [[foot|wrist|head|eye]] inj, waiting {num:2-9} h {num:10-50}
Triage {num:1-5}  {bd:u x 7-17}  wt {num:10-99}  T {num:36-39}.{num:0-9}  pain {num:1-10}
resus {num:1-4}: {bd:s x 18-90}, GCS {num:3-14}, lactate {num:2-12}, ETA {num:2-15} min
Paeds bay: {bdbaby} old poor feeding, {bd:o x 2-9} wheeze, {bd:o x 2-9} NAI ?, {num:2-4} beds left
LWBS x{num:2-6}; longest wait {num:3-14} h; {num:10-60} in dept
Psych hold {num:1-3}: {bd:sM x 14-60} {num:20-70}h boarded; {bd:sF x 14-17} awaiting {site}
MVC, {num:2-4} pts: driver {bd:sF x 17-80}, front {bd:sM x 17-80}, rear kids {bd:n x 1-9} and {bd:n x 1-9}
""")

_ROSTER = templates(r"""
{shea} {bd:n sa 30-44}, {hea} {bd:n ha 30-48}, {sheb} {bd:n sb 9-14}, {heb} {bd:n hb 5-8}, {hec} {bd:n hc 1-4}
{someone:first_initial} ({bd:n x 8-9}), {someone:given} ({bd:n x 8-9}), {someone:given} ({bd:n x 8-9}); grade 3,
    room {room}, {num:18-30} in class
{someone:full} {bd:n x 1-90}; {someone:full} {bd:n x 1-90}; {someone:full} {bd:n x 1-9} - [[table|row|bus]] {num:2-9}
[[Household|In the home|Members]]: {shea:full} {bd:n sa 30-44} (mother), {heb} {bd:n hb 5-8}, {hec} {bd:n hc 1-4},
    [[1 dog|2 cats, 12 and 4]]
{someone:full}, {bd:n x 18-90}, of {town}
{someone:full}, {bd:n x 18-90}, and {word} {kin:given}, {kinage}
{kin:given} ({kinage}), {someone:given} ({bd:n x 2-9}) and the [[dog, 6|cat, 14|goldfish, all 3]]
{pt:full}, {bd:n pt}, {kin:full}, {kinage}, {num:3-9} others
my two, {someone:given} who's {bd:m x 3-9} and {someone:given} who's {bd:m x 3-9}, grade {num:1-4} and K
[[U{num:7-16}|Under-{num:9-17}s]] squad: {someone:full} ({bd:n x 7-9}), {someone:full} ({bd:n x 7-9}), shirts
    {num:1-20} and {num:1-20}
[[Twins|The twins]] {someone:given} and {someone:given} ({bd:n x 3-9}), both {num:18-40} kg
{sheb} is {bd:w sb 9-14}, {heb} {bd:w hb 5-8}, the baby [[{bdmo:5-20}|{bdbaby}]]
Party of {num:4-12}: {someone:given} {bd:n x 5-9}, {someone:given} {bd:n x 5-9}, {someone:given} {bd:n x 5-9},
    {num:2-3} mums
Missing: {someone:full} {bd:n x 12-17}, {num:5-6}'{num:1-9}", {num:90-190} lb; last seen {date:-2}
{hea:full} {bd:n ha 30-48} and his wife {shea}, also {bd:n sa 30-44}, wed {num:3-40} yrs
Birthdays: {someone:given} {bd:n x 1-9} on the {nth}, {someone:given} {bd:n x 40-90} on {shortdate:9};
    [[cake|tables]] for {num:12-30}
""")

_POLICE = templates(r"""
Susp {bd:qM x 16-60}, {num:5-6}-{num:0-9}, {num:130-240} lbs, gry hoodie
Vic 1: {bd:qF x 8-80}. Vic 2: {bd:qF x 8-17}. R/P {someone:full}.
[[Susp|S1]] WMA {bdspan:20-50} yrs, unk clothing, last seen on {street}
a male in his {bdten:20-50}, maybe {bdspan:25-40}, {num:160-240} lb
RP is {bd:o x 30-90} mother of missing {bd:o x 5-16}, 10-{num:10-99}
Driver {bd:qM x 17-80}, BAC .{num:10-29}, {num:50-95} in a {num:25-45}
Welfare check, elderly F, {bdgen}, neighbor says {bd:n x 84-97}
Units {num:10-60} and {num:61-99}: juv {bd:n x 10-17} and {bd:n x 10-17} in custody, {num:2-3} counts
Subject stated he was {bd:n x 18-40}, DL shows {bd:n x 18-20}
[[Decedent|DOA]] {bd:qF x 50-90}, [[appears|stated age]] {bd:n x 50-90}, ME case {caseno}
A {bdish} man and a kid of {bd:m x 7-14} got out of a {num:12-17}-year-old van, plate {plate}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("birthdays-openings", writer(_OPEN, ALIKE, least=2, most=7), 1.8),
    NoteType("birthdays-opening-alone", writer(_OPEN, least=1, most=2), 1.2),
    NoteType("birthdays-family-jots", writer(_FAMILY, _FAMILY, ALIKE, least=1, most=6), 2.0),
    NoteType(
        "birthdays-triage", either(writer(_TRIAGE, least=3, most=12), writer(_TRIAGE, ALIKE, least=2, most=9)), 1.6
    ),
    NoteType("birthdays-roster", writer(_ROSTER, _ROSTER, ALIKE, least=1, most=5), 1.6),
    NoteType("birthdays-police-jots", writer(_POLICE, _POLICE, ALIKE, least=1, most=6), 1.0),
    NoteType("birthdays-alike", writer(ALIKE, least=3, most=14), 1.6),
    NoteType(
        "birthdays-list-of-ages",
        around(
            table(
                templates(r"""
Name | Age | Sex | Room | Dx | LOS
# | Pt | Age | Wt | Dose | BP
No | Child | Age | Height cm | Weight kg | Centile
Resident | Apt | Age | Falls | MMSE | Years here
Rank | Name | Age | Team | Time | Points
Age | Relation | Cause | Onset
Employee | Age | Yrs service | Grade | Hrs
Family member | Relation | Age | Income wk | Room
Subject | AGE | SEX | BMI | SBP | Arm
                """),
                templates(r"""
{someone:full} | {bd:n x 18-99} | {sex} | {num:1-40} | {dx} | {num:1-30}
{num:1-12} | {someone:family} | {bd:n x 18-99} | {num:45-120} | {num:10-80} mg | {num:100-170}/{num:60-95}
{num:1-30} | {someone:given} | {bd:n x 2-12} | {num:80-150} | {num:11-48} | {num:2-98}
{someone:last_first} | {num:1-60} | {bd:n x 68-102} | {num:0-6} | {num:10-30} | {num:1-14}
{num:1-90} | {someone:full} | {bd:n x 16-80} | {town} | {num:17-59}:{num:10-59} | {num:10-90}
{bd:n x 1-95} | [[father|mother|brother|aunt|MGM|son]] | {dx} | {bd:n x 30-60}
{someone:full} | {bd:n x 18-66} | {num:1-40} | {num:3-14} | {num:20-60}
{someone:given} | [[mother | {bd:n x 21-44}|son | {bd:n x 1-17}|daughter | {bd:n x 1-9}|gran |
    {bd:n x 56-90}]] | {num:90-900} | {num:1-4}
{num:100-199}-{num:10-60} | {bd:z x 18-90} | {sex} | {num:18-44} | {num:100-180} | {num:1-3}
                """),
                least=3,
                most=9,
            ),
            ALIKE,
            most=2,
        ),
        1.4,
    ),
)
