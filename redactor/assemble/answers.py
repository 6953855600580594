"""The answers of LLMs of a home: opening them, and erasing those that may tell of a patient."""

from __future__ import annotations

from collections.abc import Iterable

from redactor.assemble.home import answers_path
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache
from redactor.settings import Settings


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
