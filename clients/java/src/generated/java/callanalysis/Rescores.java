// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#rescores()}. */
public final class Rescores {
  final Transport transport;

  Rescores(Transport transport) {
    this.transport = transport;
  }

  /**
   * List rescoring jobs.
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
   * List rescoring jobs.
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
   * Judge stored calls again.
   *
   * <p>Judges every completed call that the filter finds by a published revision, from the stored transcripts: no
   * audio minutes are taken. A job yields to fresh calls. With {@code dry_run} the answer is 200 and the same
   * object with the status {@code dry_run}: its {@code estimate} tells what the job would take; nothing is stored
   * under its id. The evaluations to be made are counted at the start; those that are skipped, fail or are canceled
   * are given back. A test key and a test scorecard judge test calls alone.
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
   * Judge stored calls again.
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
   * Get one rescoring job.
   *
   * <p>For polling. {@code counts} tells how far it is; {@code GET /evaluations} lists what it has judged.
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
   * Get one rescoring job.
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
   * Cancel a rescoring job.
   *
   * <p>Holds at once. What was judged until then stays, the rest is not judged and is given back to the evaluations
   * of the month.
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
   * Cancel a rescoring job.
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
