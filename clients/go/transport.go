package callanalysis

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// call is one call of an operation, over all its attempts.
type call struct {
	method  string
	path    string
	query   url.Values
	body    any     // sent as JSON; nil for none
	upload  *upload // sent as a form; nil for none
	accept  string
	header  http.Header // beside those of every request
	options []RequestOption

	err            error // of the arguments
	fresh          bool  // on a connection of its own
	encoded        []byte
	idempotencyKey string
}

// answer is a success, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// RequestOption changes one request.
type RequestOption func(*call)

// WithIdempotencyKey gives a POST your own Idempotency-Key, 1 to 255 characters, in place of a random one: the service does the
// same thing only once, also when your process starts again in between.
func WithIdempotencyKey(key string) RequestOption {
	return func(c *call) { c.idempotencyKey = key }
}

var unprintable = regexp.MustCompile(`[^\x20-\x7e]`)

// prepare checks what can be checked before the first attempt, and encodes what all attempts share.
func (c *Client) prepare(request *call) *Error {
	if request.err != nil {
		return asError(request.err)
	}
	if unprintable.MatchString(c.credential()) {
		return argumentError("The API key holds characters that a header cannot carry.", nil)
	}
	if request.method == http.MethodPost {
		random, err := newUUID()
		if err != nil {
			return argumentError("The system gives no random numbers.", err)
		}
		request.idempotencyKey = random
		for _, option := range request.options {
			option(request)
		}
		if key := request.idempotencyKey; key == "" || len(key) > 255 || unprintable.MatchString(key) {
			return argumentError("An idempotency key has 1 to 255 printable ASCII characters.", nil)
		}
	}
	if request.body != nil {
		encoded, err := json.Marshal(request.body)
		if err != nil {
			return argumentError("The parameters cannot be written as JSON.", err)
		}
		request.encoded = encoded
	}
	return nil
}

// do sends a request until an attempt succeeds or a repetition cannot help.
func (c *Client) do(ctx context.Context, request *call) (*answer, error) {
	if ctx == nil {
		return nil, argumentError("The context is nil.", nil)
	}
	if failure := c.prepare(request); failure != nil {
		return nil, failure
	}
	for attempt := 0; ; attempt++ {
		result, failure := c.attempt(ctx, request)
		if failure == nil {
			return result, nil
		}
		failure.IdempotencyKey = request.idempotencyKey
		if !failure.Retryable || attempt >= c.maxRetries || ctx.Err() != nil || !request.upload.canRepeat() {
			return nil, failure
		}
		var header http.Header
		if result != nil {
			header = result.header
		}
		wait, worthwhile := pauseAfter(header, attempt)
		if !worthwhile {
			return nil, failure
		}
		request.fresh = true
		if err := sleep(ctx, wait); err != nil {
			cancelled := asError(err)
			cancelled.IdempotencyKey = request.idempotencyKey
			return nil, cancelled
		}
	}
}

// attempt sends a request once and reads the whole answer. With an error of the kind KindAPI it returns the answer as well.
func (c *Client) attempt(ctx context.Context, request *call) (*answer, *Error) {
	attemptCtx, watch := watchIdle(ctx, c.timeout)
	defer watch.stop()
	response, failure := c.send(attemptCtx, ctx, request, watch)
	if failure != nil {
		return nil, failure
	}
	defer response.Body.Close()
	body, err := io.ReadAll(watch.reader(response.Body))
	if err != nil {
		return nil, watch.explain(ctx, err)
	}
	result := &answer{status: response.StatusCode, header: response.Header, body: body}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return result, apiError(response.StatusCode, response.Header, body)
	}
	return result, nil
}

// send returns the answer as soon as its head is there.
func (c *Client) send(attemptCtx, ctx context.Context, request *call, watch *idleWatch) (*http.Response, *Error) {
	if failure := contextError(ctx); failure != nil {
		return nil, failure
	}
	sent, err := c.newRequest(attemptCtx, request)
	if err != nil {
		return nil, argumentError("The request cannot be made: "+err.Error(), err)
	}
	transport := c.plain
	if request.fresh {
		transport = c.fresh
	}
	if request.upload != nil {
		transport = c.fresh
		sending, failure := request.upload.begin(watch)
		if failure != nil {
			return nil, failure
		}
		defer sending.end()
		sent.Body, sent.ContentLength = sending, request.upload.contentLength()
		sent.Header.Set("Content-Type", request.upload.contentType())
	}
	// RoundTrip and not http.Client: that would follow redirects, with the credential.
	response, err := transport.RoundTrip(sent)
	if err != nil {
		if failure := request.upload.sourceError(); failure != nil && ctx.Err() == nil {
			return nil, failure
		}
		return nil, watch.explain(ctx, err)
	}
	watch.touch()
	return response, nil
}

func (c *Client) newRequest(ctx context.Context, request *call) (*http.Request, error) {
	address := c.base + apiPath + request.path
	if len(request.query) > 0 {
		address += "?" + request.query.Encode()
	}
	var body io.Reader
	if request.encoded != nil {
		body = bytes.NewReader(request.encoded)
	}
	made, err := http.NewRequestWithContext(ctx, request.method, address, body)
	if err != nil {
		return nil, err
	}
	made.Header.Set("User-Agent", UserAgent())
	made.Header.Set("Accept", firstOf(request.accept, "application/json"))
	for name, values := range request.header {
		made.Header[name] = values
	}
	if request.encoded != nil {
		made.Header.Set("Content-Type", "application/json")
	}
	if credential := c.credential(); credential != "" {
		made.Header.Set("Authorization", "Bearer "+credential)
	}
	if request.idempotencyKey != "" {
		made.Header.Set("Idempotency-Key", request.idempotencyKey)
	}
	return made, nil
}

// newCall fills the ids into the path.
func newCall(method, template string, ids ...any) *call {
	texts := make([]string, len(ids))
	for at, id := range ids {
		texts[at] = fmt.Sprint(id)
	}
	path, err := pathOf(template, texts...)
	return &call{method: method, path: path, err: err}
}

// ask puts the parameters into the query, beside those that go with every call of the operation.
func (c *call) ask(params any, fixed ...field) {
	query, err := queryOf(params, fixed...)
	c.query = query
	if c.err == nil && err != nil {
		c.err = err
	}
}

// split moves the members of the body that are named into the query.
func (c *call) split(names []string, fixed ...field) {
	body := map[string]json.RawMessage{}
	encoded, err := json.Marshal(c.body)
	if err == nil {
		err = json.Unmarshal(encoded, &body)
	}
	if err != nil {
		c.err = argumentError("The parameters cannot be written.", err)
		return
	}
	inQuery := map[string]json.RawMessage{}
	for _, name := range names {
		if value, isGiven := body[name]; isGiven {
			inQuery[name] = value
			delete(body, name)
		}
	}
	c.body = body
	c.ask(inQuery, fixed...)
}

// fetch sends a request and reads its answer as T.
func fetch[T any](ctx context.Context, client *Client, request *call) (*T, error) {
	received, err := client.do(ctx, request)
	if err != nil {
		return nil, err
	}
	return decodedAs[T](received, request)
}

func decodedAs[T any](received *answer, request *call) (*T, error) {
	result := new(T)
	if err := decode(received.body, result); err != nil {
		failure := answerError("The answer is not what the document promises: "+err.Error(), err)
		failure.Status, failure.RequestID = received.status, received.header.Get("X-Request-Id")
		failure.IdempotencyKey = request.idempotencyKey
		return nil, failure
	}
	return result, nil
}

// fetchOrNone is fetch where the service may have nothing to give: nil for an answer with status 204.
func fetchOrNone[T any](ctx context.Context, client *Client, request *call) (*T, error) {
	received, err := client.do(ctx, request)
	if err != nil {
		return nil, err
	}
	if received.status == http.StatusNoContent {
		return nil, nil
	}
	return decodedAs[T](received, request)
}

// fetchText sends a request and returns its answer as it is.
func fetchText(ctx context.Context, client *Client, request *call) (string, error) {
	request.accept = "*/*"
	received, err := client.do(ctx, request)
	if err != nil {
		return "", err
	}
	return string(received.body), nil
}

// pathOf fills the ids into a path such as "/analysis/{id}".
func pathOf(template string, ids ...string) (string, error) {
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			return "", argumentError(fmt.Sprintf("%q is not an id.", id), nil)
		}
		start, end := strings.IndexByte(template, '{'), strings.IndexByte(template, '}')
		template = template[:start] + url.PathEscape(id) + template[end+1:]
	}
	return template, nil
}

func newUUID() (string, error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}
