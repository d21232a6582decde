// Serves the files of exports to holders of a signed link: by the service itself whatever the store is, so that a file whose
// calls were deleted or redacted ends at once.
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { invalidLink } from '../../platform/errors/api-error.js';
import { Public } from '../../platform/http/access/access.js';
import type { ServiceRequest } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { isUuid } from '../../platform/http/validation/fields.js';
import { ObjectStore } from '../../ports/object-store.js';
import { rangeNotSatisfiable, sendStored } from '../../recordings/send-stored.js';
import { exportEnded, exportNotFound, noFile } from './export-errors.js';
import { ExportLinks, fileOf, MEDIA_TYPES } from './export-link.js';
import { Exports } from './exports.service.js';

const TYPES = Object.values(MEDIA_TYPES);
const BINARY = Object.fromEntries(TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

@ApiTags('Exports')
@Controller('exports')
export class ExportFileController {
  constructor(
    private readonly links: ExportLinks,
    private readonly exports: Exports,
    private readonly store: ObjectStore,
  ) {}

  @Public()
  @Get(':id/file')
  @ApiOperation({
    operationId: 'openExportLink',
    summary: 'Open an export link',
    description:
      'Downloads the file of an export’s `url`. Needs no credentials: the link is signed and expires. Supports a ' +
      'single byte range. The rate limit is that of the client address.',
  })
  @ApiParam({ name: 'id', description: 'Value from the link.', example: '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d' })
  @ApiQuery({ name: 'expires', description: 'Unix time in seconds at which the link ends.', example: '1790086400' })
  @ApiQuery({ name: 'signature', description: 'Value from the link.', example: 'aQ3v…' })
  @ApiProduces(...TYPES)
  @ApiResponse({ status: 200, description: 'The file.', content: BINARY })
  @ApiResponse({
    status: 206,
    description: 'The requested part of it.',
    headers: { 'Content-Range': { $ref: '#/components/headers/ContentRange' } },
    content: BINARY,
  })
  @Refuses(invalidLink(), exportNotFound(), exportEnded(), noFile(), rangeNotSatisfiable(218_400, 'file'))
  async open(
    @Param('id') id: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    if (!isUuid(id) || typeof expires !== 'string' || typeof signature !== 'string') throw invalidLink();
    request.linkHolder = this.links.holderOf(id, Number(expires), signature);
    const file = await this.exports.findFile(id);
    const found = await this.store.find(file.storage_key);
    if (!found) throw noFile();
    await this.exports.enterReading(request.linkHolder, file);
    await sendStored(this.store, found, { ...fileOf(file), what: 'file' }, request, response);
  }
}
