"""This module writes the heads and the ends of hospital notes: titles, headers, signatures and page feet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_text import padded, upper
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/hospital_header")
Row = tuple[str, str]  # the label's template and the value's
Pair = tuple[Marked, Marked]
NAME = _TEXT.lines("name")
OFTEN: tuple[Row, ...] = (
    (
        "[[MRN|MR#|MR #|Med Rec #|Medical Record Number|Medical Record No.|Unit #|Chart #|Hospital No|MRN #|UNIT NO]]",
        "{mrn}",
    ),
    ("[[DOB|D.O.B.|Date of Birth|Birth Date|Birthdate|DOB|Born]]", "[[{dob}|{dob}|{dob}|{dob} ({age} [[y|yrs|yo]])]]"),
    ("[[Age|Age/Sex|Age/Gender|AGE|Age & Sex]]", "[[{age}|{agesex}|{age}/{sex}|{age} {gender}|{ageold} {gender}]]"),
    (
        "[[Date|Date of Service|DOS|Service Date|Note date|Date/Time|Encounter Date|Date seen|Report date]]",
        "[[{fulldate}|{fulldate} {time}|{stamp}|{numdate}|{textdate}|{fulldate} at {time12}|{weekday}, {fulldate}]]",
    ),
    (
        "[[Attending|Attending MD|Attending Physician|Provider|Physician|MD|Primary Team|Attg|Responsible provider]]",
        "[[{dr:titled_full}|{dr:last_first}|{dr:short}, {cred}|{dr:family}|{dr:titled}|{dr:initial_last}|"
        "{dr:full} {cred}|"
        "{dr:upper}|{dr:family_upper} ({dr:initials})]]",
    ),
)
SELDOM: tuple[Row, ...] = (
    ("[[Sex|Gender|Sex at birth]]", "[[{sex}|{gender}]]"),
    ("[[Account|Acct #|Account No.|Acct|Fin #|FIN|Billing #|HAR]]", "{acct}"),
    ("[[CSN|Visit #|Encounter #|Visit ID|Enc No|Episode]]", "{visit}"),
    ("[[Admitted|Admit Date|Date of Admission|Admission|ADM|Adm. date]]", "[[{fulldate:-3}|{numdate:-2}|{stamp}]]"),
    (
        "[[Location|Unit|Ward|Loc|Patient Location|Dept|Room/Bed|Room]]",
        "[[{dept}|{dept}, [[Room|Rm|rm.]] {room}|{dept} / {room}|{room}|{dept} bed {bed}|{site:abbr} {dept}]]",
    ),
    (
        "[[PCP|Primary Care|Primary Care Provider|Family doctor|Primary MD|PMD]]",
        "[[{pcp:titled_full}|{pcp:short}|{pcp:last_first}|{pcp:short}, {cred2} ({pcpsite})|{pcp:titled}, "
        "{pcpsite:alias}|"
        "{pcp:family}|{pcp:initial_last} {drphone}]]",
    ),
    (
        "[[Referring|Referred by|Requesting Physician|Requesting MD|Ordering Provider|Consult requested by|Ref. MD]]",
        "[[{dr2:titled_full}|{dr2:short}|{dr2:last_first}|{dr2:titled} ({dept})|{dr2:initial_last}, {cred2}]]",
    ),
    ("[[Resident|Fellow|Intern|Housestaff|APP|NP|PA-C]]", "[[{dr3:short}|{dr3:titled}|{dr3:last_first}|{dr3:family}]]"),
    (
        "[[Nurse|RN|Primary nurse|Assigned RN]]",
        "[[{nurse:short}|{nurse:first_initial}|{nurse:given}|{nurse:last_first}]]",
    ),
    (
        "[[Address|Home Address|Residence|Lives at|Street address]]",
        "[[{address}|{address:nozip}|{street}, {citystate}]]",
    ),
    ("[[Phone|Home Phone|Tel|Telephone|Ph|Contact No.|Cell|Mobile]]", "[[{phone}|{mobile}|{phone} (h) {mobile} (c)]]"),
    (
        "[[Insurance|Payer|Payor|Coverage|Primary insurance|Plan]]",
        "[[{payer}|{payer}, ID {plan}|{payer} #{plan}|{payer} / group {groupno}|{payer} Member ID: {plan}]]",
    ),
    ("[[SSN|SS#|Soc. Sec. #|Social Security No.|SSN (last 4)]]", "[[{ssn}|xxx-xx-{ssn4}]]"),
    (
        "[[Facility|Hospital|Site|Institution|Campus]]",
        "[[{site}|{site:upper}|{site:alias}|{site:abbr}|{site}, {citystate}]]",
    ),
    (
        "[[Emergency Contact|Next of kin|NOK|Contact|HCPOA|Health care proxy|Surrogate|Primary contact]]",
        "[[{kin:full} ({word}) {kinphone}|{kin:short}, {word}, {kinphone}|{kin:last_first} - {word} - {kinphone}|"
        "{kin:given} ({word})|{word} {kin:short} @ {kinphone}]]",
    ),
    ("[[Employer|Occupation|Works at|Employment]]", "[[{job}|{job}, {employer}|{employer}|{job} at {employer}]]"),
    ("[[Email|E-mail|Portal ID|MyChart]]", "[[{email}|{email}|{username}]]"),
    (
        "[[Pharmacy|Preferred pharmacy|Retail Pharmacy]]",
        "[[{pharmacy}|{pharmacy}, {street}|{pharmacy} {phone}|{pharmacy}, {city}]]",
    ),
    ("[[Allergies|ALLERGIES|Allergy|NKDA?]]", "{allergy}"),
    ("[[Code status|Code|CODE STATUS]]", "[[Full|Full code|DNR/DNI|DNR|Limited, see MOLST|Presumed full]]"),
    ("[[Isolation|Precautions]]", "[[None|Contact|Droplet|Airborne + Contact|Contact Plus ({organism})|Fall risk]]"),
    (
        "[[Language|Preferred language|Interpreter]]",
        (
            "[[English|Spanish|Vietnamese, interpreter {staff:short}|Haitian Creole (ID {badge})|Portuguese - "
            "{staff:given}|ASL]]"
        ),
    ),
    (
        "[[Service|Team|Specialty|Admitting Service]]",
        "[[{dept}|Medicine|Hospitalist B|Trauma|Teaching team 3|Gen Surg]]",
    ),
    ("[[Race/Ethnicity|Race|Ethnicity]]", "{race}"),
    ("[[Admitting dx|Diagnosis|Dx|Reason for visit|Chief complaint|Problem]]", "[[{dx}|{symptom}|{dxs}]]"),
    ("[[Ht/Wt|Weight|Dosing weight]]", "[[172 cm / 81.6 kg|64.3 kg|5'4\" / 148 lb|71 kg (dry), 74.2 kg today]]"),
    (
        "[[Status|Patient class|Type|Level of care]]",
        "[[Inpatient|Observation|Final|Preliminary|Outpatient in a bed|OBS|ED Boarder]]",
    ),
)
TOPS = _TEXT.lines("tops")
STRIPS = _TEXT.lines("strips")


def _pairs(c: Cast, extra: Sequence[Row], most: int) -> list[Pair]:
    chosen = [NAME, *(row for row in OFTEN if c.chance(0.72)), *(row for row in extra if c.chance(0.75))]
    chosen += c.rng.sample(SELDOM, c.rng.randint(0, most))
    if c.chance(0.4):
        rest = chosen[1:]
        c.rng.shuffle(rest)
        chosen = [NAME, *rest]
    big = c.chance(0.25)
    said = [(c.say(label), c.say(value)) for label, value in chosen]
    return [(upper(label) if big else label, value) for label, value in said]


def _lines(c: Cast, pairs: list[Pair]) -> Marked:
    sep = c.pick((": ", ": ", ": ", ":", " - ", " : ", "=", ":  "))
    return join(*(join(label, sep, value) for label, value in pairs), sep="\n")


def _aligned(c: Cast, pairs: list[Pair]) -> Marked:
    width, fill = c.pick((18, 24, 28)), c.pick((" ", " ", ".", "_"))
    return join(*(join(padded(join(label, ":"), width, fill), " ", value) for label, value in pairs), sep="\n")


def _columns(c: Cast, pairs: list[Pair]) -> Marked:
    width, sep = c.pick((36, 44, 52)), c.pick((": ", ":\t", ":  "))
    cells = [join(label, sep, value) for label, value in pairs]
    both = [join(padded(left, width), right) for left, right in zip(cells[::2], cells[1::2], strict=False)]
    return join(*both, *(cells[-1:] if len(cells) % 2 else ()), sep="\n")


def _pipes(c: Cast, pairs: list[Pair]) -> Marked:
    sep, mid = (
        c.pick((" | ", " | ", "|", " || ", "; ", ", ", " / ", "   ", " * ", "\t")),
        c.pick((": ", ": ", " ", ":", "# ")),
    )
    return join(*(join(label, mid, value) for label, value in pairs), sep=sep)


def _table(_: Cast, pairs: list[Pair]) -> Marked:
    return join("| Field | Value |\n|---|---|\n", join(*(join("| ", k, " | ", v, " |") for k, v in pairs), sep="\n"))


def _grid(c: Cast, pairs: list[Pair]) -> Marked:
    """Labels in one row and the values under them."""
    out: list[Piece] = []
    for i in range(0, len(pairs), 3):
        some = pairs[i : i + 3]
        if c.chance(0.5):
            out += [join(*(k for k, _ in some), sep="\t"), join(*(v for _, v in some), sep="\t")]
        else:
            wide = [max(len(k.text), len(v.text)) + 3 for k, v in some]
            out += [
                join(*(padded(k, w) for (k, _), w in zip(some, wide, strict=True))),
                join(*(padded(v, w) for (_, v), w in zip(some, wide, strict=True))),
            ]
    return join(*out, sep="\n")


def _packed(c: Cast, pairs: list[Pair]) -> Marked:
    """Several to a line."""
    out: list[Piece] = []
    i = 0
    while i < len(pairs):
        step = c.rng.randint(1, 4)
        out.append(join(*(join(k, ": ", v) for k, v in pairs[i : i + step]), sep=c.pick(("   ", "     ", "  ", "\t"))))
        i += step
    return join(*out, sep="\n")


def _stacked(_: Cast, pairs: list[Pair]) -> Marked:
    """Each label on a line of its own, its value below."""
    return join(*(join(k, "\n", v) for k, v in pairs), sep="\n")


def _bold(_: Cast, pairs: list[Pair]) -> Marked:
    return join(*(join("**", k, ":** ", v) for k, v in pairs), sep="\n")


def _bare(_: Cast, pairs: list[Pair]) -> Marked:
    return join(*(v for _, v in pairs), sep="\n")


_LAYOUTS: tuple[Callable[[Cast, list[Pair]], Marked], ...] = (
    _lines,
    _lines,
    _lines,
    _aligned,
    _columns,
    _columns,
    _pipes,
    _pipes,
    _table,
    _grid,
    _grid,
    _packed,
    _packed,
    _stacked,
    _bold,
    _bare,
)


def _ruled(c: Cast, piece: Marked) -> Marked:
    rule = c.pick(("", "", "", "", "-" * 40, "=" * 60, "_" * 50, "*" * 30))
    return join(rule, "\n", piece, "\n", rule) if rule else piece


def titled(c: Cast, titles: str) -> Marked:
    """The note's title, plain, in capitals or underlined."""
    title = c.say(titles)
    way = c.rng.randrange(8)
    if title.marks or way < 3:
        return title
    if way < 5:
        return upper(title)
    if way == 5:
        return join("# ", title)
    return join(title, "\n", c.pick("=-") * len(title.text)) if way == 6 else join("*** ", upper(title), " ***")


def header(c: Cast, titles: str, extra: Sequence[Row] = (), most: int = 7) -> Marked:
    """The head of a note: letterhead, title and demographics; any of them can be missing.

    extra: rows that notes of this type have. most: how many of the rarer rows there can be.
    """
    parts: list[Piece] = []
    way = c.rng.random()
    if way < (0.3 if most < 3 else 0.08):
        return c.any(*STRIPS) if c.chance(0.5) else titled(c, titles)
    if c.chance(0.4):
        parts.append(c.any(*TOPS))
    if c.chance(0.85):
        parts.insert(c.rng.randint(0, len(parts)), titled(c, titles))
    if way < 0.28:
        parts.append(c.any(*STRIPS))
    else:
        parts.append(_ruled(c, c.pick(_LAYOUTS)(c, _pairs(c, extra, most))))
    return join(*parts, sep=c.pick(("\n", "\n", "\n\n")))


_SIGNATURE_TEXT = read("phrases/hospital_signature")
SIGNED = _SIGNATURE_TEXT.lines("signed")
TYPED = _SIGNATURE_TEXT.lines("typed")
FEET = _SIGNATURE_TEXT.lines("feet")


def ending(c: Cast, signs: tuple[str, ...] = SIGNED) -> Marked | None:
    """The end of a note: signature, transcription lines, page foot; None for nothing."""
    parts: list[Piece] = []
    if c.chance(0.85):
        parts.append(c.any(*signs))
    if signs is SIGNED and c.chance(0.1):
        parts.append(c.any(*SIGNED))
    if c.chance(0.3):
        parts.append(c.any(*TYPED))
    if c.chance(0.2):
        parts.append(c.any(*FEET))
    return join(*parts, sep=c.pick(("\n", "\n", "\n\n"))) if parts else None
