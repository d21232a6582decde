// The billing routes over HTTP, on a database of their own. The test names the account that calls.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallHandler, type DynamicModule, Module, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { NextFunction, Response } from 'express';
import { DataSource } from 'typeorm';
import { AccountEntity } from '../../../src/accounts/users/account.entity.js';
import { NoPayments } from '../../../src/adapters/stripe/no.payments.js';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { BillingApiModule, BillingWorkerModule } from '../../../src/billing/billing.module.js';
import { BillingSweep } from '../../../src/billing/billing-sweep.js';
import { SubscriptionRows } from '../../../src/billing/periods/subscription-rows.js';
import { UsagePeriods } from '../../../src/billing/periods/usage-periods.js';
import { MinutesLedger } from '../../../src/billing/usage/minutes-ledger.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import type { ServiceRequest } from '../../../src/platform/http/access/caller.js';
import { BodyGuard } from '../../../src/platform/http/body/body.guard.js';
import { IdempotencyInterceptor } from '../../../src/platform/http/idempotency/idempotency.interceptor.js';
import { RequestValidationPipe } from '../../../src/platform/http/validation/input.guard.js';
import { OperationsModule } from '../../../src/platform/operations/operations.module.js';
import { Payments } from '../../../src/ports/payments.js';
import { ownerOf } from '../builders/principals.js';
import { answerTo } from '../matchers/answers.js';
import type { SignedEvent } from '../stubs/stripe-stub.js';
import { freshDatabase } from './backing.js';
import type { BillingClasses } from './billing-classes.js';

@Module({})
class PaymentsModule {
  static with(payments: Payments): DynamicModule {
    const provider = { provide: Payments, useValue: payments };
    return { module: PaymentsModule, global: true, providers: [provider], exports: [provider] };
  }
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface BillingApp extends BillingClasses {
  readonly sweep: BillingSweep;
  readonly payments: Payments;
  /** The application's instance of a class. */
  service<T>(type: Type<T>): T;
  get(accountId: string, path: string, options?: { livemode?: boolean }): Promise<Answer>;
  post(accountId: string, path: string, body?: object): Promise<Answer>;
  deliver(event: SignedEvent): Promise<Answer>;
}

/**
 * @param env Stripe's environment variables; without them the service has no payment provider
 * @param provider takes the place of Stripe
 */
export async function billingApp(env: Record<string, string> = {}, provider?: Payments): Promise<BillingApp> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-app-'));
  const base = loadConfig({
    DATA_DIR: dataDir,
    ...database.settings,
    DATABASE_POOL_SIZE: '10',
    PUBLIC_URL: 'https://calls.example.org',
    ...env,
  });
  // The tests run the sweep, one round at a time, instead of the timer.
  const config: Config = { ...base, worker: { ...base.worker, sweepMs: 3_600_000 } };
  const stripe =
    config.stripe === null
      ? new NoPayments()
      : new StripePayments({ ...config.stripe, returnUrl: config.http.publicUrl });
  const payments = provider ?? stripe;
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.with(config),
      DatabaseModule,
      TypeOrmModule.forFeature([AccountEntity]),
      PaymentsModule.with(payments),
      BillingApiModule,
      OperationsModule,
      BillingWorkerModule,
    ],
  })
    // The tests of the whole service cover repeated requests.
    .overrideInterceptor(IdempotencyInterceptor)
    .useValue({ intercept: (_: unknown, next: CallHandler) => next.handle() })
    .compile();
  const app = module.createNestApplication({ logger: false, bodyParser: false, forceCloseConnections: true });
  app.use((request: ServiceRequest, _: Response, next: NextFunction) => {
    const accountId = request.headers['x-account'];
    const livemode = request.headers['x-test-mode'] === undefined;
    if (typeof accountId === 'string')
      request.caller = {
        accountId,
        livemode,
        principal: ownerOf(accountId),
        confirm: async () => undefined,
        isGood: async () => true,
      };
    next();
  });
  app.useGlobalGuards(new BodyGuard(app.get(ModuleRef)));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters({
    catch(error: unknown, host) {
      const known = error instanceof ApiError ? error : new ApiError(500, String(error));
      host
        .switchToHttp()
        .getResponse<Response>()
        .status(known.status)
        .set(known.headers)
        .json({ detail: known.detail });
    },
  });
  await app.listen(0, '127.0.0.1');
  const sweep = app.get(BillingSweep);
  // The round of the start ends here, and no other comes.
  await sweep.onApplicationShutdown();
  const origin = (await app.getUrl()).replace(/\/$/, '');
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, init);
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
    return answerTo(`${init.method ?? 'GET'} ${path}`, answer);
  };
  const dataSource = app.get(DataSource);
  return {
    config,
    databaseUrl: database.url,
    dataSource,
    payments,
    service: (type) => app.get(type),
    subscriptions: app.get(SubscriptionRows),
    periods: app.get(UsagePeriods),
    ledger: app.get(MinutesLedger),
    sweep,
    get: (accountId, path, { livemode = true } = {}) =>
      send(`/billing/${path}`, {
        headers: { 'x-account': accountId, ...(!livemode && { 'x-test-mode': 'yes' }) },
      }),
    post: (accountId, path, body) =>
      send(`/billing/${path}`, {
        method: 'POST',
        headers: { 'x-account': accountId, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    deliver: ({ payload, signature }) =>
      send('/webhooks/stripe', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      }),
    close: async () => {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
