// The routes that get, list, export and delete analyses.

import { Controller, Delete, Get, Header, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { recordAudit, recordRead } from '../platform/audit/record-audit.js';
import { liveObject } from '../platform/database/lock-for-change.js';
import { ApiError, notFound } from '../platform/errors/api-error.js';
import { ForCaller } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../platform/http/access/caller.js';
import { sendJson, sendText } from '../platform/http/body/send-text.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { UuidParam } from '../platform/http/validation/path-ids.js';
import { ExportTranscriptQuery, GetAnalysisQuery, ListAnalysesQuery } from './analysis.requests.js';
import { examplesOf } from './analysis-examples.js';
import { AnalysisReader, transcriptVersionNotFound } from './analysis-reader.js';
import { AnalysisRecords } from './analysis-records.js';
import { analysisHeld } from './holds/held-calls.js';
import { AnalysisListResponse, DeletedAnalysisResponse } from './results/analysis.response.js';
import { ANALYSIS, ANALYSIS_SUMMARY } from './results/analysis-references.js';
import { AnalysisSummaryListResponse } from './results/analysis-summary.response.js';
import { reviewExamplesOf } from './review-examples.js';
import { EXPORT_CONTENT, EXPORT_TYPES, exportTranscript } from './transcript-export.js';

const JSON_TYPE = 'application/json; charset=utf-8';

const noTranscript = () => new ApiError(404, 'Transcript not available');

@ApiTags('Analyses')
@Controller('analysis')
export class AnalysisController {
  constructor(
    private readonly reader: AnalysisReader,
    private readonly records: AnalysisRecords,
    private readonly dataSource: DataSource,
  ) {}

  @Get()
  @ForCaller('analysis:read')
  @Header('Content-Type', JSON_TYPE)
  @ApiOperation({
    operationId: 'listAnalyses',
    summary: 'List analyses',
    description:
      'Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage limits. ' +
      'Where scores and flags are enough, ask for `view=summary`.',
  })
  @ApiExtraModels(AnalysisListResponse, AnalysisSummaryListResponse)
  @ApiOkResponse({
    schema: {
      anyOf: [AnalysisListResponse, AnalysisSummaryListResponse].map((type) => ({ $ref: getSchemaPath(type) })),
    },
    examples: examplesOf('list', 'summaryList'),
    description: 'One page of analyses, whole or as summaries.',
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListAnalysesQuery,
    @Res() response: Response,
  ): Promise<void> {
    const list = await this.reader.list(seenBy(caller), query);
    if (typeof list === 'string') sendJson(response, list);
    else await sendText(response, list);
  }

  @Get(':id')
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'getAnalysis',
    summary: 'Get one analysis',
    description:
      'For polling. `progress` is its progress; if it `failed`, see `metadata.error_message` and `error_code`.',
  })
  @ApiOkResponse({
    // `oneOf` would be wrong: an analysis that is not completed is both.
    schema: { anyOf: [ANALYSIS, ANALYSIS_SUMMARY] },
    examples: {
      ...examplesOf('completed', 'processing', 'failed', 'completedSummary'),
      ...reviewExamplesOf('reviewed', 'corrected', 'firstVersion'),
    },
    description: 'The analysis, completed or not, whole or as a summary.',
  })
  @Refuses(notFound('Analysis'), transcriptVersionNotFound())
  async get(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Query() { view, include, transcript_version: version }: GetAnalysisQuery,
    @Res() response: Response,
  ): Promise<void> {
    const included = include?.split(',') ?? [];
    const words = included.includes('words') ? 'words' : 'full';
    const shape = view === 'summary' ? 'summary' : words;
    const json =
      typeof version === 'number'
        ? await this.reader.getVersionJson(caller.accountId, id, shape, version, caller.link !== undefined)
        : await this.reader.getJson(caller.accountId, id, shape, caller.link !== undefined);
    const redactions = included.includes('redactions');
    const whole = redactions ? await this.reader.withRedactions(caller.accountId, id, json) : json;
    await recordRead(this.dataSource, caller, id, 'analysis');
    sendJson(response, whole);
  }

  @Get(':id/transcript')
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'exportTranscript',
    summary: 'Get the transcript as text or subtitles',
    description: 'With speaker labels; SubRip and WebVTT also with times. 404 until the analysis is completed.',
  })
  @ApiOkResponse({
    description: 'The transcript with speaker labels.',
    content: EXPORT_CONTENT,
  })
  @Refuses(notFound('Analysis'), noTranscript(), transcriptVersionNotFound())
  async transcript(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Query() { format, transcript_version: version = null }: ExportTranscriptQuery,
    @Res() response: Response,
  ): Promise<void> {
    const transcript = await this.reader.getTranscript(caller.accountId, id, version);
    if (transcript === null) throw noTranscript();
    const details = { format, transcript_version: version };
    await recordAudit(this.dataSource, caller, 'transcript.exported', { type: 'analysis', id }, details);
    response.type(`${EXPORT_TYPES[format]}; charset=utf-8`);
    await sendText(response, exportTranscript(transcript, format));
  }

  @Delete(':id')
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'deleteAnalysis',
    summary: 'Delete an analysis',
    description:
      'Deletes the record, the transcript and the audio. Billed minutes stay billed. An analysis in progress is ' +
      'billed for the minutes already sent to a provider; if nothing was sent, its minutes are released. One that ' +
      'is held is not ' +
      'deleted.',
  })
  @ApiOkResponse({ type: DeletedAnalysisResponse, description: 'The analysis is deleted.' })
  @Refuses(analysisHeld('litigation 2026-11'), liveObject(), notFound('Analysis'))
  async delete(@CurrentCaller() caller: Caller, @UuidParam('id') id: string): Promise<DeletedAnalysisResponse> {
    await this.records.delete(caller, id);
    return { id, object: 'analysis', deleted: true };
  }
}
