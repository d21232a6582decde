package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class SignedObjectTest {
  private SignedObjectTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "what the service signed holds, and what was changed does not", SignedObjectTest::vectors,
        "a key set that is none is a wrong argument", SignedObjectTest::needsKeySet);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void vectors() throws Exception {
    JsonNode vectors = Json.read(Files.readAllBytes(Path.of("../conformance/signed-objects.json")), Json.type(JsonNode.class));
    byte[] keySet = bytes(vectors.get("key_set").toString());
    for (JsonNode each : vectors.get("cases")) {
      byte[] signed = bytes(each.get("text").asText());
      if (each.get("holds").asBoolean()) CallAnalysis.verifySigned(signed, keySet);
      else Check.fails(Kind.SIGNATURE, () -> CallAnalysis.verifySigned(signed, keySet));
    }
    Check.that(vectors.get("cases").size() > 5, "there are vectors");
  }

  private static void needsKeySet() throws Exception {
    Check.fails(Kind.ARGUMENT, () -> CallAnalysis.verifySigned(bytes("{}"), bytes("keys")));
  }
}
