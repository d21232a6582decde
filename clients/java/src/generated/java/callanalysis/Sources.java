// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#sources()}. */
public final class Sources {
  final Transport transport;

  Sources(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the sources of the account.
   *
   * <p>As {@link #list(ListSourcesParams)}.
   *
   * @return what the service answers
   */
  public PagedList<Source> list() {
    return list(ListSourcesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the sources of the account.
   *
   * <p>Newest first.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Source> list(ListSourcesParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List the sources of the account.
   *
   * <p>As {@link #list(ListSourcesParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Source> list(ListSourcesParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/sources").query(params), "skip", Source.class, options);
  }

  /**
   * Create a source.
   *
   * <p>The bucket is polled every {@code every_seconds}. Each recording is imported once, in the mode of the
   * credential, or listed among the items with the reason. Its bytes are copied. An account can have 20 sources.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Source create(CreateSourceParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Create a source.
   *
   * <p>As {@link #create(CreateSourceParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Source create(CreateSourceParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/sources").json(params), Source.class, options);
  }

  /**
   * Get one source.
   *
   * <p>Includes its progress, but not its credentials.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public Source get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one source.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the source.
   * @param options cancellation
   * @return what the service answers
   */
  public Source get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/sources/" + ApiRequest.segment("id", id)), Source.class, options);
  }

  /**
   * Replace the fields of a source.
   *
   * <p>Replaces all fields: an omitted member gets its default; {@code credentials} may be omitted if {@code
   * bucket} and {@code endpoint} stay the same. Another bucket, prefix or {@code start} starts over. The source is
   * polled immediately.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @return what the service answers
   */
  public Source update(String id, UpdateSourceParams params) {
    return update(id, params, RequestOptions.NONE);
  }

  /**
   * Replace the fields of a source.
   *
   * <p>As {@link #update(String, UpdateSourceParams)}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Source update(String id, UpdateSourceParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/sources/" + ApiRequest.segment("id", id)).json(params),
        Source.class,
        options);
  }

  /**
   * Delete a source.
   *
   * <p>Its credentials and waiting recordings are deleted immediately. Its calls stay.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public DeletedSource delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Delete a source.
   *
   * <p>As {@link #delete(String)}.
   *
   * @param id Id of the source.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedSource delete(String id, RequestOptions options) {
    return transport.call(ApiRequest.delete("/sources/" + ApiRequest.segment("id", id)), DeletedSource.class, options);
  }

  /**
   * Pause a source.
   *
   * <p>The source is not polled until it is resumed. Recordings written meanwhile are imported then.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public Source pause(String id) {
    return pause(id, RequestOptions.NONE);
  }

  /**
   * Pause a source.
   *
   * <p>As {@link #pause(String)}.
   *
   * @param id Id of the source.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Source pause(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/sources/" + ApiRequest.segment("id", id) + "/pause"),
        Source.class,
        options);
  }

  /**
   * Resume a source.
   *
   * <p>The source is polled immediately, also if it is failing.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public Source resume(String id) {
    return resume(id, RequestOptions.NONE);
  }

  /**
   * Resume a source.
   *
   * <p>As {@link #resume(String)}.
   *
   * @param id Id of the source.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Source resume(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/sources/" + ApiRequest.segment("id", id) + "/resume"),
        Source.class,
        options);
  }

  /**
   * Rescan the whole bucket.
   *
   * <p>As {@link #rescan(String, RescanSourceParams)}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public Source rescan(String id) {
    return rescan(id, RescanSourceParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Rescan the whole bucket.
   *
   * <p>Lists every key of the prefix, over as many polls as needed, and imports recordings that are new or were
   * refused. No recording is imported twice.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @return what the service answers
   */
  public Source rescan(String id, RescanSourceParams params) {
    return rescan(id, params, RequestOptions.NONE);
  }

  /**
   * Rescan the whole bucket.
   *
   * <p>As {@link #rescan(String, RescanSourceParams)}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Source rescan(String id, RescanSourceParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/sources/" + ApiRequest.segment("id", id) + "/rescan").json(params),
        Source.class,
        options);
  }

  /**
   * List the objects of a source.
   *
   * <p>As {@link #items(String, ListSourceItemsParams)}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public PagedList<SourceItem> items(String id) {
    return items(id, ListSourceItemsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the objects of a source.
   *
   * <p>Newest first. They are kept for 400 days.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<SourceItem> items(String id, ListSourceItemsParams params) {
    return items(id, params, RequestOptions.NONE);
  }

  /**
   * List the objects of a source.
   *
   * <p>As {@link #items(String, ListSourceItemsParams)}.
   *
   * @param id Id of the source.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<SourceItem> items(String id, ListSourceItemsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/sources/" + ApiRequest.segment("id", id) + "/items").query(params),
        "skip",
        SourceItem.class,
        options);
  }

  /**
   * Test a new source.
   *
   * <p>Tests the body of a new source, as {@code POST /sources/{id}/test} tests a stored one. Nothing is created or
   * imported.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public SourceTest testNew(TestNewSourceParams params) {
    return testNew(params, RequestOptions.NONE);
  }

  /**
   * Test a new source.
   *
   * <p>As {@link #testNew(TestNewSourceParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public SourceTest testNew(TestNewSourceParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/sources/test").json(params), SourceTest.class, options);
  }

  /**
   * Test a source.
   *
   * <p>Reads the last 20 keys of the bucket and returns the submission that each would become. Nothing is imported.
   * The test ends after 20 seconds; {@code error} then says that the store did not answer in time.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the source.
   * @return what the service answers
   */
  public SourceTest test(String id) {
    return test(id, RequestOptions.NONE);
  }

  /**
   * Test a source.
   *
   * <p>As {@link #test(String)}.
   *
   * @param id Id of the source.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public SourceTest test(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/sources/" + ApiRequest.segment("id", id) + "/test"),
        SourceTest.class,
        options);
  }
}
