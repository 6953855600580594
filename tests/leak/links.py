"""Referential integrity: every released reference leads to the release of the resource that the original led to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from tests.leak.reading import Json, Pair

Place = tuple[str | int, ...]


def paired_leaves(before: Any, after: Any, at: Place = ()) -> Iterator[tuple[Place, Any, Any]]:
    """Yield (path, old, new) for every leaf of the first tree; new is None if the second tree has no value there.

    In arrays that lost items, positions no longer correspond: all their leaves are paired with None.
    """
    if isinstance(before, dict):
        for key, value in before.items():
            yield from paired_leaves(value, after.get(key) if isinstance(after, dict) else None, (*at, key))
    elif isinstance(before, list):
        same = isinstance(after, list) and len(after) == len(before)
        for i, value in enumerate(before):
            yield from paired_leaves(value, after[i] if same else None, (*at, i))
    else:
        yield at, before, after


class Directory:
    """Resolves references. Targets are indices into the list of pairs; None if two resources match."""

    def __init__(self) -> None:
        self._by_name: dict[str, int | None] = {}
        self._by_number: dict[tuple[str, str, str], int | None] = {}
        self._in_bundle: dict[tuple[str, str], int | None] = {}

    def add(self, index: int, resource: Json, bundle: str | None, full_url: str | None) -> None:
        kind = str(resource["resourceType"])
        if "id" in resource:
            _put(self._by_name, f"{kind}/{resource['id']}", index)
        numbers = resource.get("identifier") or []
        for number in numbers if isinstance(numbers, list) else [numbers]:
            if "value" in number:
                _put(self._by_number, (kind, str(number.get("system", "")), str(number["value"])), index)
        if full_url:
            _put(self._in_bundle, (bundle or "", full_url), index)
            if not full_url.startswith("urn:"):
                _put(self._by_name, full_url, index)

    def find(self, reference: str, bundle: str | None = None) -> int | None:
        """Look in the Bundle first, then by Type/id, absolute URL, or Type?identifier=system|value."""
        if (bundle or "", reference) in self._in_bundle:
            return self._in_bundle[bundle or "", reference]
        plain = reference.partition("/_history/")[0]
        if plain in self._by_name:
            return self._by_name[plain]
        kind, found, query = reference.partition("?")
        if found:
            return self.search(kind.rpartition("/")[2], query)
        if "://" in plain:
            return self._by_name.get("/".join(plain.split("/")[-2:]))
        return None

    def search(self, kind: str, query: str) -> int | None:
        name, _, value = query.partition("=")
        system, _, number = unquote(value).rpartition("|")
        return self._by_number.get((kind, system, number)) if name == "identifier" else None


def _put(table: dict[Any, int | None], key: Any, index: int) -> None:
    table[key] = None if table.get(key, index) != index else index


def directories(pairs: list[Pair]) -> tuple[Directory, Directory]:
    """Directories of the source and of the release, with the same indices."""
    before, after = Directory(), Directory()
    for i, p in enumerate(pairs):
        if not p.kind or p.kind == "Bundle":
            continue
        before.add(i, p.source, _bundle(p), (p.source_entry or {}).get("fullUrl"))
        if p.result is not None:
            after.add(i, p.result, _bundle(p), (p.result_entry or {}).get("fullUrl"))
    return before, after


def _bundle(p: Pair) -> str | None:
    """The Bundle's key, which is its file: the sink writes one Bundle per file."""
    return p.file if p.source_entry is not None else None


def broken_references(pairs: list[Pair]) -> tuple[list[str], Counter[str]]:
    """The broken references, without values, and counts of references by form and result."""
    before, after = directories(pairs)
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for p in pairs:
        if p.result is None:
            continue
        bundle = _bundle(p)
        for where, old, new in _links(p):
            form = _form(old)
            if old.startswith("#"):
                if _contained(p.source, old) is not None:
                    seen[form] += 1
                    if not isinstance(new, str) or _contained(p.result, new) != _contained(p.source, old):
                        wrong.append(f"{where}: a contained resource is out of reach")
                continue
            target = before.find(old, bundle)
            if target is None:
                seen["led nowhere before"] += 1
                continue
            if pairs[target].result is None:
                seen["to what did not leave"] += 1
                continue
            seen[form] += 1
            if not isinstance(new, str):
                wrong.append(f"{where}: {form} is gone")
            elif new == old:
                wrong.append(f"{where}: {form} is as it was")
            elif after.find(new, bundle) != target:
                wrong.append(f"{where}: {form} leads elsewhere")
        for where, kind, old, new in _queries(p):
            target = before.search(kind, old)
            if target is None or pairs[target].result is None:
                continue
            seen["ifNoneExist"] += 1
            if not isinstance(new, str) or after.search(kind, new) != target:
                wrong.append(f"{where}: the condition finds another")
    return wrong, seen


def _links(p: Pair) -> Iterator[tuple[str, str, Any]]:
    for path, old, new in paired_leaves(p.source, p.result):
        if path[-1] == "reference" and isinstance(old, str):
            yield f"{p.kind}.{'.'.join(str(k) for k in path)}", old, new
    if p.source_entry is not None:
        after = p.result_entry or {}
        url, new = p.source_entry.get("fullUrl"), after.get("fullUrl")
        if url:
            yield "Bundle.entry.fullUrl", url, new
        request, done = p.source_entry.get("request", {}), after.get("request", {})
        if "/" in request.get("url", ""):
            yield "Bundle.entry.request.url", request["url"], done.get("url")
        elif "url" in request and done.get("url") != request["url"]:
            yield "Bundle.entry.request.url", f"{request['url']}/-", None


def _queries(p: Pair) -> Iterator[tuple[str, str, str, Any]]:
    query = (p.source_entry or {}).get("request", {}).get("ifNoneExist")
    if query:
        yield (
            "Bundle.entry.request.ifNoneExist",
            p.kind,
            query,
            (p.result_entry or {}).get("request", {}).get("ifNoneExist"),
        )


def _form(reference: str) -> str:
    if reference.startswith("#"):
        return "contained"
    if reference.startswith("urn:"):
        return "urn"
    if "?" in reference:
        return "conditional"
    return "absolute" if "://" in reference else "relative"


def _contained(resource: Json, reference: str) -> int | None:
    held = resource.get("contained", [])
    return next((i for i, c in enumerate(held) if c.get("id") == reference[1:]), None)


def patients(pairs: list[Pair]) -> list[str | None]:
    """The patient of each record, as Type/id in the source: its own patient, or the one that it references."""
    before, _ = directories(pairs)
    found: list[str | None] = []
    for p in pairs:
        bundle = _bundle(p)
        if p.kind == "Patient":
            found.append(p.name)
            continue
        named = {before.find(r, bundle) for r in _owners(p.source)} - {None}
        owners = {pairs[i].name for i in named if i is not None and pairs[i].kind == "Patient"}
        flat = p.source.get("patient_id") or p.source.get("PatientId")
        owners |= {f"Patient/{flat}"} if flat else set()
        found.append(owners.pop() if len(owners) == 1 else None)
    return found


def _owners(source: Json) -> Iterable[str]:
    for key in ("subject", "patient", "beneficiary"):
        if isinstance(source.get(key), dict) and "reference" in source[key]:
            yield source[key]["reference"]
    for one in source.get("participant", []):
        if "reference" in one.get("actor", {}):
            yield one["actor"]["reference"]
