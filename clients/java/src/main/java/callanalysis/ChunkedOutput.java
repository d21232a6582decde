package callanalysis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a body of unknown length with Transfer-Encoding: chunked. */
final class ChunkedOutput extends OutputStream {
  private final OutputStream out;

  ChunkedOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    if (length == 0) return;
    ascii(Integer.toHexString(length) + "\r\n");
    out.write(from, offset, length);
    ascii("\r\n");
  }

  /** Ends the body, not the connection. */
  void finish() throws IOException {
    ascii("0\r\n\r\n");
  }

  private void ascii(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    out.write(bytes, 0, bytes.length);
  }
}
