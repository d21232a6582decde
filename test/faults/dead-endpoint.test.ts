// The receiver of an endpoint is dead for six days while events go on, and workers are killed. The endpoint is paused, tried and
// resumed, and every event reaches it once or more. Time is moved in the database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { answering } from '../support/stubs/webhook-receiver.js';

/** Events of each day. */
const EVENTS = process.env.KILLS === undefined ? 20 : 2_000;
const DAYS = 6;

let fleet: Fleet;
let worker: FleetProcess;
let endpointId: string;
let model: string;

const ask = async (path: string, body?: object) => {
  const response = await fetch(`${fleet.rootUrl}/api/v1/webhooks/endpoints${path}`, {
    headers: { authorization: `Bearer ${fleet.account.accessToken}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text());
};

beforeAll(async () => {
  fleet = await startFleet();
  [, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
  await fleet.open();
  model = await fleet.submit({ recording: 'silence', webhook: false });
  await fleet.finished(model);
  endpointId = (await ask('', { url: `${fleet.receiver.url}/endpoint`, events: ['*'], payload: 'thin' })).id;
});
afterAll(() => fleet?.close());

/** As the service records them: held while the endpoint is paused. */
const addEvents = () =>
  fleet.db.query(
    `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, endpoint_id, next_attempt_at)
     SELECT gen_random_uuid(), a.account_id, a.id, 'evt_' || gen_random_uuid(), 'analysis.completed', e.url, true, e.id,
       CASE WHEN e.paused_at IS NULL THEN now() END
     FROM webhook_endpoint e, analysis a, generate_series(1, $2) WHERE e.id = $1 AND a.id = $3`,
    [endpointId, EVENTS, model],
  );
const untilNone = (where: string, what: string) =>
  until(async () => {
    const { rows } = await fleet.db.query(
      `SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND ${where}`,
      [endpointId],
    );
    return rows[0].n === 0;
  }, what);
/** As if a day had passed: the outage is a day older, and three more attempts of each delivery are over. */
const passDay = async () => {
  await fleet.db.query(
    `UPDATE webhook_endpoint SET failing_since = failing_since - interval '1 day', next_probe_at = now() WHERE id = $1`,
    [endpointId],
  );
  await fleet.db.query(
    `UPDATE webhook_delivery SET next_attempt_at = now(), attempt_count = least(attempt_count + 3, 9)
     WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at > now()`,
    [endpointId],
  );
};
/** And another takes its place. Its leases are over at once. */
const killWorker = async () => {
  await worker.kill();
  await fleet.db.query('UPDATE webhook_delivery SET leased_until = now() WHERE leased_until > now()');
  await fleet.db.query("UPDATE round_lease SET leased_until = '-infinity', due_at = '-infinity'");
  worker = await fleet.start('worker');
};
const health = async () => (await ask(`/${endpointId}`)).health;

it('is paused, tried and resumed; every event reaches it once or more', async () => {
  fleet.receiver.behave(answering(503));
  for (let day = 1; day <= DAYS; day++) {
    await addEvents();
    if (day % 2 === 0) await killWorker();
    await untilNone("status = 'pending' AND next_attempt_at <= now()", `the attempts of day ${day}`);
    await passDay();
  }
  await until(async () => (await health()) === 'paused', 'the endpoint to be paused');
  await addEvents();
  const { rows } = await fleet.db.query(
    `SELECT event_id, status FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY created_at`,
    [endpointId],
  );
  expect(rows, 'deliveries of the endpoint').toHaveLength(EVENTS * (DAYS + 1));
  expect(new Set(rows.map(({ status }) => status)), 'some have used up their attempts').toContain('failed');

  fleet.receiver.received.length = 0;
  fleet.receiver.behave(answering(200));
  await fleet.db.query('UPDATE webhook_endpoint SET next_probe_at = now() WHERE id = $1', [endpointId]);
  await fleet.receiver.requests(1);
  // In the midst of what it does then.
  await killWorker();
  await untilNone("status <> 'delivered'", 'everything to be delivered');
  const arrived = new Set(fleet.receiver.received.map(({ headers }) => headers['webhook-id']));
  expect([...arrived].sort()).toEqual(rows.map(({ event_id }) => event_id).sort());
  expect(await health()).toBe('active');
}, 600_000);
