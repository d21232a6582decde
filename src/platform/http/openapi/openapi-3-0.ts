// Makes the OpenAPI 3.0.3 twin of the document, with one body for each operation, for generators that know no 3.1 or no second
// body.
//
// Not a library: @apiture/openapi-down-convert 0.14 keeps `anyOf` with null, the type `null` and a list of examples, which this
// document has some eighty times, and it depends on a TypeScript compiler at run time.
import type { OpenAPIObject } from '@nestjs/swagger';
import { componentName, operationsOf } from './openapi-types.js';

type Json = Readonly<Record<string, unknown>>;

/** @throws Error for a keyword that 3.0 has no words for */
export function asOpenApi30(document: OpenAPIObject): OpenAPIObject {
  const { openapi: _, webhooks, components, ...described } = document;
  const { schemas = {}, ...others } = components ?? {};
  const around = convert({
    ...described,
    paths: mapMembers(document.paths, (path) => mapMembers(path, withOneBody)),
    components: others,
    // Redoc and others read the requests of the service from here; 3.0 itself has no place for them.
    ...(webhooks && { 'x-webhooks': webhooks }),
  });
  const forms = formSchemas(document);
  const converted = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, toSchema(forms.has(name) ? withoutNulls(schema) : schema)]),
  );
  const all = { ...nullableForms(converted), ...converted };
  const { paths, info, ...rest } = around;
  return JSON.parse(
    JSON.stringify({
      openapi: '3.0.3',
      info,
      ...rest,
      paths,
      components: { ...asRecord(around.components), schemas: usedSchemas(all, around) },
    }),
  );
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asRecord = (value: unknown): Json => (isRecord(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const mapMembers = (members: unknown, map: (member: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(asRecord(members)).map(([name, member]) => [name, map(member)]));

/** The first body that is listed: of `POST /analysis` the form. Its JSON has a path of its own, `POST /analysis/from-url`. */
function withOneBody(operation: unknown): unknown {
  if (!isRecord(operation) || !isRecord(operation.requestBody)) return operation;
  const { content, ...body } = operation.requestBody;
  const [first] = Object.entries(asRecord(content));
  return { ...operation, requestBody: { ...body, content: Object.fromEntries(first ? [first] : []) } };
}

/** The names of the schemas that describe forms. */
function formSchemas(document: OpenAPIObject): ReadonlySet<string> {
  const names = operationsOf(document).flatMap(({ operation: { requestBody } }) =>
    FORM_TYPES.flatMap((type) => {
      const schema = requestBody && 'content' in requestBody ? requestBody.content[type]?.schema : undefined;
      return schema && '$ref' in schema ? [componentName(schema.$ref)] : [];
    }),
  );
  return new Set(names);
}

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** A form cannot hold null: a field is left out. Generated clients would send the word `null`. */
function withoutNulls(form: unknown): Json {
  const { properties, ...others } = asRecord(form);
  return { ...others, properties: mapMembers(properties, (field) => withoutNull(asRecord(field))) };
}

/** A reference stands alone: generators look through no `allOf` to see that a field is an object, which they send as JSON. */
function withoutNull({ anyOf, type, ...others }: Json): Json {
  const [option, ...more] = asList(anyOf).filter((each) => asRecord(each).type !== 'null');
  if (more.length > 0) return { ...others, anyOf: [option, ...more] };
  const only = asRecord(option);
  if ('$ref' in only) return only;
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : type;
  return { ...others, ...only, ...(types !== undefined && { type: types }) };
}

/** Converts the schemas in a part of the document, and keeps all else. */
function convert(part: Json): Json {
  return Object.fromEntries(
    Object.entries(part).map(([key, member]) => {
      if (key === 'example' || key === 'examples') return [key, member];
      if (key === 'schema') return [key, toSchema(member)];
      if (Array.isArray(member)) return [key, member.map((item) => (isRecord(item) ? convert(item) : item))];
      return [key, isRecord(member) ? convert(member) : member];
    }),
  );
}

const SCHEMAS = '#/components/schemas/';
const NULLABLE = 'Nullable';

/** They mean the same in both versions. */
const KEPT: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'description',
  'discriminator',
  'enum',
  'example',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'readOnly',
  'required',
  'title',
  'uniqueItems',
  'writeOnly',
]);

const schemaOr = (member: unknown) => (isRecord(member) ? toSchema(member) : member);
const dropped = () => ({});

const CONVERSIONS: Readonly<Record<string, (member: unknown, schema: Json) => Json>> = {
  // 3.0 ignores what stands beside a reference.
  $ref: (reference, schema) =>
    Object.keys(schema).length === 1 ? { $ref: reference } : { allOf: [{ $ref: reference }] },
  type: toType,
  const: (value) => ({ enum: [value] }),
  examples: (examples) => ({ example: asList(examples)[0] }),
  exclusiveMinimum: (minimum) => ({ minimum, exclusiveMinimum: true }),
  exclusiveMaximum: (maximum) => ({ maximum, exclusiveMaximum: true }),
  properties: (properties) => ({ properties: mapMembers(properties, toSchema) }),
  items: (items) => ({ items: schemaOr(items) }),
  not: (not) => ({ not: schemaOr(not) }),
  additionalProperties: (additional) => ({ additionalProperties: schemaOr(additional) }),
  allOf: (parts) => ({ allOf: asList(parts).map(toSchema) }),
  anyOf: (options) => toOptions('anyOf', options),
  // Beside a type the options say which members stand together. Generators of clients make types of them that no body has.
  oneOf: (options, schema) => ('type' in schema ? {} : toOptions('oneOf', options)),
  // 3.0 cannot express them. The descriptions mention them.
  propertyNames: dropped,
  contentMediaType: dropped,
  contentSchema: dropped,
};

function toSchema(schema: unknown): Json {
  const given = asRecord(schema);
  const parts = Object.entries(given).map(([key, member]): Json => {
    if (KEPT.has(key) || key.startsWith('x-')) return { [key]: member };
    const conversion = CONVERSIONS[key];
    if (!conversion) throw new Error(`OpenAPI 3.0 has no ${key}: add a conversion`);
    return conversion(member, given);
  });
  return Object.assign({}, ...parts);
}

function toType(type: unknown): Json {
  const types = Array.isArray(type) ? type : [type];
  const others = types.filter((name) => name !== 'null');
  if (others.length > 1) throw new Error(`OpenAPI 3.0 has no list of types: ${others.join(', ')}`);
  // Null alone: 3.0 has no type for it.
  if (others.length === 0) return { type: 'string', nullable: true, enum: [null] };
  return { type: others[0], ...(others.length < types.length && { nullable: true }) };
}

/** A choice with null is the choice without it, and nullable. */
function toOptions(kind: 'anyOf' | 'oneOf', options: unknown): Json {
  const listed = asList(options);
  const others = listed.filter((option) => asRecord(option).type !== 'null').map(toSchema);
  if (others.length === listed.length) return { [kind]: others };
  const [only, ...more] = others;
  if (only && more.length === 0) return toNullable(only);
  // One option that takes null is enough: 3.0.3 reads `nullable` only beside a type.
  const typed = others.findIndex((option) => 'type' in option);
  return { [kind]: others.map((option, at) => (at === typed ? toNullable(option) : option)) };
}

const nullableFormOf = (reference: string) => reference.replace(SCHEMAS, SCHEMAS + NULLABLE);

/** A reference to a component becomes one to its nullable form: null does not pass the `type` of the component itself. */
function toNullable(schema: Json): Json {
  if (typeof schema.$ref === 'string') return { allOf: [{ $ref: nullableFormOf(schema.$ref) }] };
  // One option that takes null is enough.
  if (Array.isArray(schema.oneOf)) {
    const [first, ...others] = schema.oneOf;
    const { $ref } = asRecord(first);
    const nullable = typeof $ref === 'string' ? { $ref: nullableFormOf($ref) } : toNullable(asRecord(first));
    return { ...schema, oneOf: [nullable, ...others] };
  }
  return { ...schema, nullable: true, ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }) };
}

const nullableForms = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      isRecord(schema) && 'type' in schema ? [[NULLABLE + name, toNullable(schema)]] : [],
    ),
  );

/** Those that the rest of the document refers to, directly or through others. */
function usedSchemas(schemas: Json, around: Json): Json {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (!(name in schemas)) throw new Error(`OpenAPI 3.0 has no form of ${name}`);
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(around);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const REFERENCE = new RegExp(`"${SCHEMAS}(\\w+)"`, 'g');
