"""Sends requests: attempts, the waits between them, and what an answer means.

Each attempt has a connection of its own. That costs a handshake, and keeps clear of
connections that the service closed while they were idle.
"""

import http.client
import logging
import platform
import ssl
import time
import uuid
from dataclasses import dataclass, field
from functools import cached_property
from typing import Callable, Mapping, Optional, TypeVar
from urllib.parse import urlencode

from ._answer import Answer, error_of
from ._body import Body
from ._cancellation import Cancellation, raise_if_cancelled
from ._errors import CallAnalysisError
from ._exchange import Exchange
from ._retry import MAX_RETRY_AFTER_S, back_off_s, retry_after_s
from ._settings import Settings
from ._version import __version__
from ._wire import SilenceError, connect

USER_AGENT = (
    f"call-analysis-python/{__version__}"
    f" ({platform.python_implementation()} {platform.python_version()})"
)

logger = logging.getLogger("call_analysis")

Result = TypeVar("Result")


@dataclass
class Request:
    """One call of the API."""

    method: str
    path: str
    """Below `/api/v1`; parameters are filled in and encoded."""
    query: Mapping[str, str] = field(default_factory=dict)
    body: Optional[Body] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: Optional[str] = None
    """For a POST; a random one where None is given."""
    timeout: Optional[float] = None
    """Seconds of silence; the client's own where None is given."""
    cancel: Optional[Cancellation] = None
    max_retries: Optional[int] = None
    """The client's own where None is given."""


class Transport:
    """Sends requests by the settings of a client. Threads may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def send(self, request: Request, read: Callable[[Answer], Result]) -> Result:
        """Send a request, again where that may help, and read the whole answer.

        Raises CallAnalysisError for everything that is not a success.
        """

        def finish(exchange: Exchange) -> Result:
            with exchange:
                return read(Answer.read(exchange.response))

        return self._attempt_until_done(request, finish)

    def open(self, request: Request) -> Exchange:
        """Send a request in the same way, and leave its answer to be read."""
        return self._attempt_until_done(request, lambda exchange: exchange)

    def try_once(self, request: Request) -> Answer:
        """Send a request by one attempt, and read the whole answer."""

        def finish(exchange: Exchange) -> Answer:
            with exchange:
                return Answer.read(exchange.response)

        return self._attempt(request, None, finish)

    def _attempt_until_done(
        self, request: Request, finish: Callable[[Exchange], Result]
    ) -> Result:
        key: Optional[str] = None
        if request.method == "POST":
            key = request.idempotency_key
            key = str(uuid.uuid4()) if key is None else key
        try:
            retry = 0
            while True:
                try:
                    return self._attempt(request, key, finish)
                except CallAnalysisError as error:
                    self._wait_before_retry(request, error, retry)
                retry += 1
        except CallAnalysisError as error:
            error.idempotency_key = key
            raise

    def _attempt(
        self,
        request: Request,
        key: Optional[str],
        finish: Callable[[Exchange], Result],
    ) -> Result:
        try:
            exchange = self._begin(request, key)
            if 200 <= exchange.response.status <= 299:
                return finish(exchange)
            with exchange:
                raise error_of(Answer.read(exchange.response))
        except (SilenceError, OSError, http.client.HTTPException) as error:
            raise error_of_wire(error) from None

    @cached_property
    def _ssl_context(self) -> ssl.SSLContext:
        # Reading the certificates of the system takes longer than many a request.
        return self.settings.ssl_context or ssl.create_default_context()

    def _begin(self, request: Request, key: Optional[str]) -> Exchange:
        settings = self.settings
        timeout_s = settings.timeout_s if request.timeout is None else request.timeout
        try:
            wire = connect(settings.host, settings.port, timeout_s, request.cancel)
        except UnicodeError:
            raise CallAnalysisError(
                "base_url has no valid host name", kind="argument"
            ) from None
        exchange = Exchange(wire, settings)
        try:
            if settings.scheme == "https":
                wire.start_tls(self._ssl_context, settings.host)
            target, headers = _target(settings, request), _headers(request, key)
            exchange.send(request.method, target, headers, request.body)
        except BaseException:
            exchange.close()
            raise
        return exchange

    def _wait_before_retry(
        self, request: Request, error: CallAnalysisError, retry: int
    ) -> None:
        most = request.max_retries
        most = self.settings.max_retries if most is None else most
        is_spent = request.body is not None and request.body.is_spent()
        if not error.retryable or is_spent or retry >= most:
            raise error
        logger.debug("Sending %s %s again: %s", request.method, request.path, error)
        pause_before_retry(error, retry, request.cancel)


def pause_before_retry(
    error: CallAnalysisError, retry: int, cancel: Optional[Cancellation]
) -> None:
    """Wait as the service asked, else with back-off; raises `error` if it is long."""
    asked_s = retry_after_s(error._retry_after)
    if asked_s is not None and asked_s > MAX_RETRY_AFTER_S:
        raise error
    pause(back_off_s(retry) if asked_s is None else asked_s, cancel)


def pause(seconds: float, cancel: Optional[Cancellation]) -> None:
    """Wait; raises `cancelled` as soon as the caller sets the event."""
    if cancel is None:
        time.sleep(seconds)
    else:
        cancel.wait(seconds)
        raise_if_cancelled(cancel)


def _target(settings: Settings, request: Request) -> str:
    query = f"?{urlencode(request.query)}" if request.query else ""
    return f"{settings.prefix}{request.path}{query}"


def _headers(request: Request, key: Optional[str]) -> Mapping[str, str]:
    headers = {
        "User-Agent": USER_AGENT,
        "Accept": "application/json",
        "Connection": "close",
        **request.headers,
    }
    if key is not None:
        headers["Idempotency-Key"] = key
    return headers


def error_of_wire(error: Exception) -> CallAnalysisError:
    """Turn a failure of the connection into the error that is raised."""
    if isinstance(error, SilenceError):
        return CallAnalysisError(
            "Nothing was sent or received for the length of the time-out",
            kind="timeout",
            retryable=True,
        )
    if isinstance(error, ssl.SSLCertVerificationError):
        return CallAnalysisError(
            f"The certificate of the service is not valid: {error.verify_message}",
            kind="connection",
        )
    if isinstance(error, (OSError, http.client.IncompleteRead)):
        reason = getattr(error, "strerror", None) or "it was cut"
        return CallAnalysisError(
            f"The connection to the service failed: {reason}",
            kind="connection",
            retryable=True,
        )
    return CallAnalysisError("The answer is not HTTP", kind="answer")
