// The route that leads to the recording of a call, as it is served or as it was sent.
import { Controller, Get, Logger, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiError, closedToLinks, notFound, scopeMissing } from '../../platform/errors/api-error.js';
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
    description: '`current`: what `audio.url` leads to. `original`: the recording as it was sent.',
    example: 'current',
    default: 'current',
  })
  variant: (typeof VARIANTS)[number];

  @OneOf(RENDITIONS, {
    description:
      '`play`: what Chromium, Firefox and Safari play, each second where `start` of a turn says: an MP3 beside the recording ' +
      'where they do not play that exactly, such as ADPCM, GSM or VBR without an index, else the recording itself. It has at ' +
      'most two channels of 16 kHz. Of an `original` it is the recording as it was sent.',
    example: 'as_stored',
    default: 'as_stored',
  })
  rendition: (typeof RENDITIONS)[number];

  @Flag({
    description:
      '`false`: the link comes as JSON. A page in a browser cannot read where a redirect leads, and a store of its own address may ' +
      'not let it follow.',
    example: false,
    default: true,
  })
  redirect: boolean;
}

export class AudioLinkResponse {
  @ApiProperty({ type: 'string', enum: ['audio_link'], description: 'What it is.', example: 'audio_link' })
  object: string;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Needs no credentials, and takes Range requests.',
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
      'With `rendition=play`: true while a worker makes what browsers play, of a call that is new, was just masked, or is of an ' +
      'earlier release. Until then the link leads to the recording itself. Ask again in two seconds.',
    example: false,
  })
  preparing: boolean;
}

@ApiTags('Analyses')
@Controller('analysis')
export class AudioController {
  private readonly logger = new Logger(AudioController.name);

  constructor(private readonly links: AudioLinks) {}

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
      'Redirects to a link that needs no credentials and expires. With `variant=original` it leads to the recording as it was sent, ' +
      'for five minutes: an API key then needs the scope `recordings:original` in place of `analysis:read`, which no key has unless ' +
      'it was asked for by name; no review link opens it; and every read is logged with who it was. An original that is deleted, ' +
      'or that is still to be masked, is 404. With `rendition=play` it leads to what every browser plays: of a masked call, that is ' +
      'made of the masked sound.',
  })
  @ApiOkResponse({ type: AudioLinkResponse, description: 'With `redirect=false`: where the recording is.' })
  @ApiResponse({
    status: 302,
    description: 'Where the recording is.',
    headers: { Location: { description: 'The link.', schema: { type: 'string', format: 'uri' } } },
  })
  @Refuses(scopeMissing('recordings:original'), closedToLinks(), notFound('Analysis'), noRecording(), originalGone())
  async getAnalysisAudio(
    @CurrentCaller() { accountId, principal }: Caller,
    @UuidParam('id') id: string,
    @Query() { variant, rendition, redirect }: GetAudioQuery,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.links.get(accountId, id, { variant, rendition });
    if (link === null) throw variant === 'original' ? originalGone() : noRecording();
    if (variant === 'original')
      this.logger.log(
        { analysisId: id, accountId, principalKind: principal.kind, principalId: principal.id },
        'Gave a link to an original recording',
      );
    const { url, expiresAt, isPreparing: preparing } = link;
    const answer: AudioLinkResponse = { object: 'audio_link', url, expires_at: expiresAt.toISOString(), preparing };
    if (redirect) response.status(302).setHeader('Location', url).end();
    else response.json(answer);
  }
}
