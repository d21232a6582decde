import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { EXPORTS_QUEUE } from '../../platform/queue/queue-names.js';
import { ExportDoorbell } from './export-doorbell.js';

/** The queue of exports: for the routes that start them, and for the worker. */
@Module({
  imports: [QueueModule, BullModule.registerQueue({ name: EXPORTS_QUEUE })],
  providers: [ExportDoorbell],
  exports: [BullModule, ExportDoorbell],
})
export class ExportQueueModule {}
