package callanalysis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"testing"
	"time"
)

const (
	testSecret  = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	otherSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
	signedAt    = 1_790_000_000
)

var testBody = []byte(`{"event":"analysis.completed","id":"evt_1","created":60.0,"data":{"id":"1","status":"completed"}}`)

func signatureBy(t *testing.T, secret string) string {
	t.Helper()
	keys, err := signingKeys([]string{secret})
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, keys[0])
	mac.Write([]byte("evt_1.1790000000."))
	mac.Write(testBody)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func headersWith(signature string) http.Header {
	return http.Header{"webhook-id": {"evt_1"}, "Webhook-Timestamp": {"1790000000"}, "WEBHOOK-SIGNATURE": {signature}}
}

func TestVerifyWebhook(t *testing.T) {
	at := func(seconds int64, secrets ...string) VerifyOptions {
		return VerifyOptions{Secrets: secrets, Now: time.Unix(signedAt+seconds, 0)}
	}
	good, other := signatureBy(t, testSecret), signatureBy(t, otherSecret)
	for name, each := range map[string]struct {
		signature string
		options   VerifyOptions
		ok        bool
	}{
		"signed":                         {good, at(0, testSecret), true},
		"five minutes late":              {good, at(300, testSecret), true},
		"five minutes early":             {good, at(-300, testSecret), true},
		"too late":                       {good, at(301, testSecret), false},
		"too early":                      {good, at(-301, testSecret), false},
		"two signatures":                 {other + " " + good, at(0, testSecret), true},
		"both secrets":                   {good, at(0, otherSecret, testSecret), true},
		"another secret":                 {good, at(0, otherSecret), false},
		"another version":                {"v2" + good[2:], at(0, testSecret), false},
		"cut":                            {good[:20], at(0, testSecret), false},
		"no signature":                   {"", at(0, testSecret), false},
		"a smaller tolerance":            {good, VerifyOptions{Secrets: []string{testSecret}, Tolerance: time.Second, Now: time.Unix(signedAt+2, 0)}, false},
		"one that is not base64 as well": {"v1,*** " + good, at(0, testSecret), true},
	} {
		notification, err := VerifyWebhookWithOptions(testBody, headersWith(each.signature), each.options)
		switch {
		case each.ok && (err != nil || notification.Data.ID != "1" || notification.Created != 60):
			t.Errorf("%s: got %+v, %v", name, notification, err)
		case !each.ok:
			failureFrom(t, err, KindSignature)
		}
	}
	changed := append([]byte(nil), testBody...)
	changed[2] = 'E'
	_, err := VerifyWebhookWithOptions(changed, headersWith(good), at(0, testSecret))
	failureFrom(t, err, KindSignature)
	for _, timestamp := range []string{"", "soon", "-5", "1e9", "99999999999999999999"} {
		header := headersWith(good)
		header["Webhook-Timestamp"] = []string{timestamp}
		_, err := VerifyWebhookWithOptions(testBody, header, at(0, testSecret))
		failureFrom(t, err, KindSignature)
	}
	for _, secret := range []string{"", "whsec_", "whsec_*"} {
		_, err := VerifyWebhook(testBody, headersWith(good), secret)
		failureFrom(t, err, KindArgument)
	}
}
