"""Builds what recordings are listened to and judged with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from audio.gap_judges import PROMPT, GapRules, LlmGapJudge
from audio.gaps import Judge
from audio.rewrite import Filling
from audio.steps import Options
from audio.vad import VoiceDetector
from redactor.assemble.asking import open_asking
from redactor.detect.cascade.verdicts import Judge as Asker
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.llm.prompts import load_prompt
from redactor.run.recordings.processor import Rules
from redactor.settings import LlmSettings, Settings


def build_options(settings: Settings) -> Options:
    """How recordings are listened to and muted; the judge of gaps is another for each patient. Raises ModelError."""
    audio = settings.audio
    return Options(VoiceDetector(), audio.margin, audio.strict, None, Filling(audio.filling))


def build_rules(settings: Settings, releases_voice: bool) -> Rules:
    """What may leave."""
    audio = settings.audio
    return Rules(frozenset(audio.languages), releases_voice, audio.allow_demo_asr, audio.release_damaged)


def judge_version(settings: Settings) -> dict[str, str]:
    """The version of what judges gaps, by its name; nothing where all gaps are muted. Raises SettingsError."""
    if settings.audio.judge == "rules":
        return {"gap-rules": GapRules.version}
    if settings.audio.judge == "llm":
        _llm(settings)
        return {"gap-judge": load_prompt(PROMPT).version}
    return {}


def _llm(settings: Settings) -> LlmSettings:
    if settings.llm is None:
        raise SettingsError('audio.judge = "llm" needs an LLM: set llm.base_url and llm.model')
    return settings.llm


def gap_judge(settings: Settings, keyring: Keyring, state: Path | None) -> Callable[[str | None], Judge] | None:
    """Makes the judge of gaps for a patient; None mutes every gap."""
    if settings.audio.judge == "rules":
        return _by_rules
    if settings.audio.judge == "llm":
        llm = _llm(settings)
        asking = open_asking(settings, llm, keyring, state)
        key = keyring.pseudonym("llm", settings.recipient)
        asker = Asker(asking.llm, asking.answers, key, load_prompt(PROMPT), tuple(Entity), llm.context_tokens)
        return partial(LlmGapJudge, asker)
    return None


def _by_rules(_: str | None) -> Judge:
    return GapRules()
