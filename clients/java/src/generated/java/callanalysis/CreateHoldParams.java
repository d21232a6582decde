// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Hold calls. */
public final class CreateHoldParams extends Params {
  private CreateHoldParams(Builder builder) {
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

    /** Your name for the hold, which refused deletions tell. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** Why the calls are held. */
    public Builder reason(String reason) {
      return set("reason", reason);
    }

    /** Calls to hold, in any state. These, a {@code filter}, or both. May be null. */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /**
     * Which calls: the filters of {@code GET /analysis}, all of which must hold. An empty object: every call. Holds
     * the calls that it finds now and that have ended, and those that end while the hold is active and match then.
     * An unknown filter is refused. May be null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /** When the hold is released by itself; Unix seconds are taken too. At most a minute late. May be null. */
    public Builder until(String until) {
      return set("until", until);
    }

    /** Ends the parameters. */
    public CreateHoldParams build() {
      return new CreateHoldParams(this);
    }
  }
}
