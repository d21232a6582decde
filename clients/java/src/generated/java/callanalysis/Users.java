// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#users()}. */
public final class Users {
  final Transport transport;

  Users(Transport transport) {
    this.transport = transport;
  }

  /**
   * Read the account.
   *
   * <p>{@code id} is the account; {@code member} is the caller, and what that person may do. An API key needs no
   * scope.
   *
   * @return what the service answers
   */
  public User me() {
    return me(RequestOptions.NONE);
  }

  /**
   * Read the account.
   *
   * <p>As {@link #me()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public User me(RequestOptions options) {
    return transport.call(ApiRequest.get("/users/me"), User.class, options);
  }

  /**
   * Change the account.
   *
   * <p>As {@link #update(UpdateCurrentUserParams)}.
   *
   * @return what the service answers
   */
  public User update() {
    return update(UpdateCurrentUserParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Change the account.
   *
   * <p>Omitted fields stay as they are. A new email takes effect once verified and is shown as {@code
   * pending_email} until then. A new password ends all earlier tokens. Both need {@code current_password}, and
   * count as a log-in for the rate limit. {@code metadata}, {@code output_language} and {@code agent_channel}
   * belong to the account: only an admin can change them. If registration is closed or limited to some domains, so
   * is the change to another domain.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public User update(UpdateCurrentUserParams params) {
    return update(params, RequestOptions.NONE);
  }

  /**
   * Change the account.
   *
   * <p>As {@link #update(UpdateCurrentUserParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public User update(UpdateCurrentUserParams params, RequestOptions options) {
    return transport.call(ApiRequest.put("/users/me").json(params), User.class, options);
  }

  /**
   * Delete the account.
   *
   * <p>Erases analyses, recordings, API keys and deliveries, and cancels a paid subscription. Tokens and keys stop
   * working at once. This cannot be undone. Refused while a hold is active. Counts as a log-in for the rate limit.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public DeletedUser delete(DeleteCurrentUserParams params) {
    return delete(params, RequestOptions.NONE);
  }

  /**
   * Delete the account.
   *
   * <p>As {@link #delete(DeleteCurrentUserParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedUser delete(DeleteCurrentUserParams params, RequestOptions options) {
    return transport.call(ApiRequest.delete("/users/me").json(params), DeletedUser.class, options);
  }

  /**
   * Get the status of the system.
   *
   * <p>Calls and batches of the account, in both modes; engines and retention of the whole service. The state of
   * each source is in {@code GET /sources}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public AccountStatus status() {
    return status(RequestOptions.NONE);
  }

  /**
   * Get the status of the system.
   *
   * <p>As {@link #status()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public AccountStatus status(RequestOptions options) {
    return transport.call(ApiRequest.get("/status"), AccountStatus.class, options);
  }
}
