"""The command `redactor serve` de-identifies texts and records for other programs over HTTP."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.common import LogLines, announced_settings, require_mcp_extra, require_service_extra
from redactor.cli.messages import counted, fail, guarded, logged, print_json, print_table, remark, warn, words_for
from redactor.cli.remedies import REMEDIES
from redactor.files.atomic_file import atomic_private
from redactor.run.logs import Level
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.service.tokens import Role, Token
    from redactor.service_settings import OidcSettings

_MOST_KINDS = 1000  # of failures that are remembered as told
app = typer.Typer(
    help="De-identify texts and records for other programs, over HTTP.",
    epilog="Example: redactor serve tokens add ehr --role submit, then: redactor serve",
    invoke_without_command=True,
    add_completion=False,
)
tokens = typer.Typer(
    help="Say who may use the service.",
    epilog="Example: redactor serve tokens add ehr --role submit",
    no_args_is_help=True,
    add_completion=False,
)
app.add_typer(tokens, name="tokens")
AsJson = Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Who or what has the token.")]


@app.callback()
def root(
    ctx: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8443,
    tls_cert: Annotated[Path | None, typer.Option(help="The certificate with its chain (PEM).")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The key of the certificate (PEM, without a password).")] = None,
    no_tokens: Annotated[
        bool, typer.Option("--no-tokens", help="Answer every program of this machine, whoever runs it.")
    ] = False,
    profile: Annotated[str | None, typer.Option(help="Profile: a name, or an approved .json file.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Processes that answer; 1 by default.")] = None,
    console: Annotated[
        bool, typer.Option("--console", help="Serve pages for stewards, under /console/; their tokens open them.")
    ] = False,
    log_format: LogLines = None,
) -> None:
    """De-identify texts and records for other programs, over HTTP.

    Other machines are answered only with TLS and tokens. Ctrl-C ends the service.
    """
    if ctx.invoked_subcommand is None:
        serve(
            host=host, port=port, tls_cert=tls_cert, tls_key=tls_key, no_tokens=no_tokens, profile=profile,
            console=console, workers=workers, log_format=log_format,
        )  # fmt: skip


@logged
@guarded
def serve(
    *,
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    no_tokens: bool,
    profile: str | None,
    console: bool,
    workers: int | None,
    log_format: Any,  # of `logged`
) -> None:
    """Open the port, and let workers answer until a signal."""
    with require_service_extra():
        from redactor.service.server import check_certificate, checked_host, open_port
        from redactor.service.supervisor import Supervisor
        from redactor.service.tokens import RightTokens, read_tokens, tokens_path
        from redactor.service.worker import Plan
    settings = announced_settings(profile=profile)
    if settings.mcp.http:
        with require_mcp_extra():
            import redactor.service.mcp.over_http  # noqa: F401
    if settings.service.memory_mb is not None and sys.platform != "linux":
        fail("service.memory_mb works on Linux alone; leave it out")
    if (tls_cert is None) != (tls_key is None):
        fail("--tls-cert and --tls-key belong together: give both or none")
    found = () if no_tokens else read_tokens(tokens_path(settings))
    has_holders = not no_tokens and (bool(found) or settings.oidc is not None)
    if not no_tokens and not has_holders:
        fail(
            "nobody may use the service yet; add a token: redactor serve tokens add NAME --role submit (or, on loopback"
            " alone, let every program of this machine in: --no-tokens)"
        )
    if console:
        _check_stewards(found, settings.oidc, no_tokens=no_tokens)
    address = checked_host(host, has_tls=tls_cert is not None, has_tokens=has_holders)
    if tls_cert is not None and tls_key is not None:
        check_certificate(tls_cert, tls_key)
    if no_tokens:
        warn("--no-tokens: every program and every user of this machine may use the service", "no-tokens")
    listener = open_port(address, port)  # nobody is answered before the engine is built
    scheme = "http" if tls_cert is None else "https"
    shown = f"[{address}]" if ":" in address else address
    told = "without tokens" if no_tokens else f"for {counted(len(found), 'token')}"
    if settings.oidc is not None and not no_tokens:
        told += " and an issuer"
    where = f"{scheme}://{shown}:{listener.getsockname()[1]}"
    pages = f"; console: {where}/console/" if console else ""
    try:
        with TemporaryDirectory(prefix="redactor-service-") as shared:
            right = RightTokens(Path(shared) / "tokens", secrets.token_bytes(32))
            right.folder.mkdir(0o700)
            plan = Plan(
                settings, profile, workers or settings.service.workers, listener.getsockname()[:2], not no_tokens,
                tls_cert, tls_key, Path(shared), right, console, REMEDIES, words_for,
            )  # fmt: skip
            Supervisor(
                plan, listener,
                lambda name: remark(f"serving on {where} {told}, profile {name}{pages}", event="serving"),
                _failures(), lambda what: warn(what, "worker"), lambda what: warn(what, "llm"),
            ).run()  # fmt: skip
    finally:
        listener.close()
    remark("stopped", event="stopped")


def _check_stewards(found: Sequence[Token], oidc: OidcSettings | None, *, no_tokens: bool) -> None:
    if no_tokens:
        fail("the console shows originals, and asks who looks: leave --no-tokens out")
    with require_service_extra():
        from redactor.service.access import STEWARDS
    signs_in = oidc is not None and oidc.client_id is not None and not STEWARDS.isdisjoint(oidc.roles.values())
    if not signs_in and not any(token.role in STEWARDS for token in found):
        fail("nobody may use the console yet; add a token: redactor serve tokens add NAME --role review")


def _failures() -> Callable[[str], None]:
    """Return what tells of failures, each kind once; those that happen at a time of their own have it in their text."""
    seen: set[str] = set()

    def failed(told: str) -> None:
        if told not in seen:
            if len(seen) == _MOST_KINDS:
                seen.clear()
            seen.add(told)
            remark(told, Level.ERROR, "failure")

    return failed


@tokens.command(epilog="Example: redactor serve tokens add ehr --role submit")
@guarded
def add(
    name: Name,
    role: Annotated[str, typer.Option(help="submit, review, approve, admin or monitor.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it to a new file that you alone may read.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Make a token and show it. It is shown once: home keeps only its hash."""
    with require_service_extra():
        from redactor.service.tokens import add_token, remove_token, tokens_path
    path, given = tokens_path(load_settings()), _role(role)
    if out is not None:
        if json:
            fail("give --out or --json, not both")
        taken = "--out exists; name a new file"
        if out.exists() or out.is_symlink():
            fail(taken)
        try:
            with atomic_private(out, new=True) as file:
                file.write(f"{add_token(path, name, given)}\n".encode())
        except FileExistsError:  # since it was looked for
            remove_token(path, name)
            fail(taken)
        remark(f"a token for {name}, role {role}, is in the file; home keeps only its hash")
        return
    secret = add_token(path, name, given)
    if json:
        print_json({"name": name, "role": role, "token": secret})
        return
    remark(f"a token for {name}, role {role}; it is shown this once:")
    typer.echo(secret)


def _role(given: str) -> Role:
    from redactor.service.tokens import Role

    if given not in list(Role):
        fail(f"there is no such role; there are: {', '.join(Role)}")
    return Role(given)


@tokens.command("list", epilog="Example: redactor serve tokens list")
@guarded
def list_tokens(json: AsJson = False) -> None:
    """List names, roles and days of the tokens, without the tokens."""
    with require_service_extra():
        from redactor.service.tokens import read_tokens, tokens_path
    found = read_tokens(tokens_path(load_settings()))
    if json:
        print_json([{"name": t.name, "role": t.role.value, "added": t.added.isoformat()} for t in found])
    else:
        print_table("Tokens of the service", ("name", "role", "added"), [(t.name, t.role, t.added) for t in found])


@tokens.command(epilog="Example: redactor serve tokens remove ehr")
@guarded
def remove(name: Name) -> None:
    """Remove a token. A running service refuses it from its next request on."""
    with require_service_extra():
        from redactor.service.tokens import remove_token, tokens_path
    remove_token(tokens_path(load_settings()), name)
    remark(f"the token for {name} is removed")
