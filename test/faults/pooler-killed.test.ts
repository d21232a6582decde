// PgBouncer, which pools by transaction, is killed with SIGKILL while calls are accepted, transcribed and billed, and started
// again. Nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { PGBOUNCER, type Pooler, startPooler } from '../support/apps/pooler.js';
import { until } from '../support/apps/running-service.js';
import { TURNS } from '../support/builders/scripted-call.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';
import { expectAcceptedCallsExist, expectRefusalsAre503, underLoad } from '../support/processes/load-on-fleet.js';

describe.skipIf(PGBOUNCER === null)('PgBouncer', () => {
  const transcription = new Gate();
  let database: FreshDatabase;
  let pooler: Pooler;
  let fleet: Fleet;
  let known: string;

  beforeAll(async () => {
    database = await freshDatabase();
    pooler = await startPooler(database.directUrl, { sessions: 3 });
    fleet = await startFleet(
      { DATABASE_URL: pooler.urlOf(database.directUrl), DATABASE_DIRECT_URL: database.directUrl },
      { transcribe: () => transcription.pass() },
    );
    await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
    known = await fleet.submit();
    await fleet.finished(known);
  });
  // While it is away, the API cannot know whether an upload was accepted. Its recording stays until the sweep.
  afterEach(() => fleet.expectInvariants({ orphansMayWait: true }));
  afterAll(async () => {
    transcription.open();
    await fleet?.close();
    await pooler?.close();
    await database?.drop();
  });

  const requestsForSpeech = () => fleet.providerRequests('/audio/transcriptions');
  const replacePooler = async () => {
    await pooler.kill();
    await pooler.start();
  };
  const expectWhole = async (id: string, requestsBefore: number) => {
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect(requestsForSpeech() - requestsBefore, 'requests for speech, one for each turn').toBe(TURNS.length);
  };

  it('killed under load: requests get 503 with Retry-After, and every accepted call is there [fault 22]', async () => {
    const answers = await underLoad(fleet, known, async () => {
      await pooler.kill();
      await expect(await fleet.ask(`/analysis/${known}`)).toAnswer(503);
      await pooler.start();
    });
    await expectRefusalsAre503(answers);
    await expectAcceptedCallsExist(fleet, answers);
    // A worker that could not write holds its call until its lease ends.
    await endLeases(fleet.db);
  });

  it('killed before a call is committed: the client is told, and its retry makes the only call [fault 22]', async () => {
    const before = requestsForSpeech();
    const count = async () => (await fleet.db.query('SELECT 1 FROM analysis')).rowCount ?? 0;
    const there = await count();
    const hold = await holdWrites(fleet.db, 'analysis');
    const refused = fleet.post({ key: 'killed' });
    await hold.reached();
    await replacePooler();
    // Postgres does not notice that the client of a waiting statement is gone.
    await hold.releaseAndDropWaiters();
    await expectRefusalsAre503([await refused]);
    await expectWhole(await fleet.submit({ key: 'killed' }), before);
    expect((await count()) - there, 'calls made').toBe(1);
  });

  it('killed while a piece is transcribed: no piece is sent twice [fault 22]', async () => {
    const before = requestsForSpeech();
    transcription.close();
    const id = await fleet.submit();
    await until(async () => transcription.waiting > 0, 'the first piece');
    await replacePooler();
    transcription.open();
    await expectWhole(id, before);
  });

  it('killed while a call is billed: it is billed once, and nothing is asked again [fault 22]', async () => {
    const before = requestsForSpeech();
    const hold = await holdWrites(fleet.db, 'ledger_entry');
    const id = await fleet.submit();
    await hold.reached();
    await replacePooler();
    await hold.releaseAndDropWaiters();
    await endLeases(fleet.db);
    await expectWhole(id, before);
  });
});
