package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

final class UploadTest {
  private static final String ANALYSIS = "{\"id\":\"a\",\"status\":\"processing\"}";
  private static final long LARGE = 200_000_000;

  private UploadTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "an answer before the end of an upload is told, also over TLS", UploadTest::tellsEarlyAnswers,
        "a source is opened anew for each attempt", UploadTest::opensAnew,
        "a stream is sent once", UploadTest::sendsOnce,
        "an upload that stands still ends with the time-out", UploadTest::standsStill,
        "a token ends an upload", UploadTest::isCancelled,
        "a certificate for another name is refused", UploadTest::checksNames,
        "a call has one recording, or a scenario", UploadTest::needsOneSource,
        "a file that is not there is a wrong argument", UploadTest::needsFile);
  }

  private static CreateAnalysisParams.Builder call() {
    return CreateAnalysisParams.builder().agentId("a").contactId("b");
  }

  /** So many zeros. */
  private static InputStream zeros(long size) {
    AtomicLong left = new AtomicLong(size);
    return new InputStream() {
      @Override
      public int read() {
        return left.getAndDecrement() > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        long count = Math.min(length, left.get());
        left.addAndGet(-count);
        return count == 0 ? -1 : (int) count;
      }
    };
  }

  private static void tellsEarlyAnswers() throws Exception {
    SSLContext tls = tls("localhost");
    TestServer.Play refuse =
        (number, head, socket) -> {
          TestServer.answer(socket, 402, "{\"detail\":\"No minutes left.\"}");
          if (number % 2 == 0) socket.close();
        };
    for (boolean secure : new boolean[] {false, true}) {
      try (TestServer server = secure ? tlsServer(tls, refuse) : TestServer.plain(refuse)) {
        CallAnalysis client = ClientTest.client(server).sslContext(tls).build();
        for (int time = 0; time < 10; time++) {
          CreateAnalysisParams params = call().stream(zeros(LARGE)).build();
          CallAnalysisException error = Check.fails(Kind.API, () -> client.analyses().create(params));
          Check.equal(error.status(), 402);
          Check.equal(error.detail(), "No minutes left.");
        }
        Check.equal(server.heads().size(), 10);
      }
    }
  }

  private static void opensAnew() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    List<Long> told = new ArrayList<>();
    try (TestServer server =
        TestServer.plain(
            (number, head, socket) -> {
              TestServer.drain(socket);
              if (number == 1) socket.close();
              else TestServer.answer(socket, 201, ANALYSIS);
            })) {
      RecordingSource source =
          () -> {
            opened.incrementAndGet();
            return new ByteArrayInputStream(new byte[100_000]);
          };
      CreateAnalysisParams params = call().source(source, 100_000).onProgress((sent, total) -> told.add(sent)).build();
      Check.equal(ClientTest.client(server).build().analyses().create(params).id(), "a");
      Check.equal(opened.get(), 2);
      Check.equal(told, told.stream().sorted().distinct().toList());
      Check.equal(told.get(told.size() - 1), 100_000L);
      Check.equal(key(server.heads().get(0)), key(server.heads().get(1)));
    }
  }

  private static String key(String head) {
    return head.lines().filter(line -> line.startsWith("Idempotency-Key: ")).findFirst().orElseThrow();
  }

  private static void sendsOnce() throws Exception {
    try (TestServer server =
        TestServer.plain(
            (number, head, socket) -> {
              socket.getInputStream().readNBytes(100_000);
              socket.close();
            })) {
      CreateAnalysisParams params = call().stream(zeros(LARGE)).build();
      CallAnalysisException error =
          Check.fails(Kind.CONNECTION, () -> ClientTest.client(server).build().analyses().create(params));
      Check.that(error.retryable() && error.idempotencyKey() != null, "the caller may send it again, with the key");
      Check.equal(server.heads().size(), 1);
      Check.fails(Kind.ARGUMENT, () -> ClientTest.client(server).build().analyses().create(params));
    }
  }

  private static void standsStill() throws Exception {
    try (TestServer server = TestServer.plain((number, head, socket) -> {})) {
      CallAnalysis client = ClientTest.client(server).timeout(Duration.ofMillis(300)).maxRetries(0).build();
      CreateAnalysisParams params = call().source(() -> zeros(LARGE), LARGE).build();
      Check.fails(Kind.TIMEOUT, () -> client.analyses().create(params));
    }
  }

  private static void isCancelled() throws Exception {
    CancellationToken token = new CancellationToken();
    try (TestServer server = TestServer.plain((number, head, socket) -> token.cancel())) {
      CreateAnalysisParams params = call().source(() -> zeros(LARGE), LARGE).build();
      RequestOptions options = RequestOptions.builder().cancellation(token).build();
      Check.fails(Kind.CANCELLED, () -> ClientTest.client(server).build().analyses().create(params, options));
      Check.equal(server.heads().size(), 1);
    }
  }

  private static void checksNames() throws Exception {
    SSLContext tls = tls("elsewhere");
    try (TestServer server = tlsServer(tls, (number, head, socket) -> TestServer.answer(socket, 200, "{}"))) {
      CallAnalysis client = ClientTest.client(server).sslContext(tls).maxRetries(0).build();
      Check.fails(Kind.CONNECTION, () -> client.users().me());
      Check.equal(server.heads(), List.of());
    }
  }

  private static void needsOneSource() throws Exception {
    Check.fails(Kind.ARGUMENT, () -> call().build());
    Check.fails(Kind.ARGUMENT, () -> call().url("https://a").file(Path.of("b")).build());
    call().scenario(Scenario.GOOD_CALL).url("https://a").build();
  }

  private static void needsFile() throws Exception {
    CreateAnalysisParams params = call().file(Path.of("not-there.wav")).build();
    Check.fails(Kind.ARGUMENT, () -> CallAnalysis.create().analyses().create(params));
  }

  private static TestServer tlsServer(SSLContext tls, TestServer.Play play) throws Exception {
    return new TestServer(
        tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()), "https", play);
  }

  /** Of one certificate, which it shows and trusts; keytool of the JDK makes it. */
  private static SSLContext tls(String name) throws Exception {
    Path folder = Files.createTempDirectory("call-analysis-tls");
    Path file = folder.resolve("store.p12");
    char[] password = "password".toCharArray();
    int ended =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "test", "-keyalg", "EC", "-dname", "CN=" + name,
                "-ext", "san=dns:" + name, "-keystore", file.toString(), "-storepass", new String(password))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start()
            .waitFor();
    Check.equal(ended, 0);
    KeyStore keys = KeyStore.getInstance(file.toFile(), password);
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, password);
    TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }
}
