"""The settings of a command that releases: which file they came from, and what in them lets less be found, are told."""

from __future__ import annotations

from redactor.assemble.home import heads_not_kept
from redactor.cli.messages import console
from redactor.cli.states import printable
from redactor.settings import DETECTORS, Settings, load_settings
from redactor.settings_file import settings_file


def settings_told(**overrides: object) -> Settings:
    """As `load_settings`; says on stderr where the settings come from, and warns of what they weaken."""
    settings = load_settings(**overrides)
    file = settings_file_told()
    console().print(f"settings: {file}" if file is not None else "settings: no settings file", soft_wrap=True)
    for warning in _warnings(settings):
        console().print(f"warning: {warning}", soft_wrap=True)
    return settings


def settings_file_told() -> str | None:
    """The path of the settings file for a person; None without one."""
    file = settings_file()
    return None if file is None else printable(str(file.absolute()))


def _warnings(settings: Settings) -> list[str]:
    found = []
    if left_out := [name for name in DETECTORS if name not in settings.detectors]:
        found.append(
            f"the setting detectors leaves out: {', '.join(left_out)}; what only they find is released. "
            "Manifest and audit say so"
        )
    if rules := sorted(set(settings.disabled_rules)):
        found.append(f"disabled_rules switches off: {', '.join(rules)}; manifest and audit say so")
    if allowed := len(settings.site.allow):
        found.append(
            f"site.allow names {allowed:,} term{'s' * (allowed != 1)} that no detector marks, and each is released "
            "wherever it may stand; manifest and audit count them"
        )
    if settings.keyring is not None:
        found += _of_heads(settings)
    return found


def _of_heads(settings: Settings) -> list[str]:
    found = []
    if missing := heads_not_kept(settings):
        found.append(
            "nothing apart from home can remember its approvals or known values: whether they were removed, or put "
            f"back as they were earlier, cannot be known; name files in the settings {' and '.join(missing)}"
        )
    if settings.known_head is not None and not settings.known_head.exists():
        found.append(
            f"{printable(settings.known_head.name)}, which known_head names, is not there: unless this is the first "
            "start of home with it, somebody removed it, and known values of earlier runs may be missing"
        )
    return found
