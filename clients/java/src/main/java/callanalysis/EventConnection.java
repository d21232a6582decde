package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;

/** One connection of a stream of events. */
final class EventConnection implements AutoCloseable {
  private static final int BLOCK_BYTES = 16 * 1024;
  private final OpenAnswer answer;
  private final SseParser parser = new SseParser();
  private final byte[] block = new byte[BLOCK_BYTES];

  private EventConnection(OpenAnswer answer) {
    this.answer = answer;
  }

  /** An answer without success, and how long it asks to wait. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient CallAnalysisException error;
    private final transient Duration retryAfter;

    Refused(CallAnalysisException error, Duration retryAfter) {
      super(error);
      this.error = error;
      this.retryAfter = retryAfter;
    }

    CallAnalysisException error() {
      return error;
    }

    /** Null where it says nothing. */
    Duration retryAfter() {
      return retryAfter;
    }
  }

  /** @return null where there is nothing to come (204); @throws CallAnalysisException when no stream of events comes */
  static EventConnection open(Transport transport, ApiRequest request, Limits limits) throws Refused {
    OpenAnswer answer = transport.stream(request, limits);
    AnswerHead head = answer.head();
    boolean isSuccess = head.status() >= 200 && head.status() < 300;
    String type = head.header("content-type");
    if (isSuccess && head.status() != 204 && type != null && type.startsWith("text/event-stream")) {
      return new EventConnection(answer);
    }
    try (answer) {
      if (head.status() == 204) return null;
      if (isSuccess) {
        throw CallAnalysisException.of(
            Kind.ANSWER, "The service answered with something that is no stream of events.", null);
      }
      throw new Refused(
          answer.whole().error(), Backoff.retryAfter(head.header("retry-after"), Clock.systemUTC()));
    }
  }

  /** @return null at the end; @throws CallAnalysisException when the connection is cut or the event cannot be read */
  AnalysisStreamEvent read() {
    while (true) {
      SseParser.Event event = parser.next();
      if (event != null) {
        return new AnalysisStreamEvent(event.id(), event.event(), event.data().getBytes(StandardCharsets.UTF_8));
      }
      int count = answer.read(block);
      if (count < 0) return null;
      parser.take(block, count);
    }
  }

  @Override
  public void close() {
    answer.close();
  }
}
