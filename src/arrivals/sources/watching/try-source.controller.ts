import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { notABucket, roleIsOpen, sourceNotFound } from '../source-errors.js';
import { CreateSourceRequest } from '../sources.requests.js';
import { TrySource } from './try-source.js';
import { SourceTestResponse } from './try-source.responses.js';

@ApiTags('Sources')
@Controller('sources')
export class TrySourceController {
  constructor(private readonly trySource: TrySource) {}

  @Post('test')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'testNewSource',
    summary: 'Test a new source',
    description:
      'Tests the body of a new source, as `POST /sources/{id}/test` tests a stored one. Nothing is created or ' +
      'imported.',
  })
  @ApiOkResponse({ type: SourceTestResponse, description: 'The submissions that the last objects would become.' })
  @Refuses(notABucket(), roleIsOpen())
  async testNewSource(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateSourceRequest,
  ): Promise<SourceTestResponse> {
    return SourceTestResponse.of(await this.trySource.runNew(caller, request.fields()));
  }

  @Post(':id/test')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'testSource',
    summary: 'Test a source',
    description:
      'Reads the last 20 keys of the bucket and returns the submission that each would become. Nothing is ' +
      'imported. The test ends after 20 seconds; `error` then says that the store did not answer in time.',
  })
  @ApiOkResponse({ type: SourceTestResponse, description: 'The submissions that the last objects would become.' })
  @Refuses(notABucket(), roleIsOpen(), liveObject(), sourceNotFound())
  async testSource(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the source.') id: string,
  ): Promise<SourceTestResponse> {
    return SourceTestResponse.of(await this.trySource.run(caller, id));
  }
}
