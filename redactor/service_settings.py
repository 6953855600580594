"""This module has the settings of `redactor serve`, a class for each group."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class CanarySettings(BaseModel):
    """These settings say how often the service reads a synthetic note, and which recall sets off the alarm."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    rate: float = Field(default=0, ge=0, le=3600)
    alarm_below: float = Field(default=0.9, ge=0, le=1)
    window: int = Field(default=100, ge=1, le=10_000)
