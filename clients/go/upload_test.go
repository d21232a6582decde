package callanalysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const oneAnalysis = `{"id":"1","object":"analysis","status":"processing"}`

func recordingFile(t *testing.T, size int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a \"call\".wav")
	if err := os.WriteFile(path, bytes.Repeat([]byte("0123456789abcdef"), size/16), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func submission(change func(*AnalysesCreateParams)) *AnalysesCreateParams {
	params := &AnalysesCreateParams{AgentID: "agent-7", ContactID: "cust-42"}
	change(params)
	return params
}

// receive reads the form and answers as the service would.
func receive(got *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			answering(400, `{"detail":"no form"}`)(w, r)
			return
		}
		file, header, err := r.FormFile("audio_file")
		if err != nil {
			answering(400, `{"detail":"no file"}`)(w, r)
			return
		}
		size, _ := io.Copy(io.Discard, file)
		*got = append(*got, fmt.Sprint(r.FormValue("agent_id"), " ", r.FormValue("metadata"), " ",
			r.FormValue("webhook_events"), " ", header.Filename, " ", size, " ", r.ContentLength >= 0))
		answering(201, oneAnalysis)(w, r)
	}
}

func TestUploadOfAFile(t *testing.T) {
	t.Parallel()
	var got []string
	service := newFakeService(t, receive(&got))
	var told []int64
	analysis, err := service.client(t, nil).Analyses.Create(context.Background(), submission(func(p *AnalysesCreateParams) {
		p.File = recordingFile(t, 1<<20)
		p.Metadata = map[string]any{"a": 1}
		p.WebhookEvents = []WebhookEvent{WebhookEventAnalysisCompleted, WebhookEventAnalysisFailed}
		p.OnProgress = func(sent, total int64) { told = append(told, sent, total) }
	}))
	if err != nil || analysis.Status != AnalysisStatusProcessing {
		t.Fatalf("got %+v, %v", analysis, err)
	}
	want := `agent-7 {"a":1} analysis.completed,analysis.failed a %22call%22.wav 1048576 true`
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if last := told[len(told)-2:]; last[0] != 1<<20 || last[1] != 1<<20 {
		t.Errorf("the last progress is %v", last)
	}
}

func TestUploadOfAReaderIsSentOnce(t *testing.T) {
	t.Parallel()
	service := newFakeService(t, answering(503, `{"detail":"no"}`))
	_, err := service.client(t, nil).Analyses.Create(context.Background(), submission(func(p *AnalysesCreateParams) {
		p.Reader = strings.NewReader("RIFF")
	}))
	failureFrom(t, err, KindAPI)
	if len(service.sent()) != 1 {
		t.Errorf("%d attempts", len(service.sent()))
	}
}

func TestUploadOpensTheRecordingAnew(t *testing.T) {
	t.Parallel()
	var got []string
	service := newFakeService(t, cutting(""), receive(&got))
	opened := 0
	var told []int64
	_, err := service.client(t, nil).Analyses.Create(context.Background(), submission(func(p *AnalysesCreateParams) {
		p.OnProgress = func(sent, _ int64) { told = append(told, sent) }
		p.Open = func() (io.ReadCloser, error) {
			opened++
			return io.NopCloser(bytes.NewReader(make([]byte, 100_000))), nil
		}
	}))
	if err != nil || opened != 2 || len(got) != 1 || got[0] != "agent-7   recording 100000 false" {
		t.Fatalf("got %q, %v, opened %d times", got, err, opened)
	}
	for at := 1; at < len(told); at++ {
		if told[at] <= told[at-1] {
			t.Fatalf("the progress went from %d to %d", told[at-1], told[at])
		}
	}
}

func TestUploadArguments(t *testing.T) {
	t.Parallel()
	service := newFakeService(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	for name, change := range map[string]func(*AnalysesCreateParams){
		"no source":   func(*AnalysesCreateParams) {},
		"two sources": func(p *AnalysesCreateParams) { p.File, p.URL = "a", "b" },
		"no file":     func(p *AnalysesCreateParams) { p.File = "/does/not/exist.wav" },
		"a folder":    func(p *AnalysesCreateParams) { p.File = t.TempDir() },
		"too short":   func(p *AnalysesCreateParams) { p.Reader, p.Size = strings.NewReader("abc"), 5 },
		"too long":    func(p *AnalysesCreateParams) { p.Reader, p.Size = strings.NewReader("abcdefgh"), 5 },
		"a broken reader": func(p *AnalysesCreateParams) {
			p.Reader = io.MultiReader(strings.NewReader("abc"), &brokenReader{})
		},
	} {
		_, err := service.client(t, nil).Analyses.Create(context.Background(), submission(change))
		if failure := failureFrom(t, err, KindArgument); failure.Retryable {
			t.Errorf("%s: %+v", name, failure)
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// refuseEarly answers before it has read the recording, and closes the connection with bytes unread, which resets it.
func refuseEarly(t *testing.T, status, body string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.ReadFull(conn, make([]byte, 2_000))
				fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", status, len(body), body)
				conn.Close()
			}()
		}
	}()
	return "http://" + listener.Addr().String()
}

// Without the library's own connection, net/http reports one in fifteen as a connection that was reset.
func TestEarlyAnswers(t *testing.T) {
	t.Parallel()
	address := refuseEarly(t, "402 Payment Required", `{"detail":"Usage limit exceeded"}`)
	client, err := New(Options{BaseURL: address, MaxRetries: Int(0)})
	if err != nil {
		t.Fatal(err)
	}
	path := recordingFile(t, 4<<20)
	errs := make(chan error)
	for worker := 0; worker < 8; worker++ {
		go func() {
			for upload := 0; upload < 50; upload++ {
				_, err := client.Analyses.Create(context.Background(), submission(func(p *AnalysesCreateParams) { p.File = path }))
				errs <- err
			}
		}()
	}
	for upload := 0; upload < 8*50; upload++ {
		if failure := failureFrom(t, <-errs, KindAPI); failure.Status != 402 || failure.Detail != "Usage limit exceeded" {
			t.Fatalf("got %+v", failure)
		}
	}
}

func TestCancellationInTheMiddleOfAnUpload(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	service := newFakeService(t, func(http.ResponseWriter, *http.Request) { <-released })
	t.Cleanup(func() { close(released) })
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := service.client(t, nil).Analyses.Create(ctx, submission(func(p *AnalysesCreateParams) {
		p.File = recordingFile(t, 32<<20)
		p.OnProgress = func(sent, _ int64) {
			if sent > 100_000 {
				cancel()
			}
		}
	}))
	failureFrom(t, err, KindCancelled)
}

func TestASlowUploadIsNotTimedOut(t *testing.T) {
	t.Parallel()
	var got []string
	service := newFakeService(t, receive(&got))
	client := service.client(t, func(o *Options) { o.Timeout, o.MaxRetries = 2*time.Second, Int(0) })
	_, err := client.Analyses.Create(context.Background(), submission(func(p *AnalysesCreateParams) {
		p.Reader, p.Size = &slowReader{left: 10}, 10
	}))
	if err != nil || len(got) != 1 {
		t.Fatalf("got %q, %v", got, err)
	}
}

// slowReader takes longer over all its bytes than the time-out of the test, but not over one.
type slowReader struct{ left int }

func (r *slowReader) Read(buffer []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	<-time.After(250 * time.Millisecond)
	r.left--
	buffer[0] = 'x'
	return 1, nil
}
