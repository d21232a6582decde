"""One request and its answer, on one connection."""

import http.client
from typing import Mapping, Optional

from ._body import Body
from ._errors import CallAnalysisError
from ._settings import Settings
from ._wire import SilenceError, Wire


class Exchange:
    """Use it in a `with`, or close it."""

    def __init__(self, wire: Wire, settings: Settings) -> None:
        self._wire = wire
        self._settings = settings
        self._connection = http.client.HTTPConnection(settings.host, settings.port)
        # A Wire has what http.client uses of a socket: sendall, makefile and close.
        self._connection.sock = wire
        self.response: http.client.HTTPResponse

    def __enter__(self) -> "Exchange":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if hasattr(self, "response"):
            self.response.close()
        self._connection.close()
        self._wire.shut()

    def send(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[Body]
    ) -> None:
        """Send the request and read the head of its answer into `response`."""
        if body is None:
            has_body = method not in ("GET", "HEAD")
            self._send_head(method, target, headers, None, has_body)
        else:
            headers = {**headers, "Content-Type": body.content_type}
            with body.open() as opened:
                try:
                    self._send_head(method, target, headers, opened.length, True)
                    for chunk in opened.chunks:
                        self._send_chunk(chunk, opened.length is None)
                        if self._wire.has_early_answer():
                            break
                    else:
                        self._end_chunks(opened.length is None)
                except (OSError, SilenceError) as error:
                    self._read_answer_after(error)
                    return
        self.response = self._connection.getresponse()

    def _read_answer_after(self, failure: Exception) -> None:
        """The service may have answered before it closed the connection."""
        try:
            self.response = self._connection.getresponse()
        except (OSError, SilenceError, http.client.HTTPException):
            raise failure from None

    def _send_head(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str],
        length: Optional[int],
        has_body: bool,
    ) -> None:
        connection = self._connection
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", self._settings.host_header)
        if self._settings.api_key is not None:
            connection.putheader("Authorization", f"Bearer {self._settings.api_key}")
        for name, value in headers.items():
            try:
                connection.putheader(name, value)
            except ValueError:
                raise CallAnalysisError(
                    f"The value for {name} cannot be sent in a header", kind="argument"
                ) from None
        if length is not None:
            connection.putheader("Content-Length", str(length))
        elif has_body and "Content-Type" in headers:
            connection.putheader("Transfer-Encoding", "chunked")
        elif has_body:
            connection.putheader("Content-Length", "0")
        connection.endheaders()

    def _send_chunk(self, chunk: bytes, is_chunked: bool) -> None:
        if is_chunked:
            chunk = b"%x\r\n%b\r\n" % (len(chunk), chunk)
        self._wire.sendall(chunk)

    def _end_chunks(self, is_chunked: bool) -> None:
        if is_chunked:
            self._wire.sendall(b"0\r\n\r\n")
