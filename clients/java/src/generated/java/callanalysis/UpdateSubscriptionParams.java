// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Change the plan or the overage limit. */
public final class UpdateSubscriptionParams extends Params {
  private UpdateSubscriptionParams(Builder builder) {
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
     * A higher plan takes effect immediately, a lower one at the end of the period. The current plan withdraws a
     * scheduled change. May be null.
     */
    public Builder plan(PaidPlan plan) {
      return set("plan", plan);
    }

    /** Additional minutes allowed per month. Takes effect immediately. May be null. */
    public Builder overageLimitMinutes(double overageLimitMinutes) {
      return set("overage_limit_minutes", overageLimitMinutes);
    }

    /** Additional minutes allowed per month. Takes effect immediately. May be null. */
    public Builder overageLimitMinutes(Double overageLimitMinutes) {
      return set("overage_limit_minutes", overageLimitMinutes);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** Ends the parameters. */
    public UpdateSubscriptionParams build() {
      return new UpdateSubscriptionParams(this);
    }
  }
}
