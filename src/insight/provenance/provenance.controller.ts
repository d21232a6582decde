// The route of the provenance of a call.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Signatures } from '../../platform/audit/signatures.js';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { OneOf } from '../../platform/http/validation/fields.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { ProvenanceResponse } from './provenance.responses.js';
import { ProvenanceReader } from './provenance-reader.js';

const PROVENANCE_FORMATS = ['json', 'signed'] as const;

class ProvenanceRequest {
  @OneOf(PROVENANCE_FORMATS, {
    description: '`signed` adds `key_id` and `signature`, which anyone can check without the service.',
    example: 'signed',
    default: 'json',
  })
  format: (typeof PROVENANCE_FORMATS)[number];
}

@ApiTags('Analyses')
@Controller('analysis')
export class ProvenanceController {
  constructor(
    private readonly reader: ProvenanceReader,
    private readonly signatures: Signatures,
  ) {}

  @Get(':id/provenance')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getProvenance',
    summary: 'Get the provenance of an analysis',
    description:
      'Which engines, versions and people made the result, and who read the original recording. Without words of the call. ' +
      '`format=signed` is a certificate: it can be checked offline, with the public keys alone.',
  })
  @ApiOkResponse({ type: ProvenanceResponse, description: 'The provenance.' })
  @Refuses(notFound('Analysis'))
  async get(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id') id: string,
    @Query() { format }: ProvenanceRequest,
  ): Promise<ProvenanceResponse> {
    const provenance = await this.reader.get(accountId, id);
    return format === 'signed' ? this.signatures.sign(provenance) : provenance;
  }
}
