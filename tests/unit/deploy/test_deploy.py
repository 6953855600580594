"""The files for Docker, systemd, Kubernetes and Prometheus: what they may do, and that they name what there is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactor.settings import load_settings
from tests.conftest import Command
from tests.unit.deploy.manifests import COMPOSE, DEPLOY, MANIFESTS, OWN, ROOT, UNITS, objects, pods

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def image_env() -> dict[str, str]:
    told = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    return dict(re.findall(r"(REDACTOR_\w+)=(\S+)", told))


def check_settings(env: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variable names a setting, and its value is one of the setting's."""
    for name, value in env.items():
        monkeypatch.setenv(name, re.sub(r"^\$\{\w+:-(.*)\}$", r"\1", value))
    load_settings()


def check_command(words: Iterable[str], called: Command) -> None:
    """Every option is one of the command's."""
    told = [str(word) for word in words]
    names = [word for word in told[:2] if re.fullmatch("[a-z]+", word)][: 2 if told[0] == "streams" else 1]
    shown = called(*names, "--help", env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert shown.returncode == 0, names
    assert not [w for w in told if w.startswith("--") and w not in shown.stdout], (names, shown.stdout)


# -- Docker


def test_the_image_holds_no_secret_runs_as_nobody_in_particular_and_is_pinned() -> None:
    stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    (base,) = re.findall(r"^ARG PYTHON=(\S+)", DOCKERFILE, re.MULTILINE)
    assert stages == ["${PYTHON}", "${PYTHON}"] and re.fullmatch(
        r"python:3\.11\.\d+-slim-bookworm(@sha256:\w{64})?", base
    )
    final = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert re.findall(r"^USER (\S+)", final, re.MULTILINE) == ["10001:10001"] and "HEALTHCHECK" in final
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert sources == allowed and all((ROOT / source).exists() for source in sources)
    assert "--require-hashes" in DOCKERFILE and not re.search(r"^ADD|curl|wget|apt-get", DOCKERFILE, re.MULTILINE)


def test_every_package_of_the_image_has_a_hash_and_the_version_of_the_tests() -> None:
    def locked(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / name).read_text("utf-8")
        found = re.findall(r"^([\w.-]+==\S+)(.*(?:\n .*)*)", text, re.MULTILINE)
        assert all("--hash=sha256:" in rest for _, rest in found)
        return dict(one.split("==") for one, _ in found)

    image, tested = locked("image.txt"), locked("dev.txt")
    assert {"fastapi", "aiokafka", "opensearch-py", "onnxruntime"} <= image.keys() and "torch" not in image
    assert {name: version for name, version in image.items() if tested.get(name, version) != version} == {}


def test_settings_and_commands_of_image_and_compose_file_exist(
    monkeypatch: pytest.MonkeyPatch, called: Command
) -> None:
    check_settings(image_env(), monkeypatch)
    for made in OWN.values():
        check_settings(made["environment"], monkeypatch)
        if "command" in made:
            check_command(made["command"], called)
    (default,) = re.findall(r"^CMD \[(.*)\]$", DOCKERFILE, re.MULTILINE)
    check_command(default.replace('"', "").split(", "), called)


def test_services_of_the_compose_file_are_closed_and_see_the_keyring_as_a_secret_alone() -> None:
    assert set(OWN) == {"service", "topics", "worker", "exporter"}
    for name, made in OWN.items():
        assert made["read_only"] and made["cap_drop"] == ["ALL"] and "no-new-privileges:true" in made["security_opt"]
        assert "privileged" not in made and "user" not in made and made["pids_limit"]
        assert all(not str(value).startswith("{") for value in made["environment"].values())
        assert all(port.startswith("127.0.0.1:") for port in made.get("ports", ()))
        assert "redactor-keyring" in made.get("secrets", ()) or name == "topics"
        assert all(volume.partition(":")[0] in COMPOSE["volumes"] for volume in made.get("volumes", ()))
        assert all(one in COMPOSE["services"] for one in made.get("depends_on", ()))
        assert all(one in COMPOSE["secrets"] for one in made.get("secrets", ()))
    homes = {name: made["volumes"][0].partition(":")[0] for name, made in OWN.items() if "volumes" in made}
    assert homes["service"] not in (homes["worker"], homes["exporter"])  # one process writes to its home
    env = image_env()
    assert (
        env["REDACTOR_HOME"].startswith("/var/lib/redactor/")
        and env["REDACTOR_KEYRING"] == "/run/secrets/redactor-keyring"
    )
    heads = [path for key, path in env.items() if key.endswith("HEAD")]
    assert len(heads) == 3 and all(path.startswith("/var/lib/redactor-heads/") for path in heads)


def test_docker_reads_the_compose_file() -> None:
    if (
        shutil.which("docker") is None
        or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        pytest.skip("docker compose is not installed here")
    done = subprocess.run(
        ["docker", "compose", "--profile", "redactor", "config", "--quiet"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


# -- systemd


@pytest.mark.parametrize("unit", UNITS, ids=lambda p: p.stem)
def test_systemd_accepts_the_unit(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed here")
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text("utf-8").replace("/opt/redactor/bin/redactor", "/bin/true"), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda p: p.stem)
def test_a_unit_is_closed_and_gets_the_keyring_as_a_credential(
    unit: Path, monkeypatch: pytest.MonkeyPatch, called: Command
) -> None:
    lines = [line for line in unit.read_text("utf-8").splitlines() if "=" in line and not line.startswith("#")]
    given: dict[str, list[str]] = {}
    for key, _, value in (line.partition("=") for line in lines):
        given.setdefault(key, []).append(value)
    wanted = {
        "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
        "PrivateDevices": "yes", "CapabilityBoundingSet": "", "RestrictNamespaces": "yes", "User": "redactor",
        "UMask": "0027" if "exporter" in unit.stem else "0077",  # deliveries are read by the group
        "LimitCORE": "0", "MemorySwapMax": "0", "MemoryDenyWriteExecute": "yes", "StateDirectoryMode": "0700",
    }  # fmt: skip
    assert {key: given[key] for key in wanted} == {key: [value] for key, value in wanted.items()}
    env = dict(value.split("=", 1) for value in given["Environment"])
    assert env["REDACTOR_KEYRING"] == "%d/keyring" and "keyring:/etc/redactor/keyring.json" in given["LoadCredential"]
    states = {f"%S/{name}" for name in given["StateDirectory"][0].split()}
    # systemd would set the mode of a StateDirectory at each start, and undo the rights of the recipient.
    assert "%S/redactor-out" not in states
    states |= {*given.get("ReadWritePaths", [])}
    (command,) = given["ExecStart"]
    written = [env[key] for key in env if key.endswith(("_HOME", "_HEAD"))] + re.findall(r"%S/\S+", command)
    assert len(written) >= 3 and all(any(path.startswith(f"{state}/") for state in states) for path in written)
    check_settings({k: v.replace("%", "/") for k, v in env.items() if k.startswith("REDACTOR_")}, monkeypatch)
    check_command(command.split()[1:], called)


# -- Kubernetes


def test_every_pod_is_closed_bounded_and_mounts_what_there_is() -> None:
    found = dict(pods())
    assert len(found) == 5
    for name, pod in found.items():
        (container,) = pod["containers"]
        rights, own = pod["securityContext"], container["securityContext"]
        assert rights["runAsNonRoot"] and rights["runAsUser"] == 10001, name
        assert rights["seccompProfile"] == {"type": "RuntimeDefault"} and not pod["automountServiceAccountToken"]
        assert rights["fsGroupChangePolicy"] == "OnRootMismatch"  # else each start opens home to the group
        assert own == {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
        }  # fmt: skip
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys() and container["resources"]["limits"][
            "memory"
        ]
        assert not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys() and "env" not in container
        named = {volume["name"] for volume in pod["volumes"]}
        assert not [v for v in pod["volumes"] if "hostPath" in v]
        for secret in (v["secret"] for v in pod["volumes"] if "secret" in v):
            assert secret["defaultMode"] == 0o440
        claims = {c["metadata"]["name"] for c in _claims(name)}
        mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounts.keys() == named | claims, name
        assert mounts["home"] == "/var/lib/redactor" and mounts["tmp"] == "/tmp"


def _claims(pod: str) -> list[dict[str, Any]]:
    kind, _, name = pod.partition("/")
    (made,) = (o for o in objects(kind) if o["metadata"]["name"] == name)
    found: list[dict[str, Any]] = made["spec"].get("volumeClaimTemplates", [])
    return found


def test_one_pod_writes_to_a_home() -> None:
    (admin,) = objects("Pod")
    claims = [v["persistentVolumeClaim"]["claimName"] for v in admin["spec"]["volumes"] if "persistentVolumeClaim" in v]
    assert claims == ["home-redactor-service-0", "heads-redactor-service-0"]
    for made in objects("StatefulSet"):
        claims = {c["metadata"]["name"]: c["spec"]["accessModes"] for c in made["spec"]["volumeClaimTemplates"]}
        assert {"home", "heads"} <= claims.keys() and set(map(tuple, claims.values())) == {("ReadWriteOncePod",)}
    replicas = {made["metadata"]["name"]: made["spec"]["replicas"] for made in objects("StatefulSet")}
    assert replicas["redactor-service"] == replicas["redactor-exporter"] == 1


def test_the_keyring_is_referred_to_and_in_no_file() -> None:
    assert not objects("Secret") and "stringData" not in "".join(p.read_text("utf-8") for p in MANIFESTS)
    secrets = [v["secret"]["secretName"] for _, pod in pods() for v in pod["volumes"] if "secret" in v]
    assert secrets.count("redactor-keyring") == 4 and set(secrets) == {"redactor-keyring", "redactor-tls"}


def test_selectors_budgets_and_policies_meet_their_pods() -> None:
    labels = [
        made["spec"]["template"]["metadata"]["labels"] for made in objects() if "template" in made.get("spec", {})
    ]
    for made in (*objects("StatefulSet"), *objects("PodDisruptionBudget")):
        assert made["spec"]["selector"]["matchLabels"] in labels
    for made in objects("Service"):
        assert made["spec"]["selector"] in labels
    budgets = [made["spec"]["selector"]["matchLabels"] for made in objects("PodDisruptionBudget")]
    assert all(made["spec"]["selector"]["matchLabels"] in budgets for made in objects("StatefulSet"))
    policies = objects("NetworkPolicy")
    assert all(set(made["spec"]["policyTypes"]) == {"Ingress", "Egress"} for made in policies)
    ports = {port["port"] for made in policies for rule in made["spec"]["ingress"] for port in rule["ports"]}
    assert ports == {8443} and all(made["spec"]["podSelector"] for made in policies)  # an empty one means all pods


def test_probes_settings_and_commands_exist(monkeypatch: pytest.MonkeyPatch, called: Command) -> None:
    pytest.importorskip("argon2")
    from redactor.service.access import ROUTES

    for _, pod in pods():
        (container,) = pod["containers"]
        check_command(container.get("args", ["serve"]), called)
        for key in ("startupProbe", "readinessProbe", "livenessProbe"):
            if key in container:
                asked = container[key]["httpGet"]
                assert ROUTES[asked["path"]].roles is None and asked["scheme"] == "HTTPS"
    (settings,) = objects("ConfigMap")
    assert all(isinstance(value, str) for value in settings["data"].values())
    check_settings(settings["data"], monkeypatch)


FIELDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("kubernetes_fields.json").read_text("utf-8"))
"""By type of the API the type of each field; a field with an exclamation mark is required."""


def fields_of(kind: str) -> dict[str, str]:
    """The same of a class of Kubernetes' client for Python, which is made from the schema of the API."""
    models = pytest.importorskip("kubernetes.client.models")
    model = getattr(models, kind)
    required = {field.alias or name for name, field in model.model_fields.items() if field.is_required()}
    return {
        json_name + "!" * (json_name in required): model.openapi_types[name]
        for name, json_name in model.attribute_map.items()
    }


@pytest.mark.parametrize("made", objects(), ids=lambda made: f"{made['kind']}-{made['metadata']['name']}")
def test_an_object_has_the_fields_of_its_kind_and_no_other(made: dict[str, Any]) -> None:
    group, _, version = made["apiVersion"].rpartition("/")
    groups = {
        "StatefulSet": "apps",
        "Job": "batch",
        "PodDisruptionBudget": "policy",
        "NetworkPolicy": "networking.k8s.io",
    }
    assert (group, version) == (groups.get(made["kind"], ""), "v1")
    check_fields(made, f"V1{made['kind']}", made["kind"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"replica": 1},
        {"replicas": "1"},
        {"serviceName": None},
        {"template": {"spec": {"containers": [{"image": "x"}]}}},
        {"template": {"spec": {"containers": [{"name": "x", "securityContext": {"readOnly": True}}]}}},
        {"template": {"spec": {"containers": {"name": "x"}}}},
    ],
)
def test_a_wrong_field_of_an_object_is_noticed(wrong: dict[str, Any]) -> None:
    (made,) = (made for made in objects("StatefulSet") if made["metadata"]["name"] == "redactor-service")
    with pytest.raises(AssertionError):
        check_fields(made | {"spec": made["spec"] | wrong}, "V1StatefulSet", "StatefulSet")


def test_the_fields_are_those_of_the_client() -> None:
    """37.0.2; a newer one may have more of them."""
    assert {kind: fields_of(kind) for kind in FIELDS} == FIELDS


def check_fields(value: Any, kind: str, at: str) -> None:
    if inner := re.fullmatch(r"[Ll]ist\[(.*)\]", kind):
        assert isinstance(value, list), at
        for i, one in enumerate(value):
            check_fields(one, inner[1], f"{at}[{i}]")
    elif inner := re.fullmatch(r"(?:dict\(|Dict\[)str, (.*)[)\]]", kind):
        assert isinstance(value, dict), at
        for key, one in value.items():
            check_fields(one, inner[1], f"{at}.{key}")
    elif kind in ("str", "int", "bool"):
        assert type(value).__name__ == kind, (at, value)
    elif kind == "object":
        assert isinstance(value, int | str), (at, value)  # a port or a number, by name or share
    else:
        assert isinstance(value, dict), at
        required = {name.removesuffix("!"): name.endswith("!") for name in FIELDS[kind]}
        assert value.keys() <= required.keys(), (at, value.keys() - required.keys())
        assert not [name for name, is_required in required.items() if is_required and name not in value], at
        for name, one in value.items():
            check_fields(one, FIELDS[kind][name + "!" * required[name]], f"{at}.{name}")


# -- Prometheus


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "prometheus" / "redactor-alerts.yml").read_text("utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def exposed() -> dict[str, tuple[str, ...]]:
    """The labels of each metric of the service, by the names under which it is exposed."""
    pytest.importorskip("prometheus_client")
    from redactor.service.metrics import Metrics

    collectors = Metrics()._registry._collector_to_names
    return {name: made._labelnames for made, names in collectors.items() for name in names}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_an_alert_names_metrics_labels_and_codes_that_there_are(rule: dict[str, Any]) -> None:
    from redactor.llm.contract import Failure
    from schemas.engine.records import Outcome, Reason

    labels = exposed()
    used = re.findall(r"(redactor_\w+)(?:\{([^}]*)\})?", rule["expr"])
    assert (
        (used or "up{" in rule["expr"])
        and rule["annotations"]["summary"]
        and rule["labels"]["severity"] in ("critical", "warning")
    )
    values = {"outcome": {*Outcome, "read", "skipped", "failed"}, "reason": set(Reason), "failure": set(Failure)}
    for name, selector in used:
        assert name in labels, name
        for label, value in re.findall(r'(\w+)=~?"([^"]*)"', selector or ""):
            assert label in labels[name], (name, label)
            assert value in values.get(label, {value})


def test_an_alert_that_waits_for_a_first_event_has_a_count_before_it() -> None:
    """increase() of a series that begins at 1 is 0: the first event would be missed."""
    pytest.importorskip("prometheus_client")
    from redactor.service.metrics import Metrics

    metrics = Metrics()
    assert "redactor_canaries_total{" not in metrics.exposition().decode()  # no alert where no canary is wanted
    metrics.begin_canaries()
    first = metrics.exposition().decode()
    waits = [r["expr"] for r in rules() if re.search(r"increase\(.*\) (> 0|== 0)$", r["expr"])]
    waited = {one for expr in waits for one in re.findall(r"redactor_\w+(?:\{[^}]*\})?", expr)}
    assert waited >= {"redactor_failures_total", 'redactor_canaries_total{outcome="failed"}'} and len(waits) == 5
    for one in waited:
        name, _, label = one.rstrip("}").partition("{")
        values = re.findall(rf"^{name}(?:\{{.*{label}.*\}})? (\S+)$", first, re.MULTILINE)
        assert values and {float(value) for value in values} == {0.0}, one
    for status in (200, 404, 429, 501):
        metrics.request("POST", "/v1/text", status, 0.1)
    assert "\nredactor_failures_total 0.0\n" in metrics.exposition().decode()
    for status in (500, 503, 507):
        metrics.request("POST", "/v1/text", status, 0.1)
    assert "\nredactor_failures_total 3.0\n" in metrics.exposition().decode()


def test_a_service_that_is_down_sets_off_an_alert_of_the_job_that_the_page_names() -> None:
    page = (ROOT / "docs" / "guide" / "deploy.md").read_text("utf-8")
    (job,) = re.findall(r"job_name: (\S+)", page)
    (down,) = (r["expr"] for r in rules() if r["alert"] == "RedactorDown")
    assert down == f'up{{job="{job}"}} == 0 or absent(up{{job="{job}"}})'


def test_the_page_names_every_metric_of_the_service() -> None:
    page = (ROOT / "docs" / "guide" / "service.md").read_text("utf-8")
    names = {name for name in exposed() if not name.endswith(("_created", "_bucket", "_sum", "_count"))}
    families = {name for name in names if f"{name}_total" not in names}
    assert not [name for name in families if name not in page]
