"""The pages of recordings in the console over real HTTP: lists, transcript, drawing, and the muted sound by ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, words
from tests.unit.service.serve_kit import Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
pytest.importorskip("av")

from redactor.service.console import heard
from redactor.service.console.heard import Mute, Transcript, bars, clock
from tests.unit.service.recordings_kit import NAMES, make


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recordings")


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = environment(folder, keyring_path)
    make(folder, env, called)
    with served(folder, env, add_tokens(called, env, "review"), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def person(service: Service) -> Steward:
    return Steward(service, "review")


@pytest.fixture(scope="module")
def lists(person: Steward) -> list[str]:
    """The addresses of the two runs, the first with sound."""
    page = person.get("/console/recordings").body.decode()
    found = [str(at) for at in re.findall(r'href="(/console/recordings/[0-9a-z]+)"', page)]
    return sorted(found, key=lambda at: b"/sound" not in person.get(f"{at}/{left(person, at)}").body)


def left(person: Steward, at: str) -> str:
    """The number of the recording that left."""
    (found,) = re.findall(rf'href="{at}/(\d+)"', person.get(f"{at}?outcome=released").body.decode())
    return str(found)


def test_recordings_are_listed_with_seconds_and_without_names_of_originals(person: Steward, lists: list[str]) -> None:
    page = person.get(lists[0])
    told = words(page)
    assert re.search(r"released .* 6\.0 1?\d?\.?\d", told) and "quarantined" in told
    assert not [name for name in NAMES if name in page.body.decode()]
    assert "quarantined" not in words(person.get(f"{lists[0]}?outcome=released")).partition("Record id")[2]
    assert person.get(f"{lists[0]}?page=9&outcome=%3Cb%3E").status == 200


def test_a_page_shows_words_with_times_and_what_is_muted_and_why(
    person: Steward, lists: list[str], folder: Path
) -> None:
    page = person.get(f"{lists[0]}/{left(person, lists[0])}")
    text = page.body.decode()
    assert page.status == 200 and '<audio id="sound" controls' in text and "[PERSON]" in text
    assert re.search(r'data-start="0\.9\d+" data-end="[\d.]+">hello</span>', text)
    assert "PHI: " in words(page) and text.count('class="mute m-words"') >= 1 and 'id="playhead"' in text
    assert not [name for name in NAMES if name in text]
    assert "&#34;takes&#34;" in text and "two&amp;amp;" in text and "style=" not in text
    assert access_lines(folder) == []  # nothing of an original was shown


def test_without_sound_there_is_no_player_and_a_drawing_of_the_mutes_alone(person: Steward, lists: list[str]) -> None:
    at = f"{lists[1]}/{left(person, lists[1])}"
    text = person.get(at).body.decode()
    assert "<audio" not in text and 'class="mute m-words filled"' in text and "No sound left" in text
    assert 'role="button"' not in text
    assert [person.get(f"{at}/{name}").status for name in ("sound", "waveform.svg")] == [404, 404]


def test_the_muted_sound_is_served_by_ranges_and_is_what_left(person: Steward, lists: list[str], folder: Path) -> None:
    at = f"{lists[0]}/{left(person, lists[0])}/sound"
    (sound,) = (folder / "out").glob("*/sound.wav")
    whole = sound.read_bytes()
    answer = person.get(at)
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, whole, "audio/wav")
    assert answer.headers["accept-ranges"] == "bytes" and answer.headers["cache-control"] == "no-store"
    assert "content-disposition" not in answer.headers
    part = person.get(at, Range="bytes=100-199")
    assert (part.status, part.body) == (206, whole[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{len(whole)}"
    assert person.get(at, Range="bytes=-5").body == whole[-5:]
    assert person.get(at, Range=f"bytes={len(whole)}-").status == 416
    assert person.get(at, Range="bytes=9-1,x").status in (200, 400, 416)
    original = (folder / "in" / "Vexholm.wav").read_bytes()
    assert whole != original
    drawing = person.get(at.replace("/sound", "/waveform.svg"))
    assert drawing.headers["content-type"].startswith("image/svg+xml") and b"<script" not in drawing.body


def test_sound_and_transcripts_need_a_session(service: Service, lists: list[str], person: Steward) -> None:
    at = f"{lists[0]}/{left(person, lists[0])}"
    for path in (at, f"{at}/sound", f"{at}/waveform.svg", lists[0]):
        answer = Steward(service).get(path)
        assert answer.status == 303 and answer.headers["location"] == "/console/login"


def test_a_held_recording_shows_its_reason_and_nothing_else(person: Steward, lists: list[str]) -> None:
    (held,) = re.findall(rf'href="{lists[0]}/(\d+)"', person.get(f"{lists[0]}?outcome=quarantined").body.decode())
    page = person.get(f"{lists[0]}/{held}")
    assert page.status == 200 and "quarantined" in words(page) and b"<audio" not in page.body
    assert person.get(f"{lists[0]}/{held}/sound").status == 404


def test_addresses_that_name_nothing_are_not_found(person: Steward, lists: list[str]) -> None:
    for path in ("9999", "0", "-1", "x", "1e3", "01", "%2e%2e", "99999999999", "1/original", "1/sound.wav"):
        assert person.get(f"{lists[0]}/{path}").status == 404, path
    assert person.get("/console/recordings/0123456789abcdef").status == 404


def test_what_out_holds_is_shown_only_as_it_left(person: Steward, lists: list[str], folder: Path) -> None:
    at = f"{lists[0]}/{left(person, lists[0])}"
    (sound,) = (folder / "out").glob("*/sound.wav")
    (transcript,) = (folder / "out").glob("*/transcript.json")
    drawing = transcript.with_name("waveform.svg")
    for path, asked in ((sound, f"{at}/sound"), (sound, at), (transcript, at), (drawing, at)):
        kept = path.read_bytes()
        path.write_bytes(kept[:-1] + b"!")
        answer = person.get(asked)
        assert answer.status == 409 and "OUT does not hold what left" in words(answer), asked
        path.write_bytes(kept)
        assert person.get(asked).status == 200
    moved = sound.rename(sound.with_suffix(".moved"))
    sound.symlink_to(folder / "in" / "Vexholm.wav")
    assert person.get(f"{at}/sound").status == 409
    sound.unlink()
    assert person.get(f"{at}/sound").status == 409
    moved.rename(sound)
    assert person.get(lists[0]).status == 200


def test_mutes_are_drawn_in_place_and_their_number_is_bounded() -> None:
    mute = Mute(2.5, 5.0, "PATIENT", "words", 0.9)
    (bar,) = bars(Transcript(10.0, [], [mute], [(2.5, 5.0)]))
    assert (bar.x, bar.width, bar.told) == (310.0, 300.0, "0:00:02.5 to 0:00:05.0, PHI: PATIENT")
    many = [Mute(t / 2, t / 2 + 0.1, None, "gap", None) for t in range(50_000)]
    drawn = bars(Transcript(25_000.0, [], many, []))
    assert len(drawn) <= 1500 and "50000 stretches" in drawn[0].told
    assert bars(Transcript(0.0, [], [mute], []))[0].x == 10.0
    assert [clock(t) for t in (0.0, 59.96, 3599.99, 86400.0, -1.0)] == [
        "0:00:00.0", "0:01:00.0", "1:00:00.0", "24:00:00.0", "0:00:00.0",
    ]  # fmt: skip


def test_the_drawing_of_the_page_lies_on_the_drawing_of_the_recording() -> None:
    from audio import outputs

    assert (heard.LEFT, heard.TOP, heard.WIDTH, heard.HEIGHT) == (
        outputs._LEFT, outputs._TOP, outputs._WIDTH, outputs._HEIGHT,
    )  # fmt: skip
    assert {step: told for step, (_, told) in outputs._COLOURS.items()} == heard.REASONS


def test_a_transcript_like_markup_stays_text(folder: Path) -> None:
    from types import SimpleNamespace
    from typing import cast

    from redactor.service.console.heard import Word
    from redactor.service.console.pages import Asked, Console, shown
    from redactor.service.console.recordings import _part

    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    console = cast(Console, SimpleNamespace(navigation=[]))
    asked = Asked(console, evil, None, "/console/recordings/x/1", "", {"state": "x"})
    mute = Mute(1.0, 5.0, evil, "words", None)
    transcript = Transcript(10.0, [Word(evil, 1.0, 2.0, "phi", evil)], [mute], [(1.0, 5.0)], evil, [evil])
    part = _part(transcript.words, transcript.mutes, "", is_same_time=True)
    row = SimpleNamespace(number=1, record_id=evil, outcome="released", status=evil, reason=evil)
    page = shown(
        asked, "recording.html", run=None, row=row, at="/x", transcript=transcript, part=part, bars=bars(transcript),
        has_sound=True, is_spoken=False, has_waveform=True, clock=clock, place=heard, reasons=heard.REASONS,
    )  # fmt: skip
    text = bytes(page.body).decode()
    assert "<script>" not in text and "<img src=x" not in text and text.count("&lt;script&gt;") >= 6


def test_a_long_transcript_comes_in_parts_with_the_mutes_of_their_time() -> None:
    from redactor.service.console.heard import Word
    from redactor.service.console.recordings import _part

    said = [Word(str(i), float(i), i + 0.5) for i in range(heard.WORDS + 10)]
    mutes = [Mute(0.0, 1.0, None, "gap", None), Mute(heard.WORDS + 5.0, heard.WORDS + 6.0, None, "gap", None)]
    first, second = (_part(said, mutes, told, is_same_time=True) for told in ("1", "2"))
    assert (len(first.words), len(second.words), first.of) == (heard.WORDS, 10, 2)
    assert [first.mutes, second.mutes] == [mutes[:1], mutes[1:]]
    assert _part(said, mutes, "99", is_same_time=True).number == 2
    assert _part([], mutes, "x", is_same_time=True).mutes == mutes
