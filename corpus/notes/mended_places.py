"""Days alone, feasts and ages in signs; places and organisations by names that say little, addresses in odd forms."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import around, either, table, writer

DAYS = templates(r"""
[[since|until|till|from|by|on|before|after]] the {nth}
[[until|till|on|by|since|due|off]] {nth}
On the {nth} {he} [[fell|felt better|was extubated|refused the drain]].
[[Seen|Called|Admitted|Home|Surgery|Readmitted]] the {nth}.
[[Between|From]] the {nth:pair} {he} [[was febrile|had no BM]].
[[Back|Return|Clinic|Labs|Review]] on the {nth}, [[not earlier|fasting|with films]].
[[Worse|Better|Same]] since {holiday}.
[[Since|Around|After|Before|By|Over|On|During]] {hol} [[more tired|off {brand}|no seizures|{symptom}]].
Fasted for {hol}; [[glucose low|doses moved to dusk]].
[[Fasting|Not fasting]] during {hol} [[this year|against advice]].
{hol} [[at|with]] {someone:given}: [[ate too much|first symptoms]].
[[Refill|Supply]] lasts [[until|past]] {hol}.
Travels to {abroad} for {hol}.
[[Hurt|Burned|Fell|Last drank|Last used]] on {hol}.
Clinic closed {hol}[[ and {hol}|]].
{hol} [[falls|fell]] on {date}.
[[Mood dips|Seizure|MVC]] [[every year at|on]] {hol}.
{hol}, {year:-2}: [[first fit|MI]].
[[Visited|Saw {kin:given}]] at {hol}.
No {hol} [[drinks|visit]] this time.
[[Off work|Leave]] {hol} to the {nth}.
Gave birth on {hol}.
Stitches out {nth}; [[cast off|next cycle]] {nth}.
Doses due {nth}, {nth} and {nth}.
[[The|the]] {nth} [[works|is fine|is full]].
{weekday} the {nth}
{weekday} {nth}
[[Day|Night]] of the {nth}, [[fever|fall]]
{agemark} [[with|w/|c|,]] {dx}
{agemark} {symptom} x {duration}
{agemark}, {he} {brand}.
Handoff: {lone} {agemark}, {dx}; {lone} {agemark}, {dx}
[[Pt|Patient]] {agemark}[[, {job}|]]
{agemark} {dx} {bed}
{His} {word} {agemark}
[[Referral|Ref]] {agemark} {symptom}
{pt:given} [[turned|turns]] {age} on {nth}.
Grandmother turned {age} at {hol}.
{agemark} / {dx} / {lone}
{time} {agemark} [[via EMS|walk in]]
{He} just [[turned|hit]] {age}; {kin:given} is [[nearly|not yet]] {kinage}.
""")

NO_DAYS = templates(r"""
2nd [[degree block|opinion|toe|floor|trimester|dose]], 3rd [[degree burn|nerve palsy|visit]]
5th [[finger|metatarsal|disease]]
The 7th nerve, the 12th rib, the 6th intercostal space.
[[In the|At the]] 95th percentile; weight 50th, height 3rd, head 75th.
1st MTP, 2nd ray, 4th web space
Her 3rd child, his 2nd marriage, the 4th stroke.
5th [[edition|attempt|cycle]], 10th [[grade|percentile]]
P{num:40-99}, T{num:2-12}, C{num:2-7}, L{num:1-5}
{num:2-9}F tubes, {num:14-22}G needles, {num:2-4}M steps, 5M sitting
Fr {num:10-24}, F{num:0-4} fibrosis, M0, N1, G2
Grade 3F, stage 4M
♀ and ♂ symbols on the family tree
Ratio ♀:♂ 3:1
9/10 [[no pain|improvement]], 3-5 [[days|minutes]], 5-4 lead
spring, summer, harvest time, full moon, weekends, payday, school break, game day
[[The day after|The week before]] the test
Holiday heart, Christmas disease factor IX, Easter lily, Valentine bouquet, Christmas tree pattern
Sunday drive, Monday blues, Friday night
""")

PLACES = templates(r"""
[[Sent to|Back from|Transferred from|Born at|Stays at|Works at|Delivered at|Prior care]] {fac}.
{fac} [[called|faxed|said no beds|closed|is full|has the films|took him]].
{fac} -> {fac} -> {site:alias}
{fac}: {dx}, {year:-4}
[[From|To|Via|At|Outside]] {fac}
[[echo|MRI|cath|colo]] ({fac}, {month:-90})
Imaging at the {fac}, labs at {fac}.
The {fac} [[team|lab|nurse]] [[will call|has results]].
the {fac} chart
[[Rides|EMS|Medics]]: {fac}
Followed at {fac} and {fac}.
Records: {fac}; {fac}; {pcpsite}
[[Worked|Works|Retired from|Let go by|Drives for|Interviewing at|Lawsuit against|Insured through]] {co}.
{co} [[pays|denied the claim|moved|sent a letter|closed]].
{co} and {co}
{co}, [[then|before]] {co}
[[Attorney|Solicitors|Firm|Counsel]]: {co}
[[Boss|Union|Shop]] at {co}
{He} owns {co} with {kin:given}.
[[Donated to|Volunteers for|Funded by|Grant from|Ran for|Rides from]] {charity}.
{charity} [[brings meals|paid the rent|sent a volunteer]].
As told to {news}. [[Read in|Interview with|Ad in|Letter to]] {news}.
{news}, {textdate:-9}
The {news} [[ran|printed]] {his} story.
Photo in {news}, {charity} benefit, {co}
[[Crash|MVC|Pulled over|Breakdown|Hit a deer]] on [[the |]]{roadname}.
[[took|via|off|along|near|exits]] {roadname}
{roadname}, [[restrained|unrestrained]], [[airbags|no airbags]]
[[Lives|Camp|Shop]] off {roadname} [[past|near]] {town}
{roadname} and {roadname}, {town}
[[Southbound|Eastbound]] {roadname} at {roadname}
""")

NO_PLACES = templates(r"""
the [[hospital|clinic|office|ward|unit|lab|shelter|county|state]] [[called|was closed]]
The ED, the OR, the ICU, the floor.
[[A nursing home|The group home|An outside hospital|OSH|SNF|ALF]] [[sent records|called]].
[[A charity|A law firm|The paper|The insurer|A shop]] [[helped|wrote]].
The company, the union and the court.
The [[Wells|Ottawa|Seattle|Boston|Vancouver|Denver|Kansas City]] [[rules|questionnaire|scale|system]]
French size {num:10-24}, English walker, Turkish bath, Swiss cheese septum, Dutch oven, Spanish flu
German measles, Lyme disease, Rocky Mountain spotted fever, Norwalk virus, Coxsackie rash
[[Main street clothes|Highway noise|Road rash|Exit wound|Bridge prosthesis|Pacific time]]
A5 sheet, M6 screw, B12, D3, E45 cream, N95, N20 nerve, A40 lens
Suite of tests, unit dose, floor nurse, level one trauma, lot number, box of gloves
{stagename}
{epo:tool} [[retractor|clamp|drain]], {epo:fluid} [[solution|rinse]]
""")

ADDRESSES = templates(r"""
{milbox}
[[Mail|Ship|Forward|Send]] to {milbox}
[[Stationed|Overseas]]; {milbox}
{milbox:box}
{fstreet}
{fstreet}\n{ftown}
{fstreet}, {ftown}
[[Address|Home|Addr|Adresse|Cím|Dirección]]: {fstreet}
[[Lives|Staying]] at {fstreet}[[ in {ftown}|, {abroad}|]].
{ftown}
{ftown} {shortzip}
{shortzip} {ftown}
[[Born in|From|Moved from]] {ftown}.
{anyunit}
{anyunit}\n{citystate}
{otherstreet}\n{anyunit}
{otherstreet}
{otherstreet}\n{capstown}
{otherstreet:upper}\n{capstown} {stateab} {shortzip}
{anyunit}, {otherstreet}
{capstown}
{capstown} [[resident|clinic day]]
[[Sent|Went|Moved]] to {capstown}
ZIP {shortzip}
[[Zip|ZIP code|PLZ|Postcode]]: {shortzip}
{pobox}\n{capstown}
{pobox}
{street}\n{anyunit}\n{city} {zip}
{lone}\n{otherstreet}\n{capstown}
c/o {lone}, {anyunit}
[[care of|Attn]] {lone}\n{milbox}
{pt:full}\n{fstreet}\n{ftown}
[[Near|Opposite|Behind]] {otherstreet}
[[Pickup|Drop-off|Delivery]] {otherstreet}, {anyunit}
{roadname} [[to|and]] {otherstreet}
""")

_HEADS = (
    "Facility | Date | Reason",
    "Name | Street | Town",
    "",
    "Employer | From | To",
    "Name | Age | Day",
    "Day | Event",
)
_ROWS = (
    "{fac} | {shortdate} | {dx}",
    "{lone} | {otherstreet} | {capstown}",
    "{lone} | {fstreet} | {ftown}",
    "{co} | {year:-9} | {year:-5}",
    "{lone} | {agemark} | {nth}",
    "{nth} | {proc}",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("days-and-feasts", writer(DAYS, DAYS, NO_DAYS), 3.0),
    NoteType("short-places", writer(PLACES, PLACES, NO_PLACES), 3.0),
    NoteType("odd-addresses", writer(ADDRESSES, least=1, most=6), 2.3),
    NoteType("places-and-days", writer(PLACES, DAYS, ADDRESSES, NO_PLACES, NO_DAYS, least=3, most=10), 1.8),
    NoteType("place-rows", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), PLACES, DAYS)), 1.4),
)
