"""Short lines thick with what looks like an identifier and is none, and the same look where it does identify."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.clear_kit import clean
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

# Ratios, ranges and decimals that could be a month and a day.
_RATIO = templates(r"""
[[Casts|WBC|RBC|Eos|Mitoses|Yeast]] {sbscore}/[[hpf|HPF|10 HPF]], few epithelials
seen in {sbpair:/} fields, [[rare|scant|none]] elsewhere
{clgeneric} [[weekly|qwk]] x {sbpair:/} planned, stopped for neuropathy
[[Rad Onc|XRT]]: {num:40-60}/{num:15-30} with boost {num:8-16}/{num:4-8}, [[tangents|SIB|nodal]]
{sbpair:/} nodes involved, largest {dec:0.2-3.0} cm, no ENE
RTC {sbpair:-} wks w/ [[field|HbA1c|films|echo]]
[[Ishihara|Hardy-Rand|Color plates]] {num:9-14}/14 OD, {sbscore:14} OS
[[HVF|VF]] {num:10-30}-2 [[SITA Fast|SITA Std|Esterman]], MD -{dec:0.5-9.9}/-{dec:0.5-9.9}
c/d .{num:2-9}/.{num:3-9}, IOP {num:9-24}/{num:9-24} @ {time}
Beighton {sbscore:9}; [[thumb to forearm|scar width]] noted
[[Murmur|SEM|HSM]] {num:1-4}/6 at the [[LLSB|apex|base]], no radiation
[[Power|Str|MMT]] {num:2-5}/5 delts, {num:2-5}-/5 grip; DTRs {num:1-3}+/4
[[Plays|Wears|Uses]] the brace {num:1-7}/7, {sbpair:-} hrs
{sbscore} criteria, [[so likely|unlikely|needs {num:2-5}]]
Took {num:1-3}/{num:2-4} tab, spat the rest
Apgars {num:2-8}/{num:7-9}/{num:8-9}, cord 7.{num:10-35}/-{num:1-9}
Pain went {num:5-9}/10 -> {num:1-4}/10 w/ [[heat|{drug}|rest]]
FISH ratio {dec:1.0-9.0} ([[neg|pos]]), IHC {num:1-3}+
[[last time|prev|before]] {dec:1.0-12.0}. Next [[one|draw]] in the fall
your [[PSA|TSH|iron|INR]] was {dec:0.5-12.0}, and {dec:0.5-12.0}. that's fine
{num:2-9}.{num:1-9}. Sugars {num:80-190}-{num:191-280}
[[Chest|Drain|PEG]] {num:2-9}-{num:10-24} hrs after [[removal|clamp]]
[[Odds|Risk]] {sbpair:-} in [[100|1,000]]
[[Ctx|Contractions]] q{num:2-4}-{num:5-8}, VE {num:1-9}/{num:50-100}/-{num:1-3}
[[Doses|Cycles]] {sbpair:-}: delay if ANC < 1
[[Levels|Discs]] {num:3-4}-{num:4-5}: bulge; facets {sbscore:4}
[[Sets x reps|Ther ex]] {num:2-4}x{num:8-15}, {sbpair:-} lb cuff
[[Nurse|Staff]] ratio {num:1-2}/{num:4-8}, bays {sbpair:-}
[[Gauge|Needle]] {num:18-30} x {num:1-2} {num:1-7}/8 in
Score card: {sbscore}, {sbscore}, {sbscore}; total {num:10-60}
Sats low 80s on {num:1-6} L, {num:90-99} on {num:6-15}
[[Snellen|VA]] 20/{num:20-80} PH 20/{num:20-40}, J{num:1-6}
{sbpair:/} [[stairs|quads|blocks]], then rests
Item {sbpair:.} of the [[standard|pathway|tariff]]; see {sbpair:.}
""")
# The same numbers where they are days. {sbday} repeats the last pair.
_DAYS = templates(r"""
Score {sbpair:/} on the [[Ishihara|quiz|sheet]]; recheck booked {sbday}.
Nodes {sbpair:/}. [[Op|Path|Clip]] was {sbday}
RTC {sbpair:-} wks, i.e. {sbday} or later
[[Cultures|Film|CT]] of {shortdate}: {sbscore} bottles
[[since|from|until]] {shortdate}, {num:2-5}/5 strength
LMP {shortdate}, ctx q{num:3-9}, {num:1-9}/{num:50-100}
[[Stent|PICC|Pin]] out {shortdate}; pain {sbscore:10}
{shortdate}: {sbscore:10}   {shortdate:1}: {sbscore:10}
[[Missed|Came]] {sbpair:/} classes; back {shortdate:6}
[[seen|called]] {shortdate}, {sbpair:-} hrs after the fall
{sbpair:.} [[mmol|kU/L]] on {shortdate}
""")

# Skin tests and panels: a name and two numbers.
_SKIN = templates(r"""
{sbpollen} {sbpair:/}, {sbpollen} {sbpair:/}, {sbpollen} {num:0-4}
{sbpollen} {num:3-12}/{num:5-30} [[W/F|wheal/flare|mm]]
{sbpollen}: {num:0-4}+; {sbpollen}: {num:0-4}+; hist {num:3-8}/{num:10-30}
Prick [[neg|0/0]] {sbpollen}, {sbpollen}. ID {sbpollen} {sbpair:/}
[[Class|RAST]] {num:0-6} {sbpollen}, {dec:0.3-99.0} kU/L
Mix A ({sbpollen}, {sbpollen}, {sbpollen}) vial {num:1-4}, 1:{num:10-1000}
[[Avoid|Counsel re]] {sbpollen}, {sbpollen} and {sbpollen}
Build-up {sbpair:.} mL red, reaction {num:0-12} mm, {sbpollen} vial
[[Patch|T.R.U.E.]] D2/D4: {sbpollen} +/{num:1-2}+, {sbpollen} -/-
{sbpollen} | {num:0-9}/{num:0-30} | {sbpollen} | {sbpair:/}
[[Pollen count|Counts]]: {sbpollen} {num:20-900}, {sbpollen} low, {sbpollen} absent
[[Challenge|OFC]] {sbpollen} {num:1-8} g, [[passed|hives at step {num:2-6}]]
Timothy {sbpair:/}, Bermuda {sbpair:/}, Johnson {sbpair:/}
""")
_SKIN_NAMED = templates(r"""
{sbpollen} {sbpair:/}, read {shortdate} by {nurse:given}
Tray applied {numdate}, {staff:short} [[CMA|LPN|AE-C]]
Timothy {sbpair:/}; patient {pt:given}, {age}
Johnson {sbpair:/} - d/w {dr:titled}
{pt:last_first}  {dob}  panel {num:20-60}
Bermuda {sbpair:/}; grew up in {city}
Vial for {pt:short}, exp {numdate:90}
[[Mum|Mom]] of {pt:given} asked re {sbpollen}
""")

# "per", "vs", "on": after these a trial, a ware or a method, and sometimes somebody.
_PER = templates(r"""
[[Ticagrelor|{clgeneric:lower}]] 90 BID, per {sbtrial}
Proned {num:12-20} h per {sbtrial}; paralysed per {sbtrial}
{clbrand} ({sbtrial}) vs {clbrand} ({sbtrial})
[[As in|Following|Not per]] {sbtrial}, hold [[aspirin|steroid]]
[[Fits|Outside]] {sbtrial} and {sbtrial} entry
Boost as per {sbtrial}, nodes per {sbtrial}
{sbtrial}: HR 0.{num:50-99} (0.{num:30-49}-{dec:1.0-1.9}), NNT {num:8-90}
then {clbrand} x {num:3-12}, stopped G{num:2-4}
printed from {sbware}; [[again|also]] in {sbtongue}
[[HEP|Video|Sheet]] in {sbware} [[updated|sent|read]]
Consent in {sbtongue}/{sbtongue}; [[line|iPad|phone]] used
[[Orders|Levels|Alarms]] in {sbware} until {sbware} is up
by {sbstat} and {sbstat}, {sbstat} corrected
[[grown|kept|fixed]] in {sbreagent} ({clmaker}) with {sbreagent}
{sbstat} says {num:2-9}.{num:1-9}, {clepo:test} says less
{clepo:score} says admit, {clepo:rule} says home
Nomogram: {clepo} says treat above {num:100-200}
[[CTG|Trace]]: Dr C Bravado normal, baseline {num:110-160}
[[SLE|Slit]]: {clepo:ring} -, {clepo:grade} {num:1-4}, {clepo} {num:10-22} @ {time}
{clrare} I, {clrare} IV, {clrare} type {num:1-3}
[[DBT w/|CBT w/|Uses]] {clepo:workbook}; {sbthing} at night
Asked [[for|re]] {sbthing}; has {sbthing}, no {sbthing}
""")
_PER_NAMED = templates(r"""
per {dr:family}, hold per {sbtrial}
{sbtrial} does not fit, says {dr:titled}
interpreter ({sbtongue}) {staff:given}, badge {badge}
{sbware} ticket by {staff:full}
[[As in|Per]] {dr2:short}'s note; {sbtrial} dose
stats: {sbstat} ({newdr:full})
{clepo:test} [[+|-]]; {dr:family} agrees
cells from {newdr:titled}, {sbreagent}
presented by {dr:titled}. Votes {num:3-9}-{num:0-2}
per {kin:given} ({word}), no {sbthing}
""")

# Parts, leads, lots without a number of anyone, and codes with none before.
_PARTS = templates(r"""
A lead {sbmodel}: {num:300-700} ohm, P {dec:0.5-5.0} mV, {dec:0.3-2.0} V @ 0.4 ms. V lead {sbmodel}: R {dec:3.0-19.0} mV
RV {sbmodel} / RA {sbmodel}, both MRI cond
{clmaker} {clbrand:bare} {sbmodel} DR, mode [[DDD|AAIR|VVI]] {num:50-70}-{num:110-140}
[[Stem|Cup|Head]] size {num:1-60}, {clrare}, cat {sbmodel}
{num:1-4} in x {num:2-5} yd ({num:12-48}/cs), item {sbmodel}
{clref}; par {num:4-24}, min {num:1-6}, bin {num:1-9}-{num:1-30}
([[{sbcpt}|{sbcpt} x {num:1-4}]]) {num:1-4} units; [[KX|59|GP]] mod
{sbcpt}, {sbcpt}-{num:22-80}, {sbcpt} x{num:2-3}
[[Manual|Gait|Vest]] ({sbcpt}) {num:8-40} min
{clmaker} Gold SST {num:3-8} mL #{num:100000-399999}
Wire: {clbrand:bare} 0.014; balloon {num:2-4}.{num:0-9} x {num:8-30} @ {num:8-20} atm; sheath {num:5-8} Fr
{clmaker} {num:2-5}-0 PS-{num:1-3} {num:600-1700}H, FS-2, {num:18-30} in
[[ser|series]] {num:2-9} im {num:40-400}; DLP {num:90-900}, CTDI {dec:1.0-20.0}
[[Form|Sheet|Leaflet]] {num:1-90}-[[A|B|C]], line {num:1-9}, tab {num:1-9}
Drawer {num:1-6}: {cldevice}; top: {clepo:tape}
Battery {dec:2.0-3.3} V, RRT {num:1-12}.{num:1-9} yrs, longest 00:{num:10-59}:{num:10-59}
Clone {sbmodel}, 1:{num:50-800}, {num:20-60} min RT
Blocks A{num:1-3}-A{num:4-9}, B{num:1-5}; slide {num:1-12}L
[[Ring|Cassette|Tray]] {num:1-9} of {num:10-20}; [[bar code torn|sterile]]
[[gears|torque]] {num:10-60}; software {clver}
""")
_PARTS_NAMED = templates(r"""
A lead {sbmodel} SN {serial}
Generator {sbmodel}, serial {serial}, implanted {numdate}
{sbcpt} billed to {payer}, auth {order}
Bin {num:1-9}; count by {staff:short}
Ordered from {vendor}, acct {account}
[[Call|Page]] {pager} if alarm {num:2-30}
Rep {staff:full} {mobile}
Leaflet {num:1-90}; to {pt:given} {shortdate}
[[Specimen|Case]] {accession}: blocks A{num:1-3}-A{num:4-9}
""")

# Who is in the room, as a role and as somebody.
_CREW = templates(r"""
GOC {weekday} {hm} w/ {sbstaff}, {sbstaff}, {sbstaff}
Staff: {sbstaff}, {sbstaff}, {sbstaff} x{num:1-3}
{sbrole} and {sbrole} at bedside
Reviewed by {sbrole}
[[Ask|Bleep|Tell]] {sbrole} re [[bed|diet|consent]]
discussed by {sbrole} on duty
{sbrole} here, {sbrole} on the way
[[OK|Fine|Thanks]] {sbrole}, back at {time}
{sbstaff} to see, {sbstaff} s/o, {sbstaff} following
Seen w/ {sbstaff}/{sbstaff}. {sbstaff} agrees
[[FWW|4WW|RW|SPC]], {num:20-90} ft, [[CGA|SBA|Mod I|MinA]]; {sbstaff} [[to cont|d/c'd|1x/wk]]
{num:2-4}A+O, {sbstaff} x{num:1-2}, no {sbthing}
What {sbrole} said: [[no salt|sit up|walk more]]
needs {num:1-2} {sbstaff} or {sbstaff} + {sbstaff} for waste
{sbrole} signs line {num:1-9}, {sbrole} line {num:10-14}
CR/{sbstaff}; read by {sbstaff}
[[Same Day Surgery and Short Stay|Day Rehab, Step Down|Days, Nights and Twilights|Blue Pod, Fast Track]]:
    [[fire drill|new rota|fit testing|soup at noon]]
[[Day|Night|Twilight]] {sbstaff} updated; Long Day tomorrow
speaks {sbtongue}, some {sbtongue}
[[Patient reached for|Lost|Brought in]] {sbthing} and {sbthing}
[[he|she]] [[prays|votes|smokes]], is [[Methodist|Sikh|Quaker|Jain]], an ex-[[Marine|Girl Guide|Scout]]
quick q. can {sbstaff} give {clbrand:lower}
""")
_CREW_NAMED = templates(r"""
[[Nana|Auntie|Mum|Pop|Big Sis|Gram]] ({kin:given}) at bedside, then {sbrole}
Reviewed by {sbrole} {nurse:family}
{sbstaff} {staff:given} to see; {sbstaff} s/o
[[Ask|Page]] {dr:family}, not {sbstaff}
Waste w/ {nurse:initial_last} {sbstaff}
Any [[questions|snags]] see {staff:given} or x{ext}
CR/{inits:upper} {shortdate}
GOC w/ {dr:titled}, {sbstaff}, {kin:given}
{sbrole} rang: {pt:given} is {age} and well
[[handed to|from]] {nurse:short}, {sbstaff}
""")

_TWIN = templates(r"""
{sbtwin}; [[no change|as before|see sheet]]
[[Plan|Note|Exam|Imp]]: {sbtwin}, {sbtwin}
{sbtwin}. {sbtwin}. {sbtwin}.
{He} [[has|had]] this before. {sbtwin}.
{sbtwin:lower}, {sbtwin:lower}, ok to go
- {sbtwin}\n- {sbtwin}
{Word} asked: {sbtwin:lower}?
{sbtwin} / {symptom} / {sbscore}
[[Hx|PMH]]: {dx}, {sbtwin}, {dx}
{sbtwin} ({num:1-9}/{num:9-12})
""")
_TWIN_NAMED = templates(r"""
{sbtwin}. {sbdr} agrees.
{sbtwin}; d/w {sbdr}
{sbtwin} (per {sbdr:bare})
{sbpt:mr}: {sbtwin}.
{sbpt} here, {sbtwin}, {sbpt} fine
{sbtwin}, then {sbpt:mr} home {weekday}
Seen w/ {sbpt}'s [[mum|wife|husband|son]]. {sbtwin}
[[told|gave]] {sbpt:mr} the sheet; {sbtwin}
{sbpt:upper} - {sbtwin} - {shortdate}
Ref by {sbdr}: {sbtwin}
""")

# Quick messages between colleagues and at home.
_PING = templates(r"""
hi team, quick q. {num:9-40}.{num:1-9} kg, ate {sbpair:/} tabs, is that ok
approx {num:5-30} of {sbrole:lower}'s {clbrand} at {hm}, level {num:90-300} at {num:4-9} h
[[thx|ta|cheers|k]]. {sbtwin:lower}. happy {weekday}
{sbrole} says yes, {sbrole} says no, {sbrole:lower} decides
can {sbstaff} mix it or is that {sbstaff}? asking for Nights
omg {sbthing} in the MRI bay again. {sbtwin:lower}
fyi {sbware} down, use {sbware}, codes in the Blue Book
new sign on door {num:2-9}: NO {sbthing:upper}. NO {sbthing:upper}
{clepo:rule} or {clepo:score}? {sbtrial} used the {num:2-9} cut
Poison Control: {clgeneric} {num:50-200}/kg, bag {num:1-3}
[[lunch|pizza|bake sale]] in Sun Room til {num:1-3}, Rehab brings rice and beans
does {sbrole} speak {sbtongue}? pt wants {sbtongue} only
POV: it is {weekday}, Long Day, {sbscore} pts are q2, {sbtwin:lower}
Mercy! {sbtwin:lower}. Good Lord. Bless
anyone seen {sbmodel}? or the {clbrand:bare} {sbmodel}? not in bin {num:2-30}
Level {num:1-3} in {num:4-12}, {sbstaff} and {sbstaff} to Bay {num:1-6}
will chase, will mark, will bill {sbcpt}
""")
_PING_NAMED = templates(r"""
{staff:given} in pharmacy has gone home so who mixes
[[ask|text]] {nurse:given}, {sbrole:lower} is off
hey {dr:given}, {sbtwin:lower}, ok?
{pt:family} bed {bed}: {sbtwin:lower}
[[Auntie|Mum|Key Worker|Carer]] = {kin:given}, ring {kinphone}; not {sbrole}
thx {staff:given}. {sbstaff} too
{sbtwin:lower}, says {sbdr:bare}
ring {ext} for {sbstaff}, {phone} for {dr:family}
{pt:given} wants {sbthing}, {pt:given}'s {word} wants {sbthing}
from {numdate}: {sbware} only
""")

_PARTED = (_RATIO, _SKIN, _PER, _PARTS, _CREW, _TWIN)
TYPES: tuple[NoteType, ...] = (
    NoteType("sober-ratios", clean(_RATIO, least=3, most=12), 1.6),
    NoteType("sober-ratios-days", writer(_RATIO, _RATIO, _DAYS, least=3, most=10), 1.8),
    NoteType("sober-skin", clean(_SKIN, _RATIO, least=3, most=10), 1.1),
    NoteType("sober-skin-one", clean(_SKIN, hidden=_SKIN_NAMED, least=3, most=10), 1.3),
    NoteType("sober-per", clean(_PER, least=3, most=10), 1.6),
    NoteType("sober-per-one", writer(_PER, _PER, _PER_NAMED, least=3, most=9), 1.7),
    NoteType("sober-parts", clean(_PARTS, least=3, most=10), 1.3),
    NoteType("sober-parts-one", clean(_PARTS, hidden=_PARTS_NAMED, least=3, most=10), 1.4),
    NoteType("sober-crew", clean(_CREW, least=3, most=10, how="prose"), 1.5),
    NoteType("sober-crew-one", writer(_CREW, _CREW, _CREW_NAMED, least=3, most=9), 1.7),
    NoteType("sober-words", writer(_TWIN, _TWIN, _TWIN_NAMED, least=2, most=9), 1.8),
    NoteType("sober-pings", clean(_PING, least=2, most=7, how="asked", haste=0.3), 1.4),
    NoteType("sober-pings-one", writer(_PING, _PING, _PING_NAMED, least=2, most=8, haste=0.3), 1.6),
    NoteType("sober-amid", clean(*_PARTED, hidden=(*_CREW_NAMED, *_DAYS), least=6, most=16, how="prose"), 1.5),
)
