package callanalysis;

import java.io.IOException;
import java.io.InputStream;

/** Opens a recording from its beginning, once for each attempt; the library closes what it opened. */
@FunctionalInterface
public interface RecordingSource {
  /**
   * Opens it.
   *
   * @return its bytes, from the first
   * @throws IOException when it cannot be read
   */
  InputStream open() throws IOException;
}
