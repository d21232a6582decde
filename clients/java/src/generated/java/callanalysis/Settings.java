// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#settings()}. */
public final class Settings {
  final Transport transport;

  Settings(Transport transport) {
    this.transport = transport;
  }

  /**
   * Get the masking settings.
   *
   * <p>Settings of the account, for both modes. Without settings, {@code mode} is {@code off}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public RedactionSettings redaction() {
    return redaction(RequestOptions.NONE);
  }

  /**
   * Get the masking settings.
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
   * Update the masking settings.
   *
   * <p>As {@link #updateRedaction(UpdateRedactionSettingsParams)}.
   *
   * @return what the service answers
   */
  public RedactionSettings updateRedaction() {
    return updateRedaction(UpdateRedactionSettingsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Update the masking settings.
   *
   * <p>Replaces all settings: an omitted member gets its default, and an unknown one is refused. Applies to calls
   * accepted from now on, in both modes; a call keeps the settings under which it was accepted. A key needs the
   * scope explicitly, and a test key may not change the settings. {@code agent_id}, {@code contact_id} and {@code
   * metadata} are your own and are never masked.
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
   * Update the masking settings.
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
