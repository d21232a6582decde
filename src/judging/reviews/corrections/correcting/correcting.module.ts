import { Module } from '@nestjs/common';
import { Correcting } from './correcting.js';

/** The thread for transcripts, for the worker and for the route that checks a correction: in one process both share it. */
@Module({ providers: [Correcting], exports: [Correcting] })
export class CorrectingModule {}
