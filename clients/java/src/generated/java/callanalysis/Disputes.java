// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#disputes()}. */
public final class Disputes {
  final Transport transport;

  Disputes(Transport transport) {
    this.transport = transport;
  }

  /**
   * List disputes.
   *
   * <p>As {@link #list(ListDisputesParams)}.
   *
   * @return what the service answers
   */
  public PagedList<Dispute> list() {
    return list(ListDisputesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List disputes.
   *
   * <p>Newest first, of both modes unless {@code livemode} names one. Filters can be combined. A review link that
   * allows disputes lists those of its call, with {@code analysis_id}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code dispute}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Dispute> list(ListDisputesParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List disputes.
   *
   * <p>As {@link #list(ListDisputesParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Dispute> list(ListDisputesParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/disputes").query(params), "skip", Dispute.class, options);
  }

  /**
   * Get one dispute.
   *
   * <p>With its decision, once it is resolved.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the dispute.
   * @return what the service answers
   */
  public Dispute get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one dispute.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the dispute.
   * @param options cancellation
   * @return what the service answers
   */
  public Dispute get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/disputes/" + ApiRequest.segment("id", id)), Dispute.class, options);
  }

  /**
   * Resolve a dispute.
   *
   * <p>With {@code overturned} and {@code partly} the answers become a review, and score, coverage and outcome
   * change immediately. If the call was corrected or masked since, they go to the evaluation in the place of the
   * disputed one. With {@code upheld} nothing changes. A reviewer who gave a disputed answer cannot resolve the
   * dispute.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the dispute.
   * @param params what to send
   * @return what the service answers
   */
  public Dispute resolve(String id, ResolveDisputeParams params) {
    return resolve(id, params, RequestOptions.NONE);
  }

  /**
   * Resolve a dispute.
   *
   * <p>As {@link #resolve(String, ResolveDisputeParams)}.
   *
   * @param id Id of the dispute.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Dispute resolve(String id, ResolveDisputeParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/disputes/" + ApiRequest.segment("id", id) + "/resolve").json(params),
        Dispute.class,
        options);
  }
}
