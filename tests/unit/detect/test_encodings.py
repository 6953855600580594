"""Encoded stretches: what decodes to text is found, and what merely looks encoded is not."""

from __future__ import annotations

import base64
from itertools import pairwise

from redactor.detect.encodings import find_encoded
from tests.each_row import each_row

NAME = "John Smith"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decoded(text: str) -> str:
    out, at = "", 0
    for r in find_encoded(text):
        out += text[at : r.start] + r.new
        at = r.end
    return " ".join((out + text[at:]).split())


@each_row(
    "text",
    [
        "John%20Smith", "%4A%6F%68%6E%20Smith", "John+Smith", "%u004aohn%20Smith",
        r"\u004a\u006f\u0068\u006e Smith", r"\x4a\x6f\x68\x6e Smith", r"\u{4a}ohn Smith", r"\U0000004aohn Smith",
        r"\112\157\150\156 Smith", r"\X4A6F686E\ Smith",
        "&#74;&#111;hn Smith", "&#x4a;&#X6F;hn Smith", "&#74&#111hn Smith", "John&nbsp;Smith", "John&#32;Smith",
        "=4A=6F=68=6E Smith",
        b64(NAME.encode()), b64(NAME.encode()).rstrip("="), b64(NAME.encode("utf-16-le")),
        b64(NAME.encode("utf-16-be")), base64.urlsafe_b64encode(NAME.encode()).decode(),
        NAME.encode().hex(), NAME.encode().hex().upper(), "0x" + NAME.encode().hex(), NAME.encode().hex(" "),
        NAME.encode().hex(":"), NAME.encode().hex("-"), NAME.encode().hex(" ", 2), NAME.encode().hex(" ", -4),
        " ".join(f"0x{c:02x}" for c in NAME.encode()),
    ],
)  # fmt: skip
def test_a_name_is_read_in_any_encoding(text: str) -> None:
    assert decoded(text) == NAME
    assert decoded(f"seen: {text}, 5 mg").replace(" ,", ",") == f"seen: {NAME}, 5 mg"


@each_row(
    ("text", "expected"),
    [
        ("J=C3=B6rg M=C3=BCller", "Jörg Müller"),
        ("Jos%C3%A9, Jos%E9, Jos&eacute;", "José, José, José"),
        (f"=?utf-8?B?{b64('Jörg'.encode())}?=", "=?utf-8?B? Jörg ?="),
        (r"note\nJohn", "note John"),
        ("data:text/plain;base64," + b64(b"DOB 3/14/1952"), "data:text/plain;base64, DOB 3/14/1952"),
        ("eyJhbGciOiJIUzI1NiJ9." + b64(b'{"sub":"1","name":"John"}'), None),
        (f"names/{b64(b'Peter Chalmers')}/x", "names/ Peter Chalmers /x"),
        ("5065746572", "Peter"),  # digits alone
        ("pulse 72 98 4a 6f 68 6e 20", "pulse 72 98 John"),
        (r"\ud83d\ude00", "😀"),
    ],
)
def test_other_encoded_texts(text: str, expected: str | None) -> None:
    if expected is None:
        assert "John" in decoded(text)
    else:
        assert decoded(text) == expected


@each_row(
    "text",
    [
        "HR 72 68 70 74 80 BP 120/80", "10 20 30 40 50 60", "2019-04-12T10:33:00", "555-123-4567", "45504652",
        "ER+PR+ HER2-, Na+K+", "K=4.2 PSA=45 WBC=12", "AT&T, R&D, A&P", "&lt;5 &amp; &gt;2 &quot;x&quot;",
        "hypercholesterolemia acetaminophen/hydrocodone", "SARS-CoV-2 HbA1c CYP2C19 NM_000546.5", "50% of 100%",
        "GCTAGCTAGCTAGGATCC", "1234567890123456", "0x1F", "DE AD BE EF", "de:ad:be:ef:00:01", "Guillain-Barre-Strohl",
        r"C:\new\report", r"C:\Users\nokonjo", "urn:oid:2.16.840.1.113883", "a%zz", "%00%01", r"\x00\x01", "&bogus;",
        "123e4567-e89b-12d3-a456-426614174000", "Methylprednisolone", "CentersForMedicareMedicaid",
    ],
)  # fmt: skip
def test_clean_text_is_not_decoded(text: str) -> None:
    assert find_encoded(text) == []


@each_row(
    ("text", "expected"),
    [
        ("seen I s o l d e today", "seen Isolde today"), ("t.a.n.i.g.a.w.a", "Tanigawa"), ("H*I*D*E*Y*O", "HIDEYO"),
        ("W, r, e, n", "Wren"), ("o_k_o_n_k_w_o", "Okonkwo"), ("W\nr\ne\nn", "Wren"), ("R e n é e", "Renée"),
        ("Z  e  b   Q u a c k", "Z e b Quack"), ("H e l g a, 5 mg", "Helga, 5 mg"),
        ("vitamins A, D, E, K", "vitamins A, D, E, K"), ("waves P, Q, R, S, T", "waves P, Q, R, S, T"),
        ("1 a 2 b 3 c 4 d", "1 a 2 b 3 c 4 d"), ("A&O x 3", "A&O x 3"), ("q.i.d. p.r.n.", "q.i.d. p.r.n."),
    ],
)  # fmt: skip
def test_words_spelled_letter_by_letter(text: str, expected: str) -> None:
    assert decoded(text) == expected


def test_the_stretches_are_in_order_and_apart_and_inside_the_text() -> None:
    text = f"a%20b {b64(b'Peter Chalmers')} \\u004a &#74; {b'Peter'.hex()} " * 3
    found = find_encoded(text)
    assert [r.start for r in found] == sorted(r.start for r in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert found[-1].end <= len(text)
    assert sum(r.whole for r in found) == 6
