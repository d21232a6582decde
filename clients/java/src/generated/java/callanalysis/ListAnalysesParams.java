// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List analyses. */
public final class ListAnalysesParams extends Params {
  private ListAnalysesParams(Builder builder) {
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
     * Another name of {@code status_filter}. Where both are given, they must not differ.
     *
     * @param status sent as {@code status}
     * @return this
     */
    public Builder status(AnalysisStatus status) {
      return set("status", status);
    }

    /**
     * Only calls of exactly this agent. For instance {@code agent-7}.
     *
     * @param agentId sent as {@code agent_id}
     * @return this
     */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /**
     * Only calls with exactly this contact. For instance {@code cust-42}.
     *
     * @param contactId sent as {@code contact_id}
     * @return this
     */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /**
     * Case-insensitive search in {@code agent_id} and {@code contact_id}. {@code %} and {@code _} mean themselves.
     * For instance {@code cust}.
     *
     * @param search sent as {@code search}
     * @return this
     */
    public Builder search(String search) {
      return set("search", search);
    }

    /**
     * Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or {@code Z}. In a query
     * {@code +} means a space: write an offset as {@code %2B01:00}, or use {@code Z}. A whole number is Unix
     * seconds: only analyses whose {@code created} is greater. For instance {@code 2026-11-01T00:00:00Z}.
     *
     * @param createdAfter sent as {@code created_after}
     * @return this
     */
    public Builder createdAfter(String createdAfter) {
      return set("created_after", createdAfter);
    }

    /**
     * Only analyses created before this time, so that the lists of two months share none. A whole number is Unix
     * seconds: only analyses whose {@code created} is not greater. For instance {@code 2026-12-01T00:00:00Z}.
     *
     * @param createdBefore sent as {@code created_before}
     * @return this
     */
    public Builder createdBefore(String createdBefore) {
      return set("created_before", createdBefore);
    }

    /**
     * {@code true}: only analyses of live mode. {@code false}: only those of test mode. Not given: both.
     *
     * @param livemode sent as {@code livemode}
     * @return this
     */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /**
     * {@code true}: only analyses about which a person has decided something, or that a person has signed off by a
     * review. {@code false}: only the others. Not given: both. What was once reviewed stays so, also where every
     * decision was withdrawn.
     *
     * @param reviewed sent as {@code reviewed}
     * @return this
     */
    public Builder reviewed(boolean reviewed) {
      return set("reviewed", reviewed);
    }

    /**
     * Ends the parameters.
     *
     * @return the parameters
     */
    public ListAnalysesParams build() {
      return new ListAnalysesParams(this);
    }
  }
}
