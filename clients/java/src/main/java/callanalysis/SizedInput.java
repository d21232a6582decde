package callanalysis;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** So many bytes of a stream; a stream that ends before is an error. */
final class SizedInput extends InputStream {
  private final InputStream in;
  private long left;

  SizedInput(InputStream in, long size) {
    this.in = in;
    left = size;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) return -1;
    int count = in.read(into, offset, (int) Math.min(length, left));
    if (count < 0) throw new EOFException("the answer was cut");
    left -= count;
    return count;
  }
}
