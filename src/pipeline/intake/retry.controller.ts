// POST /analysis/{id}/retry. retry-call.ts does the work.
import { Controller, Header, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { examplesOf } from '../../calls/analysis-examples.js';
import { AnalysisReader } from '../../calls/analysis-reader.js';
import { notFailed, recordingGone } from '../../calls/analysis-records.js';
import { ANALYSIS } from '../../calls/results/analysis-references.js';
import { correctionInProgress } from '../../judging/reviews/corrections/correction-errors.js';
import { judgedAgainAlready } from '../../judging/reviews/corrections/order-judgement.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Idempotent } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { SubmissionBudget } from '../../platform/http/rate-limit/budgets.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { RetryCall } from './retry-call.js';
import { QUOTA_REFUSALS } from './submit.openapi.js';

@ApiTags('Analyses')
@Controller('analysis/:id/retry')
export class RetryController {
  constructor(
    private readonly retryCall: RetryCall,
    private readonly reader: AnalysisReader,
  ) {}

  @Post()
  @HttpCode(200)
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'retryAnalysis',
    summary: 'Retry a failed analysis',
    description:
      'Possible if `metadata.retryable` is true: its recording is stored, or was never stored and can be ' +
      'downloaded again. Minutes are reserved again under the current plan, and the analysis is `processing` ' +
      'again; its new result is notified like the first. What was transcribed before the failure is not ' +
      'transcribed again, unless the speech engine was changed since. A completed analysis whose ' +
      '`not_judged_reason` is `too_long_for_model` or `unusable_answer` is evaluated again from its transcript: ' +
      'it stays `completed`, uses no minutes, is not `retryable` meanwhile, and `analysis.completed` is sent ' +
      'again at the end. Counts as a submission in the rate limit.',
  })
  @ApiOkResponse({
    schema: ANALYSIS,
    description: 'The analysis: `processing` again, or `completed` and about to be evaluated again.',
    examples: examplesOf('accepted'),
  })
  @Refuses(
    notFailed(),
    recordingGone(),
    judgedAgainAlready(),
    correctionInProgress(),
    ...QUOTA_REFUSALS,
    liveObject(),
    notFound('Analysis'),
  )
  async retry(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<string> {
    await this.retryCall.retry(caller, id, idempotent);
    return this.reader.getJson(caller.accountId, id);
  }
}
