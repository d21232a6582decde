"""`client.uploads`: uploads that are sent in parts, by tus 1.0."""

from typing import Optional

from ._body import Progress
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._multipart import FilePath, Recording, Stream
from ._resource import Resource
from ._sending import Sending
from ._tus import Upload, created_upload, creation, deletion, found_upload, question


class Uploads(Resource):
    """Uploads that are sent in parts.

    `client.analyses.create` uses them by itself for a large recording. Keep the id of
    an upload, and another process goes on with it: `send`, then
    `client.analyses.create(upload_id=…)`.
    """

    def create(
        self,
        *,
        length: int,
        file_name: str = "recording",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Upload:
        """Begin an upload. It ends after 24 hours where no analysis took it.

        Args:
            length: Bytes of the recording.
            file_name: The name that the service is told.
            idempotency_key: Of your own: a repetition with it is done once.
            timeout: Seconds of silence that end an attempt.
            cancel: Ends the call with the error `cancelled` once it is set.

        Raises:
            CallAnalysisError: For everything that is not a success.
        """
        if length < 1:
            raise CallAnalysisError("length must be 1 byte or more", kind="argument")
        request = creation(length, file_name, idempotency_key, timeout, cancel)
        return self._transport.send(
            request, lambda answer: created_upload(answer, length)
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Upload:
        """Say how much of an upload the service has."""
        return self._transport.send(
            question(id, timeout, cancel), lambda answer: found_upload(id, answer)
        )

    def send(
        self,
        id: str,
        *,
        file: Optional[FilePath] = None,
        stream: Optional[Stream] = None,
        on_progress: Optional[Progress] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Upload:
        """Send what the service does not have yet, and return the whole upload.

        Over as many connections as it takes. Give the same recording each time.

        Args:
            id: Its id.
            file: Path of the recording.
            stream: The recording, open for reading in binary mode, from its first
                byte; one that can seek.
            on_progress: Called with the bytes that the service has or gets.
            timeout: Seconds of silence that end an attempt.
            cancel: Ends the call with the error `cancelled`; the upload stays.

        Raises:
            CallAnalysisError: `argument` where the recording is not as large as the
                upload.
        """
        if (file is None) == (stream is None):
            raise CallAnalysisError("Give one of file and stream", kind="argument")
        if file is not None:
            recording = Recording.of_file(file, None)
        else:
            assert stream is not None
            recording = Recording.of_stream(stream, None)
        size = recording.size()
        if size is None:
            raise CallAnalysisError(
                "The recording must be a file, or a stream that can seek",
                kind="argument",
            )
        upload = self.get(id, timeout=timeout, cancel=cancel)
        sending = Sending(
            self._transport, recording, size, on_progress, timeout, cancel
        )
        return sending.rest(upload)

    def delete(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        cancel: Optional[Cancellation] = None,
    ) -> None:
        """Delete an upload that no analysis took."""
        self._transport.send(deletion(id, timeout, cancel), lambda answer: None)
