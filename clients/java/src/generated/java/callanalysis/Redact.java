// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code off}, {@code pci}, {@code pii}, {@code card_number}, {@code card_security_code}, {@code
 * card_expiry}, {@code bank_account}, {@code national_id}, {@code health_id}, {@code date_of_birth}, {@code
 * phone_number}, {@code email}, {@code password_or_pin}, {@code person_name}, {@code postal_address}.
 */
public final class Redact extends OpenEnum {
  public static final Redact OFF = new Redact("off");
  public static final Redact PCI = new Redact("pci");
  public static final Redact PII = new Redact("pii");
  public static final Redact CARD_NUMBER = new Redact("card_number");
  public static final Redact CARD_SECURITY_CODE = new Redact("card_security_code");
  public static final Redact CARD_EXPIRY = new Redact("card_expiry");
  public static final Redact BANK_ACCOUNT = new Redact("bank_account");
  public static final Redact NATIONAL_ID = new Redact("national_id");
  public static final Redact HEALTH_ID = new Redact("health_id");
  public static final Redact DATE_OF_BIRTH = new Redact("date_of_birth");
  public static final Redact PHONE_NUMBER = new Redact("phone_number");
  public static final Redact EMAIL = new Redact("email");
  public static final Redact PASSWORD_OR_PIN = new Redact("password_or_pin");
  public static final Redact PERSON_NAME = new Redact("person_name");
  public static final Redact POSTAL_ADDRESS = new Redact("postal_address");

  private Redact(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Redact of(String value) {
    return new Redact(value);
  }
}
