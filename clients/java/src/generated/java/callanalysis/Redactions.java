// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#redactions()}. */
public final class Redactions {
  final Transport transport;

  Redactions(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the masking jobs.
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
   * List the masking jobs.
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
   * Mask past calls.
   *
   * <p>As {@link #create(CreateRedactionParams)}.
   *
   * @return what the service answers
   */
  public RedactionJob create() {
    return create(CreateRedactionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Mask past calls.
   *
   * <p>Masks all completed calls that match the filter, as {@code POST /analysis/{id}/redact} masks one: the texts
   * first; the recording is withheld until the masked one is ready. Uses no minutes. New calls take precedence over
   * the job. With {@code dry_run} the response is 200 and the same object with the status {@code dry_run}: its
   * {@code counts.total} is the number of calls that the job would process; nothing is masked, and nothing is
   * stored under its id. A test key masks test calls only.
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
   * Mask past calls.
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
   * Get one masking job.
   *
   * <p>For polling. {@code counts} is its progress; {@code redaction} of an analysis shows what is masked in it.
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
   * Get one masking job.
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
   * Cancel a masking job.
   *
   * <p>Takes effect immediately: no further calls are started. Calls already started are finished and counted.
   * Masked calls stay masked.
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
   * Cancel a masking job.
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
