"""A thread's loop: wait for a request of the agent, answer it, and wait for the next one."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

from headwater._bridge.step import error_json, text_of
from headwater.errors import BridgeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater._bridge.runner import Runner

__all__ = ["answer_requests"]

_WAIT_MILLIS = 10_000
_MAX_NUMBER = 2**31 - 1  # the numbers of requests are ints of Java
_log = logging.getLogger("headwater")


def answer_requests(runner: Runner, exchange: Callable[[int, str, int], str], has_ended: Callable[[], bool]) -> None:
    """Answer requests until ``has_ended``.

    ``exchange`` sends the answer of a request and returns the next one, or ``""`` if there was none in time.
    """
    done, answer = -1, ""
    while not has_ended():
        text = exchange(done, answer, _WAIT_MILLIS)
        done, answer = _answer(runner, text) if text else (-1, "")


def _answer(runner: Runner, text: str) -> tuple[int, str]:
    number = -1
    try:
        request = json.loads(text)
        number = _number(request["id"])
        return number, json.dumps(runner.answer(request))
    except Exception as error:  # noqa: BLE001  (the loop must continue, or every event waits for its timeout)
        _log.warning("a request of the agent could not be answered: %s", text_of(error))
        return number, json.dumps({"errors": [error_json("headwater", "request", text_of(error))]})


def _number(given: object) -> int:
    if not isinstance(given, int) or abs(given) > _MAX_NUMBER:
        raise BridgeError(f"the number of a request is {given!r:.80}, which is no int of 32 bits")
    return given
