// Providers of the HTTP layer; `applyHttpPlatform` puts them to work.
import { Module } from '@nestjs/common';
import { BodyGuard } from './body/body.guard.js';
import { ErrorFilter } from './errors/error.filter.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { PathIdsGuard } from './validation/path-ids.guard.js';

@Module({
  imports: [RateLimitModule],
  providers: [ErrorFilter, BodyGuard, PathIdsGuard],
  exports: [ErrorFilter, BodyGuard, PathIdsGuard],
})
export class HttpPlatformModule {}
