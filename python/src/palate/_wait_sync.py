"""How the client waits and computes. `_wait_async` has the same names for the asynchronous one."""

from __future__ import annotations

import time
from typing import Callable, TypeVar

Result = TypeVar("Result")


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def apart(compute: Callable[..., Result], *arguments: object) -> Result:
    return compute(*arguments)
