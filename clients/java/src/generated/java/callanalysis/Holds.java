// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#holds()}. */
public final class Holds {
  final Transport transport;

  Holds(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the holds.
   *
   * <p>Newest first, of both modes, active and released.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @return what the service answers
   */
  public PagedList<Hold> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the holds.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Hold> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/holds"), "skip", Hold.class, options);
  }

  /**
   * Hold calls.
   *
   * <p>Keeps calls until the hold is released: the end of a retention passes them by, and deletions and redactions
   * of them are refused for everyone. A call may be held by several holds; the oldest is named. The account cannot
   * be deleted while a hold is active. A test key holds test calls only.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Hold create(CreateHoldParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Hold calls.
   *
   * <p>As {@link #create(CreateHoldParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Hold create(CreateHoldParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/holds").json(params), Hold.class, options);
  }

  /**
   * Get one hold.
   *
   * <p>With the number of calls it holds.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param id Id of the hold.
   * @return what the service answers
   */
  public Hold get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one hold.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the hold.
   * @param options cancellation
   * @return what the service answers
   */
  public Hold get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/holds/" + ApiRequest.segment("id", id)), Hold.class, options);
  }

  /**
   * List the calls of a hold.
   *
   * <p>Newest first. A released hold lists those of its calls that are still stored.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param id Id of the hold.
   * @return what the service answers
   */
  public PagedList<HeldAnalysis> analyses(String id) {
    return analyses(id, RequestOptions.NONE);
  }

  /**
   * List the calls of a hold.
   *
   * <p>As {@link #analyses(String)}.
   *
   * @param id Id of the hold.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<HeldAnalysis> analyses(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/holds/" + ApiRequest.segment("id", id) + "/analyses"),
        "skip",
        HeldAnalysis.class,
        options);
  }

  /**
   * Release a hold.
   *
   * <p>Ends the hold. What it has put off is carried out at once, as far as no other hold stands against it; {@code
   * carried_out} says how much that is. A hold that is released already is answered as it is. Sends {@code
   * hold.released}.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param id Id of the hold.
   * @param params what to send
   * @return what the service answers
   */
  public ReleasedHold release(String id, ReleaseHoldParams params) {
    return release(id, params, RequestOptions.NONE);
  }

  /**
   * Release a hold.
   *
   * <p>As {@link #release(String, ReleaseHoldParams)}.
   *
   * @param id Id of the hold.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReleasedHold release(String id, ReleaseHoldParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/holds/" + ApiRequest.segment("id", id) + "/release").json(params),
        ReleasedHold.class,
        options);
  }
}
