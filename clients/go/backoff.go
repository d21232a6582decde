package callanalysis

import (
	"context"
	"crypto/rand"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

const (
	firstBackOff  = 500 * time.Millisecond
	maxBackOff    = 8 * time.Second
	maxRetryAfter = 60 * time.Second
)

var digits = regexp.MustCompile(`^[0-9]+$`)

// backOff is the wait after attempt number n, counted from 0: it doubles, with jitter between half and whole, so that many clients
// that failed together do not come back together. Before Go 1.20 math/rand would give all of them the same numbers.
func backOff(attempt int) time.Duration {
	whole := maxBackOff
	if attempt < 4 {
		whole = firstBackOff << attempt
	}
	part, err := rand.Int(rand.Reader, big.NewInt(int64(whole/2)+1))
	if err != nil {
		return whole
	}
	return whole/2 + time.Duration(part.Int64())
}

// retryAfter reads the header Retry-After, in seconds or as a date. It is not valid when it is missing, unreadable or in the past.
func retryAfter(header http.Header, now time.Time) (wait time.Duration, valid bool) {
	text := header.Get("Retry-After")
	if digits.MatchString(text) {
		seconds, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			// More digits than fit: longer than any wait that a caller would bear.
			return time.Duration(1<<63 - 1), true
		}
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(text)
	if err != nil || date.Before(now) {
		return 0, false
	}
	return date.Sub(now), true
}

// pauseAfter is the wait before the next attempt; false when the server asks for a longer one than a call should take.
func pauseAfter(header http.Header, attempt int) (time.Duration, bool) {
	wait, valid := retryAfter(header, time.Now())
	if !valid {
		return backOff(attempt), true
	}
	return wait, wait <= maxRetryAfter
}

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return contextError(ctx)
	}
}
