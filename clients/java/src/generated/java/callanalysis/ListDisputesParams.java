// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List disputes. */
public final class ListDisputesParams extends Params {
  private ListDisputesParams(Builder builder) {
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

    /** Only disputes of this call. For instance {@code 0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10}. */
    public Builder analysisId(String analysisId) {
      return set("analysis_id", analysisId);
    }

    /** Only disputes with this status. */
    public Builder status(DisputeStatus status) {
      return set("status", status);
    }

    /** Only disputes of calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /**
     * Only disputes of evaluations by this scorecard. For instance {@code c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36}.
     */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** {@code true}: only disputes of live mode. {@code false}: only those of test mode. If omitted: both. */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Ends the parameters. */
    public ListDisputesParams build() {
      return new ListDisputesParams(this);
    }
  }
}
