// The settings of a database connection, for the service, the migration command and the TypeORM command line.
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { goesThroughPooler } from '../config/database-config.js';
import { Baseline1790000056000 } from './migrations/1790000056000-baseline.js';
import { OldKeysOfSources1790000058100 } from './migrations/1790000058100-old-keys-of-sources.js';
import { MarkOfExports1790000058200 } from './migrations/1790000058200-mark-of-exports.js';
import { FoldedNames1790000058300 } from './migrations/1790000058300-folded-names.js';
import { ClosedAccounts1790000059000 } from './migrations/1790000059000-closed-accounts.js';
import { HeldBytes1790000060000 } from './migrations/1790000060000-held-bytes.js';
import { DetailsByReference1790000060100 } from './migrations/1790000060100-details-by-reference.js';
import { Playback1790000061000 } from './migrations/1790000061000-playback.js';
import { PlaybackIndexes1790000061100 } from './migrations/1790000061100-playback-indexes.js';
import { JudgedAgain1790000062000 } from './migrations/1790000062000-judged-again.js';
import { EndedTokens1790000062100 } from './migrations/1790000062100-ended-tokens.js';
import { NamesOfDeletedCalls1790000062200 } from './migrations/1790000062200-names-of-deleted-calls.js';
import { TurnsOfJobs1790000062300 } from './migrations/1790000062300-turns-of-jobs.js';
import { RolledUpSums1790000062400 } from './migrations/1790000062400-rolled-up-sums.js';
import { ViolationIndex1790000062500 } from './migrations/1790000062500-violation-index.js';
import { JointCounts1790000062600 } from './migrations/1790000062600-joint-counts.js';
import { SettledDoubts1790000062700 } from './migrations/1790000062700-settled-doubts.js';
import { MonthsOfWords1790000062800 } from './migrations/1790000062800-months-of-words.js';
import { PairsOfWords1790000062900 } from './migrations/1790000062900-pairs-of-words.js';
import { ExportsForExcel1790000062950 } from './migrations/1790000062950-exports-for-excel.js';
import { ProgramOfKeys1790000063170 } from './migrations/1790000063170-program-of-keys.js';
import { Members1790000064000 } from './migrations/1790000064000-members.js';
import { SignIn1790000064100 } from './migrations/1790000064100-sign-in.js';
import { EngineLearnt1790000064200 } from './migrations/1790000064200-engine-learnt.js';
import { Engines1790000064300 } from './migrations/1790000064300-engines.js';
import { VendorJobs1790000064400 } from './migrations/1790000064400-vendor-jobs.js';
import { JointCountsOfTeams1790000064500 } from './migrations/1790000064500-joint-counts-of-teams.js';
import { EngineTrials1790000065000 } from './migrations/1790000065000-engine-trials.js';
import { Calibrations1790000066000 } from './migrations/1790000066000-calibrations.js';
import { SampledTasks1790000066100 } from './migrations/1790000066100-sampled-tasks.js';
import { Disputes1790000067000 } from './migrations/1790000067000-disputes.js';
import { DisputedTasks1790000067100 } from './migrations/1790000067100-disputed-tasks.js';
import { Lines1790000068000 } from './migrations/1790000068000-lines.js';
import { Gates1790000068100 } from './migrations/1790000068100-gates.js';
import { Watches1790000068200 } from './migrations/1790000068200-watches.js';
import { JudgeChangesTold1790000068300 } from './migrations/1790000068300-judge-changes-told.js';
import { AnswersWithoutIds1790000068400 } from './migrations/1790000068400-answers-without-ids.js';
import { Holds1790000068500 } from './migrations/1790000068500-holds.js';
import { DeliveriesOfHolds1790000068600 } from './migrations/1790000068600-deliveries-of-holds.js';
import { RetentionByPart1790000068700 } from './migrations/1790000068700-retention-by-part.js';
import { RetentionIndexes1790000068800 } from './migrations/1790000068800-retention-indexes.js';
import { Audit1790000068900 } from './migrations/1790000068900-audit.js';
import { AuditedRounds1790000069000 } from './migrations/1790000069000-audited-rounds.js';
import { TestEvaluations1790000069060 } from './migrations/1790000069060-test-evaluations.js';
import { Erasures1790000069100 } from './migrations/1790000069100-erasures.js';
import { DeliveriesOfErasures1790000069200 } from './migrations/1790000069200-deliveries-of-erasures.js';
import { ForgottenAnswers1790000069300 } from './migrations/1790000069300-forgotten-answers.js';
import { ExportsOfEvidence1790000069400 } from './migrations/1790000069400-exports-of-evidence.js';
import { StageFigures1790000069600 } from './migrations/1790000069600-stage-figures.js';
import { UnnamedClient } from './pooler.js';
import { SESSION_OPTIONS } from './session-options.js';

/** Oldest first. The list is written by hand, because the order is part of the schema. */
export const MIGRATIONS = [
  Baseline1790000056000,
  OldKeysOfSources1790000058100,
  MarkOfExports1790000058200,
  FoldedNames1790000058300,
  ClosedAccounts1790000059000,
  HeldBytes1790000060000,
  DetailsByReference1790000060100,
  Playback1790000061000,
  PlaybackIndexes1790000061100,
  JudgedAgain1790000062000,
  EndedTokens1790000062100,
  NamesOfDeletedCalls1790000062200,
  TurnsOfJobs1790000062300,
  RolledUpSums1790000062400,
  ViolationIndex1790000062500,
  JointCounts1790000062600,
  SettledDoubts1790000062700,
  MonthsOfWords1790000062800,
  PairsOfWords1790000062900,
  ExportsForExcel1790000062950,
  ProgramOfKeys1790000063170,
  Members1790000064000,
  SignIn1790000064100,
  EngineLearnt1790000064200,
  Engines1790000064300,
  VendorJobs1790000064400,
  JointCountsOfTeams1790000064500,
  EngineTrials1790000065000,
  Calibrations1790000066000,
  SampledTasks1790000066100,
  Disputes1790000067000,
  DisputedTasks1790000067100,
  Lines1790000068000,
  Gates1790000068100,
  Watches1790000068200,
  JudgeChangesTold1790000068300,
  AnswersWithoutIds1790000068400,
  Holds1790000068500,
  DeliveriesOfHolds1790000068600,
  RetentionByPart1790000068700,
  RetentionIndexes1790000068800,
  Audit1790000068900,
  AuditedRounds1790000069000,
  TestEvaluations1790000069060,
  Erasures1790000069100,
  DeliveriesOfErasures1790000069200,
  ForgottenAnswers1790000069300,
  ExportsOfEvidence1790000069400,
  StageFigures1790000069600,
];

/**
 * @param url PostgreSQL connection URL; it may go through a pooler (`goesThroughPooler`)
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
    // Without this limit a lost server would block its callers without end.
    connectTimeoutMS: 5_000,
    extra: {
      application_name: 'call-analysis',
      // Statements that are sent together go out without waiting for each other's answers (`queryTogether`).
      pipeline: true,
      // A pooler refuses connections that name options, and hands a session that has a statement to a client that has not.
      ...(goesThroughPooler(url) ? { Client: UnnamedClient } : startupParameters()),
    },
  };
}

/** The driver lets the URL override the time-outs. */
function startupParameters() {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...others } = SESSION_OPTIONS;
  const options = Object.entries(others).map(([name, value]) => `-c ${name}=${value}`);
  return { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options: options.join(' ') };
}
