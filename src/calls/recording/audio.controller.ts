// The route that leads to the recording of a call, as it is served or as it was sent.
import { Controller, Get, Logger, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { recordAudit, recordRead } from '../../platform/audit/record-audit.js';
import { ApiError, closedToLinks, closedToUnnamed, notFound, scopeMissing } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { Flag, OneOf } from '../../platform/http/validation/fields.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { AudioLinks } from './audio-links.js';

const VARIANTS = ['current', 'original'] as const;
const RENDITIONS = ['as_stored', 'play'] as const;

const noRecording = () => new ApiError(404, 'Recording not available');
const originalGone = () => new ApiError(404, 'The original recording is no longer stored');

export class GetAudioQuery {
  @OneOf(VARIANTS, {
    description: '`current`: the recording of `audio.url`. `original`: the original recording.',
    example: 'current',
    default: 'current',
  })
  variant: (typeof VARIANTS)[number];

  @OneOf(RENDITIONS, {
    description:
      '`play`: a version that Chromium, Firefox and Safari play in step with the times of the transcript. It is ' +
      'the recording itself, or an MP3 where they do not play that exactly (ADPCM, GSM, VBR without an index). It ' +
      'has at most two channels at 16 kHz. With `variant=original` it is the recording as it was sent.',
    example: 'as_stored',
    default: 'as_stored',
  })
  rendition: (typeof RENDITIONS)[number];

  @Flag({
    description:
      '`false` returns the link as JSON: scripts in a browser cannot read the target of a redirect, and another ' +
      'origin may refuse them.',
    example: false,
    default: true,
  })
  redirect: boolean;
}

export class AudioLinkResponse {
  @ApiProperty({ type: 'string', enum: ['audio_link'], description: 'Type of the object.', example: 'audio_link' })
  object: string;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Needs no credentials, and supports Range requests.',
    example:
      'https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?expires=1790000300&signature=c2ln',
  })
  url: string;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When the link ends.',
    example: '2026-09-21T14:18:20.000Z',
  })
  expires_at: string;
  @ApiProperty({
    type: 'boolean',
    description:
      'With `rendition=play`: true while the playable version is being created, for a call that is new, was just ' +
      'masked, or is of an earlier release. Until then the link gives the recording itself. Try again in two ' +
      'seconds.',
    example: false,
  })
  preparing: boolean;
}

@ApiTags('Analyses')
@Controller('analysis')
export class AudioController {
  private readonly logger = new Logger(AudioController.name);

  constructor(
    private readonly links: AudioLinks,
    private readonly dataSource: DataSource,
  ) {}

  @Get(':id/audio')
  @ForCaller(
    'analysis:read',
    { act: 'read', of: 'analysis' },
    { parameter: 'variant', value: 'original', scope: 'recordings:original' },
  )
  @ApiOperation({
    operationId: 'getAnalysisAudio',
    summary: 'Get the recording of a call',
    description:
      'Redirects to a link that needs no credentials and expires. `variant=original` gives the original ' +
      'recording, for five minutes: an API key then needs the scope `recordings:original` instead of ' +
      '`analysis:read`, which a key has only if it was requested by name, and a member needs `recordings_original`; ' +
      'review links cannot open it; and every access is logged. A deleted original, or one that is still to be ' +
      'masked, is 404. `rendition=play` gives a ' +
      'version that all browsers play, for a masked call made from the masked recording.',
  })
  @ApiOkResponse({ type: AudioLinkResponse, description: 'With `redirect=false`: URL of the recording.' })
  @ApiResponse({
    status: 302,
    description: 'URL of the recording.',
    headers: { Location: { description: 'The link.', schema: { type: 'string', format: 'uri' } } },
  })
  @Refuses(
    scopeMissing('recordings:original'),
    closedToUnnamed(),
    closedToLinks(),
    notFound('Analysis'),
    noRecording(),
    originalGone(),
  )
  async getAnalysisAudio(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Query() { variant, rendition, redirect }: GetAudioQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId, principal } = caller;
    const link = await this.links.get(accountId, id, { variant, rendition });
    if (link === null) throw variant === 'original' ? originalGone() : noRecording();
    if (variant === 'original') {
      await recordAudit(this.dataSource, caller, 'recording.original_read', { type: 'analysis', id });
      this.logger.log(
        { analysisId: id, accountId, principalKind: principal.kind, principalId: principal.id },
        'Gave a link to an original recording',
      );
    } else await recordRead(this.dataSource, caller, id, 'recording');
    const { url, expiresAt, isPreparing: preparing } = link;
    const answer: AudioLinkResponse = { object: 'audio_link', url, expires_at: expiresAt.toISOString(), preparing };
    if (redirect) response.status(302).setHeader('Location', url).end();
    else response.json(answer);
  }
}
