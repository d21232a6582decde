package callanalysis

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	// So that a service or a proxy that keeps whole requests only loses no more than this by a cut.
	partBytes       = 16 << 20
	deletions       = 3
	deletionTimeout = 2 * time.Second
)

// parts is a recording that can be read from any place.
type parts struct {
	name   string
	size   int64
	openAt func(offset int64) (io.ReadCloser, error)
}

// partsOf is nil for a recording that can be read from its first byte only.
func partsOf(params *AnalysesCreateParams) *parts {
	switch seeker, seeks := params.Reader.(io.ReadSeeker); {
	case params.File != "":
		return partsOfFile(params.File, params.FileName)
	case seeks:
		recording := partsOfReader(seeker, params.FileName)
		if recording != nil && params.Size > 0 && params.Size != recording.size {
			return nil
		}
		return recording
	}
	return nil
}

// partsOfFile is nil for what is no plain file: reading it says what is wrong.
func partsOfFile(path, name string) *parts {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return &parts{name: firstOf(name, filepath.Base(path)), size: info.Size(), openAt: func(offset int64) (io.ReadCloser, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		if _, err := file.Seek(offset, io.SeekStart); err != nil {
			_ = file.Close()
			return nil, err
		}
		return file, nil
	}}
}

func partsOfReader(reader io.ReadSeeker, name string) *parts {
	start, err := reader.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	end, err := reader.Seek(0, io.SeekEnd)
	if err != nil {
		return nil
	}
	if _, err := reader.Seek(start, io.SeekStart); err != nil {
		return nil
	}
	return &parts{name: firstOf(name, "recording"), size: end - start, openAt: func(offset int64) (io.ReadCloser, error) {
		_, err := reader.Seek(start+offset, io.SeekStart)
		return io.NopCloser(reader), err
	}}
}

// sending is one recording on its way: after a cut it asks how much has arrived, and goes on there.
type sending struct {
	client     *Client
	recording  *parts
	onProgress func(sent, total int64)

	create      func() (*Upload, *Error) // makes an upload, also in place of one that has ended; nil where there is one to go on with
	upload      *Upload
	unsure      bool  // how much has arrived is not known: a request broke off
	mostArrived int64 // also of an upload that has ended since
	failures    int
	told        int64
}

// whole makes an upload, anew where it ends before the recording is there. The caller's idempotency key names the upload too: the same
// call again, by whatever process, goes on with it.
func (s *sending) whole(ctx context.Context, options []RequestOption) (*Upload, *Error) {
	given := &call{}
	for _, option := range options {
		option(given)
	}
	s.unsure = given.idempotencyKey != ""
	s.create = func() (*Upload, *Error) {
		received, err := s.client.do(ctx, creation(s.recording.size, s.recording.name, options))
		// What stands under this key has ended: the next one gets a key of its own.
		options = nil
		if err != nil {
			return nil, asError(err)
		}
		return createdUpload(received, s.recording.size)
	}
	upload, failure := s.run(ctx)
	if failure != nil && s.upload != nil {
		return nil, s.left(s.upload.ID, failure)
	}
	return upload, failure
}

// rest sends what is missing of an upload that was begun before.
func (s *sending) rest(ctx context.Context, upload *Upload) (*Upload, *Error) {
	if upload.Length != s.recording.size {
		detail := fmt.Sprintf("The upload is one of %d bytes, and the recording has %d.", upload.Length, s.recording.size)
		return nil, argumentError(detail, nil)
	}
	s.arrived(upload)
	whole, failure := s.run(ctx)
	if failure != nil {
		failure.UploadID = upload.ID
	}
	return whole, failure
}

// left deletes an upload that nothing will go on with: the call was cancelled, or its recording cannot be read. Otherwise the error
// says what there is.
func (s *sending) left(id string, failure *Error) *Error {
	if failure.Kind != KindCancelled && failure.Kind != KindArgument {
		failure.UploadID = id
		return failure
	}
	for attempt := 0; attempt < deletions; attempt++ {
		if attempt > 0 {
			// A request that was cut may hold the upload for a moment yet.
			time.Sleep(backOff(attempt - 1))
		}
		ctx, cancel := context.WithTimeout(context.Background(), deletionTimeout)
		_, refused := s.try(ctx, onUpload(http.MethodDelete, id))
		cancel()
		if refused == nil || !refused.Retryable && refused.Status != http.StatusLocked {
			break
		}
	}
	return failure
}

func (s *sending) run(ctx context.Context) (*Upload, *Error) {
	for {
		if s.upload == nil {
			made, failure := s.create()
			if failure != nil {
				return nil, failure
			}
			s.upload = made
		}
		received, failure := s.round(ctx)
		if failure == nil {
			return s.upload, nil
		}
		if !s.canGoOn(failure) || s.failures >= s.client.maxRetries || ctx.Err() != nil {
			return nil, failure
		}
		var header http.Header
		if received != nil {
			header = received.header
		}
		wait, worthwhile := pauseAfter(header, s.failures)
		if !worthwhile {
			return nil, failure
		}
		s.failures++
		if err := sleep(ctx, wait); err != nil {
			return nil, asError(err)
		}
	}
}

// round asks where that is needed, then sends until the upload is whole. It returns the answer that a failure came with.
func (s *sending) round(ctx context.Context) (*answer, *Error) {
	if s.unsure {
		received, failure := s.try(ctx, onUpload(http.MethodHead, s.upload.ID))
		if failure != nil {
			return received, s.failed(failure)
		}
		found, failure := foundUpload(s.upload.ID, received)
		if failure != nil {
			return received, failure
		}
		s.arrived(found)
		s.unsure = false
	}
	for s.upload.Offset < s.recording.size {
		before := s.upload.Offset
		request := onUpload(http.MethodPatch, s.upload.ID, field{"Upload-Offset", strconv.FormatInt(before, 10)})
		request.upload = s.partFrom(before)
		received, failure := s.try(ctx, request)
		if failure != nil {
			return received, s.failed(failure)
		}
		offset, failure := offsetIn(received, s.recording.size)
		if failure != nil {
			return received, failure
		}
		s.arrived(&Upload{ID: s.upload.ID, Length: s.recording.size, Offset: offset, ExpiresAt: s.upload.ExpiresAt})
		if offset <= before {
			nothing := answerError("The service took no byte of the upload.", nil)
			nothing.Retryable = true
			return received, s.failed(nothing)
		}
	}
	s.tell(s.recording.size)
	return nil, nil
}

func (s *sending) partFrom(offset int64) *upload {
	length := s.recording.size - offset
	if length > partBytes {
		length = partBytes
	}
	return &upload{
		isPart:     true,
		size:       length,
		told:       -1,
		onProgress: func(sent, _ int64) { s.tell(offset + sent) },
		open: func() (io.ReadCloser, error) {
			source, err := s.recording.openAt(offset)
			if err != nil {
				return nil, err
			}
			return limited{io.LimitReader(source, length), source}, nil
		},
	}
}

type limited struct {
	io.Reader
	io.Closer
}

// try sends a request by one attempt, on a connection of its own.
func (s *sending) try(ctx context.Context, request *call) (*answer, *Error) {
	if failure := s.client.prepare(request); failure != nil {
		return nil, failure
	}
	request.fresh = true
	return s.client.attempt(ctx, request)
}

func (s *sending) arrived(upload *Upload) {
	s.upload = upload
	if upload.Offset > s.mostArrived {
		s.mostArrived = upload.Offset
		s.failures = 0
	}
}

func (s *sending) failed(failure *Error) *Error {
	s.unsure = !isGone(failure)
	if isGone(failure) {
		s.upload = nil
	}
	return failure
}

func (s *sending) canGoOn(failure *Error) bool {
	if isGone(failure) {
		return s.create != nil
	}
	switch failure.Status {
	case http.StatusConflict, http.StatusLocked, statusChecksumMismatch:
		return true
	}
	return failure.Retryable
}

// Of tus: bytes arrived altered.
const statusChecksumMismatch = 460

func isGone(failure *Error) bool {
	return failure.Status == http.StatusNotFound || failure.Status == http.StatusGone
}

func (s *sending) tell(sent int64) {
	if s.onProgress != nil && sent > s.told {
		s.told = sent
		s.onProgress(sent, s.recording.size)
	}
}
