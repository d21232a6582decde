"""A socket that can be cancelled, with a limit on silence.

The limit is on silence in both directions, so an upload of any length passes. All
waiting is done in slices, between which the cancellation is looked at. `http.client`
uses an object of this class in place of a socket.
"""

import io
import os
import selectors
import socket
import ssl
import time
from typing import TYPE_CHECKING, List, Optional, Tuple

from ._cancellation import Cancellation, raise_if_cancelled

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

CANCELLATION_SLICE_S = 0.05
"""How long a cancellation may go unseen."""

EARLY_ANSWER_SLICE_S = 0.5
"""How long an answer may go unseen that comes while the upload is stuck."""

READ_BYTES = 65_536

INTERIM = b"HTTP/1.1 1"
"""How an answer begins that another one follows."""


class SilenceError(Exception):
    """Nothing was sent or received for the length of the time-out."""


class Wire:
    """One connection to the service, used by one thread."""

    def __init__(
        self,
        sock: socket.socket,
        timeout_s: float,
        cancel: Optional[Cancellation],
    ) -> None:
        self._sock = sock
        self._timeout_s = timeout_s
        self._cancel = cancel
        self._early = bytearray()
        self._closed_by_peer = False
        self._last_byte_at = time.monotonic()

    def sendall(self, data: bytes) -> None:
        """Send all of `data`, or stop where the service has already answered."""
        rest = memoryview(data)
        while len(rest) > 0 and not self.has_early_answer():
            self._begin_slice(EARLY_ANSWER_SLICE_S)
            try:
                sent = self._sock.send(rest)
            except (socket.timeout, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                continue
            self._last_byte_at = time.monotonic()
            rest = rest[sent:]

    def has_early_answer(self) -> bool:
        """Tell whether bytes came in, or the end, while the request is being sent."""
        if self._early or self._closed_by_peer:
            return True
        # Asked of the socket, not of a selector: a TLS session ticket is no answer.
        self._sock.setblocking(False)
        try:
            data = self._sock.recv(READ_BYTES)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        self._early += data
        self._closed_by_peer = not data
        self._drop_interim_answers()
        return bool(self._early) or self._closed_by_peer

    def _drop_interim_answers(self) -> None:
        """Take `100 Continue` and the like for what they are: the upload goes on."""
        while self._early.startswith(INTERIM):
            head, end, rest = self._early.partition(b"\r\n\r\n")
            if not end:
                return
            self._early = rest

    def recv_into(self, buffer: "WriteableBuffer") -> int:
        """Wait for bytes; 0 at the end of the connection."""
        if self._early:
            view = memoryview(buffer).cast("B")
            count = min(len(view), len(self._early))
            view[:count] = self._early[:count]
            del self._early[:count]
            return count
        if self._closed_by_peer:
            return 0
        while True:
            self._begin_slice(self._timeout_s)
            try:
                count = self._sock.recv_into(buffer)
            except (socket.timeout, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                continue
            self._last_byte_at = time.monotonic()
            return count

    def start_tls(self, context: ssl.SSLContext, host: str) -> None:
        """Do the handshake; certificate and host name are checked by `context`."""
        secured = context.wrap_socket(
            self._sock, server_hostname=host, do_handshake_on_connect=False
        )
        self._sock = secured
        while True:
            self._begin_slice(self._timeout_s)
            try:
                secured.do_handshake()
                return
            except (socket.timeout, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                continue

    def makefile(self, mode: str) -> io.BufferedReader:
        """Give `http.client` the file that it reads answers from."""
        assert mode == "rb"
        return io.BufferedReader(_Reader(self), READ_BYTES)

    def close(self) -> None:
        """Do nothing: http.client calls it while the answer is still being read."""

    def shut(self) -> None:
        """Close the connection."""
        self._sock.close()

    def _begin_slice(self, longest_s: float) -> None:
        raise_if_cancelled(self._cancel)
        left = self._last_byte_at + self._timeout_s - time.monotonic()
        if left <= 0:
            raise SilenceError
        slice_s = min(longest_s, CANCELLATION_SLICE_S) if self._cancel else longest_s
        self._sock.settimeout(min(slice_s, left))


class _Reader(io.RawIOBase):
    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        return self._wire.recv_into(buffer)


def connect(
    host: str, port: int, timeout_s: float, cancel: Optional[Cancellation]
) -> Wire:
    """Connect to the first address of `host` that answers.

    Raises OSError when none does, SilenceError when the time-out is over.
    """
    raise_if_cancelled(cancel)
    failure: Optional[OSError] = None
    for family, kind, protocol, _, address in _addresses(host, port):
        sock = socket.socket(family, kind, protocol)
        try:
            _connect(sock, address, timeout_s, cancel)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return Wire(sock, timeout_s, cancel)
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
    raise failure or OSError("The host name has no address")


_Address = Tuple[int, int, int, str, Tuple[object, ...]]


def _addresses(host: str, port: int) -> List[_Address]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(f, k, p, name, tuple(address)) for f, k, p, name, address in found]


def _connect(
    sock: socket.socket,
    address: Tuple[object, ...],
    timeout_s: float,
    cancel: Optional[Cancellation],
) -> None:
    sock.setblocking(False)
    try:
        sock.connect(address)
        return
    except BlockingIOError:
        pass
    ends_at = time.monotonic() + timeout_s
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_WRITE)
        while True:
            raise_if_cancelled(cancel)
            left = ends_at - time.monotonic()
            if left <= 0:
                raise SilenceError
            if selector.select(min(left, CANCELLATION_SLICE_S) if cancel else left):
                break
    code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if code != 0:
        raise OSError(code, os.strerror(code))
