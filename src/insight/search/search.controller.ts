import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { SearchRequest } from './search.requests.js';
import { SearchPageResponse } from './search.responses.js';
import { Search } from './search.service.js';

@ApiTags('Analyses')
@Controller('search')
export class SearchController {
  constructor(private readonly search: Search) {}

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
  find(@CurrentCaller() caller: Caller, @Query() request: SearchRequest): Promise<SearchPageResponse> {
    return this.search.find({ ...seenBy(caller), livemode: caller.livemode }, request);
  }
}
