// Random sequences of holds, releases, deletions, erasures, rounds of retention and redactions, between which the database of an
// earlier moment is restored: what is held there is there, what was erased does not come back, and nothing deferred is forgotten.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { RetentionRounds } from '../../../src/masking/retention/retention-rounds.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import { DatabaseBackup } from '../../support/apps/database-backup.js';
import { startTestService, type TestService } from '../../support/apps/running-service.js';
import { erasingOn } from '../../support/builders/erasing.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { askAs } from '../../support/clients/interface-client.js';
import { type Acting, Sequence } from '../holds/random-sequence.js';

const RESTORES = Number(process.env.RESTORES ?? 1);
const SEED = Number(process.env.HOLD_SEED ?? 43);
/** Sequences that one backup has in the middle of their lives. */
const SIDE_BY_SIDE = 20;

let service: TestService;
let backup: DatabaseBackup;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_PER_MINUTE: '1000000' });
  backup = new DatabaseBackup(service);
});
afterAll(async () => {
  await service?.stop();
  await backup?.drop();
});

/** Opens what a worker does, on the store of the service. Its connections do not survive a restored database. */
async function openWork() {
  const config = loadConfig({ ...service.env, ANALYSIS_RETENTION_DAYS: '90' });
  const dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
  const place = { directory: join(service.dataDir, 'objects'), publicUrl: 'http://localhost' };
  const store = new DiskObjectStore(place, new SignedLinks(config));
  const retention = new RetentionRounds(dataSource, new RecordingDeletions(dataSource, store), config);
  return {
    retain: () => retention.end(),
    carryOutErasures: erasingOn(dataSource, store, config),
    close: () => dataSource.destroy(),
  };
}

it(`${RESTORES * SIDE_BY_SIDE} random sequences, each with a restored backup, bring nothing back and forget nothing`, async () => {
  const account = await service.openAccount();
  const accountId = await accountIdOf(service.db, account.email);
  let work = await openWork();
  const acting: Acting = {
    ask: askAs(service, account),
    db: service.db,
    accountId,
    retain: () => work.retain(),
    carryOutErasures: () => work.carryOutErasures(),
  };
  // Lines of a deletion reach the store a moment later: who loses the database before that loses them too.
  const settle = async () => {
    await work.carryOutErasures();
    await work.carryOutErasures();
    expect((await service.db.query('SELECT FROM erasure_journal')).rows, 'lines that wait').toHaveLength(0);
    await work.close();
  };
  const seen = { back: 0, held: 0, deferred: 0 };
  for (let restore = 0; restore < RESTORES; restore += 1) {
    const seeds = Array.from({ length: SIDE_BY_SIDE }, (_, at) => SEED + restore * SIDE_BY_SIDE + at);
    const sequences: Sequence[] = [];
    for (const seed of seeds) sequences.push(await Sequence.begin(acting, seed));
    for (const sequence of sequences) await sequence.round();
    await settle();
    await backup.make();
    for (const sequence of sequences) sequence.backUp();
    work = await openWork();
    for (const sequence of sequences) await sequence.round();
    await settle();
    const start = await backup.restore();
    seen.back += (await Promise.all(sequences.map((sequence) => sequence.cameBack()))).flat().length;
    await start();
    work = await openWork();
    for (const sequence of sequences) seen.held += await sequence.restored();
    await work.carryOutErasures();
    seen.deferred += (await service.db.query("SELECT FROM erasure WHERE status = 'deferred'")).rows.length;
    for (const sequence of sequences) await sequence.round();
    for (const sequence of sequences) await sequence.end();
  }
  await work.close();
  // A run in which nothing of a kind happened proves nothing of it.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThanOrEqual(RESTORES);
}, 1_800_000);
