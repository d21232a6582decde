// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#invitations()}. */
public final class Invitations {
  final Transport transport;

  Invitations(Transport transport) {
    this.transport = transport;
  }

  /**
   * Accept an invitation.
   *
   * <p>Takes the token out of the link in the mail, makes the member and logs it in.
   *
   * @param params what to send
   * @return what the service answers
   */
  public TokenPair accept(AcceptInvitationParams params) {
    return accept(params, RequestOptions.NONE);
  }

  /**
   * Accept an invitation.
   *
   * <p>As {@link #accept(AcceptInvitationParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public TokenPair accept(AcceptInvitationParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/invitations/accept").json(params), TokenPair.class, options);
  }

  /**
   * List the invitations.
   *
   * <p>Newest first.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public PagedList<Invitation> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the invitations.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Invitation> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/invitations"), "skip", Invitation.class, options);
  }

  /**
   * Invite a person.
   *
   * <p>Sends a mail with a link that works once, within seven days. An open invitation of the same address is
   * replaced, and its link ends. So does the link of an admin who is disabled or may invite no more.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Invitation create(CreateInvitationParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Invite a person.
   *
   * <p>As {@link #create(CreateInvitationParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Invitation create(CreateInvitationParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/invitations").json(params), Invitation.class, options);
  }

  /**
   * Take an invitation back.
   *
   * <p>Its link works no more. One that was accepted is not found: delete the member.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public DeletedInvitation delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Take an invitation back.
   *
   * <p>As {@link #delete(String)}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedInvitation delete(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/invitations/" + ApiRequest.segment("id", id)),
        DeletedInvitation.class,
        options);
  }

  /**
   * Send an invitation again.
   *
   * <p>With a new link, for seven days; the older link ends.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Invitation resend(String id) {
    return resend(id, RequestOptions.NONE);
  }

  /**
   * Send an invitation again.
   *
   * <p>As {@link #resend(String)}.
   *
   * @param id Its id.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Invitation resend(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/invitations/" + ApiRequest.segment("id", id) + "/resend"),
        Invitation.class,
        options);
  }
}
