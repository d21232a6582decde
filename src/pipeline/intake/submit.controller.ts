// POST /analysis and POST /analysis/from-url. submit-call.ts does the work, submit.openapi.ts describes the routes.
import { Controller, Header, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { examplesOf } from '../../calls/analysis-examples.js';
import { AnalysisReader } from '../../calls/analysis-reader.js';
import { ANALYSIS } from '../../calls/results/analysis-references.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { JsonBody, MultipartOrJsonBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { SubmissionBudget } from '../../platform/http/rate-limit/budgets.js';
import { SUBMISSION_PARTS } from './read-submission-form.js';
import { SUBMIT_OPERATION, SUBMIT_REFUSALS, SUBMIT_URL_OPERATION, SUBMIT_URL_REFUSALS } from './submit.openapi.js';
import { SubmitCall, type SubmittedCall } from './submit-call.js';
import { SubmitJsonRequest, SubmitUploadRequest, SubmitUrlRequest } from './submit-call.request.js';

const KNOWN = {
  schema: ANALYSIS,
  description:
    'The existing analysis with this `external_id`, in any state. Nothing was accepted, and no minutes were used.',
  examples: examplesOf('completed'),
};

@ApiTags('Analyses')
@Controller('analysis')
export class SubmitController {
  constructor(
    private readonly submitCall: SubmitCall,
    private readonly reader: AnalysisReader,
  ) {}

  @Post()
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @MultipartOrJsonBody(SubmitJsonRequest, SUBMISSION_PARTS)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation(SUBMIT_OPERATION)
  @ApiExtraModels(SubmitUploadRequest, SubmitJsonRequest)
  @ApiCreatedResponse({
    schema: ANALYSIS,
    description: 'The analysis, `processing`.',
    examples: examplesOf('accepted'),
  })
  @ApiOkResponse(KNOWN)
  @Refuses(...SUBMIT_REFUSALS)
  async submit(
    @CurrentCaller() caller: Caller,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.answer(caller, await this.submitCall.submit(caller, request, true), response);
  }

  @Post('from-url')
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @JsonBody(SubmitUrlRequest)
  @ApiExtraModels(SubmitUrlRequest)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation(SUBMIT_URL_OPERATION)
  @ApiCreatedResponse({
    schema: ANALYSIS,
    description: 'The analysis, `processing`.',
    examples: examplesOf('accepted'),
  })
  @ApiOkResponse(KNOWN)
  @Refuses(...SUBMIT_URL_REFUSALS)
  async submitUrl(
    @CurrentCaller() caller: Caller,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.answer(caller, await this.submitCall.submit(caller, request), response);
  }
  private answer({ accountId }: Caller, { id, isNew }: SubmittedCall, response: Response): Promise<string> {
    if (!isNew) response.status(200);
    return this.reader.getJson(accountId, id);
  }
}
