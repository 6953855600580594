"""Long notes of a ward: hearts, intensive care, operations, transplant meetings, dialysis, burns, stroke, scraps."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged
from corpus.notes.courses_kit import ADDENDA, CLEAN, ENDS, PASSING, chart, scraps
from corpus.notes.papers_kit import OLD

_HEART = r"""
@form
NAME: {pt:last_first}      UNIT NO: {mrn}      ADM {shortdate:-14}  D/C {shortdate}
SERVICE: {crserv} ([[Attg|Att]]: {dr:family})   PCP: {pcp:full}, {pcpsite}, {city}
Age/sex {agesex}   Acct {acct}   Disp: [[home|SNF|rehab]]
@list [[Procedures|PROC|Operations]]
OPCABG x3 (LIMA-LAD, SVG-OM1, SVG-PDA) {shortdate:-12} - {surgeon:family}/{newdr:family}
Sternal rewiring POD#9 ({shortdate:-3}); {crdev} x2
LHC {shortdate:-13} ({newdr:family}, {crosh:a}): LM 70, RCA 100, FFR 0.{num:60-79}
TEE {shortdate:-12} by {newdr:family}, EF {num:20-60}, {crabb}
@prose [[Course|Hospital course|COURSE]]
{pt:titled} is [[an|a]] {ageold} {man} s/p PCI @ {crosh} {month:-3000} by {newdr:titled}, transferred from {crosh:a}
    with NSTEMI.
Taken to the OR on {shortdate:-12}; came off bypass on epi + milrinone, {crdev} in, extubated POD#1.
AF w/ RVR POD#2 -> amio per EP ({newdr:family}); {crabb} stable.
POD#7 sternal click; d/w Plastics ({newdr:family}), pec flaps deferred, {crdev} left.
CTICU fellow {newdr:family} placed R pigtail {shortdate:-10}, 900 cc out, Light's criteria c/w exudate.
Renal ({newdr:family}) followed for Cr peak {dec:1.9-4.9}. Seen by Wound/Ostomy ({nurse:given}) and by Nutrition.
{pt:family} walked the hall w/ PT ({staff:given}) by POD#5; {pt:given} lives with {kin:given}, {word}, in {town}.
Sternal swab {shortdate:-4} - {crgerm}. BCx {shortdate:-5}, {shortdate:-4} NGTD. ID recs (per {newdr:family}):
    {crdrug} via PICC
    thru {shortdate:38}.
@rows [[Meds at D/C|Discharge meds|MEDS]]
Drug | Dose | Last | Sig
{crdrug} | {dose} | {shortdate} | {frequency}
{drug} | {dose} | {shortdate} | {frequency}
{crdrug} | held | {shortdate:-2} | {newdr:family} to restart
{crdrug} | {dose} | stop {shortdate:20} | {crabb}
@list [[Follow-up|F/U|FOLLOW UP]]
{surgeon:family} clinic {shortdate:14} @ {hm}, [[Suite|Ste]] {num:100-510} (x{ext})
{pcp:titled} wk of {textdate:9}; OPAT {nurse:given} {phone}
{word} {kin:given} (cell {kinphone}) aware. {kin2:given} to drive
{hospice} for PICC care; labs to {newdr:family} {fax}
Device check: {crdev} #{serial}, {newdr:family}, {site:abbr} {shortdate:30}
"""

_UNIT = r"""
@form
{pt:family}   {bed}   {agesex}   HD#{num:3-40} / Vent day {num:2-20}   {shortdate}
Attg {dr:family}   Fellow {newdr:family}   Night: {dr3:family}   Code: Full   HCP {kin:given} {kinphone}
@prose [[Events o/n|24h|Interval]]
{hm} self-extubated, reintubated by Anesthesia ({newdr:family}), Gr IIb view w/ McGrath, 7.5 ETT @ 22.
Hypotensive post, levo up to {num:8-30}. R fem {crdev} by {dr3:family} {hm}.
{word} {kin:given} called {hm}, driving in from {town} w/ {kin2:given}.
{hm} desat, bagged by RT {staff:given}, {crdev} changed; CXR ({newdr:family}): no PTX.
NAEON per {pamono:nurse}. {pt:family} squeezed {kin:poss} hand to "hope".
@list [[By system|Systems|A/P]]
Neuro: RASS -{num:1-4}, {crdrug}. EEG (read by {newdr:family}) diffuse slowing, no NCSE
CV: TTE {shortdate:-3} EF {num:15-60}, Takotsubo pattern? since {shortdate:-4} on Dobut. Cards ({newdr:family}) thinks
    {crdrug} OK
Pulm: ARDSnet, P:F {num:70-240}, proned 16h x2. {crdrug} started per Pulm HTN ({newdr:titled})
ID: {crdrugs} {shortdate:-1} per {newdr:family}. BAL {shortdate:-2}: {crgerm}, S to {crdrug}. {crtest} pending (to
    {labsite})
Renal: CRRT, {crdev}, citrate; circuit clotted x2 (RN {nurse2:given}); {newdr:family} following
Heme: HIT neg, SRA sent to {labsite}; {crabb}; 1u {shortdate:-1} ({bag})
GI: PEG {shortdate:-6} ({newdr:family}), TF @ {num:20-70}; {crdrug}
Lines: L IJ TLC {shortdate:-7} ({pamono:dr3}), R rad A-line {shortdate:-3} ({inits:upper}), R fem HD {shortdate}
    ({inits:upper})
Skin: WOC {staff:given}: {crscore}, {crdev}
Dispo: LTAC ({fac}) if trach {weekday}; {crosh} declined
@prose [[Family|Goals|Social]]
HCP = {word} {kin:given}. Palliative ({newdr:titled}) following. Goals mtg {weekday} {hm} w/ {kin:given}, {kin2:given}
    and {staff:given} (SW).
{kin3:given} [[flew in|phoned]] from {city}; {someone:titled_full} from {church} prayed at the bedside.
"""

_THEATRE = r"""
@form
[[Pt|Patient]]: {pt:full}  Acct {acct}   {dob}   OR {num:1-22}
SURGEON: {surgeon:short} MD   1ST ASST: {dr3:given} {dr3:family}, PA-C   ANES: {newdr:family}/CRNA {staff:family}
PREOP DX: {dx}, {crscore}, {crscore}     PROC: {proc}, {crdev}
@rows [[Implants|IMPLANTS|Implant log]]
Item | REF | LOT | SN
{crdev} | {catno} | {lotno} | {serial}
{crdev} | {alpart} | {lotno} | -
{crdev} {num:5-12} | {catno} | {raw} | {serial}
@prose [[Description|Details|OPERATION IN DETAIL]]
After the time-out (called by circulator {nurse:given}) {pt:titled} was positioned on the Hana table, Bair Hugger on.
Smith-Petersen interval. Hohmann x2, Charnley retractor. Cobb used. {crdev} and {crdev} placed.
Fluoro: leg lengths = per {surgeon:titled}. {crdrug} by {surgeon:family}; {crdrug} by {newdr:family}.
{newdr:family} scrubbed in for {dr3:family} at {hm}; {crdev} exchanged for {crdev}.
Rep: {someone:given} from {works} in room. Closed w/ Stratafix, Prineo by {dr3:given}.
Adhesions from {farsite:alias} ({newdr:family}, {month:-2500}) lysed with {crdev}. Frozen {accession} benign per
    {newdr:titled}.
Counts correct x2 ({inits:upper}/{inits:upper}). EBL {num:10-900}. To PACU w/ {newdr:family}.
{kin:given} and {kin2:given} told in the waiting room by {surgeon:family}, {hm}.
@list [[Postop|Orders|Plan]]
{crdrug} x24h, {crdrug} POD#1, Foley out POD#1
WBAT, PT {staff:given}; d/c {crdev} {shortdate:1} ({dr3:family})
RTC {surgeon:family} {shortdate:14}, staples {shortdate:12} w/ {nurse:given}
"""

_SELECTION = r"""
@form
[[Liver|Kidney|Lung|Heart]] selection conference {shortdate}   {site:abbr}
Present: Hep ({dr:family}, {newdr:family}), Surg ({surgeon:family}), SW ({staff:given}), Psych ({newdr:titled}), Coord
    {nurse:given} x{ext}
Minutes: {inits:upper}    Absent: {newdr:family}, {newdr:given} (RD)
@list [[Cases|Discussion|Agenda]]
{pt:last_first}  {agesex} {crabb}/HCV, MELD-Na {num:15-40}, ABO [[O|A|AB]]. Milan within. Barcelona B. Sober since
    {shortdate:-300}
{someone:family}, {newdr:given}: {crscore}, HCC {dec:1.1-4.9} cm s/p Y90 ({newdr:titled} {shortdate:-70}). LI-RADS 5.
    Hold
Status 1A: {someone:titled}, Tylenol OD, KCC met; family en route from {town}. UNOS ID {id}. DONOR ID {raw}
{someone:last_first} re-txp, {crabb}, listed at {crosh} {month:-300}; dual list? {nurse:given} to call
"{someone:titled}" PBC, pruritus, {crdrug} failure; {newdr:family} writes from {crosh:b}
@prose [[Detail|Index case|Summary of first]]
EtOH contract signed {shortdate:-60} w/ {staff:given}. Ref from {newdr:titled}, {town}. {word} {kin:given} primary
    support; backup
    {friend:given}.
{pt:given} saw {newdr:family} (Dental) and {newdr:family} (Cards): DSE {shortdate:-20} neg, {crabb}.
Fin {staff:given}: {payer} auth {order}, lodging at {charity}. {crtest}, {crtest} done.
@list [[Decisions|Votes|Outcome]]
{pt:family}: LIST, {crscore}; {dr:family} moved, {surgeon:family} seconded
Re-image 8 wk; {newdr:family} to review w/ Rads
{nurse:given} calls {kin:given} {kinphone} today
"""

_DIALYSIS = r"""
@form
{clinic}   [[MWF|TTS]] [[2nd|3rd]] shift chair {num:1-24}   {pt:initial_last} {agesex} ESRD DM
EDW {dec:50.1-99.9} (lowered by {pamono:dr} {shortdate:-9})   Neph {dr:titled}   Ins {payer}
@list [[Monthly review|Labs and access|Review]]
Kt/V 1.{num:20-60}, Hgb {dec:8.1-11.9} ({crdrug} q2), PTH {num:200-990} -> {crdrug}. KDOQI
AVF L BC ({newdr:titled} {month:-900}), s/p fistulagram @ {oddclinic} {shortdate:-20} - {crdev} 8mm; alarms w/ VP 260
Missed txs {shortdate:-12}, {shortdate:-10} ({kin2:given} in hosp). Cramped {shortdate:-5}, NS 200 by {staff:given} PCT
HBsAb 12, {crdrug} #3 due. {crscore}
Txp: {crosh} eval w/ {nurse:given}; {crtest} {shortdate:-60}
RD {staff:given}: K {dec:4.0-6.4}, Phos {dec:3.0-7.9}, {crdrug}
SW {newdr:given} -> transport by {rideco}; rides w/ {friend:titled}
TDC R IJ {crdev} {shortdate:-400} ({newdr:family}), out {shortdate:-300}
CMS-2728 done; order set 44, {crabb}
"""

_BURN = r"""
@form
{pt:full} {agesex} TBSA {num:12-64}% (Lund-Browder) Baux {num:40-120}   Burn day {num:2-40}   {mrn}
@prose [[Course|Daily|Progress]]
OR {shortdate:-4} ({crosh} x-fer accepted then cancelled): excision/{crdev} - [[Drs.|Dr]] {newdr:family} &
    {newdr:family}.
Culture: {crgerms} (colistin MIC). {crdrug} -> {crdrug}; {crdev}, {crdev}.
Line day {num:2-9} ({inits:upper}). PT {staff:given} - splints. {crdrug}, Oxandrin.
{kin:given} stays at {charity}; {pt:poss} employer ({employer}) WC adjuster {someone:titled} - call {phone}. WC #
    {claim}.
Hgb {dec:6.1-9.9} tx 2u ({bag}). CXR by Rads (wet read {newdr:given}). {crabb}, {crabb}.
{pt:given} was burned on {fulldate:-9} at {works}; {responder} brought {him} via {crosh}.
"""

_STROKE = r"""
@form
{mr} {pt:full}, {agesex}, Hosp No {mrn}, DOB {dob}   LKW {hm}   Ward {ward}
@prose [[Summary|Presentation|Stroke course]]
NIHSS {num:8-24} -> {num:2-7}; ASPECTS 9; Rankin 1. TACS; tPA (alteplase) {hm}. CTA: L M1 - thrombectomy not offered
    by {crosh}.
Discharged from Stroke Unit to {fac} [[on the {nth}|on {textdate}]]. Seen by {newdr:titled} (Vasc), {newdr:poss} team,
    SALT ({staff:given}), OT {nurse:given}.
AF -> {crdrug} D5. {crdrug} bridging. Bamford. {crabb}, {crabb}.
Family: {word} {kin:given} (NOK) {kinphone}, {word2} {kin2:given} in {town}. GP {pcp:titled}, {pcpsite}, {city}.
Driving: told not to. TIA clinic, {crosh:b} 6/52, {nurse:titled} will ring.
DNACPR discussed {shortdate:-2} {newdr:titled}. {crscore}. {crscore}.
{pt:titled} was found by {friend:given} at {otherstreet}, last well {daterange:-9}.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "courses-heart-surgery",
        chart(_HEART, "DISCHARGE SUMMARY", "Discharge/Transfer Summary", settle=aged(42, 88)),
        1.8,
    ),
    NoteType("courses-unit-day", chart(_UNIT, "MICU PROGRESS", "ICU PROGRESS NOTE", "{site:abbr} ICU"), 1.8),
    NoteType("courses-theatre", chart(_THEATRE, "OPERATIVE REPORT", "Op note"), 1.5),
    NoteType("courses-selection", chart(_SELECTION, "TRANSPLANT SELECTION", ""), 1.3),
    NoteType("courses-dialysis-month", chart(_DIALYSIS, "DIALYSIS MONTHLY NOTE", "HD rounding"), 1.3),
    NoteType("courses-burn-day", chart(_BURN, "BURN ICU - Daily", "Burn progress"), 1.0),
    NoteType("courses-stroke", chart(_STROKE, "Discharge letter", "STROKE UNIT", settle=OLD), 1.2),
    NoteType("courses-scraps", scraps(PASSING, PASSING, CLEAN), 2.0),
    NoteType("courses-scraps-clean", scraps(CLEAN, least=2, most=10), 1.8),
    NoteType("courses-scrap-one", scraps(PASSING, ADDENDA, ENDS, CLEAN, least=1, most=2), 1.4),
)
