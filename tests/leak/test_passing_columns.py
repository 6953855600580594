"""Attacks through columns of flat records that a schema lets through."""

from __future__ import annotations

import json

from schemas.engine import json_codec
from schemas.engine.apply import Applier
from schemas.engine.records import Outcome
from tests.each_row import each_row
from tests.leak.passing import ROW, Json, result

ROWS = [
    {"result_value": 2065550147},
    {"result_value": 2065550147.0},
    {"result_value": 206555.0147},
    {"result_value": 482133},
    {"count": 482133},
    {"count": 3105550123},
    {"count": -561600000},
    {"count": 20240307},
    {"written": "482133"},
    {"written": "3105550123"},
    {"panel": "482133"},
    {"panel": "MRN 00482133 / HB"},
    {"panel": "(206) 555-0147"},
    {"panel": "206.555.0147"},
    {"panel": "310-555-0123"},
    {"panel": "３１０５５５０１２３"},
    {"panel": "QUILLFEATHER"},
    {"panel": "theodora"},
    {"panel": "Blennerhasset, Osric"},
    {"panel": "reviewed by Osric Blennerhasset"},
    {"panel": "Tillamook"},
    {"panel": "1952-03-14"},
    {"panel": "03/14/1952"},
    {"panel": "520314"},
    {"panel": "seen 14-MAR-1952"},
    {"panel": "3/14/52"},
    {"panel": "4-8-2-1-3-3"},
    {"panel": "٤٨٢١٣٣"},
    {"panel": "4\u200b82133"},
    {"panel": "1(206)5550147"},
    {"panel": "tquillfeather"},
    {"panel": "Quill-feather"},
    {"panel": "Dr. O. Blennerhasset"},
    {"panel": "theodora@mail.example"},
    {"panel": "10.1.2.3"},
    {"panel": "POINT(-123.8447 45.4562)"},
    {"panel": "45°27'22\"N"},
    {"result_value": 482133.5},
    {"result_value": 1952.0314},
    {"result_value": ".482133e6"},
    {"result_value": "..5"},
    {"result_value": "."},
    {"lon": "-.8447"},
    {"panel": "45.4562, -123.8447"},
    {"panels": ["HB", "QUILLFEATHER", "482133"]},
    {"form": "MRN482133"},
    {"form": "12065550147"},
    {"form": "NPI1234567893"},
    {"form": "19520314"},
    {"concept_id": 987654321},
    {"latitude": 45.4562},
    {"lon": "-123.8447"},
    {"lon": -1238447},
    {"age_months": 1092},
    {"admit_date": 240307},
    {"admit_date": 20240307},
    {"birth_year": 1952},
]


@each_row("fields", ROWS)
def test_what_identifies_somebody_does_not_pass_in_a_column(applier: Applier, fields: Json) -> None:
    out = result(applier, ROW | fields)
    assert out.outcome is Outcome.RELEASED and out.data is not None
    (key,) = fields
    assert out.data.get(key) in (None, ["HB"])
    assert sum(out.omitted.values()) == (2 if key == "panels" else 1)


ORDINARY_ROWS = [
    {"result_value": 110000}, {"result_value": 13.456789012345678}, {"result_value": -0.5}, {"result_value": 482134},
    {"result_value": ".5"}, {"result_value": "-.04"},
    {"count": 250000}, {"count": 1}, {"written": "250000"}, {"panel": "Complete blood count (WBC, Hb)"},
    {"panel": "Hope lodge"}, {"panel": "1.5-2.0 mg/dL"}, {"panel": "10/12"}, {"panels": ["HB", "NA"]},
    {"form": "A1234"}, {"form": "3105550123"}, {"concept_id": 40213154}, {"concept_id": 482133},
    {"age_months": 1060}, {"admit_date": 5},
    {"birth_weight": 3200}, {"birth_weight": 13200}, {"panel": "48120"}, {"panel": "Osric"},
]  # fmt: skip


@each_row("fields", ORDINARY_ROWS)
def test_ordinary_columns_pass(applier: Applier, fields: Json) -> None:
    out = result(applier, ROW | fields)
    assert out.data is not None
    ((key, value),) = fields.items()
    assert json.loads(json_codec.encode(out.data))[key] == value
    assert not out.omitted


def test_a_number_of_a_column_with_nulls_is_the_same_patient(applier: Applier) -> None:
    """Tables hold whole numbers as 101.0 where a row has none, and pad texts; what one patient has must agree."""
    written = [
        result(applier, ROW | {"patient_id": id_, "mrn": id_}) for id_ in (101, 101.0, "101", " 101", "101   ", "101\t")
    ]
    assert all(out.data is not None for out in written)
    assert len({(out.data["patient_id"], out.data["mrn"], out.data["dob"]) for out in written if out.data}) == 1
    other = result(applier, ROW | {"patient_id": "101.0"})  # a text stays as it is written
    assert other.data is not None and written[0].data is not None
    assert other.data["patient_id"] != written[0].data["patient_id"]
