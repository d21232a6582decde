// Prints the answers and the enums of the Java library.
import type { Enum, GeneratedFile, Model, Property } from '../model/api-model.js';
import {
  constantName,
  describe,
  imports,
  javadoc,
  javadocText,
  javaType,
  methodName,
  sourceFile,
} from './java-names.js';

const field = ({ name, type }: Property): string =>
  `  @JsonProperty("${name}") private ${javaType(type)} ${methodName(name)};\n`;

const accessor = (property: Property): string =>
  `${javadoc([describe(property)], '  ')}  public ${javaType(property.type)} ${methodName(property.name)}() {\n    return ${methodName(property.name)};\n  }\n`;

const EXTRA = `  @JsonIgnore
  private final Map<String, Object> extra = new LinkedHashMap<>();
`;

const EXTRA_ACCESSORS = `  /** Your own keys and values: text, numbers, booleans and nulls. */
  @JsonAnyGetter
  public Map<String, Object> extra() {
    return Collections.unmodifiableMap(extra);
  }

  @JsonAnySetter
  private void putExtra(String name, Object value) {
    extra.put(name, value);
  }
`;

const TO_STRING = `  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
`;
/** Answers that hold one of these are not written into a log by accident. */
const SECRET = /token$|^secret$|^key$/;

const ANNOTATIONS = 'com.fasterxml.jackson.annotation';
const EXTRA_IMPORTS = [
  `${ANNOTATIONS}.JsonAnyGetter`,
  `${ANNOTATIONS}.JsonAnySetter`,
  `${ANNOTATIONS}.JsonIgnore`,
  'java.util.Collections',
  'java.util.LinkedHashMap',
  'java.util.Map',
];

/** A final class, and no record: a member that is added breaks no caller, and Jackson keeps unknown members of an open one. */
export function modelFile({ name, description, properties: all, open }: Model): GeneratedFile {
  const properties = all.filter(({ type }) => type.kind !== 'null');
  const imported = [
    `${ANNOTATIONS}.JsonProperty`,
    ...imports(properties.map(({ type }) => javaType(type))),
    ...(open ? EXTRA_IMPORTS : []),
  ];
  const members = [
    properties.map(field).join(''),
    ...(open ? [EXTRA] : []),
    `  private ${name}() {}\n`,
    ...properties.map(accessor),
    ...(open ? [EXTRA_ACCESSORS] : []),
    ...(all.some(({ name }) => SECRET.test(name)) ? [] : [TO_STRING]),
  ];
  const comment = javadoc([description === '' ? `{@code ${name}} of the API.` : javadocText(description)]);
  return sourceFile(name, [...new Set(imported)], `${comment}public final class ${name} {\n${members.join('\n')}}\n`);
}

/** A class with constants: a value that a newer service adds is kept. */
export function enumFile({ name, description, values }: Enum): GeneratedFile {
  const constants = values.map(
    (value) => `  public static final ${name} ${constantName(value)} = new ${name}("${value}");\n`,
  );
  const factory = `  private ${name}(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ${name} of(String value) {
    return new ${name}(value);
  }
`;
  const known = `Known are ${values.map((value) => `{@code ${value}}`).join(', ')}.`;
  const comment = javadoc([javadocText(description), known]);
  return sourceFile(
    name,
    [`${ANNOTATIONS}.JsonCreator`],
    `${comment}public final class ${name} extends OpenEnum {\n${constants.join('')}\n${factory}}\n`,
  );
}
