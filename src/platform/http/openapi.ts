// The OpenAPI document: what the decorators tell, and what every operation has in common and none should repeat.
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { ErrorResponse, ValidationErrorResponse } from '../errors/error.response.js';
import { DESCRIPTION, TAGS, TITLE } from './openapi-text.js';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;
type PathItem = Webhooks[string];
type Operation = NonNullable<PathItem['get']>;
type AnyResponse = NonNullable<Operation['responses'][string]>;

interface DocumentParts {
  /** Events that the service sends, by name. */
  readonly webhooks?: Webhooks;
  /** Classes that only webhooks refer to. */
  readonly extraModels?: readonly (new () => unknown)[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** @throws Error when two operations have the same id, or one is without a tag */
export function buildOpenApi(app: NestExpressApplication, config: Config, parts: DocumentParts = {}): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLE)
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(config.http.publicUrl, 'This service')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'An access token from `POST /api/v1/auth/login`, or an API key (`sk_live_…`, `sk_test_…`).',
      },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' }, 'api_key');
  for (const [name, description] of TAGS) builder.addTag(name, description);

  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse, ValidationErrorResponse, ...(parts.extraModels ?? [])],
    operationIdFactory: operationId,
  });
  document.components ??= {};
  document.components.headers = { ...document.components.headers, ...HEADERS };
  document.components.responses = { ...document.components.responses, ...errorResponses() };
  if (parts.webhooks) document.webhooks = { ...document.webhooks, ...parts.webhooks };

  const ids = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const id = operation.operationId ?? '';
      if (ids.has(id)) throw new Error(`Two operations are called ${id}; name one with @ApiOperation({ operationId })`);
      if (!operation.tags?.length) throw new Error(`The operation ${id} has no tag`);
      ids.add(id);
      complete(operation, method, path);
    }
  }
  return document;
}

/** Swagger UI at /docs, the document at /openapi.json and /openapi.yaml. Call before `init()`. */
export function serveDocs(app: NestExpressApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: TITLE,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      tryItOutEnabled: true,
    },
  });
}

/** `createAnalysis`; a bare verb gets its controller's noun. */
function operationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  return /[A-Z]/.test(method) ? method : `${method}${noun}`;
}

function complete(operation: Operation, method: (typeof METHODS)[number], path: string): void {
  const described = operation.responses;
  const security = operation.security ?? [];
  const scope = Reflect.get(operation, 'x-required-scope');
  const tokenOnly = security.length > 0 && !security.some((scheme) => 'api_key' in scheme);
  const takesInput = (operation.parameters?.length ?? 0) > 0 || operation.requestBody !== undefined;

  const needed: string[] = ['429', '500'];
  if (operation.requestBody !== undefined) needed.push('400');
  if (takesInput || method === 'post') needed.push('422');
  if (security.length > 0) needed.push('401');
  if (tokenOnly || typeof scope === 'string') needed.push('403');
  if (path.includes('{')) needed.push('404');
  for (const status of needed) {
    const common: AnyResponse = { $ref: `#/components/responses/${RESPONSE_NAMES[status]}` };
    described[status] ??= common;
  }
  // An empty list says on purpose that no credentials are needed.
  operation.security ??= [];
  for (const [status, response] of Object.entries(described)) {
    if (response && !('$ref' in response)) {
      if (Number(status) >= 400) response.content ??= contentOf(status);
      response.headers = { ...COMMON_HEADERS, ...response.headers };
      response.description ||= 'Done.';
    }
  }
  if (typeof scope === 'string')
    operation.description = `${operation.description ?? ''}\n\nAn API key needs the scope \`${scope}\`.`.trim();
  if (tokenOnly)
    operation.description = `${operation.description ?? ''}\n\nNeeds a user access token; API keys get 403.`.trim();
}

const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  '400': 'BadRequest',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'NotFound',
  '422': 'ValidationError',
  '429': 'RateLimited',
  '500': 'UnexpectedError',
};

const COMMON_HEADERS = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

const HEADERS = {
  RequestId: {
    description: 'The id of this request: yours if you sent a sane one, else a new one.',
    schema: { type: 'string' },
    example: '5f0c8a1e-3b7d-4a53-9d0f-6f0f3f6f0b52',
  },
  RateLimitLimit: {
    description: 'Requests allowed in the window.',
    schema: { type: 'integer' },
    example: 100,
  },
  RateLimitRemaining: { description: 'Requests left in the window.', schema: { type: 'integer' }, example: 99 },
  RateLimitReset: {
    description: 'When the window resets, as a Unix time in seconds.',
    schema: { type: 'integer' },
    example: 1790000060,
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 17 },
  WwwAuthenticate: { description: 'How to authenticate.', schema: { type: 'string' }, example: 'Bearer' },
};

const contentOf = (status: string, example?: unknown) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${status === '422' ? 'ValidationErrorResponse' : 'ErrorResponse'}` },
    ...(example !== undefined && { example }),
  },
});

function errorResponses() {
  const error = (status: string, description: string, detail: unknown, headers: object = {}) => ({
    description,
    headers: { ...COMMON_HEADERS, ...headers },
    content: contentOf(status, { detail }),
  });
  return {
    BadRequest: error('400', 'The request cannot be served as it is.', 'Request body is too large'),
    Unauthorized: error('401', 'Credentials are missing, wrong or expired.', 'Invalid authentication credentials', {
      'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' },
    }),
    Forbidden: error('403', 'The credentials do not allow this.', 'This action requires a user access token'),
    NotFound: error('404', 'There is no such thing, or it belongs to another account.', 'Analysis not found'),
    ValidationError: error('422', 'Some of the input is not acceptable.', [
      { type: 'missing', loc: ['body', 'agent_id'], msg: 'Field required' },
    ]),
    RateLimited: error('429', 'A rate limit is used up.', 'Rate limit exceeded. Try again in 17 seconds.', {
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    }),
    UnexpectedError: error('500', 'Something failed on our side.', 'An unexpected error occurred'),
  };
}
