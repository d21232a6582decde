import { Global, Module } from '@nestjs/common';
import { OpenUploads } from '../body/open-uploads.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** Global, because the decorator `@Post` uses the interceptor in the modules of the features. */
@Global()
@Module({
  imports: [RateLimitModule],
  providers: [IdempotencyKeys, OpenUploads],
  exports: [IdempotencyKeys, OpenUploads],
})
export class IdempotencyModule {}
