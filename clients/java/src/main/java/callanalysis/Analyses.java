package callanalysis;

/** Methods of {@link CallAnalysis#analyses()}. */
public final class Analyses extends AnalysesOperations {
  Analyses(Transport transport) {
    super(transport);
  }

  /**
   * Submits a call for analysis. A recording is read as it is sent: memory stays the same for any size.
   *
   * @param params the recording (a file, a stream or a URL) or a scenario, and what is known of the call
   * @return the analysis, not final yet: see {@link #waitForCompletion(String)}
   */
  public Analysis create(CreateAnalysisParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Submits a call for analysis. A recording is read as it is sent: memory stays the same for any size.
   *
   * @param params the recording (a file, a stream or a URL) or a scenario, and what is known of the call
   * @param options cancellation and idempotency key
   * @return the analysis, not final yet: see {@link #waitForCompletion(String)}
   */
  public Analysis create(CreateAnalysisParams params, RequestOptions options) {
    return transport.call(params.request(), Analysis.class, options);
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
