// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Update the masking settings. */
public final class UpdateRedactionSettingsParams extends Params {
  private UpdateRedactionSettingsParams(Builder builder) {
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
     * Instead of all other members. {@code pci}: the three card types and {@code password_or_pin}, in text and
     * audio; the original recording is deleted. {@code pii}: the same for all types. May be null.
     */
    public Builder preset(RedactionPreset preset) {
      return set("preset", preset);
    }

    /** Whether only the transcript is masked, or the recording too. By default {@code off}. */
    public Builder mode(RedactionMode mode) {
      return set("mode", mode);
    }

    /** Types of data that are masked. By default {@code }. */
    public Builder types(List<RedactionType> types) {
      return set("types", types);
    }

    /**
     * Countries whose numbers, dates and addresses are detected, in addition to international ones. By default
     * {@code US, GB, DE}.
     */
    public Builder countries(List<RedactionCountry> countries) {
      return set("countries", countries);
    }

    /** What is masked beside the types; at most 50 patterns in all. By default {@code }. */
    public Builder custom(List<Map<String, Object>> custom) {
      return set("custom", custom);
    }

    /**
     * Replacement for masked words. {@code label}: {@code [CARD_NUMBER_1]}; the same content has the same number
     * within a call. {@code mask}: {@code ####}, always four. By default {@code label}.
     */
    public Builder replacement(RedactionReplacement replacement) {
      return set("replacement", replacement);
    }

    /** Replacement sound for masked words. By default {@code tone}. */
    public Builder audio(RedactionSound audio) {
      return set("audio", audio);
    }

    /**
     * Whether the original recording is kept. {@code delete} needs the mode {@code text_and_audio}. Reading a kept
     * original needs the scope {@code recordings:original}. By default {@code keep}.
     */
    public Builder originalRecording(OriginalHandling originalRecording) {
      return set("original_recording", originalRecording);
    }

    /** Ends the parameters. */
    public UpdateRedactionSettingsParams build() {
      return new UpdateRedactionSettingsParams(this);
    }
  }
}
