// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Set what is masked in calls. */
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
     * In place of all other members. {@code pci}: the three types of cards and {@code password_or_pin}, in text and
     * audio, the original recording deleted. {@code pii}: the same with all types. May be null.
     */
    public Builder preset(RedactionPreset preset) {
      return set("preset", preset);
    }

    /** Where it is masked. By default {@code off}. */
    public Builder mode(RedactionMode mode) {
      return set("mode", mode);
    }

    /** What is masked. By default {@code }. */
    public Builder types(List<RedactionType> types) {
      return set("types", types);
    }

    /**
     * Whose numbers, dates and addresses are looked for, beside those that are the same everywhere. By default
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
     * What stands in place of the words. {@code label}: {@code [CARD_NUMBER_1]}, where the same content has the
     * same number within a call. {@code mask}: {@code ####}, always four. By default {@code label}.
     */
    public Builder replacement(RedactionReplacement replacement) {
      return set("replacement", replacement);
    }

    /** What is heard in place of the words. By default {@code tone}. */
    public Builder audio(RedactionSound audio) {
      return set("audio", audio);
    }

    /**
     * What becomes of the recording as it was sent. {@code delete} needs the mode {@code text_and_audio}. Who may
     * hear a kept one has the scope {@code recordings:original}. By default {@code keep}.
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
