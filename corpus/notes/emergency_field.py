"""Run sheets of ambulances, by road and by air, and the call that comes before them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_text import blocks, rows

_TIMES = rows("""
[[Disp|Dispatched]] {time}  [[Enr|En route]] {time}  [[Arr|On scene]] {time}  [[Dep|Transport]] {time}  [[Dest|At \
hosp]] {time}
[[Incident|Inc|Run]] # {caseno}   [[Unit|Veh]] M-14   [[Shift|Plt]] B
[[Location|Scene|Incident address]]: {address}
[[Loc|Scene]]: {place} [[near|x-st]] {street}, {city}
[[Crew|Attendants]]: {someone:short} EMT-P (#{badge}), {someone:short} EMT-B
[[Crew|Staff]]: {someone:family}/{someone:family}/{someone:initials}
[[Destination|Dest]]: {site}, [[choice|closest]], [[bed|rm]] {bed}, [[received by|RN]] {nurse:short} {time}
[[Caller|RP]]: {kin:short}, [[cb|callback]] {kinphone}
[[Response|Mode]]: [[lights and sirens|code 3|non-emergent]]; [[odometer|miles]] 4.2; [[truck|veh]] [[tag|VIN]] {vin}
[[Agency|Service]]: {city} [[Fire|Fire Dept|EMS|Ambulance]], {state}   [[License|Cert]] {cert}
[[Billing|Ins]]: {payer} {plan}; SSN {ssn}; [[guarantor|resp. party]] {kin:last_first}
[[PCR|ePCR]] {docid}   [[Zone|Dist]] {county}
[[Monitor|LP15]] [[SN|serial]] {serial}
""")

_STORY = rows("""
[[Dispatched|D/P]] to {address:nozip} for {ageold} {gender}, {symptom}. U/A [[met by|greeted by]] {kin:given} \
({word}) [[at door|outside]].
[[U/A found|Found]] {agesex} [[supine on floor|sitting upright|in vehicle]], GCS 14, [[c/o|CC]] {symptom}.
[[Pt|Patient]] {pt:last_first} [[states|denies]] {symptom}, [[onset|since]] {time}.
[[Per|According to]] {kin:titled}, [[last seen|LKW]] {time}, [[hx of|PMHx]] {dx}, {dx}.
[[Bystander|Neighbor|Off-duty RN]] {someone:short} [[performed|started]] CPR, AED x1 [[at|]] {place}.
[[PD|Officer]] {officer:family} [[(badge {badge})|#{badge}]] [[on scene|assisted]], [[report|CAD]] {caseno}.
[[MVC|T-bone|Rollover]] [[at|@]] {place}, {model} monitor. [[Vehicle|Other car]] [[plate|reg]] {plate}, \
[[driver|operator]] {someone:short}.
12-lead {time}: {finding}, [[transmitted|sent]] to {site:alias}; [[med control|Dr]] {newdr:family} \
[[orders|advised]] {sig}.
{vitals} {time}. BG 108. IV 18g L AC x1, NS TKO.
[[Narcan|Naloxone]] 2 mg IN [[given by|PTA by]] {someone:given} {time}, [[RR|resp]] 6 -> 16.
[[Moved|Extricated]] [[via|by]] stair chair from {unit}; [[keys|dog|purse]] left with {friend:short}.
[[En route|Enr]] {pt:family} [[A&Ox4|became unresponsive]] near {place}; {sig}.
[[Transferred care|TOC]] to {nurse:given} RN at {site:abbr} [[room|bed]] {bed}, {time}, [[signature|sig]] on file.
[[Refusal|AMA]] signed {pt:initials} {time}, [[witness|wit]] {kin:short}; [[advised|told]] to call back.
[[From|P/U at]] {nursinghome} [[rm|room]] {room}, staff {newdr:given} [[reports|gave]] paperwork, DNR \
[[dated|signed]] {date:-300}.
[[Interfacility|IFT]] {site2} to {site}: {dx}, [[drip|heparin gtt]], [[sending|report from]] RN {nurse2:given}.
[[Meds|Takes]]: {drug}, {drug}. [[NKDA|Allergy]]: {allergy}. {neg}
[[LZ|Landing zone]] [[at|]] {place}, [[flight|crew]] {someone:family} RN/{someone:family} EMT-P, [[wheels \
up|liftoff]] {time}.
[[Pt's|His|Her]] {word2} {kin2:given} [[rode along|follows in car]], [[cell|ph]] {mobile}.
Spinal motion restriction, c-collar, PMS intact x4. {neg}
[[Belongings|Property]]: phone, [[ring|wallet w/]] [[DL {license}|cash]] to [[ED security|{nurse:given}]].
""")

_SIGNS = blocks("""
{someone:short}, NREMT-P {cert}

[[Attendant|Tech]]: {someone:short}  [[Driver|Op]]: {someone:short}  {stamp}

[[Receiving RN|Receiving sig]]: {nurse:last_first} {time}

{someone:initials}/{someone:initials}

{someone:family} EMT-P #{badge}
{county} [[EMS|Fire District 4]]
""")

RUN = Form(
    "ambulance",
    "[[EMS Run Sheet|Prehospital Care Report|PCR|Ambulance Report|EMS Narrative|Patient Care Report|Flight Record|"
    "Critical Care Transport Note|ePCR Narrative]]",
    (
        Part("[[Call Information|Dispatch|Times|]]", _TIMES, 1, 6, 0.9, 0.0, "lines"),
        Part("[[Narrative|History|Assessment|N|CHART]]", _STORY, 3, 8, 1.0, 0.12),
        Part(
            "[[Vitals|Treatments]]",
            ("{time} {vitals}", "{time} {sig} {someone:initials}", "{time} O2 4L NC", "{vitals}", "{neg}"),
            1,
            4,
            0.4,
            0.0,
            "lines",
        ),
    ),
    signs=_SIGNS,
    most=4,
    weight=1.2,
)

TYPES: tuple[NoteType, ...] = (RUN.note_type(),)
