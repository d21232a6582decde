package callanalysis

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

const unknownSize = -1

// upload is a form with a recording, sent as it is read.
type upload struct {
	open       func() (io.ReadCloser, error)
	size       int64 // of the recording; unknownSize
	once       bool  // the recording can be read once only
	prefix     []byte
	suffix     []byte
	boundary   string
	isPart     bool // sent as it is, by tus
	onProgress func(sent, total int64)

	mutex   sync.Mutex
	taken   bool  // a byte of the recording was read
	told    int64 // the most that onProgress was told; -1 before the first time
	failure *Error
}

// newUpload puts the fields before the recording, so that the service can refuse them before it takes the recording.
func newUpload(fields []field, params *AnalysesCreateParams) (*upload, error) {
	boundary, err := newUUID()
	if err != nil {
		return nil, argumentError("The system gives no random numbers.", err)
	}
	made := &upload{boundary: boundary, told: -1, onProgress: params.OnProgress, size: unknownSize}
	if params.Size > 0 {
		made.size = params.Size
	}
	name := params.FileName
	switch {
	case params.File != "":
		name = firstOf(name, filepath.Base(params.File))
		made.open = func() (io.ReadCloser, error) { return made.openFile(params.File) }
	case params.Open != nil:
		made.open = params.Open
	default:
		made.once = true
		made.open = func() (io.ReadCloser, error) { return io.NopCloser(params.Reader), nil }
	}
	var prefix bytes.Buffer
	for _, each := range fields {
		fmt.Fprintf(&prefix, "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n", boundary, each.name, each.text)
	}
	fmt.Fprintf(&prefix, "--%s\r\nContent-Disposition: form-data; name=\"audio_file\"; filename=\"%s\"\r\n", boundary,
		formName.Replace(firstOf(name, "recording")))
	prefix.WriteString("Content-Type: application/octet-stream\r\n\r\n")
	made.prefix, made.suffix = prefix.Bytes(), []byte("\r\n--"+boundary+"--\r\n")
	return made, nil
}

// As browsers write names into forms.
var formName = strings.NewReplacer("\"", "%22", "\r", "%0D", "\n", "%0A")

func (u *upload) openFile(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = errors.New("it is a folder")
	case info.Mode().IsRegular():
		u.size = info.Size()
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

func (u *upload) contentType() string {
	if u.isPart {
		return "application/offset+octet-stream"
	}
	return "multipart/form-data; boundary=" + u.boundary
}

func (u *upload) contentLength() int64 {
	if u.size == unknownSize {
		return unknownSize
	}
	return int64(len(u.prefix)) + u.size + int64(len(u.suffix))
}

// canRepeat tells whether another attempt can send the whole recording; always for a call without one.
func (u *upload) canRepeat() bool {
	if u == nil {
		return true
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return !u.once || !u.taken
}

// sourceError is the fault of the recording's own reader, which ended the attempt.
func (u *upload) sourceError() *Error {
	if u == nil {
		return nil
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return u.failure
}

// begin opens the recording for one attempt.
func (u *upload) begin(watch *idleWatch) (*bodyOnce, *Error) {
	source, err := u.open()
	if err != nil {
		return nil, argumentError("The recording cannot be opened: "+err.Error(), err)
	}
	recording := &recordingReader{upload: u, source: source}
	body := io.MultiReader(bytes.NewReader(u.prefix), recording, bytes.NewReader(u.suffix))
	return &bodyOnce{body: watch.reader(body), recording: recording}, nil
}

// bodyOnce is the body of one attempt. net/http may go on reading after it has returned the answer: nothing is read, and the caller
// hears of no progress, once the attempt has ended.
type bodyOnce struct {
	body      io.Reader
	recording *recordingReader
}

func (s *bodyOnce) Read(buffer []byte) (int, error) { return s.body.Read(buffer) }

// Close closes the recording. net/http calls it when it reads no more.
func (s *bodyOnce) Close() error { return s.recording.close() }

// end stops reading and telling of progress.
func (s *bodyOnce) end() {
	s.recording.upload.mutex.Lock()
	defer s.recording.upload.mutex.Unlock()
	s.recording.ended = true
}

type recordingReader struct {
	upload *upload
	source io.ReadCloser
	sent   int64
	ended  bool // guarded by the upload's mutex
	once   sync.Once
}

func (r *recordingReader) close() (err error) {
	r.once.Do(func() { err = r.source.Close() })
	return err
}

func (r *recordingReader) Read(buffer []byte) (int, error) {
	if r.hasEnded() {
		return 0, io.ErrClosedPipe
	}
	n, err := r.source.Read(buffer)
	u := r.upload
	u.mutex.Lock()
	defer u.mutex.Unlock()
	r.sent += int64(n)
	u.taken = u.taken || n > 0
	if r.ended {
		return 0, io.ErrClosedPipe
	}
	switch {
	case err != nil && err != io.EOF:
		u.failure = argumentError("The recording cannot be read: "+err.Error(), err)
		return n, err
	case u.size != unknownSize && (r.sent > u.size || (err == io.EOF && r.sent < u.size)):
		detail := fmt.Sprintf("The recording has not the %d bytes that were announced.", u.size)
		u.failure = argumentError(detail, nil)
		return 0, u.failure
	}
	if r.sent > u.told && (n > 0 || err == io.EOF) {
		u.told = r.sent
		if u.onProgress != nil {
			u.onProgress(r.sent, u.size)
		}
	}
	return n, err
}

func (r *recordingReader) hasEnded() bool {
	r.upload.mutex.Lock()
	defer r.upload.mutex.Unlock()
	return r.ended
}
