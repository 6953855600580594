"""Recognise scales, durations, ratios, gauges and settings of clinical shorthand, which look like dates, ages and house
numbers.

Some forms alone say that they are measures ("2+/4", "E4V5M6", "18G", "36+4/40", "x5d"). Others have the form of a date
or of an identifier ("3/5", "12/8", "J3", "14 Fr"): they are measures only where a word beside them says so. Such a word
in front may be separated from the measure by a few others ("strength in the right leg 4/5"), not by the end of a
sentence.
"""

from __future__ import annotations

import re

from redactor.lexicon.nomenclature import is_history_or_stage
from redactor.lexicon.words import word_set

_LONGEST = 40  # characters of a measure
_BEFORE, _AFTER = 48, 24  # characters of context that are read
_WORDS_BEFORE = 5

_SIGN = re.compile(r"[\dIVx]")  # every measure has a digit, a Roman numeral or the "x" of a stage
_BEFORE_CLASSES = "ASA|NYHA|CCS|FIGO|ECOG|KDIGO|Mallampati"
_BEFORE_DAYS = "POD|DOL|PPD"  # after an operation, of life, after birth
# Forms that are measures whatever stands beside them.
_SURE = re.compile(
    rf"""
      [0-5][+-]{{1,2}}/[45] | [0-4]\+                               # reflexes, strength, pulses: 2+/4, 4-/5, 3+
    | E[1-4]\s?V(?:[1-5]|T)\s?M[1-6]                              # Glasgow coma scale
    | (?:{_BEFORE_CLASSES})\s?(?:class|grade|stage|PS)?\s?(?:[IV]{{1,3}}|[0-6])[abcE]?
      (?:\s?[-/]\s?(?:[IV]{{1,3}}|[0-6])[abcE]?)?
    | [xX×]\s?\d{{1,3}}\s?(?:/7|/12|/52|d|days?|w|wks?|weeks?|mo|months?)  # x5d
    | [qQ]\s?\d{{1,2}}\s?(?:h|hrs?|d|w|wks?|mo|min)               # q6w
    | (?:{_BEFORE_DAYS})\s?\#?\d{{1,3}}
    | [23]\d\s?\+\s?[0-6]\s?(?:/40|weeks|wks?|w)               # gestation
    | A[0-3]\s?[/-]?\s?F[0-4] | F[0-4]\s?[/-]?\s?A[0-3]           # Metavir: activity and fibrosis
    | M[01]\s?E[01]\s?S[01]\s?T[0-2](?:[\s-]?C[0-2])?           # the Oxford classification of IgA nephropathy
    | (?:1\d|2\d|3[0-3])\s?(?:G|ga|gauge) | \d{{1,2}}(?:\.\d)?\s?(?:Fr|FR|French|french|Ch)  # needles, catheters
    | 1\s?:\s?(?:64|80|128|160|256|320|512|640|1024|1280|2048|2560|5120) | [1-9]:[1-9]     # titres, ratios
    | [CTL]\d{{1,2}}[/-][CTLS]?\d{{1,2}}                             # levels of the spine: C5/6, L5/S1
    """,
    re.VERBOSE,
)
_SURE_WORD = re.compile(rf"[A-Za-z]*\d|[xXqQ]|{_BEFORE_CLASSES}|{_BEFORE_DAYS}")
# Forms that a date, an age, a time or an identifier shares.
_PARTS = re.compile(r"(\d{1,3})(?:\.\d)?\s?([/:-])\s?(\d{1,4})(?:\.\d)?[+-]?(?:\s?[/-]\s?\d{1,2}){0,2}")
_GRADE = re.compile(r"\d{1,2}(?:\.\d)?|[IV]{1,3}(?:\s?[-/]\s?[IV]{1,3})?[abc]?")
_DURATION = re.compile(r"\d{1,2}(?:-\d{1,2})?/(?:7|12|52|40|24)")
_ACUITY = re.compile(r"(?:[NJ]\s?\d{1,2}\+?|6/\d{1,2}(?:\.\d)?(?:\s?[+-]\d)?|20/\d{2,3}(?:\s?[+-]\d)?)")
_WEEKS = re.compile(r"[1-4]\d\s?\+\s?[0-6]")
_DATE = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-](?:19|20)?\d{2}")

# Words in front of a strength, a score, a grade.
_SCALES = word_set(
    "strength power mrc motor reflex reflexes dtr dtrs jerk jerks tone score scores scale scored scoring grade graded "
    "grading class stage type pain vas nrs gcs glasgow phq phq-9 gad gad-7 mmse moca amts amt ciwa cows braden norton "
    "waterlow barthel katz morse ashworth tinetti berg borg karnofsky ecog lansky nihss mrs rankin bishop silverman "
    "ballard dubowitz aldrete mallampati cormack cormack-lehane levine gleason nottingham bloom sofa qsofa apache "
    "ranson rockall blatchford wells geneva chads2 cha2ds2-vasc curb65 curb-65 news news2 pews mews rass cpot flacc "
    "birads bi-rads tirads ti-rads pirads pi-rads lirads murmur oedema edema pitting asa nyha ccs yahr fisher ctas "
    "allred cup disc cdr c:d squeeze grip dorsiflexion plantarflexion deltoid deltoids biceps triceps quads "
    "quadriceps hamstrings iliopsoas psoas ehl gastroc brachioradialis patellar achilles vacuum oswestry womac koos "
    "epds "
    # of histology and imaging
    "ishak metavir knodell scheuer batts-ludwig isup fuhrman deauville bosniak reticulin pfirrmann modic meyerding "
    "fazekas scheltens wfns hunt-hess kellgren kellgren-lawrence ahlback ficat tonnis outerbridge enneking gustilo "
    "gustilo-anderson salter-harris rtog ctcae recist "
    # of the liver, bowel, bladder, movement, mood, sleep, skin and eyes
    "child-pugh meld meld-na maddrey savary-miller cdai harvey-bradshaw goligher iciq pop-q iief ipss auass clavien "
    "clavien-dindo dindo edss updrs mds-updrs nurick tug dgi fga bbs fim ham-d hamd ham-a madrs bdi-ii bprs panss "
    "cgi-s cgi-i audit-c dast pcl-5 c-ssrs phq-2 gad-2 epworth stop-bang bates-jensen npuap ceap ferriman-gallwey loccs"
)
# These lead runs that fall: Apgar 9/8, BiPAP 12/5.
_SETTINGS = word_set(
    "apgar apgars peep bipap bi-pap cpap ipap epap pip ps settings pressures ratio rating titre titer titers titres "
    "ana rpr vdrl dilution i:e sbr"
)
_TITLES = word_set("dr drs doctor prof professor mr mrs ms miss")  # before a name that a scale has too
_RECEPTORS = word_set("er pr")  # Allred scores, but "in the ER"
# Words that may stand between a scale and its value.
_BETWEEN = word_set(
    "in the of is was were at a an and to on-going left right l r rt lt both bilateral bilaterally upper lower "
    "proximal distal leg legs arm arms limb limbs extremity extremities ue le rue lue rle lle hip knee ankle wrist "
    "hand elbow shoulder finger foot toe toes flexion extension flexors extensors abduction adduction level best "
    "total initial overall currently now about approximately rated cuff intact symmetric symmetrical only remains "
    "still equal throughout minimum least improved reduced weak weakness diminished good poor worst max average sum "
    "breath"
)
_FINDINGS = word_set(
    "esm psm edm mdm murmur strength power reflexes reflex throughout bilaterally bilat symmetrical symmetric cmh2o "
    "cmh20 squeeze"
)
_PHRASE_BEHIND = re.compile(
    r"\s*(?:in\s+all\s+(?:limbs|extremities|four|4|groups|muscle)|in\s+(?:both\s+)?(?:upper|lower)\s+(?:limb|extrem)|"
    r"(?:ejection|systolic|diastolic|pansystolic|holosystolic)\b)",
    re.IGNORECASE,
)
# Words that make a number a date, a place or an identifier.
_NOT_BEFORE_SCALES = word_set(
    "dob born birthday birthdate seen on dated date appointment appt visit visited admitted discharged since until "
    "till from room rm bed suite apt flat unit house no number street road ward due expires exp lmp edd mrn id acct "
    "account phone tel fax ext by before between age aged"
)
_BEFORE_A_DURATION = word_set("for x over past review rv fu f/u every within about")
_BEHIND_A_DURATION = word_set(
    "ago hx history pain fever cough course duration old treatment rx supply postop pregnant gestation"
)
_SIGHT = word_set(
    "near vision va reading jaeger acuity re le od os ou nv unaided aided corrected pinhole ph bcva snellen"
)
_BESIDE_WEEKS = word_set("ga gestation gestational weeks wks delivered ega gest pregnant")
_WORD = re.compile(r"[^\W\d_][\w&/:-]*")
_END = re.compile(r"(?<!\b[DM]r)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.;!?\n](?=\s|$)")


def is_scale(text: str, before: str, after: str) -> bool:
    """Return whether a span is a scale, a duration, a ratio, a gauge or a setting, as the text around it says.

    text: the span. before, after: the text in front of it and behind it, of which the nearest characters are read.
    False where nothing beside a form that dates, ages, times and identifiers share says that it is a measure. Takes
    constant time: all three are read up to a limit.
    """
    if len(text) > _LONGEST or _SIGN.search(text) is None:
        return False
    span = text.strip()
    if not span or _DATE.fullmatch(span) or _continues(before[-1:], after[:2]):
        return False
    if _SURE.fullmatch(span) or is_history_or_stage(span):
        return True
    parts, grade = _PARTS.fullmatch(span), _GRADE.fullmatch(span)
    sight, weeks = _ACUITY.fullmatch(span), _WEEKS.fullmatch(span)
    if not (parts or grade or sight or weeks):  # a duration has the form of parts
        return False
    words = _words_before(before)
    if words and words[-1] in _NOT_BEFORE_SCALES:
        return False
    found = _WORD.search(after[:_AFTER])
    behind = [found[0].lower()] if found else []
    return (
        (parts is not None and _DURATION.fullmatch(span) is not None and _is_duration(words, behind))
        or (sight is not None and not _SIGHT.isdisjoint(words[-3:]))
        or (weeks is not None and not _BESIDE_WEEKS.isdisjoint(words[-2:] + behind))
        or (parts is not None and _follows_scale(parts, words, behind, after))
        or (grade is not None and not _SCALES.isdisjoint(words[-1:]) and _TITLES.isdisjoint(words[-2:-1]))
    )


def sure_scale(text: str, at: int) -> int:
    """Return the end of a scale that begins at text[at] and needs no context, or `at`."""
    found = _SURE.match(text, at, at + _LONGEST)
    if found is None or _continues(" ", text[found.end() : found.end() + 2]):
        return at
    return found.end()


def may_begin_scale(word: str) -> bool:
    """Return False, by a cheap check, only if `sure_scale` finds nothing where the word begins."""
    return _SURE_WORD.match(word) is not None


def _continues(before: str, after: str) -> bool:
    """Return whether the span is a part of a longer number, a date or a word."""
    return (
        before.isalnum()
        or before in ("/", "\\")
        or after[:1].isalnum()
        or (after[:1] in ("/", "-", ".", ":") and after[1:2].isdigit())
    )


def _words_before(before: str) -> list[str]:
    """Return the last words of the sentence in front, in lower case; the first of them may be cut off."""
    near = before[-_BEFORE:]
    ends = [found.end() for found in _END.finditer(near)]
    return [word.lower().rstrip(":-/") for word in _WORD.findall(near[ends[-1] if ends else 0 :])][-_WORDS_BEFORE:]


def _is_duration(words: list[str], behind: list[str]) -> bool:
    in_front = words[-1:] and (
        words[-1] in _BEFORE_A_DURATION or (words[-1] == "in" and words[-2:-1] and words[-2] in _BEFORE_A_DURATION)
    )
    return bool(in_front) or not _BEHIND_A_DURATION.isdisjoint(behind)


def _follows_scale(parts: re.Match[str], words: list[str], behind: list[str], after: str) -> bool:
    """Return whether a scale stands in front, or a finding behind.

    Nothing but limbs and qualities of the scale may stand between.
    """
    rises = int(parts[1]) <= int(parts[3])
    if rises and (_PHRASE_BEHIND.match(after) or not _FINDINGS.isdisjoint(behind)):
        return True
    if words and words[-1] in _RECEPTORS:
        return rises and words[-2:-1] not in (["in"], ["the"], ["to"], ["from"], ["via"])
    for i, word in reversed(list(enumerate(words))):
        if i and words[i - 1] in _TITLES:
            return False
        if word in _SETTINGS:
            return True
        if word in _SCALES:
            return rises
        if word not in _BETWEEN:
            return False
    return False
