"""Settings of the whole suite: hypothesis draws the same examples every time and is not timed."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pokerhouse",
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pokerhouse")
