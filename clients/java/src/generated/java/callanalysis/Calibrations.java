// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#calibrations()}. */
public final class Calibrations {
  final Transport transport;

  Calibrations(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the calibration sessions.
   *
   * <p>As {@link #list(ListCalibrationsParams)}.
   *
   * @return what the service answers
   */
  public PagedList<Calibration> list() {
    return list(ListCalibrationsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the calibration sessions.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Calibration> list(ListCalibrationsParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List the calibration sessions.
   *
   * <p>As {@link #list(ListCalibrationsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Calibration> list(ListCalibrationsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/calibrations").query(params),
        "skip",
        Calibration.class,
        options);
  }

  /**
   * Start a calibration session.
   *
   * <p>Reviewers rate the same calls by a published revision of a scorecard, blind: until the session is closed, a
   * link shows no other reviewer’s answers and none of the AI. Ratings are no reviews: they change no score.
   * Starting a session judges nothing. A key with {@code analysis:read} sees all there is.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Calibration create(CreateCalibrationParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Start a calibration session.
   *
   * <p>As {@link #create(CreateCalibrationParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Calibration create(CreateCalibrationParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/calibrations").json(params), Calibration.class, options);
  }

  /**
   * Get one calibration session.
   *
   * <p>With the progress of each reviewer and, once it is closed, the figures. A link reads the progress of its own
   * reviewer and the ids of the calls, and nothing after the session is closed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code calibrate}.
   *
   * @param id Id of the session.
   * @return what the service answers
   */
  public Calibration get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one calibration session.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the session.
   * @param options cancellation
   * @return what the service answers
   */
  public Calibration get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/calibrations/" + ApiRequest.segment("id", id)), Calibration.class, options);
  }

  /**
   * Get a call to rate.
   *
   * <p>As {@link #item(String, String, GetCalibrationItemParams)}.
   *
   * @param id Id of the session.
   * @param analysisId Id of a call of the session.
   * @return what the service answers
   */
  public CalibrationItem item(String id, String analysisId) {
    return item(id, analysisId, GetCalibrationItemParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get a call to rate.
   *
   * <p>The form, the transcript, a link to the recording and this reviewer’s own rating: neither the answers of the
   * AI nor those of others.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code calibrate}.
   *
   * @param id Id of the session.
   * @param analysisId Id of a call of the session.
   * @param params what to send
   * @return what the service answers
   */
  public CalibrationItem item(String id, String analysisId, GetCalibrationItemParams params) {
    return item(id, analysisId, params, RequestOptions.NONE);
  }

  /**
   * Get a call to rate.
   *
   * <p>As {@link #item(String, String, GetCalibrationItemParams)}.
   *
   * @param id Id of the session.
   * @param analysisId Id of a call of the session.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public CalibrationItem item(String id, String analysisId, GetCalibrationItemParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/calibrations/" + ApiRequest.segment("id", id) + "/items/" + ApiRequest.segment("analysis_id", analysisId)).query(params),
        CalibrationItem.class,
        options);
  }

  /**
   * Rate a call.
   *
   * <p>Every question that applies needs an answer; a question whose condition is not met by these answers does not
   * apply. The rating can be changed until the session is closed. A quotation must be in its segment.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * <p>A review link opens it where it may {@code calibrate}.
   *
   * @param id Id of the session.
   * @param analysisId Id of a call of the session.
   * @param reviewerId Your identifier of the reviewer.
   * @param params what to send
   * @return what the service answers
   */
  public Rating rate(String id, String analysisId, String reviewerId, RateCallParams params) {
    return rate(id, analysisId, reviewerId, params, RequestOptions.NONE);
  }

  /**
   * Rate a call.
   *
   * <p>As {@link #rate(String, String, String, RateCallParams)}.
   *
   * @param id Id of the session.
   * @param analysisId Id of a call of the session.
   * @param reviewerId Your identifier of the reviewer.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Rating rate(String id, String analysisId, String reviewerId, RateCallParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/calibrations/" + ApiRequest.segment("id", id) + "/items/" + ApiRequest.segment("analysis_id", analysisId) + "/ratings/" + ApiRequest.segment("reviewer_id", reviewerId)).json(params),
        Rating.class,
        options);
  }

  /**
   * Close a calibration session.
   *
   * <p>Counts how far the reviewers and the AI agree; the figures are final. The AI’s answer is its own, of the
   * newest evaluation by this revision at that moment; a call without one counts among people alone. Links open
   * nothing from then on. A session closes by itself at {@code due_at}.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the session.
   * @return what the service answers
   */
  public Calibration close(String id) {
    return close(id, RequestOptions.NONE);
  }

  /**
   * Close a calibration session.
   *
   * <p>As {@link #close(String)}.
   *
   * @param id Id of the session.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Calibration close(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/calibrations/" + ApiRequest.segment("id", id) + "/close"),
        Calibration.class,
        options);
  }

  /**
   * Cancel a calibration session.
   *
   * <p>Its ratings do not count.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the session.
   * @return what the service answers
   */
  public Calibration cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel a calibration session.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the session.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Calibration cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/calibrations/" + ApiRequest.segment("id", id) + "/cancel"),
        Calibration.class,
        options);
  }

  /**
   * List the links to a calibration session.
   *
   * <p>Newest first, including expired ones, without revoked ones.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the session.
   * @return what the service answers
   */
  public PagedList<ReviewLink> links(String id) {
    return links(id, RequestOptions.NONE);
  }

  /**
   * List the links to a calibration session.
   *
   * <p>As {@link #links(String)}.
   *
   * @param id Id of the session.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<ReviewLink> links(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/calibrations/" + ApiRequest.segment("id", id) + "/links"),
        "skip",
        ReviewLink.class,
        options);
  }

  /**
   * Create a link to a calibration session.
   *
   * <p>Opens the calls of this session to one of its reviewers, who needs no account, and nothing else, until it
   * expires, is revoked, or the session is closed. The token is exchanged at {@code POST /review/session}.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the session.
   * @param params what to send
   * @return what the service answers
   */
  public CreatedReviewLink createLink(String id, CreateCalibrationLinkParams params) {
    return createLink(id, params, RequestOptions.NONE);
  }

  /**
   * Create a link to a calibration session.
   *
   * <p>As {@link #createLink(String, CreateCalibrationLinkParams)}.
   *
   * @param id Id of the session.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public CreatedReviewLink createLink(String id, CreateCalibrationLinkParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/calibrations/" + ApiRequest.segment("id", id) + "/links").json(params),
        CreatedReviewLink.class,
        options);
  }

  /**
   * Get one link to a calibration session.
   *
   * <p>Without its address. 404 for one that was deleted.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the session.
   * @param linkId Id of the link.
   * @return what the service answers
   */
  public ReviewLink link(String id, String linkId) {
    return link(id, linkId, RequestOptions.NONE);
  }

  /**
   * Get one link to a calibration session.
   *
   * <p>As {@link #link(String, String)}.
   *
   * @param id Id of the session.
   * @param linkId Id of the link.
   * @param options cancellation
   * @return what the service answers
   */
  public ReviewLink link(String id, String linkId, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/calibrations/" + ApiRequest.segment("id", id) + "/links/" + ApiRequest.segment("link_id", linkId)),
        ReviewLink.class,
        options);
  }

  /**
   * Revoke a link to a calibration session.
   *
   * <p>Takes effect immediately, for the link and all its access tokens. Ratings given with it stay.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the session.
   * @param linkId Id of the link.
   * @return what the service answers
   */
  public DeletedReviewLink deleteLink(String id, String linkId) {
    return deleteLink(id, linkId, RequestOptions.NONE);
  }

  /**
   * Revoke a link to a calibration session.
   *
   * <p>As {@link #deleteLink(String, String)}.
   *
   * @param id Id of the session.
   * @param linkId Id of the link.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedReviewLink deleteLink(String id, String linkId, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/calibrations/" + ApiRequest.segment("id", id) + "/links/" + ApiRequest.segment("link_id", linkId)),
        DeletedReviewLink.class,
        options);
  }
}
