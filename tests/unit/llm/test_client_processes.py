"""The client in forked processes."""

from __future__ import annotations

import os

from redactor.llm.contract import Answer
from tests.unit.llm.client_kit import GOOD, ask, client
from tests.unit.llm.scripted_server import ScriptedServer, answer


def test_a_forked_process_opens_connections_of_its_own() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
        pid = os.fork()
        if not pid:
            code = 1
            try:
                code = 0 if ask(llm) == [Answer(GOOD)] else 2
                llm.close()
            finally:
                os._exit(code)
        assert os.waitpid(pid, 0)[1] == 0
        assert ask(llm) == [Answer(GOOD)]
    assert server.connections == 2
