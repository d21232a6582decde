package callanalysis;

import java.io.IOException;
import java.io.InputStream;

/** An answer whose body is still to come. */
final class OpenAnswer implements AutoCloseable {
  private final AnswerHead head;
  private final HttpConnection connection;
  private final InputStream body;

  OpenAnswer(AnswerHead head, HttpConnection connection) {
    this.head = head;
    this.connection = connection;
    body = head.body(connection.input());
  }

  AnswerHead head() {
    return head;
  }

  /** @return -1 at the end; @throws CallAnalysisException when the connection is cut */
  int read(byte[] into) {
    connection.guard().resume();
    try {
      return body.read(into);
    } catch (IOException failure) {
      throw connection.guard().explain(failure);
    } finally {
      connection.guard().rest();
    }
  }

  /** Reads the rest. */
  Answer whole() {
    try {
      return new Answer(head, body.readAllBytes());
    } catch (IOException failure) {
      throw connection.guard().explain(failure);
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
