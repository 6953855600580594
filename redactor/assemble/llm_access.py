"""This module builds the client, the stored answers and the cascade of the LLM that the settings name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from redactor.assemble.home import answers_path
from redactor.detect.site_terms import AllowedTerms
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import DerivedKey, Keyring
from redactor.llm.batches import WritingLlm
from redactor.llm.cache import AnswerCache, AnswerStore, MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.contract import Counts, Llm
from redactor.llm.ledger import Ledger, MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.settings import LlmSettings, Settings
from redactor.unicode_fold import label_key

if TYPE_CHECKING:
    from redactor.detect.cascade.cascade import Cascade


@dataclass(frozen=True, slots=True)
class LlmAccess:
    """An `LlmAccess` holds the client of an LLM, the store of its answers, and what is counted of both."""

    llm: Llm
    answers: AnswerStore
    counts: Counts


Asking = Callable[[LlmSettings, Ledger, DerivedKey], Llm]
"""Makes an LLM in the place of the client, which counts its requests in the ledger. The key is that of ids."""


def open_llm_access(
    settings: Settings,
    llm: LlmSettings,
    keyring: Keyring,
    ledger: Ledger | None = None,
    *,
    asking: Asking | None = None,
    counts: Counts | None = None,
) -> LlmAccess:
    """Build the client of the LLM and open its stored answers; nothing is sent yet.

    ledger: that of a run; by default one of its own, in memory. Without a keyring in the settings the keys end with the
    process, and so do the answers. asking: makes what stands in the place of the client. counts: are counted on. Raises
    SettingsError, AnswersMismatchError or AnswersUnavailableError.
    """
    ledger, counts = ledger or MemoryLedger(llm.token_budget), counts or Counts()
    key = keyring.pseudonym("llm", settings.recipient)
    client = Client(llm, ledger, counts=counts) if asking is None else asking(llm, ledger, key)
    in_memory = settings.keyring is None
    return LlmAccess(client, MemoryAnswers() if in_memory else AnswerCache(answers_path(settings), keyring), counts)


def open_answers(settings: Settings, keyring: Keyring, *, create: bool) -> AnswerCache | None:
    """Open the stored LLM answers of a home, or return None if there are none and `create` is not set.

    Raises AnswersMismatchError or AnswersUnavailableError.
    """
    path = answers_path(settings)
    return AnswerCache(path, keyring) if create or path.is_file() else None


def erase_answers(
    answers: AnswerCache, subjects: Iterable[str], household: Iterable[str], *, for_good: bool = False
) -> int:
    """Erase the stored LLM answers about a patient's texts, and return how many there were.

    subjects: the tokens of the patient's charts. household: the charts that may name the patient; answers about their
    texts, and about texts without a known patient, are erased too, and asked again when they are read again. for_good:
    store nothing about the patient from now on. Raises AnswersUnavailableError.
    """
    erased = answers.forget(subjects, for_good=for_good)
    answers.forget((None, *household))
    return erased


_MAX_THREADS = 16  # each waits for the answers about one group of notes


def build_cascade(
    settings: Settings, llm: LlmSettings, access: LlmAccess, keyring: Keyring, allowed: AllowedTerms
) -> Cascade:
    """Build the LLM cascade that `settings.llm` describes; nothing is sent yet. Raises SettingsError."""
    # Here, since commands that only open or erase stored answers need none of it, and it takes a tenth of a second.
    from redactor.detect.cascade.cascade import Cascade, Policy
    from redactor.detect.cascade.passes import PROMPT as EXTRACT_PROMPT
    from redactor.detect.cascade.passes import PassOptions, fault_of_context
    from redactor.detect.cascade.questions import Limits
    from redactor.detect.cascade.verdicts import PROMPT as JUDGE_PROMPT
    from redactor.detect.cascade.verdicts import Judge

    key = keyring.pseudonym("llm", settings.recipient)
    entities = _entities(llm)
    named = entities or tuple(Entity)
    asker = Judge(access.llm, access.answers, key, load_prompt(JUDGE_PROMPT), named, llm.context_tokens)
    options = PassOptions(key, load_prompt(EXTRACT_PROMPT), named, llm.passes, llm.chunk_words)
    if fault := fault_of_context(options, llm.context_tokens):
        raise SettingsError(fault)
    policy = Policy(
        Limits(llm.ask_above, llm.ask_below, entities, llm.ask_confident),
        llm.on_unsure,
        llm.on_outage,
        frozenset(map(label_key, llm.always)),
        frozenset(map(label_key, llm.never)),
        allowed,
    )
    threads = min(_MAX_THREADS, llm.max_in_flight)
    return Cascade(asker, options, policy, threads, access.counts, waits=isinstance(access.llm, WritingLlm))


def _entities(llm: LlmSettings) -> tuple[Entity, ...]:
    try:
        return tuple(dict.fromkeys(map(Entity, llm.entities)))
    except ValueError:
        raise SettingsError("llm.entities: an entity is not in the taxonomy; see redactor/entities.py") from None
