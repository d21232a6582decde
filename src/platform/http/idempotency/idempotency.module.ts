import { Global, Module } from '@nestjs/common';
import { OpenUploads } from '../body/open-uploads.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { Rendering } from './rendering.js';

/** Global, because the decorator `@Post` uses the interceptor in the modules of the features. */
@Global()
@Module({
  imports: [RateLimitModule],
  providers: [IdempotencyKeys, OpenUploads, Rendering],
  exports: [IdempotencyKeys, OpenUploads, Rendering],
})
export class IdempotencyModule {}
