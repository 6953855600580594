"""The steps of the Dockerfile without Docker: a new environment from hashes, another user, a read-only root."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from redactor.settings import StreamsSettings
from tests.unit.service.test_serve_limits import certificate

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
BUILD, FINAL = DOCKERFILE[: DOCKERFILE.rindex("FROM ")], DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
USER = 65534  # nobody: the image's user is made by its own step, which needs a system of its own

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("setpriv"),
        reason="another user and a read-only root need root and Linux",
    ),
]


def elsewhere(line: str, folder: Path) -> str:
    """The line with the folders of the image in a folder of the test."""
    return re.sub(r"(?<![\w.])/(opt/redactor|wheel|src)\b", rf"{folder}/\1", line)


@pytest.fixture(scope="module")
def image() -> Iterator[Path]:
    with TemporaryDirectory(prefix="redactor-image-") as made:  # not pytest's folder, which other users may not enter
        folder = Path(made)
        folder.chmod(0o755)
        build(folder)
        yield folder


def python_of_all() -> Path:
    """A Python that other users may enter; one below /root would start none of its processes for them."""
    for name in (sys._base_executable, "/usr/bin/python3.11"):
        path = Path(name).resolve()
        if path.exists() and all(parent.stat().st_mode & 0o001 for parent in path.parents):
            return path
    pytest.skip("there is no Python 3.11 for other users")


def build(folder: Path) -> None:
    source = folder / "src"
    source.mkdir()
    for step, told in re.findall(r"^(COPY|RUN) (.*)$", BUILD, re.MULTILINE):
        if step == "COPY":
            *given, to = told.split()
            for name in given:
                target = source / to / (Path(name).name if to.endswith("/") or to == "./" else "")
                target.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, source / to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copyfile(ROOT / name, target)
            continue
        env = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(folder)}
        command = re.sub(r"^python -m pip", f"{sys._base_executable} -m pip", elsewhere(told, folder))
        command = re.sub(r"^python -m venv", f"{python_of_all()} -m venv", command)
        done = subprocess.run(
            command, shell=True, cwd=source, env=env, capture_output=True, text=True, timeout=600, umask=0o022
        )
        assert done.returncode == 0, f"{told}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


@dataclass
class Container:
    """What an image would be run in: its variables, and commands of nobody on a root that is mounted read-only."""

    image: Path
    volumes: Path
    secrets: Path
    env: dict[str, str]

    def command(self, words: str) -> list[str]:
        """The words as a command; what it writes outside of the volumes fails."""
        opt = self.image / "opt"
        mounts = f"mount --bind {self.volumes} {self.volumes} && mount --bind {opt} {opt}"
        mounts += f" && mount -o remount,ro,bind {opt} && mount -o remount,ro,bind /"
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", f"{mounts} && {words}"]

    def as_nobody(self, words: str) -> list[str]:
        user = f"setpriv --reuid {USER} --regid {USER} --clear-groups --no-new-privs --bounding-set=-all"
        return self.command(f"cd {self.volumes}/tmp && exec {user} redactor {words}")

    def run(self, words: str) -> str:
        done = subprocess.run(self.as_nobody(words), env=self.env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def container(image: Path, request: pytest.FixtureRequest) -> Iterator[Container]:
    with TemporaryDirectory(prefix="redactor-volumes-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        volumes, secrets = folder / "volumes", folder / "secrets"
        secrets.mkdir()
        for path in (volumes, *(volumes / name for name in ("redactor", "redactor-heads", "out", "tmp"))):
            path.mkdir(mode=0o700)
            os.chown(path, USER, USER)
            if path.parent == volumes and request.param == "kubernetes":  # the root of a volume under fsGroup
                os.chown(path, 0, USER)
                path.chmod(0o2775)
        env = dict(re.findall(r"(REDACTOR_\w+)=(\S+)", FINAL))
        env = {k: v.replace("/var/lib", str(volumes)).replace("/run/secrets", str(secrets)) for k, v in env.items()}
        env |= {"PATH": f"{image}/opt/redactor/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
        found = Container(image, volumes, secrets, env | {"TMPDIR": f"{volumes}/tmp"})
        tried = subprocess.run(
            found.command(f"touch {image}/opt/x"), env=env, capture_output=True, text=True
        )  # as root
        if "Read-only" not in tried.stderr:
            pytest.skip(f"mounts are not allowed here: {tried.stderr}")
        made_keys = subprocess.run(["redactor", "keys", "init", env["REDACTOR_KEYRING"]], env=env, capture_output=True)
        assert made_keys.returncode == 0, made_keys.stderr
        certificate(secrets)
        for path in secrets.iterdir():
            os.chown(path, 0, USER)
            path.chmod(0o440)
        secrets.chmod(0o755)
        before = contents(image / "opt")
        yield found
        assert contents(image / "opt") == before  # nothing is written beside the code
        assert (volumes / "redactor" / "home").stat().st_mode & 0o777 == 0o700


def contents(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


@pytest.mark.parametrize("container", ["docker", "kubernetes"], indirect=True)
def test_the_service_answers_as_another_user_on_a_read_only_root(container: Container) -> None:
    token = container.run("serve tokens add ehr --role submit").strip()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = f"serve --host 0.0.0.0 --port {port} --tls-cert {container.secrets}/cert.pem"
    told += f" --tls-key {container.secrets}/keyFalse.pem"
    (check,) = re.findall(r"HEALTHCHECK .*?CMD (\[.*\])", FINAL)
    words = [word.replace("8443", str(port)) for word in json.loads(check)]
    with (container.secrets / "log").open("w+") as log:
        process = subprocess.Popen(container.as_nobody(told), env=container.env, stdout=log, stderr=log)
        try:
            healthy = False
            while not healthy and process.poll() is None:
                time.sleep(0.5)
                healthy = subprocess.run(words, env=container.env, capture_output=True).returncode == 0
            log.seek(0)
            assert healthy, log.read()
            request = urllib.request.Request(
                f"https://127.0.0.1:{port}/v1/text",
                b'{"text": "Seen by Dr. Emily Quillstrand."}',
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            )
            trusted = ssl.create_default_context(cafile=str(container.secrets / "cert.pem"))
            with urllib.request.urlopen(request, timeout=60, context=trusted) as answer:
                text = json.loads(answer.read())["text"]
            assert "[PERSON]" in text and "Quillstrand" not in text
            assert Path(f"/proc/{process.pid}").stat().st_uid == USER
        finally:
            process.terminate()
            code = process.wait(60)
    assert code == 0


@pytest.mark.services
@pytest.mark.parametrize("container", ["kubernetes"], indirect=True)
def test_a_stream_runs_as_another_user_on_a_read_only_root(container: Container, streams: StreamsSettings) -> None:
    container.env |= {
        "REDACTOR_STREAMS__SERVERS": str(streams.servers), "REDACTOR_STREAMS__PREFIX": streams.prefix,
        "REDACTOR_STREAMS__PARTITIONS": str(streams.partitions), "REDACTOR_STREAMS__REPLICATION": "1",
    }  # fmt: skip
    ehr, out = container.volumes / "tmp" / "ehr", container.volumes / "out" / "deliveries"
    container.run(f"sample {ehr} --patients 2 --seed 1")
    container.run("streams init")
    container.run(f"streams ingest {ehr}/records")
    container.run("streams worker --drain")
    container.run(f"streams export {out} --drain")  # 0: no record is in quarantine
    assert (out / "manifest.json").exists() and list(out.glob("records-*.ndjson"))


@pytest.mark.parametrize("words", [["streams", "worker", "--help"], ["streams", "export", "--help"], ["--version"]])
def test_the_other_commands_of_the_image_start(image: Path, words: list[str]) -> None:
    done = subprocess.run([image / "opt/redactor/bin/redactor", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    code = "import aiokafka, fhir.resources, openai, opensearchpy, opentelemetry.sdk, redactor.service.rest"
    done = subprocess.run([image / "opt/redactor/bin/python", "-c", code], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
