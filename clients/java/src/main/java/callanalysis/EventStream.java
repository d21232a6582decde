package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The events of an analysis, as they come.
 *
 * <p>It can be gone through once, on one thread. Close it when you leave before its end.
 */
public final class EventStream implements Iterable<AnalysisStreamEvent>, AutoCloseable {
  private static final int BLOCK_BYTES = 16 * 1024;
  private static final Cleaner CLEANER = Cleaner.create();
  private final OpenAnswer answer;
  private final SseParser parser = new SseParser();
  private final byte[] block = new byte[BLOCK_BYTES];
  private boolean taken;

  private EventStream(OpenAnswer answer) {
    this.answer = answer;
    // Closes the connection of a stream that its user has forgotten.
    CLEANER.register(this, answer::close);
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

  /**
   * One connection.
   *
   * @param lastEventId of the event to go on after; null for the first
   */
  static EventStream open(Transport transport, String id, String lastEventId, Limits limits) throws Refused {
    ApiRequest request = ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/events").lastEventId(lastEventId);
    OpenAnswer answer = transport.stream(request, limits);
    AnswerHead head = answer.head();
    if (head.status() >= 200 && head.status() < 300) return new EventStream(answer);
    try (answer) {
      throw new Refused(
          answer.whole().error(), Backoff.retryAfter(head.header("retry-after"), Clock.systemUTC()));
    }
  }

  /** Connects as other calls do: anew after what may succeed later. */
  static EventStream repeating(Transport transport, String id, Limits limits) {
    for (int retry = 0; ; retry++) {
      CallAnalysisException fault;
      Duration told = null;
      try {
        return open(transport, id, null, limits);
      } catch (Refused refused) {
        fault = refused.error();
        told = refused.retryAfter();
      } catch (CallAnalysisException failure) {
        fault = failure;
      }
      if (!fault.retryable() || retry >= transport.maxRetries() || Backoff.isTooLong(told)) throw fault;
      limits.sleep(told == null ? Backoff.jittered(retry) : told);
    }
  }

  /** True for the answer 204: there is nothing to come. */
  boolean isOver() {
    return answer.head().status() == 204;
  }

  /** @return null at the end; @throws CallAnalysisException when the connection is cut */
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

  /**
   * The events, each as it comes.
   *
   * @return an iterator whose methods wait, and throw {@link CallAnalysisException} when the connection is cut
   */
  @Override
  public Iterator<AnalysisStreamEvent> iterator() {
    if (taken) throw CallAnalysisException.of(Kind.ARGUMENT, "A stream of events can be gone through once.", null);
    taken = true;
    return new Reader();
  }

  @Override
  public void close() {
    answer.close();
  }

  private final class Reader implements Iterator<AnalysisStreamEvent> {
    private AnalysisStreamEvent next;
    private boolean ended;

    @Override
    public boolean hasNext() {
      if (next == null && !ended) {
        try {
          next = read();
        } finally {
          ended = next == null;
          if (ended) close();
        }
      }
      return next != null;
    }

    @Override
    public AnalysisStreamEvent next() {
      if (!hasNext()) throw new NoSuchElementException();
      AnalysisStreamEvent event = next;
      next = null;
      return event;
    }
  }
}
