// A batch of one account fills the queue. The single call of another account begins after one call at most, and so does that of
// the account itself.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, openAccount, until, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { batchClient } from '../support/clients/batch-client.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { StepGate } from '../support/processes/step-gate.js';

const LINES = 20;

const transcription = new StepGate();
let fleet: Fleet;
let other: Account;
let recordings: Server;

beforeAll(async () => {
  fleet = await startFleet({ WORKER_CONCURRENCY: '1' }, { transcribe: () => transcription.pass() });
  await fleet.start('api');
  await fleet.open();
  other = await openAccount(`${fleet.rootUrl}/api/v1`, fleet.dataDir);
  recordings = createServer((_, response) => response.end(recordedCall()));
  await new Promise<void>((resolve) => recordings.listen(0, '127.0.0.1', resolve));
  // The order in which calls begin: a worker has claimed them, and their recording is there.
  await fleet.db.query(`
    CREATE TABLE begun (place serial, id uuid PRIMARY KEY);
    CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO begun (id) VALUES (NEW.id) ON CONFLICT DO NOTHING; RETURN NULL; END $$;
    CREATE TRIGGER note_begun AFTER UPDATE OF fence ON analysis
      FOR EACH ROW WHEN (NEW.storage_key IS NOT NULL AND NEW.fence > OLD.fence) EXECUTE FUNCTION note_begun()`);
});
afterAll(async () => {
  transcription.open();
  await fleet?.close();
  recordings?.closeAllConnections();
  recordings?.close();
});

async function submit({ liveKey }: Account): Promise<string> {
  const answer = await fleet.ask('/analysis', {
    method: 'POST',
    body: uploadOf(recordedCall()),
    headers: { 'x-api-key': liveKey },
  });
  await expect(answer).toAnswer(201);
  return answer.body.id;
}

it('a batch of twenty calls: single calls begin before its next but one', async () => {
  const busy = batchClient({ baseUrl: `${fleet.rootUrl}/api/v1` }, fleet.account.liveKey);
  const audio_url = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call.wav`;
  const items = Array.from({ length: LINES }, () => ({ agent_id: 'a', contact_id: 'c', audio_url }));
  await fleet.start('worker');
  const { id } = await busy.start({ items });
  await until(async () => {
    const { rows } = await fleet.db.query('SELECT count(storage_key)::int AS n FROM analysis WHERE bulk');
    return rows[0].n === LINES && transcription.waiting > 0;
  }, 'the recordings of the batch');
  const singles = [await submit(other), await submit(fleet.account)];
  transcription.open();
  for (const single of singles) {
    await until(async () => {
      const { rows } = await fleet.db.query("SELECT 1 FROM analysis WHERE id = $1 AND status = 'completed'", [single]);
      return rows.length > 0;
    }, `the single call ${single}`);
  }
  const { rows } = await fleet.db.query<{ id: string }>('SELECT id FROM begun ORDER BY place');
  // One call of the batch was at work already, and a worker may have looked for its next call before both had come.
  const begun = rows.slice(1).map((row) => singles.includes(row.id));
  const before = begun.slice(0, begun.lastIndexOf(true)).filter((isSingle) => !isSingle);
  expect(begun.filter(Boolean), 'single calls that began').toHaveLength(2);
  expect(before.length, 'calls of the batch that began before both').toBeLessThanOrEqual(1);
  expect(await busy.end(id)).toMatchObject({ status: 'completed', counts: { completed: LINES } });
  await fleet.expectInvariants();
});
