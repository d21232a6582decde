// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#erasures()}. */
public final class Erasures {
  final Transport transport;

  Erasures(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the erasures.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @return what the service answers
   */
  public PagedList<Erasure> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the erasures.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Erasure> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/erasures"), "skip", Erasure.class, options);
  }

  /**
   * Erase calls, a contact or an agent.
   *
   * <p>Deletes what belongs to a contact, to an agent or to the named calls, and afterwards looks for it again
   * everywhere. Calls that are held are erased when their last hold is released. At the end there is a signed
   * receipt, and {@code erasure.completed} is sent. With {@code dry_run} the response is 200 and the same object
   * with the status {@code dry_run}: its {@code counts} are what would be erased now. Calls that come later are not
   * affected. A test key erases test calls only.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Erasure create(CreateErasureParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Erase calls, a contact or an agent.
   *
   * <p>As {@link #create(CreateErasureParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Erasure create(CreateErasureParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/erasures").json(params), Erasure.class, options);
  }

  /**
   * Get one erasure.
   *
   * <p>With its receipt, once it is completed.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param id Id of the erasure.
   * @return what the service answers
   */
  public Erasure get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one erasure.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the erasure.
   * @param options cancellation
   * @return what the service answers
   */
  public Erasure get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/erasures/" + ApiRequest.segment("id", id)), Erasure.class, options);
  }
}
