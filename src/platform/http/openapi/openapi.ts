// Builds the OpenAPI document from the decorators, adds what all operations have in common, and serves it with Swagger UI.
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import { Config } from '../../config/config.js';
import { ErrorResponse, ValidationErrorResponse } from '../errors/error.response.js';
import { commonResponses, completeErrors } from './openapi-errors.js';
import {
  HEADERS,
  IGNORED_FIELDS_HEADER,
  PARAMETERS,
  RATE_LIMIT_HEADERS,
  REPLAYED_HEADER,
  REQUEST_ID_HEADER,
} from './openapi-headers.js';
import { DESCRIPTION, TAGS, TITLE } from './openapi-text.js';
import { componentName, type Operation, operationsOf } from './openapi-types.js';
import { STANDALONE } from './refuses.js';

/** Swagger UI sends every scheme that was filled in. */
const API_KEY_SCHEME = 'An API key. Fill in one scheme only: credentials that differ are refused with 401.';
const LOG_IN_SCHEME = 'Logs in with the e-mail address and the password of an account: `POST /auth/token`.';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

interface DocumentParts {
  /** Events that the service sends, by name. */
  readonly webhooks?: Webhooks;
  /** Classes that only the webhooks refer to. */
  readonly extraModels?: readonly (new () => unknown)[];
}

/** @throws Error when two operations have the same id, or one has no tag */
export function buildOpenApi(app: NestExpressApplication, config: Config, parts: DocumentParts = {}): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLE)
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(`${config.http.publicUrl}/api/v1`, 'This service')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'An access token from `POST /auth/login`, or an API key (`sk_live_…`, `sk_test_…`).',
      },
      'bearer',
    )
    .addOAuth2(
      {
        type: 'oauth2',
        description: LOG_IN_SCHEME,
        flows: { password: { tokenUrl: `${config.http.publicUrl}/api/v1/auth/token`, scopes: {} } },
      },
      'log_in',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: API_KEY_SCHEME }, 'api_key');
  for (const [name, description] of TAGS) builder.addTag(name, description);

  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse, ValidationErrorResponse, ...(parts.extraModels ?? [])],
    operationIdFactory: operationId,
    // The prefix with the version is part of the server's address.
    ignoreGlobalPrefix: true,
  });
  document.components ??= {};
  document.components.responses = { ...document.components.responses, ...commonResponses() };
  document.components.parameters = { ...document.components.parameters, ...PARAMETERS };
  if (parts.webhooks) document.webhooks = { ...document.webhooks, ...parts.webhooks };

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
  return document;
}

/** Serves Swagger UI at /docs and the document at /openapi.json and /openapi.yaml. Call before `init()`. */
export function serveDocs(app: NestExpressApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('', app, document, {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
  app.use('/docs', addViewport);
  SwaggerModule.setup('docs', app, withEmptyForms(document), {
    raw: false,
    customSiteTitle: TITLE,
    customCss: NARROW_SCREEN,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      tryItOutEnabled: true,
    },
  });
}

/**
 * For Swagger UI only. It fills every form field, with its example or with a made-up value, and sends them all. A user who
 * only chose a file would have the transcript sent to the webhook address of the example.
 */
function withEmptyForms(document: OpenAPIObject): OpenAPIObject {
  const page = structuredClone(document);
  for (const { operation } of operationsOf(page)) {
    const body = operation.requestBody;
    const schema = body && !('$ref' in body) ? body.content['multipart/form-data']?.schema : undefined;
    const form = schema && '$ref' in schema ? page.components?.schemas?.[componentName(schema.$ref)] : schema;
    if (!form || '$ref' in form) continue;
    for (const [name, field] of Object.entries(form.properties ?? {}))
      if (!('$ref' in field) && field.default === undefined && !form.required?.includes(name)) field.example = '';
  }
  return page;
}

/** Swagger UI sets no viewport, and a phone would shrink the page from 980 pixels. */
const addViewport: RequestHandler = (_, response, next) => {
  const send = response.send.bind(response);
  response.send = (body) => send(typeof body === 'string' ? body.replace('<head>', `<head>\n  ${VIEWPORT}`) : body);
  next();
};

/** Hides what does not fit a narrow screen: the column of links, which no answer has. Narrows a button that would be cut. */
const NARROW_SCREEN = `@media (max-width: 640px) {
    .swagger-ui .response-col_links { display: none }
    .swagger-ui .try-out .btn { min-width: 0; margin-left: 8px; padding: 5px 10px }
  }`;

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** The method's name, e.g. `createAnalysis`. A bare verb gets the controller's noun: `get` of `UsersController` is `getUsers`. */
function operationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  return /[A-Z]/.test(method) ? method : `${method}${noun}`;
}

function completeOperation(operation: Operation, method: string, document: OpenAPIObject): void {
  // An empty list declares that the operation needs no credentials.
  operation.security ??= [];
  const scope = Reflect.get(operation, 'x-required-scope');
  const tokenOnly = operation.security.length > 0 && !operation.security.some((scheme) => 'api_key' in scheme);
  const limited = Reflect.get(operation, 'x-rate-limit') !== 'none';
  // The one POST without a rate limit takes the payment provider's events, which have ids of their own.
  const idempotent = method === 'post' && limited;
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue;
    removeNullType(parameter.schema);
    if (!parameter.required) moveExampleIntoDescription(parameter, parameter.schema);
  }

  if (idempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  completeErrors(operation, document, {
    idempotent,
    tokenOnly,
    limited,
    standalone: Reflect.get(operation, STANDALONE) === true,
    scope: typeof scope === 'string' ? scope : null,
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
