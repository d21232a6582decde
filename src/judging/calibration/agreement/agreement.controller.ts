// The route that tells how far raters agree on a scorecard, over all of its closed sessions.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { nothingPublished, revisionNotFound, scorecardNotFound } from '../../../scorecards/cards/scorecard-errors.js';
import { AgreementResponse } from '../../../wire/agreement.response.js';
import { GetAgreementQuery } from './agreement.requests.js';
import { AgreementReader, tooManyRated } from './agreement-reader.js';

@ApiTags('Calibration')
@Controller('scorecards')
export class AgreementController {
  constructor(private readonly reader: AgreementReader) {}

  @Get(':id/agreement')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getAgreement',
    summary: 'Get the agreement on a scorecard',
    description:
      'Over all closed calibration sessions of a revision, for each question. Where a person rated a call in two sessions, the ' +
      'later one counts. Intervals are by bootstrap over calls, seeded from their ids: anyone gets the same.',
  })
  @ApiOkResponse({ type: AgreementResponse, description: 'The agreement.' })
  @Refuses(tooManyRated(), nothingPublished(), scorecardNotFound(), revisionNotFound())
  get(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') id: string,
    @Query() query: GetAgreementQuery,
  ): Promise<AgreementResponse> {
    return this.reader.get(caller, id, query);
  }
}
