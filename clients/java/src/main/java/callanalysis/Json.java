package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Reads and writes JSON: tolerant of members and words that a newer service may add, strict with numbers that do not fit.
 */
final class Json {
  private static final ObjectMapper MAPPER = mapper();

  private Json() {}

  private static ObjectMapper mapper() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.setVisibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE);
    mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    SimpleModule numbers = new SimpleModule();
    numbers.addDeserializer(Long.class, new WholeNumber());
    numbers.addDeserializer(Double.class, new FiniteNumber());
    return mapper.registerModule(numbers);
  }

  static JavaType type(Class<?> plain) {
    return MAPPER.constructType(plain);
  }

  static JavaType type(Class<?> generic, Class<?> parameter) {
    return MAPPER.getTypeFactory().constructParametricType(generic, parameter);
  }

  /** @throws CallAnalysisException of the kind ANSWER for text that is not of this type */
  static <T> T read(byte[] text, JavaType type) {
    try {
      T value = MAPPER.readValue(text, type);
      if (value != null) return value;
    } catch (JsonProcessingException unreadable) {
      String why = unreadable.getOriginalMessage();
      throw CallAnalysisException.of(Kind.ANSWER, "The answer cannot be read. " + why, unreadable);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    throw CallAnalysisException.of(Kind.ANSWER, "The answer cannot be read. It is null.", null);
  }

  /** @throws CallAnalysisException of the kind ARGUMENT for a value that JSON cannot hold */
  static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException unwritable) {
      throw CallAnalysisException.of(Kind.ARGUMENT, "A value cannot be written as JSON.", unwritable);
    }
  }

  /** For the eyes of a person. */
  static String text(Object value) {
    return new String(write(value), StandardCharsets.UTF_8);
  }

  /** Reads 60, 60.0 and 6e1 as 60. What is not whole, or needs more than 64 bits, is a fault of the answer. */
  private static final class WholeNumber extends StdScalarDeserializer<Long> {
    private static final long serialVersionUID = 1L;
    private static final int MAX_DIGITS = 19;

    WholeNumber() {
      super(Long.class);
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      if (parser.currentToken().isNumeric()) {
        BigDecimal value = parser.getDecimalValue();
        // Before the exact value is asked for: that of 1e999999999 would fill the memory.
        boolean fits = value.signum() == 0 || (long) value.precision() - value.scale() <= MAX_DIGITS;
        try {
          if (fits) return value.signum() == 0 ? 0L : value.longValueExact();
        } catch (ArithmeticException unfit) {
          // Reported below.
        }
      }
      return (Long) context.handleUnexpectedToken(Long.class, parser);
    }
  }

  /** Reads numbers that a double can hold. */
  private static final class FiniteNumber extends StdScalarDeserializer<Double> {
    private static final long serialVersionUID = 1L;

    FiniteNumber() {
      super(Double.class);
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      if (parser.currentToken().isNumeric()) {
        double value = Double.parseDouble(parser.getText());
        if (Double.isFinite(value)) return value;
      }
      return (Double) context.handleUnexpectedToken(Double.class, parser);
    }
  }
}
