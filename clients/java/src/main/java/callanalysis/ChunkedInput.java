package callanalysis;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The data of a body with Transfer-Encoding: chunked. */
final class ChunkedInput extends InputStream {
  private static final int MAX_LINE_BYTES = 8 * 1024;
  private final InputStream in;
  private long left;
  private boolean started;
  private boolean ended;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0 && !ended) nextChunk();
    if (ended) return -1;
    int count = in.read(into, offset, (int) Math.min(length, left));
    if (count < 0) throw new EOFException("the answer was cut");
    left -= count;
    return count;
  }

  private void nextChunk() throws IOException {
    if (started) line();
    started = true;
    String size = line().split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,15}")) throw AnswerHead.unreadable("A chunk has no size.");
    left = Long.parseLong(size, 16);
    if (left > 0) return;
    ended = true;
    while (!line().isEmpty()) {
      // Trailers say nothing that is needed.
    }
  }

  private String line() throws IOException {
    return AnswerHead.readLine(in, new int[] {MAX_LINE_BYTES});
  }
}
