"""Whole documents in which many people have an age, told in order: pedigrees, families, courts, schools, boards."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.whens_long import story

_GENETICS = r"""
@=
{site}, Cancer Genetics
Clinic {date:0}, typed {date:4}
Re: {pt:full}, DOB {dob}, {mrn}
@
Dear {pcp:titled},
{pt:titled}, {bd:n pt}, was seen with her [[friend|neighbour|cousin]] {shec}, {bd:n x 40-64}. G3P2, Gleason score
    in the father 4+3.
@ Family
? Proband {bd:s pt}: left breast {bd:n pt-6}, right breast {bd:n pt-2}, ER+, {num:18-29} mm and {num:7-12} mm.
Sister {shea} ({bd:n sa 44-58}) unaffected; sister {sheb} d. {bd:n sb 34-43} ovarian, stage 3C, {num:8-14} months
    after.
? Brother {hea}, {bd:n ha 40-60}, two girls, {bd:m x 3-9} and {bd:m x 10-17}, well.
Mother {bd:n pt+24} A&W after a lumpectomy at {bd:n x 48-60}; menopause {bd:n x 45-53}.
? MGM BrCa {bd:n x 50-60}, d. {bd:n x 61-80}; MGF CVA in his {bdten:70-80}.
? Maternal aunts: one BrCa {bd:n x 38-49}, now {bd:n x 60-75}; one {bd:n x 60-80} well; the third died at
    {bd:n x 2-6} of measles.
Father MI {bd:n x 50-60}, CABG {bd:n x 61-66}, prostate {bd:n x 67-74}, died at {bd:n x 75-82}.
? Paternal uncle colon ca {bd:n x 60-79}; his son a polyp at {bd:n x 40-50}. Nobody under {num:32-51} on that side.
? Her own children are {bd:n x 18-25} and {bd:n x 11-17}; the elder asks about testing from {num:14-23}.
? Menarche {bd:n x 10-15}, first child at {bd:n x 22-33}, pill for {num:6-11} years, {num:8-13} pack-years, quit.
@ Assessment
Manchester score {num:17-28}. Lifetime risk of ovarian cancer 40-60%; breast 60-80% by {num:64-99}.
? BOADICEA gives {num:24-39}% by 50 and {num:51-81}% by 70; heart age was not computed.
? Without the sister's age at death, {bd:n sb 34-43}, the score falls by {num:6-11}.
@ Plan
MRI every year 30-49, mammograms 40-70, {num:2-6} mm slices.
? Salpingo-oophorectomy is offered from 35-40 (BRCA1) or 40-45 (BRCA2); at {bd:n pt} she need not wait.
? {shea} to be tested first; {hea}'s girls not before {num:14-23}, {hea} himself any time.
? NICE: women 30-49 at high risk; men over {num:32-51} with a variant, PSA yearly.
We meet again {date:60}, when {pt:given} will be [[{bd:n pt}|{bd:n pt+1}]]. Leaflet {num:11-18}, version 3.
Yours, {dr:full}
"""

_SCHOOL = r"""
@=
[[{schoolsaid}|{abschool}]]
Educational psychology report, page 1 of 4
Pupil: {pt:full}   Age: {bd:y pt}   Year {num:2-3}   DOB {dob}
? Seen {date:-6} and {date:-2}, room {bed}, from {time}, two hours
@ Background
{pt:given}, {bd:m pt}, is the middle one of three: {hea} is {bd:m pt+4}, and the baby {bdmo:5-20}.
? Mum ({shec:full}, {bd:n mo 28-44}) and Dad, {bd:n fa 30-50}, work shifts, {num:9-16} hours, four on, three off.
Born at 35+3, 2.3 kg, {num:7-12} days in SCBU. Sat at {num:6-11} months, walked at {num:13-22} months, spoke at two.
? Hearing tested at {bd:m x 3-4}: {num:24-38} dB on the left. Grommets at {bdhalf:3-4}.
? Lived with Gran, {bd:n x 55-70}, from {bdmo:10-20} till {bd:m x 3-4}, when the flat, {num:40-63} years old, was
    damp.
@ Class
{num:22-36} in the class, ages 6-8, two TAs; the table of six has two others {bd:n pt}, the rest {bd:n pt+1}.
? Best friend {heb}, {bd:n pt}, moved to {town}; new friend {sheb} is {bdhalf:5-8}.
? {teacher}, {num:16-26} years a teacher, says {he} works like a child two years younger, 5 minutes at most.
@ Results
Reading age 5;4, spelling age 5;9, number age {num:4-8} years 2 months. Verbal {num:67-99}, nonverbal 101, memory
    {num:62-98}.
? BAS: standard score {num:63-99} (68-90), 8th centile, age equivalent 5:10.
? Draw-a-person at a five-year level; grip {num:9-16} kg right, {num:8-14} left. Bone age was not asked for.
Said of {him}: "I'm {bd:w pt}, I'll be {bd:w pt+1} in {monthonly}, then I get a bike, {num:16-26} inch."
@ Advice
{num:12-19} minutes of phonics x5 a week, step 3; sit in row 1; {num:20-32}% more time.
? Books for 5-7, not 7-9; the club for over 8s can wait.
? {shec} asks about {hea} as well, who at {bd:n pt+4} still reverses 6 and {num:7-12}.
Review in {num:9-16} weeks, when {pt:given} is [[{bd:n pt} or {bd:n pt+1}|rising {bd:n pt+1}]]. {staff:full}
"""

_INQUEST = r"""
@
{bd:o pt} {man} died after fall, {oddcourt} told
By a staff reporter, {news}, {date:0}
@
{pt:titled_full}, {bd:n pt}, of {town}, a {num:20-40}-year veteran of the railway, fell {num:9-16} feet on {date:-60}.
His wife of {num:20-40} years, {shea:full}, {bd:n wi 56-82}, found {him} at {time}.
? {sheb:full}, {bd:n sb 30-50}, the daughter, said {he} had been told to slow down at {bd:n pt-3}.
? "{He} said {he} was {bd:w pt}, not dead," she said. "We had {his} cake, twenty candles, not {num:60-80}."
? The ladder was {num:24-38} years old, with {num:11-18} rungs; neighbours {heb:full} ({bd:n x 40-70}) and his son
    ({bd:n x 8-15}) held it before.
? {pt:family} had a stent at {bd:n pt-9} and gave up {num:32-51} a day at {bd:n pt-8}.
{dr:full}, pathologist, put the heart of 610 g at "that of someone ten years older": the left anterior was
    {num:64-99}% shut.
? Alcohol {num:49-78} mg, the limit {num:64-99}. Eight ribs, 3 to {num:8-13}, were broken.
? A boy of {bd:m x 9-15} who cannot be named had rung 999; the crew, unit {num:36-57}, took {num:11-18} minutes.
? {shea:family} said: "We met at {bd:w x 16-20}. There were five of them, {heb} the last, at {bd:n x 60-90}."
? Grandchildren aged {bd:n x 18-24}, {bd:n x 10-17} and {bd:n x 2-9} sat in row two.
? Falls kill {num:4-8} in 100,000 over 65s here a year; among the under-40s it is rare.
? Asked {his} age at the wedding, {hec:full}, {bd:n x 60-80}, best man, said: "{bd:W x 21-29}. I was older, I was
    {bd:w x 30-34}."
Coroner {dr2:full}, in the post {num:9-16} years, found an accident. {pt:family} leaves a 14-year-old terrier.
"""

_HOUSEHOLD = r"""
@=
{agency}
Home visit {date:0}, case {caseno}
Household of {shea:full}
@= Who lives here
{shea:full}   {bd:n sa 28-40}   mother   works {num:16-26} h
{hea:full}   {bd:n ha 30-45}   stepfather   {num:11-18} months sober
? {heb}   {bd:n hb 13-16}   son   grade {num:7-12}
? {sheb}   {bd:n sb 6-9}   daughter   grade 2
{pt:given}   {bd:u pt}   child of concern   wt {num:12-18} kg
? the baby   {bdbaby}   girl
? Great-gran   {bd:n gg 84-97}   since May, ground floor
? dog   {num:8-14}   neutered; cat, 3
@ Account
{shea} was {bd:n x 16-19} when {heb} was born and says that she "missed being {bd:w x 20-25}".
? She was herself in care from {bd:m x 4-9} to {bd:n x 17-18}, seven homes, two counties.
{hea}, {bd:n ha 30-45}, has a son of {bd:n x 5-12} in {state} whom he sees every {num:4-8} weeks; a daughter died
    at {bdbaby}.
? The {bd:o hb 13-16} minds {pt:given} 3 days a week; he must be {num:14-16} to do so by the rule.
? {sheb} ({bd:n sb 6-9}) said: "{pt:given} is {bd:w pt}, he gets the top bunk when he's {bd:w pt+1}."
? The great-grandmother, at {bd:n gg 84-97}, takes {num:7-12} tablets and has had 2 falls in 3 months.
? Next door {hec:full}, maybe {bdspan:45-60}, a {bdish} neighbour, heard shouting three nights of seven.
@ House
3 BR for {num:5-9}, rent 940, boiler {num:17-28} years old, van {num:11-18} years old, stairs gate set for under 2s.
? Car seat is for 9-18 kg; {pt:given} at {bd:n pt} needs the 15-36 kg one.
? Benefit cap 4 rooms: over-16s get their own; same sex under {num:12-21} share; under {num:8-13} share whatever.
@ Plan
Seen by {staff:full}, {num:4-8} years in post. Core group {date:10}, {time}, room {bed}.
? Nursery {num:12-19} h ({num:24-38} h from age 3), GP for the {num:12-18}-month check, {charity} for a bed.
? {heb}'s own plan runs to {num:14-23}, then 18-25; he turns {bd:n hb+1 13-16} {date:30}.
"""

_BOARD = r"""
@=
{dept} {time} HUDDLE   CENSUS {num:20-40}   HOLDS {num:4-8}
1 {someone:family} {bd:s x 20-95} CP trop neg x2, HEART 4, tele {num:9-16}
2 {someone:family} {bd:s x 18-95} fall on plavix, CT {num:32-51} min
? 3 {someone:last_first} {bd:n x 18-30} F abd pn, {num:6-11} wks, hcg 4200
4 {someone:family} {bd:sM x 2-9} croup, dex 0.6 x1, {num:14-23} kg
? 5a {someone:family} {bdmo:3-20} fever 39.4 x 3 d, 5b sib {bd:n x 3-9} same
? {num:4-8} OPEN (cleaning {num:8-13} min)
{num:5-9} {someone:initials} {bd:n x 14-17} SI 1:1, parent {someone:given} {bd:n x 35-50} at bs, hold {num:30-48} h
? {num:6-11} {pt:full} {bd:s pt} DKA, gap {num:19-31}, ins {num:5-9} u/h, ICU bed {bed}
? {num:7-12} Doe, John, ~{bd:n x 30-60}, GSW x2, 4 u, OR 3
{num:8-13} {someone:family}, {bd:o x 80-99}, {nursinghome}, UTI, {num:90-99}.{num:0-9}, MOLST
? {num:8-14} chair {bd:sF x 18-60} {num:9-16} chair {bd:sM x 18-60} fast track, ESI 5, 5
? H1 {bd:sM x 20-60} etoh 312, sober {hm} / H2 {bd:sM x 20-60} psych, {num:16-26} h
? T1 RESUS {bd:sF x 60-90} VF x3, {num:17-28} min down, ROSC {hm}
? WR 14: {bd:n x 18-80} chest, {bd:n x 1-9} head, {bd:n x 60-90} eye, longest 3 h {num:40-63}
@ Incoming
Medic {num:36-57}, {num:9-16} min, {bd:s x 18-95}, GCS {num:5-9}, 150/90, {num:41-66}
? Unit 9: {bd:qM x 16-40} GSW thigh; unit 61: {bd:o x 2-9} near drown, {num:6-11} min CPR
? {fac}: {bd:n x 20-90} F, SAH H&H 3, {num:9-16} mm clip? aneurysm {num:4-8} mm
@= Notes
? {dr:short} off {hm}, {dr2:short} on; 2 RN short, ratio 1:5
Kids under 3 mo w/ fever: full workup. Over {num:52-82} falls: CT all. 18-64 w/o LOC: rule first.
? Peds bed cut is {num:13-22} not 18; {pt:titled} at {bd:n pt} goes to 5 West, not {num:7-12}.
"""

_LIFE = r"""
@=
{hospice}
Life review with {pt:full}, {bd:n pt}, visit {num:4-8} of {num:6-11}, {date:0}
@
{He} was the ninth of eleven; when {he} was {bd:m x 3-6} they left {hometown} with two cows.
At {bd:w x 7-9} {he} carried water half a mile, at {bd:w x 10-13} {he} drove a team of four.
? Mother died at {bd:n x 36-50}, of the ninth or tenth; Father remarried at {bd:n x 51-60}, a girl of {bd:n x 20-30}.
School to grade {num:4-8}. {He} lied {his} age at {bd:n x 15-16}, said {bd:n x 18-20}, and was out of the army at
    {bd:n x 21-24}.
? Shot at {bd:n x 18-20}, left hip, 3 months in a ward of {num:32-51}.
{hea:full}, {his} friend, was {bd:n x 17-20} and did not come back. They had 200 yards to go.
? {He} wed at {bd:w x 22-27}; {shea}, {his} sister, at {bd:n x 16-20}, to a man of {bd:n x 40-49}.
? Thirty-one years at {works}, 25-year watch, ten years night shift; {num:40-63} pack-years; "never a day sick till
    {bd:w x 55-66}".
? Four children by {bd:n x 35-40}: {heb}, now {bd:n x 60-70}; {sheb}, {bd:n x 50-59}; a pair of twins who lived 3
    days.
? {His} {spouse} died {num:4-20} years ago at {bd:n x 60-80}, on a Tuesday, {num:46-73} kg to {num:32-52}.
In {his} {bdten:70-79} {he} learned to swim; at {bd:n x 80-83} {he} did ten lengths.
? "No {bdgen} should have to queue for eggs," {he} says. Eggs are {num:9-16} for 3 dollars.
? There is a great-grandchild of {bdbaby}, the 14th, and one of {bdhalf:1-4} who calls {him} Pop.
? The clock in the hall is 120 years old, the cat {num:12-21}, the oak {num:72-99}.
@ Wishes
To reach {bd:n pt+1}, on {date:40}; a pipe band of five; hymn 84; no tubes at {his} age.
? Pain {num:2-7} of 10, PPS {num:32-51}%, weight {num:42-70} kg, oxygen 2 L, {num:2-9} naps.
? {dr:titled} gives {num:2-8} weeks. Bereavement calls at 1, 3, 6 and {num:10-17} months, {sheb} first.
"""

_PSYCH = r"""
@=
{site} - Psychiatry
Admission note {stamp}
ID: {bd:s pt}, {race}, domiciled, unemployed x {num:2-8} mo
@ History
{pt:titled} was BIBA after [[{num:10-60} tabs of {drug}|running on the I-{num:10-95}]]; last seen well {num:28-46}
    h before.
First voices at {bd:n x 15-18}; first stay at {bd:n x 18-20}, {num:16-27} days; clozapine since {bd:n x 21-24}, ANC
    2.4.
? {num:5-9} stays between {bd:n x 18-20} and {bd:n x 24-27}, the longest 5 months. PHQ {num:15-24}, C-SSRS 4, BPRS
    {num:41-66}.
? Cannabis from {bd:n x 11-15} (1 g a day x {num:4-8} y), alcohol from {bd:n x 16-20}, {num:9-16} drinks a week,
    last {num:32-51} h ago.
Abused by an uncle, then {bd:n x 18-50}, from {bd:m x 5-8} to {bd:n x 9-11}; disclosed at {bd:n x 12-17}.
? Head injury at {bd:m x 3-9}, off a pony, LOC 2 min, 4 stitches. No seizures since {bd:m x 7-9}.
@ Family and social
Mother {bd:n pt+22} bipolar, two ECT courses of 8; father d. {bd:n x 40-60} by hanging, {bd:n x 10-17} when he
    first tried.
? Brother {hea}, {bd:n x 20-45}, 3 years clean; sister {shea}, {bd:n x 20-45}, a teacher; half-brother of
    {bd:m x 6-9} in {state}.
? A son, {heb}, {bd:m x 1-6}, with {kin:given} ({word}, {kinage}); supervised visits, 2 h every {num:11-18} days.
? Left school at {bd:n x 15-17}, grade 10; {num:9-16} jobs in {num:6-11} years; longest {num:6-20} months at
    {employer}.
? Rent 640 of 980 a month. Dog, {num:7-12}, with the neighbour, the {bdish} lady downstairs.
@ MSE
Looks older than {bd:n pt}. Serial 7s: {num:74-99}, {num:68-99}, {num:64-99}. Three of 3 at 5 min. Says the year
    is right, the President was {bd:n x 80-90}.
? "I was {bd:w x 6-9} when it began and I'll be {bd:w pt+1} when it stops."
@ Plan
15-min checks, level 2, bed {bed}; CIWA under {num:6-11}. Lithium 0.6-0.8; under {num:52-82} no dose cut.
? First-episode team takes 14-35 only; {he} at {bd:n pt} [[qualifies|is {bd:n pt} so no]]. Groups of {num:6-11} seats.
? Calls: {kin:short} {kinphone}. {dr:full}, PGY-{num:1-4}
"""

_NEWBORN = r"""
@=
{site}   NICU progress   {date:0}   {time}
{baby}   {mrn}   ex 29+4, CGA 31+2, twin A of 2
@ Now
{babyage} {boy}, wt 1410 g (+20), birth wt 1180, HC {num:21-34} cm, bed {bed}.
? At {num:4-8} min Apgar 4-7-8. Caffeine day {num:7-12}, TPN {num:4-8}, feeds {num:9-16} mL q3h x {num:6-11}, 140
    mL/kg.
In the next bed, {bdbaby:d} and {num:26-33}+{num:0-6} by dates, a girl on {num:24-38}% and CPAP 5; five bradys, two
    desats in {num:19-31} h.
? HUS at {num:5-9} d normal, next at {num:22-36} d, ROP check at {num:24-39} wks or 4 wks, whichever later.
@ Parents
Mother {shea:full}, {bd:n sa 17-42}, G4P1112, two losses at 9 and {num:8-14} weeks; father {hea}, {bd:n ha 20-50}.
? At home {heb}, {bd:m x 1-6}, born at 34+0, and a stepdaughter, {bd:n x 7-15}. MGM, {bd:n x 45-65}, drives
    {num:72-99} miles.
? {shea:given}'s mother lost one at {num:16-26} weeks when she was {bd:n x 20-35}; steroids x2 at 29+1 and 29+2.
? Aged {bd:n sa 17-42}, {shea:given} declines more; hep B in {hea:given} since {bd:m x 3-9}; he smokes {num:8-13} a
    day for {num:6-11} years.
@ Plan
Up 1 mL each {num:9-16} h to 24; Hct {num:30-48}, PRBC under 30; bili 6.4 (light at {num:6-11}).
? Hep B shot at {num:24-38} days or 2 kg. RSV shot at discharge, under {num:6-11} months in season.
? Home at about {num:28-46} weeks, after 5-7 days without spells. Clinic at 4 and {num:6-11} months corrected;
    Bayley at 18-24 mo.
? Donor milk to {num:27-43} wks. Ward tour for siblings over 3, {heb} is {bdhalf:3-5}.
{dr:short} / {nurse:short}
"""

_ADVICE = r"""
@=
Ages that matter: a leaflet
@ Checks
Cervical tests at 25-64, every {num:2-4} years to {num:39-62}, then every {num:4-7}. Bowel kit at 50 to
    {num:59-93}. AAA once, men, at {num:52-82}.
? Mammograms run from {num:40-63} up to 71; women aged 40-49 may ask, those over {num:56-89} must ask.
? Children under {num:4-7} get {num:3-6} shots by {num:14-23} months and 1 more at {num:2-4} years {num:3-6} months.
A health check is for adults of 40 to {num:59-93}, once in {num:4-7} years, {num:16-26} minutes.
? Teens 11-12 get 2 doses, starters at {num:12-19} get {num:2-4}. Over-65s, the under-2s and anyone with asthma,
    flu each autumn.
? Bone scans: women from {num:52-82}, men from {num:56-88}, earlier after a break at {num:40-63}.
@ Terms
Heart age: yours may be {num:48-76} at {num:38-61}. Bone age, reading age and lung age say how far, not how old.
? A pack-year is {num:16-26} a day for a year. A 30-pack-year smoker of 50-80 can have a CT.
? Risk over {num:8-13} years of {num:8-13}%: 1 in {num:8-13}. The 5-year survival is a share, {num:73-99} in 100.
? Weeks count from the last period: {num:19-31}, 28+3, 37 to {num:33-53}. G2P1 is two pregnancies, one birth.
@ Rules
Alcohol at {num:14-23} ({num:16-27} in the US), driving at {num:13-22}, work from {num:11-18}, pension at
    {num:53-84}, jury 18 to {num:60-94}.
? Car seats to 12 or 135 cm. Trampoline from {num:4-8}, one at a time. No honey under {num:9-16} months, no aspirin
    under {num:12-21}.
? Baby walkers, pillows and cots over {num:8-13} years old go. Dogs over {num:5-9} are seniors; a cat of
    {num:12-19} is {num:60-96} in human years.
? Rooms on floor {num:2-4}, ring {num:11-18} days ahead. Version {num:4-8}, page 2, review in {num:2-4} years.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("birthdays-genetics-letter", story(_GENETICS, 42, 64, female=True), 1.4),
    NoteType("birthdays-school-report", story(_SCHOOL, 6.1, 8.9), 1.2),
    NoteType("birthdays-inquest", story(_INQUEST, 60, 84, female=False), 1.2),
    NoteType("birthdays-household-visit", story(_HOUSEHOLD, 3.1, 5.9, female=False), 1.2),
    NoteType("birthdays-huddle-board", story(_BOARD, 19, 60), 1.4),
    NoteType("birthdays-life-review", story(_LIFE, 86, 97), 1.1),
    NoteType("birthdays-psychiatry", story(_PSYCH, 28, 44), 1.2),
    NoteType("birthdays-nicu-day", story(_NEWBORN, 0.01, 0.05), 1.0),
    NoteType("birthdays-leaflet", story(_ADVICE, 20, 90), 0.8),
)
