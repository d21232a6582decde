import { Module } from '@nestjs/common';
import { AnalysisModule } from '../calls/analysis.module.js';
import { CorrectingModule } from '../judging/reviews/corrections/correcting/correcting.module.js';
import { RepeatedEvaluations } from '../judging/reviews/corrections/repeated-evaluations.js';
import { ScorecardsModule } from '../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../scorecards/evaluations/evaluation-work.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { WorkModule, workerOf } from '../work/work.module.js';
import { CallRedactionClaims } from './calls/call-redaction-claims.js';
import { CallRedactionStartModule } from './calls/call-redaction-start.module.js';
import { CallRedactionWork } from './calls/call-redaction-work.js';
import { JudgeMaskedCall } from './calls/judging/judge-masked-call.js';
import { MaskStoredSound } from './calls/mask-stored-sound.js';
import { RedactStoredCall } from './calls/redact-stored-call.js';
import { RedactionFolders } from './calls/redaction-folders.js';
import { SearchStoredCall } from './calls/search-stored-call.js';
import { SettleCallRedaction } from './calls/settle-call-redaction.js';

/** The worker's end of masking stored calls. */
@Module({
  imports: [
    AnalysisModule,
    CallRedactionStartModule,
    CorrectingModule,
    EvaluationWorkModule,
    ScorecardsModule,
    WebhooksModule,
    WorkModule,
  ],
  providers: [
    CallRedactionClaims,
    CallRedactionWork,
    RepeatedEvaluations,
    JudgeMaskedCall,
    MaskStoredSound,
    RedactStoredCall,
    RedactionFolders,
    SearchStoredCall,
    SettleCallRedaction,
    workerOf(CallRedactionWork),
  ],
})
export class RedactingModule {}
