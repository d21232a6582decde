package callanalysis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;

/** Sends one request once. */
final class Attempt {
  private final RequestHead head;
  private final Content content;
  private final Limits limits;
  private final SSLContext tls;

  Attempt(RequestHead head, Content content, Limits limits, SSLContext tls) {
    this.head = head;
    this.content = content;
    this.limits = limits;
    this.tls = tls;
  }

  /** @throws CallAnalysisException when no answer came */
  Answer answer() {
    Guard guard = new Guard(limits);
    try (guard;
        HttpConnection connection = HttpConnection.open(head.address(), guard, tls)) {
      return content.isUpload() ? upload(connection) : exchange(connection);
    } catch (IOException failure) {
      throw guard.explain(failure);
    }
  }

  /** The connection stays open, in the charge of the stream. @throws CallAnalysisException when no answer came */
  OpenAnswer open() {
    Guard guard = new Guard(limits);
    try {
      HttpConnection connection = HttpConnection.open(head.address(), guard, tls);
      send(connection);
      return new OpenAnswer(AnswerHead.read(connection.input()), connection);
    } catch (IOException failure) {
      guard.close();
      throw guard.explain(failure);
    } catch (CallAnalysisException unreadable) {
      guard.close();
      throw unreadable;
    }
  }

  private Answer exchange(HttpConnection connection) throws IOException {
    send(connection);
    return Answer.read(connection.input(), head.method());
  }

  /** Listens while it sends: an answer that comes before the end ends the sending. */
  private Answer upload(HttpConnection connection) throws IOException {
    FutureTask<Answer> reader =
        new FutureTask<>(
            () -> {
              try {
                return Answer.read(connection.input(), head.method());
              } finally {
                connection.stopSending();
              }
            });
    Thread thread = new Thread(reader, "call-analysis-answer");
    thread.setDaemon(true);
    thread.start();
    try {
      send(connection);
    } catch (IOException failure) {
      return early(reader, failure);
    }
    return result(reader);
  }

  private void send(HttpConnection connection) throws IOException {
    OutputStream out = connection.output();
    byte[] lines = head.lines(content).getBytes(StandardCharsets.UTF_8);
    out.write(lines, 0, lines.length);
    if (content.length() >= 0) {
      content.writeTo(out);
    } else {
      ChunkedOutput chunked = new ChunkedOutput(out);
      content.writeTo(chunked);
      chunked.finish();
    }
    out.flush();
  }

  /** The sending failed: the answer, if there is one, says why. */
  private static Answer early(FutureTask<Answer> reader, IOException failure) throws IOException {
    try {
      return result(reader);
    } catch (IOException noAnswer) {
      failure.addSuppressed(noAnswer);
      throw failure;
    }
  }

  private static Answer result(FutureTask<Answer> reader) throws IOException {
    try {
      return reader.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw CallAnalysisException.cancelled();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof IOException broken) throw broken;
      if (failure.getCause() instanceof CallAnalysisException unreadable) throw unreadable;
      throw new IllegalStateException(failure.getCause());
    }
  }
}
