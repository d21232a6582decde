// Prints the parameters and the resources of the Java library.
import { type Api, type GeneratedFile, isSplit, type Operation, type Property, type Type } from '../model/api-model.js';
import { pascalCase, waitingText } from '../model/names.js';
import { describe, imports, javadoc, javadocText, javaType, methodName, paramsName, sourceFile } from './java-names.js';

const MAX_COLUMNS = 120;

/** A primitive beside the box: Java turns no `0` into a `Long`. */
const PRIMITIVES: Readonly<Partial<Record<Type['kind'], string>>> = {
  integer: 'long',
  number: 'double',
  boolean: 'boolean',
};

const setterType = (type: Type): string =>
  type.kind === 'map' && type.of.kind === 'any' ? 'Map<String, ?>' : javaType(type);

function setters(property: Property): string[] {
  const { name, type, nullable } = property;
  const primitive = PRIMITIVES[type.kind];
  // Java has no type for a choice, but one setter for each kind of value.
  const boxed = type.kind === 'either' ? type.of.map(setterType) : [setterType(type)];
  const types = [...(primitive ? [primitive] : []), ...(!primitive || nullable ? boxed : [])];
  const comment = javadoc([describe(property)], '    ');
  return types.map(
    (one) =>
      `${comment}    public Builder ${methodName(name)}(${one} ${methodName(name)}) {\n      return set("${name}", ${methodName(name)});\n    }\n`,
  );
}

/** @param base `Params`, or the class by hand that adds what the document cannot say */
export function paramsFile(
  name: string,
  description: string,
  properties: readonly Property[],
  base: string,
): GeneratedFile {
  const members = [
    '    private Builder() {}\n',
    '    @Override\n    Builder self() {\n      return this;\n    }\n',
    ...properties.flatMap(setters),
    `    /** Ends the parameters. */\n    public ${name} build() {\n      return new ${name}(this);\n    }\n`,
  ];
  const text = `${javadoc([javadocText(description)])}public final class ${name} extends ${base} {
  private ${name}(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends ${base}.Builder<Builder> {
${members.join('\n')}  }
}
`;
  return sourceFile(
    name,
    imports(properties.flatMap(({ type }) => (type.kind === 'either' ? type.of : [type]).map(setterType))),
    text,
  );
}

/** Several operations with the same id have the same parameters, or none. */
export function paramsFiles({ operations, submission }: Api): readonly GeneratedFile[] {
  const named = new Map<string, GeneratedFile>();
  for (const operation of operations.filter((one) => takesParams(one) && !one.byHand)) {
    const name = paramsName(operation.id);
    const properties = [...operation.queryParameters, ...(operation.body ?? [])];
    named.set(name, paramsFile(name, `Parameters of: ${operation.summary}.`, properties, 'Params'));
  }
  return [
    ...named.values(),
    paramsFile(submission.name, submission.description, submission.properties, 'RecordingParams'),
  ];
}

const takesParams = ({ queryParameters, body }: Operation): boolean => queryParameters.length > 0 || body !== null;

function resultType({ result }: Operation): string {
  if (result.kind === 'nothing') return 'void';
  if (result.kind === 'text') return 'String';
  return result.kind === 'list' ? `PagedList<${javaType(result.form.item)}>` : javaType(result.type);
}

function pathExpression({ path }: Operation): string {
  const parts = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 1) return `ApiRequest.segment("${part}", ${methodName(part)})`;
    return part === '' ? '' : `"${part}"`;
  });
  return parts.filter((part) => part !== '').join(' + ');
}

function bodyOf(operation: Operation): string {
  const { httpMethod, fixedQuery, queryParameters, body, result } = operation;
  const inQuery = isSplit(operation) ? queryParameters.map(({ name }) => `"${name}"`) : [];
  const steps = [
    `ApiRequest.${httpMethod.toLowerCase()}(${pathExpression(operation)})`,
    ...Object.entries(fixedQuery).map(([name, value]) => `.query("${name}", "${value}")`),
    ...(queryParameters.length > 0 ? [`.query(${['params', ...inQuery].join(', ')})`] : []),
    ...(body ? [`.json(${['params', ...inQuery].join(', ')})`] : []),
  ];
  const request = steps.join('');
  if (result.kind === 'nothing') return `    transport.text(${request}, options);\n`;
  if (result.kind === 'text') return returned('transport.text', [request, 'options']);
  if (result.kind === 'json')
    return returned(`transport.${result.orNone ? 'callOrNone' : 'call'}`, [
      request,
      `${javaType(result.type)}.class`,
      'options',
    ]);
  const { skipBy, item } = result.form;
  return returned('new PagedList<>', ['transport', request, `"${skipBy}"`, `${javaType(item)}.class`, 'options']);
}

/** One line where it has room. */
function returned(callee: string, given: readonly string[]): string {
  const line = `    return ${callee}(${given.join(', ')});\n`;
  return line.length <= MAX_COLUMNS ? line : `    return ${callee}(\n        ${given.join(',\n        ')});\n`;
}

/** The whole method, and short forms without what may be left out. The form that most callers use has the description. */
function methods(operation: Operation): string[] {
  const { id, method, httpMethod, summary, description, pathParameters, queryParameters, body } = operation;
  const name = methodName(method);
  const path = pathParameters.map((one) => ({
    type: one.type.kind === 'integer' ? 'long' : 'String',
    name: methodName(one.name),
    doc: describe(one),
  }));
  const params = { type: paramsName(id), name: 'params', doc: 'what to send' };
  const options = {
    type: 'RequestOptions',
    name: 'options',
    doc: httpMethod === 'POST' ? 'cancellation and idempotency key' : 'cancellation',
  };
  const mustHave = [...queryParameters, ...(body ?? [])].some(({ required }) => required);
  const given = takesParams(operation) ? [params] : [];
  const forms = [...(given.length > 0 && !mustHave ? [path] : []), [...path, ...given]];
  const whole = [...path, ...given, options];
  const print = (form: typeof path, comment: readonly string[], text: string): string => {
    const tags = [...form.map((one) => `@param ${one.name} ${one.doc}`), ...returnTag(operation)];
    const list = form.map((one) => `${one.type} ${one.name}`).join(', ');
    return `${javadoc([...comment, ...tags], '  ')}  public ${resultType(operation)} ${name}(${list}) {\n${text}  }\n`;
  };
  const title = `${javadocText(summary)}.`;
  const about = [title, ...description.split(/\n\s*\n/).map(javadocText)];
  const described = whole.slice(0, -1);
  const asDescribed = [title, `As {@link #${name}(${described.map((one) => one.type).join(', ')})}.`];
  return [
    ...forms.map((form) => {
      const passed = whole.map((one) => {
        if (form.includes(one)) return one.name;
        return one === options ? 'RequestOptions.NONE' : `${params.type}.builder().build()`;
      });
      const comment = form.length === described.length ? about : asDescribed;
      const returns = operation.result.kind === 'nothing' ? '' : 'return ';
      return print(form, comment, `    ${returns}${name}(${passed.join(', ')});\n`);
    }),
    print(whole, asDescribed, bodyOf(operation)),
  ];
}

function returnTag({ result }: Operation): string[] {
  if (result.kind === 'nothing') return [];
  const orNone = result.kind === 'json' && result.orNone ? '; null where there is nothing' : '';
  return [`@return what the service answers${orNone}`];
}

/** Nothing where nothing is waited for. */
function waitMethods({ waits, result, ...others }: Operation): string[] {
  if (waits === null || result.kind !== 'json') return [];
  const ids = others.pathParameters.map(({ name }) => methodName(name));
  const type = javaType(result.type);
  const path = pathExpression({ waits, result, ...others });
  const statuses = waits.during.map((status) => `"${status}"`).join(', ');
  const about = [javadocText(waitingText(waits))];
  const tags = others.pathParameters.map((one) => `@param ${methodName(one.name)} ${describe(one)}`);
  const list = ids.map((id) => `String ${id}`).join(', ');
  const answers = `@return what it is then`;
  const short = javadoc([...about, ...tags, answers], '  ');
  const whole = javadoc(
    [
      ...about,
      ...tags,
      '@param options how long at most; no progress is told',
      answers,
      '@throws CallAnalysisException of the kind TIMEOUT when the time is over',
    ],
    '  ',
  );
  return [
    `${short}  public ${type} ${waits.as}(${list}) {
    return ${waits.as}(${ids.join(', ')}, WaitOptions.builder().build());
  }\n`,
    `${whole}  public ${type} ${waits.as}(${list}, WaitOptions options) {
    return Waiting.untilLeft(
        transport,
        ${path},
        ${type}.class,
        seen -> String.valueOf(seen.status()),
        options,
        ${statuses});
  }\n`,
  ];
}

/** A resource with methods by hand is the superclass of the class that has them. */
export function resourceFile(resource: string, operations: readonly Operation[]): GeneratedFile {
  const byHand = operations.some((one) => one.byHand);
  const name = byHand ? `${pascalCase(resource)}Operations` : pascalCase(resource);
  const members = [
    '  final Transport transport;\n',
    `  ${name}(Transport transport) {\n    this.transport = transport;\n  }\n`,
    ...operations.filter((one) => !one.byHand).flatMap((one) => [...methods(one), ...waitMethods(one)]),
  ];
  const comment = javadoc([`Methods of {@link CallAnalysis#${methodName(resource)}()}.`]);
  const kind = byHand ? 'abstract class' : 'public final class';
  return sourceFile(name, [], `${comment}${kind} ${name} {\n${members.join('\n')}}\n`);
}

/** What the client has for each resource. */
export function resourcesFile(resources: readonly string[]): GeneratedFile {
  const fields = resources.map((one) => `  private final ${pascalCase(one)} ${methodName(one)};\n`);
  const makers = resources.map((one) => `    ${methodName(one)} = new ${pascalCase(one)}(transport);\n`);
  const accessors = resources.map((one) => {
    const comment = javadoc([`The methods of ${methodName(one)}.`, '@return the same at each call'], '  ');
    return `${comment}  public ${pascalCase(one)} ${methodName(one)}() {\n    return ${methodName(one)};\n  }\n`;
  });
  const text = `/** The resources of a client. */
abstract class CallAnalysisResources {
${fields.join('')}
  CallAnalysisResources(Transport transport) {
${makers.join('')}  }

${accessors.join('\n')}}
`;
  return sourceFile('CallAnalysisResources', [], text);
}
