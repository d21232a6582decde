// The webhook feature on its own database and queue, with only the HTTP set-up that its routes need.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallHandler, INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NextFunction, Response } from 'express';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { AdaptersModule } from '../../../src/adapters/adapters.module.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import type { Caller, ServiceRequest } from '../../../src/platform/http/access/caller.js';
import { IdempotencyInterceptor } from '../../../src/platform/http/idempotency/idempotency.interceptor.js';
import { RequestValidationPipe } from '../../../src/platform/http/validation/input.guard.js';
import { OperationsModule } from '../../../src/platform/operations/operations.module.js';
import { OutboundDoor } from '../../../src/platform/outbound/outbound-door.js';
import { QueueModule } from '../../../src/platform/queue/queue.module.js';
import { Deliveries } from '../../../src/webhooks/deliveries.service.js';
import { RetrySchedule } from '../../../src/webhooks/delivery/retry-schedule.js';
import type { WebhookEvent } from '../../../src/webhooks/event-table.js';
import { WebhookDeliveryModule } from '../../../src/webhooks/webhook-delivery.module.js';
import { WebhookSecrets } from '../../../src/webhooks/webhook-secrets.service.js';
import { WebhooksApiModule } from '../../../src/webhooks/webhooks-api.module.js';
import { ownerOf } from '../builders/principals.js';
import { answerTo } from '../matchers/answers.js';
import { eventually, maxWaitMs } from '../processes/eventually.js';
import { startWebhookReceiver, type WebhookReceiver } from '../stubs/webhook-receiver.js';
import { freshDatabase, freshRedis } from './backing.js';

export interface Backing {
  readonly config: Config;
  readonly redisUrl: string;
  drop(): Promise<void>;
}

export async function startBacking(): Promise<Backing> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webhooks-'));
  const [database, redisUrl] = await Promise.all([freshDatabase(), freshRedis()]);
  // A test may hold a lock for longer than a statement waits for it in production.
  const url = new URL(database.url);
  url.searchParams.set('lock_timeout', '0');
  const base = loadConfig({
    DATA_DIR: dataDir,
    ...database.settings,
    DATABASE_URL: url.href,
    REDIS_URL: redisUrl,
    DATABASE_POOL_SIZE: '8',
    OUTBOUND_ALLOW_PRIVATE: 'true',
  });
  return {
    config: { ...base, worker: { ...base.worker, sweepMs: 100 } },
    redisUrl,
    drop: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
}

export interface AttemptRow {
  readonly status_code: number | null;
  readonly error: string | null;
}

export interface WebhookAppOptions {
  /** Between attempts; by default there are ten attempts, 20 ms apart. */
  readonly waitsMs?: number[];
  /** Whether the app sends deliveries, or only records them. */
  readonly sends?: boolean;
  /** Instead of the app's own; the app closes it. */
  readonly door?: OutboundDoor;
  /** The time-out of the next attempt at a URL. Default: longer than a slow machine takes, instead of 15 s. */
  readonly timeoutMsOf?: (url: string) => number;
}

export class WebhookApp {
  /** The account that sends the following requests. */
  caller: Caller | undefined;

  constructor(
    readonly app: INestApplication,
    readonly origin: string,
  ) {}

  get sql(): DataSource {
    return this.app.get(DataSource);
  }
  get deliveries(): Deliveries {
    return this.app.get(Deliveries);
  }
  get secrets(): WebhookSecrets {
    return this.app.get(WebhookSecrets);
  }

  static async start(config: Config, options: WebhookAppOptions = {}): Promise<WebhookApp> {
    const { waitsMs = Array.from({ length: 9 }, () => 20), sends = true, door, timeoutMsOf = maxWaitMs } = options;
    const building = Test.createTestingModule({
      imports: [
        ConfigModule.with(config),
        DatabaseModule,
        QueueModule,
        OperationsModule,
        AdaptersModule,
        WebhooksApiModule,
        ...(sends ? [WebhookDeliveryModule] : []),
      ],
    })
      .overrideProvider(RetrySchedule)
      .useValue(new RetrySchedule(waitsMs))
      // The tests of the whole service cover repeated requests.
      .overrideInterceptor(IdempotencyInterceptor)
      .useValue({ intercept: (_: unknown, next: CallHandler) => next.handle() });
    if (door) building.overrideProvider(OutboundDoor).useValue(door);
    const module = await building.compile();
    const app = module.createNestApplication({ logger: false, forceCloseConnections: true });
    let webhookApp: WebhookApp | undefined;
    app.use((request: ServiceRequest, _: Response, next: NextFunction) => {
      if (webhookApp?.caller) request.caller = webhookApp.caller;
      next();
    });
    app.useGlobalPipes(new RequestValidationPipe());
    app.useGlobalFilters({
      catch(error: unknown, host) {
        const known = error instanceof ApiError ? error : new ApiError(500, String(error));
        host.switchToHttp().getResponse<Response>().status(known.status).json({ detail: known.detail });
      },
    });
    await app.listen(0, '127.0.0.1');
    // On a slow machine, the pause between two requests can be longer than Node's default of 5 s.
    app.getHttpServer().keepAliveTimeout = 60_000;
    const outbound = app.get(OutboundDoor);
    const post = outbound.post.bind(outbound);
    outbound.post = (url, given) => post(url, { ...given, timeoutMs: timeoutMsOf(url) });
    webhookApp = new WebhookApp(app, (await app.getUrl()).replace(/\/$/, ''));
    return webhookApp;
  }

  async account(): Promise<string> {
    const id = randomUUID();
    await this.sql.query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'none')`, [
      id,
      `${id}@example.com`,
    ]);
    return id;
  }

  /** Inserts a settled analysis. @returns its id */
  async analysis(accountId: string, { status = 'completed', livemode = true, url = '' } = {}): Promise<string> {
    const id = randomUUID();
    await this.sql.query(
      `INSERT INTO analysis (id, account_id, status, livemode, agent_id, contact_id, request_id, storage_key, duration_ms,
         webhook_url, custom_metadata, settled_at, processing_time_ms, error_message)
       VALUES ($1, $2, $3, $4, 'agent-7', 'cust-42', 'r', 'recordings/x', 92340, $5, '{"campaign":"spring"}', now(), 8123, $6)`,
      [id, accountId, status, livemode, url, status === 'failed' ? 'The recording holds no audio' : null],
    );
    if (status === 'completed') {
      await this.sql.query(
        `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
         VALUES ($1, '{"text":"Agent: Grüß Gott","language":"de","segments":[]}', '{}', '{"summary":"kurz"}', '{"interruptions":1}',
           '{"grade":"local"}')`,
        [id],
      );
    }
    return id;
  }

  /** Inserts a settled analysis with its delivery, and enqueues the delivery. */
  async event(
    url: string,
    options: { accountId?: string; event?: WebhookEvent; livemode?: boolean; enqueued?: boolean } = {},
  ): Promise<{ accountId: string; analysisId: string; deliveryId: string }> {
    const { event = 'analysis.completed', livemode = true, enqueued = true } = options;
    const accountId = options.accountId ?? (await this.account());
    const status = event === 'analysis.failed' ? 'failed' : 'completed';
    const analysisId = await this.analysis(accountId, { status, livemode, url });
    const deliveryId = await this.sql.transaction((tx) =>
      this.deliveries.record(tx, { accountId, analysisId, event, url, livemode }),
    );
    if (enqueued) await this.deliveries.enqueue([deliveryId]);
    return { accountId, analysisId, deliveryId };
  }

  /** Inserts settled analyses with a delivery each. All are due at the same moment, and none is enqueued. */
  async backlog(url: string, count: number, ofAccount?: string): Promise<string[]> {
    const accountId = ofAccount ?? (await this.account());
    const inserted: { id: string }[] = await this.sql.query(
      `WITH made AS (
         INSERT INTO analysis (id, account_id, status, livemode, agent_id, contact_id, request_id, storage_key, duration_ms,
           settled_at, processing_time_ms)
         SELECT gen_random_uuid(), $1, 'completed', true, 'agent-7', 'cust-42', 'r', 'recordings/x', 92340, now(), 8123
         FROM generate_series(1, $3) RETURNING id),
       payload AS (
         INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
         SELECT id, '{}', '{}', '{}', '{}', '{}' FROM made)
       INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status, next_attempt_at)
       SELECT gen_random_uuid(), $1, id, 'evt_' || id, 'analysis.completed', $2, true, 'pending', now() FROM made
       RETURNING id`,
      [accountId, url, count],
    );
    return inserted.map(({ id }) => id);
  }

  async deliveryRow(deliveryId: string): Promise<DeliveryRow> {
    const [row] = await this.sql.query<DeliveryRow[]>('SELECT * FROM webhook_delivery WHERE id = $1', [deliveryId]);
    if (!row) throw new Error('no such delivery');
    return row;
  }

  /** Oldest first. */
  attemptRows(deliveryId: string): Promise<AttemptRow[]> {
    return this.sql.query('SELECT status_code, error FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number', [
      deliveryId,
    ]);
  }

  async waitForStatus(deliveryId: string, status: string): Promise<void> {
    await eventually(async () => expect(await this.deliveryRow(deliveryId)).toBeInStatus(status));
  }

  actAs(accountId: string, livemode = true): void {
    this.caller = {
      accountId,
      livemode,
      principal: ownerOf(accountId),
      confirm: async () => undefined,
      isGood: async () => true,
    };
  }

  async request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return answerTo(`${method} ${path}`, { status: answer.status, body: await answer.json() });
  }
}

interface WebhookTest {
  readonly backing: Backing;
  readonly service: WebhookApp;
  /** A new one for each test, as the account is. */
  readonly receiver: WebhookReceiver;
  /** The account that sends the requests. */
  readonly accountId: string;
}

/**
 * One app for all tests of a file or block.
 * @param take is called before each test
 */
export function setUpWebhooks(options: WebhookAppOptions, take: (given: WebhookTest) => void): void {
  let backing: Backing;
  let service: WebhookApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    backing = await startBacking();
    service = await WebhookApp.start(backing.config, options);
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    const accountId = await service.account();
    service.actAs(accountId);
    take({ backing, service, receiver, accountId });
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await service?.app.close();
    await backing?.drop();
  });
}
