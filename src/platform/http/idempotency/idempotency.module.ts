// What the interceptor of every POST stands on. Global, because route decorators bring it into every feature's module.
import { Global, Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { IdempotencyKeys } from './idempotency-keys.js';

@Global()
@Module({ imports: [RateLimitModule], providers: [IdempotencyKeys], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
