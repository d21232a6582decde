// The routes of the audit log, and the public keys of the service's signatures.
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type PublicJwk, Signatures } from '../../platform/audit/signatures.js';
import { ForCaller, Public } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { sendText } from '../../platform/http/body/send-text.js';
import { AuditExportRequest, AuditPageRequest } from './audit.requests.js';
import { AuditHeadResponse, AuditPageResponse } from './audit.responses.js';
import { AuditReader } from './audit-reader.js';

const JSON_LINES = 'application/jsonl';

@ApiTags('Data')
@Controller('audit')
export class AuditController {
  constructor(private readonly reader: AuditReader) {}

  @Get()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'Who did what to which object, newest first. Entries are there with what they tell, and get their place in the chain within ' +
      'two seconds. A test key sees what was done in test mode.',
  })
  @ApiOkResponse({ type: AuditPageResponse, description: 'One page of the entries.' })
  list(@CurrentCaller() caller: Caller, @Query() query: AuditPageRequest): Promise<AuditPageResponse> {
    return this.reader.list(caller, query);
  }

  @Get('head')
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'getAuditHead',
    summary: 'Get the head of the audit log',
    description:
      'The last entry of the chain, signed. Who keeps it can show later that no entry up to it was changed or removed.',
  })
  @ApiOkResponse({ type: AuditHeadResponse, description: 'The head.' })
  head(@CurrentCaller() caller: Caller): Promise<AuditHeadResponse> {
    return this.reader.head(caller);
  }

  @Get('export')
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'exportAuditLog',
    summary: 'Export the audit log',
    description:
      'All entries in the order of the chain, oldest first, an object a line. Where entries were pruned, the first line is their ' +
      'signed `audit_anchor`: the hash that the next entry goes on from.',
  })
  @ApiOkResponse({
    description: 'The entries.',
    content: { [JSON_LINES]: { schema: { type: 'string' }, example: '{"object":"audit_entry",…}\n' } },
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Query() _format: AuditExportRequest,
    @Res() response: Response,
  ): Promise<void> {
    const lines = await this.reader.export(caller);
    response.setHeader('Content-Type', JSON_LINES);
    await sendText(response, lines);
  }
}

/** Served at the root, and no part of the API document. */
@ApiExcludeController()
@Controller('.well-known/call-analysis')
export class SigningKeysController {
  constructor(private readonly signatures: Signatures) {}

  /** A JWK set (RFC 7517). */
  @Public()
  @Get('keys.json')
  keys(): { readonly keys: readonly PublicJwk[] } {
    return { keys: this.signatures.keySet() };
  }
}
