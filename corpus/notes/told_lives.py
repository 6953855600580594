"""Told from memory: social histories as stories, diaries, letters home, visits, farewells, talks to students."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.told_kit import told

SOCIAL_HEADS = templates(r"""
PSYCHOSOCIAL HISTORY
Background (narrative)
Who is {pt:given}?
Social and Developmental History, taken over three visits
SOCIAL HISTORY, as told by the patient
This Is Me: {pt:nick}
""")
SOCIAL = templates(r"""
{pt:given} was born in {hometown} in {year:-60}, in the back of {oddco}, where {his} mother sold paraffin and thread.
{His} father, {kin:full}, had come over from {abroad} to lay track for {oddco} and went back in {year:-48}
  without saying so.
The boy next door, {someone:given}, taught {him} to swim and drowned the next summer.
{He} went to {oddschool} until it burned, then to {oddschool}, where {teacher:titled} beat left-handers.
At {age} {he} still adds on {his} fingers under the table and is quick at it.
{pt:given} shipped out with {oddco} before {he} could vote, jumped ship in {abroad} and picked tobacco for a
  farmer named {someone:family}.
Drafted; trained with {oddarmy}; eleven months up country; does not discuss it except to say "ask {someone:nick}".
{He} married {kin2:given} at {church}. The marriage lasted as long as the car.
The second, to {kin3:full}, a {job} at {oddschool}, has lasted.
Three children: {someone:given} (teaches at {oddschool}), {someone:given} (in {abroad}, does not write),
  {someone:given} (stillborn, {oddsite}, never held).
They lost the house on {street} to {oddbank} in {year:-15} and the trailer to the river.
From {year:-30} to {year:-9} {pt:family} drove for {oddco}, nights, and ate out of machines.
The drinking began at {oddclub} and ended at {oddhome}, with three slips.
{He} did nine months at {oddjail} over a matter with a cousin and a generator.
Sober since {date:-2000}; sponsor {friend:given}; home group above {oddco}.
Smoked Camels, then Winstons, then whatever {kin3:given} did not see.
{He} hears Mass on the radio and goes to {church} for the pancakes.
Money: pension from {oddco}, a little from {oddpayer}, cash from {oddclub} fish fries.
{oddbody} paid for the ramp; men from {oddclub} built it in a {weekday} and a half.
The caseworker from {oddwelfare}, {someone:given}, is "all right for a kid".
Nobody in the house has a license. {friend:given} drives them to {oddclinic}, {oddpharm} and {oddco}, in that
  order, every {weekday}.
{He} trusts {dr:titled} because {dr:titled} once said "I don't know".
What matters most: the dog, the porch, not going to {oddhome}.
No guns, no debts over $500, no regrets under oath.
Code status was raised and put down again, gently.
Water from a spring. Wood heat. One stair. Ten cats.
""")
DIARY_HEADS = templates(r"""
Letter home, {abroad}, {textdate}
From the notebook of a district nurse
Ship's surgeon's journal, {oddco}
Blog: {uname}, week 14
Midwife's daybook, {year:-1}
Dear {friend:given},
""")
DIARY = templates(r"""
{weekday}. Rode the bus to {oddsite}. Forty outpatients before tea and one bed for them all.
{textdate:-9}: twins at {someone:poss} place, up past {oddco}; second one breech, pinked up on the kitchen table.
Dr {newdr:family} says the monsoon will bring Plasmodium and the roads will take the ambulances.
Saw old {someone:titled} on the way down. Leg no better. Honey, and hope.
The generator at {oddsite} died during a Caesar and {nurse:given} held the torch in her teeth.
A boy of the {oddclub:bare} brought in with a spear through the calf, cheerful. Tetanus given. Spear returned.
{date:-3} — {age} today. {kin:given} sent socks and a tin of {oddco} shortbread.
They flew {someone:given} out to {oddsite} with {symptom}; we had a postcard.
Ran out of Betadine, Ringer's and patience.
Second mate's hand: crushed by a hatch, {weekday}. Radioed {oddsite}. They said amputate; I said wait; it pinked.
Quarantine flag off {abroad}. {num:3-14} down with it, two badly: {someone:family} and the cook.
Chemo number five at {oddsite}. Bay {bed}, by the window, next to {someone:given}, who knits for strangers.
My platelets were 41, so no. They rang {oddlab} to make sure. Still 41.
Consultant came at last. He looked at my feet and spoke to {kin:given}.
Night shift on the {donor}: three falls, two deaths, one proposal (accepted, bed {bed}).
{oddpolice} came for {someone:given}. She had only gone to buy a pear.
Sent {someone:nick} to {oddhome} and felt like a bailiff.
New matron, {nurse:family}, formerly of {oddsite}. Counts the spoons.
Rain. No patients. Read up on Rinne and Weber.
Lent the Sonicaid to {oddclinic} and got back a different one.
If this reaches you, tell {kin2:given} that the {oddbank:bare} book is in the piano.
Bled Mrs {someone:family}'s INR at the kitchen sink: 6.1. Rang {pcp:given}. He said a word.
""")
DIARY_ENDS = templates(r"""
Your loving {pt:given}
{pt:initials}
More when the boat comes. {pt:nick}
{pt:given} x
""")
VISIT_HEADS = templates(r"""
Inspection of {oddhome}, {town}, {fulldate}
Mortality and Morbidity, {monthonly}: the case of the {nth}
Farewell to {dr:titled_full}
Lecture notes: Grand Rounds, {newdr:titled_full}, {oddschool}
Team day out
Transcript of complaint meeting, {oddsite}, {date}
""")
VISIT = templates(r"""
We arrived at {time} and were let in by a resident, {someone:titled}, who had the door code on her wrist.
The manager, {staff:full}, had started on {date:-20}, having come from {oddhome}.
Eighteen people live at {oddhome}; the certificate is for sixteen.
Controlled drugs were counted against the book: Oramorph short by 20 ml, Temgesic correct.
{someone:given} told us that she was "put to bed with the hens".
Agency carers from {oddco} had not been told who was diabetic.
{pt:given}'s file held somebody else's care plan ({someone:full}, who died at {oddsite} in {month:-7}).
The {ageold} in {room} had a MUST of 3, a Waterlow of 24 and no table.
Complaints went to {oddagency}; two were answered.
The minibus, a gift of {oddclub}, has not moved since its MOT ran out on {date:-400}.
{dr:titled} joined the firm in {year:-31}, when it was {dr2:family}, {dr3:family} and a cupboard.
{dr:given} once took out an appendix at {oddsite} by the headlamps of a van belonging to {oddco}.
Slides by {newdr:initials}; errors by {newdr:initials}.
The first slide showed the portal of {oddsite}, the second a guinea worm.
Case: {agemark}, {oddschool} teacher, fever after {abroad}; Widal unhelpful, marrow grew it.
Audience: "Why not Coombs?" {newdr:family}: "We did. It was negative."
{kin:given}: I rang four times. {staff:given}: We have one call logged. {kin:given}: Then your phone is a liar.
"He was on the floor at six and on the floor at eight," {kin:given} said. "It's in your own book."
{staff:titled_full}, for the hospital, apologised for the letter that had begun Dear {someone:titled}.
It was agreed that the bracelet, the teeth and the Quran would be looked for at {oddco}, which does the laundry.
Action: {nurse:short} to write by {date:14}. Action: {staff:initials} to find the CCTV.
Afterwards we went to {oddco}, where {staff:given} sang.
The cake said Good Luck {dr:given}. The collection bought a kayak from {oddco}.
Overall: Requires Improvement. Safe: Inadequate. Caring: Good.
Fire doors wedged. Hoist slings shared. Menu pictorial. Tea excellent.
He leaves for {oddsite} in {abroad}, with {kin2:given}, two bicycles and our good stethoscope.
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("told-social-history", told(SOCIAL_HEADS, SOCIAL, haste=0.06)),
    NoteType("told-diary", told(DIARY_HEADS, DIARY, ends=DIARY_ENDS, haste=0.1)),
    NoteType("told-visit", told(VISIT_HEADS, VISIT)),
)
