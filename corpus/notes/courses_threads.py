"""Threads of a chart: admissions, notes of many hands, marrow; lists where names stand beside what looks like one."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.courses_kit import ADDENDA, CLEAN, ENDS, PASSING, chart, scraps

_ADMISSION = r"""
@form
{pt:last_first}  {agesex}  MRN {mrn}  Bed {bed}   Adm {numdate}   [[Source|Hx from]]: pt, {word} {kin:given},
    {crosh:a} records
PCP {pcp:initial_last} ({pcpsite})   [[Pharm|Rx]]: {pharmacy}   Code: [[Full|DNR]]   Insurance {payer} {plan}
@prose [[HPI|History|Chief complaint]]
{pt:titled} is a {ageold} {man} with {dxs} who presents with {symptom} x {duration}.
In {his} usual state until {textdate:-6}, when {friend:given} saw {him} slump at {place}; EMS ({responder}) ->
    {crosh:a}.
{crosh:a} ED ({newdr:titled}) gave {crdrug} and {crdrug}, LA 4.1, CT neg, {crabb}; sent here, accepted by {dr:family}.
Similar in {month:-700}, {crosh}, told "{crabb}" by {newdr:family}. EMR shows {crtest} neg, {crscore}.
[[ED course|In our ED]]: {vitals}. {newdr:titled} placed {crdev}; {newdr:given} (RN) {hm}: {crdrug} hung, {crdrug} late.
@list [[PMH|Past history|PMHx/PSH]]
CAD s/p PCI @ {crosh} {month:-2200} ({newdr:titled}); on {crdrug}, {crdrug}
CHF, EF {num:20-55} per TTE {shortdate:-200} ({newdr:family}); {crdev} SN {serial}
COPD GOLD D, home O2 by {vendor}; Pulm {newdr:titled}
{proc}, {crosh} {month:-3100}, {newdr:family}; mesh recalled, lot {lotno}
Graves dz, Baker cyst R, Barrett C1M3, Bell palsy ([[no residua|resolved]])
{dx}, {newdr:family} follows; {crscore}
@prose [[Social|SH|FH/SH]]
Lives w/ {kin:given} in {town}; retired {job}, ex-{employer}. {kin2:given} ({word2}) checks {weekday}s. Tob 30 py,
    EtOH none since {holiday}.
HCP form names {kin:full}, {kinphone}; alternate {kin2:short}, {otherphone}. Sikh, prays; declines {crdrug}? no.
@rows [[Home meds|Med rec|MEDS PTA]]
Drug | Dose | Last taken | Source
{crdrug} | {dose} | {shortdate:-1} | {kin:given}
{drug} | {dose} | unk | {pharmacy}
{crdrug} | {dose} | {shortdate:-3} | {pcp:family}
{crdrug} | {dose} | stopped {shortdate:-12} | {crosh:a}
{brand} | {dose} | ran out | bottle
@rows [[Labs|Data|LABS]]
Test | {shortdate:-1} | {shortdate} | Ref
WBC | {dec:2.0-24.0} | {dec:2.0-24.0} | 4-11
Cr | {dec:0.6-4.9} | {dec:0.6-4.9} | 0.6-1.2
Lactate | {dec:1.0-6.9} | PEND | <2
INR | {dec:0.9-3.9} | HEM | 0.9-1.1
Trop | {num:3-900} | {num:3-900} | called {inits:upper} {hm}
@list [[Assessment and plan|A/P|Impression]]
{dx}: {crdrugs}, {crserv} ({newdr:family}) aware, {crserv} in am
{crabb}: hold {crdrug}; d/w {newdr:family}
{crabb} / {crabb}: {crtest}, {crabb}; {crserv} prn
FEN/PPx: {crdrug}, SCDs. Dispo: {dept}, PT/OT. {kin:given} updated {hm}
@prose
I saw {pt:titled} w/ {dr3:titled} {hm} and agree. {dr:short}, {cred} {shortdate}
"""

_HANDS = r"""
@form
{pt:full}   {dob}   {mrn}   [[Chart thread|Multidisciplinary notes|Progress - all authors]]   {site:abbr} {ward}
@list [[Entries|Notes|{shortdate}]]
[{hm} {crserv} - {newdr:family}] {crabb}, {crabb}; resume {crdrug}. {crserv} to sign off
[{hm} RN {nurse:given}] {crdev} changed, {crscore}; {kin:given} at bedside, asks re: {crdrug}
[{hm} {crserv} fellow {newdr:family} / att {newdr:family}] cont {crdrug} thru {shortdate:9}. {crtest} neg
[{hm} SW {staff:given}] spoke w/ {someone:given} at {agency} {phone}; {word} {kin:given} to sign {shortdate:1}
[{hm} PharmD {newdr:given}] {crdrug} level {num:5-22}; {crdrug} <-> {crdrug}, told {dr3:family}
[{hm} PT {newdr:given}] amb 60' RW, Min A. {crscore}. rec SNF ({fac} or {nursinghome})
[{hm} RT {inits:upper}] {crdev}, FiO2 .{num:21-60}; NAEON
[{hm} {crserv}] {crabbs}. {crgerm} 2/2. {inits:upper}
[{hm} Chaplain {someone:titled}] prayed w/ {pt:given} and {kin2:given}; {church} told
[{hm} CM {nurse2:given}] {payer} auth {order}, peer to peer {newdr:family} {shortdate:1} {hm}
[{hm} Diet {staff:given}] {crdrug}, TF @{num:20-70}; K, Phos. {crabb}
[{hm} {dr3:family}] d/w {dr:family}, {newdr:family} ({crosh:b}); agree w/ {inits:upper} above
[{hm} NF] {crabb} 2/2 {crabb}. {crdrug} x1. {inits:upper}
[addend {hm} {inits:upper}] per Blood Bank ({newdr:given}) C, E, K neg units ({bag})
[{hm} {newdr:family}, {crserv}] {crabb} reviewed w/ {newdr:family}: not {crabb}. {crtrial} n/a
"""

_MARROW = r"""
@form
{pt:full}, {agesex}, {mrn}   [[BMT|CELLULAR THERAPY|HCT]]   D+{num:1-180}   Donor {raw}   Att {dr:family}
Dx {stage}; alloPBSC {shortdate:-60} (day 0), Bu/Flu, GVHD ppx PTCy/Tac/MMF. HLA 10/10, {someone:given} (sib)
@prose [[Course|Summary|Transplant course]]
Engrafted ANC {shortdate:-44}, plt {shortdate:-40}. {pt:given} had mucositis, {crgerm} BCx 2/2 {shortdate:-50} -
    {crdrug} per ID ({newdr:family}).
CRS after {crdrug} {shortdate:-10}: gr 2, {crdrug} x1 ({newdr:family}). ICANS 1; neuro ({newdr:family}) followed,
    {crdrug} qd.
CMV 312 {shortdate:-20} -> {crdrug}; BK {shortdate:-18}. aGVHD skin St 2 {shortdate:-14}, bx {accession}
    ({newdr:titled}), {crdrug} started {shortdate:-13}.
Sent {shortdate:-6} to {crosh} ED with fever; {newdr:family} there called {dr3:family} {hm}. {crosh:b} could not admit.
DSA by {lab}; chimerism {num:70-99}% ({crtest}). {crtrial} slot offered, {crtrial} closed.
Apheresis RN {nurse:given} placed {crdev} {shortdate:-61} ({newdr:family}); pulled {shortdate:-5} by {inits:upper}.
@list [[Plan|A/P|To do]]
Tac level {shortdate:1}, goal 8-12 (me or {dr3:family}); {crdrug} {crabb}
{crdrug} auth {order} ({payer}, {someone:given} {phone}); {pharmacy}
Local onc {newdr:titled}, {oddclinic}, weekly CBC fax {fax}; {crtest}
{kin:given} ({word}) is caregiver to {shortdate:30}; relief {kin2:given}; lodging {charity}
"""

_CONSULT_LINES = templates(r"""
[[Consultants|Consults|CONSULTS]]: {crserv} ({newdr:family}), {crserv} ({newdr:family}), {crserv}, {crserv} -
    {newdr:titled}
[[On board|Following]]: {crserv} / {newdr:family}; {crserv} / {crabb}; {crserv} / {newdr:family} (x{ext})
{crserv}: {newdr:family}. {crserv}: none. {crserv}: deferred. {crserv}: {newdr:titled} x2
[[cc|CC|c]]: {newdr:family}, {newdr:family} ({crosh}), {pcp:family}; file; {crabb} registry
Copy to {newdr:titled} ({crserv}), {newdr:titled} at {crosh}, {pcpsite}, and the {crserv} office {fax}
{crserv} [[staff|attg]] {newdr:family} / {crserv} fellow {newdr:family} / {crserv} NP {newdr:given}
{crserv} [[f/u|appt]] {shortdate:9} {hm} - {newdr:family}, {crserv} f/u [[prn|TBD]], {crabb} clinic {shortdate:14}
[[Appointments|Appts]]: {weekday} {shortdate:5} @ {hm} {newdr:titled}, {crosh}, {street} {city} {phone}; wk of
    {textdate:20} {pcp:family}
Order set: {crdrug}, {crdrug} prn, {crabb} q6, call {newdr:family} x{ext} if {crabb} > {num:2-9}
[[Outside hospital|OSH]]: {crosh} ({city}) {shortdate:-8}-{shortdate:-5}, {crosh} {month:-60}, {crosh} "{crabb}"
[[Seen|Rounded]] w/ {newdr:family}, {newdr:given} ({crserv}), {crserv} RN, {newdr:initial_last} & {crabb} team
[[NOK|Next of kin|Emerg]]: {kin:short} {kinphone}; {kin2:given} ({word2}) {otherphone}; no {crabb}
Handed off: {crserv} to {newdr:family} {hm}; {crserv} to {inits:upper}; {crserv} to float
""")
_PAIRS = templates(r"""
placed by {newdr:family} w/ {crdev}; {crdev} by {newdr:family}; {crdev} w/ {crdev}
({newdr:family}) / ({crdev}) / ({crabb3}) / ({inits:upper})
per {crtrial}, per {newdr:family}, per {crserv}, per {inits:upper}
{crdev} {shortdate:-3}, {newdr:family} {shortdate:-3}, {crabb3} {shortdate:-2}, {crfrac}, {crfrac}
{crabb3} {shortdate:-9} ({inits:upper}) -> {crabb3} {shortdate:-1} ({inits:upper}); {crabb3} ({crabb3})
{crdrug} ({newdr:family} started), {crdrug} (generic), {crdrug} ({crabb3})
s/p {crdev} ({newdr:family}), s/p {crabb3} ({crosh}), s/p {crdev} ({crabb3})
{crscore} by {newdr:given}, {crscore} by {crserv}, {crscore} ({inits:upper} {hm})
{crgerm} {shortdate:-6}, {crgerm} 2/2 {shortdate:-5}, {crgerm} ({crabb3}) called {newdr:given} {hm}
{newdr:family}: {crdrug}. {crserv}: {crdrug}. {crabb3}: {crdrug}. {inits:upper}: ok
[[Katz|Lawton|Ranson|Norton|Braden|Wagner|Murray|Deyo|Hunt|Baker|Mason|Duke|Wells]] {num:1-9}/{num:9-12};
    {newdr:family} {shortdate:-1}
{crtest} via {labsite}, {crtest} per {newdr:family}, {crtest} x2
PEG {shortdate:-7}, trach {shortdate:-6}, {crdev} {shortdate:-5}, {crabb3} {crfrac}, Hgb {dec:6.5-9.9}
3 STE, {num:2-9} {crabb3}, EF {num:20-60}, {crfrac}; at {street} since {shortdate:-300}
{newdr:titled} {crabb3} {num:2-6} wk, {newdr:titled} RTC, {pt:full}  Acct {acct}
{pt:family}: {crscore}. {kin:given}: wants {crdrug}. {newdr:family}: no {crdrug}. {crserv}: no {crdev}
""")

# A page of orders or of teaching without anybody in it: every capital a word of the trade.
_ORDERS = templates(r"""
[ ] {crabb} [[bundle|pathway|protocol]]   [x] {crdrug}   [ ] {crdrug}
[[ADMIT TO|Admit]]: {crserv}   DX: {crabb}   COND: [[Guarded|Stable|Fair]]   ALL: {allergy}
NURSING: {crdev} care q shift; {crscore} q4h; strict I/O; {crabb} precautions
[[Notify|Call]] MD if SBP < {num:80-100}, T > 38.5, {crabb}, new {crabb}
[[Labs|LABS]]: {crtest}, {crtest}; CBC, BMP, Mg, Phos qAM x{num:2-5}; {test}
IVF: [[LR|NS|D5 1/2 NS|Plasma-Lyte]] @ {num:50-150}; {crdrug} gtt per {crabb} nomogram
[[Consult|CONSULTS]]: {crserv}, {crserv}; {crserv} only if {crscore}
Teaching point: {crtrial} v. {crtrial} - {crdrug} non-inferior; {eponym} is not {eponym}
[[Case|Vignette]]: {crabb} after {crdev}; {crgerm} 3/4 bottles, {crscore}. What next?
{crdev} > {crdev} for {crabb}; avoid {crdev} in {crabb}
[[Stage|Class|Type]] {stagename}; {crscores}
{crgerms}: S {crdrug}, R {crdrug}, I {crdrug}
[[DVT ppx|GI ppx|Bowel regimen]]: {crdrug} {dose}; {diet}; OOB w/ {crabb}
{crtrial} ({crabb}), {crtrial} ({crabb}), {crtrial} ({crabb}): see {crserv} guideline
Discharge criteria: {crabb} off, {crfrac}, {crdev} out, {crabb} < {num:2-9}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("courses-admission", chart(_ADMISSION, "ADMISSION H&P", "H&P", ""), 1.8),
    NoteType("courses-many-hands", chart(_HANDS, ""), 1.8),
    NoteType("courses-marrow", chart(_MARROW, "TRANSPLANT PROGRESS", ""), 1.2),
    NoteType("courses-consult-lists", scraps(_CONSULT_LINES, _CONSULT_LINES, PASSING, CLEAN, least=2, most=9), 1.7),
    NoteType("courses-pairs", scraps(_PAIRS, least=1, most=6), 1.6),
    NoteType("courses-orders-clean", scraps(_ORDERS, _ORDERS, CLEAN, least=6, most=26), 1.6),
    NoteType("courses-mixed-ends", scraps(_PAIRS, ENDS, ADDENDA, _CONSULT_LINES, CLEAN, least=3, most=10), 1.5),
)
