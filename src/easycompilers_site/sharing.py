"""A list of things to do in shares, each in a process of its own: what they send meanwhile, and what they give in the end. A door.

Only where a process can be split as it stands: one that had to be started anew would read the whole site first, and what is gained
would be lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .frozen import changing

if TYPE_CHECKING:  # imported where something is shared
    from multiprocessing.connection import Connection

Share, Given = TypeVar("Share"), TypeVar("Given")
Send = Callable[[object], None]


def possible() -> bool:
    """On other systems a process that was split may stand still: what it was linked with does not expect it."""
    return sys.platform == "linux"


@changing
class Helpers(Generic[Share, Given]):
    """do: what a process does with its share, and sends meanwhile; it gives what is handed to who asks. hear: is given what was sent."""

    shares: Sequence[Share]
    do: Callable[[Share, Send], Given]
    hear: Callable[[Any], None]
    _open: dict[Connection, int] = field(default_factory=dict)
    _given: dict[int, Given] = field(default_factory=dict)

    def __post_init__(self) -> None:
        import multiprocessing

        context = multiprocessing.get_context("fork")
        for number, share in enumerate(self.shares):
            ours, theirs = context.Pipe(duplex=False)
            context.Process(target=_help, args=(self.do, share, theirs), daemon=True).start()
            theirs.close()  # so that the end of the process is the end of what comes
            self._open[ours] = number

    def listen(self, seconds: float | None = 0) -> None:
        """Take what has come, after at most `seconds`; None to wait until something comes."""
        from multiprocessing.connection import wait

        for connection in wait(list(self._open), seconds) if self._open else ():
            try:
                ended, message = connection.recv()
            except (EOFError, OSError):
                del self._open[connection]
                continue
            if ended:
                self._given[self._open[connection]] = message
            else:
                self.hear(message)

    def results(self) -> Iterator[tuple[Share, Given | None]]:
        """Wait for the end of each. None for one whose process ended before that."""
        while self._open:
            self.listen(None)
        yield from ((share, self._given.get(number)) for number, share in enumerate(self.shares))


def _help(do: Callable[[Share, Send], Given], share: Share, connection: Connection) -> None:
    try:
        connection.send((True, do(share, lambda message: connection.send((False, message)))))
    except (Exception, KeyboardInterrupt):  # who waits does the share then, and tells what went wrong
        raise SystemExit(1) from None
