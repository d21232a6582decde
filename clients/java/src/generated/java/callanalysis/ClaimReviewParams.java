// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Reserve the next call to review. */
public final class ClaimReviewParams extends Params {
  private ClaimReviewParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
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

    /** Your identifier of the reviewer. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Only calls that need review for this reason. May be null. */
    public Builder reason(ReviewReason reason) {
      return set("reason", reason);
    }

    /** Only a call of exactly this agent. May be null. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /**
     * {@code true}: only a call of live mode. {@code false}: only one of test mode. If omitted: either. May be
     * null.
     */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /**
     * {@code true}: only a call of live mode. {@code false}: only one of test mode. If omitted: either. May be
     * null.
     */
    public Builder livemode(Boolean livemode) {
      return set("livemode", livemode);
    }

    /**
     * {@code worth}: highest priority first. {@code severity}: most severe first, then highest priority. May be
     * null.
     */
    public Builder order(ReviewQueueOrder order) {
      return set("order", order);
    }

    /** Ends the parameters. */
    public ClaimReviewParams build() {
      return new ClaimReviewParams(this);
    }
  }
}
