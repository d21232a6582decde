import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { QueueModule } from '../../../platform/queue/queue.module.js';
import { CORRECTIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import { CorrectionDoorbell } from './correction-doorbell.js';

/** The bell that the route rings, and that wakes workers. */
@Module({
  imports: [QueueModule, BullModule.registerQueue({ name: CORRECTIONS_QUEUE })],
  providers: [CorrectionDoorbell],
  exports: [BullModule, CorrectionDoorbell],
})
export class CorrectionQueueModule {}
