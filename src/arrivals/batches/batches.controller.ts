import { Body, Controller, Get, Header, HttpCode, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { SubmitUrlRequest } from '../../pipeline/intake/submit-call.request.js';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { CheckedBeforeBody, LargeBody } from '../../platform/http/body/body.guard.js';
import { sendText } from '../../platform/http/body/send-text.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { SubmissionBudget } from '../../platform/http/rate-limit/budgets.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { BatchPageResponse, BatchResponse } from '../../wire/batch.response.js';
import { BatchItemsRequest, BatchPageRequest, CreateBatchRequest, RefusedLinesRequest } from './batch.requests.js';
import { batchEnded, batchNotCanceled, batchNotFound, linesDeleted, tooManyBatches } from './batch-errors.js';
import { BatchItemPageResponse } from './batch-line.response.js';
import { Batches } from './batches.service.js';
import { OpenBatches } from './open-batches.js';
import { RefusedLines } from './refused-lines.js';
import { StartBatch } from './start-batch.js';

const CSV = 'text/csv; charset=utf-8';

@ApiTags('Batches')
@Controller('batches')
export class BatchesController {
  constructor(
    private readonly startBatch: StartBatch,
    private readonly batches: Batches,
    private readonly refusedLines: RefusedLines,
  ) {}

  @Post()
  @HoldsBytes()
  @LargeBody()
  @CheckedBeforeBody(OpenBatches)
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @ApiOperation({
    operationId: 'createBatch',
    summary: 'Submit a batch of calls',
    description:
      'Submits the calls of `items`, or of the lines of a manifest, in order. Each line is validated like a ' +
      'request: an invalid one is refused with its reason, the others continue. A line whose `external_id` ' +
      'already has a call is `existing`. Single submissions take precedence over batches. The rate limit of ' +
      'submissions counts a batch as one request.',
  })
  @ApiExtraModels(SubmitUrlRequest)
  @ApiCreatedResponse({ type: BatchResponse, description: 'The new batch.' })
  @Refuses(tooManyBatches(), accountFull())
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateBatchRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<BatchResponse> {
    return this.startBatch.start(
      caller,
      request,
      storeResponse((started) => started),
    );
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listBatches',
    summary: 'List the batches',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: BatchPageResponse, description: 'One page of the batches.' })
  async list(@CurrentCaller() caller: Caller, @Query() page: BatchPageRequest): Promise<BatchPageResponse> {
    const { items, total } = await this.batches.list(seenBy(caller), page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getBatch',
    summary: 'Get one batch',
    description: 'For polling. `counts` is its progress.',
  })
  @ApiOkResponse({ type: BatchResponse, description: 'The batch, completed or not.' })
  @Refuses(batchNotFound())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the batch.') id: string): Promise<BatchResponse> {
    return this.batches.get(caller.accountId, id);
  }

  @Get(':id/items')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listBatchItems',
    summary: 'List the lines of a batch',
    description:
      'In order. `completed` and `failed` follow the calls within a second. Lines are kept for 90 days after the ' +
      'end of the batch.',
  })
  @ApiOkResponse({ type: BatchItemPageResponse, description: 'One page of the lines.' })
  @Refuses(batchNotFound())
  async items(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the batch.') id: string,
    @Query() page: BatchItemsRequest,
  ): Promise<BatchItemPageResponse> {
    const { items, total } = await this.batches.items(caller.accountId, id, page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id/refused')
  @ForCaller('analysis:read')
  @Header('Content-Type', CSV)
  @ApiOperation({
    operationId: 'downloadRefusedLines',
    summary: 'Download the refused lines of a batch',
    description:
      'The lines as sent, with an additional first column `reason`: correct them and submit the file as a new ' +
      'manifest. Cells that a spreadsheet would read as a formula start with an apostrophe, which is ignored in ' +
      'a manifest with the column `reason`.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({
    description: 'RFC 4180, UTF-8.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @Refuses(batchNotFound())
  async refused(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the batch.') id: string,
    @Query() _format: RefusedLinesRequest,
    @Res() response: Response,
  ): Promise<void> {
    const parts = await this.refusedLines.open(caller.accountId, id);
    response.setHeader('Content-Type', CSV);
    response.setHeader('Content-Disposition', `attachment; filename="refused-${id}.csv"`);
    await sendText(response, parts);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'cancelBatch',
    summary: 'Cancel a batch',
    description:
      'Takes effect immediately: queued lines are dropped, including accepted calls that no worker has started. ' +
      'Other calls continue and are counted.',
  })
  @ApiOkResponse({ type: BatchResponse, description: 'The batch, `canceled`.' })
  @Refuses(batchEnded(), liveObject(), batchNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the batch.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<BatchResponse> {
    return this.batches.cancel(
      caller,
      id,
      storeResponse((canceled) => canceled),
    );
  }

  @Post(':id/resume')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'resumeBatch',
    summary: 'Resume a canceled batch',
    description: 'Resumes the lines that were dropped. A manifest that was not read completely is read again.',
  })
  @ApiOkResponse({ type: BatchResponse, description: 'The resumed batch.' })
  @Refuses(batchNotCanceled(), linesDeleted(), tooManyBatches(), liveObject(), batchNotFound())
  resume(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the batch.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<BatchResponse> {
    return this.batches.resume(
      caller,
      id,
      storeResponse((resumed) => resumed),
    );
  }
}
