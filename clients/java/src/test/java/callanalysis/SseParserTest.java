package callanalysis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class SseParserTest {
  private SseParserTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "an event is the same wherever its bytes are split, with each end of line", SseParserTest::splits,
        "a byte order mark, comments and unknown fields are passed over", SseParserTest::passesOver,
        "several lines of data are one text; an event without data is none", SseParserTest::joinsLines,
        "an id lasts until the next one, and one with NUL is ignored", SseParserTest::keepsIds);
  }

  private static void splits() {
    for (String end : List.of("\n", "\r", "\r\n")) {
      String text = String.join(end, "id: 7", "event: progress", "data: {\"percent\":\"ü\"}", "", "data:x", "", "");
      for (int piece = 1; piece < 8; piece++) {
        Check.equal(
            parse(text, piece),
            List.of(
                new SseParser.Event("7", "progress", "{\"percent\":\"ü\"}"), new SseParser.Event("7", "message", "x")));
      }
    }
  }

  private static void passesOver() {
    String text = (char) 0xfeff + "event: a\n: heartbeat\nretry: 10\nnews\ndata: 1\n\n";
    Check.equal(parse(text, 3), List.of(new SseParser.Event("", "a", "1")));
  }

  private static void joinsLines() {
    Check.equal(parse("data: a\ndata\ndata:  b\n\nevent: x\n\n", 5), List.of(new SseParser.Event("", "message", "a\n\n b")));
  }

  private static void keepsIds() {
    List<SseParser.Event> events = parse("id: 1\ndata: a\n\ndata: b\n\nid: \0\ndata: c\n\nid\ndata: d\n\n", 4);
    Check.equal(events.stream().map(SseParser.Event::id).toList(), List.of("1", "1", "1", ""));
  }

  private static List<SseParser.Event> parse(String text, int piece) {
    SseParser parser = new SseParser();
    List<SseParser.Event> events = new ArrayList<>();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      byte[] block = java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece));
      parser.take(block, block.length);
      for (SseParser.Event event = parser.next(); event != null; event = parser.next()) events.add(event);
    }
    return events;
  }
}
