"""Dates and ages in odd forms, in prose, in terse notes, in letters and on forms, beside numbers that are neither."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.digit_plain import AGELIKE, CODES, COUNTERS, FRACTIONS
from corpus.notes.mended_kit import around, either, table, writer

PROSE = templates(r"""
{He} was seen on the {nth} and again on the {nth}, [[then not until|and last on]] {bareday}.
Symptoms began {partmonth}, eased by {bareday:-20}, and came back on the {nth}[[ in full force|]].
Sessions on {daysof} were [[cancelled|missed|rescheduled]]; next ones are {daysof:20}.
Between {shortdate:-30} and {shortdate:-12} {he} took 1/2 tab, since then a whole one.
The scan of {bareday:-40} (not the one of {dmy:-200}) shows {finding}.
Bloods from the {nth}: {labs} Repeat on the {nth}.
Off work {dmy:-10} to {dmy:4}, then {num:4-6}/8 hours a day until {bareday:30}.
{drug} started {tightday:-9}, stopped {tightday:-2}; {num:2-7}/7 given.
The cast comes off {weekday} {shortdate:9}, or {weekday} {shortdate:11} if the clinic is full.
Next appt {weekday} {tightday:12} at {time12}, and one more the week of {bareday:20}.
Her period was due {bareday:3}; LMP {dmy:-26}, cycle {num:25-35}/{num:3-7}.
Last seen w/c {bareday:-14}; review w/e {dmy:14}.
First fit {bareyear:-900}, second {bareyear:-400}, none since {month:-300}.
The fall was sometime around the {nth}, maybe the {nth}.
Moved here {season}; before that lived in {town} until {bareyear:-2000}.
Vaccinated {romday:-60} and {romday:-20}, batch in the record.
By the {nth} of last month the rash had gone; it may recur.
{He} can march again, he says: walked {num:100-900} m on {bareday:-3}.
May {num:2-9} be too soon to reduce? Reduced on {tightday:-1} anyway.
Was well until {weekday} the {nth}, when {he} had {symptom}.
The {nth} is fine, the {nth} is not, {his} daughter is away until the {nth}.
On {shortdate:-6}, {shortdate:-4} and again {shortdate:-2} pain was {num:4-9}/10.
In {bareyear:-700} weighed {num:60-120}; {num:55-118} by {bareyear:-300}; today {num:50-115}.
Dates that matter: {numdate:-90} (fall), {numdate:-88} (surgery), {dmy:-60} (cast off).
Admitted the night of {bareday:-5} into {bareday:-4}, home on the {nth}.
{His} diary says {four:-9}, {four:-6}, {four:-2}: {symptom} each time.
Op date is week {wkday:14}; pre-op bloods by {wkday:12}.
The letter is dated {julday:-30} and the film {six:-30}.
Treated {daterange:-50} in [[jail|a camp|the army]] and since {partmonth:-9} by us.
Will see {him} {weekday}, else the {nth}; {duration} of {drug} until then.
Started school {bareyear:-300}, {num:4-6} half-days a week.
It happened on or about {fulldate:-70}; police came at {time}.
Stitches: in {shortdate:-10}, out {shortdate}, {num:5-14} of them, 4-0 nylon.
Her {nth} was bad, the {nth} worse: {num:1-3}/10, then {num:5-9}/10.
""")

TERSE = templates(r"""
HD#{num:2-12} ({shortdate}), POD#{num:1-9}
POD {num:1-6} (OR {shortdate:-3})
abx: vanc {daterange:-9}, zosyn {shortdate:-5}-, day {num:2-9} of {num:7-14}
cx {shortdate:-4} ngtd, rpt {shortdate:-1} gpc {num:1-2}/{num:2-4}
ctx {shortdate:-3} -> cefepime {shortdate:-1} -> off {shortdate:1}
vanc trough {shortdate} {dec:6.0-24.0}; zosyn q{num:6-8}
tmax {dec:37.0-40.0} on {shortdate:-1} at {hm}, afeb since
lines: R IJ {shortdate:-6}, foley {shortdate:-4} (dc'd {shortdate:-1}), piv x{num:1-3}
imaging: cxr {shortdate:-2} nl, ct {shortdate:-1} neg pe, mri {shortdate:2} pend
lmp {shortdate:-60}, edd {dmy:220}, ega {gest}
LMP {bareday:-80}; EDD {bareday:200} by {num:8-12}+{num:0-6} scan
EDC {six:190}, G{num:1-6}P{num:0-3}, S>D
last bm {shortdate:-3}, last drink {shortdate:-2} {hm}, last dose {glued:-1}
{glued}: {vitals}
{glued} {labs}
{glued} - pt to floor
{six} {hm} {ini}
{six}: {labline}
{four} {neg}
{four} bp {num:98-170}/{num:50-96}, {four:1} bp {num:98-170}/{num:50-96}
{dtg} arrived, {dtg} bedded down
{tightday}: c/o {symptom}; {tightday:2}: better
[[echo|pft|eeg|emg|dexa|csp]] {shortdate:-200}, next {month:300}
tdap {bareyear:-900}, flu {bareyear:-90}, pcv {year:-4}
rtc {shortdate:14}, labs {shortdate:13}, 6/52 after that
f/u {bareday:9} or sooner prn; 1/7 off work
d/c {shortdate:2} if wbc <{num:9-14}, else {shortdate:4}
s/p {proc} {shortdate:-400}, rev {dmy:-90}
s/p fall {shortdate:-1}, s/p {num:2-4} units, wt {num:50-90}
staples out {shortdate:5}; drain d/c {shortdate:1}; wb 1/2 until {shortdate:20}
pm interrogated {bareyear:-90}, batt {num:1-9}.{num:0-9} y, dddr {num:50-70}-{num:110-140}
port flushed {shortdate:-20}, due {shortdate:10} q{num:4-8}wk
c{num:1-6}d1 {shortdate:-7}, c{num:2-7}d1 {shortdate:14}, nadir {shortdate:4}
XRT {shortdate:-20} -> {shortdate:15}, {num:5-20}/33 fx done
CT {shortdate:-5} vs {bareyear:-100}: {measure} -> {measure}
Sat {shortdate}: sat {num:88-99}; Sun {shortdate:1}: in the sun 1/2 h
Mon {shortdate}, Wed {shortdate:2}, Fri {shortdate:4}: HD {num:3-4} h, dry wt {num:50-99}
Tue/Thu/Sat chair {num:1-20}, missed {shortdate:-2}
NPO p MN {shortdate:1}, OR {shortdate:2} 2nd case
PPD placed {glued:-2} L arm, read {shortdate} {num:0-15} mm
seen {shortdate:-1}/{shortdate}; {num:0-5}/5 R arm
cont {drug} to {shortdate:6}, wk {num:1-4}/{num:4-8}
dec {num:10-90} -> {num:5-40} mg on {bareday:3}, stop {bareday:9}
sept: missed; oct: came; {bareday:-9}: came late
Q3 visit done {bareday:-50}; Q4 due {partmonth:40}
exp {expday:300}, opened {shortdate:-5}, discard {shortdate:23}
vial dated {shortdate:-5} {hm}, good 28 d
""")

LETTER = templates(r"""
Thank you for your letter of the {inst}
I reviewed {pt:titled} in clinic on the {inst}
Yours of {romday:-12} to hand, with thanks.
Further to mine of {romday:-40} and yours of {bareday:-9},
{pt:titled} d.o.b. {romday:-20000}
Dictated {romday} / typed {romday:4} / {ini}
Operated upon {romday:-200} for {dx}; home {romday:-196}.
Please note {his} next visit is {weekday} {dmy:30}, not {weekday} {dmy:23} as first written.
{He} turned {otherage} -- sorry, {otherage} -- in {monthonly}.
We met on {weekday} the {nth} inst. and spoke of {symptom}.
Our ref {raw}, your ref {raw}, date as postmark {tightday}.
Enclosed: report of {bareyear:-40}; copy of notes {years}; film {six:-90}.
Seen at [[six|twelve]] weeks on {tightday:-3}; further {num:3-9}/12.
The {nth} would suit us; failing that the {nth} or {nth}.
This supersedes the letter sent on {daysof:-10}.
The hearing is set for {bareday:40}, [[half past nine|{time}]]; kindly attend by the {nth}.
Statement covers {partmonth:-90} up to {bareday}.
I shall be away {daterange:9}; {newdr:titled} will cover.
The wedding was {holiday}, the fall the day after.
Since {holiday} {he} has managed {num:1-3} miles; since {bareday:-9} none.
Exercise test ({num:6-12} METs) done {bareyear:-60}.
Signed the {dayinwords} at {town}.
""")

FORMS = templates(r"""
DOB {dmy:-15000}
D.O.B. {romday:-16000}   Age {otherage}
dob {six:-14000} / {agemark}
DOB: {scanday}
born {bareday:-12000}
b. {bareyear:-14000}
d. {bareday:-30}
LMP: {bareday:-60}
LMP [[unsure|irregular|2 wks ago]]
EDD {numdate:200}
EDD: {tightday:200} ([[US|dates|IVF]])
EDC\n{dmy:190}
Exp: {expday:400}
EXP {expday:300}  LOT {lotno}
exp {expday:500}, lot {lotno}, NDC {ndc}
Use by {expday:90}
Mfg {expday:-200}
Valid thru {expday:700}
Valid from {dmy:-300} to {dmy:60}
Due {bareday:20}
due: {shortdate:9}
Next due\n{bareyear:300}
DOS {six}
DOS: {dmy:-5} - {dmy:-5}
DOI {dmy:-300}
DOI/DOA {numdate:-90}
Date of loss {bareday:-100}
Eff {six:-200} Term {six:160}
Coverage {bareyear:-200} to {bareyear:150}
Admit {glued:-5}   Disch {glued}
Adm\t{tightday:-6}
Coll {glued:-1}  Rec {glued}  Rep {glued:1}
Drawn: {six:-1} {hm}
Coll. date/time {glued}
Surgery date {wkday:9}
Period {julday:-90} - {julday:-60}
Week {wkday}
Week of {bareday}
Month: {bareyear}
Quarter: Q{num:1-4}
Cycle: {num:1-6} Day: {num:1-28}
Visit {num:1-9}: {dmy:-9}
Signature ________ Date {shortdate}
Date __/__/____
Date (MM/DD/YYYY): {numdate}
dd/mm/yy {dmy}
Version date {numdate:-400}, ver {ver}
Time {hm}
Start {shortdate:-8} Stop {shortdate:2} Qty {num:10-60}
Last filled {six:-30} x{num:30-90} RF {num:0-5}
Menarche {wage:n 10-16}, coitarche n/a, menopause {wage:n 42-56}
Onset: {partmonth:-20}
Onset [[{num:2-9}/7|3/52|6/12]]
RTW {bareday:12}, restr. {num:4-6}/8 h
Passport exp {tightday:900}
Steri-strip exp {expday:200} REF {catno}
Consent signed\n{glued}
Return by: {weekday} {dmy:7}
""")

AGES = templates(r"""
{ageodd} w/ {dx}, here with {symptom}
{ageodd} {dx}; {neg}
{ageodd} ex-{job}, lives with {word}
{agemark} {dx}, HR {num:60-120}
{childage} with {symptom}, feeding {num:1-3}/4 of usual
{childage} [[boy|girl|male|female]], fully vaccinated, temp {dec:36.5-40.2}
[[baby|infant|child|sib]] aged {childage}, seen {shortdate:-2}
sib {childage}, other sib {childage}, both well
Sister {otherage}, brother died at {otherage}, [[uncle|gran]] alive at {otherage}.
Turning {otherage:67-90} in {monthonly}; retired at {otherage:50-66}.
Mother in her {num:5-8}0s [[well|deceased]]; grandma {otherage:95-103}.
Chart says {otherage}, wristband says {otherage}, he says {otherage}.
Menopause at {otherage:42-55}, first pregnancy at {otherage:18-38}, {num:1-4} since.
{He} started smoking at {otherage:12-19} and quit at {otherage:30-60}.
aged {otherage} ([[not|rather than]] {otherage} as on the form)
Age {otherage}. BMI {num:18-49}. EF {num:20-65}. eGFR {num:15-99}.
age {otherage}, GFR {num:15-99}, K {dec:3.0-5.9}
the {otherage} year old from [[bed {bed}|{town}]]
a {ageword} [[man|woman]] with a {num:2-20}-year history of {dx}
DOL {otherage:1-27} on {num:2-9} mL/kg, ex {gest}
at {otherage} y and {num:40-120} kg
both parents lived past {otherage:80-95}
{He} is {otherage} today! Happy birthday.
daughter ({otherage:5-40}) and son ({otherage:4-39}) at bedside
kids {otherage:2-6}, {otherage:7-9} and {otherage:10-17}, all home
F/{otherage}, M/{otherage}, F/{otherage}
wife {otherage}, [[hx|h/o]] {dx}; husband {otherage}, {job}
{pt:short}, {otherage}, of {town}
{lone} ({otherage}) {dx}
pt {otherage} but looks {otherage}
onset age {otherage:8-60}, dx'd age {otherage:9-62}
diagnosed at {childage}, walked at {num:10-18} mo, first words {num:9-20} mo
language age {num:1-4};{num:0-11}, chronological age {childage}
MGM breast ca {otherage:38-88}, PGF MI {otherage:45-90}, mat aunt ovarian {otherage:40-80}
""")

_HEADS = (
    "Date | What | By",
    "Coll | Test | Result | Ref",
    "Visit | Date | Dose | Wk",
    "",
    "Name | Age | HR | Date",
    "Vaccine | Given | Lot | Exp",
    "Start | Stop | Drug",
    "",
    "LMP | EDD | GA | Seen",
)
_ROWS = (
    "{shortdate} | {ratio} | {ini}",
    "{glued} | {analyte} | {dec:1-200} | {num:1-90}-{num:91-200}",
    "{num:1-9} | {tightday} | {num:1-3}/{num:3-6} | {num:1-52}",
    "{six} | {hm} | {num:50-120} | {num:90-170}/{num:50-90}",
    "{lone} | {otherage} | {num:50-120} | {dmy}",
    "[[MMR|Tdap|PCV20|HepB|Flu]] | {bareday} | {lotno} | {expday:300}",
    "{dmy:-30} | {dmy} | {sig}",
    "{wkday} | {romday} | {num:1-5}/5",
    "{bareday:-90} | {bareday:190} | {gest} | {shortdate}",
)

_PLAIN = (FRACTIONS, AGELIKE, COUNTERS)
TYPES: tuple[NoteType, ...] = (
    NoteType("digit-days-prose", writer(PROSE, PROSE, FRACTIONS, least=2, most=8), 1.8),
    NoteType("digit-days-terse", writer(TERSE, TERSE, *_PLAIN, least=2, most=9, haste=0.3), 2.0),
    NoteType("digit-days-letter", writer(LETTER, PROSE, AGELIKE, least=2, most=7), 1.0),
    NoteType("digit-days-form", writer(FORMS, FORMS, CODES, least=3, most=10), 1.8),
    NoteType("digit-day-rows", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), TERSE, FRACTIONS)), 1.5),
    NoteType("digit-ages", writer(AGES, AGES, AGELIKE, least=2, most=8), 1.6),
)
