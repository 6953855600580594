"""Properties of the Unicode fold."""

from hypothesis import given
from hypothesis import strategies as st

from redactor.unicode_fold import fold

EXOTIC = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("１２３٣‐–—\u200b\u200d\ufeff⁄ﬁİß½'’ -./@ab19\u0301患"),
    ),
    max_size=60,
)


@given(EXOTIC, st.booleans())
def test_every_folded_range_maps_into_the_text(text: str, caseless: bool) -> None:
    folded = fold(text, caseless=caseless)
    n = len(folded.text)
    previous = 0
    for i in range(n):
        a, b = folded.span(i, i + 1)
        assert 0 <= a < b <= len(text)
        assert a >= previous
        previous = a
    if n:
        a, b = folded.span(0, n)
        assert fold(text[a:b], caseless=caseless).text == folded.text


@given(EXOTIC)
def test_folding_is_idempotent(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once
