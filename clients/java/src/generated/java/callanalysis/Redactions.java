// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#redactions()}. */
public final class Redactions {
  final Transport transport;

  Redactions(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the jobs that mask stored calls.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<RedactionJob> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the jobs that mask stored calls.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<RedactionJob> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/redactions"), "skip", RedactionJob.class, options);
  }

  /**
   * Mask stored calls.
   *
   * <p>As {@link #create(CreateRedactionParams)}.
   *
   * @return what the service answers
   */
  public RedactionJob create() {
    return create(CreateRedactionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Mask stored calls.
   *
   * <p>Masks every completed call that the filter finds, as {@code POST /analysis/{id}/redact} masks one: the texts
   * of a call first, and its recording is withheld until the masked one is made. No minutes are taken. A job yields
   * to fresh calls. With {@code dry_run} the answer is 200 and the same object with the status {@code dry_run}: its
   * {@code counts.total} tells how many calls the job would go through; nothing is masked, and nothing is stored
   * under its id. A test key masks test calls alone.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public RedactionJob create(CreateRedactionParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Mask stored calls.
   *
   * <p>As {@link #create(CreateRedactionParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public RedactionJob create(CreateRedactionParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/redactions").json(params), RedactionJob.class, options);
  }

  /**
   * Get one job that masks stored calls.
   *
   * <p>For polling. {@code counts} tells how far it is; {@code redaction} of an analysis what is masked in it.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the job.
   * @return what the service answers
   */
  public RedactionJob get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one job that masks stored calls.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the job.
   * @param options cancellation
   * @return what the service answers
   */
  public RedactionJob get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/redactions/" + ApiRequest.segment("id", id)), RedactionJob.class, options);
  }

  /**
   * Cancel a job that masks stored calls.
   *
   * <p>Holds at once: no further call is taken. Those that are taken are masked to their end, and counted. What is
   * masked stays so.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the job.
   * @return what the service answers
   */
  public RedactionJob cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel a job that masks stored calls.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the job.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public RedactionJob cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/redactions/" + ApiRequest.segment("id", id) + "/cancel"),
        RedactionJob.class,
        options);
  }
}
