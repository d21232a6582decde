package callanalysis

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// How long a failed write waits for the answer that the server may have sent before it closed the connection.
const earlyAnswerTimeout = 5 * time.Second

// newTransport keeps connections for the next request. It speaks HTTP/1.1 only, as it sets DialContext. Where a kept connection turns
// out to be closed, net/http repeats a request at once; the Idempotency-Key makes that safe for POST as well.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &connection{Conn: conn, readEnded: make(chan struct{}), closed: make(chan struct{})}, nil
		},
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     30 * time.Second,
		TLSHandshakeTimeout: 30 * time.Second,
	}
}

// newFreshTransport takes a new connection for each request, on which net/http repeats nothing by itself: for uploads, as a plain
// stream cannot be sent again; for streams of events, which count their connections; and for each attempt after the first.
func newFreshTransport() *http.Transport {
	transport := newTransport()
	transport.DisableKeepAlives = true
	return transport
}

// connection holds a failed write back until the answer has been read. A server that refuses an upload answers early and closes the
// connection; net/http would report the broken pipe or the answer, whichever it sees first.
type connection struct {
	net.Conn
	readEnded, closed       chan struct{}
	endReadOnce, closedOnce sync.Once
}

func (c *connection) Read(buffer []byte) (int, error) {
	n, err := c.Conn.Read(buffer)
	if err != nil {
		c.endReadOnce.Do(func() { close(c.readEnded) })
	}
	return n, err
}

func (c *connection) Write(data []byte) (int, error) {
	n, err := c.Conn.Write(data)
	if err == nil {
		return n, nil
	}
	timer := time.NewTimer(earlyAnswerTimeout)
	defer timer.Stop()
	select {
	case <-c.readEnded:
	case <-c.closed:
	case <-timer.C:
	}
	return n, err
}

func (c *connection) Close() error {
	c.closedOnce.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
