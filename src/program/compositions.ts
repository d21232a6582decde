// The modules of each kind of process: import lists, no logic.
import { type DynamicModule, Module } from '@nestjs/common';
import { ApiKeysModule } from '../accounts/api-keys/api-keys.module.js';
import { AuthModule } from '../accounts/auth/auth.module.js';
import { UsersModule } from '../accounts/users/users.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { BucketsModule } from '../adapters/buckets/buckets.module.js';
import type { Engines } from '../adapters/choose-engines.js';
import { EnginesModule } from '../adapters/engines.module.js';
import { FormJudgeModule } from '../adapters/form-judge.module.js';
import { BatchesModule } from '../arrivals/batches/batches.module.js';
import { BatchesApiModule } from '../arrivals/batches/batches-api.module.js';
import { SourcesApiModule } from '../arrivals/sources/sources-api.module.js';
import { TwilioApiModule } from '../arrivals/sources/twilio/twilio-api.module.js';
import { TwilioWorkerModule } from '../arrivals/sources/twilio/twilio-worker.module.js';
import { WatchingModule } from '../arrivals/sources/watching/watching.module.js';
import { WatchingApiModule } from '../arrivals/sources/watching/watching-api.module.js';
import { BillingApiModule } from '../billing/billing-api.module.js';
import { BillingWorkerModule } from '../billing/billing-worker.module.js';
import { AnalysisApiModule } from '../calls/analysis-api.module.js';
import { ExportsModule } from '../insight/exports/exports.module.js';
import { ExportsApiModule } from '../insight/exports/exports-api.module.js';
import { SearchModule } from '../insight/search/search.module.js';
import { SearchApiModule } from '../insight/search/search-api.module.js';
import { StatisticsApiModule } from '../insight/statistics/reading/statistics-api.module.js';
import { StatisticsSumsModule } from '../insight/statistics/sums/statistics-sums.module.js';
import { EvaluationsModule } from '../judging/evaluating/evaluations.module.js';
import { TrialsModule } from '../judging/evaluating/trials/trials.module.js';
import { CorrectionsModule } from '../judging/reviews/corrections/corrections.module.js';
import { CorrectionsApiModule } from '../judging/reviews/corrections/corrections-api.module.js';
import { LinksApiModule } from '../judging/reviews/links/links-api.module.js';
import { ReviewQueueApiModule } from '../judging/reviews/queue/review-queue-api.module.js';
import { ReviewingApiModule } from '../judging/reviews/reviewing/reviewing-api.module.js';
import { RedactionJobsModule } from '../masking/jobs/redaction-jobs.module.js';
import { RedactionJobsApiModule } from '../masking/jobs/redaction-jobs-api.module.js';
import { RedactingModule } from '../masking/redacting.module.js';
import { RedactingApiModule } from '../masking/redacting-api.module.js';
import { ReportModule } from '../pages/call-page/report.module.js';
import { ConsoleModule } from '../pages/console/console.module.js';
import { SiteModule } from '../pages/site/site.module.js';
import { IntakeModule } from '../pipeline/intake/intake.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { Config } from '../platform/config/config.js';
import { ConfigModule } from '../platform/config/config.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { HttpPlatformModule } from '../platform/http/http-platform.module.js';
import { IdempotencyModule } from '../platform/http/idempotency/idempotency.module.js';
import { BackingChecks } from '../platform/operations/backing-checks.js';
import { DiskCheck } from '../platform/operations/disk-check.js';
import { BackingMetrics } from '../platform/operations/metrics/backing-metrics.js';
import { OperationsModule } from '../platform/operations/operations.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { RedactionSettingsApiModule } from '../redaction/settings/redaction-settings-api.module.js';
import { ScorecardsApiModule } from '../scorecards/cards/scorecards-api.module.js';
import { EvaluationsApiModule } from '../scorecards/evaluations/evaluations-api.module.js';
import { RescoresApiModule } from '../scorecards/rescores/rescores-api.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { UploadsApiModule } from '../uploads/uploads-api.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { WebhooksApiModule } from '../webhooks/webhooks-api.module.js';

const PLATFORM = [DatabaseModule, QueueModule, HttpPlatformModule, OperationsModule, AdaptersModule, BucketsModule];
const API = [
  IdempotencyModule,
  AuthModule,
  UsersModule,
  ApiKeysModule,
  BillingApiModule,
  IntakeModule,
  BatchesApiModule,
  AnalysisApiModule,
  SearchApiModule,
  RedactionSettingsApiModule,
  ScorecardsApiModule,
  ReportModule,
  EvaluationsApiModule,
  TrialsModule,
  RescoresApiModule,
  LinksApiModule,
  ReviewQueueApiModule,
  CorrectionsApiModule,
  ReviewingApiModule,
  RedactingApiModule,
  RedactionJobsApiModule,
  RedactingApiModule,
  ExportsApiModule,
  UploadsApiModule,
  WebhooksApiModule,
  SourcesApiModule,
  WatchingApiModule,
  TwilioApiModule,
  StatisticsApiModule,
  SiteModule,
  ConsoleModule,
];
const BACKING = [BackingChecks, BackingMetrics, DiskCheck];
const WORKER = [
  PipelineModule,
  BatchesModule,
  EvaluationsModule,
  CorrectionsModule,
  RedactingModule,
  RedactionJobsModule,
  ExportsModule,
  UploadsModule,
  SearchModule,
  BillingWorkerModule,
  StatisticsSumsModule,
  WatchingModule,
  WebhookDeliveryModule,
  TwilioWorkerModule,
];

@Module({})
export class ApiModule {
  static with(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [ConfigModule.with(config), ...PLATFORM, FormJudgeModule, ...API],
      providers: BACKING,
    };
  }
}

@Module({})
export class WorkerModule {
  static with(config: Config, engines: Engines): DynamicModule {
    const imports = [ConfigModule.with(config), ...PLATFORM, EnginesModule.with(engines), ...WORKER];
    return { module: WorkerModule, imports, providers: BACKING };
  }
}

@Module({})
export class AllInOneModule {
  static with(config: Config, engines: Engines): DynamicModule {
    const imports = [ConfigModule.with(config), ...PLATFORM, EnginesModule.with(engines), ...API, ...WORKER];
    return { module: AllInOneModule, imports, providers: BACKING };
  }
}
