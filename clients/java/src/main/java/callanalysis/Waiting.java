package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Waits for one analysis: over its events, and by asking where no events come. Waits for other things by asking. */
final class Waiting {
  private static final Duration FIRST_POLL = Duration.ofSeconds(2);
  private static final Duration MAX_POLL = Duration.ofSeconds(10);
  private final Transport transport;
  private final String id;
  private final WaitOptions options;
  private final Limits limits;

  Waiting(Transport transport, String id, WaitOptions options) {
    this.transport = transport;
    this.id = id;
    this.options = options;
    Long deadline = options.timeout() == null ? null : System.nanoTime() + options.timeout().toNanos();
    limits = new Limits(transport.streamTimeout(), deadline, options.cancellation());
  }

  Analysis result() {
    try (EventStream events = new EventStream(transport, id, limits)) {
      for (AnalysisStreamEvent event : events) {
        if (event.progress() != null) options.progress().accept(event.progress());
        if (event.analysis() != null) return event.analysis();
      }
    } catch (CallAnalysisException failure) {
      boolean mayPoll = failure.retryable() || failure.kind() == Kind.ANSWER;
      if (!mayPoll || limits.isOver()) throw failure;
    }
    return poll();
  }

  Correction correction(String correctionId) {
    String path = "/analysis/" + ApiRequest.segment("id", id) + "/corrections/" + ApiRequest.segment("correction_id", correctionId);
    return untilLeft(
        transport, path, Correction.class, seen -> seen.status().value(), options, AnalysisStatus.PROCESSING.value());
  }

  /** Asks again and again until the status is none of these. */
  static <T> T untilLeft(
      Transport transport, String path, Class<T> type, Function<T, String> status, WaitOptions options, String... left) {
    Waiting waiting = new Waiting(transport, null, options);
    ApiRequest request = ApiRequest.get(path);
    for (Duration wait = FIRST_POLL; ; wait = longer(wait)) {
      T seen = waiting.ask(request, type);
      if (!List.of(left).contains(status.apply(seen))) return seen;
      waiting.limits.sleep(wait);
    }
  }

  private <T> T ask(ApiRequest request, Class<T> type) {
    RequestOptions passed = RequestOptions.builder().cancellation(options.cancellation()).build();
    return Json.read(transport.answer(request, passed, limits.deadlineNanos()).body(), Json.type(type));
  }

  private Analysis poll() {
    ApiRequest request = ApiRequest.get("/analysis/" + ApiRequest.segment("id", id)).query("view", "full");
    for (Duration wait = FIRST_POLL; ; wait = longer(wait)) {
      Analysis analysis = ask(request, Analysis.class);
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
