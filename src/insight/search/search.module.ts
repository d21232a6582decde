import { Module } from '@nestjs/common';
import { Hits } from './hits.js';
import { SearchController } from './search.controller.js';
import { Search } from './search.service.js';
import { SearchableSweep } from './searchable-sweep.js';

/** Keeps calls searchable. */
@Module({ providers: [SearchableSweep] })
export class SearchModule {}

@Module({ controllers: [SearchController], providers: [Hits, Search] })
export class SearchApiModule {}
