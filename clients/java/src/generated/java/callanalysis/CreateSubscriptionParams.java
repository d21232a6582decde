// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Subscribe to a paid plan. */
public final class CreateSubscriptionParams extends Params {
  private CreateSubscriptionParams(Builder builder) {
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

    /** The plan to take. */
    public Builder plan(PaidPlan plan) {
      return set("plan", plan);
    }

    /** Additional minutes allowed per month, at the price of the plan. By default {@code 0}. */
    public Builder overageLimitMinutes(double overageLimitMinutes) {
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
    public CreateSubscriptionParams build() {
      return new CreateSubscriptionParams(this);
    }
  }
}
