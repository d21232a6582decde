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
   * Watch a bucket for recordings.
   *
   * <p>The bucket is looked at every {@code every_seconds}. Each recording becomes a call once, in the mode of the
   * credential, or stands among the items with the reason. Its bytes are copied. An account can have 20 sources.
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
   * Watch a bucket for recordings.
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
   * <p>With how far it is, and without its credentials.
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
   * <p>All of them: a member that is left out gets its default; only {@code credentials} may be left out where
   * {@code bucket} and {@code endpoint} stay. Another bucket, prefix or {@code start} begins anew. It is looked at
   * at once.
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
   * <p>Its credentials and what waits are forgotten at once. Its calls stay.
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
   * <p>Nothing is looked at or taken until it is resumed. What is written meanwhile is taken then.
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
   * <p>It is looked at at once, also where it is failing.
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
   * Look at the whole bucket once.
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
   * Look at the whole bucket once.
   *
   * <p>Lists every key of the prefix, over as many looks as that takes, and takes what was not met before or was
   * refused. Nothing is taken twice.
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
   * Look at the whole bucket once.
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
   * List what became of the objects of a source.
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
   * List what became of the objects of a source.
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
   * List what became of the objects of a source.
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
   * See what a source would take before it is made.
   *
   * <p>With the body of a new source. Makes and takes nothing; else as the test of a source.
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
   * See what a source would take before it is made.
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
   * See what a source would take.
   *
   * <p>Reads the last 20 keys of the bucket and says what each would become. Takes nothing. It ends after 20
   * seconds; {@code error} then says that the store did not answer in time.
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
   * See what a source would take.
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
