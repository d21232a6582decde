package callanalysis

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
)

// After so many connections in a row without an event a stream gives up.
const maxEmptyConnections = 3

// AnalysisStreamEvent is one event of an analysis as it happens.
type AnalysisStreamEvent struct {
	// ID names the event: give it as LastEventID to go on behind it.
	ID string
	// Event is "progress", "completed", "failed", or what a newer service sends.
	Event string
	// Progress is what a "progress" event tells; nil otherwise.
	Progress *Progress
	// Analysis is what a "completed" or "failed" event tells, the whole analysis; nil otherwise.
	Analysis *Analysis
	// Data is the event's data as it came.
	Data json.RawMessage
}

// AnalysesEventsParams are the parameters of [AnalysesService.Events].
type AnalysesEventsParams struct {
	// LastEventID is the id of the last event that was seen: the stream goes on behind it.
	LastEventID string `json:"last_event_id,omitempty"`
}

// EventStream walks through the events of an analysis, and connects again where the stream is cut:
//
//	events := client.Analyses.Events(ctx, id, nil)
//	defer events.Close()
//	for events.Next() {
//		use(events.Current())
//	}
//	if err := events.Err(); err != nil { … }
//
// An EventStream is not safe for concurrent use.
type EventStream struct {
	ctx     context.Context
	client  *Client
	request *call

	connection *eventConnection
	lastID     string
	hadEvent   bool
	empty      int // connections in a row without an event
	current    AnalysisStreamEvent
	ended      bool
	err        error
}

// Events follows an analysis until it is completed or has failed. After three connections in a row without an event it gives up; see
// [AnalysesService.WaitForCompletion], which then polls. GET /analysis/{id}/events.
func (s *AnalysesService) Events(ctx context.Context, id string, params *AnalysesEventsParams) *EventStream {
	stream := &EventStream{ctx: ctx, client: s.client, request: newCall(http.MethodGet, "/analysis/{id}/events", id)}
	stream.request.accept, stream.request.fresh = "text/event-stream", true
	if params != nil {
		stream.lastID = params.LastEventID
	}
	if ctx == nil {
		stream.err = argumentError("The context is nil.", nil)
	} else if failure := s.client.prepare(stream.request); failure != nil {
		stream.err = failure
	}
	return stream
}

// Next waits for the next event. It returns false when the analysis is final and has been told, and after an error.
func (s *EventStream) Next() bool {
	for s.err == nil && !s.ended {
		if s.connection == nil && !s.connect() {
			continue
		}
		event, err := s.connection.events.next()
		if err != nil {
			s.lose(s.connection.explain(s.ctx, err), nil)
			continue
		}
		s.hadEvent, s.lastID = true, event.id
		if err := s.take(event); err != nil {
			s.err = err
			s.Close()
			return false
		}
		return true
	}
	return false
}

// Current returns the event that Next went to.
func (s *EventStream) Current() AnalysisStreamEvent { return s.current }

// Err returns the error that ended the stream, an [*Error]; nil when it came to its end.
func (s *EventStream) Err() error { return s.err }

// Close ends the stream. It may be called more than once.
func (s *EventStream) Close() {
	s.ended = true
	s.disconnect()
}

func (s *EventStream) disconnect() {
	if s.connection != nil {
		s.connection.close()
		s.connection = nil
	}
}

// connect opens one connection; false where it did not open or where nothing is left to tell.
func (s *EventStream) connect() bool {
	connection, header, failure := s.client.openEvents(s.ctx, s.request, s.lastID)
	if failure != nil {
		s.lose(failure, header)
		return false
	}
	s.connection = connection
	s.ended = connection == nil
	return connection != nil
}

// lose counts a connection that has ended, and waits before the next one.
func (s *EventStream) lose(failure *Error, header http.Header) {
	s.disconnect()
	s.empty++
	if s.hadEvent {
		s.empty = 0
	}
	s.hadEvent = false
	if !failure.Retryable || s.ctx.Err() != nil || s.empty >= maxEmptyConnections {
		s.err = failure
		return
	}
	repeated := s.empty - 1
	if repeated < 0 {
		repeated = 0
	}
	wait, worthwhile := pauseAfter(header, repeated)
	if !worthwhile {
		s.err = failure
		return
	}
	if err := sleep(s.ctx, wait); err != nil {
		s.err = err
	}
}

// take reads an event's data and notices the last event.
func (s *EventStream) take(event serverEvent) error {
	s.current = AnalysisStreamEvent{ID: event.id, Event: event.name, Data: json.RawMessage(event.data)}
	var target any
	switch event.name {
	case "progress":
		s.current.Progress = new(Progress)
		target = s.current.Progress
	case "completed", "failed":
		s.current.Analysis = new(Analysis)
		target = s.current.Analysis
		s.Close()
	default:
		return nil
	}
	if err := decode([]byte(event.data), target); err != nil {
		return answerError("The event is not what the document promises: "+err.Error(), err)
	}
	return nil
}

// eventConnection is one answer of the type text/event-stream.
type eventConnection struct {
	body   io.ReadCloser
	watch  *idleWatch
	events *eventReader
}

// openEvents sends the request once. It returns nil, and no error, where nothing is left to tell (204).
func (c *Client) openEvents(ctx context.Context, request *call, lastID string) (*eventConnection, http.Header, *Error) {
	streamCtx, watch := watchIdle(ctx, c.streamTimeout)
	opened := false
	defer func() {
		if !opened {
			watch.stop()
		}
	}()
	sent := *request
	sent.header = http.Header{"Accept-Encoding": {"identity"}, "Cache-Control": {"no-cache"}}
	if lastID != "" {
		sent.header.Set("Last-Event-ID", lastID)
	}
	response, failure := c.send(streamCtx, ctx, &sent, watch)
	if failure != nil {
		return nil, nil, failure
	}
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case response.StatusCode == http.StatusNoContent:
		_ = response.Body.Close()
		return nil, response.Header, nil
	case response.StatusCode == http.StatusOK && mediaType == "text/event-stream":
		opened = true
		events := newEventReader(watch.reader(response.Body), lastID)
		return &eventConnection{response.Body, watch, events}, response.Header, nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(watch.reader(response.Body))
	switch {
	case err != nil:
		return nil, response.Header, watch.explain(ctx, err)
	case response.StatusCode == http.StatusOK:
		return nil, response.Header, answerError("The server answered with "+mediaType+" in place of a stream of events.", nil)
	}
	return nil, response.Header, apiError(response.StatusCode, response.Header, body)
}

func (c *eventConnection) explain(ctx context.Context, err error) *Error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return c.watch.explain(ctx, err)
}

func (c *eventConnection) close() {
	c.watch.stop()
	_ = c.body.Close()
}
