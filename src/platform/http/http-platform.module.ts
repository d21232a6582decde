import { Module } from '@nestjs/common';
import { BodyGuard } from './body/body.guard.js';
import { ErrorFilter } from './errors/error.filter.js';
import { HealthController } from './health.controller.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { InputGuard } from './validation/input.guard.js';

/** `applyHttpPlatform` takes these providers from the application and registers them for every route. */
@Module({
  imports: [RateLimitModule],
  controllers: [HealthController],
  providers: [ErrorFilter, BodyGuard, InputGuard],
  exports: [ErrorFilter, BodyGuard, InputGuard],
})
export class HttpPlatformModule {}
