"""Whatever an LLM answers, a name is split as rules offer, and is a misspelling of a name that is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from redactor.llm.cache import MemoryAnswers
from redactor.text import Mention
from relex.by_llm import LlmStrategy
from relex.identity.context import ContextBuilder
from relex.identity.names import possible_readings
from relex.index import Entry
from relex.parts import Kind, Level, Part, Pieces, joined
from relex.strategy import RuleStrategy, Unsettled
from tests.unit.relex.test_by_llm import AMBIGUOUS, KNOWN, RING, ScriptedLlm

RULES = RuleStrategy()
CONTEXTS = ContextBuilder(KNOWN, RULES.cluster, lambda entity: Level.HOUSEHOLD, RULES.covers)
STEVE = replace(AMBIGUOUS, value="Steve Hill", subject="p2", paragraph="Steve Hill drove.")
WORDS = st.sampled_from(
    ("teacher", "farmer", "driver", "trucker", "Alan Smith", "kowalchuk clerk", "old", "4711", "nurse", "\ud800", "of")
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=4).map(" ".join))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.sampled_from(("id", "choice", "x")), some, max_size=3),
    max_leaves=6,
)


@st.composite
def answers(draw: st.DrawFn, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Answers that use the ids of the request, rightly or wrongly, or anything else."""
    ids = [q["id"] for q in content["questions"]]
    choices = [c["id"] for q in content["questions"] for c in q.get("choices", ())]
    value = st.one_of(st.sampled_from([*choices, *ids, "unsure"]), JSON)
    entry = st.fixed_dictionaries({"id": st.one_of(st.sampled_from(ids), JSON), "choice": value})
    said: Mapping[str, Any] = draw(st.fixed_dictionaries({"answers": st.lists(entry | JSON, max_size=4)}) | st.just({}))
    return said


def strategy(data: st.DataObject) -> LlmStrategy:
    llm = ScriptedLlm(lambda prompt, content: data.draw(answers(content)))
    return LlmStrategy(RULES, llm, MemoryAnswers(), RING, "enclave")


def unsettled(mention: Mention) -> Unsettled:
    of = CONTEXTS.for_subject(mention.subject)
    return Unsettled(mention, of.context, RULES.cluster(mention, of.context))


def words_replaced(pieces: Pieces) -> list[str]:
    return [item.surface for item in pieces.items if isinstance(item, Part)]


@settings(deadline=None)  # the first call loads lists of words
@given(st.data())
def test_a_name_is_split_as_rules_offer(data: st.DataObject) -> None:
    asked = [unsettled(AMBIGUOUS), unsettled(STEVE)]
    for u, got in zip(asked, strategy(data).prepare(asked), strict=True):
        if got is not None:
            assert got in [pieces for _, pieces in possible_readings(u.mention, u.context)]
            assert words_replaced(got) == words_replaced(u.pieces) and joined(got.items) == u.mention.value


@settings(deadline=None)  # the first call loads lists of words
@given(st.data())
def test_a_misspelling_is_of_a_name_that_is_offered(data: st.DataObject) -> None:
    part = Part(Kind.FAMILY, "kowalczuh", "Kowalczuh", "clinician")
    near = [Entry("s", "family.clinician", name, "Rigsby") for name in ("kowalchuk", "kovalenko")]
    (got,) = strategy(data).decide([(part, near)])
    assert got in (None, near[0])
