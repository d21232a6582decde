// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List reviews. */
public final class ListReviewsParams extends Params {
  private ListReviewsParams(Builder builder) {
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

    /** Only reviews by exactly this reviewer. For instance {@code mara}. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Only reviews of calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /**
     * Only reviews of calls that had been evaluated by this scorecard. For instance {@code
     * 6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10}.
     */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Unix seconds: only reviews whose {@code created} is greater. ISO 8601 is accepted too. */
    public Builder createdAfter(long createdAfter) {
      return set("created_after", createdAfter);
    }

    /** Unix seconds: only reviews whose {@code created} is not greater. ISO 8601 is accepted too. */
    public Builder createdBefore(long createdBefore) {
      return set("created_before", createdBefore);
    }

    /** Ends the parameters. */
    public ListReviewsParams build() {
      return new ListReviewsParams(this);
    }
  }
}
