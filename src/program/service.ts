// Starts one process of the service from its configuration, and stops it in the reverse order. main.ts and the demo use it.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { chooseEngines, type Engines } from '../adapters/engines/choose-engines.js';
import { checkEngines } from '../adapters/engines/engine-fault.js';
import { isModelInstalled } from '../adapters/sherpa/sherpa-model.js';
import type { EngineRemark } from '../adapters/vendor/engine-remark.js';
import type { Embedded } from '../embedded/embedded.js';
import { Config, loadConfig, readEnvironment } from '../platform/config/config.js';
import { prepareDataDir, requireRoomForServers } from '../platform/config/data-dir.js';
import { migrate } from '../platform/database/migrate.js';
import { watchUnusedConnections } from '../platform/http/unused-connections.js';
import { listenError } from '../platform/operations/listen-error.js';
import { createLogger } from '../platform/operations/logger.js';
import { collectWhenHeapHasDoubled } from '../platform/operations/metrics/heap-growth.js';
import { Metrics } from '../platform/operations/metrics/metrics.js';
import { createApp } from './app.js';
import { AllInOneModule, ApiModule, WorkerModule } from './compositions.js';
import { startupSummary } from './startup-summary.js';
import { StopSequence } from './stop-sequence.js';

/**
 * Maximum time from the first signal to the exit. Another process takes over work that has not ended by then: its lease expires
 * and a sweep finds it.
 */
export const MAX_STOP_MS = 28_000;
/** Maximum wait for running requests. It leaves time for the other steps of the stop. */
const MAX_REQUESTS_MS = MAX_STOP_MS - 5_000;
/** Wait for the first request of a new connection: it may be on its way when the stop begins. */
const FIRST_REQUEST_TIMEOUT_MS = 1_000;

export interface Service {
  readonly config: Config;
  readonly engines: Engines | null;
  /**
   * Resolves when everything that was started has stopped. Never rejects; a second call gets the outcome of the first.
   * @returns the names of the steps that failed
   */
  stop(): Promise<readonly string[]>;
}

export type ServiceRole = 'api' | 'worker';

export interface ServiceOptions {
  /** Receives lines for the operator: progress of the start, then the summary, which ends with `Ready.` */
  readonly announce: (line: string) => void;
  readonly config?: Config;
  readonly logger?: Logger;
  /** Replaces the engines of the configuration. The service closes them when it stops. */
  readonly engines?: Engines;
  /** Server that listens on PORT already; it gives up the port once the service is ready. */
  readonly portHolder?: Server;
}

/** @throws ConfigError; Error with one sentence on what is missing */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { announce } = options;
  const loaded = options.config ?? configFor(null);
  const logger = options.logger ?? createLogger(loaded.log);
  prepareDataDir(loaded.dataDir);
  const stopSequence = new StopSequence(logger);
  try {
    if (loaded.tracing !== null) {
      // Imported here, so that a process without tracing does not load OpenTelemetry.
      const { startTracing } = await import('../platform/operations/trace-export.js');
      stopSequence.add('tracing', startTracing(loaded.tracing, loaded.process, logger));
    }
    const embedded = await startMissingServers(loaded, announce);
    if (embedded) stopSequence.add('embedded servers', () => embedded.stop());
    const config = withEmbeddedServers(loaded, embedded);
    await migrateDatabase(config.database);
    const engines = config.process === 'api' ? null : (options.engines ?? (await chooseEngines(config, announce)));
    if (engines) stopSequence.add('engines', () => engines.close());
    const app = await createApp(compositionOf(config, engines), config, logger);
    const endUnusedConnections = watchUnusedConnections(app.getHttpServer());
    stopSequence.add('application', () => closeApp(app, endUnusedConnections));
    // Made before the port opens, so that it is printed right after the first response.
    const summary = await startupSummary(config, engines, embedded?.description ?? {});
    await openPort(app, config, options.portHolder);
    collectWhenHeapHasDoubled();
    if (config.metricsExport !== null) {
      const { startMetricsExport } = await import('../platform/operations/metrics/metrics-export.js');
      const { registry } = app.get(Metrics);
      stopSequence.add('metrics', startMetricsExport(config.metricsExport, config.process, registry, logger));
    }
    for (const line of summary) announce(line);
    const tell = (engine: string, { level, sentence: reason }: EngineRemark) =>
      level === 'info'
        ? logger.info({ engine, reason }, 'An engine could not be checked')
        : logger.warn({ engine, reason }, 'An engine may not work');
    if (engines) void checkEngines(engines.checks, tell);
    return { config, engines, stop: () => stopSequence.run() };
  } catch (error) {
    await stopSequence.run();
    throw error;
  }
}

/** Past a pooler: migrations need a session. */
async function migrateDatabase({ url, directUrl }: Config['database']): Promise<void> {
  if (directUrl !== null) await migrate(directUrl, { isRoleForPooler: true });
  else if (url !== null) await migrate(url);
}

/** @throws ConfigError */
export function configFor(role: ServiceRole | null): Config {
  const environment = readEnvironment();
  return loadConfig(role === null ? environment : { ...environment, PROCESS: role }, {
    hasLocalModel: isModelInstalled,
  });
}

/** Avoids Nest's `listen`, which logs the system's error beside the sentence. */
async function openPort(app: NestExpressApplication, { http: { port, host } }: Config, holder?: Server): Promise<void> {
  const server = app.getHttpServer();
  try {
    await once(holder ? server.listen(holder) : server.listen(port, host), 'listening');
  } catch (error) {
    throw listenError(error, 'PORT', port, host);
  }
}

/** @returns null when the configuration names both servers: production never loads the code of the embedded ones */
async function startMissingServers(config: Config, log: (line: string) => void): Promise<Embedded | null> {
  const { dataDir, cacheDir, database, redis, production } = config;
  if (database.url !== null && redis.url !== null) return null;
  const { startEmbedded } = await import('../embedded/embedded.js');
  requireRoomForServers(dataDir);
  const needPostgres = database.url === null;
  return startEmbedded({ dataDir, cacheDir, needPostgres, needRedis: redis.url === null, production, log });
}

function withEmbeddedServers(config: Config, embedded: Embedded | null): Config {
  if (embedded === null) return config;
  return {
    ...config,
    database: { ...config.database, url: config.database.url ?? embedded.databaseUrl ?? null },
    redis: { url: config.redis.url ?? embedded.redisUrl ?? null, inProcess: embedded.redisKind === 'js' },
  };
}

/** Stops accepting requests at once. Nest alone would accept them until running calls and mails are finished. */
function closeApp(app: NestExpressApplication, endUnusedConnections: () => void): Promise<void> {
  const server = app.getHttpServer();
  server.close();
  setTimeout(endUnusedConnections, FIRST_REQUEST_TIMEOUT_MS).unref();
  setTimeout(() => server.closeAllConnections(), MAX_REQUESTS_MS).unref();
  // server.close() ends idle connections only. A proxy's connection is hardly ever idle: tell the proxy to end it.
  server.prependListener('request', (_: unknown, response: ServerResponse) =>
    response.setHeader('Connection', 'close'),
  );
  return app.close();
}

function compositionOf(config: Config, engines: Engines | null): DynamicModule {
  if (engines === null) return ApiModule.with(config);
  return config.process === 'worker' ? WorkerModule.with(config, engines) : AllInOneModule.with(config, engines);
}
