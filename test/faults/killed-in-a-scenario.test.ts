// Kills a worker with SIGKILL in the middle of a scenario. The next worker goes on where the first one was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finalAnalysis, until } from '../support/apps/running-service.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../support/clients/checked-paths.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { endLeases } from '../support/processes/leases.js';

/** Of the scenario `slow`. */
const STRETCHES = 8;

describe('a worker killed in the middle of a scenario', () => {
  let fleet: Fleet;
  let worker: FleetProcess;
  let client: CheckedPaths;

  beforeAll(async () => {
    fleet = await startFleet({ ANALYSIS_ENGINE: 'rules' });
    await fleet.start('api');
    // The service deletes its checkpoints when the call is completed.
    await fleet.db.query(`
      CREATE TABLE heard (piece integer);
      CREATE FUNCTION keep_heard() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO heard (piece) VALUES (NEW.piece); RETURN NULL; END $$;
      CREATE TRIGGER keep_heard AFTER INSERT OR UPDATE ON analysis_checkpoint
        FOR EACH ROW WHEN (NEW.step = 'piece') EXECUTE FUNCTION keep_heard()`);
    worker = await fleet.start('worker');
    await fleet.open();
    const baseUrl = `${fleet.rootUrl}/api/v1`;
    client = checkedPaths(baseUrl, await makeTestKey(baseUrl, fleet.account.accessToken));
  });
  afterAll(() => fleet?.close());

  /** Every stretch that a worker has heard so far, as often as one has heard it. */
  const stretches = async () => {
    const { rows } = await fleet.db.query<{ piece: number }>('SELECT piece FROM heard ORDER BY piece');
    return rows.map(({ piece }) => piece);
  };

  it('the next one hears the rest, and nothing twice [fault 6]', async () => {
    const body = { agent_id: 'a', contact_id: 'c', scenario: 'slow' } as const;
    const { id } = await client.post('/analysis', { body });
    await until(async () => (await stretches()).length >= 3, 'three stretches');
    await worker.kill();
    await endLeases(fleet.db);
    const before = await stretches();
    expect(before.length, 'stretches that were heard before the kill').toBeLessThan(STRETCHES);
    worker = await fleet.start('worker');
    const done = await finalAnalysis(client, id);
    expect(done).toMatchObject({
      status: 'completed',
      results: { compliance: { score: 100 } },
      metadata: { engine: { transcription: 'scenario:slow' } },
    });
    expect(await stretches(), 'stretches that were heard').toEqual(Array.from({ length: STRETCHES }, (_, n) => n));
    const { rows } = await fleet.db.query('SELECT fence FROM analysis WHERE id = $1', [id]);
    expect(rows).toEqual([{ fence: 2 }]);
    const { rows: entries } = await fleet.db.query('SELECT id FROM ledger_entry');
    expect(entries).toEqual([]);
    await fleet.expectInvariants();
  });
});
