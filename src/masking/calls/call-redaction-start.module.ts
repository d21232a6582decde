import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { MaskingModule } from '../../redaction/masking/masking.module.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { StartCallRedaction } from './start-call-redaction.js';
import { StoredCallMasks } from './stored-call-masks.js';

/** Accepts stored calls to mask: for the route, and for jobs over many of them. */
@Module({
  imports: [AnalysisModule, DoorbellsModule, MaskingModule],
  providers: [StartCallRedaction, StoredCallMasks],
  exports: [StartCallRedaction, StoredCallMasks],
})
export class CallRedactionStartModule {}
