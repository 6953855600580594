"""Stays told from the first page to the last: summaries at discharge and children brought in."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.papers_kit import CHILD, OLD, paper

_DISCHARGE = r"""
@form
[[ADM|Admitted]]: {numdate:-6}   [[DIS|Discharged]]: {numdate}   MR: {mrn}   ACCT: {acct}   [[SVC|Service]]:
    MED   [[DISPO|To]]: {nursinghome}
[[ATTENDING|Attending]]: {dr:upper}     [[PCP|Family MD]]: {pcp:titled}, {pcpsite}      CODE: DNR     ISO: VRE
Consultants: {newdr:family} (ID), {newdr:family} (GI), {surgeon:titled}      Pending at discharge: {test}, path
    {accession}
@prose [[Reason for admission|Presentation|HPI]]
The patient is a {ageold} {man} of {town} brought by {kin:given}, {his} {word}, after {symptom} for {duration}.
{He} was last here in {month:-200} under {newdr:titled}; before that, {farsite}, {year:-5}. No NSAID, no travel.
The ED ({worddr}) gave {drug} and 2 L; lactate {dec:1.0-6.0}. {pt:titled} was well enough to ask for tea.
@prose [[Hospital course|Course by problem|Stay]]
#1 {dx}. Seen by {newdr:titled} and by Drs. {newdr:family} and {newdr:family}, who felt that a Hartmann's would be
    safest.
{surgeon:family} operated {textdate:-4}; EBL 200, a Blake drain left, out {shortdate:-1} ({inits:upper}).
#2 AF with RVR on POD 2. {newdr:family} was asked; TTE normal; Eliquis from {shortdate:-1}. CHADS-VASc 4.
#3 AKI, ATN. Cr {dec:1.2-4.0} to {dec:0.8-1.5}. Renal ({newdr:family}) signed off. No HD.
#4 Delirium. {kin2:given} sat up two nights; sitter {someone:given}; Haldol x1. Knows {kin:given} again since
    {weekday:-1}.
#5 Ostomy care was taught to {kin:given} with the help of {someone:given}, from Volunteer Services, and
    {nurse:given}, WOC.
#6 Goals: {kin:given} and {kin3:given} met with {staff:given} of Palliative; DNR, no DNI. Chaplain {someone:titled}
    came.
{neg}
@rows [[Discharge medications|Meds at discharge|MEDICATIONS]]
Medication | Dose | Freq | Status | Why | Next due
{drug} | {dose} | BID | NEW | AF | {shortdate} pm
{drug} | {dose} | QHS | CHG | per {newdr:family} | {shortdate}
{brand} | 1 tab | PRN | CONT | pain | -
{drug} | {dose} | daily | STOP | AKI | n/a
{brand} | 2 puffs | Q6H PRN | CONT | {pablank} | {pablank}
@list [[Follow-up|Appointments|Plan]]
{pcp:family}, {shortdate:7} {hm}; BMP at {newlab}
{surgeon:titled}, staples, {textdate:12}; {kin2:given} drives. Call {nurse:given} at {sitephone} for ostomy bags
{vendor} nurse ({someone:given}); PT 3x/wk; O2 2L NC, order {order}
{newdr:family} (Card) {month:1}, Holter, no driving; Quincke not seen; Rose Bengal no
Read with {kin:given} by {nurse2:given}, {hm}. Copy to {nursinghome:alias}, attn {someone:given}, fax {fax}
@form
{dr:upper_full} {cred}     {dr:initials}/{lc:author:initials}  DD:{numdate}  DT:{numdate:1}  JOB:{docid}
Addendum {numdate:3} ({dr2:family}): BCx {specimen} grew {bug} {paratio}; {pcp:family} told {hm}. {inits:upper}
"""

_PAEDIATRIC = r"""
@form
{pt:full}  ({pt:nick})   {agesex}   Wt {dec:14.0-60.0} kg   Informant: {word} {kin:given}, reliable    [[Ped|PCP]]
    {pcp:family}
Acc by {kin2:given} ({word2}); school {newschool}, teacher {teacher:titled}; bed {bed}; Child Life {staff:given}
@prose HPI
Well until {weekday:-3}, when {kin:given} was called by the school nurse ({someone:titled}) for T 39. {symptom}, then
    {symptom}.
Sick contacts: {someone:given} next door, a sib {someone:given} (croup), and the class hamster. No travel but {place}
    on {holiday}.
Seen at {oddclinic} {shortdate:-1} by {newdr:titled}: strep neg, sent home. ED: {newdr:family} and {worddr}; LP by
    {newdr:family}, CSF WBC {num:0-90}.
Transport from {farsite:alias} by {responder}, RN {nurse2:given}, RT {someone:given}, left {hm}.
@list [[PMH/BH|Background|Past history]]
Born {gest} at {site2:alias}, {newdr:family}; NICU {num:3-40}d, CPAP, no IVH
Ear tubes {year:-3} ({surgeon:titled}); Kawasaki {year:-2}, echo clean ({newdr:family}, {city})
Imm UTD but Flu; MMR #2 lot {lotno} {shortdate:-400}; seen q6mo in {dept}
Dev: 4th in a class of 22; reads; IEP none. SH: {kin:given} works at {employer}, {kin2:given} at home; cat, gun locked
FH: {kin2:given} MI 44; cousin {someone:given} CF carrier; no Marfan, Brugada, or SCD
@prose [[Exam|PE|Objective]]
{vitals}. Holds {kin:given}'s hand. TM dull R. Kernig neg, Brudzinski neg, Gower neg. Tanner 1. Murmur II/VI, Still's,
    no thrill.
Says {his} own name, the dog's, and "I may be dying" with a grin. {exam}
{labs}
@list [[Assessment and plan|A/P|Plan]]
{dx} vs {dx}: {drug} {num:10-90} mg/kg; ID {newdr:family} agrees; {test} to {newlab}
FEN: D5 NS at 1.5 M; NPO for {newdr:family}'s sedation {hm}
Social: {kin:given} sleeping in; MGM {someone:given} has the sibs; letter to {teacher:family} and {employer}. SW
    {staff:given}
CPS no; no bruises. D/w {dr2:titled} {hm}, {pcp:family} by phone {hm}. Full code. {pamono:dr3}/{pamono:dr}
Consent for LP from {kin:given}, wit {nurse:initial_last}; interpreter {someone:given} #{badge}
@form
{dr3:full} (PL-2)    {stamp}     Attending {dr:family}: seen with {dr3:given} and {newdr:given}, MS3; agree
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("paper-discharge", paper(_DISCHARGE, "DISCHARGE SUMMARY", "{site:upper}\nDischarge", settle=OLD), 1.8),
    NoteType("paper-paediatric", paper(_PAEDIATRIC, "PEDIATRIC H&P", "{site}\nAdmission", settle=CHILD), 1.4),
)
