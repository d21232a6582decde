// Providers of the HTTP layer; `applyHttpPlatform` puts them to work.
import { Module } from '@nestjs/common';
import { ErrorFilter } from '../errors/error.filter.js';
import { BodyGuard } from './body.guard.js';
import { PathIdsGuard } from './path-ids.guard.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

@Module({
  imports: [RateLimitModule],
  providers: [ErrorFilter, BodyGuard, PathIdsGuard],
  exports: [ErrorFilter, BodyGuard, PathIdsGuard],
})
export class HttpPlatformModule {}
