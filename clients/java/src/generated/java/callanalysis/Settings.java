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

  /**
   * Get the engines.
   *
   * <p>What transcribes and judges the calls of the account, and what may be chosen. Without a choice, and where
   * nothing is offered, the service decides.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @return what the service answers
   */
  public EngineSettings engines() {
    return engines(RequestOptions.NONE);
  }

  /**
   * Get the engines.
   *
   * <p>As {@link #engines()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public EngineSettings engines(RequestOptions options) {
    return transport.call(ApiRequest.get("/settings/engines"), EngineSettings.class, options);
  }

  /**
   * Choose the engines.
   *
   * <p>As {@link #updateEngines(UpdateEngineSettingsParams)}.
   *
   * @return what the service answers
   */
  public EngineSettings updateEngines() {
    return updateEngines(UpdateEngineSettingsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Choose the engines.
   *
   * <p>Applies to calls accepted from now on, in both modes; a call keeps the engines under which it was accepted.
   * Where the service allows it, you may give your own key at the provider. If the provider refuses it, only your
   * calls wait, and the owner gets a mail. A test key may not change the settings.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public EngineSettings updateEngines(UpdateEngineSettingsParams params) {
    return updateEngines(params, RequestOptions.NONE);
  }

  /**
   * Choose the engines.
   *
   * <p>As {@link #updateEngines(UpdateEngineSettingsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public EngineSettings updateEngines(UpdateEngineSettingsParams params, RequestOptions options) {
    return transport.call(ApiRequest.put("/settings/engines").json(params), EngineSettings.class, options);
  }

  /**
   * Get the retention settings.
   *
   * <p>How long each part of the calls is kept, in both modes, and the most that the operator allows.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @return what the service answers
   */
  public RetentionSettings retention() {
    return retention(RequestOptions.NONE);
  }

  /**
   * Get the retention settings.
   *
   * <p>As {@link #retention()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public RetentionSettings retention(RequestOptions options) {
    return transport.call(ApiRequest.get("/settings/retention"), RetentionSettings.class, options);
  }

  /**
   * Update the retention settings.
   *
   * <p>As {@link #updateRetention(UpdateRetentionSettingsParams)}.
   *
   * @return what the service answers
   */
  public UpdatedRetention updateRetention() {
    return updateRetention(UpdateRetentionSettingsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Update the retention settings.
   *
   * <p>Replaces all settings: an omitted member gets its default. They also apply to calls that are stored, except
   * for calls with {@code retention_days} of their own. A first round that would delete more than 100 calls, or
   * parts of them, and more than 1 % of all waits for 24 hours, and the owner gets a mail; {@code confirm} lets it
   * go at once. With {@code dry_run} nothing changes, and the answer is what the settings would delete now. A test
   * key may not change the settings.
   *
   * <p>An API key needs the scope {@code data:govern}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public UpdatedRetention updateRetention(UpdateRetentionSettingsParams params) {
    return updateRetention(params, RequestOptions.NONE);
  }

  /**
   * Update the retention settings.
   *
   * <p>As {@link #updateRetention(UpdateRetentionSettingsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public UpdatedRetention updateRetention(UpdateRetentionSettingsParams params, RequestOptions options) {
    return transport.call(ApiRequest.put("/settings/retention").json(params), UpdatedRetention.class, options);
  }
}
