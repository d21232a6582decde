"""Waits until something is final: a time limit, and the asking again and again."""

import time
from contextlib import contextmanager
from typing import Iterator, Optional

from ._cancellation import Cancellation
from ._errors import CallAnalysisError

FIRST_POLL_S = 2.0
MAX_POLL_S = 10.0
POLL_GROWTH = 1.5


def next_poll_s(wait_s: float) -> float:
    """Seconds to wait after a wait of `wait_s`."""
    return min(wait_s * POLL_GROWTH, MAX_POLL_S)


class Limit:
    """The caller's event and a time limit, as one cancellation."""

    def __init__(
        self, timeout: Optional[float], cancel: Optional[Cancellation]
    ) -> None:
        self._ends_at = None if timeout is None else time.monotonic() + timeout
        self._given = cancel
        self.cancel: Optional[Cancellation] = cancel if timeout is None else self

    @contextmanager
    def enforced(self, what: str) -> Iterator[None]:
        """Turn the end of the time into the error `timeout`."""
        try:
            yield
        except CallAnalysisError as error:
            if error.kind == "cancelled" and self.is_over():
                raise CallAnalysisError(
                    f"{what} did not end in the time that was given",
                    kind="timeout",
                    retryable=True,
                ) from None
            raise

    def is_over(self) -> bool:
        """Tell whether it was the time that ended, not the caller who cancelled."""
        was_cancelled = self._given is not None and self._given.is_set()
        return self._ends_at is not None and not was_cancelled

    def is_set(self) -> bool:
        """Tell whether either has ended."""
        if self._given is not None and self._given.is_set():
            return True
        return self._ends_at is not None and time.monotonic() >= self._ends_at

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Wait for either, at the latest until `timeout`."""
        left = None if self._ends_at is None else self._ends_at - time.monotonic()
        waits = [one for one in (timeout, left) if one is not None]
        seconds = max(min(waits), 0.0) if waits else None
        if self._given is not None:
            self._given.wait(seconds)
        elif seconds is not None:
            time.sleep(seconds)
        return self.is_set()
