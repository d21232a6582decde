package callanalysis

import (
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

const (
	defaultBaseURL       = "http://localhost:3000"
	defaultTimeout       = 60 * time.Second
	defaultStreamTimeout = 45 * time.Second
	defaultMaxRetries    = 3
	defaultResumable     = 64 << 20
	apiPath              = "/api/v1"
)

// Options are what a client is made of. The zero value takes everything from the environment or from the defaults.
type Options struct {
	// APIKey is an API key (sk_live_…, sk_test_…) or an access token; the environment's CALL_ANALYSIS_API_KEY by default. Registering
	// and logging in need none.
	APIKey string
	// BaseURL is the address of the service; the environment's CALL_ANALYSIS_URL, else http://localhost:3000, by default.
	BaseURL string
	// Timeout ends an attempt when for so long no byte was sent or received; 60 seconds by default. An upload may take any time.
	Timeout time.Duration
	// StreamTimeout is the same for streams of events; 45 seconds by default. The service sends a heartbeat every 15 seconds.
	StreamTimeout time.Duration
	// MaxRetries is how many attempts may follow the first one; 3 by default. callanalysis.Int(0) switches repetitions off.
	MaxRetries *int64
	// ResumableAbove is a number of bytes: a larger recording is uploaded in parts, and goes on where a cut connection left it;
	// 67,108,864 by default. A negative number is for never.
	ResumableAbove int64
	// Transport replaces the library's own connections: for a proxy, for logging or for tests. It must not follow redirects, and it
	// sees the credential.
	Transport http.RoundTripper
}

// String leaves the credential out.
func (o Options) String() string { return "callanalysis.Options{BaseURL: " + o.BaseURL + "}" }

// GoString leaves the credential out.
func (o Options) GoString() string { return o.String() }

// Client calls one service with one credential. It is safe for concurrent use; make one and keep it.
type Client struct {
	Resources
	// Uploads has the operations of UploadsService.
	Uploads *UploadsService

	base          string
	credential    func() string // a function, as no form of printing shows what is inside
	timeout       time.Duration
	streamTimeout time.Duration
	maxRetries    int
	resumable     int64
	plain         http.RoundTripper
	fresh         http.RoundTripper
}

// New makes a client. It fails where the address is not one of http or https.
func New(options Options) (*Client, error) {
	base, err := baseURL(firstOf(options.BaseURL, os.Getenv("CALL_ANALYSIS_URL"), defaultBaseURL))
	if err != nil {
		return nil, err
	}
	client := &Client{
		base:          base,
		timeout:       durationOr(options.Timeout, defaultTimeout),
		streamTimeout: durationOr(options.StreamTimeout, defaultStreamTimeout),
		maxRetries:    defaultMaxRetries,
		resumable:     defaultResumable,
		plain:         options.Transport,
		fresh:         options.Transport,
	}
	if options.MaxRetries != nil && *options.MaxRetries >= 0 {
		client.maxRetries = int(*options.MaxRetries)
	}
	switch {
	case options.ResumableAbove > 0:
		client.resumable = options.ResumableAbove
	case options.ResumableAbove < 0:
		client.resumable = math.MaxInt64
	}
	if options.Transport == nil {
		client.plain, client.fresh = newTransport(), newFreshTransport()
	}
	return client.WithAPIKey(firstOf(options.APIKey, os.Getenv("CALL_ANALYSIS_API_KEY"))), nil
}

// WithAPIKey returns a client with another API key or access token, and the same connections. An empty text stands for none.
func (c *Client) WithAPIKey(key string) *Client {
	other := *c
	other.credential = func() string { return key }
	other.Resources = newResources(&other)
	other.Uploads = &UploadsService{&other}
	return &other
}

// String names the service, and leaves the credential out.
func (c *Client) String() string { return "callanalysis.Client{" + c.base + "}" }

// GoString names the service, and leaves the credential out.
func (c *Client) GoString() string { return c.String() }

var httpScheme = regexp.MustCompile(`^(?i:https?)$`)

func baseURL(text string) (string, error) {
	parsed, err := url.Parse(text)
	if err != nil || !httpScheme.MatchString(parsed.Scheme) || parsed.Host == "" {
		return "", argumentError("The base URL must begin with http:// or https:// and name a host.", nil)
	}
	if parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", argumentError("The base URL must not hold a user name, a password, a query or a fragment.", nil)
	}
	return strings.TrimRight(parsed.String(), "/"), nil
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func durationOr(given, otherwise time.Duration) time.Duration {
	if given > 0 {
		return given
	}
	return otherwise
}

// UserAgent is what the library calls itself in each request.
func UserAgent() string {
	return "call-analysis-go/" + Version + " (" + runtime.Version() + ")"
}
