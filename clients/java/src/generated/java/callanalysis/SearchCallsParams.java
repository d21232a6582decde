// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Search what was said. */
public final class SearchCallsParams extends Params {
  private SearchCallsParams(Builder builder) {
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
     * What was said: words, all of which must occur; {@code "a phrase"}, said by one speaker; {@code -without} a
     * word or a phrase; {@code refund*} for words that begin so. Case and accents do not matter, and words are not
     * reduced to their stems. A word with marks in it, such as {@code e-mail}, is a phrase. Chinese, Japanese,
     * Thai, Lao, Khmer and Burmese, which are written without spaces, are found by their characters. At least one
     * word must be wanted.
     */
    public Builder q(String q) {
      return set("q", q);
    }

    /** Only what this party said. Not given: anyone. With {@code -without} too, only this party is meant. */
    public Builder speaker(TalkingParty speaker) {
      return set("speaker", speaker);
    }

    /** Only calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Only calls with exactly this contact. For instance {@code cust-42}. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /** Unix seconds: only calls whose {@code created} is greater. A date and a time of day is taken too. */
    public Builder createdAfter(long createdAfter) {
      return set("created_after", createdAfter);
    }

    /**
     * Unix seconds: only calls whose {@code created} is not greater. A date and a time of day is taken too. {@code
     * searched_back_to} of a response goes on from where that one ended.
     */
    public Builder createdBefore(long createdBefore) {
      return set("created_before", createdBefore);
    }

    /**
     * {@code true}: calls of live mode. {@code false}: those of test mode. Not given: those of the mode of the
     * credential.
     */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Ends the parameters. */
    public SearchCallsParams build() {
      return new SearchCallsParams(this);
    }
  }
}
