package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The events of an analysis, as they come, until it is completed or has failed. Where the connection is cut, it connects
 * again and goes on after the last event.
 *
 * <p>It can be gone through once, on one thread. Close it when you leave before its end; another thread may close it too.
 */
public final class EventStream implements Iterable<AnalysisStreamEvent>, AutoCloseable {
  private static final int MAX_EMPTY_CONNECTIONS = 3;
  private static final Cleaner CLEANER = Cleaner.create();
  private final Transport transport;
  private final ApiRequest request;
  private final Limits limits;
  private final Held held = new Held();
  private boolean taken;
  private boolean hadEvent;
  /** Connections in a row without an event. */
  private int empty;

  /** It connects when the first event is asked for. */
  EventStream(Transport transport, String id, Limits limits) {
    this.transport = transport;
    this.limits = limits;
    request = ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/events");
    // Closes the connection of a stream that its user has forgotten.
    CLEANER.register(this, held::close);
  }

  /** The present connection. It knows nothing of the stream, so that a forgotten stream can be cleaned. */
  private static final class Held {
    private EventConnection connection;
    private boolean closed;

    synchronized EventConnection connection() {
      return connection;
    }

    synchronized boolean isClosed() {
      return closed;
    }

    synchronized void take(EventConnection opened) {
      connection = opened;
      if (closed) drop();
    }

    synchronized void drop() {
      if (connection != null) connection.close();
      connection = null;
    }

    synchronized void close() {
      closed = true;
      drop();
    }
  }

  /** @return null at the end; @throws CallAnalysisException where no further connection helps */
  AnalysisStreamEvent read() {
    while (!held.isClosed()) {
      try {
        AnalysisStreamEvent event = next();
        if (event != null) return event;
        lose(CallAnalysisException.of(Kind.CONNECTION, "The stream ended before the analysis was final.", null), null);
      } catch (EventConnection.Refused refused) {
        lose(refused.error(), refused.retryAfter());
      } catch (CallAnalysisException failure) {
        lose(failure, null);
      }
    }
    return null;
  }

  /** @return null when this connection has no more */
  private AnalysisStreamEvent next() throws EventConnection.Refused {
    EventConnection connection = held.connection();
    if (connection == null) {
      connection = EventConnection.open(transport, request, limits);
      if (connection == null) close();
      else held.take(connection);
    }
    AnalysisStreamEvent event = connection == null ? null : connection.read();
    if (event == null) return null;
    hadEvent = true;
    if (!event.id().isEmpty()) request.lastEventId(event.id());
    if (event.analysis() != null) close();
    return event;
  }

  /** Counts a connection that has ended, and waits before the next one. */
  private void lose(CallAnalysisException fault, Duration told) {
    if (held.isClosed()) return;
    held.drop();
    empty = hadEvent ? 0 : empty + 1;
    hadEvent = false;
    if (!fault.retryable() || empty >= MAX_EMPTY_CONNECTIONS || Backoff.isTooLong(told) || limits.isOver()) {
      throw fault;
    }
    limits.sleep(told == null ? Backoff.jittered(Math.max(0, empty - 1)) : told);
  }

  /**
   * The events, each as it comes.
   *
   * @return an iterator whose methods wait; they throw {@link CallAnalysisException} for what another connection would not
   *     change, and when three in a row gave no event
   */
  @Override
  public Iterator<AnalysisStreamEvent> iterator() {
    if (taken) throw CallAnalysisException.of(Kind.ARGUMENT, "A stream of events can be gone through once.", null);
    taken = true;
    return new Reader();
  }

  /** Ends the stream: it has no more events. */
  @Override
  public void close() {
    held.close();
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
