import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ExportFileController } from './export-file.controller.js';
import { ExportLinks } from './export-link.js';
import { ExportQueueModule } from './export-queue.module.js';
import { ExportsController } from './exports.controller.js';
import { Exports } from './exports.service.js';
import { StartExport } from './start-export.js';

/** The routes of exports, and of links to their files. */
@Module({
  imports: [ExportQueueModule, OutboundModule],
  controllers: [ExportsController, ExportFileController],
  providers: [ExportLinks, Exports, StartExport],
})
export class ExportsApiModule {}
