package callanalysis

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"
)

func streaming(text string) http.HandlerFunc {
	return answering(200, text, "Content-Type", "text/event-stream")
}

const (
	halfway   = "id: 5\nevent: progress\ndata: {\"stage\":\"transcribing\",\"percent\":50}\n\n"
	completed = "id: 9\nevent: completed\ndata: {\"id\":\"1\",\"status\":\"completed\"}\n\n"
)

func TestWaitGoesOnBehindACut(t *testing.T) {
	t.Parallel()
	service := newFakeService(t, streaming(": hello\n\n"+halfway+"event: comp"), streaming(completed))
	var told []int64
	analysis, err := service.client(t, nil).Analyses.WaitForCompletion(context.Background(), "1", &WaitParams{
		OnProgress: func(p Progress) { told = append(told, p.Percent) },
	})
	if err != nil || analysis.Status != AnalysisStatusCompleted || fmt.Sprint(told) != "[50]" {
		t.Fatalf("got %+v, %v, told %v", analysis, err, told)
	}
	if last := service.sent()[1].Header.Get("Last-Event-ID"); last != "5" {
		t.Errorf("the last event's id is %q", last)
	}
}

func TestWaitPollsWhereThereIsNoStream(t *testing.T) {
	t.Parallel()
	failed := answering(200, `{"id":"1","status":"failed"}`)
	for name, handlers := range map[string][]http.HandlerFunc{
		"nothing is left to tell": {answering(204, ""), failed},
		"a page of a proxy":       {answering(200, "<html>", "Content-Type", "text/html"), failed},
		"empty streams":           {streaming(""), streaming(""), streaming(""), failed},
		"refused streams":         {answering(503, ""), answering(429, "", "Retry-After", "0"), cutting(""), failed},
		"an unreadable event":     {streaming("event: completed\ndata: {\"id\":1}\n\n"), failed},
	} {
		service := newFakeService(t, handlers...)
		analysis, err := service.client(t, nil).Analyses.WaitForCompletion(context.Background(), "1", nil)
		if err != nil || analysis.Status != AnalysisStatusFailed || len(service.sent()) != len(handlers) {
			t.Errorf("%s: got %+v, %v after %d requests", name, analysis, err, len(service.sent()))
		}
	}
}

func TestWaitEndsAtOnceWhereItMayNotRead(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 403, 404} {
		service := newFakeService(t, answering(status, `{"detail":"no"}`))
		_, err := service.client(t, nil).Analyses.WaitForCompletion(context.Background(), "1", nil)
		if failure := failureFrom(t, err, KindAPI); failure.Status != status || len(service.sent()) != 1 {
			t.Errorf("%d: got %+v after %d requests", status, failure, len(service.sent()))
		}
	}
}

func TestWaitEndsInTime(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	service := newFakeService(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(halfway)(w, r)
		w.(http.Flusher).Flush()
		<-released
	})
	t.Cleanup(func() { close(released) })
	client := service.client(t, nil)
	_, err := client.Analyses.WaitForCompletion(context.Background(), "1", &WaitParams{Timeout: 50 * time.Millisecond})
	failureFrom(t, err, KindTimeout)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err = client.Analyses.WaitForCompletion(ctx, "1", &WaitParams{Timeout: time.Hour})
	failureFrom(t, err, KindCancelled)
}

func TestASilentStreamIsLeft(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	service := newFakeService(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(halfway)(w, r)
		w.(http.Flusher).Flush()
		<-released
	}, streaming(completed))
	t.Cleanup(func() { close(released) })
	client := service.client(t, func(o *Options) { o.StreamTimeout = 2 * time.Second })
	events := client.Analyses.Events(context.Background(), "1", nil)
	var names []string
	for events.Next() {
		names = append(names, events.Current().Event)
	}
	if events.Err() != nil || fmt.Sprint(names) != "[progress completed]" {
		t.Fatalf("got %v, %v", names, events.Err())
	}
}
