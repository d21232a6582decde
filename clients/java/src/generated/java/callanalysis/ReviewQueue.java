// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#reviewQueue()}. */
public final class ReviewQueue {
  final Transport transport;

  ReviewQueue(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the calls that deserve a look.
   *
   * <p>As {@link #list(ListReviewQueueParams)}.
   *
   * @return what the service answers
   */
  public PagedList<ReviewQueueItem> list() {
    return list(ListReviewQueueParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the calls that deserve a look.
   *
   * <p>What a person could put right. Calls that someone has claimed are listed too. A call enters when it or an
   * evaluation of it completes with something in doubt, and leaves by a review or a dismissal. After a correction
   * or a masking it comes back only with what is new in doubt, which {@code doubts} names. Filters can be combined.
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
   * List the calls that deserve a look.
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
   * Take the next call to look at.
   *
   * <p>The first one in the wanted order of those that no one has claimed. It is claimed for 30 minutes: two
   * reviewers never get the same. Each further request gives a further call; earlier claims stay until they end, or
   * are released. A test key gets test calls alone.
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
   * Take the next call to look at.
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
   * Give a call back to the queue.
   *
   * <p>Ends your claim at once. A call that no one has claimed stays as it is.
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
   * Give a call back to the queue.
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
   * Take a call out of the queue without a review.
   *
   * <p>Also one that no one has claimed. It comes back when an evaluation or a correction puts something new in
   * doubt.
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
   * Take a call out of the queue without a review.
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
