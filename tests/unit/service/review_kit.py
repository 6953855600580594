"""A run over records of every form, with names that stand nowhere else, and the page of its review over real HTTP."""

from __future__ import annotations

import base64
import csv
import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

PLANTED = (
    "Quillfeather",
    "Zebedeea",
    "Oxbrindle",
    "Marrowgate",
    "zebedeea@quillfeather.example",
    "1951-08-23",
    "77120934",
)
NOTE = (
    "Mrs. Zebedeea Quillfeather, MRN 77120934, born 1951-08-23, was seen by Dr. Thorvald Oxbrindle on 03/16/2025.\n"
    "Call (650) 555-0134 or zebedeea@quillfeather.example. <script>alert('Quillfeather')</script> <b>bold</b> & café 😀"
)
UNPLACED = '<img src=x onerror="alert(1)">'
Records = list[dict[str, object]]


def records() -> Records:
    subject = {"subject": {"reference": "Patient/q1"}}
    code = {"code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}, "status": "final"}
    labels = {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "R"}]}
    html = "<p>Seen: Zebedeea Quillfeather, <i>Marrowgate</i></p>"
    observation = {"resourceType": "Observation", **code, **subject, "effectiveDateTime": "2025-03-16"}
    return [
        {
            "resourceType": "Patient",
            "id": "q1",
            "name": [{"family": "Quillfeather", "given": ["Zebedeea"]}],
            "birthDate": "1951-08-23",
            "address": [{"line": ["12 Heath Row"], "city": "Marrowgate", "state": "NC", "postalCode": "27563"}],
            "identifier": [{"system": "http://h.example/mrn", "value": "77120934"}],
            "gender": "female",
        },
        {**observation, "id": "o1", "note": [{"text": NOTE}], "valueQuantity": {"value": 1.5, "unit": "mg"}},
        {
            **observation,
            "id": "o1",
            "note": [{"text": NOTE}],
            "valueQuantity": {"value": 1.5, "unit": "mg"},
        },  # sent twice
        {**observation, "id": "o2", "meta": labels},  # restricted
        {**observation, "id": "o3", "status": "entered-in-error"},
        {
            "resourceType": "DocumentReference",
            "id": "d1",
            "status": "current",
            **subject,
            "content": [{"attachment": {"contentType": "text/html", "data": base64.b64encode(html.encode()).decode()}}],
        },
    ]


def write_input(folder: Path) -> None:
    """Write records as NDJSON, a Bundle, an array, a table, notes in files, and what no schema knows."""
    folder.mkdir()
    everything = records()
    (folder / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in everything), "utf-8")
    odd = {"dataType": "odd", "vexholm": UNPLACED, "name": "Quillfeather"}
    (folder / "odd.ndjson").write_text(json.dumps(odd) + "\nno json Quillfeather\n", "utf-8")
    requests = [("PUT", {**everything[1], "id": "b1"}), ("PUT", {**everything[4], "id": "b2"})]
    entries = [{"resource": r, "request": {"method": m, "url": f"Observation/{r['id']}"}} for m, r in requests]
    bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
    (folder / "b.json").write_text(json.dumps(bundle), "utf-8")
    (folder / "c.json").write_text(json.dumps([{**everything[1], "id": f"c{i}"} for i in range(3)]), "utf-8")
    with (folder / "notes.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["note_id", "patient_id", "note_date", "note_type", "note_text"])
        rows.writerow(["5", "q1", "2025-03-16", "letter", NOTE])
        rows.writerow(["6", "q1", "2025-03-17", "letter", "Zebedeea Quillfeather is well."])
    (folder / "q1_letter.txt").write_text(NOTE, "utf-8")


def environment(folder: Path, keyring: Path, **more: str) -> dict[str, str]:
    return {
        "REDACTOR_HOME": str(folder / "home"),
        "REDACTOR_KEYRING": str(keyring),
        "REDACTOR_DETECTORS": '["patterns","known"]',
        "REDACTOR_AS_OF": "2026-01-01",
    } | more


class Page:
    """A browser without a screen: it keeps the cookie, and asks as one on the page itself would."""

    def __init__(self, address: str) -> None:
        self.address = address
        at = urlsplit(address)
        self.host = at.netloc
        self.cookie = ""
        answer = self.ask("GET", f"/?{at.query}")
        assert answer.status == 303, answer.status
        self.cookie = str(answer.headers["set-cookie"]).partition(";")[0]
        self.set_cookie = str(answer.headers["set-cookie"])

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> http.client.HTTPResponse:
        told = {"Host": self.host, "Cookie": self.cookie, "Origin": f"http://{self.host}"}
        told |= {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        connection = http.client.HTTPConnection(
            self.host.partition(":")[0], int(self.host.partition(":")[2]), timeout=60
        )
        connection.request(method, path, body, {n: v for n, v in (told | headers).items() if v})
        answer = connection.getresponse()
        answer.text = answer.read().decode("utf-8")  # type: ignore[attr-defined]
        connection.close()
        return answer

    def get(self, path: str) -> str:
        answer = self.ask("GET", path)
        assert answer.status == 200, (path, answer.status)
        return str(answer.text)  # type: ignore[attr-defined]

    def mark(self, key: str, **form: object) -> int:
        return self.ask("POST", f"/records/{key}/marks", urlencode(form)).status

    def key_of(self, filters: str) -> str:
        found = re.findall(r'href="/records/([0-9a-f]+)', self.get(f"/?{filters}"))
        assert found, filters
        return str(found[0])


@contextmanager
def served(env: dict[str, str], *args: str | Path) -> Iterator[tuple[Page, subprocess.Popen[str]]]:
    """Run `redactor review ARGS` in a process of its own until the block ends."""
    told = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")} | env
    command = [sys.executable, "-m", "redactor", "review", *map(str, args)]
    with subprocess.Popen(command, env=told, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"open (http://\S+)", line):
                    yield Page(found[1]), process
                    break
            else:
                raise AssertionError(said)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(20)
