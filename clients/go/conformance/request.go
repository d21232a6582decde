package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"time"

	"example.com/callanalysis"
)

// request is one line of the protocol.
type request struct {
	N      json.RawMessage            `json:"n"`
	Call   string                     `json:"call"`
	Args   map[string]json.RawMessage `json:"args"`
	Client struct {
		BaseURL         string `json:"base_url"`
		APIKey          string `json:"api_key"`
		TimeoutMs       int64  `json:"timeout_ms"`
		StreamTimeoutMs int64  `json:"stream_timeout_ms"`
		MaxRetries      *int64 `json:"max_retries"`
		ResumableAbove  int64  `json:"resumable_above"`
	} `json:"client"`
	Options struct {
		IdempotencyKey string `json:"idempotency_key"`
		CancelAfterMs  int64  `json:"cancel_after_ms"`
	} `json:"options"`

	progress *progress
}

// response is the answer to one line.
type response struct {
	N        json.RawMessage `json:"n"`
	Result   any             `json:"result"`
	Error    *failure        `json:"error,omitempty"`
	Progress *progress       `json:"progress,omitempty"`
}

type failure struct {
	Kind      callanalysis.Kind             `json:"kind"`
	Status    *int                          `json:"status"`
	Detail    string                        `json:"detail"`
	Items     []callanalysis.ValidationItem `json:"items"`
	RequestID *string                       `json:"request_id"`
	Retryable bool                          `json:"retryable"`
	UploadID  *string                       `json:"upload_id"`
}

func (r *request) answer() response {
	ctx := context.Background()
	if r.Options.CancelAfterMs > 0 {
		cancellable, cancel := context.WithCancel(ctx)
		defer cancel()
		timer := time.AfterFunc(milliseconds(r.Options.CancelAfterMs), cancel)
		defer timer.Stop()
		ctx = cancellable
	}
	result, err := r.run(ctx)
	if err != nil {
		return response{N: r.N, Error: failureOf(err), Progress: r.progress}
	}
	return response{N: r.N, Result: result, Progress: r.progress}
}

func (r *request) run(ctx context.Context) (any, error) {
	switch r.Call {
	case "pid":
		return os.Getpid(), nil
	case "user_agent":
		return callanalysis.UserAgent(), nil
	case "verify_webhook":
		return r.verifyWebhook()
	}
	client, err := callanalysis.New(callanalysis.Options{
		BaseURL:       r.Client.BaseURL,
		APIKey:        r.Client.APIKey,
		Timeout:       milliseconds(r.Client.TimeoutMs),
		StreamTimeout: milliseconds(r.Client.StreamTimeoutMs),
		MaxRetries:    r.Client.MaxRetries,

		ResumableAbove: r.Client.ResumableAbove,
	})
	if err != nil {
		return nil, err
	}
	if call, found := generatedCalls[r.Call]; found {
		return call(ctx, client, r)
	}
	if call, found := specialCalls[r.Call]; found {
		return call(ctx, client, r)
	}
	return nil, fmt.Errorf("no call %s", r.Call)
}

func milliseconds(count int64) time.Duration { return time.Duration(count) * time.Millisecond }

func failureOf(err error) *failure {
	var known *callanalysis.Error
	if !errors.As(err, &known) {
		return &failure{Kind: "driver", Detail: err.Error()}
	}
	told := &failure{Kind: known.Kind, Detail: known.Detail, Items: known.Items, Retryable: known.Retryable}
	if known.Status != 0 {
		told.Status = &known.Status
	}
	if known.UploadID != "" {
		told.UploadID = &known.UploadID
	}
	if known.RequestID != "" {
		told.RequestID = &known.RequestID
	}
	return told
}

// read fills the parameters of a call from those arguments that it has.
func (r *request) read(params any) error {
	encoded, err := json.Marshal(r.Args)
	if err != nil {
		return err
	}
	return json.Unmarshal(encoded, params)
}

// text is an argument that is a text; empty where it is not given.
func (r *request) text(name string) string {
	var text string
	_ = json.Unmarshal(r.Args[name], &text)
	return text
}

// number is an argument that is an integer; 0 where it is not given.
func (r *request) number(name string) int64 {
	var number int64
	_ = json.Unmarshal(r.Args[name], &number)
	return number
}

// nulls are the names of the arguments that are null.
func (r *request) nulls() []string {
	var names []string
	for name, value := range r.Args {
		if string(value) == "null" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func (r *request) options() []callanalysis.RequestOption {
	if r.Options.IdempotencyKey == "" {
		return nil
	}
	return []callanalysis.RequestOption{callanalysis.WithIdempotencyKey(r.Options.IdempotencyKey)}
}

// take returns the first items of a list, or all of them.
func take[T any](r *request, list *callanalysis.Iter[T]) (any, error) {
	_, limited := r.Args["take"]
	wanted := int(r.number("take"))
	items := []T{}
	for !limited || len(items) < wanted {
		if !list.Next() {
			break
		}
		items = append(items, list.Current())
	}
	return items, list.Err()
}
