// Reads the OpenAPI document into the model that the printers print.
import type { Api, Enum, ListForm, Model, Operation, Property, Result, Type, Union } from './api-model.js';
import { UnionFlattener } from './flatten-union.js';
import { METHODS, type Naming, SECOND_NAMES } from './names.js';
import { type Schema, type Schemas, schemaName, TypeReader } from './read-types.js';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}
interface Content {
  readonly [contentType: string]: { readonly schema: Schema } | undefined;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}
interface Webhook {
  readonly post: { readonly requestBody: { readonly content: Content } };
}
export interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: { readonly schemas: Schemas; readonly parameters?: Readonly<Record<string, Parameter>> };
}

const HTTP_METHODS = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
const PAGING = ['limit', 'skip', 'offset'];
/** What the libraries take in their own way: a path, a stream, a link, an upload. */
const RECORDINGS = ['audio_file', 'audio_url', 'upload_id'];

/** @throws Error that says where, for a spelling that it does not know and for an operation that names.ts does not name */
export function readDocument(document: Document): Api {
  const { schemas } = document.components;
  const types = new TypeReader(schemas);
  const enums = Object.entries(schemas).flatMap(([name, schema]) => readEnum(name, schema));
  const models = new Map(Object.entries(schemas).flatMap(([name, schema]) => readModel(types, name, schema)));
  const flattener = new UnionFlattener(models, enums);
  const unions = [...readUnions(schemas), notificationUnion(document)].map((union) => ({
    ...union,
    flattened: flattener.flatten(
      union.name,
      union.description,
      union.variants.map(({ model }) => model),
    ),
  }));
  const notified = flattener.flatten(
    'NotifiedAnalysis',
    'An analysis as a webhook carries it.',
    notifiedAnalyses(document),
  );
  if (notified) models.set(notified.name, notified);
  const submission = readSubmission(models);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(HTTP_METHODS).flatMap(([key, httpMethod]) => {
      const found = item[key];
      return found ? new OperationReader(document, types, submission, path, httpMethod, found).read() : [];
    }),
  );
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  return {
    version: document.info.version,
    enums,
    models,
    unions,
    operations: resources.flatMap((resource) => operations.filter((one) => one.resource === resource)),
    submission,
  };
}

function readEnum(name: string, schema: Schema): Enum[] {
  if (!schema.enum) return [];
  return [{ name, description: schema.description ?? '', values: schema.enum.map(String) }];
}

function readModel(types: TypeReader, name: string, schema: Schema): [string, Model][] {
  if (!schema.properties) return [];
  // The only place where a list holds two kinds of items; `names.ts` says which of them a method answers.
  if (name === 'UsageHistory') return [];
  const { description = '', additionalProperties } = schema;
  return [
    [name, { name, description, properties: types.readProperties(schema, name), open: additionalProperties === true }],
  ];
}

function readUnions(schemas: Schemas): Omit<Union, 'flattened'>[] {
  return Object.entries(schemas).flatMap(([name, { description = '', discriminator }]) => {
    if (!discriminator) return [];
    const variants = Object.entries(discriminator.mapping).map(([value, reference]) => ({
      value,
      model: schemaName(reference),
    }));
    return [{ name, description, discriminator: discriminator.propertyName, variants }];
  });
}

/** What a webhook's handler receives. */
function notificationUnion({ webhooks }: Document): Omit<Union, 'flattened'> {
  const variants = Object.entries(webhooks).map(([value, webhook]) => ({ value, model: modelOf(webhook) }));
  return { name: 'WebhookNotification', description: 'What a webhook carries.', discriminator: 'event', variants };
}

/** The models of `data` in the events of an analysis. */
function notifiedAnalyses({ webhooks, components }: Document): readonly string[] {
  const models = Object.entries(webhooks).flatMap(([event, webhook]) => {
    const data = components.schemas[modelOf(webhook)]?.properties?.data;
    return event.startsWith('analysis.') ? (data?.allOf ?? []).map(({ $ref = '' }) => schemaName($ref)) : [];
  });
  return [...new Set(models)];
}

const modelOf = ({ post }: Webhook) => schemaName(post.requestBody.content['application/json']?.schema.$ref ?? '');

function readSubmission(models: ReadonlyMap<string, Model>): Model {
  const forms = ['SubmitUploadRequest', 'SubmitUrlRequest'].flatMap((name) => models.get(name)?.properties ?? []);
  const properties = forms.filter(
    ({ name }, at) => !RECORDINGS.includes(name) && forms.findIndex((other) => other.name === name) === at,
  );
  return { name: 'CreateAnalysisParams', description: 'A call to analyse.', properties, open: false };
}

class OperationReader {
  constructor(
    private readonly document: Document,
    private readonly types: TypeReader,
    private readonly submission: Model,
    private readonly path: string,
    private readonly httpMethod: Operation['httpMethod'],
    private readonly found: DocumentedOperation,
  ) {}

  read(): Operation[] {
    const { operationId } = this.found;
    const namings = METHODS[operationId];
    if (!namings) throw new Error(`names.ts does not name the operation ${operationId}`);
    return namings.map((naming) => this.operation(naming));
  }

  private operation(naming: Naming): Operation {
    const [resource = '', method = ''] = naming.as.split('.');
    const { operationId: id, summary, description = '' } = this.found;
    const { fixedQuery = {}, leaveOut = [], byHand = false, waits = null } = naming;
    const result = this.result(naming);
    const leftOut = [
      ...Object.keys(fixedQuery),
      ...leaveOut,
      ...(SECOND_NAMES[id] ?? []),
      ...(result.kind === 'list' ? PAGING : []),
    ];
    const pathParameters = this.parameters('path');
    const queryParameters = this.parameters('query').filter(({ name }) => !leftOut.includes(name));
    const body = this.body(id);
    return {
      id,
      resource,
      method,
      httpMethod: this.httpMethod,
      path: this.path,
      summary,
      description,
      pathParameters,
      queryParameters,
      fixedQuery,
      body,
      result,
      credential: this.credential(),
      sampleArguments: sampleArguments(pathParameters, queryParameters, body ?? []),
      byHand,
      waits,
    };
  }

  private parameters(place: 'path' | 'query'): Property[] {
    return (this.found.parameters ?? [])
      .map((one) => (one.$ref ? this.document.components.parameters?.[schemaName(one.$ref)] : one))
      .flatMap((one) => (one && one.in === place ? [one] : []))
      .map(({ name, required = false, description = '', example, schema }) => ({
        ...this.types.property(name, schema, required, `${this.path} ${name}`),
        description,
        example: example ?? schema.example,
      }));
  }

  private body(id: string): readonly Property[] | null {
    const content = this.found.requestBody?.content;
    if (!content) return null;
    if (content['multipart/form-data']) return this.submission.properties;
    const schema = content['application/json']?.schema;
    if (!schema) throw new Error(`${this.path}: a body that is no JSON`);
    const named = schema.$ref ? (this.document.components.schemas[schemaName(schema.$ref)] ?? schema) : schema;
    return this.types.readProperties(named, this.path).filter(({ name }) => !(SECOND_NAMES[id] ?? []).includes(name));
  }

  private result({ answers }: Naming): Result {
    const told = this.found.responses['200'] ?? this.found.responses['201'];
    if (!told && '204' in this.found.responses) return { kind: 'nothing' };
    const content = told?.content ?? {};
    const schema = content['application/json']?.schema;
    if (!schema) return { kind: 'text' };
    const list = this.listForm(schema, answers);
    if (list) return { kind: 'list', form: list };
    const read = answers ? { $ref: `#/components/schemas/${answers}` } : schema;
    const orNone = '204' in this.found.responses;
    return { kind: 'json', type: this.types.read(read, this.path).type, orNone };
  }

  private listForm(schema: Schema, answers: string | undefined): ListForm | null {
    const { schemas } = this.document.components;
    const [page] = [schema, ...(schema.anyOf ?? [])].flatMap(({ $ref }) =>
      $ref ? (schemas[schemaName($ref)] ?? []) : [],
    );
    const itemsIn = page?.properties?.items ? 'items' : 'data';
    const items = page?.properties?.[itemsIn]?.items;
    const names = this.parameters('query').map(({ name }) => name);
    const limit = this.found.parameters?.find(({ name }) => name === 'limit');
    const skipBy = (['skip', 'offset'] as const).find((name) => names.includes(name));
    if (!items || !skipBy) return null;
    const read = answers ? { $ref: `#/components/schemas/${answers}` } : items;
    const maxPageItems = limit?.schema.maximum ?? null;
    return { itemsIn, skipBy, maxPageItems, item: this.types.read(read, this.path).type };
  }

  private credential(): Operation['credential'] {
    const schemes = (this.found.security ?? []).flatMap((one) => Object.keys(one));
    if (schemes.length === 0) return 'none';
    return schemes.includes('api_key') ? 'any' : 'token';
  }
}

/** A stand-in where the document has no example: the type says what fits. */
function sampleValue({ name, type, example }: Property): unknown {
  if (example !== undefined) return example;
  const fits: Partial<Record<Type['kind'], unknown>> = { integer: 1, number: 1, boolean: true };
  return fits[type.kind] ?? (name.endsWith('id') ? '0b5e7d0e-2f1d-4c5e-8b7a-4d3c9e6f1a2b' : 'text');
}

function sampleArguments(
  path: readonly Property[],
  query: readonly Property[],
  body: readonly Property[],
): Readonly<Record<string, unknown>> {
  const needed = [...path, ...query, ...body].filter(({ required }) => required);
  const shown = needed.length > path.length ? needed : [...needed, ...body.slice(0, 1)];
  return Object.fromEntries(shown.map((property) => [property.name, sampleValue(property)]));
}
