"""Whole notes about a patient whose surname some sign or tool has too; names and what is none stand mixed."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import document

_STAY = r"""
@form
[[DISCHARGE SUMMARY|Hospital Summary|Transfer Summary]]
Patient: {alhero:reversed}   MRN: {mrn}   DOB: {dob}
Admitted: {numdate:-6}   Discharged: {numdate}   Facility: {site}
Attending: {dr:full}, {cred}   Service: [[Hospital Medicine|General Surgery|Cardiology]]
@prose Reason for Admission
{alhero:full} is a {ageold} {man} from {city} with {al:disease} disease, {al:scale} {num:1-4}, and {symptom} for
    {num:2-9} days. {He} was
    sent in by Dr. {pcp:family} after a positive {al:sign} sign.
@prose Hospital Course
In the ED {he} got {al:brand} and {al:brand}; {al:crew} was called at {hm}. {al:device} showed {al:part} narrowing.
For {mr} {alhero:family} {alhero:thing} was thought of and set aside. {al:genus} grew in one bottle and {al:brand} was
    begun.
{al:crew} saw {him} on day {num:2-4}, scored the {al:scale} at {num:4-20}, and brought a new {al:device}.
Dr. {dr2:family} [[asked|looked]] for {al:disease} and found none; {alhero:thing} came up at rounds and was dropped.
{His} {word}, {kin:given}, stayed the nights and brought {al:food}. {He} watched {al:fame} and slept.
The {al:wound} came off on {shortdate:-2}. {alhero:given} walked {num:40-300} feet with PT and the {al:device}.
@list Procedures
{alhero:thing}: [[considered|discussed|not seen|n/a]]
{al:device} placement, {al:instrument} retractor, {al:suture} closure, Dr. {surgeon:family}
{proc}
@list Medications at Discharge
{al:brand} {num:2-80} mg daily
{al:brand}, {al:brand} PRN
STOP {al:brand}; {al:nutrition} TID
@list Follow-Up
Dr. {pcp:family}, {clinic}, {numdate:12}
{al:crew} in {num:1-4} weeks; {al:crew} will call {phone}
{al:vaccine} due; {al:law} form to {kin:given}
@form
Condition: Stable. Code: Full. Disposition: Home with Home Health. Diet: Mediterranean.
Dictated: {dr:short}   cc: {pcp:full}; {alhero:initial}
"""
_CLINIC = r"""
@form
{clinic}
{fulldate}
Re: {alhero:full}, DOB {dob}
Dear Dr. {pcp:family},
@prose
Thank you for asking me to see {mr} {alhero:family}, {ageold}, about possible {al:disease}. No pun meant, but this is
    no matter of {alhero:thing}.
{He} lives in {town} with {his} {word}, {kin:given}, who has {al:disease} trait, and works at {employer}.
{His} symptoms began in {monthonly} after {al:food} at {al:fame} night. {al:brand} helped; {al:brand} did not.
    {al:origin} serology was negative.
On examination {al:sign} and {al:sign} were negative, {al:sign} equivocal. {al:scale} {num:2-9}, {al:scale}
    {num:10-30}. The {al:part} was not tender.
{al:kitco} staining at {lab} was read as {al:disease} by Dr. {dr2:family}; I am not so sure, nor is {nurse:short}.
I have explained {al:disease} to {alhero:given} and {kin:given}, with the {al:hand} leaflet. {al:trial} would support
    {al:brand}.
The {al:device} is on order through {al:law}. I would avoid {al:nutrition} and {al:wound}. {al:crew} will arrange the
    {al:acronym} and the {al:acronym}.
Should {alhero:family} ask about {alhero:thing}, {dr3:titled} at {site2} is the person to ask.
@form
[[With kind regards,|Yours sincerely,|Best wishes]]
{dr:full}, {cred}
[[Consultant|Attending]], {al:crew}
cc {alhero:initial}; {dr3:short}
"""
_HUDDLE = r"""
@form
[[CHARGE REPORT|Unit Huddle|Bedside Handoff|Nursing Handover]] {shortdate} {hm}
Off: {nurse:short}   On: {nurse2:short}   Charge: Days   Sup: on pager
@rows
Bed {bed}: {alhero:upper}, {agesex}, {al:disease}, {al:device} day {num:1-9}, {al:scale} {num:6-20}, Renal Diet
{alhero:family} wants {al:fame} on; {al:brand} given {hm}; next {al:wound} change {weekday}
Board says {alhero:thing}: that is a thing, not our {alhero:family}; {alhero:thing} [[rechecked|next door]] {hm}
{al:crew} saw {alhero:initials} at {hm}; {dr:family} to call {kin:given}
Bed {bed}: empty, {al:device} broken, Biomed tag. Bed {bed}: Clean. Bed {bed}: {al:acronym} r/o, {al:origin}
{al:acronym} out, {al:acronym} in; {al:device} leak fixed; {al:nutrition} @ {num:20-70}
Isolation: {al:genus} (Contact), {al:genus} (Droplet). PPE: Halyard, Moldex, Stryker hood
{al:crew} short today; {al:crew} borrowed the Hoyer and the {al:device}
Hi-risk: {al:brand}, {al:brand} gtt; second RN check. Pyxis count off by {num:1-2} on {al:brand}
{alhero:given} to {nursinghome} {weekday} if {payer} says yes; {word} {kin:given} {kinphone}
@list Safety
Falls: {alhero:family}. Morse {num:45-90}. Posey alarm on.
Pressure: {al:wound} to heels, Waffle, turn clock
Braden, Morse, CAM, {al:acronym} charted by {hm}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("alike-story-stay", document(_STAY), 1.6),
    NoteType("alike-story-letter", document(_CLINIC), 1.5),
    NoteType("alike-story-handover", document(_HUDDLE), 1.5),
)
