"""The command `redactor audio evaluate` mutes recordings with gold and measures the result."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.common import require_audio_extra
from redactor.cli.evaluate_tables import figure_cells, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.evaluate.audio import AudioReport, Judged, Miss, Rates, measure_mutes, read_recordings
from redactor.settings import Settings, load_settings

if TYPE_CHECKING:
    from audio.gaps import Judge
    from redactor.evaluate.audio_set import Redaction

EPILOG = "Example: redactor audio evaluate recordings-with-gold --by condition"


@guarded
def evaluate(
    source: Annotated[
        Path, typer.Argument(metavar="SET", help="A folder of recordings NAME.*, each with NAME.gold.json.")
    ],
    by: Annotated[str | None, typer.Option(help="Also report by entity, or by condition.")] = None,
    threads: Annotated[int, typer.Option(help="Of a Whisper model on a CPU.")] = 2,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report how much PHI stays audible and how much else is lost, with 95 % intervals over recordings.

    Three columns: with gold in place of detectors (the timing alone), with gold where words were heard right, and with
    the detectors of the settings. The format of SET: docs/guide/audio.md.
    """
    if by not in (None, "entity", "condition"):
        fail("--by is entity or condition")
    if not source.is_dir():
        fail("SET is not a folder")
    with require_audio_extra():
        from audio.recognizers import open_recognizer
        from redactor.assemble.hearing import build_options
        from redactor.evaluate.audio_set import Redaction, judge_recording

    settings = load_settings()
    options = replace(build_options(settings), judge=_judge(settings))
    recognizer = open_recognizer(settings.audio, threads)
    detectors = build_detectors(settings)
    judged: dict[Redaction, list[Judged]] = {column: [] for column in Redaction}
    recordings = list(read_recordings(source))
    begun, seconds = time.process_time(), 0.0
    for number, (path, gold) in enumerate(recordings, start=1):
        found = judge_recording(path, number, gold, recognizer, detectors, options)
        seconds += found.seconds
        for column, judgement in found.columns.items():
            judged[column].append(judgement)
        console().print(f"{number} of {len(recordings)} recordings")
    rtf = (time.process_time() - begun) / seconds
    memory = _peak_bytes()
    reports = {column: measure_mutes(judgements) for column, judgements in judged.items()}
    if json:
        columns = {column: _as_json(report) for column, report in reports.items()}
        print_json({"rtf": rtf, "peak_bytes": memory, "columns": columns})
    else:
        _print_report(reports, rtf, memory)
        if by is not None:
            _print_groups(reports, by)


def _judge(settings: Settings) -> Judge | None:
    """Return the judge of gaps that the settings name, for recordings of nobody."""
    from redactor.assemble.hearing import gap_judge
    from redactor.keys import Keyring

    if settings.audio.judge == "mute":
        return None
    made = gap_judge(settings, Keyring.load(settings.keyring), None)
    return None if made is None else made(None)


def _peak_bytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _as_json(report: AudioReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    return plain


_ROWS = (
    ("PHI time muted, %", "time_recall", 100),
    ("PHI passages muted from end to end, %", "all_or_nothing", 100),
    ("audible PHI, seconds in an hour", "leaked", 1),
    ("time of other words muted, %", "over_mute", 100),
    ("all time without PHI muted, %", "over_mute_time", 100),
)


def _print_report(reports: Mapping[Redaction, AudioReport], rtf: float, memory: int) -> None:
    report = next(iter(reports.values()))
    rows: list[list[object]] = [
        [told, *(_figure_cell(getattr(report, name), scale) for report in reports.values())]
        for told, name, scale in _ROWS
    ]
    for edge, name in (("starts before", "before"), ("ends after", "after")):
        for percent in (1, 5, 50):
            reach = [getattr(report, name)[percent] for report in reports.values()]
            rows.append([f"the mute {edge} PHI, s, percentile {percent}", *(f"{seconds:.2f}" for seconds in reach)])
    for miss in Miss:
        counts = [report.misses[miss] for report in reports.values()]
        rows.append([f"audible, taken for {miss}", *(f"{count} ({seconds:.1f} s)" for count, seconds in counts)])
    minutes, passages = report.seconds / 60, report.all_or_nothing.below
    title = f"{report.recordings:,} recordings, {minutes:.1f} minutes, {passages:,} passages of PHI"
    print_table(title, ["", *reports], rows)
    print_table("", ["", ""], [["CPU seconds per second", f"{rtf:.3f}"], ["peak memory, MB", f"{memory / 1e6:.0f}"]])


def _figure_cell(figure: Any, scale: float) -> str:
    value, interval, _ = figure_cells(figure, scale)
    return f"{value} ({interval})" if interval else str(value)


def _print_groups(reports: Mapping[Redaction, AudioReport], by: str) -> None:
    groups: dict[Redaction, Mapping[str, Rates]] = {
        column: getattr(report, f"by_{by}") for column, report in reports.items()
    }
    names = next(iter(groups.values()))
    rows = [
        [name, rates.all_or_nothing.below, *(f"{100 * own[name].time_recall.value:.1f}" for own in groups.values())]
        for name, rates in names.items()
    ]
    print_table(f"PHI time muted by {by}, %", [by, "passages", *reports], rows)
