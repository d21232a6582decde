import { Body, Controller, Delete, Get, HttpCode, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { JSON_TYPE, sendText } from '../../platform/http/body/send-text.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam, WholeParam } from '../../platform/http/validation/path-ids.js';
import { JUDGE_REQUESTS, RevisionRequest } from '../form/form.requests.js';
import { storedForm } from '../form/read-form.js';
import { runExamplesOf } from '../form/run-examples.js';
import {
  DeletedRevisionResponse,
  revisionPageJson,
  ScorecardRevisionPageResponse,
  ScorecardRevisionResponse,
} from './revisions.responses.js';
import { RevisionsService } from './revisions.service.js';
import {
  archivedUnchangeable,
  revisionIsPublished,
  revisionNotFound,
  revisionUndeletable,
  scorecardNotFound,
  storageFull,
  tooManyDrafts,
  tooManyRevisions,
} from './scorecard-errors.js';
import { ScorecardPageRequest } from './scorecards.requests.js';

const Scorecard = () => UuidParam('id', 'Id of the scorecard.');
const Revision = () => WholeParam('revision', 'Number of the revision.', 3);

@ApiTags('Scorecards')
@ApiExtraModels(...Object.values(JUDGE_REQUESTS))
@Controller('scorecards/:id/revisions')
export class RevisionsController {
  constructor(private readonly revisions: RevisionsService) {}

  @Post()
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'createScorecardRevision',
    summary: 'Create a revision',
    description:
      'Creates a draft with the next number. The whole form is validated, and all errors are returned together. ' +
      'A scorecard can have 200 revisions, 20 of them drafts.',
  })
  @ApiCreatedResponse({
    type: ScorecardRevisionResponse,
    examples: runExamplesOf('draft'),
    description: 'The draft, with every default filled in.',
  })
  @Refuses(
    archivedUnchangeable(),
    tooManyDrafts(),
    tooManyRevisions(),
    storageFull(),
    liveObject(),
    scorecardNotFound(),
  )
  async createScorecardRevision(
    @CurrentCaller() caller: Caller,
    @Scorecard() id: string,
    @Body() request: RevisionRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ScorecardRevisionResponse> {
    const { of } = ScorecardRevisionResponse;
    return of(await this.revisions.create(caller, id, storedForm(request), storeResponse(of)));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listScorecardRevisions',
    summary: 'List the revisions of a scorecard',
    description: 'Newest first, drafts and published ones, each with its whole form.',
  })
  @ApiOkResponse({
    type: ScorecardRevisionPageResponse,
    examples: runExamplesOf('revisionList'),
    description: 'One page of the revisions.',
  })
  @Refuses(scorecardNotFound())
  async listScorecardRevisions(
    @CurrentCaller() caller: Caller,
    @Scorecard() id: string,
    @Query() { skip, limit }: ScorecardPageRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { rows, total } = await this.revisions.list(caller.accountId, id, { skip, limit });
    response.setHeader('Content-Type', JSON_TYPE);
    await sendText(response, revisionPageJson(rows, { total, skip, limit }));
  }

  @Get(':revision')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getScorecardRevision',
    summary: 'Get one revision',
    description: 'Includes the whole form.',
  })
  @ApiOkResponse({
    type: ScorecardRevisionResponse,
    examples: runExamplesOf('published', 'draft'),
    description: 'The revision.',
  })
  @Refuses(scorecardNotFound(), revisionNotFound())
  async getScorecardRevision(
    @CurrentCaller() caller: Caller,
    @Scorecard() id: string,
    @Revision() revision: number,
  ): Promise<ScorecardRevisionResponse> {
    return ScorecardRevisionResponse.of(await this.revisions.get(caller.accountId, id, revision));
  }

  @Put(':revision')
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'updateScorecardRevision',
    summary: 'Replace the form of a draft',
    description: 'A published revision is never changed: create another one.',
  })
  @ApiOkResponse({
    type: ScorecardRevisionResponse,
    examples: runExamplesOf('draft'),
    description: 'The changed draft.',
  })
  @Refuses(
    revisionIsPublished(3),
    archivedUnchangeable(),
    storageFull(),
    liveObject(),
    scorecardNotFound(),
    revisionNotFound(),
  )
  async updateScorecardRevision(
    @CurrentCaller() caller: Caller,
    @Scorecard() id: string,
    @Revision() revision: number,
    @Body() request: RevisionRequest,
  ): Promise<ScorecardRevisionResponse> {
    const form = storedForm(request);
    return ScorecardRevisionResponse.of(await this.revisions.update(caller, id, revision, form));
  }

  @Delete(':revision')
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'deleteScorecardRevision',
    summary: 'Delete a draft',
    description:
      'Makes room for another draft. Its number is not used again. Published revisions cannot be deleted, ' +
      'because evaluations refer to them.',
  })
  @ApiOkResponse({ type: DeletedRevisionResponse, description: 'The draft is deleted.' })
  @Refuses(revisionUndeletable(3), liveObject(), scorecardNotFound(), revisionNotFound())
  async deleteScorecardRevision(
    @CurrentCaller() caller: Caller,
    @Scorecard() id: string,
    @Revision() revision: number,
  ): Promise<DeletedRevisionResponse> {
    await this.revisions.delete(caller, id, revision);
    return { object: 'scorecard_revision', revision, deleted: true };
  }
}
