package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

final class ClientTest {
  private ClientTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "an answer reads as JSON, but one that holds a secret", ClientTest::printsAnswers,
        "the credential stands in the request, and in no text of the client", ClientTest::hidesCredential,
        "an address that is none, and a key that would add a header, are wrong arguments", ClientTest::refusesArguments,
        "an id is one segment of the path", ClientTest::encodesIds,
        "the members of an object stand in a query in brackets", ClientTest::writesBrackets,
        "the parameters of a query leave the body", ClientTest::dividesParameters,
        "an interrupt ends a call that waits for its answer", ClientTest::isInterrupted,
        "an interrupt ends the pause before a retry", ClientTest::isInterruptedInPause,
        "a call goes through the proxy that Java names", ClientTest::usesProxy,
        "no page is asked for that is not needed", ClientTest::isLazy);
  }

  static CallAnalysis.Builder client(TestServer server) {
    return CallAnalysis.builder().baseUrl(server.url() + "/").apiKey("sk_test_hidden").timeout(Duration.ofSeconds(20));
  }

  private static void hidesCredential() throws Exception {
    try (TestServer server = TestServer.plain((number, head, socket) -> TestServer.answer(socket, 401, "{}"))) {
      CallAnalysis client = client(server).build();
      CallAnalysisException error = Check.fails(Kind.API, () -> client.users().me());
      Check.equal(error.status(), 401);
      Check.that(server.heads().get(0).contains("Authorization: Bearer sk_test_hidden\r\n"), "the key is sent");
      Check.that(server.heads().get(0).startsWith("GET /api/v1/users/me HTTP/1.1\r\n"), "the path is below /api/v1");
      Check.that(!(client + " " + error).contains("hidden"), "no text has the key");
    }
  }

  private static void refusesArguments() throws Exception {
    for (String url : List.of("", "localhost:3000", "ftp://a", "http://", "http://u:p@a", "http://a?b", "http://a b")) {
      Check.fails(Kind.ARGUMENT, () -> CallAnalysis.builder().baseUrl(url).build());
    }
    Check.fails(Kind.ARGUMENT, () -> CallAnalysis.builder().apiKey("a\r\nX-More: b").build());
    Check.fails(Kind.ARGUMENT, () -> RequestOptions.builder().idempotencyKey("a\r\nX-More: b"));
    Check.fails(Kind.ARGUMENT, () -> RequestOptions.builder().idempotencyKey(""));
  }

  private static void encodesIds() throws Exception {
    Check.equal(ApiRequest.segment("id", "a/../b?c#d e+ü%"), "a%2F..%2Fb%3Fc%23d%20e%2B%C3%BC%25");
    for (String id : new String[] {null, "", ".", ".."}) {
      Check.fails(Kind.ARGUMENT, () -> ApiRequest.segment("id", id));
    }
  }

  private static void writesBrackets() {
    ApiRequest request = ApiRequest.get("/analysis").query("metadata", Map.of("a[b] & ü", 2)).query("search", null);
    Check.equal(request.target(), "/analysis?metadata%5Ba%5Bb%5D%20%26%20%C3%BC%5D=2");
  }

  private static void dividesParameters() throws IOException {
    Params params = ListAnalysesParams.builder().agentId("a").set("b", null).set("dry_run", true).build();
    ApiRequest request = ApiRequest.post("/things").query(params, "dry_run", "absent").json(params, "dry_run", "absent");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    request.content().writeTo(body);
    Check.equal(request.target(), "/things?dry_run=true");
    Check.equal(body.toString(StandardCharsets.UTF_8), "{\"agent_id\":\"a\",\"b\":null}");
  }

  private static void isInterrupted() throws Exception {
    try (TestServer server = TestServer.plain((number, head, socket) -> {})) {
      interruptWhenConnected(server);
    }
  }

  private static void isInterruptedInPause() throws Exception {
    try (TestServer server =
        TestServer.plain(
            (number, head, socket) ->
                TestServer.write(socket, "HTTP/1.1 503 X\r\nRetry-After: 50\r\nContent-Length: 0\r\n\r\n"))) {
      interruptWhenConnected(server);
    }
  }

  private static void interruptWhenConnected(TestServer server) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                Check.fails(Kind.CANCELLED, () -> client(server).build().users().me());
                Check.that(Thread.currentThread().isInterrupted(), "the thread stays interrupted");
              } catch (Exception | AssertionError fault) {
                failure.set(fault);
              }
            });
    thread.start();
    server.awaitConnection();
    thread.interrupt();
    thread.join(10_000);
    Check.that(!thread.isAlive(), "the call has ended");
    Check.equal(failure.get(), null);
  }

  private static void printsAnswers() {
    byte[] json = "{\"id\":\"a\",\"name\":\"n\",\"key\":\"sk_test_hidden\"}".getBytes();
    ApiKey shown = Json.read(json, Json.type(ApiKey.class));
    Check.that(shown.toString().contains("\"name\":\"n\""), "an answer is shown");
    CreatedApiKey hidden = Json.read(json, Json.type(CreatedApiKey.class));
    Check.that(!hidden.toString().contains("hidden"), "a secret is not");
  }

  private static void usesProxy() throws Exception {
    ProxySelector before = ProxySelector.getDefault();
    try (TestServer proxy =
        TestServer.plain(
            (number, head, socket) -> {
              TestServer.write(socket, "HTTP/1.1 200 Connected\r\n\r\n");
              TestServer.head(socket.getInputStream());
              TestServer.answer(socket, 200, "{\"id\":\"through\"}");
            })) {
      ProxySelector.setDefault(ProxySelector.of(proxy.address()));
      CallAnalysis client = CallAnalysis.builder().baseUrl("http://service.invalid:81").maxRetries(0).build();
      Check.equal(client.users().me().id(), "through");
      Check.that(proxy.heads().get(0).startsWith("CONNECT service.invalid:81 "), proxy.heads().get(0));
    } finally {
      ProxySelector.setDefault(before);
    }
  }

  private static void isLazy() throws Exception {
    try (TestServer server =
        TestServer.plain(
            (number, head, socket) ->
                TestServer.answer(
                    socket, 200, "{\"items\":[{\"id\":\"" + number + "\"},{\"id\":\"x\"}],\"total\":5}"))) {
      PagedList<ApiKey> keys = client(server).build().apiKeys().list().pageSize(2);
      Check.equal(keys.stream().limit(3).map(ApiKey::id).toList(), List.of("1", "x", "2"));
      Check.equal(server.heads().size(), 2);
      Check.that(server.heads().get(1).startsWith("GET /api/v1/api-keys?limit=2&skip=2 "), server.heads().get(1));
    }
  }
}
