// The settings of a database connection, for the service, the migration command and the TypeORM command line.
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { Foundation1790000000000 } from './migrations/1790000000000-foundation.js';
import { Payments1790000001000 } from './migrations/1790000001000-payments.js';
import { Idempotency1790000002000 } from './migrations/1790000002000-idempotency.js';
import { Listing1790000003000 } from './migrations/1790000003000-listing.js';
import { StatusIndex1790000004000 } from './migrations/1790000004000-status-index.js';
import { TraceParents1790000007000 } from './migrations/1790000007000-trace-parents.js';
import { DamagedRecordings1790000009000 } from './migrations/1790000009000-damaged-recordings.js';
import { PayloadCompression1790000014000 } from './migrations/1790000014000-payload-compression.js';
import { DeliveryLeases1790000015000 } from './migrations/1790000015000-delivery-leases.js';
import { CustomerClosures1790000016000 } from './migrations/1790000016000-customer-closures.js';
import { CallDetails1790000017000 } from './migrations/1790000017000-call-details.js';
import { ResultsSummaries1790000018000 } from './migrations/1790000018000-results-summaries.js';
import { CallLanes1790000019000 } from './migrations/1790000019000-call-lanes.js';
import { FailureCodes1790000020000 } from './migrations/1790000020000-failure-codes.js';
import { EnginePauses1790000020100 } from './migrations/1790000020100-engine-pauses.js';
import { TermsOfCalls1790000021000 } from './migrations/1790000021000-terms-of-calls.js';
import { PeriodSums1790000021200 } from './migrations/1790000021200-period-sums.js';
import { PeriodSumsFilled1790000021250 } from './migrations/1790000021250-period-sums-filled.js';
import { RestartedCalls1790000021300 } from './migrations/1790000021300-restarted-calls.js';
import { ForgetSourceAddresses1790000022000 } from './migrations/1790000022000-forget-source-addresses.js';
import { BillingByProvider1790000023000 } from './migrations/1790000023000-billing-by-provider.js';
import { DeletedCalls1790000023100 } from './migrations/1790000023100-deleted-calls.js';
import { RetentionIndexes1790000024000 } from './migrations/1790000024000-retention-indexes.js';
import { RecordingOwner1790000025000 } from './migrations/1790000025000-recording-owner.js';
import { SharedRounds1790000026000 } from './migrations/1790000026000-shared-rounds.js';
import { IdempotencyModes1790000027000 } from './migrations/1790000027000-idempotency-modes.js';
import { SoundEnvelopes1790000030000 } from './migrations/1790000030000-sound-envelopes.js';
import { TestModeIndex1790000031000 } from './migrations/1790000031000-test-mode-index.js';
import { Scenarios1790000032000 } from './migrations/1790000032000-scenarios.js';
import { ScenarioLane1790000032100 } from './migrations/1790000032100-scenario-lane.js';
import { Scorecards1790000033000 } from './migrations/1790000033000-scorecards.js';
import { EvaluationScope1790000033100 } from './migrations/1790000033100-evaluation-scope.js';
import { EvaluationLists1790000033200 } from './migrations/1790000033200-evaluation-lists.js';
import { EvaluationCounts1790000033300 } from './migrations/1790000033300-evaluation-counts.js';
import { ScorecardDeliveries1790000033400 } from './migrations/1790000033400-scorecard-deliveries.js';
import { ScorecardDeliveriesIndexes1790000033410 } from './migrations/1790000033410-scorecard-deliveries-indexes.js';
import { RescorePages1790000033500 } from './migrations/1790000033500-rescore-pages.js';
import { AttemptsWithoutKey1790000034000 } from './migrations/1790000034000-attempts-without-key.js';
import { PartyBigrams1790000034300 } from './migrations/1790000034300-party-bigrams.js';
import { AudioTracks1790000036000 } from './migrations/1790000036000-audio-tracks.js';
import { EnginePauseFingerprints1790000038000 } from './migrations/1790000038000-engine-pause-fingerprints.js';
import { AddressesToForget1790000039000 } from './migrations/1790000039000-addresses-to-forget.js';
import { PausedCollection1790000040000 } from './migrations/1790000040000-paused-collection.js';
import { AsciiDomains1790000040100 } from './migrations/1790000040100-ascii-domains.js';
import { ReportLinkRounds1790000043000 } from './migrations/1790000043000-report-link-rounds.js';
import { SubjectsOfAnswers1790000043100 } from './migrations/1790000043100-subjects-of-answers.js';
import { SubjectsOfAnswersIndexes1790000043110 } from './migrations/1790000043110-subjects-of-answers-indexes.js';
import { TestRetentionIndex1790000043200 } from './migrations/1790000043200-test-retention-index.js';
import { EventCustomers1790000043210 } from './migrations/1790000043210-event-customers.js';
import { ForgetContacts1790000043300 } from './migrations/1790000043300-forget-contacts.js';
import { SentRequests1790000045000 } from './migrations/1790000045000-sent-requests.js';
import { RescoreModes1790000046000 } from './migrations/1790000046000-rescore-modes.js';
import { ScenarioCounts1790000046100 } from './migrations/1790000046100-scenario-counts.js';
import { NoCharacterCounts1790000047000 } from './migrations/1790000047000-no-character-counts.js';
import { Reviews1790000048000 } from './migrations/1790000048000-reviews.js';
import { SystemFigures1790000048100 } from './migrations/1790000048100-system-figures.js';
import { Corrections1790000049000 } from './migrations/1790000049000-corrections.js';
import { SupersededCounts1790000049100 } from './migrations/1790000049100-superseded-counts.js';
import { SupersededIndexes1790000049200 } from './migrations/1790000049200-superseded-indexes.js';
import { ReviewTasks1790000050000 } from './migrations/1790000050000-review-tasks.js';
import { ReviewScope1790000051000 } from './migrations/1790000051000-review-scope.js';
import { ReviewLinks1790000051100 } from './migrations/1790000051100-review-links.js';
import { ReviewEvents1790000052000 } from './migrations/1790000052000-review-events.js';
import { Reviewed1790000052100 } from './migrations/1790000052100-reviewed.js';
import { ReviewedIndexes1790000052200 } from './migrations/1790000052200-reviewed-indexes.js';
import { Redaction1790000053000 } from './migrations/1790000053000-redaction.js';
import { CallRedaction1790000053200 } from './migrations/1790000053200-call-redaction.js';
import { WithheldRecordings1790000053210 } from './migrations/1790000053210-withheld-recordings.js';
import { MaskedAnswers1790000053300 } from './migrations/1790000053300-masked-answers.js';
import { RedactionJobs1790000053310 } from './migrations/1790000053310-redaction-jobs.js';
import { RedactionDeliveriesIndex1790000053320 } from './migrations/1790000053320-redaction-deliveries-index.js';
import { MaskedRecordings1790000053400 } from './migrations/1790000053400-masked-recordings.js';
import { CallFacts1790000054000 } from './migrations/1790000054000-call-facts.js';
import { Statistics1790000054100 } from './migrations/1790000054100-statistics.js';
import { StatisticsIndexes1790000054110 } from './migrations/1790000054110-statistics-indexes.js';
import { CallFacets1790000054300 } from './migrations/1790000054300-call-facets.js';
import { CallFilterIndexes1790000054310 } from './migrations/1790000054310-call-filter-indexes.js';
import { JudgedCalls1790000054320 } from './migrations/1790000054320-judged-calls.js';
import { CallWords1790000054400 } from './migrations/1790000054400-call-words.js';
import { Exports1790000054500 } from './migrations/1790000054500-exports.js';
import { ExportDeliveriesIndex1790000054510 } from './migrations/1790000054510-export-deliveries-index.js';
import { WebhookEndpoints1790000054600 } from './migrations/1790000054600-webhook-endpoints.js';
import { EndpointDeliveriesIndexes1790000054610 } from './migrations/1790000054610-endpoint-deliveries-indexes.js';
import { ExternalIds1790000055000 } from './migrations/1790000055000-external-ids.js';
import { ExternalIdIndexes1790000055010 } from './migrations/1790000055010-external-id-indexes.js';
import { Batches1790000055100 } from './migrations/1790000055100-batches.js';
import { BatchDeliveriesIndex1790000055110 } from './migrations/1790000055110-batch-deliveries-index.js';
import { Uploads1790000055200 } from './migrations/1790000055200-uploads.js';
import { Sources1790000055300 } from './migrations/1790000055300-sources.js';
import { SourceCallbacks1790000055400 } from './migrations/1790000055400-source-callbacks.js';
import { UploadsOfAccount1790000055500 } from './migrations/1790000055500-uploads-of-account.js';

/** Oldest first. The list is written by hand, because the order is part of the schema. */
export const MIGRATIONS = [
  Foundation1790000000000,
  Payments1790000001000,
  Idempotency1790000002000,
  Listing1790000003000,
  StatusIndex1790000004000,
  TraceParents1790000007000,
  DamagedRecordings1790000009000,
  PayloadCompression1790000014000,
  DeliveryLeases1790000015000,
  CustomerClosures1790000016000,
  CallDetails1790000017000,
  ResultsSummaries1790000018000,
  CallLanes1790000019000,
  FailureCodes1790000020000,
  EnginePauses1790000020100,
  TermsOfCalls1790000021000,
  PeriodSums1790000021200,
  PeriodSumsFilled1790000021250,
  RestartedCalls1790000021300,
  ForgetSourceAddresses1790000022000,
  BillingByProvider1790000023000,
  DeletedCalls1790000023100,
  RetentionIndexes1790000024000,
  RecordingOwner1790000025000,
  SharedRounds1790000026000,
  IdempotencyModes1790000027000,
  SoundEnvelopes1790000030000,
  TestModeIndex1790000031000,
  Scenarios1790000032000,
  ScenarioLane1790000032100,
  Scorecards1790000033000,
  EvaluationScope1790000033100,
  EvaluationLists1790000033200,
  EvaluationCounts1790000033300,
  ScorecardDeliveries1790000033400,
  ScorecardDeliveriesIndexes1790000033410,
  RescorePages1790000033500,
  AttemptsWithoutKey1790000034000,
  PartyBigrams1790000034300,
  AudioTracks1790000036000,
  EnginePauseFingerprints1790000038000,
  AddressesToForget1790000039000,
  PausedCollection1790000040000,
  AsciiDomains1790000040100,
  ReportLinkRounds1790000043000,
  SubjectsOfAnswers1790000043100,
  SubjectsOfAnswersIndexes1790000043110,
  TestRetentionIndex1790000043200,
  EventCustomers1790000043210,
  ForgetContacts1790000043300,
  SentRequests1790000045000,
  RescoreModes1790000046000,
  ScenarioCounts1790000046100,
  NoCharacterCounts1790000047000,
  Reviews1790000048000,
  SystemFigures1790000048100,
  Corrections1790000049000,
  SupersededCounts1790000049100,
  SupersededIndexes1790000049200,
  ReviewTasks1790000050000,
  ReviewScope1790000051000,
  ReviewLinks1790000051100,
  ReviewEvents1790000052000,
  Reviewed1790000052100,
  ReviewedIndexes1790000052200,
  Redaction1790000053000,
  CallRedaction1790000053200,
  WithheldRecordings1790000053210,
  MaskedAnswers1790000053300,
  RedactionJobs1790000053310,
  RedactionDeliveriesIndex1790000053320,
  MaskedRecordings1790000053400,
  CallFacts1790000054000,
  Statistics1790000054100,
  StatisticsIndexes1790000054110,
  CallFacets1790000054300,
  CallFilterIndexes1790000054310,
  JudgedCalls1790000054320,
  CallWords1790000054400,
  Exports1790000054500,
  ExportDeliveriesIndex1790000054510,
  WebhookEndpoints1790000054600,
  EndpointDeliveriesIndexes1790000054610,
  ExternalIds1790000055000,
  ExternalIdIndexes1790000055010,
  Batches1790000055100,
  BatchDeliveriesIndex1790000055110,
  Uploads1790000055200,
  Sources1790000055300,
  SourceCallbacks1790000055400,
  UploadsOfAccount1790000055500,
];

export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * @param url PostgreSQL connection URL
 * @param poolSize maximum number of connections
 */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    driver: pg,
    url,
    poolSize,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    // Without these limits a lost server or a forgotten transaction would block its callers without end.
    connectTimeoutMS: 5_000,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 15_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: 'call-analysis',
      // Statements that are sent together go out without waiting for each other's answers (`queryTogether`).
      pipeline: true,
      // Queries are many and short: compiling one, or starting parallel workers for it, costs more time than it saves.
      // A server may stand in any zone: dates and hours here are those of UTC.
      options: '-c jit=off -c max_parallel_workers_per_gather=0 -c TimeZone=UTC',
    },
  };
}
