// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code good_call}, {@code bad_call}, {@code cold_apology}, {@code mono_unclear_roles}, {@code
 * no_speech}, {@code not_assessable}, {@code long_call}, {@code card_read_out}, {@code keys_pressed}, {@code slow},
 * {@code fails_unreadable}, {@code fails_provider}, {@code quota_exceeded}, {@code overage_exceeded}, {@code
 * storage_failed}, {@code rate_limited}.
 */
public final class Scenario extends OpenEnum {
  public static final Scenario GOOD_CALL = new Scenario("good_call");
  public static final Scenario BAD_CALL = new Scenario("bad_call");
  public static final Scenario COLD_APOLOGY = new Scenario("cold_apology");
  public static final Scenario MONO_UNCLEAR_ROLES = new Scenario("mono_unclear_roles");
  public static final Scenario NO_SPEECH = new Scenario("no_speech");
  public static final Scenario NOT_ASSESSABLE = new Scenario("not_assessable");
  public static final Scenario LONG_CALL = new Scenario("long_call");
  public static final Scenario CARD_READ_OUT = new Scenario("card_read_out");
  public static final Scenario KEYS_PRESSED = new Scenario("keys_pressed");
  public static final Scenario SLOW = new Scenario("slow");
  public static final Scenario FAILS_UNREADABLE = new Scenario("fails_unreadable");
  public static final Scenario FAILS_PROVIDER = new Scenario("fails_provider");
  public static final Scenario QUOTA_EXCEEDED = new Scenario("quota_exceeded");
  public static final Scenario OVERAGE_EXCEEDED = new Scenario("overage_exceeded");
  public static final Scenario STORAGE_FAILED = new Scenario("storage_failed");
  public static final Scenario RATE_LIMITED = new Scenario("rate_limited");

  private Scenario(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Scenario of(String value) {
    return new Scenario(value);
  }
}
