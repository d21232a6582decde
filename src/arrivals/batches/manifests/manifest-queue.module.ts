import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { QueueModule } from '../../../platform/queue/queue.module.js';
import { MANIFESTS_QUEUE } from '../../../platform/queue/queue-names.js';
import { ManifestDoorbell } from './manifest-doorbell.js';

/** The queue of manifests: for the routes that start batches, and for the worker. */
@Module({
  imports: [QueueModule, BullModule.registerQueue({ name: MANIFESTS_QUEUE })],
  providers: [ManifestDoorbell],
  exports: [BullModule, ManifestDoorbell],
})
export class ManifestQueueModule {}
