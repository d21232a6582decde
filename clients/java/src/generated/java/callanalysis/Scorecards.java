// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#scorecards()}. */
public final class Scorecards {
  final Transport transport;

  Scorecards(Transport transport) {
    this.transport = transport;
  }

  /**
   * List scorecards.
   *
   * <p>Newest first, of both modes, without archived ones.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Scorecard> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List scorecards.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Scorecard> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/scorecards"), "skip", Scorecard.class, options);
  }

  /**
   * Create a scorecard.
   *
   * <p>Created without a revision: create and publish one before calls can be scored. An account can have 50
   * scorecards that are not archived, and 200 including archived ones; together they may hold 64 MiB. A scorecard
   * created with a test key belongs to test mode: it scores test calls only.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Scorecard create(CreateScorecardParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Create a scorecard.
   *
   * <p>As {@link #create(CreateScorecardParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Scorecard create(CreateScorecardParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/scorecards").json(params), Scorecard.class, options);
  }

  /**
   * Get one scorecard.
   *
   * <p>Also an archived one.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the scorecard.
   * @return what the service answers
   */
  public Scorecard get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one scorecard.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the scorecard.
   * @param options cancellation
   * @return what the service answers
   */
  public Scorecard get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/scorecards/" + ApiRequest.segment("id", id)), Scorecard.class, options);
  }

  /**
   * Replace the fields of a scorecard.
   *
   * <p>Replaces all fields: an omitted member gets its default, except {@code dispute_window_days}, {@code
   * target_agreement}, {@code gate} and {@code watch}, which stay as they are. Revisions and evaluations do not
   * change.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @return what the service answers
   */
  public Scorecard update(String id, UpdateScorecardParams params) {
    return update(id, params, RequestOptions.NONE);
  }

  /**
   * Replace the fields of a scorecard.
   *
   * <p>As {@link #update(String, UpdateScorecardParams)}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Scorecard update(String id, UpdateScorecardParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/scorecards/" + ApiRequest.segment("id", id)).json(params),
        Scorecard.class,
        options);
  }

  /**
   * Archive a scorecard.
   *
   * <p>It makes no new evaluations and no longer counts towards the 50. Its revisions and evaluations can still be
   * read; its drafts can be deleted.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @return what the service answers
   */
  public ArchivedScorecard archive(String id) {
    return archive(id, RequestOptions.NONE);
  }

  /**
   * Archive a scorecard.
   *
   * <p>As {@link #archive(String)}.
   *
   * @param id Id of the scorecard.
   * @param options cancellation
   * @return what the service answers
   */
  public ArchivedScorecard archive(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/scorecards/" + ApiRequest.segment("id", id)),
        ArchivedScorecard.class,
        options);
  }

  /**
   * List the revisions of a scorecard.
   *
   * <p>Newest first, drafts and published ones, each with its whole form.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the scorecard.
   * @return what the service answers
   */
  public PagedList<ScorecardRevision> listRevisions(String id) {
    return listRevisions(id, RequestOptions.NONE);
  }

  /**
   * List the revisions of a scorecard.
   *
   * <p>As {@link #listRevisions(String)}.
   *
   * @param id Id of the scorecard.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<ScorecardRevision> listRevisions(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/scorecards/" + ApiRequest.segment("id", id) + "/revisions"),
        "skip",
        ScorecardRevision.class,
        options);
  }

  /**
   * Create a revision.
   *
   * <p>Creates a draft with the next number. The whole form is validated, and all errors are returned together. A
   * scorecard can have 200 revisions, 20 of them drafts.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @return what the service answers
   */
  public ScorecardRevision createRevision(String id, CreateScorecardRevisionParams params) {
    return createRevision(id, params, RequestOptions.NONE);
  }

  /**
   * Create a revision.
   *
   * <p>As {@link #createRevision(String, CreateScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ScorecardRevision createRevision(String id, CreateScorecardRevisionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/scorecards/" + ApiRequest.segment("id", id) + "/revisions").json(params),
        ScorecardRevision.class,
        options);
  }

  /**
   * Get one revision.
   *
   * <p>Includes the whole form.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @return what the service answers
   */
  public ScorecardRevision getRevision(String id, long revision) {
    return getRevision(id, revision, RequestOptions.NONE);
  }

  /**
   * Get one revision.
   *
   * <p>As {@link #getRevision(String, long)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param options cancellation
   * @return what the service answers
   */
  public ScorecardRevision getRevision(String id, long revision, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision)),
        ScorecardRevision.class,
        options);
  }

  /**
   * Replace the form of a draft.
   *
   * <p>A published revision is never changed: create another one.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @return what the service answers
   */
  public ScorecardRevision updateRevision(String id, long revision, UpdateScorecardRevisionParams params) {
    return updateRevision(id, revision, params, RequestOptions.NONE);
  }

  /**
   * Replace the form of a draft.
   *
   * <p>As {@link #updateRevision(String, long, UpdateScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public ScorecardRevision updateRevision(String id, long revision, UpdateScorecardRevisionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision)).json(params),
        ScorecardRevision.class,
        options);
  }

  /**
   * Delete a draft.
   *
   * <p>Makes room for another draft. Its number is not used again. Published revisions cannot be deleted, because
   * evaluations refer to them.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @return what the service answers
   */
  public DeletedRevision deleteRevision(String id, long revision) {
    return deleteRevision(id, revision, RequestOptions.NONE);
  }

  /**
   * Delete a draft.
   *
   * <p>As {@link #deleteRevision(String, long)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedRevision deleteRevision(String id, long revision, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision)),
        DeletedRevision.class,
        options);
  }

  /**
   * Test a revision on past calls.
   *
   * <p>Scores up to 20 completed calls at once, also with a draft. Nothing is stored and no event is sent. Each
   * call counts as an evaluation of its mode towards the limit; if the limit would be exceeded, all calls are
   * refused. The response takes as long as the model: seconds for one call, up to 50 for many, then 503. An account
   * may have two tests running; another one is refused with 429.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @return what the service answers
   */
  public TriedEvaluations tryRevision(String id, long revision, TryScorecardRevisionParams params) {
    return tryRevision(id, revision, params, RequestOptions.NONE);
  }

  /**
   * Test a revision on past calls.
   *
   * <p>As {@link #tryRevision(String, long, TryScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public TriedEvaluations tryRevision(String id, long revision, TryScorecardRevisionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision) + "/try").json(params),
        TriedEvaluations.class,
        options);
  }

  /**
   * Check a revision.
   *
   * <p>As {@link #checkRevision(String, long, CheckScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @return what the service answers
   */
  public RevisionCheck checkRevision(String id, long revision) {
    return checkRevision(id, revision, CheckScorecardRevisionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Check a revision.
   *
   * <p>Finds what makes a form, also a draft, worse than it could be: from its words, and from the last 200 calls
   * and answers. With {@code analysis_ids} a language model scores each call {@code repeats} times more than once,
   * and each time counts as an evaluation. Nothing is stored. It takes as long as a test of a revision, and counts
   * as one of the two that may run.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @return what the service answers
   */
  public RevisionCheck checkRevision(String id, long revision, CheckScorecardRevisionParams params) {
    return checkRevision(id, revision, params, RequestOptions.NONE);
  }

  /**
   * Check a revision.
   *
   * <p>As {@link #checkRevision(String, long, CheckScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public RevisionCheck checkRevision(String id, long revision, CheckScorecardRevisionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision) + "/check").json(params),
        RevisionCheck.class,
        options);
  }

  /**
   * Publish a revision.
   *
   * <p>As {@link #publishRevision(String, long, PublishScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @return what the service answers
   */
  public ScorecardRevision publishRevision(String id, long revision) {
    return publishRevision(id, revision, PublishScorecardRevisionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Publish a revision.
   *
   * <p>From now on calls are scored with it, unless a request names another one. An earlier published revision can
   * be published again to return to it. Existing evaluations do not change. With a {@code gate} of the scorecard
   * the calls that people rated under the published revision are scored first, and each counts as an evaluation.
   * That may take more than one request: after 503, publish again to go on; no call is scored twice.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @return what the service answers
   */
  public ScorecardRevision publishRevision(String id, long revision, PublishScorecardRevisionParams params) {
    return publishRevision(id, revision, params, RequestOptions.NONE);
  }

  /**
   * Publish a revision.
   *
   * <p>As {@link #publishRevision(String, long, PublishScorecardRevisionParams)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ScorecardRevision publishRevision(String id, long revision, PublishScorecardRevisionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision) + "/publish").json(params),
        ScorecardRevision.class,
        options);
  }

  /**
   * Get the agreement on a scorecard.
   *
   * <p>As {@link #agreement(String, GetAgreementParams)}.
   *
   * @param id Id of the scorecard.
   * @return what the service answers
   */
  public Agreement agreement(String id) {
    return agreement(id, GetAgreementParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get the agreement on a scorecard.
   *
   * <p>Over all closed calibration sessions of a revision, for each question. Where a person rated a call in two
   * sessions, the later one counts. Intervals are by bootstrap over calls, seeded from their ids: anyone gets the
   * same.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @return what the service answers
   */
  public Agreement agreement(String id, GetAgreementParams params) {
    return agreement(id, params, RequestOptions.NONE);
  }

  /**
   * Get the agreement on a scorecard.
   *
   * <p>As {@link #agreement(String, GetAgreementParams)}.
   *
   * @param id Id of the scorecard.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Agreement agreement(String id, GetAgreementParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/scorecards/" + ApiRequest.segment("id", id) + "/agreement").query(params),
        Agreement.class,
        options);
  }
}
