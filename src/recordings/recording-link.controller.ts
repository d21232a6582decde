// Serves recordings to holders of a signed link. Analyses carry such links when the service itself stores recordings.
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { invalidLink, notFound } from '../platform/errors/api-error.js';
import { Public } from '../platform/http/access/access.js';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { SignedLinks } from '../platform/http/access/signed-links.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { type ObjectLink, ObjectStore } from '../ports/object-store.js';
import { rangeNotSatisfiable, sendStored } from './send-stored.js';
import { WithheldRecordings } from './withheld-recordings.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Data protected by the signature of a link. */
type LinkedRecording = Pick<ObjectLink, 'key' | 'contentType' | 'fileName'>;

@ApiTags('Analyses')
@Controller('recordings')
export class RecordingLinkController {
  constructor(
    private readonly links: SignedLinks,
    private readonly store: ObjectStore,
    private readonly withheld: WithheldRecordings,
  ) {}

  @Public()
  @Get(':recording_id')
  @ApiOperation({
    operationId: 'openRecordingLink',
    summary: 'Open a recording link',
    description:
      'Returns the recording of an analysis’s `audio.url`. Needs no credentials: the link is signed and expires. ' +
      'Supports a single byte range, so that players can seek. The rate limit is that of the client address.',
  })
  @ApiParam({
    name: 'recording_id',
    description: 'Value from the link.',
    example: '0b5e2c1a-7f6d-4a2e-9a53-6f1f6d1b2c3d',
  })
  @ApiQuery({ name: 'content_type', description: 'Value from the link.', example: 'audio/wav' })
  @ApiQuery({ name: 'file_name', description: 'Value from the link.', example: 'recording.wav' })
  @ApiQuery({ name: 'expires', description: 'Unix time in seconds at which the link ends.', example: '1790003600' })
  @ApiQuery({ name: 'signature', description: 'Value from the link.', example: 'aQ3v…' })
  @ApiProduces('audio/*')
  @ApiResponse({
    status: 200,
    description: 'The recording.',
    content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiResponse({
    status: 206,
    description: 'The requested part of it.',
    headers: { 'Content-Range': { $ref: '#/components/headers/ContentRange' } },
    content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @Refuses(invalidLink(), notFound('Recording'), rangeNotSatisfiable(1_478_400, 'recording'))
  async open(
    @Param('recording_id') recordingId: string,
    @Query('content_type') contentType: unknown,
    @Query('file_name') fileName: unknown,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const key = `recordings/${recordingId}`;
    const isRead =
      UUID.test(recordingId) &&
      typeof contentType === 'string' &&
      typeof fileName === 'string' &&
      typeof expires === 'string' &&
      typeof signature === 'string';
    if (!isRead) throw invalidLink();
    const claims = { key, contentType, fileName, expiresAt: Number(expires) };
    const holder = this.links.holder(claims, signature, 'recording:open');
    if (!holder) throw invalidLink();
    request.linkHolder = holder;
    await this.send({ key, contentType, fileName }, request, response);
  }

  private async send(
    { key, contentType, fileName }: LinkedRecording,
    request: ServiceRequest,
    response: Response,
  ): Promise<void> {
    const found = (await this.withheld.has(key)) ? null : await this.store.find(key);
    if (!found) throw notFound('Recording');
    // Anyone with the link can play the recording, so a page elsewhere may play it too: a saved report, or a client's own page.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await sendStored(this.store, found, { contentType, fileName, what: 'recording' }, request, response);
  }
}
