import callanalysis.CallAnalysis;
import callanalysis.CallAnalysisException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Makes one call of the library for each line of standard input, as clients/conformance/README.md describes it. */
final class Driver {
  static final ObjectMapper JSON = new ObjectMapper();

  private Driver() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
    }
  }

  private static ObjectNode answer(JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("n", request.get("n"));
    Calls calls = new Calls(request);
    try {
      Object result = calls.run(() -> client(request.path("client")));
      answer.set("result", JSON.valueToTree(result));
    } catch (CallAnalysisException error) {
      answer.set("error", describe(error));
    }
    if (calls.progress() != null) answer.set("progress", calls.progress());
    return answer;
  }

  private static CallAnalysis client(JsonNode settings) {
    CallAnalysis.Builder builder = CallAnalysis.builder();
    if (settings.has("base_url")) builder.baseUrl(settings.get("base_url").asText());
    if (settings.has("api_key")) builder.apiKey(settings.get("api_key").textValue());
    if (settings.has("timeout_ms")) builder.timeout(Duration.ofMillis(settings.get("timeout_ms").asLong()));
    if (settings.has("stream_timeout_ms")) {
      builder.streamTimeout(Duration.ofMillis(settings.get("stream_timeout_ms").asLong()));
    }
    if (settings.has("max_retries")) builder.maxRetries(settings.get("max_retries").asInt());
    if (settings.has("resumable_above")) builder.resumableAbove(settings.get("resumable_above").asLong());
    return builder.build();
  }

  private static ObjectNode describe(CallAnalysisException error) {
    ObjectNode node = JSON.createObjectNode();
    node.put("kind", error.kind().value());
    if (error.status() == 0) node.putNull("status");
    else node.put("status", error.status());
    node.put("detail", error.detail());
    node.set("items", JSON.valueToTree(error.items()));
    node.put("request_id", error.requestId());
    node.put("upload_id", error.uploadId());
    node.put("retryable", error.retryable());
    node.put("idempotency_key", error.idempotencyKey());
    return node;
  }
}
