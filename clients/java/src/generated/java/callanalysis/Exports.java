// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#exports()}. */
public final class Exports {
  final Transport transport;

  Exports(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the exports.
   *
   * <p>Newest first, of both modes. An export with deleted or redacted calls has a null {@code url}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Export> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the exports.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Export> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/exports"), "skip", Export.class, options);
  }

  /**
   * Export calls as a file.
   *
   * <p>Writes the calls that match the filter into one file, newest first, as of one moment ({@code as_of}). The
   * file is created in the background; poll {@code GET /exports/{id}} or use the notification. Uses no minutes. The
   * file is deleted when one of its calls is deleted or redacted. {@code evaluations} and {@code answers} do not
   * include superseded evaluations.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Export create(CreateExportParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Export calls as a file.
   *
   * <p>As {@link #create(CreateExportParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Export create(CreateExportParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/exports").json(params), Export.class, options);
  }

  /**
   * Get one export.
   *
   * <p>For polling. Once it is completed, {@code url} is a new link to the file, which works for 24 hours.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the export.
   * @return what the service answers
   */
  public Export get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one export.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the export.
   * @param options cancellation
   * @return what the service answers
   */
  public Export get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/exports/" + ApiRequest.segment("id", id)), Export.class, options);
  }

  /**
   * Delete the file of an export.
   *
   * <p>Takes effect immediately: links to the file stop working, and its size no longer counts towards {@code
   * storage} of {@code GET /billing/usage}. The export stays in the list, with a null {@code url}. An export in
   * progress is canceled. May be repeated.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the export.
   * @return what the service answers
   */
  public Export delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Delete the file of an export.
   *
   * <p>As {@link #delete(String)}.
   *
   * @param id Id of the export.
   * @param options cancellation
   * @return what the service answers
   */
  public Export delete(String id, RequestOptions options) {
    return transport.call(ApiRequest.delete("/exports/" + ApiRequest.segment("id", id)), Export.class, options);
  }

  /**
   * Cancel an export.
   *
   * <p>Takes effect immediately: no file is created.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the export.
   * @return what the service answers
   */
  public Export cancel(String id) {
    return cancel(id, RequestOptions.NONE);
  }

  /**
   * Cancel an export.
   *
   * <p>As {@link #cancel(String)}.
   *
   * @param id Id of the export.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Export cancel(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/exports/" + ApiRequest.segment("id", id) + "/cancel"),
        Export.class,
        options);
  }
}
