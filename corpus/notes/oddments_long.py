"""Whole documents in which most of what identifies is easily missed: cut names, bare towns, odd dates, odd numbers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from corpus.notes.hospital_text import wrapped
from redactor.sample.marked import Marked, join


def _document(block: str, *, prose: float = 0.4) -> Callable[[Cast], Marked]:
    """A document whose sections (a line "@Heading" and its lines) stand in order, most of their lines in each.

    prose: how often a section with a heading is running text.
    """
    parts = [part.partition("\n") for part in block.split("\n@")[1:]]
    held = [(heading, templates(rest)) for heading, _, rest in parts]

    def write(c: Cast) -> Marked:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(16_000, 35_500)))
        style = c.pick(("{}:", "{}", "## {}", "{} -", "[{}]", "{}:", ""))
        upper = c.chance(0.35)
        keep = c.pick((0.6, 0.8, 0.9, 1.0))
        out: list[Marked] = []
        for heading, lines in held:
            kept = [c.say(t) for t in lines if c.chance(keep)] or [c.say(lines[0])]
            running = heading and c.chance(prose)
            text = join(*kept, sep=c.pick((" ", "  ")) if running else c.once("od gap", lambda: c.pick(("\n", "\n- "))))
            head = style.format(c.say(heading).text) if heading else ""
            out.append(join(head.upper() if upper else head, "\n" if head else "", text))
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        if c.chance(0.15):
            note = wrapped(note, c.rng.randint(60, 96))
        return hurried(c, note) if c.chance(0.08) else note

    return write


_TRANSFER = r"""
@
[[TRANSFER SUMMARY|Accepting note|Interfacility transfer]] [[dict|typed]] {odcut} {hm} {ini:plain}
{pt:upper} {mrn} {agesex} [[bed|rm]] {bed}
From: {odsite:a} in {odtown} [[via|per]] {responder}; To: us, {odward}
@[[HPI|Story|Course outside]]
{ageold} {man} moved between {odsite:a} and two OSHs before we met {him}.
Went to the ER at {odsite:a} on {daterange} with {symptom}; OSH records give no [[troponin|culture]] at all.
{odsite:b} near {odarea} took {him} {odcut}, sent {him} back on the {nth} with [[KCl|a boot|tabs]] and no diagnosis.
Got worse at {odhome:a}, [[aide|clerk]] {friend:given} found {him} on the floor and rang {kin:given}.
{kin:short}, {his} {word}, drove in from {odtown} and stayed at {odhome:a} until the crew came.
LVEF then 55, [[now 30|no change]]; IR said no, GI said maybe, Cards (no name) said wait.
Lactate rose at dawn, fell by noon, and rose again after dinner.
@[[Devices and numbers|Hardware|Lines, implants]]
Pacer {odcut:past}, [[SN|serial]] {device}, implant lot {lotno}; the flush on the tray is lot {nolot} and goes in
    the bin.
Old filter from {odsite:b}, SN {serial}, never retrieved.
{odno}; outside {odno}. [[Both active|Check both]].
Glucometer strips {nolot}, control ok, meter belongs to the unit.
@[[PMH|Background]]
{dx} {odcut:past}; {dx}, [[s/p|after]] {proc} at {odsite:b} in {odtown}.
[[Baker cyst|London brace|Foley at home|Graves disease]], remote. Weber B fracture, healed.
Sober since '{num:70-98}, smoked since school. {odgroup} meetings Tues.
@[[Social|Lives]]
Raised in {odtown:abroad}, came over by way of {odtown}, now off {odstreet:rural} between {odtown} and {odarea}.
31 years at {odwork:a}, pension through {odgroup:a}; the {spouse} was at {odschool:a} in the kitchen.
{odwork:a} doctor told {him} the lungs were fine.
[[Meds|Scripts]] by mail from {odsite:c}, the rest from {odshop} in {odarea}.
@[[People|Contacts]]
{kin:full} ({word}) {odphone}; {kin2:given} ({word2}) {odphone}, nights only.
{odletter:pt} next door has a key. {pcp:family} at {pcpsite} is PCP, fax {odphone}.
Spoke with {dr:titled}/{dr2:family}/{nurse:given} at {hm}, then {dr:initials} paged {ini}.
{kin:given} wants a call before {pt:titled} goes anywhere, {kin2:given} does not.
@[[Plan|To do]]
[[Hold|Stop]] {sig}; chase OSH films; {test} at 6.
[[If bloods|If things]] settle: back to {odhome:a}, else {odsite:c}.
{dr:full}, {cred} [[d/w|with]] {dr3:titled} {odcut}
"""

_VISIT = r"""
@
[[District nursing|Community team|Hospice at home]] visit sheet {odcut} {time}
{pt:last_first} [[NHS|Ref]] {nhs}  {odage:pt}  {odpost}
@[[Getting there|Access]]
{odstreet:bare}, {odarea}, up two flights. Key safe code is with {odhome:a}, not here.
Sat nav says {odstreet:corner}; ignore it, park by {odwork} and walk.
The dog is called Biscuit. The budgie is called Faith. [[Nobody else in|{kin:given} in the kitchen]].
@[[What I found|Seen]]
{pt:given} in the chair by the window, {kin:titled} doing the crossword, [[telly on|radio low]].
{kin:given} is {kinage}, {kinhis} knees are worse than the patient's. {kinhe} lifts anyway.
Pressure area grade 2, not 3 as {odhome:a} wrote; measured 2 x 3 cm, pat dry, mark the edge.
Drain 40 mL, clear. Fentanyl patch 25, lot {nolot}, changed, old one folded.
Best in the mornings. May need a bed downstairs before long. Hope to get rails.
{pt:given} talks of {odtown:abroad} as though the sea were outside. Orientated otherwise.
@[[Who else comes|Others]]
{odgroup} (Mon), {odgroup} (Thu), {odletter:pt} from the flat below with soup.
Carer {friend:given} from {odhome:b} twice a day; {friend:given} reads {news} to {him}.
Nurse from {odhome:a} "will ring" - never does.
{nurse:short} last week {odcut}, {nurse2:short} the week before {daysof}.
Chemist: {odshop} in {odarea}, van {odphone}. [[Not the {odshop} on the ring road|They deliver]].
GP {pcp:titled} ({pcpsite}), out until the {nth}; locum is {odletter}.
@[[Plan|Next]]
[[Order|Chase]] mattress {odno}, ring {odphone} and ask for {lone}, not {lone}.
{nurse:initials} {daterange}, {nurse2:initials} after that, {odletter} to review meds by {partmonth}.
{kin:given} to collect from {odsite:a} if the van fails. {odsite:a} pharmacy shuts at five.
Sleep, pain and bowels all better than on {odcut}; skin worse; mood about the same as then.
[[Signed|sgd]] {nurse:full}, {nursecred} {time}
"""

_STORY = r"""
@
[[Oral history|Life story work|Reminiscence group]], {odhome:a}, recorded {fulldate}. [[Typed up by|Transcript]]
    {author:short}
Speaker: {pt:full}, {odage:pt}. Also present: {kin:short} ({word}), {friend:given}.
@
I: Where were you born, {pt:given}?
{pt:given}: {odtown:abroad}. Well, outside, near {odarea}, you won't know it. Then {odtown}.
I: And school?
{pt:given}: {odschool:a}, till fourteen. Sister {lone} ran it. Grace before meals, before lessons, before bed.
I: You said there was a shop.
{pt:given}: My {word2} {kin2:given} had a shop on the corner of {odstreet:corner}, next to what was
    {odwork:a}. Gone by {odcut:past}.
{kin:given}: Earlier than that, it was {odcut:past}.
{pt:given}: You weren't there.
I: So you met at {odwork:a}?
{pt:given}: At a dance. {odgroup:a} hall, upstairs. Somebody stood on my foot, and we married. Forty one years we had.
{kin:given}: Forty two.
{pt:given}: They took my other half to {odsite:a} and it was too late. Nobody said the word. Mercy, what a place.
    The nuns, though.
I: Would you like a break?
{pt:given}: No, no. Then I came here, to {odcounty}, with three children and a case. {kin:given} was {kidage}.
{friend:given}: My people are from {odcounty} too. {odtown}.
{pt:given}: Everyone's people are from {odtown}. {odw:5}, my neighbour, hers were. She had a rose on every hat, and
    little joy otherwise.
I: And work?
{pt:given}: Nights at {odsite:a}, cleaning, then {odwork}, then {odwork} till my hands went. It's the joints. No
    hope for the joints.
{kin:given}: Tell about the fire.
{pt:given}: {hol}, that was. {odstreet:bare} gone, the whole side. We stood in {odstreet:bare} in our nightclothes.
    {odw:6} from the brigade carried me. Will somebody turn that down?
I: Where did you live then?
{pt:given}: {odarea}, with {friend:given}'s mother, then {odarea}, then the prefab. And now {odhome:a}, God help me.
{kin:given}: It's nice, you said it's nice. Or the other place, {odhome:b}, you liked that.
{pt:given}: The soup's nice.
@
[[Ends|Tape ends]] {time}. Copy to {kin:titled} at {odpost}; consent form signed {odcut}, ref {refno}.
[[Note|NB]]: {pt:initials} is how {pt:titled} signs. {kin:initials} witnessed. Spelling of {odtown:abroad} to be
    checked.
"""

_REGISTER = r"""
@
[[REGISTRATION|Face sheet|Intake p1]] {odcut} {hm} {uname}
{pt:family_upper}{pt:given}*{sex}*{dob}*{mrn}
{odno} {odno}
[[Also known as|AKA|Alias]] {odparts} / {pt:maiden} / "{friend:nick}"
Lang {lingo} - religion {zfaith} - race {race} - marital [[S|M|W|D]] - [[interp needed|no interp]]
@[[Where|Address]]
{odplace}
[[mail|temp]]: {odstreet:box}, {odpost}
[[from|born]] {odtown:abroad}, {country}; county {odcounty}
H {odphone} C {odphone} W {looseline}
{rmail} / {handle}
@[[Work|Employer]]
{odwork:a} ({odtown}), [[badge|emp no]] {badge}; before: {odwork}
student at {odschool}, union {odgroup}
@[[Cover|Insurance]]
{payer} {plan} grp {groupno} eff {odcut:past} term {odcut:past}
{insurer} {odno} copay 25 ded 1500 OOP 4000
sub: {kin:last_first} rel {word} b. {otherdob}
@[[Emergency|Next of kin]]
{kin:short}/{word}/{odphone}
{kin2:given},{word2},{odarea},{odphone}
{odletter:pt} (landlord) {odphone}, [[call last|ok to call]]
guardian: none; POA: {lawyer:titled} {firm}
@[[Care|Providers]]
PCP {odletter} @ {odsite:a} NPI {npi}
ref'd by {odglue:dr} {odsite} fax {odphone}
pharm {odshop} {odstreet:bare} {odtown}; lab {labsite}
[[last seen|prior]] {odcut}, {odcut}; next {daysof}
@[[Property|Vehicle]]
{plate} {car} [[lot|row]] C, key w/ {odgroup}; VIN {vin}
phone in safe, tag {assettag}, glasses, teeth x2, $40
[[device|laptop]] {mac} on {ip}
@
FC class 3, tier 2, ESI 3, room {room}, [[FILE|MR COPY|HH]] NAD Tx
clerk {ini} cosign {uname} scan {docid} p 1/{num:2-6}
"""

_BOARD = r"""
@
[[HANDOVER|BOARD|Sit-rep]] {odward:a} {odcut} [[nights|days|late]] {ini} > {ini}
[[Staffing|Team]]: {nurse:given}, {nurse2:family}, {odglue:dr}, float from {odward:a}; {odletter} on call bleep {bleep}
@
{rowbed} {odglue} #NOF D3, NWB, wt 61, d/c {odhome} in {odtown} by the {nth}
{rowbed} {odparts} {odage} ?PE, CTPA 4pm, d/w {odletter}
{rowbed} empty, needs clean x2, TV broken
{rowbed} {odw:1 full} {agemark} CAP, {odplain:1}
{rowbed} {pt:family_upper} NoK {kin:given} {odphone}, wants {odhome:a}
{rowbed} {odletter:pt} ({lone:upper}) NBM, PT/OT, {odnot}
{rowbed} {odtwin:1},{friend:given} {odclin:1}, wd check, K 3.1
{rowbed} {odglue} awaiting {odsite:a} bed since {odcut}
{rowbed} {odw:2 titled} ([[not {lone}|sister in {rowbed}]]) {odplain:2}
{rowbed} closed, CDI+ {daysof}, neg x2 since
{rowbed} {odbroken}, from {odarea}, DNACPR {odcut} by {dr:titled}
{rowbed} {lone} x {lone} - two same names, mind the bands
{rowbed} {odparts}, {odwork} van driver, plate {plate} in bay 3, moved
@[[Jobs|Chase|Outstanding]]
{odw:1}'s CXR, {odw:2}'s echo, {odtwin:1}'s drug chart
call {kin:short} ({word}) re {pt:family}: not {odhome:b}, too far from {odarea}
{odsite:a} repat {pt:family} ?{odcut} ?{odcut}
TTO to {odshop} in {odarea}, fax {odphone}
IR form, SN {device} on pump 4, KCl low stock, 12 x CaCl2
D/C {odward}: none. Exp: 3. Sick: HCA x1. HH: nil
{odletter:pt} asked again about parking; told nobody
{lone} and {lone} off w/ flu til {partmonth}
@
[[Sgd|Sign]] {ini}/{odglue:dr} {hm}
"""

_LETTER = r"""
@
{odsite:a}, {odcounty}
[[Our ref|Ref]] {refno} / {dr:initials}{author:initials} [[Dictated|Clinic]] {odcut}, typed {odcut}
{pcp:titled_full}\n{pcpsite}\n{odplace}
@
[[Dear|Dear Colleague /]] {pcp:titled}
Re: {pt:full}, [[formerly|also]] {pt:maiden}, {dob}, {odno}
[[Thank you|Many thanks]] for sending {pt:titled} up from {odarea}, whom I met in {odtown} on the {nth} with {his}
    {word} {kin:given}, {odage}.
{He} is {odage:pt} and has lived in {odtown}, {odtown:abroad} and latterly {odhome:a}. {He} was at {odschool:a}
    till the eyes went.
The story goes back to {odcut:past}, when {dr2:titled} of {odsite:b} found {dx}; a graft followed {odcut:past}, then
    nothing until {odcut}.
{odsite:b} in {odcounty} kindly lent us the films. The ones marked May were taken in June, and one is upside down.
On examination the Foley was draining, the Weber test was central, there was long QT and a short tibia.
My registrar {odparts:dr} consented {him} in {lingo}; {kin:given} interpreted and then signed as {kin:initials}.
{odbroken} of the day unit asked whether {odhome:a} could give the injections. {odhome:a} has been asked. {odhome:b}
    would.
[[Faith|Hope|Grace]] under pressure, I thought, but {pt:given} says it is only stubbornness.
Three-month recall, or sooner should the grade go from 3 to 3-7. Tablets 1-2 at night, 7 days then 14.
Transport was by {odgroup:a}; please could they use {odstreet:corner} next time, and not reverse into {odstreet:bare}.
Whoever collects the scripts from {odshop} should bring the {odno} slip.
Yours, [[ever|sincerely|etc.]]
{dr:full}, {cred} for {odletter}
cc {odletter} ({odsite:b}); {kin:titled}, {odpost}; {lone} at {odgroup:a}; file
[[PP|Signed in absence]] {author:initials} {odcut} [[vt|voice file]] {docid}
"""

_MAIL = r"""
@
From: {kin:short} <{email}>
[[To|Cc]]: {kin2:given}; {friend:given}; {odwork} work address
[[Sent|Date]]: {odcut} {time}\nSubject: {pt:nick} [[again|update|- where next?]]
@
Hi both, home from {odsite:a} and typing this on the bus to {odarea}.
{pt:nick} is eating, which {nurse:given} says is a start. {dr:titled} came by, or maybe it was {odletter}, the tall one.
They want {him} out by the {nth}. Choices: {odhome:a} in {odtown} (nice, dear), {odhome:b} near {odtown} (cheap,
    smells), or home with someone from {odgroup:a}.
{kin2:given}, you said {odwork} gives leave? Could you do {daterange}? I can do {daysof}.
The old house on {odstreet:bare} won't sell before {partmonth}, the agent ({lone}) says, but {lone} always says that.
Sunrise tomorrow is before six so I'll go early. Bring a cardigan, a general one, and mercy on whoever moved the
    slippers.
Insurance: they need {odno} and also {odno}. The woman at {insurer} was kind. Ring {odphone}, press 2.
{His} car has to go: {plate}, still outside {odwork} in {odtown}.
Do you remember {odletter:pt} from {odschool}? In the next bed!! {agemark} and sharp as ever.
{odgroup:a} rang. They'll light a candle. Also {odw:3} at number nine wants the cat. {odplain:3}, by the way, before
    I forget.
Not telling {odletter:pt} and the rest about the biopsy till we know. Agreed?
{kin:given} x
@
> On {odcut} {kin2:given} wrote:
> Flight lands {odtown} {time}, {odcut}. Can stay with {friend:given} in {odarea} or at the inn.
> Has anyone told cousin {lone}? And {odtown:abroad}? They'll hear it from {odw:4} otherwise. {odplain:4}?
> Don't let them send {him} to {odhome:b}. Remember what {odhome:b} did with Gran's teeth.
> I paid {odshop} 34.50, order {order}. Keep the slip.
> {kin2:first_initial}
@
>> [[Fwd|From]] {friend:given}, {odcut}: keys with {odletter:pt}, {odstreet:bare}, or under the pot.
>> Blue folder: policy {plan}, will, the {odsite:a} letter of {odcut}. Page 2 is missing, I think {lone} has it.
>> {uname} is the login. Not writing the password, ask me. {odphone}
"""

_DISPATCH = r"""
@
[[INCIDENT|CAD|Run]] {run} {odcut} {hm} [[unit|by]] {responder}
[[Scene|Loc]]: {odstreet:corner}, {odarea}; xst {odstreet:bare}; caller {lone} {odphone}
@[[Narrative|Text]]
Toned for a fall outside {odwork:a} in {odarea}. U/A {odage:pt} {man} sitting on the kerb, {odletter:pt} holding a
    towel.
{pt:short} states {he} came out of {odwork:a}, heading to {odshop} by {odstreet:bare}, [[tripped|went dizzy]] and
    came down on the L. hand.
Bystander {friend:given}, off duty aide from {odhome:a}, knew {him} by sight: "that's {pt:nick} from {odhome:a}".
GCS 15, BP 128/76, SN ok, PERRLA, R. Knee abrasion, no LOC. BG {num:70-180}.
States lives w/ {kin:given} ({word}, {kinage}) at {odplace}, or did until {odcut:past}.
Hx from band: {odno}; from wallet: {odno}. Meds in a {odshop} bag, last filled {odcut}.
{kin:given} reached at {odphone}, in {odtown}, an hour off. {kin2:given} nearer, {odcounty}.
Off. {officer:family} #{badge} on scene took plate {plate} and spoke to {odwork:a} staff, "no camera".
Pt asked for {odsite:a}; {odsite:a} on divert; {odsite:b} accepted, {nurse:given} RN/bed {bed}.
Refused collar, KCl no, NaCl yes. 20g L AC. Left w/ {odglue:dr} at {hm}.
Pt's cane and dog lead to {friend:given}. Dog to {odgroup}.
@[[Times|Log]]
{hm} rec, {hm} disp, {hm} enr, {hm} o/s, {hm} tx {odsite:b}, {hm} avl
T2, Pri 3, miles 4.2, 10-8, code 2, ALS 1
crew {ini}/{ini}, {odglue:dr}; QA {ini} {odcut}
monitor {serial}, strips lot {nolot}, pads exp {odcut:past}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("oddments transfer", _document(_TRANSFER, prose=0.7), 1.8),
    NoteType("oddments visit", _document(_VISIT, prose=0.7), 1.5),
    NoteType("oddments life story", _document(_STORY), 1.2),
    NoteType("oddments registration", _document(_REGISTER, prose=0.2), 1.6),
    NoteType("oddments board", _document(_BOARD), 1.6),
    NoteType("oddments letter", _document(_LETTER), 1.6),
    NoteType("oddments mail", _document(_MAIL), 1.4),
    NoteType("oddments incident", _document(_DISPATCH, prose=0.7), 1.4),
)
