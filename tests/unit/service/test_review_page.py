"""The page over real HTTP: who gets in, what a record shows, what a person marks, and what follows from it."""

from __future__ import annotations

import html
import json
import os
import pwd
import re
import signal
import socket
import tomllib
from pathlib import Path

from tests.conftest import Command
from tests.unit.service.review_kit import NOTE, PLANTED, Page, environment, served

_INLINE = re.compile(r"<script(?! src=)|<style|\son\w+=|\sstyle=|https?://(?!127)", re.IGNORECASE)


def test_only_who_holds_the_token_and_names_this_host_gets_in(page: Page) -> None:
    hosts = (
        {"Host": "evil.example"},
        {"Host": f"127.0.0.1:{int(page.host.rpartition(':')[2]) + 1}"},
        {"Host": "127.0.0.1"},
    )
    assert [page.ask("GET", "/", **host).status for host in hosts] == [421] * 3
    assert page.ask("GET", "/", Host=page.host.replace("127.0.0.1", "localhost")).status == 200
    wrong = ["", page.cookie[:-1], page.cookie + "x", "redactor_review=", "é=é; " + page.cookie[:-4], "=;;=" * 50]
    assert [page.ask("GET", "/", Cookie=c).status for c in wrong] == [403] * len(wrong)
    assert page.ask("GET", "/?token=x", Cookie="").status == 403
    answer = page.ask("GET", "/")
    assert "HttpOnly" in page.set_cookie and "SameSite=strict" in page.set_cookie
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and answer.headers["cache-control"] == "no-store"


def test_a_mark_comes_from_the_page_itself(page: Page) -> None:
    key = page.key_of("type=Observation&outcome=released")
    for origin in ("http://evil.example", "null", ""):
        assert page.ask("POST", f"/records/{key}/marks", "verdict=right", Origin=origin).status == 403
    bad = [
        {"verdict": "right", "text": 99, "start": 0, "end": 3, "entity": "PERSON"},
        {"verdict": "wrong", "text": 0, "start": 3, "end": 3, "entity": "PERSON"},
        {"verdict": "missed", "text": 0, "start": 0, "end": 10**9, "entity": "PERSON"},
        {"verdict": "missed", "text": 0, "start": 0, "end": 3, "entity": "<b>"},
        {"verdict": "delete", "text": 0, "start": 0, "end": 3, "entity": "PERSON"},
        {"verdict": "wrong"},
    ]
    assert [page.mark(key, **form) for form in bad] == [400] * len(bad)
    assert page.ask("GET", f"/records/{key}/marks").status == 405
    wild = (
        "/records/none",
        "/static/../app.py",
        "/static/app.py",
        "/records/%00",
        "/?page=-9&low=nan&high=x&page=1e99",
    )
    assert [page.ask("GET", path).status for path in wild] == [404] * 4 + [200]


def test_a_record_shows_original_and_result_and_why(page: Page, reviewed: Path) -> None:
    shown = page.get(f"/records/{page.key_of('type=Observation&outcome=released')}")
    original, result = shown.split('<div class="prose new">')[0], shown.split('<div class="prose new">')[1]
    assert "Zebedeea Quillfeather" in original and "Zebedeea" not in result.split("</section>")[0]
    assert "found by patterns:" in original and "found by" in original and "known" in original
    assert "De-identified again, it is what OUT holds." in shown and "rule hash of Observation.id" in shown
    assert "&lt;script&gt;alert" in shown and not _INLINE.search(re.sub(r">http[^<]*</", "", shown))
    access = reviewed / "home" / "access.jsonl"
    last = json.loads(access.read_text().splitlines()[-1])
    assert (last["command"], last["by"]) == ("review", pwd.getpwuid(os.getuid()).pw_name)
    assert last["record"] in shown and access.stat().st_mode & 0o777 == 0o600
    assert not any(value in access.read_text() for value in PLANTED)


def test_the_list_holds_no_content_and_filters(page: Page) -> None:
    everything = page.get("/")
    assert not any(value in everything for value in PLANTED) and not _INLINE.search(everything)
    rule = re.findall(r"<option>(patterns:[^<]+)", everything)[0]
    asked = (
        "", "outcome=quarantined", "outcome=withheld", "reason=malformed-json", "type=Patient", "detector=known",
        "entity=TELEPHONE_NUMBER", f"rule={rule}", "match=differs", "low=0", "type=Patient&outcome=deleted",
    )  # fmt: skip
    rows = {filters: page.get(f"/?{filters}").count('<th scope="row">') for filters in asked}
    assert rows[""] == 17 and rows["type=Patient"] == 1 and rows["reason=malformed-json"] == 1
    assert rows["outcome=quarantined"] == 2 and rows["outcome=withheld"] == 1
    assert 1 <= rows[f"rule={rule}"] < 17 and rows["entity=TELEPHONE_NUMBER"] >= 5 and 5 <= rows["detector=known"] < 17
    assert rows["low=0"] == rows["match=differs"] == rows["type=Patient&outcome=deleted"] == 0


def test_what_did_not_leave_is_shown_with_its_reason_and_remedy(page: Page) -> None:
    odd = page.get(f"/records/{page.key_of('reason=no-schema')}")
    assert "quarantined: no-schema" in odd and "redactor schema infer" in odd and "&lt;img src=x" in odd
    broken = page.get(f"/records/{page.key_of('reason=malformed-json')}")
    assert "no json Quillfeather" in broken
    assert "withheld: restricted-by-label" in page.get(f"/records/{page.key_of('outcome=withheld')}")
    for filters in (
        "outcome=deleted",
        "outcome=duplicate",
        "type=Bundle",
        "type=DocumentReference",
        "type=records/noteFile",
    ):
        page.get(f"/records/{page.key_of(filters)}")


def _findings(page: Page) -> list[int]:
    """How many records were read in full, then above and below of precision and of recall."""
    text = page.get("/findings")
    read = re.search(r"(\d+) of 17 records", text)
    assert read is not None
    rows = re.findall(
        r'"number">([01]\.\d{3}|none counted)</td>\s*<td class="number">[^<]*</td>\s*<td class="number">(\d+)', text
    )
    pairs = [(0, 0) if share == "none counted" else (round(float(share) * int(n)), int(n)) for share, n in rows]
    return [int(read[1]), *(n for pair in pairs for n in pair)]


def test_marks_are_kept_encrypted_and_become_figures_gold_and_terms(
    page: Page, reviewed: Path, tmp_path: Path, called: Command
) -> None:
    key = page.key_of("type=records/notesTable&entity=TELEPHONE_NUMBER")
    shown = page.get(f"/records/{key}")
    (number,) = set(re.findall(r'data-text="(\d+)"', shown))
    hits = re.findall(r'data-start="(\d+)" data-end="(\d+)" data-entity="(\w+)"', shown)
    phone = next((int(a), int(b)) for a, b, entity in hits if entity == "TELEPHONE_NUMBER")
    missed = NOTE.index("bold"), NOTE.index("bold") + 4
    before = _findings(page)
    wrong = {"text": number, "start": phone[0], "end": phone[1], "entity": "TELEPHONE_NUMBER"}
    left_out = {"text": number, "start": missed[0], "end": missed[1], "entity": "LOCATION"}
    assert page.mark(key, verdict="wrong", **wrong) == page.mark(key, verdict="missed", **left_out) == 303
    assert _findings(page) == before  # nobody has read the record in full
    assert page.mark(key, verdict="right") == 303
    again = page.get(f"/records/{key}")
    assert "v-wrong" in again and "looked at" in again and f"characters {missed[0]} to {missed[1]}: LOCATION" in again

    n = len(set(hits))
    assert [b - a for a, b in zip(before, _findings(page), strict=True)][:5] == [1, n - 1, n, n - 1, n]
    found = page.get("/findings")
    terms = re.search(r'<pre class="prose">(.*?)</pre>', found, re.DOTALL)
    assert terms is not None
    site = tomllib.loads(html.unescape(terms[1]))["site"]
    assert {"term": "bold", "entity": "LOCATION"} in site["always_redact"] and set(site) == {"allow", "always_redact"}

    gold = tmp_path / "gold.jsonl"
    gold.write_text(page.get("/gold.jsonl"), "utf-8")
    rows = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    record = re.search(r"Record id (\w+)", shown)
    assert record is not None
    (row,) = [r for r in rows if r["text"] == NOTE and r["id"].startswith(record[1])]
    assert {"start": missed[0], "end": missed[1], "label": "LOCATION"} in row["spans"]
    assert [s for s in row["spans"] if s["start"] == phone[0]] == []
    assert called("evaluate", gold, "--detectors", "patterns", "--json").returncode == 0

    (marks,) = reviewed.glob("home/runs/*/review.db")
    stored = b"".join(p.read_bytes() for p in marks.parent.glob("review.db*"))
    assert not any(word.encode() in stored for word in ("bold", "LOCATION", "missed", "wrong", "TELEPHONE", *PLANTED))


def test_the_server_listens_on_loopback_and_ends_on_ctrl_c(reviewed: Path, keyring_path: Path) -> None:
    env = environment(reviewed, keyring_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with served(env, reviewed / "in", reviewed / "out", "--no-originals", "--port", str(port)) as (page, process):
        listening = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        addresses = {local for local, _, state in listening if state == "0A" and local.endswith(f":{port:04X}")}
        assert addresses == {f"0100007F:{port:04X}"}
        listed = page.get("/")
        keys = set(re.findall(r'href="/records/([0-9a-f]+)', listed))
        assert len(keys) == 11 and "quarantined" not in listed
        for key in keys:
            shown = page.get(f"/records/{key}")
            assert not any(value in shown for value in PLANTED), key
        statuses = [page.ask("GET", path).status for path in ("/findings", "/gold.jsonl")]
        assert [*statuses, page.mark(key, verdict="right")] == [404] * 3
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    assert process.stderr is not None
