"""Workers of `redactor serve` with one index in OpenSearch: the same stand-ins from all, and not ready without it."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from redactor.keys import Keyring
from tests.integration.opensearch_edge import Edge, error
from tests.integration.opensearch_kit import Bench
from tests.unit.service.serve_kit import environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytestmark = [pytest.mark.services, pytest.mark.slow]


def test_workers_share_the_index(bench: Bench, network: Edge, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    Keyring.generate().save(keys)
    env = environment(tmp_path, keys) | {
        "REDACTOR_PROFILE": "hips",
        "REDACTOR_RELEX__INDEX": network.url,
        "REDACTOR_RELEX__INDEX_NAME": bench.name,
    }
    with served(tmp_path, env, {}, "--no-tokens", "--workers", "2") as service:
        bodies = [
            {"text": f"Patient: {given} Vexholm, seen.", "subject": f"p{n}"}
            for n in range(4)
            for given in ("Tarquilla", "Borvanna", "Zeldrine")
        ] * 4
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda body: service.ask("POST", "/v1/text", body), bodies))
        found = defaultdict(set)
        for body, answer in zip(bodies, answers, strict=True):
            if answer.status == 200:
                found[body["subject"], body["text"]].add(answer.json()["text"])
            else:
                assert answer.status == 429
        assert len(found) == 12 and all(len(texts) == 1 for texts in found.values())
        assert service.ask("GET", "/ready").status == 200
        network.plan = lambda _: error(503, "cluster_block_exception")

        def refused() -> str:  # each worker looks for itself
            answer = service.ask("GET", "/ready")
            return answer.code if answer.status == 503 else ""

        assert eventually(lambda: refused() == "index-unreachable")
        assert service.ask("GET", "/health").status == 200 and "Jane Doe" not in service.told()
        network.plan = lambda _: None
        assert eventually(lambda: [service.ask("GET", "/ready").status for _ in range(6)] == [200] * 6)
