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
   * <p>Takes the token from the link in the mail, creates the member and logs in.
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
   * <p>Sends a mail with a link that works once, within seven days. An open invitation to the same address is
   * replaced, and its link stops working. So do the links of an admin who is disabled or may no longer invite.
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
   * Revoke an invitation.
   *
   * <p>Its link stops working. An accepted invitation is not found: delete the member.
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
   * Revoke an invitation.
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
   * <p>Sends a new link, valid for seven days; the earlier one stops working.
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
