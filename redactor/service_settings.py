"""This module has the settings of `redactor serve`, a class for each group."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ServiceSettings(BaseModel):
    """These settings say how many workers `redactor serve` has, what each accepts at a time, and how long it waits."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    workers: int = Field(default=1, ge=1, le=256)
    memory_mb: int | None = Field(default=None, ge=64)
    requests: int = Field(default=32, ge=1, le=10_000)
    streams: int = Field(default=4, ge=1, le=10_000)
    queue_seconds: float = Field(default=0.05, ge=0)
    body_bytes: int = Field(default=1 << 20, ge=1024, le=64 << 20)
    body_seconds: float = Field(default=30, gt=0)
    engine_seconds: float = Field(default=120, gt=0)
    idempotency_hours: float = Field(default=24, gt=0, le=720)
