package callanalysis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where an upload takes its bytes from. */
interface Recording {
  /** Sent as the name of the file. */
  String fileName();

  /** In bytes; -1 where it is not known. */
  long size();

  InputStream open() throws IOException;

  /** True where it can be opened behind any byte. */
  default boolean isSeekable() {
    return false;
  }

  /** Opens it behind so many bytes; only where it is seekable. */
  default InputStream openAt(long offset) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** False once the only stream was opened. */
  boolean isRepeatable();

  /**
   * Opens the file anew for each attempt.
   *
   * @param otherName in place of the file's; null for none
   * @throws CallAnalysisException for what is no readable file
   */
  static Recording of(Path file, String otherName) {
    String name = otherName == null ? String.valueOf(file.getFileName()) : otherName;
    try {
      if (!Files.isRegularFile(file)) throw CallAnalysisException.argument("There is no file " + file + ".");
      return new OfFile(name, Files.size(file), file);
    } catch (IOException unreadable) {
      throw CallAnalysisException.of(
          CallAnalysisException.Kind.ARGUMENT, "The file " + file + " cannot be read.", unreadable);
    }
  }

  /** A file. */
  record OfFile(String fileName, long size, Path file) implements Recording {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }

    @Override
    public boolean isSeekable() {
      return true;
    }

    @Override
    public InputStream openAt(long offset) throws IOException {
      SeekableByteChannel channel = Files.newByteChannel(file);
      channel.position(offset);
      return Channels.newInputStream(channel);
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }
  }

  /** What can be opened as often as it takes. */
  record Opened(String fileName, long size, RecordingSource source) implements Recording {
    @Override
    public InputStream open() throws IOException {
      return source.open();
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }
  }

  /** A stream, which can be read once. */
  final class Once implements Recording {
    private final String fileName;
    private final InputStream stream;
    private boolean taken;

    Once(String fileName, InputStream stream) {
      this.fileName = fileName;
      this.stream = stream;
    }

    @Override
    public String fileName() {
      return fileName;
    }

    @Override
    public long size() {
      return -1;
    }

    @Override
    public InputStream open() throws IOException {
      if (taken) throw new IOException("The stream was sent before.");
      taken = true;
      return stream;
    }

    @Override
    public boolean isRepeatable() {
      return !taken;
    }
  }
}
