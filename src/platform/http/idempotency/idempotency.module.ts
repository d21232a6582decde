import { Global, Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** Global, because the decorator `@Post` uses the interceptor in the modules of the features. */
@Global()
@Module({ imports: [RateLimitModule], providers: [IdempotencyKeys], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
