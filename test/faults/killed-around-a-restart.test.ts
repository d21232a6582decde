// An API process is killed in the middle of starting a failed call again, and in the middle of deleting a call in progress: all
// of it is done, or nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { type HeldWrites, holdWrites } from '../support/processes/hold-writes.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { refuse } from '../support/stubs/openai-stub.js';

describe('an API process killed', () => {
  const analysis = new Gate();
  let refusing = false;
  let fleet: Fleet;
  let api: ServiceProcess;

  beforeAll(async () => {
    fleet = await startFleet(
      {},
      {
        transcribe: () => (refusing ? refuse(400, 'corrupted or unsupported') : undefined),
        chat: () => analysis.pass(),
      },
    );
    [api] = await Promise.all([startApi(), fleet.start('worker')]);
    await fleet.open();
  });
  afterAll(async () => {
    analysis.open();
    await fleet?.close();
  });

  const startApi = () => fleet.start('api', { PORT: fleet.env.PORT ?? '' });
  const retry = (id: string) => fleet.ask(`/analysis/${id}/retry`, { method: 'POST' });
  const remove = (id: string) => fleet.ask(`/analysis/${id}`, { method: 'DELETE' });
  const stateOf = async (id: string) => {
    const { rows } = await fleet.db.query(
      `SELECT (SELECT status FROM analysis WHERE id = $1) AS status,
              (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
              (SELECT count(*)::int FROM minutes_reservation WHERE analysis_id = $1) AS reserved`,
      [id],
    );
    return rows[0];
  };
  /** Kills the API while its request waits to write to the table, then starts it again. */
  const killedAt = async (hold: HeldWrites, request: Promise<unknown>) => {
    const answer = request.then(
      () => 'answered',
      () => 'lost',
    );
    await hold.reached();
    await api.kill();
    expect(await answer).toBe('lost');
    await hold.releaseAndDropWaiters();
    api = await startApi();
  };

  it('in the middle of a retry: the call is still failed, nothing is reserved, and it can be retried', async () => {
    refusing = true;
    const id = await fleet.submit({ webhook: false });
    expect(await fleet.finished(id)).toBeInStatus('failed');
    refusing = false;
    await killedAt(await holdWrites(fleet.db, 'minutes_reservation'), retry(id));
    expect(await stateOf(id)).toEqual({ status: 'failed', billed: 0, reserved: 0 });
    expect((await retry(id)).body).toBeInStatus('processing');
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect(await stateOf(id)).toEqual({ status: 'completed', billed: 1, reserved: 0 });
    await fleet.expectInvariants();
  });

  it('in the middle of a deletion past the first paid piece: nothing is deleted or billed, and then both at once', async () => {
    analysis.close();
    const id = await fleet.submit({ webhook: false });
    await until(async () => analysis.waiting > 0, 'the analyst to be asked');
    await killedAt(await holdWrites(fleet.db, 'ledger_entry'), remove(id));
    expect(await stateOf(id)).toEqual({ status: 'processing', billed: 0, reserved: 1 });
    await expect(await remove(id)).toAnswer(200);
    expect(await stateOf(id)).toEqual({ status: null, billed: 1, reserved: 0 });
    analysis.open();
    await fleet.expectInvariants();
  });
});
