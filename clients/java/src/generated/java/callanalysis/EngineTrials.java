// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#engineTrials()}. */
public final class EngineTrials {
  final Transport transport;

  EngineTrials(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the engine trials.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<EngineTrial> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the engine trials.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<EngineTrial> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/engine-trials"), "skip", EngineTrial.class, options);
  }

  /**
   * Compare engines on your own calls.
   *
   * <p>Has two to four engines transcribe stored recordings again, or judge stored transcripts again, and compares
   * them with what people corrected and answered. Nothing changes about the calls. What is masked in a call is
   * masked in its trial. Each call by each engine counts as an evaluation at the start; what is skipped, fails or
   * is canceled is given back. New calls take precedence. With {@code dry_run} the response is 200 and the same
   * object with the status {@code dry_run}: {@code estimated_cost} is the cost by engine. An account can have one
   * trial in progress and start five in 24 hours. A test key tries test calls only.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public EngineTrial create(CreateEngineTrialParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Compare engines on your own calls.
   *
   * <p>As {@link #create(CreateEngineTrialParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public EngineTrial create(CreateEngineTrialParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/engine-trials").json(params), EngineTrial.class, options);
  }

  /**
   * Get one engine trial.
   *
   * <p>For polling. {@code counts} is its progress; the figures are there once it is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the trial.
   * @return what the service answers
   */
  public EngineTrial get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one engine trial.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the trial.
   * @param options cancellation
   * @return what the service answers
   */
  public EngineTrial get(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/engine-trials/" + ApiRequest.segment("id", id)),
        EngineTrial.class,
        options);
  }

  /**
   * Delete an engine trial.
   *
   * <p>With all that the engines gave. One in progress is canceled first. It still counts into those of the day.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the trial.
   * @return what the service answers
   */
  public DeletedEngineTrial delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Delete an engine trial.
   *
   * <p>As {@link #delete(String)}.
   *
   * @param id Id of the trial.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedEngineTrial delete(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/engine-trials/" + ApiRequest.segment("id", id)),
        DeletedEngineTrial.class,
        options);
  }

  /**
   * Compare what the engines gave.
   *
   * <p>As {@link #items(String, ListEngineTrialItemsParams)}.
   *
   * @param id Id of the trial.
   * @return what the service answers
   */
  public PagedList<EngineTrialItem> items(String id) {
    return items(id, ListEngineTrialItemsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Compare what the engines gave.
   *
   * <p>One item for each call and engine. With {@code analysis_id} the items of that call carry what came back, and
   * what differs from what people corrected or answered, else from the first engine. Items of a call that is
   * deleted, or masked after the start, are deleted.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the trial.
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<EngineTrialItem> items(String id, ListEngineTrialItemsParams params) {
    return items(id, params, RequestOptions.NONE);
  }

  /**
   * Compare what the engines gave.
   *
   * <p>As {@link #items(String, ListEngineTrialItemsParams)}.
   *
   * @param id Id of the trial.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<EngineTrialItem> items(String id, ListEngineTrialItemsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/engine-trials/" + ApiRequest.segment("id", id) + "/items").query(params),
        "skip",
        EngineTrialItem.class,
        options);
  }

  /**
   * Cancel an engine trial.
   *
   * <p>Takes effect immediately. What is done stays, without figures; the rest is given back.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the trial.
   * @return what the service answers
   */
  public EngineTrial cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel an engine trial.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the trial.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public EngineTrial cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/engine-trials/" + ApiRequest.segment("id", id) + "/cancel"),
        EngineTrial.class,
        options);
  }
}
