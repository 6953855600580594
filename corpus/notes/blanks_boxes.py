"""Boxes side by side on forms of registration, laboratory, ambulance and registry, one value beside the next label."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blanks_kit import ADULT, BABY, CHILD, OLD, boxes

_REGISTER = r"""
[[Surname|Family name|Last name]] = [[{pt:family_upper}|{pt:family}]]
[[Forename|Given name(s)|First]] = {pt:given}
[[Known as|Likes to be called|Alias]] = {pt:nick}
[[DOB|D.O.B.|Born|Geb.|Date of birth|Nasc.]] = {dob}
[[Age|Age last b'day]] = {age}
[[Hosp no|Unit no|UR|Card]] = {flcard:bare}
ID = {flcard}
[[Address|Addr|Residence]] = [[{street}, {town}|{abaddr}]]
[[Postcode|Zip|Pin]] = {zip}
[[Country of birth|Nationality at birth|COB]] = {country}
[[Home tel|H|Ph|Tel.]] = {phone}
[[Mob|M|Cell]] = {mobile}
[[NOK|Next of kin|PNOK]] = [[{kin:full} ({word})|{word} {kin:given}|{kin:given}]]
[[NOK tel|Contact]] = [[{kinphone}|{kinphone} after {hm}]]
[[Attorney|EPOA|Guardian]] = [[{kin2:short}|same|{kin2:given}, {word2}]]
[[GP|Fam doc|Usual Dr|PCP]] = [[{pcp:titled}|{pcp:family}]]
[[Practice|Surgery|Clinic]] = [[{flsite}|{pcpsite}]]
[[Employer|Works at|Emp]] = [[{flwork}|{employer}]]
[[Fund|Payer|Insurer|Ins co]] = [[{insurer}|{newpayer}]]
[[Mem no|Policy|Subscriber no]] = {plan}
[[Group|Grp]] = {groupno}
[[Ref by|Referred by]] = [[{dr:titled}|{dr:family}|{flsite}]]
[[Clerk|Taken by|Keyed by]] = [[{staff:given}|{author:initials}]]
[[Reg date|Date seen|Date]] = {shortdate}
Ward = [[{ward}|{dept}]]
Cons = [[{dr2:titled}|{dr2:initial_last}]]
Bed = {bed}
"""
_TUBE = r"""
[[Pt|Name|Patient]] = [[{pt:upper}|{pt:last_first}]]
[[B/D|D O B|Born]] = {dob}
[[Lab no|Acc|Spec no]] = {accession}
[[Ref by|Req by|Requester]] = [[{dr:titled}|{dr:initial_last}|{dr:upper}]]
[[Source|Loc|Hosp|Clinic]] = [[{flsite}|{site:abbr}|{dept}]]
[[Copy to|cc]] = [[{dr2:titled}, {flsite}|{pcp:titled}]]
[[Coll by|Bled by|Sampled by (print)]] = [[{nurse:initial_last}|{nurse:initials}|{staff:short}]]
[[Coll|Taken|Date coll]] = {shortdate} {hm}
[[Rec'd|Rcvd]] = {shortdate:1}
[[Id no|Hosp|No.]] = {flcard}
[[Bill to|Acct of]] = [[{newpayer}|{flwork}|ward|self]]
[[Phone result to|Ring]] = [[{ext} ({nurse2:given})|{drphone}|{dr:family} {bleep}]]
[[Bleep|Pgr]] = {bleep}
[[Age/Sex|Age Sex]] = {age}[[/| ]]{sex}
[[Courier|Run]] = [[{parcelco}|{flpass}]]
[[Prev|Last spec|Old no]] = {accession}
[[Unit issued|Donation]] = {flunit}
[[Unit 2|Pack 2]] = {flunit}
[[Given by|Hung by]] = {nurse:initial_last}
[[Checked|2nd check]] = [[{nurse2:initials}|{nurse2:initial_last}]]
[[Sig|Signed]] = {dr:initials}
[[Path|Reported by]] = {dr3:short}
[[Ward|Site]] = {ward}
Exp = {expday}
Bench = {flcap:lab} {flcap:lab}
"""
_RUN = r"""
[[Run no|Run #|Incident|CAD]] = {run}
[[Unit|Call sign|Veh]] = [[M-{num:1-40}|Medic {num:2-19}|A{num:100-480}]]
Crew 1 = [[{nurse:family}|{nurse:initial_last} (P)]]
Crew 2 = [[{nurse2:family}|{nurse2:initial_last} (B)]]
[[Driver|Op]] = {someone:initial_last}
[[Disp|DISP]] = {hm}
[[Enr|ENR]] = {hm}
[[Ons|ONS|On scene]] = {hm}
[[Trn|LVSC|Tx]] = {hm}
[[Arr|ARR|At dest]] = {hm}
[[Avl|CLR|Green]] = {hm}
[[Pt name|Patient|Name given]] = [[{pt:upper}|{pt:full}|UNKNOWN]]
[[Age|Est age]] = [[{age}|~{age}]]
[[DOB|Born]] = {dob}
[[PU|From|Scene]] = [[{otherstreet}|{nursinghome}|{shop}|{roadname}]]
[[Dest|To|Convey to]] = [[{flsite}|{site}]]
[[Med control|OLMC|Consult]] = [[{dr:titled}|{dr:family} {hm}]]
[[Rec by|Handover to|Accepting]] = [[{nurse:titled}|{staff:given}|{dr2:titled}]]
[[Fire|First resp|Other agency]] = [[{responder}|{oddcrew}]]
[[Police|Ofc]] = {officer:titled}
[[Caller|RP|Informant]] = [[{kin:given}, {word}|{kin:short}|passer by]]
[[Call back|ANI]] = {phone}
[[GCS|Score]] = [[4/5/6|3-4-6|E4 V5 M6]]
[[Stroke|FAST|Scale]] = [[Cincinnati neg|LAMS {num:0-5}|Los Angeles neg]]
Plate = {plate}
[[Ins|Payer]] = [[{newpayer} {plan}|{insurer}]]
[[Narcs|Box]] = {serial}
[[Miles|ODO]] = {num:2-60}.{num:0-9}
"""
_VITAL = r"""
[[Decedent|Name of deceased|Deceased]] = [[{pt:full}|{pt:upper_full}]]
[[DOD|Date of death|Died]] = [[{fulldate}|{numdate}]]
[[Age|Age last birthday]] = {age}
[[Birthplace|Born at|Place of birth]] = [[{town}, {stateab}|{town}|{country}]]
[[Father|Father's name]] = [[{someone:full}|{someone:short}]]
[[Mother (maiden)|Mother's maiden name]] = [[{kin3:maiden}|{someone:full}]]
[[Spouse|Surviving spouse]] = [[{kin:full}|none]]
[[Informant|Inf.]] = [[{kin2:titled_full}, {word2}|{kin2:full}]]
[[Usual occupation|Trade]] = {job}
[[Kind of business|Industry]] = [[dairy|rail freight|own home|Armed Forces|quarry|domestic]]
[[Ever in armed forces|Veteran]] = [[yes - Korea|no|yes, Navy|unk]]
[[Residence|Usual address]] = [[{street}, {town}|{abaddr}]]
[[County|Parish|District]] = {county}
[[Place of death|Died at]] = [[{site}|{nursinghome}|{flsite}|own home]]
[[Method|Disposition]] = [[burial|cremation|Burial|donation]]
[[Cemetery|Crematory|Place of disposition]] = {flburial}
[[Funeral home|Funeral director|F.D.]] = [[{flburial}|{donation}]]
[[Lic|License]] = {cert}
[[Part I a|Cause (a)]] = {dx}
[[Part II|Other conditions]] = [[Parkinson disease, Paget's|{dx}|Hodgkin disease {year}]]
[[Manner|Manner of death]] = [[natural|Accident|pending]]
[[Certifier|Certified by]] = [[{dr:full}|{dr:initial_last}, DO|{dr:short}, MD]]
[[Registrar|Dep. Registrar]] = [[{someone:initial_last}|sig. illegible|{staff:short}]]
[[Filed|Date filed|Reg'd]] = {shortdate:3}
[[State file no|Entry no|Regn no]] = {caseno}
[[Medical examiner|ME/Coroner]] = [[{dr2:full}|not referred]]
"""
_BIRTH = r"""
[[Child|Baby|Infant]] = [[{baby}|Baby {pt:family}|{pt:full}]]
[[Born|DOB|Date]] = {numdate}
Time = {hm}
[[Mother|Mother's name]] = [[{kin:full}|{kin:last_first}]]
[[Mother age|Age of mother]] = {flmum}
[[Father|Other parent]] = [[{kin2:full}|not stated|withheld]]
[[Address|Res.]] = [[{abaddr}|{street}, {town}]]
[[Attendant|Delivered by|Midwife]] = [[{nurse:full}|{dr:titled}|{nurse:initial_last}]]
[[PRC|PIN|Lic no]] = {flcard:bare}
[[Religion|Rel.]] = [[{zfaith}|Roman Catholic|INC|none]]
[[Place|Facility]] = [[{flsite}|{abhosp}|home]]
[[Registry no|NN4B no|Entry]] = {caseno}
[[Registrar|Civil registrar]] = {someone:initial_last}
[[GP|Baby's doctor]] = {pcp:titled}
[[HV|Health visitor]] = {staff:given}
[[Screen|Blood spot]] = [[done {shortdate:4}|declined|D5]]
[[Wt|Birth weight]] = {num:2100-4600} g
[[G|Gest]] = {gest}
"""
_SCHOOL = r"""
[[Child|Pupil|Camper]] = [[{pt:full}|{pt:given}|{pt:upper}]]
[[Born|DOB]] = {dob}
Age = {age}
[[School|Camp|Nursery]] = [[{flcamp}|{newschool}]]
[[Class|Year|Group]] = [[4|Kingfishers|Reception|Gr {num:1-8}|Cabin {num:1-9}]]
[[Teacher|Form tutor|Counselor]] = [[{teacher:titled}|{teacher:given}]]
[[Mum|Mother|Parent 1]] = [[{kin:full}|{kin:given} {kinphone}]]
[[Dad|Father|Parent 2]] = [[{kin2:full}|{kin2:given}|no contact]]
[[Pick up by|May collect]] = [[Mom or {kin3:given} only|{kin2:given}|Nani ({someone:given})]]
[[Do not release to|NOT to]] = [[{someone:given}|cousin {someone:given}|none]]
[[Doctor|Ped|Pediatrician]] = [[{pcp:family}, {flsite}|{pcp:titled}]]
[[Dr tel|Office]] = {drphone}
[[Holder|Policy holder]] = [[dad, {kin2:full}|{kin:last_first}]]
[[Holder DOB|b.]] = {otherdob}
[[Ins|Plan]] = [[{newpayer}|{insurer}]]
[[MMR 1|Polio 3|DTaP 4|Hep B 2|BCG]] = {shortdate}
[[Lot|Batch]] = [[{lotno}|-]]
[[Given by|Nurse]] = [[{nurse:initials}|{nurse:given}]]
[[Clinic stamp|Stamp]] = [[{flsite}|illegible]]
[[May give|OTC ok]] = [[Tylenol Y Benadryl N|Calpol|Pepto N]]
[[Swim|Level]] = [[Guppy|Duckling|Otter {num:1-3}|Shark]]
[[Bunkmate req|Friend]] = {friend:first_initial}
[[Exempt|Exemption]] = [[medical|religious|{flblank}]]
[[Home lang|Speaks]] = {lingo}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "blanks-register",
        boxes(
            _REGISTER, "[[REGISTRATION|Patient details|New patient|Face sheet]]   {flno}", "{flsite} {flno}", "{flno}"
        ),
        2.0,
    ),
    NoteType(
        "blanks-tube",
        boxes(
            _TUBE,
            "[[CROSSMATCH REQUEST|Pathology request|BLOOD GROUP|SPECIMEN]]  {flno}",
            "{flsite} LAB",
            least=4,
            most=18,
        ),
        1.8,
    ),
    NoteType("blanks-run-boxes", boxes(_RUN, "[[PCR|RUN SHEET|ePCR|Patient Report Form]] {flno}", "{responder}"), 1.5),
    NoteType(
        "blanks-vital-boxes",
        boxes(_VITAL, "[[CERTIFICATE OF DEATH|Registration of Death|RETURN OF DEATH]]  {flno}", "{fllaw}", settle=OLD),
        1.3,
    ),
    NoteType("blanks-birth-boxes", boxes(_BIRTH, "[[NOTICE OF BIRTH|Birth Registration]] {flno}", settle=BABY), 1.0),
    NoteType(
        "blanks-child-boxes",
        boxes(_SCHOOL, "[[Health Form B|EMERGENCY CARD|Immunisation record]]  {flno}", "{flcamp}", settle=CHILD),
        1.3,
    ),
    NoteType("blanks-mixed-boxes", boxes(_REGISTER + _TUBE + _RUN, settle=ADULT, least=4, most=14), 1.2),
)
