"""Ages outside the usual headings: in talk and messages, at events of a life, in the paper, in machine heads."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.birthdays_short import ALIKE
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer
from corpus.notes.texts_kit import old, young

_EVENTS = templates(r"""
{His} sons were {bd:m x 10-19} and {bd:m x 3-9} respectively; the twin girls, both {bd:m x 1-9}, came after
    {num:6-12} years.
At {bd:n x 50-64} {he} had a stent; at {bd:n x 65-70} a bypass; walking {num:2-9} miles since.
{His} father died at {bd:n x 40-80} of [[lung cancer|drink|a fall]], {his} mother at {bd:n x 60-90}, in her sleep.
{He} was {bd:m x 4-17} when the family left {country}, and has lived in {town} for {num:20-50} years.
First seizure at {bdhalf:1-6}, second at {bd:m x 6-14}, none for {num:2-20} years.
Diagnosed at {bd:n x 8-17}, pump from {bd:n x 18-22}, TDD {num:30-80} units.
{pt:given} left school at {bd:n x 14-17} and was {bd:n x 18-24} when the first of {num:2-5} children came.
Smoked from {bd:n x 12-19} to {bd:n x 30-49}, {num:1-2} ppd; drinks {num:2-30} units a wk.
Quit at {bd:n x 30-60} [[cold turkey|on the patch, 21 mg x 6 wks]].
[[Adopted|Placed with {agency}|Fostered]] at {bdmo:3-23}, [[back|again]] at {bd:m x 3-9}, group home from
    {bd:n x 12-16} to {bd:n x 17-18}.
Glasses since {he} was {bd:m x 3-9}, hearing aid from age {bd:n x 40-70}, {num:20-60} dB loss.
Tonsils out age {bd:m x 3-9}, appendix {bd:n x 10-19}, gallbladder {bd:n x 30-49}, hip {bd:n x 55-70}.
First drink at {bd:w x 9-15}, first treatment at {bd:w x 21-40}, sober {num:2-20} months.
Lost {his} [[sister|brother]] when {he} was {bd:m x 5-9} and the [[other|last one]] at {bd:n x 20-40}.
Onset {bd:n x 14-29}, four admissions between {bd:n x 18-25} and {bd:n x 30-40}, none in {num:3-15} yrs.
Divorced at {bd:n x 30-49}; [[remarried|wed again]] at {bd:n x 50-60} to a {man} of {bd:n x 40-65}.
{kin:given}, {kinage}, was {num:3-30} years with {employer}.
{pt:titled} turns {bd:n pt+1} [[next month|{date:20}|on {weekday}]] and [[asks about retiring|wants to drive on]].
{He} will be {bd:n pt+1} before the graft is {num:2-5} years old.
Worked from {bd:n x 13-17} till {bd:n x 60-69} at {works}, {num:38-50} years and {num:2-11} months.
[[None of the uncles|Nobody on that side]] made it past {bd:n x 50-60}; a great-aunt got to {bd:n x 96-104}.
{He} [[felt|looks|says {he} feels]] {num:2-9} years younger than {bd:n pt}; gait speed 0.{num:4-9}.
[[Periods|Menarche]] at {bd:n x 10-16}; mother's stopped at {bd:n x 44-54}, a sister's at {bd:n x 38-43}.
Sexual abuse from {bd:m x 5-9} until {bd:n x 10-15}; told nobody for {num:10-40} years.
Enlisted at {bd:n x 17-20}, shot at {bd:n x 20-24}, out at {bd:n x 25-30} on {num:10-90} percent.
Cataracts at {bd:n x 50-70}, other eye {num:2-9} months after.
Brother has had it since {bd:m x 3-9}; he is {bd:n x 20-60} now and [[well|on dialysis]].
Between {bd:n x 16-19} and {bd:n x 20-24} {he} gained {num:10-40} kg.
In {his} {bdten:20-39} {he} ran marathons; by {bd:n x 55-65} the knees had gone.
Late {bdten:30-60} at onset, early {bdten:70-80} now, {num:12-30} tablets a day.
""")

_SAID = templates(r"""
um hi yeah I'm [[gonna be|about to be|just turned]] {bd:w pt} in {monthonly} and I've had this cough like three weeks
he's {bd:w x 60-90}, he was a big man, two hundred and forty pounds
how old are you? -- {bd:W pt}. I'll be {bd:w pt+1} in {monthonly}.
and your [[wife|husband]]? She's {bd:w x 40-80}, three years off me. No, four.
[[Oh|Well]] I'm {bd:w pt} years young, doctor, and I've got eleven grandkids
my mam was {bd:w x 48-70} when it took her and I was {bd:w x 6-30}
she's only {bd:w x 3-16}, she can't go on a ward with twenty grown-ups
I was {bd:w x 14-19}, [[he was|she was]] {bd:w x 20-30}, we did fifty-two years
[[two kids|two boys]], {bd:w x 9-15} and {bd:w x 3-8}, and one on the way, twenty weeks
at {bd:w x 50-70} they told me ten years, that's fifteen years ago
my son's {bd:w x 18-40}, he works twelves, six to six
I ain't been in hospital since I was {bd:w x 5-15} for my tonsils
she'd have been {bd:w x 80-99} this {monthonly}, God love her
I'm a {bd:w pt} year old {man}, I know my own body
both {bd:w x 5-15}, yeah, twins, four minutes apart
{bd:W x 60-90}? You don't look a day over {num:40-50}.
I'm not {num:21-25} any more, [[pet|love|hon]], I'm {bd:w pt}
the eldest is what, {bd:w x 30-40}, no he's just turned {bd:w x 41-50}
the baby? she's {bdbaby}, she takes four ounces every three hours
he's [[nearly|almost|not quite]] {bd:m x 3-9} and weighs {num:13-35} kilos
[[Dictation|Okay]]: this is a {bd:w x 30-90} year old [[gentleman|lady]] period ejection fraction forty period new
    paragraph
late {bdten:60-80} comma presents with seven days of cough period
{bdhalf:2-6}, he'll tell you {bd:m x 7-8}
I had her at {bd:w x 16-42}, thirty hours of it, nine pound two
grandad lived till {bd:w x 90-103} on forty a day
he was {bd:m x 7-17}, he had a bike, it was half past six
Say your age for me? {bd:W pt}. And count back from twenty? Twenty, nineteen, eighteen.
[[so I'm|I am]] {bd:w pt} and he's {bd:w x 30-80} and the dog's eleven
""")

_PARENTS = templates(r"""
my {bd:o pt} has strep and my {bd:o x 2-9} is pulling her ear, amox 400/5 for {num:5-10} days?
is Motrin ok for a [[six-month-old in general|baby under 6 months in general]]? she's {bdbaby}
{pt:given} is {bd:m pt} and still in pull ups, brother was dry at {bd:m x 2-4}
{bdbaby} old, {num:2-5} oz q{num:2-4}h, {num:4-9} wets, temp {num:97-99}.{num:0-9}
[[ds|dd]] ({bd:n x 1-9}) won't sleep, [[ds|dd]]2 ({bdmo:4-20}) up {num:2-6} times
turning {bd:m pt+1} {date:20} so does {he} still need the {num:4-5} yr shots
we have a {bd:o x 2-9}, a {bd:o x 2-9} and a newborn; car seat rule is {num:40-60} lb
my daughter, {bdhalf:2-9}, [[swallowed|ate]] {num:2-6} of grandma's pills about {num:10-50} min ago
{num:10-90} lb {bd:o pt}, how many mL of the 160/5
{he} is {bd:u pt} {num:1-11} wks post op, when is PE ok, grade {num:1-9}
kid is {bd:n x 10-17}, camp form wants ages {num:7-10}-{num:14-17}, ok?
school says reading level {num:2-6}.{num:1-9} but {he} is only {bd:m x 5-9}
got twins, {bdmo:8-22}, [[one|bigger one]] is {num:18-30} lb size {num:3-5} nappy
my mom's {bd:n x 60-90}, dad {bd:n x 60-90}; neither had the 2nd shot at {num:2-6} months
he was ex {num:25-34} weeker, now {bdmo:4-18}, {num:2-5} mo corrected
i'm {bd:n x 17-44}, {num:6-39} weeks, 2nd baby, 1st is {bd:m x 1-9}
can a just-turned-{bd:m x 2-9} have honey cough drops, box says {num:4-6}+
the {bd:o x 9-16} next door has chicken pox and {pt:given} played there {num:2-9} days ago
""")

_PUBLIC = templates(r"""
{someone:full}, {bd:n x 18-90}, and {someone:full}, {bd:n x 18-90}, both of {town}, [[were held|deny it|were fined]].
{hea:full} ({bd:n ha 18-60}) and a co-accused aged {bd:n x 18-60} struck the victim, a man of {bd:n x 61-95}.
A [[youth|boy|girl]] of {bd:w x 10-17}, who cannot be named, was given {num:6-24} months.
The {bd:o x 18-80} [[cyclist|pilot|teacher|nurse]] had {num:2-30} years in the saddle and a {num:12-17}-year-old bike.
{shea:full}, [[who is|now]] {bd:n sa 25-80}, was {bd:n x 8-17} at the time; the record stood for {num:10-40} years.
Killed were {someone:full}, {bd:n x 18-90}; {someone:full}, {bd:n x 1-9}; and an infant of {bdbaby}.
The dead range in age from {bd:n x 3-9} to {bd:n x 80-95}; {num:10-90} more were hurt.
[[Firefighter|Officer]] {hea:full}, a {num:10-30}-year veteran, is {bd:n ha 30-60}.
{someone:full} became, at {bd:n x 15-40}, the youngest [[winner|mayor|surgeon]] in {num:40-90} years.
[[Aged|At]] {bd:n x 70-95}, {someone:full} swam {num:2-20} lengths for {charity}.
Sisters {shea} and {sheb}, {bd:n x 30-60} and {bd:n x 20-29} respectively, run {firm}.
One {bdgen} from {town} has run {num:10-60} marathons since {he} was {bd:n x 50-65}.
The {bdish} [[suspect|driver]] was doing {num:50-99} in a {num:20-40} zone at {time}.
[[He gave|She gave]] {his} age as {bd:n x 18-30}; the passport makes {him} {bd:n x 31-45}.
Counts {num:2-5} and {num:6-9}: complainant A, then {bd:m x 7-15}; complainant B, then {bd:m x 7-15}.
The age of consent is {num:16-18}; the complainant was {bd:n x 12-15}.
[[Mr|Mrs|Ms]] {someone:family}, {bd:n x 50-90}, bought the {num:50-120}-year-old house {num:10-40} years ago.
Finder is {bd:o x 8-80} [[diver|pupil|farmer]]; the [[ring|bones|boat]] {num:300-900} years old.
{kin:full}, {kinage}, said the {num:12-17}-year-old Labrador barked at {time}.
{num:2-9} of {num:10-20} jurors were under {num:30-40}; the foreman is {bd:n x 30-70}.
{word} of the deceased, {bd:n x 20-80}, told {oddcourt} that {he} had been ill for {num:2-9} weeks.
A {man} aged {bdspan:20-50} is sought over the death of {pt:full}, {bd:n pt}.
""")

_VAGUE = templates(r"""
[[Looks|Appears|Presents as]] {bdish}, says {bd:n x 30-80}.
In {his} [[late|early|mid]] {bdten:40-80}, with a {num:20-40}-year habit.
[[A|This]] {bdish} {man} with {num:2-9} weeks of {symptom}.
[[Mid|Late|Early]]-{bdten:30-80} {man}, {num:50-110} kg.
[[Grandma|Gran|Nana]] is in her {bdten:80-90} downstairs, floors {num:2-4}.
[[Possibly|Perhaps|About|Maybe]] {bdspan:20-60} years of age, unidentified, {num:150-190} cm, tattoo L arm.
{His} parents are {bdgen}s, {num:60-70} years wed.
Somewhere between {bd:n x 20-34} and {bd:n x 35-50}; film shows arthritis of C{num:3-6}.
[[He|She]] is {bdish} now, I'd guess; room {room}.
pushing {bd:n x 40-90}, {num:30-60} on the PHQ? no, {num:10-20}
[[Going on|Nearly|Just shy of|Rising]] {bd:n x 30-95}, A1c {num:6-11}.{num:0-9}.
[[Well into|Deep in]] {his} {bdten:60-90} and still {num:2-6} miles a day.
unk age ~{bd:n x 20-60}, {num:60-100} kg, GCS {num:3-9}
{num:30-40}-something patients a day, mostly over {num:60-80}s; this one is {bd:n x 18-40}
[[est.|est age|approx]] {bd:n x 20-70}, [[no ID|John Doe]], BGL {num:40-400}
the [[younger one|smaller boy]] {bd:m x 3-9} or {bd:m x 10-12}, big one {bd:n x 13-17}, {num:5-6} ft
""")

_MACHINE = templates(r"""
AGE {bd:z pt}  SEX {sex}  WT 0{num:40-99}KG  ROOM {bed}
AGE: {bd:z pt} SEX: {sex} HT {num:150-190} WT {num:45-120} BSA 1.{num:4-9}
{pt:upper_full} {bd:u pt} {gender} {mrn} HR {num:50-120} PR {num:120-210} QT {num:340-460}
{pt:last_first} ID:{mrn} {bd:n pt} yr {race} {gender} Vent. rate {num:48-130}
Pt {bd:n pt} {sex} G{num:2-5}P{num:1-3} {num:6-40}w{num:0-6}d FHR {num:115-165}
{bd:n pt} / {sex}   {num:45-120} kg   NKDA   CrCl {num:15-120}   bed {bed}
Patient age {bd:y pt}, weight centile {num:2-98}, height age {num:2-9} y {num:1-11} m
Age[yrs]: {bd:n pt} Gender: {gender} Calibrated: {num:1-60} d  Sitting min: {num:2-40}
Donor {bd:s x 5-75}, recipient {bd:s pt}; ischaemic {num:2-9} h, match {num:2-6}/6
DOB {dob} ({bd:u pt}) T-score -{num:1-3}.{num:0-9} Z-score -0.{num:1-9} young adult {num:60-99}%
Height {num:140-195} Age {bd:n pt} FVC {num:2-5}.{num:10-99} pred {num:60-120} lung age {num:30-90}
SUBJ {num:100-999} [[AGE|age|Age]] {bd:n x 18-75} ARM {num:1-3} WK {num:4-52} VISIT {num:2-12}
[[Spouse age|Age of spouse|Sp. age]] {bd:n x 20-90}  Dependents {num:0-5}, ages {bd:n x 1-9}, {bd:n x 1-17}
Name {someone:full} Age {bd:n x 4-17} Grade {num:1-12} Bus {num:2-60} T-shirt {num:8-16}
Q1 age at first pregnancy [{bd:n x 15-40}] Q2 number of births [{num:1-6}] Q3 age at menopause [{bd:n x 40-56}]
10. Age last birthday (years) {bd:n pt}  11. Under 1 day: hours __ mins __  12. Years resident {num:2-60}
Gail: age {bd:n pt}, menarche {bd:n x 10-15}, first birth {bd:n x 18-38}, relatives {num:0-2}, 5-yr risk
    {num:1-4}.{num:0-9}%
{drug} {num:5-80} mg #{num:20-90} RF {num:1-5} Pt: {pt:short} Age: {bd:n pt}
Applicant {bd:n pt}, co-applicant {bd:n x 20-80}, term {num:10-30} yr, rate {num:2-9}.{num:0-9}
""")

_ANIMALS = templates(r"""
Owner {shea:full}, {bd:n sa 20-80}; patient a {num:12-17}-year-old neutered male [[Labrador|tabby|beagle]],
    {num:4-40} kg.
[[Rex|Bella|Smokey]] is {num:2-16}, fed twice daily; vaccinated at {num:8-16} weeks; hips scored {num:4-30}.
Bitten by a {num:2-9}-year-old [[husky|terrier|tom cat]]; the boy, {bd:n x 3-9}, has {num:2-9} punctures.
{heb:full} ({bd:n hb 50-90}) keeps {num:4-60} hens, the oldest {num:3-9}, and a mare of {num:12-29}.
[[The pup|The kitten|The calf]] is {num:6-14} weeks old; the girl who found it is {bd:m x 5-9}.
In dog years {num:40-99}; the vet, {dr:titled}, {bd:n x 28-60}, gives {num:2-9} months.
A wine of {num:12-40} years, a guest of {bd:n x 40-90}, and a cellar {num:100-300} years old.
Oak ring count {num:80-300}; planted when {hec:full} was {bd:n x 8-30}.
{num:2-9}yo F(s) DSH, ADR x{num:2-6} d, T {num:100-104}.{num:0-9}; client says she's {bd:n x 60-90} and can't pill it.
Parrot aged {num:12-60} outlived its owner, {someone:full}, {bd:n x 60-99}, by {num:2-9} weeks.
The {num:12-17}-year-old gelding kicked {pt:full}, {bd:n pt}, {num:2-3} ribs gone.
Pacemaker {num:6-14} years old, battery {num:2-20}%, owner of it {bd:n x 70-95}.
Twin bulls, {num:12-30} months, {num:400-900} kg; twin farmers {hea} and {hec:short}, both {bd:n tw 40-80}.
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("birthdays-events", old(writer(_EVENTS, _EVENTS, ALIKE, least=2, most=8)), 2.0),
    NoteType("birthdays-said", old(writer(_SAID, least=1, most=6, haste=0.3)), 1.6),
    NoteType("birthdays-parents", young(writer(_PARENTS, _PARENTS, ALIKE, least=1, most=4, haste=0.4), 2, 14), 1.3),
    NoteType("birthdays-public", writer(_PUBLIC, _PUBLIC, ALIKE, least=1, most=6), 1.5),
    NoteType("birthdays-vague", writer(_VAGUE, ALIKE, least=1, most=6), 1.2),
    NoteType("birthdays-machine", writer(_MACHINE, _MACHINE, ALIKE, least=1, most=5), 1.4),
    NoteType("birthdays-animals", writer(_ANIMALS, _ANIMALS, ALIKE, least=1, most=5), 1.0),
)
