import { Module } from '@nestjs/common';
import { Rendering } from '../../../platform/http/idempotency/rendering.js';
import { MaskingModule } from '../../../redaction/masking/masking.module.js';
import { DoorbellsModule } from '../../../work/doorbells.js';
import { TypedTextsModule } from '../typed-texts.js';
import { CorrectingModule } from './correcting/correcting.module.js';
import { CorrectionReader } from './correction-reader.js';
import { CorrectionsController } from './corrections.controller.js';
import { StartCorrection } from './start-correction.js';

/** The routes of corrections. */
@Module({
  imports: [CorrectingModule, DoorbellsModule, MaskingModule, TypedTextsModule],
  controllers: [CorrectionsController],
  providers: [CorrectionReader, StartCorrection],
})
export class CorrectionsApiModule {
  constructor(rendering: Rendering, reader: CorrectionReader) {
    rendering.register('correction', ({ accountId }, id) => reader.get(accountId, null, id));
  }
}
