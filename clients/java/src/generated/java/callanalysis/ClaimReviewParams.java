// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Take the next call to look at. */
public final class ClaimReviewParams extends Params {
  private ClaimReviewParams(Builder builder) {
    super(builder);
  }

  /**
   * Begins the parameters.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Your own name of the person who looks at the call.
     *
     * @param reviewerId sent as {@code reviewer_id}
     * @return this
     */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /**
     * Only calls that deserve a look for this reason. May be null.
     *
     * @param reason sent as {@code reason}
     * @return this
     */
    public Builder reason(ReviewReason reason) {
      return set("reason", reason);
    }

    /**
     * Only a call of exactly this agent. May be null.
     *
     * @param agentId sent as {@code agent_id}
     * @return this
     */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /**
     * Ends the parameters.
     *
     * @return the parameters
     */
    public ClaimReviewParams build() {
      return new ClaimReviewParams(this);
    }
  }
}
