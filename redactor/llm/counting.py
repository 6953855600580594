"""Count what an LLM would be asked, and send nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future

from redactor.llm.client import model_with_form
from redactor.llm.completions import estimated_texts
from redactor.llm.contract import Answer, Failure, Request, answered
from redactor.llm.ledger import Ledger, Usage
from redactor.llm.prompts import estimate_tokens
from redactor.settings import LlmSettings


class CountingLlm:
    """An `Llm` that counts requests and their estimated tokens in a ledger. Each request is answered with DOWN, so that
    no answer is stored and no request is repeated.

    shares: by the name of a prompt, the share of its limit of tokens that an answer is taken to have (1 for others).
    times: by the name of a prompt, how often a request is counted (1 for others).
    """

    def __init__(
        self, settings: LlmSettings, ledger: Ledger, shares: Mapping[str, float], times: Mapping[str, int]
    ) -> None:
        self._settings, self._ledger, self._shares, self._times = settings, ledger, shares, times

    @property
    def model(self) -> str:
        """Return the name that `Client.model` has, so that answers which are stored already are found."""
        return model_with_form(self._settings)

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Count the requests. The future is done."""
        for request in requests:
            used = Usage(
                estimate_tokens(*estimated_texts(request, None)),
                round(request.most_tokens * self._shares.get(request.prompt, 1)),
            )
            for _ in range(self._times.get(request.prompt, 1)):
                if self._ledger.reserve(used.asked + used.answered):
                    self._ledger.settle(used.asked + used.answered, used)
        return answered([Answer(None, Failure.DOWN) for _ in requests])
