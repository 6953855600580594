"""Properties of the record engine: nothing is released without a rule, and a record does not depend on its batch."""

from __future__ import annotations

import base64
import datetime as dt
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.engine import Engine
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Note, Reading, Span
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Node, Rule
from schemas.engine.primitives import NUMERIC
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn

KEYS = Keyring.generate()
FORMATS = ["string", "markdown", "date", "dateTime", "code", "uri", "canonical", "id", "boolean", "integer", "decimal"]
NAMES = [
    "a", "b", "value", "system", "code", "display", "reference", "type", "url", "family", "given", "text", "line",
    "data", "contentType", "div", "extension", "unit", "_a", "_value", "title", "identifier", "valueString",
]  # fmt: skip
KINDS = [k for k in Kind if k is not Kind.RESOURCE]


class Everything:
    """A detector that marks every character of every text; it fails on the word BOOM."""

    name, version = "everything", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        if any("BOOM" in n.text for n in notes):
            raise RuntimeError("BOOM")
        return [Reading((Span(0, len(n.text), Entity.PERSON),)) for n in notes]


class One:
    """A registry of one schema. A record that asks for another gets NO_SCHEMA."""

    def __init__(self, schema: CompiledSchema) -> None:
        self.schema = schema

    def select(self, record: Mapping[str, Any], explicit: str | None = None, **more: Any) -> CompiledSchema:
        if explicit is not None:
            raise RecordError(Reason.NO_SCHEMA)
        return self.schema


def applier(schema: CompiledSchema, profile: str = "redactor") -> Applier:
    engine = Engine([Everything()], TagReplacer(load_profile(profile), KEYS, "enclave"))
    return Applier(One(schema), engine, RecordPseudonyms(KEYS, "enclave"), ApplyOptions(withhold_labels=frozenset()))


def leaves() -> st.SearchStrategy[Leaf]:
    return st.builds(
        Leaf,
        rule=st.sampled_from(list(Rule)),
        path=st.just("Thing.field"),
        format=st.sampled_from([*FORMATS, "xhtml", "base64Binary"]),
        entity=st.sampled_from([Entity.PERSON, Entity.DATE, Entity.ID, Entity.AGE, Entity.ZIP, Entity.BIRTH_DATE_TIME]),
        is_array=st.booleans(),
    )


nodes: st.SearchStrategy[Node] = st.recursive(
    leaves(),
    lambda inner: st.builds(
        Branch,
        path=st.just("Thing"),
        children=st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
        kind=st.sampled_from([None, *KINDS]),
        targets=st.sampled_from([(), ("Patient",), ("Condition",)]),
        is_array=st.booleans(),
    ),
    max_leaves=12,
)

schemas = st.builds(
    lambda children, kind, fhir: CompiledSchema(
        "test/Thing", "1", "0" * 64, Branch("Thing", children, kind), (), "Thing", None, fhir
    ),
    st.dictionaries(st.sampled_from(NAMES), nodes, min_size=1, max_size=8),
    st.sampled_from([None, *KINDS]),
    st.sampled_from(["R4", None]),
)

FORMS = [
    "{}", "Patient/{}", "urn:uuid:{}", "http://hospital.example/{}", "<div><b>{}</b></div>", "Jo {} Doe", "#{}",
    "Patient?identifier=http://x.example|{}", "Patient?name={}", "http://x.example/{}|2.0", "text/plain; name={}",
    "http://hl7.org/fhir/sid/x?{}", "<p title='{}'>", "<{} a=1>", "<!-- {} -->", "&#60;{}", "{}@example.com",
]  # fmt: skip


class Values:
    """Generates distinct values and records which of them must not be released."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.wrong = draw(st.booleans())  # whether some values have a wrong JSON type
        self.count = itertools.count(1000)
        self.secret: list[str] = []

    def scalar(self, free: bool, numeric: bool | None = None) -> Any:
        """A primitive. numeric: whether the field takes numbers; None for a field without a rule."""
        mark = f"Zq{next(self.count)}x"
        what = self.draw(st.integers(0, 6))
        if numeric is not None and not self.wrong and numeric is not (what == 0):
            what = 0 if numeric else 4
        if what == 0:
            number = 7_310_000_000 + next(self.count)
            mark, value = str(number), number
        elif what == 1:
            data = base64.b64encode(f"<p>Note on {mark} Doe</p>".encode()).decode()
            mark, value = data, data
        elif what == 2:
            value = mark = dt.date.fromordinal(700_000 + next(self.count)).isoformat()
        elif what == 3:
            odd = [True, False] if numeric is None or self.wrong else []
            return self.draw(st.sampled_from([None, "", " ", "text/plain", "phone", *odd]))
        else:
            value = self.draw(st.sampled_from(FORMS)).format(mark)
        if not free:
            self.secret.append(mark)
        return value

    def any(self, depth: int = 0) -> Any:
        """JSON for a field without a rule."""
        what = self.draw(st.integers(0, 3))
        if what == 0 and depth < 3:
            return {name: self.any(depth + 1) for name in self.draw(st.lists(st.sampled_from(["u", "v"]), max_size=2))}
        if what == 1 and depth < 3:
            return [self.any(depth + 1) for _ in range(self.draw(st.integers(0, 2)))]
        return self.scalar(free=False)

    def under(self, node: Node) -> Any:
        """A value for a node, usually of the right shape."""
        if self.wrong and self.draw(st.integers(0, 9)) == 0:  # of the wrong shape
            wrong = {"u": self.any()} if isinstance(node, Leaf) else self.scalar(free=False)
            return self.draw(st.sampled_from([wrong, [wrong], [[wrong]]]))
        if node.is_array:
            return [self.one(node) for _ in range(self.draw(st.integers(0, 3)))]
        return self.one(node)

    def one(self, node: Node) -> Any:
        if isinstance(node, Leaf):
            return self.scalar(node.rule is Rule.PASS, node.format in NUMERIC)
        return self.object(node)

    def object(self, node: Branch) -> dict[str, Any]:
        out = {k: self.under(child) for k, child in node.children.items() if self.draw(st.integers(0, 4))}
        for name in self.draw(st.lists(st.sampled_from([*NAMES, "unknown", "Zq1x"]), max_size=2)):
            if name not in node.children:
                out[name] = self.any()
        return out


# (schema, records, values that must not be released, whether some values have a wrong JSON type)
Case = tuple[CompiledSchema, list[dict[str, Any]], list[str], bool]


@st.composite
def cases(draw: Any, records: int = 1) -> Case:
    schema = draw(schemas)
    values = Values(draw)
    return schema, [values.object(schema.root) for _ in range(records)], values.secret, values.wrong


@settings(max_examples=150, deadline=None)
@given(cases())
def test_values_that_no_rule_passes_are_never_released(case: Case) -> None:
    schema, [data], secret, wrong = case
    [out] = applier(schema).apply([RecordIn(data, "1:1")])
    if data.keys() - {"resourceType", "dataType"} and data.keys().isdisjoint(schema.root.children):
        assert (out.outcome, out.data) == (Outcome.QUARANTINED, None)
        return
    if out.outcome is Outcome.QUARANTINED:
        assert (out.reason, out.data) == (Reason.WRONG_TYPE, None)
        assert wrong
        return
    assert out.outcome is Outcome.RELEASED, (out.reason, out.where)
    written = json_codec.encode(out.data)
    decoded = b"".join(_base64_in(out.data))
    for mark in secret:
        assert mark.encode() not in written
        assert mark.encode() not in decoded
    assert json_codec.parse(written) == json_codec.parse(written)


def _base64_in(value: Any) -> list[bytes]:
    if isinstance(value, dict):
        return [b for v in value.values() for b in _base64_in(v)]
    if isinstance(value, list):
        return [b for v in value for b in _base64_in(v)]
    if isinstance(value, str):
        try:
            return [base64.b64decode(value, validate=True)]
        except ValueError:
            return []
    return []


@settings(max_examples=40, deadline=None)
@given(cases(records=4), st.sampled_from(["hips", "hipaa-safe-harbor"]), st.data())
def test_the_output_of_a_record_does_not_depend_on_its_batch(case: Case, profile: str, data: st.DataObject) -> None:
    schema, records, *_ = case
    given_records = [RecordIn(r, f"1:{i}") for i, r in enumerate(records)]
    bad = data.draw(
        st.sampled_from(
            [
                RecordIn({"text": "x"}, "9:1", schema_name="none"),
                RecordIn({"a": "\ud800"}, "9:2"),
                RecordIn(_nested(3000), "9:3"),
            ]
        )
    )
    engine = applier(schema, profile)
    alone = [engine.apply([r])[0] for r in given_records]
    order = data.draw(st.permutations(range(4)))
    mixed = [given_records[i] for i in order]
    at = data.draw(st.integers(0, 4))
    mixed.insert(at, bad)
    together = applier(schema, profile).apply(mixed)
    assert together.pop(at).outcome is Outcome.QUARANTINED
    assert [json_codec.encode(o.data) for o in together] == [json_codec.encode(alone[i].data) for i in order]
    assert [o.record_id for o in together] == [alone[i].record_id for i in order]
    assert [o.omitted for o in together] == [alone[i].omitted for i in order]


def _nested(depth: int) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for _ in range(depth):
        out = {"a": out}
    return out


def test_a_text_that_fails_the_detector_affects_no_other_record() -> None:
    schema = CompiledSchema("t", "1", "0", Branch("T", {"text": Leaf(Rule.AUTODEID, "T.text")}))
    texts = ["one", "BOOM", "three"]
    outs = applier(schema).apply([RecordIn({"text": t}, str(i)) for i, t in enumerate(texts)])
    assert [o.outcome.value for o in outs] == ["released", "quarantined", "released"]
    assert outs[1].reason is Reason.DETECTOR_FAILED
    assert outs[1].data is None
    assert outs[2].data == {"text": "[PERSON]"}
