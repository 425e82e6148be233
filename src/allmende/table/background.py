"""Long work beside the tables, in threads that nobody waits for when the server ends."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
BACKGROUND = "background"
"""How the names of such threads begin."""
HELPERS = ThreadPoolExecutor(4, thread_name_prefix="helper")


async def in_background(work: Callable[[], Result]) -> Result:
    """Do something that takes a while, and return its result."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def answer(result: Result | None, trouble: Exception | None) -> None:
        if future.done():
            return
        if trouble is not None:
            future.set_exception(trouble)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, trouble = None, None
        try:
            result = work()
        except Exception as raised:
            trouble = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(answer, result, trouble)

    threading.Thread(target=run, name=BACKGROUND, daemon=True).start()
    return await future


async def beside(work: Callable[[], Result]) -> Result:
    """Do something that takes some milliseconds, so that nobody else has to wait for it."""
    return await asyncio.get_running_loop().run_in_executor(HELPERS, work)


def is_busy() -> bool:
    """Tell whether something is still being done."""
    return any(thread.name.startswith(BACKGROUND) for thread in threading.enumerate())
