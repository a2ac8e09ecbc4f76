"""Signals for the driver that reach the agent's host: test_host.py has the host itself."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("blocked", ["", "SIGTERM"])
def test_a_signal_ends_a_forked_process_that_has_not_reset_its_handlers_yet(blocked: str) -> None:
    """Whoever starts the driver may have blocked the signal: a service manager, a CI system."""
    script = f"""
import multiprocessing, os, signal, time
from headwater._bridge.signals import leave_signals_to_driver

signal.pthread_sigmask(signal.SIG_SETMASK, [{blocked and f"signal.{blocked}"}])
os.register_at_fork(after_in_child=lambda: time.sleep(0.5))
leave_signals_to_driver()
child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(5,))
child.start()
child.terminate()
child.join()
print(child.exitcode)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout.strip() == "-15"
