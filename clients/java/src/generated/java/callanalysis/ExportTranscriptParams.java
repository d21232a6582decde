// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the transcript as text or subtitles. */
public final class ExportTranscriptParams extends Params {
  private ExportTranscriptParams(Builder builder) {
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

    /** Plain text or subtitles. By default {@code txt}. */
    public Builder format(ExportFormat format) {
      return set("format", format);
    }

    /**
     * A version of the transcript, with its findings, scores and metrics: 1 is the original transcript. If omitted:
     * the current version.
     */
    public Builder transcriptVersion(long transcriptVersion) {
      return set("transcript_version", transcriptVersion);
    }

    /** Ends the parameters. */
    public ExportTranscriptParams build() {
      return new ExportTranscriptParams(this);
    }
  }
}
