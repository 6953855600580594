"""What `make test-crash` runs: a large sink through a stream of which everything is killed.

Usage: python -m tests.crash.stream_long [--records N] [--seed N] [--profile P] [--index URL] [--folder DIR]

Two workers and two routers, each on a home of its own, an ingest of a drop folder and an exporter, on its own Kafka.
Each is killed in critical sections again and again. Workers, routers and the exporter are also paused longer than a
session, a third worker comes and leaves, disks are full for a while, and the broker is killed and stays away. Meanwhile
the day moves on which ages are judged, versions return, the configuration changes twice, a patient opts out, a schema
is withdrawn, and somebody writes garbage into every topic (tests/crash/stream_years.py).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from opensearchpy import OpenSearch

from redactor.errors import BrokerUnavailableError
from redactor.keys import Keyring
from redactor.sample.sink import write_sink
from redactor.settings import StreamsSettings
from streams.routing import is_waiting
from tests.audit_kit import audit_lines
from tests.crash.own_kafka import OwnKafka, own_kafka
from tests.crash.stream_engine import remove_tables, send_messages
from tests.crash.stream_harness import ROOT, Fault, HarnessError, Role, Stream, run_until
from tests.crash.stream_verdict import (
    broker_files,
    count_source,
    judge,
    leaks_in_files,
    leaks_in_out,
    needles,
    out_lines,
)  # fmt: skip
from tests.crash.stream_years import OPTS_OUT, WITHDRAWN, SmallDisk, Years
from tests.leak.reading import Gold, read_gold

PARTS = 10  # sinks that come one after the other
RECORDS_A_PATIENT = 61
MESSAGES = 0.25  # of the patients: their records come through ehr.in.v1
KILLS = 100  # at least, of as many thousands of records
SESSION_MS, ZOMBIE_SECONDS = 10_000, 16.0
_PROGRESS = 10.0  # seconds


def faults(rng: random.Random) -> dict[str, deque[Fault]]:
    """What befalls each role, one process after another."""
    ingest = [
        Fault("kill", "send-known-join"),
        Fault("kill", "send-records"),
        Fault("kill", "await-record-acks"),
        *(Fault("kill", "move-file", rng.randint(1, 15)) for _ in range(5)),
        *(Fault("kill", "", seconds=rng.uniform(2, 5)) for _ in range(3)),
    ]

    def worker() -> list[Fault]:
        return [
            *(Fault("kill", "commit-offset", rng.randint(1, 12)) for _ in range(8)),
            *(Fault("kill", "send-envelopes", rng.randint(1, 12)) for _ in range(5)),
            *(Fault("kill", "", seconds=rng.uniform(2, 6)) for _ in range(3)),
            Fault("stop", "commit-offset", rng.randint(1, 6), ZOMBIE_SECONDS),
        ]

    def router() -> list[Fault]:
        return [
            Fault("kill", "await-acks", 2 * rng.randint(0, 5) + 1),  # of known values
            *(Fault("kill", "await-acks", 2 * rng.randint(1, 6)) for _ in range(4)),  # of records
            *(Fault("kill", "send-known-join", rng.randint(1, 4)) for _ in range(2)),
            *(Fault("kill", "commit-messages", rng.randint(1, 6)) for _ in range(5)),
            Fault("stop", "commit-messages", rng.randint(1, 6), ZOMBIE_SECONDS),
        ]

    exporter = [
        *(Fault("kill", p, rng.randint(1, 3)) for p in ("write-part", "create-file", "journal-delivery") * 3),
        *(Fault("kill", p, rng.randint(1, 2)) for p in ("discard-part", "write-manifest") * 3),
        *(Fault("kill", "commit-journal", rng.randint(1, 8)) for _ in range(5)),
        Fault("stop", "commit-journal", rng.randint(2, 6), ZOMBIE_SECONDS),
        Fault("full-disk", ""),
    ]
    known = [Fault("kill", "apply-known", rng.randint(1, 5)) for _ in range(3)]
    of = {"ingest": ingest, "exporter": exporter}
    for name in "ab":
        of |= {f"worker-{name}": worker() + known, f"router-{name}": router()}
    for found in of.values():
        rng.shuffle(found)
    return {name: deque(found) for name, found in of.items()}


class Crash:
    """One long run."""

    def __init__(self, folder: Path, kafka: OwnKafka, disk: SmallDisk, options: argparse.Namespace) -> None:
        profile, records, seed = options.profile, options.records, options.seed
        self._rng = random.Random(seed)
        self._kafka, self._disk, self._profile, self._seed = kafka, disk, profile, seed
        patients = records / PARTS / RECORDS_A_PATIENT
        self._patients = max(1, round((1 - MESSAGES) * patients)), max(1, round(MESSAGES * patients))
        self._began = time.monotonic()
        self._drop, self._fed = folder / "drop", 0
        self._drop.mkdir()
        self._source: Counter[str] = Counter()
        self._years, self._away = Years(self._rng), options.away
        self._opt_out, self._settings = folder / "opt-out.txt", folder / "redactor.toml"
        self._opt_out.touch()
        self._settings.write_text("shift_weeks = 52\n")
        self.gold: list[Gold] = []
        Keyring.generate().save(folder / "keys.json")
        streams = StreamsSettings(
            servers=kafka.servers["PLAINTEXT"], partitions=6, replication=1,
            delivery_bytes=4_000_000, delivery_seconds=5,
        )  # fmt: skip
        env = {
            "REDACTOR_PROFILE": profile, "REDACTOR_BATCH_RECORDS": "100", "REDACTOR_OPT_OUT": str(self._opt_out),
            "REDACTOR_CONFIG": str(self._settings),
        }  # fmt: skip
        if options.index is not None:
            env |= {"REDACTOR_RELEX__INDEX": options.index, "REDACTOR_RELEX__INDEX_NAME": f"crash-{uuid.uuid4().hex}"}
        self.stream = Stream(folder, folder / "keys.json", streams, env, ("--session-ms", str(SESSION_MS)))
        self.stream.create()
        self._planned = faults(self._rng)
        self.roles = [
            self._role("ingest", "home-ingest", ("ingest", self._drop, "--watch", "--settle", "0")),
            *(self._role(f"router-{n}", f"home-router-{n}", ("router",)) for n in "ab"),
            *(self._role(f"worker-{n}", f"home-{n}", ("worker",)) for n in "ab"),
            self._role("exporter", "home-exporter", self.stream.export_args()),
        ]
        self._third = self._role("worker-c", "home-c", ("worker",))
        next(role for role in self.roles if role.name == "worker-b").is_disk_full = lambda: disk.is_full
        self._told, self._audited = self._began, 0

    def _role(self, name: str, home: str, args: tuple[object, ...]) -> Role:
        return Role(self.stream, name, home, args, codes=frozenset({0, 1}), tell=self.tell)

    def tell(self, what: str) -> None:
        print(f"{time.monotonic() - self._began:6.0f} s  {what}", flush=True)

    def make_source(self) -> None:
        for n in range(2 * PARTS):
            is_engine = n % 2
            sink = self._sink("engine" if is_engine else "ehr", n // 2)
            write_sink(sink, self._patients[is_engine], self._seed * 2 * PARTS + n)
            if is_engine:
                remove_tables(sink / "records")
                self._years.write(n // 2, sink / "records")
            self._source["messages" if is_engine else "files"] += count_source(sink / "records")
            self.gold += read_gold(sink)
        counts = ", ".join(f"{n:,} in {where}" for where, n in self._source.items())
        self.tell(f"records of {PARTS * sum(self._patients):,} patients: {counts}")

    def _sink(self, name: str, part: int) -> Path:
        return self.stream.folder / f"{name}-{part}"

    def run(self, quiet: float) -> None:
        events: dict[int, tuple[Callable[[], None], ...]] = {
            2: (self._third_joins,), 3: (self._opts_out, self._disk_fills), 4: (self._third_leaves,),
            5: (self._disk_is_freed, self._withdraw), 6: (self._kill_broker,), 7: (self._change_settings,),
            8: (self._kill_broker_for_long,),
        }  # fmt: skip

        def is_over() -> bool:
            self._progress()
            if self._is_idle():
                if self._fed == PARTS:
                    return True
                self._feed()
                self._years.forge(self.stream.streams)
                for event in events.get(self._fed, ()):
                    event()
            return False

        for part in range(PARTS):  # master files come first, since no note waits for them
            send_messages(self.stream.streams, self._sink("engine", part) / "records", site=True)
        run_until(self.roles, self._is_routed, quiet)
        run_until(self.roles, is_over, quiet)
        self.tell("all is ingested")
        run_until(self.roles, self._is_processed, quiet)
        for role in self.roles:
            role.end(signal.SIGTERM)
        self.tell("all commands ended by a signal")
        self.stream.drain("home-a", "home-router-a")

    def _feed(self) -> None:
        """Drop and send the next part, and plan some of the faults for it."""
        send_messages(self.stream.streams, self._sink("engine", self._fed) / "records", site=False)
        (self._sink("ehr", self._fed) / "records").rename(self._drop / f"part-{self._fed}")
        self._fed += 1
        for role in self.roles:
            planned = self._planned.get(role.name, deque())
            share = -(-len(planned) // (PARTS - self._fed + 1))
            role.give([planned.popleft() for _ in range(share)], self._rng.uniform(0, 10))

    def _is_idle(self) -> bool:
        """Whether ingest has finished all that was dropped."""
        names = [p.name for p in self._drop.iterdir() if not p.name.startswith(".")]
        dropped = [n for n in names if n.startswith("part-") and any(f.is_file() for f in (self._drop / n).rglob("*"))]
        processing = self._drop / "processing"
        return not dropped and not (processing.is_dir() and any(processing.iterdir()))

    def _is_routed(self) -> bool:
        with suppress(BrokerUnavailableError):  # a new broker has no groups yet
            return not asyncio.run(is_waiting(self.stream.streams, ()))
        return False

    def _is_processed(self) -> bool:
        self._progress()
        return self._audited >= self._source.total()

    def _progress(self) -> None:
        if time.monotonic() - self._told >= _PROGRESS:
            self._told = time.monotonic()
            self._audited = len(audit_lines(self.stream.state))
            hits = sum(len(role.hit) for role in self.roles)
            self.tell(f"{self._fed} of {PARTS} parts dropped, {self._audited:,} records exported, {hits} faults")

    def _third_joins(self) -> None:
        self.tell("a third worker joins")
        self.roles.append(self._third)

    def _third_leaves(self) -> None:
        self.tell("the third worker leaves")
        self._third.end(signal.SIGTERM)

    def _opts_out(self) -> None:
        self.tell("a patient opts out: another configuration")
        self._opt_out.write_text(f"{OPTS_OUT}\n")
        self._years.opted_out = self._fed + 2

    def _withdraw(self) -> None:
        self.tell("a schema is withdrawn")
        for home in ("home-a", "home-b", "home-c"):
            command = [
                sys.executable,
                "-m",
                "redactor",
                "schema",
                "withdraw",
                f"fhir/r4/{WITHDRAWN}",
                "--by",
                "A. Steward",
            ]
            subprocess.run(command, env=self.stream.environment(home), cwd=ROOT, capture_output=True, check=True)
        self._years.withdrawn = self._fed + 2

    def _disk_fills(self) -> None:
        self._disk.fill()
        self.tell("the home of worker-b is full" if self._disk.is_full else "no small disk: it cannot be mounted")

    def _disk_is_freed(self) -> None:
        self._disk.free()
        self.tell("the home of worker-b has room")

    def _change_settings(self) -> None:
        self.tell("the settings file changes: another configuration")
        self._settings.write_text("shift_weeks = 51\n")

    def _kill_broker(self, away: float = 0.0) -> None:
        self.tell(f"kill broker, for {away:.0f} s")
        self._kafka.kill()
        back = time.monotonic() + away
        run_until(self.roles, lambda: time.monotonic() >= back)
        self._kafka.start()
        self.tell("the broker is back")

    def _kill_broker_for_long(self) -> None:
        self._kill_broker(self._away)

    def judge(self) -> list[str]:
        """What is wrong; prints the figures."""
        verdict = judge(self.stream, self._source.total())
        hit = Counter(fault.kind for role in self.roles for fault in role.hit)
        left = [f"{r.name}: {f.kind} at {f.point or 'any point'}" for r in self.roles for f in r.faults]
        wrong = [*verdict.faults, *self._years.judge(out_lines(self.stream.out))]
        self.tell(str(verdict))
        self.tell(f"{dict(hit)}; not reached: {left or 'none'}")
        if hit["kill"] < min(KILLS, self._source.total() // 1_000):
            wrong.append(f"only {hit['kill']} kills")
        if not verdict.duplicates or not verdict.resent:
            wrong.append("nothing was sent twice: the faults came too early or too late")
        wanted = needles(self.gold, self._profile)
        files = {
            "the broker's log folder": broker_files(self._kafka.logs),
            "the outputs of the processes": list((self.stream.folder / "logs").iterdir()),
        }
        found = {"OUT": leaks_in_out(self.stream.out, wanted)}
        found |= {where: leaks_in_files(paths, wanted) for where, paths in files.items()}
        passed = self._left_by_a_run(wanted) if any(found.values()) else set()
        for where, leaks in found.items():
            more = sorted(set(leaks) - passed)
            self.tell(
                f"{len(wanted):,} planted identifiers searched in {where}: {len(more)} found; "
                f"{len(leaks) - len(more)} others pass in `redactor run` over the same files, too"
            )
            if more:
                wrong.append(f"planted identifiers in {where}: {more[:5]}")
        return wrong

    def delete_index(self) -> None:
        env = self.stream.env
        if "REDACTOR_RELEX__INDEX" in env:
            with OpenSearch(hosts=[env["REDACTOR_RELEX__INDEX"]]) as client:
                client.indices.delete(index=f"{env['REDACTOR_RELEX__INDEX_NAME']}*", params={"expand_wildcards": "all"})

    def _left_by_a_run(self, wanted: list[str]) -> set[str]:
        """What `redactor run` leaves of the same files: streams add nothing to it."""
        out = self.stream.folder / "out-of-run"
        for n in range(PARTS):
            (self._sink("engine", n) / "records").rename(self._drop / "done" / f"engine-{n}")
        command = [sys.executable, "-m", "redactor", "run", str(self._drop / "done"), str(out), "--workers", "2"]
        env = self.stream.environment("home-run")
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise HarnessError(f"redactor run ended with {done.returncode}: {done.stderr[-2000:]}")
        return set(leaks_in_out(out, wanted))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--profile", default="hipaa-safe-harbor")
    parser.add_argument("--index", help="an OpenSearch for the stand-ins of hips, such as http://127.0.0.1:9201")
    parser.add_argument("--folder", type=Path, help="is kept; by default a temporary one, kept when something is wrong")
    parser.add_argument("--away", type=float, default=180, help="seconds for which the broker stays away")
    parser.add_argument("--quiet-minutes", type=float, default=10, help="without progress, after which it has failed")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # all processes are ended all the same
    folder = args.folder or Path(tempfile.mkdtemp(prefix="redactor-crash-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"seed {args.seed}, folder {folder}", flush=True)
    with ExitStack() as stack:
        disk = stack.enter_context(SmallDisk(folder / "home-b"))
        kafka = stack.enter_context(own_kafka(folder / "kafka"))
        crash = Crash(folder, kafka, disk, args)
        crash.make_source()
        try:
            crash.run(60 * args.quiet_minutes)
            wrong = crash.judge()
        except HarnessError as e:
            wrong = [str(e)]
        finally:
            crash.stream.end_all()
            crash.delete_index()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    crash.tell(f"{used.ru_utime + used.ru_stime:.0f} s of CPU in the processes")
    for line in wrong:
        print(f"WRONG  {line}")
    print(f"{'FAILED' if wrong else 'passed'}, seed {args.seed}")
    if not wrong and args.folder is None:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
