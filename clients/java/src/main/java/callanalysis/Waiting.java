package callanalysis;

import java.time.Duration;

/** Waits for one analysis: over its events, and by asking where no events come. */
final class Waiting {
  private static final int MAX_SILENT_CONNECTIONS = 3;
  private static final Duration FIRST_POLL = Duration.ofSeconds(2);
  private static final Duration MAX_POLL = Duration.ofSeconds(10);
  private final Transport transport;
  private final String id;
  private final WaitOptions options;
  private final Limits limits;
  private String lastEventId;
  private int silent;

  Waiting(Transport transport, String id, WaitOptions options) {
    this.transport = transport;
    this.id = id;
    this.options = options;
    Long deadline = options.timeout() == null ? null : System.nanoTime() + options.timeout().toNanos();
    limits = new Limits(transport.streamTimeout(), deadline, options.cancellation());
  }

  Analysis result() {
    while (silent < MAX_SILENT_CONNECTIONS) {
      Duration told = null;
      try (EventStream events = EventStream.open(transport, id, lastEventId, limits)) {
        if (events.isOver()) break;
        silent++;
        Analysis found = listen(events);
        if (found != null) return found;
      } catch (EventStream.Refused refused) {
        silent++;
        told = refused.retryAfter();
        if (!refused.error().retryable() || Backoff.isTooLong(told)) throw refused.error();
      } catch (CallAnalysisException failure) {
        silent++;
        if (!failure.retryable() || limits.isOver()) throw failure;
      }
      limits.sleep(told == null ? Backoff.jittered(Math.max(0, silent - 1)) : told);
    }
    return poll();
  }

  /** @return null when the stream ends before the analysis is final */
  private Analysis listen(EventStream events) {
    for (AnalysisStreamEvent event : events) {
      silent = 0;
      if (!event.id().isEmpty()) lastEventId = event.id();
      if (event.progress() != null) options.progress().accept(event.progress());
      if (event.analysis() != null) return event.analysis();
    }
    return null;
  }

  private Analysis poll() {
    ApiRequest request = ApiRequest.get("/analysis/" + ApiRequest.segment("id", id)).query("view", "full");
    RequestOptions passed = RequestOptions.builder().cancellation(options.cancellation()).build();
    for (Duration wait = FIRST_POLL; ; wait = longer(wait)) {
      Answer answer = transport.answer(request, passed, limits.deadlineNanos());
      Analysis analysis = Json.read(answer.body(), Json.type(Analysis.class));
      if (!AnalysisStatus.PROCESSING.equals(analysis.status())) return analysis;
      if (analysis.progress() != null) options.progress().accept(analysis.progress());
      limits.sleep(wait);
    }
  }

  private static Duration longer(Duration wait) {
    Duration next = wait.multipliedBy(3).dividedBy(2);
    return next.compareTo(MAX_POLL) > 0 ? MAX_POLL : next;
  }
}
