"""Everybody around a patient who is no doctor: interpreters, carers, drivers, clergy, lawyers, officers, teachers;
small letters, chats and minutes that call people by one name; and the same sentences about nobody."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import either, table, writer
from corpus.notes.staff_lines import SERVICES, THINGS, TWINS

AROUND = templates(r"""
Interp [[#{badge}|ID {badge}|in person]] {stgiv} ([[Somali|Dari|Hmong|Twi|Karen|ASL|Cape Verdean|Mixtec]]).
[[Interpreter|Name of interpreter|Terp]]: {stsur}
[[Interpreted by|Interpreting for mom|Relay by]] {stwho}, {vendor}
Guardian {pesur}. [[Case mgr|Caseworker|GAL]] at [[the county|{agency}]] {pefam}.
Wife {pegiv} at bedside, atty {pefam} called x{num:2-4}.
[[Mom|Dad|Gma|Auntie|Foster mom|Stepdad]] {pegiv} [[here|updated|wants {stabb:do}|refuses {stdrug}]].
NOK: {pesur} ([[sis|bro|dtr|hubby|cousin|wife]])
NOK {pegiv} {otherphone}, then {pegiv}, then {pefam}
[[POA|HCP|MPOA|Surrogate|Proxy]]: {pewho}, alt {pewho}
DNR per {pewho} ([[POA|son|guardian]])
[[Ofc|Ofr|Dep|Sgt|PC|Det|Tpr|CO]] {pefam} [[took report|at door|badge {badge}|has belongings|uncuffed x1]].
[[EMS|Medics|Crew|Brought by]]: {stwho}, {stwho}
EMS ({stfam}, {stfam}) [[gave {stdrug}|placed {stdev}|{stscore}]]
[[Teacher|Aide|Coach|Bus driver|Principal|School nurse]] {pefam} [[saw the fall|called mom|brought {him} in]].
[[Driver|Cabbie|Van|Volunteer]] {pegiv} [[waited|to return {hm}|no show]].
Group home staff {pegiv} and {pegiv} state [[he ate|{symptom}|baseline]].
[[Carer|Caregiver|HHA|PCA|Sitter|Homemaker]] {pegiv} [[x{num:2-7}/wk|nights|quit|did not come|found {him}]]
[[Public defender|Counsel|Solicitor|Atty|Paralegal]] {pewho} [[present|wants records|will call]]
Judge {pefam} [[continued the hold|signed|at {hm}]]. CASA {pegiv}.
[[PO|Probation|Parole agent|Bail]] {pefam}
[[Fr.|Imam|Rabbi|Pastor|Sr.|Elder|Deacon]] {pewho} [[anointed|prayed|called|visiting]].
[[Chaplain|Spiritual care]] {stwho} [[here|prayed w fam|paged {hm}]]
[[Landlord|Super|Neighbor|Roommate|Sponsor|Boss|Ex]] {pegiv} [[found {him}|has key|called|threatened {him}]]
[[Funeral home|Medical examiner|Coroner]] {pewho} [[accepted|declined]]; [[{donation}|donor line]] rep {pegiv}
[[Social worker|SW|CPN|AMHP|IMCA|CSW|ICM]] {stwho} [[met|asked|emailed]] {pefam}
[[Doula|Student midwife|Lactation|Child life]] {stgiv} in
Seen c {stgiv} ([[student midwife|MS3|chaperone|PA student]])
[[Chaperone|Chap]]: {stgiv}, {stcred}
DME rep {pegiv} from {vendor} fitted {stdev}
[[Device|Ortho|Pacer]] rep {pegiv} present
Peds: mom {pegiv}, dad {pegiv}. PCP {stfam}.
Twin A {pegiv}, twin B {pegiv}; sib {pegiv} [[well|has RSV]]
Sibs {pegiv}, {pegiv}, {pegiv}. Dog.
Lives w {pegiv} + {pegiv:poss} kids. {pegiv} smokes.
[[Emerg contact|EC]]: {pesur} / {pegiv} {otherphone}
Referred by {pewho} ([[friend|pastor|coworker]])
Consent: {pegiv} (mom), wit {stini}
{pegiv} says {pegiv} [[fell|gave him {stdrug}|has the pills]]; {pegiv} denies
[[ok to talk to|no info to|password holder]] {pegiv}
victim states {pefam} [[hit|pushed|followed]] her; {pefam} [[arrested|fled]]
[[Translator app|Line|Son]] used, {stgiv} [[unavail|late|re-booked]]
{vendor} driver {pefam} and helper {pegiv} carried {him} up
union rep {pefam}, HR {pegiv}, [[adjuster|NCM|claims]] {pewho} {claim}
tutor {pewho}; OT at school {stgiv}; IEP chair {pefam}
hospice: RN {stgiv}, aide {stgiv}, SW {stgiv}, vol {pegiv}
""")

ROLES_ONLY = templates(r"""
{strole:cap} [[here|called|left|waiting|at bedside|wants update|not available]].
{strole:cap} and {strole} [[updated|disagree|in hall]].
Per {strole}, {stabb:state} at baseline.
[[Interpreter|Chaplain|Sitter|Chaperone|Volunteer]]: [[none|declined|not needed|by phone|offered]]
[[NOK|POA|HCP|Guardian|EC]]: [[none|unk|self|declined|on file|state]]
[[Police|PD|EMS|Coroner|CPS]] [[here|called|released|accepted|declined]]
[[Judge|Court|Counsel]] [[continued the hold|pending|none]]
[[Mom|Dad|Gma|Wife|Hubby]] [[here|updated|wants {stabb:do}|refuses {stdrug}]].
Foster care. Ward of the state. Public guardian.
[[Catholic|Muslim|Jewish|Sikh|LDS|JW|Baptist]]; [[no blood|halal|kosher|anointed|last rites done]]
JW, no PRBC. No FFP. Albumin ok.
[[Carer|HHA|Aide]] x{num:2-7}/wk, {num:2-8} h
Ambulance [[late|gone|BLS|ALS]]. Driver waited.
{stdev} rep here. {stdev} fitted.
Sibs x{num:1-5}. Dog, cats x{num:2-4}.
[[Dispo|Plan|DC]] [[SNF|SAR|home w HH|AMA|LTC]], {strole} to arrange
""")

NOTES = templates(r"""
Dear {stgiv}, [[Saw|Thank you for sending|Good to see]] your [[delightful|pleasant|complex]] patient. I agree with
    {stgiv} that {stdrug} is next. cc {stgiv}, {stgiv} & {stfam}. Yours, {stgiv}
re: your pt. {stgiv} says labs back. I told {stgiv} in IR. {stgiv}, can u call {stgiv} from bed mgmt? Thx, {stini:lower}
{stgiv} - {stgiv} @ plan says appeal. {stini}
hey {stgiv}, {bed} needs {stabb:do}, {stfam} knows. - {stgiv}
@{stgiv} [[can you see|pls cosign|FYI]] {pefam} [[in {bed}|before noon]]
tell {stgiv} {pefam} [[is here|left AMA|no showed]]
[[Hi|Hey|Morning|Evening]] {stgiv} & {stgiv}, {stdrug} ran out in {bed}. {stgiv}
{stgiv}: on it. {stgiv}: thx. {strole}: ok
{stfam}: bed? {stfam}: {hm}. {stgiv}: {pefam} is still in it
FYI {stfam} out til {shortdate:4}, send to {stfam} or {stgiv}, not {strole}
{stgiv} took the call from {pegiv}, [[gave|told]] {stgiv}, who told {stini}
Dr {stgiv} knows. Dr {stini:upper} does not.
Dr. {stgiv} [[late|double booked|on zoom]], Dr. {stfam} [[ill|in OR]]
Miss {stgiv}, Mr. {pegiv} and Nurse {stgiv} [[were kind|helped me]]
ask for {stgiv} or {stgiv}, they know {pefam}
{stgiv} ([[front|billing|MA]]) will call {pegiv}
{stgiv:lower} or {stgiv:lower} can draw; {stgiv:lower} cant
lm for {pegiv} x2, {stini}; {pegiv} cb, {stini}
sub for {stgiv} tmrw = {stgiv}; {stdev} rep lunch
who has {pefam}? - {stgiv} / me. {stini} / she does. {stgiv}
"{stgiv} was an angel, {stgiv} was short with me, {strole} never came"
Shout out {stgiv}, {stgiv} and {stgiv} in {dept}!
Condolences to {stgiv} on her dad {pegiv}
{stfam}'s last day {weekday}. {stgiv} takes {stfam:poss} panel.
New: {stsur}, {stsur}, {stwho} ({stcred}). Bye: {stgiv}.
{stgiv} + {stgiv} = engaged! {stdrug} shortage over.
{stdrug} shortage. {stdev} recall. {stabb:do} down til {hm}.
{stdrug}: hold? No - {stfam} says hold {stdrug}.
{strole:cap} wants {stdev} out; {stfam} wants {stdev} in.
[[Epic|Dragon|Amion|Cerner|Meditech]] down. {stdev} down. Call {stgiv}.
""")

BRITISH = templates(r"""
S/B Mr {stfam} (cons) & Miss {stfam} SpR. Plan: NBM, IVI, CT AP.
WR {stfam} / {stfam} / F1 {stgiv}
[[ATSP|Asked to see pt]] by [[SN|NIC|HCA|RMN]] {stgiv} re {stabb:state}
Bleep FY1 {stgiv}. Sr {stfam} aware. Datix by SN {stgiv}.
D/W {stserv} ({stsur}) - [[for scan|not for surgery|review mane]]
D/W med reg {stfam}; [[bed mgr|site]] {stgiv}
[[Sister|Matron|Charge Nurse|Staff Nurse|Midwife]] {stfam} [[in charge|informed|to escalate]]
SALT {stgiv}: stage 2 fluids. Physio {stgiv}: AO1 w ZF.
GP Dr {stfam}, partner Dr {stfam}, PM {pewho}
[[Carer|NOK|Neighbour|Warden]] {pegiv}, QDS POC, keysafe. DN {stgiv} visits.
[[DoLS|MCA|BI]] mtg: {stwho} (AMHP), {stwho} (IMCA), {pegiv} (dtr)
Solicitor {pefam}; PC {pefam}, collar no. {badge}; PCSO {pefam}
Bloods mane pls {stini}. Cannula by {stini}, VIP 0.
Mr {stfam:poss} list Tues. Miss {stfam:poss} clinic. Prof {stfam} to opine.
Imp: {dx}. Rpt bloods. Not for ITU ({stfam}, {stfam}).
Nil new. Obs stable, NEWS {num:0-3}. Waterlow {num:8-22}. MUST 0. TTOs done.
TED stockings, Hartmann's 1 L, Abbey pain 3, Bristol 6, Barthel {num:2-20}.
Pt on Fortisip, Movicol, Oramorph. Tazocin D2. Clexane. Fragmin held.
Awaiting OT/PT/SALT/SW. MFFD. POC x4. R2G.
RN {stsur}, RN {stsur}, HCA {stsur}, bank {stgiv}
MDT: {stfam}, {stfam}, CNS {stgiv}, rad {stfam}, path {stfam}
""")

PROSE = templates(r"""
This {agesex} has been under the care of {stfam} and, since {stfam} retired, of {stfam:poss} successor {stgiv}.
I had the pleasure of hearing from {stwho}, who in turn had heard from {stfam} that the {stdev} was [[out|leaking]].
After {stfam} and I reviewed the films together we felt that {stdrug} rather than {stdrug} was the safer course.
What {stfam} called a {epo:sign} sign was, to my eye, only [[spasm|artefact|a bruise]]; {stfam} came round to
    this later.
Neither {stfam} nor her registrar {stfam} could elicit {stsign}; {strole} was not asked.
{stgiv}, the night nurse, had told {stgiv}, the day nurse, and {stgiv} told {strole}.
The {stfam} group saw {him} twice; the {stdev} was placed at the second visit by a locum, {stwho}.
He was intubated by {stfam} with a {stdev}, extubated by {stfam}, and sat up by {stgiv} and {stgiv} with a {stdev}.
According to {stfam:poss} letter, {epo:operation} was offered and declined; {stfam} has nothing to add.
When {stgiv} took the {stdev} down the wound was [[dry|sloughy|clean]]; {stgiv} measured it and {stgiv} drew it.
{stfam} et al were shown the scan. Their view, as {stfam} put it, is that {stdrug} comes first.
In short: {stfam} for the heart, {stfam} for the kidneys, {stgiv} for the feet, {stdrug} for sleep.
On the ward round {stfam}, {stfam} and the student {stgiv} found {him} [[bright|drowsy|cross]], {stscore}.
Please let {stfam} know, and copy {stgiv} in {stserv}; {strole} has a copy already.
Had {stfam} not noticed the {stdev}, we would have blamed {stdrug}.
{pegiv}, who drives {him}, and {pegiv}, who cooks, both say {stdrug} [[helps|makes things worse]].
Mr. {pefam:poss} nephew {pegiv} speaks for him when {pegiv} is at sea.
The question {stfam} asks is whether {dx} explains this. I think it does; {stfam} thinks not; {stserv} will say.
Reading {stfam:poss} op note: {epo:tool} on the left, {epo:tool} on the right, {epo:fluid} lavage, {stdev} to the skin.
Thanks to {stgiv} in the lab and {stgiv} on the desk; to {strole}, none.
{stdrug}, as {stfam} predicted, did nothing. {stdrug}, as {stfam} feared, did too much.
No one could tell {stfam} who {stfam} was. The {stdev} had been signed for by {stini}.
Under {stfam} (now at {newsite}) {he} had {epo:operation}; under {stfam}, {stabb:do} yearly.
We are grateful that {stsur} came in on {weekday}; {stsur} assisted, {stgiv} ran.
{stfam} suspects {dx}. {stsign} and {stsign} are absent. {stscore}. {stfam} will see {him} [[again|with {stabb:do}]].
If {stgiv} cannot come, {stgiv} or the aide {pegiv} will; if none can, {strole} rings {stfam}.
""")

ORIGINS = templates(r"""
{stsur} ([[goes by|call|pron]] {stgiv}), {stcred}
{stsur} and {stsur} [[rounded|operated|read it|co-wrote]]
seen by {stsur}, then {stsur}, then Dr {stfam}
{pesur} is {stsur:poss} [[cousin|patient|aunt]]
[[Name|Surname|Family name]]: {pefam}   [[Given|First]]: {pegiv}
{stsur:upper} / {stsur:upper} / {stsur:upper}
attending {stsur}; do not confuse w/ {stsur}
{stwho} ([[nee|formerly|was]] {stfam})
{stwho}, now {stfam} [[(m.)|since {year:-2}|by marriage]]
[[Prof|Dr|Dr.|A/Prof]] {stsur}, {stserv}
Dr {stgiv}, Dr {stfam}, Dr {stini:upper}
[[trainees|rotators|visiting|J-1|observers]]: {stsur}, {stsur}, {stsur}
{stsur}: {stabb:do} ok. {stsur}: hold {stdrug}.
[[wound|bath|feed]] by {stgiv}, {stgiv} and {stgiv} ([[bank|agency|float]])
{pesur}'s [[uncle|husband]] {pegiv} came with [[elder|chief|auntie]] {pefam}
{stfam}/{stfam}/{stfam} et al, abstract
panel: {stwho}, {stwho}, {stwho}
{stsur} for {stsur} [[{shortdate:3}|noc|wkend]]
[[Ms|Mr|Mrs]] {pefam} and [[Ms|Mr|Sra]] {pesur}
""")

PUBLIC = templates(r"""
[[Board|Trustees|Council|PTA|Vestry]]: {pewho}, {pewho}, {pewho}; absent {pefam}
[[Moved|Motion]] {pefam}, second {pefam}, carried. {pefam} abstained.
Ald. {pefam}, Cllr {pefam} and Rep. {pefam} [[spoke|toured the ward]].
[[Counsel|Ms|Mr]] {pefam}: objection. THE COURT: sustained, {pefam}.
Nurse {stfam} told the [[inquest|panel|board]] that Dr {stfam} [[left|was paged|agreed]].
{stfam}, a [[nurse|porter|surgeon]], and {pefam}, a [[mayor|fitter|nun]], [[met|won|testified]].
Coach {pefam} subbed {pefam} for {pefam} after the {dx}.
{pefam} won {num:6-7}-{num:1-4}; {pefam} withdrew ({dx}).
Capt {pefam}, Lt {pefam} and FF {pefam} on the [[ladder|roof|hose|pumper]]
[[Rev|Fr|Imam|Rabbi|Elder]] {pefam} officiated; {pegiv} sang; {pegiv} read.
Survived by {pegiv}, {pegiv} ({pegiv}) and nurse {stgiv}
Claims rep {pefam}, IME {stfam}, judge {pefam}
Bus {num:2-60}: {pegiv}, {pegiv}, {pegiv}; aide {pefam}; seizure plan for {pegiv}
Class 4B ({pefam}): inhaler {pegiv}, EpiPen {pegiv}, none else
[[Shift lead|Foreman|Steward]] {pefam} saw {pefam} fall off the [[Hyster|Genie|Cat|Bobcat]].
[[Braille|Morse|Caesar|Sandwich|Ferris|Diesel]] [[code|wheel|salad|class|engine]] [[day|fund]], no names given.
[[The Nobel|The Lasker|A Pulitzer]] is not for {strole}.
[[Union|Board|Council]] quorum, no public comment, {stdrug} price noted.
""")

_CONTACT_HEADS = (
    "Name | Rel | Ph | OK to talk",
    "Who | Role | When",
    "Child | Teacher | Med",
    "",
    "Visitor | For | In | By",
)
_CONTACTS = (
    "{pesur} | [[dtr|son|wife|POA]] | {otherphone} | [[y|n]]",
    "{pewho} | [[driver|brother|landlord|vol|church]] | {shortdate}",
    "{pegiv} | {pefam} | {stdrug}",
    "{pegiv} | {pegiv} | {word} | {stini}",
    "{pewho} | {bed} | {hm} | {stini}",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("staff-around", writer(AROUND, AROUND, ROLES_ONLY, least=3, most=10), 1.8),
    NoteType("staff-roles-only", writer(ROLES_ONLY, THINGS, least=3, most=9), 1.0),
    NoteType("staff-notes", writer(NOTES, NOTES, ROLES_ONLY, least=2, most=7, haste=0.3), 1.6),
    NoteType("staff-british", writer(BRITISH, BRITISH, SERVICES, least=3, most=10), 1.4),
    NoteType("staff-prose", writer(PROSE, PROSE, PUBLIC, THINGS, least=2, most=7, haste=0.05), 1.4),
    NoteType("staff-origins", writer(ORIGINS, ORIGINS, AROUND, least=2, most=8), 1.4),
    NoteType("staff-public", writer(PUBLIC, PUBLIC, TWINS, least=2, most=7), 1.1),
    NoteType("staff-contacts", either(table(_CONTACT_HEADS, _CONTACTS), writer(AROUND, NOTES, TWINS)), 1.1),
)
