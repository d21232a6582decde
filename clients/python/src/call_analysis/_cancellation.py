"""How a caller ends a call from another thread."""

from typing import Optional, Protocol

from ._errors import CallAnalysisError


class Cancellation(Protocol):
    """What `cancel` takes: a `threading.Event`, or an object that acts like one."""

    def is_set(self) -> bool:
        """Tell whether the call is to end."""

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Return as soon as the call is to end, at the latest after `timeout` s."""


def raise_if_cancelled(cancel: Optional[Cancellation]) -> None:
    """Raise `cancelled` where the caller has set the event."""
    if cancel is not None and cancel.is_set():
        raise CallAnalysisError("The call was cancelled", kind="cancelled")
