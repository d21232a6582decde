package callanalysis

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Kind says where an [Error] comes from.
type Kind string

// The kinds of errors.
const (
	// KindAPI is an answer of the service that is not a success; Status tells which.
	KindAPI Kind = "api"
	// KindConnection is a connection that was refused, reset or cut, or a certificate that is not valid.
	KindConnection Kind = "connection"
	// KindTimeout is a time-out: of this library, or of the caller's context.
	KindTimeout Kind = "timeout"
	// KindCancelled is a context that the caller cancelled.
	KindCancelled Kind = "cancelled"
	// KindAnswer is an answer that this library cannot read.
	KindAnswer Kind = "answer"
	// KindArgument is an argument that cannot be sent, for example an empty id or a file that cannot be read.
	KindArgument Kind = "argument"
	// KindSignature is a webhook or an object that the service did not sign, or a webhook that it signed too long ago.
	KindSignature Kind = "signature"
)

// Error is the one type of error that this library returns. Reach it with errors.As:
//
//	var failure *callanalysis.Error
//	if errors.As(err, &failure) && failure.Status == 402 { … }
type Error struct {
	// Kind says where the error comes from.
	Kind Kind
	// Status is the HTTP status; 0 when there was no answer.
	Status int
	// Detail says in a sentence what is wrong.
	Detail string
	// Items are the faults of the input, one each, with status 422.
	Items []ValidationItem
	// RequestID names the request in the service's log (X-Request-Id). Quote it to support.
	RequestID string
	// Retryable tells whether the same call may succeed later.
	Retryable bool
	// IdempotencyKey is the key that was sent with a POST: repeat the call with [WithIdempotencyKey] and nothing is done twice.
	IdempotencyKey string
	// UploadID is the upload that holds the recording, or a part of it: [UploadsService.Send] goes on with it. Empty where there is
	// none to go on with.
	UploadID string

	cause error
}

// Error returns the detail, with the status and the request's id where there are any.
func (e *Error) Error() string {
	text := "callanalysis: " + e.Detail
	if e.Status != 0 {
		text = fmt.Sprintf("callanalysis: %d: %s", e.Status, e.Detail)
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Unwrap returns the cause, for example context.Canceled or the error of the connection; nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

func argumentError(detail string, cause error) *Error {
	return &Error{Kind: KindArgument, Detail: detail, cause: cause}
}

func answerError(detail string, cause error) *Error {
	return &Error{Kind: KindAnswer, Detail: detail, cause: cause}
}

// contextError tells of a context that has ended; nil while it has not.
func contextError(ctx context.Context) *Error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: KindTimeout, Detail: "The context's deadline passed.", Retryable: true, cause: err}
	default:
		return &Error{Kind: KindCancelled, Detail: "The caller cancelled the request.", cause: err}
	}
}

// asError returns err as this library's type; what is something else came from the connection.
func asError(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if reason := certificateFault(err); reason != nil {
		return &Error{Kind: KindConnection, Detail: "The certificate of the service is not valid: " + reason.Error(), cause: err}
	}
	return &Error{Kind: KindConnection, Detail: "The connection failed: " + err.Error(), Retryable: true, cause: err}
}

// certificateFault finds what is wrong with the service's certificate, which a repetition does not change; nil when it is something
// else. Go 1.20 has one type for all of these.
func certificateFault(err error) error {
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var extension x509.UnhandledCriticalExtension
	var roots x509.SystemRootsError
	switch {
	case errors.As(err, &authority):
		return authority
	case errors.As(err, &host):
		return host
	case errors.As(err, &invalid):
		return invalid
	case errors.As(err, &extension):
		return extension
	case errors.As(err, &roots):
		return roots
	}
	return nil
}

func isRetryable(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// apiError reads an answer that is not a success: the service's detail where there is one, else a sentence on the status (a
// proxy's HTML page is of no use in an error).
func apiError(status int, header http.Header, body []byte) *Error {
	failure := &Error{
		Kind:      KindAPI,
		Status:    status,
		RequestID: header.Get("X-Request-Id"),
		Retryable: isRetryable(status),
	}
	var answer struct {
		Detail json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &answer) == nil && json.Unmarshal(answer.Detail, &failure.Detail) != nil {
		failure.Detail = ""
		failure.Items = itemsOf(answer.Detail)
	}
	if failure.Detail != "" {
		return failure
	}
	switch {
	case len(failure.Items) > 0:
		failure.Detail = itemsDetail(failure.Items)
	case status >= 300 && status < 400:
		failure.Detail = "The server redirects to another address. The client does not follow redirects."
	default:
		failure.Detail = fmt.Sprintf("The server answered %d %s.", status, http.StatusText(status))
	}
	return failure
}

// itemsOf reads the faults of a 422 one by one: one that it cannot read does not hide the others.
func itemsOf(detail json.RawMessage) []ValidationItem {
	var each []json.RawMessage
	if json.Unmarshal(detail, &each) != nil {
		return nil
	}
	var items []ValidationItem
	for _, text := range each {
		var item struct {
			ValidationItem
			Loc []any `json:"loc"`
		}
		if decode(text, &item) != nil {
			continue
		}
		for _, part := range item.Loc {
			item.ValidationItem.Loc = append(item.ValidationItem.Loc, fmt.Sprint(part))
		}
		items = append(items, item.ValidationItem)
	}
	return items
}

func itemsDetail(items []ValidationItem) string {
	detail := ""
	for index, item := range items {
		if index > 0 {
			detail += "; "
		}
		if len(item.Loc) > 0 {
			detail += item.Loc[len(item.Loc)-1] + ": "
		}
		detail += item.Msg
	}
	return detail
}
