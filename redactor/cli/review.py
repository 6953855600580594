"""The command `redactor review` shows what a run released beside what it read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.home import known_values_path
from redactor.cli.common import announced_settings, require_review_extra
from redactor.cli.messages import console, fail, guarded
from redactor.cli.remedies import REMEDIES
from redactor.files.atomic_file import atomic_private
from redactor.keys import Keyring
from redactor.run.state.known_store import KnownStore
from redactor.service.marks import MarkStore, RecordMarks
from redactor.service.review import Review, open_review, with_profile_of_run
from redactor.settings import Settings
from redactor.steward.phi_file import check_new_file
from schemas.engine.records import Outcome

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
    no_originals: Annotated[
        bool, typer.Option("--no-originals", help="Show released records alone, free of PHI.")
    ] = False,
    terminal: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Print this many records before and after, and end.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="The profile of the run, if the manifest does not name it.")
    ] = None,
    schema: Annotated[str | None, typer.Option(help="The --schema of the run.")] = None,
    follow_links: Annotated[bool, typer.Option("--follow-links", help="As for the run.")] = False,
) -> None:
    """Show a sample of a run on a local page: original beside result, who found what, and why.

    Ctrl-C ends the page. Each original that is opened is noted in access.jsonl of home.
    """
    if html is not None and terminal is not None:
        fail("give --html or --terminal, not both")
    if html is not None:
        check_new_file(html)
    settings = with_profile_of_run(announced_settings(profile=profile), out, profile)
    with require_review_extra():
        if terminal is None:
            import jinja2  # noqa: F401
        if terminal is None and html is None:
            import starlette  # noqa: F401
            import uvicorn  # noqa: F401
    size = sample if terminal is None else max(sample, 10 * terminal)
    found = open_review(settings, source, out, state, size, schema, follow_links=follow_links)
    if not found.is_configured:
        console().print("warning: the settings are not those of the run; its --profile or settings may be missing here")
    _read(found)
    if terminal is not None:
        from redactor.service.terminal import print_records

        print_records(found, terminal, has_originals=not no_originals)
    elif html is not None:
        _write_file(found, html, has_originals=not no_originals)
    else:
        _serve(found, settings, port, has_originals=not no_originals)


def _read(found: Review) -> None:
    if not console().is_terminal:
        found.read_all()
        return
    from rich.progress import Progress

    with Progress(console=console(), transient=True) as bar:
        task = bar.add_task("reading the sample", total=len(found))
        found.read_all(lambda n: bar.advance(task, n))


def _write_file(found: Review, target: Path, *, has_originals: bool) -> None:
    from redactor.service.pages import one_file, record_view, result_view

    facts = list(found.facts.values())
    if has_originals:
        views = [record_view(found, found.show(f.drawn.key, "review-html"), RecordMarks(), REMEDIES) for f in facts]
    else:
        left = [f for f in facts if f.drawn.outcome == Outcome.RELEASED.value]
        views = [result_view(found.result(f.drawn.key)) for f in left]
    with atomic_private(target) as file:
        file.write(one_file(found, views, has_originals=has_originals).encode("utf-8", "replace"))
    holds = "it holds PHI, and you alone can read it" if has_originals else "it holds released records alone"
    console().print(f"{len(views)} records in {target}: {holds}", soft_wrap=True)


def _serve(found: Review, settings: Settings, port: int, *, has_originals: bool) -> None:
    from redactor.service.app import ReviewPages, open_port, serve

    def known() -> Sequence[str]:
        with KnownStore.open(known_values_path(settings), Keyring.load(settings.keyring), read_only=True) as store:
            return list(store.all_texts())

    marks = MarkStore(found.state, found.keyring) if has_originals else None
    try:
        pages = ReviewPages(found, marks, REMEDIES, known)
        serve(
            pages,
            open_port(port),
            lambda address: console().print(f"open {address}   (Ctrl-C ends it)", soft_wrap=True),
        )
    except KeyboardInterrupt:
        console().print("closed")
    finally:
        if marks is not None:
            marks.close()
