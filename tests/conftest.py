"""Settings of the whole suite: hypothesis draws the same examples every time and is not timed, and
Ctrl-C interrupts, wherever the suite runs.
"""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pokerhouse",
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pokerhouse")

# A job in a shell's background ignores Ctrl-C, and so would whatever the tests start: they would
# wait until their time is up.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
