// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Change the account. */
public final class UpdateCurrentUserParams extends Params {
  private UpdateCurrentUserParams(Builder builder) {
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

    /** Phone number in E.164 form, or null. */
    public Builder phoneNumber(String phoneNumber) {
      return set("phone_number", phoneNumber);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** New address; takes effect once verified. May be null. */
    public Builder email(String email) {
      return set("email", email);
    }

    /**
     * Language of texts by a language model, for calls submitted from now on without {@code output_language}, ISO
     * 639-1. Null: the language of the call.
     */
    public Builder outputLanguage(String outputLanguage) {
      return set("output_language", outputLanguage);
    }

    /**
     * Channel of the agent in stereo recordings, for calls submitted from now on without {@code agent_channel}.
     * Null: detected from what is said.
     */
    public Builder agentChannel(long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /**
     * Channel of the agent in stereo recordings, for calls submitted from now on without {@code agent_channel}.
     * Null: detected from what is said.
     */
    public Builder agentChannel(Long agentChannel) {
      return set("agent_channel", agentChannel);
    }

    /** New password; ends every token issued before. May be null. */
    public Builder password(String password) {
      return set("password", password);
    }

    /** Current password; required with {@code email} and {@code password}. May be null. */
    public Builder currentPassword(String currentPassword) {
      return set("current_password", currentPassword);
    }

    /** Ends the parameters. */
    public UpdateCurrentUserParams build() {
      return new UpdateCurrentUserParams(this);
    }
  }
}
