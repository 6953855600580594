"""Lines in which a house or a place with a name stands beside the same kind without one, and beside look-alikes."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import either, table, writer
from corpus.notes.press_kit import pieces

KINDS = templates(r"""
Went to {hoorg:c1}; {hogen:c1:the} there had no record of {him}.
The {hogen:c1:kind} closes at {time}. {hoorg:c1} is open late.
Not any {hogen:c1:kind}: {hoorg:c1}, by the bridge.
{hogen:c2} will not take {him} without papers.
Every {hogen:c2:kind} in the county said no, {hoorg:c2} included.
{hoorg:c2} called back: no bed in {hogen:c2:the}.
{hogen} (any), {hogen} (preferred), {hogen} (last resort)
Ask at {hogen:c3:the}. If shut, {hoorg:c3:head} has a night bell.
{hoorg:c3:upper} ACCEPTED. {hogen:c4:upper} DECLINED.
seen at {hoorg:c4:lower}, then {hogen:c4:lower}
Free {hogen:l1:kind} on {street}, run by {church}.
{kin:given} volunteers at a {hogen:l1:kind} and works at {hoorg:l1}.
The {hogen:l2:kind} wrote to the family. The letter is headed {hoorg:l2:upper}.
{hoorg:l2:head} has a {hogen:l2:kind}; ours has none.
Is there a {hogen:kind} near {town}? There is {hoorg}.
Local {hogen:l3:kind}, Local Health Department, State Health Department and County Nurse all told.
{hoorg:l3} faxed the {hogen:l3:kind} form to {hodept}.
Type of place: {hogen:kind}. Name of place: {hoorg}.
[[Residence|Lives in|Type]]: {hogen:kind}
Referral source: {hogen}. Referring to: {hodept}.
Discharged to: {hogen:kind} / {hogen:kind} / Home with services (circle one)
Staff of the Facility say that the Facility van is broken; {hoorg:c1} lent theirs.
The Agency sent nobody. {hoorg:c5} sent {nurse:given}.
The Hospital. The Clinic. The Surgery. The Practice. The School. The Home. The Company. The Trust. The Unit.
Copy to the School, the Home, the Surgery and the Agency.
The School says one thing, {hoorg:l4} another, the District a third.
She was at School when Home called the Clinic.
By "the Provider" we mean {hoorg:c1}; by "the Facility" any {hogen:c1:kind} it runs.
Head Start, Early Head Start, After School Club, Sunday School, Summer Camp: none this year.
""")

DEPTS = templates(r"""
To {hodept} by way of {hodept}; {hodept} full.
{hodept}: call {ext}. {hodept}: call {ext}. {hodept}: no number.
{hodept:upper} / {hodept:upper} / {hodept:upper}
{horole}, {hodept}
Seen by {dr:titled} in {hodept} and by the {horole} in {hodept}.
The {hodept} is next to {hozone}, past {hozone}.
Go to {hozone}, then {hozone}; ask for {nurse:given} in {hodept}.
Moved from {hozone} to {hozone} at {hm}.
Stayed in {hozone} till {hm}, then {donor}.
{donor} is full; {hodept} has two. {site:alias} has none.
Please ring {hodept} at {site}, not {hodept} here.
Bleep {hodept:lower} {bleep}; on call {dr2:family}
MDT: {hodept}, {hodept}, {hodept}. {site2} joined by Teams.
Referred to {hodept}, {hobare:m}; accepted by {newdr:titled}.
{hodept} of {hobare:m} and {hodept} of {site:alias} share a list.
{hoabb}, {hoabb}, {hoabb} seen. {hoabb} to follow.
[[RN|MSW|HHA|SW]] from {nursinghome} in; [[SNF|IRF|ALF|LTAC]] declined; then to {hobare}
PT FROM [[SNF|ALF|LTAC|GROUP HOME|OSH]]. DISPO: [[SNF|IRF|HOME W HOME HEALTH]] VS [[LTC|HOSPICE|{hobare:upper}]].
  CM: {staff:upper}.
PENDING {hoabb} AUTH; {insurer:upper} REVIEWER {someone:family}
{hodept}, {hozone}, {site}
Ward Manager, Bed Manager, Site Manager, Duty Manager and {staff:full} in one room.
Parking: {hozone}. Food: the Canteen. Prayer: {hozone}. Flowers: not in {hodept}.
{hozone} to {hozone}: porter {someone:given}
Nil from {hodept}. Await {hodept}. {hodept} say home.
""")

BOUNDS = templates(r"""
[[Given at|Seen at|Born at|Filled at|Drawn at|Scanned at]] {hoorg:c1} [[in|on|near]] {street}.
GP at {pcpsite}; health visitor at {hobare}; midwife at {hobare}.
Walked from {chemist} on {street} to {hoorg:l1} in {county}.
{chemist} and the gym; {phraseco} and the pool; {bigco} and the post office.
Goes to {phraseco} and the {hogen:l1:kind}.
Sample from {hobare}, slides from {hobare} and a letter from Home.
Attends {oddclub} in {town} with {kin:given}.
RN CM {nurse:given}, MSW {staff:given}, HHA {someone:given}, all of {hoorg:c2}.
Nurse at {hoorg:c2} [[rang|texted]]; Nurse's Office at {school} did not.
Attending: {dr:family}  Svc: Medicine B  Unit: {hodept}
UNIT {hozone:upper}   ATTENDING {dr2:family_upper}   DISPO {hoabb}
Priority 1 to {hoorg:l2}, {street}, {city}.
Case at {office} closed; case at {office} open.
Discharged to {hobare} via {responder} at {hm}.
Staying with {kin:given} at {hobare:h}. {hobare:h} Manager: {staff:given}.
Recruited by {hoorg:l3} from {zfar} in {year:-4}.
Comfort kit from {pharmacy}; bed from {vendor}; Bible from {church}.
Living at {hogen:kind} "{hobare}" in {town}.
{hogen:kind} ({hobare}) paid by {hopay}.
{hobare}'s Manager; the Manager's office; Matron's round.
Supported by {charity}, not by Home Health.
Out of {hobare} into {hobare} on {shortdate}; out of Hospital into Rehab on {shortdate:2}.
Conveyed to {hobare}; {hobare} closed to Majors; {hobare} standing by.
Not {town} the place: {town}, the ward at {hobare}.
""")

GEO = templates(r"""
{hogeo}, {hogeo}, {hogeo}
{hogeo}. Lives in {hogeoin}.
{hogeo}: [[negative|positive|pending|not done|see sheet]].
From {hogeoin}, here for {hogeo}? No: that is the name of the thing, not where {he} is from.
{hogeo} applied by {nurse:given}; {hogeo} not in stock.
Moved from {hogeoin} to {town}; {hogeo} since {month:-6}.
{hogeo:upper}
{hogeo:lower} and {hogeo:lower}, pt from {hogeoin}
Rule out {hobug}, {hobug} and {hobug}.
{hobug} was never seen in {hogeoin} till now.
Vaccinated against {hobug}; travels to {abroad} on {date:20}.
{He} flew to {hogeoin} in {monthonly} and had {hobug} there, not {hobug}.
{homove}, {homove}, {homove}; stop if sore.
Today: {homove} 3x10, {homove} 2x8. Next: {homove}.
{homove} taught by {staff:given} of {oddclinic}.
Coach from {hogeoin} wants more {homove}.
Ate {hofood} and {hofood} at {venue} in {hofoodin}.
{hofood}, {hofood}, {hofood}; tea x2
Breakfast: {hofood}. Lunch: {hofood}. Supper at {kin:given}'s in {hofoodin}.
Reacted to {hofood} on a train to {hofoodin}.
allergic to {hofood:lower}, grew up in {hofoodin:lower}
{hofood} makes {him} bloat. {hofood} does not.
Born in {hogeoin}, {zland} passport; speaks {lingo}; {folk} next door.
North, South, East and West: orientated. Knows {city} and {hogeoin}.
""")

MAKES = templates(r"""
{homake}, {homake}, {homake}
{homake} checked; {homake} replaced. {homakein} sent a man.
{kin:given} works for {homakein} in {town}; that is not why {he} has the {homake}.
{homake} [[lot|REF|serial]] on sticker
Retired from {homakein}. Uses an old {homake}.
{homake:lower} beeping all night
Trial of {homake} at {hoorg:c1}.
Ask {homakein} for a refund of the {homake}.
Vaccines: {homake}, {homake}. Clinic: {hoorg:c2}.
Notes moved from Epic to Cerner; MyChart link sent by {staff:given}.
Video by Zoom, then Teams, then the phone; {pt:given} was in {town}.
Company rep from {homakein} in OR {num:2-9} with {surgeon:titled}.
Savings card from the drug maker; card refused at {chemist}.
Specs from {chemist}, {homake} from {supplier}.
The Apple Watch called {responder}.
FDA recall: {homake}. Letter from {homakein} dated {date:-20}.
""")

SOURCES = templates(r"""
Per {hobody}, [[no further work-up|start now|stop after five days|screen yearly]].
As {hobody} and {hobody} say; {hobody} differs.
{hobody} cited by {insurer}; {hobody} cited by us; {dr:titled} will do the peer to peer.
{hoprog} started at {hoorg:c1}.
Enrolled in {hoprog}; finished {hoprog} at {hobare}.
{hoprog} certificate, {hoprog} certificate, expired {month:-3}.
{hoprog}? {hoprog}? Neither.
{pt:given} declines {hoprog}.
{hocom} met {date}; {dr:family} spoke for {hodept}.
For {hocom}: {caseno}. For {hocom}: nothing.
Covered by {hopay} and {hopay}; card from {insurer}.
[[Payer|Coverage|Funding]]: {hopay}
Primary {payer}, secondary {hopay}
{hopay} pays {hoorg:c2}; {hopay} does not pay {hoorg:c3}.
Lost {insurer} with the job at {bigco}; {hopay} since {month:-2}.
{horole}: {staff:full}. {horole}: vacant. {horole}: {nurse:family}.
{staff:full} ({horole}) of {agency}
Spoke to the {horole} and the {horole}; neither knew of {hobare}.
{cltrial} and {cltrial}: not eligible. {site} is a site for both.
Form from the Department of Health, stamp of {hobare}.
{hobody} quoted from memory; {hobody} looked up.
Magnet, JCI and Leapfrog logos on {hoorg:c4}'s letterhead
Thank you to the Trust, the League of Friends and {charity}.
""")

BARE = templates(r"""
Refer to {hobare} for oncology, {hobare} for PET, {hobare} for the rest.
[[Took|Blue-lighted|Sent]] to {hobare}. {hobare} sent {him} back.
{hobare} {year:-8}, {hobare} {year:-5}, {hobare} {year:-2}
trained at {hobare:lower}, works at {hobare:lower}
{hobare:a} have no bed. {hobare:a} ED is shut. Try {hobare:b}.
CT {hobare:a}, MRI {hobare:b}, PET {hobare:a}
Lives at {hobare:b}. Daughter at {hobare:c} too.
{hobare:a} or {hobare:b}? {He} says {hobare:b}.
Op at {hobare:c}, 2/52 in {hobare:c}, f/u {hobare:d}
{hobare:upper} CLOSED; {hobare:upper} ON TAKE
the bus to {hobare}, not the bus to {town}
Consultant, {hobare}; visiting, {hobare} and {hobare}.
Transfers in: {hobare} 2, {hobare} 1, Theatre Recovery 3, A&E 9.
{site:alias} -> {hobare} -> Home
Delivered in {hobare}; Home Birth the time before.
{kin:given} in {hobare}, {kin2:given} in Respite.
Lodge, Court, Grange, Lawns, Pines: so are all the Homes here called. Hers is {hobare}.
Private or not? {hobare}, private.
""")

BOARD_HEADS = (
    "Bed | Name | From | Team | To | Note",
    "",
    "PATIENT | UNIT | PAYER | DISPO",
    "Place | Kind | Answer | By",
    "",
)
BOARD_ROWS = (
    "{bed} | {pt:family_upper} | [[{hoabb}|{hobare:upper}]] | {hodept:upper} | [[HOME|{hoorg:upper}]] | {hoabb}",
    "{someone:family} | {hodept} | [[{hoorg}|Home|{hogen:kind}]] | {staff:given} | {hoprog}",
    "{someone:family_upper} | {hozone:upper} | [[{hopay:upper}|{insurer:upper}]] | [[{hoabb}|{hobare:upper}|PENDING]]",
    "[[{hoorg}|{hobare}]] | {hogen:kind} | [[accepted|declined|no bed|left message|wants {hoabb}]] | {inits:upper}",
    "{shortdate} | [[{hogeo}|{homake}|{hobody}]] | [[{hoorg}|{hodept}|{hogeoin}]] | {horole}",
)

SIGNS = pieces(
    r"""
You are in {hozone}. {hodept}: Level {num:1-9}. {hodept}: Level {num:1-9}. {hodept}: across the Bridge.
After your stay in the Day Surgery Unit, do not drive. Questions? The Surgical Assessment Unit is open all night.
Visitors' hours in {hodept}: two to eight. No visitors in {hodept}. Ring the bell at {hozone}.
Bring this letter to Main Reception, {hozone}, {hobare}. [[Park in Car Park B|Buses stop at the Main Entrance]].
The Outpatient Pharmacy and the Hospital Shop are on the Ground Floor, next to Medical Records and Patient Transport.
Blood tests: walk in to Phlebotomy, or at {hoorg:c1}, or at the Health Centre in {town}.
{hoprog}: ask the {horole}. {hoprog}: ask at {hodept}. {hoprog}: ask {staff:full}, {phone}.
Emergency? Call 911. Not sure? Call the Nurse Line. Mental health? Call the Crisis Line. {sitephone} is {site}.
We accept {hopay}, {hopay} and most plans; ask the Business Office. We do not accept {insurer}.
Find us on {street}, {city}: the {hogen:kind} is behind the Fire Station.
If you cannot come, tell the Appointments Office at {hobare} by {weekday}.
Lost property goes to Security; after a month, to {charity}.
In case of fire leave by {hozone}. Meet at {hozone}. Do not go back for the {homake}.
The Patient Advice and Liaison Service, the Chaplaincy and the Volunteers are here for you.
Quality First. Safety Always. Your Health, Our Mission. Excellence Every Day. {site}
Donated by {hoorg:l1} in memory of {someone:full}.
Named for {someone:full}, once {horole} here; {donor} was called Ward {num:2-9} before.
""",
    2,
    7,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("houses-of-a-kind", writer(KINDS, haste=0.2), 2.0),
    NoteType("houses-departments", writer(DEPTS, DEPTS, KINDS, haste=0.2), 1.8),
    NoteType("houses-bounds", writer(BOUNDS, haste=0.25), 1.6),
    NoteType("houses-geography", writer(GEO, haste=0.25), 1.8),
    NoteType("houses-makers", writer(MAKES, GEO, haste=0.2), 1.4),
    NoteType("houses-sources", writer(SOURCES, haste=0.15), 1.8),
    NoteType("houses-bare", writer(BARE, BARE, DEPTS, haste=0.3), 1.5),
    NoteType("houses-board", either(*(table((h,), (r,)) for h, r in zip(BOARD_HEADS, BOARD_ROWS, strict=True))), 1.2),
    NoteType("houses-signs", SIGNS, 1.2),
    NoteType("houses-mixed", writer(KINDS, DEPTS, BOUNDS, GEO, MAKES, SOURCES, BARE), 2.0),
)
