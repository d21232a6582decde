"""`client.analyses`: what is generated, and following an analysis as it happens."""

from typing import Callable, Iterator, Optional, Union

from ._cancellation import Cancellation
from ._event_stream import EventStream, StreamsBlocked
from ._given import segment
from ._operations.analyses import AnalysesOperations
from ._transport import pause
from ._waiting import FIRST_POLL_S, Limit, next_poll_s
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
        limit = Limit(timeout, cancel)
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
        return self._wait(
            "The correction",
            lambda cancel: self.correction(id, correction_id, cancel=cancel),
            ("processing",),
            timeout,
            cancel,
        )

    def _poll(
        self,
        id: str,
        on_progress: Optional[Callable[[Progress], None]],
        limit: Limit,
    ) -> FinalAnalysis:
        wait_s = FIRST_POLL_S
        while True:
            analysis: Analysis = self.get(id, cancel=limit.cancel)
            if isinstance(analysis, (CompletedAnalysis, FailedAnalysis)):
                return analysis
            if on_progress is not None and isinstance(analysis, ProcessingAnalysis):
                on_progress(analysis.progress)
            pause(wait_s, limit.cancel)
            wait_s = next_poll_s(wait_s)


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
