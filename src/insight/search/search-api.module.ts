import { Module } from '@nestjs/common';
import { Hits } from './hits.js';
import { SearchController } from './search.controller.js';
import { Search } from './search.service.js';

@Module({ controllers: [SearchController], providers: [Hits, Search] })
export class SearchApiModule {}
