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
   * <p>Newest first, of both modes. Archived ones are left out.
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
   * <p>Without a revision: create one and publish it before calls can be judged. An account can have 50 scorecards
   * that are not archived, and 200 with those; they and their forms may hold 64 MiB. One that a test key makes is
   * of test mode: it judges test calls alone.
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
   * <p>All of them: a member that is left out gets its default. Revisions and evaluations stay as they are.
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
   * <p>It makes no new evaluations, and does not count to the 50 any more. Its revisions and evaluations stay and
   * can be read; its drafts can be deleted.
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
   * <p>A draft with the next number. The form is checked whole, and every fault is named at once. A scorecard can
   * have 200 revisions, 20 of them drafts.
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
   * <p>With its whole form.
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
   * <p>Makes room for another one. Its number is not given again. A published revision stays, since evaluations
   * name it.
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
   * Publish a revision.
   *
   * <p>From now on calls are judged by it, unless a request names another one. A revision that was published before
   * can be published again, to return to it. Evaluations that are there stay as they are.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @return what the service answers
   */
  public ScorecardRevision publishRevision(String id, long revision) {
    return publishRevision(id, revision, RequestOptions.NONE);
  }

  /**
   * Publish a revision.
   *
   * <p>As {@link #publishRevision(String, long)}.
   *
   * @param id Id of the scorecard.
   * @param revision Number of the revision.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ScorecardRevision publishRevision(String id, long revision, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/scorecards/" + ApiRequest.segment("id", id) + "/revisions/" + ApiRequest.segment("revision", revision) + "/publish"),
        ScorecardRevision.class,
        options);
  }

  /**
   * Try a revision on stored calls.
   *
   * <p>Judges up to 20 completed calls at once, also by a draft. Nothing is stored and no event is sent. Each call
   * counts as an evaluation, in its mode, to the limit of evaluations, and all calls are refused where they would
   * go beyond it. The answer takes as long as the model: seconds for one call, up to 50 for many, after which it is
   * 503. An account may have two tries running; the next one is 429.
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
   * Try a revision on stored calls.
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
}
