package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookVerifierTest {
  private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString("a secret of the tests".getBytes());
  private static final String OTHER = "whsec_" + Base64.getEncoder().encodeToString("another one".getBytes());
  private static final byte[] BODY =
      "{\"event\":\"analysis.completed\",\"id\":\"evt_1\",\"data\":{\"id\":\"a\"}}".getBytes(StandardCharsets.UTF_8);
  private static final long NOW = 1_790_000_000;

  private WebhookVerifierTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "a signed webhook is read", WebhookVerifierTest::reads,
        "either signature of a rotation will do, with either secret", WebhookVerifierTest::rotates,
        "a changed body, id, time or signature is refused", WebhookVerifierTest::refuses,
        "a timestamp may be five minutes away, either way", WebhookVerifierTest::tolerates,
        "a secret that is none is a wrong argument", WebhookVerifierTest::needsSecret);
  }

  private static WebhookNotification verify(Map<String, ?> headers, long now, String... secrets) {
    return WebhookVerifier.builder()
        .secrets(List.of(secrets))
        .clock(Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC))
        .build()
        .verify(BODY, headers);
  }

  private static Map<String, Object> headers(String... secrets) throws Exception {
    StringBuilder signatures = new StringBuilder("v2,AAAA");
    for (String secret : secrets) signatures.append(" v1,").append(sign(secret));
    Map<String, Object> headers = new HashMap<>();
    headers.put("Webhook-Id", "evt_1");
    headers.put("WEBHOOK-TIMESTAMP", String.valueOf(NOW));
    headers.put("webhook-signature", List.of(signatures.toString()));
    return headers;
  }

  private static String sign(String secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
    mac.update(("evt_1." + NOW + ".").getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(mac.doFinal(BODY));
  }

  private static void reads() throws Exception {
    WebhookNotification notification = verify(headers(SECRET), NOW, SECRET);
    Check.equal(notification.event(), WebhookEvent.ANALYSIS_COMPLETED);
    Check.equal(notification.data().id(), "a");
  }

  private static void rotates() throws Exception {
    Check.equal(verify(headers(OTHER, SECRET), NOW, SECRET).id(), "evt_1");
    Check.equal(verify(headers(SECRET), NOW, OTHER, SECRET).id(), "evt_1");
  }

  private static void refuses() throws Exception {
    Check.fails(Kind.SIGNATURE, () -> verify(headers(OTHER), NOW, SECRET));
    for (String name : headers(SECRET).keySet()) {
      Map<String, Object> without = headers(SECRET);
      without.remove(name);
      Check.fails(Kind.SIGNATURE, () -> verify(without, NOW, SECRET));
      Map<String, Object> changed = headers(SECRET);
      changed.put(name, "1");
      Check.fails(Kind.SIGNATURE, () -> verify(changed, NOW, SECRET));
    }
  }

  private static void tolerates() throws Exception {
    for (long away : new long[] {-300, 300}) Check.equal(verify(headers(SECRET), NOW + away, SECRET).id(), "evt_1");
    for (long away : new long[] {-301, 301}) {
      Check.fails(Kind.SIGNATURE, () -> verify(headers(SECRET), NOW + away, SECRET));
    }
    WebhookVerifier wide =
        WebhookVerifier.builder()
            .secrets(List.of(SECRET))
            .tolerance(Duration.ofHours(1))
            .clock(Clock.fixed(Instant.ofEpochSecond(NOW + 3_600), ZoneOffset.UTC))
            .build();
    Check.equal(wide.verify(BODY, headers(SECRET)).id(), "evt_1");
  }

  private static void needsSecret() throws Exception {
    for (String secret : new String[] {"", "whsec_", "whsec_!!"}) {
      Check.fails(Kind.ARGUMENT, () -> CallAnalysis.verifyWebhook(BODY, headers(SECRET), secret));
    }
    Check.fails(Kind.ARGUMENT, () -> WebhookVerifier.builder().build());
  }
}
