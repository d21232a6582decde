// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get one analysis. */
public final class GetAnalysisParams extends Params {
  private GetAnalysisParams(Builder builder) {
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
     * {@code words} adds the words of each segment; a summary has no segments. {@code redactions} adds where
     * something is masked. {@code words,redactions} adds both.
     */
    public Builder include(AnalysisInclude include) {
      return set("include", include);
    }

    /**
     * A version of the transcript, with its findings, scores and metrics: 1 is the original transcript. If omitted:
     * the current version.
     */
    public Builder transcriptVersion(long transcriptVersion) {
      return set("transcript_version", transcriptVersion);
    }

    /** Ends the parameters. */
    public GetAnalysisParams build() {
      return new GetAnalysisParams(this);
    }
  }
}
