import { Module } from '@nestjs/common';
import { SearchableSweep } from './searchable-sweep.js';

/** What keeps calls searchable. */
@Module({ providers: [SearchableSweep] })
export class SearchModule {}
