package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.util.Objects;

/** What the tests claim. They need no library, so they run wherever the JDK is. */
final class Check {
  private Check() {}

  /** Code that may throw anything. */
  interface Code {
    void run() throws Exception;
  }

  static void equal(Object found, Object expected) {
    if (!Objects.equals(found, expected)) throw new AssertionError("Expected " + expected + ", found " + found);
  }

  static void that(boolean holds, String claim) {
    if (!holds) throw new AssertionError("Not so: " + claim);
  }

  /** @return the error, for further claims */
  static CallAnalysisException fails(Kind kind, Code code) throws Exception {
    try {
      code.run();
    } catch (CallAnalysisException error) {
      if (error.kind() == kind) return error;
      throw new AssertionError("Expected " + kind + ", found " + error.kind(), error);
    }
    throw new AssertionError("Expected " + kind + ", found no error");
  }
}
