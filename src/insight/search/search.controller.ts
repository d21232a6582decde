import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { SearchRequest } from './search.requests.js';
import { SearchPageResponse } from './search.responses.js';
import { Search } from './search.service.js';

@ApiTags('Analyses')
@Controller('search')
export class SearchController {
  constructor(
    private readonly search: Search,
    private readonly dataSource: DataSource,
  ) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'searchCalls',
    summary: 'Search transcripts',
    description:
      'Completed calls in which the words were said, newest first, each with up to three matches. The current ' +
      'transcript is searched, with corrections and without masked words. A phrase search takes 600 ms at most ' +
      'and reports how far back it went.',
  })
  @ApiOkResponse({ type: SearchPageResponse, description: 'One page of the calls.' })
  async find(@CurrentCaller() caller: Caller, @Query() request: SearchRequest): Promise<SearchPageResponse> {
    const found = await this.search.find({ ...seenBy(caller), livemode: caller.livemode }, request);
    const { q, agent_id = null, contact_id = null, skip } = request;
    const [details, names] = [
      { found: found.total, skip },
      { words: q, agent_id, contact_id },
    ];
    await recordAudit(this.dataSource, caller, 'search', { type: 'account', id: caller.accountId }, details, names);
    return found;
  }
}
