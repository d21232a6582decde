import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { QueueModule } from '../platform/queue/queue.module.js';
import { EVALUATIONS_QUEUE } from '../platform/queue/queue-names.js';
import { DueEvaluations } from './evaluations/due-evaluations.js';
import { EvaluationClaims } from './evaluations/evaluation-claims.js';
import { EvaluationDoorbell } from './evaluations/evaluation-doorbell.js';
import { RescoreClaims } from './rescores/rescore-claims.js';

/** How evaluations reach a worker and are settled: the bell that their makers ring, and the claims of the workers. */
@Module({
  imports: [QueueModule, BullModule.registerQueue({ name: EVALUATIONS_QUEUE })],
  providers: [DueEvaluations, EvaluationClaims, EvaluationDoorbell, RescoreClaims],
  exports: [BullModule, DueEvaluations, EvaluationClaims, EvaluationDoorbell, RescoreClaims],
})
export class EvaluationWorkModule {}
