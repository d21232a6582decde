// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Compare what the engines gave. */
public final class ListEngineTrialItemsParams extends Params {
  private ListEngineTrialItemsParams(Builder builder) {
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

    /** Only items of this engine. For instance {@code centre}. */
    public Builder engine(String engine) {
      return set("engine", engine);
    }

    /**
     * Only items of this call, with what came back and the words or questions that differ. For instance {@code
     * 3f9c2b1e-7a54-4a8e-9d3b-5c1f0e2d4a6b}.
     */
    public Builder analysisId(String analysisId) {
      return set("analysis_id", analysisId);
    }

    /** Ends the parameters. */
    public ListEngineTrialItemsParams build() {
      return new ListEngineTrialItemsParams(this);
    }
  }
}
