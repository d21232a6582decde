package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/** A form with a recording, written as it is read: 64 KiB are in memory. */
final class Multipart implements Content {
  private static final int BLOCK_BYTES = 64 * 1024;
  private final String boundary = "call-analysis-" + UUID.randomUUID();
  private final Recording recording;
  private final UploadProgress progress;
  private final byte[] before;
  private final byte[] after = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
  private long furthest;

  /** @param fields by their names on the wire; null values are left out */
  Multipart(Map<String, Object> fields, Recording recording, UploadProgress progress) {
    this.recording = recording;
    this.progress = progress;
    StringBuilder text = new StringBuilder();
    fields.forEach(
        (name, value) -> {
          if (value != null) text.append(part(name)).append("\r\n\r\n").append(fieldText(value)).append("\r\n");
        });
    text.append(part("audio_file"))
        .append("; filename=\"")
        .append(escaped(recording.fileName()))
        .append("\"\r\nContent-Type: application/octet-stream\r\n\r\n");
    before = text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String part(String name) {
    return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + escaped(name) + "\"";
  }

  private static String fieldText(Object value) {
    if (value instanceof Map) return new String(Json.write(value), StandardCharsets.UTF_8);
    return Params.text(value);
  }

  /** As browsers do. */
  private static String escaped(String name) {
    return name.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
  }

  @Override
  public String type() {
    return "multipart/form-data; boundary=" + boundary;
  }

  @Override
  public long length() {
    return recording.size() < 0 ? -1 : before.length + recording.size() + after.length;
  }

  @Override
  public boolean isRepeatable() {
    return recording.isRepeatable();
  }

  @Override
  public boolean isUpload() {
    return true;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(before, 0, before.length);
    byte[] block = new byte[BLOCK_BYTES];
    long sent = 0;
    try (InputStream in = open()) {
      for (int count = read(in, block); count >= 0; count = read(in, block)) {
        if (recording.size() >= 0 && sent + count > recording.size()) throw unreadable(null);
        out.write(block, 0, count);
        sent += count;
        tell(sent);
      }
    }
    if (recording.size() >= 0 && sent < recording.size()) throw unreadable(null);
    out.write(after, 0, after.length);
  }

  private InputStream open() {
    try {
      return recording.open();
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  static int read(InputStream in, byte[] block) {
    try {
      return in.read(block);
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  static CallAnalysisException unreadable(IOException cause) {
    if (isInterruption(cause)) {
      Thread.currentThread().interrupt();
      return CallAnalysisException.cancelled();
    }
    String why = cause == null ? "It has another length than at first." : String.valueOf(cause.getMessage());
    return CallAnalysisException.of(Kind.ARGUMENT, "The recording cannot be read. " + why, cause);
  }

  /** A stream that times out by itself is a subclass of the second, and no interruption. */
  private static boolean isInterruption(IOException cause) {
    if (cause instanceof ClosedByInterruptException) return true;
    return cause != null && cause.getClass() == InterruptedIOException.class;
  }

  private void tell(long sent) {
    if (progress == null || sent <= furthest) return;
    furthest = sent;
    progress.onProgress(sent, recording.size());
  }

  @Override
  public void accepted() {
    if (recording.size() >= 0) tell(recording.size());
  }
}
