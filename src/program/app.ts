// Makes an HTTP application of a composition. main.ts and the tests both call it, so that the tests run what production runs.
import { readFileSync } from 'node:fs';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { addAnalysisSchemas } from '../calls/analysis.openapi.js';
import { ANALYSIS_STATES } from '../calls/results/analysis-states.response.js';
import { apiDescription } from '../pages/site/api-description.js';
import { serveDocuments } from '../pages/site/documents.js';
import { Config } from '../platform/config/config.js';
import { applyHttpPlatform } from '../platform/http/apply-http-platform.js';
import { HttpAdapter } from '../platform/http/http-adapter.js';
import { buildOpenApi } from '../platform/http/openapi/openapi.js';
import { serveDocs } from '../platform/http/openapi/swagger-page.js';
import { PinoLoggerService } from '../platform/operations/logger.js';
import { QUEUE_NAMES } from '../platform/queue/queue-names.js';
import { Queues } from '../platform/queue/queues.js';
import { addScorecardSchemas } from '../scorecards/form/form.openapi.js';
import { NOTIFICATIONS, placeRegistrationBesideAnalysis } from '../webhooks/webhooks.openapi.js';
import { ENUMS } from './openapi-enums.js';

/** Paths without a version prefix: the pages for people (landing page, those that mails lead to, console), and the key set. */
const ROOT_PATHS = [
  '/',
  'verify-email',
  'reset-password',
  'accept-invitation',
  'app',
  'app/*path',
  'demo',
  'demo/:name',
  '.well-known/call-analysis/keys.json',
];

/** @returns an application that is initialised and does not listen yet */
export async function createApp(
  composition: DynamicModule,
  config: Config,
  logger: Logger,
): Promise<NestExpressApplication> {
  const { tlsCertFile, tlsKeyFile } = config.http;
  const app = await NestFactory.create<NestExpressApplication>(composition, new HttpAdapter(), {
    abortOnError: false,
    bodyParser: false,
    logger: new PinoLoggerService(logger),
    ...(tlsCertFile && tlsKeyFile
      ? { httpsOptions: { cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) } }
      : {}),
  });
  applyHttpPlatform(app, config, { logger, rootPaths: ROOT_PATHS });
  if (config.operationsToken !== null) {
    const { serveQueuePage } = await import('../platform/operations/queue-page.js');
    const queues = app.get(Queues);
    serveQueuePage(
      app,
      config.operationsToken,
      QUEUE_NAMES.map((name) => queues.of(name)),
    );
  }
  if (config.process !== 'worker') {
    serveDocuments(app, config.http.publicUrl);
    serveDocs(app, () => documentOf(app, config));
  }
  await app.init();
  return app;
}

/** Builds the OpenAPI document from the decorators. Nest's preview mode creates no instances, so no server is needed. */
export async function describeApp(composition: DynamicModule, config: Config): Promise<OpenAPIObject> {
  const app = await NestFactory.create<NestExpressApplication>(composition, {
    abortOnError: false,
    logger: false,
    preview: true,
  });
  return documentOf(app, config);
}

function documentOf(app: NestExpressApplication, config: Config): OpenAPIObject {
  const { webhooks, extraModels } = NOTIFICATIONS;
  const parts = {
    description: apiDescription(config),
    webhooks,
    extraModels: [...extraModels, ...ANALYSIS_STATES],
    enums: ENUMS,
  };
  return addScorecardSchemas(addAnalysisSchemas(placeRegistrationBesideAnalysis(buildOpenApi(app, config, parts))));
}
