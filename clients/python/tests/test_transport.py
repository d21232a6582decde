"""Attempts, waits, and answers that come early, late, or not at all."""

import io
import pickle
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from unittest import mock

from call_analysis import CallAnalysis, CallAnalysisError, ValidationItem

from .scripted_server import ScriptedServer, answered, read_body, sent

MESSAGE = {"message": "done"}
BUSY = {"detail": "Try later"}


def client_of(server: ScriptedServer, **settings: Any) -> CallAnalysis:
    """Make a client of a server."""
    given: Dict[str, Any] = {"timeout": 10.0, **settings}
    return CallAnalysis("sk_test_secret", base_url=server.url, **given)


def error_of(call: Any) -> CallAnalysisError:
    """Give what a call raises."""
    try:
        call()
    except CallAnalysisError as error:
        return error
    raise AssertionError("The call did not fail")


class TransportTest(unittest.TestCase):
    """What a call does on the wire."""

    def setUp(self) -> None:
        patch = mock.patch("call_analysis._retry.FIRST_BACK_OFF_S", 0.01)
        patch.start()
        self.addCleanup(patch.stop)

    def test_one_key_over_all_attempts(self) -> None:
        """A POST keeps its Idempotency-Key, and the caller is told it."""
        with ScriptedServer([answered(503, BUSY)] * 2) as server:
            client = client_of(server, max_retries=1)
            error = error_of(lambda: client.webhooks.rotate_secret())
        keys = [key_in(request) for request in server.requests[:2]]
        self.assertEqual(keys, [error.idempotency_key] * 2)
        self.assertEqual((error.status, error.retryable), (503, True))

    def test_get_has_no_key(self) -> None:
        """An Idempotency-Key means nothing to a GET."""
        with ScriptedServer([answered(404, BUSY)]) as server:
            error = error_of(lambda: client_of(server).users.me())
        self.assertIsNone(error.idempotency_key)
        self.assertIsNone(key_in(server.requests[0]))

    def test_large_answer(self) -> None:
        """An answer of many reads is read to its end."""
        body = {"message": "x" * 1_000_000}
        with ScriptedServer([answered(200, body)]) as server:
            message = client_of(server).auth.resend_verification(email="a@example.com")
        self.assertEqual(len(message.message), 1_000_000)

    def test_answer_that_only_the_end_of_the_connection_ends(self) -> None:
        """Half of such an answer is a cut connection, which is tried again."""
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        answers = [sent(head + b'{"mess'), sent(head + b'{"message":"done"}')]
        with ScriptedServer(answers) as server:
            message = client_of(server).auth.resend_verification(email="a@example.com")
        self.assertEqual(message.message, "done")

    def test_answer_that_is_no_http(self) -> None:
        """A server of another kind is named as such."""
        with ScriptedServer([sent(b"SSH-2.0-OpenSSH_9.2\r\n")]) as server:
            error = error_of(lambda: client_of(server).users.me())
        self.assertEqual(error.kind, "answer")
        self.assertEqual(error.detail, "The answer is not HTTP")

    def test_early_answer_to_a_large_upload(self) -> None:
        """The answer is reported, not the pipe that broke."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "call.wav")
            path.write_bytes(bytes(20_000_000))
            answers = [answered(402, {"detail": "Used up"})]
            with ScriptedServer(answers, reads_bodies=False) as server:
                error = error_of(
                    lambda: client_of(server).analyses.create(
                        file=path, agent_id="a", contact_id="c"
                    )
                )
        self.assertEqual((error.status, error.detail), (402, "Used up"))

    def test_interim_answer(self) -> None:
        """`100 Continue` does not end an upload."""

        def continued(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            read_body(connection, server.requests[0])
            answered(402, {"detail": "Used up"})(connection)

        with ScriptedServer([continued], reads_bodies=False) as server:
            error = error_of(
                lambda: client_of(server).analyses.create(
                    stream=io.BytesIO(bytes(20_000_000)), agent_id="a", contact_id="c"
                )
            )
        self.assertEqual((error.status, error.detail), (402, "Used up"))

    def test_plain_stream_is_sent_once(self) -> None:
        """Bytes that were taken cannot be sent again."""
        answers = [answered(503, BUSY)] * 2
        with ScriptedServer(answers) as server:
            error = error_of(
                lambda: client_of(server, max_retries=1).analyses.create(
                    stream=io.BytesIO(b"RIFF"), agent_id="a", contact_id="c"
                )
            )
        self.assertEqual(error.status, 503)
        self.assertNotIn(b"POST", b"".join(server.requests[1:]))

    def test_opener_is_called_for_each_attempt(self) -> None:
        """A function that opens the stream lets an upload be repeated."""
        opened: List[io.BytesIO] = []

        def opener() -> io.BytesIO:
            opened.append(io.BytesIO(b"RIFF"))
            return opened[-1]

        with ScriptedServer([answered(503, BUSY)] * 2) as server:
            error_of(
                lambda: client_of(server, max_retries=1).analyses.create(
                    stream=opener, agent_id="a", contact_id="c"
                )
            )
        self.assertEqual([stream.closed for stream in opened], [True, True])

    def test_cancellation_ends_a_wait_for_the_answer(self) -> None:
        """Another thread sets the event while the service is silent."""
        cancel = threading.Event()

        def cancelling(connection: socket.socket) -> None:
            cancel.set()
            silent(connection)

        with ScriptedServer([cancelling]) as server:
            error = error_of(lambda: client_of(server).users.me(cancel=cancel))
        self.assertEqual((error.kind, error.retryable), ("cancelled", False))

    def test_cancellation_ends_the_wait_before_a_retry(self) -> None:
        """A Retry-After of a minute does not hold the caller."""
        cancel = threading.Event()
        threading.Timer(0.1, cancel.set).start()
        started_at = time.monotonic()
        with ScriptedServer([answered(429, BUSY, "Retry-After: 50")]) as server:
            error = error_of(lambda: client_of(server).users.me(cancel=cancel))
        self.assertEqual(error.kind, "cancelled")
        self.assertLess(time.monotonic() - started_at, 40)

    def test_silence(self) -> None:
        """No byte for the length of the time-out ends the attempt."""
        with ScriptedServer([silent]) as server:
            client = client_of(server, timeout=0.2, max_retries=0)
            error = error_of(lambda: client.users.me())
        self.assertEqual((error.kind, error.retryable), ("timeout", True))

    def test_credential_is_never_shown(self) -> None:
        """Neither a client nor an error shows it."""
        with ScriptedServer([answered(401, {"detail": "No"})]) as server:
            client = client_of(server)
            error = error_of(lambda: client.users.me())
        shown = f"{client!r} {client.__dict__} {error!r} {error} {error.__dict__}"
        self.assertIn(b"Bearer sk_test_secret", server.requests[0])
        self.assertNotIn("sk_test_secret", shown)

    def test_error_in_another_process(self) -> None:
        """A pool of processes hands it over whole."""
        items = [ValidationItem("missing", ("body", "agent_id"), "Field required")]
        error = CallAnalysisError("No", kind="api", status=422, items=items)
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.__dict__), (str(error), error.__dict__))

    def test_other_credential(self) -> None:
        """`with_api_key` keeps all else."""
        with ScriptedServer([answered(404, BUSY)]) as server:
            other = client_of(server).with_api_key("sk_test_other")
            error_of(lambda: other.users.me())
        self.assertIn(b"Bearer sk_test_other\r\n", server.requests[0])

    def test_certificate_of_a_stranger(self) -> None:
        """It is refused, once, unless the caller trusts it."""
        with tempfile.TemporaryDirectory() as folder:
            files = self_signed(Path(folder))
            if files is None:
                self.skipTest("openssl is not there")
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(*files)
            trusting = ssl.create_default_context(cafile=files[0])
        with ScriptedServer([answered(200, MESSAGE)] * 2, tls) as server:
            error = error_of(lambda: client_of(server).users.me())
            self.assertEqual((error.kind, error.retryable), ("connection", False))
            client = client_of(server, ssl_context=trusting)
            message = client.auth.resend_verification(email="a@example.com")
        self.assertEqual(message.message, "done")


def silent(connection: socket.socket) -> None:
    """Answer nothing until the client has gone."""
    connection.recv(1)


def key_in(request: bytes) -> Optional[str]:
    """Give the Idempotency-Key of a request."""
    for line in request.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(": ")
        if name == "Idempotency-Key":
            return value
    return None


def self_signed(folder: Path) -> Optional[Tuple[str, str]]:
    """Make a certificate for localhost; None without openssl."""
    if shutil.which("openssl") is None:
        return None
    certificate, key = str(folder / "cert.pem"), str(folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(
        [*command, "-out", certificate, "-keyout", key],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return certificate, key


if __name__ == "__main__":
    unittest.main()
