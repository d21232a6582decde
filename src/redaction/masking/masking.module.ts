import { Module } from '@nestjs/common';
import { Masking } from './masking.js';

/** The thread that masks, for the worker and for the routes that mask stored calls: in one process both share it. */
@Module({ providers: [Masking], exports: [Masking] })
export class MaskingModule {}
