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
   * <p>Newest first, of both modes. One whose calls were deleted or redacted stands there with a null {@code url}.
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
   * <p>Writes what the API shows of the calls that the filter finds into one file, newest first: the state of one
   * moment, {@code as_of}. A worker writes it; poll {@code GET /exports/{id}} or take the notification. No minutes
   * are taken. Where a call of the file is deleted or redacted, the file ends. {@code evaluations} and {@code
   * answers} leave out superseded evaluations.
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
   * <p>Holds at once: links to the file work no more, and its bytes no longer count into {@code storage} of {@code
   * GET /billing/usage}. The export stays in the list, with a null {@code url}. One in progress is canceled. May be
   * repeated.
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
   * <p>Holds at once: there will be no file.
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
