// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#auth()}. */
public final class Auth {
  final Transport transport;

  Auth(Transport transport) {
    this.transport = transport;
  }

  /**
   * Register an account.
   *
   * <p>Sends a verification mail. The account starts on the free plan and can be used once the address is verified.
   * The operator may have closed registration, or limited it to some email domains.
   *
   * @param params what to send
   * @return what the service answers
   */
  public User register(RegisterAccountParams params) {
    return register(params, RequestOptions.NONE);
  }

  /**
   * Register an account.
   *
   * <p>As {@link #register(RegisterAccountParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public User register(RegisterAccountParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/register").json(params), User.class, options);
  }

  /**
   * Verify an email address.
   *
   * <p>Takes the token from the link in the mail, which works once, within 24 hours, and until a newer mail is
   * sent.
   *
   * @param params what to send
   * @return what the service answers
   */
  public User verifyEmail(VerifyEmailParams params) {
    return verifyEmail(params, RequestOptions.NONE);
  }

  /**
   * Verify an email address.
   *
   * <p>As {@link #verifyEmail(VerifyEmailParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public User verifyEmail(VerifyEmailParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/verify-email").json(params), User.class, options);
  }

  /**
   * Send the verification mail again.
   *
   * <p>The response is the same for every address. The link of an earlier mail stops working.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Message resendVerification(ResendVerificationParams params) {
    return resendVerification(params, RequestOptions.NONE);
  }

  /**
   * Send the verification mail again.
   *
   * <p>As {@link #resendVerification(ResendVerificationParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Message resendVerification(ResendVerificationParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/verify-email/resend").json(params), Message.class, options);
  }

  /**
   * Log in.
   *
   * <p>Returns an access token, valid for 30 minutes, and a refresh token, valid for seven days. 403 is returned
   * only if the password is right.
   *
   * @param params what to send
   * @return what the service answers
   */
  public TokenPair logIn(LogInParams params) {
    return logIn(params, RequestOptions.NONE);
  }

  /**
   * Log in.
   *
   * <p>As {@link #logIn(LogInParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public TokenPair logIn(LogInParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/login").json(params), TokenPair.class, options);
  }

  /**
   * Get a new access token.
   *
   * <p>The refresh token stays valid until it expires, is ended with {@code POST /auth/logout}, or the password
   * changes; no new one is issued. 401 if it is unknown, has expired or was ended, or is older than the password.
   *
   * @param params what to send
   * @return what the service answers
   */
  public AccessToken refresh(RefreshAccessTokenParams params) {
    return refresh(params, RequestOptions.NONE);
  }

  /**
   * Get a new access token.
   *
   * <p>As {@link #refresh(RefreshAccessTokenParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public AccessToken refresh(RefreshAccessTokenParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/refresh").json(params), AccessToken.class, options);
  }

  /**
   * Log out.
   *
   * <p>Ends a refresh token, so that it issues no more access tokens. Access tokens that it issued stay valid until
   * they expire, half an hour at most. The response is the same for a token that has already ended, or is not one.
   *
   * @param params what to send
   */
  public void logOut(LogOutParams params) {
    logOut(params, RequestOptions.NONE);
  }

  /**
   * Log out.
   *
   * <p>As {@link #logOut(LogOutParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   */
  public void logOut(LogOutParams params, RequestOptions options) {
    transport.text(ApiRequest.post("/auth/logout").json(params), options);
  }

  /**
   * Ask for a new password.
   *
   * <p>Sends a mail with a link that works once, within one hour. The response is the same for every address.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Message requestPasswordReset(RequestPasswordResetParams params) {
    return requestPasswordReset(params, RequestOptions.NONE);
  }

  /**
   * Ask for a new password.
   *
   * <p>As {@link #requestPasswordReset(RequestPasswordResetParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Message requestPasswordReset(RequestPasswordResetParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/password-reset").json(params), Message.class, options);
  }

  /**
   * Set the new password.
   *
   * <p>Takes the token from the link in the mail. All earlier tokens stop working.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Message confirmPasswordReset(ConfirmPasswordResetParams params) {
    return confirmPasswordReset(params, RequestOptions.NONE);
  }

  /**
   * Set the new password.
   *
   * <p>As {@link #confirmPasswordReset(ConfirmPasswordResetParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Message confirmPasswordReset(ConfirmPasswordResetParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/auth/password-reset/confirm").json(params), Message.class, options);
  }

  /**
   * Open a review link.
   *
   * <p>Returns an access token for the call of the link, valid for 30 minutes; request another one when it expires.
   * Needs no credentials. The rate limits of the client address apply, also to requests with the token.
   *
   * @param params what to send
   * @return what the service answers
   */
  public ReviewSession openReviewSession(OpenReviewSessionParams params) {
    return openReviewSession(params, RequestOptions.NONE);
  }

  /**
   * Open a review link.
   *
   * <p>As {@link #openReviewSession(OpenReviewSessionParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReviewSession openReviewSession(OpenReviewSessionParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/review/session").json(params), ReviewSession.class, options);
  }
}
