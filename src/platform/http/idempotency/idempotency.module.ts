// Puts Idempotency-Key in front of every handler of a process that serves the interface.
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyKeys } from './idempotency-keys.js';

@Module({
  imports: [RateLimitModule],
  providers: [IdempotencyKeys, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
})
export class IdempotencyModule {}
