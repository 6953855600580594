"""Reports of the heart: echo, catheter, electrocardiogram, devices."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_text import rows

_WHY = rows("""
{dx}, {symptom}
{ageold} {man} with {dx} [[s/p|after]] {proc} {year:-3}
[[Requested by|For]] {dr2:titled}: [[LV function|valve|NSTEMI]]
{agesex}, [[pre-op|clearance]] {proc} {shortdate:5} ({surgeon:family})
[[STEMI|NSTEMI]], [[onset|pain]] {time} {date}
{symptom} [[at|while at]] {employer} {date:-2}
[[Chemo surveillance|f/u]] [[Dr|Dr.]] {dr4:family}, baseline {month:-90}
""")

_ECHO = rows("""
LVEF 55-60%. LVIDd 4.8 cm, IVS 1.1. E/e' 12. Grade 1 DD.
[[Mild|Moderate]] MR, trace TR, RVSP 34. {neg}
[[Compared to|vs]] {date:-300} [[study|echo]] [[at {site2}|({newdr:family})|]]: [[EF lower|no change]].
[[Bioprosthetic|Mechanical]] AVR ({model}, [[S/N|serial]] {serial}), mean gradient 11.
[[Sonographer|Scanned by]]: {staff:short}, RDCS [[({staff:initials})|]]. [[Quality|Windows]] fair, Definity 2 mL.
BP 128/70, HR 72, BSA 1.9. [[Tape|Clip]] {docid}.
[[TEE|Probe]] passed by {dr:titled} [[at|]] {time}, no LAA thrombus. [[Sedation|MAC]] {newdr:family}.
[[Bubble|Agitated saline]] study negative. {finding}.
[[Discussed|Reviewed]] with {dr2:titled} and {surgeon:family} {date}.
[[Machine|Unit]] {serial}, [[bay|room]] {room}.
""")

_CATH = rows("""
[[Access|Right radial]] 6 Fr at {time}. LM 0%, LAD 80% mid, LCx 40%, RCA 100% CTO.
[[DES|Stent]] {model} 3.0x18 ([[lot|LOT]] {id}) to LAD. TIMI 3. [[D2B|Door to balloon]] 62 min.
[[Operator|Performed by]]: {dr:titled}/{dr3:titled}; [[scrub|RN]] {nurse:given}, [[tech|RT]] {staff:given}; \
[[circulator|monitor]] {nurse2:initial_last}.
RHC: RA 8, PA 44/20, PCWP 18, CO 4.2, Fick. {neg}
[[Prior|Previous]] PCI {month:-900} [[at {site3}|by {newdr:family}]]; CABG {year:-8}, LIMA patent.
[[ICD|PPM]] {model} [[serial|S/N]] {serial}, [[RV lead|RA lead]] {id}, thresholds 0.6 V, [[rep|vendor]] \
{someone:given} {someone:family} ({employer}).
[[Referred by|cc]] {pcp:titled} {pcpsite:alias}. Contrast 120 mL, fluoro 9.1 min.
{pt:titled} [[tolerated well|transferred to {dept}]]. [[Wife|Family]] {kin:given} [[told|informed]] by {dr:family} \
{time}.
[[Heart team|Discussed]]: {surgeon:titled}, {dr2:family}; CABG {weekday} {shortdate:2}.
[[Closure|TR band]] {time} {nurse:initials}, [[removed|off]] {time}. {finding}.
[[EPS|Ablation]] {date}: [[AVNRT|flutter]] terminated {time}, [[mapping|Carto]] {study}.
""")

_TRACE = rows("""
Vent rate 88, PR 162, QRS 96, QT/QTc 380/441, axes 44 -12 30. NSR.
{finding}. [[Compared with|When compared with ECG of]] {date:-90} {time}, [[T waves inverted|no change]].
[[Confirmed by|Overread]] {dr:upper} ({badge}) [[on|]] {stamp}
[[Technician|Tech]]: {staff:initials}   [[Loc|Loc:]] {dept}   [[Room|Rm]] {room}   [[Test ind|Ind]]: {symptom}
[[Referred by|Req MD]]: {dr2:family_upper}   [[ECG|Order]] # {order}
AF 132, LBBB, LVH. [[Abnormal|Borderline]] ECG. {neg}
[[Holter|Zio]] ([[S/N|device]] {serial}) {daterange}: 12 beats NSVT {shortdate:1} {time}, [[diary|pt]] "{symptom}".
[[Stress|Bruce]] 7:10, 10.1 METs, [[stopped|peak HR]] 148, [[supervised by|NP]] {newdr:short}.
{pt:last_first}   ID:{mrn}   {numdate}   {time}   {site:upper}
{age} yr   {gender}   [[25 mm/s 10 mm/mV|40 Hz]]
""")


def _heart(name: str, titles: str, told: tuple[str, ...], weight: float = 0.8) -> Form:
    return Form(
        name,
        titles,
        (
            Part("[[Indication|Clinical|Reason for study|History]]", _WHY, 1, 1, 0.85, 0.0),
            Part("[[Findings|Measurements|Procedure|Report|Details]]", told, 2, 7, 1.0, 0.12),
            Part(
                "[[Conclusions|Impression|Interpretation|Summary]]",
                (
                    "{finding}.",
                    "{finding}. {neg}",
                    "[[Normal|Abnormal]] study. {finding}.",
                    "{finding}; [[reported|called]] to {dr2:titled} {time}.",
                    "[[Clinical correlation|F/u]] with {pcp:titled} {date:14}.",
                ),
                1,
                3,
                0.85,
                0.05,
            ),
            Part(
                "[[Plan|Recommendations]]",
                (
                    "{todo}",
                    "{sig}",
                    "[[Return|Clinic]] {date:10} {dr:family}, {clinic}.",
                    "[[Cardiac rehab|Rehab]] {site2:alias}, [[ask|call]] {staff:given} {phone}.",
                ),
                1,
                2,
                0.3,
            ),
        ),
        (
            ("[[Referring|Ordering|Req. MD]]", "[[{dr2:titled_full}|{dr2:last_first}|{pcp:short}]]"),
            ("[[Study #|Acc|Cath #]]", "[[{accession}|{study}]]"),
        ),
        most=4,
        weight=weight,
    )


_FORMS = (
    _heart(
        "echo",
        (
            "[[Transthoracic Echocardiogram|Echo Report|TTE|Transesophageal Echocardiogram|Stress Echo|"
            "ECHOCARDIOGRAPHY LABORATORY]]"
        ),
        _ECHO,
    ),
    _heart(
        "cath",
        (
            "[[Cardiac Catheterization Report|Coronary Angiography|Cath Lab Report|PCI Report|EP Study|Device "
            "Implant Report|Pacemaker Interrogation]]"
        ),
        _CATH,
    ),
    _heart(
        "ekg",
        "[[12-Lead ECG|EKG Interpretation|ECG Report|Holter Monitor Report|Exercise Stress Test|ELECTROCARDIOGRAM]]",
        _TRACE,
        0.7,
    ),
)

TYPES: tuple[NoteType, ...] = tuple(f.note_type() for f in _FORMS)
