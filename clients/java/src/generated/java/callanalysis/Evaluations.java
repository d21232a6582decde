// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#evaluations()}. */
public final class Evaluations {
  final Transport transport;

  Evaluations(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the evaluations of an analysis.
   *
   * <p>As {@link #listOfAnalysis(String, ListAnalysisEvaluationsParams)}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public PagedList<Evaluation> listOfAnalysis(String id) {
    return listOfAnalysis(id, ListAnalysisEvaluationsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the evaluations of an analysis.
   *
   * <p>Newest first, of all scorecards and revisions.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Evaluation> listOfAnalysis(String id, ListAnalysisEvaluationsParams params) {
    return listOfAnalysis(id, params, RequestOptions.NONE);
  }

  /**
   * List the evaluations of an analysis.
   *
   * <p>As {@link #listOfAnalysis(String, ListAnalysisEvaluationsParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Evaluation> listOfAnalysis(String id, ListAnalysisEvaluationsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/evaluations").query(params),
        "skip",
        Evaluation.class,
        options);
  }

  /**
   * Score a call with a scorecard.
   *
   * <p>Uses no audio minutes: the stored transcript is scored. Repeating the same call, revision and language model
   * returns 200 with the existing evaluation, which counts once. A failed evaluation is repeated.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public Evaluation create(String id, CreateEvaluationParams params) {
    return create(id, params, RequestOptions.NONE);
  }

  /**
   * Score a call with a scorecard.
   *
   * <p>As {@link #create(String, CreateEvaluationParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Evaluation create(String id, CreateEvaluationParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/evaluations").json(params),
        Evaluation.class,
        options);
  }

  /**
   * List evaluations.
   *
   * <p>As {@link #list(ListEvaluationsParams)}.
   *
   * @return what the service answers
   */
  public PagedList<Evaluation> list() {
    return list(ListEvaluationsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List evaluations.
   *
   * <p>Newest first, of both modes unless {@code livemode} names one. Filters can be combined.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Evaluation> list(ListEvaluationsParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List evaluations.
   *
   * <p>As {@link #list(ListEvaluationsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Evaluation> list(ListEvaluationsParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/evaluations").query(params), "skip", Evaluation.class, options);
  }

  /**
   * Get one evaluation.
   *
   * <p>For polling, or the id from a notification {@code evaluation.completed}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Evaluation get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one evaluation.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public Evaluation get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/evaluations/" + ApiRequest.segment("id", id)), Evaluation.class, options);
  }

  /**
   * Answer a scorecard question.
   *
   * <p>Answers any question that applies: one for reviewers, a suggestion, or one that was answered automatically.
   * {@code source} becomes {@code human}, the original answer stays in {@code system}, and score, coverage and
   * outcome are recalculated. A reviewer’s answer needs no quote, and can fail the call. May be repeated: the last
   * answer counts; {@code withdraw} restores the original answer. Creates a review with this one answer.
   *
   * <p>An API key needs the scope {@code evaluations:write}.
   *
   * <p>A review link opens it where it may {@code review}.
   *
   * @param id Its id.
   * @param question Key of the question.
   * @param params what to send
   * @return what the service answers
   */
  public Evaluation answer(String id, String question, AnswerEvaluationQuestionParams params) {
    return answer(id, question, params, RequestOptions.NONE);
  }

  /**
   * Answer a scorecard question.
   *
   * <p>As {@link #answer(String, String, AnswerEvaluationQuestionParams)}.
   *
   * @param id Its id.
   * @param question Key of the question.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Evaluation answer(String id, String question, AnswerEvaluationQuestionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/evaluations/" + ApiRequest.segment("id", id) + "/answers/" + ApiRequest.segment("question", question)).json(params),
        Evaluation.class,
        options);
  }

  /**
   * Acknowledge an evaluation.
   *
   * <p>The agent of the call has taken note of the evaluation. May be repeated: the last acknowledgement counts. An
   * acknowledged evaluation can still be disputed.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * <p>A review link opens it where it may {@code acknowledge}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Evaluation acknowledge(String id, AcknowledgeEvaluationParams params) {
    return acknowledge(id, params, RequestOptions.NONE);
  }

  /**
   * Acknowledge an evaluation.
   *
   * <p>As {@link #acknowledge(String, AcknowledgeEvaluationParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Evaluation acknowledge(String id, AcknowledgeEvaluationParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/evaluations/" + ApiRequest.segment("id", id) + "/acknowledge").json(params),
        Evaluation.class,
        options);
  }

  /**
   * Dispute answers of an evaluation.
   *
   * <p>Says for each disputed answer which one would be right, and why. The call enters the review queue, with the
   * reason {@code disputed}; the score does not change until the dispute is resolved. An evaluation has one open
   * dispute at a time, within {@code dispute_window_days} of its scorecard.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * <p>A review link opens it where it may {@code dispute}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Dispute dispute(String id, CreateDisputeParams params) {
    return dispute(id, params, RequestOptions.NONE);
  }

  /**
   * Dispute answers of an evaluation.
   *
   * <p>As {@link #dispute(String, CreateDisputeParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Dispute dispute(String id, CreateDisputeParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/evaluations/" + ApiRequest.segment("id", id) + "/disputes").json(params),
        Dispute.class,
        options);
  }
}
