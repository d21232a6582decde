import { Module } from '@nestjs/common';
import { ExportQueueModule } from './export-queue.module.js';

/** The worker's end of exports. */
@Module({ imports: [ExportQueueModule] })
export class ExportsModule {}
