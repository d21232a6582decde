package callanalysis

import (
	"net/http"
	"testing"
	"time"
)

func TestBackOffDoublesUpToItsLimit(t *testing.T) {
	for attempt, whole := range []time.Duration{500, 1000, 2000, 4000, 8000, 8000, 8000} {
		whole *= time.Millisecond
		for range [100]struct{}{} {
			if wait := backOff(attempt); wait < whole/2 || wait > whole {
				t.Fatalf("attempt %d: %s", attempt, wait)
			}
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"0": 0, "5": 5 * time.Second, "60": time.Minute, "Sun, 22 Nov 2026 12:00:30 GMT": 30 * time.Second,
	} {
		wait, valid := retryAfter(http.Header{"Retry-After": {text}}, now)
		if !valid || wait != want {
			t.Errorf("%s: got %s, %t", text, wait, valid)
		}
	}
	for _, text := range []string{"", "-1", "soon", "1.5", "0x5", " ", "Sun, 22 Nov 2026 11:59:59 GMT"} {
		if wait, valid := retryAfter(http.Header{"Retry-After": {text}}, now); valid {
			t.Errorf("%q is valid: %s", text, wait)
		}
	}
	for _, text := range []string{"61", "99999999", "99999999999999999999"} {
		if _, worthwhile := pauseAfter(http.Header{"Retry-After": {text}}, 0); worthwhile {
			t.Errorf("%s is waited for", text)
		}
	}
}
