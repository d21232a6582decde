// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#sso()}. */
public final class Sso {
  final Transport transport;

  Sso(Transport transport) {
    this.transport = transport;
  }

  /**
   * Read the sign-in by the company's identity provider.
   *
   * <p>For the owner. The client secret is not returned. 404 if sign-in is not set up.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public SignIn get() {
    return get(RequestOptions.NONE);
  }

  /**
   * Read the sign-in by the company's identity provider.
   *
   * <p>As {@link #get()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public SignIn get(RequestOptions options) {
    return transport.call(ApiRequest.get("/settings/sso"), SignIn.class, options);
  }

  /**
   * Set the sign-in by the company's identity provider.
   *
   * <p>OpenID Connect. Replaces all settings: an omitted field gets its default, except {@code client_secret}. A
   * domain that stays remains verified. A new {@code issuer} or {@code client_id} ends all sessions of the
   * provider, and members are matched again by email.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public SignIn update(UpdateSignInParams params) {
    return update(params, RequestOptions.NONE);
  }

  /**
   * Set the sign-in by the company's identity provider.
   *
   * <p>As {@link #update(UpdateSignInParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public SignIn update(UpdateSignInParams params, RequestOptions options) {
    return transport.call(ApiRequest.put("/settings/sso").json(params), SignIn.class, options);
  }

  /**
   * Delete the sign-in by the identity provider.
   *
   * <p>Members stay and can set a password by mail. Sessions of the provider end within half an hour.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public DeletedSignIn delete() {
    return delete(RequestOptions.NONE);
  }

  /**
   * Delete the sign-in by the identity provider.
   *
   * <p>As {@link #delete()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedSignIn delete(RequestOptions options) {
    return transport.call(ApiRequest.delete("/settings/sso"), DeletedSignIn.class, options);
  }

  /**
   * Test the sign-in.
   *
   * <p>Returns a URL that works for ten minutes. It changes nothing, and shows the claims of the person who opens
   * it.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public SignInTest test() {
    return test(RequestOptions.NONE);
  }

  /**
   * Test the sign-in.
   *
   * <p>As {@link #test()}.
   *
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public SignInTest test(RequestOptions options) {
    return transport.call(ApiRequest.post("/settings/sso/test"), SignInTest.class, options);
  }

  /**
   * Verify a domain.
   *
   * <p>Checks the TXT record of the domain. Once verified, a domain stays verified as long as the settings contain
   * it.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param domain A domain of the settings.
   * @return what the service answers
   */
  public SignIn verifyDomain(String domain) {
    return verifyDomain(domain, RequestOptions.NONE);
  }

  /**
   * Verify a domain.
   *
   * <p>As {@link #verifyDomain(String)}.
   *
   * @param domain A domain of the settings.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public SignIn verifyDomain(String domain, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/settings/sso/domains/" + ApiRequest.segment("domain", domain) + "/verify"),
        SignIn.class,
        options);
  }
}
