import { Module } from '@nestjs/common';
import { ReviewQueueController } from './review-queue.controller.js';
import { ReviewQueueService } from './review-queue.service.js';

/** The routes of the review queue. */
@Module({ controllers: [ReviewQueueController], providers: [ReviewQueueService] })
export class ReviewQueueApiModule {}
