package callanalysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeService answers each request by the next of its handlers, the last one for all that follow, and keeps what was sent.
type fakeService struct {
	*httptest.Server
	mutex    sync.Mutex
	requests []*http.Request
}

func newFakeService(t *testing.T, handlers ...http.HandlerFunc) *fakeService {
	t.Helper()
	service := &fakeService{}
	service.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service.mutex.Lock()
		at := len(service.requests)
		service.requests = append(service.requests, r)
		service.mutex.Unlock()
		if at >= len(handlers) {
			at = len(handlers) - 1
		}
		handlers[at](w, r)
	}))
	t.Cleanup(service.Close)
	return service
}

func (s *fakeService) sent() []*http.Request {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]*http.Request(nil), s.requests...)
}

func (s *fakeService) client(t *testing.T, change func(*Options)) *Client {
	t.Helper()
	options := Options{APIKey: "sk_test_secret", BaseURL: s.URL + "/"}
	if change != nil {
		change(&options)
	}
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func answering(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// Of a body that the client had not begun to send, it would try again.
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		for at := 0; at+1 < len(headers); at += 2 {
			w.Header().Set(headers[at], headers[at+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// cutting sends a part of an answer and cuts the connection.
func cutting(part string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		fmt.Fprint(conn, part)
		conn.Close()
	}
}

func failureFrom(t *testing.T, err error, kind Kind) *Error {
	t.Helper()
	var failure *Error
	if !errors.As(err, &failure) || failure.Kind != kind {
		t.Fatalf("got %v, want an error of the kind %s", err, kind)
	}
	return failure
}

const oneKey = `{"id":"1","object":"api_key","key":"sk_test_1"}`

func TestRetriesKeepTheIdempotencyKey(t *testing.T) {
	t.Parallel()
	service := newFakeService(t,
		answering(429, `{"detail":"slow down"}`, "Retry-After", "0"),
		cutting("HTTP/1.1 201 Created\r\nContent-Length: 50\r\n\r\n{\"id\":"),
		answering(201, oneKey),
	)
	key, err := service.client(t, nil).APIKeys.Create(context.Background(), &APIKeysCreateParams{Name: "n"})
	if err != nil || key.ID != "1" {
		t.Fatalf("got %+v, %v", key, err)
	}
	sent := service.sent()
	first := sent[0].Header.Get("Idempotency-Key")
	if len(sent) != 3 || len(first) != 36 {
		t.Fatalf("%d attempts, the first with the key %q", len(sent), first)
	}
	for _, request := range sent {
		if request.Header.Get("Idempotency-Key") != first || request.Header.Get("Authorization") != "Bearer sk_test_secret" {
			t.Errorf("got the headers %v", request.Header)
		}
	}
}

func TestRefusalsAreNotRepeated(t *testing.T) {
	t.Parallel()
	for status, answer := range map[int]http.HandlerFunc{
		302: answering(302, "", "Location", "http://example.com/"),
		401: answering(401, `{"detail":"Invalid credentials"}`),
		404: answering(404, `<html>`),
		409: answering(409, `{"detail":"still running"}`),
		503: answering(503, `{"detail":"closed"}`, "Retry-After", "99999999"),
		429: answering(429, `{"detail":"closed"}`, "Retry-After", "99999999999999999999"),
	} {
		service := newFakeService(t, answer)
		_, err := service.client(t, nil).Users.Me(context.Background())
		failure := failureFrom(t, err, KindAPI)
		if failure.Status != status || len(service.sent()) != 1 || failure.Retryable != (status == 503 || status == 429) {
			t.Errorf("%d: got %+v after %d attempts", status, failure, len(service.sent()))
		}
		if strings.Contains(failure.Error(), "<") || strings.Contains(failure.Error(), "secret") {
			t.Errorf("%d: %s", status, failure)
		}
	}
}

func TestItemsOf422(t *testing.T) {
	t.Parallel()
	service := newFakeService(t, answering(422,
		`{"detail":[{"type":"missing","loc":["body","name"],"msg":"Field required"},{"loc":5},{"loc":["body",0],"msg":"odd"}]}`, "X-Request-Id", "req_1"))
	_, err := service.client(t, nil).APIKeys.Create(context.Background(), nil, WithIdempotencyKey("mine"))
	failure := failureFrom(t, err, KindAPI)
	if len(failure.Items) != 2 || failure.Items[0].Loc[1] != "name" || failure.Detail != "name: Field required; 0: odd" {
		t.Errorf("got %+v", failure)
	}
	if failure.RequestID != "req_1" || failure.IdempotencyKey != "mine" {
		t.Errorf("got %+v", failure)
	}
}

func TestUnreadableAnswers(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"created":1e400}`, `<html>`, ``, `{"id":7}`, `[]`, `"x"`, ` null`} {
		service := newFakeService(t, answering(200, body))
		_, err := service.client(t, nil).Users.Me(context.Background())
		if failure := failureFrom(t, err, KindAnswer); failure.Retryable || len(service.sent()) != 1 {
			t.Errorf("%s: got %+v after %d attempts", body, failure, len(service.sent()))
		}
	}
}

func TestTimeoutAndCancellation(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	service := newFakeService(t, func(http.ResponseWriter, *http.Request) { <-released })
	t.Cleanup(func() { close(released) })
	client := service.client(t, func(o *Options) { o.Timeout, o.MaxRetries = 50*time.Millisecond, Int(0) })
	_, err := client.Users.Me(context.Background())
	failureFrom(t, err, KindTimeout)

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = service.client(t, nil).Users.Me(ctx)
	failureFrom(t, err, KindCancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v does not wrap context.Canceled", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = service.client(t, nil).Users.Me(ctx)
	failureFrom(t, err, KindTimeout)
}

func TestCancellationEndsABackOff(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	service := newFakeService(t, func(w http.ResponseWriter, r *http.Request) {
		answering(503, `{}`, "Retry-After", "60")(w, r)
		time.AfterFunc(20*time.Millisecond, cancel)
	})
	_, err := service.client(t, nil).Users.Me(ctx)
	failureFrom(t, err, KindCancelled)
}

func TestArguments(t *testing.T) {
	t.Parallel()
	service := newFakeService(t, answering(200, `{"id":"1"}`))
	client := service.client(t, nil)
	ctx := context.Background()
	for _, id := range []string{"", ".", ".."} {
		_, err := client.Analyses.Get(ctx, id, nil)
		failureFrom(t, err, KindArgument)
	}
	if _, err := client.Analyses.Get(ctx, "a/b?c#d %", nil); err != nil {
		t.Fatal(err)
	}
	if path := service.sent()[0].URL.EscapedPath(); path != "/api/v1/analysis/a%2Fb%3Fc%23d%20%25" {
		t.Errorf("got the path %s", path)
	}
	_, err := client.WithAPIKey("a\nb").Users.Me(ctx)
	if failure := failureFrom(t, err, KindArgument); strings.Contains(failure.Error(), "a\nb") {
		t.Error("the key is in the error")
	}
	for _, address := range []string{"ftp://a", "localhost:3000", "http://", "http://u:p@a", "/x"} {
		_, err := New(Options{BaseURL: address})
		failureFrom(t, err, KindArgument)
	}
}

func TestTheCredentialIsNotPrinted(t *testing.T) {
	t.Parallel()
	options := Options{APIKey: "sk_test_secret"}
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []any{options, &options, client, *client, client.Users, *client.Users} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
			if printed := fmt.Sprintf(format, value); strings.Contains(printed, "secret") {
				t.Errorf("%T with %s is %s", value, format, printed)
			}
		}
	}
}

func TestListsEnd(t *testing.T) {
	t.Parallel()
	service := newFakeService(t,
		answering(200, `{"object":"list","data":[{"id":"1"},{"id":"2"}],"has_more":true,"total":9}`),
		answering(200, `{"object":"list","data":[],"has_more":true,"total":9}`),
	)
	list := service.client(t, nil).Analyses.List(context.Background(), &AnalysesListParams{AgentID: String("a"), Limit: Int(2)})
	count := 0
	for list.Next() {
		count++
	}
	sent := service.sent()
	if list.Err() != nil || count != 2 || len(sent) != 2 || list.Total() != 9 {
		t.Fatalf("got %d items of %d requests, %v", count, len(sent), list.Err())
	}
	if got := sent[1].URL.RawQuery; got != "agent_id=a&limit=2&offset=2&view=full" {
		t.Errorf("got the query %s", got)
	}
}

func TestObjectsInQueries(t *testing.T) {
	query, err := queryOf(&AnalysesListParams{Metadata: map[string]any{"9": "blue & red", "a[b]": 2}})
	if want := "metadata%5B9%5D=blue+%26+red&metadata%5Ba%5Bb%5D%5D=2"; err != nil || query.Encode() != want {
		t.Fatalf("%s, %v", query.Encode(), err)
	}
}

func TestNullFields(t *testing.T) {
	t.Parallel()
	encoded, err := fieldsOf(withNulls(&UsersUpdateParams{Email: String("a@example.com")}, []string{"phone_number"}))
	if err != nil || len(encoded) != 1 {
		t.Fatalf("got %v, %v", encoded, err)
	}
	body, err := bodyWith{&UsersUpdateParams{}, map[string]any{"phone_number": nil}}.MarshalJSON()
	if err != nil || string(body) != `{"phone_number":null}` {
		t.Errorf("got %s, %v", body, err)
	}
}

func TestSplitParameters(t *testing.T) {
	t.Parallel()
	request := newCall("POST", "/things")
	request.body = withNulls(&AnalysesListParams{AgentID: String("a"), Limit: Int(2)}, []string{"b"})
	request.split([]string{"limit", "offset"}, field{"view", "full"})
	body, err := json.Marshal(request.body)
	if request.err != nil || err != nil || string(body) != `{"agent_id":"a","b":null}` {
		t.Errorf("got the body %s, %v, %v", body, request.err, err)
	}
	if got := request.query.Encode(); got != "limit=2&view=full" {
		t.Errorf("got the query %s", got)
	}
}
