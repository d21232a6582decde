package callanalysis;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A connection for one attempt, over TLS where the address says https.
 *
 * <p>Why sockets, and not a client of the JDK: this service answers an upload that it refuses before it has read the
 * recording, and closes. In a trial of 400 such answers {@code java.net.http.HttpClient} of Java 17 lost one in ten (it
 * reports the failed write in place of the answer), and a socket none; {@code HttpURLConnection} reads no answer after a
 * failed write. Neither of the two has a time-out for an upload that stands still, and both repeat some requests on
 * their own.
 */
final class HttpConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;
  private final Guard guard;
  private final Socket raw;
  private final InputStream input;
  private final OutputStream output;

  private HttpConnection(Guard guard, Socket raw, Socket socket) throws IOException {
    this.guard = guard;
    this.raw = raw;
    input = new BufferedInputStream(new WatchedInput(socket.getInputStream(), guard), BUFFER_BYTES);
    output = new WatchedOutput(socket.getOutputStream(), guard);
  }

  /** Connects to the first of the host's addresses that answers. */
  static HttpConnection open(URI address, Guard guard, SSLContext tls) throws IOException {
    boolean secure = "https".equalsIgnoreCase(address.getScheme());
    int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
    String host = address.getHost().replaceAll("^\\[|\\]$", "");
    Socket raw = connect(address, host, port, guard);
    raw.setTcpNoDelay(true);
    guard.moved();
    if (!secure) return new HttpConnection(guard, raw, raw);
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(raw, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    guard.moved();
    return new HttpConnection(guard, raw, socket);
  }

  private static Socket connect(URI address, String host, int port, Guard guard) throws IOException {
    Proxy proxy = proxyFor(address);
    if (proxy.type() != Proxy.Type.DIRECT) {
      return connect(new Socket(proxy), InetSocketAddress.createUnresolved(host, port), guard);
    }
    IOException refused = null;
    for (InetAddress each : InetAddress.getAllByName(host)) {
      try {
        return connect(new Socket(), new InetSocketAddress(each, port), guard);
      } catch (IOException failure) {
        refused = failure;
      }
    }
    throw refused == null ? new IOException("no address") : refused;
  }

  private static Socket connect(Socket socket, InetSocketAddress address, Guard guard) throws IOException {
    guard.watch(socket);
    socket.connect(address, (int) Math.min(Integer.MAX_VALUE, Math.max(1, guard.idle().toMillis())));
    return socket;
  }

  /** What the system properties of Java name: {@code https.proxyHost} and others. */
  private static Proxy proxyFor(URI address) {
    ProxySelector selector = ProxySelector.getDefault();
    List<Proxy> found = selector == null ? List.of() : selector.select(address);
    return found.isEmpty() ? Proxy.NO_PROXY : found.get(0);
  }

  InputStream input() {
    return input;
  }

  OutputStream output() {
    return output;
  }

  Guard guard() {
    return guard;
  }

  /** Ends a write that another thread is blocked in, and leaves what was received readable. */
  void stopSending() {
    try {
      raw.shutdownOutput();
    } catch (IOException closed) {
      // There is nothing to stop.
    }
  }

  @Override
  public void close() {
    // Not the TLS socket: closing it waits for a write that is under way.
    guard.close();
  }

  private static final class WatchedInput extends FilterInputStream {
    private final Guard guard;

    WatchedInput(InputStream in, Guard guard) {
      super(in);
      this.guard = guard;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      guard.moved();
      return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      guard.moved();
      return count;
    }
  }

  private static final class WatchedOutput extends FilterOutputStream {
    private final Guard guard;

    WatchedOutput(OutputStream out, Guard guard) {
      super(out);
      this.guard = guard;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
      guard.moved();
    }
  }
}
