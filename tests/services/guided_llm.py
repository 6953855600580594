"""A Chat Completions server over a local model whose answers are sampled within the schema of each request.

    python -m tests.services.guided_llm FOLDER PORT SEED

Requests that are under way at the same time are sampled together, a token each. An answer follows from SEED and the
prompt, whatever is under way with it: each draws from numbers of its own, and the model reads as many rows each time,
so that their sums are added alike. The model sees the last tokens of an answer alone: its weights are random, so the
prompt would change nothing that matters. So that strings are now and then parts of the question, the next token of a
place in the prompt is made more probable, as are commas and ends of strings.
"""

from __future__ import annotations

import json
import queue
import random
import sys
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import torch
from llguidance import LLMatcher
from llguidance.hf import from_tokenizer
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

_SEEN, _MOST_AT_ONCE = 4, 64  # tokens, answers
_COPIED = 7.0  # added to the logit of the next token of the prompt


@dataclass(eq=False)
class _Answer:
    """An answer under way. done: (text, finish_reason)."""

    matcher: Any
    most: int
    prompt: list[int]
    random: random.Random
    at: int = 0  # the place in the prompt
    tokens: list[int] = field(default_factory=list)
    done: Future[tuple[str, str]] = field(default_factory=Future)


class Sampler:
    """Samples answers in a thread of its own."""

    def __init__(self, folder: str, seed: int) -> None:
        self.tokenizer = PreTrainedTokenizerFast.from_pretrained(folder)
        self._model = LlamaForCausalLM.from_pretrained(folder).eval()
        self._words = from_tokenizer(self.tokenizer)
        self._ends = self.tokenizer.convert_tokens_to_ids([",", '"'])
        self._seed = seed
        self._waiting: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def ask(self, schema: dict[str, Any], prompt: list[int], most: int) -> Future[tuple[str, str]]:
        """An answer of this form, of at most so many tokens. Raises ValueError for a schema that cannot be followed."""
        options = {"whitespace_flexible": False}
        matcher = LLMatcher(self._words, LLMatcher.grammar_from_json_schema(schema, overrides=options))
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        answer = _Answer(matcher, most, prompt, random.Random(f"{self._seed} {prompt}"))
        self._waiting.put(answer)
        return answer.done

    @lru_cache(maxsize=256)  # noqa: B019
    def encoded(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text))

    def _run(self) -> None:
        under_way: list[_Answer] = []
        while True:
            while len(under_way) < _MOST_AT_ONCE and (not under_way or not self._waiting.empty()):
                under_way.append(self._waiting.get())
            for answer in under_way:
                forced = answer.matcher.compute_ff_tokens()
                answer.matcher.consume_tokens(forced)
                answer.tokens += forced
            under_way = [answer for answer in under_way if not self._is_done(answer)]
            if under_way:
                self._sample(under_way)

    def _is_done(self, answer: _Answer) -> bool:
        stopped = answer.matcher.is_stopped()
        if not stopped and len(answer.tokens) < answer.most:
            return False
        text = self.tokenizer.decode(answer.tokens[: answer.most], skip_special_tokens=True)
        answer.done.set_result((text, "stop" if stopped and len(answer.tokens) <= answer.most else "length"))
        return True

    @torch.inference_mode()
    def _sample(self, answers: list[_Answer]) -> None:
        pad = self.tokenizer.pad_token_id
        seen = [([pad] * _SEEN + answer.tokens)[-_SEEN:] for answer in answers]
        seen += [[pad] * _SEEN] * (_MOST_AT_ONCE - len(answers))
        logits = self._model(torch.tensor(seen), logits_to_keep=1).logits[: len(answers), -1]
        logits[:, self._ends] += 2
        for row, answer in enumerate(answers):
            logits[row, answer.prompt[answer.at]] += _COPIED
        biases = [torch.frombuffer(bytearray(a.matcher.compute_logit_bias()), dtype=torch.uint8) for a in answers]
        allowed = torch.stack(biases)[:, : logits.shape[1]] > 0
        shares = logits.masked_fill(~allowed, float("-inf")).double().softmax(-1)
        drawn = [_drawn(own, answer.random.random()) for own, answer in zip(shares, answers, strict=True)]
        for answer, token in zip(answers, drawn, strict=True):
            answer.matcher.consume_token(token)
            answer.tokens.append(token)
            follows = token == answer.prompt[answer.at] and answer.at + 1 < len(answer.prompt)
            answer.at = answer.at + 1 if follows else answer.random.randrange(len(answer.prompt))


def _drawn(shares: torch.Tensor, at: float) -> int:
    """The token whose share of the whole holds the place `at`, of 0 to 1; never one without a share."""
    tokens = shares.nonzero()[:, 0]
    place = torch.searchsorted(shares[tokens].cumsum(0), at, right=True)
    return int(tokens[min(int(place), len(tokens) - 1)])


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    sampler: Sampler

    def do_GET(self) -> None:
        self._send(200, {"object": "list", "data": [{"id": "guided", "object": "model", "max_model_len": 2048}]})

    def do_POST(self) -> None:
        given = json.loads(self.rfile.read(int(self.headers["content-length"])))
        form = given.get("response_format", {})
        schema = form.get("json_schema", {}).get("schema", {"type": "object"})
        prompt = [self.sampler.encoded(m["content"]) for m in given["messages"]]
        try:
            text, finish = self.sampler.ask(schema, prompt[-1], given.get("max_tokens", 1024)).result()
        except ValueError as e:
            self._send(400, {"error": {"message": str(e), "type": "invalid_request_error"}})
            return
        asked = sum(map(len, prompt))
        answered = len(self.sampler.encoded(text))
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}
        head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "guided"}
        self._send(200, head | {"choices": [choice], "usage": usage})

    def _send(self, status: int, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == "__main__":
    torch.set_num_threads(1)
    _Handler.sampler = Sampler(sys.argv[1], int(sys.argv[3]))
    _Server(("127.0.0.1", int(sys.argv[2])), _Handler).serve_forever()
