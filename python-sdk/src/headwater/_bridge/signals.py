"""Signals that reach the agent's host although they are for the driver."""

from __future__ import annotations

import os
import signal

__all__ = ["leave_signals_to_driver"]

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


def leave_signals_to_driver() -> None:
    """Go on after a signal that ends the driver: the driver still has events then, and ends this process afterwards.

    A terminal, YARN and other managers of processes send such a signal to the driver and to all processes that it has
    started. Processes that extensions start end as usual: a handler, unlike SIG_IGN, is not inherited by another
    program.
    """
    for number in _numbers():
        signal.signal(number, _go_on)
    if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
        os.register_at_fork(after_in_child=_restore)


def _numbers() -> list[signal.Signals]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def _go_on(_number: int, _frame: object) -> None:
    """Do nothing."""


def _restore() -> None:
    for number in _numbers():
        signal.signal(number, signal.SIG_DFL)
