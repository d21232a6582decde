import { type ExecutionContext, Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '../config/config.js';
import { QueueModule } from '../queue/queue.module.js';
import { CallerLookUp } from './access/caller-look-up.js';
import { LinkCallers } from './access/link-callers.js';
import { BodyGuard } from './body/body.guard.js';
import { OpenUploads } from './body/open-uploads.js';
import { ErrorFilter } from './errors/error.filter.js';
import { HealthController } from './health.controller.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { Rendering } from './idempotency/rendering.js';
import { Repetitions } from './idempotency/repetitions.js';
import { RateLimitGuard, routeBudget } from './rate-limit/rate-limit.guard.js';
import { RateLimitWindows } from './rate-limit/rate-limit-windows.js';
import { RateLimits, WINDOW_MS } from './rate-limit/rate-limits.js';
import { InputGuard } from './validation/input.guard.js';

@Module({
  imports: [QueueModule],
  providers: [RateLimitWindows, RateLimits],
  exports: [RateLimitWindows, RateLimits],
})
class RateLimitCountsModule {}

/**
 * Global, because the decorator `@AuthBudget` uses a guard of this module in the modules of the features, and because the
 * modules that know accounts and links give the look-ups their ways to find callers.
 */
@Global()
@Module({
  imports: [
    RateLimitCountsModule,
    ThrottlerModule.forRootAsync({
      imports: [RateLimitCountsModule],
      inject: [Config, RateLimitWindows],
      useFactory: ({ rateLimits }: Config, storage: RateLimitWindows) => ({
        storage,
        setHeaders: false,
        throttlers: [
          {
            name: 'default',
            ttl: WINDOW_MS,
            limit: rateLimits.default,
            skipIf: (context) => routeBudget(context) === 'append',
          },
          {
            name: 'submission',
            ttl: WINDOW_MS,
            limit: rateLimits.submission,
            skipIf: (context) => routeBudget(context) !== 'submission',
          },
          // Their limits follow from the other two: RateLimits.
          ...(['upload', 'append'] as const).map((name) => ({
            name,
            ttl: WINDOW_MS,
            limit: rateLimits.default,
            skipIf: (context: ExecutionContext) => routeBudget(context) !== name,
          })),
          {
            name: 'auth',
            ttl: WINDOW_MS,
            limit: rateLimits.auth,
            skipIf: (context) => routeBudget(context) !== 'auth',
          },
        ],
      }),
    }),
  ],
  providers: [RateLimitGuard, CallerLookUp, LinkCallers],
  exports: [RateLimitGuard, CallerLookUp, LinkCallers, RateLimitCountsModule],
})
export class RateLimitModule {}

/** Global, because the decorator `@Post` uses the interceptor in the modules of the features. */
@Global()
@Module({
  imports: [RateLimitModule],
  providers: [IdempotencyKeys, OpenUploads, Rendering, Repetitions],
  exports: [IdempotencyKeys, OpenUploads, Rendering, Repetitions],
})
export class IdempotencyModule {}

/** `applyHttpPlatform` takes these providers from the application and registers them for every route. */
@Module({
  imports: [RateLimitModule],
  controllers: [HealthController],
  providers: [ErrorFilter, BodyGuard, InputGuard],
  exports: [ErrorFilter, BodyGuard, InputGuard],
})
export class HttpPlatformModule {}
