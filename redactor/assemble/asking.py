"""Builds what asks the LLM of the settings, and what keeps its answers. Detection and stand-ins share both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from redactor.assemble.home import answers_path
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
from redactor.llm.cache import AnswerCache, AnswerStore, MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.contract import Llm
from redactor.llm.ledger import FileLedger, MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.settings import LlmSettings, Settings
from redactor.unicode_fold import label_key


@dataclass(frozen=True, slots=True)
class Asking:
    """An LLM, and the store of its answers."""

    llm: Llm
    answers: AnswerStore


def open_asking(settings: Settings, llm: LlmSettings, keyring: Keyring, state: Path | None = None) -> Asking:
    """The client and the answers of home. Nothing is sent yet. state: of a run, whose processes share one budget.

    Without a keyring in the settings the keys end with the process, and so do the answers. Raises SettingsError,
    RunError for a damaged ledger, and of the answers AnswersMismatchError or AnswersUnavailableError.
    """
    budget = llm.token_budget
    client = Client(llm, MemoryLedger(budget) if state is None else FileLedger(state, budget))
    in_memory = settings.keyring is None
    return Asking(client, MemoryAnswers() if in_memory else AnswerCache(answers_path(settings), keyring))


def open_answers(settings: Settings, keyring: Keyring, *, create: bool) -> AnswerCache | None:
    """The answers; None where the home has none, unless they are to be created.

    Raises AnswersMismatchError or AnswersUnavailableError.
    """
    path = answers_path(settings)
    return AnswerCache(path, keyring) if create or path.is_file() else None


def erase_answers(
    answers: AnswerCache, subjects: Iterable[str], household: Iterable[str], *, for_good: bool = False
) -> int:
    """Erase what was answered about the texts of a patient. Returns how many answers there were.

    subjects: the tokens of the patient's charts. household: those of charts that may name the patient; what was
    answered about their texts, and about texts of nobody known, is erased too, and asked again when they are read
    again. for_good: store nothing about the patient from here on. Raises AnswersUnavailableError.
    """
    erased = answers.forget(subjects, for_good=for_good)
    answers.forget((None, *household))
    return erased


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
    asker = Judge(asking.llm, asking.answers, key, load_prompt(JUDGE), named, llm.context_tokens)
    options = PassOptions(key, load_prompt(EXTRACT), named, llm.passes, llm.chunk_words)
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
