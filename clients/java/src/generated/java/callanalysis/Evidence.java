// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#evidence()}. */
public final class Evidence {
  final Transport transport;

  Evidence(Transport transport) {
    this.transport = transport;
  }

  /**
   * Export evidence for an auditor.
   *
   * <p>Starts an export ({@code GET /exports/{id}}) of one zip: scorecards, engines, agreement, reviews, disputes,
   * settings, holds, the audit log and the published counts of the period, as JSON Lines, with hashes that are
   * signed. It holds no words of calls, and names as HMACs alone. Calls belong to the period in which they were
   * submitted. A test key exports what was done in test mode. A key needs {@code analysis:read} too, to read the
   * export.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Export create(CreateEvidenceParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Export evidence for an auditor.
   *
   * <p>As {@link #create(CreateEvidenceParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Export create(CreateEvidenceParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/evidence").json(params), Export.class, options);
  }
}
