// The route that starts an archive of evidence: an export like any other, for those who govern the data of the account.
import { Body, Controller } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { accountFull } from '../../platform/database/held-bytes.js';
import { invalid } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { Moment } from '../../platform/http/validation/fields.js';
import { ExportResponse } from '../../wire/export.response.js';
import { tooManyExports, tooManyExportsADay } from './export-errors.js';
import { StartExport } from './start-export.js';

export class CreateEvidenceRequest {
  @Moment({
    description: 'Beginning of the period; Unix seconds: after that second.',
    spelling: 'date-time',
    example: '2026-11-01T00:00:00Z',
  })
  from: Date;

  @Moment({
    description: 'End of the period, which does not belong to it; Unix seconds: up to that second.',
    spelling: 'date-time',
    example: '2026-12-01T00:00:00Z',
  })
  to: Date;
}

@ApiTags('Data')
@Controller('evidence')
export class EvidenceController {
  constructor(private readonly startExport: StartExport) {}

  @Post()
  @HoldsBytes()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'createEvidence',
    summary: 'Export evidence for an auditor',
    description:
      'Starts an export (`GET /exports/{id}`) of one zip: scorecards, engines, agreement, reviews, disputes, settings, holds, the ' +
      'audit log and the published counts of the period, as JSON Lines, with hashes that are signed. It holds no words of calls, ' +
      'and names as HMACs alone. Calls belong to the period in which they were submitted. A test key exports what was done in test ' +
      'mode. A key needs `analysis:read` too, to read the export.',
  })
  @ApiCreatedResponse({ type: ExportResponse, description: 'The new export.' })
  @Refuses(tooManyExports(), tooManyExportsADay(), accountFull())
  create(
    @CurrentCaller() caller: Caller,
    @Body() { from, to }: CreateEvidenceRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ExportResponse> {
    if (from >= to)
      throw invalid([
        { type: 'value_error', loc: ['body', 'to'], msg: valueError('it must be after `from`'), input: to },
      ]);
    return this.startExport.startEvidence(
      caller,
      { from: wholeSecond(from), to: wholeSecond(to) },
      storeResponse((started) => started),
    );
  }
}

/** Times of an archive are Unix seconds. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);
