"""Builds what asks the LLM of the settings, and what keeps its answers. Detection and stand-ins share both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from redactor.assemble.home import answers_path
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache, AnswerStore, MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.contract import Llm
from redactor.llm.ledger import FileLedger, MemoryLedger
from redactor.settings import LlmSettings, Settings


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
