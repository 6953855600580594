"""When a request is sent again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from redactor.llm.retries import Pace, retry_after
from tests.each_row import each_row


def test_delays_grow_to_an_end_and_differ() -> None:
    pace = Pace(first_delay=1, longest_delay=4)
    for tried, most in ((1, 1), (2, 2), (3, 4), (4, 4), (50, 4)):
        delays = {pace.delay(tried, None) for _ in range(20)}
        assert len(delays) > 1
        assert all(most / 2 <= delay <= most for delay in delays)


def test_what_an_endpoint_asks_for_is_not_undercut() -> None:
    assert 30 <= Pace().delay(1, 30) < 31


@each_row(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("120", 120),
        (" 1.5 ", 1.5),
        ("0", 0),
        ("-5", None),
        ("nan", None),
        ("inf", None),
        ("1e9", None),
        ("9" * 400, None),
        ("soon", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
        ("Wed, 99 Oct 2015 07:28:00 GMT", None),
        ("Wed, 21 Oct 99999999 07:28:00 GMT", None),
        ("١٢", None),
    ],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert retry_after(header) == seconds


def test_retry_after_as_a_date() -> None:
    found = retry_after(format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True))
    assert found is not None
    assert 3_500 < found <= 3_600
