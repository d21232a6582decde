package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class JsonTest {
  private JsonTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "a whole number may be written with a point or an exponent", JsonTest::wholeNumbers,
        "a number that does not fit is an unreadable answer", JsonTest::unfit,
        "unknown members are ignored, and unknown words kept", JsonTest::unknown,
        "the caller's own metadata stays readable beside the service's", JsonTest::extra,
        "what is no JSON, or more than one value, is an unreadable answer", JsonTest::noJson);
  }

  private static <T> T read(String text, Class<T> type) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8), Json.type(type));
  }

  private static void wholeNumbers() {
    for (String number : new String[] {"60", "60.0", "6e1", "6.0E+1", "600e-1"}) {
      Check.equal(read("{\"percent\":" + number + "}", Progress.class).percent(), 60L);
    }
    Check.equal(read("{\"percent\":0e999999999}", Progress.class).percent(), 0L);
    Check.equal(read("{\"percent\":-9223372036854775808}", Progress.class).percent(), Long.MIN_VALUE);
  }

  private static void unfit() throws Exception {
    for (String value : new String[] {"1e400", "1e999999999", "60.5", "9223372036854775808", "\"60\"", "true", "[]"}) {
      Check.fails(Kind.ANSWER, () -> read("{\"percent\":" + value + "}", Progress.class));
    }
    Check.fails(Kind.ANSWER, () -> read("{\"start\":1e400}", Word.class));
  }

  private static void unknown() {
    Progress progress = read("{\"stage\":\"dreaming\",\"percent\":1,\"more\":{\"a\":[1e400]}}", Progress.class);
    Check.equal(progress.stage(), AnalysisStage.of("dreaming"));
    Check.equal(read("{\"stage\":\"queued\"}", Progress.class).stage(), AnalysisStage.QUEUED);
  }

  private static void extra() {
    AnalysisMetadata metadata =
        read("{\"version\":\"1\",\"campaign\":\"spring\",\"n\":1e400,\"gone\":null}", AnalysisMetadata.class);
    Check.equal(metadata.version(), "1");
    Check.equal(metadata.extra().get("campaign"), "spring");
    Check.that(metadata.extra().containsKey("gone"), "a null is kept");
    Check.that(!metadata.extra().containsKey("version"), "the service's own members are not among the caller's");
    String written = new String(Json.write(metadata), StandardCharsets.UTF_8);
    Check.that(written.contains("\"campaign\":\"spring\""), "it is written as it was read");
  }

  private static void noJson() throws Exception {
    for (String text : new String[] {"", "null", "<html>", "{\"percent\":1}}", "{\"percent\":1"}) {
      Check.fails(Kind.ANSWER, () -> read(text, Progress.class));
    }
  }
}
