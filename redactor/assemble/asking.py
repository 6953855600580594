"""Builds what asks the LLM of the settings, and what keeps its answers. Detection and stand-ins share both."""

from __future__ import annotations

from dataclasses import dataclass

from redactor.assemble.home import answers_path
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache, AnswerStore, MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.contract import Llm
from redactor.llm.ledger import Ledger, MemoryLedger
from redactor.settings import LlmSettings, Settings


@dataclass(frozen=True, slots=True)
class Asking:
    """An LLM, and the store of its answers."""

    llm: Llm
    answers: AnswerStore


def open_asking(settings: Settings, llm: LlmSettings, keyring: Keyring, ledger: Ledger | None = None) -> Asking:
    """The client and the answers of home. Nothing is sent yet. ledger: of the run; without one, of this process.

    Without a keyring in the settings the keys end with the process, and so do the answers. Raises SettingsError, and of
    the answers AnswersMismatchError or AnswersUnavailableError.
    """
    client = Client(llm, MemoryLedger(llm.token_budget) if ledger is None else ledger)
    in_memory = settings.keyring is None
    return Asking(client, MemoryAnswers() if in_memory else AnswerCache(answers_path(settings), keyring))
