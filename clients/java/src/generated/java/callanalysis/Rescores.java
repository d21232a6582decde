// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#rescores()}. */
public final class Rescores {
  final Transport transport;

  Rescores(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the re-scoring jobs.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Rescore> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the re-scoring jobs.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Rescore> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/rescores"), "skip", Rescore.class, options);
  }

  /**
   * Re-score past calls.
   *
   * <p>Scores all completed calls that match the filter with a published revision, from their stored transcripts:
   * no audio minutes are used. New calls take precedence over the job. With {@code dry_run} the response is 200 and
   * the same object with the status {@code dry_run}: its {@code estimate} is the cost of the job; nothing is stored
   * under its id. The evaluations are counted at the start; those that are skipped, fail or are canceled are given
   * back. A test key or a test scorecard scores test calls only.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Rescore create(CreateRescoreParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Re-score past calls.
   *
   * <p>As {@link #create(CreateRescoreParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Rescore create(CreateRescoreParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/rescores").json(params), Rescore.class, options);
  }

  /**
   * Get one re-scoring job.
   *
   * <p>For polling. {@code counts} is its progress; {@code GET /evaluations} lists its evaluations.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the job.
   * @return what the service answers
   */
  public Rescore get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one re-scoring job.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the job.
   * @param options cancellation
   * @return what the service answers
   */
  public Rescore get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/rescores/" + ApiRequest.segment("id", id)), Rescore.class, options);
  }

  /**
   * Cancel a re-scoring job.
   *
   * <p>Takes effect immediately. Calls scored until then keep their evaluations; the others are not scored and are
   * given back to the evaluations of the month.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the job.
   * @return what the service answers
   */
  public Rescore cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel a re-scoring job.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the job.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Rescore cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/rescores/" + ApiRequest.segment("id", id) + "/cancel"),
        Rescore.class,
        options);
  }
}
