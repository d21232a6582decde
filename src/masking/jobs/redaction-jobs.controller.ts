import { Body, Controller, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { SmallBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { RedactionJobPageResponse, RedactionJobResponse } from '../../wire/redaction-job.response.js';
import { CreateRedactionRequest, RedactionPageRequest } from './redaction-job.requests.js';
import {
  nothingToMask,
  redactionFinished,
  redactionNotFound,
  tooManyRedactions,
  tooManyRedactionsADay,
} from './redaction-job-errors.js';
import { RedactionJobs } from './redaction-jobs.service.js';
import { StartRedaction } from './start-redaction.js';

@ApiTags('Redaction')
@Controller('redactions')
export class RedactionJobsController {
  constructor(
    private readonly startRedaction: StartRedaction,
    private readonly jobs: RedactionJobs,
  ) {}

  @Post()
  @HoldsBytes()
  @SmallBody()
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'createRedaction',
    summary: 'Mask past calls',
    description:
      'Masks all completed calls that match the filter, as `POST /analysis/{id}/redact` masks one: the texts ' +
      'first; the recording is withheld until the masked one is ready. Uses no minutes. New calls take ' +
      'precedence over the job. With `dry_run` the response is 200 and the same object with the status ' +
      '`dry_run`: its `counts.total` is the number of calls that the job would process; nothing is masked, and ' +
      'nothing is stored under its id. A test key masks test calls only.',
  })
  @ApiOkResponse({ type: RedactionJobResponse, description: 'The answer to a dry run.' })
  @ApiCreatedResponse({ type: RedactionJobResponse, description: 'The new job.' })
  @Refuses(nothingToMask(), tooManyRedactions(), tooManyRedactionsADay(), accountFull(), liveObject())
  async create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateRedactionRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RedactionJobResponse> {
    if (!request.dry_run)
      return this.startRedaction.start(
        caller,
        request,
        storeResponse((started) => started),
      );
    response.status(200);
    return this.startRedaction.count(caller, request);
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listRedactions',
    summary: 'List the masking jobs',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: RedactionJobPageResponse, description: 'One page of the jobs.' })
  async list(@CurrentCaller() caller: Caller, @Query() page: RedactionPageRequest): Promise<RedactionJobPageResponse> {
    const { items, total } = await this.jobs.list(seenBy(caller), page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getRedaction',
    summary: 'Get one masking job',
    description: 'For polling. `counts` is its progress; `redaction` of an analysis shows what is masked in it.',
  })
  @ApiOkResponse({ type: RedactionJobResponse, description: 'The job, completed or not.' })
  @Refuses(redactionNotFound())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the job.') id: string): Promise<RedactionJobResponse> {
    return this.jobs.get(caller.accountId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'cancelRedaction',
    summary: 'Cancel a masking job',
    description:
      'Takes effect immediately: no further calls are started. Calls already started are finished and counted. ' +
      'Masked calls stay masked.',
  })
  @ApiOkResponse({ type: RedactionJobResponse, description: 'The job, `canceled`.' })
  @Refuses(redactionFinished(), liveObject(), redactionNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the job.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<RedactionJobResponse> {
    return this.jobs.cancel(
      caller,
      id,
      storeResponse((canceled) => canceled),
    );
  }
}
