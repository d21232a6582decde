// Prints the Java samples of the API's description: one call of each operation, and what it gives.
import type { Api, Operation, Property, SamplePrinter, Type } from '../model/api-model.js';
import { camelCase } from '../model/names.js';
import { constantName, javaType, methodName, paramsName } from './java-names.js';

export const JAVA_SETUP = `import callanalysis.*;

CallAnalysis client = CallAnalysis.create();`;

const MAX_COLUMNS = 100;
/** What a sample does not show on a screen. */
const NOT_SHOWN: readonly Type['kind'][] = ['literal', 'model', 'union', 'list', 'map', 'choice'];
const SECRET = /token|secret|^key$/;

export const printJavaSample: SamplePrinter = (operation, api) => {
  const call = printCall(operation);
  if (operation.method === 'events')
    return `try (EventStream events = ${call}) {\n  for (AnalysisStreamEvent event : events) System.out.println(event.event());\n}`;
  const { result } = operation;
  if (result.kind === 'nothing') return `${call};`;
  if (result.kind === 'text') return `String text = ${call};\nSystem.out.println(text);`;
  const type = result.kind === 'list' ? result.form.item : result.type;
  const name = camelCase(javaType(type));
  const shown = `System.out.println(${name}.${shownMember(type, api)}());`;
  if (result.kind === 'list') return `for (${javaType(type)} ${name} : ${call}) ${shown}`;
  const condition = result.kind === 'json' && result.orNone ? `if (${name} != null) ` : '';
  return `${javaType(type)} ${name} = ${call};\n${condition}${shown}`;
};

function shownMember(type: Type, { models, unions }: Api): string {
  const name = 'name' in type ? type.name : '';
  const model = models.get(name) ?? unions.find((union) => union.name === name)?.flattened;
  const plain = (model?.properties ?? []).filter((one) => !NOT_SHOWN.includes(one.type.kind));
  const names = plain.map((property) => property.name).filter((one) => !SECRET.test(one));
  return methodName(['id', 'url'].find((one) => names.includes(one)) ?? names[0] ?? 'toString');
}

function printCall(operation: Operation): string {
  const { id, resource, method, pathParameters, queryParameters, body, sampleArguments } = operation;
  const known = [...queryParameters, ...(body ?? [])];
  const inPath = pathParameters.map(({ name }) => JSON.stringify(sampleArguments[name]));
  const setters = Object.entries(sampleArguments)
    .filter(([name]) => !pathParameters.some((parameter) => parameter.name === name))
    .map(
      ([name, value]) =>
        `.${methodName(name)}(${
          name === 'file'
            ? `java.nio.file.Path.of(${JSON.stringify(value)})`
            : java(
                value,
                known.find((one) => one.name === name),
              )
        })`,
    );
  const params = setters.length > 0 ? [`${paramsName(id)}.builder()${setters.join('')}.build()`] : [];
  const before = `client.${methodName(resource)}().${methodName(method)}(`;
  const short = `${before}${[...inPath, ...params].join(', ')})`;
  if (short.length <= MAX_COLUMNS - 24) return short;
  const long = [`${paramsName(id)}.builder()`, ...[...setters, '.build()'].map((setter) => `        ${setter}`)];
  return `${before}\n    ${[...inPath, ...(setters.length > 0 ? [long.join('\n')] : [])].join(',\n    ')})`;
}

/** JSON, as Java spells it. */
function java(value: unknown, property: Property | undefined): string {
  const type = property?.type;
  if (type?.kind === 'enum') return `${type.name}.${constantName(String(value))}`;
  if (Array.isArray(value)) {
    const of = type?.kind === 'list' && property ? { ...property, type: type.of } : undefined;
    return `java.util.List.of(${value.map((one) => java(one, of)).join(', ')})`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // `Map.of` takes no null, and at most ten members: a member that is null may be left out.
  const given = Object.entries(value).filter(([, member]) => member !== null);
  const members = given.flatMap(([name, member]) => [JSON.stringify(name), java(member, undefined)]);
  return `java.util.Map.of(${members.join(', ')})`;
}
