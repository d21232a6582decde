package callanalysis;

import java.net.URI;
import java.net.URISyntaxException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * The Call Analysis Service.
 *
 * <pre>{@code
 * CallAnalysis client = CallAnalysis.builder().apiKey("sk_test_…").build();
 * }</pre>
 *
 * <p>One client serves many threads. Every method throws {@link CallAnalysisException} and nothing else.
 */
public final class CallAnalysis extends CallAnalysisResources {
  /** The version of this library. */
  public static final String VERSION = "0.2.0";

  /** Sent with every request. */
  public static final String USER_AGENT =
      "call-analysis-java/" + VERSION + " (Java " + System.getProperty("java.version") + ")";

  private final Transport transport;
  private final Uploads uploads;

  private CallAnalysis(Transport transport) {
    super(transport);
    this.transport = transport;
    uploads = new Uploads(transport);
  }

  /**
   * The methods of uploads.
   *
   * @return the same at each call
   */
  public Uploads uploads() {
    return uploads;
  }

  /**
   * Makes a client with the defaults of {@link Builder}.
   *
   * @return a client
   */
  public static CallAnalysis create() {
    return builder().build();
  }

  /**
   * Begins a client.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The same client with another credential.
   *
   * @param apiKey an API key or an access token
   * @return a new client; this one stays as it is
   */
  public CallAnalysis withApiKey(String apiKey) {
    return new CallAnalysis(transport.withApiKey(checkedKey(apiKey)));
  }

  /**
   * Checks that a webhook comes from the service, as {@link WebhookVerifier} does with its defaults.
   *
   * @param body the raw bytes, before a JSON parser reads them
   * @param headers of the request; a value is a string or a collection of strings
   * @param secret of the account, {@code whsec_…}
   * @return what the webhook says
   * @throws CallAnalysisException of the kind SIGNATURE for one that is not to be trusted
   */
  public static WebhookNotification verifyWebhook(byte[] body, Map<String, ?> headers, String secret) {
    return WebhookVerifier.builder().secrets(List.of(secret)).build().verify(body, headers);
  }

  /**
   * Checks that the service signed an object: a receipt, the head of the audit log, a provenance or evidence.json. Needs no
   * connection.
   *
   * @param signed the text of the object
   * @param keySet the text of /.well-known/call-analysis/keys.json
   * @throws CallAnalysisException of the kind SIGNATURE where no key of the set has signed exactly this
   */
  public static void verifySigned(byte[] signed, byte[] keySet) {
    SignedObject.verify(signed, keySet);
  }

  private static String checkedKey(String apiKey) {
    if (apiKey == null || apiKey.isBlank()) return null;
    if (!HeaderText.isSafe(apiKey.strip())) {
      throw CallAnalysisException.argument("The API key has characters that no key has.");
    }
    return apiKey.strip();
  }

  /** Keeps the credential out of logs. */
  @Override
  public String toString() {
    return "CallAnalysis[" + transport.base() + "]";
  }

  /** Collects the settings of a client. */
  public static final class Builder {
    private String apiKey = System.getenv("CALL_ANALYSIS_API_KEY");
    private String baseUrl = System.getenv().getOrDefault("CALL_ANALYSIS_URL", "http://localhost:3000");
    private Duration timeout = Duration.ofSeconds(60);
    private Duration streamTimeout = Duration.ofSeconds(45);
    private int maxRetries = 3;
    private long resumableAbove = 64L * 1024 * 1024;
    private SSLContext sslContext;

    private Builder() {}

    /**
     * The credential; {@code CALL_ANALYSIS_API_KEY} of the environment by default.
     *
     * @param key an API key or an access token; null for the calls that need none
     * @return this
     */
    public Builder apiKey(String key) {
      apiKey = key;
      return this;
    }

    /**
     * The address of the service; {@code CALL_ANALYSIS_URL} of the environment or {@code http://localhost:3000} by
     * default.
     *
     * @param address with http or https, without {@code /api/v1}
     * @return this
     */
    public Builder baseUrl(String address) {
      baseUrl = address;
      return this;
    }

    /**
     * An attempt ends when no byte was sent or received for so long; 60 seconds by default. An upload may take any
     * time.
     *
     * @param duration more than nothing
     * @return this
     */
    public Builder timeout(Duration duration) {
      timeout = positive(duration);
      return this;
    }

    /**
     * The same for streams of events; 45 seconds by default: the service sends a sign of life every 15.
     *
     * @param duration more than nothing
     * @return this
     */
    public Builder streamTimeout(Duration duration) {
      streamTimeout = positive(duration);
      return this;
    }

    /**
     * How often a call is repeated after 408, 429, 5xx, a cut connection or a time-out; 3 by default.
     *
     * @param retries 0 for never
     * @return this
     */
    public Builder maxRetries(int retries) {
      if (retries < 0) throw CallAnalysisException.argument("The number of retries is 0 or more.");
      maxRetries = retries;
      return this;
    }

    /**
     * A larger file is uploaded in parts, and goes on where a cut connection left it; 67,108,864 by default.
     *
     * @param bytes {@link Long#MAX_VALUE} for never
     * @return this
     */
    public Builder resumableAbove(long bytes) {
      if (bytes < 0) throw CallAnalysisException.argument("The number of bytes is 0 or more.");
      resumableAbove = bytes;
      return this;
    }

    /**
     * Whom to trust over https; what Java trusts by default.
     *
     * @param context with your trust store
     * @return this
     */
    public Builder sslContext(SSLContext context) {
      sslContext = context;
      return this;
    }

    /**
     * Makes the client.
     *
     * @return a client
     */
    public CallAnalysis build() {
      return new CallAnalysis(
          new Transport(base(), checkedKey(apiKey), timeout, streamTimeout, maxRetries, resumableAbove, tls()));
    }

    private static Duration positive(Duration duration) {
      if (duration == null || duration.isZero() || duration.isNegative()) {
        throw CallAnalysisException.argument("A time-out is longer than nothing.");
      }
      return duration;
    }

    private URI base() {
      try {
        URI given = new URI(baseUrl == null ? "" : baseUrl.strip().replaceAll("/+$", ""));
        String scheme = String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT);
        boolean plain = given.getRawQuery() == null && given.getRawFragment() == null && given.getRawUserInfo() == null;
        if (given.getHost() != null && plain && (scheme.equals("http") || scheme.equals("https"))) {
          return URI.create(given + "/api/v1");
        }
      } catch (URISyntaxException unreadable) {
        // Reported below.
      }
      throw CallAnalysisException.argument("The base URL is no address with http or https.");
    }

    private SSLContext tls() {
      try {
        return sslContext == null ? SSLContext.getDefault() : sslContext;
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException(missing);
      }
    }
  }
}
