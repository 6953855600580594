"""Guidelines, monographs, abstracts, leaflets, recipes, manuals, messages of IT: clean, and with one identifier."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.clear_kit import ROWS, SENTENCES, clean
from corpus.notes.compose import templates

_GUIDE_HEADS = templates(r"""
Recommendations
Rationale
Scope
Key points
Class of Recommendation
Diagnosis of {dx}
Management of {dx}
When to Refer
Special Populations
Research Gaps
Evidence Summary
{clepo:disease}
Practice Point {num:1-9}.{num:1-9}
""")
_GUIDE = templates(r"""
{clyear} [[recommends|suggests against|is silent on]] {clgeneric} in {dx} ([[Class I|Class IIa|Grade 2C]],
    Level [[A|B-R|C]]).
{clepo:procedure} should be done before day {num:30-90} of life.
Where {clepo:syndrome} or {clepo:disease} is suspected, obtain {clgene} sequencing and {imaging}.
{clbody} and {clbody} differ on the timing of {test}.
In adults aged {num:18-40} to {num:64-79}, {test} is repeated every {num:1-10} years.
Children under {num:2-12} years [[need|do not need]] {clepo:test}.
The {cltown} replaced the {cltown} in most centers.
{clrare} described the lesion; {clrare} and {clrare} added the {clepo:triad}.
Risk is high when the {clepo:score} is {num:3-9} or more, or {clscale}.
{cltrial} and {cltrial} led to the change; {cltrial} did not confirm it (HR 0.{num:60-95}, 95 % CI
    0.{num:40-59}-1.{num:10-40}).
Treat {clbug} with {clgeneric} for {num:5-42} days; {clbug} needs {num:2-8} weeks.
The {cllatin} passes between the {cllatin} and the {cllatin}.
{clrare} cells line the {cllatin}, deep to the {clepo:membrane}.
Target {num:120-140}/{num:70-90} mm Hg; LDL < {num:55-100}; A1c {dec:6.0-8.5}.
{clepo:classification} divides it into types {num:1-2} to {num:3-6}.
Step {num:1-5}: add {clbrand}; Step {num:2-6}: consider {clepo:procedure}.
There is no role for {clbrand} outside of a trial such as {cltrial}.
Homozygotes for {clgene} [[should avoid|may need]] {clgeneric}.
Figure {num:1-9} and Table {num:1-9} show the [[algorithm|cut-offs|panel votes {num:8-12}/{num:13-19}]].
Do not confuse {clrare} disease with {clrare} syndrome, nor {clepo:sign} with {clepo:sign}.
In spring and summer, tick-borne {clbug} is more common; in May and June, peak counts occur.
A young adult with {symptom} may march through these stages within weeks.
Incidence is {num:2-90} per 100,000 person-years; the ratio of women to men is {num:2-9}:{num:1-3}.
""")
_DRUG_HEADS = templates(r"""
{clbrand:caps}
Indications and Usage
Dosage and Administration
Contraindications
Warnings
Adverse Reactions
Drug Interactions
Use in Specific Populations
Pharmacokinetics
How Supplied
Storage
Patient Counseling
""")
_DRUG = templates(r"""
{clbrand} ({clgeneric}) [[tablets|injection|for oral suspension|transdermal system]], for [[oral|IV|SC]] use.
Initial U.S. approval: {year:-9}.
{clbrand} is [[a kinase inhibitor|an SGLT2 inhibitor|a CGRP antagonist|an antisense oligonucleotide]]
    indicated for {dx}.
Start at {num:2-100} mg {frequency}; max {num:101-900} mg/day.
Reduce by {num:25-50} % if CrCl {num:15-29} to {num:30-59} mL/min.
Not recommended in Child-Pugh C or with {clgeneric}.
Most common (>{num:2-10} %): {symptom}, {symptom}, {symptom}.
In {cltrial} (N = {num:120-9800}), {dec:1.0-30.0} % on {clbrand:bare} vs {dec:1.0-20.0} % on placebo.
Strong CYP3A4 inducers ({clgeneric}, {drug:generic}, St. John's wort): avoid.
Half-life {dec:0.5-40.0} h; Tmax {num:1-8} h; Vd {num:10-400} L; {num:60-99} % bound.
Store at 20-25 C (68-77 F); excursions 15-30 C.
{clref}: bottles of {num:30-90}; {clref}: carton of {num:2-6}.
Pediatric use: safety below {num:2-17} years not established.
Geriatric use: no overall differences between {num:65-75}+ and younger.
Lactation: pump and discard for {num:2-30} days.
Tablets are debossed "{num:10-99}" on one side and "A{num:1-9}" on the other.
Revised labels follow {clbody}; {clmaker} is the sponsor.
Switch from {clbrand} after a washout of {num:2-14} days.
Monitor {test} at weeks {num:2-4}, {num:6-8} and {num:12-26}.
Boxed warning: {dx}; REMS applies to {clbrand} and {clbrand}.
Do not mix with {clfood}; apples or {clfood} may be used.
""")
_STUDY_HEADS = templates(r"""
Background
Methods
Results
Conclusions
Objective
Design, Setting
Statistical Analysis
Limitations
Funding
Keywords
Interventions
""")
_STUDY = templates(r"""
In {cltrials}, {clgeneric} did not reduce {dx}.
We searched MEDLINE, Embase, CINAHL and Cochrane CENTRAL without language limits.
Two reviewers screened titles in {clsoft}; {clepo:test}, {clepo:plot} and {clepo:correction} were used.
Heterogeneity was {num:10-90} % (I2), tau2 0.{num:10-90}; {clrare}-{clrare} models.
We used {clsoft} {clver} and R {dec:3.0-4.9}; packages meta and lme4.
Registered as {clref}; protocol {clver}.
Of {num:120-9800} adults, {num:40-119} ({dec:1.0-60.0} %) had {dx}.
Mean age was {dec:31.0-79.9} years (SD {dec:4.0-15.0}); {num:30-70} % were women.
Sections were stained with {clepo:stain} and {clref} on a {cldevice}.
Cells were grown in {clepo:medium} ({clmaker}, {clref}) at 37 C.
Mice (C57BL/6J, {num:6-12} weeks) received {clgeneric} {num:1-90} mg/kg.
Libraries were run on a {cldevice}; reads aligned with {clsoft} {clver}.
{clgene} and {clgene} were knocked out by CRISPR.
Primary endpoint: {clscale} at week {num:4-52}; key secondary: {clscale}.
HR {dec:0.4-1.9} (95 % CI {dec:0.2-0.9}-{dec:1.0-2.9}), p = 0.0{num:10-90}.
{clbug} and {clbug} grew on {clepo:agar}.
ICC(2,1) 0.{num:60-98}; {clrare} kappa 0.{num:30-95}; {clepo:coefficient} {dec:0.1-0.9}.
In the {cltown}, {num:200-9000} took part over {num:2-30} years.
Ethics: waived. Consent: not applicable. Conflicts: none.
Inclusion: {num:18-50} to {num:60-90} years, {clepo:score} > {num:2-9}, no {clbrand:bare}.
Arm A {clgeneric} q{num:2-4}w, arm B {clbrand:bare}, 2:1, block of {num:4-8}.
""")
_HOME_HEADS = templates(r"""
Going home after your operation
Activity
Wound Care
When to call
What is {dx}?
Your Medicines
Diet
Care plan
Goals
Interventions
Evaluation
Home Exercise Program
Recipe
Shopping list
Sick day rules
""")
_HOME = templates(r"""
You may shower the day after. Do not lift more than {num:5-20} pounds for {num:2-8} weeks.
March in place {num:2-10} minutes each hour.
Call 911 if you have {symptom} or {symptom}.
You may drive when off {clbrand}.
Take {clbrand} with {clfood}, not with {clfood}.
Expect {symptom} for {num:2-10} days.
Call the nurse line on your bracelet with questions.
Drink {num:4-12} cups a day; {clfood} counts as one.
{clrare} [[exercises|pendulum|stretch]] {num:2-3}x{num:5-20}
{clepo:exercises} {num:5-15} reps, {num:1-4} sets, {num:2-7}/7
{clepo:maneuver} nightly; {clrare} {num:3-10} x TID
{clrare} heel drops, green band rows {num:2-4}x{num:8-15}
Goal: {clscale} in {num:2-12} weeks
Goal: walk {num:50-500} ft with [[a cane|a rolling walker|no rest]] in {num:3-30} days.
Impaired skin integrity r/t {dx}: {cldevice}, {clbrand:bare} BID, turn q2h.
Outcome [[met|partly met|not met]]: {clscale}.
Per serving: {num:90-600} kcal, Na {num:20-700} mg, K {num:80-900} mg, P {num:30-400} mg
{num:1-4} cups {clfood}
{num:1-4} tbsp {clfood}, 1/{num:2-4} tsp salt
Substitute {clfood} for {clfood}.
Serves {num:2-8}. Bake {num:10-60} min at {num:325-425} F.
Choose {clfood}; limit {clfood}; avoid {clfood}.
TPN day {num:2-20}: {clbrand:bare} {num:40-120} g, {clbrand:bare} {num:20-60} g, {num:40-120} mL/h
{clepo:equation} {num:1200-2300} kcal; {clrare} {num:1200-2300}; RQ 0.{num:70-99}
{cladj} is fine; {cladj} is not.
Hope helps. Grace, faith and joy are in the chapel leaflet.
Rest, ice, {clbrand}, and a pillow under the knee.
See the eye chart once a year; wear sunglasses in March and April as in August.
""")
_TECH_HEADS = templates(r"""
Known Issues
Release notes {clver}
Troubleshooting
{cldevice}
Downtime
Alarms
Cleaning
Specifications
Warnings & Cautions
Change request
Tip of the week
""")
_TECH = templates(r"""
{cldevice} error {num:100-999}.{num:1000-9999}: [[replace battery|restart|call service]].
{cldevice} with {clsoft} {clver}
{clsoft} {clver} is read-only {weekday} {time}-{time}; use {clsoft}.
{clsoft}, {clsoft} and {clsoft} are not affected.
Port {num:1024-65535} closed; restart {clsoft} and {clsoft}.
{clsoft} {clver}: do not reboot; INC is closed when {clsoft} syncs.
Smart phrase .{clsoft:lower} now pulls {clscale}.
Use {clref} only; {clref} is discontinued.
Flow {num:1-60} L/min, {num:100-240} V, {num:50-60} Hz, IPX{num:1-7}, {num:2-40} kg.
Firmware {clver} fixes [[false|high|low]] {cldevice} alarms.
Wipe {clepo:holder} with {clbrand:bare}; do not autoclave {cldevice}.
MR Conditional at 1.5 T and 3 T; SAR < {num:2-4} W/kg; {clref}.
Press [[MENU|HOLD|MAY]] {num:2-5} s until {num:1-9}.{num:0-9} shows.
Filter {num:10-40} kHz, gain {num:20-60} dB, preset {clrare}.
{clmaker} and {clmaker} cartridges are not interchangeable.
The {clsoft} interface to {clsoft} dropped {num:2-900} ADT messages (HL7 v2.{num:3-8}).
Queue {num:1-9}: {num:0-400} pending, {num:0-20} errors, {num:1-99} % done.
Hi all, {clsoft} is slow. Will post when fixed. Thanks for your patience.
Hard stop added to {clepo:protocol} order set {clver}.
Calibrate every {num:1-12} months with {clref}.
Sizes: {num:10-40} Fr, {dec:2.0-9.0} mm, {dec:1.0-9.0} x {num:10-60} mm.
Help Desk: see badge. Biomed: see tag.
{cldevices}
""")
_TITLES = templates(r"""
{clepo} In The [[Elderly|Newborn|Critically Ill]]
A Brief History Of {clepo:disease}
{clyear}
{cltown}
{clbrands}
{clrares}
{cldevices}
{clgenes}
{clbugs}
{cltrials}
{cltowns}
{clepos}
{cllatin}, {cllatin}, {cllatin}
{cladj}, {cladj}, {cladj}
{clfood}, {clfood}, {clfood}
{clscales}
{clref}, {clref}, {clref}
Canal of {clrare}, pouch of {clrare}, foramen of {clrare}, node of {clrare}
Islands of {clrare}, space of {clrare}, triangle of {clrare}, aqueduct of {clrare}
{clsoft} / {clsoft} / {clsoft} {clver}
{clbody}, {clbody}, {clbody} And {clbody}
Rounds: {clrare} Sign, Not {clrare}
May Cause {symptom}
Grand Rounds Topic: {clepo}
Chapter {num:1-40}: {clrare} To {clrare}
""")

_ALL = (_GUIDE, _DRUG, _STUDY, _HOME, _TECH)

TYPES: tuple[NoteType, ...] = (
    NoteType("clear-guideline", clean(_GUIDE, heads=_GUIDE_HEADS, least=3, most=9, how="prose"), 1.6),
    NoteType("clear-monograph", clean(_DRUG, heads=_DRUG_HEADS, least=3, most=9, how="prose"), 1.4),
    NoteType("clear-abstract", clean(_STUDY, heads=_STUDY_HEADS, least=3, most=8, how="prose"), 1.4),
    NoteType("clear-home", clean(_HOME, heads=_HOME_HEADS, least=3, most=10), 1.3),
    NoteType("clear-technical", clean(_TECH, heads=_TECH_HEADS, least=3, most=10), 1.2),
    NoteType("clear-runs", clean(_TITLES, least=1, most=7), 1.7),
    NoteType(
        "clear-guideline-one", clean(_GUIDE, hidden=SENTENCES, heads=_GUIDE_HEADS, least=4, most=9, how="prose"), 1.5
    ),
    NoteType("clear-abstract-one", clean(_STUDY, _DRUG, hidden=SENTENCES, least=4, most=9, how="prose"), 1.4),
    NoteType("clear-home-one", clean(_HOME, heads=_HOME_HEADS, hidden=(*SENTENCES, *ROWS), least=4, most=10), 1.4),
    NoteType("clear-technical-one", clean(_TECH, heads=_TECH_HEADS, hidden=ROWS, least=4, most=10), 1.2),
    NoteType("clear-papers-one", clean(*_ALL, hidden=SENTENCES, least=5, most=12, how="prose"), 1.5),
    NoteType("clear-runs-one", clean(_TITLES, hidden=ROWS, least=2, most=7), 1.6),
)
