"""The walk: one pass over a record beside its schema's graph, one dictionary look-up a field.

It builds the output as it goes. What is literal (passThrough, hash, drop) is settled at once; texts and sensitive
values leave an empty place behind, and a slot that says where it is. `schemas.engine.apply` has the slots of a whole
batch de-identified together and puts the results back (`schemas.engine.slots`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from redactor.engine import Redacted
from redactor.entities import Entity, Role
from redactor.text import Action
from schemas.engine import attachments, markup
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Rule
from schemas.engine.primitives import NUMERIC, is_a, scalar
from schemas.engine.records import Reason, RecordError
from schemas.engine.references import References
from schemas.engine.slots import OMIT, Omit, Parts, TextSlot, Walk

_CACHE = 65_536
_FORCED = {Rule.SHIFT: Action.SHIFT, Rule.GENERALIZE: Action.GENERALIZE}

Handler = Callable[["Walker", Branch, dict[str, Any], Walk, int], dict[str, Any] | Omit]

_TYPES = frozenset({"dataType", "resourceType"})


class Walker:
    """Walks records. It holds caches of pure functions alone, so a record walks the same in any company.

    handlers: what composites need beyond their fields. schema_of: the schema of a resource inside a resource.
    """

    def __init__(
        self,
        references: References,
        handlers: Mapping[Kind, Handler],
        schema_of: Callable[[dict[str, Any], Walk], CompiledSchema],
        *,
        quarantine_unknown: bool,
        max_depth: int,
    ) -> None:
        self.references = references
        self.schema_of = schema_of
        self._handlers = handlers
        self._quarantine_unknown = quarantine_unknown
        self._max_depth = max_depth
        self._passed: dict[tuple[Leaf, str], bool] = {}
        self._hashers: dict[Leaf, Callable[[str], str]] = {}
        self._variants: dict[tuple[Leaf, Rule, Entity | None, Role | None], Leaf] = {}

    def root(self, w: Walk) -> dict[str, Any]:
        """The record's output, with places left empty where slots stand.

        A record of which the schema knows no field is not what the schema describes: it is quarantined, since an
        empty release would lose it.
        """
        fields = w.record.data.keys() - _TYPES
        if fields and fields.isdisjoint(w.schema.root.children):
            raise RecordError(Reason.UNKNOWN_FIELD, w.schema.name)
        got = self._object(w.schema.root, w.record.data, w, 0)
        return got if isinstance(got, dict) else {}

    def inner(self, schema: CompiledSchema, data: dict[str, Any], w: Walk, depth: int) -> dict[str, Any] | Omit:
        """A resource inside a resource, by its own schema."""
        got: dict[str, Any] | Omit = self._object(schema.root, data, w, depth)
        return got

    def variant(self, leaf: Leaf, rule: Rule, entity: Entity | None, role: Role | None) -> Leaf:
        """The leaf under another rule or entity, as its neighbours in the record say."""
        key = (leaf, rule, entity, role)
        made = self._variants.get(key)
        if made is None:
            made = self._variants[key] = Leaf(rule, leaf.path, leaf.format, entity, role, leaf.part, many=leaf.many)
        return made

    def fields(
        self,
        node: Branch,
        data: dict[str, Any],
        w: Walk,
        depth: int,
        parts: Parts = (),
        special: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The fields of an object. special: by key, another Leaf to go by, or the value that leaves (or OMIT)."""
        if depth > self._max_depth:
            raise RecordError(Reason.TOO_DEEP, node.path)
        out: dict[str, Any] = {}
        children = node.children
        for key, value in data.items():
            child = children.get(key)
            if child is None:
                if self._quarantine_unknown:
                    raise RecordError(Reason.UNKNOWN_FIELD, node.path)
                w.omitted["unknown-field"] += 1
                continue
            if special is not None and key in special:
                given = special[key]
                if type(given) is not Leaf:
                    if given is not OMIT:
                        out[key] = given
                    continue
                child = given
            if isinstance(child, Leaf):
                if child.many:
                    self._array(child, value, w, out, key, parts)
                    continue
                got = self.leaf(child, value, w, out, key, None, parts)
            elif child.many:
                got = self._objects(child, value, w, depth + 1, key)
            else:
                got = self._object(child, value, w, depth + 1)
            if got is not OMIT:
                out[key] = got
        return out

    def _misfit(self, node: Leaf | Branch, value: Any, w: Walk) -> Any:
        """A value that is not of its field's JSON type: a null says nothing, anything else quarantines its record."""
        if value is not None:
            raise RecordError(Reason.WRONG_TYPE, node.path)
        return None if w.loose else w.omit("null")

    def _object(self, node: Branch, value: Any, w: Walk, depth: int) -> Any:
        if type(value) is not dict:
            return self._misfit(node, value, w)
        handler = self._handlers.get(node.kind) if node.kind is not None else None
        got = self.fields(node, value, w, depth) if handler is None else handler(self, node, value, w, depth)
        # FHIR has no empty objects.
        return OMIT if not got and not w.loose else got

    def _objects(self, node: Branch, value: Any, w: Walk, depth: int, key: str) -> Any:
        if type(value) is not list:
            return self._misfit(node, value, w)
        aligned = not w.loose and key.startswith("_")
        items: list[Any] = []
        for item in value:
            if item is None and aligned:
                items.append(None)
                continue
            got = self._object(node, item, w, depth)
            if got is not OMIT:
                items.append(got)
            elif aligned:
                items.append(None)
        if not w.loose and not any(item is not None for item in items):
            return OMIT
        return items

    def _array(self, leaf: Leaf, value: Any, w: Walk, out: dict[str, Any], key: str, parts: Parts) -> None:
        if type(value) is not list or leaf.rule is Rule.DROP:
            got = w.omit("drop") if leaf.rule is Rule.DROP else self._misfit(leaf, value, w)
            if got is not OMIT:
                out[key] = got
            return
        items: list[Any] = [None] * len(value)
        out[key] = items
        gap = False
        for i, item in enumerate(value):
            if item is None:  # FHIR: an element that has extensions alone, in the parallel array
                continue
            got = self.leaf(leaf, item, w, out, key, i, parts)
            if got is OMIT:
                gap = True
                if w.loose:
                    items[i] = OMIT
                else:
                    w.miss(out, key, i)
            else:
                items[i] = got
        if gap and w.loose:
            w.gaps.append(items)
        if not items and not w.loose:
            del out[key]  # FHIR has no empty arrays

    def leaf(
        self, leaf: Leaf, value: Any, w: Walk, out: dict[str, Any], key: str, index: int | None, parts: Parts = ()
    ) -> Any:
        """What a primitive becomes: its value now, None where a slot will put it, or OMIT."""
        rule = leaf.rule
        w.rules.append(rule)
        if rule is Rule.PASS:
            if type(value) is str:
                if self._passes(leaf, value, w.loose):
                    return value
            elif value is None:
                return self._misfit(leaf, value, w)
            elif self._passes_other(leaf, value):
                return value
            elif isinstance(value, dict | list):
                return self._misfit(leaf, value, w)
            w.omitted["not-allowed"] += 1
            return w.miss(out, key, index)
        if rule is Rule.DROP:
            return w.omit("drop")
        if type(value) is str and (w.loose or leaf.format not in NUMERIC):
            text: str | None = value
        elif value is None and w.loose:
            return None
        else:
            text = scalar(value) if w.loose or (leaf.format in NUMERIC and type(value) is not str) else None
        if text is None:
            return self._misfit(leaf, value, w)
        if rule is Rule.HASH:
            if not text:
                return text
            w.hashed = True
            return (self._hashers.get(leaf) or self._hasher(leaf))(text)
        if not text or text.isspace():
            return text
        if rule is Rule.AUTODEID:
            return self._text(leaf, text, w, out, key, index)
        w.values.append(
            (
                (
                    text, leaf.entity or Entity.ID, w.subject, leaf.role, leaf.path, leaf.part if parts else None,
                    parts, _FORCED.get(rule), w.date if w.loose else None,
                ),
                out, key, index, leaf, type(value) is not str,
            )
        )  # fmt: skip
        return None

    def _text(self, leaf: Leaf, text: str, w: Walk, out: dict[str, Any], key: str, index: int | None) -> Any:
        if leaf.format == "xhtml":
            page = markup.read(text, root=True)
            return self.defer(page.text, w, out, key, index, leaf, page.render)
        if leaf.format == "base64Binary":
            found = attachments.read("text/plain", text)
            if found is None:
                w.omit("attachment-withheld")
                return w.miss(out, key, index)
            return self.defer(found.text, w, out, key, index, leaf, found.write)
        w.texts.append(TextSlot(text, out, key, index, leaf))
        return None

    def defer(
        self,
        text: str,
        w: Walk,
        out: dict[str, Any],
        key: str,
        index: int | None,
        leaf: Leaf,
        write: Callable[[Redacted], str],
    ) -> str | None:
        """Leave a slot for a text that is written back in a form of its own; one without characters is written now."""
        if not text or text.isspace():
            return write(Redacted(text, ()))
        w.texts.append(TextSlot(text, out, key, index, leaf, write))
        return None

    def _passes(self, leaf: Leaf, value: str, loose: bool) -> bool:
        if leaf.enum is not None:
            return value in leaf.enum
        known = self._passed.get((leaf, value))
        if known is None:
            known = is_a(leaf.format, value, loose=loose) and (leaf.check is None or leaf.check(value))
            if len(self._passed) >= _CACHE:
                self._passed.clear()
            self._passed[leaf, value] = known
        return known

    def _passes_other(self, leaf: Leaf, value: Any) -> bool:
        if leaf.enum is not None or not is_a(leaf.format, value, loose=False):
            return False
        return leaf.check is None or leaf.check(scalar(value) or str(value).lower())

    def _hasher(self, leaf: Leaf) -> Callable[[str], str]:
        refs = self.references
        if leaf.format in ("uri", "url", "oid", "uuid"):
            made = refs.uri
        elif leaf.format == "canonical":
            made = refs.canonical
        else:
            made = refs.keys.id
        self._hashers[leaf] = made
        return made
