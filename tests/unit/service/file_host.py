"""A host of files over HTTP, of which some are not what they seem."""

from __future__ import annotations

import gzip
import json
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

from redactor.service.fhir import sources
from tests.unit.service.fhir_kit import BROKEN, CONDITION, PATIENT

LINE = json.dumps(PATIENT).encode() + b"\n"


class Handler(BaseHTTPRequestHandler):
    """A host of files, of which some are not what they seem."""

    asked: list[str]
    dripped: list[int]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        name = self.path.rpartition("/")[2]
        getattr(self, name.partition(".")[0].replace("-", "_"))()

    def log_message(self, *args: Any) -> None:
        pass

    def _send(self, body: bytes, status: int = 200, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def patients(self) -> None:
        self._send(LINE)

    def conditions(self) -> None:
        lines = (CONDITION, {"resourceType": "Bundle", "type": "collection"}, BROKEN)
        body = b"\n\n".join(json.dumps(line).encode() for line in lines) + b"\nVexholm"
        self._send(gzip.compress(body), Content_Encoding="gzip")

    def moved(self) -> None:
        self._send(b"", 302, Location="/inside/patients.ndjson")

    def bomb(self) -> None:
        self._send(gzip.compress(b"\0" * (sources.MOST_BYTES + 1)), Content_Encoding="gzip")

    def large(self) -> None:
        self._send(b" " * (sources.MOST_BYTES + 1))

    def cut(self) -> None:
        self._send(LINE, length=len(LINE) + 1)

    def cut_gzip(self) -> None:
        self._send(gzip.compress(LINE)[:-4], Content_Encoding="gzip")

    def two_in_gzip(self) -> None:
        self._send(gzip.compress(LINE) * 2, Content_Encoding="gzip")

    def no_gzip(self) -> None:
        self._send(LINE, Content_Encoding="gzip")

    def brotli(self) -> None:
        self._send(LINE, Content_Encoding="br")

    def endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(LINE)

    def chunked(self) -> None:
        self.protocol_version = "HTTP/1.1"
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(LINE), LINE))

    def cut_chunks(self) -> None:
        self.protocol_version = "HTTP/1.1"
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(LINE), LINE))

    def two_lengths(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(LINE)))
        self.send_header("Content-Length", str(2 * len(LINE)))
        self.end_headers()
        self.wfile.write(LINE * 2)

    def length_and_chunks(self) -> None:
        self.protocol_version = "HTTP/1.1"
        self.send_response(200)
        self.send_header("Content-Length", str(len(LINE)))
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(LINE), LINE))

    def slow(self) -> None:
        self.send_response(200)
        self.flush_headers()
        n = 0
        try:
            for n in range(600):
                self.wfile.write(b"X-%d: y\r\n" % n)
                time.sleep(0.1)
        except OSError:
            pass
        self.dripped.append(n)

    def sized(self) -> None:
        self._send(gzip.compress(b"x" * int(self.path.rpartition(".")[2])), Content_Encoding="gzip")

    def gone(self) -> None:
        self._send(b"Vexholm", 404)
