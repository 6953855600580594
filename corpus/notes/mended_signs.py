"""Signs, operations, tools, solutions, drugs and germs by a bare name; and people who are called the same."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import either, table, writer

SIGNS = templates(r"""
{epo:sign} and {epo:sign} [[positive|negative|both negative|equivocal]].
{epo:sign} [[+|-|neg|pos|+ve|-ve|absent|present|not elicited]].
{epo:sign}, {epo:sign}, {epo:sign}: [[all negative|negative x3|positive on the left only]].
[[Right|Left|Bilateral]] {epo:sign} [[reproduces the pain|unremarkable|with a click|not tolerated]].
Neg {epo:sign}/{epo:sign}.
{epo:sign} [[pos|neg]], {epo:sign} [[pos|neg]], {epo:sign} [[pos|neg]], impingement [[yes|no]].
No {epo:sign}, no {epo:sign}, no clonus.
Positive {epo:sign}; {epo:sign} deferred because of pain.
[[Did not check|Could not test|Please repeat]] {epo:sign}.
{epo:sign}? {epo:sign}?
Exam: {epo:sign} [[R>L|L>R]], {epo:sign} negative, drop arm negative.
{epo} [[was|is]] [[negative|weakly positive|the better test|not sensitive]].
{epo} [[I|II|III|IV|A|B|C]], {epo} [[2|3|4]].
{epo} [[score|grade|class]] [[of |]]{num:1-9}; {epo} {num:1-20}.
Per {epo}, [[low risk|moderate risk|no imaging needed]].
{epo} vs {epo} on the differential.
[[Rule out|R/o|Query|?]] {epo}.
[[Looks like|Classic|Atypical|Early|Burnt out]] {epo}.
{epo}, {epo}, and {epo} were [[considered|mentioned at rounds|thought unlikely]].
{stagename}
{stagename}; {stagename}.
[[Staged|Graded|Classified]] {stagename} [[today|on review|by two readers]].
{dx}, {stagename}.
Was {stagename}, now {stagename}.
{stagename} [[at diagnosis|at presentation|on the films]]; [[margins clear|nodes {num:0-3}/{num:6-24}]].
Class: {stagename} | {stagename}
The {epo} is the one with the wrist flexed, the {epo} the one with tapping.
[[We|Students]] [[practiced|reviewed]] {epo:sign} and {epo:sign} at the bedside.
{epo:sign}'s, {epo:sign}'s and {epo:sign}'s [[negative|absent]].
+{epo:sign} -{epo:sign} +/-{epo:sign}
{epo:sign} (+), {epo:sign} (-)
{epo:sign}: neg
{epo:sign} [[Test|Sign|Maneuver]]: negative bilaterally
Special tests - {epo:sign} {epo:sign} {epo:sign} {epo:sign}
Sign of {epo:sign} present.
The test named for {epo} was [[normal|not done]].
Orthobullets lists {epo} above {epo}.
""")

OPERATIONS = templates(r"""
{epo:operation} in {year:-3}, [[uneventful|leak on day 4|no recurrence]].
[[S/p|Status post|H/o|Had a|Underwent]] {epo:operation} [[{year:-4}|years ago|elsewhere|as a child]].
{epo:operation} then {epo:operation} [[for reflux|for stricture|with takedown]].
PSH: {epo:operation}, {epo:operation}, appendectomy, T&A.
[[Converted to|Plan|Consented for|Booked for|Not a candidate for]] {epo:operation}.
{epo:operation} [[takedown|revision|reversal|redo|specimen]].
Candidate for {epo:operation}? [[Discuss|Tumor board|Needs PET first]].
{epo:operation} vs {epo:operation} discussed.
Post {epo:operation} [[day 2|diet|anatomy|pain|dumping]].
{epo:tool}, {epo:tool} and {epo:tool} [[in place|on the field|counted|opened]].
[[Placed|Swapped|Removed|Repositioned]] the {epo:tool}.
{epo:tool} to gravity, {epo:tool} to suction.
{epo:tool} x{num:2-4}, {epo:tool} x{num:1-2}, sponges [[correct|x{num:5-30}]].
[[Need|Missing|Open]] a {epo:tool} and two {epo:tool}s.
{epo:tool} retractor out, {epo:tool} in.
Retracted with a {epo:tool}; grasped with an {epo:tool}.
Tray: {epo:tool}, {epo:tool}, {epo:tool}, {epo:tool}.
{epo:tool} [[output|drain|catheter]] {num:10-900} mL.
Skin closed with {num:2-5}-0 [[Vicryl|Monocryl|Prolene|nylon|PDS|Ethilon|chromic|silk|Maxon]].
[[2|3|4|5]]-0 Vicryl for fascia, 4-0 Monocryl for skin, Dermabond.
Suture: 3-0 silk, 5-0 Prolene, #1 PDS, 0 Ethibond.
{epo:fluid} or {epo:fluid}, [[whichever is stocked|1 L bolus|TKO]].
{epo:fluid} 1 L over 4 h, then {epo:fluid}.
Irrigated with {epo:fluid}[[ until clear|]].
Soak in {epo:fluid} 10 minutes twice daily.
[[Dressed with|Painted with|Rinse with]] {epo:fluid}.
Tube feeds: {epo:fluid} at {num:20-80} mL/h.
Allergic to {epo:fluid}.
Stains: {epo}, {epo}, {epo} [[negative|pending|positive]].
Fixed in {epo:fluid}, embedded, cut at 4 microns.
""")

DRUGS = templates(r"""
{brand} stopped, {brand} added.
{brand} [[held|on hold|restarted|refused|not tolerated|too expensive|denied|approved]].
{brand} [[helped|did nothing|caused a rash|made {him} sleepy|gave {him} nausea]].
[[Stop|Start|Continue|Hold|Resume|Taper|Refill]] {brand}.
[[Off|On]] {brand} [[and|&|plus]] {brand}.
{brand}, {brand}, {brand}, {brand}
{brand}\n{brand}\n{brand}
Home meds: {brand} {brand} {brand}
{brand} -> {brand}
{brand} => {brand} (insurance)
{brand}/{brand}/{brand}
Switched from {brand} to {brand}.
{brand} [[today|tomorrow|tonight|in the morning|with food]].
{brand}? [[No.|Yes.|Never tried.|Stopped it last year.]]
Tried {brand}, {brand} and {brand} without relief.
{brand} failed. {brand} failed. {brand} pending.
[[He|She]] ran out of {brand}; [[no|took]] {brand} since.
"{brand} [[works better|costs too much|is the blue one]]."
{brand:caps} / {brand:caps}
{brand:lower} and {brand:lower} daily
{drug:title} increased, {drug:title} decreased.
{drug:title} and {drug:title} [[interact|discontinued|were continued]].
{drug:caps} PRN, {drug:caps} SCHED
Allergies: {brand} ([[hives|cough|angioedema]]), {brand} ([[GI upset|unknown]]).
Intolerances {brand}, {drug:title}, {brand}.
[[Samples of|Coupon for|PA for|Appeal for]] {brand} [[given|sent|pending]].
{brand} [[pen|patch|inhaler|kit|injection]] teaching done.
{brand} was {his} [[first|third]] biologic, {brand} the next.
[[Long acting|Rescue]]: {brand}. [[Daily|Rescue]]: {brand}.
Generic for {brand} ok.
{brand} has worked since {year:-3}.
[[Levels of|Trough on]] {brand} [[therapeutic|low]].
Took two {brand} and a {brand} at bedtime.
{brand} or {brand} for sleep
""")

GERMS = templates(r"""
{bug}
{bug} and {bug} [[isolated|on culture|pending|not detected]].
{bug} [[positive|negative|IgM positive|PCR sent|titer 1:{num:2-9}0]].
{bug}, {bug}, {bug}: [[not detected|all negative|serologies pending]].
Cultures: {bug}, pan-sensitive; {bug}, resistant.
[[Covering|Treated for|Exposed to|Vaccinated against|R/o]] {bug}.
{bug} from [[the wound|urine|sputum|two of four bottles]].
{bug} >100,000 CFU/mL
{bug}: S to {drug}, R to {drug}
No {bug}. No {bug}. No ova or parasites.
Panel -- {bug} ND, {bug} ND, {bug} DETECTED
{bug} titres {num:2-8}0 and 1:160
{organism} / {bug} / {bug}
Stool: neg for {bug}, {bug}.
[[Outbreak of|Contact with|Prior]] {bug} [[on the unit|at the daycare|last winter]].
""")

SAME_NAMES = templates(r"""
{epodr} [[positive|aware]] she can [[operate|do it]]; {epo:sign} positive on exam.
{eponame} [[was positive|was negative]] about the plan; {epo:sign} was positive on the left.
Dr. {epodr} did the {epo:operation}.
Dr. {epodr} [[tested|checked]] {epo:sign} and {epo:sign}.
[[Mr.|Mrs.|Ms.]] {eponame} [[had a|declined a|is scheduled for a]] {epo:operation}.
{epodr} and {epodr} [[to scrub in|on call|agree]]; {epo:tool} and {epo:tool} on the tray.
[[Page|Call|Ask|Tell]] {epodr} [[about|re:]] the {epo:tool}.
{eponame} wants {brand}.
Seen by {epodr}. {epo:sign} negative.
{epodr} [[rounding|covering|off today|scrubbed]].
{epodr}, {cred2} - {epo:operation} tomorrow
[[Surgeon|Assistant|Scrub]]: {epodr}. [[Retractor|Drain]]: {epo:tool}.
The patient in {bed}, {eponame}, has a {epo:tool}.
{eponame} / {epo:operation} / [[NPO|regular]]
{eponame} - s/p {epo:operation}, {epo:tool} out
{eponame}'s {epo:tool} [[fell out|was clamped|is draining]].
{eponame} [[asked|asks]] if {epo} is hereditary.
Handover: {eponame} ({epo:operation}), {eponame} ({stagename}), {eponame} ({dx}).
Per {epodr}: [[stop|start]] {brand}.
{epodr} [[thinks|says]] {epo}, {epodr} [[thinks|says]] {epo}.
{lonedr} to look at {epo:sign}; {lone} to hold {brand}.
{lone}: {stagename}
{lone} grew {bug}; {lone} grew {bug}.
Letter to {epodr} re {eponame}, {epo:operation} {year:-1}.
{eponame} [[took|takes]] {brand}, {brand}, {brand}.
[[Family of|Room of|Chart of]] {eponame}: [[given|no]] {brand}.
{eponame}, {lone} and {eponame} [[NPO|for the list]]; {epo:operation} first.
{town} clinic: {stagename}.
Moved to {town}; {stagename} at diagnosis there.
From {town}. {bug} on culture, {stagename}.
Born in {abroad}. {stagename}.
""")

_HEADS = (
    "Test | R | L",
    "Operation | Year | Note",
    "Drug | Status",
    "Organism | Result",
    "Patient | Procedure | Plan",
    "",
)
_ROWS = (
    "{epo:sign} | [[+|-|neg|pos]] | [[+|-|neg|pos]]",
    "{epo:operation} | {year:-6} | [[uneventful|redo|leak|none]]",
    "{brand} | [[held|stopped|daily|changed to {brand}]]",
    "{bug} | [[ND|DETECTED|pending|{num:1-4}+]]",
    "{eponame} | {epo:operation} | [[NPO|consent|{epodr}|{ini}]]",
    "{lone} | {brand} | {stagename}",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("bare-signs", writer(SIGNS, SIGNS, OPERATIONS), 1.8),
    NoteType("bare-drugs", writer(DRUGS, DRUGS, GERMS), 2.1),
    NoteType("germs-and-stages", writer(GERMS, SIGNS, OPERATIONS), 1.1),
    NoteType("same-names", either(writer(SAME_NAMES, most=7), writer(SAME_NAMES, SIGNS, OPERATIONS, DRUGS)), 2.5),
    NoteType("names-and-signs-rows", table(_HEADS, _ROWS), 1.4),
)
