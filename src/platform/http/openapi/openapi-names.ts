// Gives the schemas of the OpenAPI document the names that typed clients see.
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-types.js';

const PREFIX = '#/components/schemas/';
const SUFFIX = 'Response';
/** `Error` alone would hide JavaScript's own in generated code. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['ErrorResponse', 'ApiError']]);

/**
 * @param enums the enumerations by name, each with a place where it stands: `Subscription.plan`, or `listAnalyses?status` for a
 * parameter of that operation. In the document it stands once, and all places with the same values refer to it.
 * @returns a copy
 * @throws Error when two schemas would have one name, or a place has no enumeration
 */
export function withNames(document: OpenAPIObject, enums: Readonly<Record<string, string>>): OpenAPIObject {
  // A copy, since the document shares its parts with the decorators, from which other documents are built.
  const named: OpenAPIObject = JSON.parse(JSON.stringify(document));
  nameSchemas(named);
  nameEnums(named, enums);
  return named;
}

/** `UserResponse` becomes `User`. */
function nameSchemas(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const renamed: typeof schemas = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const given = nameOf(name);
    if (renamed[given]) throw new Error(`Two schemas are called ${given}`);
    renamed[given] = schema;
  }
  document.components = { ...document.components, schemas: renamed };
  rewrite(document, (member) =>
    typeof member === 'string' && member.startsWith(PREFIX)
      ? `${PREFIX}${nameOf(member.slice(PREFIX.length))}`
      : member,
  );
}

const nameOf = (name: string) =>
  OTHER_NAMES.get(name) ?? (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name);

function nameEnums(document: OpenAPIObject, names: Readonly<Record<string, string>>): void {
  const schemas = document.components?.schemas ?? {};
  const nameOfValues = new Map<string, string>();
  for (const [name, place] of Object.entries(names)) {
    const found = enumAt(document, place);
    if (found === null || schemas[name]) throw new Error(`${place} is no enumeration that could be called ${name}`);
    nameOfValues.set(JSON.stringify(valuesOf(found)), name);
  }
  rewrite(document, (member) => {
    if (!isEnum(member) || valuesOf(member).length < 2) return member;
    const name = nameOfValues.get(JSON.stringify(valuesOf(member)));
    if (name === undefined) return member;
    const { type: _, enum: values, nullable: __, ...others } = member;
    const reference = { $ref: `${PREFIX}${name}` };
    return values.includes(null) ? { ...others, anyOf: [reference, { type: 'null' }] } : { ...others, ...reference };
  });
  for (const [values, name] of nameOfValues) schemas[name] = { type: 'string', enum: JSON.parse(values) };
}

function enumAt(document: OpenAPIObject, place: string): EnumSchema | null {
  const [holder = '', member = ''] = place.split(/[.?]/);
  const found = place.includes('?') ? parameterOf(document, holder, member) : propertyOf(document, holder, member);
  const listed = found && 'items' in found && found.items ? found.items : found;
  return isEnum(listed) ? listed : null;
}

function propertyOf({ components }: OpenAPIObject, schemaName: string, property: string) {
  const schema = components?.schemas?.[schemaName];
  return schema && !('$ref' in schema) ? schema.properties?.[property] : undefined;
}

function parameterOf(document: OpenAPIObject, operationId: string, name: string) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  const parameter = found?.operation.parameters?.find((each) => 'name' in each && each.name === name);
  return parameter && 'schema' in parameter ? parameter.schema : undefined;
}

interface EnumSchema {
  readonly type?: unknown;
  readonly enum: readonly unknown[];
  readonly nullable?: unknown;
}

const isEnum = (value: unknown): value is EnumSchema =>
  typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum);

const valuesOf = ({ enum: values }: EnumSchema) => values.filter((value) => value !== null);

/** Replaces members from the inside out. Examples stay as they are. */
function rewrite(holder: object, replace: (member: unknown) => unknown): void {
  for (const [key, member] of Object.entries(holder)) {
    if (key === 'example' || key === 'examples') continue;
    if (typeof member === 'object' && member !== null) rewrite(member, replace);
    Reflect.set(holder, key, replace(member));
  }
}
