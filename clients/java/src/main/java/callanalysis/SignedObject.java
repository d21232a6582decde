package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.Iterator;
import java.util.TreeMap;

/** Checks what the service has signed: Ed25519 over canonical JSON (RFC 8785). */
final class SignedObject {
  private static final int KEY_BYTES = 32;
  /** Doubles have no more significant digits. */
  private static final int DIGITS = 17;

  private SignedObject() {}

  static void verify(byte[] signed, byte[] keySet) {
    ObjectNode members = read(signed, "What is signed is a JSON object.");
    String signature = members.path("signature").asText();
    String keyId = members.path("key_id").asText();
    members.remove("signature");
    byte[] text = canonical(members).getBytes(StandardCharsets.UTF_8);
    for (JsonNode key : read(keySet, "The key set is a JSON object.").path("keys")) {
      if (keyId.isEmpty() || !keyId.equals(key.path("kid").asText())) continue;
      if (!holds(publicKey(key.path("x").asText()), text, signature)) {
        throw refused("The signature does not match: the object was changed.");
      }
      return;
    }
    throw refused("The key set has no key " + keyId + ".");
  }

  private static boolean holds(PublicKey key, byte[] text, String signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(text);
      return verifier.verify(Base64.getUrlDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
      return false;
    }
  }

  /** The number y, least significant byte first; the highest bit is that of x (RFC 8032). */
  private static PublicKey publicKey(String x) {
    try {
      byte[] key = Base64.getUrlDecoder().decode(x);
      if (key.length != KEY_BYTES) throw new IllegalArgumentException("not 32 bytes");
      boolean isOdd = (key[KEY_BYTES - 1] & 0x80) != 0;
      byte[] y = new byte[KEY_BYTES];
      for (int at = 0; at < KEY_BYTES; at++) y[at] = key[KEY_BYTES - 1 - at];
      y[0] &= 0x7f;
      EdECPoint point = new EdECPoint(isOdd, new BigInteger(1, y));
      return KeyFactory.getInstance("Ed25519")
          .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    } catch (GeneralSecurityException | IllegalArgumentException unusable) {
      throw CallAnalysisException.argument("The key set has no usable key.");
    }
  }

  private static ObjectNode read(byte[] text, String otherwise) {
    try {
      JsonNode read = Json.read(text, Json.type(JsonNode.class));
      if (read instanceof ObjectNode object) return object;
    } catch (CallAnalysisException unreadable) {
      // Reported below.
    }
    throw CallAnalysisException.argument(otherwise);
  }

  private static String canonical(JsonNode value) {
    StringBuilder text = new StringBuilder();
    if (value.isObject()) {
      // The order of strings is that of their UTF-16 code units.
      TreeMap<String, JsonNode> sorted = new TreeMap<>();
      value.fields().forEachRemaining(member -> sorted.put(member.getKey(), member.getValue()));
      sorted.forEach(
          (name, member) ->
              text.append(text.length() == 0 ? "" : ",").append(quoted(name)).append(':').append(canonical(member)));
      return "{" + text + "}";
    }
    if (value.isArray()) {
      for (Iterator<JsonNode> each = value.elements(); each.hasNext(); ) {
        text.append(canonical(each.next())).append(each.hasNext() ? "," : "");
      }
      return "[" + text + "]";
    }
    if (value.isTextual()) return quoted(value.textValue());
    return value.isNumber() ? number(value.doubleValue()) : value.asText();
  }

  private static String quoted(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (char each : value.toCharArray()) {
      int known = "\"\\\b\f\n\r\t".indexOf(each);
      if (known >= 0) text.append('\\').append("\"\\bfnrt".charAt(known));
      else if (each < ' ') text.append(String.format("\\u%04x", (int) each));
      else text.append(each);
    }
    return text.append('"').toString();
  }

  /** As JavaScript writes it: the fewest digits that are read as the same number. */
  static String number(double value) {
    if (value == 0) return "0";
    BigDecimal exact = new BigDecimal(Math.abs(value));
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= DIGITS; digits++) {
      shortest = exact.round(new MathContext(digits)).stripTrailingZeros();
      if (shortest.doubleValue() == Math.abs(value)) break;
    }
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    String sign = value < 0 ? "-" : "";
    if (point > -6 && point <= 21) return sign + shortest.toPlainString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    int power = point - 1;
    return sign + digits.charAt(0) + fraction + "e" + (power > 0 ? "+" : "-") + Math.abs(power);
  }

  private static CallAnalysisException refused(String why) {
    return CallAnalysisException.of(Kind.SIGNATURE, why, null);
  }
}
