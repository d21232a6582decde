import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { SmallBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { ExportPageResponse, ExportResponse } from '../../wire/export.response.js';
import { CreateExportRequest, ExportPageRequest } from './export.requests.js';
import { exportEnded, exportFinished, exportNotFound, tooManyExports, tooManyExportsADay } from './export-errors.js';
import { Exports } from './exports.service.js';
import { StartExport } from './start-export.js';

@ApiTags('Exports')
@Controller('exports')
export class ExportsController {
  constructor(
    private readonly startExport: StartExport,
    private readonly exports: Exports,
  ) {}

  @Post()
  @HoldsBytes()
  @SmallBody()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'createExport',
    summary: 'Export calls as a file',
    description:
      'Writes the calls that match the filter into one file, newest first, as of one moment (`as_of`). The file ' +
      'is created in the background; poll `GET /exports/{id}` or use the notification. Uses no minutes. The file ' +
      'is deleted when one of its calls is deleted or redacted. `evaluations` and `answers` do not include ' +
      'superseded evaluations.',
  })
  @ApiCreatedResponse({ type: ExportResponse, description: 'The new export.' })
  @Refuses(tooManyExports(), tooManyExportsADay(), accountFull())
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateExportRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ExportResponse> {
    return this.startExport.start(
      caller,
      request,
      storeResponse((started) => started),
    );
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listExports',
    summary: 'List the exports',
    description: 'Newest first, of both modes. An export with deleted or redacted calls has a null `url`.',
  })
  @ApiOkResponse({ type: ExportPageResponse, description: 'One page of the exports.' })
  async list(@CurrentCaller() caller: Caller, @Query() page: ExportPageRequest): Promise<ExportPageResponse> {
    const { items, total } = await this.exports.list(caller, page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getExport',
    summary: 'Get one export',
    description: 'For polling. Once it is completed, `url` is a new link to the file, which works for 24 hours.',
  })
  @ApiOkResponse({ type: ExportResponse, description: 'The export, completed or not.' })
  @Refuses(exportNotFound(), exportEnded())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the export.') id: string): Promise<ExportResponse> {
    return this.exports.get(caller, id);
  }

  @Delete(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'deleteExport',
    summary: 'Delete the file of an export',
    description:
      'Takes effect immediately: links to the file stop working, and its size no longer counts towards `storage` ' +
      'of `GET /billing/usage`. The export stays in the list, with a null `url`. An export in progress is ' +
      'canceled. May be repeated.',
  })
  @ApiOkResponse({ type: ExportResponse, description: 'The export, without a file.' })
  @Refuses(liveObject(), exportNotFound(), exportEnded())
  end(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the export.') id: string): Promise<ExportResponse> {
    return this.exports.end(caller, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'cancelExport',
    summary: 'Cancel an export',
    description: 'Takes effect immediately: no file is created.',
  })
  @ApiOkResponse({ type: ExportResponse, description: 'The export, `canceled`.' })
  @Refuses(exportFinished(), liveObject(), exportNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the export.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ExportResponse> {
    return this.exports.cancel(
      caller,
      id,
      storeResponse((canceled) => canceled),
    );
  }
}
