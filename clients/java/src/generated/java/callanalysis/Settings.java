// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#settings()}. */
public final class Settings {
  final Transport transport;

  Settings(Transport transport) {
    this.transport = transport;
  }

  /**
   * Read what is masked in calls.
   *
   * <p>Of the account, in both modes. An account that has set nothing has {@code mode} {@code off}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public RedactionSettings redaction() {
    return redaction(RequestOptions.NONE);
  }

  /**
   * Read what is masked in calls.
   *
   * <p>As {@link #redaction()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public RedactionSettings redaction(RequestOptions options) {
    return transport.call(ApiRequest.get("/settings/redaction"), RedactionSettings.class, options);
  }

  /**
   * Set what is masked in calls.
   *
   * <p>As {@link #updateRedaction(UpdateRedactionSettingsParams)}.
   *
   * @return what the service answers
   */
  public RedactionSettings updateRedaction() {
    return updateRedaction(UpdateRedactionSettingsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Set what is masked in calls.
   *
   * <p>All of it: a member that is left out gets its default, and one that the service does not know is refused. It
   * holds for calls that are accepted from now on, in both modes; a call keeps what held when it was accepted. No
   * key has the scope unless it was asked for by name, and a test key may not change it. {@code agent_id}, {@code
   * contact_id} and {@code metadata} are your own and are never masked.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public RedactionSettings updateRedaction(UpdateRedactionSettingsParams params) {
    return updateRedaction(params, RequestOptions.NONE);
  }

  /**
   * Set what is masked in calls.
   *
   * <p>As {@link #updateRedaction(UpdateRedactionSettingsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public RedactionSettings updateRedaction(UpdateRedactionSettingsParams params, RequestOptions options) {
    return transport.call(ApiRequest.put("/settings/redaction").json(params), RedactionSettings.class, options);
  }
}
