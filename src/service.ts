// The whole service in start order, and in reverse on the way down. main.ts and the demo stand on it.
import { mkdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { chooseEngines, type Engines } from './adapters/choose-engines.js';
import { createApp } from './app.js';
import { AllInOneModule, ApiModule, WorkerModule } from './compositions.js';
import { startEmbedded } from './embedded/embedded.js';
import { Config, loadConfig } from './platform/config/config.js';
import { migrate } from './platform/database/migrate.js';
import { createLogger } from './platform/operations/logger.js';
import { startupSummary } from './startup-summary.js';

export interface Service {
  readonly config: Config;
  readonly engines: Engines | null;
  /** Idempotent. Resolves when everything that was started is gone. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Lines for a person: what is being prepared, then the summary. */
  readonly announce: (line: string) => void;
  readonly config?: Config;
  readonly logger?: Logger;
}

/** @throws ConfigError; Error with one sentence on what is missing */
export async function startService({ announce, config: given, logger: givenLogger }: ServiceOptions): Promise<Service> {
  const loaded = given ?? loadConfig();
  const logger = givenLogger ?? createLogger(loaded.log);
  mkdirSync(loaded.dataDir, { recursive: true, mode: 0o755 });
  const down: (() => Promise<void>)[] = [];
  const takeDown = async () => {
    for (const step of down.reverse()) await step();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= takeDown();
    return stopped;
  };
  if (loaded.tracing !== null) {
    // Not even read from the disk where nothing is to be traced.
    const { startTracing } = await import('./platform/operations/trace-export.js');
    down.push(startTracing(loaded.tracing, loaded.process, logger));
  }
  try {
    const embedded = await startEmbedded({
      dataDir: loaded.dataDir,
      cacheDir: loaded.cacheDir,
      needPostgres: loaded.database.url === null,
      needRedis: loaded.redis.url === null,
      production: loaded.production,
      log: announce,
    });
    down.push(() => embedded.stop());
    const config: Config = {
      ...loaded,
      database: { ...loaded.database, url: loaded.database.url ?? embedded.databaseUrl ?? null },
      redis: { url: loaded.redis.url ?? embedded.redisUrl ?? null, inProcess: embedded.redisKind === 'js' },
    };
    if (config.database.url !== null) await migrate(config.database.url);
    const engines = config.process === 'api' ? null : await chooseEngines(config, announce);
    if (engines) down.push(() => engines.close());
    const app = await createApp(compositionOf(config, engines), config, logger);
    down.push(() => {
      // At once: the framework would take requests for as long as calls and mail under way take to be finished or handed back.
      const server = app.getHttpServer();
      server.close();
      // A proxy's connection is hardly ever idle, and would be asked over until it is cut with everything else.
      server.prependListener('request', (_: unknown, response: ServerResponse) =>
        response.setHeader('Connection', 'close'),
      );
      return app.close();
    });
    await app.listen(config.http.port, config.http.host);
    for (const line of await startupSummary(config, engines, embedded.summary)) announce(line);
    return { config, engines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function compositionOf(config: Config, engines: Engines | null): DynamicModule {
  if (engines === null) return ApiModule.with(config);
  return config.process === 'worker' ? WorkerModule.with(config, engines) : AllInOneModule.with(config, engines);
}
