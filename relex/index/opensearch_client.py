"""Uses OpenSearch as a document store: bounded retries, a check of every item of a bulk request, one configured host.

A document has an id, and a stamp that identifies the state that was read. What is not answered in time and in whole
raises IndexUnavailableError; no partial answer is returned. Needs opensearch-py (extra `relex`).
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import msgspec
from opensearchpy import OpenSearch
from opensearchpy.exceptions import ConnectionError as Unreachable
from opensearchpy.exceptions import OpenSearchException, TransportError

from redactor.errors import IndexUnavailableError
from relex.index.opensearch_address import client_settings, connection_problem

_MAX_WRITES, _MAX_BYTES, _MAX_READS = 1_000, 8 << 20, 1_000
_FIRST_PAUSE, _MAX_PAUSE = 0.1, 4.0  # seconds
_DOWN_TIMEOUT = 1.0  # seconds for the first request after a failure
_BULK_FILTER_PATH = "items.*._id,items.*.status,items.*.error.type"
_STAMP = re.compile(r"\d{1,18}:\d{1,18}")
_T = TypeVar("_T")
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Document:
    """A stored document; its stamp identifies this state for `Write`."""

    id: str
    source: Mapping[str, Any]
    stamp: str


@dataclass(frozen=True, slots=True)
class Write:
    """A write of one document.

    "create" succeeds only if the id is new. "index" (the whole document) and "update" (the fields given) succeed only
    if the stamp matches.
    """

    op: Literal["create", "index", "update"]
    id: str
    source: Mapping[str, Any]
    stamp: str | None = None

    def lines(self) -> bytes:
        """Return the lines of a bulk request."""
        head: dict[str, Any] = {"_id": self.id}
        if self.op != "create":
            number, _, term = (self.stamp or "").partition(":")
            head |= {"if_seq_no": int(number), "if_primary_term": int(term)}
        body = {"doc": self.source} if self.op == "update" else self.source
        return b"%s\n%s\n" % (_encode({self.op: head}), _encode(body))


class _RetryableError(Exception):
    """Signals a failure that may pass; its message repeats nothing of the server's."""


class _ExpectedError(Exception):
    """Signals the error that the caller expects."""


def is_stamp(text: str) -> bool:
    return _STAMP.fullmatch(text) is not None


class OpenSearchStore:
    """Reads and writes one index behind an alias; `seconds` limits one request with all its retries."""

    def __init__(
        self, url: str, alias: str, *, user: str | None, password: str | None, ca_certs: str | None, seconds: float
    ) -> None:
        """Connect with the values of `client_settings`. Raises ValueError for invalid values."""
        if re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,199}", alias) is None:
            raise ValueError("the index's name may hold only lower-case letters, digits, '.', '_' and '-'")
        self.alias = alias
        settings = client_settings(url, user, password, ca_certs)
        self._seconds = seconds
        self._down = False
        logging.getLogger("opensearch").addHandler(logging.NullHandler())  # failures are reported by exceptions
        self._client: Any = OpenSearch(**settings, max_retries=0)  # _with_retries knows about items and the time limit

    def close(self) -> None:
        self._client.close()

    # -- the index and its mapping

    def mapping(self) -> Mapping[str, Any] | None:
        """Return the mapping behind the alias, None without an index, {} for an alias of several indices."""

        def request(client: Any, seconds: float) -> Any:
            answer = client.indices.get_mapping(index=self.alias, request_timeout=seconds)
            return next(iter(answer.values()))["mappings"] if len(answer) == 1 else {}

        try:
            found = self._with_retries(request, expected="index_not_found_exception")
        except _ExpectedError:
            return None
        return found if isinstance(found, dict) else {}

    def create_index(self, body: Mapping[str, Any]) -> None:
        """Create the index and its alias, unless another process was faster."""

        def request(client: Any, seconds: float) -> None:
            whole = {**body, "aliases": {self.alias: {}}}
            client.indices.create(index=f"{self.alias}-1", body=whole, request_timeout=seconds)

        with suppress(_ExpectedError):
            self._with_retries(request, expected="resource_already_exists_exception")

    def refresh(self) -> None:
        """Make everything written visible to searches."""

        def request(client: Any, seconds: float) -> None:
            _checked_shards(client.indices.refresh(index=self.alias, request_timeout=seconds))

        self._with_retries(request)

    def size(self) -> int:
        """Return the bytes on disk of the primary shards."""

        def request(client: Any, seconds: float) -> int:
            answer = client.indices.stats(index=self.alias, metric="store", request_timeout=seconds)
            return int(_checked_shards(answer)["_all"]["primaries"]["store"]["size_in_bytes"])

        return self._with_retries(request)

    # -- documents

    def read(self, ids: Sequence[str], fields: str) -> list[Document | None]:
        """Return documents as last committed, in order, None for unknown ids; `fields` are names separated by
        commas.
        """
        out: list[Document | None] = []
        for at in range(0, len(ids), _MAX_READS):
            batch = list(ids[at : at + _MAX_READS])

            def request(client: Any, seconds: float, batch: list[str] = batch) -> list[Document | None]:
                body = {"ids": batch}
                answer = client.mget(index=self.alias, body=body, _source_includes=fields, request_timeout=seconds)
                docs = answer["docs"]
                if [doc["_id"] for doc in docs] != batch or any("error" in doc for doc in docs):
                    raise _RetryableError("not every document could be read")
                return [_document_of_hit(doc) if _checked_boolean(doc["found"]) else None for doc in docs]

            out += self._with_retries(request)
        return out

    def write(self, writes: Sequence[Write]) -> list[bool]:
        """Write durably; False tells that the id exists already, or that the stamp does not match."""
        out = [False] * len(writes)
        batch: list[tuple[int, bytes]] = []
        size = 0
        for i, write in enumerate(writes):
            lines = write.lines()
            if batch and (len(batch) == _MAX_WRITES or size + len(lines) > _MAX_BYTES):
                self._bulk(batch, writes, out)
                batch, size = [], 0
            batch.append((i, lines))
            size += len(lines)
        if batch:
            self._bulk(batch, writes, out)
        return out

    def _bulk(self, waiting: list[tuple[int, bytes]], writes: Sequence[Write], out: list[bool]) -> None:
        """Send items until every one is settled; settled items are not sent again."""

        def request(client: Any, seconds: float) -> None:
            nonlocal waiting
            body = b"".join(lines for _, lines in waiting)
            # The alias must exist: a bulk request to an unknown name would create an index without our mapping.
            answer = client.bulk(
                index=self.alias, body=body, require_alias=True, filter_path=_BULK_FILTER_PATH, request_timeout=seconds
            )
            items = answer["items"]
            if len(items) != len(waiting):
                raise _RetryableError("the answer does not cover every item")
            retried = []
            for (i, lines), item in zip(waiting, items, strict=True):
                result = item[writes[i].op]
                if result["_id"] != writes[i].id:
                    raise _RetryableError("the answer does not cover every item")
                status = int(result["status"])
                if status in (200, 201):
                    out[i] = True
                elif status == 429 or status >= 500:
                    retried.append((i, lines))
                elif status != 409:
                    raise _permanent_error(status, str(result["error"]["type"]))
            waiting = retried
            if retried:
                raise _RetryableError("it is too busy or its disk is too full")

        self._with_retries(request)

    def search(self, body: Mapping[str, Any]) -> list[Document]:
        """Return the hits of a search in all shards, best first."""
        return self._search(body, lambda answer: [_document_of_hit(hit) for hit in answer["hits"]["hits"]])

    def all(self, query: Mapping[str, Any], field: str, fields: Sequence[str], page: int) -> Iterator[Document]:
        """Yield all documents that match the query, page by page; `field` is a keyword field that repeats the id.

        The sort key never changes, so no snapshot is needed: a document that is written meanwhile keeps its position.
        """
        body: dict[str, Any] = {"size": page, "query": query, "_source": fields, "sort": [{field: "asc"}]}
        while found := self.search(body):
            yield from found
            body["search_after"] = [found[-1].id]

    def totals(self, by: str, sums: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
        """Return the number of documents for each value of a keyword (at most ten values), and sums of
        numeric fields.
        """
        aggs = {"by": {"terms": {"field": by}}} | {name: {"sum": {"field": name}} for name in sums}

        def take(answer: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
            result = answer["aggregations"]
            counts = {str(bucket["key"]): int(bucket["doc_count"]) for bucket in result["by"]["buckets"]}
            return counts, {name: int(result[name]["value"]) for name in sums}

        return self._search({"size": 0, "aggs": aggs}, take)

    def _search(self, body: Mapping[str, Any], take: Callable[[Mapping[str, Any]], _T]) -> _T:
        def request(client: Any, seconds: float) -> _T:
            answer = client.search(
                index=self.alias,
                body={**body, "seq_no_primary_term": True},
                allow_partial_search_results=False,
                request_timeout=seconds,
            )
            if answer["timed_out"] is not False:
                raise _RetryableError("a search timed out")
            return take(_checked_shards(answer))

        return self._with_retries(request)

    # -- one request

    def _with_retries(self, request: Callable[[Any, float], _T], expected: str = "") -> _T:
        """Call `request` with the client and the seconds for this attempt, again as long as it may succeed.

        Raises IndexUnavailableError, and _ExpectedError for an error of the expected type.
        """
        why = "no answer"
        for seconds in self._tries():
            try:
                answer = request(self._client, seconds)
                self._down = False
                return answer
            except _RetryableError as e:
                why = str(e)
            except Unreachable as e:
                why, final = connection_problem(e.info)
                if final:
                    raise IndexUnavailableError(why) from None
            except TransportError as e:
                status, kind = e.status_code, str(e.error)
                if expected and kind == expected:
                    raise _ExpectedError from None
                if isinstance(status, int) and status < 500 and status != 429:
                    raise _permanent_error(status, kind) from None
                why = f"status {status}"
            except (OpenSearchException, LookupError, TypeError, ValueError, AttributeError):
                why = "the server that answered is not OpenSearch"
        self._down = True
        raise IndexUnavailableError(
            f"OpenSearch did not complete the request within {self._seconds:g} s ({why}); "
            "check that it is up, reachable and not full, then try again"
        )

    def _tries(self) -> Iterator[float]:
        """Yield the seconds for each attempt: two that hang fit into the limit, or many that fail at once with growing
        pauses.

        After a failure of all attempts the next call has only a moment: an outage costs its wait once, not for every
        batch.
        """
        whole = min(self._seconds, _DOWN_TIMEOUT) if self._down else self._seconds
        end = time.monotonic() + whole
        pause = _FIRST_PAUSE
        while (left := end - time.monotonic()) > 0:
            yield min(left, whole / 2)
            if end - time.monotonic() <= pause:
                return
            time.sleep(pause)
            pause = min(pause * 2, _MAX_PAUSE)


def _document_of_hit(doc: Mapping[str, Any]) -> Document:
    source = doc["_source"]
    if not isinstance(source, dict):
        raise _RetryableError("the server that answered is not OpenSearch")
    return Document(str(doc["_id"]), source, f"{int(doc['_seq_no'])}:{int(doc['_primary_term'])}")


def _checked_boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise _RetryableError("the server that answered is not OpenSearch")
    return value


def _checked_shards(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    if int(answer["_shards"]["failed"]) != 0:
        raise _RetryableError("a shard failed")
    return answer


def _permanent_error(status: int, kind: str) -> IndexUnavailableError:
    """Return an error that no retry fixes; `kind` is OpenSearch's error type, which is not passed on."""
    if kind == "cluster_block_exception":
        return IndexUnavailableError(
            "OpenSearch accepts no writes (its disk is full, or a block is set); free space or remove the block"
        )
    if kind == "index_not_found_exception":
        return IndexUnavailableError("the index of stand-ins does not exist any more; restore it from a snapshot")
    if status in (401, 403):
        return IndexUnavailableError(
            "OpenSearch rejects the user; check user, password and the permissions on the index"
        )
    if status <= 400:  # also a server that expects TLS and gets none
        return IndexUnavailableError(
            f"the server at OpenSearch's address answers with status {status}; "
            "check that the address begins with the right one of http:// and https://, and check host, port and path"
        )
    return IndexUnavailableError(f"OpenSearch rejects the request with status {status}; see its log")
