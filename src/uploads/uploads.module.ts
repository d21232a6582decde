import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { AppendToUpload } from './append-to-upload.js';
import { LocationInterceptor } from './location.interceptor.js';
import { TakeUpload } from './take-upload.js';
import { Tus } from './tus.service.js';
import { speakTus } from './tus-headers.js';
import { UploadRemains } from './upload-remains.js';
import { UploadRows } from './upload-rows.js';
import { UploadSweep } from './upload-sweep.js';
import { CreationGuard, UploadsController } from './uploads.controller.js';

/** The worker's end of resumable uploads: those that were not used. */
@Module({ providers: [UploadRemains, UploadRows, UploadSweep] })
export class UploadsModule {}

/** The routes of resumable uploads, and the submission of a call that takes one. */
@Module({
  controllers: [UploadsController],
  providers: [AppendToUpload, CreationGuard, LocationInterceptor, TakeUpload, Tus, UploadRemains, UploadRows],
  exports: [TakeUpload],
})
export class UploadsApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(speakTus).forRoutes('uploads', 'uploads/:id');
  }
}
