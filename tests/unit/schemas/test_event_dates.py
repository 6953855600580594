"""The newest date of an event in a flat record."""

from __future__ import annotations

import datetime as dt
from typing import Any

from schemas.documents.compile import compile_document
from schemas.engine.compiled_schema import CompiledSchema
from schemas.harvest.event_dates import newest_event
from tests.each_row import each_row

DATE = {"type": "string", "format": "date", "rule": "mask", "entity": "DATE"}


def _schema(properties: dict[str, Any], **more: Any) -> CompiledSchema:
    document = {"title": "records/row", "version": "1", "subject": [], "type": "object", "properties": properties}
    return compile_document(document | more, lambda name: {})


def test_the_newest_date_of_an_event_counts_in_every_written_form() -> None:
    schema = _schema(
        {
            "visit_date": DATE,
            "seen": {"type": "string", "rule": "shiftDate"},
            "deceased": DATE | {"entity": "DEATH_DATE_TIME"},
            "passes": {"type": "string", "format": "dateTime", "rule": "passThrough"},
            "labs": {"type": "array", "items": {"type": "object", "properties": {"collected_at": DATE}}},
        }
    )
    assert newest_event({"visit_date": "2024-03-01"}, schema) == dt.date(2024, 3, 1)
    assert newest_event({"seen": "03/04/2024"}, schema) == dt.date(2024, 3, 4)
    assert newest_event({"seen": "2024-03-05 10:00:00", "visit_date": "2024-03-01"}, schema) == dt.date(2024, 3, 5)
    assert newest_event({"deceased": "2024-03-06"}, schema) == dt.date(2024, 3, 6)
    assert newest_event({"passes": "2024-03-07T10:00:00Z"}, schema) == dt.date(2024, 3, 7)
    assert newest_event({"labs": [{"collected_at": "2024-03-08"}, {}, None]}, schema) == dt.date(2024, 3, 8)
    assert newest_event({"visit_date": "soon", "seen": None, "labs": 3, "deceased": "9999-12-31"}, schema) is None


@each_row(
    "column",
    "birth_date dob BirthDate date_of_birth planned_date due_date expiry_date ExpirationDate end_date coverage_end "  # noqa: SIM905
    "verbatim_end_date next_visit_date valid_until scheduled_for target_date estimated_delivery_date stop_date "
    "PLANNED_DISCHARGE_DATE follow_up_due enddate return_date".split(),
)
def test_plans_expiry_ends_and_births_do_not_date_the_data(column: str) -> None:
    schema = _schema({column: DATE, "visit_date": DATE})
    assert newest_event({column: "2041-01-01", "visit_date": "2024-03-01"}, schema) == dt.date(2024, 3, 1)


def test_a_birth_date_is_no_event_under_any_name() -> None:
    schema = _schema({"day_one": DATE | {"entity": "BIRTH_DATE_TIME"}})
    assert newest_event({"day_one": "2024-03-01"}, schema) is None


def test_the_date_of_a_note_counts_whatever_its_name() -> None:
    schema = _schema({"target": DATE, "text": {"type": "string", "rule": "autoDeID"}}, noteDate="target")
    assert newest_event({"target": "2024-03-01"}, schema) == dt.date(2024, 3, 1)
