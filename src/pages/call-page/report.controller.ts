// The routes of reports: the page for the owner of an analysis, a signed link to it, and the page behind the link.
import { Body, Controller, Delete, Get, HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnalysisRecords } from '../../calls/analysis-records.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { invalidLink, notFound } from '../../platform/errors/api-error.js';
import { ForCaller, Public } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { isUuid, OneOf, Whole } from '../../platform/http/validation/fields.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { DeletedReportLinksResponse, ReportLinkResponse } from './report.responses.js';
import { noReport, Reports, sendReport, tooLargeToEmbed } from './reports.js';

class GetReportQuery {
  @OneOf(['link', 'embedded'], {
    description:
      '`embedded` includes the recording, of at most 32 MB, in the page, so that it plays offline. Otherwise the ' +
      'page plays it from a link that works for an hour.',
    default: 'link',
    example: 'link',
  })
  audio: 'link' | 'embedded';
}

class CreateReportLinkRequest {
  @Whole({ description: 'Validity of the link in seconds.', min: 60, max: 604_800, default: 3600, example: 3600 })
  expires_in: number;
}

const PAGE = {
  description: 'HTML page.',
  content: { 'text/html': { schema: { type: 'string' as const }, example: '<!doctype html>…' } },
};

@ApiTags('Analyses')
@Controller()
export class ReportController {
  constructor(
    private readonly reports: Reports,
    private readonly analyses: AnalysisRecords,
  ) {}

  @Get('analysis/:id/report')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getReport',
    summary: 'Get the report of a call as a page',
    description:
      'An HTML page with waveform, transcript, findings with quotes as evidence, scores and billed minutes. ' +
      'Click a quote to play it. 404 until the analysis is completed.',
  })
  @ApiProduces('text/html')
  @ApiOkResponse(PAGE)
  @Refuses(notFound('Analysis'), noReport(), tooLargeToEmbed())
  async get(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Query() { audio }: GetReportQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendReport(response, await this.reports.make(caller, id, audio === 'embedded'));
  }

  @Post('analysis/:id/report-link')
  @HoldsNoWords()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'createReportLink',
    summary: 'Create a report link',
    description:
      'Anyone with the link can view the report and play the recording, without credentials, until it expires or ' +
      'the analysis is deleted. Revoking the key that created it does not revoke the link; `DELETE ' +
      '/analysis/{id}/report-link` does. A test key creates links to test analyses only.',
  })
  @ApiBody({ type: CreateReportLinkRequest, required: false })
  @ApiCreatedResponse({ description: 'The link.', type: ReportLinkResponse })
  @Refuses(liveObject(), notFound('Analysis'), noReport())
  async link(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() { expires_in }: CreateReportLinkRequest,
  ): Promise<ReportLinkResponse> {
    const { url, livemode, expiresAt } = await this.reports.link(caller, id, expires_in);
    return { url, livemode, expires_at: expiresAt.toISOString() };
  }

  @Delete('analysis/:id/report-link')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'deleteReportLinks',
    summary: 'Revoke all report links',
    description:
      'Revokes all report links of this analysis, whichever key created them; new ones can be created. A page ' +
      'that is already open stays open, and can play the recording for an hour at most.',
  })
  @ApiOkResponse({ description: 'All earlier links are revoked.', type: DeletedReportLinksResponse })
  @Refuses(liveObject(), notFound('Analysis'))
  async endLinks(@CurrentCaller() caller: Caller, @UuidParam('id') id: string): Promise<DeletedReportLinksResponse> {
    await this.analyses.endReportLinks(caller, id);
    return { object: 'report_link', analysis_id: id, deleted: true };
  }

  @Get('reports/:analysis_id')
  @Public()
  @ApiOperation({
    operationId: 'openReportLink',
    summary: 'Open a report link',
    description:
      'The page of `POST /analysis/{id}/report-link`. Needs no credentials: the link is signed and expires. The ' +
      'rate limit is that of the client address.',
  })
  @ApiParam({
    name: 'analysis_id',
    description: 'Value from the link.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  @ApiQuery({ name: 'livemode', description: 'Value from the link.', example: 'true' })
  @ApiQuery({ name: 'expires', description: 'Unix time in seconds at which the link ends.', example: '1790003600' })
  @ApiQuery({ name: 'round', description: 'As in the link, if present.', example: '1', required: false })
  @ApiQuery({ name: 'signature', description: 'Value from the link.', example: 'aQ3v…' })
  @ApiProduces('text/html')
  @ApiOkResponse(PAGE)
  @Refuses(invalidLink(), notFound('Analysis'))
  async open(
    @Param('analysis_id') id: string,
    @Query('livemode') livemode: unknown,
    @Query('expires') expires: unknown,
    @Query('round') round: unknown,
    @Query('signature') signature: unknown,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const isRead =
      isUuid(id) &&
      (livemode === 'true' || livemode === 'false') &&
      typeof expires === 'string' &&
      (round === undefined || typeof round === 'string') &&
      typeof signature === 'string';
    if (!isRead) throw invalidLink();
    const linked = { id, livemode: livemode === 'true', round: Number(round ?? 0), expiresAt: Number(expires) };
    const holder = this.reports.holderOf(linked, signature);
    request.linkHolder = holder;
    await sendReport(response, await this.reports.open(linked, holder));
  }
}
