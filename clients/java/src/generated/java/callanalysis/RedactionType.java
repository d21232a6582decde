// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code card_number}, {@code card_security_code}, {@code card_expiry}, {@code bank_account}, {@code
 * national_id}, {@code health_id}, {@code date_of_birth}, {@code phone_number}, {@code email}, {@code
 * password_or_pin}, {@code person_name}, {@code postal_address}.
 */
public final class RedactionType extends OpenEnum {
  public static final RedactionType CARD_NUMBER = new RedactionType("card_number");
  public static final RedactionType CARD_SECURITY_CODE = new RedactionType("card_security_code");
  public static final RedactionType CARD_EXPIRY = new RedactionType("card_expiry");
  public static final RedactionType BANK_ACCOUNT = new RedactionType("bank_account");
  public static final RedactionType NATIONAL_ID = new RedactionType("national_id");
  public static final RedactionType HEALTH_ID = new RedactionType("health_id");
  public static final RedactionType DATE_OF_BIRTH = new RedactionType("date_of_birth");
  public static final RedactionType PHONE_NUMBER = new RedactionType("phone_number");
  public static final RedactionType EMAIL = new RedactionType("email");
  public static final RedactionType PASSWORD_OR_PIN = new RedactionType("password_or_pin");
  public static final RedactionType PERSON_NAME = new RedactionType("person_name");
  public static final RedactionType POSTAL_ADDRESS = new RedactionType("postal_address");

  private RedactionType(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionType of(String value) {
    return new RedactionType(value);
  }
}
