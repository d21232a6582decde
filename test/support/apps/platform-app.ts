// A small application on the real HTTP platform. Its routes cover each kind of field, body, access and failure.
import { type AddressInfo, connect } from 'node:net';
import {
  Body,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  type LoggerService,
  Module,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { IsInt, IsString } from 'class-validator';
import type { Response } from 'express';
import type { DestinationStream } from 'pino';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { ApiError, badRequest, forbidden, notFound, unauthorized } from '../../../src/platform/errors/api-error.js';
import { ACCESS, ForCaller, Public } from '../../../src/platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../../src/platform/http/access/caller.js';
import { applyHttpPlatform } from '../../../src/platform/http/apply-http-platform.js';
import { MultipartOrJsonBody, RawBody } from '../../../src/platform/http/body/body.guard.js';
import { HttpAdapter } from '../../../src/platform/http/http-adapter.js';
import { HttpPlatformModule } from '../../../src/platform/http/http-platform.module.js';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.js';
import { Refuses } from '../../../src/platform/http/openapi/refuses.js';
import { serveDocs } from '../../../src/platform/http/openapi/swagger-page.js';
import { MailBudget, NotRateLimited, SubmissionBudget } from '../../../src/platform/http/rate-limit/budgets.js';
import { CustomMetadata } from '../../../src/platform/http/validation/custom-metadata.js';
import {
  Amount,
  Email,
  Flag,
  HttpUrl,
  Nested,
  OneOf,
  OptionalText,
  SomeOf,
  Text,
  Uuid,
  Whole,
} from '../../../src/platform/http/validation/fields.js';
import { UuidParam } from '../../../src/platform/http/validation/path-ids.js';
import { createLogger, PinoLoggerService } from '../../../src/platform/operations/logger.js';
import { OperationsModule } from '../../../src/platform/operations/operations.module.js';
import { RequestRedis } from '../../../src/platform/queue/redis.js';
import { ownerOf } from '../builders/principals.js';
import { untilConnected } from './backing.js';

class Inner {
  @Text({ max: 3, description: 'Short.', example: 'abc' })
  code: string;
}

export class EverythingRequest {
  @Text({ max: 5, trim: true, description: 'Who.', example: 'me' })
  name: string;

  @Email({ description: 'Where to.', example: 'a@example.com' })
  email: string;

  @Text({ min: 8, max: 128, description: 'Secret.', example: 'long enough' })
  password: string;

  @OptionalText({ pattern: /^\+\d+$/, description: 'Phone.', example: '+49' })
  phone?: string | null;

  @Whole({ min: 1, max: 10, optional: true, description: 'How many.', example: 3 })
  count?: number | null;

  @Amount({ min: 0, decimals: 2, optional: true, description: 'Minutes.', example: 1.25 })
  minutes?: number | null;

  @Flag({ default: true, description: 'Whether.', example: false })
  flag: boolean;

  @OneOf(['live', 'test'], { default: 'live', description: 'Which.', example: 'test' })
  mode: string;

  @SomeOf(['a', 'b', 'c'], { default: ['a'], separated: true, description: 'Some.', example: ['a'] })
  some: string[];

  @Uuid({ optional: true, description: 'Id.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  ref?: string | null;

  @HttpUrl({ optional: true, description: 'Address.', example: 'https://example.com' })
  webhook_url?: string | null;

  @CustomMetadata({ reserved: ['version'], fromText: true })
  metadata?: Record<string, unknown> | null;

  @Nested(Inner, { optional: true, description: 'Inside.', example: { code: 'abc' } })
  inner?: Inner | null;
}

class ClassValidatorRequest {
  @IsString()
  @ApiProperty({ type: 'string', description: 'Text.', example: 'x' })
  text: string;

  @IsInt()
  @ApiProperty({ type: 'integer', description: 'Number.', example: 1 })
  number: number;
}

class PageQuery {
  @Whole({ min: 0, default: 0, description: 'Skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 1000, default: 100, description: 'Limit.', example: 10 })
  limit: number;

  @OneOf(['processing', 'completed', 'failed'], { optional: true, description: 'Status.', example: 'failed' })
  status_filter?: string | null;
}

class LogInRequest {
  @Email({ description: 'Who.', example: 'a@example.com' })
  email: string;
}

class DoneResponse {
  @ApiProperty({ type: 'boolean', description: 'Done.', example: true })
  done: boolean;
}

@ApiTags('Analyses')
@Controller('things')
class ThingsController {
  @Get()
  @Public()
  @ApiOperation({ summary: 'List' })
  @ApiOkResponse({ type: DoneResponse })
  list(@Query() query: PageQuery) {
    return query;
  }

  @Post()
  @Public()
  @ApiOperation({ summary: 'Create' })
  create(@Body() body: EverythingRequest) {
    return { body, polluted: Reflect.get({}, 'polluted') ?? null };
  }

  @Post('class-validator')
  @Public()
  @ApiOperation({ summary: 'class-validator' })
  createByClassValidator(@Body() body: ClassValidatorRequest) {
    return body;
  }

  @Post('submit')
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @MultipartOrJsonBody(ClassValidatorRequest, { file: 'file', texts: new Set(['name']) })
  @ApiOperation({ summary: 'Submit' })
  submit(@CurrentCaller() caller: Caller) {
    return { account: caller.accountId };
  }

  @Post('login')
  @Public()
  @MailBudget()
  @HttpCode(200)
  @ApiOperation({ summary: 'Log in' })
  logIn(@Body() body: LogInRequest) {
    return body;
  }

  @Post('event')
  @ApiOkResponse({ type: DoneResponse })
  @Refuses(badRequest('No event'))
  @Public()
  @NotRateLimited()
  @RawBody()
  @HttpCode(200)
  @ApiOperation({ summary: 'Event' })
  takeEvent(@Req() request: ServiceRequest) {
    return { bytes: request.rawBody?.length ?? 0, isBuffer: Buffer.isBuffer(request.body) };
  }

  @Post('without-body')
  @Public()
  @HttpCode(200)
  @ApiOperation({ summary: 'Without body' })
  postWithoutBody() {
    return { done: true };
  }

  @Get('boom')
  @Public()
  @ApiOperation({ summary: 'Boom' })
  getBoom() {
    throw new Error('password=hunter2 at /srv/secret.ts');
  }

  @Get('away')
  @Public()
  @ApiOperation({ summary: 'Away' })
  getAway() {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.3:5432'), { code: 'ECONNREFUSED' });
  }

  @Get('half')
  @Public()
  @ApiOperation({ summary: 'Half' })
  getHalf(@Res() response: Response) {
    response.type('text/plain').write('half of it');
    throw new Error('and no more');
  }

  @Get('typed')
  @Public()
  @ApiOperation({ summary: 'Typed' })
  getTyped(@Res({ passthrough: true }) response: Response) {
    response.type('text/vtt');
    throw new ApiError(404, 'Transcript not available');
  }

  @Put(':id')
  @ApiOkResponse({ type: DoneResponse })
  @Refuses(notFound('Thing'))
  @ForCaller('account:manage')
  @ApiOperation({ summary: 'Put' })
  updateThing(@UuidParam('id') id: string) {
    return { id };
  }

  @Delete(':id')
  @ApiOkResponse({ type: DoneResponse })
  @Refuses(notFound('Thing'))
  @Public()
  @ApiOperation({ summary: 'Delete' })
  deleteThing(@UuidParam('id') id: string) {
    return { id };
  }
}

/** Accepts `Bearer account-x` as account x. `Bearer account-x narrow` is an API key without scopes and gets 403. */
@Injectable()
class StubCallerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const access: { kind: string } | undefined =
      Reflect.getMetadata(ACCESS, context.getHandler()) ?? Reflect.getMetadata(ACCESS, context.getClass());
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const account = /^Bearer (account-\w+)/.exec(request.headers.authorization ?? '')?.[1];
    if (!account) throw unauthorized();
    const narrow = request.headers.authorization?.endsWith(' narrow') === true;
    request.caller = {
      accountId: account,
      livemode: true,
      principal: ownerOf(account),
      confirm: async () => undefined,
      isGood: async () => true,
    };
    if (narrow) throw forbidden('API key lacks the scope analysis:write');
    return true;
  }
}

const DESCRIPTION = 'Things.\n\n## First\n\nOne.\n\n## Second\n\nTwo.';

export type ConfigChange = Partial<Omit<Config, 'http'>> & { http?: Partial<Config['http']> };

export interface PlatformApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly document: OpenAPIObject;
  readonly log: string[];
  close(): Promise<void>;
}

export async function startPlatformApp(redis: string, change: ConfigChange = {}): Promise<PlatformApp> {
  const base = loadConfig({ JWT_SECRET: 'x'.repeat(40), LOG_LEVEL: 'info', REDIS_URL: redis });
  const config: Config = {
    ...base,
    rateLimits: { default: 0, submission: 0, auth: 0, authAccount: 0 },
    ...change,
    http: { ...base.http, ...change.http },
  };
  @Module({
    imports: [ConfigModule.with(config), HttpPlatformModule, OperationsModule],
    controllers: [ThingsController],
    providers: [{ provide: APP_GUARD, useClass: StubCallerGuard }],
  })
  class SmallModule {}
  const log: string[] = [];
  const destination: DestinationStream = { write: (line) => void log.push(line) };
  const logger = createLogger({ level: 'info', pretty: false }, destination);
  const service: LoggerService = new PinoLoggerService(logger);
  const module = await Test.createTestingModule({ imports: [SmallModule] })
    .setLogger(service)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(), {
    bodyParser: false,
    logger: service,
  });
  applyHttpPlatform(app, config, { logger });
  const document = buildOpenApi(app, config, { description: DESCRIPTION });
  serveDocs(app, () => document);
  await app.listen(0, '127.0.0.1');
  await untilConnected(app.get(RequestRedis, { strict: false }).client);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, app, document, log, close: () => app.close() };
}

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Sends raw bytes and resolves with all that came back until the connection ended or `until` matched. */
export function rawExchange(url: string, bytes: string | Buffer, until?: RegExp): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until?.test(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });
}
