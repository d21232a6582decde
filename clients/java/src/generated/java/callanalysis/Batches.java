// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#batches()}. */
public final class Batches {
  final Transport transport;

  Batches(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the batches.
   *
   * <p>Newest first, of both modes.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Batch> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the batches.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Batch> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/batches"), "skip", Batch.class, options);
  }

  /**
   * Submit a batch of calls.
   *
   * <p>As {@link #create(CreateBatchParams)}.
   *
   * @return what the service answers
   */
  public Batch create() {
    return create(CreateBatchParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Submit a batch of calls.
   *
   * <p>Submits the calls of {@code items}, or of the lines of a manifest, in order. Each line is validated like a
   * request: an invalid one is refused with its reason, the others continue. A line whose {@code external_id}
   * already has a call is {@code existing}. Single submissions take precedence over batches. The rate limit of
   * submissions counts a batch as one request.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Batch create(CreateBatchParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Submit a batch of calls.
   *
   * <p>As {@link #create(CreateBatchParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Batch create(CreateBatchParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/batches").json(params), Batch.class, options);
  }

  /**
   * Get one batch.
   *
   * <p>For polling. {@code counts} is its progress.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the batch.
   * @return what the service answers
   */
  public Batch get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one batch.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the batch.
   * @param options cancellation
   * @return what the service answers
   */
  public Batch get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/batches/" + ApiRequest.segment("id", id)), Batch.class, options);
  }

  /**
   * Waits until the batch is no longer reading, processing or waiting_for_quota, and returns it. How it ended is no
   * error.
   *
   * @param id Id of the batch.
   * @return what it is then
   */
  public Batch waitForCompletion(String id) {
    return waitForCompletion(id, WaitOptions.builder().build());
  }

  /**
   * Waits until the batch is no longer reading, processing or waiting_for_quota, and returns it. How it ended is no
   * error.
   *
   * @param id Id of the batch.
   * @param options how long at most; no progress is told
   * @return what it is then
   * @throws CallAnalysisException of the kind TIMEOUT when the time is over
   */
  public Batch waitForCompletion(String id, WaitOptions options) {
    return Waiting.untilLeft(
        transport,
        "/batches/" + ApiRequest.segment("id", id),
        Batch.class,
        seen -> String.valueOf(seen.status()),
        options,
        "reading", "processing", "waiting_for_quota");
  }

  /**
   * List the lines of a batch.
   *
   * <p>As {@link #items(String, ListBatchItemsParams)}.
   *
   * @param id Id of the batch.
   * @return what the service answers
   */
  public PagedList<BatchItem> items(String id) {
    return items(id, ListBatchItemsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the lines of a batch.
   *
   * <p>In order. {@code completed} and {@code failed} follow the calls within a second. Lines are kept for 90 days
   * after the end of the batch.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the batch.
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<BatchItem> items(String id, ListBatchItemsParams params) {
    return items(id, params, RequestOptions.NONE);
  }

  /**
   * List the lines of a batch.
   *
   * <p>As {@link #items(String, ListBatchItemsParams)}.
   *
   * @param id Id of the batch.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<BatchItem> items(String id, ListBatchItemsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/batches/" + ApiRequest.segment("id", id) + "/items").query(params),
        "skip",
        BatchItem.class,
        options);
  }

  /**
   * Download the refused lines of a batch.
   *
   * <p>The lines as sent, with an additional first column {@code reason}: correct them and submit the file as a new
   * manifest. Cells that a spreadsheet would read as a formula start with an apostrophe, which is ignored in a
   * manifest with the column {@code reason}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the batch.
   * @return what the service answers
   */
  public String refused(String id) {
    return refused(id, RequestOptions.NONE);
  }

  /**
   * Download the refused lines of a batch.
   *
   * <p>As {@link #refused(String)}.
   *
   * @param id Id of the batch.
   * @param options cancellation
   * @return what the service answers
   */
  public String refused(String id, RequestOptions options) {
    return transport.text(
        ApiRequest.get("/batches/" + ApiRequest.segment("id", id) + "/refused").query("format", "csv"),
        options);
  }

  /**
   * Cancel a batch.
   *
   * <p>Takes effect immediately: queued lines are dropped, including accepted calls that no worker has started.
   * Other calls continue and are counted.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the batch.
   * @return what the service answers
   */
  public Batch cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel a batch.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the batch.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Batch cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/batches/" + ApiRequest.segment("id", id) + "/cancel"),
        Batch.class,
        options);
  }

  /**
   * Resume a canceled batch.
   *
   * <p>Resumes the lines that were dropped. A manifest that was not read completely is read again.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the batch.
   * @return what the service answers
   */
  public Batch resume(String id) {
    return resume(id, RequestOptions.NONE);
  }

  /**
   * Resume a canceled batch.
   *
   * <p>As {@link #resume(String)}.
   *
   * @param id Id of the batch.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Batch resume(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/batches/" + ApiRequest.segment("id", id) + "/resume"),
        Batch.class,
        options);
  }
}
