"""`redactor llm batch` asks the questions of a run through the batch API of a provider, at half the price."""

from __future__ import annotations

import json as jsons
import os
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.llm_access import open_answers
from redactor.cli.common import announced_settings
from redactor.cli.dry_run import require_llm, run_for_questions
from redactor.cli.messages import fail, guarded, print_json
from redactor.cli.run_summary import print_facts
from redactor.files.atomic_file import atomic_private, locked, part_of
from redactor.keys import DerivedKey, Keyring
from redactor.llm.batches import ReadingLlm, WritingLlm, read_results
from redactor.llm.cache import AnswerCache, Entry

_MOST_REQUESTS, _MOST_BYTES = 50_000, 190_000_000  # of a file, as OpenAI allows (200 MB)
_WRITTEN = b"written"
_LOCK = "llm-batch"  # in home: one command at a time decides what is new
_Source = Annotated[Path, typer.Argument(metavar="IN", help="The file or folder of the run.")]
_Schema = Annotated[str | None, typer.Option(help="Schema of records that do not name one.")]
_Workers = Annotated[int, typer.Option(min=1, help="Processes.")]
_Json = Annotated[bool, typer.Option("--json", help="For machines: the counts as JSON.")]

batch = typer.Typer(
    help="Ask the questions of a run in a batch, at half the price: write, submit the file, collect, then run.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor llm batch write ehr/records batch.jsonl",
)


@batch.command(epilog="Example: redactor llm batch write ehr/records batch.jsonl")
@guarded
def write(
    source: _Source,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for requests. It holds texts of patients.")],
    schema: _Schema = None,
    workers: _Workers = 1,
    json: _Json = False,
) -> None:
    """Write the requests that a run over IN would send, as OpenAI's batch API takes them. Nothing is sent.

    The rules of a run hold: `never`, `allow_remote`, `token_budget`, canaries. No request is written twice, even into
    another file. What a file does not hold is left to the next one, and in the end to the run.
    """
    settings = announced_settings()
    require_llm(settings)
    if file.exists() or file.is_symlink():
        fail("FILE exists: name a new one, since a file that was submitted must not be written again")
    if source.is_dir() and source.resolve() in file.resolve().parents:
        fail("FILE lies in IN: name a file elsewhere")
    part = part_of(file.absolute())
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        writing = partial(WritingLlm, file=part)
        run_for_questions(settings, source, schema, workers, lambda _: None, writing, follow_links=False)
        keyring = Keyring.load(settings.keyring)
        answers = open_answers(settings, keyring, create=True)
        assert answers is not None
        with closing(answers), locked(settings.home / _LOCK):
            counts = _keep_new(answers, keyring.pseudonym("llm", settings.recipient), part, file)
    finally:
        part.unlink(missing_ok=True)
    _tell(counts, json=json)


@batch.command(epilog="Example: redactor llm batch collect ehr/records results.jsonl")
@guarded
def collect(
    source: _Source,
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="The provider's file of results.")],
    schema: _Schema = None,
    workers: _Workers = 1,
    json: _Json = False,
) -> None:
    """Store the answers of a batch in home, where `redactor run` finds them. Nothing is sent.

    Each answer is judged as in a run: one that clears its canary, is cut or has another form counts for nothing. Nor do
    results of requests that a run over IN does not make, and two results of one request.
    """
    settings = announced_settings()
    llm = require_llm(settings)
    settings = settings.model_copy(update={"llm": llm.model_copy(update={"token_budget": None})})
    found = len(read_results(results))
    reading = partial(ReadingLlm, file=results.absolute())
    summary = run_for_questions(settings, source, schema, workers, lambda _: None, reading, follow_links=False)
    assert summary.spent is not None
    spent = summary.spent
    _tell(
        {
            "results": found,
            "used": spent.requests,
            "tokens_asked": spent.asked,
            "tokens_answered": spent.answered,
        },
        json=json,
    )


def _keep_new(answers: AnswerCache, key: DerivedKey, part: Path, file: Path) -> dict[str, int]:
    """Write to `file` the requests that no file holds yet, in the order of their ids, which tells nothing of IN.

    They are marked in home before the file appears: after a kill in between, no file holds them, and the run asks.
    """
    places = dict(_places(part))
    ids = sorted(places)
    marks = {id_: key.digest("batch", id_) for id_ in ids}
    marked = answers.get(list(marks.values()))
    new = [id_ for id_ in ids if marks[id_] not in marked]
    taken: list[str] = []
    size = 0
    for id_ in new[:_MOST_REQUESTS]:
        size += places[id_][1]
        if size > _MOST_BYTES:
            break
        taken.append(id_)
    if taken:
        with part.open("rb") as requests, atomic_private(file, new=True) as out:
            for id_ in taken:
                start, length = places[id_]
                requests.seek(start)
                out.write(requests.read(length))
            out.flush()
            os.fsync(out.fileno())
            answers.add([Entry(marks[id_], None, _WRITTEN) for id_ in taken])
    return {
        "requests_written": len(taken),
        "left_for_the_next_file": len(new) - len(taken),
        "written_before": len(ids) - len(new),
    }


def _places(part: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the id of each request, with where it begins and how long it is."""
    at = 0
    with part.open("rb") as lines:
        for line in lines:
            yield str(jsons.loads(line)["custom_id"]), (at, len(line))
            at += len(line)


def _tell(counts: dict[str, int], *, json: bool) -> None:
    if json:
        print_json(counts)
    else:
        print_facts((name.replace("_", " "), f"{n:,}") for name, n in counts.items())
