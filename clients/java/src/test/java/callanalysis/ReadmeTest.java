package callanalysis;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the examples of README.md: programs as they stand, the others as bodies of methods. */
final class ReadmeTest {
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern PROGRAM = Pattern.compile("public class (\\w+)");
  private static final String IMPORTS =
      "import callanalysis.*; import java.nio.file.*; import java.time.*; import java.util.List; import java.util.Map;\n";
  /** What the text around an example has already. */
  private static final String GIVEN =
      "CallAnalysis client, Analysis submitted, String id, byte[] body, Map<String, String> headers, String secret, "
          + "List<Map<String, Object>> sections";

  private ReadmeTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of("every example of the README compiles", ReadmeTest::compiles);
  }

  private static void compiles() throws Exception {
    List<JavaFileObject> sources = new ArrayList<>();
    Matcher examples = EXAMPLE.matcher(Files.readString(Path.of("README.md")));
    while (examples.find()) sources.add(source(examples.group(1), sources.size()));
    Check.that(sources.size() >= 8, "the README has its examples");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter faults = new StringWriter();
    String classpath = System.getProperty("java.class.path");
    String out = Files.createTempDirectory("call-analysis-readme").toString();
    List<String> options = List.of("-Xlint:all,-try", "-Werror", "-cp", classpath, "-d", out);
    boolean compiled = compiler.getTask(faults, null, null, options, null, sources).call();
    Check.that(compiled, "the examples compile\n" + faults);
  }

  private static JavaFileObject source(String example, int number) {
    Matcher program = PROGRAM.matcher(example);
    if (program.find()) return new Source(program.group(1), example);
    // An example may make what the next one is given.
    String free = example.replaceAll("^(CallAnalysis client|Analysis submitted) =", "$1Made =");
    String name = "Example" + number;
    return new Source(name, IMPORTS + "class " + name + " {\n  static void run(" + GIVEN + ") throws Exception {\n" + free + "  }\n}\n");
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }
}
