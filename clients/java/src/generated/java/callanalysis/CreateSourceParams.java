// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Create a source. */
public final class CreateSourceParams extends Params {
  private CreateSourceParams(Builder builder) {
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

    /** Name. */
    public Builder name(String name) {
      return set("name", name);
    }

    /**
     * {@code s3}: a bucket of S3 or of an S3-compatible store. {@code twilio}: recording callbacks of Twilio or of
     * a compatible provider.
     */
    public Builder kind(SourceKind kind) {
      return set("kind", kind);
    }

    /** Kind {@code twilio}: SID of the recording account. May be null. */
    public Builder accountSid(String accountSid) {
      return set("account_sid", accountSid);
    }

    /**
     * Kind {@code twilio}: auth token of the account. It verifies callbacks and downloads recordings. Never shown
     * again. In {@code PUT} it may be omitted if {@code account_sid} and {@code api_base} stay the same. May be
     * null.
     */
    public Builder authToken(String authToken) {
      return set("auth_token", authToken);
    }

    /**
     * Kind {@code twilio}: the agent’s leg. {@code child}: the customer called. {@code parent}: the agent called.
     * The parent leg is the first channel. May be null.
     */
    public Builder agent(TwilioLeg agent) {
      return set("agent", agent);
    }

    /**
     * Kind {@code twilio}: URL of the provider’s API. The token is sent only there. If omitted: {@code
     * https://api.twilio.com}. May be null.
     */
    public Builder apiBase(String apiBase) {
      return set("api_base", apiBase);
    }

    /** Name of the bucket. May be null. */
    public Builder bucket(String bucket) {
      return set("bucket", bucket);
    }

    /** Key prefix. If omitted: the whole bucket. May be null. */
    public Builder prefix(String prefix) {
      return set("prefix", prefix);
    }

    /** Region of the bucket. May be null. */
    public Builder region(String region) {
      return set("region", region);
    }

    /** URL of a store other than AWS. Like {@code audio_url}, it must be public. May be null. */
    public Builder endpoint(String endpoint) {
      return set("endpoint", endpoint);
    }

    /**
     * Access keys, or an AWS role. Never shown again. In {@code PUT} they may be omitted if bucket and endpoint
     * stay the same: the stored ones are kept. May be null.
     */
    public Builder credentials(Map<String, ?> credentials) {
      return set("credentials", credentials);
    }

    /**
     * Where agent, contact and time of a call are read from: the key, a metadata file, or object metadata. May be
     * null.
     */
    public Builder naming(Map<String, ?> naming) {
      return set("naming", naming);
    }

    /** Defaults for fields that the naming does not provide. {@code metadata} is merged key by key. May be null. */
    public Builder defaults(Map<String, ?> defaults) {
      return set("defaults", defaults);
    }

    /** {@code new}: new recordings only. {@code all}: also existing recordings. By default {@code new}. */
    public Builder start(SourceStart start) {
      return set("start", start);
    }

    /** Interval between polls. By default {@code 60}. */
    public Builder everySeconds(long everySeconds) {
      return set("every_seconds", everySeconds);
    }

    /**
     * {@code tag}: adds the tag {@code call-analysis} with the id of the analysis to the object. {@code leave}:
     * leaves the object unchanged. By default {@code leave}.
     */
    public Builder after(SourceAfter after) {
      return set("after", after);
    }

    /** Ends the parameters. */
    public CreateSourceParams build() {
      return new CreateSourceParams(this);
    }
  }
}
