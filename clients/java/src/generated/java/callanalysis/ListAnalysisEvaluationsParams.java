// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the evaluations of an analysis. */
public final class ListAnalysisEvaluationsParams extends Params {
  private ListAnalysisEvaluationsParams(Builder builder) {
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

    /** {@code form} adds to each evaluation the form that it was judged by. A page then holds 10 at most. */
    public Builder include(String include) {
      return set("include", include);
    }

    /** Ends the parameters. */
    public ListAnalysisEvaluationsParams build() {
      return new ListAnalysisEvaluationsParams(this);
    }
  }
}
