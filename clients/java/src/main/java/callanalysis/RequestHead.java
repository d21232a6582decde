package callanalysis;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** The request line and the headers of one request. */
final class RequestHead {
  private final String method;
  private final URI address;
  private final Map<String, String> headers = new LinkedHashMap<>();

  RequestHead(String method, URI address) {
    this.method = method;
    this.address = address;
    header("Host", address.getRawAuthority());
    header("User-Agent", CallAnalysis.USER_AGENT);
    header("Accept", "*/*");
    // One connection for each request: a kept one may close just when a stream is to be sent, which can be sent once.
    header("Connection", "close");
  }

  String method() {
    return method;
  }

  URI address() {
    return address;
  }

  /** Leaves a null out. */
  void header(String name, String value) {
    if (value != null) headers.put(name, value);
  }

  String lines(Content content) {
    StringBuilder lines = new StringBuilder();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    lines.append(method).append(' ').append(address.getRawPath()).append(query).append(" HTTP/1.1\r\n");
    headers.forEach((name, value) -> append(lines, name, value));
    if (content.type() != null) append(lines, "Content-Type", content.type());
    if (content.length() < 0) append(lines, "Transfer-Encoding", "chunked");
    else if (!method.equals("GET") && !method.equals("HEAD")) append(lines, "Content-Length", Long.toString(content.length()));
    return lines.append("\r\n").toString();
  }

  private static void append(StringBuilder lines, String name, String value) {
    lines.append(name).append(": ").append(value).append("\r\n");
  }
}
