package callanalysis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Takes server-sent events apart, by the rules of the HTML standard: lines end in CR, LF or CRLF, wherever the pieces
 * are split.
 */
final class SseParser {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** One event; {@code id} is the last that was seen, {@code event} is {@code message} where none is named. */
  record Event(String id, String event, String data) {}

  private final Queue<Event> events = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private boolean isFirstLine = true;
  private boolean afterReturn;
  private boolean hasData;
  private String name = "";
  private String lastId = "";

  void take(byte[] bytes, int count) {
    for (int at = 0; at < count; at++) {
      byte next = bytes[at];
      if (next == '\r' || (next == '\n' && !afterReturn)) endLine();
      else if (next != '\n') line.write(next);
      afterReturn = next == '\r';
    }
  }

  /** @return null until a whole event was taken */
  Event next() {
    return events.poll();
  }

  private void endLine() {
    byte[] bytes = line.toByteArray();
    line.reset();
    if (isFirstLine && bytes.length >= 3 && Arrays.equals(bytes, 0, 3, BYTE_ORDER_MARK, 0, 3)) {
      bytes = Arrays.copyOfRange(bytes, 3, bytes.length);
    }
    isFirstLine = false;
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.isEmpty()) dispatch();
    else field(text);
  }

  private void field(String text) {
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    if (value.startsWith(" ")) value = value.substring(1);
    switch (field) {
      case "event" -> name = value;
      case "data" -> {
        if (hasData) data.append('\n');
        data.append(value);
        hasData = true;
      }
      case "id" -> {
        if (value.indexOf('\0') < 0) lastId = value;
      }
      default -> {
        // A comment (its field is empty), the time to wait, or something newer.
      }
    }
  }

  private void dispatch() {
    if (hasData) events.add(new Event(lastId, name.isEmpty() ? "message" : name, data.toString()));
    data.setLength(0);
    hasData = false;
    name = "";
  }
}
