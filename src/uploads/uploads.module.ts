import { Module } from '@nestjs/common';
import { UploadRemains } from './upload-remains.js';
import { UploadRows } from './upload-rows.js';
import { UploadSweep } from './upload-sweep.js';

/** The worker's end of resumable uploads: those that were not used. */
@Module({ providers: [UploadRemains, UploadRows, UploadSweep] })
export class UploadsModule {}
