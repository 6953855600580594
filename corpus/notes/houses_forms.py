"""Sheets whose cells hold houses and places with names, kinds of them without, departments, programmes and bodies."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_REGISTRATION = r"""
@form Registration
Patient: {pt:last_first}   DOB {dob}   MRN {mrn}
Point of Origin: [[Non-Facility|Clinic or Physician's Office|Transfer from a Hospital|Skilled Nursing Facility]]
Facility type: {hogen:kind}   Facility: {hobare:a}
Patient type: {hodept}   Location: {hozone}
Registered at: {hodept} by {staff:initial_last}
Preferred hospital: [[{site}|Any|None]]   Preferred pharmacy: [[{pharmacy}|Outpatient Pharmacy|Any]]
Employer: [[{works}|Retired|Self-employed|Unknown Employer|{hoorg:l1}]]   Employer type: {hogen:l1:kind}
School: [[{school}|Home School|Not in School|N/A]]   Daycare: [[{hoorg:l2}|Home|Relative]]
Financial class: {hopay}   Plan: [[{payer}|{hopay}]]   Secondary: {hopay}
Religion: [[Catholic|Methodist|Jewish|None]]   Church: [[{church}|None|Home Church]]
Birthplace: [[{hometown}|{hogeoin}|Home]]   Language: {lingo}
@list Contacts
{kin:full} ({word}), works at {works}
{kin2:full}, lives at {hobare:b}
{staff:full}, {horole}, {agency}
Power of attorney: the Public Guardian's Office
{pcp:full}, {pcpsite}; {hodept} as second
@form Programs
Enrolled: {hoprog}; {hoprog}
Declined: {hoprog}
Outreach by {horole}, {hoorg:c1}
Notice of Privacy Practices, Patient Rights, Important Message from Medicare: given
Research: {cltrial} flyer only
"""

_MDT = r"""
@form
{hodept} - MDT outcomes   {date}   {site}
Chair {dr:titled}   Quorate: Radiology, Pathology, Oncology, CNS, {hobare:m} by link
@list Cases
{pt:last_first}, {age}: scan {hobare:m}; Refer {hobare:n}; Keyworker UGI CNS Team
{someone:full}: AJCC 8, {hobody}; discuss at Sarcoma Board; PET at {hobare:n}
{someone:full}: outside slides from {hobare}; {lab} to run the panel; {homake} noted
{someone:titled}, {hobare:o}: not for surgery; Best Supportive Care; Community Palliative Care Team
{someone:full}: {hoprog}; prehab at {hoorg:l1}; anaesthetic clinic
{someone:family}: {hogeo}; repeat at {hobare:n}; results to {pcpsite}
{someone:full}: open to {cltrial} at {site2}; consent by Research Nurse {nurse:given}
{someone:full}: wants treatment at {hobare}, nearer {town}; {dr2:titled} to write
{someone:initial_last}: Two Week Wait breach, {hozone} scanner down; Datix {docid}
@prose Notes
{hobody} preferred to {hobody}. {dr2:family} asked whether {hobare:m} follows either.
The {hocom} wants the numbers by {date:10}; {horole} {staff:given} to send.
{hobare:o} will host from {month:2}. {hobare:n} has no parking, says everybody.
MDT Coordinator {someone:full}, {ext}. Cc Surgery, Screening Hub, {hodept}.
"""

_HUDDLE = r"""
@form
BED HUDDLE {stamp} {site:alias}
ED {num:12-60} / MAJORS {num:4-20} / RESUS {num:0-5} / WAITING ROOM {num:5-40}
{hodept:upper}: {num:0-8} OUT, {num:0-8} IN
@rows Transfers
{someone:family_upper} {hobare:upper} -> {hodept:upper} {hm}
{someone:family} {hodept} -> {nursinghome} {time12} {responder}
{someone:family} {hodept} -> Home with Home Health, DME from {vendor}
{pt:family_upper} {hozone:upper} -> {hodept:upper}
{someone:family} {hodept} -> {hobare} (family prefers {hobare})
{someone:family_upper} PENDING {hoabb} / {hopay:upper} / {insurer:upper}
OBS {someone:family}: awaiting {hocom}
{someone:family}: {hogen:kind} declined, {hoorg:c1} declined, {hoorg:c2} reviewing
@prose Issues
Lift to the North Tower out; use East Wing. Kitchen to {hozone} late. {homake} shortage: {vendor} on it.
{site3} and {hobare:z} on divert. {hobare:z} back at {hm}.
Staffing: {hodept} short one; agency ({oddco}) sends {someone:given}; float from {donor}.
Visitors: Fire Department at {hozone} {time}; Joint Commission mock survey; school choir of {school} in the Chapel.
Safety: falls {num:0-4}, {hodept}; CLABSI 0; {hoprog} day {num:2-90}.
{horole} on call {staff:full} {mobile}; {horole} {nurse:given}.
"""

_DIARY = r"""
@form
[[Food and activity diary|Rehab diary|Week {num:1-12} log]] of {pt:given} {pt:family}, for {staff:given} at {oddclinic}
@rows Food
{weekday} {time}: {hofood}, {hofood}
{weekday}: {hofood} at {phraseco}, {hofoodin}
{weekday} lunch: {hofood}, {hofood} and a Waldorf salad
{weekday}: nothing till {time}, then {hofood} x{num:2-4}
{shortdate}: {hofood} from {shopco}; {hofood} from Mum
{shortdate:1} {venue}: {hofood}; {kin:given} had {hofood}
{shortdate:2} {hofood} on the train to {hofoodin}
@rows Exercise
{weekday} {homove}, {homove}
{weekday} Aqua class at {hoorg:l1}
{weekday} {homove} with {friend:given} of {oddclub}
{shortdate} {homove} 3 x {num:6-15}; {homove} left only
{shortdate:1} parkrun in {town}, {num:22-48} min
{shortdate:2} walked to {street} and back; {homake} says {num:2-14},000 steps
@prose Remarks
Back sore after {homove}. {kin:given} says less {hofood}. {staff:given} of {oddclinic} says more.
Missed {hoprog} on {weekday}; {hoorg:l1:head} was shut.
Goal: {hogeoin} half marathon, {month:7}. Swiss ball lost.
"""

_VACCINE = r"""
@form
[[IMMUNIZATION RECORD|Vaccine Administration Record|State immunisation history]]   {pt:full}   {dob}
Schedule: CDC/ACIP [[catch-up|routine]]   Program: [[VFC|Adult|Private stock|Section 317]]   VIS given
Provider: {pcpsite}   Clinic: {hoorg:c1}   County: {county}
@rows Doses
{shortdate} Hep B birth dose, {hobare}
{shortdate} {homake}, L deltoid, {pharmacy}, {inits:upper}
{shortdate} Japanese encephalitis, Travel Clinic, {hoorg:c1}
{shortdate} Tdap (Boostrix), Emergency Department, {hobare}
{shortdate} Flu, at School, {school}
{shortdate} Flu, {works} Employee Health
{shortdate} BCG, {zland}; scar seen
{shortdate} Moderna, drive-through, {hoorg:l1}
{shortdate} MMR #2, Local Health Department, {town}
{shortdate} Pneumovax, Home visit, {nurse:given}, {hoorg:c2}
{shortdate} Typhoid Vi for {zfarland}, {chemist}
@prose Remarks
Registry match by State Immunization Information System, record {id}; {hobare}'s record not linked.
{kin:given} signed in the Main Office. School District exemption no. The School Nurse of {school} has a copy.
No {hobug} vaccine in stock; {hobug} not advised for {hogeoin}.
AAP, ACOG and ACIP agree; {kin:given} read otherwise on a page of a group in {town}.
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("houses-registration", sheet(_REGISTRATION), 1.5),
    NoteType("houses-mdt", sheet(_MDT), 1.3),
    NoteType("houses-huddle", sheet(_HUDDLE), 1.4),
    NoteType("houses-diary", sheet(_DIARY), 1.0),
    NoteType("houses-vaccines", sheet(_VACCINE), 1.2),
)
