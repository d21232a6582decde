package callanalysis;

import java.io.IOException;
import java.io.OutputStream;

/** The body of a request. */
interface Content {
  Content NONE = new Bytes(null, new byte[0]);

  static Content json(Object value) {
    return new Bytes("application/json", Json.write(value));
  }

  /** Null for a request without a body. */
  String type();

  /** In bytes; -1 where it is not known. */
  long length();

  /** False once a byte was taken from a stream that cannot be opened again. */
  boolean isRepeatable();

  /** True for a body so long that the answer may come before its end. */
  boolean isUpload();

  /**
   * Writes it once.
   *
   * @throws IOException when the connection fails
   * @throws CallAnalysisException when the recording cannot be read
   */
  void writeTo(OutputStream out) throws IOException;

  /** Told when the service took the request. */
  void accepted();

  /** A body in memory. */
  record Bytes(String type, byte[] bytes) implements Content {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public boolean isUpload() {
      return false;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes, 0, bytes.length);
    }

    @Override
    public void accepted() {
      // There is no progress to tell.
    }
  }
}
