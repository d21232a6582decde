// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#samples()}. */
public final class Samples {
  final Transport transport;

  Samples(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the samples.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Sample> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the samples.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Sample> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/samples"), "skip", Sample.class, options);
  }

  /**
   * Draw a sample of calls.
   *
   * <p>Draws completed calls at random so that anyone can draw them again: calls stand in the order of SHA-256 of
   * the seed, a colon and their id, and the first {@code count} are taken. Calls created later change nothing. The
   * sample holds calls of the mode of the credential, at most 10,000.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Sample create(CreateSampleParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Draw a sample of calls.
   *
   * <p>As {@link #create(CreateSampleParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Sample create(CreateSampleParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/samples").json(params), Sample.class, options);
  }

  /**
   * Get one sample.
   *
   * <p>With its calls, less those that were deleted since.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the sample.
   * @return what the service answers
   */
  public Sample get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one sample.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the sample.
   * @param options cancellation
   * @return what the service answers
   */
  public Sample get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/samples/" + ApiRequest.segment("id", id)), Sample.class, options);
  }
}
