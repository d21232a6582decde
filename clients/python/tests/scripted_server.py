"""A server that plays a list of answers, one connection each."""

import json
import socket
import ssl
import threading
from typing import Any, Callable, List, Optional, Sequence

Answer = Callable[[socket.socket], None]


class ScriptedServer:
    """Use it in a `with`. It keeps the requests that it was sent."""

    def __init__(
        self,
        answers: Sequence[Answer],
        tls: Optional[ssl.SSLContext] = None,
        *,
        reads_bodies: bool = True,
    ) -> None:
        self._reads_bodies = reads_bodies
        self._answers = answers
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: List[threading.Thread] = []
        self.requests: List[bytes] = []
        port = self._listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://localhost:{port}"

    def __enter__(self) -> "ScriptedServer":
        thread = threading.Thread(target=self._serve)
        self._threads.append(thread)
        thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        # A thread that still waits for a connection is let go by this one.
        for _ in self._answers:
            try:
                socket.create_connection(self._listener.getsockname(), 1).close()
            except OSError:
                break
        self._threads[0].join()
        self._listener.close()

    def _serve(self) -> None:
        for answer in self._answers:
            connection, _ = self._listener.accept()
            connection.settimeout(10)
            try:
                with self._secured(connection) as secured:
                    request = read_head(secured)
                    self.requests.append(request)
                    if self._reads_bodies:
                        read_body(secured, request)
                    answer(secured)
            except OSError:
                continue

    def _secured(self, connection: socket.socket) -> socket.socket:
        if self._tls is None:
            return connection
        return self._tls.wrap_socket(connection, server_side=True)


def read_head(connection: socket.socket) -> bytes:
    """Read a request up to its body, and what came with it."""
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(65_536)
        if not data:
            break
        head += data
    return head


def read_body(connection: socket.socket, request: bytes) -> None:
    """Read the rest of a request whose length is announced."""
    head, _, body = request.partition(b"\r\n\r\n")
    lengths = [
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.startswith(b"Content-Length:")
    ]
    left = sum(lengths) - len(body)
    while left > 0:
        left -= len(connection.recv(min(left, 65_536))) or left


def answered(status: int, body: Any, *headers: str) -> Answer:
    """Answer with JSON without reading the body of the request."""
    text = json.dumps(body).encode("utf-8")
    lines = [
        f"HTTP/1.1 {status} Reason",
        "Content-Type: application/json",
        f"Content-Length: {len(text)}",
        "Connection: close",
        *headers,
    ]
    head = "\r\n".join(lines).encode("ascii") + b"\r\n\r\n"
    return lambda connection: connection.sendall(head + text)


def sent(data: bytes) -> Answer:
    """Answer with these bytes."""
    return lambda connection: connection.sendall(data)
