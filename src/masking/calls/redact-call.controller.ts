// POST /analysis/{id}/redact. start-call-redaction.ts accepts it, a worker does the rest.
import { Body, Controller, Header, HttpCode, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { AnalysisReader } from '../../calls/analysis-reader.js';
import { analysisHeld } from '../../calls/holds/held-calls.js';
import { transcriptDeleted } from '../../calls/results/transcript-deleted.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Idempotent } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { RedactionSettings } from '../../redaction/settings/redaction-settings.js';
import { notCompleted, redactionInProgress } from './acceptance.js';
import { askedFor, RedactAnalysisRequest } from './redact-call.requests.js';
import { RedactedAnalysisResponse } from './redacted-analysis.response.js';
import { StartCallRedaction } from './start-call-redaction.js';

@ApiTags('Redaction')
@Controller('analysis/:id/redact')
export class RedactCallController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: RedactionSettings,
    private readonly startRedaction: StartCallRedaction,
    private readonly reader: AnalysisReader,
  ) {}

  @Post()
  @HoldsBytes()
  @HttpCode(200)
  @ForCaller('analysis:write')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'redactAnalysis',
    summary: 'Mask a completed analysis',
    description:
      'For calls completed before masking was set up. When the response is sent, words and quotes are masked, ' +
      'all sentences about the call (summary, strengths, recommendations, descriptions, rationales) are empty, ' +
      'and the recording is withheld; `redaction.status` is `processing`. A worker then masks the recording, ' +
      'evaluates the call again, and repeats its evaluations with the same revisions and reviewers’ answers; the ' +
      'old ones are deleted. All versions of the transcript keep their numbers and are masked. If there is ' +
      'nothing new to mask, nothing changes. Uses no audio minutes.',
  })
  @ApiOkResponse({
    type: RedactedAnalysisResponse,
    description: 'The analysis with masked words, and the notifications that were delivered before.',
  })
  @Refuses(
    analysisHeld('litigation 2026-11'),
    notCompleted(),
    transcriptDeleted(),
    redactionInProgress(),
    accountFull(),
    liveObject(),
    notFound('Analysis'),
  )
  async redact(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Body() request: RedactAnalysisRequest,
    @Req() { requestId }: ServiceRequest,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<string> {
    if (!idempotent?.created) await this.start(caller, analysisId, request, requestId, idempotent);
    const json = await this.reader.getJson(caller.accountId, analysisId);
    const delivered = await queryRow<{ before: string }>(this.dataSource, LAST_DELIVERED, [
      analysisId,
      caller.accountId,
    ]);
    return `${json.slice(0, -1)},"delivered_before":${delivered?.before ?? '[]'}}`;
  }

  private async start(
    caller: Caller,
    analysisId: string,
    request: RedactAnalysisRequest,
    requestId: string,
    idempotent: IdempotentRequest | null,
  ): Promise<void> {
    const { accountId } = caller;
    const asked = askedFor(request);
    const wanted =
      (await this.settings.wantedFor(accountId, asked)) ?? (await this.settings.wantedFor(accountId, 'pci'));
    if (wanted === null) throw new Error('A preset names types');
    const acceptance = await this.startRedaction.accept(
      caller,
      { analysisId, wanted, requestId, redactionId: null },
      async (tx) => {
        const details = { mode: wanted.mode, types: wanted.types };
        await recordAudit(tx, caller, 'redaction.started', { type: 'analysis', id: analysisId }, details);
        await idempotent?.recordCreated(tx);
      },
    );
    if (acceptance.kind === 'gone') throw notFound('Analysis');
    if (acceptance.kind === 'held') throw analysisHeld(acceptance.name);
    if (acceptance.kind === 'not_completed') throw notCompleted();
    if (acceptance.kind === 'no_transcript') throw transcriptDeleted();
    if (acceptance.kind === 'in_progress' && !acceptance.covers) throw redactionInProgress();
  }
}

const LAST_DELIVERED = `
  SELECT delivered_before AS before FROM call_redaction
  WHERE analysis_id = $1 AND account_id = $2 ORDER BY created_at DESC LIMIT 1`;
