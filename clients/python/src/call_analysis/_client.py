"""The client."""

import os
import ssl
from dataclasses import replace
from typing import Optional

from ._analyses import Analyses
from ._resources import Resources
from ._settings import (
    DEFAULT_MAX_RETRIES,
    DEFAULT_RESUMABLE_ABOVE,
    DEFAULT_STREAM_TIMEOUT_S,
    DEFAULT_TIMEOUT_S,
    DEFAULT_URL,
    check_api_key,
    read_settings,
)
from ._settings import Settings as ClientSettings
from ._transport import Transport
from ._uploads import Uploads


class CallAnalysis(Resources):
    """A client of the Call Analysis Service. Threads may share it.

    Args:
        api_key: An API key or an access token; by default the environment variable
            `CALL_ANALYSIS_API_KEY`. Some operations need none.
        base_url: Address of the service, without `/api/v1`; by default the environment
            variable `CALL_ANALYSIS_URL`, else `http://localhost:3000`.
        timeout: Seconds after which an attempt ends in which nothing is sent or
            received. An upload may take as long as it takes.
        stream_timeout: The same for event streams, on which the service sends
            something each 15 seconds.
        max_retries: How often a request is sent again after 408, 429, 5xx, a
            connection that failed, or a time-out.
        ssl_context: For certificates of your own.
        resumable_above: Bytes above which a recording is uploaded in parts, and goes
            on where a cut connection left it; `math.inf` for never.

    Raises:
        CallAnalysisError: `argument`, for settings that cannot be.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT_S,
        stream_timeout: float = DEFAULT_STREAM_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        ssl_context: Optional[ssl.SSLContext] = None,
        resumable_above: float = DEFAULT_RESUMABLE_ABOVE,
    ) -> None:
        if api_key is None:
            api_key = os.environ.get("CALL_ANALYSIS_API_KEY")
        if base_url is None:
            base_url = os.environ.get("CALL_ANALYSIS_URL") or DEFAULT_URL
        self._use(
            read_settings(
                base_url,
                api_key,
                timeout,
                stream_timeout,
                max_retries,
                ssl_context,
                resumable_above,
            )
        )

    def with_api_key(self, api_key: str) -> "CallAnalysis":
        """Make a client with another API key or access token, all else the same."""
        other = object.__new__(CallAnalysis)
        other._use(replace(self._settings, api_key=check_api_key(api_key)))
        return other

    def __repr__(self) -> str:
        return f"CallAnalysis(base_url={self._settings.base_url!r})"

    def _use(self, settings: ClientSettings) -> None:
        self._settings = settings
        transport = Transport(settings)
        self._open_resources(transport)
        self.analyses = Analyses(transport)
        self.uploads = Uploads(transport)
