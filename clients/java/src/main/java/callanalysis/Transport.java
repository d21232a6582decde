package callanalysis;

import com.fasterxml.jackson.databind.JavaType;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import javax.net.ssl.SSLContext;

/**
 * Sends calls, and repeats what may succeed later.
 *
 * @param base address of the service with {@code /api/v1}
 * @param apiKey an API key or an access token; null for none
 * @param maxRetries attempts after the first
 * @param resumableAbove bytes above which a recording is uploaded in parts
 */
record Transport(
    URI base,
    String apiKey,
    Duration timeout,
    Duration streamTimeout,
    int maxRetries,
    long resumableAbove,
    SSLContext tls) {

  Transport withApiKey(String other) {
    return new Transport(base, other, timeout, streamTimeout, maxRetries, resumableAbove, tls);
  }

  <T> T call(ApiRequest request, Class<T> type, RequestOptions options) {
    return call(request, Json.type(type), options);
  }

  <T> T call(ApiRequest request, JavaType type, RequestOptions options) {
    return Json.read(answer(request, options, null).body(), type);
  }

  /** Null for an answer with status 204: the service has nothing to give. */
  <T> T callOrNone(ApiRequest request, Class<T> type, RequestOptions options) {
    Answer answer = answer(request, options, null);
    return answer.head().status() == 204 ? null : Json.read(answer.body(), Json.type(type));
  }

  String text(ApiRequest request, RequestOptions options) {
    return answer(request, options, null).text();
  }

  /** @param deadlineNanos of {@link System#nanoTime}; null for none */
  Answer answer(ApiRequest request, RequestOptions options, Long deadlineNanos) {
    String key = null;
    if (request.method().equals("POST")) {
      key = options.idempotencyKey() == null ? UUID.randomUUID().toString() : options.idempotencyKey();
    }
    Limits limits = new Limits(timeout, deadlineNanos, options.cancellation());
    try {
      return repeat(request, key, limits);
    } catch (CallAnalysisException fault) {
      throw fault.withIdempotencyKey(key);
    }
  }

  /** One attempt. @return an answer of whatever status */
  Answer tryOnce(ApiRequest request, Limits limits) {
    if (limits.cancellation().isCancelled()) throw CallAnalysisException.cancelled();
    return new Attempt(head(request, null), request.content(), limits, tls).answer();
  }

  private Answer repeat(ApiRequest request, String key, Limits limits) {
    for (int retry = 0; ; retry++) {
      CallAnalysisException fault;
      Duration told = null;
      if (limits.cancellation().isCancelled()) throw CallAnalysisException.cancelled();
      try {
        Answer answer = new Attempt(head(request, key), request.content(), limits, tls).answer();
        if (answer.isSuccess()) {
          request.content().accepted();
          return answer;
        }
        fault = answer.error();
        told = Backoff.retryAfter(answer.head().header("retry-after"), Clock.systemUTC());
      } catch (CallAnalysisException failure) {
        fault = failure;
      }
      boolean repeatable = fault.retryable() && retry < maxRetries && request.content().isRepeatable();
      if (!repeatable || Backoff.isTooLong(told) || limits.isOver()) throw fault;
      limits.sleep(told == null ? Backoff.jittered(retry) : told);
    }
  }

  /** One attempt whose body is read as it comes. The caller closes the answer, and repeats the call if it must. */
  OpenAnswer stream(ApiRequest request, Limits limits) {
    RequestHead head = head(request, null);
    head.header("Accept", "text/event-stream");
    head.header("Cache-Control", "no-cache");
    head.header("Last-Event-ID", request.lastEventId());
    return new Attempt(head, request.content(), limits, tls).open();
  }

  private RequestHead head(ApiRequest request, String key) {
    RequestHead head = new RequestHead(request.method(), URI.create(base + request.target()));
    head.header("Authorization", apiKey == null ? null : "Bearer " + apiKey);
    head.header("Idempotency-Key", key);
    request.headers().forEach(head::header);
    return head;
  }

  /** Keeps the credential out of logs. */
  @Override
  public String toString() {
    return "Transport[" + base + "]";
  }
}
