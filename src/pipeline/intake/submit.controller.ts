// POST /analysis and POST /analysis/from-url. submit-call.ts does the work, submit.openapi.ts describes the routes.
import { Controller, Header, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { examplesOf } from '../../analysis/analysis-examples.js';
import { AnalysisReader } from '../../analysis/analysis-reader.js';
import { ANALYSIS } from '../../analysis/analysis-references.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { JsonBody, MultipartOrJsonBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { SubmissionBudget } from '../../platform/http/rate-limit/budgets.js';
import { SUBMISSION_PARTS } from './read-submission-form.js';
import { SUBMIT_OPERATION, SUBMIT_REFUSALS, SUBMIT_URL_OPERATION, SUBMIT_URL_REFUSALS } from './submit.openapi.js';
import { SubmitCall } from './submit-call.js';
import { SubmitUploadRequest, SubmitUrlRequest } from './submit-call.request.js';

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
  @MultipartOrJsonBody(SubmitUrlRequest, SUBMISSION_PARTS)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation(SUBMIT_OPERATION)
  @ApiExtraModels(SubmitUploadRequest, SubmitUrlRequest)
  @ApiCreatedResponse({
    schema: ANALYSIS,
    description: 'The analysis, `processing`.',
    examples: examplesOf('accepted'),
  })
  @Refuses(...SUBMIT_REFUSALS)
  async submit(@CurrentCaller() caller: Caller, @Req() request: ServiceRequest): Promise<string> {
    const id = await this.submitCall.submit(caller, request);
    return this.reader.getJson(caller.accountId, id);
  }
  @Post('from-url')
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @JsonBody(SubmitUrlRequest)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation(SUBMIT_URL_OPERATION)
  @ApiCreatedResponse({
    schema: ANALYSIS,
    description: 'The analysis, `processing`.',
    examples: examplesOf('accepted'),
  })
  @Refuses(...SUBMIT_URL_REFUSALS)
  submitUrl(@CurrentCaller() caller: Caller, @Req() request: ServiceRequest): Promise<string> {
    return this.submit(caller, request);
  }
}
