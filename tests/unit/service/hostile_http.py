"""More than a thousand requests that no good client sends, as bytes and steps, written before they were tried.

@HOST@ and @TOKEN@ stand for the address and a token of the role submit. Values of PLANTED stand wherever a client could
have put them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

NAME, NUMBER, MAIL = b"Vexholm", b"77120934", b"quillstrand@vexholm.example"
JSON, NDJSON = b"application/json", b"application/x-ndjson"


@dataclass(frozen=True)
class Repeat:
    """These bytes are sent many times, as long as the server takes them."""

    piece: bytes
    times: int


@dataclass(frozen=True)
class Wait:
    """Nothing is sent for some seconds, or until the server ends the connection."""

    seconds: float


Step = bytes | Repeat | Wait


@dataclass(frozen=True)
class Hostile:
    """A request, or several on one connection.

    end: read (all that comes), half (sending is ended first), gone (closed at once), reset (closed with a reset).
    most: the most answers that may come; one more answers a request that was smuggled. is_slow: takes over a second.
    """

    group: str
    steps: tuple[Step, ...]
    end: str = "half"
    most: int = 1
    is_slow: bool = False


_HEAD = b"Host: @HOST@\r\nAuthorization: Bearer @TOKEN@\r\n"


def _request(line: bytes, headers: bytes = b"", body: bytes = b"", *, head: bytes = _HEAD) -> bytes:
    return line + b" HTTP/1.1\r\n" + head + headers + b"\r\n" + body


def post(path: bytes, body: bytes, kind: bytes = JSON, headers: bytes = b"") -> bytes:
    """Return a POST with the length of its body."""
    told = b"Content-Type: %s\r\nContent-Length: %d\r\n" % (kind, len(body))
    return _request(b"POST " + path, told + headers, body)


def _chunked(path: bytes, body: bytes, kind: bytes = JSON, headers: bytes = b"") -> bytes:
    told = b"Content-Type: %s\r\nTransfer-Encoding: chunked\r\n" % kind
    return _request(b"POST " + path, told + headers, body)


ODD = (
    b"", b" ", b"\n\n\n", b"\x00" * 100, b"\xff\xfe{\x00", b"\xef\xbb\xbf{\"text\":\"x\"}", b"-", b"+1", b".5",
    b"01", b"1e",
    b"0x10", b"nul", b"tru", b"NaN", b"Infinity", b"-Infinity", b"null", b"true", b"0", b"-0", b'""', b"[]", b"{}",
    b"{", b"}",
    b"[", b"]", b"{]", b"[}", b",", b":", b'"', b"'x'", b"//x", b"/**/{}", b"#x", b"{}{}", b"{}\n{}", b"{},", b"[1,]",
    b'{"a":1,}', b'{"a"}', b'{"a":}', b"{a:1}", b"{1:1}", b'{"a":1 "b":2}', b"<xml>" + NAME + b"</xml>",
    b"text=" + NAME,
    NAME, b'"' + NAME + b'"', b'["' + NAME + b'"]', b"--x\r\n\r\n" + NAME + b"\r\n--x--", b"\x1f\x8b" + NAME,
    b"[" * 100_000, b"{" * 1000, b"[" * 900 + b"]" * 900, b'{"a":' * 50_000 + b"1" + b"}" * 50_000, b'[{"a":' * 20_000,
)  # fmt: skip
FIELDS = (
    NUMBER, b"-" + NUMBER, b"1e999", b"-1e999", b"1e-999", b"9" * 5000, b"-" + b"9" * 5000, b"0." + b"1" * 5000,
    b"1E400",
    b"18446744073709551616", b"-9223372036854775809", b"NaN", b"Infinity", b"true", b"null", b"{}", b"[]",
    b'["' + NAME + b'"]', b'{"text":"' + NAME + b'"}', b"[[[[[]]]]]", b"[" * 5000 + b"]" * 5000,
    b'"\\ud800' + NAME + b'"', b'"' + NAME + b'\\udfff"', b'"\\udc00\\ud800"', b'"\\ud83d\\ude00"',
    b'"\\u0000' + NAME + b'"',
    b'"\x00"', b'"\x1f"', b'"\n"', b'"\x7f"', b'"\\x"', b'"\\u12"', b'"\xff' + NAME + b'"', b'"\xc0\xaf"',
    b'"\xed\xa0\x80"',
    b'"\xf4\x90\x80\x80"', b'"\xe2\x80\xae' + NAME + b'"', b'"\xe2\x80\xa8"', b'"' + b"\xcc\x81" * 5000 + b'"',
    b'"' + b"a" * 100_000 + b'"', b'"' + b" " * 100_000 + b'"', b'"' + b"<" * 20_000 + b'"',
    b'"' + b"9" * 20_000 + b'"',
    b'"' + b"@" * 20_000 + b'"', b'"' + b"1/" * 10_000 + b'"', b'"{{7*7}} ${jndi:ldap://x} %s%n ../../etc/passwd"',
    b'"\' OR 1=1 --"', b'"' + NAME,
)  # fmt: skip


def _json_bodies() -> Iterator[Hostile]:
    """Bodies for the three routes of texts."""
    for path, body in product((b"/v1/text", b"/v1/texts", b"/v1/detect"), ODD):
        yield Hostile("odd-json", (post(path, body),))
    for value in FIELDS:
        yield Hostile("field", (post(b"/v1/text", b'{"text":' + value + b"}"),))
        yield Hostile("field", (post(b"/v1/detect", b'{"text":"' + MAIL + b'","subject":' + value + b"}"),))
        yield Hostile("field", (post(b"/v1/texts", b'{"texts":[{"text":"x"},{"text":' + value + b"}]}"),))
        yield Hostile("field", (post(b"/v1/text", b'{"text":"x","profile":' + value + b"}"),))
    for keys in (
        b'"text":"x","text":"' + NAME + b'"', b'"text":"x","te\\u0078t":"' + NAME + b'"',
        b'"text":"x","' + NAME + b'":1',
        b'"text":"x","__proto__":{"a":1}', b'"":"' + NAME + b'"', b'"TEXT":"' + NAME + b'"', b'"text ":"x"',
        b'"text":"x","\\ud800":1', b'"text":"x","' + b"k" * 100_000 + b'":1',
        b",".join(b'"k%d":%d' % (n, n) for n in range(20_000)),
    ):  # fmt: skip
        yield Hostile("keys", (post(b"/v1/text", b"{" + keys + b"}"),))
    yield Hostile("keys", (post(b"/v1/texts", b'{"texts":[' + b",".join([b'{"text":""}'] * 1001) + b"]}"),))
    yield Hostile("keys", (post(b"/v1/texts", b'{"texts":[' + b",".join([b"1"] * 100_000) + b"]}"),))


def _records() -> Iterator[Hostile]:
    """Lines for /v1/records, whose answer is 200 with an outcome a line."""
    patient = b'{"resourceType":"Patient","id":"%s","name":[{"family":"' + NAME + b'"}]}'
    lines = (
        *ODD[2:30], b'{"resourceType":null}', b'{"resourceType":[]}', b'{"resourceType":"' + NAME + b'"}',
        b'{"resourceType":{"a":"' + NAME + b'"}}', b'{"resourceType":"Patient","name":"' + NAME + b'"}', b"1\n" * 500,
        b'{"resourceType":"Patient","id":' + b"9" * 5000 + b"}", b'{"dataType":"../../' + NAME + b'"}', b"\xff" * 1000,
        b'{"resourceType":"Patient","birthDate":{"a":1}}', b'{"resourceType":"Patient","birthDate":"' + NAME + b'"}',
        b'{"resourceType":"Patient","birthDate":"9999-99-99"}', b'{"resourceType":"Patient","birthDate":"-0001-01-01"}',
        b'{"resourceType":"Patient","contained":[{"resourceType":"Patient","name":1}]}', b"\r\r\r", b"[]\n" * 100,
        b'{"resourceType":"Observation","valueQuantity":{"value":1e999}}', b"{}\n" * 1000, b"\x0b\x0c", b"\xe2\x80\xa8",
        b'{"resourceType":"Observation","valueQuantity":{"value":' + b"9" * 400 + b"}}", patient % (b"x" * 5000),
        b'{"resourceType":"Observation","subject":{"reference":"Patient/../../' + NAME + b'"}}', patient % b"\\ud800",
        b'{"resourceType":"Bundle","entry":[' + patient % b"1" + b"]}", patient % b"\\u0000", patient % b"a/../b",
        b'{"resourceType":"Patient","text":{"div":"<div>' + NAME + b'<script>"}}', patient % b"1" + patient % b"2",
        b'{"resourceType":"Patient","text":{"div":"' + b"<div>" * 20_000 + b'"}}',
        patient % b"1" + b"\r" + patient % b"2",
        b'{"resourceType":"Patient","extension":' + b'[{"extension":' * 300 + b"1" + b"}]" * 300 + b"}",
        b'{"resourceType":"DocumentReference","content":[{"attachment":{"data":"!!' + NAME + b'"}}]}',
        b'{"resourceType":"Binary","contentType":"text/plain","data":"' + b"A" * 100_000 + b'"}',
        b'{"resourceType":"Patient","link":[{"other":{"reference":"' + b"Patient/1" * 1000 + b'"}}]}',
    )  # fmt: skip
    for line in lines:
        yield Hostile("records", (post(b"/v1/records", line, NDJSON),))
        yield Hostile(
            "records", (_chunked(b"/v1/records", b"%x\r\n%s\r\n0\r\n\r\n" % (len(line) + 1, line + b"\n"), NDJSON),)
        )


def _framing() -> Iterator[Hostile]:
    """Lengths and chunks that two servers could read as two different requests."""
    body = b'{"text":"x"}'
    smuggled = b"GET /smuggled/" + NAME + b" HTTP/1.1\r\nHost: @HOST@\r\nAuthorization: Bearer @TOKEN@\r\n\r\n"
    lengths = (
        b"-1", b"+12", b"0x0c", b"012", b"12 ", b" 12", b"\t12", b"12,12", b"12, 12", b"12;x", b"1 2", b"12.0",
        b"1e1", b"",
        NAME, b"9" * 9, b"9" * 19, b"9" * 21, b"9" * 5000, b"\xd9\xa1\xd9\xa2", b"\x00", b"12\x00", b"12\x0b", b"-0",
        b"00", b"1_2",
    )  # fmt: skip
    for length in lengths:
        told = b"Content-Type: application/json\r\nContent-Length: " + length + b"\r\n"
        is_right = length.strip() in (b"12", b"012", b"12,12", b"12, 12")  # RFC 9110: a second request follows
        yield Hostile("length", (_request(b"POST /v1/text", told, body + smuggled),), most=1 + is_right)
    for pair in (
        (b"12", b"13"),
        (b"13", b"12"),
        (b"12", b"0"),
        (b"0", b"12"),
        (b"12", b""),
        (b"12", b"-12"),
        (b"12", NAME),
    ):
        told = b"Content-Type: application/json\r\n" + b"".join(b"Content-Length: %s\r\n" % one for one in pair)
        yield Hostile("two-lengths", (_request(b"POST /v1/text", told, body + smuggled),))
    codings = (
        b"chunked", b" chunked", b"Chunked", b"CHUNKED", b"chunked, identity", b"identity, chunked", b"gzip, chunked",
        b"chunked, chunked", b"chunked\x00", b"chunked\x0b", b"x" + b"chunked", b"chunked;q=1", b'"chunked"',
        b"chun ked",
        b"identity", b"gzip", b"deflate", b"", b"\xc5\x83hunked", NAME,
    )  # fmt: skip
    for coding, path in product(codings, (b"/v1/text", b"/v1/records")):
        kind = JSON if path == b"/v1/text" else NDJSON
        told = b"Content-Type: %s\r\nTransfer-Encoding: %s\r\nContent-Length: 4\r\n" % (kind, coding)
        yield Hostile("both", (_request(b"POST " + path, told, b"0\r\n\r\n" + smuggled),))
        told = b"Content-Type: %s\r\nContent-Length: 5\r\nTransfer-Encoding: %s\r\n" % (kind, coding)
        yield Hostile("both", (_request(b"POST " + path, told, b"0\r\n\r\n" + smuggled),))
    for name in (b"Transfer-Encoding ", b"Transfer-Encoding\t", b" Transfer-Encoding", b"Transfer_Encoding",
        b"X\r\n Transfer-Encoding",
                 b"X: y\nTransfer-Encoding", b"X: y\rTransfer-Encoding", b"X: y\r\r\nTransfer-Encoding",
                 b"Transfer-Encoding\x00"):  # fmt: skip
        told = b"Content-Type: application/json\r\nContent-Length: 5\r\n" + name + b": chunked\r\n"
        is_other = b"_" in name  # another header: the body has one length, and a request follows it
        yield Hostile("both", (_request(b"POST /v1/text", told, b"0\r\n\r\n" + smuggled),), most=1 + is_other)
    twice = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
    for second in (b"chunked", b"identity", b"x", b""):
        yield Hostile("both", (_request(b"POST /v1/text", twice + second + b"\r\n", b"0\r\n\r\n" + smuggled),))
    chunks = (
        b"zz\r\n" + NAME + b"\r\n", b"ffffffffffffffff\r\nx", b"5\r\nVex", b"-1\r\n\r\n", b"0x5\r\nVexho\r\n0\r\n\r\n",
        b"5\nVexho\n0\n\n", b"5\r\nVexholm\r\n0\r\n\r\n", b" 5\r\nVexho\r\n0\r\n\r\n", b"5 \r\nVexho\r\n0\r\n\r\n",
        b"\r\n\r\n",
        b"5;" + b"a" * 70_000 + b"\r\nVexho\r\n0\r\n\r\n", b"5;a=\n0\r\n\r\n", b"5\r\nVexhoXX0\r\n\r\n",
        b"000000000000000000005\r\nVexho\r\n",
        b"0\r\n" + NAME + b": 1\r\n\r\n", b"0\r\nContent-Length: 99\r\n\r\n",
        b"0\r\n" + b"X: y\r\n" * 20_000 + b"\r\n", b"0",
        b"0\r\nTransfer-Encoding: x\r\n\r\n", b"1\r\n\x00\r\n" * 2000, b"100000000\r\n", b"7fffffffffffffff\r\n",
        b"5\r\n", b"",
        b"0\r\n\r" + smuggled, b"0\n\r\n" + smuggled, b"0;\r\n\r\n"[:3] + b"\x00\r\n\r\n",
        b"5\r\n\r\n\r\n\r\n0\r\n\r\n", b"\xff\r\n", b"5_0\r\nx",
    )  # fmt: skip
    for chunk, path in product(chunks, (b"/v1/text", b"/v1/records")):
        yield Hostile("chunks", (_chunked(path, chunk, JSON if path == b"/v1/text" else NDJSON),), most=2)


def _paths() -> Iterator[Hostile]:
    for path in (
        b"/../../etc/passwd", b"/..", b"//v1/text", b"/v1//text", b"/v1/text/", b"/v1/text/../entities",
        b"/v1/./text", b"/V1/TEXT",
        b"/v1/%74ext", b"/v1/text%00", b"/v1/text%2f..%2fx", b"/v1/%2e%2e/x", b"/%2e%2e/%2e%2e/etc/passwd",
        b"/%252e%252e/x",
        b"/..%5c..%5cx", b"/v1\\text", b"/v1/text;a=b", b"/v1/text?" + NAME, b"/v1/text?a=" + NUMBER,
        b"/v1/text#" + NAME, b"/?" + b"a" * 60_000,
        b"/" + NAME, b"/" + b"a" * 70_000, b"/" + b"a/" * 20_000, b"/" + b"%41" * 10_000, b"/\xff", b"/\xc3\xa9",
        b"/%ff", b"/%c0%ae%c0%ae/",
        b"/%", b"/%zz", b"/%0", b"/%00", b"/%0d%0aSet-Cookie:x", b"/v1/text\x00", b"/\x01", b"/ x", b"*", b"?", b"#",
        b"", b"x", b"v1/text", b"\\",
        b"http://evil.example/v1/entities", b"http://@HOST@/v1/entities", b"HTTP://@HOST@/v1/entities",
        b"https://@HOST@/v1/entities",
        b"http://user:" + NAME + b"@@HOST@/v1/entities", b"http:/v1/entities", b"http://", b"http:///v1/entities",
        b"//evil.example/v1/entities",
        b"file:///etc/passwd", b"javascript:1", b"evil.example:443", b"@HOST@", b"[::1]", b"http://[::1",
        b"http://[" + NAME + b"]/x",
        b"/static/app.py", b"/.git/config", b"/.env", b"/server-status", b"/actuator/env", b"/docs", b"/redoc",
        b"/docs/oauth2-redirect",
        b"/openapi.json/../openapi.json", b"/openapi.json?x", b"/OPENAPI.json", b"/openapi.yaml", b"/metrics/",
        b"/metrics/..", b"/health/../metrics",
        b"/health%2f..%2fmetrics", b"/health/", b"/health?" + NAME, b"/ready/..;/metrics", b"/health;/../metrics",
        b"/v1/records/" + NUMBER,
        b"/v1/entities%20", b"/v1/entities%09", b"/v1/entities.", b"/v1/entities.json", b"/v1/entities/*",
        b"/v1/{path}", b"/{x}", b"/v1/profiles/" + NAME,
    ):  # fmt: skip
        yield Hostile("path", (_request(b"GET " + path),))
        yield Hostile("path", (_request(b"GET " + path, head=b"Host: @HOST@\r\n"),))
    for method in (
        b"TRACE", b"CONNECT", b"OPTIONS", b"HEAD", b"DELETE", b"PATCH", b"PUT", b"PROPFIND", b"PRI",
        b"TRACK", NAME.upper(), b"get", b"Post", b"P\x00ST",
        b"", b" GET", b"GET\t", b"GE T", b"G\xc3\x89T", b"GET,POST", b"\xff", b"A" * 60_000,
    ):  # fmt: skip
        yield Hostile("method", (_request(method + b" /v1/entities"),))
        yield Hostile(
            "method",
            (_request(method + b" /v1/text", b"Content-Type: application/json\r\nContent-Length: 2\r\n", b"{}"),),
        )


def _headers() -> Iterator[Hostile]:
    flood = b"".join(b"X-%d: y\r\n" % n for n in range(20_000))
    odd = (
        NAME + b"\r\n", b": x\r\n", b"X\x00Y: 1\r\n", b"X: \x00\r\n", b"X: a\x00b\r\n", b"X: \x7f\r\n",
        b"X: \xff\r\n", b" X: folded\r\n", b"X: a\r\n b\r\n", b"X : 1\r\n",
        b"X\xc3\xa9: 1\r\n", b"X: " + NAME * 20_000 + b"\r\n", b"X" * 70_000 + b": 1\r\n",
        b"X: y\r\n" * 20_000, flood, b"X: \r" + NAME + b"\r\n", b"X:\n\r\n", b"(): 1\r\n",
        b"Expect: 100-continue\r\n", b"Expect: " + NAME + b"\r\n",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n",
        b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        b"Cookie: token=" + NAME + b"\r\n", b"Connection: " + NAME + b"\r\n",
        b"Connection: close, keep-alive\r\n", b"Keep-Alive: timeout=999999999\r\n", b"TE: trailers\r\n",
        b"Trailer: Content-Length\r\n", b"Range: bytes=0-1,2-3\r\n", b"Max-Forwards: 0\r\n",
        b"X-Forwarded-For: 127.0.0.1\r\n", b"X-Forwarded-Host: evil.example\r\n",
        b"Forwarded: for=" + NAME + b"\r\n", b"X-HTTP-Method-Override: DELETE\r\n", b"X-Original-URL: /metrics\r\n",
        b"Accept: " + b"a/b," * 10_000 + b"*/*\r\n", b"Accept-Language: \xff\r\n", b"If-None-Match: *\r\n",
        b"Sec-Fetch-Site: cross-site\r\n", b"Sec-Fetch-Site: " + NAME + b"\r\n",
        b"Origin: null\r\n", b"Origin: http://@HOST@\r\n", b"Origin:\r\n", b"Origin: " + NAME + b"\r\n",
        b"Host: evil.example\r\n", b"Host: @HOST@\r\n", b"Idempotency-Key: " + NAME + b"\r\n",
        b"Idempotency-Key: " + b"k" * 60_000 + b"\r\n", b"traceparent: 00-" + NUMBER + b"\r\n",
        b"baggage: name=" + NAME + b"\r\n", b"Prefer: respond-async\r\n", b"Mcp-Session-Id: " + NAME + b"\r\n",
    )  # fmt: skip
    for one in odd:
        yield Hostile("header", (_request(b"GET /v1/entities", one),))
        told = b"Content-Type: application/json\r\nContent-Length: 12\r\n"
        yield Hostile("header", (_request(b"POST /v1/text", told + one, b'{"text":"x"}'),))
    for host in (b"", b"evil.example", b"127.0.0.1", b"127.0.0.1:1", b"localhost.evil.example",
        b"@HOST@.evil.example", b"evil.example@@HOST@", b"@HOST@,x", b"@HOST@ x", b"@HOST@\x00", b"[::1]",
        b"0.0.0.0", NAME):  # fmt: skip
        yield Hostile(
            "host", (_request(b"GET /v1/entities", head=b"Host: " + host + b"\r\nAuthorization: Bearer @TOKEN@\r\n"),)
        )
    yield Hostile("host", (_request(b"GET /v1/entities", head=b"Authorization: Bearer @TOKEN@\r\n"),))
    for auth in (b"Bearer", b"Bearer ", b"bearer\t@TOKEN@", b"Bearer  @TOKEN@", b"Bearer @TOKEN@ x",
        b"Bearer @TOKEN@,x", b"Basic @TOKEN@", b"@TOKEN@", b"Bearer " + NAME, b"Bearer \xff",
                 b"Bearer \x00", b"Bearer " + b"a" * 60_000, b"Bearer a.b.c", b"Bearer eyJhbGciOiJub25lIn0.e30.",
                 b"Digest username=" + NAME, b"Bearer @TOKEN@\r\nAuthorization: Bearer x"):  # fmt: skip
        yield Hostile(
            "authorization", (_request(b"GET /v1/entities", head=b"Host: @HOST@\r\nAuthorization: " + auth + b"\r\n"),)
        )


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _forms() -> Iterator[Hostile]:
    """Types and encodings of bodies; bombs among them."""
    bomb = _packed(b'{"text":"' + b"x" * 20_000_000 + b'"}')
    deflated = zlib.compress(b" " * 20_000_000)
    for coding, data in (
        (b"gzip", bomb), (b"x-gzip", bomb), (b"deflate", deflated), (b"br", bomb), (b"zstd", bomb), (b"gzip, gzip",
        bomb), (b"identity", bomb), (b"", b"{}"), (NAME, b"{}"),
        (b"gzip", _packed(bomb)), (b"GZIP", bomb), (b"compress", deflated),
    ):  # fmt: skip
        yield Hostile("encoding", (post(b"/v1/text", data, headers=b"Content-Encoding: " + coding + b"\r\n"),))
        yield Hostile("encoding", (post(b"/v1/records", data, NDJSON, b"Content-Encoding: " + coding + b"\r\n"),))
    for kind in (b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=" + NAME,
        b"application/xml", b"application/json;charset=utf-16",
                 b"application/json, text/plain", b"application/json\x00", b"application/" + NAME, b"*/*",
                 b"application/json; charset=" + b"a" * 50_000, b"application/fhir+json"):  # fmt: skip
        yield Hostile("type", (post(b"/v1/text", b'{"text":"\xff\xfe' + NAME + b'"}', kind),))
        yield Hostile("type", (post(b"/v1/records", b'{"resourceType":"' + NAME + b'"}', kind),))


def _large() -> Iterator[Hostile]:
    for path, kind, size in product((b"/v1/text", b"/v1/texts"), (JSON,), (1 << 30, (1 << 20) + 1, 1 << 40)):
        told = b"Content-Type: %s\r\nContent-Length: %d\r\n" % (kind, size)
        yield Hostile("announced", (_request(b"POST " + path, told, b'{"text":"' + NAME),), "read")
    piece = b"a" * (1 << 20)
    for path, first in (
        (b"/v1/text", b'{"text":"'),
        (b"/v1/records", b'{"id":"'),
        (b"/v1/detect", b" "),
        (b"/v1/nothing", b" "),
    ):
        head = _chunked(path, b"%x\r\n%s\r\n" % (len(first), first), NDJSON if path == b"/v1/records" else JSON)
        yield Hostile(
            "streamed", (head, Repeat(b"100000\r\n" + piece + b"\r\n", 1024), b"0\r\n\r\n"), "read", is_slow=True
        )
    told = b"Content-Type: application/x-ndjson\r\nContent-Length: %d\r\n" % (1 << 30)
    yield Hostile(
        "streamed", (_request(b"POST /v1/records", told), Repeat(b"\n" * (1 << 20), 1024)), "read", is_slow=True
    )
    told = b"Content-Length: %d\r\n" % (1 << 30)
    yield Hostile("streamed", (_request(b"GET /health", told), Repeat(piece, 1024)), "read", is_slow=True)
    yield Hostile("streamed", (_request(b"POST /health", told), Repeat(piece, 1024)), "read", is_slow=True)
    yield Hostile("streamed", (b"GET / HTTP/1.1\r\nX: ", Repeat(piece, 64)), "read", is_slow=True)


def _slow() -> Iterator[Hostile]:
    told = b"Content-Type: application/json\r\nContent-Length: 12\r\n"
    drips = (b"P", b"POST /v1/text HTTP/1.1\r\n", b"POST /v1/text HTTP/1.1\r\nHost: @HOST@\r\nX: " + NAME, b"\r\n", b"")
    for drip in drips:
        yield Hostile("slow", (drip, Wait(20)), "read", is_slow=True)
        yield Hostile("slow", (drip, *((Wait(2), b"a") * 8)), "read", is_slow=True)
    yield Hostile("slow", (_request(b"POST /v1/text", told, b"{"), *((Wait(4), b" ") * 10)), "read", is_slow=True)
    yield Hostile("slow", (_request(b"POST /v1/text", told, b"{"), Wait(45)), "read", is_slow=True)
    yield Hostile(
        "slow",
        (_chunked(b"/v1/records", b"1\r\n{\r\n", NDJSON), *((Wait(10), b"1\r\n{\r\n") * 7)),
        "read",
        is_slow=True,
    )
    yield Hostile(
        "slow", (_request(b"GET /v1/entities", b"Connection: keep-alive\r\n"), Wait(20)), "read", is_slow=True
    )


def _gone() -> Iterator[Hostile]:
    whole = post(b"/v1/text", b'{"text":"' + MAIL + b" " * 10_000 + b'"}')
    rows = b'{"resourceType":"Patient","id":"%s"}\n' % NUMBER * 200
    many = post(b"/v1/records", rows, NDJSON)
    for request, part, end in product((whole, many), (1, 20, 60, 130, 200, 260, 400, 10**9), ("gone", "reset")):
        yield Hostile("gone", (request[:part],), end)


def _lines() -> Iterator[Hostile]:
    """Several requests on one connection, and what is no HTTP/1.1."""
    get = _request(b"GET /v1/profiles")
    yield Hostile("pipeline", (get * 50,), most=50)
    yield Hostile("pipeline", (get * 2000,), most=2000)
    yield Hostile("pipeline", (post(b"/v1/text", b"{}") * 20,), most=20)
    yield Hostile("pipeline", (post(b"/v1/text", b'{"text":"' + NAME + b'"}') * 20, b"\x00\r\n\r\n"), most=21)
    yield Hostile("pipeline", (get + b"\x00" * 100,), most=2)
    yield Hostile("pipeline", (get * 20,), "gone", most=20)
    for raw in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + NAME, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/0.9\r\n\r\n", b"\r\n" * 1000,
        b"GET /v1/profiles HTTP/1.0\r\n\r\n",
        b"GET /v1/profiles HTTP/1.1\n\n", _request(b"GET /v1/profiles").replace(b"\r\n",
        b"\n"), _request(b"GET /v1/profiles").replace(b"\r\n", b"\r"),
        b"\x00" * 1000, b"\xff" * 100_000, b"a" * 100_000, b"SSH-2.0-" + NAME + b"\r\n", b"*1\r\n$4\r\nPING\r\n",
        b"EHLO " + NAME + b"\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"GET / HTTP/1.1 x\r\n\r\n",
        b"GET  /  HTTP/1.1\r\n\r\n", b"GET / http/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"\r\n" * 10_000,
        b"\n" * 100_000, b"GET / HTTP/1.1", b"GET / HTTP/1.1\r",
    ):  # fmt: skip
        yield Hostile("raw", (raw,), most=2)


def requests() -> list[Hostile]:
    """Return all of them, in a fixed order."""
    groups = (_json_bodies, _records, _framing, _paths, _headers, _forms, _large, _slow, _gone, _lines)
    return [one for group in groups for one in group()]
