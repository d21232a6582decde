// Serves the OpenAPI document at /openapi.json and /openapi.yaml, its twin at /openapi-3.0.json, and Swagger UI at /docs.
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import { filterOperations } from './filter-operations.js';
import { keepResponses } from './kept-responses.js';
import { asOpenApi30 } from './openapi-3-0.js';
import { TITLE } from './openapi-text.js';
import { componentName, operationsOf } from './openapi-types.js';
import {
  CODE_SAMPLE_STYLE,
  codeSampleTabs,
  copyCode,
  keepSampleLanguage,
  showCodeSamples,
} from './show-code-samples.js';
import { keepFolded, keepTexts, resolveReferences } from './swagger-speed.js';

/**
 * Cache-Control of responses that may change at a restart. The browser revalidates them each time; the response is 304 if
 * unchanged.
 */
const REVALIDATED = 'no-cache';
/** Cache-Control of the files of Swagger UI, which change with its version. */
const CACHED = 'public, max-age=3600';

const CACHE_CONTROL: ReadonlyMap<string, string> = new Map([
  ...[
    '/openapi.json',
    '/openapi.yaml',
    '/openapi-3.0.json',
    '/docs',
    '/docs/',
    '/docs/index.html',
    '/docs/swagger-ui-init.js',
  ].map((path) => [path, REVALIDATED] as const),
  ...[
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-standalone-preset.js',
    'favicon-16x16.png',
    'favicon-32x32.png',
  ].map((file) => [`/docs/${file}`, CACHED] as const),
]);

/**
 * Call before `init()`.
 * @param build is called at the first request for a document: it takes a tenth of the start-up time
 */
export function serveDocs(app: NestExpressApplication, build: () => OpenAPIObject): void {
  let built: OpenAPIObject | null = null;
  const document = (): OpenAPIObject => {
    built ??= build();
    return built;
  };
  app.use(keepResponses(CACHE_CONTROL));
  SwaggerModule.setup('', app, document, {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
  SwaggerModule.setup('', app, () => asOpenApi30(document()), {
    ui: false,
    raw: ['json'],
    jsonDocumentUrl: 'openapi-3.0.json',
  });
  app.use('/docs', addViewport);
  SwaggerModule.setup('docs', app, () => forPage(document()), {
    raw: false,
    customSiteTitle: TITLE,
    customCss: `${STYLE}${CODE_SAMPLE_STYLE}`,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      deepLinking: true,
      docExpansion: 'list',
      // The schemas stay folded: each operation shows its own.
      defaultModelsExpandDepth: 0,
      filter: true,
      plugins: [
        filterOperations,
        resolveReferences,
        keepFolded,
        keepTexts,
        keepSampleLanguage,
        codeSampleTabs,
        copyCode,
        showCodeSamples,
      ],
      tryItOutEnabled: true,
    },
  });
}

/** The document as Swagger UI shows it best. */
function forPage(document: OpenAPIObject): OpenAPIObject {
  const page = structuredClone(document);
  emptyForms(page);
  leaveOutCommonResponses(page);
  leaveOutCommonHeaders(page);
  if (page.info.description) page.info.description = foldSections(page.info.description);
  return page;
}

/**
 * Swagger UI fills every form field, with its example or with a made-up value, and sends them all. A user who only chose a
 * file would have the transcript sent to the webhook address of the example.
 */
function emptyForms(page: OpenAPIObject): void {
  for (const { operation } of operationsOf(page)) {
    const body = operation.requestBody;
    const content = body && !('$ref' in body) ? body.content : {};
    const schema = (content['multipart/form-data'] ?? content['application/x-www-form-urlencoded'])?.schema;
    const form = schema && '$ref' in schema ? page.components?.schemas?.[componentName(schema.$ref)] : schema;
    if (!form || '$ref' in form) continue;
    for (const [name, field] of Object.entries(form.properties ?? {}))
      if (!('$ref' in field) && field.default === undefined && !form.required?.includes(name)) emptyField(field);
  }
}

/** OpenAPI 3.1 allows several types, of which the declared type of a schema knows one. */
function emptyField(field: { type?: unknown; items?: unknown; example?: unknown }): void {
  const types: readonly unknown[] = Array.isArray(field.type) ? field.type : [field.type];
  if (!types.includes('array')) {
    field.example = '';
    return;
  }
  // Swagger UI shows a list that may be null as bare JSON, though a form cannot send null, and warns of formats of its items.
  field.type = 'array';
  field.items = { type: 'string' };
  // It reads the example of a list as JSON, and cannot show the whole form where that fails.
  field.example = [];
}

/** Answers that nearly every operation has are components of the document. The introduction describes them. */
function leaveOutCommonResponses(page: OpenAPIObject): void {
  for (const { operation } of operationsOf(page))
    for (const [status, response] of Object.entries(operation.responses))
      if (response && '$ref' in response) delete operation.responses[status];
}

/** Swagger UI repeats them in a table below each response, ten times for some operations. The introduction describes them. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'X-Ignored-Fields',
]);

function leaveOutCommonHeaders(page: OpenAPIObject): void {
  const responses = [
    ...operationsOf(page).flatMap(({ operation }) => Object.values(operation.responses)),
    ...Object.values(page.components?.responses ?? {}),
  ];
  for (const response of responses) {
    if (!response || '$ref' in response || !response.headers) continue;
    const own = Object.entries(response.headers).filter(([name]) => !COMMON_HEADERS.has(name));
    if (own.length > 0) response.headers = Object.fromEntries(own);
    else delete response.headers;
  }
}

/** Makes each section but the first one that the reader unfolds. Otherwise the introduction fills the first screens. */
function foldSections(description: string): string {
  const [introduction = '', ...sections] = description.split(/^## /m);
  const folded = sections.map((section, index) => {
    const [title = '', ...body] = section.split('\n');
    return `<details${index === 0 ? ' open' : ''}><summary>${title}</summary>\n\n${body.join('\n').trim()}\n\n</details>`;
  });
  return [introduction.trim(), ...folded].join('\n\n');
}

/** Swagger UI sets no viewport, and a phone would shrink the page from 980 pixels. */
const addViewport: RequestHandler = (_, response, next) => {
  const send = response.send.bind(response);
  response.send = (body) => send(typeof body === 'string' ? body.replace('<head>', `<head>\n  ${VIEWPORT}`) : body);
  next();
};

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/**
 * Hides what does not fit a narrow screen: the column of links, which no response has. Narrows a button that would be cut. Hides
 * what the log-in does not need, scopes and the id and the secret of an OAuth 2 client, so that the dialogue fits the screen:
 * Swagger UI moves the focus, and with it the view, to the last scheme.
 */
const STYLE = `
  .swagger-ui .topbar { display: none }
  .swagger-ui .info { margin: 30px 0 }
  .swagger-ui .info details { border-top: 1px solid #8884; padding: 10px 0 }
  .swagger-ui .info details:last-of-type { border-bottom: 1px solid #8884 }
  .swagger-ui .info summary { cursor: pointer; font-size: 16px; font-weight: 600 }
  .swagger-ui .info details[open] summary { margin-bottom: 10px }
  .swagger-ui .info table { display: block; overflow-x: auto; margin: 10px 0 }
  .swagger-ui .filter .operation-filter-input { margin: 20px 0 0 }
  .swagger-ui .dialog-ux .modal-ux-content { max-height: 85vh }
  .swagger-ui .dialog-ux .auth-container { margin: 0; padding: 8px 20px }
  .swagger-ui .auth-container .scope-def,
  .swagger-ui .auth-container h4 ~ p,
  .swagger-ui .auth-container .btn-done,
  .swagger-ui .auth-container div:has(> label[for^='client_']),
  .swagger-ui .auth-container div:has(> label[for='password_type']) { display: none }
  @media (max-width: 640px) {
    .swagger-ui .response-col_links { display: none }
    .swagger-ui .filter .operation-filter-input { width: 100% }
    .swagger-ui .opblock-section-header { flex-wrap: wrap }
    .swagger-ui .try-out .btn { min-width: 0; margin-left: 8px; padding: 5px 10px }
  }`;
