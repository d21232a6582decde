package callanalysis

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// idleWatch ends an attempt when for a time no byte was sent or received. A limit on the whole attempt would end long uploads.
type idleWatch struct {
	limit  time.Duration
	timer  *time.Timer
	fired  atomic.Bool
	cancel context.CancelFunc
}

func watchIdle(ctx context.Context, limit time.Duration) (context.Context, *idleWatch) {
	watched, cancel := context.WithCancel(ctx)
	watch := &idleWatch{limit: limit, cancel: cancel}
	watch.timer = time.AfterFunc(limit, func() {
		watch.fired.Store(true)
		cancel()
	})
	return watched, watch
}

func (w *idleWatch) touch() {
	if !w.fired.Load() {
		w.timer.Reset(w.limit)
	}
}

func (w *idleWatch) stop() {
	w.timer.Stop()
	w.cancel()
}

// reader touches the watch with each byte that arrives.
func (w *idleWatch) reader(source io.Reader) io.Reader { return &watchedReader{source, w} }

type watchedReader struct {
	source io.Reader
	watch  *idleWatch
}

func (r *watchedReader) Read(buffer []byte) (int, error) {
	n, err := r.source.Read(buffer)
	if n > 0 {
		r.watch.touch()
	}
	return n, err
}

// explain tells why an attempt failed: the caller's context, this watch, or else the connection.
func (w *idleWatch) explain(ctx context.Context, err error) *Error {
	if failure := contextError(ctx); failure != nil {
		return failure
	}
	if w.fired.Load() {
		detail := fmt.Sprintf("No byte was sent or received for %s.", w.limit)
		return &Error{Kind: KindTimeout, Detail: detail, Retryable: true, cause: err}
	}
	return asError(err)
}
