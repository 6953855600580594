"""Hostile JSON: keys, numbers, nesting and encodings that lie."""

from __future__ import annotations

import base64
import json
from typing import Any

from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile


def record(person: Person, **more: Any) -> str:
    """Return the visit of a person as a line of JSON."""
    return json.dumps({"dataType": "hostileVisits", **dict(zip(COLUMNS, person.row, strict=True)), **more}) + "\n"


def _observation(person: Person, **more: Any) -> dict[str, Any]:
    coding = {"system": "http://loinc.org", "code": "2276-4", "display": "Ferritin [Mass/volume] in Serum or Plasma"}
    return {
        "resourceType": "Observation",
        "id": person.mrn,
        "status": "final",
        "code": {"coding": [coding]},
        "subject": {"reference": f"Patient/{person.mrn}", "display": f"{person.given} {person.family}"},
        "valueQuantity": {"value": float(person.fact), "unit": "ng/mL"},
        **more,
    }


def _patient(person: Person, **more: Any) -> dict[str, Any]:
    name = {"family": person.family, "given": [person.given]}
    telecom = {"system": "phone", "value": person.phone}
    return {"resourceType": "Patient", "id": person.mrn, "name": [name], "telecom": [telecom], **more}


def files() -> list[Hostile]:
    """Return the hostile files of JSON."""
    return [*_syntax(), *_sizes(), *_records()]


def _syntax() -> list[Hostile]:
    p = [Person(n) for n in range(600, 620)]
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in p[9].family)
    return [
        hostile("same-key-twice.ndjson", record(p[0])[:-2] + f', "ferritin": "{p[0].family}"}}\n', p[0], "either"),
        hostile("not-a-number.ndjson", record(p[1]).replace(f'"{p[1].fact}"', "NaN"), p[1], "refused"),
        hostile("bom.ndjson", b"\xef\xbb\xbf" + record(p[2]).encode(), p[2], "either"),
        hostile("half-a-surrogate.ndjson", record(p[3]).replace("was seen", "was \\ud83d seen"), p[3], "either"),
        hostile("cut.ndjson", record(p[4]) + record(p[5])[:-40], p[4:6], "refused", facts=[p[4].fact]),
        hostile("two-on-a-line.ndjson", record(p[6]).strip() + record(p[7]), p[6:8], "either"),
        hostile("pretty.ndjson", json.dumps(json.loads(record(p[8])), indent=2), p[8], "either"),
        hostile("escapes.ndjson", record(p[9]).replace(p[9].family, escaped), p[9], planted=[escaped]),
        hostile("utf16.ndjson", record(p[10]).encode("utf-16"), p[10], "either"),
        hostile("cr-only.ndjson", (record(p[11]) + record(p[12])).replace("\n", "\r"), p[11:13], "either"),
        hostile("comments.json", f"// {p[13].family}\n{record(p[13])[:-2]},}}\n", p[13], "refused"),
        hostile("nul.ndjson", record(p[14]).replace("\n", "\0\n"), p[14], "either"),
        hostile("scalar.json", f'"{p[15].family} {p[15].phone}"', p[15], "refused", facts=()),
        hostile("scalars.ndjson", f'"{p[16].family}"\nnull\n7310592\n[]\n{record(p[16])}', p[16], "refused"),
        hostile(
            "latin.ndjson",
            record(p[17]).replace("Patient", "Pati\\u00ebnt").encode() + b'{"note": "\xeb"}\n',
            p[17],
            "refused",
        ),
    ]


def _sizes() -> list[Hostile]:
    p = [Person(n) for n in range(620, 630)]
    return [
        hostile("huge-exponent.ndjson", record(p[0]).replace(f'"{p[0].fact}"', "1e999999999"), p[0], "either"),
        hostile("digits.ndjson", lambda: record(p[1]).replace(f'"{p[1].fact}"', "9" * 100_000), p[1], "either"),
        hostile(
            "deep.ndjson",
            lambda: record(p[2], more=0).replace(" 0}", "[" * 100_000 + f'"{p[2].family}"' + "]" * 100_000 + "}"),
            p[2],
            "either",
        ),
        hostile("line-of-100-mb.ndjson", lambda: record(p[3], pad="x " * (50 << 20)), p[3], "either"),
        hostile(
            "many-keys.ndjson", lambda: record(p[4], **{f"{p[4].family}{n}": n for n in range(50_000)}), p[4], "either"
        ),
        hostile("deep-objects.json", '{"a":' * 50_000 + f'"{p[5].family}"' + "}" * 50_000, p[5], "refused", facts=()),
    ]


def _records() -> list[Hostile]:
    p = [Person(n) for n in range(630, 660)]
    text = base64.b64encode(p[4].note.encode()).decode()
    document = {
        "resourceType": "DocumentReference",
        "status": "current",
        "subject": {"reference": f"Patient/{p[4].mrn}"},
        "content": [
            {
                "attachment": {
                    "contentType": "text/plain",
                    "data": text,
                    "title": p[4].family,
                    "url": f"http://x.test/{p[4].family}",
                }
            }
        ],
    }
    extension = {"url": f"http://x.test/{p[3].family}", "valueString": f"{p[3].given} {p[3].family}", "extension": []}
    entry = {"fullUrl": f"http://x.test/Patient/{p[5].mrn}", "resource": _patient(p[5])}
    bundle = {
        "resourceType": "Bundle",
        "id": p[5].family,
        "type": "Vexholm",
        "entry": [entry, {"resource": _observation(p[5])}],
    }
    div = f"<div xmlns='http://www.w3.org/1999/xhtml' title='{p[6].family}'><script>{p[6].phone}</script>Mr. {p[6].given} <b hidden=''>{p[6].family}</b></div>"
    return [
        hostile(
            "keys-are-names.ndjson", record(p[0], **{f"{p[0].given} {p[0].family}": {p[0].phone: 1}}), p[0], "either"
        ),
        hostile(
            "only-names.ndjson", json.dumps({p[1].family: {p[1].mrn: p[1].phone}}) + "\n", p[1], "refused", facts=()
        ),
        hostile("contained.ndjson", json.dumps(_observation(p[2], contained=[_patient(p[2])])), p[2]),
        hostile(
            "extensions.ndjson",
            json.dumps(_observation(p[3], extension=[extension], _status={"extension": [extension]})),
            p[3],
        ),
        hostile("attachment.ndjson", json.dumps(document), p[4], "either", facts=()),
        hostile("bundle-of-no-type.json", json.dumps(bundle), p[5], "either"),
        hostile("narrative.ndjson", json.dumps(_observation(p[6], text={"status": "generated", "div": div})), p[6]),
        hostile(
            "type-is-a-name.ndjson",
            json.dumps({"resourceType": f"{p[7].given} {p[7].family}", "id": p[7].mrn}),
            p[7],
            "refused",
            facts=(),
        ),
        hostile(
            "kind-is-a-name.ndjson", json.dumps({"dataType": p[8].family, "note": p[8].note}), p[8], "refused", facts=()
        ),
        hostile(
            "proto.ndjson",
            record(p[9], __proto__={"note": p[9].note}, **{"note.text": p[9].note, "": p[9].note}),
            p[9],
            "either",
        ),
        hostile(
            "types-lie.ndjson",
            record(p[10], mrn=[p[10].mrn], ferritin={"a": p[10].family}, phone=6175550640),
            p[10],
            "either",
            planted=["6175550640"],
        ),
        hostile(
            "number-is-an-mrn.ndjson",
            json.dumps(_observation(p[11], valueQuantity={"value": int(p[11].mrn[1:]), "unit": p[11].family})),
            p[11],
            facts=(),
        ),
        hostile(
            "status-is-a-name.ndjson",
            json.dumps(_observation(p[12], status=p[12].family, category=[{"text": p[12].phone}])),
            p[12],
            "either",
        ),
        hostile(
            "array.json",
            json.dumps([json.loads(record(p[13])), [json.loads(record(p[14]))], p[14].family]),
            p[13:15],
            "either",
        ),
    ]
