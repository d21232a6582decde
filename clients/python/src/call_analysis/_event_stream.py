"""Follows an analysis over server-sent events, from one connection to the next."""

import http.client
from dataclasses import dataclass
from typing import Iterator, Optional

from ._answer import read_json
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._exchange import Exchange
from ._sse import EventParser, RawEvent
from ._transport import Request, Transport, error_of_wire, pause_before_retry
from ._wire import SilenceError
from .models import (
    AnalysisStreamEvent,
    CompletedStreamEvent,
    FailedStreamEvent,
    analysis_stream_event_from_json,
)

MAX_EMPTY_CONNECTIONS = 3
"""So many connections in a row without an event: event streams do not get through."""

READ_BYTES = 65_536


class StreamsBlocked(Exception):
    """No event gets through; `error` is what the last connection ended with."""

    def __init__(self, error: CallAnalysisError) -> None:
        super().__init__(error.detail)
        self.error = error


@dataclass
class EventStream:
    """The events of one analysis."""

    transport: Transport
    path: str
    last_id: Optional[str] = None
    timeout: Optional[float] = None
    cancel: Optional[Cancellation] = None

    def follow(self) -> Iterator[AnalysisStreamEvent]:
        """Give the events up to the one that ends the analysis.

        Reconnects after a cut. Ends without that event where the service says that it
        was seen already. Raises StreamsBlocked where no event gets through, and
        CallAnalysisError for what another connection would not mend.
        """
        empty = 0
        while True:
            had_event = False
            try:
                exchange = self._connect()
                if exchange is None:
                    return
                for raw in self._read(exchange):
                    had_event = True
                    event = _read_event(raw)
                    if event is not None:
                        yield event
                    if isinstance(event, (CompletedStreamEvent, FailedStreamEvent)):
                        return
                error = _cut("The event stream ended before the analysis did")
            except CallAnalysisError as failure:
                if failure.kind == "answer":
                    raise StreamsBlocked(failure) from None
                if not failure.retryable:
                    raise
                error = failure
            empty = 0 if had_event else empty + 1
            if empty >= MAX_EMPTY_CONNECTIONS:
                raise StreamsBlocked(error)
            try:
                pause_before_retry(error, max(empty - 1, 0), self.cancel)
            except CallAnalysisError as failure:
                if failure is error:  # The service asks for a long wait.
                    raise StreamsBlocked(error) from None
                raise

    def _connect(self) -> Optional[Exchange]:
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self.last_id is not None:
            headers["Last-Event-ID"] = self.last_id
        timeout = self.transport.settings.stream_timeout_s
        exchange = self.transport.open(
            Request(
                "GET",
                self.path,
                headers=headers,
                timeout=timeout if self.timeout is None else self.timeout,
                cancel=self.cancel,
                max_retries=0,
            )
        )
        if exchange.response.status == 204:
            exchange.close()
            return None
        kind = exchange.response.headers.get_content_type()
        if kind != "text/event-stream":
            exchange.close()
            raise CallAnalysisError(
                "The service answered with something else than events", kind="answer"
            )
        return exchange

    def _read(self, exchange: Exchange) -> Iterator[RawEvent]:
        parser = EventParser()
        with exchange:
            try:
                while True:
                    data = exchange.response.read1(READ_BYTES)
                    if not data:
                        return
                    for raw in parser.feed(data):
                        self.last_id = raw.last_id or self.last_id
                        yield raw
            except (SilenceError, OSError, http.client.HTTPException) as error:
                raise error_of_wire(error) from None


def _cut(detail: str) -> CallAnalysisError:
    return CallAnalysisError(detail, kind="connection", retryable=True)


def _read_event(raw: RawEvent) -> Optional[AnalysisStreamEvent]:
    """Read an event; None for one that a newer service may send."""
    if raw.name not in ("progress", "completed", "failed"):
        return None
    try:
        data = read_json(raw.data.encode("utf-8"))
        return analysis_stream_event_from_json(
            {"id": raw.last_id, "event": raw.name, "data": data}
        )
    except ValueError as error:
        raise CallAnalysisError(
            f"The event {raw.name} does not fit: {error}", kind="answer"
        ) from None
