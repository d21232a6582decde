// The route of the waveform of a call.
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { ApiError, notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { readEnvelopes } from './envelopes.js';
import { toWaveform } from './waveform.js';
import { WaveformResponse } from './waveform.response.js';

const noWaveform = () => new ApiError(404, 'Waveform not available');

@ApiTags('Analyses')
@Controller('analysis')
export class WaveformController {
  constructor(private readonly dataSource: DataSource) {}

  @Get(':id/waveform')
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'getWaveform',
    summary: 'Get the waveform of a call',
    description:
      'Data for drawing the waveform, in the JSON format of audiowaveform, which peaks.js and wavesurfer.js ' +
      'read. The number of pixels does not grow with the length of the call. 404 until the analysis is ' +
      'completed, and if there is no waveform: for scenarios and for recordings from an early release.',
  })
  @ApiOkResponse({ type: WaveformResponse, description: 'The loudest samples of each stretch of time.' })
  @Refuses(notFound('Analysis'), noWaveform())
  async get(@CurrentCaller() { accountId }: Caller, @UuidParam('id') id: string): Promise<WaveformResponse> {
    const found = await queryRow<{ envelopes: string | null }>(this.dataSource, ENVELOPES, [id, accountId]);
    if (!found) throw notFound('Analysis');
    const [first, ...others] = readEnvelopes(found.envelopes);
    if (!first) throw noWaveform();
    return toWaveform([first, ...others]);
  }
}

const ENVELOPES = `
  SELECT p.envelopes FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id AND a.status = 'completed'
  WHERE a.id = $1 AND a.account_id = $2`;
