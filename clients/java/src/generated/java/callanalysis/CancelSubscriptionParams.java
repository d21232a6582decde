// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Cancel the paid plan. */
public final class CancelSubscriptionParams extends Params {
  private CancelSubscriptionParams(Builder builder) {
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

    /**
     * True: the plan stays until the end of the period. False: the free plan follows at once. By default {@code
     * true}.
     */
    public Builder atPeriodEnd(boolean atPeriodEnd) {
      return set("at_period_end", atPeriodEnd);
    }

    /** Ends the parameters. */
    public CancelSubscriptionParams build() {
      return new CancelSubscriptionParams(this);
    }
  }
}
