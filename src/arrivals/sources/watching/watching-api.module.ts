import { Module } from '@nestjs/common';
import { AcceptanceModule } from '../../../pipeline/intake/acceptance.module.js';
import { SourceCredentials } from '../source-credentials.js';
import { TrySourceController } from './try-source.controller.js';
import { TrySource } from './try-source.js';

/** The route that tries a source: for processes that serve the API. */
@Module({
  imports: [AcceptanceModule],
  controllers: [TrySourceController],
  providers: [SourceCredentials, TrySource],
})
export class WatchingApiModule {}
