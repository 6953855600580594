"""`redactor llm batch` asks the questions of a run through the batch API of a provider, at half the price."""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from cryptography.exceptions import InvalidTag

from redactor.assemble.home import known_values_path
from redactor.assemble.llm_access import open_answers
from redactor.cli.common import announced_settings
from redactor.cli.dry_run import ANSWER_SHARES, require_llm, run_for_questions
from redactor.cli.messages import counted, fail, guarded, print_json, print_table, warn
from redactor.cli.run_summary import money, priced, print_facts
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.own_files import check_own_folder, make_own_folder
from redactor.keys import DerivedKey, Keyring
from redactor.llm.batch_records import BatchRecords, Questions
from redactor.llm.batches import (
    USELESS,
    ReadingLlm,
    SealedLines,
    WritingLlm,
    Written,
    in_batches,
    lines_of,
    read_requests,
    read_results,
)
from redactor.llm.completions import LIMIT_NAME
from redactor.llm.endpoints import endpoint_from_settings, require_openai
from redactor.llm.ledger import Totals
from redactor.llm.submission import Fetched, Submission
from redactor.run.state.known_store import KnownStore
from redactor.settings import LlmPrices, LlmSettings, Settings

if TYPE_CHECKING:
    from redactor.run.contracts import Progress

_LOCK = "llm-batch"  # in home: one command at a time decides what is new
_PRICE = 0.5  # of a batch, as a share of the usual one
_NOTHING = {"results": 0, "used": 0, "useless": 0, "tokens_asked": 0, "tokens_answered": 0}
_Source = Annotated[Path, typer.Argument(metavar="IN", help="The file or folder of the run.")]
_Schema = Annotated[str | None, typer.Option(help="Schema of records that do not name one.")]
_Workers = Annotated[int, typer.Option(min=1, help="Processes.")]
_Json = Annotated[bool, typer.Option("--json", help="For machines: the counts as JSON.")]
_Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]

batch = typer.Typer(
    help="Ask the questions of a run in batches, at half the price: submit, collect, then run.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor llm batch submit ehr/records",
)


@batch.command(epilog="Example: redactor llm batch submit ehr/records --yes")
@guarded
def submit(
    source: _Source,
    schema: _Schema = None,
    workers: _Workers = 1,
    yes: _Yes = False,
    json: _Json = False,
) -> None:
    """Send the requests that a run over IN would send to the batch API of the endpoint, after a look at their cost.

    The rules of a run hold: `allow_hosts`, `never`, `token_budget`, canaries. No request is in two batches. After a
    kill or an error, repeat the command: it goes on where it stopped.
    """
    with _desk() as desk, desk.submission() as submission:
        submission.resume(sends=True)
        lines, held_back = desk.written(source, schema, workers, submission.provider.limit_name())
        new = desk.questions.new_among(read_requests(lines).values())
        estimate = _estimate(new)
        cost = estimate.cost(desk.llm.prices) * _PRICE
        batches = list(in_batches(new))
        if new and not yes:
            _confirm(len(new), len(batches), estimate, cost, desk.llm.prices)
        for requests in batches:
            submission.send(requests, lines)
        counts = {"batches_submitted": len(batches), "requests_submitted": len(new), "held_back": held_back}
        counts |= {"tokens_asked": estimate.asked, "tokens_answered": estimate.answered}
        _tell(counts, {"cost": cost if json else priced(cost, desk.llm.prices)}, json=json)
        desk.end()


@batch.command(epilog="Example: redactor llm batch status")
@guarded
def status(json: _Json = False) -> None:
    """Say how far the batches at the provider are. Exit code 1 while one has not ended."""
    with _desk() as desk, desk.submission() as submission:
        submission.resume()
        states = list(submission.states())
        rows = [
            {
                "batch": record.tag,
                "status": record.phase.value if state is None else state.status,
                "requests": len(record.ids),
                "answered": 0 if state is None else state.completed,
                "failed": 0 if state is None else state.failed,
            }
            for record, state in states
        ]
        if json:
            print_json(rows)
        else:
            columns = ["batch", "status", "requests", "answered", "failed"]
            print_table("batches", columns, [list(row.values()) for row in rows])
        desk.end(is_open=any(state is None or not state.ended for _, state in states))


@batch.command(epilog="Example: redactor llm batch collect ehr/records")
@guarded
def collect(
    source: _Source,
    results: Annotated[
        Path | None, typer.Argument(metavar="RESULTS", help="A file of results, of requests that `write` wrote.")
    ] = None,
    schema: _Schema = None,
    workers: _Workers = 1,
    json: _Json = False,
) -> None:
    """Store the answers of the batches that have ended in home, where `redactor run` finds them.

    Each answer is judged as in a run: one that clears its canary, is cut or has another form counts for nothing. Nor do
    results of requests that a run over IN does not make, and two results of one request. Once each answer of a batch
    was used or useless, its files at the provider are deleted, and what failed or expired is free to be submitted
    again, or is asked by the run. Until then the batch stays. Exit code 1 while a batch has not ended. With RESULTS,
    nothing is sent.
    """
    with _desk() as desk:
        if results is not None:
            try:
                file = results.open("rb")
            except OSError as e:
                fail(f"the file of results cannot be read: {e.strerror}")
            with file:
                counts, _ = desk.store(lines_of(file), source, schema, workers, desk.new_lines("used"))
            _tell(counts, {}, json=json)
            return
        with desk.submission() as submission:
            submission.resume()
            states = list(submission.states())
            ended = [(record, state) for record, state in states if state is not None and state.ended]
            fetched = [found for record, state in ended if (found := submission.fetch(record, state)) is not None]
            lines = [line for found in fetched for line in found.sorted.good.values()]
            marks = desk.marks(source)
            counts, used = desk.store(lines, source, schema, workers, marks) if lines else (_NOTHING, frozenset[str]())
            for found in fetched:
                submission.close(found, used)
            if len(fetched) == len(ended):
                marks.remove()
        counts = {"batches_ended": len(ended), "batches_open": len(states) - len(ended)} | counts
        failed = _failed(fetched)
        counts |= {"missing": sum(failed.values()), "foreign_results": sum(f.sorted.foreign for f in fetched)}
        _tell(counts, {"failed": failed}, json=json)
        desk.end(is_open=len(states) > len(ended))


@batch.command(epilog="Example: redactor llm batch drop")
@guarded
def drop(yes: _Yes = False, json: _Json = False) -> None:
    """Give up the batches at the provider: cancel those that have not ended, and delete the files of the others.

    Their answers are lost, and their questions are free to be submitted again. A provider takes minutes to cancel a
    batch, and its files are deleted when the command is repeated after that: exit code 1 until then.
    """
    with _desk() as desk, desk.submission() as submission:
        if not yes and not _agreed("Give up all batches at the provider? What they cost is lost."):
            fail("nothing was given up; answer yes, or give --yes")
        counts = submission.drop()
        _tell(counts, {}, json=json)
        desk.end(is_open=bool(counts["cancelling"]))


@batch.command(epilog="Example: redactor llm batch write ehr/records batch.jsonl")
@guarded
def write(
    source: _Source,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for requests. It holds texts of patients.")],
    schema: _Schema = None,
    workers: _Workers = 1,
    json: _Json = False,
) -> None:
    """Write the requests that `submit` would send into a file, for a provider that takes files by other ways.

    Nothing is sent. The rules of a run hold: `never`, `allow_remote`, `token_budget`, canaries. No request is written
    twice, even into another file. What a file does not hold is left to the next one, and in the end to the run.
    """
    if file.exists() or file.is_symlink():
        fail("FILE exists: name a new one, since a file that was submitted must not be written again")
    if source.is_dir() and source.resolve() in file.resolve().parents:
        fail("FILE lies in IN: name a file elsewhere")
    with _desk() as desk:
        lines, held_back = desk.written(source, schema, workers)
        written = read_requests(lines)
        new = desk.questions.new_among(written.values())
        taken = next(in_batches(new), [])
        if taken:
            with atomic_private(file, new=True) as out:
                out.writelines(lines.at(request.place for request in taken))
                out.flush()
                os.fsync(out.fileno())
                # Before the file appears: after a kill in between, no file holds them, and the run asks.
                desk.questions.hold(request.id for request in taken)
        counts = {
            "requests_written": len(taken),
            "left_for_the_next_file": len(new) - len(taken),
            "written_before": len(written) - len(new),
            "held_back": held_back,
        }
        _tell(counts, {}, json=json)


@dataclass
class _Desk:
    """A desk holds what the commands of a home share, under the lock of its batches."""

    settings: Settings
    llm: LlmSettings
    questions: Questions
    records: BatchRecords
    key: DerivedKey
    _scratch: list[SealedLines] = field(default_factory=list)
    _told: dict[str, bool] = field(default_factory=dict)

    @contextmanager
    def submission(self) -> Iterator[Submission]:
        """Give the batches at the provider of the settings; nothing is sent yet."""
        require_openai()
        from redactor.llm.provider import Provider  # loads openai

        with Provider(self.llm) as provider:
            yield Submission(provider, self.records, self.questions, self._tell)

    def written(
        self, source: Path, schema: str | None, workers: int, limit_name: str = LIMIT_NAME
    ) -> tuple[SealedLines, int]:
        """Return the requests that a run over the input would send, and tell and return how many `token_budget` holds
        back. limit_name: as for `WritingLlm`.
        """
        lines = self.new_lines("requests")
        writing = partial(WritingLlm, lines=lines, limit_name=limit_name)
        spent = run_for_questions(self.settings, source, schema, workers, _ignore, writing, follow_links=False).spent
        held_back = 0 if spent is None else spent.refused
        if held_back:
            self._tell(
                f"[llm] token_budget holds back {counted(held_back, 'request')}: raise it to ask them too", False
            )
        return lines, held_back

    def marks(self, source: Path) -> SealedLines:
        """Return the lines for the ids of the results that a run over the input uses. Those of a `collect` of the same
        input that was killed are in them: home has their answers, and the run does not ask for them again.
        """
        name = self.key.token("batch-used", str(source.resolve()))
        return SealedLines(self.settings.home / f".{_LOCK}.used-{name}", self.key.digest("batch-used"))

    def store(
        self, given: Iterable[bytes], source: Path, schema: str | None, workers: int, used: SealedLines
    ) -> tuple[dict[str, int], frozenset[str]]:
        """Store the answers in lines that a provider wrote. Returns counts, and the ids of the results that were used,
        those that `used` holds already among them.
        """
        results = self.new_lines("results")
        results.append(given)
        settings = self.settings.model_copy(update={"llm": self.llm.model_copy(update={"token_budget": None})})
        reading = partial(ReadingLlm, results=results, used=used)
        summary = run_for_questions(settings, source, schema, workers, _ignore, reading, follow_links=False)
        spent = summary.spent
        assert spent is not None
        ids = {result.id for result in read_results(line for _, line in results)}
        marks = {id_: mark for mark, id_ in _read_marks(used) if id_ in ids}
        useless = sum(mark == USELESS for mark in marks.values())
        counts = {"results": len(ids), "used": len(marks) - useless, "useless": useless}
        counts |= {"tokens_asked": spent.asked, "tokens_answered": spent.answered}
        return counts, frozenset(marks)

    def end(self, *, is_open: bool = False) -> None:
        """End with exit code 2 if there was a problem, and with 1 if a batch is open."""
        if any(self._told.values()):
            raise typer.Exit(2)
        if is_open:
            raise typer.Exit(1)

    def clear(self) -> None:
        for lines in self._scratch:
            lines.remove()

    def new_lines(self, name: str) -> SealedLines:
        lines = SealedLines(self.settings.home / f".{_LOCK}.{name}")
        self._scratch.append(lines)
        return lines

    def _tell(self, text: str, is_problem: bool) -> None:
        if text not in self._told:
            warn(text, "llm-batch")
        self._told[text] = is_problem


@contextmanager
def _desk() -> Iterator[_Desk]:
    settings = announced_settings()
    llm = require_llm(settings)
    endpoint_from_settings(llm)
    keyring = Keyring.load(settings.keyring)
    check_own_folder(settings.home, "home")
    make_own_folder(settings.home)
    known = known_values_path(settings)
    if known.exists():  # before anything is written: a home without answers tells by nothing else whose it is
        KnownStore.open(known, keyring, read_only=True).close()
    with locked(settings.home / _LOCK):
        answers = open_answers(settings, keyring, create=True)
        assert answers is not None
        with closing(answers):
            records = BatchRecords(settings.home, keyring)
            key = keyring.pseudonym("llm", settings.recipient)
            desk = _Desk(settings, llm, Questions(answers, key, records), records, key)
            try:
                yield desk
            finally:
                desk.clear()


def _read_marks(used: SealedLines) -> Iterator[tuple[bytes, str]]:
    """Yield the marks that `ReadingLlm` wrote, up to the first one that a failure of the power spoiled."""
    with suppress(InvalidTag, ValueError, struct.error):
        for _, line in used:
            yield line[:1], line[1:].decode()


def _ignore(_: Progress) -> None:
    """Show no progress."""


def _estimate(requests: Iterable[Written]) -> Totals:
    """Return the tokens that requests cost at most, as `redactor run --dry-run` counts them."""
    asked, answered = 0, 0.0
    for request in requests:
        asked += request.asked
        answered += request.most * ANSWER_SHARES.get(request.prompt, 1)
    return Totals(asked=asked, answered=round(answered))


def _confirm(requests: int, batches: int, estimate: Totals, cost: float, prices: LlmPrices) -> None:
    told = f", for {money(cost)} at half of llm.prices" if prices.is_set() else ""
    question = (
        f"Send {counted(requests, 'request')} with texts of patients in {batches:,} batch{'es' * (batches != 1)}: some "
        f"{estimate.asked:,} tokens asked and {estimate.answered:,} answered{told}?"
    )
    if not _agreed(question):
        fail("nothing was sent; answer yes, or give --yes")


def _agreed(question: str) -> bool:
    try:
        return typer.confirm(question, err=True)
    except typer.Abort:
        return False


def _failed(fetched: Iterable[Fetched]) -> dict[str, int]:
    """Return how many requests failed, by a word for how."""
    failed = Counter[str]()
    for found in fetched:
        failed.update(found.sorted.failed)
    return dict(sorted(failed.items()))


def _tell(counts: Mapping[str, int], more: Mapping[str, float | str | Mapping[str, int]], *, json: bool) -> None:
    if json:
        print_json({**counts, **more})
        return
    facts = [(name.replace("_", " "), f"{n:,}") for name, n in counts.items()]
    for name, value in more.items():
        if isinstance(value, Mapping):
            facts += [(f"{name}: {how}", f"{n:,}") for how, n in value.items()]
        else:
            facts.append((name, str(value)))
    print_facts(facts)
