package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Status and headers of an answer.
 *
 * @param headers by lower-case name; of several with one name, the first
 */
record AnswerHead(int status, Map<String, String> headers) {
  private static final int MAX_HEAD_BYTES = 64 * 1024;

  String header(String name) {
    return headers.get(name);
  }

  /**
   * Reads past interim answers (1xx).
   *
   * @throws IOException when the connection is cut
   * @throws CallAnalysisException for what is no HTTP/1 answer
   */
  static AnswerHead read(InputStream in) throws IOException {
    while (true) {
      AnswerHead head = readOne(in);
      if (head.status >= 200) return head;
    }
  }

  private static AnswerHead readOne(InputStream in) throws IOException {
    int[] left = {MAX_HEAD_BYTES};
    String statusLine = readLine(in, left);
    if (!statusLine.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) throw unreadable("It is no HTTP answer.");
    Map<String, String> headers = new HashMap<>();
    for (String line = readLine(in, left); !line.isEmpty(); line = readLine(in, left)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.putIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return new AnswerHead(Integer.parseInt(statusLine.substring(9, 12)), headers);
  }

  /** One line without its end; counts its bytes down from {@code left}. */
  static String readLine(InputStream in, int[] left) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("the answer ends in its head");
      if (--left[0] < 0) throw unreadable("Its head is too long.");
      line.append((char) next);
    }
    int end = line.length();
    if (end > 0 && line.charAt(end - 1) == '\r') line.setLength(end - 1);
    byte[] latin = line.toString().getBytes(StandardCharsets.ISO_8859_1);
    return new String(latin, StandardCharsets.UTF_8);
  }

  static CallAnalysisException unreadable(String why) {
    return CallAnalysisException.of(Kind.ANSWER, "The answer cannot be read. " + why, null);
  }

  /** The bytes that follow: of the length told, in chunks, or to the end of the connection. */
  InputStream body(InputStream in) {
    if (status == 204 || status == 304) return InputStream.nullInputStream();
    String coding = header("transfer-encoding");
    if (coding != null && coding.toLowerCase(Locale.ROOT).endsWith("chunked")) return new ChunkedInput(in);
    String length = header("content-length");
    if (length == null) return in;
    if (!length.matches("[0-9]{1,18}")) throw unreadable("Its length is no number.");
    return new SizedInput(in, Long.parseLong(length));
  }
}
