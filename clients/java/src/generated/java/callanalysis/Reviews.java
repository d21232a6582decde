// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#reviews()}. */
public final class Reviews {
  final Transport transport;

  Reviews(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the reviews of an analysis.
   *
   * <p>Newest first; for each entry the newest review decides.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public PagedList<Review> listOfAnalysis(String id) {
    return listOfAnalysis(id, RequestOptions.NONE);
  }

  /**
   * List the reviews of an analysis.
   *
   * <p>As {@link #listOfAnalysis(String)}.
   *
   * @param id Id of the analysis.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Review> listOfAnalysis(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/reviews"),
        "skip",
        Review.class,
        options);
  }

  /**
   * Review a call.
   *
   * <p>A reviewer’s decision overrides the AI’s, which stays in {@code system}. All entries take effect together or
   * not at all; scores, coverage and outcomes are updated immediately. Reviews are append-only: for each entry the
   * latest review decides, and {@code withdraw} restores the AI’s decision. A review without entries confirms the
   * call as it is, and also takes it out of the queue. Uses no minutes. With {@code dry_run} the review is
   * validated, the response contains the resulting scores, and nothing is saved.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * <p>A review link opens it where it may {@code review}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public Review create(String id, CreateReviewParams params) {
    return create(id, params, RequestOptions.NONE);
  }

  /**
   * Review a call.
   *
   * <p>As {@link #create(String, CreateReviewParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Review create(String id, CreateReviewParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/reviews").json(params),
        Review.class,
        options);
  }

  /**
   * List reviews.
   *
   * <p>As {@link #list(ListReviewsParams)}.
   *
   * @return what the service answers
   */
  public PagedList<Review> list() {
    return list(ListReviewsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List reviews.
   *
   * <p>Newest first, of both modes. Filters can be combined.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Review> list(ListReviewsParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List reviews.
   *
   * <p>As {@link #list(ListReviewsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Review> list(ListReviewsParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/reviews").query(params), "skip", Review.class, options);
  }
}
