package callanalysis

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestEventReader(t *testing.T) {
	progress := serverEvent{id: "1", name: "progress", data: "{}"}
	cases := map[string]struct {
		stream string
		want   []serverEvent
	}{
		"LF":                       {"id: 1\nevent: progress\ndata: {}\n\n", []serverEvent{progress}},
		"CR":                       {"id: 1\revent: progress\rdata: {}\r\r", []serverEvent{progress}},
		"CRLF":                     {"id: 1\r\nevent: progress\r\ndata: {}\r\n\r\n", []serverEvent{progress}},
		"a byte order mark":        {"\ufeffid: 1\nevent: progress\ndata: {}\n\n", []serverEvent{progress}},
		"no space":                 {"id:1\nevent:progress\ndata:{}\n\n", []serverEvent{progress}},
		"comments":                 {": heartbeat\n\n:\nid: 1\nevent: progress\n: in between\ndata: {}\n\n", []serverEvent{progress}},
		"unknown fields":           {"retry: 5\nfoo: bar\nid: 1\nevent: progress\ndata: {}\n\n", []serverEvent{progress}},
		"data of several lines":    {"data: a\ndata\ndata:  b\n\n", []serverEvent{{name: "message", data: "a\n\n b"}}},
		"an id that holds":         {"id: 7\ndata: a\n\ndata: b\n\n", []serverEvent{{"7", "message", "a"}, {"7", "message", "b"}}},
		"an id with NUL":           {"id: a\x00b\ndata: a\n\n", []serverEvent{{name: "message", data: "a"}}},
		"a name without data":      {"event: progress\n\ndata: a\n\n", []serverEvent{{name: "message", data: "a"}}},
		"an event that is cut off": {"data: a\n\ndata: b\n", []serverEvent{{name: "message", data: "a"}}},
		"nothing":                  {"", nil},
	}
	for name, each := range cases {
		for splitting, source := range map[string]io.Reader{
			"whole":      strings.NewReader(each.stream),
			"bytewise":   iotest.OneByteReader(strings.NewReader(each.stream)),
			"with error": iotest.DataErrReader(strings.NewReader(each.stream)),
		} {
			if got := readAll(t, source); !reflect.DeepEqual(got, each.want) {
				t.Errorf("%s, %s: got %q, want %q", name, splitting, got, each.want)
			}
		}
	}
}

func TestEventReaderDoesNotWaitForTheLineFeedOfACRLF(t *testing.T) {
	source, target := io.Pipe()
	go func() { _, _ = target.Write([]byte("data: a\r\n\r")) }()
	event, err := newEventReader(source, "").next()
	if err != nil || event.data != "a" {
		t.Fatalf("got %q, %v", event, err)
	}
}

func readAll(t *testing.T, source io.Reader) []serverEvent {
	t.Helper()
	var events []serverEvent
	reader := newEventReader(source, "")
	for {
		event, err := reader.next()
		if err == io.EOF {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
}
