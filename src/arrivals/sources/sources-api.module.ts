import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SourceActionsController } from './source-actions.controller.js';
import { SourceCredentials } from './source-credentials.js';
import { SourceItems } from './source-items.js';
import { SourceNotices } from './source-notices.js';
import { SourcesController } from './sources.controller.js';
import { Sources } from './sources.service.js';

/** The routes of sources: for processes that serve the API. */
@Module({
  imports: [OutboundModule],
  controllers: [SourcesController, SourceActionsController],
  providers: [SourceCredentials, SourceItems, SourceNotices, Sources],
  exports: [SourceCredentials, Sources],
})
export class SourcesApiModule {}
