"""Signals that reach the agent's host although they are for the driver."""

from __future__ import annotations

import os
import signal
import threading

__all__ = ["leave_signals_to_driver"]

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_fork = threading.local()  # `mask`: the signals that the thread blocked before it forked


def leave_signals_to_driver() -> None:
    """Go on after a signal that ends the driver: the driver still has events then, and ends this process afterwards.

    A terminal, YARN and other managers of processes send such a signal to the driver and to all processes that it has
    started. Processes that extensions start end as usual: a handler, unlike SIG_IGN, is not inherited by another
    program. A forked process inherits it, and resets it; a signal that comes before that waits, and then ends it.
    They would not if these signals were blocked, as whoever started the driver may have left them: a mask is inherited.
    """
    for number in _numbers():
        signal.signal(number, _go_on)
    if hasattr(os, "register_at_fork"):  # not on Windows, which has neither fork nor masks
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _numbers())
        os.register_at_fork(before=_block, after_in_parent=_unblock, after_in_child=_reset)


def _numbers() -> list[signal.Signals]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def _go_on(_number: int, _frame: object) -> None:
    """Do nothing."""


def _block() -> None:
    _fork.mask = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers())


def _unblock() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _fork.mask)


def _reset() -> None:
    for number in _numbers():
        signal.signal(number, signal.SIG_DFL)
    _unblock()
