// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#members()}. */
public final class Members {
  final Transport transport;

  Members(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the members.
   *
   * <p>People who can log in to the account, and invited ones, newest first. For admins and the owner.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public PagedList<Member> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List the members.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Member> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/members"), "skip", Member.class, options);
  }

  /**
   * Read a member.
   *
   * <p>Members of other accounts are not found.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Member get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Read a member.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public Member get(String id, RequestOptions options) {
    return transport.call(ApiRequest.get("/members/" + ApiRequest.segment("id", id)), Member.class, options);
  }

  /**
   * Change a member.
   *
   * <p>As {@link #update(String, UpdateMemberParams)}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Member update(String id) {
    return update(id, UpdateMemberParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Change a member.
   *
   * <p>Omitted fields stay as they are. A new role, new teams and {@code disabled} apply from the next request on.
   * You cannot raise your own role, or give a role above it. A person who has not yet accepted the invitation
   * cannot be changed: delete the invitation and invite again.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Member update(String id, UpdateMemberParams params) {
    return update(id, params, RequestOptions.NONE);
  }

  /**
   * Change a member.
   *
   * <p>As {@link #update(String, UpdateMemberParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Member update(String id, UpdateMemberParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/members/" + ApiRequest.segment("id", id)).json(params),
        Member.class,
        options);
  }

  /**
   * Delete a member.
   *
   * <p>As {@link #delete(String, DeleteMemberParams)}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public DeletedMember delete(String id) {
    return delete(id, DeleteMemberParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Delete a member.
   *
   * <p>The member’s tokens end immediately; {@code keys} decides about the API keys. What the member wrote stays,
   * under the id; name and address are deleted. For an invited person, the invitation ends.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public DeletedMember delete(String id, DeleteMemberParams params) {
    return delete(id, params, RequestOptions.NONE);
  }

  /**
   * Delete a member.
   *
   * <p>As {@link #delete(String, DeleteMemberParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedMember delete(String id, DeleteMemberParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/members/" + ApiRequest.segment("id", id)).query(params),
        DeletedMember.class,
        options);
  }

  /**
   * Make a member the owner.
   *
   * <p>The caller becomes an admin. Counts as a log-in for the rate limit.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Member transferAccount(String id, TransferAccountParams params) {
    return transferAccount(id, params, RequestOptions.NONE);
  }

  /**
   * Make a member the owner.
   *
   * <p>As {@link #transferAccount(String, TransferAccountParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Member transferAccount(String id, TransferAccountParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/members/" + ApiRequest.segment("id", id) + "/transfer").json(params),
        Member.class,
        options);
  }

  /**
   * List the names of the members.
   *
   * <p>Reviews name their author by the id of the member. Returns all members at once, including disabled ones.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public MemberNames names() {
    return names(RequestOptions.NONE);
  }

  /**
   * List the names of the members.
   *
   * <p>As {@link #names()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public MemberNames names(RequestOptions options) {
    return transport.call(ApiRequest.get("/member-names"), MemberNames.class, options);
  }
}
