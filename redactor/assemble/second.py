"""Builds the LLM cascade that the settings describe."""

from __future__ import annotations

from redactor.assemble.asking import Asking
from redactor.detect.cascade.cascade import Cascade, Policy
from redactor.detect.cascade.passes import PROMPT as EXTRACT
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits
from redactor.detect.cascade.verdicts import PROMPT as JUDGE
from redactor.detect.cascade.verdicts import Judge
from redactor.detect.site_terms import AllowedTerms
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.llm.prompts import load
from redactor.settings import LlmSettings, Settings
from redactor.unicode_fold import label_key

_LEAST_CONTEXT = 4_096  # tokens
_MOST_THREADS = 16  # groups of notes under way; they wait for answers


def build_second(
    settings: Settings, llm: LlmSettings, asking: Asking, keyring: Keyring, allowed: AllowedTerms
) -> Cascade:
    """The cascade of `settings.llm`. Nothing is sent yet. Raises SettingsError."""
    if llm.context_tokens < _LEAST_CONTEXT:
        raise SettingsError(
            f"llm.context_tokens is {llm.context_tokens}, and a question with its instructions needs {_LEAST_CONTEXT}: "
            "raise it, with the context of the server, or choose another model"
        )
    key = keyring.pseudonym("llm", settings.recipient)
    entities = _entities(llm)
    named = entities or tuple(Entity)
    asker = Judge(asking.llm, asking.answers, key, load(JUDGE), named, llm.context_tokens)
    options = PassOptions(key, load(EXTRACT), named, llm.passes, llm.chunk_words)
    policy = Policy(
        Limits(llm.ask_above, llm.ask_below, entities),
        llm.on_unsure,
        frozenset(map(label_key, llm.always)),
        frozenset(map(label_key, llm.never)),
        allowed,
    )
    return Cascade(asker, options, policy, min(_MOST_THREADS, llm.max_in_flight))


def _entities(llm: LlmSettings) -> tuple[Entity, ...]:
    try:
        return tuple(dict.fromkeys(map(Entity, llm.entities)))
    except ValueError:
        raise SettingsError("llm.entities: an entity is not in the taxonomy; see redactor/entities.py") from None
