"""Walks a record and its compiled schema together in one pass, with one dictionary look-up per field.

It builds the output on the way. Literal rules (passThrough, hash, drop) are settled at once. Texts and sensitive values
leave a slot in the output; `schemas.engine.apply` has the slots of a whole batch de-identified in one call, and
`schemas.engine.write_results` fills them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from redactor.engine import Redacted
from redactor.entities import Entity, Role
from redactor.text import Action, TextKind
from schemas.engine import attachments, markup
from schemas.engine.compiled_schema import CONTAINED, Branch, CompiledSchema, Kind, Leaf, Rule
from schemas.engine.passed_values import Comparable, comparable_bare_code, comparable_code, comparable_number
from schemas.engine.passing import identifies_by_column, judge_string
from schemas.engine.path_actions import may_have
from schemas.engine.primitives import NUMERIC, is_valid, number_text, scalar_text, written_id
from schemas.engine.pseudonyms import hashed_id
from schemas.engine.questions import names_concept
from schemas.engine.records import Reason, RecordError
from schemas.engine.references import References
from schemas.engine.required_elements import keep_required, withheld_modifier
from schemas.engine.token_check import Unread, check_words, contains_identifying_number
from schemas.engine.unread_texts import passes_unread
from schemas.engine.walk_state import OMIT, Omit, Parts, TextSlot, ValueSlot, WalkState

_CACHE = 65_536  # entries
FORCED_ACTION = {Rule.SHIFT: Action.SHIFT, Rule.GENERALIZE: Action.GENERALIZE}
_URLS = frozenset({"uri", "url", "oid", "uuid", "canonical"})
_TYPE_KEYS = frozenset({"dataType", "resourceType"})
_SHORT = 10_000  # smaller integers are never compared with what is known
_SHORT_DISPLAY = 3  # characters; it confirms no code
Handler = Callable[["Walker", Branch, dict[str, Any], WalkState, int], dict[str, Any] | Omit]
"""Walks one object of a datatype: (walker, schema node, the object, state, depth) -> its output."""


class Walker:
    """Walks records, keeping only caches of pure functions, so that a record's output does not depend on other records.

    `handlers` holds handlers by datatype, for objects that need more than their fields' rules. `schema_of` gives the
    schema of a resource inside a resource. `quarantine_unknown` says whether a field without a rule quarantines its
    record. `max_depth` limits nested objects.
    """

    def __init__(
        self,
        references: References,
        handlers: Mapping[Kind, Handler],
        schema_of: Callable[[dict[str, Any], WalkState], CompiledSchema],
        *,
        quarantine_unknown: bool,
        max_depth: int,
    ) -> None:
        self.references = references
        self.schema_of = schema_of
        self._handlers = handlers
        self._quarantine_unknown = quarantine_unknown
        self._max_depth = max_depth
        self._passed: dict[tuple[Leaf, str], tuple[bool, Comparable | None]] = {}
        self._overridden: dict[tuple[Leaf, Rule, Entity | None, Role | None], Leaf] = {}

    def walk(self, state: WalkState) -> dict[str, Any]:
        """Return the record's output, with None in the place of each slot.

        Raises RecordError. A record that has no field of its schema is quarantined: it is not what the schema
        describes, and releasing it empty would lose it.
        """
        fields = state.record.data.keys() - _TYPE_KEYS
        if fields and fields.isdisjoint(state.schema.root.children):
            raise RecordError(Reason.UNKNOWN_FIELD, state.schema.name)
        got = self._object(state.schema.root, state.record.data, state, 0)
        state.withhold_positions()
        return got if isinstance(got, dict) else {}

    def resource(
        self, schema: CompiledSchema, data: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        """Walk a resource inside a resource by its own schema."""
        got: dict[str, Any] | Omit = self._object(schema.root, data, state, depth)
        return got

    def override(self, leaf: Leaf, rule: Rule, entity: Entity | None, role: Role | None) -> Leaf:
        """Return the leaf with another rule, entity or role, for use when sibling fields change the rule."""
        key = (leaf, rule, entity, role)
        made = self._overridden.get(key)
        if made is None:
            action = leaf.action if leaf.action and may_have(leaf.action, entity, role) else None
            made = self._overridden[key] = Leaf(
                rule, leaf.path, leaf.format, entity, role, leaf.part, is_array=leaf.is_array, kind=leaf.kind,
                action=action,
            )  # fmt: skip
        return made

    def fields(
        self,
        node: Branch,
        data: dict[str, Any],
        state: WalkState,
        depth: int,
        parts: Parts = (),
        overrides: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Walk the fields of an object and return its output.

        `parts` are those of the structured value that the fields belong to. `overrides` holds, by key, a Leaf to use
        instead of the schema's, or the finished output value (OMIT leaves the field out).
        """
        if depth > self._max_depth:
            raise RecordError(Reason.TOO_DEEP, node.path)
        out: dict[str, Any] = {}
        children = node.children
        try:
            for key, value in data.items():
                child = children.get(key)
                if child is None:
                    if self._quarantine_unknown:
                        raise RecordError(Reason.UNKNOWN_FIELD, node.path)
                    state.omit_unknown(node.path, key)
                    continue
                if overrides is not None and key in overrides:
                    given = overrides[key]
                    if type(given) is not Leaf:
                        if given is not OMIT:
                            out[key] = given
                            if key == "code" and given is value and type(value) is str:
                                has_display = _has_display(data)
                                comparable = comparable_code(value) if has_display else comparable_bare_code(value)
                                if comparable is not None:
                                    state.passed.append((comparable, out, key, None, has_display, False))
                        continue
                    child = given
                if isinstance(child, Leaf):
                    if child.is_array:
                        self._array(child, value, state, out, key, parts)
                        continue
                    got = self._leaf(child, value, state, out, key, None, parts)
                elif child.is_array:
                    got = self._objects(child, value, state, depth + 1, key)
                else:
                    got = self._object(child, value, state, depth + 1)
                if got is not OMIT:
                    out[key] = got
        except RecordError as e:
            if child is not None:  # an unknown key may be data
                e.within(node.path, key)
            raise
        return out

    def _wrong_type(self, node: Leaf | Branch, value: Any, state: WalkState) -> Any:
        """Return the output of a value whose JSON type is not its field's: a null is tolerated, anything else
        quarantines the record.
        """
        if value is not None:
            raise RecordError(Reason.WRONG_TYPE, node.path)
        return None if state.is_flat else state.omit("null")

    def _object(self, node: Branch, value: Any, state: WalkState, depth: int) -> Any:
        if type(value) is not dict:
            return self._wrong_type(node, value, state)
        handler = self._handlers.get(node.kind) if node.kind is not None else None
        got = self.fields(node, value, state, depth) if handler is None else handler(self, node, value, state, depth)
        if node.required and got and isinstance(got, dict):
            keep_required(node.required, value, got, state)
        # FHIR has no empty objects.
        return OMIT if not got and not state.is_flat else got

    def _objects(self, node: Branch, value: Any, state: WalkState, depth: int, key: str) -> Any:
        if type(value) is not list:
            return self._wrong_type(node, value, state)
        # FHIR: "_given" runs parallel to "given", so its entries keep their places.
        is_parallel = not state.is_flat and key.startswith("_")
        items: list[Any] = []
        for item in value:
            if item is None and is_parallel:
                items.append(None)
                continue
            got = self._object(node, item, state, depth)
            if got is OMIT and key == "modifierExtension":
                got = withheld_modifier(item, state, self.references)
            if got is not OMIT:
                items.append(got)
            elif is_parallel:
                items.append(None)
        if not state.is_flat and not any(item is not None for item in items):
            return OMIT
        return items

    def _array(self, leaf: Leaf, value: Any, state: WalkState, out: dict[str, Any], key: str, parts: Parts) -> None:
        if type(value) is not list or leaf.rule is Rule.DROP:
            got = state.omit("drop") if leaf.rule is Rule.DROP else self._wrong_type(leaf, value, state)
            if got is not OMIT:
                out[key] = got
            return
        items: list[Any] = [None] * len(value)
        out[key] = items
        is_sparse = False
        for i, item in enumerate(value):
            if item is None:  # FHIR: this entry has only extensions, in the parallel array
                continue
            got = self._leaf(leaf, item, state, out, key, i, parts)
            if got is OMIT:
                is_sparse = True
                if state.is_flat:
                    items[i] = OMIT
                else:
                    state.mark_absent(out, key, i)
            else:
                items[i] = got
        if state.is_flat and is_sparse:
            state.sparse_arrays.append(items)
        elif not items and not state.is_flat:
            del out[key]  # FHIR has no empty arrays

    def _leaf(
        self, leaf: Leaf, value: Any, state: WalkState, out: dict[str, Any], key: str, index: int | None, parts: Parts
    ) -> Any:
        """Return the output of a primitive: its final value, None where a slot will fill it, or OMIT."""
        rule = leaf.rule
        state.rules.append(rule)
        if rule is Rule.PASS:
            if type(value) is str:
                if leaf.enum is not None:
                    passes, comparable = value in leaf.enum, None
                else:
                    passes, comparable = self._passed.get((leaf, value)) or self._judge(leaf, value, state.is_flat)
                if passes:
                    if comparable is not None:
                        state.passed.append((comparable, out, key, index, False, leaf.check is None))
                    return value
            elif value is None:
                return self._wrong_type(leaf, value, state)
            elif self._passes_non_string(leaf, value, state.is_flat):
                if type(value) is int and -_SHORT < value < _SHORT:
                    return value
                number = number_text(value)
                if number is None:
                    return value
                is_concept = state.is_flat and names_concept(key)
                comparable = comparable_code(number) if is_concept else comparable_number(number)
                if comparable is not None:
                    state.passed.append((comparable, out, key, index, state.is_measured, False))
                return value
            elif isinstance(value, dict | list):
                return self._wrong_type(leaf, value, state)
            if type(value) is str and (words := self._unread(leaf, value, state.is_flat)) is not None:
                state.read_token(words, out, key, index, None)
                return value
            if type(value) is str and state.is_flat and (not value or value.isspace()):
                return value  # an empty cell of a table holds nothing to check
            state.omitted["not-allowed"] += 1
            return state.mark_absent(out, key, index)
        if rule is Rule.DROP:
            return state.omit("drop")
        if type(value) is str and (state.is_flat or leaf.format not in NUMERIC):
            text: str | None = value
        elif value is None and state.is_flat:
            return None
        else:
            takes_number = state.is_flat or (leaf.format in NUMERIC and type(value) is not str)
            text = scalar_text(value) if takes_number else None
        if text is None:
            return self._wrong_type(leaf, value, state)
        if rule is Rule.HASH:
            if not text or text.isspace():
                return text
            if state.is_flat:
                text = written_id(value, text, leaf.format)
            state.hashed = True
            if leaf.id_class == CONTAINED or leaf.format not in _URLS:
                hashed = hashed_id(self.references.keys, leaf, text, state.owner, is_flat=state.is_flat)
            elif text.startswith("#"):
                hashed = self.references.contained(text, state.owner)
            else:
                hashed = self._url(leaf, text, state, out, key, index)
            if hashed != text:
                state.rewritten.setdefault(text, hashed)  # the record's own id comes before its version and links
            return hashed
        if not text or text.isspace():
            return text
        if rule is Rule.AUTODEID:
            return self._free_text(leaf, text, state, out, key, index)
        mention = (
            text, leaf.entity or Entity.ID, state.subject, leaf.role, leaf.path, leaf.part if parts else None,
            parts, leaf.action or FORCED_ACTION.get(rule), state.date if state.is_flat else None, state.unresolved,
        )  # fmt: skip
        state.values.append(ValueSlot(mention, out, key, index, leaf, type(value) is not str))
        return None

    def _free_text(
        self, leaf: Leaf, text: str, state: WalkState, out: dict[str, Any], key: str, index: int | None
    ) -> Any:
        """Return the output of a text for the detectors: None where a slot waits, or a settled value."""
        if leaf.format == "code":
            return self._name(text, state, out, key, index)
        if leaf.format == "xhtml":
            page = markup.read(text, root=True)
            return self.defer_text(page.text, state, out, key, index, page.render, leaf.by_llm)
        if leaf.format == "base64Binary":
            found = attachments.read("text/plain", text)
            if found is None:
                state.omit("attachment-withheld")
                return state.mark_absent(out, key, index)
            return self.defer_text(found.text, state, out, key, index, found.write, leaf.by_llm)
        if leaf.kind is TextKind.CLINICAL and passes_unread(leaf.path, text, state, out, key, index):
            return text
        state.texts.append(TextSlot(text, out, key, index, kind=leaf.kind, by_llm=leaf.by_llm))
        return None

    def _name(self, text: str, state: WalkState, out: dict[str, Any], key: str, index: int | None) -> Any:
        """Return the output of a computable name: its words are read, and a name of several words is free text."""
        if any(map(str.isspace, text)):
            state.texts.append(TextSlot(text, out, key, index))
            return None
        verdict = False if contains_identifying_number(text) else check_words(text)
        if isinstance(verdict, Unread):
            state.read_token(verdict, out, key, index, None)
        elif not verdict:
            state.omitted["not-allowed"] += 1
            return state.mark_absent(out, key, index)
        return text

    def _url(self, leaf: Leaf, text: str, state: WalkState, out: dict[str, Any], key: str, index: int | None) -> str:
        """Return a rewritten url, or the url itself if its words are still to be read."""
        references, is_canonical = self.references, leaf.format == "canonical"
        hashed = references.canonical(text) if is_canonical else references.uri(text)
        unread = references.unread_canonical(text) if is_canonical else references.unread_uri(text)
        if unread is not None:
            state.read_token(unread.words, out, key, index, hashed)
        return hashed if unread is None else unread.kept

    def defer_text(
        self,
        text: str,
        state: WalkState,
        out: dict[str, Any],
        key: str,
        index: int | None,
        write: Callable[[Redacted], str],
        by_llm: bool = False,
    ) -> str | None:
        """Leave a slot for a text that `write` will encode; return None, or the encoding of a text that is blank."""
        if not text or text.isspace():
            return write(Redacted(text, ()))
        state.texts.append(TextSlot(text, out, key, index, write, by_llm=by_llm))
        return None

    def _judge(self, leaf: Leaf, value: str, is_flat: bool) -> tuple[bool, Comparable | None]:
        """Return whether a string passes by its form, and its readings for the comparison with the known values."""
        found = judge_string(leaf, value, is_flat)
        if len(self._passed) >= _CACHE:
            self._passed.clear()
        self._passed[leaf, value] = found
        return found

    def _unread(self, leaf: Leaf, value: str, is_flat: bool) -> Unread | None:
        """Return the words of a string that passes if the detectors find nothing in them, or None."""
        if leaf.check is None or leaf.enum is not None or not is_valid(leaf.format, value, is_flat=is_flat):
            return None
        verdict = leaf.check(value)
        return verdict if isinstance(verdict, Unread) else None

    def _passes_non_string(self, leaf: Leaf, value: Any, is_flat: bool) -> bool:
        """Return whether a number or boolean passes by its form."""
        if leaf.enum is not None or not is_valid(leaf.format, value, is_flat=False):
            return False
        if is_flat and leaf.format in NUMERIC and identifies_by_column(leaf, number_text(value) or ""):
            return False
        return leaf.check is None or bool(leaf.check(scalar_text(value) or str(value).lower()))


def _has_display(coding: Mapping[str, Any]) -> bool:
    display = coding.get("display")
    return type(display) is str and len(display) > _SHORT_DISPLAY
