// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the review queue. */
public final class ListReviewQueueParams extends Params {
  private ListReviewQueueParams(Builder builder) {
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

    /** Only calls that need review for this reason. */
    public Builder reason(ReviewReason reason) {
      return set("reason", reason);
    }

    /** Only calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Only calls scored with this scorecard. For instance {@code 6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10}. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Unix seconds: only calls whose {@code created} is greater. ISO 8601 is accepted too. */
    public Builder createdAfter(long createdAfter) {
      return set("created_after", createdAfter);
    }

    /** Only this call, if it is in the queue. For instance {@code 0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10}. */
    public Builder analysisId(String analysisId) {
      return set("analysis_id", analysisId);
    }

    /** {@code true}: only calls of live mode. {@code false}: only those of test mode. If omitted: both. */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Only calls reserved by this reviewer. For instance {@code mara}. */
    public Builder claimedBy(String claimedBy) {
      return set("claimed_by", claimedBy);
    }

    /**
     * {@code worth}: highest priority first. {@code severity}: most severe first, then highest priority. By default
     * {@code worth}.
     */
    public Builder order(ReviewQueueOrder order) {
      return set("order", order);
    }

    /** Ends the parameters. */
    public ListReviewQueueParams build() {
      return new ListReviewQueueParams(this);
    }
  }
}
