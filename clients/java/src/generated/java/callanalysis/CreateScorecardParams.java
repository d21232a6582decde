// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Create a scorecard. */
public final class CreateScorecardParams extends Params {
  private CreateScorecardParams(Builder builder) {
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

    /** What you call it. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** What it is for. May be null. */
    public Builder description(String description) {
      return set("description", description);
    }

    /**
     * Which calls a default scorecard is used for: those that fit every member given. Left out: all. May be null.
     */
    public Builder appliesTo(Map<String, ?> appliesTo) {
      return set("applies_to", appliesTo);
    }

    /**
     * Use it for every call that fits {@code applies_to} and names no scorecards itself, of the mode it was made
     * in. By default {@code false}.
     */
    public Builder default_(boolean default_) {
      return set("default", default_);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** Ends the parameters. */
    public CreateScorecardParams build() {
      return new CreateScorecardParams(this);
    }
  }
}
