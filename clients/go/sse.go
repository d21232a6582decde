package callanalysis

import (
	"bufio"
	"io"
	"strings"
)

// A line of an event holds a whole analysis; a longer line is no event of this service.
const maxLineBytes = 256 << 20

// serverEvent is one event of a text/event-stream.
type serverEvent struct {
	id, name, data string
}

// eventReader reads a text/event-stream by the rules of the HTML standard: lines end with CR, LF or CRLF, data may take several lines,
// comments and unknown fields are passed over, and what the end of the stream cuts off is dropped.
type eventReader struct {
	source *bufio.Reader
	lastID string
	begun  bool
	wasCR  bool
}

// newEventReader begins with the id of the last event of the connection before.
func newEventReader(source io.Reader, lastID string) *eventReader {
	return &eventReader{source: bufio.NewReader(source), lastID: lastID}
}

// next returns the next event, or the error that ended the stream; io.EOF where the server closed it in order.
func (r *eventReader) next() (serverEvent, error) {
	var name string
	var data []string
	for {
		line, err := r.line()
		if err != nil {
			return serverEvent{}, err
		}
		if line == "" {
			if len(data) > 0 {
				return serverEvent{id: r.lastID, name: firstOf(name, "message"), data: strings.Join(data, "\n")}, nil
			}
			name = ""
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch key {
		case "event":
			name = value
		case "data":
			data = append(data, value)
		case "id":
			if !strings.Contains(value, "\x00") {
				r.lastID = value
			}
		}
	}
}

// line returns a line without its end. The LF of a CRLF is left for the next call: waiting for it would hold an event back.
func (r *eventReader) line() (string, error) {
	var line strings.Builder
	for {
		c, err := r.source.ReadByte()
		if err != nil {
			return "", err
		}
		afterCR := r.wasCR
		r.wasCR = c == '\r'
		switch {
		case c == '\n' && afterCR:
			continue
		case c == '\n' || c == '\r':
			text := line.String()
			if !r.begun {
				r.begun = true
				text = strings.TrimPrefix(text, "\ufeff")
			}
			return text, nil
		case line.Len() >= maxLineBytes:
			return "", bufio.ErrTooLong
		}
		line.WriteByte(c)
	}
}
