// An application of the features around accounts: auth, users, API keys and the guard, on real Postgres and Redis, with mail in a
// folder and files on disk.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Delete, Get, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { ApiKeysModule } from '../../../src/accounts/api-keys/api-keys.module.js';
import { AuthModule } from '../../../src/accounts/auth/auth.module.js';
import { MembersModule } from '../../../src/accounts/members/members.module.js';
import { SsoModule } from '../../../src/accounts/sso/sso.module.js';
import { AccountMail } from '../../../src/accounts/users/account-mail.js';
import { UsersModule } from '../../../src/accounts/users/users.module.js';
import { OutboxMailer } from '../../../src/adapters/mail/outbox.mailer.js';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { NoPayments } from '../../../src/adapters/stripe/no.payments.js';
import { Config, loadConfig } from '../../../src/platform/config/config.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { ForCaller, Public } from '../../../src/platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../src/platform/http/access/caller.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import { applyHttpPlatform } from '../../../src/platform/http/apply-http-platform.js';
import { HttpPlatformModule, IdempotencyModule } from '../../../src/platform/http/http-platform.module.js';
import { Post } from '../../../src/platform/http/idempotency/post.js';
import { RateLimitWindows } from '../../../src/platform/http/rate-limit/rate-limit-windows.js';
import { createLogger } from '../../../src/platform/operations/logger.js';
import { OperationsModule } from '../../../src/platform/operations/operations.module.js';
import { QueueModule } from '../../../src/platform/queue/queue.module.js';
import { RequestRedis } from '../../../src/platform/queue/redis.js';
import { Mailer } from '../../../src/ports/mailer.js';
import { ObjectStore } from '../../../src/ports/object-store.js';
import { Payments } from '../../../src/ports/payments.js';
import { answerTo } from '../matchers/answers.js';
import { freshDatabase, patientRedis, untilConnected } from './backing.js';

/** One route for each kind of access, to test the guard without any feature. */
@Controller('probe')
class ProbeController {
  @Get('public')
  @Public()
  open() {
    return { ok: true };
  }

  @Get('caller')
  @ForCaller('account:read')
  caller(@CurrentCaller() caller: Caller) {
    return caller;
  }

  @Get('read')
  @ForCaller('analysis:read')
  read() {
    return { ok: true };
  }

  @Post('write')
  @ForCaller('analysis:write')
  write() {
    return { ok: true };
  }

  @Delete('token')
  @ForCaller('account:manage')
  token() {
    return { ok: true };
  }

  @Post('calls/:id/review')
  @ForCaller('reviews:write', { act: 'review', of: 'analysis' })
  review() {
    return { review: randomUUID() };
  }

  @Post('calls/:id/correct')
  @ForCaller('reviews:write', { act: 'correct', of: 'analysis' })
  correct() {
    return { correction: randomUUID() };
  }

  @Get('unmarked')
  unmarked() {
    return { ok: true };
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

class RootModule {}

@Global()
@Module({
  providers: [
    SignedLinks,
    { provide: Payments, useClass: NoPayments },
    {
      provide: Mailer,
      inject: [Config],
      useFactory: ({ mail }: Config) => new OutboxMailer(mail.outboxDir, mail.from, () => undefined),
    },
    {
      provide: ObjectStore,
      inject: [Config, SignedLinks],
      useFactory: ({ dataDir, http }: Config, links: SignedLinks) =>
        new DiskObjectStore({ directory: join(dataDir, 'objects'), publicUrl: http.publicUrl }, links),
    },
  ],
  exports: [Mailer, ObjectStore, Payments, SignedLinks],
})
class OutsideModule {}

export const JWT_SECRET = 'a secret of the tests that is long enough for HMAC-SHA256';
export const PASSWORD = 'correct horse battery staple';
export const PUBLIC_URL = 'https://calls.example';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text of other types. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Send {
  /** Sent as JSON; `URLSearchParams` as a form. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export class IdentityApp {
  private constructor(
    readonly nest: NestExpressApplication,
    readonly url: string,
    readonly config: Config,
    private readonly release: () => Promise<void>,
  ) {}

  /** @param beside another app whose database this one shares, as a second process would */
  static async start(beside?: IdentityApp, environment: Record<string, string> = {}): Promise<IdentityApp> {
    const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-identity-'));
    const database = beside ? null : await freshDatabase();
    const config = loadConfig({
      DATA_DIR: dataDir,
      ...(database?.settings ?? { DATABASE_URL: beside?.config.database.url ?? undefined }),
      ...(beside?.config.database.directUrl && { DATABASE_DIRECT_URL: beside.config.database.directUrl }),
      REDIS_URL: beside?.config.redis.url ?? (await patientRedis()),
      JWT_SECRET,
      PUBLIC_URL,
      PORT: '0',
      RATE_LIMIT_DEFAULT: '0',
      RATE_LIMIT_SUBMISSION: '0',
      RATE_LIMIT_AUTH: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    });
    const nest = await NestFactory.create<NestExpressApplication>(
      {
        module: RootModule,
        imports: [
          ConfigModule.with(config),
          DatabaseModule,
          QueueModule,
          HttpPlatformModule,
          IdempotencyModule,
          OperationsModule,
          OutsideModule,
          AuthModule,
          MembersModule,
          SsoModule,
          UsersModule,
          ApiKeysModule,
          ProbeModule,
        ],
      },
      { bodyParser: false, logger: false, abortOnError: false },
    );
    applyHttpPlatform(nest, config, {
      logger: createLogger(config.log),
      rootPaths: ['verify-email', 'reset-password', 'accept-invitation'],
    });
    await nest.listen(0, '127.0.0.1');
    await untilConnected(nest.get(RequestRedis).client);
    // A window of a minute could end within a test.
    const windows = nest.get(RateLimitWindows);
    const increment = windows.increment.bind(windows);
    windows.increment = (key, _minute, limit) => increment(key, 3_600_000, limit);
    return new IdentityApp(nest, await nest.getUrl(), config, async () => {
      await nest.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
  }

  async stop(): Promise<void> {
    await this.release();
  }

  get database(): DataSource {
    return this.nest.get(DataSource);
  }

  /** @param path below `/api/v1`, or from the root when it starts with a colon */
  async send(method: string, path: string, { body, token, headers = {} }: Send = {}): Promise<Answer> {
    const response = await fetch(path.startsWith(':') ? this.url + path.slice(1) : `${this.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof URLSearchParams) && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json');
    const answer = { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
    return answerTo(`${method} ${path}`, answer);
  }

  /** Deletes all accounts and mails, so that a test may use its addresses again. */
  async forgetAll(): Promise<void> {
    await this.nest.get(AccountMail).settled();
    await this.database.query('DELETE FROM account');
    await rm(this.config.mail.outboxDir, { recursive: true, force: true });
  }

  /** Sources of all mails to the address so far, oldest first, in whole lines. */
  private async mails(email: string): Promise<string[]> {
    await this.nest.get(AccountMail).settled();
    const directory = this.config.mail.outboxDir;
    const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    return mails
      .filter((mail) => mail.toLowerCase().includes(`\nto: ${email.toLowerCase()}\r\n`))
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  }

  async subjects(email: string): Promise<string[]> {
    return (await this.mails(email)).map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1] ?? '');
  }

  /** All links mailed to the address so far, oldest first. */
  async links(email: string): Promise<URL[]> {
    return (await this.mails(email)).map((mail) => new URL(/https:\/\/calls\.example\/\S+/.exec(mail)?.[0] ?? ''));
  }

  /** The token of the newest mail to the address. */
  async mailedToken(email: string): Promise<string> {
    return (await this.links(email)).at(-1)?.searchParams.get('token') ?? '';
  }

  async register(email: string, password = PASSWORD): Promise<Answer> {
    return this.send('POST', '/auth/register', { body: { email, password } });
  }

  /** Registers, verifies and logs in. */
  async account(email: string): Promise<{ id: string; email: string; access: string; refresh: string }> {
    const { body } = await this.register(email);
    await this.send('POST', '/auth/verify-email', { body: { token: await this.mailedToken(email) } });
    return { id: body.id, email, ...(await this.logIn(email)) };
  }

  async logIn(email: string, password = PASSWORD): Promise<{ access: string; refresh: string }> {
    const { body } = await this.send('POST', '/auth/login', { body: { email, password } });
    return { access: body.access_token, refresh: body.refresh_token };
  }

  async apiKey(access: string, request: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
    const { body } = await this.send('POST', '/api-keys/', { token: access, body: { name: 'test', ...request } });
    return body;
  }
}
