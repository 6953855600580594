"""A real OpenSearch on loopback without Docker: python tests/services/opensearch.py start | stop | status

Needs Java 17 or newer, and Maven the first time (about 60 MB of jars into $REDACTOR_SERVICES, by default
~/.cache/redactor/services). For development and tests alone: no password, no TLS.
"""

from __future__ import annotations

import http.client
import os
import sys
from collections.abc import Sequence
from pathlib import Path

# A sibling: the folder of a script is the first place where Python looks.
from service import HOST, Service, main

PORT = 9201
NODE = f"""\
# Loopback and nothing else; a development machine's full disk does not make it read-only.
network.host: "{HOST}"
transport.port: 9301-9399
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
"""


def up() -> bool:
    """Whether a node answers and may be written to."""
    connection = http.client.HTTPConnection(HOST, PORT, timeout=5)
    try:
        connection.request("GET", "/_cluster/health?wait_for_status=yellow&timeout=2s")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def command(home: Path, _: str) -> Sequence[str]:
    """Java's arguments; the configuration is written first."""
    config = home / "node" / "node_1" / "config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "opensearch.yml").write_text(NODE, "utf-8")
    return (
        *("-Xms512m", "-Xmx1g", "-Dopensearch.set.netty.runtime.available.processors=false"),
        *("-cp", f"{home}/lib/*{os.pathsep}{home}/knn/*", "org.codelibs.opensearch.runner.OpenSearchRunner"),
        *("-basePath", str(home / "node"), "-numOfNode", "1", "-baseHttpPort", str(PORT - 1)),
        *("-clusterName", "redactor", "-pluginTypes", "org.opensearch.knn.plugin.KNNPlugin"),
    )


OPENSEARCH = Service("OpenSearch", f"http://{HOST}:{PORT}", (PORT,), up, command, up_seconds=90)

if __name__ == "__main__":
    sys.exit(main(OPENSEARCH, __doc__))
