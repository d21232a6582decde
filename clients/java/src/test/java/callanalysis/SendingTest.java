package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class SendingTest {
  private static final String CREATED = "HTTP/1.1 201 X\r\nLocation: /api/v1/uploads/u-1\r\nContent-Length: 0\r\n\r\n";
  private static final String FOUND = "HTTP/1.1 200 X\r\nUpload-Length: 5\r\nUpload-Offset: 2\r\nContent-Length: 9\r\n\r\n";
  private static final String ARRIVED = "HTTP/1.1 204 X\r\nUpload-Offset: 5\r\n\r\n";

  private SendingTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "an upload in parts goes on where a cut left it", SendingTest::goesOn,
        "a source goes as a form, whatever its length", SendingTest::sendsForms,
        "a file that became shorter deletes its upload", SendingTest::deletes);
  }

  private static CallAnalysis client(TestServer server) {
    return CallAnalysis.builder().baseUrl(server.url()).apiKey("sk_test_a").resumableAbove(1).build();
  }

  private static CreateAnalysisParams.Builder call() {
    return CreateAnalysisParams.builder().agentId("a").contactId("b");
  }

  private static void goesOn() throws Exception {
    Path file = Files.writeString(Files.createTempFile("call", ".wav"), "HELLO");
    List<String> answers = List.of(CREATED, "", FOUND, ARRIVED);
    try (TestServer server =
        TestServer.plain(
            (connection, head, socket) -> {
              if (connection > answers.size()) TestServer.answer(socket, 402, "{\"detail\":\"no\"}");
              else TestServer.write(socket, answers.get(connection - 1));
              socket.close();
            })) {
      CallAnalysisException fault =
          Check.fails(Kind.API, () -> client(server).analyses().create(call().file(file).build()));
      Check.equal(fault.uploadId(), "u-1");
      Check.that(server.heads().get(2).startsWith("HEAD /api/v1/uploads/u-1"), "it asks how much has arrived");
      Check.that(server.heads().get(3).contains("Upload-Offset: 2\r\n"), "it goes on there");
      Check.that(server.heads().get(3).contains("Content-Length: 3\r\n"), "it sends the rest alone");
    }
  }

  private static void sendsForms() throws Exception {
    try (TestServer server =
        TestServer.plain((connection, head, socket) -> TestServer.answer(socket, 402, "{\"detail\":\"no\"}"))) {
      RecordingSource source = () -> new ByteArrayInputStream(new byte[10]);
      Check.fails(Kind.API, () -> client(server).analyses().create(call().source(source, 10).build()));
      Check.that(server.heads().get(0).contains("multipart/form-data"), "it is a form");
    }
  }

  private static void deletes() throws Exception {
    Path file = Files.writeString(Files.createTempFile("call", ".wav"), "HELLO");
    try (TestServer server =
        TestServer.plain(
            (connection, head, socket) -> {
              Files.writeString(file, "HE");
              if (head.startsWith("PATCH")) TestServer.drain(socket);
              else TestServer.write(socket, head.startsWith("POST") ? CREATED : ARRIVED);
              socket.close();
            })) {
      CreateAnalysisParams params = call().file(file).build();
      CallAnalysisException fault = Check.fails(Kind.ARGUMENT, () -> client(server).analyses().create(params));
      Check.equal(fault.uploadId(), null);
      boolean isDeleted = server.heads().stream().anyMatch(head -> head.startsWith("DELETE /api/v1/uploads/u-1"));
      Check.that(isDeleted, "the upload is deleted");
    }
  }
}
