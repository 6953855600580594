"""A fake of a provider's batch API over real HTTP on loopback. It answers a batch with the script of a test.

    with FakeProvider(clear_all) as provider:
        ...  # a client uploads a file to provider.url, and makes a batch of it
    assert not provider.files

It knows files (upload, list, content, delete) and batches (create, list, retrieve, cancel), as OpenAI's API describes
them. What makes it hostile is set from outside: see the fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any, Self

from tests.unit.llm.scripted_server import Reply, Script, ScriptedServer, Seen, error

Line = dict[str, Any]


@dataclass(slots=True)
class Fakes:
    """A batch at the provider."""

    id: str
    file: str
    state: str = "in_progress"
    output: str | None = None
    errors: str | None = None
    codes: tuple[str, ...] = ()


@dataclass
class Hostile:
    """What the provider does wrong, or to a client.

    ends_as: the state of a batch when it is asked for; "in_progress" is one that never ends. codes: why it failed.
    spoil: changes the lines of results. errors: gives the lines of the error file. content: changes the bytes of a
    file that is read. lists: whether files and batches are listed. faults: by "METHOD path", replies that come first.
    after: called with "METHOD path" when a request is done, and before the reply.
    """

    ends_as: str = "completed"
    codes: tuple[str, ...] = ()
    spoil: Callable[[list[Line]], list[Any]] = lambda lines: lines
    errors: Callable[[list[Line]], list[Any]] = lambda lines: []
    content: Callable[[bytes], bytes] = lambda content: content
    lists: bool = True
    faults: dict[str, list[Reply]] = field(default_factory=dict)
    after: Callable[[str], None] = lambda what: None


class FakeProvider(ScriptedServer):
    def __init__(self, script: Script, **more: Any) -> None:
        super().__init__(script, **more)
        self.hostile = Hostile()
        self.files: dict[str, tuple[str, bytes]] = {}
        self.batches: dict[str, Fakes] = {}
        self.made: list[bytes] = []  # the requests of each batch that was made
        self.deleted: list[str] = []

    def reply_to(self, seen: Seen) -> Reply:
        path = seen.path.partition("?")[0].removeprefix("/v1")
        if not path.startswith(("/files", "/batches")):
            return super().reply_to(seen)
        with self._lock:
            self.seen.append(seen)
            what = f"{seen.method} {re.sub('/(file|batch)-[0-9]+', '/ID', path)}"
            if faults := self.hostile.faults.get(what):
                return faults.pop(0)
            reply = self._done(seen, path)
            self.hostile.after(what)
            return reply

    def _done(self, seen: Seen, path: str) -> Reply:
        match seen.method, *path.strip("/").split("/"):
            case "POST", "files":
                name, content = uploaded(seen)
                return shown(self._file(self._add(name, content)))
            case "GET", "files" if self.hostile.lists:
                return listed(self.files, seen, self._file)
            case "GET", "files", id, "content" if id in self.files:
                return Reply(body=self.hostile.content(self.files[id][1]))
            case "DELETE", "files", id if id in self.files:
                del self.files[id]
                self.deleted.append(id)
                return shown({"id": id, "object": "file", "deleted": True})
            case "POST", "batches":
                assert seen.json["endpoint"] == "/v1/chat/completions" and seen.json["completion_window"] == "24h"
                made = Fakes(f"batch-{len(self.batches) + 1}", seen.json["input_file_id"])
                self.batches[made.id] = made
                self.made.append(self.files[made.file][1])
                return shown(self._batch(made.id) | {"status": "validating"})
            case "GET", "batches" if self.hostile.lists:
                return listed(self.batches, seen, self._batch)
            case "GET", "batches", id if id in self.batches:
                self._end(self.batches[id])
                return shown(self._batch(id))
            case "POST", "batches", id, "cancel" if id in self.batches:
                self.hostile.ends_as = "cancelled"
                return shown(self._batch(id) | {"status": "cancelling"})
        return error(404)

    def _add(self, name: str, content: bytes) -> str:
        id = f"file-{len(self.files) + len(self.deleted) + 1}"
        self.files[id] = name, content
        return id

    def _file(self, id: str) -> Line:
        return {"id": id, "object": "file", "filename": self.files[id][0], "purpose": "batch", "created_at": 0}

    def _batch(self, id: str) -> Line:
        batch = self.batches[id]
        return {
            "id": id, "object": "batch", "endpoint": "/v1/chat/completions", "completion_window": "24h",
            "status": batch.state, "input_file_id": batch.file, "created_at": 0,
            "output_file_id": batch.output, "error_file_id": batch.errors,
            "request_counts": {"total": 3, "completed": 3 if batch.output else 0, "failed": 0},
            "errors": {"object": "list", "data": [{"code": code, "message": "Marlowe"} for code in batch.codes]},
        }  # fmt: skip

    def _end(self, batch: Fakes) -> None:
        if batch.state != "in_progress" or self.hostile.ends_as == "in_progress":
            return
        batch.state, batch.codes = self.hostile.ends_as, self.hostile.codes
        if batch.state == "failed":
            return
        asked = [json.loads(line) for line in self.files[batch.file][1].splitlines()]
        given = self.hostile.spoil([result(line, self.script) for line in asked])
        batch.output = self._add("output", as_lines(given)) if given else None
        failed = self.hostile.errors(asked)
        batch.errors = self._add("errors", as_lines(failed)) if failed else None

    def __enter__(self) -> Self:
        super().__enter__()
        return self


def result(line: Line, script: Script) -> Line:
    """What the provider makes of a request."""
    body = json.loads(script(line["body"]).body)
    return {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}


def failed(line: Line, status: int) -> Line:
    """The line of the error file for a request that failed."""
    body = {"error": {"message": "Marlowe"}}
    return {"custom_id": line["custom_id"], "response": {"status_code": status, "body": body}, "error": None}


def as_lines(values: list[Any]) -> bytes:
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in values).encode()


def uploaded(seen: Seen) -> tuple[str, bytes]:
    """The name and content of the file in a form, whose purpose must be a batch."""
    head = f"content-type: {seen.headers['content-type']}\r\n\r\n".encode()
    form = BytesParser(EmailMessage, policy=HTTP).parsebytes(head + seen.body)
    parts = {part.get_param("name", header="content-disposition"): part for part in form.iter_parts()}
    assert parts["purpose"].get_content().strip() == "batch"
    content = parts["file"].get_payload(decode=True)
    assert isinstance(content, bytes)
    return str(parts["file"].get_filename()), content


def shown(data: Line) -> Reply:
    return Reply(headers={"content-type": "application/json"}, body=json.dumps(data).encode())


def listed(of: dict[str, Any], seen: Seen, show: Callable[[str], Line]) -> Reply:
    """Two entries a page, so that who lists must turn pages."""
    after = re.search("after=([a-z0-9-]+)", seen.path)
    ids = sorted(of)
    ids = ids[ids.index(after[1]) + 1 :] if after else ids
    return shown({"object": "list", "data": [show(id) for id in ids[:2]], "has_more": len(ids) > 2})
