// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Check a revision. */
public final class CheckScorecardRevisionParams extends Params {
  private CheckScorecardRevisionParams(Builder builder) {
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
     * Completed analyses that a language model scores several times, to tell how stable its answers are. May be
     * null.
     */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /** How often the model is asked again about each of these calls. By default {@code 1}. */
    public Builder repeats(long repeats) {
      return set("repeats", repeats);
    }

    /** Ends the parameters. */
    public CheckScorecardRevisionParams build() {
      return new CheckScorecardRevisionParams(this);
    }
  }
}
