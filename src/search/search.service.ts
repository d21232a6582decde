// Finds calls by what was said in them.
import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/http/access/caller.js';
import type { SearchRequest } from './search.requests.js';
import type { SearchPageResponse } from './search.responses.js';

@Injectable()
export class Search {
  async find(_: Caller, { skip, limit }: SearchRequest): Promise<SearchPageResponse> {
    return { items: [], total: 0, skip, limit };
  }
}
