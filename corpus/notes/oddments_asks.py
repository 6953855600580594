"""Asked and typed in a hurry: odd identifiers inside of questions and messages, and what is none among them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

_ASKED = templates(r"""
any pt of {lone}'s from {odtown} or {odarea} seen by the {stateab} team w/ LVEF<35 on or after {odcut}?
is {odsite} in {odtown} the same trust as {odsite} over in {odcounty}
which {odhome} is it, the one by {odwork} or the one near {odschool}
find {odglue} and merge with {odparts}, same dob {dob}
how do i spell {odparts:dr}, is it one word
has {odletter} replied about the man from {odarea}? the {nth} is too late
who signed as {ini} on {odcut}, {ini} left in {odcut:past}
do we accept transfers from OSH in {odtown} at 3 am without KCl results
patients [[aged|over]] {wcut} in {odcounty} on {drug}, count only
pls summarize: {odage:pt} {man}, {odwork} retiree, {dx}, wants {odhome}
does {odshop} in {odtown} carry {strength} tabs or only {odshop} off {odstreet:rural}
was {odnot} charted for {odglue}? and {odnot}?
translate for {kin:given} in {odtown:abroad}: no food after midnight, bring the slip {odno}
What did {odletter} mean by "{odnot}" - is it {dr:family} or {dr2:family}
send to {odphone} not {odphone}, the second is {odwork}'s front desk
can {odw:1} drive after this? {odplain:1}. also {odw:2}?
explain {odclin:1} for a patient named {odtwin:1}, plain words
list stents with lot {lotno}; ignore saline lot {nolot}, flush lot {nolot}
between {odcut} and {odcut} who had {test} at {odsite}
what is the address of {odgroup}, {odstreet:bare} {odpost}?
mapping: {odarea} -> {odcounty} -> {abzip}, right?
is {odschool} closed {hol}? kid {odage:kid} needs a note
convert {odcut} to ISO; convert 38.4 to F; convert 5'4 to cm
draft a letter to {odwork} in {odtown} that {pt:given} {lone} may lift 10 lb
why does the label say {odglue} when the chart says {pt:last_first}
""")
_TYPED = templates(r"""
{odsite} full. {odsite} full. try {odsite} in {odtown}
running late, stuck by {odwork} in {odarea}, start {odw:1 titled} w/o me
{odletter} says ok. {odletter} says no. asking {lone}
lol {odtown}?? thats past {odtown}. {odgroup} has a van tho
ma'am it's {odphone} and the code is {odno}
key under pot at {odstreet:bare}, {odarea}. {odw:2} next door if not
{rmail}, thats r o d, no dots, or text {rphone}
the site is {url}, scroll to {odhome}, ask {handle}
moved to {odhome} on {odcut}, unit {bed}, bring {his} teeth
{pt:given} n {kin:given} at {odshop} on {odstreet:bare}, back by {time}
got the {odsite} letter {odcut}, says {daysof} or the {nth}
bday is {odcut}, {odage:kid} already!! party at {odschool} hall
{odwork} called re {lone}, needs {odno} by {odcut}
not {odarea} the band, {odarea} the place
gran's at {odward}, past the cafe, ask for {nurse:given}
{odtwin:2} as in {odclin:2}, thats how i remember {odtwindr:2}
ty {odw:3}, {odplain:3} tho
flat in {odpost} fell thru, trying {odarea} near {odstreet:corner}
fax it {fax}, ph {odphone}, attn {odletter}
see u {odcut} at {odsite}, {odwork} shift till then
""")
# What students take for names, places, dates and numbers of somebody.
_NONE = templates(r"""
[[Reach|Call|Text]] me at home, slash that, at work
RN to [[call|draw]], SN to [[observe|chart]], CN on [[break|divert]], LVN floated
IR deferred, [[EP|GI|ENT]] to scope, OMFS [[pending|signed off]]
Kt/V {num:1-2}.{num:0-9}, URR {num:60-80}, [[access fine|needles 15g]]
P. vera vs E. thrombo, JAK2 [[pos|neg]]; H. pylori {ratio}
lot {nolot} [[expired|recalled|tossed]], new lot {nolot} hung
[[Mark|Sign|Page]] if [[unclear|late]], will [[bill|chase]] later, may [[rest|sit]] now
Tues, Weds or Thurs [[am|pm]], never Fri, always Sun brunch
[[Silver|Red|Blue]] sedan, [[Honda|Kia]] behind, no plate read
REF {catno} [[L|R]], size {num:1-9}, press-fit, [[cemented|no cement]]
[[T|C|L]]{num:1-7} burst, D{num:2-9} of abx, POD{num:1-8}, HD#{num:2-12}
Eircode unknown, ZIP unknown, county blank, country blank
FILE / COPY / ORIG / [[VOID|DUP]] / p {num:1-9}
3RD FL [[WEST|EAST]] PRINTER JAM, USE 2ND FL
bed {num:2-40}, chair {num:2-9}, bay {num:2-6}, line for [[X-ray|blood]]
[[Ages|Dose ages]] {wcuts}: {num:2-9} mL; {wgroup}: [[half|double]]
{num:2-15} y ago fell, [[fine since|never right]]
[[Platoon|Division|Squad]] sports, 5 on 5, jammed finger
[[London|Paris|Boston]] [[type|grade|class]] {num:1-3}, [[Sydney|Prague|Vienna]] {num:1-4}
Persona knee, Triathlon hip? no, [[Persona|Attune]] [[left|right]]
[[KCl|NaHCO3|MgSO4]] {num:10-40} mEq in D5, rate {num:50-150}
[[Miss|Missed]] dose, [[Mr|MR]] regurg, [[MS|Ms]] stable, DR on diet
EtOH since '{num:68-99}, clean since '{num:80-99}
Local 1 percent lidocaine, [[local|general]] only, union of bone at {num:6-16} wk
visit {num:2-9} of {num:10-20}, week {num:2-30}, cycle {num:1-8}, [[step|arm]] {num:1-4}
{odnot}; {odnot}; {odnot}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("oddments asked", writer(_ASKED, least=1, most=3, haste=0.25), 1.8),
    NoteType("oddments typed", writer(_TYPED, _TYPED, _NONE, least=2, most=7, haste=0.3), 1.6),
    NoteType("oddments none", writer(_NONE, least=3, most=10), 1.6),
    NoteType("oddments asked and none", writer(_ASKED, _TYPED, _NONE, _NONE, least=3, most=9), 1.4),
)
