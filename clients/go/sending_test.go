package callanalysis

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// tusService keeps one upload, and cuts its first part after a byte.
type tusService struct {
	bytes   string
	cut     bool
	deleted bool
}

func (s *tusService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/uploads"):
		w.Header().Set("Location", "/api/v1/uploads/u-1")
		w.WriteHeader(http.StatusCreated)
	case r.Method == http.MethodHead:
		w.Header().Set("Upload-Length", "5")
		w.Header().Set("Upload-Offset", countOf(s.bytes))
	case r.Method == http.MethodPatch:
		part, _ := io.ReadAll(r.Body)
		if !s.cut {
			s.cut = true
			s.bytes += string(part[:1])
			cutting("")(w, r)
			return
		}
		s.bytes += string(part)
		w.Header().Set("Upload-Offset", countOf(s.bytes))
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodDelete:
		s.deleted = true
		w.WriteHeader(http.StatusNoContent)
	default:
		answering(http.StatusPaymentRequired, `{"detail":"Usage limit exceeded"}`)(w, r)
	}
}

func countOf(text string) string { return string(rune('0' + len(text))) }

func TestAReaderThatSeeksIsSentFromWhereItStands(t *testing.T) {
	t.Parallel()
	kept := &tusService{}
	service := newFakeService(t, kept.ServeHTTP)
	reader := strings.NewReader("headHELLO")
	if _, err := reader.Seek(4, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var told []int64
	_, err := service.client(t, func(o *Options) { o.ResumableAbove = 1 }).Analyses.Create(context.Background(),
		submission(func(p *AnalysesCreateParams) {
			p.Reader = reader
			p.OnProgress = func(sent, _ int64) { told = append(told, sent) }
		}))
	failure := failureFrom(t, err, KindAPI)
	if failure.Status != 402 || failure.UploadID != "u-1" || kept.deleted {
		t.Errorf("got %+v", failure)
	}
	if kept.bytes != "HELLO" || told[len(told)-1] != 5 {
		t.Errorf("%q arrived, and %v was told", kept.bytes, told)
	}
}

func TestAReaderThatEndsTooEarlyDeletesItsUpload(t *testing.T) {
	t.Parallel()
	kept := &tusService{cut: true}
	service := newFakeService(t, kept.ServeHTTP)
	_, err := service.client(t, func(o *Options) { o.ResumableAbove = 1 }).Analyses.Create(context.Background(),
		submission(func(p *AnalysesCreateParams) { p.Reader = &shrunkReader{strings.NewReader("HELLO")} }))
	if failure := failureFrom(t, err, KindArgument); failure.UploadID != "" || !kept.deleted {
		t.Errorf("got %+v, deleted: %v", failure, kept.deleted)
	}
}

// shrunkReader promises five bytes and gives none.
type shrunkReader struct{ *strings.Reader }

func (*shrunkReader) Read([]byte) (int, error) { return 0, io.EOF }

func TestAReaderThatCannotSeekGoesAsAForm(t *testing.T) {
	t.Parallel()
	var got []string
	service := newFakeService(t, receive(&got))
	_, err := service.client(t, func(o *Options) { o.ResumableAbove = 1 }).Analyses.Create(context.Background(),
		submission(func(p *AnalysesCreateParams) { p.Reader, p.Size = io.MultiReader(strings.NewReader("HELLO")), 5 }))
	if err != nil || len(got) != 1 {
		t.Errorf("got %q, %v", got, err)
	}
}
