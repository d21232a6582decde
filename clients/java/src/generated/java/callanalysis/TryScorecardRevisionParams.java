// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Test a revision on past calls. */
public final class TryScorecardRevisionParams extends Params {
  private TryScorecardRevisionParams(Builder builder) {
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

    /** Completed analyses to score. */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /** Ends the parameters. */
    public TryScorecardRevisionParams build() {
      return new TryScorecardRevisionParams(this);
    }
  }
}
