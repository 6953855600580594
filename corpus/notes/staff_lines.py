"""Terse lines of a chart: initials, surnames alone, services and teams, and the same places held by nobody's name."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

INITIALS = templates(r"""
{hm} [[report rec'd|took over]] from {stini}. Resting, {stabb:state}. {stabb:serve} at bedside. {stini}
{hm} up w/ {stabb:serve} x{num:1-3}, {stabb:state} on exertion. MD aware ({stfam}). {stini:cred}
{hm}: d/w {stini} re [[K {dec:2-3}|the drip|code status|bed status]], orders rec'd, RBTO. {stini}
[[wasted|discarded]] {num:1-9} mg {stdrug} w/ {stini} [[in Pyxis|at the sink|, scanned]].
{stdrug} {num:2-80} mg pulled {stini}, given {stini}, count {num:4-30} ok {stini:pair}
Next [[change|turn|trach care|neb|check|dose]] {stini}
Next tx {stini}; IS {num:500-2000}, Acapella x10. {stabb:do} done.
Sign {stini} [[FY2|ST3|SHO|R1|MS4 w/ {stini}]]
Sig: {stini}   Cosig: {stini}   Time {hm}
Given per {stini}, held per {stini}, [[refused|wasted]] x1
[[VTBO|VORB|TORB|T.O.|V.O.|P.O.]] {newdr:family} / {stini:cred} {hm}
noted {hm} {stini:lower}/{stini:lower}
[[dd|Dict|DD]]: {stini:lower}   [[dt|Trans|DT]]: {stini:lower}
[[d/w|D/W|disc w|s/w|spoke to]] {stini} [[- agrees|: ok to go|, will see|re dispo|who wants {stabb:do}]]
per {stini} ok to [[feed|dc {stabb:do}|crush meds|go down to CT]]
{stini} aware. {stini} to f/u {stabb:do}.
staffed w/ {stini}, plan as above
Dispo per {stini}
{stini} - [[pls call wife|see my note|agree w above|can you cosign?|tx started]]
cc: {stini}, {stini}; [[file|chart]]
Thx, {stini:lower}
Thanks -{stini}
[[Photo|Mist tx|Debrided|Measured|Packed]] by {stini}. {stdev} wrap on. {stscore}.
{numdate} {stini} LVM for pt. {numdate:1} {stini} [[PA started|P2P set|refill sent|records faxed]] {stdrug}
{shortdate} {stini}: {strole} [[called|paged x2|at desk]], no new orders
[[Mixed|Primed|Hung|Spiked]] {stini} [[2nd|verified|checked]] {stini} {hm}
count [[ok|correct|off by one|x3 correct]] {stini:pair}
Wt {num:50-110} kg ({stini})
ROM/strength: see {stini} eval. [[Tx|Goals]] per {stini}, {stcred}
{stabb:do} placed by {stini} [[1st pass|x2 attempts|under US]], {stabb:do} confirms
circ {stini}, scrub {stini}, relief {stini} {hm}
{stini} off @ {hm}, {stini} on
ROS by {stini}; PE by {stini} & {stini}
[[GS|Sub-I|MS3]] {stini} saw pt first; I repeated the [[hx|exam]]. {stini}
[[Read|Prelim|Over-read]]: {stini} / {newdr:initials}
{stini} called {stserv} x2, [[no cb|on hold|cb {hm}]]
RN {stini} / PCA {stini} / HUC {stini}
Initials on file: {stini} = {sign:2 name}; {sign:3} = {sign:3 name}
{sign:1} {sign:1 name}, {sign:1 cred}
key {sign:4} {sign:4 name} | {sign:5} {sign:5 name}
cooler temp {num:2-7} C {stini:lower}; eyewash [[ok|flushed]] {stini:lower}
swab x{num:1-2} -> lab, {stini} to call w/ result
Reviewed w/ pt {stini}. Copies {stini}. Scanned {stini}. QA {stini}.
INT {stini}   WIT {stini}
[[mom|dad|gma]] ok'd vax by phone, 2 listeners {stini:pair}
IV x{num:1-3} by {stini} then {stini} w/ US
{stini} / {stini} / {stini} present at [[time out|debrief|huddle]]
""")

# The same frames with nobody in them.
NOT_INITIALS = templates(r"""
{hm} {stabb:state}. {stabb:state}. {stdev} patent. {stabb:do} on.
{hm} {stabb:serve} in, {stabb:serve} out, {strole} aware.
d/w {stabb:serve} re {stabb:do}, will defer.
per {stabb:serve} ok for {stabb:do}
[[w/|c|by|via]] {stabb:serve}
{stabb:serve} to f/u. {stabb:serve} following. {stabb:serve} eval pending.
{stabb:serve} aware, {stabb:serve} to bedside
{stabb:serve}/{stabb:serve} eval & tx
{stabb:serve} s/o. {stabb:serve} recs noted. {stserv} s/o.
-{stabb:do} / {stabb:do}
({stabb:do}, {stabb:do}, {stabb:do})
{stabb:state}/{stabb:state} denied
Seen by {stabb:serve}. No {stabb:state}.
call {strole} for {stabb:state}, SBP < {num:80-95}
[[Next|Last]] {stabb:do} {hm}
[[awaiting|pending|s/p|f/u|plan]] {stabb:do}, {stabb:do}
{stabb:do} neg. {stabb:do} neg. {stabb:do} wnl.
pt c/o {stabb:state}, no {stabb:state}, no {stabb:state}
TX: {stabb:do}, {stabb:do}. HX: {stabb:state}, {stabb:state}.
Sign: [[on file|see MAR|verbal|______]]
CODE {stabb:state}
LVM. CB # on file. [[NS|NSR|RS|CX]] appt. [[MA|RN|FD]] to call.
{stabb:serve} initials ____
Resp {stabb:state}; CV {stabb:state}; GI {stabb:state}; GU {stdev}
PMH {stabb:state} {stabb:state} {stabb:state}
NIHSS {num:0-12}, LKW {hm}, {stabb:do} [[pushed|held]]
{stabb:state} x{num:2-5} {stabb:do} x{num:1-3}
BiPAP {num:8-20}/{num:4-8}, {stabb:state}. Sats {num:88-99}. [[MAR|Pyxis|eMAR]] reviewed.
p/w {stabb:state}, {stabb:state}; r/o {stabb:state}
{stabb:state} @ plan; {stabb:do} @ {hm}; {stdev} @ {num:30-60}
[[PA|PT|MS|CM|MA|DC|RT]] [[today|done|denied|pending|at noon|note in chart]]
TNK pushed {hm}. Door {hm}. LKW {hm}. CTA neg.
Hgb {dec:5-9}, K {dec:2-6}, [[MG|PH|CR|LA|BE]] {dec:1-7}
M/S Q{num:2-6}H, B/L LE, S/P, C/O, H/O, W/O, R/L
NS lock. SL. HL. TKO. Cx pend. Rx sent. Dx as above. Fx none. Hx per pt.
[[NB|PS|PTO|TBC|FYI|ASAP|STAT|EOD]]: {stabb:do} before {stabb:serve}
""")

SURNAMES = templates(r"""
Hx: {ageold} {man}, {dx}. seen by {stfam:lower} in clinic, sent for {stabb:do}.
OR w {stfam} {num:7-11}a
{stserv} - {stfam} - will [[scope|cath|see am|tap|line|round|sign off]]
{stserv} - {stwho} - [[ok to dc|no HD|NPO p MN|2wk f/u|wants {stabb:do}]]
d/w {stserv} ({stfam}), [[agree|no intervention|plan above]]
{stserv} ({stfam:upper}) following, [[echo w|{stabb:do} w]] {stabb:state} {num:20-60}
{stserv} ({stfam:lower}) says {num:5-14}d
{num:1-6}. {dx} - {stserv} {stfam:lower} - no {stabb:do}. hold {stdrug}
{num:1-6}. {dx}: {stdrug} gtt, {stfam} following
consult {stfam:lower} am, {stfam:lower} pm
[[Sx|Surg|Onc|Cards|Renal]] {stfam} aware
{stfam} ([[SW|CM|PT|RT|OT|RD|pharm|NP|tele]]) [[working on auth|recs SNF|came by|signed off|to call dtr]]
[[Team|Svc|Service of]] {stfam}
{stfam} [[service|team|group|firm|pts]]: {bed}, {bed}, {bed}
{stfam} team [[primary|following|to round late|capped]]
[[seen & d/w|s/b|S/B|seen w|staffed with|precepted by]] {stwho}
Seen by [[Team|the]] {stfam} [[service|residents]] and {stfam}
{stfam} did the [[last|first]] {stabb:do}; {stfam} read it
{stwho} > {stwho} [[sign-out|handoff|(me)|{hm}]]
{stfam} RN called for [[Hgb|K|lactate]] {dec:2-8}. {stfam} and {stgiv} verified
s/w {stfam} at {time}. he will come in
waiting on {stfam:poss} note
{stfam:poss} pt, [[cross cover|known to us|do not move]]
{stdrug} [[off|on hold|down]] per {stfam:lower}
ask {stfam:lower} re {stdrug}
{stfam} wants {stabb:do}; {stfam} does not
[[f/u|rtc|appt]] {stfam} {num:2-6} wk, {stfam} prn
per {stsur} [[ok to feed|ok for floor|no bloods|{stabb:do} mane]]
[[PCP|GP|LMD]] {stwho}, [[Cards|cardiologist]] {stwho}, [[Endo|onc]] {stwho}
[[thank you|thanks]] {stfam} for [[this consult|the referral]]
consult req by {stwho:upper}
Asked by {stsur} to see this {ageold} {man} [[for|w/]] {dx}
{stfam}/{stfam} [[to OR|attending of record|co-managing]]
[[IR|GI|EP]] ({stfam}): {stabb:do} {num:7-11}a, {stfam} backup
attg {stwho}, fellow {stwho}, R{num:1-4} {stwho}
{stfam} covering for {stfam} til {shortdate:2}
my partner {stfam} [[saw|scoped|operated on]] {him} in {year:-2}
transfer accepted by {stwho} at {site}
{stfam} = [[GI|attending|new PCP|the tall one]]
If {stabb:state} call {stfam}, not {strole}
{stwho}: {todo}
{stfam}- {stabb:do} ok. {stfam}- wants {stabb:do} first
+ {stfam} / {stfam}
{stcred} {stgiv} took over from {stgiv} {hm}
{stabb:do} pushed by {stgiv}, {hm}; {stfam} on screen
{stabb:serve} {stgiv} and {stabb:serve} {stfam} co-tx
triage {stgiv} RN. MSE by PA {stgiv}. Bed req {stgiv}, house sup Mrs {stfam}.
vent: {stfam} RRT {hm}, next {stgiv}
{stfam} x{ext} or {stfam} p{bleep}
{hm} {stfam} {stabb:do} {hm} {stfam} {epo:operation}
[[tele|phone|video]] visit w {stfam:lower}, {stgiv:lower} roomed, {stini:lower} scribed
op note {stfam}, path {stfam}, films {stfam}
{stfam}: yes to {stdrug}. {stfam}: no. {stserv}: whatever.
BMT ({stfam}) ok w {stabb:do}; SW ({stgiv}) not
""")

SERVICES = templates(r"""
{stserv} following. {stserv} to see. {stserv} aware.
{stserv} [[ok w plan|s/o|NTD|no acute intervention|will follow|consulted|paged x2|recs in|cleared]].
{stserv}: [[HD MWF|TOV|flap check q1|GOC mtg|f/u 2 wk|no change|tox neg|NWB RLE|see note]]
{stserv} - [[signed off|n/a|none in house|see on-call system|per service|TBD|closed|will call back]]
{stserv}, {stserv} and {stserv} consulted.
{stserv} and {stserv} [[agree|disagree|to discuss]].
[[d/w|per|c/s|page|awaiting|f/u w|ask|re-consult]] {stserv}
[[d/w|per|awaiting|call]] {stserv} [[fellow|attending|resident|NP|on call]]
{stserv} [[fellow|resident|PA|NP|nurse]] [[at bedside|to call back|paged|updated]]
Consultants: {stserv}={stfam}, {stserv}={stfam}, {stserv}={stwho}
{stserv}/{stserv} - {stwho} - [[clinic|to see]]
{stserv} {stwho}
{stserv}: {stwho}
{stserv}: {stwho} / fellow {stwho}
{stserv}: [[TBD|none|see Amion|NP on call|res on call]]
{stserv:upper}: {stwho:upper}
{strole:cap} [[aware|called|paged|at bedside|updated|notified x2|to f/u|gone]].
{strole:cap}: [[no answer|ok|on way]]
[[d/w|per|told|call|await|paged]] {strole}[[ {hm}| re bed|| x2]]
[[blue|gold|purple|green|orange]] team has the new admit; {stfam} team next
{stfam} service ([[purple|gold|red]]), {stfam} service ([[silver|blue]])
Team [[A|B|3|Blue|Gold|1]]: {stfam}, {stfam}, {stgiv}
[[house staff|gold team|Med A|the unit]] [[full|capped|short]], {strole} to decide
{stdrug} per {stserv}
{stdev} per {stserv}, {stfam} to [[remove|change]]
{stserv} req {stabb:do}. Done by {stini}.
[[No|Any]] {stserv} objection? [[None.|See {stfam}.]]
{stserv} clinic {shortdate:9} w {stwho}
{strole:cap} {stgiv} [[aware|on til 7|covering]]; {strole} not
[[Fellows|Residents|Interns|Faculty|Students|Attendings]]: [[see grid|TBA|at retreat]]
[[Fellows|Residents|Interns|Faculty|Students]]: {stfam}, {stfam}, {stfam}
""")

THINGS = templates(r"""
{stdrug} [[will make {him} sleepy|did nothing|held|off|down to {num:2-20}|at {num:2-40}|due|given x{num:1-3}]].
[[Started|Loaded w|Stopped|Off|On|Held|Weaning|Cont]] {stdrug}.
{stdrug} [[refused|not covered|worked|caused {symptom}|stopped it]]; {stdrug} next.
{stdrug}, {stdrug} @ {num:2-30}, {stdrug} off
I agree that {stdrug} is next.
{stdrug} should [[help|start tonight|be stopped]]; {stdrug} can wait.
[[Both {stdrug} and|Neither {stdrug} nor|Since {stdrug} and]] {stdrug} [[helped|agreed with {him}|were
    tried]][[, says {strole}|]].
{stdrug} - {stdrug} - will [[hold|taper|recheck]]
Allergies - {stdrug}, {stdrug}
{stdev} [[out|in|on|off|patent|removed|at bedside|changed|pending|to gravity|to LIS|intact]].
{stdev} to [[sacrum|heels|LLE|suction|bulb]]. {stdev} on.
{stdev} x{num:1-6}, {stdev} x{num:1-4}, {stdev} x2
[[Placed|Removed|Replaced|Lost|Need]] {stdev} [[and|, no]] {stdev}.
w/ {stdev} then {stdev}
{stdev} from [[supply|central|OR]] [[took {num:2-9} h|never came|broken]]
{stdev} rep [[not|]] here. {stdev} order in.
{stdev} in rm {num:1-9} dead. {stdev} QC ok.
{stscore}. {stscore}. {stscore}.
{stscore}, {stscore}
{stscore} -> {stscore}
[[Safety|Skin|Falls|Scales]]: {stscore}; {stdev}
{stsign} [[neg|absent|+|equivocal|pos on L|n/a]]. {stsign}, {stsign} neg.
{stsign} neg b/l, {stsign} + R
[[no|?|neg]] {stsign}, [[no|?|neg]] {stsign}
{stsign} and {stsign} [[negative|not tested|unremarkable]]
{stsign}: [[neg|pos|deferred]]   {stsign}: [[neg|pos]]
{epo:operation} [[clean|today|redo|vs open]]; {epo:operation} tomorrow
{num:7-11}00 lap chole (OR {num:1-9}), {epo:operation}, {epo:operation} TF
{epo:operation} by {strole}, {stdev} left in
{epo:tool}, {epo:tool} and {epo:tool} counted by {strole}
Mom {stabb:state}, {stsign} neg, {stdrug} [[given|not needed]]
{epo:sign}? {epo:sign}. {epo} 1 maj.
Gtts: {stdrug}, {stdrug}. [[Lines|Drains|Equip]]: {stdev}, {stdev}.
{stdev:lower} and {stdev:lower} on; {stdrug:lower} in
{stdrug:upper} GTT, {stdev:upper} IN PLACE
[[MAX A x2|MIN A|MOD I|SBA to CGA|TOT A]]. [[Sara Stedy|Hoyer|Gait belt|Rollator]] [[used|trial|to chair]].
[[Mac|Miller|Hyperangulated]] {num:2-4}, gr {num:1-3} view. {stscore}
[[Lido patch|Ted hose|Ace wrap|Nova meter|Sally lift]] [[on|off|x2|broken]]. [[Tele|Nana's pills|Art line|Jet
    neb]] [[ok|dc'd|n/a]].
[[Ambu|Suction|Mask]] at HOB. [[Crash cart|Code cart|Tray]] checked. {stdev} set up.
[[Pet therapy|Doll therapy|Reiki|Harp music|Wander guard]] [[in|tried|on|today]].
[[tmrw|2day|2nite|tom am|later]]: {stabb:do}, {stabb:do}; dtr to bring clothes
[[Hindi|Hmong|Tongan|Navajo|Mam|Karen]] speaking, [[Catholic|Jain|Amish|Baptist|no faith]], {strole} to call line.
[[Conf room B|Aud|Rm 2]]. [[Grand rounds|Noon conf|M&M]]: "{stabb:do} in [[{dx}|the old|practice]]"
[[IPASS|SBAR]]. [[Watcher|Stable|Unstable]]. [[STOP-BANG|CAM|RASS|CIWA|COWS|MELD]] {num:1-7}.
""")

TWINS = templates(r"""
{sttwin}. {sttwindr} [[aware|called|to see|on til 7|paged]].
{sttwindr} RN: {sttwin}
{sttwin} per {sttwindr}
{sttwin}, d/w {sttwindr}
{sttwindr:initial} [[ordered|saw|charted]]: {sttwin}. {sttwindr} aware.
Dr. {sttwindr} [[said|asked]]: {sttwin:again}. {sttwin:again}. OK w {sttwindr:lower}
{sttwin} -- {sttwin} -- {sttwin}
{sttwin}. {sttwin:again}. No sign of {sttwindr}.
{sttwindr}/{stfam}: {sttwin}
team {sttwindr}; {sttwin}
{sttwindr} service to round; {sttwin:again}
tech {sttwindr}. {sttwin:again}.
{sttwin}; [[aide|sitter|CNA]] {sttwindr}
[[husband|son|neighbor|niece]] {sttwinper} here. {sttwin:again}.
Ms. {sttwinper} in {bed}: {sttwin:again}
{bed} {sttwinper} - {sttwin:again}; {bed} {sttwinper:upper} - {dx}
{sttwin}. Report to {sttwindr} {hm}.
{sttwin} ({sttwindr:upper})
{sttwin} [[by|w/|for]] {sttwindr}, {stcred}
{sttwindr}: {sttwin:again}\n{stfam}: {sttwin}
{stserv} {sttwindr} rec {stabb:do}; {sttwin:again}
{sttwin}\n{sttwin}\n{sttwin}
{sttwin}, {stdev}, {stscore}
{sttwindr}, {stgiv} ([[PT|SLP|PCT]]) - {sttwin}
{twin:person}; {twindr} aware
{twin:person}. {twindr}, {stcred}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("staff-initials", writer(INITIALS, INITIALS, NOT_INITIALS, THINGS, least=3, most=11), 1.8),
    NoteType("staff-not-initials", writer(NOT_INITIALS, NOT_INITIALS, THINGS, least=3, most=10), 1.4),
    NoteType("staff-surnames", writer(SURNAMES, SURNAMES, NOT_INITIALS, THINGS, least=3, most=10, haste=0.25), 2.0),
    NoteType("staff-services", writer(SERVICES, SERVICES, SURNAMES, NOT_INITIALS, least=3, most=11), 1.8),
    NoteType("staff-things", writer(THINGS, least=3, most=12, haste=0.2), 1.8),
    NoteType("staff-things-and-names", writer(THINGS, SURNAMES, INITIALS, least=4, most=11), 1.5),
    NoteType("staff-twins", writer(TWINS, TWINS, THINGS, least=2, most=9), 1.6),
)
