// Carries erasures out in the test's own process, on the database of a service without a worker.
import type { DataSource } from 'typeorm';
import { OverageReports } from '../../../src/billing/overage/overage-reports.js';
import { SubscriptionRows } from '../../../src/billing/periods/subscription-rows.js';
import { UsagePeriods } from '../../../src/billing/periods/usage-periods.js';
import { MinutesLedger } from '../../../src/billing/usage/minutes-ledger.js';
import { AnalysisRecords } from '../../../src/calls/analysis-records.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { CarryOut } from '../../../src/masking/erasures/carry-out.js';
import { ErasureRounds } from '../../../src/masking/erasures/erasure-rounds.js';
import { JournalSweep } from '../../../src/masking/erasures/journal-sweep.js';
import { SettleErasure } from '../../../src/masking/erasures/settle-erasure.js';
import { Signatures } from '../../../src/platform/audit/signatures.js';
import type { Config } from '../../../src/platform/config/config.js';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { Deliveries } from '../../../src/webhooks/deliveries.service.js';

/** No notification waits in a queue. */
const NO_QUEUE: object = { getJobs: async () => [], add: async () => undefined };

/** @returns carries out what is due, and writes its lines into the store */
export function erasingOn(dataSource: DataSource, store: ObjectStore, config: Config): () => Promise<void> {
  const deletions = new RecordingDeletions(dataSource, store);
  const ledger = new MinutesLedger(dataSource, new UsagePeriods(config, new SubscriptionRows()), new OverageReports());
  const carryOut = new CarryOut(dataSource, new AnalysisRecords(dataSource, ledger, deletions), deletions);
  const deliveries = new Deliveries(dataSource, Object.create(NO_QUEUE));
  const settling = new SettleErasure(dataSource, store, deliveries, new Signatures(config));
  const journal = new JournalSweep(dataSource, store, deletions);
  const rounds = new ErasureRounds(dataSource, carryOut, settling);
  return async () => {
    await journal.write();
    const writing = setInterval(() => void journal.write().catch(() => undefined), 50);
    await rounds.run().finally(() => clearInterval(writing));
  };
}
