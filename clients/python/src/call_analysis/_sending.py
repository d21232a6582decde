"""Sends a recording in parts: after a cut it asks how much arrived, and goes on there."""

from typing import Callable, Optional

from ._body import Progress
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._multipart import PartBody, Recording
from ._retry import back_off_s
from ._transport import Transport, pause, pause_before_retry
from ._tus import (
    Upload,
    created_upload,
    creation,
    deletion,
    found_upload,
    offset_in,
    part,
    question,
)

PART_BYTES = 16 * 1024 * 1024
"""What a cut costs at the most, where a service or a proxy keeps whole requests only."""

MENDED_BY_ASKING = (409, 423, 460)
"""Another offset; held by an earlier request; bytes that arrived altered."""

GONE = (404, 410)
DELETIONS = 3
DELETION_TIMEOUT_S = 2.0


class Sending:
    """One recording on its way."""

    def __init__(
        self,
        transport: Transport,
        recording: Recording,
        size: int,
        on_progress: Optional[Progress],
        timeout: Optional[float],
        cancel: Optional[Cancellation],
    ) -> None:
        self._transport = transport
        self._recording = recording
        self._size = size
        self._on_progress = on_progress
        self._timeout = timeout
        self._cancel = cancel
        self._upload: Optional[Upload] = None
        self._is_unsure = False
        """How much arrived is not known: a request broke off."""
        self._most_arrived = 0
        """Also of an upload that ended since."""
        self._told = -1
        self._failures = 0

    def whole(self, idempotency_key: Optional[str]) -> Upload:
        """Make an upload, anew where it ends before the recording is there.

        The key names the upload too: the same call again, by whatever process, goes
        on with it.
        """
        key = idempotency_key

        def create() -> Upload:
            nonlocal key
            request = creation(
                self._size, self._recording.name, key, self._timeout, self._cancel
            )
            # What stands under this key has ended: the next one gets one of its own.
            key = None
            return self._transport.send(
                request, lambda answer: created_upload(answer, self._size)
            )

        self._is_unsure = idempotency_key is not None
        try:
            return self._run(create)
        except CallAnalysisError as error:
            if self._upload is not None:
                self.give_up(self._upload.id, error)
            raise

    def rest(self, upload: Upload) -> Upload:
        """Send what is missing of an upload that was begun before."""
        if upload.length != self._size:
            raise CallAnalysisError(
                f"The upload is one of {upload.length} bytes,"
                f" and the recording has {self._size}",
                kind="argument",
            )
        self._arrived(upload)
        try:
            return self._run(None)
        except CallAnalysisError as error:
            error.upload_id = upload.id
            raise

    def give_up(self, id: str, error: CallAnalysisError) -> None:
        """Delete what nothing will go on with, else say in the error what there is."""
        if error.kind not in ("cancelled", "argument"):
            error.upload_id = id
            return
        for attempt in range(DELETIONS):
            if attempt > 0:
                # A request that was cut may hold the upload for a moment yet.
                pause(back_off_s(attempt - 1), None)
            try:
                self._transport.try_once(deletion(id, DELETION_TIMEOUT_S, None))
                return
            except CallAnalysisError as failure:
                if not failure.retryable and failure.status != 423:
                    return

    def _run(self, create: Optional[Callable[[], Upload]]) -> Upload:
        while True:
            try:
                if self._upload is None and create is not None:
                    self._upload = create()
                return self._round()
            except _Failure as failure:
                error = failure.error
                is_gone = error.status in GONE
                may_go_on = create is not None if is_gone else _is_mended(error)
                if not may_go_on or self._failures >= self._transport.settings.max_retries:
                    raise error from None
                pause_before_retry(error, self._failures, self._cancel)
                self._failures += 1

    def _round(self) -> Upload:
        """Ask where that is needed, then send until the upload is whole."""
        upload = self._upload
        if upload is None:
            raise AssertionError("there is an upload by now")
        if self._is_unsure:
            asked = question(upload.id, self._timeout, self._cancel)
            with _noting(self):
                answer = self._transport.try_once(asked)
            upload = self._arrived(found_upload(upload.id, answer))
            self._is_unsure = False
        while upload.offset < self._size:
            end = min(upload.offset + PART_BYTES, self._size)
            body = PartBody(self._recording, upload.offset, end, self._report)
            with _noting(self):
                answer = self._transport.try_once(
                    part(upload, body, self._timeout, self._cancel)
                )
            before = upload.offset
            offset = offset_in(answer, self._size)
            upload = self._arrived(
                Upload(upload.id, self._size, offset, upload.expires_at)
            )
            if offset <= before:
                with _noting(self):
                    raise CallAnalysisError(
                        "The service took no byte of the upload",
                        kind="answer",
                        retryable=True,
                    )
        self._report(self._size)
        return upload

    def _arrived(self, upload: Upload) -> Upload:
        self._upload = upload
        if upload.offset > self._most_arrived:
            self._most_arrived = upload.offset
            self._failures = 0
        return upload

    def note_failure(self, error: CallAnalysisError) -> None:
        """Remember what is not known any more."""
        is_gone = error.status in GONE
        if is_gone:
            self._upload = None
        self._is_unsure = not is_gone

    def _report(self, sent: int) -> None:
        if self._on_progress is not None and sent > self._told:
            self._told = sent
            self._on_progress(sent, self._size)


class _Failure(Exception):
    """A request of a round failed."""

    def __init__(self, error: CallAnalysisError) -> None:
        super().__init__(error.detail)
        self.error = error


class _noting:
    """Turn the error of one request into a failure that the sending remembers."""

    def __init__(self, sending: Sending) -> None:
        self._sending = sending

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: Optional[BaseException], at: object) -> None:
        if isinstance(error, CallAnalysisError):
            self._sending.note_failure(error)
            raise _Failure(error) from None


def _is_mended(error: CallAnalysisError) -> bool:
    return error.retryable or error.status in MENDED_BY_ASKING
