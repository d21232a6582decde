// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#audit()}. */
public final class Audit {
  final Transport transport;

  Audit(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the audit log.
   *
   * <p>As {@link #list(ListAuditEntriesParams)}.
   *
   * @return what the service answers
   */
  public PagedList<AuditEntry> list() {
    return list(ListAuditEntriesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the audit log.
   *
   * <p>Who did what to which object, newest first. Entries are there with what they tell, and get their place in
   * the chain within two seconds. A test key sees what was done in test mode.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<AuditEntry> list(ListAuditEntriesParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List the audit log.
   *
   * <p>As {@link #list(ListAuditEntriesParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<AuditEntry> list(ListAuditEntriesParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/audit").query(params), "skip", AuditEntry.class, options);
  }

  /**
   * Get the head of the audit log.
   *
   * <p>The last entry of the chain, signed. Who keeps it can show later that no entry up to it was changed or
   * removed.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @return what the service answers
   */
  public AuditHead head() {
    return head(RequestOptions.NONE);
  }

  /**
   * Get the head of the audit log.
   *
   * <p>As {@link #head()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public AuditHead head(RequestOptions options) {
    return transport.call(ApiRequest.get("/audit/head"), AuditHead.class, options);
  }

  /**
   * Export the audit log.
   *
   * <p>As {@link #export(ExportAuditLogParams)}.
   *
   * @return what the service answers
   */
  public String export() {
    return export(ExportAuditLogParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Export the audit log.
   *
   * <p>All entries in the order of the chain, oldest first, an object a line. Where entries were pruned, the first
   * line is their signed {@code audit_anchor}: the hash that the next entry goes on from.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public String export(ExportAuditLogParams params) {
    return export(params, RequestOptions.NONE);
  }

  /**
   * Export the audit log.
   *
   * <p>As {@link #export(ExportAuditLogParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public String export(ExportAuditLogParams params, RequestOptions options) {
    return transport.text(ApiRequest.get("/audit/export").query(params), options);
  }
}
