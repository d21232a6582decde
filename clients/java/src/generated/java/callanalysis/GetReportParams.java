// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the report of a call as a page. */
public final class GetReportParams extends Params {
  private GetReportParams(Builder builder) {
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
     * {@code embedded} includes the recording, of at most 32 MB, in the page, so that it plays offline. Otherwise
     * the page plays it from a link that works for an hour. By default {@code link}.
     */
    public Builder audio(ReportAudio audio) {
      return set("audio", audio);
    }

    /** Ends the parameters. */
    public GetReportParams build() {
      return new GetReportParams(this);
    }
  }
}
