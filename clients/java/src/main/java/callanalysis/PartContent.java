package callanalysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.LongConsumer;

/**
 * A part of a recording, as tus sends it: 64 KiB are in memory.
 *
 * @param start its first byte
 * @param end behind its last byte
 * @param sent told of the bytes of the recording that are on their way
 */
record PartContent(Recording recording, long start, long end, LongConsumer sent) implements Content {
  private static final int BLOCK_BYTES = 64 * 1024;

  @Override
  public String type() {
    return "application/offset+octet-stream";
  }

  @Override
  public long length() {
    return end - start;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public boolean isUpload() {
    return true;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    long at = start;
    try (InputStream in = open()) {
      while (at < end) {
        int count = (int) Math.min(Multipart.read(in, block), end - at);
        if (count < 0) throw Multipart.unreadable(null);
        out.write(block, 0, count);
        at += count;
        sent.accept(at);
      }
    }
  }

  private InputStream open() {
    try {
      return recording.openAt(start);
    } catch (IOException failure) {
      throw Multipart.unreadable(failure);
    }
  }

  @Override
  public void accepted() {
    // The answer says how much has arrived.
  }
}
