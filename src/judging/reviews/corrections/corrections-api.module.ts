import { Module } from '@nestjs/common';
import { Rendering } from '../../../platform/http/idempotency/rendering.js';
import { MaskingModule } from '../../../redaction/masking/masking.module.js';
import { CorrectingModule } from './correcting/correcting.module.js';
import { CorrectionQueueModule } from './correction-queue.module.js';
import { CorrectionReader } from './correction-reader.js';
import { CorrectionsController } from './corrections.controller.js';
import { StartCorrection } from './start-correction.js';

/** The routes of corrections. */
@Module({
  imports: [CorrectingModule, CorrectionQueueModule, MaskingModule],
  controllers: [CorrectionsController],
  providers: [CorrectionReader, StartCorrection],
})
export class CorrectionsApiModule {
  constructor(rendering: Rendering, reader: CorrectionReader) {
    rendering.register('correction', ({ accountId }, id) => reader.get(accountId, null, id));
  }
}
