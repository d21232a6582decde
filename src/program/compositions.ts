// The modules of each kind of process: import lists, no logic.
import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiKeysModule } from '../accounts/api-keys/api-keys.module.js';
import { AuthModule } from '../accounts/auth/auth.module.js';
import { RightsOfRoutes } from '../accounts/auth/rights-of-routes.js';
import { EngineSettingsModule } from '../accounts/engines/engine-settings.module.js';
import { MembersModule } from '../accounts/members/members.module.js';
import { SsoModule } from '../accounts/sso/sso.module.js';
import { UsersModule } from '../accounts/users/users.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { BucketsModule } from '../adapters/buckets/buckets.module.js';
import type { Engines } from '../adapters/engines/choose-engines.js';
import { EnginesModule, FormJudgeModule } from '../adapters/engines/engines.module.js';
import { BatchesModule } from '../arrivals/batches/batches.module.js';
import { BatchesApiModule } from '../arrivals/batches/batches-api.module.js';
import { SourcesApiModule, TwilioWorkerModule, WatchingModule } from '../arrivals/sources/sources.module.js';
import { BillingApiModule, BillingWorkerModule } from '../billing/billing.module.js';
import { AnalysisApiModule } from '../calls/analysis.module.js';
import { ExportsApiModule, ExportsModule } from '../insight/exports/exports.module.js';
import { ProvenanceApiModule } from '../insight/provenance/provenance.module.js';
import { SearchApiModule, SearchModule } from '../insight/search/search.module.js';
import { StatisticsApiModule, StatisticsSumsModule } from '../insight/statistics/statistics.module.js';
import { StatusApiModule } from '../insight/status/status.module.js';
import { CalibrationApiModule, CalibrationModule } from '../judging/calibration/calibration.module.js';
import { DisputesApiModule } from '../judging/disputes/disputes.module.js';
import { EvaluationsModule } from '../judging/evaluating/evaluations.module.js';
import { TrialsModule } from '../judging/evaluating/trials/trials.module.js';
import { CorrectionsModule } from '../judging/reviews/corrections/corrections.module.js';
import { CorrectionsApiModule } from '../judging/reviews/corrections/corrections-api.module.js';
import { LinksApiModule, ReviewingApiModule, ReviewQueueApiModule } from '../judging/reviews/reviews.module.js';
import { RevisionsModule } from '../judging/revisions/revisions.module.js';
import { EngineTrialsApiModule } from '../judging/trials/engine-trials.module.js';
import { WatchModule } from '../judging/watch/watch.module.js';
import { AuditApiModule, AuditModule } from '../masking/audit/audit.module.js';
import { ErasuresApiModule, ErasuresModule } from '../masking/erasures/erasures.module.js';
import { HoldsApiModule, HoldsModule } from '../masking/holds/holds.module.js';
import { RedactionJobsModule } from '../masking/jobs/redaction-jobs.module.js';
import { RedactionJobsApiModule } from '../masking/jobs/redaction-jobs-api.module.js';
import { RedactingModule } from '../masking/redacting.module.js';
import { RedactingApiModule } from '../masking/redacting-api.module.js';
import { RetentionApiModule, RetentionModule } from '../masking/retention/retention.module.js';
import { DemoModule } from '../pages/demo/demo.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { IntakeModule, PipelineModule } from '../pipeline/pipeline.module.js';
import { Config } from '../platform/config/config.js';
import { ConfigModule } from '../platform/config/config.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { HttpPlatformModule, IdempotencyModule } from '../platform/http/http-platform.module.js';
import { BackingChecks } from '../platform/operations/backing-checks.js';
import { DiskCheck } from '../platform/operations/disk-check.js';
import { BackingMetrics } from '../platform/operations/metrics/backing-metrics.js';
import { OperationsModule } from '../platform/operations/operations.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { RedactionSettingsApiModule } from '../redaction/settings/redaction-settings.module.js';
import { ScorecardsApiModule } from '../scorecards/cards/scorecards.module.js';
import { EvaluationsApiModule } from '../scorecards/evaluations/evaluation-work.module.js';
import { RescoresApiModule } from '../scorecards/rescores/rescore-work.module.js';
import { UploadsApiModule, UploadsModule } from '../uploads/uploads.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { WebhooksApiModule } from '../webhooks/webhooks-api.module.js';

const PLATFORM = [DatabaseModule, QueueModule, HttpPlatformModule, OperationsModule, AdaptersModule, BucketsModule];
const API = [
  DiscoveryModule,
  IdempotencyModule,
  AuthModule,
  MembersModule,
  SsoModule,
  UsersModule,
  ApiKeysModule,
  BillingApiModule,
  IntakeModule,
  BatchesApiModule,
  AnalysisApiModule,
  ProvenanceApiModule,
  SearchApiModule,
  RedactionSettingsApiModule,
  EngineSettingsModule,
  ScorecardsApiModule,
  PagesModule,
  DemoModule,
  EvaluationsApiModule,
  TrialsModule,
  RevisionsModule,
  RescoresApiModule,
  EngineTrialsApiModule,
  LinksApiModule,
  ReviewQueueApiModule,
  CalibrationApiModule,
  CorrectionsApiModule,
  ReviewingApiModule,
  DisputesApiModule,
  RedactingApiModule,
  RedactionJobsApiModule,
  HoldsApiModule,
  ErasuresApiModule,
  RetentionApiModule,
  AuditApiModule,
  ExportsApiModule,
  UploadsApiModule,
  WebhooksApiModule,
  SourcesApiModule,
  StatisticsApiModule,
  StatusApiModule,
];
/** Checks of a process with routes. */
const OF_ROUTES = [RightsOfRoutes];
const BACKING = [BackingChecks, BackingMetrics, DiskCheck];
const WORKER = [
  PipelineModule,
  BatchesModule,
  EvaluationsModule,
  CorrectionsModule,
  CalibrationModule,
  WatchModule,
  RedactingModule,
  RedactionJobsModule,
  HoldsModule,
  ErasuresModule,
  RetentionModule,
  AuditModule,
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
      providers: [...BACKING, ...OF_ROUTES],
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
    return { module: AllInOneModule, imports, providers: [...BACKING, ...OF_ROUTES] };
  }
}
