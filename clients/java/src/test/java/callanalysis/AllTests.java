package callanalysis;

import java.util.LinkedHashMap;
import java.util.Map;

/** Runs every test, in the folder of the library; ends with 1 when one fails. */
final class AllTests {
  private AllTests() {}

  public static void main(String[] arguments) {
    Map<String, Check.Code> tests = new LinkedHashMap<>();
    tests.putAll(SseParserTest.tests());
    tests.putAll(BackoffTest.tests());
    tests.putAll(JsonTest.tests());
    tests.putAll(WebhookVerifierTest.tests());
    tests.putAll(SignedObjectTest.tests());
    tests.putAll(ClientTest.tests());
    tests.putAll(EventStreamTest.tests());
    tests.putAll(UploadTest.tests());
    tests.putAll(SendingTest.tests());
    tests.putAll(ReadmeTest.tests());
    int failed = 0;
    for (Map.Entry<String, Check.Code> test : tests.entrySet()) {
      try {
        test.getValue().run();
      } catch (Exception | AssertionError failure) {
        failed++;
        System.err.println("failed: " + test.getKey());
        failure.printStackTrace();
      }
    }
    System.out.println(tests.size() - failed + " of " + tests.size() + " tests passed");
    System.exit(failed == 0 ? 0 : 1);
  }
}
