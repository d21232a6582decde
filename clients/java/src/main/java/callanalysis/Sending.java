package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/** One recording on its way in parts: after a cut it asks how much has arrived, and goes on there. */
final class Sending {
  /** So that a service or a proxy that keeps whole requests only loses no more than this by a cut. */
  private static final long PART_BYTES = 16L * 1024 * 1024;

  /** Another offset (409), an upload that an earlier request still holds (423), bytes that arrived altered (460). */
  private static final Set<Integer> MENDED_BY_ASKING = Set.of(409, 423, 460);

  private static final Set<Integer> GONE = Set.of(404, 410);
  private static final int DELETIONS = 3;
  private static final Duration DELETION_TIMEOUT = Duration.ofSeconds(2);

  private final Transport transport;
  private final Recording recording;
  private final UploadProgress progress;
  private final RequestOptions options;
  private final Limits limits;

  /** Makes uploads of its own, in place of one that has ended too. */
  private boolean makes;

  /** Names the first of them. */
  private String key;

  private Upload upload;

  /** How much has arrived is not known: a request broke off. */
  private boolean isUnsure;

  /** Also of an upload that has ended since. */
  private long mostArrived;

  private int failures;
  private long told = -1;

  Sending(Transport transport, Recording recording, UploadProgress progress, RequestOptions options) {
    this.transport = transport;
    this.recording = recording;
    this.progress = progress;
    this.options = options;
    limits = new Limits(transport.timeout(), null, options.cancellation());
  }

  /**
   * Makes an upload, anew where it ends before the recording is there. The caller's idempotency key names the upload too:
   * the same call again, by whatever process, goes on with it.
   */
  Upload whole() {
    makes = true;
    key = options.idempotencyKey();
    isUnsure = key != null;
    try {
      return run();
    } catch (CallAnalysisException fault) {
      throw upload == null ? fault : left(upload.id(), fault);
    }
  }

  /** Sends what is missing of an upload that was begun before. */
  Upload rest(Upload begun) {
    if (begun.length() != recording.size()) {
      String sizes = begun.length() + " bytes, and the recording has " + recording.size() + ".";
      throw CallAnalysisException.argument("The upload is one of " + sizes);
    }
    arrived(begun);
    try {
      return run();
    } catch (CallAnalysisException fault) {
      throw fault.withUploadId(begun.id());
    }
  }

  /** Deletes what nothing will go on with: the call was cancelled, or its recording cannot be read. Else the error names it. */
  CallAnalysisException left(String id, CallAnalysisException fault) {
    if (fault.kind() != Kind.CANCELLED && fault.kind() != Kind.ARGUMENT) return fault.withUploadId(id);
    // An interrupted thread could send nothing.
    boolean wasInterrupted = Thread.interrupted();
    try {
      delete(id);
    } catch (CallAnalysisException lost) {
      // It ends by itself after a day.
    } finally {
      if (wasInterrupted) Thread.currentThread().interrupt();
    }
    return fault;
  }

  private void delete(String id) {
    Limits own = new Limits(DELETION_TIMEOUT, null, new CancellationToken());
    for (int attempt = 0; attempt < DELETIONS; attempt++) {
      // A request that was cut may hold the upload for a moment yet.
      if (attempt > 0) own.sleep(Backoff.jittered(attempt - 1));
      try {
        Answer answer = transport.tryOnce(Tus.deletion(id), own);
        if (answer.isSuccess() || !(answer.error().retryable() || answer.head().status() == 423)) return;
      } catch (CallAnalysisException failure) {
        if (!failure.retryable()) return;
      }
    }
  }

  private Upload run() {
    while (true) {
      if (upload == null) upload = made();
      Failure failure = round();
      if (failure == null) return upload;
      CallAnalysisException fault = failure.fault();
      if (!canGoOn(fault) || failures >= transport.maxRetries() || Backoff.isTooLong(failure.asked())) throw fault;
      limits.sleep(failure.asked() == null ? Backoff.jittered(failures) : failure.asked());
      failures++;
    }
  }

  private Upload made() {
    RequestOptions.Builder own = RequestOptions.builder().cancellation(options.cancellation());
    if (key != null) own.idempotencyKey(key);
    // What stands under this key has ended when the next one is made: that gets a key of its own.
    key = null;
    ApiRequest request = Tus.creation(recording.size(), recording.fileName());
    return Tus.created(transport.answer(request, own.build(), null).head(), recording.size());
  }

  /** Asks where that is needed, then sends until the upload is whole: null then. */
  private Failure round() {
    try {
      if (isUnsure) {
        Answer answer = transport.tryOnce(Tus.question(upload.id()), limits);
        if (!answer.isSuccess()) return failed(answer);
        arrived(Tus.found(upload.id(), answer.head()));
        isUnsure = false;
      }
      while (upload.offset() < recording.size()) {
        long before = upload.offset();
        long end = Math.min(before + PART_BYTES, recording.size());
        Content content = new PartContent(recording, before, end, this::tell);
        Answer answer = transport.tryOnce(Tus.part(upload, content), limits);
        if (!answer.isSuccess()) return failed(answer);
        arrived(upload.at(Tus.offset(answer.head(), recording.size())));
        if (upload.offset() <= before) return tookNothing();
      }
      tell(recording.size());
      return null;
    } catch (CallAnalysisException fault) {
      if (!fault.retryable()) throw fault;
      isUnsure = true;
      return new Failure(fault, null);
    }
  }

  private Failure failed(Answer answer) {
    boolean isGone = GONE.contains(answer.head().status());
    if (isGone) upload = null;
    isUnsure = !isGone;
    return new Failure(answer.error(), Backoff.retryAfter(answer.head().header("retry-after"), Clock.systemUTC()));
  }

  private Failure tookNothing() {
    isUnsure = true;
    String detail = "The service took no byte of the upload.";
    CallAnalysisException.Answered answered = CallAnalysisException.Answered.NONE;
    return new Failure(CallAnalysisException.of(Kind.ANSWER, answered, detail, true), null);
  }

  private void arrived(Upload now) {
    upload = now;
    if (now.offset() > mostArrived) {
      mostArrived = now.offset();
      failures = 0;
    }
  }

  private boolean canGoOn(CallAnalysisException fault) {
    if (GONE.contains(fault.status())) return makes;
    return fault.retryable() || MENDED_BY_ASKING.contains(fault.status());
  }

  private void tell(long sent) {
    if (progress == null || sent <= told) return;
    told = sent;
    progress.onProgress(sent, recording.size());
  }

  /** @param asked the wait that the service asks for; null for nothing */
  private record Failure(CallAnalysisException fault, Duration asked) {}
}
