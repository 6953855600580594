"""This module puts the parts of a worker of the service together: engine, routes, gate, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from redactor.assemble.facade import Redactor
from redactor.assemble.home import service_ledger_path
from redactor.assemble.in_force import release_check
from redactor.assemble.runs import shared_settings
from redactor.keys import Keyring
from redactor.service.answers import AnswerStore
from redactor.service.canaries import Canaries
from redactor.service.engine_thread import EngineThread
from redactor.service.fhir.routes import FhirRoutes, add_fhir_routes
from redactor.service.fhir.runner import JobRunner
from redactor.service.gate import Gate
from redactor.service.holders import Holders
from redactor.service.idempotency import Repeats
from redactor.service.llm_watch import LlmWatch, Tell
from redactor.service.metrics import Metrics
from redactor.service.readiness import Readiness
from redactor.service.recordings.answers import Recordings
from redactor.service.rest import Routes, build_app
from redactor.service.server import hosts_of
from redactor.service.telemetry import Tracing, tracing
from redactor.service.tokens import Lockout
from redactor.service.withdrawals import Withdrawals
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.service.console.app import ConsoleApp


@dataclass(frozen=True)
class Service:
    """A service is an application, and what stands behind it."""

    app: ASGIApp
    engine: EngineThread
    jobs: JobRunner
    recordings: Recordings
    tracing: Tracing | None
    console: ConsoleApp | None

    def start(self) -> None:
        """Begin to work on jobs; once a signal no longer ends the process without `close`."""
        self.jobs.start()

    def close(self, *, is_too_large: bool) -> None:
        """Drop what waits, wait for what the console does, and send the last traces. The engine is not waited for.

        is_too_large: the process has more memory than it may. A job may be why, so that this end counts as its failure.
        """
        self.engine.close()
        if not is_too_large:
            self.jobs.close()  # first: the console may take longer than the process has
        if self.console is not None:
            self.console.close()
        self.recordings.close()
        if self.tracing is not None:
            self.tracing.close()


def build_service(
    profile: str | None,
    workers: int,
    address: tuple[str, int],
    checker: Holders | None,
    told: Callable[[BaseException], None],
    tell_of_llm: Tell,
    remedies: Mapping[str, str],
    *,
    has_console: bool,
) -> Service:
    """Build a worker of the settings.

    workers: among which the CPUs are divided. address: on which the service listens. checker: None lets everybody
    submit. told: is told of failures. tell_of_llm: of the state of the LLM. remedies: what to do about the reason of a
    record. Raises as `Redactor` does, and RunError for wrong folders.
    """
    metrics, lockout = Metrics(), Lockout()
    watch = LlmWatch(metrics, tell_of_llm)
    engine = EngineThread(lambda: watch.begun(_warm(_facade(profile, workers))), metrics, watch.look)
    settings = engine.settings
    Canaries(engine, metrics, settings.canaries, told).start()
    recordings = Recordings(engine, metrics, told)
    keyring = Keyring.load(settings.keyring)
    in_force = release_check(settings, keyring, engine.profile)
    readiness = Readiness(settings, engine.profile, checker, told, in_force)
    app = build_app(Routes(engine, metrics, readiness, told, recordings))
    withdrawals = Withdrawals(settings, keyring)
    fhir = FhirRoutes(engine, metrics, told, withdrawals.state, has_tokens=checker is not None)
    add_fhir_routes(app, fhir)
    if settings.mcp.http:
        from redactor.service.mcp.over_http import add_mcp_route

        add_mcp_route(app, engine, remedies, told)
    console = None
    if has_console and checker is not None:
        from redactor.service.console.build import open_console

        console = open_console(settings, metrics, checker, lockout, told, remedies)
    scope = f"{engine.profile.digest} {settings.recipient} {settings.source}"
    store = AnswerStore(settings.home, keyring, scope, withdrawals.state, settings.service.idempotency_hours)
    repeats = Repeats(store, metrics, told)
    traced = tracing()
    gate = Gate(
        app, metrics, checker, hosts_of(*address), told,
        limits=settings.service, load=engine.load, repeats=repeats, tracing=traced, lockout=lockout,
        console=console, in_force=in_force,
    )  # fmt: skip
    return Service(gate, engine, fhir.runner, recordings, traced, console)


def _facade(profile: str | None, workers: int) -> Redactor:
    own = shared_settings(load_settings(profile=profile), workers)
    return Redactor(profile=profile, threads=own.threads, llm=own.llm, state=service_ledger_path(own))


def _warm(facade: Redactor) -> Redactor:
    """Return the facade after a first text, which loads the models; the service is ready then."""
    facade.detect("The patient is well.")
    return facade
