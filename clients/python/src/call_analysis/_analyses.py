"""`client.analyses`: what is generated, and following an analysis as it happens."""

import time
from contextlib import contextmanager
from typing import Callable, Iterator, Optional, Union

from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._event_stream import EventStream, StreamsBlocked
from ._given import segment
from ._operations.analyses import AnalysesOperations
from ._transport import pause
from .models import (
    Analysis,
    AnalysisStreamEvent,
    CompletedAnalysis,
    Correction,
    FailedAnalysis,
    ProcessingAnalysis,
    Progress,
    ProgressStreamEvent,
)

FinalAnalysis = Union[CompletedAnalysis, FailedAnalysis]

FIRST_POLL_S = 2.0
MAX_POLL_S = 10.0
POLL_GROWTH = 1.5


class Analyses(AnalysesOperations):
    """Submits calls and gives their analyses."""

    def events(
        self,
        id: str,
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Iterator[AnalysisStreamEvent]:
        """Follow an analysis as it happens: its progress, then how it ended.

        Reconnects after a cut, and goes on where it was.

        Args:
            id: Its id.
            last_event_id: `id` of the last event that was seen.
            timeout: Seconds of silence that end a connection; `stream_timeout` of the
                client by default.
            cancel: Ends the iteration with the error `cancelled` once it is set.

        Raises:
            CallAnalysisError: Also where three connections in a row bring no event.
        """
        stream = EventStream(
            self._transport, _events_path(id), last_event_id, timeout, cancel
        )
        return _unblocked(stream)

    def wait_for_completion(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[Progress], None]] = None,
        cancel: Optional[Cancellation] = None,
    ) -> FinalAnalysis:
        """Wait until an analysis is completed or has failed, and return it.

        A failed one is returned, not raised: `analysis.status` tells, and
        `analysis.metadata.error_message` says why. Waits for events, and asks again
        and again where they do not get through.

        Args:
            id: Its id.
            timeout: Seconds to wait at the most; without it, as long as it takes.
            on_progress: Called with each stage and percentage.
            cancel: Ends the wait with the error `cancelled` once it is set.

        Raises:
            CallAnalysisError: `timeout` where the time is over; the analysis goes on.
        """
        limit = _Limit(timeout, cancel)
        with limit.enforced("The analysis"):
            stream = EventStream(self._transport, _events_path(id), cancel=limit.cancel)
            return _last_of(stream, on_progress) or self._poll(id, on_progress, limit)

    def wait_for_correction(
        self,
        id: str,
        correction_id: str,
        *,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Correction:
        """Wait until a correction is completed or has failed, and return it.

        A failed one is returned, not raised: `correction.status` tells.

        Args:
            id: Id of the analysis.
            correction_id: Id of the correction.
            timeout: Seconds to wait at the most; without it, as long as it takes.
            cancel: Ends the wait with the error `cancelled` once it is set.

        Raises:
            CallAnalysisError: `timeout` where the time is over; the correction goes on.
        """
        limit = _Limit(timeout, cancel)
        with limit.enforced("The correction"):
            wait_s = FIRST_POLL_S
            while True:
                correction = self.correction(id, correction_id, cancel=limit.cancel)
                if correction.status != "processing":
                    return correction
                pause(wait_s, limit.cancel)
                wait_s = min(wait_s * POLL_GROWTH, MAX_POLL_S)
        raise AssertionError("a wait ends in an answer or in an error")

    def _poll(
        self,
        id: str,
        on_progress: Optional[Callable[[Progress], None]],
        limit: "_Limit",
    ) -> FinalAnalysis:
        wait_s = FIRST_POLL_S
        while True:
            analysis: Analysis = self.get(id, cancel=limit.cancel)
            if isinstance(analysis, (CompletedAnalysis, FailedAnalysis)):
                return analysis
            if on_progress is not None and isinstance(analysis, ProcessingAnalysis):
                on_progress(analysis.progress)
            pause(wait_s, limit.cancel)
            wait_s = min(wait_s * POLL_GROWTH, MAX_POLL_S)


class _Limit:
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


def _events_path(id: str) -> str:
    return f"/analysis/{segment(id, 'id')}/events"


def _unblocked(stream: EventStream) -> Iterator[AnalysisStreamEvent]:
    try:
        yield from stream.follow()
    except StreamsBlocked as blocked:
        raise blocked.error from None


def _last_of(
    stream: EventStream, on_progress: Optional[Callable[[Progress], None]]
) -> Optional[FinalAnalysis]:
    """Follow the events to the end; None where they do not get through."""
    try:
        for event in stream.follow():
            if not isinstance(event, ProgressStreamEvent):
                return event.data
            if on_progress is not None:
                on_progress(event.data)
    except StreamsBlocked:
        pass
    return None
