"""The command `redactor review` shows what a run released beside what it read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.common import announced_settings, require_review_extra
from redactor.cli.messages import console, fail, guarded, print_json
from redactor.cli.remedies import REMEDIES
from redactor.files.atomic_file import atomic_private
from redactor.llm.endpoints import remote_host
from redactor.run.state.review_marks import MARKS, MarkStore, RecordMarks
from redactor.service.review.opened import Opened, Review, open_review, with_profile_of_run
from redactor.settings import Settings
from redactor.steward.phi_file import check_new_file
from schemas.engine.records import Outcome

if TYPE_CHECKING:
    from redactor.service.review.pages import RecordView

app = typer.Typer(add_completion=False)
MOST = 10_000


@app.command(epilog="Example: redactor review ehr/records out --sample 50")
@guarded
def review(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The IN of the run.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The OUT of the run.")],
    state: Annotated[Path | None, typer.Option(help="The state of the run, if it was named.")] = None,
    sample: Annotated[int, typer.Option(min=1, max=MOST, help="How many records are drawn.")] = 50,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port on loopback; 0 takes a free one.")] = 0,
    html: Annotated[Path | None, typer.Option(help="Write one HTML file in place of a page. It holds PHI.")] = None,
    originals: Annotated[
        bool | None,
        typer.Option("--originals/--no-originals", help="Show originals; the default, but for --json."),
    ] = None,
    terminal: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Print this many records before and after, and end.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="The profile of the run, if the manifest does not name it.")
    ] = None,
    schema: Annotated[str | None, typer.Option(help="The --schema of the run.")] = None,
    follow_links: Annotated[bool, typer.Option("--follow-links", help="As for the run.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print records, spans and figures for machines.")] = False,
) -> None:
    """Show a sample of a run on a local page: original beside result, who found what, and why.

    Ctrl-C ends the page. Each original that is opened is noted in access.jsonl of home.
    """
    if (html is not None) + (terminal is not None) + json > 1:
        fail("give one of --html, --terminal and --json")
    if html is not None:
        check_new_file(html)
        if html.resolve().is_relative_to(source.resolve()):
            fail("--html lies in IN, whose files a run would read; choose another folder")
    has_originals = originals if originals is not None else not json
    settings = with_profile_of_run(announced_settings(profile=profile), out, profile)
    with require_review_extra():
        if terminal is None and not json:
            import jinja2  # noqa: F401
        if terminal is None and not json and html is None:
            import starlette  # noqa: F401
            import uvicorn  # noqa: F401
    size = sample if terminal is None else max(sample, 10 * terminal)
    _tell_of_llm(settings)
    found = open_review(settings, source, out, state, size, schema, follow_links=follow_links)
    if not found.run.is_configured:
        console().print("warning: the settings are not those of the run; its --profile or settings may be missing here")
    if terminal is not None:
        from redactor.service.review.terminal import print_records

        _read_all(found)
        print_records(found, terminal, has_originals=has_originals)
    elif json:
        _print_json(found, has_originals=has_originals)
    elif html is not None:
        _write_file(found, html, has_originals=has_originals)
    else:
        _read_all(found)
        _serve(found, settings, port, has_originals=has_originals)


def _tell_of_llm(settings: Settings) -> None:
    if settings.llm is None:
        return
    budget = settings.llm.token_budget
    most = "without a limit" if budget is None else f"for {budget:,} tokens at most"
    host = remote_host(settings.llm) or "this machine"
    told = "LLM: answers that home keeps are used again; what it does not keep is asked of"
    console().print(f"{told} {host}, {most} (llm.token_budget)", soft_wrap=True)


def _with_bar(records: Iterable[Opened], total: int) -> Iterator[Opened]:
    if not console().is_terminal:
        yield from records
        return
    from rich.progress import Progress

    with Progress(console=console(), transient=True) as bar:
        yield from bar.track(records, total, description="reading the sample")


def _read_all(found: Review) -> None:
    deque(_with_bar(found.read_all(), len(found)), maxlen=0)


def _print_json(found: Review, *, has_originals: bool) -> None:
    from redactor.service.review.as_json import review_json

    marks: Mapping[str, RecordMarks] = {}
    if (found.run.state / MARKS).is_file():
        with closing(MarkStore(found.run.state, found.run.keyring)) as store:
            marks = store.all()
    opened = _with_bar(found.read_all(how="review-json" if has_originals else ""), len(found))
    print_json(review_json(found, marks, opened, originals=has_originals))


def _write_file(found: Review, target: Path, *, has_originals: bool) -> None:
    from redactor.service.review.pages import one_file, record_view, result_view

    views: Iterable[RecordView]
    if has_originals:
        keys = list(found.drawn)
        opened = _with_bar(found.read_all(keys, "review-html"), len(keys))
        views = (record_view(found, one, RecordMarks(), REMEDIES) for one in opened)
    else:
        keys = [d.key for d in found.drawn.values() if d.outcome == Outcome.RELEASED.value]
        views = (result_view(one) for one in _with_bar(found.read_all(keys), len(keys)))
    pieces = one_file(found, views, len(keys), has_originals=has_originals)
    data = b"".join(piece.encode("utf-8", "replace") for piece in pieces)  # nothing on the disk if this is killed
    with atomic_private(target) as file:
        file.write(data)
    holds = "it holds PHI, and you alone can read it" if has_originals else "it holds released records alone"
    console().print(f"{len(keys)} records in {target}: {holds}", soft_wrap=True)


def _serve(found: Review, settings: Settings, port: int, *, has_originals: bool) -> None:
    from redactor.service.review.app import open_port, routes, serve
    from redactor.service.review.routes import open_pages

    pages = open_pages(found, settings, REMEDIES, has_originals=has_originals)
    try:
        serve(
            routes(found, pages, has_originals=has_originals),
            open_port(port),
            lambda address: console().print(f"open {address}   (Ctrl-C ends it)", soft_wrap=True),
        )
    except KeyboardInterrupt:
        console().print("closed")
    finally:
        pages.close()
