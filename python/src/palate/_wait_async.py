"""How the asynchronous client waits and computes. `_wait_sync` has the same names for the other one."""

from __future__ import annotations

import asyncio
from typing import Callable, TypeVar

Result = TypeVar("Result")


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def apart(compute: Callable[..., Result], *arguments: object) -> Result:
    """On a thread, because encoding a picture would block the event loop."""
    return await asyncio.to_thread(compute, *arguments)
