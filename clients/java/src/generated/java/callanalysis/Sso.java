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
   * <p>Without the client secret. The owner reads it. 404 where nothing is set.
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
   * <p>OpenID Connect. All of it: a member that is left out gets its default, but for {@code client_secret}. A
   * domain that stays keeps its proof. Another {@code issuer} or {@code client_id} ends the sessions by the
   * provider, and each member is joined again by the e-mail.
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
   * <p>Members stay, and ask for a password by mail. Sessions by the provider end within half an hour.
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
   * Try the sign-in.
   *
   * <p>Gives an address that works for ten minutes. It changes nothing, and shows the claims to who opens it.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public SignInTest test() {
    return test(RequestOptions.NONE);
  }

  /**
   * Try the sign-in.
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
   * Prove a domain.
   *
   * <p>Looks for the TXT record of the domain. Proved once, it stays proved while the settings name it.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param domain One of the settings.
   * @return what the service answers
   */
  public SignIn verifyDomain(String domain) {
    return verifyDomain(domain, RequestOptions.NONE);
  }

  /**
   * Prove a domain.
   *
   * <p>As {@link #verifyDomain(String)}.
   *
   * @param domain One of the settings.
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
