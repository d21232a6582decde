import { Module } from '@nestjs/common';
import { RescoreClaims } from './rescore-claims.js';

/** Rescoring jobs without their routes, because workers carry them out. */
@Module({ providers: [RescoreClaims], exports: [RescoreClaims] })
export class RescoreWorkModule {}
