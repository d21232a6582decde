package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks that a webhook comes from the service, by the rules of Standard Webhooks. One serves many threads. */
public final class WebhookVerifier {
  private static final String ALGORITHM = "HmacSHA256";
  private final List<byte[]> keys;
  private final Duration tolerance;
  private final Clock clock;

  private WebhookVerifier(Builder builder) {
    keys = builder.keys;
    tolerance = builder.tolerance;
    clock = builder.clock;
    if (keys.isEmpty()) throw CallAnalysisException.argument("A webhook is verified with a secret.");
  }

  /**
   * Begins a verifier.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Checks one request.
   *
   * @param body the raw bytes, before a JSON parser reads them
   * @param headers of the request, in any case; a value is a string or a collection of strings
   * @return what the webhook says
   * @throws CallAnalysisException of the kind SIGNATURE for one that is not to be trusted
   */
  public WebhookNotification verify(byte[] body, Map<String, ?> headers) {
    String id = header(headers, "webhook-id");
    String timestamp = header(headers, "webhook-timestamp");
    String signatures = header(headers, "webhook-signature");
    if (!timestamp.matches("[0-9]{1,15}")) throw refused("The timestamp is no number.");
    Duration age = Duration.ofSeconds(clock.instant().getEpochSecond() - Long.parseLong(timestamp)).abs();
    if (age.compareTo(tolerance) > 0) throw refused("The timestamp is too far from now.");
    byte[] before = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    boolean holds = false;
    for (byte[] key : keys) {
      String signature = "v1," + Base64.getEncoder().encodeToString(sign(key, before, body));
      byte[] expected = signature.getBytes(StandardCharsets.UTF_8);
      for (String given : signatures.split(" ")) {
        holds |= MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected);
      }
    }
    if (!holds) throw refused("No signature is one of the secret's.");
    return WebhookNotification.read(body);
  }

  private static byte[] sign(byte[] key, byte[] before, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update(before);
      return mac.doFinal(body);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static String header(Map<String, ?> headers, String name) {
    for (Map.Entry<String, ?> each : headers.entrySet()) {
      if (!name.equalsIgnoreCase(each.getKey())) continue;
      Object value = each.getValue();
      if (value instanceof Collection<?> many) value = many.stream().findFirst().orElse(null);
      if (value != null) return value.toString().strip();
    }
    throw refused("The header " + name + " is missing.");
  }

  private static CallAnalysisException refused(String why) {
    return CallAnalysisException.of(Kind.SIGNATURE, "The webhook is not to be trusted. " + why, null);
  }

  /** Collects the settings of a verifier. */
  public static final class Builder {
    private final List<byte[]> keys = new ArrayList<>();
    private Duration tolerance = Duration.ofMinutes(5);
    private Clock clock = Clock.systemUTC();

    private Builder() {}

    /**
     * Whose signatures count: after a rotation the old secret may stand beside the new one.
     *
     * @param secrets {@code whsec_…}
     * @return this
     */
    public Builder secrets(Collection<String> secrets) {
      for (String each : secrets) keys.add(key(each));
      return this;
    }

    /**
     * How far the timestamp may be from now, either way; five minutes by default.
     *
     * @param duration nothing or more
     * @return this
     */
    public Builder tolerance(Duration duration) {
      tolerance = duration;
      return this;
    }

    /**
     * Says what time it is, for tests.
     *
     * @param other in place of the system's
     * @return this
     */
    public Builder clock(Clock other) {
      clock = other;
      return this;
    }

    /**
     * Makes the verifier.
     *
     * @return a verifier
     */
    public WebhookVerifier build() {
      return new WebhookVerifier(this);
    }

    private static byte[] key(String secret) {
      try {
        byte[] key = Base64.getDecoder().decode(secret == null ? "" : secret.replaceFirst("^whsec_", ""));
        if (key.length > 0) return key;
      } catch (IllegalArgumentException unreadable) {
        // Reported below.
      }
      throw CallAnalysisException.argument("A webhook secret is whsec_ and base64.");
    }
  }
}
