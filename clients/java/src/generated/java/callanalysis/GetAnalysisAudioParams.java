// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the recording of a call. */
public final class GetAnalysisAudioParams extends Params {
  private GetAnalysisAudioParams(Builder builder) {
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
     * {@code current}: the recording of {@code audio.url}. {@code original}: the original recording. By default
     * {@code current}.
     */
    public Builder variant(AudioVariant variant) {
      return set("variant", variant);
    }

    /**
     * {@code play}: a version that Chromium, Firefox and Safari play in step with the times of the transcript. It
     * is the recording itself, or an MP3 where they do not play that exactly (ADPCM, GSM, VBR without an index). It
     * has at most two channels at 16 kHz. With {@code variant=original} it is the recording as it was sent. By
     * default {@code as_stored}.
     */
    public Builder rendition(AudioRendition rendition) {
      return set("rendition", rendition);
    }

    /** Ends the parameters. */
    public GetAnalysisAudioParams build() {
      return new GetAnalysisAudioParams(this);
    }
  }
}
