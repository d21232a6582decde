// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#reviewQueue()}. */
public final class ReviewQueue {
  final Transport transport;

  ReviewQueue(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the review queue.
   *
   * <p>As {@link #list(ListReviewQueueParams)}.
   *
   * @return what the service answers
   */
  public PagedList<ReviewQueueItem> list() {
    return list(ListReviewQueueParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the review queue.
   *
   * <p>Calls that need review, including reserved ones. A call enters the queue when it or one of its evaluations
   * completes with an open item, and leaves it with a review or a dismissal. After a correction or masking it
   * returns only for new items, which {@code doubts} lists. Filters can be combined.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<ReviewQueueItem> list(ListReviewQueueParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List the review queue.
   *
   * <p>As {@link #list(ListReviewQueueParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<ReviewQueueItem> list(ListReviewQueueParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/review-queue").query(params),
        "skip",
        ReviewQueueItem.class,
        options);
  }

  /**
   * Reserve the next call to review.
   *
   * <p>Reserves the first call in the requested order that is not reserved, for 30 minutes; two reviewers never get
   * the same call. Each request reserves one more call; earlier reservations stay until they expire or are
   * released. A test key gets test calls only.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param params what to send
   * @return what the service answers; null where there is nothing
   */
  public ReviewQueueItem claim(ClaimReviewParams params) {
    return claim(params, RequestOptions.NONE);
  }

  /**
   * Reserve the next call to review.
   *
   * <p>As {@link #claim(ClaimReviewParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers; null where there is nothing
   */
  public ReviewQueueItem claim(ClaimReviewParams params, RequestOptions options) {
    return transport.callOrNone(ApiRequest.post("/review-queue/claim").json(params), ReviewQueueItem.class, options);
  }

  /**
   * Release a reserved call.
   *
   * <p>Ends your reservation immediately. A call that is not reserved stays unchanged.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param analysisId Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public ReviewQueueItem release(String analysisId, ReleaseReviewParams params) {
    return release(analysisId, params, RequestOptions.NONE);
  }

  /**
   * Release a reserved call.
   *
   * <p>As {@link #release(String, ReleaseReviewParams)}.
   *
   * @param analysisId Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReviewQueueItem release(String analysisId, ReleaseReviewParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/review-queue/" + ApiRequest.segment("analysis_id", analysisId) + "/release").json(params),
        ReviewQueueItem.class,
        options);
  }

  /**
   * Dismiss a call without a review.
   *
   * <p>The call does not have to be reserved. It returns to the queue when an evaluation or a correction adds a new
   * open item.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param analysisId Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public ReviewQueueItem dismiss(String analysisId, DismissReviewParams params) {
    return dismiss(analysisId, params, RequestOptions.NONE);
  }

  /**
   * Dismiss a call without a review.
   *
   * <p>As {@link #dismiss(String, DismissReviewParams)}.
   *
   * @param analysisId Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReviewQueueItem dismiss(String analysisId, DismissReviewParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/review-queue/" + ApiRequest.segment("analysis_id", analysisId) + "/dismiss").json(params),
        ReviewQueueItem.class,
        options);
  }
}
