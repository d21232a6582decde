// Builds the OpenAPI document from the decorators and adds what all operations have in common.
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { rightOfRoute } from '../../../access/route-rights.js';
import { Config } from '../../config/config.js';
import { LINK_EXTENSION } from '../access/access.js';
import { ErrorResponse, ValidationErrorResponse } from '../errors/error.response.js';
import { REQUIRED_UNLESS } from '../validation/define-field.js';
import { type Alternative, alternativesOf } from '../validation/object-rules.js';
import { commonResponses, completeErrors } from './openapi-errors.js';
import {
  HEADERS,
  IGNORED_FIELDS_HEADER,
  PARAMETERS,
  RATE_LIMIT_HEADERS,
  REPLAYED_HEADER,
  REQUEST_ID_HEADER,
} from './openapi-headers.js';
import { withNames } from './openapi-names.js';
import { TAGS, TITLE } from './openapi-text.js';
import { type CodeSample, type Operation, operationsOf } from './openapi-types.js';
import { STANDALONE } from './refuses.js';
import { writeOutFields } from './shared-fields.js';
import { readExamples } from './stored-examples.js';

/** Swagger UI sends every scheme that was filled in. */
const API_KEY_SCHEME = 'An API key. Fill in one scheme only: credentials that differ are refused with 401.';
const LOG_IN_SCHEME = 'Logs in with the e-mail address and the password of an account: `POST /auth/token`.';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

interface DocumentParts {
  /** The introduction, in CommonMark. */
  readonly description: string;
  /** Events that the service sends, by name. */
  readonly webhooks?: Webhooks;
  /** Classes that only the webhooks refer to. */
  readonly extraModels?: readonly (new () => unknown)[];
  /** Names for enums, in the format of `withNames`. */
  readonly enums?: Readonly<Record<string, string>>;
}

/** @throws Error when two operations have the same id, or one has no tag */
export function buildOpenApi(app: NestExpressApplication, config: Config, parts: DocumentParts): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLE)
    .setDescription(parts.description)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(`${config.http.publicUrl}/api/v1`, 'This service')
    .addOAuth2(
      {
        type: 'oauth2',
        description: LOG_IN_SCHEME,
        flows: { password: { tokenUrl: `${config.http.publicUrl}/api/v1/auth/token`, scopes: {} } },
      },
      'log_in',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description:
          'An access token from `POST /auth/login` or `POST /review/session`, or an API key (`sk_live_…`, `sk_test_…`).',
      },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: API_KEY_SCHEME }, 'api_key');
  for (const [name, description] of TAGS) builder.addTag(name, description);

  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse, ValidationErrorResponse, ...(parts.extraModels ?? [])],
    operationIdFactory: operationId,
    // The prefix with the version is part of the server's address.
    ignoreGlobalPrefix: true,
  });
  if (config.contactUrl !== null) document.info.contact = contactOf(config.contactUrl);
  document.components ??= {};
  document.components.responses = { ...document.components.responses, ...commonResponses() };
  document.components.parameters = { ...document.components.parameters, ...PARAMETERS };
  if (parts.webhooks) document.webhooks = { ...document.webhooks, ...parts.webhooks };

  completeSchemas(document.components.schemas ?? {});

  const ids = new Set<string>();
  for (const { operation, method } of operationsOf(document)) {
    const id = operation.operationId ?? '';
    if (ids.has(id)) throw new Error(`Two operations are called ${id}; name one with @ApiOperation({ operationId })`);
    if (!operation.tags?.length) throw new Error(`The operation ${id} has no tag`);
    ids.add(id);
    completeOperation(operation, method, document);
  }
  const text = JSON.stringify(document);
  const used = Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
  document.components.headers = { ...document.components.headers, ...Object.fromEntries(used) };
  const described = withNames(document, parts.enums ?? {});
  addCodeSamples(described);
  return described;
}

function completeSchemas(schemas: Readonly<Record<string, object>>): void {
  for (const schema of Object.values(schemas)) writeOutFields(schema, schemas);
  for (const [name, schema] of Object.entries(schemas)) {
    requireAlternatives(schema);
    tellAlternatives(schema, alternativesOf(name));
  }
}

function contactOf(contactUrl: string): { readonly email: string } | { readonly url: string } {
  const { protocol, pathname } = new URL(contactUrl);
  return protocol === 'mailto:' ? { email: decodeURIComponent(pathname) } : { url: contactUrl };
}

/**
 * JSON Schema has no keyword for a member that is required unless another one is given. An `anyOf` would be shorter, but
 * openapi-typescript would turn it into a type that accepts anything.
 */
function requireAlternatives(schema: object): void {
  for (const [name, property] of Object.entries(('properties' in schema && schema.properties) || {})) {
    const others: unknown = Reflect.get(property, REQUIRED_UNLESS);
    if (!Array.isArray(others)) continue;
    Reflect.deleteProperty(property, REQUIRED_UNLESS);
    tellAlternatives(schema, [{ has: [name] }, ...others.map((other) => ({ has: [String(other)], lacks: [name] }))]);
  }
}

/** Linters look for each member among the properties beside `required`. */
function tellAlternatives(schema: object, alternatives: readonly Alternative[]): void {
  if (alternatives.length === 0) return;
  const properties: Readonly<Record<string, object>> =
    ('properties' in schema && asProperties(schema.properties)) || {};
  const oneOf = alternatives.map(({ when = {}, has = [], lacks = [], members = {} }) => {
    const values = Object.entries(when).map(([name, values]) => [name, { type: 'string', enum: [...values] }]);
    const given = has.map((name) => [name, withoutNull(properties[name] ?? {})]);
    const said = [...given, ...values, ...Object.entries(members)];
    const absent = lacks.map((name) => ({ properties: { [name]: {} }, required: [name] }));
    return {
      ...(said.length > 0 && { properties: Object.fromEntries(said) }),
      ...(has.length > 0 && { required: [...has] }),
      ...(absent.length > 0 && { not: absent.length === 1 ? absent[0] : { anyOf: absent } }),
    };
  });
  Reflect.set(schema, 'oneOf', oneOf);
}

const asProperties = (value: unknown): Readonly<Record<string, object>> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null;

/** A schema that refuses null, and what is of another type. */
function withoutNull(property: object): object {
  const type: unknown = Reflect.get(property, 'type');
  const [known] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return typeof known === 'string' ? { type: known } : { type: 'enum' in property ? 'string' : 'object' };
}

/** The method's name, e.g. `createAnalysis`. A bare verb gets the controller's noun: `get` of `UsersController` is `getUsers`. */
function operationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  return /[A-Z]/.test(method) ? method : `${method}${noun}`;
}

/** Null where members of every role are let in, with their own calls or person. */
function roleNeeded(operation: string): string | null {
  const right = rightOfRoute(operation);
  return right === undefined || (right.agent && right.least === 'reviewer') ? null : right.least;
}

function completeOperation(operation: Operation, method: string, document: OpenAPIObject): void {
  // An empty list declares that the operation needs no credentials.
  operation.security ??= [];
  const scope = Reflect.get(operation, 'x-required-scope');
  const linkAct = Reflect.get(operation, LINK_EXTENSION);
  const tokenOnly = operation.security.length > 0 && !operation.security.some((scheme) => 'api_key' in scheme);
  const limited = Reflect.get(operation, 'x-rate-limit') !== 'none';
  // The one POST without a rate limit takes the payment provider's events, which have ids of their own.
  const idempotent = method === 'post' && limited;
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue;
    removeNullType(parameter.schema);
    // Style of `metadata[team]=sales`.
    if (parameter.schema && 'type' in parameter.schema && parameter.schema.type === 'object')
      Object.assign(parameter, { style: 'deepObject', explode: true });
    if (!parameter.required) moveExampleIntoDescription(parameter, parameter.schema);
  }

  if (idempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  completeErrors(operation, document, {
    role: roleNeeded(operation.operationId ?? ''),
    idempotent,
    tokenOnly,
    limited,
    standalone: Reflect.get(operation, STANDALONE) === true,
    scope: typeof scope === 'string' ? scope : null,
    linkAct: typeof linkAct === 'string' ? linkAct : null,
  });
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response && !('$ref' in response)) {
      response.headers = {
        ...REQUEST_ID_HEADER,
        ...(limited && RATE_LIMIT_HEADERS),
        ...(idempotent && /^(2..|400|422)$/.test(status) && REPLAYED_HEADER),
        ...(limited && operation.requestBody && /^(2..|422)$/.test(status) && IGNORED_FIELDS_HEADER),
        ...response.headers,
      };
    }
  }
  if (typeof scope === 'string') appendDescription(operation, `An API key needs the scope \`${scope}\`.`);
  if (typeof linkAct === 'string') appendDescription(operation, `A review link opens it where it may \`${linkAct}\`.`);
  if (tokenOnly) appendDescription(operation, 'Needs a user access token; API keys get 403.');
}

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };

function appendDescription(operation: Operation, sentence: string): void {
  operation.description = `${operation.description ?? ''}\n\n${sentence}`.trim();
}

/** A parameter can be left out, but a query or a path cannot hold a JSON null. */
function removeNullType(schema: object | undefined): void {
  if (!schema || !('type' in schema) || !Array.isArray(schema.type)) return;
  const [type] = schema.type.filter((name) => name !== 'null');
  schema.type = type;
  if ('enum' in schema && Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null);
}

/**
 * Swagger UI fills examples into its fields and sends them. A user who tries a list would filter it by our example, and would
 * submit every recording under one Idempotency-Key. So the example of an optional parameter becomes part of its description.
 */
function moveExampleIntoDescription(parameter: { description?: string; example?: unknown }, schema: object = {}): void {
  const example: unknown = parameter.example ?? Reflect.get(schema, 'example');
  // The description of a number or an enum needs no example: the document lists its bounds or its values.
  if (typeof example === 'string' && !('enum' in schema))
    parameter.description = `${parameter.description ?? ''} For instance \`${example}\`.`.trim();
  for (const holder of [parameter, schema]) Reflect.deleteProperty(holder, 'example');
}

type CodeSamples = Readonly<Record<string, readonly CodeSample[]>>;

/** Adds to each operation how it is called in each language. Changes the document. */
function addCodeSamples(document: OpenAPIObject, samples = readExamples<CodeSamples>('code-samples')): void {
  for (const { operation } of operationsOf(document)) {
    const own = samples[operation.operationId ?? ''];
    if (own) Reflect.set(operation, 'x-codeSamples', own);
  }
}
