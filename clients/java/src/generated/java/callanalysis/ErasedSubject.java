// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code contact}, {@code agent}, {@code analyses}. */
public final class ErasedSubject extends OpenEnum {
  public static final ErasedSubject CONTACT = new ErasedSubject("contact");
  public static final ErasedSubject AGENT = new ErasedSubject("agent");
  public static final ErasedSubject ANALYSES = new ErasedSubject("analyses");

  private ErasedSubject(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ErasedSubject of(String value) {
    return new ErasedSubject(value);
  }
}
