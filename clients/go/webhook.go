package callanalysis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const defaultTolerance = 5 * time.Minute

// WebhookNotification is what a webhook carries. The first word of the event says which of the last eight members it is; the others
// are empty. All eight are for an event whose first word this version does not know.
type WebhookNotification struct {
	// ID is equal to the `webhook-id` header; the same in every attempt.
	ID string
	// Created is when it happened, Unix seconds.
	Created int64
	// Livemode is false in a sample.
	Livemode bool
	// Event is what happened.
	Event WebhookEvent
	// Data is the analysis, with the events that begin with `analysis.`: with `analysis.reviewed` also the review, and with
	// `analysis.corrected` the correction.
	Data NotifiedAnalysis
	// Evaluation comes with the events that begin with `evaluation.`.
	Evaluation *Evaluation
	// Dispute comes with the events that begin with `dispute.`.
	Dispute *Dispute
	// Calibration comes with `calibration.closed`.
	Calibration *Calibration
	// JudgeChange comes with `scorecard.drift`.
	JudgeChange *JudgeChange
	// Hold comes with `hold.released`.
	Hold *Hold
	// Erasure comes with `erasure.completed`.
	Erasure *Erasure
	// Rescore comes with `rescore.completed`.
	Rescore *Rescore
	// Redaction comes with `redaction.completed`.
	Redaction *RedactionJob
	// Export comes with `export.completed`.
	Export *Export
	// Batch comes with the events that begin with `batch.`.
	Batch *Batch
}

type notificationOnWire struct {
	ID       string          `json:"id"`
	Created  int64           `json:"created"`
	Livemode bool            `json:"livemode"`
	Event    WebhookEvent    `json:"event"`
	Data     json.RawMessage `json:"data"`
}

// UnmarshalJSON reads what is on the wire.
func (n *WebhookNotification) UnmarshalJSON(data []byte) error {
	var wire notificationOnWire
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	*n = WebhookNotification{ID: wire.ID, Created: wire.Created, Livemode: wire.Livemode, Event: wire.Event}
	switch subject, _, _ := strings.Cut(string(wire.Event), "."); subject {
	case "analysis":
		return json.Unmarshal(wire.Data, &n.Data)
	case "evaluation":
		return json.Unmarshal(wire.Data, &n.Evaluation)
	case "dispute":
		return json.Unmarshal(wire.Data, &n.Dispute)
	case "calibration":
		return json.Unmarshal(wire.Data, &n.Calibration)
	case "scorecard":
		return json.Unmarshal(wire.Data, &n.JudgeChange)
	case "hold":
		return json.Unmarshal(wire.Data, &n.Hold)
	case "erasure":
		return json.Unmarshal(wire.Data, &n.Erasure)
	case "rescore":
		return json.Unmarshal(wire.Data, &n.Rescore)
	case "redaction":
		return json.Unmarshal(wire.Data, &n.Redaction)
	case "export":
		return json.Unmarshal(wire.Data, &n.Export)
	case "batch":
		return json.Unmarshal(wire.Data, &n.Batch)
	}
	return nil
}

// MarshalJSON writes what is on the wire.
func (n WebhookNotification) MarshalJSON() ([]byte, error) {
	var held any = n.Data
	switch {
	case n.Evaluation != nil:
		held = n.Evaluation
	case n.Dispute != nil:
		held = n.Dispute
	case n.Calibration != nil:
		held = n.Calibration
	case n.JudgeChange != nil:
		held = n.JudgeChange
	case n.Hold != nil:
		held = n.Hold
	case n.Erasure != nil:
		held = n.Erasure
	case n.Rescore != nil:
		held = n.Rescore
	case n.Redaction != nil:
		held = n.Redaction
	case n.Export != nil:
		held = n.Export
	case n.Batch != nil:
		held = n.Batch
	}
	data, err := json.Marshal(held)
	if err != nil {
		return nil, err
	}
	return json.Marshal(notificationOnWire{n.ID, n.Created, n.Livemode, n.Event, data})
}

// VerifyOptions are the rarer arguments of [VerifyWebhookWithOptions].
type VerifyOptions struct {
	// Secrets are the secrets that may have signed: after a rotation the new one and the one before.
	Secrets []string
	// Tolerance is how far the webhook's time may be from this machine's; five minutes by default.
	Tolerance time.Duration
	// Now is the time to compare with; the clock's by default.
	Now time.Time
}

// VerifyWebhook checks that the service signed a webhook, and reads it. Give it the body's raw bytes, before a JSON parser has read
// them. An error of the kind [KindSignature] means that the request must be refused.
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookNotification, error) {
	return VerifyWebhookWithOptions(body, header, VerifyOptions{Secrets: []string{secret}})
}

// VerifyWebhookWithOptions is [VerifyWebhook] with several secrets, another tolerance, or another clock.
func VerifyWebhookWithOptions(body []byte, header http.Header, options VerifyOptions) (*WebhookNotification, error) {
	keys, err := signingKeys(options.Secrets)
	if err != nil {
		return nil, err
	}
	id, timestamp := headerText(header, "webhook-id"), headerText(header, "webhook-timestamp")
	if id == "" || timestamp == "" {
		return nil, signatureError("The headers webhook-id and webhook-timestamp are missing.")
	}
	if err := checkTime(timestamp, options); err != nil {
		return nil, err
	}
	if !isSigned(keys, id+"."+timestamp+".", body, headerText(header, "webhook-signature")) {
		return nil, signatureError("No signature of the webhook matches.")
	}
	var notification WebhookNotification
	if err := decode(body, &notification); err != nil {
		return nil, answerError("The webhook is signed, but it is not what the document promises: "+err.Error(), err)
	}
	return &notification, nil
}

func signatureError(detail string) *Error { return &Error{Kind: KindSignature, Detail: detail} }

func signingKeys(secrets []string) ([][]byte, error) {
	var keys [][]byte
	for _, secret := range secrets {
		text := strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "=")
		key, err := base64.RawStdEncoding.DecodeString(text)
		if err != nil || len(key) == 0 {
			return nil, argumentError("A webhook secret is whsec_ and base64.", nil)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, argumentError("There is no webhook secret.", nil)
	}
	return keys, nil
}

// headerText finds a header in whatever letters the caller's map has it, several joined by spaces.
func headerText(header http.Header, name string) string {
	var values []string
	for key, each := range header {
		if strings.EqualFold(key, name) {
			values = append(values, each...)
		}
	}
	return strings.Join(values, " ")
}

var unixSeconds = regexp.MustCompile(`^[0-9]{1,15}$`)

func checkTime(timestamp string, options VerifyOptions) error {
	if !unixSeconds.MatchString(timestamp) {
		return signatureError("The webhook's timestamp is not a number of seconds.")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return signatureError("The webhook's timestamp is not a number of seconds.")
	}
	now := options.Now
	if now.IsZero() {
		now = time.Now()
	}
	// In seconds, as a Duration does not hold what lies between now and the largest timestamp.
	distance := now.Unix() - seconds
	if distance < 0 {
		distance = -distance
	}
	if distance > int64(durationOr(options.Tolerance, defaultTolerance)/time.Second) {
		return signatureError("The webhook's timestamp is too far from this machine's time.")
	}
	return nil
}

// isSigned compares in constant time.
func isSigned(keys [][]byte, prefix string, body []byte, signatures string) bool {
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(prefix))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, part := range strings.Fields(signatures) {
			version, signature, _ := strings.Cut(part, ",")
			given, err := base64.StdEncoding.DecodeString(signature)
			if version == "v1" && err == nil && hmac.Equal(given, expected) {
				return true
			}
		}
	}
	return false
}
