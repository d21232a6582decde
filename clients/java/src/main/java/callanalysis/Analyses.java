package callanalysis;

/** Methods of {@link CallAnalysis#analyses()}. */
public final class Analyses extends AnalysesOperations {
  Analyses(Transport transport) {
    super(transport);
  }

  /**
   * Submits a call for analysis. A recording is read as it is sent: memory stays the same for any size. A file that is
   * larger than {@link CallAnalysis.Builder#resumableAbove} goes in parts: after a cut it goes on where it was. A call that
   * is cancelled deletes what was sent.
   *
   * @param params the recording (a file, a stream, a URL or an upload) or a scenario, and what is known of the call
   * @return the analysis, not final yet: see {@link #waitForCompletion(String)}
   */
  public Analysis create(CreateAnalysisParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Submits a call for analysis. A recording is read as it is sent: memory stays the same for any size. A file that is
   * larger than {@link CallAnalysis.Builder#resumableAbove} goes in parts: after a cut it goes on where it was. A call that
   * is cancelled deletes what was sent.
   *
   * @param params the recording (a file, a stream, a URL or an upload) or a scenario, and what is known of the call
   * @param options cancellation and idempotency key
   * @return the analysis, not final yet: see {@link #waitForCompletion(String)}
   */
  public Analysis create(CreateAnalysisParams params, RequestOptions options) {
    Recording recording = params.recording();
    boolean inParts = recording != null && recording.isSeekable() && recording.size() > transport.resumableAbove();
    if (!inParts) return transport.call(params.request(recording), Analysis.class, options);
    Sending sending = new Sending(transport, recording, params.progress(), options);
    String upload = sending.whole().id();
    try {
      return transport.call(params.requestFor(upload), Analysis.class, options);
    } catch (CallAnalysisException fault) {
      throw sending.left(upload, fault);
    }
  }

  /**
   * Follows an analysis until it is completed or has failed, and connects again where the stream is cut. After three
   * connections in a row without an event it gives up; see {@link #waitForCompletion(String)}, which then asks at intervals.
   *
   * @param id its id
   * @return the events as they come, up to the one that ends the analysis; close it when you leave before
   */
  public EventStream events(String id) {
    return events(id, RequestOptions.NONE);
  }

  /**
   * Follows an analysis until it is completed or has failed, and connects again where the stream is cut. After three
   * connections in a row without an event it gives up; see {@link #waitForCompletion(String)}, which then asks at intervals.
   *
   * @param id its id
   * @param options cancellation
   * @return the events as they come, up to the one that ends the analysis; close it when you leave before
   */
  public EventStream events(String id, RequestOptions options) {
    Limits limits = new Limits(transport.streamTimeout(), null, options.cancellation());
    return new EventStream(transport, id, limits);
  }

  /**
   * Waits until an analysis is final. It listens to the events, and asks at intervals where no event comes.
   *
   * @param id its id
   * @return completed or failed: {@link Analysis#status()} says which
   */
  public Analysis waitForCompletion(String id) {
    return waitForCompletion(id, WaitOptions.builder().build());
  }

  /**
   * Waits until an analysis is final. It listens to the events, and asks at intervals where no event comes.
   *
   * @param id its id
   * @param options how long at most, and whom to tell the progress
   * @return completed or failed: {@link Analysis#status()} says which
   * @throws CallAnalysisException of the kind TIMEOUT when the time is over
   */
  public Analysis waitForCompletion(String id, WaitOptions options) {
    return new Waiting(transport, id, options).result();
  }

  /**
   * Waits until a correction is final. It asks at intervals.
   *
   * @param id id of the analysis
   * @param correctionId id of the correction
   * @return completed or failed: {@link Correction#status()} says which
   */
  public Correction waitForCorrection(String id, String correctionId) {
    return waitForCorrection(id, correctionId, WaitOptions.builder().build());
  }

  /**
   * Waits until a correction is final. It asks at intervals.
   *
   * @param id id of the analysis
   * @param correctionId id of the correction
   * @param options how long at most; a correction tells no progress
   * @return completed or failed: {@link Correction#status()} says which
   * @throws CallAnalysisException of the kind TIMEOUT when the time is over
   */
  public Correction waitForCorrection(String id, String correctionId, WaitOptions options) {
    return new Waiting(transport, id, options).correction(correctionId);
  }
}
