"""This module builds the options and rules with which recordings are heard, judged and muted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from audio.confidence import CAUTION
from audio.gap_judges import PROMPT, GapRules, LlmGapJudge
from audio.gaps import Judge
from audio.recognizers import margin_of
from audio.rewrite import Filling
from audio.speakers import SpeakerModel
from audio.steps import Options
from audio.turns import TurnFinder
from audio.vad import VoiceDetector
from redactor.assemble.llm_access import open_llm_access
from redactor.detect.cascade.verdicts import Judge as Asker
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.llm.ledger import Ledger
from redactor.llm.prompts import load_prompt
from redactor.run.recordings.processor import Rules
from redactor.settings import LlmSettings, Settings


def build_options(settings: Settings, scratch: Path | None = None) -> Options:
    """Return how recordings are heard and muted; the judge of gaps is added for each patient. Raises ModelError.

    scratch: a folder in which decoded sound lies while it is heard, without a name.
    """
    audio = settings.audio
    return Options(
        VoiceDetector(),
        margin_of(audio),
        audio.strict,
        None,
        Filling(audio.filling),
        CAUTION[audio.caution],
        scratch,
        _turn_finder(settings),
    )


def _turn_finder(settings: Settings) -> TurnFinder | None:
    audio = settings.audio
    if audio.speaker_model is None:
        return None
    return TurnFinder(SpeakerModel(audio.speaker_model, settings.threads or 1), audio.speakers, audio.speaker_distance)


def build_rules(settings: Settings, releases_voice: bool) -> Rules:
    """Return the rules that decide which recordings may leave."""
    audio = settings.audio
    languages = frozenset(audio.languages)
    return Rules(languages, releases_voice, audio.allow_demo_asr, audio.release_damaged, audio.most_errors)


def judge_version(settings: Settings) -> dict[str, str]:
    """Return the version of the judge of gaps by its name, or {} if all gaps are muted. Raises SettingsError."""
    if settings.audio.judge == "rules":
        return {"gap-rules": GapRules.version}
    if settings.audio.judge == "llm":
        _required_llm(settings)
        return {"gap-judge": load_prompt(PROMPT).version}
    return {}


def _required_llm(settings: Settings) -> LlmSettings:
    if settings.llm is None:
        raise SettingsError('audio.judge = "llm" needs an LLM: set llm.base_url and llm.model')
    return settings.llm


def gap_judge(settings: Settings, keyring: Keyring, ledger: Ledger | None) -> Callable[[str | None], Judge] | None:
    """Return a function that makes the judge of gaps for a patient, or None if every gap is muted.

    ledger: as in `open_llm_access`.
    """
    if settings.audio.judge == "rules":
        return _rule_judge
    if settings.audio.judge == "llm":
        llm = _required_llm(settings)
        access = open_llm_access(settings, llm, keyring, ledger)
        key = keyring.pseudonym("llm", settings.recipient)
        asker = Asker(access.llm, access.answers, key, load_prompt(PROMPT), tuple(Entity), llm.context_tokens)
        return partial(LlmGapJudge, asker)
    return None


def _rule_judge(_: str | None) -> Judge:
    return GapRules()
