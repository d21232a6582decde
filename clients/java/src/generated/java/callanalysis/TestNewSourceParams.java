// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: See what a source would take before it is made. */
public final class TestNewSourceParams extends Params {
  private TestNewSourceParams(Builder builder) {
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

    /** Your own words for it. */
    public Builder name(String name) {
      return set("name", name);
    }

    /**
     * {@code s3}: a bucket of S3, or of a store that speaks its protocol. {@code twilio}: the recording callbacks
     * of Twilio, or of who speaks its interface.
     */
    public Builder kind(SourceKind kind) {
      return set("kind", kind);
    }

    /** Kind {@code twilio}: the account that records. May be null. */
    public Builder accountSid(String accountSid) {
      return set("account_sid", accountSid);
    }

    /**
     * Kind {@code twilio}: the token of that account. It signs the callbacks, and fetches the recordings. Never
     * shown again. In {@code PUT} it may be left out where {@code account_sid} and {@code api_base} stay. May be
     * null.
     */
    public Builder authToken(String authToken) {
      return set("auth_token", authToken);
    }

    /**
     * Kind {@code twilio}: the leg that the agent is on. {@code child}: the customer called. {@code parent}: the
     * agent called. The parent leg is the first channel. May be null.
     */
    public Builder agent(TwilioLeg agent) {
      return set("agent", agent);
    }

    /**
     * Kind {@code twilio}: where the recordings of the account lie. The token goes there alone. Left out: {@code
     * https://api.twilio.com}. May be null.
     */
    public Builder apiBase(String apiBase) {
      return set("api_base", apiBase);
    }

    /** Name of the bucket. May be null. */
    public Builder bucket(String bucket) {
      return set("bucket", bucket);
    }

    /** Only keys that begin with it. Left out: the whole bucket. May be null. */
    public Builder prefix(String prefix) {
      return set("prefix", prefix);
    }

    /** Region of the bucket. May be null. */
    public Builder region(String region) {
      return set("region", region);
    }

    /** Address of a store that is not of AWS. It must be public, as {@code audio_url} must. May be null. */
    public Builder endpoint(String endpoint) {
      return set("endpoint", endpoint);
    }

    /**
     * Keys, or a role of AWS. Never shown again. In {@code PUT} they may be left out where bucket and endpoint
     * stay: those before hold. May be null.
     */
    public Builder credentials(Map<String, ?> credentials) {
      return set("credentials", credentials);
    }

    /**
     * Where agent, contact and time of a call stand: in its key, in a file beside it, or in its metadata. May be
     * null.
     */
    public Builder naming(Map<String, ?> naming) {
      return set("naming", naming);
    }

    /**
     * Members of a submission for what the naming does not give. {@code metadata} is filled in key by key. May be
     * null.
     */
    public Builder defaults(Map<String, ?> defaults) {
      return set("defaults", defaults);
    }

    /** {@code new}: what is not there yet. {@code all}: also what is there already. By default {@code new}. */
    public Builder start(SourceStart start) {
      return set("start", start);
    }

    /** How often the bucket is looked at. By default {@code 60}. */
    public Builder everySeconds(long everySeconds) {
      return set("every_seconds", everySeconds);
    }

    /**
     * {@code tag}: writes the tag {@code call-analysis} with the id of the analysis to the object. {@code leave}:
     * writes nothing. By default {@code leave}.
     */
    public Builder after(SourceAfter after) {
      return set("after", after);
    }

    /** Ends the parameters. */
    public TestNewSourceParams build() {
      return new TestNewSourceParams(this);
    }
  }
}
