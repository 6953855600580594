"""Sentences without identifiers that look as if they held some: counts, prices, versions, months and names as words."""

from __future__ import annotations

from corpus.notes.compose import templates

DAILY = templates(r"""
I lost my [[card|passport|phone]], what should I do?
How do I change my [[address|e-mail|password|name]]?
What's my account balance?
Where can I find my policy number?
my number has changed
Please enter the four digit code.
Do you need my date of birth?
The customer did not leave a name.
What is an IBAN?
My credit card was declined.
I moved last month.
The hospital called yesterday.
Our doctor is on vacation.
My doctor said it is nothing.
The patient was seen by the nurse.
My brother lives two streets away.
[[He|She]] turned thirty and bought a boat.
It takes 20 to 30 minutes.
The kids are in third grade.
You may go now.
We march at dawn.
Will you bill me?
Mark my words.
Be frank with me.
She grew up fast.
Grace under pressure.
It's a joy to read.
I hope for the best, faith or no faith.
An art exhibition, free entry.
The sun sets early in winter.
Reading is fun.
I was reading in the bath.
Orange juice, two eggs, and rye toast.
China plates and a turkey sandwich.
Pick up the olive oil and some rosemary.
The bishop takes the rook.
Jack up the car first.
A dollar and a penny.
The penny dropped.
Summer rain in the garden.
The rich young man drove home.
Long hours, short weekends.
The baker, the butcher and the smith.
Cook until brown.
The carpenter and the mason are late.
Read the page, then sign.
A king-size bed and a queen-size sheet.
Page 12 of 48
Version 10.4.2 was released.
Error 404: page not found
The score was 21-17 at half time.
A 4/4 beat at 120 bpm.
Add 3/4 cup of sugar and 1/2 teaspoon of salt.
Section 3.1.2 applies.
See Fig. 4 and Table 2.
It weighs 12.5 kg and costs $49.99.
Model X200, 16 GB, 512 GB SSD
ISO 9001 and ISO 27001
The odds are 3 to 1.
Room temperature, 21 C
24/7 service
9 to 5, Monday to Friday
$1,250.00 due
Up to 50% off!
Size 10, width EE
SKU and barcode are on the box.
Press 1 for English.
One in five adults.
Flight delayed by 45 minutes.
Top 10 tips for better sleep
5 stars, would buy again.
A 30-year mortgage at 6.5%
Chapter 11 of the book
A two year old car, one owner.
20 year warranty
100 m dash, 4x400 relay
1:1000 scale
Q3 revenue rose 4%
7-day free trial
First come, first served.
Terms and Conditions
Frequently Asked Questions
Customer Service
Dear Sir or Madam,
To Whom It May Concern
Best Regards
Sincerely,
Thank you for your order.
Your Order Has Shipped
Terms of Use | Privacy Policy
Name:
Address:
Phone:
N/A
None
unknown
not provided
see above
""")

CLINICAL = templates(r"""
{neg}
{neg} {neg}
{heading}
{heading}:
{labline}
{labs}
{vitals}
{sig}
{score}
{code} {dx}
{dx}, {dx}, {dx}
{drug}, {drug}
{eponym}
{gene} {finding}
{model}
{test}: {range}
{measure}
{hpi}
{course}
{ros}
{exam}
{todo}
{advice}
Allergies: {allergy}
Diet: {diet}
{proc} under local anesthesia.
{imaging}: {finding}.
Grew {organism}, sensitive to all.
{symptom} x {duration}
Patient: see label
DOB: on file
Signature: ____________
Witness: ____________ Date: ____________
[[Name|DOB|MRN|Phone|Address]]: ________
Attending Physician
Registered Nurse
Dr. to call back
Next of kin: none
Primary Care Provider: none
Pt, Dr, RN, MD, DO, PA-C, NP
Right Upper Quadrant Ultrasound
Complete Blood Count With Differential
Do Not Resuscitate
Fall Risk, Aspiration Precautions
Medication Reconciliation Complete
Ward Round
Weight Bearing As Tolerated
T1DM, s/p DKA x2, A1c 9.4
Gravida 3 Para 2
{gest}, G2P1
Apgar 8/9
Visual acuity 20/40 OD, 20/25 OS
Sinus rhythm 72, PR 160, QRS 88, QTc 430
pH 7.32, pCO2 48, HCO3 24
L1-L5 fusion, C5-6 disc
Grade 2/6 murmur
CN II-XII intact
0.9% NaCl 1000 mL @ 125 mL/h
FiO2 40%, PEEP 5, TV 420, RR 14
""")

# Numbers, letters and capitals that are easily taken for identifiers.
NEAR = templates(r"""
{time} to {time}
[[Open|Visiting hours]] {time} - {time}
{time}-{time} [[shift|block|infusion]]
A. {dx}\nB. {dx}\nC. [[None of the above|All of the above]]
a) {symptom} b) {symptom} c) {symptom}
Option B, then option D
I. {heading}\nII. {heading}
1. {heading} 2. {heading}
(i) {todo} (ii) {todo}
Grade III, Stage IIB, Class C
Type A, Type B, Type II
[[Article|Section|Rule|Chapter|Title]] [[12|8(1)|403.2|IX|42]]
[[Form|Schedule|Annex|Appendix]] [[B|C-2|1040|D]]
Regulation 14, paragraph 2, as amended in {year:-4}
45 CFR 164.514(b)(2)
Volume 12, issue 3, pages 114-120
n = 240, p < 0.001
95% CI 1.2 to 3.4
{counts} items completed
6 of 10 wards replied
in the 1980s
people in their [[twenties|forties]]
children under 5 and adults over 65
ages 6 to 12
a 10-year plan
a 3 month course of {drug}
{gest} by dates
since week 12
3 cups, 2 tablespoons, 1 pinch
T4-T8, L5/S1, C2
{measure} x2
98.6 F, 37.0 C
60 Hz, 120 V, 15 A
800-1200 kcal
1,000,000 units
0.05% ointment
#30, refills 2
x3 days, q4-6h prn
room air, 2 L, FiO2 0.21
Level 2 Trauma
Unit dose, unit cost
Ward rounds and bed rest
Building a team
Street drugs, county fair, state of mind
The state pays; the county does not.
The clinic, the hospital and the pharmacy are closed.
The company hired a new manager.
Lab, pharmacy and radiology called back.
The university and the church share a car park.
The President, the Governor and the Mayor
The Department of Medicine
Associate Professor of Surgery
Board Certified In Internal Medicine
Nurse Practitioner On Call
Community Health Worker
Physician Assistant Student
Mother, father, two sisters
Husband drives, daughter cooks
Aunt died of {dx}
Dr. said to wait
Mr. and Mrs.
Ms.
Jr., Sr., III
Hello World
No Known Drug Allergies
Alert And Oriented Times Three
Chief Complaint And History Of Present Illness
Past Medical History {dx}, {dx}
Started On {drug} For {dx}
{drug} {drug} {drug}
{eponym} and {eponym}
{score} {score}
{gene}, {gene}, {gene}
{model} implanted without complication
{race}, right handed
{year}
In {year} and {year:-3}
{time}
""")
