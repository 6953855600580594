"""Lines of a log: their form, what of other libraries they show, and the last words of a process."""

from __future__ import annotations

import gc
import json
import logging
import re
import sys
import threading
import warnings

import pytest

from redactor.run.logs import Level, LogFormat, are_lines, by_type_and_place, last_words, log_lines, write

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def test_a_line_of_text_has_a_time_a_level_and_no_break(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines(LogFormat.TEXT):
        write(Level.WARNING, "kafka-away", "Kafka does\nnot answer", {"tries": 1})
        assert re.fullmatch(TIME + " error it ends: now\n", last_words("it ends:\tnow").decode())
    assert re.fullmatch(TIME + " warning Kafka does not answer\n", capsys.readouterr().err)


def test_a_line_of_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines(LogFormat.JSON):
        write(Level.INFO, "done", 'all "done"\n100 %', {"records": 3})
    (line,) = capsys.readouterr().err.splitlines()
    found = json.loads(line)
    assert re.fullmatch(TIME, found.pop("ts"))
    assert found == {"level": "info", "event": "done", "message": 'all "done"\n100 %', "fields": {"records": 3}}


def test_outside_of_a_log_last_words_are_for_people() -> None:
    assert not are_lines() and last_words("it ends") == b"error: it ends\n"


class Broken:
    def __del__(self) -> None:
        raise LookupError("Quillfeather")


def test_of_other_libraries_and_threads_type_and_place_are_shown_once(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_kafka = logging.getLogger("aiokafka")  # a router of another test may have taken it over
    monkeypatch.setattr(of_kafka, "propagate", True)
    monkeypatch.setattr(of_kafka, "handlers", [])
    shown: list[str] = []
    before = threading.excepthook, sys.unraisablehook
    with by_type_and_place(shown.append), warnings.catch_warnings():
        warnings.simplefilter("always")
        for _ in range(2):
            try:
                raise ValueError("Quillfeather")
            except ValueError:
                logging.getLogger("aiokafka.conn").exception("Quillfeather")
        logging.getLogger("other").warning("Quillfeather")
        logging.getLogger("other").error("%s", "Quillfeather")
        warnings.warn("Quillfeather", stacklevel=1)
        thread = threading.Thread(target=lambda: json.loads("Quillfeather"))
        thread.start()
        thread.join()
        made = Broken()
        del made
        gc.collect()
    assert [re.sub(r":\d+", "", line) for line in shown] == [
        "ValueError at test_logs of aiokafka.conn",
        "error at test_logs of other",
        "JSONDecodeError at decoder.py, not in the main thread",
        "LookupError at test_logs.py, not in the main thread",
    ]
    assert (threading.excepthook, sys.unraisablehook) == before
    assert capfd.readouterr() == ("", "")
