"""Measures of clinical shorthand, and the dates, ages and house numbers of the same form."""

from __future__ import annotations

from redactor.lexicon.scales import is_scale, may_begin_scale, sure_scale
from tests.each_row import each_row


def _ask(line: str) -> bool:
    """Whether the span between brackets is a measure in its line."""
    before, _, rest = line.partition("[")
    span, _, after = rest.partition("]")
    return is_scale(span, before, after)


@each_row(
    "line",
    [
        "Strength [4/5] throughout", "power [3/5] in the left leg", "strength in the right leg [4/5].",
        "deltoid [4/5]", "Reflexes [2/4] bilaterally", "reflexes [2+/4]", "edema [2+] to the knees", "pulses [2+]",
        "Apgar [8/9]", "Apgars [7/8/9]", "APGAR [9-9]", "Apgars were [9/8]", "PEEP [12/8]", "BiPAP [12/5]",
        "Levine [3/6]", "[3/6] ESM at the left sternal edge", "a [2/6] systolic murmur", "[5/5] in all limbs",
        "ER [8/8], PR [5/8]", "Pain [7/10]", "pain score [3/10] at rest", "MMSE [24/30]", "GCS [14/15]", "GCS [15]",
        "Braden [17]", "GCS [E4V5M6]", "Gleason [3/5]", "Mallampati [II]", "Mallampati class [III]", "[ASA III]",
        "[NYHA II-III]", "IV access [18G]", "a [14 Fr] Foley", "[5/7] course", "amoxicillin for [5/7]",
        "cough [3/7] ago", "review in [6/12]", "FU in [6/52]", "back pain for [3/12]", "ANA [1:160]",
        "RPR titre [1:32]", "I:E ratio [1:2]", "PT ratio [3:1]", "VA [6/12] RE", "vision OD [20/40]",
        "near vision [N5]", "reading [J3]", "acuity [6/9]", "unaided [6/60]", "[G2P1] at term", "[G3P1011]",
        "[36+4] weeks", "GA [36+4]", "born at [38+2/40]", "[POD 2]", "Zosyn [x5d]", "infliximab [q6w]",
        "disc bulge [L5/S1]", "[C5/6] fusion", "[T2N1M0] tumour", "Norton [14]",
        "[G2P1+1] at 12 weeks", "[G3P2A1L2]", "[G5T3P1A0L4]", "[TisN0M0]", "[pT2 N1a M0]", "[ypT1aN0M0]",
        "Ishak [3/6]", "Ishak stage [4]", "Metavir [A1F2]", "[F4A3] cirrhosis", "Deauville [3/5]", "ISUP grade [3/5]",
        "MEST-C [M1E0S1T0-C0]", "Fuhrman grade [2/4]", "Kellgren-Lawrence [III]", "Clavien-Dindo [IIIa]",
        "Child-Pugh [7/15]", "MADRS [32]", "PHQ-2 [4/6]", "Epworth [14/24]",
    ],
)  # fmt: skip
def test_a_measure(line: str) -> None:
    assert _ask(line)


@each_row(
    "line",
    [
        "[3/5/2024]", "Seen [3/5/24]", "strength improved on [3/5]", "seen on [3/5]", "seen [3/5] by the team",
        "DOB [4/5]", "appointment [12/8]", "Appt [12/8] with cardiology", "[3/5]", "on [6/12] she fell",
        "[6/9] visit", "Room [20/40]", "age [45]", "aged [7]", "[45] Oak Street", "12 [14] Main", "house [18]",
        "due [6/12]", "admitted [5/7]", "seen in the ER [3/5]", "came to ER [3/5]", "born [36+4]", "flat [N5]",
        "Room [J3]", "at [1:20] pm", "at [1:10]", "Power of attorney signed [3/5]", "Pain clinic [3/5]",
        "Pain since [3/5]", "score. [3/5] seen", "strength [12/8]", "pain started [3/5]",
        "reflexes normal. Seen [3/5]", "type [4/5/2020]", "next visit in [6/12]", "Apgar 8 born [3/5]",
        "Apgar [3/5]/2024", "power 3/[5/2024]", "visit [10/12] GCS", "bed [4/5]", "[12/8]", "MRN [24/30]",
        "[John 3/5]", "stage manager [45]", "class of [1985]", "ward [4/5]", "from [3/5]", "by [6/12]", "[V]",
        "[1985]", "Strength [1985]", "", "strength []",
        "seen by Dr. Ishak [3/6]", "Dr Fisher [45]", "Prof. Fuhrman [3/4]", "Mr Wells [3/5]", "Mrs. Berg, [45]",
        "Mayo [3/5]", "Cleveland [3/5]", "Oxford [6/12]",
    ],
)  # fmt: skip
def test_a_date_an_age_or_a_place_is_none(line: str) -> None:
    assert not _ask(line)


def test_the_span_and_its_context_are_read_up_to_a_limit() -> None:
    assert not is_scale("1/" * 500_000, "strength " * 100_000, " x" * 100_000)
    assert is_scale("4/5", "-" * 500_000 + " strength ", " " * 500_000)
    assert not is_scale(" " * 500_000, "strength ", "")


@each_row(
    "scale",
    ["2+/4", "E4 V5 M6", "ASA III", "NYHA II-III", "Mallampati class 2", "x5d", "q6w", "POD 2", "DOL #3", "36+4 weeks",
     "A2F3", "M1 E0 S1 T2", "18G", "14 Fr", "1:160", "C5/6"],
)  # fmt: skip
def test_the_first_word_of_a_sure_scale_tells_that_it_may_be_one(scale: str) -> None:
    assert sure_scale(scale, 0) == len(scale)
    assert may_begin_scale(scale.split()[0])
