"""The commands `redactor distill sample`, `label` and `profile`, which prepare training; the group also lists those
of `distill_train`. Heavy libraries are imported when a command needs them.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from redactor.cli import distill_train
from redactor.cli.distill_train import (
    encoder_tokenizer,
    progress_bar,
    refuse_existing_model,
    require_training_extra,
    student_folder,
)
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.files.atomic_file import atomic

if TYPE_CHECKING:
    from redactor.distill.teacher import Teacher, Voter

app = typer.Typer(
    help="Train your own student: choose notes, label, train, export.", no_args_is_help=True, add_completion=False
)
SAMPLE_EPILOG = "Example: redactor distill sample notes.jsonl chosen.jsonl --count 500 --by note_type --by department"


@guarded
def sample(
    source: Annotated[Path, typer.Argument(metavar="IN", help='Lines of {"id", "text", ...}, or a folder of .txt.')],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The chosen notes, as lines of JSON.")],
    count: Annotated[int, typer.Option(min=1, help="How many notes to choose.")],
    seed: Annotated[int, typer.Option(help="The same seed chooses the same notes.")] = 7,
    method: Annotated[
        Literal["outliers", "cover"],
        typer.Option(help="outliers: 90 % stratified, 10 % unusual notes; cover: every stratum, the rare ones first."),
    ] = "outliers",
    by: Annotated[
        list[str] | None,
        typer.Option(help="A field whose values define the strata; repeatable. Default: fields for type and origin."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Choose the notes that are worth annotating. The notes are copied to OUT unchanged, with their PHI."""
    from redactor.distill import sampling
    from redactor.distill.note_sources import read_notes

    if target.exists():
        fail("OUT exists, and nothing is overwritten; name a new file")
    notes = read_notes(source)
    axes = tuple(by) if by else sampling.type_fields(notes)
    missing = [name for name in axes if all(name not in note.fields for note in notes)]
    if missing:
        fail(f"no note has a field {missing[0]!r}; use a field that the notes contain")
    bar = Progress(
        TextColumn("reading"), BarColumn(), TimeRemainingColumn(), console=console(), disable=json, transient=True
    )
    summary: dict[str, int]
    with bar:
        readings = 4 if method == "outliers" else 1
        task = bar.add_task("reading", total=readings * len(notes))
        if method == "outliers":
            found = sampling.stratified_sample(notes, count, seed, axes, lambda: bar.advance(task))
            chosen = found.chosen
            summary = {"outliers": len(found.outliers), "outliers_in_all": found.flagged, "strata": found.strata}
        else:
            found_cover = sampling.greedy_cover(notes, count, seed, axes, lambda: bar.advance(task))
            chosen = tuple(sorted(found_cover.chosen))
            summary = {"strata": found_cover.strata, "strata_held": found_cover.covered}
    with atomic(target) as part, part.open("wb") as out:
        for i in chosen:
            line = notes.line(i)
            out.write(line if line.endswith(b"\n") else line + b"\n")
    summary = {"notes": len(notes), "chosen": len(chosen)} | summary | {"unreadable": notes.skipped}
    if json:
        print_json(summary | {"method": method, "by": list(axes), "seed": seed})
    else:
        rows: list[tuple[str, object]] = [(name.replace("_", " "), n) for name, n in summary.items()]
        print_table(f"Chosen by {method}, strata by {', '.join(axes) or 'nothing'}", ("what", "count"), rows)
    if notes.skipped:
        raise typer.Exit(1)


LABEL_EPILOG = "Example: redactor distill label notes.jsonl labels.jsonl --voter runs/a --voter runs/b --voter runs/c"


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
    require_training_extra(encoder)
    from redactor.distill import soft_labels as labelling

    folders = [_model_folder(path) for path in voter or ()]
    with ExitStack() as stack, progress_bar("labelling", json) as progress:
        llm = _build_llm_voters(source, llm_voter, temperature, stack) if llm_voter else []
        teacher = _build_teacher(folders, votes, llm)
        task = progress.add_task("labelling", total=None)
        summary = labelling.write_soft_labels(
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
        f"Labelled by {_voter_names(len(folders), llm_voter)}",
        ("what", "count"),
        [(names.get(name, name), value) for name, value in asdict(summary).items()],
    )


def _voter_names(models: int, readings: int) -> str:
    named = [f"{models} models"] if models else []
    return " and ".join([*named, *([f"an LLM, {readings} times"] if readings else [])])


def _model_folder(path: Path) -> Path:
    if not (path / "student.json").is_file():
        return student_folder(path)
    require_training_extra(None, "onnx")
    return path


def _build_llm_voters(source: Path, number: int, temperature: float, stack: ExitStack) -> list[Voter]:
    """Return voters that read with the LLM of the settings. Exits 2 if no LLM is set, or if a text must not be sent
    to it.
    """
    from redactor.assemble.llm_access import open_answers
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


def _build_teacher(folders: Sequence[Path], votes: int, others: Sequence[Voter]) -> Teacher:
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


PROFILE_EPILOG = "Example: redactor distill profile shipped models/ours --notes notes.jsonl"


@guarded
def profile(
    source: Annotated[str, typer.Argument(metavar="MODEL", help="A model folder, or shipped: the shipped student.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new model folder, for the setting `student`.")],
    notes: Annotated[
        Path, typer.Option(metavar="IN", help='Usual notes: lines of {"id", "text"}, or a folder of .txt files.')
    ],
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Write a model with a profile of usual notes (drift.json): notes unlike them count as out of domain.

    The profile holds shares of public words and the mean and covariance of the model's scores, and no text of a note.
    """
    refuse_existing_model(out)
    from redactor.detect.student.card import CARD, TOKENIZER, WEIGHTS
    from redactor.detect.student.detector import SHIPPED
    from redactor.distill.drift_profile import write_profile
    from redactor.distill.note_sources import read_notes

    folder = SHIPPED if source == "shipped" else Path(source)
    if not (folder / CARD).is_file():
        fail("MODEL holds no student.json; give shipped, or a folder that `redactor distill export` wrote")
    texts = [note.text for note in read_notes(notes)]
    out.mkdir(parents=True, exist_ok=True)
    for name in (WEIGHTS, TOKENIZER, "MODEL_CARD.md"):
        if (folder / name).is_file():
            shutil.copyfile(folder / name, out / name)
    made = write_profile(folder, texts, out)
    size = (out / "drift.json").stat().st_size
    if json:
        print_json({"model": str(out), "notes": made.notes, "words": len(made.shares), "bytes": size})
        return
    print_table(
        f"Profile of usual notes: {out}", ("what", "count"),
        [("notes", made.notes), ("words", len(made.shares)), ("kB", round(size / 1000))],
    )  # fmt: skip


# The commands are listed in this order by --help.
app.command("label", epilog=LABEL_EPILOG)(label)
app.command("train", epilog=distill_train.TRAIN_EPILOG)(distill_train.train)
app.command("export", epilog=distill_train.EXPORT_EPILOG)(distill_train.export)
app.command("calibrate", epilog=distill_train.CALIBRATE_EPILOG)(distill_train.calibrate)
app.command("profile", epilog=PROFILE_EPILOG)(profile)
app.command("ablate", epilog=distill_train.ABLATE_EPILOG)(distill_train.ablate)
app.command("sample", epilog=SAMPLE_EPILOG)(sample)
