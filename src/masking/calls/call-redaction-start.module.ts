import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { CALL_REDACTIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { MaskingModule } from '../../redaction/masking/masking.module.js';
import { CallRedactionDoorbell } from './call-redaction-doorbell.js';
import { StartCallRedaction } from './start-call-redaction.js';
import { StoredCallMasks } from './stored-call-masks.js';

/** Accepts stored calls to mask: for the route, and for jobs over many of them. */
@Module({
  imports: [MaskingModule, QueueModule, BullModule.registerQueue({ name: CALL_REDACTIONS_QUEUE })],
  providers: [CallRedactionDoorbell, StartCallRedaction, StoredCallMasks],
  exports: [BullModule, CallRedactionDoorbell, StartCallRedaction, StoredCallMasks],
})
export class CallRedactionStartModule {}
