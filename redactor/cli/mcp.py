"""The command `redactor mcp` serves the tools of Redactor to a client of the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.common import LogLines, announced_settings, require_mcp_extra
from redactor.cli.messages import announce_stdin, fail, guarded, logged, remark, tell_failure
from redactor.cli.remedies import REMEDIES
from redactor.keys import Keyring

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: redactor mcp --profile hips --root notes --out released")
@logged
@guarded
def mcp(
    profile: Annotated[
        list[str] | None,
        typer.Option(help="A profile that may be used, the default first; can be given again.", show_default=False),
    ] = None,
    root: Annotated[
        list[Path] | None,
        typer.Option(help="A folder whose files may be read; can be given again.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of results; needed with --root.", show_default=False)
    ] = None,
    log_format: LogLines = None,
) -> None:
    """Serve de-identification as tools over the Model Context Protocol, on stdin and stdout.

    A client starts this command and ends it by closing stdin. No answer holds an original beyond what the detectors
    missed. Without --root there is no tool for files.
    """
    if (root is None) != (out is None):
        fail("give --root and --out together: files are read from the one and written into the other")
    with require_mcp_extra():
        from redactor.service.mcp.server import serve
    from redactor.service.mcp.tool_files import Folders
    from redactor.service.mcp.tools import Tools, build_tools

    settings = announced_settings(profile=profile[0] if profile else None)
    folders = None
    if root is not None and out is not None:
        names = Keyring.load(settings.keyring).pseudonym("mcp-file", settings.recipient)
        folders = Folders(root, out, settings.home, names)

    def build() -> Tools:
        return build_tools(profile or [], REMEDIES, folders)

    announce_stdin("messages of the Model Context Protocol")
    serve(build, lambda: remark("serving tools on stdin and stdout", event="ready"), tell_failure)
