// Random sequences of holds, releases, deletions, erasures, rounds of retention and redactions, side by side: nothing that is
// held is lost or masked, and nothing that is overdue or to be erased is forgotten.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { RetentionRounds } from '../../../src/masking/retention/retention-rounds.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { startTestService, type TestService } from '../../support/apps/running-service.js';
import { erasingOn } from '../../support/builders/erasing.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { type OpenStore, openDisk } from '../../support/builders/swept-store.js';
import { askAs } from '../../support/clients/interface-client.js';
import { type Acting, Sequence } from './random-sequence.js';

const SEQUENCES = Number(process.env.HOLD_SEQUENCES ?? 200);
const SEED = Number(process.env.HOLD_SEED ?? 43);
const ROUNDS = 2;

let service: TestService;
let dataSource: DataSource;
let disk: OpenStore;
let acting: Acting;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_PER_MINUTE: '1000000' });
  const account = await service.openAccount();
  dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
  disk = await openDisk();
  const config = loadConfig({ ...service.env, ANALYSIS_RETENTION_DAYS: '90' });
  const retention = new RetentionRounds(dataSource, new RecordingDeletions(dataSource, disk.store), config);
  acting = {
    ask: askAs(service, account),
    db: service.db,
    accountId: await accountIdOf(service.db, account.email),
    retain: () => retention.end(),
    carryOutErasures: erasingOn(dataSource, disk.store, config),
  };
});
afterAll(async () => {
  await dataSource?.destroy();
  await disk?.close();
  await service?.stop();
});

it(`${SEQUENCES} random sequences lose nothing that is held, and forget nothing that is overdue`, async () => {
  const seen = { held: 0, refused: 0, deleted: 0, masked: 0, erased: 0 };
  for (let number = 0; number < SEQUENCES; number += 1) {
    const sequence = await Sequence.begin(acting, SEED + number);
    for (let round = 0; round < ROUNDS; round += 1) await sequence.round();
    await sequence.end();
    for (const kind of Object.keys(seen) as (keyof typeof seen)[]) seen[kind] += sequence.seen[kind];
  }
  // A run in which nothing of a kind happened proves nothing of it.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(SEQUENCES / 10);
}, 600_000);
